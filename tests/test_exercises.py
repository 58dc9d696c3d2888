"""The check of an exercise takes right answers and no others, and says what is wrong.

Each exercise of a notebook has a file ``tests/exercises/<notebook>-<number>.toml``, and so has
each other cell that waits for lines, with its id in the place of the number: at least
ten right answers and ten wrong ones, as students write them. Whether an answer is right
was worked out from the text of the exercise, not from its check. ``replaces`` is the part of
the cell that an answer takes the place of; ``first`` names cells that run before it, and
``before`` is code that does. ``beside`` has what the other cells wait for, of a notebook whose
exercise stands on them: it is written where all answers are tried at once, in
`tests/browser/test_lab_notebooks.py`. A wrong answer has some words that the check ``says``
of it.

The cells run in this process, as thousands of them would take long in kernels; that they run
in those, `tests/test_notebooks.py` shows.
"""

import contextlib
import io
from functools import cache

import pytest

from tests.support.scenes.exercises import FILES, place_of, read, written
from tests.support.scenes.notebook_files import NOTEBOOKS, code_cells
from tests.support.scenes.scripts import ROOT

LEAST = 10
"""Number of right answers, and of wrong ones, that an exercise has."""
SLOW = (
    "change",
    "check",
    "depth",
    "dice",
    "invent",
    "learning",
    "minimax",
    "search",
    "tournament",
)
"""Notebooks whose checks search or train: `make test` tries two answers of a kind."""


@cache
def cells_of(notebook):
    return code_cells(ROOT / "notebooks" / f"{notebook}.ipynb")


def exercise_of(path):
    """Return the cells of the notebook of a file, and the source of the exercise's cell."""
    notebook, name = place_of(path)
    cells = cells_of(notebook)
    return cells, cells[name]


def run(sources):
    """Run cells one after the other; return what the last one prints, and what it raises."""
    names = {"__name__": "__main__", "display": print}
    for source in sources:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            try:
                exec(source, names)  # noqa: S102 - our own notebooks
            except Exception as error:  # noqa: BLE001 - whatever an answer raises
                return f"{printed.getvalue()}{type(error).__name__}: {error}"
    return printed.getvalue()


def answers(kind):
    return [
        pytest.param(path, answer, id=f"{path.stem}-{at}", marks=how_long(path, at))
        for path in FILES
        for at, answer in enumerate(read(path)[kind], 1)
    ]


def how_long(path, at):
    """Leave out the later answers of an exercise whose check takes long."""
    return [pytest.mark.long] if at > 2 and path.stem.startswith(SLOW) else []


def try_answer(path, answer):
    """Write an answer into the cell of its exercise; return what the cell says."""
    file = read(path)
    cells, source = exercise_of(path)
    first = [cells[name] for name in file.get("first", [])]
    return run([*first, file.get("before", ""), written(source, file["replaces"], answer)])


@pytest.mark.parametrize(("path", "answer"), answers("right"))
def test_a_right_answer_is_taken(path, answer):
    said = try_answer(path, answer["write"])
    assert "Right" in said, said
    assert "Error" not in said, said


@pytest.mark.parametrize(("path", "answer"), answers("wrong"))
def test_a_wrong_answer_is_told_what_is_wrong(path, answer):
    said = try_answer(path, answer["write"])
    assert "Right" not in said, said
    assert answer["says"], "what the check says of it is missing"
    assert answer["says"] in said, said


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_there_are_enough_answers_and_each_is_another_one(path):
    file = read(path)
    written = [answer["write"].strip() for kind in ("right", "wrong") for answer in file[kind]]
    assert len(set(written)) == len(written)
    assert len(file["right"]) >= LEAST
    assert len(file["wrong"]) >= LEAST


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_exercise_that_nobody_touched_waits(path):
    file = read(path)
    cells, source = exercise_of(path)
    first = [cells[name] for name in file.get("first", [])]
    said = run([*first, file.get("before", ""), source])
    assert "Right" not in said
    assert "waits" in said


def test_every_exercise_has_a_file():
    exercises = {
        f"{path.stem}-{name.removeprefix('exercise-')}"
        for path in NOTEBOOKS
        for name, source in code_cells(path).items()
        if name.startswith("exercise-") or "waits for your lines" in source
    }
    assert {path.stem for path in FILES} == exercises
