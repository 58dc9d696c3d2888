// @ts-check
// Toolbars: of their buttons one can be reached by Tab, the others from there by arrows.

/**
 * Make one tab stop of the buttons of a toolbar; return a function that puts it at the
 * button of an index.
 * @param {HTMLElement} root
 */
export function makeTabStop(root) {
  const buttons = () => [...root.querySelectorAll("button")];

  /** @param {number} index */
  function stopAt(index) {
    buttons().forEach((button, at) => { button.tabIndex = at === index ? 0 : -1; });
  }
  root.addEventListener("keydown", (event) => {
    const all = buttons();
    const at = all.findIndex((button) => button === event.target);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!all[to]) return;
    stopAt(to);
    all[to].focus();
  });
  return stopAt;
}
