"""Rules that fail during a tournament end it, and no player loses."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from multiprocessing import get_context

import pytest

from tests.support.students.invented_games import Late
from tictactoe_widget import PlainRules, RulesError, play_tournament

BLAMED = "^The rules Late are at fault, not a player: result raised KeyError: 'x'"


@pytest.mark.parametrize(
    "workers",
    [
        lambda _count: nullcontext(),  # in this process
        ThreadPoolExecutor,
        partial(ProcessPoolExecutor, mp_context=get_context("spawn")),
    ],
    ids=["here", "threads", "processes"],
)
def test_faulty_rules_are_blamed(workers):
    with workers(2) as executor, pytest.raises(RulesError, match=BLAMED):
        play_tournament(["random", "beginner"], games=4, rules=Late(), executor=executor)


class Bottom(PlainRules):
    """Rules that fail if O answers in the bottom right cell."""

    def result(self, position):
        if position.board[8] == "O" and position.move_count == 2:
            raise ValueError("nobody thought of this")
        return super().result(position)


def first(game):
    return game.legal_moves[0]


def last_as_second(game):
    return game.legal_moves[-1 if game.move_count == 1 else 0]


def test_games_before_the_failure_are_kept():
    # "last" opens the first game. In the second game, it answers in the corner.
    result = play_tournament({"last": last_as_second, "first": first}, games=2, rules=Bottom())
    assert (len(result.games), result.is_complete, result.faults) == (1, False, ())
    assert result.ended == (
        "The rules Bottom are at fault, not a player: result raised ValueError: nobody "
        "thought of this (position X../.../..O)."
    )
