// The tree on the screen, which scrolls in its own box. Only the visible part of the tree is
// drawn.

import { html, render, svg } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { element } from "../shared/elements.ts";
import { _ } from "../shared/texts.ts";
import { drawItem } from "./items.ts";
import type { Item } from "./tree.ts";
import { growItems, itemAfterKey, layOut, listItems, nodeOf, SMALL, toggle } from "./tree.ts";
import type { Act, Walk } from "./walk.ts";
import { currentNode, pathTo } from "./walk.ts";

/** Width (in pixels) of the margin around the visible part in which items are also drawn. */
const MARGIN = 1200;
/** Distance between the tree and its box's edge, in pixels, as in the styles. */
const PADDING = 8;

/**
 * Sizes for each minimum width of the view, in pixels, as in the styles: an item's board, the
 * item, and the distance between items. If there is no room for a tree, the view is an outline
 * whose items are as wide as the box.
 */
const LAYOUTS = [
  { from: 1024, size: 48, width: 156, lane: 40, gap: 16 },
  { from: 736, size: 36, width: 128, lane: 18, gap: 10 },
  { from: 0, size: 36, width: 0, lane: 22, gap: 6 },
];
/** Minimum width of an item in an outline. */
const LEAST = 144;

/** Return the element with the focus in the page or shadow root that contains a node. */
export function focusIn(node: Node): Element | null {
  return (node.getRootNode() as Partial<DocumentOrShadowRoot>).activeElement ?? null;
}

/** Make the tree, which scrolls in its own box. */
export function makeTree(walk: Walk, act: Act) {
  const { search } = walk;
  const longest = search.worths.reduce((most, { length }) => Math.max(most, length), 2);
  const name = search.names(search.grid.cells.slice(-1));
  /** Additional height for items with large boards, and additional width for long texts. */
  const higher = search.grid.columns > 5 ? 40 : 0;
  // In a tree with visits, the first item also has a long text, with its mean.
  const wider =
    higher + 9 * (Math.min(longest, 12) - 2 + name.length - 1) + (search.isVisits ? 12 : 0);
  const root = element("div", { class: "ttt-box" });

  let layout = LAYOUTS[2];
  let height = 0;
  let items: Item[] = [];
  /** Width and height of the whole tree. */
  let [wide, high] = [0, 0];
  /** Place of each item in the last drawing, by the item's key. */
  let places = new Map<string, number>();
  /** Selected item and step in the last drawing. */
  let shown = "";
  /**
   * The visible part of the tree. The visible part is read before any change, so that the
   * browser doesn't compute the layout twice.
   */
  let sight = { top: 0, left: 0, high: 0, wide: 0 };
  /** Space above the tree, if the tree is lower than its box. */
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
  root.addEventListener("click", (event) => {
    const item = itemOf(event);
    if (!item) return;
    act(() => {
      walk.selected = item.key;
      if (item.kind === "fold") toggle(walk, item);
    });
    focus();
  });
  root.addEventListener("dblclick", (event) => {
    const item = itemOf(event);
    if (item?.kind === "call") act(() => toggle(walk, item));
  });
  root.addEventListener("keydown", (event) => {
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

  // A host can lay out or resize the view after it has been drawn.
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
    // For a small tree, the box is only as high as the tree.
    if (search.count <= SMALL) {
      const all = growItems({ ...walk, step: search.last, toggled: new Map() });
      const rows = all.filter(({ children }) => !layout.width || !children.length).length;
      const most = rows * (height + layout.gap) - layout.gap + 2 * PADDING + 2;
      root.style.setProperty("--most", `${most}px`);
    }
  }
  function focus() {
    const item = root.querySelector<HTMLElement>('[aria-selected="true"]');
    item?.focus({ preventScroll: true });
  }
  /** If the selected item is no longer in the tree, select the nearest item. */
  function keepSelection() {
    const keys = new Set(items.map((item) => item.key));
    let node = nodeOf(walk.selected);
    while (!keys.has(walk.selected) && node >= 0) {
      walk.selected = String(node);
      node = search.parents[node];
    }
  }
  /** Scroll so that existing items stay in place and the selected item is visible. */
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
    // Show the parent and the children, too, if there is room for them.
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
  /** Draw the items that are visible or nearly visible. */
  function paint() {
    const path = search.isVisits ? new Set<number>() : pathTo(search, currentNode(walk));
    const inSight = items.filter((item) => {
      const [x, y] = [leftOf(item) - sight.left, topOf(item) - sight.top];
      return (
        (x > -MARGIN && x < sight.wide + MARGIN && y > -MARGIN && y < sight.high + MARGIN) ||
        item.key === walk.selected
      );
    });
    render(
      html`
        <div class="ttt-canvas" style=${`width: ${wide}px; height: ${above + high}px`}>
          <svg class="ttt-edges" aria-hidden="true">${drawEdges(inSight, path)}</svg>
          <div role="tree" class="ttt-tree"
            aria-label=${search.isVisits ? _("Nodes") : _("Calls so far")}
          >${repeat(
            inSight,
            (item) => item.key,
            (item) => drawItem(walk, item, styleOf(item), path),
          )}</div>
        </div>`,
      root,
    );
  }
  function styleOf(item: Item) {
    const [x, y] = [leftOf(item), topOf(item)];
    return `transform: translate(${x}px, ${y}px); inline-size: ${widthOf(item)}px`;
  }
  /** Draw lines from items to their parents. */
  function drawEdges(inSight: Item[], path: Set<number>) {
    const curves = { "ttt-plain": "", "ttt-dashed": "", "ttt-path": "" };
    for (const item of inSight) {
      const { parent } = item;
      if (!parent) continue;
      const isOnPath = path.has(item.node);
      const name = item.kind !== "call" ? "ttt-dashed" : isOnPath ? "ttt-path" : "ttt-plain";
      const [x, y, from, top] = [leftOf(item), topOf(item), leftOf(parent), topOf(parent)];
      curves[name] += layout.width
        ? `M${from + widthOf(parent)} ${top + height / 2}H${x - layout.lane / 2}`
        : `M${from + 11} ${top + height}`;
      curves[name] += `V${y + height / 2}H${x}`;
    }
    return Object.entries(curves).map(([name, d]) => svg`<path class=${name} d=${d} />`);
  }
  function draw() {
    const hadFocus = root.contains(focusIn(root));
    look();
    items = growItems(walk);
    if (layout.width) layOut(items);
    else listItems(items);
    keepSelection();
    [above, wide, high] = [0, 0, 0];
    for (const item of items) {
      high = Math.max(high, topOf(item) + height);
      wide = Math.max(wide, leftOf(item) + widthOf(item));
    }
    if (layout.width) above = Math.max(0, (sight.high - high) / 2);
    scroll();
    paint();
    root.scrollTop = sight.top;
    root.scrollLeft = sight.left;
    if (hadFocus) focus();
  }
  return { root, draw, focus, selectedItem, close: () => observer.disconnect() };
}
