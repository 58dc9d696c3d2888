// Icons from Lucide (ISC license). The bundles contain only the icons that are imported.

import { drawing, element, makeButton } from "./elements.ts";

export { default as LeaveIcon } from "lucide/dist/esm/icons/arrow-left.mjs";
export { default as SwapIcon } from "lucide/dist/esm/icons/arrow-left-right.mjs";
export { default as LearnIcon } from "lucide/dist/esm/icons/book-open.mjs";
export { default as ComputerIcon } from "lucide/dist/esm/icons/bot.mjs";
export { default as DayIcon } from "lucide/dist/esm/icons/calendar.mjs";
export { default as FirstIcon } from "lucide/dist/esm/icons/chevron-first.mjs";
export {
  default as LastIcon,
  default as NowIcon,
} from "lucide/dist/esm/icons/chevron-last.mjs";
export { default as BackIcon } from "lucide/dist/esm/icons/chevron-left.mjs";
export { default as ForwardIcon } from "lucide/dist/esm/icons/chevron-right.mjs";
export { default as PredictIcon } from "lucide/dist/esm/icons/circle-question-mark.mjs";
export { default as FinishIcon } from "lucide/dist/esm/icons/corner-down-right.mjs";
export { default as InstallIcon } from "lucide/dist/esm/icons/download.mjs";
export { default as MoreIcon } from "lucide/dist/esm/icons/ellipsis.mjs";
export { default as DrawnIcon } from "lucide/dist/esm/icons/equal.mjs";
export { default as LookingBackIcon } from "lucide/dist/esm/icons/eye.mjs";
export { default as SaveIcon } from "lucide/dist/esm/icons/file-down.mjs";
export { default as BoardIcon } from "lucide/dist/esm/icons/grid-3x3.mjs";
export { default as HintsIcon } from "lucide/dist/esm/icons/lightbulb.mjs";
export { default as ListIcon } from "lucide/dist/esm/icons/list.mjs";
export { default as FullScreenIcon } from "lucide/dist/esm/icons/maximize.mjs";
export { default as CommentIcon } from "lucide/dist/esm/icons/message-square.mjs";
export { default as NotebookIcon } from "lucide/dist/esm/icons/notebook.mjs";
export { default as FaultIcon } from "lucide/dist/esm/icons/octagon-x.mjs";
export { default as PauseIcon } from "lucide/dist/esm/icons/pause.mjs";
export { default as PlayIcon } from "lucide/dist/esm/icons/play.mjs";
export { default as PrintIcon } from "lucide/dist/esm/icons/printer.mjs";
export { default as PuzzleIcon } from "lucide/dist/esm/icons/puzzle.mjs";
export { default as NewGameIcon } from "lucide/dist/esm/icons/rotate-ccw.mjs";
export { default as CutIcon } from "lucide/dist/esm/icons/scissors.mjs";
export { default as RulesIcon } from "lucide/dist/esm/icons/scroll-text.mjs";
export { default as ShareIcon } from "lucide/dist/esm/icons/share.mjs";
export { default as SettingsIcon } from "lucide/dist/esm/icons/sliders-horizontal.mjs";
export { default as StopIcon } from "lucide/dist/esm/icons/square.mjs";
export { default as StepIcon } from "lucide/dist/esm/icons/step-forward.mjs";
export { default as ResetIcon } from "lucide/dist/esm/icons/trash.mjs";
export { default as WonIcon } from "lucide/dist/esm/icons/trophy.mjs";
export { default as UndoIcon } from "lucide/dist/esm/icons/undo-2.mjs";
export { default as PersonIcon } from "lucide/dist/esm/icons/user.mjs";
export { default as PeopleIcon, default as PlayersIcon } from "lucide/dist/esm/icons/users.mjs";
export { default as CloseIcon } from "lucide/dist/esm/icons/x.mjs";

export type Icon = [tag: string, attributes: Record<string, string | number>][];

/** Attributes with which Lucide draws all its icons. */
const STYLE = {
  width: 20,
  height: 20,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  "stroke-width": 2,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
};

/** Draw an icon, which must be next to a word that says what it means. */
export function drawIcon(icon: Icon) {
  return drawing(
    "svg",
    { class: "ttt-icon", "aria-hidden": "true", ...STYLE },
    ...icon.map(([tag, attributes]) => drawing(tag, attributes)),
  );
}

/** Make a button with an icon and a word. */
export function makeTool(
  label: string,
  icon: Icon,
  press: () => void,
  attributes: Record<string, string> = {},
) {
  const made = makeButton("", attributes, press);
  made.append(drawIcon(icon), element("span", {}, label));
  return made;
}

/**
 * Make a button with only an icon. The word is its tooltip, and its name for screen readers.
 */
export function makeIconButton(
  label: string,
  icon: Icon,
  press: () => void,
  attributes: Record<string, string> = {},
) {
  const made = makeButton("", { "aria-label": label, title: label, ...attributes }, press);
  made.append(drawIcon(icon));
  return made;
}
