// Toolbars with a single tab stop, in which arrow keys move between the buttons.

/**
 * Give a toolbar's buttons a single tab stop. Return a function that moves the tab stop to the
 * button with the given index.
 */
export function makeTabStop(root: HTMLElement) {
  const buttons = () => [...root.querySelectorAll("button")];

  function stopAt(index: number) {
    buttons().forEach((button, at) => {
      button.tabIndex = at === index ? 0 : -1;
    });
  }
  root.addEventListener("keydown", (event) => {
    const all = buttons();
    const at = all.indexOf(event.target as HTMLButtonElement);
    const by = root.closest<HTMLElement>("[dir]")?.dir === "rtl" ? -1 : 1;
    const to = { ArrowLeft: at - by, ArrowRight: at + by, Home: 0, End: all.length - 1 }[
      event.key
    ];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!all[to]) return;
    stopAt(to);
    all[to].focus();
  });
  return stopAt;
}
