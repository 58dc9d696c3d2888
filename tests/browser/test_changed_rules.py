"""Games by changed rules in a page: chosen marks, marks that fall, layers; positions from 1."""

import re

from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import cell, focused_name
from tests.support.scenes.hearing import Hearing
from tests.support.students.invented_games import Late

PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}


def look_of(board, position):
    """Tell the shape of the mark at a position, and its colour."""
    mark = cell(board, position).locator(".ttt-mark")
    shape = "O" if mark.locator("circle").count() else "X"
    return shape, mark.evaluate("mark => getComputedStyle(mark).stroke")


def box_of(locator):
    """Tell where something is and how large."""
    return locator.bounding_box()


def middle_of(locator):
    """Tell the point in the middle of something."""
    box = box_of(locator)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def type_keys(page, keys):
    """Press keys one after the other."""
    for key in keys:
        page.keyboard.press(key)


def test_a_mark_is_chosen_for_each_move_by_finger_and_by_key(open_plain, screenshots):
    plain, [board] = open_plain("wild", pages=[PHONE])
    page = board.root.page
    expect(board.spoken).to_have_text("First's turn. Choose a mark, then a cell.")
    hears = Hearing(board).expect
    choice = board.root.get_by_role("radiogroup", name="Mark")
    x, o = (choice.get_by_role("radio", name=mark) for mark in "XO")
    places = [one.bounding_box() for one in (x, o, cell(board, 1), board.button("Hints"))]
    assert all(min(box["width"], box["height"]) >= 44 for box in places)
    expect(x).to_be_checked()

    o.tap()
    expect(o).to_be_checked()
    cell(board, 5).tap()
    hears("O, 5, row 2, column 2. Second's turn.")
    page.keyboard.press("x")
    hears("X is chosen.")
    page.keyboard.press("1")
    hears("X, 1, row 1, column 1. First's turn.")
    # The shape is that of the mark, the colour that of the player.
    blue, orange = look_of(board, 5), look_of(board, 1)
    assert (blue[0], orange[0]) == ("O", "X")
    assert blue[1] != orange[1]
    assert plain.read("moves") == (13, 0)
    assert violations(board) == []
    page.screenshot(path=screenshots / "phone-wild.png")

    board.button("Step back").tap()
    hears("Looking back: move 1 of 2. O, 5, row 2, column 2. Second's turn.")
    expect(choice).to_be_hidden()
    expect(board.button("Play from here")).to_be_visible()
    board.button("Now").tap()
    hears("Back to now. X, 1, row 1, column 1. First's turn.")
    x.focus()
    page.keyboard.press("ArrowRight")
    expect(o).to_be_focused()
    expect(o).to_be_checked()
    assert [one.bounding_box() for one in (x, o, cell(board, 1), board.button("Hints"))] == (
        places
    )
    page.keyboard.press("3")
    hears("O, 3, row 1, column 3. Second's turn.")
    # Whoever completes a line of either mark wins; the line is in that player's colour.
    page.keyboard.press("7")
    expect(board.status).to_contain_text("Second wins!")
    expect(choice).to_be_hidden()
    ribbon = board.root.locator(".ttt-line")
    assert ribbon.evaluate("line => getComputedStyle(line).stroke") == orange[1]
    moves = board.root.get_by_role("toolbar", name="Moves").get_by_role("button")
    expect(moves.last).to_have_accessible_name(re.compile("^4 7o O"))
    assert plain.read("winning_lines") == ((2, 4, 6),)
    assert plain.read("scores") == {"X": 0, "O": 1, "draws": 0}


def test_marks_fall_from_wherever_a_column_is_pressed(open_plain, screenshots):
    plain, [board] = open_plain("connect4")
    page = board.root.page
    expect(board.spoken).to_contain_text("Player X's turn.")
    hears = Hearing(board).expect

    def has_ghost(position):
        cell(board, position).hover()
        drawn = "one => getComputedStyle(one, '::before').backgroundColor"
        return cell(board, position).evaluate(drawn) != "rgba(0, 0, 0, 0)"

    assert has_ghost(39)  # d6
    assert not has_ghost(4)  # d1
    cell(board, 4).click()
    hears("X, d6, row 6, column 4. Player O's turn.")
    type_keys(page, ["c", "6", "Enter"])
    hears("O, c6, row 6, column 3. Player X's turn.")
    assert focused_name(page) == "c6, row 6, column 3, O, last move, lands on c5"
    assert has_ghost(32)  # d5, on the first mark
    type_keys(page, ["d", "5", " "])
    hears("X, d5, row 5, column 4. Player O's turn.")
    for position in (31, 25, 24):
        cell(board, position).click()
        expect(cell(board, position)).to_have_attribute("data-last", "")
    page.screenshot(path=screenshots / "connect-four.png")
    cell(board, 18).click()
    expect(board.status).to_contain_text("Player X wins!")
    expect(board.spoken).to_contain_text("Line d3, d4, d5, d6.")
    assert plain.read("winning_lines") == ((17, 24, 31, 38),)


