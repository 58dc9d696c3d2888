"""Each demo notebook in JupyterLite on the static site, unchanged and with right answers."""

import re

import pytest

from tests.support.hosts.jupyterlite import FOLDERS, run_to_the_end
from tests.support.scenes.exercises import exercise_cells, filled_in
from tests.support.scenes.notebook_files import NOTEBOOKS


@pytest.mark.parametrize("host", FOLDERS)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs_to_the_end(open_site, site, host, path, screenshots):
    notebook = run_to_the_end(open_site(), site, host, path, screenshots)
    said = notebook.texts(exercise_cells(path))
    unanswered = re.compile("waiting|Not yet")
    assert [text for text in said if "Right" in text or not unanswered.search(text)] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_right_answers_accepted(open_site, site, path, screenshots):
    site.faults[f"lite/files/{path.name}"] = filled_in(path).encode()
    notebook = run_to_the_end(open_site(), site, "lab", path, screenshots)
    said = notebook.texts(exercise_cells(path))
    assert [text for text in said if "Right" not in text] == []
