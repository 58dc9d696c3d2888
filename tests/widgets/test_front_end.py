"""What the front end takes for granted of Python, held against Python."""

import gzip
import re
from pathlib import Path

import anywidget

from tictactoe_widget import TicTacToe

STATIC = Path(__file__).parent.parent.parent / "tictactoe_widget/widgets"
TYPES = (STATIC / "types.d.ts").read_text()


def interface(name):
    """Fields of an interface that the type check of board.js goes by."""
    pattern = rf"interface {name}\b[^{{]*\{{\n(.*?)^\}}"
    body = re.search(pattern, TYPES, re.DOTALL | re.MULTILINE)
    assert body, f"no interface {name}"
    return set(re.findall(r"^  (\w+):", body[1], re.MULTILINE))


def test_the_front_end_declares_exactly_the_traits_that_python_syncs():
    synced = set(TicTacToe.class_traits(sync=True)) - set(anywidget.AnyWidget.class_traits())
    internal = {name for name in synced if name.startswith("_")}
    assert interface("Traits") | interface("Position") == synced - internal


def test_what_is_viewed_has_exactly_the_fields_of_a_position():
    board = TicTacToe()
    board.play(4)
    board.look_back(0)
    assert set(board.viewed) == interface("Position")


def test_the_front_end_is_at_most_18_kb_gzipped():
    texts = (TicTacToe._esm, TicTacToe._css)
    assert sum(len(gzip.compress(str(text).encode(), mtime=0)) for text in texts) <= 18_000


def test_every_style_stands_inside_the_root_class():
    styles = re.sub(r"/\*.*?\*/", "", str(TicTacToe._css), flags=re.DOTALL)
    outermost, depth = [], 0
    for rule in re.finditer(r"([^{}]*)([{}])", styles):
        if rule[2] == "{" and depth == 0:
            outermost.append(rule[1].strip())
        depth += 1 if rule[2] == "{" else -1
    assert outermost == [".ttt", ".ttt", "@keyframes ttt-draw"]
    assert depth == 0
