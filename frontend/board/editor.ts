// The editor of a position: marks that a person places and removes freely. They are a draft.
// Python checks the draft after each change, and begins a game from it on Play from here.

import type { Ask } from "../shared/channel.ts";
import { allow, element, makeButton } from "../shared/elements.ts";
import type { Mark } from "../shared/game.ts";
import { cellOf, extraOf } from "../shared/grid.ts";
import { MARKS } from "../shared/marks.ts";
import { _, joinSentences } from "../shared/texts.ts";
import { describeMove } from "./speech.ts";
import type { View } from "./view.ts";
import { isOfOwnMarks, shownPosition } from "./view.ts";

/** Return the name of the editor. */
export function nameEditor() {
  return _("Set up a position");
}

/** The parts of the view that the draft replaces. */
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
 * Make the editor, whose root is for the row under the board.
 *
 * @param say reads a text aloud
 * @param redraw draws the present draft, or the game
 * @param focus moves the focus to the board
 */
export function makeEditor(
  ask: Ask,
  say: (text: string) => void,
  redraw: () => void,
  focus: () => void,
) {
  let view: View;
  /** The marks by cell, or null while the editor is closed. */
  let draft: (Mark | null)[] | null = null;
  /** The turn in the position, or why no game leads there. */
  let remark = "";
  /** The round in which the editor was opened. */
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

  /** Send Python the draft, with a character for each cell. */
  function send(kind: string, answered?: Parameters<Ask>[2]) {
    return ask(kind, { board: draft?.map((mark) => mark ?? ".").join("") }, answered);
  }
  /** @param told text on the change, for the ear */
  function change(marks: (Mark | null)[], told: string) {
    draft = marks;
    redraw();
    send("check_position", ({ ok, message }) => {
      // A later draft has its own answer.
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
     * Handle a request if the editor is open, and return whether it is. A move places a mark,
     * or removes an equal one. Nothing else reaches the game.
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
    /** Return what the board shows: the draft, or the game. Another round ends the editor. */
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
