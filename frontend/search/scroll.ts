// The tree on the screen: it scrolls in a box of its own, and only what is in sight is drawn.

import { drawing, element, setAttribute } from "../shared/elements.ts";
import { drawItem, makeItem } from "./items.ts";
import type { Item } from "./tree.ts";
import { growItems, itemAfterKey, layOut, listItems, nodeOf, toggle } from "./tree.ts";
import type { Act, Walk } from "./walk.ts";
import { currentNode, pathTo } from "./walk.ts";

/** Pixels beyond what is seen of the tree in which items are drawn too. */
const MARGIN = 1200;
/** Pixels between the tree and the edge of its box, as in the styles. */
const PADDING = 8;

/**
 * Sizes in pixels, by the least width of the view, as in the styles: of the board of an item, of
 * the item, and between items. Where there is no room for a tree, it is an outline, whose items
 * are as wide as the box.
 */
const LAYOUTS = [
  { from: 1024, size: 48, width: 156, lane: 40, gap: 16 },
  { from: 736, size: 36, width: 128, lane: 18, gap: 10 },
  { from: 0, size: 36, width: 0, lane: 22, gap: 6 },
];
/** Least width of an item of an outline. */
const LEAST = 144;

/** Return what has the focus in the page or shadow root of an element. */
export function focusIn(node: Node): Element | null {
  return (node.getRootNode() as Partial<DocumentOrShadowRoot>).activeElement ?? null;
}

