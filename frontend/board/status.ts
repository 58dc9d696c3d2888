// The visible status: the next action. speech.ts is the spoken one.

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
 * Make the status: a refusal, the player to move or the winner, and advice. The only button for
 * the next action, or the choice of a mark, is next to it.
 *
 * @param begun called when the button continues the game and disappears
 */
export function makeStatus(ask: Ask, begun: () => void, choice: MarkChoice) {
  /** The ply that the person looks back at. */
  let viewed = 0;
  /** Advice, which gives way to advice on the place under the pointer. */
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

  /** @param refusal reason for the last refusal, or nothing */
  function draw(view: View, refusal: string) {
    const { activity, players, viewed_ply: ply } = view;
    viewed = ply ?? 0;
    // While a person looks back, it replaces the advice, and the rest stays.
    const isBack = ply != null;
    setText(refused, isBack ? "" : refusal);
    setText(
      message,
      activity ? taskOf(activity) : isBack ? _("Looking back") : messageOf(view),
    );
    advice = (isBack && refusal) || (activity ? asideOf(view, activity) : adviceOf(view));
    guide.classList.toggle("ttt-refused", isBack && refusal !== "");
    setText(guide, pointed || advice);
    drawSign(sign, view, choice.of(view));
    choice.draw(view);
    playFrom.hidden = !isBack || !!activity;
    // The status lacks room for both. Players also lets the computer begin.
    letBegin.hidden = !isToBegin(view) || computerMark(players) !== "O" || !choice.root.hidden;
    beside.hidden = pieces.every((piece) => piece.hidden);
  }
  /** Show advice on the cell under the pointer, or remove it. */
  function point(text: string) {
    pointed = text;
    setText(guide, pointed || advice);
  }
  return { root, beside, draw, point };
}

/** Draw the subject of the sentence: the player to move, a win, a draw, or an eye on the past. */
function drawSign(sign: HTMLElement, view: View, mark: string) {
  const { activity, is_over: isOver, viewed_ply: viewed, winner } = view;
  const mover = nextPlayer(view);
  drawOnce(sign, [!!activity, isOver, viewed, winner, hasLost(view), mover, mark], () => {
    if (activity) return [];
    if (viewed != null) return [drawIcon(LookingBackIcon)];
    // The marks to choose from are next to it.
    if (!isOver) return view.choices.length ? [] : [drawMark(mark, { "data-mark": mover })];
    if (!winner) return [drawIcon(DrawnIcon)];
    return hasLost(view) ? [] : [drawIcon(WonIcon)];
  });
}

/** Return advice in addition to the player to move, or nothing. */
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
 * Return advice in an activity: the shown position, that the next move replaces a wrong one, or
 * the open boards.
 */
function asideOf(view: View, { state }: Activity) {
  const { guide, message } = shownPosition(view);
  if (view.viewed_ply != null) return joinSentences([_("Looking back"), message]);
  return state === "wrong" ? adviseAfterWrong() : state === "right" ? "" : guide;
}
