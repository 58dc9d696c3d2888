"""Rounds: what starts and ends one, what it counts for, and what Python is refused."""

import re

import pytest

from tests.support.scenes.board_scenes import SHORT
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tests.support.scenes.rounds import DRAWN, O_WINS, X_WINS
from tictactoe_widget import IllegalMoveError, PlainRules


class OddOne(PlainRules):
    """A game on a strip of four cells that three marks anywhere end."""

    rows, columns = 1, 4

    def result(self, position):
        return "X" if position.board.count(None) == 1 else None

    def lines(self, position):
        return [(0, 1, 3)] if self.result(position) else []


@pytest.mark.parametrize(
    ("rules", "moves", "told"),
    [
        ("standard", (0, 3, 1, 4, 2), "Three in a row, on move 5"),
        ("standard", DRAWN, ""),
        # It is what the loser has, too.
        ("misere", (0, 4, 1, 8, 2), "Three in a row, on move 5"),
        ("connect4", (35, 36, 28, 29, 21, 22, 14), "Four in a row, on move 7"),
        ("order-and-chaos", (0, 1, 2, 3, 4), "Five in a row, on move 5"),
        ("2x7k6", (0, 7, 1, 8, 2, 9, 3, 10, 4, 11, 5), "6 in a row, on move 11"),
        ("ultimate", [position - 1 for position in SHORT], "Three boards in a row, on move 17"),
        (OddOne(), (0, 1, 3), ""),
    ],
)
def test_where_a_line_ended_the_game_it_is_told_when(rules, moves, told):
    host = RecordingHost(rules)
    host.play(moves)
    assert (host.state["is_over"], host.state["guide"]) == (True, told)


def test_resetting_the_scores_leaves_the_game_alone(host):
    host.play(X_WINS)
    host.session.new_game()
    host.play((4, 0))
    before = host.state
    host.ask("reset_scores")
    assert host.published[-1] == {"scores": {"X": 0, "O": 0, "draws": 0}}
    assert host.state == {**before, "scores": {"X": 0, "O": 0, "draws": 0}}


def test_all_rules_that_can_be_chosen_come_as_pictures_of_a_line(host):
    pictures = host.state["rules_pictures"]
    assert list(pictures) == [name for name, _ in host.state["rules_choices"]]
    assert pictures["standard"] == {"rows": 3, "columns": 3, "block": 0, "board": "X...X...X"}
    assert pictures["4x4"]["board"] == "X....X....X....X"
    # Of 15 rows and columns, five crosses in the corner and one cell more.
    assert pictures["gomoku"] == {
        "rows": 6,
        "columns": 6,
        "block": 0,
        "board": "X......X......X......X......X.......",
    }
    # Three small boards in a row, each won by three crosses.
    board = pictures["ultimate"]["board"]
    assert pictures["ultimate"]["block"] == 3
    assert len(board) == 81
    assert board.count("X") == 9
    assert "O" not in board
    assert board.rindex("X") < 27


def test_all_rules_that_can_be_chosen_come_in_words(host):
    words = host.state["rules_summaries"]
    assert list(words) == [name for name, _ in host.state["rules_choices"]]
    assert "loses" in words["misere"]
    for name, text in words.items():
        host.ask("rules", rules=name)
        assert host.state["rules_summary"] == text


@pytest.mark.parametrize(
    ("moves", "cell", "code", "message"),
    [
        ((4,), 4, "illegal", "Position already taken"),
        ((4,), 9, "illegal", "Invalid position: choose 1-9"),
        ((4,), -1, "illegal", "Invalid position: choose 1-9"),
        (X_WINS, 8, "over", "Game is over. Player X won!"),
        (O_WINS, 8, "over", "Game is over. Player O won!"),
        (DRAWN, 8, "over", "Game is over. It's a draw!"),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(host, moves, cell, code, message):
    host.play(moves)
    before, published = host.state, list(host.published)
    request = host.ask("play", cell=cell)
    assert host.sent == [ack(request, code, message)]
    with pytest.raises(IllegalMoveError, match=re.escape(message)):
        host.session.play(cell)
    assert (host.state, host.published) == (before, published)
