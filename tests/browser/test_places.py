"""Layout: everything is visible, and buttons never move."""

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
# The most different sizes. The others add little.
FEW = [(320, 568), (568, 320), (1280, 720)]
LONGEST_NAME = "Wilhelmina Bartholomew-Featherstonehaugh"

# A short game for each set of rules that somebody can win.
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

# Games to play, each with its page sizes.
GAMES = [
    ("standard", FEW),
    *(pytest.param(name, SIZES, marks=pytest.mark.long) for name in NAMED),
]

# Measure the permanent parts, and the buttons in changing rows.
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
    """Return the options for pages of these sizes."""
    return [{"viewport": {"width": width, "height": height}} for width, height in sizes]


def hesitant(_game):
    """Never finish thinking."""
    while True:
        yield None


class Screens:
    """Boards for one session on pages of different sizes. Nothing on them may move."""

    def __init__(self, plain, boards, sizes):
        self.plain = plain
        self.boards = boards
        self.sizes = sizes
        self.places = []
        self.seen = []

    def change(self, act):
        """Change the session, and wait until every page shows it."""
        self.plain.call(act)
        viewed = self.plain.read("viewed")
        position = viewed or self.plain.call(lambda session: session.state)
        message = "Looking back" if viewed else position["message"]
        wanted = [message, [mark or "" for mark in position["board"]]]
        for board in self.boards:
            until(lambda board=board: board.root.evaluate(SHOWN) == wanted, "it is shown")

    def begin(self, rules):
        """Begin a round and remember where all buttons are."""
        self.change(lambda session: session.new_game(rules))
        measured = [board.root.evaluate(PLACES) for board in self.boards]
        self.places = [kept for kept, _ in measured]
        self.seen = [passing for _, passing in measured]

    def read(self, name):
        """Wait until this session text appears next to every board.

        A comment on estimates can change meanwhile, so each check reads it again.
        """

        def is_shown(notes):
            words = self.plain.read(name)
            return words and words in notes.text_content()

        for board in self.boards:
            notes = board.root.locator(".ttt-notes")
            until(lambda notes=notes: is_shown(notes), f"the {name} is shown")

    def check_nothing_moved(self, moment):
        """Check that nothing has moved, and that temporary parts return to their places."""
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
def test_layout_stable_in_game(name, sizes, open_plain, monkeypatch):
    # Hints and reviews always take up the same room, so short searches are enough.
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
        screens.check_nothing_moved(f"{name}, {who} has the seat of O")
    screens.change(lambda session: [session.play(cell) for cell in cells[:2]])
    screens.check_nothing_moved(f"{name}, two moves made")
    # If marks fall, a taken cell stands for its column.
    if not plain.read("grid")["falls"]:
        for board in boards:
            taken = cells[0] % board.root.locator(".ttt-cell").count()
            cell(board, taken + 1).dispatch_event("click")
            expect(board.root.locator(".ttt-refusal")).not_to_be_empty()
        screens.check_nothing_moved(f"{name}, refused")
    screens.change(lambda session: session.show_hints(True))
    screens.check_nothing_moved(f"{name}, hints on")
    screens.read("comment")
    screens.check_nothing_moved(f"{name}, hints known")
    screens.change(lambda session: session.look_back(1))
    screens.check_nothing_moved(f"{name}, looking back")
    for board in boards:
        sheet = open_more(board)
        buttons = sheet.get_by_role("button")
        reset = sheet.get_by_role("button", name="Reset scores")
        reset.scroll_into_view_if_needed()
        before = buttons.evaluate_all(SHEET)
        reset.click()
        expect(sheet.get_by_role("button", name="Really reset 0 : 0 : 0?")).to_be_visible()
        assert buttons.evaluate_all(SHEET) == before
    screens.check_nothing_moved(f"{name}, reset pressed once")
    for board in boards:
        board.root.page.keyboard.press("Escape")
    screens.change(lambda session: session.look_back(None))
    plain.call(lambda session: session.rename({"X": LONGEST_NAME}))
    screens.change(lambda session: [session.play(cell) for cell in cells[2:]])
    assert plain.read("is_over")
    screens.check_nothing_moved(f"{name}, over")
    screens.read("review_summary")
    screens.check_nothing_moved(f"{name}, reviewed")
    screens.change(lambda session: session.look_back(2))
    screens.check_nothing_moved(f"{name}, looking back at its end")
    plain.call(lambda session: session.show_hints(False))
    plain.call(lambda session: session.rename({"X": "Ada"}))
    screens.change(lambda session: session.new_game())
    screens.check_nothing_moved(f"{name}, next round")
    for mark in "OX":
        plain.call(lambda session: session.seat(mark, hesitant))  # noqa: B023
    for board in boards:
        expect(board.button("Pause")).to_be_visible()
        expect(board.status).to_contain_text("is thinking")
    screens.check_nothing_moved(f"{name}, two computers")


