// A table that is wider than the screen scrolls sideways. Let the keyboard scroll it, too.

const watch = new ResizeObserver((seen) => {
  for (const { target } of seen) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
for (const table of document.querySelectorAll(".table-wrapper")) watch.observe(table);
