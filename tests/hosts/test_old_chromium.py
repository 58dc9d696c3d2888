"""The board in browsers without CSS nesting and `light-dark()`."""

import pytest
from playwright.sync_api import expect

from tests.support.hosts import chromium
from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.file_server import BarePage
from tests.support.hosts.jupyter import Board
from tests.support.hosts.old_chromium import PACKAGES, program_of
from tests.support.hosts.plain_page import PlainPage

# Computed colours from theme.css: X, edges and background.
COLOURS = {
    "light": ["rgb(27, 90, 209)", "rgb(138, 130, 152)", "rgb(255, 255, 255)"],
    "dark": ["rgb(143, 184, 255)", "rgb(125, 118, 140)", "rgb(22, 20, 27)"],
}
# The displayed colours: a mark, the lines between cells, and the background.
SEEN = """() => [
  [".ttt-cell .ttt-mark", "stroke"],
  [".ttt-lines path, .ttt-lines line", "stroke"],
  [".ttt", "backgroundColor"],
].map(([selector, name]) => getComputedStyle(document.querySelector(selector))[name])"""


@pytest.fixture(scope="module", params=PACKAGES)
def old_browser(request):
    """Start an old Chromium."""
    path = program_of(request.param)
    assert path.is_file(), f"no {path}: `make test-hosts` fetches it"
    with chromium.launched(path=str(path)) as started:
        assert started.version.startswith(f"{request.param}.")
        yield started


@pytest.mark.parametrize("scheme", COLOURS)
def test_board_colours_and_square_cells(old_browser, scheme, screenshots):
    with (
        PlainPage() as plain,
        watched_contexts(old_browser, plain.address) as make,
    ):
        page = make(color_scheme=scheme).new_page()
        page.goto(plain.address)
        board = Board(page.locator(".ttt"))
        board.click(5)
        assert page.evaluate(SEEN) == COLOURS[scheme]
        box = board.cell(1).bounding_box()
        assert box["width"] == box["height"] > 100
        board.button("Hints").click()
        expect(board.root.locator(".ttt-hint").first).to_be_visible()
        version = old_browser.version.partition(".")[0]
        page.screenshot(path=screenshots / f"hosts-chromium-{version}-{scheme}.png")


def test_page_plays_with_python(old_browser, site, screenshots):
    with watched_contexts(old_browser, site.origin) as make:
        bare = BarePage(make().new_page(), site).open().ready()
        bare.board.click(5)
        bare.board.button("Hints").click()
        expect(bare.board.root.locator(".ttt-hint").first).to_be_visible()
        version = old_browser.version.partition(".")[0]
        bare.page.screenshot(path=screenshots / f"hosts-chromium-{version}-page.png")
