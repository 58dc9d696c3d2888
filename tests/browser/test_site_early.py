"""The page before Python is ready: early moves, and what is stored for Python."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import make_context
from tests.support.hosts.file_faults import WASM
from tests.support.hosts.file_server import BarePage
from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import EMPTY, choose_rules, open_setup, start

ANSWERS = "answers.bin"
# The file that starts Python on each visit.
WORKER = "worker.js"
MARKED = ".ttt-cell:not([data-mark=''])"

# Records all changes to the board except the live region's.
COUNT_CHANGES = """() => {
  window.drawn = [];
  new MutationObserver((changes) => {
    for (const { target, type, attributeName } of changes) {
      if (target.closest?.(".ttt-unseen")) continue;
      drawn.push(`${type} ${attributeName ?? ""} of ${target.className ?? target.data}`);
    }
  }).observe(document.querySelector("#board"), {
    subtree: true, childList: true, characterData: true, attributes: true,
  });
}"""


@pytest.fixture
def early(open_page, site):
    """Open the page and delay Python."""
    site.gates[WASM].clear()
    return open_page()


def start_python(bare):
    """Let Python start. Return what changes on the board."""
    bare.page.evaluate(COUNT_CHANGES)
    bare.site.gates[WASM].set()
    bare.ready()
    expect(bare.loading).to_be_hidden()
    return bare.page.evaluate("drawn")


def test_python_takes_over_without_redraw(early):
    board = early.board
    board.click(5, 1, 2, 9, 8)
    board.shows("OX./.X./.XO", "Player X wins!")
    board.cell(3).click()
    expect(board.spoken).to_have_text(re.compile("^Player X wins!"))
    board.button("New game").click()
    board.shows(EMPTY, "Player X's turn")
    board.click(1, 2)
    board.cell(2).click()
    expect(board.status).to_contain_text("Position already taken")
    scores = early.page.get_by_role("list", name="Players and scores")
    expect(scores).to_contain_text("1")
    board.button("Step back").click()
    assert board.marks() == "X../.../..."
    expect(early.page.locator(".burst")).to_have_count(0)  # the win's animation
    assert start_python(early) == []

    expect(board.root).to_contain_text("Move 1 of 2")
    board.button("Step forward").click()
    board.shows("XO./.../...", "Player X's turn")
    board.click(4, 3, 7)
    board.shows("XOO/X../X..", "Player X wins!")
    expect(scores).to_contain_text("2")
    state = early.kept_state()
    assert (state["round"], state["scores"]) == (2, {"X": 2, "O": 0, "draws": 0})


def test_computer_plays_before_python(early):
    board = early.board
    board.root.get_by_role("radio", name="The computer").click()
    board.cell(1).click()
    expect(board.root.locator(MARKED)).to_have_count(2)
    expect(board.status).to_contain_text("Your turn")
    assert start_python(early) == []
    board.root.locator(".ttt-cell[data-mark='']").first.click()
    expect(board.root.locator(MARKED)).to_have_count(4)


# Plays draws forever and presses as soon as the last press is answered.
PLAY_DRAWS = """() => {
  const order = [0, 1, 2, 4, 3, 5, 7, 6, 8];
  const root = document.querySelector("#board .ttt");
  const isTaken = (cell) => root.querySelectorAll(".ttt-cell")[cell].dataset.mark !== "";
  let isDone = () => true;
  window.rounds = 0;
  window.isStopped = false;
  function press() {
    if (!isDone()) return;
    const next = order.find((cell) => !isTaken(cell));
    if (next !== undefined) {
      isDone = () => isTaken(next);
      root.querySelectorAll(".ttt-cell")[next].click();
    } else if (!isStopped) {
      rounds += 1;
      isDone = () => !isTaken(0);
      [...root.querySelectorAll("button")].find((b) => b.textContent === "New game").click();
    }
  }
  // What is answered at once would leave the page no time for Python.
  const later = () => requestAnimationFrame(press);
  new MutationObserver(later).observe(root, { subtree: true, attributes: true });
  press();
}"""


def test_clicks_kept_while_python_takes_over(early):
    page = early.page
    page.evaluate(PLAY_DRAWS)
    until(lambda: page.evaluate("rounds") > 2, "rounds are played without Python")
    early.site.gates[WASM].set()
    early.ready()
    played = page.evaluate("rounds")
    until(lambda: page.evaluate("rounds") > played + 2, "rounds are played with Python")
    page.evaluate("isStopped = true")
    early.board.shows("XOX/XOO/OXX", "It's a draw!")
    rounds = page.evaluate("rounds")
    state = early.kept_state()
    assert state["scores"] == {"X": 0, "O": 0, "draws": rounds + 1}
    assert state["round"] == rounds + 1


def test_sheet_waits_for_python(early, screenshots):
    board, page = early.board, early.page
    board.click(5)
    sheet = open_setup(board)
    choose_rules(sheet, "misere")
    sheet.get_by_role("button", name="Start").click()
    expect(sheet).to_contain_text("Waiting for Python")
    expect(sheet.get_by_role("progressbar", name="Python is loading")).to_be_visible()
    page.screenshot(path=screenshots / "page-waiting.png")
    # A cell with a stored move has a dashed outline. The sheet has none.
    assert sheet.evaluate("sheet => getComputedStyle(sheet).outlineStyle") != "dashed"
    early.site.gates[WASM].set()
    early.ready()
    expect(sheet).to_be_hidden()
    assert board.marks() == EMPTY
    assert early.kept_state()["rules_name"] == "misere"


def overflow_of(element):
    """Return how many pixels of an element's text are cut off, in width and height."""
    return element.evaluate(
        "({ clientWidth, clientHeight, scrollWidth, scrollHeight })"
        " => [scrollWidth - clientWidth, scrollHeight - clientHeight]"
    )


