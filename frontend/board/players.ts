// The players' cards, with each player's name, score and kind.

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

/** Draw a player's sign: the player's mark, or a number if marks don't identify the players. */
export function drawPlayer(view: View, mark: Mark) {
  return isOfOwnMarks(view) ? drawMark(mark) : drawOrdinal(mark);
}

/** Make the cards for the two players and for the draws. */
export function makePlayers(ask: Ask) {
  const cards = [makePlayerCard("X", ask), makeDrawsCard(), makePlayerCard("O", ask)];
  const attributes = { class: "ttt-players", "aria-label": _("Players and scores") };
  const root = element("ul", attributes, ...cards.map((card) => card.root));

  function draw(view: View) {
    for (const card of cards) card.draw(view);
  }
  return { root, draw };
}

/** Make a player's card with the name, the score and the kind of player. */
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
    // If a computer has no name of its own, show the name of the built-in player instead of a
    // default name.
    name.draw(
      players[mark] !== "human" && isUnnamed(view, mark)
        ? _("Computer")
        : personName(names[mark]),
    );
    setText(score, String(scores[mark]));
    setText(seat, seatOf(mark, view));
    // While the board shows an earlier position, the current turn would contradict the message.
    root.toggleAttribute("data-active", !viewed && mark === (isOver ? winner : mover));
  }
  return { root, draw };
}

/** Return the text below a name: the kind of player, or information for a person. */
function seatOf(mark: Mark, view: View) {
  const { is_over: isOver, names, players, winner } = view;
  const player = players[mark];
  if (player !== "human") {
    const title = computerTitle(view, player);
    return title === names[mark] ? _("computer") : title;
  }
  if (isOver && winner === mark) return _("winner");
  // The text must not be empty, because an empty text would make the name move.
  return computerMark(players) ? _("you") : _("rename");
}

/** Make a button with a player's name, which turns into a text field when it is pressed. */
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

  /** Replace the button with the field, or the field with the button. */
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
  /** @param isMeant whether to save the changed name */
  function leave(isMeant: boolean) {
    const wanted = field.value.trim();
    show(false);
    if (isMeant && wanted !== name) ask("rename", { mark, name: wanted });
  }
  field.addEventListener("blur", () => {
    if (!field.hidden) leave(true);
  });
  field.addEventListener("keydown", (event) => {
    // In some languages, Enter and Escape are also used while typing a character.
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

/** Make the card that shows the number of draws or, in a match, the number of wins needed. */
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
