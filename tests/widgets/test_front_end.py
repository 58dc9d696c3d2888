"""Assumptions of the front ends, checked against Python."""

import base64
import gzip
import json
import re
import runpy
from pathlib import Path

import anywidget
import pytest

from tictactoe_widget import Matchboxes, SearchView, Standings, TicTacToe

ROOTS = {TicTacToe: ".ttt.ttt-game", SearchView: ".ttt-search"}
"""Widgets with the class of the root element that scopes their styles."""

ROOT = Path(__file__).parent.parent.parent
FRONT_END = ROOT / "frontend"
STATIC = ROOT / "tictactoe_widget/static"


def interface(path, name):
    """Return the fields of a TypeScript interface."""
    text = (FRONT_END / path).read_text()
    pattern = rf"interface {name}\b[^{{]*\{{\n(.*?)^\}}"
    body = re.search(pattern, text, re.DOTALL | re.MULTILINE)
    assert body, f"no interface {name}"
    return set(re.findall(r"^  (\w+):", body[1], re.MULTILINE))


@pytest.mark.parametrize(
    "widget", [TicTacToe, SearchView, Standings, Matchboxes], ids=lambda each: each.__name__
)
def test_front_end_declares_the_synced_traits(widget):
    folder = {TicTacToe: "board", SearchView: "search"}.get(widget, widget.__name__.lower())
    synced = set(widget.class_traits(sync=True)) - set(anywidget.AnyWidget.class_traits())
    internal = {name for name in synced if name.startswith("_")}
    assert interface(f"{folder}/traits.ts", "Traits") == synced - internal


def test_board_traits_file_is_up_to_date():
    write_traits = runpy.run_path(str(FRONT_END / "traits.py"))["write_traits"]
    assert (FRONT_END / "board/traits.ts").read_text() == write_traits()


def test_viewed_has_the_fields_of_a_position():
    board = TicTacToe()
    board.play(4)
    board.look_back(0)
    assert set(board.viewed) == interface("shared/game.ts", "Position")


@pytest.mark.parametrize(
    ("name", "most"), [("board", 35_600), ("search", 19_600), ("standings", 16_500)]
)
def test_front_end_is_small_when_gzipped(name, most):
    texts = [(STATIC / f"{name}.{kind}").read_bytes() for kind in ("js", "css")]
    # A board loads its sheets on demand. A search view includes lit-html.
    assert sum(len(gzip.compress(text, mtime=0)) for text in texts) <= most


@pytest.mark.parametrize(
    "widget", [TicTacToe, SearchView, Standings, Matchboxes], ids=lambda each: each.__name__
)
def test_script_is_packed_after_its_icon_licences(widget):
    name = {TicTacToe: "board", SearchView: "search"}.get(widget, widget.__name__.lower())
    [packed] = re.findall("'([A-Za-z0-9+/=]{1000,})'", widget._esm)
    script = (STATIC / f"{name}.js").read_bytes()
    assert gzip.decompress(base64.b64decode(packed)) == script
    assert widget._esm.startswith("/*! Icons: Lucide (ISC, MIT)")
    assert script.startswith(widget._esm.splitlines()[0].encode())


def test_saved_state_of_a_board_is_small():
    size = len(json.dumps(TicTacToe().get_state()).encode())
    assert size <= 104_500  # docs/saved_state.md lists its parts


@pytest.mark.parametrize("widget", ROOTS)
def test_styles_stay_inside_the_root_class(widget):
    styles = without_comments(widget._css)
    around: list[str] = []
    outside = []
    for rule in re.finditer(r"([^{};]*)([{};])", styles):
        prelude = rule[1].strip()
        if rule[2] == "}":
            around.pop()
        elif rule[2] == "{":
            if not prelude.startswith("@") and not any("@keyframes" in name for name in around):
                outside += [one for one in selectors(prelude) if ".ttt" not in one]
            assert "@keyframes" not in prelude or prelude.startswith("@keyframes ttt-")
            around.append(prelude)
    assert not around
    # The rule that prints only the game's rules hides the rest of the page.
    assert outside == []


def selectors(prelude):
    """Split a rule's selectors at commas outside parentheses."""
    return re.split(r",(?![^()]*\))", prelude)


def without_comments(styles):
    return re.sub(r"/\*.*?\*/", "", str(styles), flags=re.DOTALL)
