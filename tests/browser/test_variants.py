"""Larger boards, misère and ultimate on real pages. Squares count from 1."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.scenes.board_scenes import FIVE_IN_ROW, LONG, cell


def play_in_python(notebook, rules, positions):
    """Start a game in the kernel and play these moves there."""
    notebook.kernel.evaluate(f"board.new_game({rules!r})")
    notebook.kernel.evaluate(f"[board.play(at - 1) for at in {positions}] and None")


def test_large_board_fits_phone(open_plain, screenshots):
    _, [board] = open_plain("19x19k5", pages=[{"viewport": {"width": 320, "height": 800}}])
    frame = board.root.locator(".ttt-board")
    assert frame.evaluate("board => board.scrollWidth <= board.clientWidth")
    assert board.root.evaluate("root => root.scrollWidth <= root.clientWidth")
    edges = frame.bounding_box()
    for position in (1, 19, 361):
        box = cell(board, position).bounding_box()
        assert abs(box["width"] - box["height"]) < 0.5
        assert edges["x"] <= box["x"]
        assert box["x"] + box["width"] <= edges["x"] + edges["width"]
    # Row and column names are readable and next to their rows and columns.
    for names, count in [(".ttt-column-names span", 19), (".ttt-row-names span", 19)]:
        expect(board.root.locator(names)).to_have_count(count)
        last = board.root.locator(names).last
        assert last.evaluate("name => getComputedStyle(name).fontSize") == "12px"
        name, corner = last.bounding_box(), cell(board, 361).bounding_box()
        overlaps = {
            axis: name[axis] < corner[axis] + corner[size]
            and corner[axis] < name[axis] + name[size]
            for axis, size in [("x", "width"), ("y", "height")]
        }
        assert sorted(overlaps.values()) == [False, True]
    board.root.screenshot(path=screenshots / "plain-320-19x19.png")


@pytest.mark.long
def test_variants_pass_axe(open_board, theme, screenshots):
    notebook, board = open_board(host="notebook")
    scenes = {
        "4x4": ("4x4", [6, 1, 7, 2, 10, 5]),
        "gomoku": ("gomoku", FIVE_IN_ROW),
        "ultimate-playing": ("ultimate", LONG[:24]),
        "ultimate-won": ("ultimate", LONG),
    }
    for name, (rules, positions) in scenes.items():
        play_in_python(notebook, rules, positions)
        expect(cell(board, positions[-1])).to_have_accessible_name(re.compile("last move"))
        for width in (320, 1000):
            notebook.page.set_viewport_size({"width": width, "height": 900})
            assert board.root.evaluate("root => root.scrollWidth <= root.clientWidth"), name
            frame = board.root.locator(".ttt-board")
            assert frame.evaluate("board => board.scrollWidth <= board.clientWidth"), name
            picture = screenshots / f"notebook-{theme}-{width}-{name}.png"
            board.root.screenshot(path=picture, animations="disabled")
        assert violations(board) == [], name
    # At the end, marks in closed boards stay pale, and the winning line covers no number.
    pale = board.root.locator(".ttt-cell[data-closed] > .ttt-mark")
    opacities = pale.evaluate_all("all => all.map((one) => getComputedStyle(one).opacity)")
    assert set(opacities) == {"0.25"}
    numbers = board.root.locator(".ttt-place[data-board]").evaluate_all(
        "all => all.map((one) => getComputedStyle(one, '::after').visibility)"
    )
    assert numbers == ["hidden"] * 9
