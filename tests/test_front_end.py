"""What widget.js says of Python, held against Python."""

import gzip
import re
from pathlib import Path

import anywidget

from tictactoe_widget import TicTacToe

STATIC = Path(__file__).parent.parent / "tictactoe_widget/static"
SCRIPT = (STATIC / "widget.js").read_text()


def typedef(name):
    """Properties that a JSDoc typedef of widget.js gives the object `name`."""
    for comment in re.findall(r"/\*\*.*?\*/", SCRIPT, re.DOTALL):
        if re.search(rf"@typedef \{{object\}} {name}\b", comment):
            return set(re.findall(r"@property \{.+?\} (\w+)$", comment, re.MULTILINE))
        if re.search(rf"\}} {name}$", comment, re.MULTILINE):
            return set(re.findall(r"^ \*   (\w+):", comment, re.MULTILINE))
    raise AssertionError(f"widget.js has no typedef {name}")


def test_the_front_end_declares_exactly_the_traits_that_python_syncs():
    synced = set(TicTacToe.class_traits(sync=True)) - set(anywidget.AnyWidget.class_traits())
    internal = {name for name in synced if name.startswith("_")}
    assert typedef("Traits") | typedef("Position") == synced - internal


def test_what_is_viewed_has_exactly_the_fields_of_a_position():
    board = TicTacToe()
    board.play(4)
    board.look_back(0)
    assert set(board.viewed) == typedef("Position")


def test_the_front_end_is_at_most_12_kb_gzipped():
    files = (STATIC / "widget.js", STATIC / "widget.css")
    assert sum(len(gzip.compress(file.read_bytes(), mtime=0)) for file in files) <= 12_000
