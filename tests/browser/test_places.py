"""Where things are on the screen: all in sight, and nothing that is pressed ever moves."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts import chromium
from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.jupyter import Board, until
from tests.support.hosts.plain_page import PlainPage
from tests.support.scenes.board_scenes import FIVE_IN_ROW, SHORT, cell, open_more, open_setup
from tests.support.scenes.lessons import LESSON
from tests.support.scenes.scripts import ROOT
from tictactoe_widget.analysis import hints as analysis_hints
from tictactoe_widget.analysis.hints import Highlights, Hints
from tictactoe_widget.analysis.values import Analysis, MoveValue
from tictactoe_widget.classroom import LESSONS
from tictactoe_widget.rules.names import NAMED
from tictactoe_widget.session import board as work

SIZES = [
    *((320, 568), (360, 640), (390, 844), (768, 1024)),
    *((568, 320), (640, 360), (667, 375), (1280, 720), (1920, 1080)),
]
# The most different sizes; between them the others say the same.
FEW = [(320, 568), (568, 320), (1280, 720)]
LONGEST_NAME = "Wilhelmina Bartholomew-Featherstonehaugh"

# A short game by each of the rules that somebody wins.
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
    "connect4": (35, 36, 28, 29, 21, 22, 14),
    "infinite": (0, 1, 2, 3, 4, 5, 6),
    "notakto": (0, 1, 2),
    "wild": (0, 4, 8),
    "qubic": (0, 1, 21, 5, 42, 6, 63),
    "order-and-chaos": (0, 1, 2, 3, 4),
    "three-mens-morris": (4, 0, 1, 8, 7),
    "tapatan": (4, 0, 1, 8, 7),
    "achi": (4, 0, 1, 8, 7),
    "picaria": (0, 3, 1, 5, 2),
    # 7 in cell 1, 8 in cell 5, 3 in cell 3, 4 in cell 4
    "numerical": (55, 68, 21, 31),
    "sos": (7, 4, 6, 12, 11, 1, 14, 0, 17),
}

# Games to go through, each with the sizes of the pages that show it.
GAMES = [
    ("standard", FEW),
    *(pytest.param(name, SIZES, marks=pytest.mark.long) for name in NAMED),
]

# Measure what is always there, and what can be pressed in the rows that change.
PLACES = """
root => {
  const placesOf = (selector, nameOf) => {
    const shown = [...root.querySelectorAll(selector)].filter((part) => part.checkVisibility());
    return Object.fromEntries(shown.map((part, at) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [nameOf(part, at), [x, y + scrollY, width, height]];
    }));
  };
  const slots = ["players", "player", "said", "board", "now", "tools", "notes"];
  const kept = {
    ...placesOf(
      slots.map((slot) => `.ttt-${slot}`).join(),
      (slot, at) => `${slot.classList[0]} ${at}`,
    ),
    ...placesOf(".ttt-rename", (_, at) => `name ${at}`),
    ...placesOf(".ttt-cell", (cell) => `cell ${cell.dataset.name}`),
    ...placesOf(".ttt-tools button", (button) => button.textContent),
    page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
  };
  const pressed = ".ttt-now :is(button, select), .ttt-beside button";
  return [kept, placesOf(pressed, (one) => one.ariaLabel || one.textContent)];
}
"""

SHEET = """
buttons => buttons.map((button) => {
  const { x, y, width, height } = button.getBoundingClientRect();
  return [x, y, width, height];
})
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
  const [newGame, hints] = root.querySelectorAll(".ttt-tools button");
  const looked = [root.querySelector(".ttt-message"), newGame, hints];
  return [...looked, ...root.querySelectorAll(".ttt-cell")].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height];
  });
}
"""


def pages_of(sizes):
    """Return the options of pages of these sizes."""
    return [{"viewport": {"width": width, "height": height}} for width, height in sizes]


def hesitant(_game):
    """Think and think."""
    while True:
        yield None


class Screens:
    """Boards of one table on pages of different sizes, on which nothing may move."""

    def __init__(self, plain, boards, sizes):
        self.plain = plain
        self.boards = boards
        self.sizes = sizes
        self.places = []
        self.seen = []

    def change(self, act):
        """Change the table, and wait until every page shows it."""
        self.plain.call(act)
        viewed = self.plain.read("viewed")
        position = viewed or self.plain.call(lambda session: session.state)
        message = "Looking back" if viewed else position["message"]
        wanted = [message, [mark or "" for mark in position["board"]]]
        for board in self.boards:
            until(lambda board=board: board.root.evaluate(SHOWN) == wanted, "it is shown")

    def begin(self, rules):
        """Begin a round; what is pressed has its place from now on."""
        self.change(lambda session: session.new_game(rules))
        measured = [board.root.evaluate(PLACES) for board in self.boards]
        self.places = [kept for kept, _ in measured]
        self.seen = [passing for _, passing in measured]

    def read(self, name):
        """Wait until what the session says under a name stands beside every board.

        A comment of estimates may change meanwhile, so it is read again for each look.
        """

        def is_shown(notes):
            words = self.plain.read(name)
            return words and words in notes.text_content()

        for board in self.boards:
            notes = board.root.locator(".ttt-notes")
            until(lambda notes=notes: is_shown(notes), f"the {name} is shown")

    def hold(self, moment):
        """Hold that everything is where it was, and what comes again where it was then."""
        moved = []
        for size, board, places, seen in zip(
            self.sizes, self.boards, self.places, self.seen, strict=True
        ):
            kept, passing = board.root.evaluate(PLACES)
            moved += [
                (size, name, places.get(name), kept.get(name))
                for name in places.keys() | kept.keys()
                if places.get(name) != kept.get(name)
            ]
            moved += [
                (size, name, seen[name], place)
                for name, place in passing.items()
                if seen.setdefault(name, place) != place
            ]
        assert not moved, f"{moment}: {moved[:9]}"


@pytest.mark.parametrize(("name", "sizes"), GAMES)
def test_nothing_moves_through_a_game(name, sizes, open_plain, monkeypatch):
    # Whatever hints and reviews say, it takes its place; the best there is need not be said.
    monkeypatch.setattr(analysis_hints, "EXPLAIN_SECONDS", 0.05)
    for limit in ("HINT_SECONDS", "REVIEW_SECONDS"):
        monkeypatch.setattr(work, limit, 0.05)
    plain, boards = open_plain(pages=pages_of(sizes), names={"O": LONGEST_NAME})
    screens = Screens(plain, boards, sizes)
    cells = WON[name]
    screens.begin(name)
    for who in ("beginner", "human"):
        plain.call(lambda session: session.seat("O", who))  # noqa: B023
        for board in boards:
            expect(board.root.locator(".ttt-strength").first).to_be_visible(
                visible=who != "human"
            )
        screens.hold(f"{name}, {who} has the seat of O")
    screens.change(lambda session: [session.play(cell) for cell in cells[:2]])
    screens.hold(f"{name}, two moves made")
    # Where marks fall, a cell that is taken stands for its column.
    if not plain.read("grid")["falls"]:
        for board in boards:
            taken = cells[0] % board.root.locator(".ttt-cell").count()
            cell(board, taken + 1).dispatch_event("click")
            expect(board.root.locator(".ttt-refusal")).not_to_be_empty()
        screens.hold(f"{name}, refused")
    screens.change(lambda session: session.show_hints(True))
    screens.hold(f"{name}, hints on")
    screens.read("comment")
    screens.hold(f"{name}, hints known")
    screens.change(lambda session: session.look_back(1))
    screens.hold(f"{name}, looking back")
    for board in boards:
        sheet = open_more(board)
        buttons = sheet.get_by_role("button")
        reset = sheet.get_by_role("button", name="Reset scores")
        reset.scroll_into_view_if_needed()
        before = buttons.evaluate_all(SHEET)
        reset.click()
        expect(sheet.get_by_role("button", name="Really reset 0 : 0 : 0?")).to_be_visible()
        assert buttons.evaluate_all(SHEET) == before
    screens.hold(f"{name}, reset pressed once")
    for board in boards:
        board.root.page.keyboard.press("Escape")
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
    for mark in "OX":
        plain.call(lambda session: session.seat(mark, hesitant))  # noqa: B023
    for board in boards:
        expect(board.button("Pause")).to_be_visible()
        expect(board.status).to_contain_text("is thinking")
    screens.hold(f"{name}, two computers")


@pytest.mark.parametrize("sizes", [FEW, pytest.param(SIZES, marks=pytest.mark.long)], ids=len)
def test_the_board_and_the_turn_are_in_sight(sizes, open_plain):
    plain, boards = open_plain(pages=pages_of(sizes))
    for name in [*NAMED, "19x19k5"]:
        plain.call(lambda session: session.new_game(name))  # noqa: B023
        title = plain.read("rules_title")
        for (width, height), board in zip(sizes, boards, strict=True):
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


# Measure the board in a frame of each size that grows by a pixel in height, from 560 to 960 px.
# Return the sizes at which it is less wide than before, or has not been seen.
GROWING = """
async ([css, widths]) => {
  const frame = document.createElement("iframe");
  frame.style.border = 0;
  frame.src = location.href;
  document.body.append(frame);
  await new Promise((done) => { frame.onload = done; });
  const page = frame.contentDocument;
  while (!page.querySelector(".ttt-cell")) await new Promise(requestAnimationFrame);
  page.head.append(Object.assign(page.createElement("style"), { textContent: css }));
  const board = page.querySelector(".ttt-board");
  const faults = [];
  for (const width of widths) {
    frame.style.width = `${width}px`;
    let last = 1;
    for (let height = 560; height <= 960; height += 1) {
      frame.style.height = `${height}px`;
      const wide = board.getBoundingClientRect().width;
      if (wide < last) faults.push([width, height, last, wide]);
      last = wide;
    }
  }
  return faults;
}
"""


@pytest.mark.parametrize("name", ["a game", "a lesson"])
@pytest.mark.parametrize(
    "step", [60, pytest.param(1, marks=pytest.mark.long)], ids=["few", "all"]
)
def test_a_taller_phone_has_no_smaller_board(step, name, open_plain):
    plain, [board] = open_plain(pages=pages_of([(1000, 1000)]))
    if name == "a lesson":
        plain.call(lambda session: session.open_lesson("forks", step=0))
    page_css = (ROOT / "frontend/page/page.css").read_text("utf-8")
    css = page_css.replace('@import "./colours.css";', "")
    # What the slots contain takes time to lay out, and no room from the board.
    css += ".ttt-table > * > *, dialog { display: none; }"
    faults = board.root.page.evaluate(GROWING, [css, list(range(320, 441, step))])
    assert faults == []


# How many lines the sentence and its advice have, and how much is cut or below the slot.
SAID = """
root => {
  const [said, status] = [".ttt-said", ".ttt-status"].map((name) => root.querySelector(name));
  const lines = [...status.children].slice(-2).map((part) => {
    const text = document.createRange();
    text.selectNodeContents(part);
    return new Set([...text.getClientRects()].map(({ top }) => top)).size;
  });
  const below = status.getBoundingClientRect().bottom - said.getBoundingClientRect().bottom;
  return [lines, status.scrollHeight - status.clientHeight, Math.max(0, below)];
}
"""


@pytest.mark.parametrize(
    "name", [pytest.param("Player X", marks=pytest.mark.long), LONGEST_NAME]
)
def test_looking_back_is_said_in_two_lines(name, open_plain):
    sizes = [*FEW, (390, 844), (1280, 721)]
    plain, boards = open_plain(pages=pages_of(sizes), names={"X": name})
    # A cell of a notebook, with the narrowest panel.
    boards[-1].root.page.add_style_tag(
        content="body { width: 560px } :root { --ttt-room: initial }"
    )
    plain.play(4, 0, 8)
    plain.call(lambda session: session.look_back(2))
    for size, board in zip(sizes, boards, strict=True):
        guide = board.root.locator(".ttt-guide")
        expect(guide).to_have_text(f"It was {name}'s turn")
        assert board.root.evaluate(SAID) == [[1, 1], 0, 0], size
        cell(board, 2).click()
        expect(guide).to_have_text("Press “Latest”.")
        assert board.root.evaluate(SAID) == [[1, 1], 0, 0], size


# How much of the sentence on a game, and of who was winning, is out of sight.
SCROLLED = """
root => [".ttt-verdict", ".ttt-scrolled"].map((name) => {
  const { clientHeight, clientWidth, scrollHeight, scrollWidth } = root.querySelector(name);
  return [scrollWidth - clientWidth, scrollHeight - clientHeight];
})
"""


@pytest.mark.parametrize(
    "moves",
    [
        pytest.param((0, 1, 4, 3, 6, 8, 2), id="lost", marks=pytest.mark.long),
        pytest.param((4, 0, 8, 2, 1, 7, 3, 5, 6), id="drawn after nine moves"),
    ],
)
def test_the_review_of_a_game_fits(open_plain, moves):
    sizes = [*FEW, (640, 360), (390, 844)]
    plain, boards = open_plain(pages=pages_of(sizes), hints=True)
    plain.play(*moves)
    for (width, height), board in zip(sizes, boards, strict=True):
        expect(board.root.locator(".ttt-dot")).to_have_count(len(moves))
        # What is known is joined by whole lines.
        ways = board.root.locator(".ttt-bands .ttt-way")
        dashes = ways.evaluate_all(
            "all => all.map((one) => getComputedStyle(one).strokeDasharray)"
        )
        assert dashes
        assert set(dashes) == {"none"}
        columns = board.root.locator(".ttt-strip button")
        wide = columns.evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().width)"
        )
        assert min(wide) >= 24, (width, height)
        # The smallest screen on its side has no room for nine moves: they scroll.
        if (width, height) != (568, 320):
            assert board.root.evaluate(SCROLLED) == [[0, 0], [0, 0]], (width, height)


def test_a_remark_fits_a_phone_on_its_side(open_plain):
    sideways = pages_of([(640, 360), (667, 375)])
    plain, boards = open_plain(pages=sideways, hints=True)
    plain.play(4, 1, 0, 8, 6, 2, 3)
    plain.call(lambda session: session.look_back(3))
    for board in boards:
        # O must stop X at 9, and X then has two ways to win.
        remark = board.root.locator(".ttt-comment")
        expect(remark).to_contain_text("O must block at 9. Then X wins with 4 or 7")
        expect(board.root.locator(".ttt-dot")).to_have_count(7)
        notes, said, way, plot = (
            board.root.locator(name).bounding_box()
            for name in (".ttt-notes", ".ttt-comment", ".ttt-verdict button", ".ttt-scrolled")
        )
        assert notes["y"] <= said["y"]
        assert said["y"] + said["height"] <= plot["y"]
        assert plot["y"] + plot["height"] <= notes["y"] + notes["height"]
        assert min(way["width"], way["height"]) >= 44
        assert way["x"] + way["width"] <= said["x"]


def test_the_review_fits_a_narrow_cell(open_plain):
    plain, (board,) = open_plain(pages=[{"viewport": {"width": 1280, "height": 720}}])
    # A notebook says nothing of the height that a board may have.
    board.root.page.add_style_tag(content="body { width: 560px } :root { --ttt-room: initial }")
    plain.play(4, 1, 0, 8, 6, 2, 3)
    expect(board.root.locator(".ttt-dot")).to_have_count(7)
    notes, plot = (
        board.root.locator(name).bounding_box() for name in (".ttt-notes", ".ttt-scrolled")
    )
    assert board.root.locator(".ttt-board").bounding_box()["x"] < notes["x"] - 300
    assert plot["y"] + plot["height"] <= notes["y"] + notes["height"]


@pytest.fixture
def show_estimates(open_plain, monkeypatch):
    """Show a board with hints that estimate 60 % for each of some moves."""

    def show(rules, marked, best, threats=(), size=(320, 568)):
        def known(_, game, **_options):
            moves = {cell: MoveValue(None, None, 0.2) for cell in game.legal_moves}
            analysis = Analysis("X", None, None, 0.2, moves, (best,), (), exact=False)
            signs = map(frozenset, (marked, [best], threats))
            yield Hints(game, "", Highlights(analysis, *signs))

        monkeypatch.setattr(work, "hints_in_slices", known)
        _, [board] = open_plain(rules, hints=True, pages=pages_of([size]))
        return board, [cell(board, place + 1) for place in marked]

    return show


TWO_FIGURES = """
(number) => {
  const text = document.createRange();
  text.selectNodeContents(number);
  const inside = number.closest(".ttt-cell").getBoundingClientRect();
  const { left, right } = text.getBoundingClientRect();
  return [left - inside.left, inside.right - right];
}
"""


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_small_cells_show_estimates(show_estimates, size):
    marked = (111, 112, 113)
    _, (plain, best, threat) = show_estimates("gomoku", marked, 112, [113], size)
    for estimate in (plain, best):
        number = estimate.locator(".ttt-estimate span")
        expect(number).to_be_visible()
        expect(number).to_have_text("60")
        assert min(number.evaluate(TWO_FIGURES)) >= 1, "the frame is free"
    # In so small a cell there is one sign, the most important.
    expect(best.locator(".ttt-best")).to_be_hidden()
    expect(threat.locator(".ttt-threat")).to_be_visible()
    expect(threat.locator(".ttt-estimate span")).to_be_hidden()


def test_tiny_cells_show_a_star_or_wash(show_estimates):
    _, (plain, best) = show_estimates("19x19k5", (180, 181), 181)
    expect(best.locator(".ttt-best")).to_be_visible()
    for estimate in (plain, best):
        expect(estimate.locator(".ttt-estimate")).to_be_visible()
        expect(estimate.locator(".ttt-estimate span")).to_be_hidden()
        expect(estimate).to_have_attribute(
            "aria-label", re.compile("about 60% chance of winning")
        )


def test_an_estimate_hides_the_board_number(show_estimates):
    board, (first, _) = show_estimates("ultimate", (0, 1), 1)
    content = "place => getComputedStyle(place, '::after').display"
    places = board.root.locator(".ttt-place[data-board]")
    expect(first.locator(".ttt-estimate span")).to_be_visible()
    shown = [place.evaluate(content) != "none" for place in places.all()]
    assert shown == [False] + 8 * [True]


@pytest.mark.parametrize("way", ["of the browser", "over the window"])
def test_a_full_screen_has_the_largest_board(open_plain, way):
    _, [board] = open_plain("19x19k5", pages=[{"viewport": {"width": 1280, "height": 720}}])
    page = board.root.page
    if way == "over the window":
        page.evaluate("() => { delete Element.prototype.requestFullscreen; }")
    more = board.button("More")
    before = more.bounding_box()
    open_more(board).get_by_role("button", name="Full screen").click()
    expect(board.root).to_have_attribute("data-full", "")
    expect(more).to_be_focused()
    assert page.evaluate("() => !!document.fullscreenElement") == (way == "of the browser")
    turn, *_, corner = (box for box in board.root.evaluate(BOXES))
    assert corner[1] + corner[3] <= 720
    assert corner[1] + corner[3] > 690, "the board takes the height"
    assert corner[0] + corner[2] < turn[0]
    leave = open_more(board).get_by_role("button", name="Exit full screen")
    if way == "of the browser":
        leave.click()
    else:
        page.keyboard.press("Escape")  # closes the sheet
        expect(leave).to_be_hidden()
        more.press("Escape")
    expect(board.root).not_to_have_attribute("data-full", "")
    expect(more).to_be_focused()
    assert more.bounding_box() == before


def test_a_board_has_a_width_of_its_own(open_plain):
    _, [board] = open_plain()
    board.root.evaluate("root => { root.parentElement.style.width = 'max-content'; }")
    board.click(5)
    assert board.root.bounding_box()["width"] == 4 + 256 + 4


# A wide font, one as most phones have it, and a serif.
FONTS = ("DejaVu Sans", "Liberation Sans", "DejaVu Serif")

# Find buttons and choices that a word of theirs does not fit, in each of some fonts.
CUT = """
(root, fonts) => {
  const faults = new Set();
  const fit = (part, font) => {
    const note = (what) => faults.add(`${innerWidth} px, ${font}: ${part.textContent} ${what}`);
    // The tick of a choice stands over its corner.
    const isButton = part.matches("button");
    if (isButton && part.scrollWidth > part.clientWidth) note("does not fit");
    const frame = part.getBoundingClientRect();
    if (frame.left < -0.5 || frame.right > innerWidth + 0.5) note("is not on the page");
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { index, 0: word } of texts.currentNode.data.matchAll(/[^\\s-]+-?/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const lines = [...range.getClientRects()];
        if (new Set(lines.map(({ top }) => top)).size > 1) note(`breaks ${word}`);
        const isCut = ({ left, right }) => left < frame.left - 0.5 || right > frame.right + 0.5;
        if (lines.some(isCut)) note(`cuts ${word}`);
      }
    }
  };
  for (const font of fonts) {
    root.style.fontFamily = font;
    const layer = root.querySelector("dialog[open]") ?? root;
    for (const part of layer.querySelectorAll("button, .ttt-choice")) {
      const isNamed = part.matches(".ttt-rename");
      if (part.checkVisibility() && !part.matches(".ttt-cell") && !isNamed) fit(part, font);
    }
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) faults.add(`${font}: ${scrollWidth} px on ${innerWidth} px`);
  }
  root.style.fontFamily = "";
  return [...faults];
}
"""

# How WCAG 1.4.12 lets people space texts.
SPACED = """
* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }
"""


def moments_with_buttons(plain, board):
    """Go through what a board shows with buttons of its own, and yield what each is called."""
    page = board.root.page
    yield "to begin"
    board.root.get_by_role("radio", name="The computer").click()
    expect(board.button("Computer begins")).to_be_visible()
    yield "against the computer"
    board.root.get_by_role("radio", name="A friend").click()
    expect(board.button("Computer begins")).to_be_hidden()
    plain.play(4, 0)
    plain.call(lambda session: session.look_back(1))
    expect(board.button("Play from here")).to_be_visible()
    yield "looking back"
    plain.call(lambda session: session.look_back(None))
    sheet = open_setup(board)
    for mode in ("Two friends", "Me and the computer", "Watch two computers"):
        sheet.get_by_role("radio", name=mode).check()
        yield f"the sheet, {mode}"
    page.keyboard.press("Escape")
    more = open_more(board)
    yield "more"
    more.get_by_role("button", name="Reset scores").click()
    yield "more, reset pressed once"
    page.keyboard.press("Escape")
    board.button("Learn").click()
    expect(page.get_by_role("dialog", name="Learn")).to_be_visible()
    yield "learn"
    page.keyboard.press("Escape")
    for step in (0, len(LESSONS["forks"].exercises) - 1):
        plain.call(lambda session: session.open_lesson("forks", step=step))  # noqa: B023
        expect(board.root.locator(".ttt-activity-head")).to_contain_text(f"Step {step + 1} of")
        yield f"step {step + 1} of a lesson"
    plain.call(lambda session: session.leave_lesson())
    for mark in "OX":
        plain.call(lambda session: session.seat(mark, hesitant))  # noqa: B023
    expect(board.button("Pause")).to_be_visible()
    yield "two computers"


@pytest.mark.parametrize(
    ("widths", "is_spaced"),
    [
        # The narrowest is a phone of 390 px, zoomed to 200%.
        ((195, 320, 374), False),
        pytest.param(range(320, 441, 6), False, marks=pytest.mark.long),
        ((320,), True),
    ],
    ids=["few", "many", "spaced"],
)
def test_no_button_is_smaller_than_its_words(widths, is_spaced, open_plain):
    plain, [board] = open_plain(pages=[{"viewport": {"width": 320, "height": 700}}])
    page = board.root.page
    if is_spaced:
        page.add_style_tag(content=SPACED)
    faults = {}
    for moment in moments_with_buttons(plain, board):
        for width in widths:
            page.set_viewport_size({"width": width, "height": 700})
            faults[moment, width] = board.root.evaluate(CUT, FONTS)
        page.set_viewport_size({"width": 320, "height": 700})
    assert {at: found for at, found in faults.items() if found} == {}


# Find parts of a sheet or of the board that stick out on a side, and rows that lack height.
CLIPPED = """
root => {
  const layer = root.querySelector("dialog[open]") ?? root;
  const { left, right } = layer.getBoundingClientRect();
  const seen = [...layer.querySelectorAll("*")].filter((part) => part.checkVisibility());
  const isWide = (part) => {
    const box = part.getBoundingClientRect();
    return box.left < left - 1 || box.right > right + 1;
  };
  const isTall = (part) =>
    part.matches(".ttt-table > *") && part.scrollHeight > part.clientHeight + 1;
  return seen.filter((part) => isWide(part) || isTall(part)).map((part) => part.outerHTML);
}
"""


def test_a_phone_zoomed_to_200_percent_clips_nothing(open_page):
    bare = open_page("moves=5,1,2", viewport={"width": 195, "height": 422}).ready()
    page, board = bare.page, bare.board
    board.button("Step back").click()
    expect(board.button("Play from here")).to_be_visible()
    faults = {"looking back": board.root.evaluate(CLIPPED)}

    def measure(name, title):
        page.get_by_role("button", name=name, exact=True).click()
        page.get_by_role("dialog", name=title, exact=True).wait_for()
        faults[title] = board.root.evaluate(CLIPPED) + board.root.evaluate(CUT, FONTS)

    for name in ("Share", "Settings", "More"):
        measure(name, name)
        page.keyboard.press("Escape")
    measure("Players", "Players and game")
    measure("Change the rules", "Change the rules")
    assert {at: found for at, found in faults.items() if found} == {}


@pytest.fixture(scope="module", params=[pytest.param(18, marks=pytest.mark.long), 24])
def large_letters(browser, request):
    """A second Chromium, with a minimum font size."""
    flags = [*chromium.FLAGS, f"--blink-settings=minimumFontSize={request.param}"]
    started = browser.browser_type.launch(executable_path=chromium.find(), args=flags)
    yield started
    started.close()


def test_words_fit_a_minimum_font_size(large_letters):
    faults = {}
    with (
        PlainPage() as plain,
        watched_contexts(large_letters, plain.address) as make,
    ):
        page = make().new_page()
        page.goto(plain.address)
        board = Board(page.locator(".ttt"))
        for moment in moments_with_buttons(plain, board):
            for width, height in ((320, 640), (1280, 800)):
                page.set_viewport_size({"width": width, "height": height})
                faults[moment, width] = board.root.evaluate(CUT, FONTS[:1]) + cut_names(board)
    assert {at: found for at, found in faults.items() if found} == {}


def cut_names(board):
    """Return the names in the scoreboard that lack room."""
    return board.root.locator(".ttt-name button").evaluate_all(
        """names => names.filter((name) => name.scrollWidth > name.clientWidth)
            .map((name) => name.textContent)"""
    )


@pytest.mark.parametrize(
    "step", [80, pytest.param(20, marks=pytest.mark.long)], ids=["few", "many"]
)
def test_default_names_fit_every_size(step, open_plain):
    _, [board] = open_plain()
    page = board.root.page
    cut = []
    for height in (360, 568, 720, 844, 1024):
        for width in range(320, 1921, step):
            page.set_viewport_size({"width": width, "height": height})
            cut += [f"{name} at {width} x {height}" for name in cut_names(board)]
    assert cut == []


def test_the_result_of_a_match_fits_a_small_phone(open_plain):
    page = {"viewport": {"width": 320, "height": 568}}
    plain, [board] = open_plain(match=2, first_player="same", pages=[page])
    plain.play(0, 3, 1, 4, 2)
    plain.call(lambda session: session.new_game())
    plain.play(0, 3, 1, 4, 2)
    expect(board.status).to_contain_text("Player X won the match 2\u20130.")
    is_whole = "status => status.scrollHeight <= status.clientHeight + 1"
    assert board.status.evaluate(is_whole)


# Measure on the board the ends of ribbons, and the middles of cells, of rings and of names.
LAID = """
root => {
  const field = root.querySelector(".ttt-field").getBoundingClientRect();
  const at = ({ x, y }) => [Math.round(x - field.x), Math.round(y - field.y)];
  const middle = (part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return at({ x: x + width / 2, y: y + height / 2 });
  };
  const ends = [...root.querySelectorAll(".ttt-line")].map((line) =>
    [0, line.getTotalLength()].map((along) =>
      at(line.getPointAtLength(along).matrixTransform(line.getScreenCTM()))));
  const middles = (selector) => [...root.querySelectorAll(selector)].map(middle);
  const names = ".ttt-column-names span, .ttt-row-names span";
  return [ends, middles(".ttt-cell"), middles(".ttt-look"), middles(names)];
}
"""


def test_a_board_on_a_page_read_from_the_right(open_plain):
    plain, [board] = open_plain("4x4")
    page = board.root.page

    def measure(act, drawn):
        plain.call(act)
        board.root.locator(drawn).first.wait_for(state="attached")
        laid = []
        for direction in ("ltr", "rtl"):
            page.evaluate("direction => { document.dir = direction; }", direction)
            laid.append(board.root.evaluate(LAID))
        assert laid[0] == laid[1]
        return laid[0]

    # X wins from the upper right to the lower left corner.
    diagonal = (3, 6, 9, 12)
    moves = [cell for pair in zip(diagonal, (0, 1, 4, 5), strict=True) for cell in pair][:-1]
    [ends], cells, _, names = measure(
        lambda session: [session.play(cell) for cell in moves], ".ttt-line"
    )
    assert sorted(ends) == sorted([cells[3], cells[12]])
    assert [names[at][0] for at in range(4)] == [cells[at][0] for at in range(4)]
    _, cells, rings, _ = measure(
        lambda session: session.open_lesson(LESSON, step=0), ".ttt-look"
    )
    assert sorted(rings) == sorted([cells[0], cells[8]])
    expect(page.locator("html")).to_have_css("direction", "rtl")
    expect(board.root.locator(".ttt-told")).to_have_css("direction", "ltr")
    board.button("Leave").click()
    # That comes with Python's answer, and would take the focus from a cell.
    expect(board.button("Learn")).to_be_focused()
    board.cell(1).focus()
    page.keyboard.press("ArrowRight")
    expect(board.cell(2)).to_be_focused()


def test_a_refusal_moves_no_headline(open_plain):
    plain, boards = open_plain(pages=[{"viewport": {"width": 320, "height": 568}}])
    [board] = boards
    plain.play(4, 0, 1)
    plain.call(lambda session: session.look_back(2))
    headline = board.root.locator(".ttt-message")
    expect(headline).to_have_text("Looking back")
    before = headline.bounding_box()
    cell(board, 9).click()
    expect(board.root.locator(".ttt-guide")).to_have_text("Press “Latest”.")
    assert headline.bounding_box() == before
    expect(board.root.locator(".ttt-sign svg")).to_be_visible()


def test_a_mark_hides_the_layer_on_small_cells(open_plain):
    sizes = [{"width": 320, "height": 568}, {"width": 1280, "height": 720}]
    plain, boards = open_plain("qubic", pages=[{"viewport": size} for size in sizes])
    plain.play(0)
    shown = "place => getComputedStyle(place, '::after').display !== 'none'"
    for board, is_named in zip(boards, (False, True), strict=True):
        expect(cell(board, 1).locator(".ttt-mark")).to_be_visible()
        layers = [board.root.locator(f"[data-layer='Layer {number}']") for number in (1, 2)]
        assert [layer.evaluate(shown) for layer in layers] == [is_named, True]
