"""The notebook tournament, where distributed is there: the same games on a cluster."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent.parent


def test_the_notebook_plays_the_same_games(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    notebook = nbformat.read(ROOT / "notebooks/tournament.ipynb", as_version=4)
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = {cell.id: cell.outputs for cell in notebook.cells if cell.cell_type == "code"}
    for name in ("processes", "cluster"):
        printed = [output.text for output in outputs[name] if output.name == "stdout"]
        assert printed == ["True\n"]
