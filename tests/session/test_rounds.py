"""Rounds: endings, scores, rule choices and refused moves."""

import re

import pytest

from tests.support.scenes.board_scenes import SHORT
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tests.support.scenes.rounds import (
    DRAWN,
    FOUR_BOARDS_EACH,
    O_WINS,
    THREE_BOARDS_TO_FIVE,
    X_WINS,
)
from tictactoe_widget import IllegalMoveError, PlainRules

THREE_BOARDS = [position - 1 for position in SHORT]
# X wins boards 1, 5 and 9 with their diagonals.
OPEN_BOARDS = (
    *(80, 72, 4, 36, 8, 76, 40, 44, 73, 13, 41),
    *(53, 77, 49, 38, 22, 42, 62, 74, 18, 0),
)
# X can't slide to the free square, 8.
# X O X
# X O X
# O . O
BLOCKED = (2, 4, 0, 6, 3, 8, 5, 1)
# X slides from 3 to 6 and back, and O from 7 to 4 and back, twice.
SHUFFLE = (0, 1, 2, 4, 8, 6, *((2 * 9 + 5, 6 * 9 + 3, 5 * 9 + 2, 3 * 9 + 6) * 2))
# Both players go around the board more than twice.
AROUND = [(0, 1, 2, 3, 4, 5, 7, 8, 6)[at % 9] for at in range(42)]


class OddOne(PlainRules):
    """A game on four cells in a row that ends with the third mark."""

    rows, columns = 1, 4

    def result(self, position):
        return "X" if position.board.count(None) == 1 else None

    def lines(self, position):
        return [(0, 1, 3)] if self.result(position) else []


@pytest.mark.parametrize(
    ("rules", "moves", "told"),
    [
        ("standard", X_WINS, "Three in a row on move 5."),
        ("standard", DRAWN, "The board is full."),
        # X completes the row and loses.
        ("misere", (0, 4, 1, 8, 2), "Player X completed a row, so Player O wins."),
        ("4x4", (0, 4, 1, 5, 2, 6, 3), "Four in a row on move 7."),
        ("5x5", (0, 5, 1, 6, 2, 7, 3), "Four in a row on move 7."),
        ("gomoku", (0, 15, 1, 16, 2, 17, 3, 18, 4), "Five in a row on move 9."),
        ("connect4", (35, 36, 28, 29, 21, 22, 14), "Four in a row on move 7."),
        ("qubic", (0, 16, 1, 17, 2, 18, 3), "Four in a row on move 7."),
        ("ultimate", THREE_BOARDS, "Three boards in a row on move 17."),
        ("ultimate-open", OPEN_BOARDS, "Three boards in a row on move 21."),
        ("ultimate", FOUR_BOARDS_EACH, "No moves are left."),
        (
            "ultimate-most-boards",
            THREE_BOARDS_TO_FIVE,
            "No moves are left, and Player O has won more boards.",
        ),
        # Both players place X: 1 2 3, then 1 5 9.
        ("notakto", (0, 1, 2), "First completed a row, so Second wins."),
        ("notakto", (0, 4, 1, 8), "Second completed a row, so First wins."),
        ("wild", (0, 1, 2), "Three in a row on move 3."),
        ("order-and-chaos", (0, 1, 2, 3, 4), "Five in a row on move 5."),
        # The second player fills the gap in the top row.
        ("order-and-chaos", (0, 1, 2, 3, 10, 4), "Second completed a row, so First wins."),
        # The same board as in `DRAWN`. Moves from 9 place an O.
        (
            "order-3x3k3",
            (0, 10, 2, 3, 13, 14, 15, 7, 8),
            "The board is full without a row, so Second wins.",
        ),
        ("2x7k6", (0, 7, 1, 8, 2, 9, 3, 10, 4, 11, 5), "6 in a row on move 11."),
        ("infinite", (0, 1, 2, 3, 4, 5, 6), "Three in a row on move 7."),
        ("infinite", AROUND, "This position has come up 3 times."),
        ("morris3", SHUFFLE, "This position has come up 3 times."),
        ("achi", BLOCKED, "If you can't move, you lose."),
        ("morris4-long-draws", BLOCKED, "If a player can't move, the game is a draw."),
        (OddOne(), (0, 1, 3), ""),
    ],
)
def test_guide_says_what_ended_the_game(rules, moves, told):
    host = RecordingHost(rules)
    host.play(moves)
    assert (host.state["is_over"], host.state["guide"]) == (True, told)


def test_score_reset_keeps_the_game(host):
    host.play(X_WINS)
    host.session.new_game()
    host.play((4, 0))
    before = host.state
    host.ask("reset_scores")
    assert host.published[-1] == {"scores": {"X": 0, "O": 0, "draws": 0}}
    assert host.state == {**before, "scores": {"X": 0, "O": 0, "draws": 0}}


def test_rules_choices_have_pictures(host):
    pictures = host.state["rules_pictures"]
    assert list(pictures) == [name for name, _ in host.state["rules_choices"]]
    assert pictures["standard"] == {"rows": 3, "columns": 3, "block": 0, "board": "X...X...X"}
    assert pictures["4x4"]["board"] == "X....X....X....X"
    assert pictures["numerical"]["board"] == "8...5...2"
    # From 15 rows and columns, only a corner with five crosses and one more cell.
    assert pictures["gomoku"] == {
        "rows": 6,
        "columns": 6,
        "block": 0,
        "board": "X......X......X......X......X.......",
    }
    # Three small boards in a row, each won with three crosses.
    board = pictures["ultimate"]["board"]
    assert pictures["ultimate"]["block"] == 3
    assert len(board) == 81
    assert board.count("X") == 9
    assert "O" not in board
    assert board.rindex("X") < 27


def test_rules_choices_have_summaries(host):
    words = host.state["rules_summaries"]
    assert list(words) == [name for name, _ in host.state["rules_choices"]]
    assert "you lose" in words["misere"]
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
def test_refused_move_changes_nothing(host, moves, cell, code, message):
    host.play(moves)
    before, published = host.state, list(host.published)
    request = host.ask("play", cell=cell)
    assert host.sent == [ack(request, code, message)]
    with pytest.raises(IllegalMoveError, match=re.escape(message)):
        host.session.play(cell)
    assert (host.state, host.published) == (before, published)
