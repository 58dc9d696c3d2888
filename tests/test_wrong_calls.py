"""Wrong calls raise errors that say what was wrong and what to do."""

import re
import tomllib
from pathlib import Path

import pytest
from traitlets import TraitError

import tictactoe_widget
from tictactoe_widget import TicTacToe, classroom, find_rules
from tictactoe_widget.classroom import Lesson, Step


class Bot:
    """A player class instead of a player."""

    def __call__(self, game):
        """Return a cell to play."""
        return game.legal_moves[0]


# Python's own messages if nothing checked the arguments.
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
def test_wrong_call_explained(call):
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
        eval(call, names)  # noqa: S307 - from our own file
    notes = "".join(f" ({note})" for note in getattr(refused.value, "__notes__", ()))
    told = f"{type(refused.value).__name__}: {refused.value}{notes}"
    assert told.startswith(CALLS[call])
    assert not INSIDE.search(told)
    assert len(told) < 400
    assert "\n" not in told


@pytest.mark.parametrize("name", ["3x3", "misere-3x3"])
def test_3x3_name_can_omit_k(name):
    assert find_rules(name) is find_rules(f"{name}k3")


def test_iterable_error_not_hidden():
    def steps():
        yield Step("One.")
        raise TypeError("a mistake of the author")

    with pytest.raises(TypeError, match=r"^a mistake of the author$"):
        Lesson("A", steps())
