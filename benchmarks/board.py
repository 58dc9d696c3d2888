"""Measure what a board costs: time from click to picture, download size, and import time.

``python benchmarks/board.py`` opens a JupyterLab page with a board and a minimal anywidget,
which is a button whose clicks Python counts. The two widgets take turns, and their messages
take the same path, from the page to the kernel and back. The time runs from the click until the
browser has painted Python's answer. The script recognizes the answer by its text, because a
click also changes other parts of the page.
"""

import gzip
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from measure import compare, report
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.hosts import chromium  # noqa: E402 - found by the line above
from tests.support.hosts.jupyter import Notebook, Server  # noqa: E402

ROUNDS = 15
"""Number of rounds. Each round is a full game."""
DRAWN_GAME = (4, 0, 2, 6, 3, 5, 1, 7, 8)
"""Moves of a game that ends in a draw."""

BOARD = "from tictactoe_widget import TicTacToe\nboard = TicTacToe()\nboard"
"""Source of a notebook cell that shows a board."""
COUNTER = '''
import anywidget
import traitlets

class Counter(anywidget.AnyWidget):
    _esm = """export default {
      render({ model, el }) {
        const button = document.createElement("button");
        const draw = () => { button.textContent = String(model.get("count")); };
        button.className = "counter";
        button.addEventListener("click", () => model.send({ kind: "up" }));
        model.on("change:count", draw);
        draw();
        el.append(button);
      },
    };"""
    count = traitlets.Int().tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(lambda *_: self.set_trait("count", self.count + 1))

Counter()
'''
"""Source of a notebook cell that shows a minimal counter widget."""
NEVER_KEPT = "PYTHONDONTWRITEBYTECODE"
"""Environment variable that prevents Python from storing bytecode. If it is set, Python
compiles this package at every start, because pip hasn't compiled it."""
CLICK_TO_PAINTED = """
([button, watched, text]) => new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (!watched.textContent.includes(text)) return;
    observer.disconnect();
    const drawn = performance.now() - start;
    requestAnimationFrame(() => {
      // The task after a frame's callbacks runs when the frame has been painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve([drawn, performance.now() - start]);
      port2.postMessage(null);
    });
  });
  const all = { attributes: true, characterData: true, childList: true, subtree: true };
  observer.observe(watched, all);
  const start = performance.now();
  button.click();
})
"""
"""JavaScript that clicks a button and measures the milliseconds until a text is drawn and until
it is painted."""


def time_drawn(page: Page, button: str, watched: str, text: str) -> list[float]:
    """Click a button. Return the ms until `watched` contains `text` and until it's painted."""
    return list(
        page.evaluate(
            "([button, watched, text]) => "
            f"({CLICK_TO_PAINTED})([button, watched].map("
            "(selector) => document.querySelector(selector)).concat(text))",
            [button, watched, text],
        )
    )


def time_click(page: Page, button: str, watched: str, text: str) -> float:
    """Click a button. Return the ms until `watched` contains `text` and is painted."""
    return time_drawn(page, button, watched, text)[1]


@contextmanager
def open_lab(*sources: str) -> Iterator[Notebook]:
    """Open a JupyterLab page with a cell for each source, and run all cells."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        try:
            server.wait()
            server.add_notebook("board.ipynb", sources)
            with server.session("board.ipynb") as kernel:
                browser = playwright.chromium.launch(
                    executable_path=chromium.find(), args=chromium.FLAGS
                )
                page = browser.new_page(viewport={"width": 1000, "height": 1400})
                notebook = Notebook(page, kernel, "lab", "board.ipynb")
                notebook.open(server)
                notebook.run_all()
                yield notebook
                browser.close()
        finally:
            server.stop()


def click_to_painted() -> None:
    """Compare the board with the minimal counter on one page."""
    cells = [f".ttt-cell[data-position='{cell + 1}']" for cell in DRAWN_GAME]
    board_times, counter_times, ratios = [], [], []
    with open_lab(COUNTER, BOARD) as notebook:
        board = notebook.board(1)
        board.shows(".../.../...", "Player X's turn")
        board.click(5)
        page = notebook.page
        for played in range(ROUNDS):
            board.button("New game").click()
            board.shows(".../.../...", "Player X's turn")
            page.get_by_role("radiogroup", name="Play with").wait_for()
            counter = median(
                time_click(page, ".counter", ".counter", str(played * len(cells) + click))
                for click, _ in enumerate(cells, 1)
            )
            board_time = median(
                time_click(page, cell, ".ttt", f"Move {ply} of {ply}")
                for ply, cell in enumerate(cells, 1)
            )
            board_times.append(board_time)
            counter_times.append(counter)
            ratios.append(board_time / counter)
    print("click to painted, in one JupyterLab page")
    print(f"  bare counter  {median(counter_times):6.1f} ms")
    print(f"  board         {median(board_times):6.1f} ms")
    print(f"  ratio         {median(ratios):6.2f} x (goal: at most 1.25)")


def size() -> None:
    """Print the compressed size of the front end, as a server sends it."""
    folder = ROOT / "tictactoe_widget/static"
    parts = (folder / "board.js", folder / "board.css")
    packed = sum(len(gzip.compress(part.read_bytes())) for part in parts)
    print(f"script and styles of the board, gzipped: {packed} bytes")
    print("  (goal: at most 36,000)")


def start(statement: str) -> None:
    """Run one statement in a new Python process that is allowed to store bytecode."""
    kept = {name: value for name, value in os.environ.items() if name != NEVER_KEPT}
    subprocess.run([sys.executable, "-c", statement], cwd=ROOT, env=kept, check=True)


if __name__ == "__main__":
    size()
    report(
        "start of Python",
        compare(
            {
                "bare": lambda: start("pass"),
                "import tictactoe_widget": lambda: start("import tictactoe_widget"),
                "import anywidget": lambda: start("import anywidget"),
            },
            rounds=9,
        ),
    )
    click_to_painted()
