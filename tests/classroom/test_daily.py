"""The puzzle of a day, and days in a row."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.models import nine_cells as nine
from tictactoe_widget.classroom import daily_puzzle
from tictactoe_widget.classroom.puzzle import count_streak, longest_streak

MONDAY = date(2026, 11, 23)
"""A Monday, by the calendar on the wall."""

WEEKS = 40


@pytest.fixture(scope="module")
def given_puzzles():
    """The puzzles of the days of some weeks, in order."""
    return [daily_puzzle(MONDAY + timedelta(days)) for days in range(7 * WEEKS)]


def marks_of(puzzle):
    return "".join(mark or "." for mark in puzzle.game.board)


def test_every_puzzle_has_the_solutions_that_plain_search_finds_and_is_not_lost(given_puzzles):
    for puzzle in given_puzzles:
        marks, misere = marks_of(puzzle), puzzle.game.rules.misere
        assert nine.solutions(puzzle.kind, marks, misere=misere) == list(puzzle.solutions)
        assert nine.worth(marks, misere=misere)[0] >= 0
        assert puzzle.wrong_moves
        assert puzzle.game.rules.misere == (puzzle.kind == "misere")


def test_puzzles_become_more_difficult_from_monday_to_sunday(given_puzzles):
    for week in range(WEEKS):
        difficulties = [one.difficulty for one in given_puzzles[7 * week : 7 * week + 7]]
        assert difficulties == sorted(difficulties)
        assert difficulties[0][0] == 1
        assert difficulties[6][0] >= 4


def test_kinds_are_mixed(given_puzzles):
    kinds = [puzzle.kind for puzzle in given_puzzles]
    assert all(len(set(kinds[day : day + 4])) > 1 for day in range(len(kinds) - 3))
    assert all(len(set(kinds[day : day + 14])) > 2 for day in range(len(kinds) - 13))
    assert set(kinds[:28]) == {"win", "block", "fork", "draw", "misere"}
    assert min(Counter(kinds).values()) > len(kinds) / 12


def test_no_position_comes_twice_within_a_year():
    seen = {}
    for day in range(3 * 366):
        same = min(nine.images(marks_of(daily_puzzle(MONDAY + timedelta(day)))))
        assert day - seen.get(same, -366) >= 366
        seen[same] = day


def test_the_puzzle_of_a_day_is_the_same_whenever_one_asks(given_puzzles):
    assert daily_puzzle(MONDAY) == given_puzzles[0]
    assert daily_puzzle(datetime(2026, 11, 23, 23, 59, tzinfo=UTC)) == given_puzzles[0]
    assert daily_puzzle(MONDAY + timedelta(1)) != given_puzzles[0]


@pytest.mark.parametrize("day", ["2026-11-23", 20261123, None])
def test_what_is_no_day_has_no_puzzle(day):
    with pytest.raises(TypeError, match=r"day must be a datetime.date, not "):
        daily_puzzle(day)


def test_a_row_of_days_goes_over_the_ends_of_months_and_leap_days():
    days = [date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)]
    assert count_streak(days, date(2028, 3, 1)) == 3
    assert count_streak([*days[:2], date(2028, 3, 2)], date(2028, 3, 2)) == 1
    assert count_streak([date(2027, 12, 31), date(2028, 1, 1)], date(2028, 1, 1)) == 2
    assert count_streak([], MONDAY) == longest_streak([]) == 0


SOLVED = st.lists(st.integers(0, 12).map(lambda days: MONDAY + timedelta(days)))


@given(SOLVED, st.randoms())
def test_a_row_of_days_is_counted_as_on_a_calendar(days, random):
    """Twice solved counts once, and the order in which days were solved counts nothing."""
    calendar = "".join("x" if MONDAY + timedelta(day) in days else " " for day in range(13))
    for day in range(13):
        row = calendar[: day + 1]
        assert count_streak(days, MONDAY + timedelta(day)) == len(row) - len(row.rstrip("x"))
    longest = max(map(len, calendar.split()), default=0)
    assert longest_streak(days) == longest
    again = [*days, *days]
    random.shuffle(again)
    assert longest_streak(again) == longest
