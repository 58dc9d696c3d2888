"""Calls that people get wrong: each is refused with what was wrong and what to do."""

import re
import tomllib
from pathlib import Path

import pytest
from traitlets import TraitError

import tictactoe_widget
from tictactoe_widget import TicTacToe, classroom, find_rules
from tictactoe_widget.classroom import Lesson, Step


class Bot:
    """A player, once it is made."""

    def __call__(self, game):
        """Return a cell to play."""
        return game.legal_moves[0]


# Messages of Python itself, if nothing checked the arguments.
INSIDE = re.compile(
    r"has no attribute|object is not|unsupported operand|unexpected keyword|NoneType"
)


def bot(game):
    """Return a cell to play."""
    return game.legal_moves[0]


CALLS = {
    call: told
    for calls in tomllib.loads(
        Path(__file__).with_name("wrong_calls.toml").read_text("utf-8")
    ).values()
    for call, told in calls.items()
}


@pytest.mark.parametrize("call", CALLS)
def test_a_wrong_call_is_told_what_is_wrong(call):
    names = {
        module_name: getattr(module, module_name)
        for module in (tictactoe_widget, classroom)
        for module_name in module.__all__
    }
    names |= {"bot": bot, "Bot": Bot, "Path": Path}
    names |= {"board": TicTacToe(), "classroom": classroom}
    with pytest.raises(
        (ValueError, TypeError, LookupError, AttributeError, OSError, TraitError)
    ) as refused:
        eval(call, names)  # noqa: S307 - of a file of ours
    notes = "".join(f" ({note})" for note in getattr(refused.value, "__notes__", ()))
    told = f"{type(refused.value).__name__}: {refused.value}{notes}"
    assert told.startswith(CALLS[call])
    assert not INSIDE.search(told)
    assert len(told) < 400
    assert "\n" not in told


@pytest.mark.parametrize("name", ["3x3", "misere-3x3"])
def test_on_3x3_three_in_a_row_need_not_be_said(name):
    assert find_rules(name) is find_rules(f"{name}k3")


def test_an_error_of_an_iterable_is_not_hidden():
    def steps():
        yield Step("One.")
        raise TypeError("a mistake of the author")

    with pytest.raises(TypeError, match=r"^a mistake of the author$"):
        Lesson("A", steps())