@pytest.mark.parametrize("sizes", [FEW, pytest.param(SIZES, marks=pytest.mark.long)], ids=len)
def test_board_and_status_visible(sizes, open_plain):
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


# Measure the board in a frame that grows from 560 to 960 px in height, pixel by pixel. Return
# the sizes at which the board becomes narrower or isn't visible.
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
def test_board_grows_with_height(step, name, open_plain):
    plain, [board] = open_plain(pages=pages_of([(1000, 1000)]))
    if name == "a lesson":
        plain.call(lambda session: session.open_lesson("forks", step=0))
    page_css = (ROOT / "frontend/page/page.css").read_text("utf-8")
    css = page_css.replace('@import "./colours.css";', "")
    # Hide the slots' contents, which take time to lay out but no room from the board.
    css += ".ttt-table > * > *, dialog { display: none; }"
    faults = board.root.page.evaluate(GROWING, [css, list(range(320, 441, step))])
    assert faults == []


# The number of lines in the status and its advice, and how much is cut off.
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
def test_step_back_text_fits_two_lines(name, open_plain):
    sizes = [*FEW, (390, 844), (1280, 721)]
    plain, boards = open_plain(pages=pages_of(sizes), names={"X": name})
    # A notebook cell with the narrowest panel.
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


# How much of the review's sentence and chart is hidden.
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
def test_review_fits(open_plain, moves):
    sizes = [*FEW, (640, 360), (390, 844)]
    plain, boards = open_plain(pages=pages_of(sizes), hints=True)
    plain.play(*moves)
    for (width, height), board in zip(sizes, boards, strict=True):
        expect(board.root.locator(".ttt-dot")).to_have_count(len(moves))
        # Proved values have solid lines.
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
        # The smallest landscape screen has no room for nine moves, so they scroll.
        if (width, height) != (568, 320):
            assert board.root.evaluate(SCROLLED) == [[0, 0], [0, 0]], (width, height)


def test_remark_fits_landscape_phone(open_plain):
    sideways = pages_of([(640, 360), (667, 375)])
    plain, boards = open_plain(pages=sideways, hints=True)
    plain.play(4, 1, 0, 8, 6, 2, 3)
    plain.call(lambda session: session.look_back(3))
    for board in boards:
        # O must block at 9. Then X has two ways to win.
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


def test_review_fits_narrow_cell(open_plain):
    plain, (board,) = open_plain(pages=[{"viewport": {"width": 1280, "height": 720}}])
    # A notebook doesn't limit a board's height.
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
    """Show a board with hints that estimate 60% for some moves."""

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
def test_small_cells_show_estimates_and_signs(show_estimates, size):
    marked = (111, 112, 113)
    _, (plain, best, threat) = show_estimates("gomoku", marked, 112, [113], size)
    for estimate in (plain, best):
        number = estimate.locator(".ttt-estimate span")
        expect(number).to_be_visible()
        expect(number).to_have_text("60")
        assert min(number.evaluate(TWO_FIGURES)) >= 1, "the frame is free"
    # Such a small cell shows only the most important symbol.
    expect(best.locator(".ttt-best")).to_be_hidden()
    expect(threat.locator(".ttt-threat")).to_be_visible()
    expect(threat.locator(".ttt-estimate span")).to_be_hidden()


def test_tiny_cells_show_star_or_tint(show_estimates):
    _, (plain, best) = show_estimates("19x19k5", (180, 181), 181)
    expect(best.locator(".ttt-best")).to_be_visible()
    for estimate in (plain, best):
        expect(estimate.locator(".ttt-estimate")).to_be_visible()
        expect(estimate.locator(".ttt-estimate span")).to_be_hidden()
        expect(estimate).to_have_attribute(
            "aria-label", re.compile("about 60% chance of winning")
        )


