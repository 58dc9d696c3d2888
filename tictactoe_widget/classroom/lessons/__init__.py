"""Lessons: the ones that come with the package, and what one's own are written with."""

from .exercise import Exercise, Judgement, Step
from .forks import FORKS
from .lesson import Lesson

LESSONS = {lesson.name: lesson for lesson in (FORKS,)}
"""The lessons that come with the package, by name, in the order in which to take them."""

__all__ = ["LESSONS", "Exercise", "Judgement", "Lesson", "Step"]
