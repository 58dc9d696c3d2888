"""Boards in a Shiny app, with shinywidgets."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.jupyter import Board
from tests.support.hosts.other_hosts import is_answered, play_a_game, serving
from tests.support.scenes.board_scenes import EMPTY

APP = Path(__file__).with_name("shiny_app.py")
NAMES = ["two", "bot"]
# The app has no favicon.ico, but browsers request it.
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


def test_visitors_have_separate_boards(open_app, screenshots):
    page, two, bot = open_app()
    play_a_game(two, screenshots / "hosts-shiny.png")
    expect(page.get_by_text("5 moves: Player X wins!")).to_be_visible()
    is_answered(bot)
    bot.cell(5).click()
    expect(bot.status).to_contain_text("Position already taken")

    _, theirs, _ = open_app()
    theirs.shows(EMPTY, "Player X's turn")
