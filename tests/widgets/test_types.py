"""Type checks of notebooks that use the board."""

import subprocess
import sys

from tests.support.scenes.scripts import ROOT

NOTEBOOK = """
from typing import Any, assert_type

from datetime import date

from tictactoe_widget import Game, TicTacToe
from tictactoe_widget.classroom import Lesson, Step, puzzles


def first_free(game: Game) -> int:
    return game.legal_moves[0]


names: dict[str, str] = {"X": "Ada"}
board = TicTacToe("4x4", x=first_free, o="perfect", names=names, hints=True)
board = TicTacToe(game=Game.from_text("X.O/.X./..O"))
board.names = names
board.names = {"O": "Grace"}
board.hints = False
mark: str = "X"
board.seat(mark, first_free)
board.new_game("misere")
board.new_game(game=Game())
board.open_lesson("forks", step=1)
board.open_lesson(Lesson("Mine", [Step("Read this.", look=["1"])]))
board.open_puzzle(date(2026, 11, 22))
board.leave_lesson()
board = TicTacToe(puzzle=puzzles("standard", "win")[0])
board = TicTacToe(lesson="forks")
saved = board.save()
board.restore(saved)

assert_type(saved, dict[str, Any])
assert_type(board.game, Game)
assert_type(board.board, tuple[str | None, ...])
assert_type(board.current_player, str)
assert_type(board.winner, str | None)
assert_type(board.winning_lines, tuple[tuple[int, ...], ...])
assert_type(board.moves, tuple[int, ...])
assert_type(board.message, str)
assert_type(board.rules_choices, tuple[tuple[str, str], ...])
assert_type(board.activity, dict[str, Any] | None)
assert_type(board.hints, bool)
assert_type(board.names, dict[str, str])
"""
"""Correct lines, in which a strict check finds no error."""

MISTAKES = {
    "board.winner = 'X'": "Incompatible types in assignment",
    "board.moves = (4,)": "Incompatible types in assignment",
    "board.hints = 'off'": "Incompatible types in assignment",
    "board.names = ['Ada']": "Incompatible types in assignment",
    "board.winner.lower()": 'Item "None" of "str | None" has no attribute "lower"',
    "board.play('5')": 'incompatible type "str"; expected "int"',
    "board.new_game(Game())": 'incompatible type "Game"',
}
"""Wrong lines, each with a part of mypy's message."""


CACHE = ROOT / "build/mypy"
"""Cache for mypy's results on the standard library and other packages."""


def check(source, folder):
    """Return mypy's lines for a strict check without a configuration file."""
    file = folder / "notebook.py"
    file.write_text(source)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file="]
    done = subprocess.run(
        [*command, f"--cache-dir={CACHE}", str(file)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_correct_notebook_passes_a_strict_check(tmp_path):
    said = check(NOTEBOOK, tmp_path)
    assert said == ["Success: no issues found in 1 source file"]


def test_type_checker_finds_mistakes(tmp_path):
    head = "from tictactoe_widget import Game, TicTacToe\nboard = TicTacToe()\n"
    *said, _summary = check(head + "\n".join(MISTAKES), tmp_path)
    told = [line.partition(": error: ")[2] for line in said]
    assert len(told) == len(MISTAKES)
    for message, (mistake, expected) in zip(told, MISTAKES.items(), strict=True):
        assert expected in message, mistake
