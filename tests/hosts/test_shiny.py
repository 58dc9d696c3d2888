"""Boards in an app of Shiny, by shinywidgets."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.jupyter import Board
from tests.support.hosts.other_hosts import serving
from tests.support.scenes.board_scenes import EMPTY

APP = Path(__file__).with_name("shiny_app.py")
NAMES = ["two", "bot"]
# The app has no favicon.ico, which browsers ask for.
NO_ICON = "Failed to load resource: the server responded with a status of 404"


@pytest.fixture
def open_app(browser, tmp_path):
    shutil.copy(APP, tmp_path)
    command = "shiny run shiny_app.py --port PORT"
    with (
        serving(tmp_path, command.split()) as origin,
        watched_contexts(browser, origin, [NO_ICON]) as make,
    ):

        def visit():
            page = make().new_page()
            page.goto(origin)
            expect(page.locator(".ttt")).to_have_count(len(NAMES))
            return page, *(Board(page.locator(".ttt").nth(at)) for at in range(len(NAMES)))

        yield visit


def test_each_visitor_has_their_own_boards(open_app, screenshots):
    page, two, bot = open_app()
    two.click(5)
    two.cell(5).click()
    two.shows(".../.X./...", "Position already taken")
    two.click(1, 2, 9)
    expect(page.get_by_text("4 moves: Player X's turn")).to_be_visible()
    two.button("Hints").click()
    expect(two.cell(8)).to_have_accessible_name(re.compile("win"))
    page.screenshot(path=screenshots / "hosts-shiny.png", full_page=True)
    two.cell(8).click()
    two.shows("OX./.X./.XO", "Player X wins!")
    expect(page.get_by_text("5 moves: Player X wins!")).to_be_visible()
    assert two.score() == [1, 0, 0]

    bot.cell(5).click()
    expect(bot.root.get_by_role("button", name=re.compile("O, last move"))).to_have_count(1)
    bot.cell(5).click()
    expect(bot.status).to_contain_text("Position already taken")

    _, theirs, _ = open_app()
    theirs.shows(EMPTY, "Player X's turn")
