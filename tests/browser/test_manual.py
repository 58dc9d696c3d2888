"""The manual in a browser, served with the rest of the site."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations_of_page
from tests.support.hosts.file_server import BarePage
from tests.support.hosts.jupyter import Board
from tests.support.scenes.scripts import ROOT

PAGES = ("tutorial", "reference/games", "index", "guides/variants", "glossary")


@pytest.mark.parametrize(
    ("scheme", "pages"),
    [("dark", PAGES[:2]), pytest.param("light", PAGES, marks=pytest.mark.long)],
)
def test_manual_reading_and_search(open_site, site, scheme, pages, screenshots):
    page = open_site()
    page.emulate_media(color_scheme=scheme)
    for name in pages:
        page.goto(f"{site.url}docs/{name}.html")
        assert violations_of_page(page) == [], name
        page.screenshot(path=screenshots / f"manual-{scheme}-{name.replace('/', '-')}.png")
        page.set_viewport_size({"width": 320, "height": 568})
        assert page.evaluate("document.documentElement.scrollWidth") == 320, name
        page.set_viewport_size({"width": 1280, "height": 720})

    page.goto(f"{site.url}docs/index.html")
    page.get_by_role("textbox", name="Search").fill("legal_moves")
    page.keyboard.press("Enter")
    found = page.locator("#search-results")
    found.get_by_role("link", name="tictactoe_widget.Game.legal_moves").click()
    expect(page.locator("[id='tictactoe_widget.Game.legal_moves']")).to_be_in_viewport()

    page.goto(f"{site.url}docs/tutorial.html")
    page.locator(".board a").first.click()
    bare = BarePage(page, site).ready()
    Board(bare.board.root).shows("O../.X./...", "Player X's turn")
    page.get_by_role("link", name="Manual").click()
    expect(page.get_by_role("heading", name="tictactoe_widget", level=1)).to_be_visible()


def test_lesson_prints_on_two_sheets(open_site, site):
    page = open_site()
    for path in sorted((ROOT / "docs/term").glob("*.md")):
        page.goto(f"{site.url}docs/term/{path.stem}.html")
        page.set_viewport_size({"width": 320, "height": 568})
        assert page.evaluate("document.documentElement.scrollWidth") == 320, path.stem
        sheets = len(re.findall(rb"/Type */Page\b", page.pdf(format="A4")))
        assert 1 <= sheets <= (3 if path.stem == "index" else 2), path.stem
    assert violations_of_page(page) == []


def test_wide_table_scrolls_by_keyboard(open_site, site):
    page = open_site()
    page.goto(f"{site.url}docs/figures.html")
    table = page.locator(".table-wrapper").filter(has_text="strong expert")
    expect(table).not_to_have_attribute("tabindex", "0")
    page.set_viewport_size({"width": 320, "height": 568})
    expect(table).to_have_attribute("tabindex", "0")
    table.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("table => table.scrollLeft > 0", arg=table.element_handle())
