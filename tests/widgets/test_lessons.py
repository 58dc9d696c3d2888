"""Lessons and puzzles on a board in a notebook."""

from datetime import date

import pytest
import traitlets

from tests.support.scenes.comms import request
from tests.support.scenes.lessons import LESSON, WIN
from tests.support.scenes.requests import ack
from tictactoe_widget import TicTacToe
from tictactoe_widget.classroom import LESSONS, Lesson, Step, daily_puzzle, puzzles

DAY = date(2026, 11, 22)


def test_a_board_begins_with_a_lesson_by_its_name_or_with_ones_own():
    board = TicTacToe(lesson="forks", names={"X": "Ada"}, o="perfect")
    assert board.comm.opened["state"]["activity"]["name"] == "forks"
    assert board.activity["title"] == LESSONS["forks"].title
    own = TicTacToe(lesson=LESSON, rules="4x4")
    assert (own.activity["title"], own.rules_name) == ("Five steps", "standard")
    own.leave_lesson()
    assert (own.activity, own.rules_name) == (None, "4x4")


def test_a_board_begins_with_a_puzzle_or_with_that_of_a_day():
    puzzle = puzzles("misere", "misere")[3]
    board = TicTacToe(puzzle=puzzle)
    assert (board.rules_name, board.activity["ask"]) == ("misere", puzzle.task)
    board.play(puzzle.solutions[0])
    assert board.activity["state"] == "right"
    board.open_puzzle(DAY)
    board.play(daily_puzzle(DAY).solutions[0])
    assert board.puzzle_streak == {"day": "2026-11-22", "streak": 1, "best": 1}


def test_the_text_of_a_board_says_what_has_failed():
    def forgetful(_game):
        raise KeyError("corner")

    board = TicTacToe(o=forgetful)
    board.play(4)
    said = (
        ". . .\n. X .\n. . .\nPlayer O's turn\nPlayer O (forgetful) raised KeyError: 'corner'"
    )
    assert repr(board).startswith(said)


def test_the_methods_for_lessons_do_what_the_session_does(board):
    board.play(4)
    board.open_lesson(LESSON, step=WIN)
    assert repr(board) == "X X .\nO O .\n. . .\nPlayer X's turn"
    assert board.picture() == LESSON.exercises[WIN].game.to_svg()
    board.play(8)
    assert (board.activity["state"], board.winner) == ("wrong", "O")
    board.look_back(0)
    assert board.viewed["board"] == ("X", "X", None, "O", "O", None, None, None, None)
    board.play(2)
    assert (board.activity["state"], board.scores["X"]) == ("right", 0)
    board.leave_lesson()
    assert (board.activity, board.moves) == (None, (4,))


def test_a_lesson_is_given_by_requests_of_the_front_end(board):
    opened = request(board, "lesson", name="forks")
    assert board.comm.sent[-1]["content"] == ack(opened)
    stepped = request(board, "lesson_step", to=1, round=board.round)
    assert board.comm.sent[-1]["content"] == ack(stepped)
    assert board.activity["step"] == 1
    request(board, "card", round=board.round)
    assert board.rules_card["name"] == board.game.rules.card.name


def test_hints_cannot_be_set_in_a_lesson_and_come_back_after_it():
    board = TicTacToe(hints=True, lesson=LESSON)
    assert board.hints is False
    with pytest.raises(traitlets.TraitError, match="Hints are off in a lesson: press Hint"):
        board.hints = True
    assert board.hints is False
    board.leave_lesson()
    assert board.hints is True


def test_names_can_be_set_in_a_lesson(board):
    board.open_lesson(LESSON, step=WIN)
    board.names = {"X": "Ada"}
    assert (board.names["X"], board.message) == ("Ada", "Player X's turn")


def test_an_observer_hears_what_becomes_of_each_move(board):
    heard = []
    board.open_lesson(LESSON, step=WIN)
    board.observe(lambda change: heard.append(change.new["state"]), "activity")
    board.play(8)
    board.play(2)
    assert heard == ["wrong", "right"]


def test_a_lesson_is_saved_with_the_board():
    board, other = TicTacToe("4x4"), TicTacToe()
    board.play(5)
    board.open_lesson("forks")
    other.restore(board.save())
    assert other.activity == board.activity
    assert other.lessons == board.lessons
    other.leave_lesson()
    assert (other.rules_name, other.moves) == ("4x4", (5,))


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"lesson": "sonnets"}, ValueError),
        ({"lesson": Lesson("Odd", [Step("Win!", "X../.../...", "win")])}, ValueError),
        ({"lesson": 3}, TypeError),
        ({"puzzle": "2026-11-22"}, TypeError),
        ({"lesson": LESSON, "puzzle": DAY}, ValueError),
    ],
)
def test_a_lesson_that_cannot_be_given_is_refused(board, options, error):
    with pytest.raises(error):
        TicTacToe(**options)
    if len(options) == 1:
        before = board._session.state
        ((kind, value),) = options.items()
        with pytest.raises(error):
            {"lesson": board.open_lesson, "puzzle": board.open_puzzle}[kind](value)
        assert board._session.state == before
        assert board.comm.sent == []
