"""Saving of the lesson or daily puzzle that is given, and of what a person has solved."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from tictactoe_widget.validation.json_values import check_parts, check_type, read_part
from tictactoe_widget.validation.quoting import brief

from .activity import SolvedSteps, is_kept_lesson
from .activity_transitions import open_lesson, open_puzzle, parse_day
from .table import Table

ACTIVITY_PARTS = ("lesson", "progress", "puzzles")
"""The parts of a saved table that are written here; each is left out where it is empty."""

MOST_STEPS = 1000
"""Number of steps that no lesson has, so that a saved step is below it."""


def save_activity(table: Table) -> dict[str, Any]:
    """Return the activity of a table and what the person has solved, as JSON values.

    ``lesson`` is the one of `LESSONS` that is given, by "name" and "step", or the "day"
    whose puzzle is; a lesson or a puzzle of somebody's own is not saved. ``progress`` has
    the solved steps by the name of the lesson, ``puzzles`` the days whose puzzle was
    solved, as pairs of the first and the last of days in a row.
    """
    activity, progress = table.activity, table.solved_steps
    parts: dict[str, Any] = {}
    if activity is not None and activity.day is not None:
        parts["lesson"] = {"day": activity.day.isoformat()}
    elif activity is not None and is_kept_lesson(activity.lesson):
        parts["lesson"] = {"name": activity.lesson.name, "step": activity.step}
    if progress.steps:
        parts["progress"] = {name: sorted(steps) for name, steps in progress.steps.items()}
    if progress.days:
        parts["puzzles"] = _list_runs(progress.days)
    return parts


def _list_runs(days: frozenset[date]) -> list[list[str]]:
    """List days in a row as pairs of the first and the last."""
    runs: list[list[date]] = []
    for day in sorted(days):
        if runs and day - runs[-1][1] == timedelta(1):
            runs[-1][1] = day
        else:
            runs.append([day, day])
    return [[day.isoformat() for day in run] for run in runs]


def restore_activity(table: Table, saved: dict[Any, Any]) -> Table:
    """Return the table with what `save_activity` saved of it.

    Raises
    ------
    ValueError
        When it is damaged; the message says where.
    """
    table = replace(table, solved_steps=_read_progress(saved))
    if "lesson" not in saved:
        return table
    lesson = read_part(saved, "lesson", dict)
    check_parts(lesson, ("day",) if "day" in lesson else ("name", "step"))
    if "day" in lesson:
        opened = open_puzzle(table, parse_day(read_part(lesson, "day", str)))
    else:
        step = read_part(lesson, "step", int) if "step" in lesson else None
        opened = open_lesson(table, read_part(lesson, "name", str), step)
    return replace(opened, round=table.round)


def _read_progress(saved: dict[Any, Any]) -> SolvedSteps:
    steps: dict[str, frozenset[int]] = {}
    if "progress" in saved:
        for name, solved in read_part(saved, "progress", dict).items():
            check_type(name, str, "each key of progress")
            steps[name] = _read_steps(check_type(solved, list, f"progress of {brief(name)}"))
    runs = read_part(saved, "puzzles", list) if "puzzles" in saved else []
    return SolvedSteps(steps, frozenset(_read_days(runs)))


def _read_steps(solved: list[Any]) -> frozenset[int]:
    for step in solved:
        check_type(step, int, "each step of progress")
        if not 0 <= step < MOST_STEPS:
            raise ValueError(
                f"each step of progress is from 0 to {MOST_STEPS - 1}, not {brief(step)}"
            )
    return frozenset(solved)


def _read_days(runs: list[Any]) -> set[date]:
    """Return all days of pairs of the first and the last of days in a row."""
    days: set[date] = set()
    before = date.min
    for run in runs:
        check_type(run, list, "each of puzzles")
        if len(run) != 2:
            raise ValueError(f"each of puzzles has a first and a last day, not {brief(run)}")
        first, last = (parse_day(check_type(day, str, "each day of puzzles")) for day in run)
        # In order, so that no day comes twice, however long the list is.
        if not before < first <= last:
            raise ValueError(f"the days of puzzles are not in order at {brief(run)}")
        days.update(first + timedelta(at) for at in range((last - first).days + 1))
        before = last
    return days