def test_header_words_not_cut_off(early):
    word, page = early.word, early.page
    expect(word).to_have_text("Python is loading")
    title = page.get_by_role("heading", name="Tic-tac-toe", level=1)

    def measure():
        for width in (320, 430, 699, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert overflow_of(word) == [0, 0], width
            assert title.bounding_box()["width"] >= 26, width

    measure()
    early.board.button("Hints").click()
    expect(word).to_contain_text("Waiting for Python")
    longest = "Waiting for Python: about 50 seconds. You can keep playing."
    word.evaluate("(word, text) => { word.textContent = text; }", longest)
    measure()


def test_early_game_reviewed_later(early):
    board = early.board
    board.click(5, 1, 2, 9, 8)
    expect(board.root).to_contain_text("Moves reviewed: 0 of 5")
    early.site.gates[WASM].set()
    early.ready()
    expect(board.root.get_by_role("group", name="Review")).to_contain_text("8 instead of 9")


def test_move_stored_without_answers_file(open_page, site, expected_troubles):
    expected_troubles += ["integrity", "404"]
    site.faults[ANSWERS] = 404
    site.gates[WASM].clear()
    bare = open_page()
    until(lambda: bare.loading.get_attribute("value"), "something of Python arrives")
    places = bare.places()
    bare.board.cell(5).click()
    expect(bare.word).to_have_text("Your move at 5 is waiting for Python")
    bare.board.cell(1).click()
    assert bare.board.marks() == EMPTY
    expect(bare.page.locator("[data-waiting]")).to_have_attribute("data-position", "5")
    expect(bare.board.notice).to_be_hidden()

    site.gates[WASM].set()
    bare.ready()
    bare.board.shows(".../.X./...", "Player O's turn")
    expect(bare.word).to_have_text("")
    expect(bare.page.locator("[data-waiting]")).to_have_count(0)
    assert bare.places() == places


@pytest.mark.parametrize(
    "link",
    [
        pytest.param("", id="own game"),
        pytest.param("rules=4x4", id="game from a link", marks=pytest.mark.long),
    ],
)
def test_stored_moves_survive_reloads(browser, site, link):
    # Without a service worker, each visit requests the worker script. The browser has cached
    # the rest.
    site.headers["Cache-Control"] = "no-cache"
    with make_context(browser, service_workers="block") as context:
        bare = BarePage(context.new_page(), site).open(link).ready()
        board = bare.board
        if not link:
            start(board, "4x4")
        board.click(1)
        site.gates[WORKER].clear()
        bare.page.reload()
        name = (board.cell(6).get_attribute("aria-label") or "").split(",")[0]
        board.cell(6).click()
        expect(bare.word).to_have_text(f"Your move at {name} is waiting for Python")
        board.button("Hints").click()
        bare.page.reload()
        expect(bare.page.locator("[data-waiting]")).to_have_attribute("data-position", "6")
        expect(bare.word).to_contain_text("Waiting for Python")
        site.gates[WORKER].set()
        bare.ready()
        expect(board.button("Hints")).to_have_attribute("aria-pressed", "true")
        expect(board.root.locator(MARKED)).to_have_count(2)
        bare.page.reload()
        bare.ready()
        expect(board.root.locator(MARKED)).to_have_count(2)
        assert bare.kept_state()["moves"] == [0, 5], "each move is made once"


def test_stored_move_can_be_refused(browser, site):
    site.headers["Cache-Control"] = "no-cache"  # as above
    with make_context(browser, service_workers="block") as context:
        bare = BarePage(context.new_page(), site).open("rules=4x4").ready()
        bare.board.click(1)
        site.gates[WORKER].clear()
        bare.page.reload()
        bare.board.cell(6).click()
        expect(bare.word).to_contain_text("is waiting for Python")
        # As another version of the page or a user could have left it.
        bare.page.evaluate(
            """() => {
              const name = Object.keys(sessionStorage).find((key) => key.endsWith(" asked"));
              const [move] = JSON.parse(sessionStorage.getItem(name));
              sessionStorage.setItem(name, JSON.stringify([{ ...move, cell: 0 }]));
            }"""
        )
        bare.page.reload()
        site.gates[WORKER].set()
        bare.ready()
        expect(bare.notice).to_contain_text("Position already taken")
        expect(bare.board.root.locator(MARKED)).to_have_count(1)


@pytest.mark.parametrize(
    "damage",
    [
        "[{",
        *(pytest.param(text, marks=pytest.mark.long) for text in ("[7]", "{}", "[" * 30_000)),
    ],
)
def test_damaged_stored_moves_dropped(open_page, damage):
    bare = open_page("rules=4x4").ready()
    bare.board.click(1)
    bare.page.evaluate(
        "(text) => sessionStorage.setItem(`tictactoe_widget ${location.pathname} asked`, text)",
        damage,
    )
    bare.page.reload()
    bare.ready()
    bare.board.click(6)
    expect(bare.board.root.locator(MARKED)).to_have_count(2)
    expect(bare.notice).to_be_hidden()
