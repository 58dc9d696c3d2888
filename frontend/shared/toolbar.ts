// Toolbars, with one button in the order of Tab and the others reached by arrows.

/**
 * Make one tab stop of the buttons of a toolbar. Return a function that moves it to the button
 * with an index.
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