def test_estimate_hides_board_number(show_estimates):
    board, (first, _) = show_estimates("ultimate", (0, 1), 1)
    content = "place => getComputedStyle(place, '::after').display"
    places = board.root.locator(".ttt-place[data-board]")
    expect(first.locator(".ttt-estimate span")).to_be_visible()
    shown = [place.evaluate(content) != "none" for place in places.all()]
    assert shown == [False] + 8 * [True]


@pytest.mark.parametrize("way", ["of the browser", "over the window"])
def test_full_screen_board_is_largest(open_plain, way):
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


def test_board_has_default_width(open_plain):
    _, [board] = open_plain()
    board.root.evaluate("root => { root.parentElement.style.width = 'max-content'; }")
    board.click(5)
    assert board.root.bounding_box()["width"] == 4 + 256 + 4


# A wide font, a common phone font, and a serif font.
FONTS = ("DejaVu Sans", "Liberation Sans", "DejaVu Serif")

# Find buttons and choices too small for one of their words, in each font.
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

# The text spacing that WCAG 1.4.12 allows users to set.
SPACED = """
* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }
"""


def moments_with_buttons(plain, board):
    """Yield the name of each state of a board with its own buttons."""
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
        # The narrowest is a 390 px phone at 200% zoom.
        ((195, 320, 374), False),
        pytest.param(range(320, 441, 6), False, marks=pytest.mark.long),
        ((320,), True),
    ],
    ids=["few", "many", "spaced"],
)
def test_buttons_fit_their_words(widths, is_spaced, open_plain):
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


# Find parts of a sheet or the board that overflow at a side, and rows that are too low.
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


def test_200_percent_zoom_clips_nothing(open_page):
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
def large_font_browser(browser, request):
    """Start a second Chromium with a minimum font size."""
    flags = [*chromium.FLAGS, f"--blink-settings=minimumFontSize={request.param}"]
    started = browser.browser_type.launch(executable_path=chromium.find(), args=flags)
    yield started
    started.close()


def test_words_fit_with_minimum_font_size(large_font_browser):
    faults = {}
    with (
        PlainPage() as plain,
        watched_contexts(large_font_browser, plain.address) as make,
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
    """Return the names in the scoreboard that are cut off."""
    return board.root.locator(".ttt-name button").evaluate_all(
        """names => names.filter((name) => name.scrollWidth > name.clientWidth)
            .map((name) => name.textContent)"""
    )


@pytest.mark.parametrize(
    "step", [80, pytest.param(20, marks=pytest.mark.long)], ids=["few", "many"]
)
def test_default_names_fit(step, open_plain):
    _, [board] = open_plain()
    page = board.root.page
    cut = []
    for height in (360, 568, 720, 844, 1024):
        for width in range(320, 1921, step):
            page.set_viewport_size({"width": width, "height": height})
            cut += [f"{name} at {width} x {height}" for name in cut_names(board)]
    assert cut == []


def test_match_result_fits_small_phone(open_plain):
    page = {"viewport": {"width": 320, "height": 568}}
    plain, [board] = open_plain(match=2, first_player="same", pages=[page])
    plain.play(0, 3, 1, 4, 2)
    plain.call(lambda session: session.new_game())
    plain.play(0, 3, 1, 4, 2)
    expect(board.status).to_contain_text("Player X won the match 2\u20130.")
    is_whole = "status => status.scrollHeight <= status.clientHeight + 1"
    assert board.status.evaluate(is_whole)


# Measure the ends of winning lines, and the middles of cells, rings and names.
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


def test_board_on_right_to_left_page(open_plain):
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

    # X wins on the diagonal from the upper right.
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
    # It arrives with Python's answer, and would move the focus away from a cell.
    expect(board.button("Learn")).to_be_focused()
    board.cell(1).focus()
    page.keyboard.press("ArrowRight")
    expect(board.cell(2)).to_be_focused()


def test_refusal_moves_no_heading(open_plain):
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


def test_mark_hides_layer_label_on_small_cells(open_plain):
    sizes = [{"width": 320, "height": 568}, {"width": 1280, "height": 720}]
    plain, boards = open_plain("qubic", pages=[{"viewport": size} for size in sizes])
    plain.play(0)
    shown = "place => getComputedStyle(place, '::after').display !== 'none'"
    for board, is_named in zip(boards, (False, True), strict=True):
        expect(cell(board, 1).locator(".ttt-mark")).to_be_visible()
        layers = [board.root.locator(f"[data-layer='Layer {number}']") for number in (1, 2)]
        assert [layer.evaluate(shown) for layer in layers] == [is_named, True]
