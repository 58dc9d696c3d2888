"""The exercises of the notebooks, with answers that are right and answers that are wrong."""

import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.scenes.notebook_files import cells_of
from tests.support.scenes.scripts import ROOT

FOLDER = ROOT / "tests/exercises"
# A file for each exercise; `tests/test_exercises.py` documents its keys.
FILES = sorted(FOLDER.glob("*-*.toml"))

# Forms of a right function, each as an expression of the function of an answer, ``given``.
RIGHT_SHAPES = {
    "lambda": "lambda *args: given(*args)",
    "prints": "lambda *args, more=None: print('tries', *args) or given(*args)",
    "partial": "__import__('functools').partial(given)",
    "object": "type('Mine', (), {'__call__': lambda self, *args: given(*args)})()",
    "tuple": "lambda *args: tuple(given(*args))",
    "set": "lambda *args: set(given(*args))",
    "iterator": "lambda *args: iter(given(*args))",
}
METHOD_SHAPES = ("lambda", "prints")
FUNCTION_SHAPES = (*METHOD_SHAPES, "partial", "object")

# Mistakes that any function can have, and a pattern of what the check says of them.
WRONG_SHAPES = {
    "raises": ("lambda *args: 1 / 0", "ZeroDivisionError"),
    "prints its result": ("lambda *args: print(given(*args))", "waits|None"),
    "returns one result": (
        "lambda *args, left=iter([1]): given(*args) if next(left, 0) else None",
        "None",
    ),
    "returns text": ("lambda *args: str(given(*args))", "Error|'"),
    "returns an object": ("lambda *args: object()", "object"),
}


@cache
def read(path: Path) -> dict[str, Any]:
    """Read the file of an exercise."""
    return tomllib.loads(path.read_text("utf-8"))


def place_of(path: Path) -> tuple[str, str]:
    """Name of the notebook of an exercise, and the id of its cell, from the file's name."""
    notebook, _, name = path.stem.partition("-")
    return notebook, f"exercise-{name}" if name.isdigit() else name


def written(source: str, replaces: str, answer: str) -> str:
    """Replace a part of a source, which is in it once, by an answer."""
    assert source.count(replaces) == 1
    return source.replace(replaces, answer)


def right_answers(path: Path) -> dict[str, str]:
    """Right answers to an exercise, with the shapes of the first one."""
    file = read(path)
    numbered = {str(at): answer for at, answer in enumerate(file["right"], 1)}
    forms = METHOD_SHAPES if file["replaces"].startswith(" ") else FUNCTION_SHAPES
    shapes = {name: RIGHT_SHAPES[name] for name in (*forms, *file.get("returns", []))}
    return numbered | shaped(file, shapes)


def wrong_answers(path: Path) -> dict[str, tuple[str, str]]:
    """Wrong answers to an exercise, each after a pattern of what the check says of it."""
    file = read(path)
    stored = [
        (re.escape(says), changed(file["right"][0], answer))
        for says, answers in file["wrong"].items()
        for answer in (answers if isinstance(answers, list) else [answers])
    ]
    numbered = {str(at): answer for at, answer in enumerate(stored, 1)}
    mistakes = WRONG_SHAPES if file.get("mistakes", True) else {}
    shapes = shaped(file, {name: shape for name, (shape, _) in mistakes.items()})
    return numbered | {name: (mistakes[name][1], shape) for name, shape in shapes.items()}


def changed(right: str, answer: str | dict[str, str]) -> str:
    """Return an answer, which may consist of changes to the right one."""
    if isinstance(answer, str):
        return answer
    for old, new in answer.items():
        right = written(right, old, new)
    return right


def shaped(file: dict[str, Any], shapes: dict[str, str]) -> dict[str, str]:
    """Return the first right answer with its function in other shapes; none if it has none."""
    function = re.match(r"( *)def (\w+)", file["replaces"])
    if not function:
        return {}
    indent, name = function.groups()
    return {
        label: f"{file['right'][0]}\n{indent}{name} = (lambda given: {shape})({name})"
        for label, shape in shapes.items()
    }


def filled_in(notebook: Path) -> str:
    """The text of a notebook in whose exercises the first right answer is written."""
    cells = {cell["id"]: cell for cell in cells_of(notebook)}
    for path in FILES:
        name, place = place_of(path)
        if name == notebook.stem:
            file = read(path)
            answer = {"cell": place, "replaces": file["replaces"], "write": file["right"][0]}
            for one in [answer, *file.get("beside", [])]:
                cell = cells[one["cell"]]
                cell["source"] = written(cell["source"], one["replaces"], one["write"])
    return json.dumps(json.loads(notebook.read_text("utf-8")) | {"cells": [*cells.values()]})


def exercise_cells(notebook: Path) -> list[int]:
    """Places of the cells of a notebook that wait for an answer."""
    ids = {name for stem, name in map(place_of, FILES) if stem == notebook.stem}
    return [place for place, cell in enumerate(cells_of(notebook)) if cell["id"] in ids]
