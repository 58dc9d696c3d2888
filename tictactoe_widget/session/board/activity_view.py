"""View of lessons, puzzles and rule cards, as JSON values by name."""

from datetime import date
from functools import lru_cache
from typing import Any

from tictactoe_widget.classroom.lessons import LESSONS
from tictactoe_widget.classroom.puzzles.daily import count_streak, longest_streak
from tictactoe_widget.rules.cards.card import Example
from tictactoe_widget.rules.rules import Rules

from .activity import Activity, SolvedSteps, is_kept_lesson
from .table import Table


def view_activity(table: Table) -> dict[str, Any] | None:
    """Return what a front end shows of the activity that is given; None without one."""
    activity = table.activity
    if activity is None:
        return None
    lesson, exercise, day = activity.lesson, activity.exercise, activity.day
    steps = len(lesson.exercises)
    is_done = activity.is_at_last_step and not activity.awaits_move
    following = _find_next(activity)
    return {
        "kind": lesson.kind,
        "name": lesson.name,
        "title": lesson.title,
        "step": activity.step,
        "steps": steps,
        "solved": tuple(step in activity.solved for step in range(steps)),
        "text": exercise.step.text,
        "ask": exercise.ask,
        "state": activity.verdict,
        "feedback": activity.feedback,
        "hint": exercise.step.hint if activity.is_hint_shown else "",
        "has_hint": bool(exercise.step.hint),
        "look": exercise.look,
        "tries": activity.tries,
        "cell": None if activity.cell is None else exercise.game.rules.cell_of(activity.cell),
        "learnt": lesson.learnt if is_done else "",
        "next": following,
        "next_title": LESSONS[following].title if following else "",
        "day": "" if day is None else day.isoformat(),
        "streak": 0 if day is None else count_streak(table.solved_steps.days, day),
    }


def _find_next(activity: Activity) -> str:
    """Return the name of the lesson after this one of `LESSONS`, ``""`` where there is none."""
    if not is_kept_lesson(activity.lesson):
        return ""
    names = list(LESSONS)
    return next(iter(names[names.index(activity.lesson.name) + 1 :]), "")


def view_lessons(progress: SolvedSteps) -> tuple[dict[str, Any], ...]:
    """Return the lessons that can be opened by name, with how far the person has come."""
    return tuple(
        {
            "name": lesson.name,
            "title": lesson.title,
            "about": lesson.about,
            "steps": len(lesson.exercises),
            "solved": len(progress.of(lesson)),
        }
        for lesson in LESSONS.values()
    )


@lru_cache(maxsize=16)
def view_streak(days: frozenset[date]) -> dict[str, Any]:
    """Return the last day whose puzzle was solved, and the days in a row."""
    if not days:
        return {"day": "", "streak": 0, "best": 0}
    last = max(days)
    streak = count_streak(days, last)
    return {"day": last.isoformat(), "streak": streak, "best": longest_streak(days)}


@lru_cache(maxsize=16)
def view_rules_card(rules: Rules) -> dict[str, Any]:
    """Return the rule card of rules, with the positions of its examples."""
    card = rules.card
    return {
        "name": card.name,
        "description": card.description,
        "sections": tuple((heading, tuple(points)) for heading, points in card.sections),
        "examples": tuple(map(_view_example, card.examples)),
    }


def _view_example(example: Example) -> dict[str, Any]:
    after = example.before if example.after is None else example.after
    return {
        "text": example.text,
        "position": example.position,
        "message": example.outcome,
        "refused": example.after is None,
        "cell": example.before.rules.cell_of(example.cell),
        "before": example.before.board,
        "board": after.board,
        "last_move": None if after.last_move is None else after.rules.cell_of(after.last_move),
        "winning_lines": after.winning_lines,
        "small_boards": after.small_boards,
    }
