"""The board widget's methods and text."""

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


def test_methods_call_the_session(board):
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


def test_error_for_a_wrong_cell_has_a_note(board):
    with pytest.raises(OutOfBoardError) as refused:
        board.play(9)
    assert str(refused.value) == "Invalid position: choose 1-9"
    assert refused.value.__notes__ == ["cell must be 0 to 8, not 9 (code counts from 0)"]
    assert board.moves == ()


def test_hints_send_the_switch_before_the_values(board):
    board.hints = True
    switched, told = board.comm.sent
    assert switched == update(hints=True, working="hints")
    assert told["state"].keys() == {"comment", "values", "working"}
    assert told["state"]["working"] == ""
    assert {value["value"] for value in told["state"]["values"]} == {"draw"}
    with pytest.raises(traitlets.TraitError):
        board.hints = "off"
    assert board.hints is True


def test_repr_depends_only_on_the_state():
    one, other = TicTacToe(), TicTacToe()
    play_all(one, X_WINS)
    play_all(other, X_WINS)
    text = "X X X\nO O .\n. . .\nPlayer X wins!"
    assert repr(one) == repr(other) == text
    assert one._repr_mimebundle_()[0]["text/plain"] == text
    one.names = {"X": "Ada"}
    assert repr(one) == "X X X\nO O .\n. . .\nAda wins!"


def test_lesson_as_text_and_picture(board):
    board.open_lesson(LESSON, step=WIN)
    assert repr(board) == "X X .\nO O .\n. . .\nPlayer X's turn"
    assert board.picture() == LESSON.exercises[WIN].game.to_svg()


def test_hints_are_off_during_a_lesson():
    board = TicTacToe(hints=True, lesson=LESSON)
    assert board.hints is False
    with pytest.raises(
        traitlets.TraitError, match="Automatic hints are off in lessons and puzzles"
    ):
        board.hints = True
    assert board.hints is False
    board.leave_lesson()
    assert board.hints is True


def test_saved_board_is_restored_in_another(board):
    board.names = {"X": "Ada"}
    play_all(board, X_WINS)
    other = TicTacToe()
    other.restore(board.save())
    assert shown(other) == shown(board)


def test_board_opens_with_a_lesson_or_puzzle():
    board = TicTacToe(lesson="forks", rules="4x4")
    assert board.comm.opened["state"]["activity"]["name"] == "forks"
    board.leave_lesson()
    assert (board.activity, board.rules_name) == (None, "4x4")
    puzzle = puzzles("misere", "misere")[3]
    board = TicTacToe(puzzle=puzzle)
    assert (board.rules_name, board.activity["ask"]) == ("misere", puzzle.task)
    board.open_puzzle(date(2026, 11, 22))
    assert board.activity["day"] == "2026-11-22"
