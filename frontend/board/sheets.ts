// The sheets that people open only now and then, in a separate script, which load_sheets.ts
// loads.

import type { Ask } from "../shared/channel.ts";
import { shareLanguage } from "../shared/texts.ts";
import { makeCard } from "./card.ts";
import { makeHandIn } from "./hand_in.ts";
import { makeKeys } from "./keys.ts";
import { makeLearn } from "./learn.ts";
import { makeSetup } from "./setup.ts";
import { makeShare } from "./share.ts";
import type { View } from "./view.ts";

/** The sheets' styles, set during the build. */
declare const STYLES: string;

const styles = new CSSStyleSheet();
styles.replaceSync(STYLES);

/** Add the sheets' styles to the document or shadow root that contains a node. */
function addStyles(node: Node) {
  // The page's content security policy can forbid style elements.
  const { adoptedStyleSheets: adopted } = node.getRootNode() as Document | ShadowRoot;
  if (!adopted.includes(styles)) adopted.push(styles);
}

/** Callbacks for the sheets. */
interface SheetEvents {
  /** Called when a game has begun, to move the focus to the board. */
  focus: () => void;
  /** Called when a person has opened a lesson, a puzzle or an example. */
  begun: () => void;
  /** Returns the current game's address, if it has one. */
  link?: () => string;
}

/**
 * Make the sheets for a board.
 *
 * @param language current language in the board's script
 */
function makeSheets(
  ask: Ask,
  { focus, begun, link }: SheetEvents,
  language: Parameters<typeof shareLanguage>[0],
) {
  shareLanguage(language);
  let view: View;
  const setup = makeSetup(ask, focus);
  const card = makeCard(ask, { begun });
  const handIn = makeHandIn(ask);
  const learn = makeLearn(ask, { begun, showRules: card.open, handIn: handIn.open });
  const share = makeShare(ask, link);
  const keys = makeKeys();
  const openers = {
    setup: setup.open,
    card: card.open,
    learn: learn.open,
    handIn: handIn.open,
    share: share.open,
    keys: () => keys.open(view),
  };
  const pieces = [setup, card, learn, handIn, share];
  const roots = [...[...pieces, keys].map(({ root }) => root), setup.lab];
  return {
    roots,
    open(name: keyof typeof openers) {
      addStyles(roots[0]);
      openers[name]();
    },
    draw(next: View) {
      view = next;
      for (const piece of pieces) piece.draw(view);
    },
    close: card.close,
  };
}

export default { addStyles, makeSheets };
