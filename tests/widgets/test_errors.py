"""One error for every wrong value of a widget, in its constructor and by assignment."""

import pytest
import traitlets

from tictactoe_widget import (
    InvalidTypeError,
    InvalidValueError,
    Matchboxes,
    SearchView,
    Standings,
    TicTacToe,
)
from tictactoe_widget.classroom import Menace

WRONG_VALUES = {
    "rules of no such name": lambda: TicTacToe("no rules"),
    "a player of no such name": lambda: TicTacToe(o="nobody"),
    "a name that cannot be shown": lambda: TicTacToe(names={"X": ""}),
    "a name of no mark": lambda: TicTacToe(names={"Z": "Ada"}),
    "hints that are no bool": lambda: TicTacToe(hints=1),
    "a lesson of no such name": lambda: TicTacToe(lesson="no lesson"),
    "players of no such name": lambda: Standings(["nobody"]),
    "rules of no such name, in standings": lambda: Standings(["perfect"], "no rules"),
    "too few games": lambda: Standings(["perfect"], games=-1),
    "no time": lambda: Standings(["perfect"], seconds=0),
    "no machine": Matchboxes,
    "a machine of no mark": lambda: Matchboxes(Menace(), mark="Z"),
    "an opponent of no such name": lambda: Matchboxes(Menace(), opponent="nobody"),
}

WRONG_TYPES = {
    "rules that are a number": lambda: TicTacToe(3),
    "a game that is a text": lambda: TicTacToe(game="X.O/.X./..O"),
    "a player that is a number": lambda: TicTacToe(x=3),
    "a lesson that is a number": lambda: TicTacToe(lesson=3),
    "a puzzle that is a text": lambda: TicTacToe(puzzle="2026-11-22"),
    "players that are a text": lambda: Standings("perfect"),
    "games that are a text": lambda: Standings(["perfect"], games="3"),
    "a machine that is a text": lambda: Matchboxes("menace"),
    "a record that is a text": lambda: SearchView("record"),
}


@pytest.mark.parametrize("make", WRONG_VALUES.values(), ids=WRONG_VALUES)
@pytest.mark.parametrize("kind", [ValueError, traitlets.TraitError, InvalidValueError])
def test_a_wrong_value_in_a_constructor_is_caught_as_either_kind(make, kind):
    with pytest.raises(kind) as caught:
        make()
    assert type(caught.value) is InvalidValueError


@pytest.mark.parametrize("make", WRONG_TYPES.values(), ids=WRONG_TYPES)
@pytest.mark.parametrize("kind", [TypeError, ValueError, traitlets.TraitError])
def test_a_wrong_type_in_a_constructor_is_caught_as_a_type_error_too(make, kind):
    with pytest.raises(kind) as caught:
        make()
    assert type(caught.value) is InvalidTypeError


@pytest.mark.parametrize("kind", [ValueError, traitlets.TraitError, InvalidValueError])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hints", 1),
        ("hints", "on"),
        ("hints", None),
        ("names", {"X": ""}),
        ("names", {"Z": "Ada"}),
        ("names", {"X": 3}),
        ("names", 3),
        ("names", None),
    ],
)
def test_an_assigned_wrong_value_raises_the_same_error_and_changes_nothing(name, value, kind):
    board = TicTacToe()
    before = board.get_state(["names", "hints"])
    with pytest.raises(kind) as caught:
        setattr(board, name, value)
    assert isinstance(caught.value, InvalidValueError)
    assert board.get_state(["names", "hints"]) == before


def test_an_unknown_argument_is_a_type_error_alone():
    with pytest.raises(TypeError) as caught:
        TicTacToe(rulez="standard")
    assert not isinstance(caught.value, traitlets.TraitError)
