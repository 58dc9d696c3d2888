"""The puzzle of a day, and how many days in a row somebody has solved it."""

from collections import Counter, defaultdict
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

_WEEKS = 53
"""Weeks after which a puzzle comes again: a year has no more Mondays."""

_SOURCES: tuple[tuple[str, PuzzleKind], ...] = (
    ("standard", "win"),
    ("standard", "block"),
    ("standard", "fork"),
    ("standard", "draw"),
    ("misere", "misere"),
)
"""Rules and kind of the puzzles that are given."""


def daily_puzzle(day: date) -> Puzzle:
    """Return the puzzle of a day, the same wherever and whenever one asks.

    From Monday to Sunday the puzzles become more difficult, see `Puzzle.difficulty`. The
    kinds are mixed, and no position comes twice within a year, turned or mirrored ones
    and those of other rules included.

    Raises
    ------
    TypeError
        When `day` is not a date.

    Examples
    --------
    >>> from datetime import date
    >>> print(daily_puzzle(date(2026, 11, 23)))
    . O X
    X . O
    X . O
    X to move: win at once.
    """
    if not isinstance(day, date):
        raise TypeError(f"day must be a datetime.date, not {brief(day)}")
    week, weekday = divmod(day.toordinal() - 1, _DAYS_OF_A_WEEK)  # day 1 was a Monday
    of_weekday = _puzzles_of_weekday(weekday)
    # The kinds of one day would fall in step with those of the next.
    return _turned(of_weekday[(week + weekday) % _WEEKS], week)


@cache
def _puzzles_of_weekday(weekday: int) -> tuple[Puzzle, ...]:
    """Return the puzzles of a day of the week, 0 for Monday, in the order of their weeks.

    No two days of the week share one. There are more than are needed; those that are left
    out are of the kinds that would be too many.
    """
    found = _puzzles_by_difficulty()
    first, last = (len(found) * at // _DAYS_OF_A_WEEK for at in (weekday, weekday + 1))
    by_kind = defaultdict(list)
    for puzzle in found[first:last]:
        by_kind[puzzle.kind].append(puzzle)
    while sum(map(len, by_kind.values())) > _WEEKS:
        max(by_kind.values(), key=len).pop()
    spread = [
        ((at + 0.5) / len(of_kind), puzzle)
        for of_kind in by_kind.values()
        for at, puzzle in enumerate(of_kind)
    ]
    return tuple(puzzle for _, puzzle in sorted(spread, key=lambda one: one[0]))


@cache
def _puzzles_by_difficulty() -> tuple[Puzzle, ...]:
    """Return one puzzle of each position that is not lost anyway, easy ones first.

    Many positions are puzzles of several kinds; each is given as the one that is rarest
    so far, those with little choice first.
    """
    by_position = defaultdict(list)
    for rules, kind in _SOURCES:
        for puzzle in puzzles(rules, kind):
            if analyze(puzzle.game).value != "loss":
                by_position[puzzle.game.canonical().board].append(puzzle)
    counts: Counter[str] = Counter()
    chosen = []
    for choices in sorted(by_position.values(), key=len):
        rarest = min(choices, key=lambda puzzle: counts[puzzle.kind])
        counts[rarest.kind] += 1
        chosen.append(rarest)
    return tuple(sorted(chosen, key=lambda one: (*one.difficulty, one.game.move_count)))


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
