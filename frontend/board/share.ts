// The sheet for sharing the current game as a picture, an animation or text. If the game has an
// address, people can also share a link, or code that embeds the game in another page.

import type { Ask } from "../shared/channel.ts";
import {
  copyText,
  element,
  KEEPS_KEYS,
  makeButton,
  saveFile,
  setText,
} from "../shared/elements.ts";
import { makeHead, makeSheet } from "../shared/sheet.ts";
import { _, fill, formatDate, joinSentences, plural } from "../shared/texts.ts";
import { writeGif } from "./gif.ts";
import { drawPicture, readColours } from "./picture.ts";
import type { Activity } from "./shapes.ts";
import type { View } from "./view.ts";
import { shownPosition } from "./view.ts";

/** Name for saved files, without an extension. */
const FILE = "tic-tac-toe";
/** Number of seconds for which an animation shows each move, and the last move. */
const [MOVE_S, LAST_S] = [0.8, 2.5];
/** Length of an animation's longer side, in pixels. */
const ANIMATED_SIDE = 360;
/** Number of milliseconds between two looks at the board, and maximum number of looks. */
const [LOOK_MS, LOOKS] = [25, 120];
const SQUARES = { X: "❌", O: "⭕", none: "⬜" };

/**
 * Return the text to share with a link: the person's result in a daily puzzle, or an empty
 * text.
 */
function describeResult(activity: Activity | null) {
  if (!activity?.day) return "";
  const { day, state, streak, tries } = activity;
  // At noon, the date is the same in nearly every time zone.
  const noon = new Date(`${day}T12:00`);
  const date = formatDate(noon, { day: "numeric", month: "long" });
  if (state !== "right") return fill("Tic-tac-toe puzzle for {date}", { date });
  const solved = plural(
    "I solved the tic-tac-toe puzzle for {date} on the first try!",
    "I solved the tic-tac-toe puzzle for {date} in {count} tries!",
    tries + 1,
    { date },
  );
  const days = plural("{count} day in a row", "{count} days in a row", streak);
  return joinSentences([solved, days]);
}

/** Return the position as text. For a puzzle, the text doesn't give any move away. */
function describePosition(view: View) {
  const { cells, columns } = view.grid;
  const { board } = shownPosition(view);
  const squares = cells.map((cell) => SQUARES[board[cell] ?? "none"]);
  const rows = [];
  for (let at = 0; at < squares.length; at += columns)
    rows.push(squares.slice(at, at + columns).join(""));
  return rows.join("\n");
}

/** Return HTML code that embeds a game in another page. */
function codeToEmbed(url: string) {
  const { origin, pathname, hash } = new URL(url);
  const address = `${origin}${pathname}?alone${hash}`.replaceAll("&", "&amp;");
  const size = 'width="400" height="600"';
  return `<iframe src="${address}" title="${_("Tic-tac-toe")}" ${size} allow="fullscreen"></iframe>`;
}

/**
 * Make the sheet.
 *
 * @param link returns the current game's address, if it has one
 */
