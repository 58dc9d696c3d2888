"""The notebooks run from top to bottom and print what was worked out by hand.

Outputs are stripped from the notebooks, so nbval would have nothing to compare.
What cells print and what their last line shows stands in
``tests/notebooks/<name>.toml``, by cell id. It is put into a copy of the
notebook, and nbval compares that copy strictly; the other cells are run, and an
error in one of them fails. Under ``pictures`` are the cells whose output carries a
picture of an empty board too, with the name of its rules.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest

from tictactoe_widget import Game

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def with_expected_outputs(notebook, prints, shows, pictures=None):
    """Put what is expected under the cells it belongs to; have the others not compared."""
    cells = {cell.id: cell for cell in notebook.cells if cell.cell_type == "code"}
    unknown = (prints.keys() | shows.keys()) - cells.keys()
    assert not unknown, f"outputs are expected of cells that are not there: {unknown}"
    for name, cell in cells.items():
        if name in prints:
            text = prints[name]
            cell.outputs.append(nbformat.v4.new_output("stream", name="stdout", text=text))
        if name in shows:
            data = {"text/plain": shows[name].rstrip("\n")}
            if name in (pictures or {}):
                data["image/svg+xml"] = Game(pictures[name]).to_svg()
            cell.outputs.append(nbformat.v4.new_output("execute_result", data=data))
        if cell.outputs:
            cell.execution_count = 1
        else:
            cell.metadata.tags = ["nbval-ignore-output"]
    return notebook


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_prints_what_it_should(path, tmp_path):
    expectations = ROOT / "tests/notebooks" / f"{path.stem}.toml"
    expected = tomllib.loads(expectations.read_text())
    notebook = with_expected_outputs(nbformat.read(path, as_version=4), **expected)
    copy = tmp_path / path.name
    nbformat.write(notebook, copy)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "-q", copy.name],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
