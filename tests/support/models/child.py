"""A child of seven at tic-tac-toe, by its habits."""

from collections.abc import Callable
from random import Random

from tests.support.models.nine_cells import free, mover, other, threats
from tictactoe_widget import Game

CENTRE = 4
CORNERS = (0, 2, 6, 8)


def child(seed: int) -> Callable[[Game], int]:
    """A player that completes its own two in a row three times of four, and blocks the
    other's every second time; else it takes the centre, else a corner, else any cell."""
    chance = Random(seed)

    def play(game: Game) -> int:
        board = "".join(mark or "." for mark in game.board)
        mark = mover(board)
        own, others = threats(board, mark), threats(board, other(mark))
        if own and chance.random() < 3 / 4:
            return chance.choice(own)
        if others and chance.random() < 1 / 2:
            return chance.choice(others)
        if board[CENTRE] == ".":
            return CENTRE
        corners = [cell for cell in CORNERS if board[cell] == "."]
        return chance.choice(corners or free(board))

    return play