export function makeShare(ask: Ask, link?: () => string) {
  let view: View;
  const said = element("p", { role: "status" });
  const field = element("textarea", {
    "aria-label": _("Text to copy"),
    readonly: "",
    rows: "2",
    ...KEEPS_KEYS,
  });
  const frame = element("div", { role: "img", "aria-label": _("The board") });
  const words = () => describeResult(view.activity);
  const colours = () => readColours(root.closest(".ttt") as HTMLElement);

  /** Copy a text. If that fails, show the text, so that a person can copy it by hand. */
  async function copy(text: string, done: string) {
    field.value = text;
    const isCopied = await copyText(text);
    field.hidden = isCopied;
    if (!isCopied) field.select();
    setText(said, isCopied ? done : _("Copy this text:"));
  }
  /** Return the complete text to share: a result or the position, and the link if there is one. */
  function describe() {
    const title = joinSentences([
      words() ||
        fill("{game}: {message}", {
          game: view.rules_title,
          message: shownPosition(view).message,
        }),
    ]);
    const squares = view.activity ? [] : [describePosition(view)];
    return [title, ...squares, ...(link ? [link()] : [])].join("\n");
  }
  /** Show a position on the board, and wait until the board shows it. */
  async function show(ply: number | null) {
    ask("view", { to: ply });
    for (let at = 0; (view.viewed_ply ?? null) !== ply; at += 1) {
      if (at === LOOKS) throw new Error(`move ${ply} is not shown`);
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
  }
  /** Save the game as an animation. If saving fails, show a message. */
  async function animate() {
    setText(said, _("Drawing the game…"));
    try {
      const file = new Blob([writeGif(await collectFrames())], { type: "image/gif" });
      saveFile(file, `${FILE}.gif`);
      setText(said, _("Animation saved"));
    } catch {
      setText(said, _("The game could not be drawn. Try again."));
    }
  }
  /** Show each position in the game on the board, and return pictures of them all. */
  async function collectFrames() {
    const { moves, viewed_ply: before } = view;
    const drawn = colours();
    const frames = [];
    for (let ply = 0; ply <= moves.length; ply += 1) {
      const isLast = ply === moves.length;
      await show(isLast ? null : ply);
      const canvas = drawPicture(view, drawn, ANIMATED_SIDE);
      const image = canvas
        .getContext("2d")
        ?.getImageData(0, 0, canvas.width, canvas.height) as ImageData;
      frames.push({ image, seconds: isLast ? LAST_S : MOVE_S });
    }
    await show(before ?? null);
    return frames;
  }
  function savePicture() {
    drawPicture(view, colours()).toBlob((file) => {
      if (file) saveFile(file, `${FILE}.png`);
    });
    setText(said, _("Picture saved"));
  }
  /** Return the buttons for the link (the first one stands out) and the code to embed. */
  function makeLinkButtons(url: () => string) {
    // On desktop computers, copying the link is quicker than using the system's sheet.
    const isPhone = matchMedia("(pointer: coarse)").matches && "share" in navigator;
    /** Open a phone's own sheet for sharing, with the link. */
    const send = async () => {
      const text = words();
      await navigator
        .share({ title: document.title, ...(text && { text }), url: url() })
        .catch(() => {}); // the person has cancelled it
    };
    const copyLink = () => copy([words(), url()].filter(Boolean).join("\n"), _("Link copied"));
    const copyCode = () => copy(codeToEmbed(url()), _("Code copied"));
    const main = { class: "ttt-main" };
    return {
      links: [
        ...(isPhone ? [makeButton(_("Send link"), main, () => void send())] : []),
        makeButton(_("Copy link"), isPhone ? {} : main, () => void copyLink()),
      ],
      codes: [makeButton(_("Copy embed code"), {}, () => void copyCode())],
    };
  }

  const { links, codes } = link ? makeLinkButtons(link) : { links: [], codes: [] };
  const animation = makeButton(_("Save animation"), {}, () => void animate());
  const buttons = [
    ...links,
    makeButton(_("Copy text"), {}, () => void copy(describe(), _("Text copied"))),
    makeButton(_("Save picture"), {}, savePicture),
    animation,
    ...codes,
  ];
  const root = makeSheet(
    _("Share"),
    "ttt-sharing",
    makeHead(element("h2", {}, _("Share")), () => root.close()),
    element("div", { class: "ttt-shared" }, frame, element("div", {}, ...buttons, said, field)),
  );
  return {
    root,
    draw(next: View) {
      view = next;
    },
    open() {
      setText(said, "");
      field.hidden = true;
      // In an activity, moves are tries, not a game.
      animation.hidden = !view.moves.length || !!view.activity;
      frame.replaceChildren(drawPicture(view, colours()));
      root.showModal();
    },
  };
}
