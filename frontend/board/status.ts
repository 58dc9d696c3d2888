// The visible status, which shows what to do next. For screen readers, see speech.ts.

import type { Ask } from "../shared/channel.ts";
import { drawOnce, element, makeButton, setText } from "../shared/elements.ts";
import {
  ComputerIcon,
  DrawnIcon,
  drawIcon,
  LookingBackIcon,
  makeTool,
  WonIcon,
} from "../shared/icons.ts";
import { drawMark } from "../shared/marks.ts";
import { _, joinSentences } from "../shared/texts.ts";
import { adviseAfterWrong, taskOf } from "./activity.ts";
import { hasLost, messageOf, pastTurnOf, thinkingMessage } from "./address.ts";
import type { MarkChoice } from "./mark_choice.ts";
import type { Activity } from "./shapes.ts";
import type { View } from "./view.ts";
import { computerMark, isToBegin, isWatched, nextPlayer, shownPosition } from "./view.ts";

/**
 * On a phone, a message that is at least this long, such as a match result, has smaller
 * letters.
 */
const LONG = 24;

/**
 * Make the status, which shows why a move was refused, whose turn it is or who has won, and
 * advice. Next to the status is the only button for what to do next, or the choice of a mark.
 *
 * @param begun called when the button has continued the game and disappears
 */
export function makeStatus(ask: Ask, begun: () => void, choice: MarkChoice) {
  /** Ply of the earlier position that is displayed. */
  let viewed = 0;
  /** General advice, and advice about the place under the pointer, which takes precedence. */
  let [advice, pointed] = ["", ""];
  const refused = element("span", { class: "ttt-refusal" });
  const sign = element("span", { class: "ttt-sign", "aria-hidden": "true" });
  const message = element("span", { class: "ttt-message" });
  const guide = element("span", { class: "ttt-guide" });
  const root = element("p", { class: "ttt-status" }, refused, sign, message, guide);
  const playFrom = makeButton(_("Play from here"), { class: "ttt-main" }, () => {
    if (ask("play_from", { to: viewed })) begun();
  });
  const swap = () => {
    if (ask("swap")) begun();
  };
  const letBegin = makeTool(_("Computer begins"), ComputerIcon, swap, {
    class: "ttt-let-begin",
  });
  const pieces = [playFrom, letBegin, choice.root];
  const beside = element("div", { class: "ttt-bar ttt-beside" }, ...pieces);

  /** @param refusal reason for the last refusal, or an empty text */
  function draw(view: View, refusal: string) {
    const { activity, players, viewed_ply: ply } = view;
    viewed = ply ?? 0;
    // While the board shows an earlier position, the reason for a refusal replaces only the
    // advice.
    const isBack = ply != null;
    setText(refused, isBack ? "" : refusal);
    const said = activity ? taskOf(activity) : isBack ? _("Looking back") : messageOf(view);
    setText(message, said);
    message.toggleAttribute("data-long", !activity && said.length >= LONG);
    advice = (isBack && refusal) || (activity ? asideOf(view, activity) : adviceOf(view));
    guide.classList.toggle("ttt-refused", isBack && refusal !== "");
    setText(guide, pointed || advice);
    drawSign(sign, view, choice.of(view));
    choice.draw(view);
    playFrom.hidden = !isBack || !!activity;
    // There is no room for both this button and the choice of a mark. Under **Players**, people
    // can let the computer begin, too.
    letBegin.hidden = !isToBegin(view) || computerMark(players) !== "O" || !choice.root.hidden;
    beside.hidden = pieces.every((piece) => piece.hidden);
  }
  /** Show advice about the cell under the pointer. An empty text removes the advice. */
  function point(text: string) {
    pointed = text;
    setText(guide, pointed || advice);
  }
  return { root, beside, draw, point };
}

/**
 * Draw the sign in the status: the player to move, a win, a draw, or an eye for an earlier
 * position.
 */
function drawSign(sign: HTMLElement, view: View, mark: string) {
  const { activity, is_over: isOver, viewed_ply: viewed, winner } = view;
  const mover = nextPlayer(view);
  drawOnce(sign, [!!activity, isOver, viewed, winner, hasLost(view), mover, mark], () => {
    if (activity) return [];
    if (viewed != null) return [drawIcon(LookingBackIcon)];
    // Don't draw a mark, because next to the status are the marks to choose from.
    if (!isOver) return view.choices.length ? [] : [drawMark(mark, { "data-mark": mover })];
    if (!winner) return [drawIcon(DrawnIcon)];
    return hasLost(view) ? [] : [drawIcon(WonIcon)];
  });
}

/** Return the advice below the player to move, or an empty text. */
function adviceOf(view: View) {
  const {
    guide,
    paused,
    players,
    is_over: isOver,
    thinking,
    viewed_ply: viewed,
    working,
  } = view;
  if (viewed != null) return pastTurnOf(view);
  if (thinking) return thinkingMessage(view, thinking);
  if (paused && !isOver && isWatched(players)) return _("Paused");
  return working === "hints" ? _("Working out hints…") : guide;
}

/**
 * Return the advice in an activity: about the displayed position, about trying again after a
 * wrong move, or about the open boards.
 */
function asideOf(view: View, { state }: Activity) {
  const { guide, message } = shownPosition(view);
  if (view.viewed_ply != null) return joinSentences([_("Looking back"), message]);
  return state === "wrong" ? adviseAfterWrong() : state === "right" ? "" : guide;
}
