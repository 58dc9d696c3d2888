// The sheet for sharing the current game as a link, a picture, an animation, a text, or code
// that embeds the game in another page.

import type { Traits } from "../board/traits.ts";
import { shownPosition } from "../board/view.ts";
import { copyText, element, makeButton, saveFile, setText } from "../shared/elements.ts";
import { makeHead, makeSheet } from "../shared/sheet.ts";
import { _, fill, joinSentences } from "../shared/texts.ts";
import { writeGif } from "./gif.ts";
import { drawPicture, readColours } from "./picture.ts";
import { wordsToShare } from "./share.ts";

/** Name of saved files, without the extension. */
const FILE = "tic-tac-toe";
/**
 * Number of seconds for which an animation shows each move, and for which it shows the last
 * move.
 */
const [MOVE_S, LAST_S] = [0.8, 2.5];
/** Length of an animation's longer side, in pixels. */
const ANIMATED_SIDE = 360;
/** Number of milliseconds between two checks of the board, and maximum number of checks. */
const [LOOK_MS, LOOKS] = [25, 120];
const SQUARES = { X: "❌", O: "⭕", none: "⬜" };

/** Parts of the page that the sheet needs. */
export interface Shared {
  /** The board's element. */
  place: HTMLElement;
  state: Traits;
  /** Returns the link to the current game, without `#`. */
  link(): string;
  /** Requests the position after some moves or, for null, the current position. */
  look(ply: number | null): void;
}

/** Return the position as text. For a puzzle, the text doesn't reveal any move. */
export function describePosition(state: Traits): string {
  const { cells, columns } = state.grid;
  const { board } = shownPosition(state);
  const squares = cells.map((cell) => SQUARES[board[cell] ?? "none"]);
  const rows = [];
  for (let at = 0; at < squares.length; at += columns)
    rows.push(squares.slice(at, at + columns).join(""));
  return rows.join("\n");
}

/** Return the HTML code that embeds a game in another page. */
export function codeToEmbed(url: string): string {
  const { origin, pathname, hash } = new URL(url);
  const address = `${origin}${pathname}?alone${hash}`.replaceAll("&", "&amp;");
  const size = 'width="400" height="600"';
  return `<iframe src="${address}" title="${_("Tic-tac-toe")}" ${size} allow="fullscreen"></iframe>`;
}

/** Make the sheet. */
export function makeShareSheet({ place, state, link, look }: Shared) {
  const board = place.querySelector<HTMLElement>(".ttt") ?? place;
  const said = element("p", { class: "shared", role: "status" });
  const field = element("textarea", {
    "aria-label": _("Text to copy"),
    readonly: "",
    rows: "2",
  });
  const frame = element("div", { class: "picture", role: "img", "aria-label": _("The board") });
  const url = () => new URL(`#${link()}`, location.href).href;
  const words = () => wordsToShare(state.activity);

  /** Copy a text. If copying fails, show the text so that a person can copy it by hand. */
  async function copy(text: string, done: string): Promise<void> {
    field.value = text;
    const isCopied = await copyText(text);
    field.hidden = isCopied;
    if (!isCopied) field.select();
    setText(said, isCopied ? done : _("Copy this text:"));
  }
  /** Return the complete text to share: a result or the position, and the link. */
  function describe(): string {
    const title = joinSentences([
      words() ||
        fill("{game}: {message}", {
          game: state.rules_title,
          message: shownPosition(state).message,
        }),
    ]);
    return [title, ...(state.activity ? [] : [describePosition(state)]), url()].join("\n");
  }
  /** Show a position on the board, and return when the board shows it. */
  async function show(ply: number | null): Promise<void> {
    look(ply);
    for (let at = 0; (state.viewed_ply ?? null) !== ply; at += 1) {
      if (at === LOOKS) throw new Error(`move ${ply} is not shown`);
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
  }
  /** Save the game as an animation. If saving fails, show a message. */
  async function animate(): Promise<void> {
    setText(said, _("Drawing the game…"));
    try {
      saveFile(
        new Blob([writeGif(await collectFrames())], { type: "image/gif" }),
        `${FILE}.gif`,
      );
      setText(said, _("Animation saved"));
    } catch {
      setText(said, _("The game could not be drawn. Try again."));
    }
  }
  /** Show each position of the game on the board, and return pictures of all positions. */
  async function collectFrames() {
    const { moves, viewed_ply: before } = state;
    const colours = readColours(board);
    const frames = [];
    for (let ply = 0; ply <= moves.length; ply += 1) {
      const isLast = ply === moves.length;
      await show(isLast ? null : ply);
      const canvas = drawPicture(state, colours, ANIMATED_SIDE);
      const image = canvas
        .getContext("2d")
        ?.getImageData(0, 0, canvas.width, canvas.height) as ImageData;
      frames.push({ image, seconds: isLast ? LAST_S : MOVE_S });
    }
    await show(before ?? null);
    return frames;
  }
  function savePicture(): void {
    drawPicture(state, readColours(board)).toBlob((file) => {
      if (file) saveFile(file, `${FILE}.png`);
    });
    setText(said, _("Picture saved"));
  }
  /** Open a phone's own sheet for sharing, with the link. */
  async function send(): Promise<void> {
    const text = words();
    await navigator
      .share({ title: document.title, ...(text && { text }), url: url() })
      .catch(() => {}); // The person has cancelled sharing.
  }

  // On a desktop computer, copying the link is quicker than using the system's sheet.
  const isPhone = matchMedia("(pointer: coarse)").matches && "share" in navigator;
  const animation = makeButton(_("Save animation"), {}, () => void animate());
  const buttons = [
    ...(isPhone ? [makeButton(_("Send link"), { class: "ttt-main" }, () => void send())] : []),
    makeButton(
      _("Copy link"),
      isPhone ? {} : { class: "ttt-main" },
      () => void copy([words(), url()].filter(Boolean).join("\n"), _("Link copied")),
    ),
    makeButton(_("Copy text"), {}, () => void copy(describe(), _("Text copied"))),
    makeButton(_("Save picture"), {}, savePicture),
    animation,
    makeButton(_("Copy embed code"), {}, () => void copy(codeToEmbed(url()), _("Code copied"))),
  ];
  const sheet = makeSheet(
    _("Share"),
    "share",
    makeHead(element("h2", {}, _("Share")), () => sheet.close()),
    element(
      "div",
      { class: "shared-game" },
      frame,
      element("div", {}, ...buttons, said, field),
    ),
  );
  return {
    root: sheet,
    open() {
      setText(said, "");
      field.hidden = true;
      // In an activity, the moves are tries, not a game.
      animation.hidden = !state.moves.length || !!state.activity;
      frame.replaceChildren(drawPicture(state, readColours(board)));
      sheet.showModal();
    },
  };
}
