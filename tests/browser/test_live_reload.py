"""`make watch`: changes to a front end's sources appear in a running notebook."""

import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.hosts.jupyter import until

ROOT = Path(__file__).parent.parent.parent

BOARD = """
import os
import sys

os.environ["ANYWIDGET_HMR"] = "1"
sys.path.insert(0, {folder!r})
from tictactoe_widget import TicTacToe

board = TicTacToe()
board
"""


@pytest.fixture
def sources(tmp_path):
    """Copy the front ends' sources. Each change triggers a build."""
    for name in ("frontend", "tictactoe_widget"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("static"))
    for name in ("package.json", "tsconfig.json"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    command = [str(shutil.which("node")), "frontend/build.mjs", "--watch"]
    watching = subprocess.Popen(command, cwd=tmp_path)
    static = tmp_path / "tictactoe_widget/static"
    until(lambda: len(list(static.glob("*.?s*"))) == 9, "the front ends are built")
    yield tmp_path
    watching.terminate()
    watching.wait()


def change(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.long
def test_source_changes_appear_on_board(open_notebook, sources):
    notebook = open_notebook(BOARD.format(folder=str(sources)))
    notebook.run_all()
    board = notebook.board(0)
    board.click(5)
    change(sources / "frontend/board/tools.ts", '"New game"', '"Another game"')
    expect(board.button("Another game")).to_be_visible()
    board.shows(".../.X./...", "Player O's turn")
    game = ".ttt.ttt-game {"
    outlined = f"{game}\n  outline: 7px solid red;"
    change(sources / "frontend/board/board.css", game, outlined)
    expect(board.root).to_have_css("outline-width", "7px")
    board.click(1)
    board.shows("O../.X./...", "Player X's turn")


def test_watched_build_counts_as_stale(sources):
    static = sources / "tictactoe_widget/static"
    assert "sourceMappingURL=data:" in (static / "board.js").read_text("utf-8")
    assert not (static / "sources.json").exists()
