"""Boards in marimo: cells that use a board run again after each move."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.jupyter import Board, until
from tests.support.hosts.other_hosts import serving
from tests.support.scenes.board_scenes import EMPTY

NOTEBOOK = Path(__file__).with_name("marimo_notebook.py")
NAMES = ["two", "bot", "again"]


@pytest.fixture(params=["light", "dark"])
def theme(request):
    return request.param


@pytest.fixture
def page(browser, tmp_path, theme):
    """Open the notebook as an app, in the theme that the system doesn't use."""
    text = NOTEBOOK.read_text("utf-8").replace("THEME", theme)
    (tmp_path / "boards.py").write_text(text, "utf-8")
    command = "marimo -q run boards.py --headless --no-token --host 127.0.0.1 --port PORT"
    with (
        serving(tmp_path, command.split()) as origin,
        watched_contexts(browser, origin) as make,
    ):
        scheme = {"light": "dark", "dark": "light"}[theme]
        page = make(color_scheme=scheme).new_page()
        page.goto(origin)
        expect(page.locator(".ttt")).to_have_count(len(NAMES))
        yield page


def report_of(page, name):
    """Return the text in which a cell reports its board."""
    return page.get_by_text(re.compile(f"^{name} "))


def run_count(page, name):
    """Return how often the cell has run."""
    return int(report_of(page, name).inner_text().rsplit(" ", 1)[1])


def test_cell_runs_once_per_move(page, theme, screenshots):
    two, bot, again = (Board(page.locator(".ttt").nth(at)) for at in range(len(NAMES)))
    assert two.root.evaluate("one => getComputedStyle(one).colorScheme") == theme
    expect(report_of(page, "two")).to_have_text("two 0: Player X's turn, run 1")

    # A whole game. No cell runs after an illegal move.
    two.click(5)
    expect(report_of(page, "two")).to_have_text("two 1: Player O's turn, run 2")
    two.cell(5).click()
    two.shows(".../.X./...", "Position already taken")
    two.click(1)
    expect(report_of(page, "two")).to_have_text("two 2: Player X's turn, run 3")
    for run, cell in enumerate([2, 9], start=4):
        two.click(cell)
        expect(report_of(page, "two")).to_contain_text(f"run {run}")

    # Hints are also a change. Their values arrive later.
    two.button("Hints").click()
    expect(two.cell(8)).to_have_accessible_name(re.compile("win"))
    until(lambda: run_count(page, "two") > 5, "the cell runs again with the hints")
    page.screenshot(path=screenshots / f"hosts-marimo-{theme}.png")
    two.button("Hints").click()
    expect(two.cell(8)).to_have_accessible_name(re.compile("empty$"))
    two.cell(8).click()
    two.shows("OX./.X./.XO", "Player X wins!")
    expect(report_of(page, "two")).to_contain_text("two 5: Player X wins!")

    # A bot's move counts as a change, too.
    expect(report_of(page, "bot")).to_have_text("bot 0: Player X's turn, run 1")
    bot.cell(5).click()
    expect(report_of(page, "bot")).to_contain_text("bot 2: Player X's turn")
    assert run_count(page, "bot") in (2, 3)  # marimo can combine two changes
    assert bot.marks().count("O") == 1

    # A cell that changes the board doesn't run again.
    again.click(5)
    expect(report_of(page, "again")).to_have_text("again 1: Player O's turn, run 2")
    again.cell(1).click()
    again.shows(EMPTY, "Player X's turn")
    expect(report_of(page, "again")).to_contain_text("again 0: Player X's turn, run 3")
    again.click(9)
    expect(report_of(page, "again")).to_have_text("again 1: Player O's turn, run 4")
    assert run_count(page, "bot") in (2, 3)
