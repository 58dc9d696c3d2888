"""Lessons: the ones that come with the package, and what one's own are written with."""

from tictactoe_widget.validation.named import ByName

from .defence import DEFENCE
from .exercise import Exercise, Judgement, Step
from .forks import FORKS
from .lesson import Lesson
from .misere import MISERE
from .one_rule import ONE_RULE
from .openings import OPENINGS
from .rules import RULES
from .threats import THREATS
from .ultimate import ULTIMATE

_IN_ORDER = (RULES, THREATS, FORKS, OPENINGS, DEFENCE, MISERE, ONE_RULE, ULTIMATE)

LESSONS = ByName("lesson", ((lesson.name, lesson) for lesson in _IN_ORDER))
"""The lessons that come with the package, by name, in the order in which to take them."""

__all__ = ["LESSONS", "Exercise", "Judgement", "Lesson", "Step"]
