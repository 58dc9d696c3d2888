// The board over the whole screen.

/**
 * Make the control that gives the board the whole screen, and takes it back. If the browser has
 * no full screen, as on some phones, the board covers the window.
 *
 * @param root of the widget
 */
export function makeFull(root: HTMLElement) {
  const isFull = () => root.hasAttribute("data-full");

  function show(on: boolean) {
    root.toggleAttribute("data-full", on);
  }
  /** Cover the window, in its top layer if the browser has one. */
  function cover() {
    // If the board is removed during the request, nothing needs to be covered.
    if (!root.isConnected) return;
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
  return { isFull, toggle };
}
