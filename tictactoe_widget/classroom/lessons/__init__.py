"""Lessons of the package, and the classes to write your own with."""

from tictactoe_widget.validation import ByName

from .advanced import MISERE, ONE_RULE, OPENINGS, ULTIMATE
from .basics import DEFENCE, FORKS, RULES, THREATS
from .exercise import Exercise, Judgement, Step
from .lesson import Lesson

_IN_ORDER = (RULES, THREATS, FORKS, OPENINGS, DEFENCE, MISERE, ONE_RULE, ULTIMATE)

LESSONS = ByName("lesson", ((lesson.name, lesson) for lesson in _IN_ORDER))
"""The lessons that come with the package, by name, in the order in which to take them."""

__all__ = ["LESSONS", "Exercise", "Judgement", "Lesson", "Step"]
