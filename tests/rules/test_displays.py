"""Notebook output for games and rules."""

import xml.etree.ElementTree as ET

import pytest
from IPython.core.formatters import DisplayFormatter

from tests.support.models.drop_rules import Drop
from tests.support.models.html_reader import read_html
from tests.support.models.svg_reader import SPACE, Picture
from tictactoe_widget import MNK, NAMED, Game


@pytest.fixture(scope="module")
def show():
    """Return a function that formats a value by MIME type, as a kernel does."""
    formatter = DisplayFormatter()
    formatter.active_types = formatter.format_types
    return lambda value: formatter.format(value)[0]


def test_game_display(show):
    game = Game(moves=(4, 0))
    shown = show(game)
    assert shown.keys() == {"text/plain", "image/svg+xml"}
    assert shown["text/plain"] == "Game(moves=(4, 0))"
    assert Picture.read(shown["image/svg+xml"]).marks == {(1, 1): "X", (0, 0): "O"}


@pytest.mark.parametrize("rules", [*NAMED.values(), MNK(2, 5, 2), Drop()], ids=str)
def test_rules_display(show, rules):
    shown = show(rules)
    assert shown.keys() == {"text/plain", "text/html"}
    assert shown["text/plain"] == repr(rules)
    page = read_html(shown["text/html"])
    assert page.findtext(".//strong") == rules.title
    assert [text.text for text in page.iter("p")][-1] == rules.summary
    picture = Picture.read(ET.tostring(page.find(f"figure/{SPACE}svg"), encoding="unicode"))
    assert len(picture.places) == rules.cell_count
    assert picture.marks == {}
    assert picture.title == f"{rules.title}: the empty board"
