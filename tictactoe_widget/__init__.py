"""Tic-tac-toe for Jupyter: Python rules and a board that lives in a notebook cell."""

from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from .widget import TicTacToe

__all__ = [
    "MNK",
    "STANDARD",
    "CellTakenError",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "InvalidInputError",
    "OutOfBoardError",
    "TicTacToe",
    "WrongBoardError",
    "WrongTurnError",
    "parse_position",
]


def __getattr__(name: str) -> Any:
    # The widget brings Jupyter along, so it is loaded when first asked for.
    if name == "TicTacToe":
        from .widget import TicTacToe  # noqa: PLC0415

        return TicTacToe
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
