"""A board in Voilà, which shows a notebook as a page without code."""

import nbformat
import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.jupyter import Board
from tests.support.hosts.other_hosts import is_answered, play_a_game, serving

CELLS = [
    "from tictactoe_widget import TicTacToe\nfirst = TicTacToe()\nfirst",
    "second = TicTacToe(o='perfect')\nsecond",
]

# Failing requests from Voilà's template, which no board needs.
ICONS = "https://cdn.jsdelivr.net/npm/@fortawesome/"

# jupyter-collaboration's extensions, also installed here, expect JupyterLab.
NO_LAB = "Shared module @jupyterlab/"


@pytest.fixture
def page(browser, tmp_path):
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in CELLS],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
    )
    nbformat.write(notebook, tmp_path / "boards.ipynb")
    command = "voila boards.ipynb --no-browser --Voila.ip=127.0.0.1 --port=PORT"
    with (
        serving(tmp_path, command.split()) as origin,
        watched_contexts(browser, origin, [ICONS, NO_LAB]) as make,
    ):
        page = make().new_page()
        page.route(f"{ICONS}**", lambda route: route.fulfill(content_type="text/css", body=""))
        page.goto(origin)
        expect(page.locator(".ttt")).to_have_count(len(CELLS))
        yield page


def test_voila_page_shows_boards(page, screenshots):
    first, second = (Board(page.locator(".ttt").nth(at)) for at in range(len(CELLS)))
    play_a_game(first, screenshots / "hosts-voila.png")
    is_answered(second)
    assert second.marks().replace("/", "").count(".") == 7
