"""Marks on a board, and the results of the players who make them."""

from collections.abc import Mapping
from typing import Literal

Mark = Literal["X", "O"]
"""Mark on the board, and name of the player who makes it; ``"X"`` moves first."""

MARKS: tuple[Mark, Mark] = ("X", "O")
"""Both marks, in the order of play."""

OWN_MARKS: Mapping[Mark, Mark] = {"X": "X", "O": "O"}
"""Mark that each player draws, where each draws their own."""

Result = Literal["X", "O", "draw"] | None
"""Winner, or ``"draw"``; None while the game goes on."""

Board = tuple[Mark | None, ...]
"""Mark in each cell, by cell index; None where the cell is empty."""


def read_masks(x: int, o: int, cell_count: int) -> Board:
    """Return the mark in each cell, from the bit masks of the cells of X and O.

    >>> read_masks(0b001, 0b100, 4)
    ('X', None, 'O', None)
    """
    return tuple(
        "X" if x >> cell & 1 else "O" if o >> cell & 1 else None for cell in range(cell_count)
    )


def opponent(player: Mark) -> Mark:
    """Return the opponent of a player.

    >>> opponent("X")
    'O'
    """
    return "O" if player == "X" else "X"


PLAIN_NAMES: Mapping[Mark, str] = {"X": "Player X", "O": "Player O"}
"""Names of players that have been given no other."""

FIRST_AND_SECOND: Mapping[Mark, str] = {"X": "First", "O": "Second"}
"""The same where a mark does not tell who made it."""


def winner_moves(value: Literal["win", "loss"], plies: int) -> int:
    """Return how many moves of the winner are among the plies to the end, as people count.

    The first ply is that of the player to whom the value is a win or a loss. It may be the
    loser who makes the last one, as under misère rules.

    >>> winner_moves("win", 5), winner_moves("loss", 4), winner_moves("loss", 1)
    (3, 2, 0)
    """
    return (plies + (value == "win")) // 2


def result_message(
    result: Literal["X", "O", "draw"],
    verb: str = "won",
    names: Mapping[Mark, str] = PLAIN_NAMES,
) -> str:
    """Return a result as a sentence for people.

    >>> result_message("X")
    'Player X won!'
    >>> result_message("O", "wins", {"X": "Ada", "O": "Grace"})
    'Grace wins!'
    >>> result_message("draw")
    "It's a draw!"
    """
    return "It's a draw!" if result == "draw" else f"{names[result]} {verb}!"
