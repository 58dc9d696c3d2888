"""The check of an exercise takes right answers and no others, and says what is wrong.

Each exercise of a notebook has a file ``tests/exercises/<notebook>-<number>.toml``, and so has
each other cell that waits for lines, with its id for the number. Whether an answer is right
was worked out from the text of the exercise, not from its check:

- ``replaces`` is the part of the cell that an answer takes the place of. ``first`` lists cells
  that run before it, and ``before`` parts of ``shared.toml`` that do.
- ``right`` lists answers that differ in more than their spelling, in full or as changes to the
  first. A function is also tried in the shapes that a student may give it, and with the types
  that ``returns`` lists.
- ``wrong`` has some words that the check says, and the answer of which it says them: in full,
  or as changes to the first right answer. Several such answers are a list. They reach every
  branch of the check. A function is also tried with mistakes that any function can have. This
  is left out by ``mistakes = false`` if the cell hands it to `check()`, whose own tests do it.
- ``shapes = false`` says that an answer is not tried in other shapes and with those mistakes,
  because it is more than one function or value.
- ``beside`` has what other cells of the notebook wait for, if the exercise depends on them.
  `tests/hosts/test_site_notebooks.py` writes it.

The cells run in this process, as thousands of them would take long in kernels; that they run
in those, `tests/test_notebooks.py` shows.
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

# Code that several exercises need before their cell.
SHARED = FOLDER / "shared.toml"
# Exercises that begin with a wrong answer instead of none.
WITH_A_WRONG_ANSWER = ("check-1", "check-2", "check-3")
# Notebooks and exercises whose checks search or train: `make test` tries one answer of a kind.
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
    """Return what runs before the cell of an exercise, and the source of that cell."""
    notebook, name = place_of(path)
    file, cells = read(path), cells_of(notebook)
    before = [read(SHARED)[part] for part in file.get("before", [])]
    return [*(cells[one] for one in file.get("first", [])), *before, cells[name]]


def run(sources):
    """Run cells one after the other; return what the last one prints, and what it raises."""
    names = {"__name__": "__main__", "display": print}
    for source in sources:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            try:
                run_cell(source, names)
            except Exception as error:  # noqa: BLE001 - whatever an answer raises
                told = "\n".join([str(error), *getattr(error, "__notes__", ())])
                return f"{printed.getvalue()}{type(error).__name__}: {told}"
    return printed.getvalue()


def run_cell(source, names):
    """Run a cell as a notebook does, which shows the value of a last expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)  # noqa: S102 - our own notebooks
    if last is not None:
        shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307
        names["display"](shown)


def cases(answers_of):
    return [
        pytest.param(path, answer, id=f"{path.stem}-{label}", marks=how_long(path, label))
        for path in FILES
        for label, answer in answers_of(path).items()
    ]


def how_long(path, label):
    """Leave out most answers to an exercise whose check takes long."""
    return [pytest.mark.long] if path.stem.startswith(SLOW) and label != "1" else []


def try_answer(path, answer):
    """Write an answer into the cell of its exercise; return what the cell says."""
    replaces = read(path)["replaces"]
    *first, source = sources_of(path)
    return run([*first, written(source, replaces, answer)])


@pytest.mark.parametrize(("path", "answer"), cases(right_answers))
def test_a_right_answer_is_taken(path, answer):
    said = try_answer(path, answer)
    assert "Right" in said, said
    assert "Error" not in said, said


@pytest.mark.parametrize(("path", "answer"), cases(wrong_answers))
def test_a_wrong_answer_is_told_what_is_wrong(path, answer):
    says, wrong = answer
    said = try_answer(path, wrong)
    assert "Right" not in said, said
    assert re.search(says, said), said
    if is_judged(path):
        assert said.startswith(("Not yet: ", "Exercise ", "This cell ")), said
        assert "Traceback" not in said, said


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_exercise_that_nobody_touched_waits(path):
    said = run(sources_of(path))
    assert "Right" not in said
    assert "waiting" in said or path.stem in WITH_A_WRONG_ANSWER


def test_every_exercise_has_a_file():
    exercises = {
        f"{path.stem}-{name.removeprefix('exercise-')}"
        for path in NOTEBOOKS
        for name, source in code_cells(path).items()
        if name.startswith("exercise-") or 'answer("' in source
    }
    assert {path.stem for path in FILES} == exercises
