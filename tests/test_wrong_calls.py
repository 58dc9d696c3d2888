"""Calls that people get wrong: each is refused with what was wrong and what to do."""

import re
import tomllib
from pathlib import Path

import pytest
from traitlets import TraitError

import tictactoe_widget
from tictactoe_widget import (
    Game,
    TicTacToe,
    analyze,
    classroom,
    explain,
    find_rules,
    play_match,
    player,
    review,
)
from tictactoe_widget.classroom import (
    Lesson,
    Step,
    check,
    exact_result,
    puzzles,
    worksheet,
)


class Bot:
    """A player, once it is made."""

    def __call__(self, game):
        """Return a cell to play."""
        return game.legal_moves[0]


TEXT, CELLS = "X../.../...", [4, 0, 8]

WRONG = {
    "a text analyzed": (lambda: analyze(TEXT), TypeError, "Game.from_text(text)"),
    "moves analyzed": (lambda: analyze(CELLS), TypeError, "Game(moves=cells)"),
    "a board analyzed": (lambda: analyze(TicTacToe()), TypeError, "board.game"),
    "nothing analyzed": (lambda: analyze(None), TypeError, "must be a Game, not None"),
    "a text, with seconds": (lambda: analyze(TEXT, seconds=1), TypeError, "from_text"),
    "seconds as text": (lambda: analyze(Game(), seconds="1"), TypeError, "a number above 0"),
    "seconds below 0": (lambda: analyze(Game(), seconds=-1), ValueError, "above 0, not -1"),
    "no seconds": (lambda: analyze(Game(), seconds=0), ValueError, "above 0, not 0"),
    "moves reviewed": (lambda: review(CELLS), TypeError, "Game(moves=cells)"),
    "a text reviewed": (lambda: review(TEXT), TypeError, "Game.from_text(text)"),
    "reviewed in text": (lambda: review(Game(), seconds="x"), TypeError, "a number above 0"),
    "reviewed in less": (lambda: review(Game(), seconds=-2), ValueError, "above 0, not -2"),
    "a text explained": (lambda: explain("x", 4), TypeError, "must be a Game, not 'x'"),
    "explained in none": (lambda: explain(Game(), 4, seconds=None), TypeError, "a number"),
    "a name as a cell": (lambda: explain(Game(), "b2"), ValueError, "enter a number 1-9"),
    "a player of nothing": (lambda: player("perfect")(None), TypeError, "must be a Game"),
    "a player of text": (lambda: player("random")(TEXT), TypeError, "Game.from_text"),
    "moves in a set": (lambda: Game(moves={4, 0}), TypeError, "in the order of play"),
    "moves in a view": (lambda: Game(moves={4: 0}.keys()), TypeError, "in the order of play"),
    "one puzzle": (
        lambda: worksheet(puzzles("standard", "win", plies=1)[0]),
        TypeError,
        "puzzles must be a list",
    ),
    "one step": (lambda: Lesson("A", Step("t")), TypeError, "steps must be a list"),
    "a step that is text": (lambda: Lesson("A", ["t"]), TypeError, "step 1 must be a Step"),
    "cells in a step": (lambda: Lesson("A", [Step("t", look=[3])]), TypeError, "look must be"),
    "no exact policy": (
        lambda: exact_result("expert", "random"),
        ValueError,
        "the probabilities of 'expert' are not known; choose from random, beginner, casual",
    ),
    "a policy misspelt": (
        lambda: exact_result("Casul", "random"),
        ValueError,
        "did you mean 'casual'?",
    ),
    "a path checked": (lambda: check("student.py"), TypeError, "import the file, and pass"),
    "a Path checked": (lambda: check(Path("student.py")), TypeError, "import the file"),
    "a contract in capitals": (
        lambda: check({}, contract="CS50"),
        ValueError,
        "there is no contract 'CS50' (did you mean 'cs50'?)",
    ),
    "a path restored": (
        lambda: TicTacToe().restore("a.json"),
        ValueError,
        "the dict that save() returned, not 'a.json'; one in a file is read by json.loads",
    ),
    "rules in capitals": (
        lambda: find_rules("Standard"),
        ValueError,
        "no rules are called 'Standard' (did you mean 'standard'?)",
    ),
    "rules misspelt": (lambda: Game("gomuku"), ValueError, "did you mean 'gomoku'?"),
    "a lesson in capitals": (
        lambda: TicTacToe(lesson="Forks"),
        ValueError,
        "no lesson is called 'Forks' (did you mean 'forks'?)",
    ),
    "a player in capitals": (
        lambda: play_match("perfect", "EXPERT"),
        ValueError,
        "there is no player 'EXPERT' (did you mean 'expert'?)",
    ),
    "a class for a player": (lambda: TicTacToe(o=Bot), TypeError, "Bot is a class"),
    "a class in a match": (
        lambda: play_match(Bot, "random"),
        TypeError,
        "a player is an object of it, such as Bot()",
    ),
}
"""Call, error and a part of its message, by what is wrong with the call."""

INSIDE = re.compile(
    r"has no attribute|object is not|unsupported operand|unexpected keyword|NoneType"
)
"""What Python says where nobody has looked at the arguments."""


@pytest.mark.parametrize(("call", "error", "told"), WRONG.values(), ids=WRONG)
def test_a_wrong_call_is_told_what_to_do(call, error, told):
    with pytest.raises(error) as refused:
        call()
    message = str(refused.value)
    assert told in message
    assert not INSIDE.search(message)
    assert len(message) < 300
    assert "\n" not in message


def bot(game):
    """Return a cell to play."""
    return game.legal_moves[0]


LISTED = {
    call: told
    for calls in tomllib.loads(
        Path(__file__).with_name("wrong_calls.toml").read_text("utf-8")
    ).values()
    for call, told in calls.items()
}


@pytest.mark.parametrize("call", LISTED)
def test_a_wrong_call_of_the_list_is_told_what_is_wrong(call):
    names = {
        module_name: getattr(module, module_name)
        for module in (tictactoe_widget, classroom)
        for module_name in module.__all__
    }
    names |= {"bot": bot, "Bot": Bot, "board": TicTacToe(), "classroom": classroom}
    with pytest.raises(
        (ValueError, TypeError, LookupError, AttributeError, OSError, TraitError)
    ) as refused:
        eval(call, names)  # noqa: S307 - of a file of ours
    notes = "".join(f" ({note})" for note in getattr(refused.value, "__notes__", ()))
    told = f"{type(refused.value).__name__}: {refused.value}{notes}"
    assert told.startswith(LISTED[call])
    assert not INSIDE.search(told)
    assert "\n" not in told


def test_the_list_is_long():
    assert len(LISTED) > 150 + len(WRONG)


@pytest.mark.parametrize("name", ["3x3", "misere-3x3"])
def test_on_3x3_three_in_a_row_need_not_be_said(name):
    assert find_rules(name) is find_rules(f"{name}k3")


def test_an_error_in_what_gives_the_steps_is_not_hidden():
    def steps():
        yield Step("One.")
        raise TypeError("a mistake of the author")

    with pytest.raises(TypeError, match=r"^a mistake of the author$"):
        Lesson("A", steps())
