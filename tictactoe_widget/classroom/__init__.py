"""Classroom: a class's own code checked, traced and rated."""

from tictactoe_widget.players.resigning import RESIGN

from .call import Call
from .checking.report import Counterexample, Part, Report
from .checking.runner import check
from .contracts import CONTRACTS, as_player, play_as
from .daily import daily_puzzle
from .environments import gymnasium_environment, pettingzoo_environment
from .learning import (
    LearningCurve,
    Menace,
    QLearner,
    TDLearner,
    exact_result,
    mistakes,
    train,
)
from .lessons import LESSONS, Exercise, Judgement, Lesson, Step
from .puzzles import Puzzle, Puzzles, puzzles
from .record import Record
from .trace import trace
from .worksheets import Worksheet, worksheet

__all__ = [
    "CONTRACTS",
    "LESSONS",
    "RESIGN",
    "Call",
    "Counterexample",
    "Exercise",
    "Judgement",
    "LearningCurve",
    "Lesson",
    "Menace",
    "Part",
    "Puzzle",
    "Puzzles",
    "QLearner",
    "Record",
    "Report",
    "Step",
    "TDLearner",
    "Worksheet",
    "as_player",
    "check",
    "daily_puzzle",
    "exact_result",
    "gymnasium_environment",
    "mistakes",
    "pettingzoo_environment",
    "play_as",
    "puzzles",
    "trace",
    "train",
    "worksheet",
]
