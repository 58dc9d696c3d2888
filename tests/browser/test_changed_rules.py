"""Games with changed rules on a page: chosen or falling marks, layers. Squares start at 1."""

import re

from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.scenes.board_scenes import cell
from tests.support.students.invented_games import Late

PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}


def middle_of(locator):
    """Return the middle of an element."""
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_choose_mark_by_touch(open_plain, screenshots):
    plain, [board] = open_plain("wild", pages=[PHONE])
    choice = board.root.get_by_role("radiogroup", name="Mark")
    x, o = (choice.get_by_role("radio", name=mark) for mark in "XO")

    def places():
        return [one.bounding_box() for one in (x, o, cell(board, 1), board.button("Hints"))]

    before = places()
    assert all(min(box["width"], box["height"]) >= 44 for box in before)
    o.tap()
    cell(board, 5).tap()
    expect(cell(board, 5).locator("circle")).to_have_count(1)
    board.root.page.keyboard.press("x")
    expect(x).to_be_checked()
    board.root.page.keyboard.press("1")
    expect(cell(board, 1)).to_have_accessible_name(re.compile("X, last move"))
    assert plain.read("moves") == (13, 0)
    board.button("Step back").tap()
    expect(choice).to_be_hidden()
    board.button("Latest").tap()
    expect(choice).to_be_visible()
    assert places() == before
    assert violations(board) == []
    board.root.page.screenshot(path=screenshots / "phone-wild.png")


def test_landing_square_is_shown(open_plain, screenshots):
    plain, [board] = open_plain("connect4")
    page, guide = board.root.page, board.root.locator(".ttt-guide")
    expect(board.spoken).to_contain_text("Player X's turn.")
    heads = board.root.locator(".ttt-column-names span")
    way = board.root.locator(".ttt-down")

    def aimed_at():
        """Return the cells that show the falling mark, and the number of drawn paths."""
        cells = board.root.locator(".ttt-cell[data-aimed]").all()
        return [one.get_attribute("data-name") for one in cells], way.count()

    assert heads.all_inner_texts() == [*"abcdefg"]
    boxes = [head.bounding_box() for head in heads.all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    expect(guide).to_have_text("Marks fall to the bottom")
    cell(board, 5).hover()  # e1
    expect(guide).to_have_text("The mark lands on e6")
    assert aimed_at() == (["e6"], 1)
    cell(board, 5).click()
    # The next mark would land on top of it.
    expect(guide).to_have_text("The mark lands on e5")
    assert aimed_at() == (["e5"], 1)
    page.screenshot(path=screenshots / "connect-four-aimed.png")
    box, landing = way.bounding_box(), cell(board, 33).bounding_box()
    assert abs(box["y"] + box["height"] - landing["y"]) <= 2
    # A mark in a column stands for the column. So does the column heading.
    cell(board, 40).hover()  # e6
    expect(guide).to_have_text("The mark lands on e5")
    heads.nth(1).hover()
    expect(guide).to_have_text("The mark lands on b6")
    heads.nth(1).click()
    expect(cell(board, 37)).to_have_accessible_name(
        "b6, row 6, column 2, O, last move, lands on b5"
    )
    board.button("Hints").hover()
    expect(guide).to_have_text("Marks fall to the bottom")
    assert aimed_at() == ([], 0)
    # The keyboard shows it as the mouse does.
    for key in ("e", "6"):
        page.keyboard.press(key)
    expect(guide).to_have_text("The mark lands on e5")
    assert plain.read("moves") == (39, 36)
    assert violations(board) == []


def test_two_taps_play_small_column(open_plain):
    plain, [board] = open_plain("drop-12x12k5", pages=[PHONE])
    page = board.root.page
    heads = board.root.locator(".ttt-column-names span")
    confirm = board.root.locator(".ttt-confirm")
    heads.nth(2).tap()
    expect(confirm).to_have_text("Play c12")
    # Any tap in the column selects it.
    page.touchscreen.tap(*middle_of(cell(board, 3 + 5 * 12)))
    expect(cell(board, 135)).to_have_attribute("data-last", "")
    page.touchscreen.tap(*middle_of(cell(board, 3)))
    expect(confirm).to_have_text("Play c11")
    heads.nth(2).tap()
    expect(cell(board, 123)).to_have_attribute("data-last", "")
    assert plain.read("moves") == (134, 122)


def test_line_through_four_layers(open_plain, screenshots):
    plain, [board] = open_plain("qubic")
    plain.play(0, 1, 21, 53, 42, 6, 63)
    # Between layers there is no line. Each of its cells has a disc.
    line = board.root.locator(".ttt-line")
    assert line.get_attribute("d").count("M") == 4
    assert violations(board) == []
    board.root.page.screenshot(path=screenshots / "qubic.png")


def test_rules_error_fully_visible(open_plain, screenshots):
    plain, [board] = open_plain(Late(), pages=[PHONE])
    cell(board, 5).tap()
    expect(cell(board, 5)).to_have_accessible_name(re.compile("X"))
    cell(board, 1).tap()
    expect(cell(board, 1)).to_have_accessible_name(re.compile("O"))
    cell(board, 2).tap()
    refusal = board.root.locator(".ttt-refusal")
    expect(refusal).to_have_text(
        "The rules Late are at fault, not a player: result raised KeyError: 'x' "
        "(position OX./.X./...)"
    )
    expect(board.spoken).to_contain_text("The rules Late are at fault, not a player")
    # It's fully visible below the names.
    box, names = refusal.bounding_box(), board.root.locator(".ttt-score").first.bounding_box()
    assert box["y"] >= names["y"] + names["height"]
    assert board.status.evaluate("status => status.scrollHeight <= status.clientHeight")
    assert plain.read("moves") == (4, 0)
    board.root.page.screenshot(path=screenshots / "phone-faulty-rules.png")
    assert violations(board) == []
