"""Two groups of traits: those that people observe and link, and the front end's own."""

import inspect
import re
from pathlib import Path

import pytest

from tictactoe_widget import Matchboxes, SearchView, Standings, TicTacToe

REFERENCE = Path(__file__).parent.parent.parent / "docs/reference/widgets.rst"

WIDGETS = [TicTacToe, SearchView, Standings, Matchboxes]


def own_traits(widget):
    """Synced traits of a widget in the order of its file, and whether each is a front end's."""
    traits = widget.class_own_traits(sync=True)
    source = inspect.getsource(widget)
    return {
        name: bool(traits[name].metadata.get("front_end"))
        for name in re.findall(r"^    (\w+): ", source, re.MULTILINE)
        if name in traits
    }


@pytest.mark.parametrize("widget", WIDGETS)
def test_the_traits_for_people_come_first_under_a_heading_of_their_own(widget):
    traits = own_traits(widget)
    assert list(traits.values()) == sorted(traits.values())
    source = inspect.getsource(widget)
    heading, second = "# What people observe and link.", "# What the front end alone reads."
    people, front_end = source[source.index(heading) :].split(second)
    for name, is_front_end in traits.items():
        assert (f"\n    {name}: " in front_end) == is_front_end, name
        assert (f"\n    {name}: " in people) == (not is_front_end), name


@pytest.mark.parametrize("widget", WIDGETS)
def test_the_reference_tells_the_two_groups_apart(widget):
    start = f".. autoclass:: tictactoe_widget.{widget.__name__}\n"
    section = REFERENCE.read_text().split(start)[1].split("autoclass::")[0]
    left_out = re.search(r":exclude-members: (.*)", section)[1].split(", ")
    listed = re.findall(rf"autoattribute:: tictactoe_widget.{widget.__name__}.(\w+)", section)
    front_end = [name for name, is_front_end in own_traits(widget).items() if is_front_end]
    assert front_end
    assert left_out == listed == front_end
