"""Transitions of a table on which lessons, puzzles and examples are given."""

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from tictactoe_widget.classroom.lessons import LESSONS, Lesson
from tictactoe_widget.classroom.lessons.lesson import lesson_of_example, lesson_of_puzzle
from tictactoe_widget.classroom.puzzle import Puzzle, count_streak, daily_puzzle, longest_streak
from tictactoe_widget.players.calling import Player
from tictactoe_widget.rules.cards import Example
from tictactoe_widget.rules.game import Game, list_plies
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import PLAIN_NAMES
from tictactoe_widget.validation import brief, check_kind, did_you_mean

from .core import NUMBER, TEXT
from .table import (
    HUMAN,
    Activity,
    SolvedSteps,
    Table,
    board_request,
    check_game,
    is_kept_lesson,
    merge_names,
    resolve_seat,
)

_FIRST_DAY = date(2000, 1, 1)
"""First day that has a puzzle."""

_LAST_DAY = date(2099, 12, 31)
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
    lesson = check_kind(lesson, "lesson", str, expected="a Lesson or the name of one")
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
    check_kind(puzzle, "puzzle", date, expected="a Puzzle or a datetime.date")
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
    if not _FIRST_DAY <= day <= _LAST_DAY:
        raise ValueError(f"there are puzzles from {_FIRST_DAY} to {_LAST_DAY}, not of {day}")


@lru_cache(maxsize=4)
def _lesson_of_day(day: date) -> Lesson:
    return lesson_of_puzzle(daily_puzzle(day), "Puzzle of the day")


@board_request("lesson", name=TEXT)
def _request_lesson(table: Table, name: str) -> Table:
    """Return the table at one of `LESSONS`, by its name; for ``""`` the person's own."""
    return open_lesson(table, name) if name else table.without_activity()


@board_request("puzzle", day=TEXT)
def _request_puzzle(table: Table, day: str) -> Table:
    """Return the table with the puzzle of a day, written like ``"2026-11-22"``."""
    return open_puzzle(table, parse_day(day))


@board_request("example", index=NUMBER)
def _request_example(table: Table, index: int) -> Table:
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


@board_request("lesson_step", to=NUMBER)
def _go_to_step(table: Table, to: int) -> Table:
    """Return the table at the beginning of another step of its activity, from 0.

    Raises
    ------
    ValueError
        When there is no activity, or it has no such step.
    """
    return table.after_opening(_activity_of(table).at_step(to))


@board_request("again")
def try_again(table: Table) -> Table:
    """Return the table at the beginning of the same step.

    Raises
    ------
    ValueError
        When there is no activity.
    """
    return table.after_opening(_activity_of(table).again())


@board_request("hint")
def _show_hint(table: Table) -> Table:
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


def lay_table(  # noqa: PLR0913 - one argument a choice
    rules: str | Rules = "standard",
    *,
    game: Game | None = None,
    x: str | Player = HUMAN,
    o: str | Player = HUMAN,
    names: Mapping[str, str] | None = None,
    hints: bool = False,
    lesson: str | Lesson | None = None,
    puzzle: Puzzle | date | None = None,
) -> Table:
    """Return the table with which a session begins; its arguments are those of `Session`.

    Raises
    ------
    TypeError
        If an argument is of a wrong type.
    ValueError
        If an argument is not valid, or two of them disagree.
    """
    if game is None:
        game = Game(find_rules(rules))
    else:
        is_default = isinstance(rules, str) and rules == "standard"
        check_game(game, None if is_default else rules)
    table = Table(
        list_plies(game),
        is_practice=game.move_count > 0,
        names=merge_names(PLAIN_NAMES, {} if names is None else names),
        seats={"X": resolve_seat(x, game.rules), "O": resolve_seat(o, game.rules)},
    ).with_hints(hints)
    if lesson is not None and puzzle is not None:
        raise ValueError("a board gives a lesson or a puzzle, not both at once")
    if lesson is not None:
        return open_lesson(table, lesson)
    return table if puzzle is None else open_puzzle(table, puzzle)


def view_activity(table: Table, activity: Activity) -> dict[str, Any]:
    """Return what a front end shows of the activity that is given."""
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
            "solved": len(progress.of(lesson)) if progress.steps else 0,
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
