"""Executed notebooks exported by nbconvert still show their boards."""

import base64
import os
import re
import subprocess
import sys
from copy import deepcopy
from html import unescape

import pytest

from tests.support.models.svg_reader import Picture
from tests.support.scenes.scripts import ROOT

BOARD = "from tictactoe_widget import TicTacToe\nboard = TicTacToe()\nboard.play(4)\nboard"
EMBEDDED = re.compile(r'<img[^>]* src="data:image/svg\+xml;base64,([^"]+)"')
CENTRE_AND_CORNER = {(1, 1): "X", (0, 0): "O"}


@pytest.fixture(scope="module")
def nbconvert():
    """Import nbconvert here, because it takes seconds."""
    import nbconvert  # noqa: PLC0415

    return nbconvert


@pytest.fixture(scope="module")
def executed(nbconvert):
    """Run the notebook play.ipynb. In one cell, Python plays the centre and a corner."""
    import nbformat  # noqa: PLC0415 - it takes seconds

    notebook = nbformat.read(ROOT / "notebooks/play.ipynb", as_version=4)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        run = nbconvert.preprocessors.ExecutePreprocessor(timeout=120, store_widget_state=True)
        run.preprocess(notebook, {})
    return notebook


def test_nbconvert_execute_embeds_picture(tmp_path):
    import nbformat  # noqa: PLC0415 - it takes seconds

    cells = [nbformat.v4.new_code_cell(BOARD)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "one.ipynb")
    subprocess.run(
        [sys.executable, "-m", "nbconvert", "--execute", "--to", "html", "one.ipynb"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
    )
    page = (tmp_path / "one.html").read_text("utf-8")
    (drawn,) = EMBEDDED.findall(page)
    assert Picture.read(base64.b64decode(drawn).decode()).marks == {(1, 1): "X"}
    assert '<script type="application/vnd.jupyter.widget-view+json">' not in page


def test_quarto_output_is_a_picture(nbconvert, monkeypatch):
    import nbformat  # noqa: PLC0415 - it takes seconds

    # Quarto runs cells with nbclient. It prefers a live widget, which stays empty without a
    # network.
    monkeypatch.setenv("QUARTO_FIG_FORMAT", "png")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    cell = nbformat.v4.new_code_cell(BOARD)
    run = nbconvert.preprocessors.ExecutePreprocessor(timeout=120)
    run.preprocess(nbformat.v4.new_notebook(cells=[cell]), {})
    assert cell.outputs[0].data.keys() == {"image/svg+xml", "text/plain"}


def without_state(notebook):
    copy = deepcopy(notebook)
    del copy.metadata["widgets"]
    return copy


def test_html_without_widget_state_has_pictures(nbconvert, executed):
    page, _ = nbconvert.HTMLExporter().from_notebook_node(without_state(executed))
    drawn = [base64.b64decode(data).decode() for data in EMBEDDED.findall(page)]
    assert CENTRE_AND_CORNER in [Picture.read(text).marks for text in drawn]
    assert "widget-view+json" not in page


def test_html_can_prefer_pictures(nbconvert, executed):
    exporter = nbconvert.HTMLExporter()
    exporter.config.NbConvertBase.display_data_priority = ["image/svg+xml", "text/plain"]
    page, _ = exporter.from_notebook_node(executed)
    drawn = [base64.b64decode(data).decode() for data in EMBEDDED.findall(page)]
    assert CENTRE_AND_CORNER in [Picture.read(text).marks for text in drawn]
    assert '<script type="application/vnd.jupyter.widget-view+json">' not in page


def test_html_with_widget_state_has_board(nbconvert, executed):
    page, _ = nbconvert.HTMLExporter().from_notebook_node(executed)
    assert "application/vnd.jupyter.widget-view+json" in page
    states = executed.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"]
    boards = [one["state"] for one in states.values() if "winning_lines" in one["state"]]
    assert ["O", None, None, None, "X", *[None] * 4] in [one["board"] for one in boards]
    assert "Player X's turn" in unescape(page)


def test_markdown_links_pictures(nbconvert, executed):
    text, resources = nbconvert.MarkdownExporter().from_notebook_node(without_state(executed))
    drawn = {
        name: Picture.read(data.decode()).marks
        for name, data in resources["outputs"].items()
        if name.endswith(".svg")
    }
    (name,) = [name for name, marks in drawn.items() if marks == CENTRE_AND_CORNER]
    assert f"![svg]({name})" in text
