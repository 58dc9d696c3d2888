"""SearchView in a browser: steps, predictions, keys and screenshots."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.hosts.jupyter import Board
from tests.support.hosts.plain_page import SearchPage
from tests.support.scenes.search_records import THREE_LEFT, VISITS, alpha_beta
from tictactoe_widget.classroom import trace

# Alpha-beta; at 5 X wins in three ways, elsewhere O wins at 5.
#
# The calls are 1; 2 (X5): 3 (O7): 4 (X9); 5 (O9): 6 (X7); 7 (X7): 8 (O5), and then O9 is
# cut, since X has 1 already; 9 (X9): 10 (O5), and then O7 is cut.
SEARCH = """\
from tests.support.scenes.search_records import THREE_LEFT, alpha_beta
from tictactoe_widget import SearchView
from tictactoe_widget.classroom import trace

SearchView(trace(alpha_beta, THREE_LEFT))"""

# The calls in order: a number when a call begins, its negative when it returns.
ORDER = [1, 2, 3, 4, -4, -3, 5, 6, -6, -5, -2, 7, 8, -8, -7, 9, 10, -10, -9, -1]

SHOW_VISITS = """\
from tests.support.scenes.search_records import VISITS

SearchView(VISITS)"""


@pytest.fixture
def show_search(open_served):
    """Show a search, by default alpha-beta, on a plain page."""

    def make(record=None, **options):
        record = record or trace(alpha_beta, THREE_LEFT)
        page = open_served(SearchPage(record), **options)
        return Board(page.locator(".ttt-search"))

    return make


def event(number):
    """Return the beginning of a step's announcement."""
    return re.compile(rf"Call {number}[:,]" if number > 0 else rf"Call {-number} returns")


def slots(view):
    """Return the places of all parts that must not move."""
    return view.root.evaluate(
        """root => [...root.querySelectorAll(
             ".ttt-steps :is(button, .ttt-strip), .ttt-saying, .ttt-slot, .ttt-box"
           )].map((one) => {
             const { x, y, width, height } = one.getBoundingClientRect();
             return [x, y - root.getBoundingClientRect().y, width, height].map(Math.round);
           })"""
    )


def item(view, name):
    return view.root.get_by_role("treeitem", name=re.compile(name))


def test_step_through_tree_by_mouse(show_search, screenshots):
    view = show_search(viewport={"width": 1280, "height": 1100})
    view.button("To the start").click()
    expect(view.root).to_contain_text("10 calls to alpha_beta")
    places = slots(view)
    for number in ORDER:
        view.button("Step forward").click()
        expect(view.spoken).to_have_text(event(number))
        assert slots(view) == places
        if number == -7:
            view.root.screenshot(path=screenshots / "search-cut.png")
    expect(view.root.get_by_role("treeitem")).to_have_count(12)
    cut = item(view, "^Never tried: 9")
    expect(cut).to_have_accessible_name(re.compile("alpha"))
    expect(item(view, r"^Call 2: X plays 5.*returns 1, chosen$")).to_contain_text("★")
    view.root.screenshot(path=screenshots / "search-end.png")
    view.button("Step back").click()
    expect(view.spoken).to_have_text(event(ORDER[-2]))


def test_trees_in_a_notebook(open_notebook, theme, screenshots):
    notebook = open_notebook(SEARCH, SHOW_VISITS)
    notebook.run(0)
    view = Board(notebook.output(0).locator(".ttt-search"))
    expect(view.spoken).to_have_text(event(-1))
    view.button("To the start").click()
    keys = notebook.page.keyboard
    view.button("Predict first").focus()
    for number in ORDER[:4]:
        keys.press("n")
        expect(view.spoken).to_have_text(event(number))
    view.button("To the end").click()
    item(view, "^Call 1[ ,]").focus()
    keys.press("ArrowRight")
    expect(item(view, "^Call 2:")).to_be_focused()
    keys.press("x")  # cuts a cell if the notebook gets this key
    expect(notebook.page.locator(".jp-Notebook .jp-Cell")).to_have_count(2)
    assert violations(view) == []

    notebook.run(1)
    visits = Board(notebook.output(1).locator(".ttt-search"))
    expect(visits.root.get_by_role("treeitem")).to_have_count(6)
    assert violations(visits) == []
    notebook.page.screenshot(path=screenshots / f"search-{theme}.png")


def test_tree_scrolls_in_box(show_search, screenshots):
    view = show_search(viewport={"width": 320, "height": 1200}, has_touch=True)
    view.button("Predict first").click()
    assert view.root.evaluate("root => root.scrollWidth <= root.clientWidth")
    for button in view.root.get_by_role("button").all():
        box = button.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320
        assert min(box["width"], box["height"]) >= 44
    selected = view.root.locator("[aria-selected=true]").bounding_box()
    outside = view.root.locator(".ttt-box").bounding_box()
    assert outside["x"] <= selected["x"]
    assert selected["x"] + selected["width"] <= outside["x"] + outside["width"]
    view.root.screenshot(path=screenshots / "search-320.png")


def test_tree_in_forced_colours(show_search, screenshots):
    view = show_search(forced_colors="active", reduced_motion="reduce")
    item(view, "^Call 2:").click()
    stroke = view.root.locator(".ttt-x").first.evaluate("mark => getComputedStyle(mark).stroke")
    background = view.root.locator(".ttt-item").first.evaluate(
        "one => getComputedStyle(one).backgroundColor"
    )
    assert stroke != background
    values = view.root.locator(".ttt-item .ttt-value")
    fills = values.evaluate_all("all => all.map((one) => getComputedStyle(one).fill)")
    assert set(fills) == {background}, "values are told by their shapes"
    view.root.screenshot(path=screenshots / "search-forced-colours.png")


def test_tree_with_visits_fits_phone(show_search, screenshots):
    root = show_search(VISITS, viewport={"width": 320, "height": 900}, has_touch=True).root
    expect(root.get_by_role("treeitem")).to_have_count(6)
    assert root.evaluate("root => root.scrollWidth <= root.clientWidth")
    cut = root.locator("[role=treeitem] :is(.ttt-move, .ttt-worth, .ttt-more)").evaluate_all(
        "parts => parts.filter((one) => one.scrollWidth > one.clientWidth).map(String)"
    )
    assert cut == []
    assert root.get_by_role("button", name="Hide moves").bounding_box()["height"] >= 44
    root.screenshot(path=screenshots / "visits-320.png")
