// The board on the whole screen.

/**
 * Make the object that turns full screen on and off. If the browser can't show an element in
 * full screen, as on some phones, the board covers the window instead.
 *
 * @param root root of the widget
 */
export function makeFull(root: HTMLElement) {
  const isFull = () => root.hasAttribute("data-full");

  function show(on: boolean) {
    root.toggleAttribute("data-full", on);
  }
  /** Make the board cover the window, in the browser's top layer if it has one. */
  function cover() {
    // If the board was removed during the request, don't cover the window.
    if (!root.isConnected) return;
    root.setAttribute("popover", "manual");
    root.showPopover?.();
    show(true);
  }
  function uncover() {
    root.removeAttribute("popover");
    show(false);
  }
  /** Turn full screen on or off. */
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
