"""Tic-tac-toe for Jupyter: Python rules and a board that lives in a notebook cell."""

from .players.analysis import analyze
from .players.answers import PlayerError
from .players.bots import PLAYERS, player, player_choices
from .players.match import play_match, play_tournament
from .players.values import Analysis, MoveValue
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

__all__ = [
    "MNK",
    "PLAYERS",
    "STANDARD",
    "Analysis",
    "CellTakenError",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "InvalidInputError",
    "MoveValue",
    "OutOfBoardError",
    "PlayerError",
    "WrongBoardError",
    "WrongTurnError",
    "analyze",
    "parse_position",
    "play_match",
    "play_tournament",
    "player",
    "player_choices",
]
