"""Games with changed rules in a session."""

from random import Random

import pytest

from tests.support.models.naive_variants import NaiveVariant
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tests.support.students.invented_games import Towers
from tictactoe_widget.session.saving import read_link

NAIVE = {
    "wild": NaiveVariant(3, 3, 3, marks="chosen"),
    "notakto": NaiveVariant(3, 3, 3, misere=True, marks="same"),
    "connect4": NaiveVariant(6, 7, 4, drop=True),
    "torus-4x4k4": NaiveVariant(4, 4, 4, torus=True),
    "order-and-chaos": NaiveVariant(6, 6, 5, marks="chosen", order=True),
    "misere-wild-drop-torus-3x4k3": NaiveVariant(
        3, 4, 3, misere=True, marks="chosen", drop=True, torus=True
    ),
}


@pytest.mark.parametrize("name", NAIVE)
def test_games_agree_with_naive_rules(name):
    naive, chance = NAIVE[name], Random(11)
    count = naive.rows * naive.columns
    is_chosen, has_own = naive.marks == "chosen", naive.marks == "own"
    for _ in range(3):
        host = RecordingHost(rules=name)
        board, owners, result = (None,) * count, [None] * count, None
        while result is None:
            state = host.state
            allowed = naive.moves(board)
            assert sorted(state["legal_moves"]) == sorted(
                cell + count * (is_chosen and mark == "O") for cell, mark in allowed
            )
            cell, mark = chance.choice(allowed)
            mover = state["current_player"]
            move = cell + count * (is_chosen and mark == "O")
            request = host.ask("play", cell=move)
            assert host.sent[-1] == ack(request)
            board, result = naive.after(board, (cell, mark))
            owners[cell] = mover
            state = host.state
            assert state["board"] == board
            assert state["owners"] == (() if has_own else tuple(owners))
            assert state["last_move"] == cell
        other = "O" if mover == "X" else "X"
        winner = {1: mover, -1: other, 0: None}[result]
        called = (
            {"X": "Player X", "O": "Player O"} if has_own else {"X": "First", "O": "Second"}
        )
        assert state["winner"] == winner
        assert state["message"] == (f"{called[winner]} wins!" if winner else "It's a draw!")


def test_failed_player_is_called_second():
    def broken(game):
        return game.legal_moves[0] + 99

    host = RecordingHost(rules="wild", o=broken)
    host.ask("play", cell=4)
    assert host.state["notice"] == (
        "Second (broken) answered 99: move must be an int from 0 to 17 "
        "(cell for X, cell + 9 for O). "
        "Choose who plays as Second from now on, or start a new game."
    )
    host.ask("play", cell=0)
    assert host.sent[-1]["message"] == "Choose who plays as Second from now on."


def test_replaced_player_is_called_second():
    host = RecordingHost(rules="wild", o="perfect")
    host.session.new_game("order-and-chaos")
    assert host.state["notice"] == "Perfect can't solve this game. Expert now plays as Second."
    (fault,) = read_link("rules=order-and-chaos&o=perfect").faults
    assert str(fault) == ("Perfect can't play with these rules. A person now plays as Second.")


def test_move_in_a_column_drops_a_mark():
    host = RecordingHost(rules="connect4")
    for _ in range(6):
        host.ask("play", cell=3)
    assert host.state["moves"] == (38, 31, 24, 17, 10, 3)
    request = host.ask("play", cell=3)
    assert host.sent[-1] == ack(request, "illegal", "Position already taken")

    host = RecordingHost(rules="wild-drop-4x4k3")
    host.ask("play", cell=16)
    host.ask("play", cell=4)
    assert host.state["moves"] == (12 + 16, 8)

    # Rules in plain Python: the mark falls to the bottom of the player's tower.
    host = RecordingHost(rules=Towers())
    host.ask("play", cell=1)
    assert host.state["moves"] == (10,)
