// The board over the whole screen.

import { makeButton, setText } from "../shared/elements.ts";

/**
 * Make the button that gives the board the whole screen, and takes it back.
 *
 * Where the browser has no full screen, as on some phones, the board covers the window.
 *
 * @param root of the widget
 */
export function makeFull(root: HTMLElement) {
  const button = makeButton("", { "aria-keyshortcuts": "Shift+F", title: "Shift+F" }, toggle);
  const isFull = () => root.hasAttribute("data-full");

  function show(on: boolean) {
    root.toggleAttribute("data-full", on);
    setText(button, on ? "Exit full screen" : "Full screen");
  }
  /** Cover the window, above all else in it where the browser has such a layer. */
  function cover() {
    root.setAttribute("popover", "manual");
    root.showPopover?.();
    show(true);
  }
  function uncover() {
    root.removeAttribute("popover");
    show(false);
  }
  /** Give the board the whole screen, or take it back. */
  function toggle() {
    if (!isFull() && root.requestFullscreen) root.requestFullscreen().catch(cover);
    else if (!isFull()) cover();
    else if (root.hasAttribute("popover")) uncover();
    else root.ownerDocument.exitFullscreen();
  }
  root.addEventListener("fullscreenchange", () => {
    show((root.getRootNode() as Document | ShadowRoot).fullscreenElement === root);
  });
  root.addEventListener("keydown", ({ key, target }) => {
    const isInside = (target as Element).closest("dialog, input");
    if (key === "Escape" && root.hasAttribute("popover") && !isInside) uncover();
  });
  show(false);
  return { button, toggle };
}
