"""JupyterLite of the static site: demo notebooks, unchanged, with no server behind.

`make test-hosts` opens each of them in both front ends, as the first here does with one.
"""

import pytest
from playwright.sync_api import expect

from tests.support.hosts.jupyter import Board, Notebook
from tests.support.hosts.jupyterlite import FOLDERS, ROOT, START, run_to_the_end

AGAINST_CASUAL = 4
"""Cell of play.ipynb with a board where a person, Ada, plays the computer."""


@pytest.mark.parametrize(("host", "name"), [("notebook", "play")])
def test_run_all_goes_to_the_end_and_the_menu_of_help_leads_to_the_manual(
    open_site, site, host, name, screenshots
):
    page = open_site()
    run_to_the_end(page, site, host, ROOT / f"notebooks/{name}.ipynb", screenshots)
    with page.context.expect_page() as opened:
        Notebook(page, None, host, name).choose("Help", "Manual of tictactoe_widget")
    title = opened.value.get_by_role("heading", name="tictactoe_widget", level=1)
    expect(title).to_be_visible()


@pytest.mark.long
def test_a_board_with_a_bot_is_looked_back_on_and_begun_anew(open_site, site):
    page = open_site()
    page.goto(f"{site.url}{FOLDERS['lab']}/index.html?path=play.ipynb")
    notebook = Notebook(page, None, "lab", "play")
    notebook.cell(AGAINST_CASUAL).wait_for(timeout=START)
    notebook.run(AGAINST_CASUAL)
    shown = notebook.cell(AGAINST_CASUAL).locator(".ttt")
    shown.wait_for(timeout=START)
    board = Board(shown)
    board.cell(5).click()
    expect(board.status).to_contain_text("Ada's turn", timeout=START)
    expect(shown).to_contain_text("Move 2 of 2")
    # What is None in Python has to be nothing in the page, too: no one thinks, none looks back.
    expect(shown).not_to_contain_text("thinking")
    board.button("Step back").click()
    expect(board.status).to_contain_text("Looking back")
    expect(shown).to_contain_text("Move 1 of 2")
    board.button("Now").click()
    expect(board.status).not_to_contain_text("Looking back")
    board.button("Step back").click()
    board.button("New game").click()
    board.shows(".../.../...", "Ada's turn")
