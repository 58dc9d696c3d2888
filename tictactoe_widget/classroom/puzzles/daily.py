"""The puzzle of a day, and how many days in a row somebody has solved it."""

from collections.abc import Collection
from dataclasses import replace
from datetime import date
from functools import cache

from tictactoe_widget.analysis.analyze import analyze
from tictactoe_widget.rules.game import Game
from tictactoe_widget.validation.quoting import brief

from .puzzles import Puzzle, puzzles
from .tasks import PuzzleKind

_DAYS_OF_A_WEEK = 7

_SOURCES: tuple[tuple[str, PuzzleKind], ...] = (
    ("standard", "win"),
    ("standard", "block"),
    ("standard", "fork"),
    ("standard", "draw"),
    ("misere", "misere"),
)
"""Rules and kind of the puzzles that are given, in the order of their turns."""


def daily_puzzle(day: date) -> Puzzle:
    """Return the puzzle of a day, the same wherever and whenever one asks.

    The kinds take turns. From Monday to Sunday the puzzles become more difficult, see
    `Puzzle.difficulty`.

    Raises
    ------
    TypeError
        When `day` is not a date.

    Examples
    --------
    >>> from datetime import date
    >>> print(daily_puzzle(date(2026, 11, 23)))
    O . X
    X O .
    X O X
    O to move: win at once.
    """
    if not isinstance(day, date):
        raise TypeError(f"day must be a datetime.date, not {brief(day)}")
    week, weekday = divmod(day.toordinal() - 1, _DAYS_OF_A_WEEK)  # day 1 was a Monday
    by_kind = _puzzles_of_weekday(weekday)
    turn, at = (week + weekday) % len(by_kind), week // len(by_kind)
    found = by_kind[turn][at % len(by_kind[turn])]
    return _turned(found, at)


@cache
def _puzzles_of_weekday(weekday: int) -> tuple[tuple[Puzzle, ...], ...]:
    """Return the puzzles of a day of the week, 0 for Monday, apart by kind, easy ones first."""
    found = _all_puzzles()
    first, last = (len(found) * at // _DAYS_OF_A_WEEK for at in (weekday, weekday + 1))
    chosen = found[first:last]
    kinds = (tuple(one for one in chosen if one.kind == kind) for _, kind in _SOURCES)
    return tuple(filter(None, kinds))


@cache
def _all_puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles that are given, easy ones first: those that are not lost anyway."""
    found = [
        puzzle
        for rules, kind in _SOURCES
        for puzzle in puzzles(rules, kind)
        if analyze(puzzle.game).value != "loss"
    ]
    return tuple(sorted(found, key=lambda one: (*one.difficulty, one.game.move_count)))


def _turned(puzzle: Puzzle, turn: int) -> Puzzle:
    """Return a puzzle on the board turned or mirrored, by a number."""
    rules = puzzle.game.rules
    symmetry = rules.symmetries[turn % len(rules.symmetries)]
    state = rules.transform(puzzle.game.state, symmetry)
    solutions = tuple(sorted(symmetry[cell] for cell in puzzle.solutions))
    return replace(
        puzzle, game=Game.from_text(rules.to_text(state), rules), solutions=solutions
    )


def count_streak(days: Collection[date], last: date) -> int:
    """Count the days in a row that end with `last`; 0 where that is not one of them.

    Parameters
    ----------
    days : collection of date
        Days whose puzzle was solved, in any order; a day that is there twice counts once.
    last : date
        Last day of the row.

    Examples
    --------
    >>> days = [date(2026, 2, 28), date(2026, 3, 1), date(2026, 3, 3)]
    >>> [count_streak(days, date(2026, 3, day)) for day in (1, 2, 3)]
    [2, 0, 1]
    """
    solved = {day.toordinal() for day in days}
    at = last.toordinal()
    while at in solved:
        at -= 1
    return last.toordinal() - at


def longest_streak(days: Collection[date]) -> int:
    """Return the greatest number of days in a row among `days`; 0 where there are none.

    Examples
    --------
    >>> longest_streak([date(2026, 3, 3), date(2026, 2, 28), date(2026, 3, 1)])
    2
    """
    longest = streak = 0
    before = 0
    for day in sorted({day.toordinal() for day in days}):
        streak = streak + 1 if day == before + 1 else 1
        longest = max(longest, streak)
        before = day
    return longest
