"""SearchView on a real JupyterLab page: stepped, predicted, read, looked at."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.hosts.jupyter import Board

# A student's own search; at 5 X wins in three ways, elsewhere O wins at 5.
#
# The calls are 1; 2 (X5): 3 (O7): 4 (X9); 5 (O9): 6 (X7); 7 (X7): 8 (O5), and then O9 is
# cut, since X has 1 already; 9 (X9): 10 (O5), and then O7 is cut.
SEARCH = """\
from tictactoe_widget import Game, SearchView
from tictactoe_widget.classroom import trace

def alpha_beta(game, alpha=-2, beta=2):
    if game.is_over:
        return {"X": 1, "O": -1, "draw": 0}[game.result]
    value = -2 if game.current_player == "X" else 2
    for cell in game.legal_moves:
        child = alpha_beta(game.play(cell), alpha, beta)
        if game.current_player == "X":
            value = max(value, child)
            alpha = max(alpha, value)
        else:
            value = min(value, child)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value

SearchView(trace(alpha_beta, Game.from_text("XOX/O.O/.X.")))"""

# The calls as they begin (a number) and end (the number, negative).
ORDER = [1, 2, 3, 4, -4, -3, 5, 6, -6, -5, -2, 7, 8, -8, -7, 9, 10, -10, -9, -1]

VISITS = """\
from tictactoe_widget import Game, SearchView
from tictactoe_widget.classroom import VisitTree

nodes = {(): (100, 0.5), (4,): (70, 0.75), (6,): (10, -0.5), (8,): (20, 0)}
nodes |= {(4, 6): (30, -0.25), (4, 8): (40, 1)}
SearchView(VisitTree(Game.from_text("XOX/O.O/.X."), nodes))"""


@pytest.fixture
def open_search(open_notebook):
    """Open a new notebook whose first cell shows a search."""

    def make(**options):
        notebook = open_notebook(SEARCH, **options)
        notebook.run(0)
        view = Board(notebook.output(0).locator(".ttt-search"))
        expect(view.spoken).to_have_text(event(-1))
        view.button("To the start").click()
        return notebook, view

    return make


def event(number):
    """What is said of a step begins so."""
    return re.compile(rf"Call {number}[:,]" if number > 0 else rf"Call {-number} returns")


def slots(view):
    """Where in the view everything stands that keeps its place whatever happened."""
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


def test_the_tree_is_stepped_by_mouse(open_search, theme, screenshots):
    _, view = open_search(viewport={"width": 1280, "height": 1100})
    expect(view.root).to_contain_text("10 calls of alpha_beta")
    places = slots(view)
    for number in ORDER:
        view.button("Step forward").click()
        expect(view.spoken).to_have_text(event(number))
        assert slots(view) == places
        if number == -7:
            assert violations(view) == []
            view.root.screenshot(path=screenshots / f"search-{theme}-cut.png")
    expect(view.root.get_by_role("treeitem")).to_have_count(12)
    cut = item(view, "^Never tried: 9")
    expect(cut).to_have_accessible_name(re.compile("alpha"))
    expect(item(view, r"^Call 2: X plays 5.*returns 1, chosen$")).to_contain_text("★")
    assert violations(view) == []
    view.root.screenshot(path=screenshots / f"search-{theme}-end.png")
    view.button("Step back").click()
    expect(view.spoken).to_have_text(event(ORDER[-2]))


def test_keys_stay_in_the_tree(open_search):
    notebook, view = open_search()
    keys = notebook.page.keyboard
    view.button("Predict first").focus()
    for number in ORDER[:4]:
        keys.press("n")
        expect(view.spoken).to_have_text(event(number))
    view.button("To the end").click()
    item(view, "^Call 1[ ,]").focus()
    keys.press("ArrowRight")
    expect(item(view, "^Call 2:")).to_be_focused()
    keys.press("x")  # cuts a cell, where the notebook hears it
    expect(notebook.page.locator(".jp-Notebook .jp-Cell")).to_have_count(1)


def test_the_tree_scrolls_in_its_box(open_search, screenshots):
    phone = {"viewport": {"width": 320, "height": 1200}, "has_touch": True}
    _, view = open_search(host="notebook", **phone)
    view.button("To the end").click()
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


def test_the_tree_is_whole_in_forced_colours(open_search, screenshots):
    notebook, view = open_search(viewport={"width": 1280, "height": 720})
    notebook.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    view.button("To the end").click()
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


def test_a_tree_with_visits_is_accessible(open_notebook, theme, screenshots):
    notebook = open_notebook(VISITS, viewport={"width": 1280, "height": 900})
    notebook.run(0)
    root = notebook.output(0).locator(".ttt-search")
    expect(root.get_by_role("treeitem")).to_have_count(6)
    assert violations(Board(root)) == []
    root.screenshot(path=screenshots / f"visits-{theme}.png")


@pytest.mark.parametrize("width", [pytest.param(390, marks=pytest.mark.long), 320])
def test_a_tree_with_visits_fits_a_phone(open_notebook, screenshots, width):
    phone = {"viewport": {"width": width, "height": 900}, "has_touch": True}
    notebook = open_notebook(VISITS, host="notebook", **phone)
    notebook.run(0)
    root = notebook.output(0).locator(".ttt-search")
    expect(root.get_by_role("treeitem")).to_have_count(6)
    assert root.evaluate("root => root.scrollWidth <= root.clientWidth")
    for node in root.get_by_role("treeitem").all():
        for part in (".ttt-move", ".ttt-worth", ".ttt-more"):
            is_cut = node.locator(part).evaluate("one => one.scrollWidth > one.clientWidth")
            assert not is_cut, part
    box = root.get_by_role("button", name="Hide moves").bounding_box()
    assert box["height"] >= 44
    root.screenshot(path=screenshots / f"visits-{width}.png")
