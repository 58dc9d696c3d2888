"""The project's notebook files."""

import json
from pathlib import Path
from typing import Any

from tests.support.scenes.scripts import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def new_notebook(*sources: str, **metadata: object) -> dict[str, Any]:
    """Return a notebook without outputs, with one code cell for each source."""
    cells: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": f"cell-{number}",
            "metadata": {},
            "outputs": [],
            "source": source,
        }
        for number, source in enumerate(sources)
    ]
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def cells_of(path: Path) -> list[dict[str, Any]]:
    """Return the cells in a notebook file, each source as one string."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return [cell | {"source": "".join(cell["source"])} for cell in cells]


def code_cells(path: Path) -> dict[str, str]:
    """Return the code cells' sources by id, in order."""
    return {
        cell["id"]: cell["source"] for cell in cells_of(path) if cell["cell_type"] == "code"
    }
