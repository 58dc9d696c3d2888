"""Tic-tac-toe for Jupyter: Python rules and a board that lives in a notebook cell."""

from .rules.errors import (
    CellTakenError,
    GameOverError,
    IllegalMoveError,
    InvalidInputError,
    OutOfBoardError,
    WrongBoardError,
    WrongTurnError,
)
from .rules.game import Game
from .rules.mnk import MNK, STANDARD
from .rules.notation import parse_position
from .rules.ultimate import Ultimate

__all__ = [
    "MNK",
    "STANDARD",
    "CellTakenError",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "InvalidInputError",
    "OutOfBoardError",
    "Ultimate",
    "WrongBoardError",
    "WrongTurnError",
    "parse_position",
]
