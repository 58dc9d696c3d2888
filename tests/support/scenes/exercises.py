"""The exercises of the notebooks, with answers that are right and answers that are wrong."""

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.scenes.notebook_files import cells_of
from tests.support.scenes.scripts import ROOT

FILES = sorted((ROOT / "tests/exercises").glob("*.toml"))
"""A file for each exercise; `tests/test_exercises.py` says what stands in it."""


@cache
def read(path: Path) -> dict[str, Any]:
    """What stands in the file of an exercise."""
    return tomllib.loads(path.read_text("utf-8"))


def place_of(path: Path) -> tuple[str, str]:
    """Name of the notebook of an exercise, and the id of its cell, from the file's name."""
    notebook, _, name = path.stem.partition("-")
    return notebook, f"exercise-{name}" if name.isdigit() else name


def written(source: str, replaces: str, answer: str) -> str:
    """Write an answer into the source of a cell, in the place of what stands there."""
    assert source.count(replaces) == 1
    return source.replace(replaces, answer)


def filled_in(notebook: Path) -> str:
    """The text of a notebook in whose exercises the first right answer is written."""
    cells = {cell["id"]: cell for cell in cells_of(notebook)}
    for path in FILES:
        name, place = place_of(path)
        if name == notebook.stem:
            file = read(path)
            answer = file["right"][0] | {"cell": place, "replaces": file["replaces"]}
            for one in [answer, *file.get("beside", [])]:
                cell = cells[one["cell"]]
                cell["source"] = written(cell["source"], one["replaces"], one["write"])
    return json.dumps(json.loads(notebook.read_text("utf-8")) | {"cells": [*cells.values()]})


def exercise_cells(notebook: Path) -> list[int]:
    """Places of the cells of a notebook that wait for an answer."""
    ids = {name for stem, name in map(place_of, FILES) if stem == notebook.stem}
    return [place for place, cell in enumerate(cells_of(notebook)) if cell["id"] in ids]
