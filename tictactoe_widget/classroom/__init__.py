"""Classroom: a class's own code checked, lessons, puzzles, and machines that learn."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tictactoe_widget.players.calling import RESIGN

from .lessons import LESSONS, Exercise, Judgement, Lesson, Step
from .puzzle import Puzzle, Puzzles, daily_puzzle, puzzles

if TYPE_CHECKING:
    from .checking.report import Counterexample, Part, Report
    from .checking.runner import check
    from .contracts import CONTRACTS, as_player, play_as
    from .course_checks.check_all import check_all
    from .course_checks.report import (
        CourseReport,
        SharedFunction,
        SharedMisconception,
        Submission,
    )
    from .environments import gymnasium_environment, pettingzoo_environment
    from .learning import (
        ExactResult,
        LearningCurve,
        Menace,
        Mistake,
        QLearner,
        TDLearner,
        exact_result,
        mistakes,
        train,
    )
    from .tracing.entries import Call
    from .tracing.record import Record
    from .tracing.trace import trace
    from .tracing.visit_tree import VisitTree
    from .worksheets import Worksheet, worksheet

__all__ = [
    "CONTRACTS",
    "LESSONS",
    "RESIGN",
    "Call",
    "Counterexample",
    "CourseReport",
    "ExactResult",
    "Exercise",
    "Judgement",
    "LearningCurve",
    "Lesson",
    "Menace",
    "Mistake",
    "Part",
    "Puzzle",
    "Puzzles",
    "QLearner",
    "Record",
    "Report",
    "SharedFunction",
    "SharedMisconception",
    "Step",
    "Submission",
    "TDLearner",
    "VisitTree",
    "Worksheet",
    "as_player",
    "check",
    "check_all",
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

# Loaded on first use, as a board does without: boards open sooner.
_MODULES = {
    "tracing.call": ["Call"],
    "checking.report": ["Counterexample", "Part", "Report"],
    "checking.runner": ["check"],
    "contracts": ["CONTRACTS", "as_player", "play_as"],
    "course_checks.check_all": ["check_all"],
    "course_checks.course_report": ["CourseReport"],
    "course_checks.course_results": ["SharedFunction", "SharedMisconception", "Submission"],
    "environments": ["gymnasium_environment", "pettingzoo_environment"],
    "learning": [
        *("ExactResult", "LearningCurve", "Menace", "Mistake", "QLearner", "TDLearner"),
        *("exact_result", "mistakes", "train"),
    ],
    "tracing.record": ["Record"],
    "tracing.trace": ["trace"],
    "tracing.visit_tree": ["VisitTree"],
    "puzzles.worksheets": ["Worksheet", "worksheet"],
}


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