def test_who_points_at_a_column_sees_where_the_mark_lands(open_plain, screenshots):
    plain, [board] = open_plain("connect4")
    page, guide = board.root.page, board.root.locator(".ttt-guide")
    expect(board.spoken).to_contain_text("Player X's turn.")
    heads = board.root.locator(".ttt-column-names span")
    way = board.root.locator(".ttt-down")

    def aimed_at():
        """Tell which cells show the mark that would fall, and how many ways down are drawn."""
        cells = board.root.locator(".ttt-cell[data-aimed]").all()
        return [one.get_attribute("data-name") for one in cells], way.count()

    assert heads.all_inner_texts() == [*"abcdefg"]
    assert min(min(box["width"], box["height"]) for box in map(box_of, heads.all())) >= 44
    expect(guide).to_have_text("Marks fall to the bottom")
    cell(board, 5).hover()  # e1
    expect(guide).to_have_text("It lands on e6")
    assert aimed_at() == (["e6"], 1)
    cell(board, 5).click()
    # The next mark would lie upon it.
    expect(guide).to_have_text("It lands on e5")
    assert aimed_at() == (["e5"], 1)
    page.screenshot(path=screenshots / "connect-four-aimed.png")
    box, landing = box_of(way), box_of(cell(board, 33))
    assert abs(box["y"] + box["height"] - landing["y"]) <= 2
    # A mark in a column stands for the column, too; so does its head.
    cell(board, 40).hover()  # e6
    expect(guide).to_have_text("It lands on e5")
    heads.nth(1).hover()
    expect(guide).to_have_text("It lands on b6")
    heads.nth(1).click()
    expect(cell(board, 37)).to_have_accessible_name(
        "b6, row 6, column 2, O, last move, lands on b5"
    )
    board.button("Hints").hover()
    expect(guide).to_have_text("Marks fall to the bottom")
    assert aimed_at() == ([], 0)
    # A key shows it as a mouse does; where nothing can fall any more, nothing is shown.
    type_keys(page, ["e", "6"])
    expect(guide).to_have_text("It lands on e5")
    for row in "54321":
        type_keys(page, ["Enter"])
        expect(board.root.locator("[data-last]")).to_have_attribute("data-name", f"e{row}")
    assert aimed_at() == ([], 0)
    expect(guide).to_have_text("Marks fall to the bottom")
    type_keys(page, ["Enter"])
    expect(board.root.locator(".ttt-refusal")).to_contain_text("Position already taken")
    assert plain.read("moves") == (39, 36, 32, 25, 18, 11, 4)
    assert violations(board) == []


def test_on_a_phone_a_small_column_is_chosen_by_one_tap_and_played_by_the_next(open_plain):
    plain, [board] = open_plain("drop-12x12k5", pages=[PHONE])
    page = board.root.page
    heads = board.root.locator(".ttt-column-names span")
    confirm = board.root.locator(".ttt-confirm")
    heads.nth(2).tap()
    expect(confirm).to_have_text("Play c12")
    # Wherever it is tapped, the column is the same.
    page.touchscreen.tap(*middle_of(cell(board, 3 + 5 * 12)))
    expect(cell(board, 135)).to_have_attribute("data-last", "")
    page.touchscreen.tap(*middle_of(cell(board, 3)))
    expect(confirm).to_have_text("Play c11")
    heads.nth(2).tap()
    expect(cell(board, 123)).to_have_attribute("data-last", "")
    assert plain.read("moves") == (134, 122)


def test_a_line_through_four_layers_is_made_by_mouse_and_keys(open_plain, screenshots):
    plain, [board] = open_plain("qubic")
    page = board.root.page
    expect(board.spoken).to_have_text("Player X's turn.")
    hears = Hearing(board).expect
    cell(board, 1).click()
    hears("X, a1, layer 1, row 1, column 1. Player O's turn.")
    type_keys(page, ["ArrowRight", "Enter"])
    hears("O, b1, layer 1, row 1, column 2. Player X's turn.")
    # Layer 2 is beside the first, layer 3 below it.
    type_keys(page, ["f", "2", "Enter"])
    hears("X, f2, layer 2, row 2, column 2. Player O's turn.")
    type_keys(page, ["PageDown", "Enter"])
    hears("O, f6, layer 4, row 2, column 2. Player X's turn.")
    for position in (43, 7):
        cell(board, position).click()
        expect(cell(board, position)).to_have_attribute("data-last", "")
    assert plain.read("moves") == (0, 1, 21, 53, 42, 6)
    assert violations(board) == []
    cell(board, 64).click()
    expect(board.status).to_contain_text("Player X wins!")
    expect(board.spoken).to_contain_text("Line a1, f2, c7, h8.")
    # Across the gaps between layers there is no ribbon, but a disc in each of its cells.
    [line] = board.root.locator(".ttt-line").all()
    assert line.get_attribute("d").count("M") == 4
    page.screenshot(path=screenshots / "qubic.png")


def test_a_fault_of_a_game_of_ones_own_is_said_whole(open_plain, screenshots):
    plain, [board] = open_plain(Late(), pages=[PHONE])
    cell(board, 5).tap()
    expect(cell(board, 5)).to_have_accessible_name(re.compile("X"))
    cell(board, 1).tap()
    until(lambda: plain.read("move_count") == 2, "the second mark is drawn")
    cell(board, 2).tap()
    refusal = board.root.locator(".ttt-refusal")
    expect(refusal).to_have_text(
        "The rules Late are at fault, no player: result raised KeyError: 'x', in the position "
        "OX./.X./..."
    )
    expect(board.spoken).to_contain_text("The rules Late are at fault, no player")
    # It is whole, below the names.
    box, names = refusal.bounding_box(), board.root.locator(".ttt-score").first.bounding_box()
    assert box["y"] >= names["y"] + names["height"]
    assert board.status.evaluate("status => status.scrollHeight <= status.clientHeight")
    assert plain.read("moves") == (4, 0)
    board.root.page.screenshot(path=screenshots / "phone-faulty-rules.png")
    assert violations(board) == []
