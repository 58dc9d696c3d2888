"""Two people on one notebook, in JupyterLab with jupyter-collaboration."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.jupyter import Notebook, running_jupyter

BOARD = "from tictactoe_widget import TicTacToe\nboard = TicTacToe()\nboard"
NAME = "shared.ipynb"
HARMLESS = (
    # The page that did not run the cell has heard nothing of the board yet.
    "Comm not found for comm id",
)


@pytest.fixture
def people(browser, tmp_path):
    """The pages of two people who have opened one notebook, before anything is run."""
    with running_jupyter(tmp_path, ".venv-hosts") as server:
        server.add_notebook(NAME, [BOARD])
        with (
            server.session(NAME) as kernel,
            watched_contexts(browser, server.origin, HARMLESS) as make,
        ):
            pages = [Notebook(make().new_page(), kernel, "lab", NAME) for _ in range(2)]
            for notebook in pages:
                notebook.open(server)
            yield pages


def test_two_people_play_on_one_board(people, screenshots):
    ada, grace = people
    ada.run(0)
    hers = ada.board(0)
    hers.shows(".../.../...", "Player X's turn")

    # JupyterLab shows what another person has run as text, until the page is loaded again.
    expect(grace.output(0)).to_contain_text("Player X's turn")
    expect(grace.output(0).locator(".ttt")).to_have_count(0)
    grace.page.reload()
    grace.cell(0).wait_for()
    theirs = grace.board(0)
    theirs.shows(".../.../...", "Player X's turn")

    hers.click(5)
    theirs.shows(".../.X./...", "Player O's turn")
    theirs.click(1)
    hers.shows("O../.X./...", "Player X's turn")

    # Who is refused is told so, and nobody else.
    theirs.cell(5).click()
    theirs.shows("O../.X./...", "Position already taken")
    theirs.button("Hints").click()
    expect(hers.cell(9)).to_have_accessible_name(re.compile("draw"))
    expect(hers.status).not_to_contain_text("Position already taken")
    grace.page.screenshot(path=screenshots / "hosts-collaboration.png")
