"""Two people in one notebook, in JupyterLab with jupyter-collaboration."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.jupyter import Notebook, running_jupyter

BOARD = "from tictactoe_widget import TicTacToe\nboard = TicTacToe()\nboard"
NAME = "shared.ipynb"
HARMLESS = (
    # The page that didn't run the cell doesn't know the board yet.
    "Comm not found for comm id",
)


@pytest.fixture
def notebooks(browser, tmp_path):
    """Open one notebook for two people without running it."""
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


def test_two_people_share_a_board(notebooks, screenshots):
    ada, grace = notebooks
    ada.run(0)
    ada_board = ada.board(0)
    ada_board.shows(".../.../...", "Player X's turn")

    # JupyterLab shows another person's output as text until the page is reloaded.
    expect(grace.output(0)).to_contain_text("Player X's turn")
    expect(grace.output(0).locator(".ttt")).to_have_count(0)
    grace.page.reload()
    grace.cell(0).wait_for()
    grace_board = grace.board(0)
    grace_board.shows(".../.../...", "Player X's turn")

    ada_board.click(5)
    grace_board.shows(".../.X./...", "Player O's turn")
    grace_board.click(1)
    ada_board.shows("O../.X./...", "Player X's turn")

    # Only the player who made the illegal move sees the message.
    grace_board.cell(5).click()
    grace_board.shows("O../.X./...", "Position already taken")
    grace_board.button("Hints").click()
    expect(ada_board.cell(9)).to_have_accessible_name(re.compile("draw"))
    expect(ada_board.status).not_to_contain_text("Position already taken")
    grace.page.screenshot(path=screenshots / "hosts-collaboration.png")
