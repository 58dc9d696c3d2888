"""The sheet on which people choose the game and who plays, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import focused_name, tab_to

PHONE = {"width": 320, "height": 568}

LISTEN = """
() => {
  globalThis.heard = [];
  addEventListener("keydown", ({ key }) => heard.push(key));
}
"""
"""Notes the keys that the page around the board hears, as a notebook would."""


@pytest.fixture
def show_board(open_plain):
    """Show a table in a plain page, with its sheet; the page notes the keys that it hears."""

    def make(*arguments, viewport=None, **options):
        pages = [{"viewport": viewport or PHONE}]
        plain, [board] = open_plain(*arguments, pages=pages, **options)
        board.root.page.evaluate(LISTEN)
        return plain, board, board.root.page.get_by_role("dialog", name="Game and players")

    return make


def in_sight(locator):
    """Whether all of an element is in the window."""
    return locator.evaluate(
        """element => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        }"""
    )


def test_the_computer_is_played_from_the_first_screen_of_a_phone(show_board, screenshots):
    plain, board, sheet = show_board()
    opener = board.button("Play the computer")
    assert in_sight(opener)
    opener.click()
    start = sheet.get_by_role("button", name="Start")
    strengths = sheet.get_by_role("group", name="How strong").get_by_role("radio")
    assert sheet.bounding_box() == {"x": 0, "y": 0, **PHONE}
    expect(sheet.get_by_role("radio", name="Against the computer")).to_be_checked()
    expect(strengths).to_have_count(10)
    for choice in [*sheet.locator(".ttt-choice:visible").all(), start]:
        assert choice.bounding_box()["height"] >= 44
    # All are in sight above the buttons, with the words of the one that is chosen.
    top = sheet.get_by_role("button", name="Cancel").bounding_box()["y"]
    for strength in strengths.all():
        box = strength.bounding_box()
        assert in_sight(strength)
        assert box["y"] + box["height"] < top
    before = [strength.bounding_box() for strength in strengths.all()]
    words = sheet.locator(".ttt-choice:has(:checked) .ttt-words", has_text="Takes a win")
    assert words.bounding_box()["height"] < 20
    strengths.nth(3).check()
    words = sheet.locator(".ttt-choice:has(:checked) .ttt-words", has_text="Follows the last")
    assert words.bounding_box()["y"] < before[0]["y"]
    assert [strength.bounding_box() for strength in strengths.all()] == before
    assert in_sight(start)
    assert violations(board) == []
    sheet.page.screenshot(path=screenshots / "setup-phone.png")

    # What lies below is reached by scrolling inside, and Start stays where it is.
    before = start.bounding_box()
    sheet.get_by_label("Name of X").fill("Ada")
    assert start.bounding_box() == before
    sheet.get_by_role("radio", name="Random").check()
    sheet.get_by_role("radio", name="The computer", exact=True).check()
    expect(sheet.get_by_label("Name of O")).to_have_value("Ada")
    assert plain.read("round") == 1
    start.click()
    expect(sheet).to_be_hidden()
    expect(board.root).to_contain_text("Ada's turn")
    assert plain.read("players") == {"X": "random", "O": "human"}
    assert plain.read("move_count") == 1
    expect(board.button("Game and players")).to_be_visible()


def test_a_round_is_set_up_by_keyboard_alone_and_no_key_reaches_the_page(show_board):
    plain, board, sheet = show_board("4x4", viewport={"width": 1280, "height": 720})
    page = board.root.page
    plain.play(5)
    tab_to(page, "Play the computer")
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("radio", name="Against the computer")).to_be_focused()
    expect(sheet).to_contain_text("end this round")
    page.keyboard.press("Tab")
    for _ in range(8):
        page.keyboard.press("ArrowDown")
    expect(sheet.get_by_role("radio", name="Perfect")).to_be_checked()

    # Going through the games changes nothing: the move stays on the board.
    tab_to(page, "Game")
    names = []
    for _ in range(4):
        page.keyboard.press("ArrowDown")
        names.append(sheet.get_by_role("combobox", name="Game").input_value())
    assert names == ["5x5", "gomoku", "ultimate", "ultimate-open"]
    perfect = sheet.get_by_role("radio", name="Perfect Cannot play this game")
    expect(perfect).to_be_disabled()
    expect(sheet.get_by_role("radio", name="Expert")).to_be_checked()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert focused_name(page) is None
    expect(board.button("Play the computer")).to_be_focused()
    assert (plain.read("round"), plain.read("rules_name"), plain.read("moves")) == (
        1,
        "4x4",
        (5,),
    )

    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(sheet.get_by_role("radio", name="Beginner")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(sheet.get_by_label("Name of X")).to_be_focused()
    # Text in a field is text, also where it is a key of the board.
    page.keyboard.press("Control+a")
    page.keyboard.type("NF x5")
    page.keyboard.press("Enter")
    expect(sheet).to_be_hidden()
    expect(board.button("Game and players")).to_be_focused()
    assert plain.read("names") == {"X": "NF x5", "O": "Player O"}
    assert (plain.read("round"), plain.read("players")) == (2, {"X": "human", "O": "casual"})
    assert set(page.evaluate("heard")) <= {"Tab", "Control", "a"}


@pytest.mark.parametrize("look", [{"color_scheme": "dark"}, {"forced_colors": "active"}])
def test_refusals_are_said_in_the_sheet_and_a_press_outside_changes_nothing(
    show_board, look, screenshots
):
    plain, board, sheet = show_board(viewport={"width": 1280, "height": 720})
    page = board.root.page
    page.emulate_media(**look)
    plain.play(4)
    board.button("Play the computer").click()
    name = sheet.get_by_label("Name of O")
    name.fill("a\u202eb")
    buttons = [sheet.get_by_role("button").nth(at) for at in range(3)]
    before = [button.bounding_box() for button in buttons]
    sheet.get_by_role("button", name="Start").click()
    expect(sheet.get_by_role("alert")).to_contain_text("the name of O")
    assert [button.bounding_box() for button in buttons] == before
    assert violations(board) == []
    page.screenshot(path=screenshots / f"setup-refused-{'-'.join(look.values())}.png")
    sheet.get_by_role("radio", name="Two players").check()
    expect(sheet.get_by_role("alert")).to_be_empty()
    assert [button.bounding_box() for button in buttons] == before

    # A drag that selects text in a field may end outside: that closes nothing.
    box = name.bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(4, 4)
    page.mouse.up()
    expect(sheet).to_be_visible()
    page.mouse.click(4, 4)
    expect(sheet).to_be_hidden()
    assert (plain.read("round"), plain.read("moves")) == (1, (4,))

    board.button("Play the computer").click()
    sheet.get_by_role("button", name="Swap sides").click()
    expect(sheet).to_be_hidden()
    until(lambda: plain.read("round") == 2, "sides are swapped")


def test_the_moves_of_a_game_are_gone_through_and_nothing_else_moves(show_board, screenshots):
    plain, board, _ = show_board(hints=True)
    page = board.root.page
    strip = board.root.get_by_role("toolbar", name="The moves and what each was worth")
    moves = strip.get_by_role("button")
    plain.play(0, 1, 2, 4, 3, 5, 7, 6, 8)  # a draw, after two mistakes at least
    expect(moves.last).to_have_attribute("aria-current", "step")
    expect(board.root.locator(".ttt-legend")).to_contain_text("for who moves")
    strip.scroll_into_view_if_needed()

    def places():
        parts = [strip, board.button("New game"), board.button("Hints"), board.cell(1)]
        legend = board.root.locator(".ttt-legend")
        return [part.bounding_box() for part in [*parts, legend]]

    before, scrolled = places(), page.evaluate("scrollY")
    for ply in [8, 7, 6, 5, 4, 3, 2, 1, 9]:
        plain.call(lambda session, ply=ply: session.look_back(ply))
        expect(moves.nth(ply - 1)).to_have_attribute("aria-current", "step")
        assert places() == before
        inside = moves.nth(ply - 1).bounding_box()
        assert before[0]["x"] <= inside["x"]
        assert inside["x"] + inside["width"] <= before[0]["x"] + before[0]["width"]
    assert page.evaluate("scrollY") == scrolled
    moves.nth(4).click()
    expect(board.root).to_contain_text("Move 5 of 9")
    page.keyboard.press("ArrowLeft")
    expect(moves.nth(3)).to_be_focused()
    page.keyboard.press("Enter")
    expect(board.root).to_contain_text("Move 4 of 9")
    assert places() == before
    assert violations(board) == []
    page.screenshot(path=screenshots / "notes-phone.png")
