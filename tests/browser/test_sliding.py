"""Whole games with sliding marks, the pie rule, and numbers. Squares count from 1."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.scenes.board_scenes import cell

PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}


def test_three_mens_morris_by_keys(open_plain, screenshots):
    plain, [board] = open_plain("three-mens-morris")
    press = board.root.page.keyboard.press
    cell(board, 1).focus()
    for position in "517298":
        press(position)
        expect(cell(board, position)).to_have_accessible_name(re.compile("last move"))
    expect(board.status).to_contain_text("Slide one of your marks")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "Enter"):
        press(key)
    # Simultaneous changes are announced together, the newest first.
    expect(board.spoken).to_contain_text("You chose 9. It can move to 6.")
    expect(cell(board, 6)).to_have_accessible_name(re.compile("possible move"))
    assert violations(board) == []
    board.root.page.screenshot(path=screenshots / "morris-chosen.png")
    for key in ("ArrowUp", "Enter"):
        press(key)
    expect(board.spoken).to_contain_text("X from 9 to 6, row 2, column 3.")
    for position in "89":
        press(position)
    expect(board.spoken).to_contain_text("O from 8 to 9, row 3, column 3.")
    for key in ("ArrowDown", "ArrowLeft", "ArrowLeft", "Enter", "ArrowUp", "Enter"):
        press(key)
    expect(board.spoken).to_contain_text("Player X wins! Three in a row on move 9.")
    assert plain.read("moves") == (4, 0, 6, 1, 8, 7, 8 * 9 + 5, 7 * 9 + 8, 6 * 9 + 3)


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_o_takes_over_x(open_plain, screenshots, by):
    plain, [board] = open_plain("misere-pie-3x3k3", pages=[PHONE if by == "mouse" else {}])

    def press(position):
        if by == "mouse":
            cell(board, position).click()
        else:
            board.root.page.keyboard.press(str(position))

    cell(board, 1).focus()
    press(5)
    expect(cell(board, 5)).to_have_accessible_name(
        "5, row 2, column 2, X, last move, possible move"
    )
    expect(board.status).to_contain_text("O can take over the X at 5")
    expect(board.spoken).to_contain_text("O can take over the X at 5")
    assert violations(board) == []
    board.root.page.screenshot(path=screenshots / f"pie-{by}.png")
    board.root.page.wait_for_timeout(500)
    press(5)
    expect(cell(board, 5)).to_have_accessible_name("5, row 2, column 2, O, last move")
    expect(board.status).to_contain_text("O has taken over the X")
    press(5)
    expect(board.root).to_contain_text("Position already taken")
    press(1)
    expect(cell(board, 1)).to_have_accessible_name("1, row 1, column 1, X, last move")
    assert plain.read("moves") == (4, 4, 0)


def test_numerical_game_by_taps(open_plain, screenshots):
    plain, [board] = open_plain("numerical", pages=[PHONE])
    numbers = board.root.get_by_role("radiogroup", name="Mark")
    for number, position in ("55", "21", "12"):
        numbers.get_by_role("radio", name=number).tap()
        cell(board, position).tap()
        player = "First" if number in "15" else "Second"
        expect(cell(board, position)).to_have_accessible_name(
            re.compile(f"^{position}, row ., column .: {number}, {player}")
        )
    assert violations(board) == []
    board.root.page.screenshot(path=screenshots / "phone-numerical.png")
    expect(numbers.get_by_role("radio", name="2")).to_be_disabled()
    numbers.get_by_role("radio", name="8").tap()
    cell(board, 9).tap()
    expect(board.status).to_contain_text("Second wins!")
    expect(numbers).to_be_hidden()
    assert plain.read("cell_texts") == ("2", "1", None, None, "5", None, None, None, "8")
