"""What the front end takes for granted of Python, held against Python."""

import gzip
import json
import re
from itertools import starmap
from pathlib import Path

import anywidget
import pytest

from tictactoe_widget import SearchView, TicTacToe

ROOTS = {TicTacToe: ".ttt.ttt-game", SearchView: ".ttt-search"}
"""The widgets, with the class of the root that their own styles stand in."""

FRONT_END = Path(__file__).parent.parent.parent / "frontend"


def interface(path, name):
    """Fields of an interface that the type check of the front ends goes by."""
    text = (FRONT_END / path).read_text()
    pattern = rf"interface {name}\b[^{{]*\{{\n(.*?)^\}}"
    body = re.search(pattern, text, re.DOTALL | re.MULTILINE)
    assert body, f"no interface {name}"
    return set(re.findall(r"^  (\w+):", body[1], re.MULTILINE))


@pytest.mark.parametrize(
    ("widget", "interfaces"),
    [
        (TicTacToe, [("board/traits.ts", "Traits"), ("shared/game.ts", "Position")]),
        (SearchView, [("search/traits.ts", "Traits")]),
    ],
)
def test_the_front_end_declares_exactly_the_traits_that_python_syncs(widget, interfaces):
    synced = set(widget.class_traits(sync=True)) - set(anywidget.AnyWidget.class_traits())
    internal = {name for name in synced if name.startswith("_")}
    assert set().union(*starmap(interface, interfaces)) == synced - internal


def test_what_is_viewed_has_exactly_the_fields_of_a_position():
    board = TicTacToe()
    board.play(4)
    board.look_back(0)
    assert set(board.viewed) == interface("shared/game.ts", "Position")


@pytest.mark.parametrize("widget", ROOTS)
def test_a_front_end_is_small_when_gzipped(widget):
    texts = (widget._esm, widget._css)
    size = sum(len(gzip.compress(str(text).encode(), mtime=0)) for text in texts)
    # A board also brings lessons, puzzles and rules; a search brings its strip and windows.
    assert size <= (31_600 if widget is TicTacToe else 13_600)


def test_the_state_that_a_notebook_saves_with_each_board_is_kept_small():
    size = len(json.dumps(TicTacToe().get_state()).encode())
    assert size <= 108_200  # docs/guides/export.md says what it consists of


@pytest.mark.parametrize("widget", ROOTS)
def test_every_style_stands_inside_the_root_class(widget):
    styles = without_comments(widget._css)
    outermost, depth = [], 0
    for rule in re.finditer(r"([^{}]*)([{}])", styles):
        if rule[2] == "{" and depth == 0:
            outermost.append(rule[1].strip())
        depth += 1 if rule[2] == "{" else -1
    motion = ["@keyframes ttt-draw"] if widget is TicTacToe else []
    assert set(outermost) == {".ttt", ROOTS[widget], *motion}
    assert depth == 0


def without_comments(styles):
    return re.sub(r"/\*.*?\*/", "", str(styles), flags=re.DOTALL)
