"""Errors for wrong values in widgets' constructors and traits."""

import copy
import pickle

import pytest
import traitlets

from tests.support.students.searches import minimax
from tictactoe_widget import (
    Game,
    InvalidTypeError,
    InvalidValueError,
    Matchboxes,
    SearchView,
    Standings,
    TicTacToe,
)
from tictactoe_widget.classroom import Menace, trace

BOTH = (ValueError, traitlets.TraitError)

WRONG = [
    (InvalidValueError, lambda: TicTacToe("no rules")),
    (InvalidValueError, lambda: TicTacToe(names={"Z": "Ada"})),
    (InvalidValueError, lambda: TicTacToe(hints=1)),
    (InvalidValueError, lambda: Standings(["nobody"])),
    (InvalidValueError, lambda: Standings(["perfect"], games=-1)),
    (InvalidValueError, lambda: Standings(["perfect"], seconds=0)),
    (InvalidValueError, Matchboxes),
    (InvalidValueError, lambda: Matchboxes(Menace(), opponent="nobody")),
    (InvalidTypeError, lambda: TicTacToe(3)),
    (InvalidTypeError, lambda: TicTacToe(game="X.O/.X./..O")),
    (InvalidTypeError, lambda: TicTacToe(puzzle="2026-11-22")),
    (InvalidTypeError, lambda: Standings("perfect")),
    (InvalidTypeError, lambda: Matchboxes("menace")),
    (InvalidTypeError, lambda: SearchView("record")),
]


@pytest.mark.parametrize(("kind", "make"), WRONG)
def test_wrong_argument_is_both_error_types(kind, make):
    with pytest.raises(BOTH) as caught:
        make()
    assert type(caught.value) is kind
    assert all(isinstance(caught.value, each) for each in BOTH)
    assert isinstance(caught.value, TypeError) == (kind is InvalidTypeError)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("hints", value) for value in (1, "on", None)),
        *(("names", value) for value in ({"X": ""}, {"Z": "Ada"}, {"X": 3}, 3, None)),
    ],
)
def test_wrong_assignment_changes_nothing(name, value):
    board = TicTacToe()
    before = board.get_state(["names", "hints"])
    with pytest.raises(InvalidValueError):
        setattr(board, name, value)
    assert board.get_state(["names", "hints"]) == before


def test_unknown_argument_is_only_a_type_error():
    with pytest.raises(TypeError) as caught:
        TicTacToe(rulez="standard")
    assert not isinstance(caught.value, traitlets.TraitError)


KEPT = {
    "TicTacToe": (
        TicTacToe,
        "keep the result of save(), and pass it to restore() of another board",
    ),
    "Matchboxes": (
        lambda: Matchboxes(Menace()),
        "keep the result of save(), and pass it to restore() of the same machines",
    ),
    "Standings": (
        lambda: Standings(["random"], games=0),
        "pickle its result, or keep result.to_dict()",
    ),
    "SearchView": (
        lambda: SearchView(trace(minimax, Game(moves=[0, 4, 8, 2, 6]), "cs50")),
        "pickle its record, or keep record.to_dict()",
    ),
}


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
@pytest.mark.parametrize("name", KEPT)
def test_copying_a_widget_raises_with_advice(name, copied):
    make, said = KEPT[name]
    with pytest.raises(TypeError) as caught:
        copied(make())
    assert str(caught.value) == f"{name} can't be pickled or copied: {said}"
