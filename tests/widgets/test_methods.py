"""The methods of the widget, the text of a board, and rules it has never heard of."""

from datetime import date

import pytest
import traitlets

from tests.support.scenes.comms import (
    X_WINS,
    play_all,
    shown,
    update,
)
from tests.support.scenes.lessons import LESSON, WIN
from tictactoe_widget import Game, GameOverError, OutOfBoardError, TicTacToe
from tictactoe_widget.classroom import puzzles


def test_the_methods_do_what_the_session_does(board):
    play_all(board, X_WINS)
    with pytest.raises(GameOverError, match=r"Game is over\. Player X won!"):
        board.play(8)
    board.look_back(2)
    assert (board.viewed_ply, board.viewed["board"][:4]) == (2, ("X", None, None, "O"))
    with pytest.raises(ValueError, match="ply must be from 0 to 5"):
        board.look_back(6)
    board.new_game()
    assert (board.round, board.move_count, board.viewed_ply) == (2, 0, None)
    assert board.scores == {"X": 1, "O": 0, "draws": 0}
    board.reset_scores()
    assert board.scores == {"X": 0, "O": 0, "draws": 0}
    assert board.game == Game()


def test_a_cell_that_is_not_on_the_board_is_told_as_code_counts_cells(board):
    with pytest.raises(OutOfBoardError) as refused:
        board.play(9)
    assert str(refused.value) == "Invalid position: choose 1-9"
    assert refused.value.__notes__ == ["cell must be 0 to 8, not 9 (code counts from 0)"]
    assert board.moves == ()


def test_hints_can_be_set_and_are_one_message_with_the_switch_then_the_values(board):
    board.hints = True
    switched, told = board.comm.sent
    assert switched == update(hints=True, working="hints")
    assert told["state"].keys() == {"comment", "values", "working"}
    assert told["state"]["working"] == ""
    assert {value["value"] for value in told["state"]["values"]} == {"draw"}
    with pytest.raises(traitlets.TraitError):
        board.hints = "off"
    assert board.hints is True


def test_the_text_of_a_board_is_the_same_for_the_same_state():
    one, other = TicTacToe(), TicTacToe()
    play_all(one, X_WINS)
    play_all(other, X_WINS)
    text = "X X X\nO O .\n. . .\nPlayer X wins!"
    assert repr(one) == repr(other) == text
    assert one._repr_mimebundle_()[0]["text/plain"] == text
    one.names = {"X": "Ada"}
    assert repr(one) == "X X X\nO O .\n. . .\nAda wins!"


def test_a_lesson_is_shown_as_text_and_picture(board):
    board.open_lesson(LESSON, step=WIN)
    assert repr(board) == "X X .\nO O .\n. . .\nPlayer X's turn"
    assert board.picture() == LESSON.exercises[WIN].game.to_svg()


def test_hints_cannot_be_set_in_a_lesson_and_come_back_after_it():
    board = TicTacToe(hints=True, lesson=LESSON)
    assert board.hints is False
    with pytest.raises(
        traitlets.TraitError, match="Automatic hints are off in lessons and puzzles"
    ):
        board.hints = True
    assert board.hints is False
    board.leave_lesson()
    assert board.hints is True


def test_a_saved_board_is_restored_in_another(board):
    board.names = {"X": "Ada"}
    play_all(board, X_WINS)
    other = TicTacToe()
    other.restore(board.save())
    assert shown(other) == shown(board)


def test_a_board_begins_with_a_lesson_or_a_puzzle():
    board = TicTacToe(lesson="forks", rules="4x4")
    assert board.comm.opened["state"]["activity"]["name"] == "forks"
    board.leave_lesson()
    assert (board.activity, board.rules_name) == (None, "4x4")
    puzzle = puzzles("misere", "misere")[3]
    board = TicTacToe(puzzle=puzzle)
    assert (board.rules_name, board.activity["ask"]) == ("misere", puzzle.task)
    board.open_puzzle(date(2026, 11, 22))
    assert board.activity["day"] == "2026-11-22"
