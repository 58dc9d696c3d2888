"""Where things are on the screen: all in sight, and nothing that is pressed ever moves."""

import pytest
from playwright.sync_api import expect

from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import FIVE_IN_ROW, SHORT, cell
from tictactoe_widget.analysis import hints as analysis_hints
from tictactoe_widget.rules.names import NAMED
from tictactoe_widget.session.board import jobs as work

SIZES = [(320, 568), (360, 640), (568, 320), (640, 360), (768, 1024), (1280, 720)]
PAGES = [{"viewport": {"width": width, "height": height}} for width, height in SIZES]
LONGEST_NAME = "Wilhelmina Bartholomew-Featherstonehaugh"

WON = {
    "standard": (4, 0, 1, 8, 7),
    "misere": (0, 4, 1, 8, 2),
    "4x4": (0, 4, 1, 5, 2, 6, 3),
    "5x5": (0, 5, 1, 6, 2, 7, 3),
    "gomoku": tuple(position - 1 for position in FIVE_IN_ROW),
    "ultimate": tuple(position - 1 for position in SHORT),
    "ultimate-open": tuple(
        position - 1
        for position in (
            *(64, 9, 75, 24, 46, 7, 62, 70, 56, 16, 59, 45),
            *(81, 77, 42, 54, 78, 51, 49, 35, 72, 80, 68),
        )
    ),
}
"""A short game by each of the rules that somebody wins."""

QUICK = ("standard", "ultimate")
"""Rules of the most different boards; between them the others say the same."""

PLACES = """
root => {
  const pressed = ".ttt-cell, .ttt-after button, .ttt-rename, .ttt-notes";
  const places = [...root.querySelectorAll(pressed)].map((element, at) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return `${element.dataset.name ?? at}: ${[x, y + scrollY, width, height]}`;
  });
  return [...places, `page ${document.documentElement.scrollHeight}`];
}
"""

SHOWN = """
root => [
  root.querySelector(".ttt-message").textContent,
  [...root.querySelectorAll(".ttt-cell")]
    .toSorted((one, other) => one.dataset.position - other.dataset.position)
    .map((cell) => cell.dataset.mark),
]
"""

BOXES = """
root => {
  const [newGame, hints] = root.querySelectorAll(".ttt-actions button");
  const looked = [root.querySelector(".ttt-message"), newGame, hints];
  return [...looked, ...root.querySelectorAll(".ttt-cell")].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height];
  });
}
"""


class Screens:
    """Boards of one table on pages of different sizes, on which nothing may move."""

    def __init__(self, plain, boards):
        self.plain = plain
        self.boards = boards
        self.places = []

    def change(self, act):
        """Change the table, and wait until every page shows it."""
        self.plain.call(act)
        position = self.plain.read("viewed") or self.plain.call(lambda session: session.state)
        wanted = [position["message"], [mark or "" for mark in position["board"]]]
        for board in self.boards:
            until(lambda board=board: board.root.evaluate(SHOWN) == wanted, "it is shown")

    def begin(self, rules):
        """Begin a round; what is pressed has its place from now on."""
        self.change(lambda session: session.new_game(rules))
        self.places = [board.root.evaluate(PLACES) for board in self.boards]

    def read(self, name):
        """Wait until what the session says under a name stands beside every board."""
        words = until(lambda: self.plain.read(name), f"there is a {name}")
        for board in self.boards:
            expect(board.root.locator(".ttt-notes")).to_contain_text(words)

    def hold(self, moment):
        """Hold that everything is where it was."""
        for size, board, places in zip(SIZES, self.boards, self.places, strict=True):
            now = board.root.evaluate(PLACES)
            moved = [pair for pair in zip(places, now, strict=True) if pair[0] != pair[1]]
            assert not moved, f"{moment}, {size}: {moved[:5]}"


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in NAMED],
)
def test_nothing_that_is_pressed_moves_through_a_whole_game(name, open_plain, monkeypatch):
    # Whatever hints and reviews say, it takes its place; the best there is need not be said.
    monkeypatch.setattr(analysis_hints, "EXPLAIN_SECONDS", 0.05)
    for limit in ("TABLE_HINT_SECONDS", "TABLE_REVIEW_SECONDS"):
        monkeypatch.setattr(work, limit, 0.05)
    plain, boards = open_plain(pages=PAGES, names={"O": LONGEST_NAME})
    screens = Screens(plain, boards)
    cells = WON[name]
    screens.begin(name)
    screens.change(lambda session: [session.play(cell) for cell in cells[:2]])
    screens.hold(f"{name}, two moves made")
    for board in boards:
        cell(board, cells[0] + 1).dispatch_event("click")
        expect(board.root.locator(".ttt-refusal")).not_to_be_empty()
    screens.hold(f"{name}, refused")
    screens.change(lambda session: session.show_hints(True))
    screens.hold(f"{name}, hints on")
    screens.read("comment")
    screens.hold(f"{name}, hints known")
    screens.change(lambda session: session.look_back(1))
    screens.hold(f"{name}, looking back")
    for board in boards:
        board.button("Reset scores").dispatch_event("click")
    screens.hold(f"{name}, reset pressed once")
    screens.change(lambda session: session.look_back(None))
    plain.call(lambda session: session.rename({"X": LONGEST_NAME}))
    screens.change(lambda session: [session.play(cell) for cell in cells[2:]])
    assert plain.read("is_over")
    screens.hold(f"{name}, over")
    screens.read("review_summary")
    screens.hold(f"{name}, reviewed")
    screens.change(lambda session: session.look_back(2))
    screens.hold(f"{name}, looking back at its end")
    plain.call(lambda session: session.show_hints(False))
    plain.call(lambda session: session.rename({"X": "Ada"}))
    screens.change(lambda session: session.new_game())
    screens.hold(f"{name}, next round")


