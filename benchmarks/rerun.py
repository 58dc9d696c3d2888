"""Memory that a page of JupyterLab keeps of each run of a cell with a board.

``python benchmarks/rerun.py`` opens one notebook with two cells, a board's and that of a
widget which shows a word and brings as much script and the same styles. They take turns:
each is run some times again, then the browser collects its garbage and is asked what is
left. Every run of the other widget leaves its model in the page, as its kernel keeps it.
"""

import sys
from statistics import median

from board import BOARD, open_lab

ROUNDS = 5
"""Number of turns of each cell."""
RUNS = 10
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
"""Source of a cell with a widget of the same size."""


def main() -> None:
    """Run the cells in turns and print what stays of a run."""
    with open_lab(BOARD, BARE) as notebook:
        devtools = notebook.page.context.new_cdp_session(notebook.page)

        def used() -> float:
            devtools.send("HeapProfiler.collectGarbage")
            return float(devtools.send("Runtime.getHeapUsage")["usedSize"])

        count = 2  # of cells that ran, which JupyterLab writes beside them
        grown: dict[int, list[float]] = {0: [], 1: []}
        for turn in range(ROUNDS + 1):
            for cell, sizes in grown.items():
                before = used()
                for _ in range(RUNS):
                    count += 1
                    notebook.run(cell)
                    notebook.cell(cell).get_by_text(f"[{count}]:", exact=True).first.wait_for()
                if turn:  # what is loaded once counts for nobody
                    sizes.append((used() - before) / RUNS / 1000)
    board, bare = (median(sizes) for sizes in grown.values())
    sys.stdout.write(
        f"kB that stay of each run: a board {board:.1f}, "
        f"the barest widget of that size {bare:.1f}, ratio {board / bare:.2f}\n"
    )


if __name__ == "__main__":
    main()
