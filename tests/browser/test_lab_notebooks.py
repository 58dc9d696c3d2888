"""Every demo notebook in JupyterLab from its first cell to its last, as it is and answered.

`tests/hosts/test_site_notebooks.py` does the same with JupyterLite.
"""

import re

import pytest

from tests.support.hosts.jupyter import until
from tests.support.scenes.exercises import exercise_cells, filled_in
from tests.support.scenes.notebook_files import NOTEBOOKS, cells_of

pytestmark = pytest.mark.long


@pytest.fixture
def run_to_the_end(open_notebook):
    """Run all cells of a notebook, none of which may fail; return what its exercises say."""

    def run(path, copy):
        notebook = open_notebook(copy_of=copy)
        notebook.run_all()
        cells = cells_of(path)
        last = max(at for at, cell in enumerate(cells) if cell["cell_type"] == "code")
        prompt = notebook.cell(last).locator(".jp-InputArea-prompt")
        errors = notebook.page.locator("[data-mime-type*=stderr], [data-mime-type*=error]")
        until(
            lambda: errors.count() or re.search(r"\[\d+\]", prompt.inner_text()),
            "the last cell is run, or one fails",
        )
        assert errors.all_inner_texts() == []
        return notebook.texts(exercise_cells(path))

    return run


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_that_nobody_touched_runs_and_passes_nothing(run_to_the_end, path):
    said = run_to_the_end(path, path)
    assert said
    assert [text for text in said if "Right" in text or "waits" not in text] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_right_answers_are_taken_in_a_notebook(run_to_the_end, tmp_path, path):
    copy = tmp_path / path.name
    copy.write_text(filled_in(path), "utf-8")
    assert [text for text in run_to_the_end(path, copy) if "Right" not in text] == []