def test_the_board_the_turn_and_what_is_pressed_most_are_in_sight_at_once(open_plain):
    plain, boards = open_plain(pages=PAGES)
    for name in [*NAMED, "19x19k5"]:
        plain.call(lambda session: session.new_game(name))  # noqa: B023
        title = plain.read("rules_title")
        for (width, height), board in zip(SIZES, boards, strict=True):
            grid = board.root.get_by_role("grid", name=f"{title} board")
            grid.wait_for()
            boxes = board.root.evaluate(BOXES)
            for x, y, box_width, box_height in boxes:
                assert min(x, y) >= 0
                assert x + box_width <= width
                assert y + box_height <= height, (name, width, height)
            assert board.root.evaluate("() => document.documentElement.scrollWidth") == width
            cells = [box[2:] for box in boxes[3:]]
            sides = {round(side) for cell in cells for side in cell}
            assert max(sides) - min(sides) <= 1, "cells are square, each as large as the next"
            assert min(sides) >= (44 if len(cells) == 9 else 11), (name, width, height)
            assert all(box[3] >= 44 for box in boxes[1:3])


@pytest.mark.parametrize("way", ["of the browser", "over the window"])
def test_a_full_screen_has_the_largest_board_with_the_turn_beside_it(open_plain, way):
    _, [board] = open_plain("19x19k5", pages=[{"viewport": {"width": 1280, "height": 720}}])
    page = board.root.page
    if way == "over the window":
        page.evaluate("() => { delete Element.prototype.requestFullscreen; }")
    full = board.button("Full screen")
    before = full.bounding_box()
    full.click()
    leave = board.button("Exit full screen")
    expect(leave).to_be_focused()
    assert page.evaluate("() => !!document.fullscreenElement") == (way == "of the browser")
    turn, *_, corner = (box for box in board.root.evaluate(BOXES))
    assert corner[1] + corner[3] <= 720
    assert corner[1] + corner[3] > 690, "the board takes the height"
    assert turn[0] + turn[2] < board.cells.first.bounding_box()["x"]
    if way == "of the browser":
        leave.press("Shift+F")
    else:
        leave.press("Escape")
    expect(full).to_be_focused()
    assert full.bounding_box() == before


def test_a_board_has_a_width_where_its_host_asks_how_wide_it_would_like_to_be(open_plain):
    _, [board] = open_plain()
    board.root.evaluate("root => { root.parentElement.style.width = 'max-content'; }")
    board.click(5)
    assert board.root.bounding_box()["width"] == 4 + 256 + 4
