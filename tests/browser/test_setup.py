"""The Players sheet, where users choose game and players, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import cell, choose_strength, tab_to

PHONE = {"width": 320, "height": 568}

# Records the keys that reach the page around the board, as a notebook would.
LISTEN = """
() => {
  globalThis.heard = [];
  addEventListener("keydown", ({ key }) => heard.push(key));
}
"""

# Counts presses outside cells.
COUNT_TAPS = """
() => {
  globalThis.taps = 0;
  addEventListener("pointerdown", ({ target }) => {
    if (!target.closest(".ttt-cell")) globalThis.taps += 1;
  }, true);
}
"""


@pytest.fixture
def show_board(open_plain):
    """Return a function that shows a board and its sheet, and records keys on the page."""

    def make(*arguments, viewport=None, **options):
        pages = [{"viewport": viewport or PHONE}]
        plain, [board] = open_plain(*arguments, pages=pages, **options)
        board.root.page.evaluate(LISTEN)
        return plain, board, board.root.page.get_by_role("dialog", name="Players and game")

    return make


def in_sight(locator):
    """Return whether the whole element is in the window."""
    return locator.evaluate(
        """element => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        }"""
    )


def test_computer_on_first_screen(show_board, screenshots):
    plain, board, _ = show_board()
    computer = board.root.get_by_role("radio", name="The computer")
    assert in_sight(computer)
    computer.click()
    begins = board.button("Computer begins")
    assert in_sight(begins)
    assert begins.bounding_box()["height"] >= 44
    assert violations(board) == []
    board.root.page.screenshot(path=screenshots / "computer-phone.png")
    choose_strength(board.root, "Casual")
    begins.click()
    until(lambda: plain.read("move_count") == 1, "the computer begins")
    assert plain.read("players") == {"X": "casual", "O": "human"}


def test_on_demand_sheet_has_styles_in_lab(open_board):
    _, board = open_board()
    board.button("Players").click()
    sheet = board.root.page.get_by_role("dialog", name="Players and game")
    expect(sheet.get_by_role("radio", name="Two friends")).to_be_focused()
    expect(sheet.locator(".ttt-draft")).to_have_css("overflow-y", "auto")


def test_game_and_rematch_take_four_taps(show_board):
    plain, board, _ = show_board()
    page = board.root.page
    page.evaluate(COUNT_TAPS)
    board.root.get_by_role("radio", name="The computer").click()
    slider = board.root.get_by_role("slider", name="How strong")
    slider.click(position={"x": slider.bounding_box()["width"] - 2, "y": 20})
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Perfect: "))

    # Each answer is the only one that keeps the value: the centre, a block and the win.
    for mine, answer in [(1, 5), (2, 3), (9, 7)]:
        board.cell(mine).click()
        expect(board.cell(answer)).to_have_accessible_name(re.compile(f"^{answer}, .*, O"))
    expect(board.status).to_contain_text("You lost.")

    board.button("On move 5, you could have drawn by playing 7 instead of 9.").click()
    expect(board.root).to_contain_text("Move 5 of 6")
    board.button("New game").click()
    expect(board.status).to_contain_text("turn")
    until(lambda: plain.read("round") == 2, "the rematch begins")
    assert plain.read("players") == {"X": "human", "O": "perfect"}
    assert page.evaluate("taps") == 4


def test_choose_players_on_phone(show_board, screenshots):
    plain, board, sheet = show_board()
    opener = board.button("Players")
    assert in_sight(opener)
    opener.click()
    start = sheet.get_by_role("button", name="Start")
    slider = sheet.get_by_role("slider", name="How strong")
    assert sheet.bounding_box() == {"x": 0, "y": 0, **PHONE}
    expect(sheet.get_by_role("radio", name="Two friends")).to_be_checked()
    expect(slider).to_be_hidden()
    sheet.get_by_role("radio", name="Me and the computer").check()
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Beginner: Takes a win"))
    assert slider.get_attribute("max") == "9"
    for choice in [*sheet.locator(".ttt-choice:visible").all(), slider, start]:
        assert choice.bounding_box()["height"] >= 44
    # It's visible above the buttons, with the chosen player's description.
    words = sheet.locator(".ttt-strength p", has_text="Takes a win")
    top = sheet.get_by_role("button", name="Swap sides").bounding_box()["y"]
    for part in (slider, words):
        box = part.bounding_box()
        assert in_sight(part)
        assert box["y"] + box["height"] < top
    before = slider.bounding_box()
    choose_strength(sheet, "Keen")
    expect(sheet.locator(".ttt-strength")).to_contain_text("Keen Doesn't look ahead")
    assert slider.bounding_box() == before
    assert in_sight(start)
    assert violations(board) == []
    sheet.page.screenshot(path=screenshots / "setup-phone.png")

    # Scrolling inside shows the rest, and Start stays in place.
    before = start.bounding_box()
    sheet.get_by_label("Name of X").fill("Ada")
    assert start.bounding_box() == before
    start.click()
    expect(sheet).to_be_hidden()
    expect(board.root).to_contain_text("Ada's turn")
    assert plain.read("players") == {"X": "human", "O": "keen"}


def test_set_up_round_by_keyboard(show_board):
    plain, board, sheet = show_board("4x4", viewport={"width": 1280, "height": 720})
    page = board.root.page
    plain.play(5)
    tab_to(page, "Players")
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("radio", name="Two friends")).to_be_focused()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(board.button("Players")).to_be_focused()
    assert (plain.read("round"), plain.read("moves")) == (1, (5,))

    page.keyboard.press("Space")
    for key in ("ArrowDown", "Tab", "ArrowRight", "Tab"):
        page.keyboard.press(key)
    expect(sheet.get_by_role("radio", name="Me", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(sheet.get_by_label("Name of X")).to_be_focused()
    # A key typed into a field is text, even if the board uses it.
    page.keyboard.press("Control+a")
    page.keyboard.type("NF x5")
    page.keyboard.press("Enter")
    expect(sheet).to_be_hidden()
    expect(cell(board, 1)).to_be_focused()
    assert plain.read("names") == {"X": "NF x5", "O": "Player O"}
    assert (plain.read("round"), plain.read("players")) == (2, {"X": "human", "O": "casual"})
    assert set(page.evaluate("heard")) <= {"Tab", "Control", "a"}


def test_chosen_rules_in_forced_colours(show_board):
    _, board, sheet = show_board()
    page = board.root.page
    page.emulate_media(forced_colors="active")
    board.button("Players").click()
    sheet.get_by_role("button", name="Change the rules").click()
    rules = page.get_by_role("dialog", name="Change the rules")
    expect(rules).to_be_visible()
    colours = rules.locator(".ttt-choice:has(:checked)").evaluate_all(
        """all => all.map((one) => [
          getComputedStyle(one).backgroundColor,
          getComputedStyle(one.lastElementChild).color,
        ])"""
    )
    assert colours
    assert all(behind != text for behind, text in colours)


@pytest.mark.parametrize(
    "look",
    [
        pytest.param({"color_scheme": "dark"}, marks=pytest.mark.long),
        {"forced_colors": "active"},
    ],
)
def test_refusals_show_in_the_sheet(show_board, look, screenshots):
    plain, board, sheet = show_board(viewport={"width": 1280, "height": 720})
    page = board.root.page
    page.emulate_media(**look)
    plain.play(4)
    board.button("Players").click()
    name = sheet.get_by_label("Name of O")
    name.fill("a\u202eb")
    buttons = sheet.get_by_role("button").all()
    before = [button.bounding_box() for button in buttons]
    sheet.get_by_role("button", name="Start").click()
    expect(sheet.get_by_role("alert")).to_contain_text("the name of O")
    assert [button.bounding_box() for button in buttons] == before
    assert violations(board) == []
    page.screenshot(path=screenshots / f"setup-refused-{'-'.join(look.values())}.png")
    sheet.get_by_role("radio", name="Me and the computer").check()
    expect(sheet.get_by_role("alert")).to_be_empty()
    assert [button.bounding_box() for button in buttons] == before

    # Selecting text in a field by dragging to the outside closes nothing.
    box = name.bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(4, 4)
    page.mouse.up()
    expect(sheet).to_be_visible()
    page.mouse.click(4, 4)
    expect(sheet).to_be_hidden()
    assert (plain.read("round"), plain.read("moves")) == (1, (4,))


def test_only_move_strip_scrolls(show_board, screenshots):
    plain, board, _ = show_board(hints=True)
    page = board.root.page
    strip = board.root.get_by_role("toolbar", name="Moves")
    moves = strip.get_by_role("button")
    plain.play(0, 1, 2, 4, 3, 5, 7, 6, 8)  # a draw after at least two mistakes
    expect(moves.last).to_have_attribute("aria-current", "step")
    expect(moves.last).to_have_accessible_name(re.compile(": draw"))
    expect(board.root).to_contain_text("Who was winning, move by move")
    strip.scroll_into_view_if_needed()
    area = board.root.locator(".ttt-scrolled")

    def places():
        parts = [area, board.button("New game"), board.button("Hints"), board.cell(1)]
        title = board.root.get_by_text("Who was winning, move by move")
        return [part.bounding_box() for part in [*parts, title]]

    before, scrolled = places(), page.evaluate("scrollY")
    for ply in [8, 7, 6, 5, 4, 3, 2, 1, 9]:
        plain.call(lambda session, ply=ply: session.look_back(ply))
        expect(moves.nth(ply - 1)).to_have_attribute("aria-current", "step")
        assert places() == before
        inside = moves.nth(ply - 1).bounding_box()
        # Scroll positions are whole pixels.
        assert before[0]["x"] < inside["x"] + 1
        assert inside["x"] + inside["width"] < before[0]["x"] + before[0]["width"] + 1
    assert page.evaluate("scrollY") == scrolled
    assert violations(board) == []
    page.screenshot(path=screenshots / "notes-phone.png")


def test_change_rules_on_phone(show_board, screenshots):
    plain, board, sheet = show_board()
    board.button("Players").click()
    opener = sheet.get_by_role("button", name="Change the rules")
    assert opener.bounding_box()["height"] >= 44
    opener.press("Enter")
    lab = board.root.get_by_role("dialog", name="Change the rules")
    winner = lab.locator(".ttt-winner")
    expect(lab.get_by_role("radio", name="Any square")).to_be_focused()
    expect(winner).to_have_text("With best play, it's a draw.")
    lab.get_by_role("radio", name="It wraps round").check()
    expect(winner).to_have_text("With best play, X wins in 4 moves.")
    expect(lab).to_contain_text("A row can continue from any edge to the opposite edge.")
    # Board and winner stay visible above all options.
    columns = lab.get_by_role("button", name="Columns: one more")
    columns.click()
    expect(winner).to_have_text("With best play, X wins in 3 moves.")
    picture = lab.locator(".ttt-shown svg.ttt-position")
    assert in_sight(picture)
    assert in_sight(winner)
    pressed = lab.locator("footer button, .ttt-stepper button, .ttt-choice")
    for field in pressed.filter(visible=True).all():
        assert min(field.bounding_box()[side] for side in ("width", "height")) >= 44
    assert violations(board) == []
    lab.page.screenshot(path=screenshots / "changed-rules-phone.png")

    # Escape keeps the game and the choices on the first sheet.
    lab.page.keyboard.press("Escape")
    expect(lab).to_be_hidden()
    expect(opener).to_be_focused()
    assert plain.read("rules_name") == "standard"
    until(lambda: plain.read("rules_preview") is None, "the preview ends")
    opener.click()
    lab.get_by_role("radio", name="Falls down").check()
    expect(lab).to_contain_text("A mark falls to the lowest free square")
    lab.get_by_role("button", name="Start").click()
    expect(sheet).to_be_hidden()
    assert plain.read("rules_name") == "drop-3x3k3"
