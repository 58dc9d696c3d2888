// The position editor, in which a person places and removes marks freely. The marks are a
// draft, which Python checks after each change. **Play from here** starts a game from this
// position.

import type { Ask } from "../shared/channel.ts";
import { allow, element, makeButton } from "../shared/elements.ts";
import type { Mark } from "../shared/game.ts";
import { cellOf, extraOf } from "../shared/grid.ts";
import { MARKS } from "../shared/marks.ts";
import { _, joinSentences } from "../shared/texts.ts";
import { describeMove } from "./speech.ts";
import type { View } from "./view.ts";
import { isOfOwnMarks, shownPosition } from "./view.ts";

/** Return the editor's name. */
export function nameEditor() {
  return _("Set up a position");
}

/** Values with which the draft replaces parts of the view. */
const REPLACED = {
  is_over: false,
  last_move: null,
  legal_moves: [],
  owners: [],
  players: { X: "human", O: "human" },
  status: "editing",
  thinking: null,
  values: [],
  vanishing: null,
  viewed: null,
  viewed_ply: null,
  winning_lines: [],
  working: "",
};

/**
 * Make the editor, whose root belongs in the row below the board.
 *
 * @param say reads a text aloud
 * @param redraw draws the draft or, if the editor is closed, the game
 * @param focus moves the focus to the board
 */
export function makeEditor(
  ask: Ask,
  say: (text: string) => void,
  redraw: () => void,
  focus: () => void,
) {
  let view: View;
  /** Mark in each cell, or null while the editor is closed. */
  let draft: (Mark | null)[] | null = null;
  /** Sentence that says whose turn it is in the position, or why no game can reach it. */
  let remark = "";
  /** Number of the round in which the editor was opened. */
  let round = 0;
  const play = makeButton(_("Play from here"), { class: "ttt-main" }, () => {
    if (send("set_position")) focus();
  });
  const root = element(
    "div",
    { class: "ttt-editor", role: "group", "aria-label": nameEditor() },
    makeButton(_("Cancel"), {}, cancel),
    makeButton(_("Clear"), {}, clear),
    play,
  );

  /** Send the draft to Python as text, with one character for each cell. */
  function send(kind: string, answered?: Parameters<Ask>[2]) {
    return ask(kind, { board: draft?.map((mark) => mark ?? ".").join("") }, answered);
  }
  /** @param told text for screen readers about the change */
  function change(marks: (Mark | null)[], told: string) {
    draft = marks;
    redraw();
    send("check_position", ({ ok, message }) => {
      // Ignore the answer if the draft has changed in the meantime, because the new draft gets
      // its own answer.
      if (draft !== marks) return;
      remark = message;
      allow(play, ok);
      redraw();
      say(joinSentences([told, message]));
    });
  }
  function clear() {
    const marks = view.board.map(() => null);
    change(marks, "");
  }
  function cancel() {
    draft = null;
    redraw();
    focus();
    say(_("Back to your own game."));
  }
  return {
    root,
    open() {
      ({ round } = view);
      change(shownPosition(view).board, nameEditor());
      focus();
    },
    /**
     * Handle a request if the editor is open. Return whether it is open. A move places a mark,
     * or removes an equal mark. No other request reaches the game.
     */
    take(kind: string, details: Record<string, unknown> = {}) {
      if (draft && kind === "play") {
        const move = details.cell as number;
        const [cell, mark] = [cellOf(view.grid, move), MARKS[extraOf(view.grid, move)]];
        const board = [...draft];
        board[cell] = board[cell] === mark ? null : mark;
        change(board, describeMove({ ...view, board }, cell));
      }
      return !!draft;
    },
    /**
     * Return the view to show, with the draft or the game. If another round has started, close
     * the editor.
     */
    shown(next: View) {
      view = next;
      if (view.round !== round) draft = null;
      root.hidden = !draft;
      const drawn = isOfOwnMarks(view)
        ? { drawn_marks: { X: null, O: null }, choices: [...MARKS] }
        : {};
      return draft
        ? ({
            ...view,
            ...REPLACED,
            board: draft,
            ...drawn,
            guide: remark,
            message: nameEditor(),
          } as View)
        : view;
    },
  };
}
