"""Measure how fast SearchView shows a large record and steps through it.

``python benchmarks/search_view.py`` opens a JupyterLab page with two cells, which take turns.
The first cell creates a new `SearchView` with 55,505 calls. The second cell creates a minimal
anywidget that receives and parses the same JSON. The time runs from the key press that runs the
cell until the browser has painted the widget. Afterwards, the script steps through the view and
drags its slider.
"""

from statistics import median

from board import open_lab
from playwright.sync_api import Page

from tests.support.hosts.jupyter import Notebook

ROUNDS = 7
"""Number of rounds. Each round shows both widgets."""

SETUP = """
from dataclasses import replace

import anywidget
import traitlets
from tictactoe_widget import Game, SearchView
from tictactoe_widget.classroom import trace

def minimax(game):
    if game.is_over:
        return {"X": 1, "O": -1, "draw": 0}[game.result]
    values = [minimax(game.play(cell)) for cell in game.legal_moves]
    return max(values) if game.current_player == "X" else min(values)

class Bare(anywidget.AnyWidget):
    _esm = '''export default {
      render({ model, el }) {
        const made = document.createElement("p");
        made.className = "bare";
        made.textContent = JSON.parse(model.get("tree")).depth.length;
        el.append(made);
      },
    };'''
    tree = traitlets.Unicode().tag(sync=True)

record = trace(minimax, Game().play(4), limit=60_000)
tree = SearchView(record).tree
print(f"{record.kept_count:,} calls, {len(tree) / 1e6:.1f} MB of JSON")
"""
"""Source of a notebook cell that traces a search."""
BARE = "Bare(tree=tree)"
"""Source of a notebook cell that shows the minimal widget."""
SEARCH = "SearchView(replace(record, build=record._build))"
"""Source of a notebook cell that shows the search view.

A record caches its tree and other results. A copy has to compute them again."""

RUN_TO_PAINTED = """
(selector) => {
  const old = new Set(document.querySelectorAll(selector));
  let start = 0;
  const hear = (event) => { if (event.key === "Enter") start = performance.now(); };
  addEventListener("keydown", hear, true);
  window.painted = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (![...document.querySelectorAll(selector)].some((one) => !old.has(one))) return;
      observer.disconnect();
      removeEventListener("keydown", hear, true);
      requestAnimationFrame(() => {
        // The task after a frame's callbacks runs when the frame has been painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - start);
        port2.postMessage(null);
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
"""
"""JavaScript that starts waiting for an element and measures the milliseconds until it is
painted."""
STEPS = """
() => {
  const root = document.querySelector(".ttt-search");
  const slider = root.querySelector("input");
  const forward = root.querySelector("[aria-label='Step forward']");
  const time = (change) => {
    const start = performance.now();
    change();
    root.getBoundingClientRect(); // has the browser lay out what has changed
    return performance.now() - start;
  };
  const jump = (step) => {
    slider.value = String(step);
    slider.dispatchEvent(new Event("input"));
  };
  return {
    steps: Array.from({ length: 300 }, () => time(() => forward.click())),
    // The golden ratio leads everywhere, and to no two steps that are near.
    jumps: Array.from({ length: 300 }, (_, at) =>
      time(() => jump(Math.floor(((at * 0.618) % 1) * slider.max)))),
  };
}
"""
"""JavaScript that steps through the view and moves its slider, and measures the milliseconds
for each action."""


def time_run(notebook: Notebook, index: int, selector: str) -> float:
    """Run a cell. Return the ms until its output is painted."""
    page: Page = notebook.page
    page.evaluate(RUN_TO_PAINTED, selector)
    notebook.run(index)
    return float(page.evaluate("() => window.painted"))


def main() -> None:
    """Run the comparison, and print the times and their ratios."""
    bare_times, view_times, ratios = [], [], []
    with open_lab(SETUP, BARE, SEARCH) as notebook:
        notebook.output(0).get_by_text("calls").wait_for(timeout=120_000)
        print(notebook.output(0).inner_text().strip())
        notebook.output(2).locator(".ttt-search").wait_for(timeout=120_000)
        for _ in range(ROUNDS):
            bare_times.append(time_run(notebook, 1, ".bare"))
            view_times.append(time_run(notebook, 2, ".ttt-search"))
            ratios.append(view_times[-1] / bare_times[-1])
        taken = notebook.page.evaluate(STEPS)
    print("running a cell to painted, in one JupyterLab page")
    print(f"  bare widget with the same JSON  {median(bare_times):6.0f} ms")
    print(f"  SearchView                      {median(view_times):6.0f} ms (goal: below 1,000)")
    print(f"  ratio                           {median(ratios):6.2f} x")
    for name, times in taken.items():
        late = sum(time > 1000 / 60 for time in times)
        print(f"{name}: median {median(times):.1f} ms, {late} of {len(times)} above a frame")


if __name__ == "__main__":
    main()
