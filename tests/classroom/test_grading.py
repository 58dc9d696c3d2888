"""The unittest in docs/grading passes correct work and explains mistakes."""

import os
import subprocess
import sys

import pytest

from tests.support.scenes.scripts import ROOT

RIGHT = """
def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)]]
    lines.append([board[i][2 - i] for i in range(3)])
    for mark in ("X", "O"):
        if any(list(line) == [mark] * 3 for line in lines):
            return mark
    return None


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}


def result(board, action):
    if action not in actions(board):
        raise ValueError("this move is not legal")
    i, j = action
    marks = [mark for row in board for mark in row]
    mark = "X" if marks.count("X") == marks.count("O") else "O"
    new = [list(row) for row in board]
    new[i][j] = mark
    return new
"""
SHALLOW = RIGHT.replace("[list(row) for row in board]", "list(board)")


@pytest.fixture
def grade(tmp_path):
    """Return a function that grades a module with a runner, for status and output."""
    source = ROOT / "docs/grading/test_tictactoe.py"
    (tmp_path / source.name).write_text(source.read_text())

    def run(module, *runner):
        (tmp_path / "tictactoe.py").write_text(module)
        done = subprocess.run(
            [sys.executable, "-m", *runner],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    return run


def test_correct_module_passes(grade):
    status, printed = grade(RIGHT, "unittest")
    assert status == 0, printed


@pytest.mark.parametrize(
    ("runner", "count"),
    [
        (["unittest"], "FAILED (failures=1)"),
        pytest.param(
            *(["pytest", "-q", "-p", "no:cacheprovider"], "1 failed, 2 passed"),
            marks=pytest.mark.long,
        ),
    ],
)
def test_shallow_copy_fails_only_test_result(grade, runner, count):
    status, printed = grade(SHALLOW, *runner)
    assert status == 1
    assert count in printed
    assert "test_result" in printed
    assert "AssertionError" in printed
    assert "changed the board it was given" in printed
