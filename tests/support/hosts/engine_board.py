"""A board in a browser of any engine, on the bare page and in JupyterLab."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.support.hosts.accessibility import axe_source
from tests.support.hosts.engines import Engine
from tests.support.hosts.file_server import Site
from tests.support.hosts.jupyter import Server, until
from tests.support.patience import PATIENCE

# Seconds that a page may take to load, on a busy machine.
LOADING = 4 * PATIENCE

# Part of a message of an extension that the site is built with, and JupyterLab finds too.
HARMLESS = "Shared module @jupyterlite/"

MARKS = (
    "() => [...document.querySelectorAll('.ttt-cell')].map((one) => one.dataset.mark || '.')"
)

PLACES = """() => {
  const parts = ".ttt-field, .ttt-said, .ttt-now, .ttt-tools button, .ttt-rename";
  const root = document.querySelector(".ttt").getBoundingClientRect();
  return [...document.querySelectorAll(parts)].map((part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    return [left - root.left, top - root.top, width, height];
  });
}"""

# Find cells that are not square, and pieces of the screen that meet or are cut off.
FAULTS = """() => {
  const root = document.querySelector(".ttt");
  const faults = [];
  const boxes = (selector) =>
    [...root.querySelectorAll(selector)]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .map((part) => ({
        name: part.getAttribute("aria-label") || part.textContent.trim() || part.className,
        box: part.getBoundingClientRect(),
      }));
  const areApart = (one, other) =>
    one.right <= other.left + 0.5 || other.right <= one.left + 0.5 ||
    one.bottom <= other.top + 0.5 || other.bottom <= one.top + 0.5;
  const cells = boxes(".ttt-cell");
  const rows = [".ttt-beside", ".ttt-now", ".ttt-tools"];
  const controls = rows.map((row) => `${row} :is(button, select)`).join() + ", .ttt-ply";
  const others = boxes(`.ttt-player, .ttt-status, ${controls}, .ttt-notes`);
  const pieces = [...cells, ...others];
  const frame = root.getBoundingClientRect();
  const [field] = boxes(".ttt-field");
  for (const { name, box: { width, height } } of cells) {
    const isSquare = width > 0 && Math.abs(width - height) <= 0.5;
    if (!isSquare) faults.push(`${name} is ${width} x ${height}`);
  }
  pieces.forEach(({ name, box }, at) => {
    const isCutOff = box.left < frame.left - 0.5 || box.right > frame.right + 0.5;
    if (isCutOff) faults.push(`${name} is cut off`);
    for (const other of pieces.slice(at + 1)) {
      if (!areApart(box, other.box)) faults.push(`${name} lies over ${other.name}`);
    }
  });
  for (const { name, box } of others) {
    if (!areApart(box, field.box)) faults.push(`${name} lies over the board`);
  }
  if (root.scrollWidth > root.clientWidth) faults.push("the board scrolls sideways");
  return faults;
}"""

AXE = """async () => {
  await Promise.allSettled(document.getAnimations().map((each) => each.finished));
  const { violations, passes } = await axe.run(document.querySelector(".ttt"));
  if (!passes.length) return ["axe looked at nothing"];
  return violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]);
}"""


class EngineBoard:
    """The only board of a page; positions are numbers from 1."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def cell(self, position: int) -> str:
        """Return a selector of the button of a position."""
        return f".ttt-cell[data-position='{position}']"

    def click(self, *positions: int) -> None:
        """Click positions, each once the board has answered the one before."""
        for position in positions:
            self.engine.click(self.cell(position))
            self.engine.wait_for(f"{self.cell(position)}[data-last]")

    def press_button(self, name: str) -> None:
        """Press a button of the board with the mouse."""
        self.engine.click(".ttt button", name)

    def marks(self) -> str:
        """Return the marks of a board of nine cells, such as ``X.O/.X./..O``."""
        marks: list[str] = self.engine.evaluate(MARKS)
        return "/".join("".join(marks[at : at + 3]) for at in range(0, len(marks), 3))

    def shows(self, marks: str, message: str) -> None:
        """Wait until the board shows these marks and says this to eye and ear."""
        until(lambda: self.marks() == marks, f"the board shows {marks}, not {self.marks()}")
        for status in (".ttt-status", ".ttt [role=status]"):
            self.engine.shows(status, message)

    def score(self) -> list[int]:
        """Return the rounds won by X, drawn, and won by O."""
        script = (
            "() => [...document.querySelectorAll('.ttt-score')].map((one) => +one.textContent)"
        )
        found: list[int] = self.engine.evaluate(script)
        return found

    def places(self) -> Any:
        """Return where the board is, the rows around it, and what is always there to press."""
        return self.engine.evaluate(PLACES)

    def faults(self) -> list[str]:
        """Return which cells are not square and which pieces meet or are cut off."""
        found: list[str] = self.engine.evaluate(FAULTS)
        return found

    def violations(self) -> Any:
        """Return what axe objects to."""
        self.engine.evaluate(f"() => {{ {axe_source()} }}")
        return self.engine.evaluate(AXE)


def open_page(engine: Engine, site: Site) -> EngineBoard:
    """Open the bare page, and return its board once Python plays."""
    engine.open(site.url)
    plays = "body[data-python]"
    until(lambda: engine.troubles or engine.look(plays), "Python plays", LOADING)
    assert engine.troubles == []
    return EngineBoard(engine)


@contextmanager
def open_notebook(engine: Engine, server: Server) -> Iterator[EngineBoard]:
    """Open a notebook in JupyterLab, run its one cell, and give the board that it shows."""
    name = f"{secrets.token_hex(4)}.ipynb"
    server.add_notebook(name, ["from tictactoe_widget import TicTacToe\nTicTacToe()"])
    with server.session(name):
        workspace = f"lab/workspaces/{secrets.token_hex(4)}/tree/{name}"
        engine.open(f"{server.origin}/{workspace}?token={server.token}")
        editor = ".jp-Notebook .jp-Cell .cm-content"
        until(lambda: engine.look(editor), "JupyterLab opens the notebook", LOADING)
        until(lambda: server.connections(name), "the page has its kernel")
        engine.wait_for(".jp-Notebook-ExecutionIndicator[data-status=idle]")
        engine.click(editor)
        until(lambda: engine.look(editor)["isFocused"], "the cell has the focus")
        engine.press("Control+Enter")
        engine.shows(".ttt-status", "turn")
        yield EngineBoard(engine)
