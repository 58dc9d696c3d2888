"""Tests of a student's tictactoe.py in the same folder, with CS50's names and boards.

Run them with ``python -m unittest`` or ``pytest``. There is one test for each function.
"""

import unittest

import tictactoe

from tictactoe_widget.classroom import check


class TestTicTacToe(unittest.TestCase):
    """Tests of the student's functions, each on all its positions."""

    def require(self, function: str) -> None:
        """Fail with a simple position if the function is wrong."""
        check(tictactoe, contract="cs50", tasks=function).require()

    def test_winner(self) -> None:
        """Check the winner of each position."""
        self.require("winner")

    def test_actions(self) -> None:
        """Check the legal moves in each position."""
        self.require("actions")

    def test_result(self) -> None:
        """Check the board after each move."""
        self.require("result")


if __name__ == "__main__":
    unittest.main()
