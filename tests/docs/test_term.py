"""The twelve-lesson course: the parts of each page, and its claims about positions."""

import re

import pytest

from tests.support.models import nine_cells as nine
from tests.support.scenes.notebook_files import NOTEBOOKS
from tests.support.scenes.term_pages import (
    INDEX,
    LESSON_PAGES,
    PAPER,
    PROJECT,
    SOLUTIONS,
    TERM,
    boards,
    number,
    part,
    people,
)
from tictactoe_widget.classroom import LESSONS


def test_index_links_to_twelve_lessons():
    assert [number(page) for page in LESSON_PAGES] == list(range(1, 13))
    for page in LESSON_PAGES:
        title = page.read_text().splitlines()[0].removeprefix("# ")
        assert title.startswith(f"{number(page)}. ")
        assert f"[{title}]({page.name})" in INDEX
        assert f"\n{page.stem}\n" in INDEX


def test_index_names_every_notebook_and_lesson():
    for notebook in NOTEBOOKS:
        assert f"notebooks/{notebook.name}" in INDEX
    for lesson in LESSONS.values():
        assert f"*{lesson.title}*" in INDEX


@pytest.mark.parametrize("page", [*LESSON_PAGES, PAPER], ids=lambda page: page.stem)
def test_lesson_takes_45_minutes(page):
    text = page.read_text()
    opening = text.split("\n## ")[0]
    minutes = [int(row) for row in re.findall(r"(?m)^\| (\d+) \|", opening)]
    assert sum(minutes) == 45
    assert max(minutes) <= 25


def test_project_weeks_and_points():
    text = PROJECT.read_text()
    title = text.splitlines()[0].removeprefix("# ")
    assert f"[{title}]({PROJECT.name})" in INDEX
    assert f"\n{PROJECT.stem}\n" in INDEX
    opening = text.split("\n## ")[0]
    weeks = re.findall(r"(?m)^\| (\d+) \| \[lesson (\d+)\]\(lesson-(\d\d)\.md\)", opening)
    assert [int(week) for week, _, _ in weeks] == list(range(1, 7))
    assert [int(after) for _, after, _ in weeks] == list(range(6, 12))
    assert all(int(after) == int(file) for _, after, file in weeks)
    *points, total = map(
        int, re.findall(r"\| (\d+) \|\n", part(text, "How the project is judged") + "\n")
    )
    assert sum(points) == total == 20


@pytest.mark.parametrize("page", [*LESSON_PAGES, PAPER, PROJECT], ids=lambda page: page.stem)
def test_every_task_has_a_solution(page):
    text = page.read_text()
    title = text.splitlines()[0].removeprefix("# ")
    tasks = re.findall(r"(?m)^(\d)\. ", part(text, "Tasks"))
    assert len(tasks) >= 3
    assert re.findall(r"(?m)^(\d)\. ", part(SOLUTIONS, title)) == tasks
    assert "Solution" not in text


@pytest.mark.parametrize("page", [*LESSON_PAGES, PAPER, PROJECT], ids=lambda page: page.stem)
def test_stated_turns_are_correct(page):
    for marks, said in boards(page.read_text()):
        assert marks.count("X") - marks.count("O") in (0, 1), marks
        if said:
            assert nine.mover(marks) == said, marks


# 2. Threats and forks


def test_threat_and_fork_solutions():
    first, second, third = (marks for marks, _ in boards((TERM / "lesson-02.md").read_text()))
    assert people(nine.threats(first, "O")) == [7]
    assert people(nine.threats(nine.put(first, 6), "X")) == [4, 8]
    assert people(nine.threats(second, "X")) == [2, 6]
    assert people(nine.threats(second, "O")) == [6]
    assert people(nine.forks(third, "X")) == [4, 7]
    assert nine.threats(third, "O") == []
