"""The pages of the twelve-lesson course, and the solutions for teachers."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.scenes.scripts import ROOT

TERM = ROOT / "docs/term"
INDEX = (TERM / "index.md").read_text("utf-8")
PAPER = TERM / "paper.md"
PROJECT = TERM / "project.md"
LESSON_PAGES = sorted(TERM.glob("lesson-*.md"))
SOLUTIONS = (ROOT / "teacher/term.md").read_text("utf-8")


def part(text: str, heading: str) -> str:
    """What stands under a heading, up to the next one of its kind."""
    return text.split(f"\n## {heading}\n")[1].split("\n## ", maxsplit=1)[0]


def number(page: Path) -> int:
    """The number of the lesson of a page."""
    return int(page.stem.removeprefix("lesson-"))


def boards(text: str) -> Iterator[tuple[str, str | None]]:
    """The boards of nine cells in a text, with what is said of whose turn it is before each."""
    for before, block in re.findall(r"(?s)(.*?)```text\n(.*?)```", text):
        rows = [row.split() for row in block.strip().splitlines()]
        if [len(row) for row in rows] == [3, 3, 3]:
            said = re.findall(r"([XO]) is to move", before)
            yield "".join(mark for row in rows for mark in row), said[-1] if said else None


def people(cells: list[int]) -> list[int]:
    """Cells as people count them, from 1."""
    return [cell + 1 for cell in cells]


def boards_of(lesson: int) -> list[str]:
    """The boards on the page of a lesson."""
    return [marks for marks, _ in boards((TERM / f"lesson-{lesson:02}.md").read_text("utf-8"))]
