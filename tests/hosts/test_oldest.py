"""A board in the oldest host versions that the package allows."""

import json

import pytest

from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.jupyter import Board, running_jupyter, until
from tests.support.hosts.lab_page import IS_THERE, OPEN
from tests.support.hosts.other_hosts import play_a_game

BOARD = "from tictactoe_widget import TicTacToe\nboard = TicTacToe()\nboard"
# Without it, JupyterLab 4.4.0 sends a second notebook's messages to the wrong place.
NO_SUBSHELLS = json.dumps({"commsOverSubshells": "disabled"})


@pytest.fixture(scope="module")
def oldest(tmp_path_factory):
    """Start a server with the oldest versions and two notebooks."""
    with running_jupyter(tmp_path_factory.mktemp("oldest"), ".venv-oldest") as started:
        settings = "lab/api/settings/@jupyterlab/apputils-extension:kernels-settings"
        started.api("PUT", settings, {"raw": NO_SUBSHELLS})
        for name in ("one.ipynb", "two.ipynb", "three.ipynb"):
            started.add_notebook(name, [BOARD])
        yield started


@pytest.fixture
def page(browser, oldest):
    with watched_contexts(browser, oldest.origin) as make:
        yield make().new_page()


def run_cell(page, oldest, name):
    """Run the first cell of the notebook in front. Return the board."""
    until(lambda: oldest.connections(name), "the page has its kernel")
    front = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    front.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(
        state="attached"
    )
    front.locator(".jp-Cell .cm-content").first.click()
    page.keyboard.press("Control+Enter")
    return Board(front.locator(".ttt"))


def test_two_notebooks_in_one_page(page, oldest):
    page.goto(oldest.address("lab"))
    page.wait_for_function(IS_THERE)
    for name in ("one.ipynb", "two.ipynb"):
        with oldest.session(name):
            page.evaluate(OPEN, name)
            play_a_game(run_cell(page, oldest, name))


def test_game_in_notebook_7(page, oldest):
    with oldest.session("three.ipynb"):
        page.goto(oldest.address("notebooks/three.ipynb"))
        play_a_game(run_cell(page, oldest, "three.ipynb"))
