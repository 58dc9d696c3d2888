"""Lessons and puzzles on a board in a notebook."""

from datetime import date

import pytest
import traitlets

from tests.support.scenes.lessons import LESSON, WIN
from tictactoe_widget import TicTacToe
from tictactoe_widget.classroom import LESSONS, daily_puzzle, puzzles

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


def test_hints_cannot_be_set_in_a_lesson_and_come_back_after_it():
    board = TicTacToe(hints=True, lesson=LESSON)
    assert board.hints is False
    with pytest.raises(traitlets.TraitError, match="Hints are off in a lesson: press Hint"):
        board.hints = True
    assert board.hints is False
    board.leave_lesson()
    assert board.hints is True