/** Make the tree, which scrolls in a box of its own. */
export function makeTree(walk: Walk, act: Act) {
  const { search } = walk;
  const longest = search.worths.reduce((most, { length }) => Math.max(most, length), 2);
  const name = search.names(search.grid.cells.slice(-1));
  /** How much higher the items of a large board are; and how much wider, as long texts need. */
  const higher = search.grid.columns > 5 ? 40 : 0;
  const wider =
    higher + 9 * (Math.min(longest, 12) - 2 + name.length - 1) + (search.isVisits ? 12 : 0); // the start has a long mean too
  const paths = ["ttt-plain", "ttt-dashed", "ttt-path"].map((name) =>
    drawing("path", { class: name }),
  );
  const edges = drawing("svg", { class: "ttt-edges", "aria-hidden": "true" }, ...paths);
  const list = element("div", {
    role: "tree",
    "aria-label": search.isVisits ? "Nodes" : "Calls so far",
    class: "ttt-tree",
  });
  const sheet = element("div", { class: "ttt-canvas" }, edges, list);
  const root = element("div", { class: "ttt-box" }, sheet);

  let layout = LAYOUTS[2];
  let height = 0;
  let items: Item[] = [];
  /** The elements of the items that are in sight, by key. */
  const drawn = new Map<string, HTMLElement>();
  /** Where items were at the last drawing, by key. */
  let places = new Map<string, number>();
  /** What was selected and which step it was at the last drawing. */
  let shown = "";
  /**
   * The part of the tree that is in sight. It is read before anything changes, else the browser
   * lays all out twice.
   */
  let sight = { top: 0, left: 0, high: 0, wide: 0 };
  /** Space above the tree, where it is lower than its box. */
  let above = 0;
  let isDue = false;

  const selectedItem = () => items.find((item) => item.key === walk.selected) as Item;
  const topOf = (item: Item) => above + item.at * (height + layout.gap);
  const widthOf = (item: Item) =>
    layout.width ? layout.width + wider : Math.max(sight.wide - leftOf(item), LEAST + wider);
  const leftOf = ({ level }: Item) =>
    level * (layout.width ? layout.width + wider + layout.lane : layout.lane);

  function select(item: Item) {
    act(() => {
      walk.selected = item.key;
    });
  }
  function itemOf(event: Event) {
    const target = (event.target as Element).closest("[data-key]");
    return items.find((item) => item.key === target?.getAttribute("data-key"));
  }
  list.addEventListener("click", (event) => {
    const item = itemOf(event);
    if (!item) return;
    act(() => {
      walk.selected = item.key;
      if (item.kind === "fold") toggle(walk, item);
    });
    focus();
  });
  list.addEventListener("dblclick", (event) => {
    const item = itemOf(event);
    if (item?.kind === "call") act(() => toggle(walk, item));
  });
  list.addEventListener("keydown", (event) => {
    const item = itemOf(event);
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = itemAfterKey(event.key, item, items);
    const opens =
      ["Enter", " "].includes(event.key) ||
      (event.key === "ArrowRight" && (item.isOpen === false || item.kind === "fold")) ||
      (event.key === "ArrowLeft" && item.isOpen === true);
    if (opens) act(() => toggle(walk, item));
    else if (next) select(next);
    if (opens || next || event.key.startsWith("Arrow")) event.preventDefault();
  });
  root.addEventListener("scroll", () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      look();
      paint();
    });
  });

  // A host may lay the view out after it was drawn, or resize it.
  const observer = new ResizeObserver(() => {
    shown = "";
    draw();
  });
  observer.observe(root);

  function look() {
    sight = {
      top: root.scrollTop,
      left: root.scrollLeft,
      high: root.clientHeight - 2 * PADDING,
      wide: root.clientWidth - 2 * PADDING,
    };
    const room = root.parentElement?.clientWidth ?? 0;
    layout = LAYOUTS.find(({ from }) => room >= from) as typeof layout;
    height = layout.size + higher + (layout.size > 40 ? 14 : 16);
    root.style.setProperty("--size", `${layout.size + higher}px`);
    root.style.setProperty("--height", `${height}px`);
  }
  function focus() {
    drawn.get(walk.selected)?.focus({ preventScroll: true });
  }
  /** Select what is nearest to the selected item, if that is not in the tree any more. */
  function keepSelection() {
    const keys = new Set(items.map((item) => item.key));
    let node = nodeOf(walk.selected);
    while (!keys.has(walk.selected) && node >= 0) {
      walk.selected = String(node);
      node = search.parents[node];
    }
  }
  /** Scroll so that what was there stays where it is, and the selected item is in sight. */
  function scroll() {
    const item = selectedItem();
    let anchor = item as Item | null;
    while (anchor && !places.has(anchor.key)) anchor = anchor.parent;
    const before = places.get(anchor?.key ?? "");
    if (anchor && before !== undefined) sight.top += topOf(anchor) - before;
    places = new Map(items.map((one) => [one.key, topOf(one)]));
    const now = `${walk.selected} ${walk.step}`;
    if (now === shown) return;
    shown = now;
    // The parent and the children are shown too, where there is room for them.
    const tops = [item, ...item.children].map(topOf);
    const [first, end] = [Math.min(...tops), Math.max(...tops) + height];
    const down = height + layout.gap;
    const room = Math.min(down, (sight.high - (end - first)) / 2);
    const [top, bottom] =
      room >= 0 ? [first - room, end + room] : [topOf(item) - down, topOf(item) + 2 * down];
    sight.top = Math.max(0, Math.min(Math.max(sight.top, bottom - sight.high), top));
    const [left, width] = [leftOf(item), widthOf(item)];
    const beside = Math.max(0, Math.min(width, (sight.wide - width) / 2));
    sight.left = Math.max(
      0,
      Math.min(Math.max(sight.left, left + width + beside - sight.wide), left - beside),
    );
  }
  /** Draw the items that are in sight, or nearly. */
  function paint() {
    const path = search.isVisits ? new Set<number>() : pathTo(search, currentNode(walk));
    const inSight = items.filter((item) => {
      const [x, y] = [leftOf(item) - sight.left, topOf(item) - sight.top];
      return (
        (x > -MARGIN && x < sight.wide + MARGIN && y > -MARGIN && y < sight.high + MARGIN) ||
        item.key === walk.selected
      );
    });
    const keys = new Set(inSight.map((item) => item.key));
    for (const [key, made] of drawn) {
      if (keys.has(key)) continue;
      made.remove();
      drawn.delete(key);
    }
    // Screen readers read the items in the order in which they stand here.
    let next = list.firstElementChild;
    const curves = ["", "", ""];
    for (const item of inSight) {
      const made = drawn.get(item.key) ?? makeItem(search, item);
      const [x, y] = [leftOf(item), topOf(item)];
      drawn.set(item.key, made);
      drawItem(walk, item, made, path);
      const place = `transform: translate(${x}px, ${y}px); inline-size: ${widthOf(item)}px`;
      setAttribute(made, "style", place);
      if (made === next) next = made.nextElementSibling;
      else list.insertBefore(made, next);
      if (!item.parent) continue;
      const kind = item.kind === "call" ? (path.has(item.node) ? 2 : 0) : 1;
      const [from, top] = [leftOf(item.parent), topOf(item.parent)];
      curves[kind] += layout.width
        ? `M${from + widthOf(item.parent)} ${top + height / 2}H${x - layout.lane / 2}`
        : `M${from + 11} ${top + height}`;
      curves[kind] += `V${y + height / 2}H${x}`;
    }
    for (const [kind, path] of paths.entries()) setAttribute(path, "d", curves[kind]);
  }
  function draw() {
    const hadFocus = list.contains(focusIn(root));
    look();
    items = growItems(walk);
    if (layout.width) layOut(items);
    else listItems(items);
    keepSelection();
    above = 0;
    let [high, wide] = [0, 0];
    for (const item of items) {
      high = Math.max(high, topOf(item) + height);
      wide = Math.max(wide, leftOf(item) + widthOf(item));
    }
    if (layout.width) above = Math.max(0, (sight.high - high) / 2);
    sheet.style.width = `${wide}px`;
    sheet.style.height = `${above + high}px`;
    scroll();
    paint();
    root.scrollTop = sight.top;
    root.scrollLeft = sight.left;
    if (hadFocus) focus();
  }
  return { root, draw, focus, selectedItem, close: () => observer.disconnect() };
}
