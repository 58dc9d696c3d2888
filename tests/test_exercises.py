"""Each exercise's check accepts right answers and explains wrong ones.

Each exercise has a file ``tests/exercises/<notebook>-<number>.toml``. Other cells that wait for
an answer have one too, with the cell's ID instead of the number. The answers were worked out
from the exercise's text, not from its check:

- ``replaces`` is the part of the cell that an answer replaces. ``first`` lists cells that run
  before the cell, and ``before`` lists parts of ``shared.toml`` that do.
- ``right`` lists answers that differ substantially, either in full or as changes to the first
  answer. If the answer is a function, the test also tries it with other return types from
  ``returns`` and in other forms that students write.
- ``wrong`` maps words from the check's message to an answer or a list of answers, either in
  full or as changes to the first right answer. They reach every branch of the check. The test
  also tries functions with common mistakes. ``mistakes = false`` turns this off if the cell
  calls `check()`, which has its own tests.
- ``shapes = false`` turns off the other forms and the common mistakes, because the answer is
  more than one function or value.
- ``beside`` contains answers for other cells in the notebook if the exercise depends on them.
  `tests/hosts/test_site_notebooks.py` fills them in.

The cells run in this process, because running thousands of cells in kernels would take too
long. `tests/test_notebooks.py` runs them in kernels.
"""

import ast
import contextlib
import io
import re
from functools import cache

import pytest

from tests.support.scenes.exercises import (
    FILES,
    FOLDER,
    is_judged,
    place_of,
    read,
    right_answers,
    written,
    wrong_answers,
)
from tests.support.scenes.notebook_files import NOTEBOOKS, code_cells
from tests.support.scenes.scripts import ROOT

# Code that several exercises run before their cell.
SHARED = FOLDER / "shared.toml"
# Exercises that start with a wrong answer instead of an empty one.
STARTS_WRONG = ("check-1", "check-2", "check-3")
# Exercises with slow checks: `make test` tries one right and one wrong answer.
SLOW = (
    "check",
    "depth",
    "dice",
    "invent",
    "learning",
    "minimax",
    "tournament",
    "variants-5",
)


@cache
def cells_of(notebook):
    return code_cells(ROOT / "notebooks" / f"{notebook}.ipynb")


def sources_of(path):
    """Return the source that runs before an exercise's cell, and the cell's source."""
    notebook, name = place_of(path)
    file, cells = read(path), cells_of(notebook)
    before = [read(SHARED)[part] for part in file.get("before", [])]
    return [*(cells[one] for one in file.get("first", [])), *before, cells[name]]


def run(sources):
    """Run cells in order. Return what the last cell prints and raises."""
    names = {"__name__": "__main__", "display": print}
    for source in sources:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            try:
                run_cell(source, names)
            except Exception as error:  # noqa: BLE001 - an answer can raise anything
                told = "\n".join([str(error), *getattr(error, "__notes__", ())])
                return f"{printed.getvalue()}{type(error).__name__}: {told}"
    return printed.getvalue()


def run_cell(source, names):
    """Run a cell as a notebook does, which displays the last expression's value."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)  # noqa: S102 - our own notebooks
    if last is not None:
        shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307
        names["display"](shown)


def cases(answers_of):
    return [
        pytest.param(path, answer, id=f"{path.stem}-{label}", marks=marks_for(path, label))
        for path in FILES
        for label, answer in answers_of(path).items()
    ]


def marks_for(path, label):
    """Mark most answers to slow exercises as long."""
    return [pytest.mark.long] if path.stem.startswith(SLOW) and label != "1" else []


def try_answer(path, answer):
    """Write an answer into the exercise's cell and run it. Return the output."""
    replaces = read(path)["replaces"]
    *first, source = sources_of(path)
    return run([*first, written(source, replaces, answer)])


@pytest.mark.parametrize(("path", "answer"), cases(right_answers))
def test_right_answer_accepted(path, answer):
    said = try_answer(path, answer)
    assert "Right" in said, said
    assert "Error" not in said, said


@pytest.mark.parametrize(("path", "answer"), cases(wrong_answers))
def test_wrong_answer_explained(path, answer):
    says, wrong = answer
    said = try_answer(path, wrong)
    assert "Right" not in said, said
    assert re.search(says, said), said
    if is_judged(path):
        assert said.startswith(("Not yet: ", "Exercise ", "This cell ")), said
        assert "Traceback" not in said, said


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_unanswered_exercise_waits(path):
    said = run(sources_of(path))
    assert "Right" not in said
    assert "waiting" in said or path.stem in STARTS_WRONG


def test_every_exercise_has_a_file():
    exercises = {
        f"{path.stem}-{name.removeprefix('exercise-')}"
        for path in NOTEBOOKS
        for name, source in code_cells(path).items()
        if name.startswith("exercise-") or 'answer("' in source
    }
    assert {path.stem for path in FILES} == exercises
