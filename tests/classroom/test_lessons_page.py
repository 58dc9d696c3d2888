"""What docs/lessons.md says of lessons is what they do."""

import doctest
import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

from tictactoe_widget.classroom import LESSONS, Step
from tictactoe_widget.classroom.lessons.lesson import Ask

PAGE = (Path(__file__).parents[2] / "docs/lessons.md").read_text()


def table_under(heading):
    """The first column of the table under a heading, without the code marks."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [name.strip('"') for name in re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)]


def test_the_examples_of_the_page_run():
    example = doctest.DocTestParser().get_doctest(PAGE, {}, "lessons", None, 0)
    found = doctest.DocTestRunner().run(example)
    assert (found.failed, found.attempted) == (0, 11)


def test_the_page_tells_of_every_field_and_of_every_task():
    assert table_under("A step") == [field.name for field in fields(Step)]
    tasks = [task for part in get_args(Ask) for task in get_args(part) or [part]]
    assert sorted(table_under("Tasks")) == sorted(tasks)


def test_the_page_counts_the_lessons_and_their_words_rightly():
    assert all(f"`{name}`" in PAGE for name in LESSONS)
    lengths = [len(lesson.exercises) for lesson in LESSONS.values()]
    assert f"{min(lengths)} to {max(lengths)} steps" in PAGE
