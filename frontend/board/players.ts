// The players: their names, scores and seats.

import type { Ask } from "../shared/channel.ts";
import {
  drawOnce,
  element,
  KEEPS_KEYS,
  makeButton,
  setAttribute,
  setText,
} from "../shared/elements.ts";
import type { Mark } from "../shared/game.ts";
import { isComposing } from "../shared/keyboard.ts";
import { drawMark, drawOrdinal } from "../shared/marks.ts";
import { _, fill } from "../shared/texts.ts";
import { isUnnamed } from "./address.ts";
import type { View } from "./view.ts";
import { computerMark, computerTitle, isOfOwnMarks, LONGEST_NAME, personName } from "./view.ts";

/** Draw the sign of a player: their mark, or a number if marks do not identify players. */
export function drawPlayer(view: View, mark: Mark) {
  return isOfOwnMarks(view) ? drawMark(mark) : drawOrdinal(mark);
}

/** Make the cards of the players and of the draws. */
export function makePlayers(ask: Ask) {
  const cards = [makePlayerCard("X", ask), makeDrawsCard(), makePlayerCard("O", ask)];
  const attributes = { class: "ttt-players", "aria-label": _("Players and scores") };
  const root = element("ul", attributes, ...cards.map((card) => card.root));

  function draw(view: View) {
    for (const card of cards) card.draw(view);
  }
  return { root, draw };
}

/** Make the card of a player: name, score, and kind of player. */
function makePlayerCard(mark: Mark, ask: Ask) {
  const name = makeName(mark, ask);
  const sign = element("span", { class: "ttt-who" });
  const score = element("span", { class: "ttt-score" });
  const seat = element("span", { class: "ttt-seat" });
  const root = element(
    "li",
    { class: "ttt-player", "data-who": mark },
    sign,
    name.root,
    score,
    seat,
  );

  function draw(view: View) {
    const {
      scores,
      names,
      players,
      viewed,
      is_over: isOver,
      winner,
      current_player: mover,
    } = view;
    drawOnce(sign, isOfOwnMarks(view), () => [drawPlayer(view, mark)]);
    // A computer without a name would have that of nobody in particular.
    name.draw(
      players[mark] !== "human" && isUnnamed(view, mark)
        ? _("Computer")
        : personName(names[mark]),
    );
    setText(score, String(scores[mark]));
    setText(seat, seatOf(mark, view));
    // In a position looked back at, the present turn would contradict the message.
    root.toggleAttribute("data-active", !viewed && mark === (isOver ? winner : mover));
  }
  return { root, draw };
}

/** Return the text under a name: the kind of player, or information for a person. */
function seatOf(mark: Mark, view: View) {
  const { is_over: isOver, names, players, winner } = view;
  const player = players[mark];
  if (player !== "human") {
    const title = computerTitle(view, player);
    return title === names[mark] ? _("computer") : title;
  }
  if (isOver && winner === mark) return _("winner");
  // Never empty, because the name would move.
  return computerMark(players) ? _("you") : _("rename");
}

/** Make the name of a player as a button that becomes a field when pressed. */
function makeName(mark: Mark, ask: Ask) {
  let name = "";
  const text = element("span");
  const button = makeButton("", { class: "ttt-rename" }, edit);
  button.append(text);
  const field = element("input", {
    "aria-label": fill("Name of player {mark}", { mark }),
    maxlength: LONGEST_NAME,
    ...KEEPS_KEYS,
  });
  const root = element("span", { class: "ttt-name" }, button, field);

  /** Replace the button by the field, or the field by the button. */
  function show(isEdited: boolean) {
    field.hidden = !isEdited;
    button.hidden = isEdited;
  }
  function edit() {
    field.value = name;
    show(true);
    field.focus();
    field.select();
  }
  /** @param isMeant whether to change the name */
  function leave(isMeant: boolean) {
    const wanted = field.value.trim();
    show(false);
    if (isMeant && wanted !== name) ask("rename", { mark, name: wanted });
  }
  field.addEventListener("blur", () => {
    if (!field.hidden) leave(true);
  });
  field.addEventListener("keydown", (event) => {
    // In some languages, Enter and Escape also end the choice of a character.
    if (isComposing(event) || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    leave(event.key === "Enter");
    button.focus();
  });
  show(false);

  function draw(next: string) {
    name = next;
    setText(text, name);
    const label = fill("Rename {player}", { player: name });
    setAttribute(button, "aria-label", label);
    setAttribute(button, "title", label);
  }
  return { root, draw };
}

/** Make the card with the number of draws, or in a match, of the wins that it takes. */
function makeDrawsCard() {
  const name = element("span", { class: "ttt-name" });
  const score = element("span", { class: "ttt-score" });
  const root = element("li", { class: "ttt-player", "data-who": "draws" }, name, score);

  function draw({ match, scores }: View) {
    setText(name, match ? _("first to") : scores.draws === 1 ? _("draw") : _("draws"));
    setText(score, String(match ? match.wins_needed : scores.draws));
    root.toggleAttribute("data-match", !!match);
  }
  return { root, draw };
}
