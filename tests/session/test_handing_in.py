"""Progress codes for lessons and puzzles on a board."""

import json
from datetime import UTC, date, datetime, timedelta

import pytest

from tictactoe_widget.classroom import daily_puzzle, read_progress
from tictactoe_widget.session import Session, state

NOW = datetime(2026, 11, 28, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _clock(monkeypatch):
    monkeypatch.setattr(state, "this_minute", lambda: NOW)


@pytest.fixture
def tried(host):
    """Host after a few steps of an eight-step lesson and a puzzle with a wrong try."""
    host.session.open_lesson("forks")
    host.ask("lesson_step", to=1)
    host.play([1])
    host.ask("hint")
    host.ask("hint")
    host.play([6])
    host.ask("lesson_step", to=3)
    host.play([6])
    host.ask("puzzle", day="2026-11-23")
    host.play([7, 0])
    return host


def rows(code):
    return [one.row[1:] for one in read_progress(code).rows]


LESSON = ("lesson-forks", "3 of 8 steps", 3, 1, "3", "2026-11-28 09:30")
PUZZLE = ("puzzle-2026-11-23", "yes", 2, 0, "", "2026-11-28 09:30")


def test_code_lists_lessons_and_puzzles(tried):
    assert tried.state["hand_in"] == {"name": "", "code": ""}
    tried.ask("hand_in", name=" Ada  Lovelace ")
    given = tried.state["hand_in"]
    assert given["name"] == "Ada Lovelace"
    assert rows(given["code"]) == [LESSON, PUZZLE]
    assert given["code"] == tried.session.progress_code("Ada Lovelace").code


def test_tries_and_skipped_steps_after_solving(tried):
    tried.session.open_lesson("forks", step=1)
    tried.play([1])
    tried.ask("lesson_step", to=3)
    assert tried.state["activity"]["skipped"] == (2,)
    tried.ask("lesson_step", to=7)
    tried.ask("lesson", name="openings")
    assert [one[4] for one in rows(tried.session.progress_code("Ada"))] == ["3, 5, 6, 7, 8", ""]
    tried.session.open_lesson("forks", step=4)
    tried.play([8])
    lesson = rows(tried.session.progress_code("Ada"))[0]
    assert lesson[1:5] == ("4 of 8 steps", 4, 1, "3, 6, 7, 8")


def test_record_is_saved_with_the_board(tried):
    tried.ask("hand_in", name="Ada")
    restored = Session()
    restored.restore(json.loads(json.dumps(tried.session.save())))
    assert restored.state["hand_in"] == tried.state["hand_in"]


def test_code_keeps_the_latest_60_exercises(tried):
    for at in range(62):
        day = date(2026, 12, 1) + timedelta(at)
        tried.session.open_puzzle(day)
        tried.play(daily_puzzle(day).solutions[:1])
    names = [one.exercise for one in tried.session.progress_code("Ada").exercises]
    assert (len(names), names[0], names[-1]) == (60, "puzzle-2026-12-03", "puzzle-2027-01-31")


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("attempts", {"lesson-forks": [True, 0, 5, []]}),
        ("attempts", {"lesson-forks": [1, 0, -1, []]}),
        ("attempts", {"lesson-forks": [1, 0, 5]}),
        ("attempts", {"puzzle-1999-01-01": [1, 0, 5, []]}),
        ("student", "A\x1b"),
    ],
)
def test_damaged_record_is_refused(part, value):
    with pytest.raises(ValueError, match="the saved game is damaged"):
        Session().restore({**Session().save(), part: value})


def test_code_needs_a_name_and_a_try(host):
    host.ask("hand_in", name="  ")
    assert host.sent[-1]["message"] == "Type your name first."
    with pytest.raises(ValueError, match="progress must contain a lesson or puzzle"):
        host.session.progress_code("Ada")
