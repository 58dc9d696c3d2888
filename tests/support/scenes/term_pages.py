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
    """Return the text under a heading, up to the next heading of its level."""
    return text.split(f"\n## {heading}\n")[1].split("\n## ", maxsplit=1)[0]


def number(page: Path) -> int:
    """Return the number of a page's lesson."""
    return int(page.stem.removeprefix("lesson-"))


def boards(text: str) -> Iterator[tuple[str, str | None]]:
    """Return the 3x3 boards in a text, each with the words about the turn before it."""
    for before, block in re.findall(r"(?s)(.*?)```text\n(.*?)```", text):
        rows = [row.split() for row in block.strip().splitlines()]
        if [len(row) for row in rows] == [3, 3, 3]:
            said = re.findall(r"([XO]) is to move", before)
            yield "".join(mark for row in rows for mark in row), said[-1] if said else None


def people(cells: list[int]) -> list[int]:
    """Return cells as people count them, from 1."""
    return [cell + 1 for cell in cells]


def boards_of(lesson: int) -> list[str]:
    """Return the boards on a lesson's page."""
    return [marks for marks, _ in boards((TERM / f"lesson-{lesson:02}.md").read_text("utf-8"))]
