"""What the board looks like: audited by axe, measured, and pictures for people to look at."""

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.scenes.board_scenes import open_more


# Notebook in the dark is audited by tests/browser/test_variants.py too.
@pytest.mark.parametrize(
    ("host", "theme"),
    [
        ("lab", "light"),
        pytest.param("notebook", "dark", marks=pytest.mark.long),
        pytest.param("lab", "dark", marks=pytest.mark.long),
        pytest.param("notebook", "light", marks=pytest.mark.long),
    ],
    indirect=["theme"],
)
def test_an_accessibility_audit_finds_nothing(open_board, theme, host, screenshots):
    notebook, board = open_board(host=host)

    def audit(moment):
        assert violations(board) == []
        board.root.screenshot(path=screenshots / f"{host}-{theme}-{moment}.png")

    audit("empty")
    board.click(5, 1)
    board.cell(5).click()
    expect(board.status).to_contain_text("Position already taken")
    audit("refused")
    board.click(2, 9)
    board.button("Step back").click()
    expect(board.root).to_contain_text("Move 3 of 4")
    audit("looking-back")
    board.button("Latest move").click()
    expect(board.root).to_contain_text("Move 4 of 4")
    board.click(8)
    board.shows("OX./.X./.XO", "Player X wins!")
    audit("won")
    notebook.page.screenshot(path=screenshots / f"{host}-{theme}-page.png")
    notebook.shut_down()
    board.cell(3).click()
    expect(board.notice).to_contain_text("not running")
    audit("lost")


def test_an_audit_of_ultimate_finds_nothing(open_board, theme, screenshots):
    notebook, board = open_board(
        arguments="'ultimate'", viewport={"width": 1280, "height": 720}
    )
    board.click(41)
    assert violations(board) == []
    cells, turn, panel = (
        element.bounding_box()
        for element in (
            board.root.get_by_role("grid"),
            board.root.locator(".ttt-status"),
            notebook.page.locator(".jp-WindowedPanel-outer"),
        )
    )
    top = min(turn["y"], cells["y"])
    assert cells["y"] + cells["height"] - top <= panel["height"], "seen with the turn, at once"
    board.root.screenshot(path=screenshots / f"lab-{theme}-ultimate.png")


def test_a_board_fits_320_px(open_board, theme, screenshots):
    narrow = {"width": 320, "height": 800}
    notebook, board = open_board(host="notebook", viewport=narrow)
    page = notebook.page

    def hold_targets(*targets):
        for target in targets:
            target.scroll_into_view_if_needed()
            box = target.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 320
            assert min(box["width"], box["height"]) >= 44

    names = ("New game", "Hints", "Learn", "Players", "More")
    hold_targets(*board.cells.all(), *map(board.button, names))
    hold_targets(*board.root.get_by_role("radio").all())
    more = open_more(board)
    hold_targets(*more.get_by_role("button").all())
    page.keyboard.press("Escape")
    for cell in board.cells.all():
        box = cell.bounding_box()
        assert min(box["width"], box["height"]) >= 44
    assert board.root.evaluate("root => root.scrollWidth <= root.clientWidth")
    board.click(5, 1)
    hold_targets(*map(board.button, ("Step back", "Step forward", "Latest move", "2 1 O")))
    page.screenshot(path=screenshots / f"notebook-{theme}-320.png")
    board.root.screenshot(path=screenshots / f"notebook-{theme}-320-board.png")


def test_forced_colours_without_motion(open_board, screenshots):
    notebook, board = open_board()
    notebook.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    board.click(5, 1, 2, 9, 8)
    assert board.root.evaluate("root => root.getAnimations({subtree: true}).length") == 0
    stroke = board.root.locator(".ttt-cell .ttt-mark").first.evaluate(
        "mark => getComputedStyle(mark).stroke"
    )
    background = board.cell(5).evaluate("cell => getComputedStyle(cell).backgroundColor")
    assert stroke != background
    board.button("Hints").click()
    expect(board.button("Hints")).to_have_attribute("aria-pressed", "true")
    winner, loser, pressed, filled, plain = (
        element.evaluate("element => getComputedStyle(element).backgroundColor")
        for element in (
            board.root.locator(".ttt-player[data-active]"),
            board.root.locator(".ttt-player[data-who=O]"),
            board.button("Hints"),
            board.button("New game"),
            board.button("Learn"),
        )
    )
    assert winner != loser
    assert plain not in (pressed, filled)
    board.root.screenshot(path=screenshots / "lab-forced-colours.png")
