"""A board on a page that Sphinx makes from a notebook, with MyST-NB."""

import re
import subprocess

import nbformat
import pytest

from tests.support.hosts.jupyter import variables_in
from tests.support.hosts.other_hosts import HOSTS
from tests.support.models.svg_reader import Picture
from tests.support.scenes.notebook_cells import VIEW
from tictactoe_widget import Game

BOARD = "from tictactoe_widget import TicTacToe\nboard = TicTacToe()\nboard.play(4)\nboard"

# The guide's settings for notebooks that don't run during the build.
PREFERRING_PICTURES = """\
nb_execution_mode = "off"
nb_mime_priority_overrides = [("html", "image/svg+xml", 5)]
"""

# The cell's output as JupyterLab stores it, without widget state.
STORED = {VIEW: {"model_id": "some id"}, "image/svg+xml": Game(moves=[4]).to_svg()}


@pytest.mark.parametrize(
    ("settings", "outputs"),
    [
        ("nb_execution_mode = 'force'", []),
        ("nb_execution_mode = 'cache'", []),
        ("nb_execution_mode = 'inline'", []),
        (PREFERRING_PICTURES, [nbformat.v4.new_output("display_data", STORED)]),
    ],
)
def test_sphinx_page_shows_board_picture(tmp_path, settings, outputs):
    cell = nbformat.v4.new_code_cell(BOARD, outputs=outputs)
    title = nbformat.v4.new_markdown_cell("# Board")
    nbformat.write(nbformat.v4.new_notebook(cells=[title, cell]), tmp_path / "index.ipynb")
    (tmp_path / "conf.py").write_text(f"extensions = ['myst_nb']\n{settings}\n")
    subprocess.run(
        [HOSTS / "bin/sphinx-build", "-q", ".", "html"],
        cwd=tmp_path,
        env=variables_in(tmp_path),
        check=True,
    )
    page = (tmp_path / "html/index.html").read_text("utf-8")
    (name,) = re.findall(r'src="(_images/[^"]+\.svg)"', page)
    drawn = (tmp_path / "html" / name).read_text("utf-8")
    assert Picture.read(drawn).marks == {(1, 1): "X"}
    assert "widget-view" not in page
