"""Tests of a student's tictactoe.py beside this file, by CS50's names and boards.

Run them with ``python -m unittest`` or ``pytest``. Each function is a test of its own.
"""

import unittest

import tictactoe

from tictactoe_widget.classroom import check


class TestTicTacToe(unittest.TestCase):
    """Each function of the student's, on all positions it is asked about."""

    def require(self, function: str) -> None:
        """Fail with a simple position on which a function is wrong."""
        check(tictactoe, contract="cs50", tasks=function).require()

    def test_winner(self) -> None:
        """Who holds a line."""
        self.require("winner")

    def test_actions(self) -> None:
        """Which moves there are."""
        self.require("actions")

    def test_result(self) -> None:
        """What a move makes of the board."""
        self.require("result")


if __name__ == "__main__":
    unittest.main()
