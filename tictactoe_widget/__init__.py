"""Tic-tac-toe for Jupyter: Python rules and a board that lives in a notebook cell."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .analysis.analyze import analyze
from .analysis.explain import explain
from .analysis.review import GameReview, ReviewedMove, review
from .analysis.values import Analysis, MoveValue, Value
from .players.builtin import PLAYERS, UnsolvedError, player, player_choices
from .players.calling import RESIGN, AnswerError, PlayerError, ResignedError
from .rules.cards import RuleCard
from .rules.cube import Cube
from .rules.errors import (
    CellTakenError,
    GameOverError,
    IllegalMoveError,
    InvalidInputError,
    OutOfBoardError,
    RulesError,
    WrongBoardError,
    WrongTurnError,
)
from .rules.game import Game, parse_position, position_name
from .rules.mnk import MNK, STANDARD, Variant
from .rules.names import NAMED, find_rules
from .rules.plain_rules import PlainRules
from .rules.rules import Rules
from .rules.state import Position
from .rules.ultimate import Ultimate

if TYPE_CHECKING:
    from .analysis.census import Census, Playouts, PlyCensus, ResultCounts, playouts
    from .classroom.rule_checks import RuleFault, RulesReport, check_rules
    from .matches.bot_files import load_bots
    from .matches.compared_rules import ComparedRules, RuleFact
    from .matches.comparison import Comparison, compare_rules
    from .matches.counting import census
    from .matches.match import Match, Played, Standing, play_match
    from .matches.ratings import Rating, Ratings, rate_players
    from .matches.results import CrossTable, Tournament
    from .matches.tournament import play_tournament
    from .sandbox.executors import ExecutorError
    from .sandbox.pickling import TravelError
    from .widgets.base import InvalidTypeError, InvalidValueError
    from .widgets.board import TicTacToe
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
    "CrossTable",
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
    "PlainRules",
    "Played",
    "PlayerError",
    "Playouts",
    "PlyCensus",
    "Position",
    "Rating",
    "Ratings",
    "ResignedError",
    "ResultCounts",
    "ReviewedMove",
    "RuleCard",
    "RuleFact",
    "RuleFault",
    "Rules",
    "RulesError",
    "RulesReport",
    "SearchView",
    "Standing",
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
    "check_rules",
    "compare_rules",
    "explain",
    "find_rules",
    "load_bots",
    "parse_position",
    "play_match",
    "play_tournament",
    "player",
    "player_choices",
    "playouts",
    "position_name",
    "rate_players",
    "review",
]


# Loaded on first use: widgets, which import Jupyter packages, and what a board never needs.
_LATER = {
    "Census": "analysis.census",
    "ComparedRules": "matches.compared_rules",
    "Comparison": "matches.comparison",
    "CrossTable": "matches.results",
    "ExecutorError": "matches.executors",
    "InvalidTypeError": "widgets.errors",
    "InvalidValueError": "widgets.errors",
    "Match": "matches.match",
    "Matchboxes": "widgets.matchboxes",
    "Played": "matches.match",
    "Playouts": "analysis.random_games",
    "PlyCensus": "analysis.census",
    "Rating": "matches.ratings",
    "Ratings": "matches.ratings",
    "ResultCounts": "analysis.census",
    "RuleFact": "matches.compared_rules",
    "RuleFault": "classroom.rule_checks.report",
    "RulesReport": "classroom.rule_checks.report",
    "SearchView": "widgets.search",
    "Standing": "matches.match",
    "Standings": "widgets.standings",
    "TicTacToe": "widgets.board",
    "Tournament": "matches.results",
    "TravelError": "matches.travel",
    "census": "matches.counting",
    "check_rules": "classroom.rule_checks.check_rules",
    "compare_rules": "matches.comparison",
    "load_bots": "matches.bot_files",
    "play_match": "matches.match",
    "play_tournament": "matches.tournament",
    "playouts": "analysis.random_games",
    "rate_players": "matches.ratings",
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f".{_LATER[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
