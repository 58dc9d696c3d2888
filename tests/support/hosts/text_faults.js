// Returns what is wrong with the texts that a page shows: English words, unfilled slots, and
// texts that are cut, lie beyond the page or overlap. `names` are words that no language
// translates. `whole` selects the element that is all ours.
({ names, whole }) => {
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  const root = sheet ?? document.querySelector(whole);
  const faults = new Set();
  const isShown = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const elements = [...root.querySelectorAll("*:not(script, style, noscript)")].filter(isShown);
  const textsOf = (one) =>
    [...one.childNodes].filter((part) => part.nodeType === 3 && part.nodeValue.trim());
  /** Return an element and those around it, up to the root. */
  function* around(one) {
    for (let box = one; box && box !== root.parentElement; box = box.parentElement) yield box;
  }
  const hasStyle = (one, test) => [...around(one)].some((box) => test(getComputedStyle(box), box));

  const isName = (word) => word.length === 1 || names.includes(word);

  // All texts of the pseudo-language have accents on their vowels.
  function checkWords(text) {
    if (/\{\w+\}/.test(text)) faults.add(`unfilled slot: ${text}`);
    const words = text.match(/[\p{L}\p{M}_]+/gu) ?? [];
    for (const word of words)
      if (/^(?![XO]+$)[a-z]*[aeiou][a-z]*$/i.test(word) && !isName(word))
        faults.add(`English: ${word} in ${text}`);
  }
  const SPOKEN = ["aria-label", "title", "aria-valuetext", "aria-description", "placeholder"];
  for (const one of elements) {
    if (one.closest("code, pre")) continue;
    for (const name of SPOKEN) checkWords(one.getAttribute(name) ?? "");
    for (const part of textsOf(one)) checkWords(part.nodeValue);
  }

  /** Return the visible part of a rectangle, and note a text that something cuts. */
  function clip({ left, top, right, bottom }, inside, text) {
    for (const box of around(inside)) {
      const { overflowX, overflowY, position } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      const hides = (overflow) => overflow === "hidden" || overflow === "clip";
      const isCut =
        (hides(overflowX) && (left < edge.left - 2 || right > edge.right + 2)) ||
        (hides(overflowY) && (top < edge.top - 3 || bottom > edge.bottom + 3));
      // The design shortens names, which people can make long.
      const isShort = getComputedStyle(box).textOverflow === "ellipsis";
      if (isCut && text && !isShort) faults.add(`cut by ${box.tagName}.${box.className}: ${text}`);
      if (overflowX !== "visible")
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (overflowY !== "visible")
        [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      if (position === "fixed") break;
    }
    if (text && right > left && (left < -1 || right > innerWidth + 1))
      faults.add(`beyond the page: ${text}`);
    return { left, top, right, bottom };
  }
  // Texts for screen readers alone are one pixel large. The squares have a picture of their own.
  const isForEar = (one) =>
    hasStyle(one, ({ clipPath }, box) => clipPath !== "none" || box.offsetWidth === 1);
  const isSticky = (one) =>
    hasStyle(one, ({ position }, box) => box !== root && position === "sticky");
  const drawn = [];
  for (const one of elements) {
    if (one.closest("svg, option, [role=gridcell]") || isForEar(one)) continue;
    for (const part of textsOf(one)) {
      const range = document.createRange();
      range.selectNodeContents(part);
      const text = part.nodeValue.trim();
      for (const line of range.getClientRects())
        if (line.width >= 1) drawn.push({ ...clip(line, one, text), one, name: text });
    }
    if (one.matches("button, input, select")) {
      const name = `${one.tagName}.${one.className}`;
      drawn.push({ ...clip(one.getBoundingClientRect(), one.parentElement, ""), one, name });
    }
  }
  for (const [at, first] of drawn.entries())
    for (const second of drawn.slice(at + 1)) {
      const across = Math.min(first.right, second.right) - Math.max(first.left, second.left);
      const down = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top);
      if (across < 3 || down < 5) continue;
      const [one, other] = [first.one, second.one];
      if (one.contains(other) || other.contains(one)) continue;
      if (one.closest("label")?.contains(other) || isSticky(one) !== isSticky(other)) continue;
      faults.add(`overlap: ${first.name} (${one.parentElement.className}) and ${second.name}`);
    }
  if (!sheet && document.documentElement.scrollWidth > innerWidth + 1)
    faults.add(`the page is ${document.documentElement.scrollWidth} px wide`);
  return [...faults];
};
