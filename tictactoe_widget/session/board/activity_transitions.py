"""Transitions of a table on which lessons, puzzles and examples are given."""

from datetime import date
from functools import lru_cache

from tictactoe_widget.classroom.lessons import LESSONS, Lesson
from tictactoe_widget.classroom.lessons.conversion import lesson_of_example, lesson_of_puzzle
from tictactoe_widget.classroom.puzzles.daily import daily_puzzle
from tictactoe_widget.classroom.puzzles.puzzles import Puzzle
from tictactoe_widget.validation.quoting import brief, did_you_mean

from .activity import Activity
from .table import Table

FIRST_DAY = date(2000, 1, 1)
"""First day that has a puzzle."""

LAST_DAY = date(2099, 12, 31)
"""Last day that has a puzzle."""


def open_lesson(table: Table, lesson: str | Lesson, step: int | None = None) -> Table:
    """Return the table at a step of a lesson; the person's own table waits.

    Parameters
    ----------
    table : Table
        Present table.
    lesson : str or Lesson
        Lesson, or the name of one of `LESSONS`.
    step : int, optional
        Step to open, from 0; by default the first that is not solved.

    Raises
    ------
    TypeError
        When `lesson` is neither.
    ValueError
        When no lesson has that name, it has no such step, or one of its tasks cannot be
        judged or solved.
    """
    found = _find_lesson(lesson)
    solved = table.solved_steps.of(found)
    return table.after_opening(Activity.begin(found, step=step, solved=solved))


def _find_lesson(lesson: object) -> Lesson:
    """Return a lesson, or the one of `LESSONS` that has a name.

    Raises
    ------
    TypeError
        When `lesson` is neither a lesson nor a name.
    ValueError
        When no lesson has that name, or one of its tasks cannot be judged or solved.
    """
    if isinstance(lesson, Lesson):
        lesson.check()
        return lesson
    if not isinstance(lesson, str):
        raise TypeError(f"lesson must be a Lesson or the name of one, not {brief(lesson)}")
    if lesson not in LESSONS:
        hint = did_you_mean(lesson, LESSONS)
        raise ValueError(
            f"no lesson is called {brief(lesson)}{hint}: choose {', '.join(LESSONS)}"
        )
    return LESSONS[lesson]


def open_puzzle(table: Table, puzzle: Puzzle | date) -> Table:
    """Return the table with a puzzle, or that of a day; the person's own table waits.

    Raises
    ------
    TypeError
        When `puzzle` is neither.
    ValueError
        When that day has no puzzle, or no move solves the puzzle.
    """
    if isinstance(puzzle, Puzzle):
        return open_lesson(table, lesson_of_puzzle(puzzle))
    if not isinstance(puzzle, date):
        raise TypeError(f"puzzle must be a Puzzle or a datetime.date, not {brief(puzzle)}")
    # Of a `datetime`, which is a date too, the day alone counts.
    day = date(puzzle.year, puzzle.month, puzzle.day)
    _check_day(day)
    solved = frozenset({0}) if day in table.solved_steps.days else frozenset()
    return table.after_opening(Activity.begin(_lesson_of_day(day), solved=solved, day=day))


def parse_day(text: str) -> date:
    """Return the day that ISO text such as ``"2026-11-22"`` names and that has a puzzle.

    Raises
    ------
    ValueError
        When it names none.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    # Python reads other forms too, such as 20261122.
    if day is None or day.isoformat() != text:
        raise ValueError(f"a day is written like 2026-11-22, not {brief(text)}")
    _check_day(day)
    return day


def _check_day(day: date) -> None:
    if not FIRST_DAY <= day <= LAST_DAY:
        raise ValueError(f"there are puzzles from {FIRST_DAY} to {LAST_DAY}, not of {day}")


@lru_cache(maxsize=4)
def _lesson_of_day(day: date) -> Lesson:
    return lesson_of_puzzle(daily_puzzle(day), "Puzzle of the day")


def request_lesson(table: Table, name: str) -> Table:
    """Return the table at one of `LESSONS`, by its name; for ``""`` the person's own."""
    return open_lesson(table, name) if name else table.without_activity()


def request_puzzle(table: Table, day: str) -> Table:
    """Return the table with the puzzle of a day, written like ``"2026-11-22"``."""
    return open_puzzle(table, parse_day(day))


def request_example(table: Table, index: int) -> Table:
    """Return the table with an example of the rule card of its rules, from 0.

    Raises
    ------
    ValueError
        When the card has no such example.
    """
    examples = table.rules.card.examples
    if not 0 <= index < len(examples):
        raise ValueError(f"the rule card has examples 0 to {len(examples) - 1}, not {index}")
    return open_lesson(table, lesson_of_example(examples[index]))


def go_to_step(table: Table, to: int) -> Table:
    """Return the table at the beginning of another step of its activity, from 0.

    Raises
    ------
    ValueError
        When there is no activity, or it has no such step.
    """
    return table.after_opening(_activity_of(table).at_step(to))


def try_again(table: Table) -> Table:
    """Return the table at the beginning of the same step.

    Raises
    ------
    ValueError
        When there is no activity.
    """
    return table.after_opening(_activity_of(table).again())


def show_hint(table: Table) -> Table:
    """Return the table that shows the hint of the step.

    Raises
    ------
    ValueError
        When there is no activity, or its step has no hint.
    """
    return table.with_activity(_activity_of(table).with_hint())


def _activity_of(table: Table) -> Activity:
    if table.activity is None:
        raise ValueError("No lesson is open")
    return table.activity
