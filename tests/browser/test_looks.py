"""What the board looks like: audited by axe, measured, and pictures for people to look at."""

import pytest
from playwright.sync_api import expect

from tests.support.looks import violations


@pytest.mark.parametrize("host", ["lab", "notebook"])
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
    board.button("Now").click()
    board.click(8)
    board.shows("OX./.X./.XO", "Player X wins!")
    audit("won")
    notebook.page.screenshot(path=screenshots / f"{host}-{theme}-page.png")
    notebook.shut_down()
    board.cell(3).click()
    expect(board.notice).to_contain_text("not running")
    audit("lost")


@pytest.mark.parametrize("rules", ["gomoku", "ultimate"])
def test_an_audit_of_larger_boards_finds_nothing(open_board, theme, rules, screenshots):
    _, board = open_board(arguments=f"{rules!r}")
    board.click(41)
    assert violations(board) == []
    board.root.screenshot(path=screenshots / f"lab-{theme}-{rules}.png")


def test_at_320_px_the_whole_board_shows_with_targets_of_44_px(open_board, theme, screenshots):
    narrow = {"width": 320, "height": 800}
    notebook, board = open_board(host="notebook", viewport=narrow)
    page = notebook.page
    for element in [*board.cells.all(), board.button("New game"), board.button("Reset scores")]:
        element.scroll_into_view_if_needed()
        box = element.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320
        assert box["height"] >= 40
    for cell in board.cells.all():
        box = cell.bounding_box()
        assert min(box["width"], box["height"]) >= 44
    assert board.root.evaluate("root => root.scrollWidth <= root.clientWidth")
    board.click(5, 1)
    page.screenshot(path=screenshots / f"notebook-{theme}-320.png")
    board.root.screenshot(path=screenshots / f"notebook-{theme}-320-board.png")


def test_the_board_is_whole_in_forced_colours_and_without_motion(open_board, screenshots):
    notebook, board = open_board()
    notebook.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    board.click(5, 1, 2, 9, 8)
    assert board.root.evaluate("root => root.getAnimations({subtree: true}).length") == 0
    stroke = board.root.locator(".ttt-cell .ttt-mark").first.evaluate(
        "mark => getComputedStyle(mark).stroke"
    )
    background = board.cell(5).evaluate("cell => getComputedStyle(cell).backgroundColor")
    assert stroke != background
    board.root.screenshot(path=screenshots / "lab-forced-colours.png")
