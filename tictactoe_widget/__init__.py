"""Tic-tac-toe for Jupyter: Python rules and a board that lives in a notebook cell."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .analysis.analyze import analyze
from .analysis.census import Census, PlyCensus, ResultCounts
from .analysis.explain import explain
from .analysis.game_review import GameReview
from .analysis.review import review
from .analysis.reviewed_move import ReviewedMove
from .analysis.values import Analysis, MoveValue, Value
from .matches.comparison import ComparedRules, Comparison, RuleFact, compare_rules
from .matches.counting import census
from .matches.executors import ExecutorError
from .matches.match import Match, play_match
from .matches.results import Tournament
from .matches.tournament import play_tournament
from .matches.travel import TravelError
from .players.builtin import PLAYERS, UnsolvedError, player, player_choices
from .players.calling import AnswerError, PlayerError, ResignedError
from .players.resigning import RESIGN
from .rules.cards.card import RuleCard
from .rules.cube import Cube
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
from .rules.names import NAMED, find_rules
from .rules.notation import parse_position, position_name
from .rules.rules import Rules
from .rules.ultimate import Ultimate
from .rules.variant import Variant

if TYPE_CHECKING:
    from .widgets.board import TicTacToe
    from .widgets.errors import InvalidTypeError, InvalidValueError
    from .widgets.matchboxes import Matchboxes
    from .widgets.search import SearchView
    from .widgets.standings import Standings

__version__ = "0.1.0"

__all__ = [
    "MNK",
    "NAMED",
    "PLAYERS",
    "RESIGN",
    "STANDARD",
    "Analysis",
    "AnswerError",
    "CellTakenError",
    "Census",
    "ComparedRules",
    "Comparison",
    "Cube",
    "ExecutorError",
    "Game",
    "GameOverError",
    "GameReview",
    "IllegalMoveError",
    "InvalidInputError",
    "InvalidTypeError",
    "InvalidValueError",
    "Match",
    "Matchboxes",
    "MoveValue",
    "OutOfBoardError",
    "PlayerError",
    "PlyCensus",
    "ResignedError",
    "ResultCounts",
    "ReviewedMove",
    "RuleCard",
    "RuleFact",
    "Rules",
    "SearchView",
    "Standings",
    "TicTacToe",
    "Tournament",
    "TravelError",
    "Ultimate",
    "UnsolvedError",
    "Value",
    "Variant",
    "WrongBoardError",
    "WrongTurnError",
    "__version__",
    "analyze",
    "census",
    "compare_rules",
    "explain",
    "find_rules",
    "parse_position",
    "play_match",
    "play_tournament",
    "player",
    "player_choices",
    "position_name",
    "review",
]


# Widgets and their modules, which import Jupyter packages, so on first use.
_WIDGETS = {
    "InvalidTypeError": "errors",
    "InvalidValueError": "errors",
    "Matchboxes": "matchboxes",
    "SearchView": "search",
    "Standings": "standings",
    "TicTacToe": "board",
}


def __getattr__(name: str) -> Any:
    if name in _WIDGETS:
        return getattr(import_module(f".widgets.{_WIDGETS[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
