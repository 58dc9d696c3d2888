"""Measure what a JupyterLab page keeps in memory after each run of a cell with a board.

``python benchmarks/rerun.py`` opens a notebook with three cells. The first cell shows a board.
The second cell shows a widget that displays one word, but has a script of the same length and
the same styles. The third cell shows a line of HTML without a widget. The cells take turns.
After several runs of a cell, the browser collects garbage and reports the remaining memory and
event listeners. Each run of the second cell leaves its model in the page, because the kernel
keeps the model.
"""

import sys
from statistics import median

from board import BOARD, open_lab

ROUNDS = 3
"""Number of turns that each cell gets."""
RUNS = 40
"""Number of runs in a turn."""

BARE = """
import anywidget
from tictactoe_widget import TicTacToe

WORD = "export default { render({ el }) { el.textContent = 'here'; } };"

class Bare(anywidget.AnyWidget):
    _esm = f"{WORD}/*{'x' * (len(str(TicTacToe._esm)) - len(WORD) - 4)}*/"
    _css = str(TicTacToe._css)

bare = Bare()
bare
"""
"""Source of a cell that shows a minimal widget with a script of the same size."""

PLAIN = "from IPython.display import HTML\nHTML('<p>here</p>')"
"""Source of a cell whose output is not a widget."""

PAINT = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
"""JavaScript that waits until the page has been painted."""


def main() -> None:
    """Run the cells in turn, and print the memory and listeners that each run leaves."""
    with open_lab(BOARD, BARE, PLAIN) as notebook:
        devtools = notebook.page.context.new_cdp_session(notebook.page)
        devtools.send("Performance.enable")

        def held() -> tuple[float, float]:
            """Return the bytes in use and the number of listeners."""
            for _ in range(3):  # what was taken away is held until the page has painted that
                notebook.page.evaluate(PAINT)
                devtools.send("HeapProfiler.collectGarbage")
            metrics = devtools.send("Performance.getMetrics")["metrics"]
            found = {metric["name"]: metric["value"] for metric in metrics}
            return found["JSHeapUsedSize"], found["JSEventListeners"]

        count = 3  # number of runs so far, which JupyterLab shows next to a cell
        kept: list[list[tuple[float, float]]] = [[], [], []]
        for turn in range(ROUNDS + 1):
            for cell, grown in enumerate(kept):
                before = held()
                for _ in range(RUNS):
                    count += 1
                    notebook.run(cell)
                    notebook.cell(cell).get_by_text(f"[{count}]:", exact=True).first.wait_for()
                if turn:  # the first turn doesn't count, because it also loads scripts
                    used, listeners = (b - a for a, b in zip(before, held(), strict=True))
                    grown.append((used / RUNS / 1000, listeners / RUNS))
    names = ("a board", "the barest widget of that size", "a line of HTML")
    for name, grown in zip(names, kept, strict=True):
        used, listeners = (median(values) for values in zip(*grown, strict=True))
        sys.stdout.write(f"a run of {name} leaves {used:.1f} kB, {listeners:.1f} listeners\n")


if __name__ == "__main__":
    main()
