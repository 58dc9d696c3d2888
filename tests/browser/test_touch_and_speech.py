"""The board under a finger, and what a screen reader is told of it; positions from 1."""

import time

from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.scenes.board_scenes import cell
from tests.support.scenes.hearing import Hearing

PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}


def draw_finger(board, *positions):
    """Put a finger on a position, draw it over others, rest it on the last, take it away.

    A finger that is taken away as it moves flings the page, by what Chromium makes of the
    times of its events, and the next tap then only ends that: so they lie as far apart as
    those of a hand.
    """
    boxes = [cell(board, position).bounding_box() for position in positions]
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    devtools = board.root.page.context.new_cdp_session(board.root.page)
    steps = [("touchStart", points[:1]), *(("touchMove", [point]) for point in points[1:])]
    steps += [("touchMove", points[-1:]), ("touchEnd", [])]
    now = time.time()
    for later, (kind, touched) in enumerate(steps, start=1 - len(steps)):
        devtools.send(
            "Input.dispatchTouchEvent",
            {
                "type": kind,
                "touchPoints": [{"x": x, "y": y} for x, y in touched],
                "timestamp": now + later / 5,
            },
        )


def test_small_cells_are_chosen_by_one_tap_and_played_by_another(open_plain, screenshots):
    plain, [board] = open_plain("gomoku", pages=[PHONE])

    def places():
        pressed = [cell(board, 1), cell(board, 225), *map(board.button, ("New game", "Hints"))]
        return [one.bounding_box() for one in pressed]

    start = places()
    assert start[0]["width"] < 28
    cell(board, 145).tap()
    button = board.button("Play j10")
    assert button.bounding_box()["height"] >= 44
    expect(board.spoken).to_contain_text("j10, row 10, column 10. Tap again to play.")
    assert violations(board) == []
    board.root.page.screenshot(path=screenshots / "phone-gomoku-chosen.png")

    cell(board, 33).tap()
    expect(board.button("Play c3")).to_be_visible()
    draw_finger(board, 33, 49, 65)
    expect(board.button("Play e5")).to_be_visible()
    assert places() == start
    assert plain.read("moves") == ()
    board.button("Play e5").tap()
    expect(cell(board, 65)).to_have_accessible_name("e5, row 5, column 5, X, last move")
    expect(cell(board, 65)).to_be_focused()

    cell(board, 65).tap()
    expect(board.status).to_contain_text("Position already taken")
    for _ in range(2):
        cell(board, 81).tap()
    expect(cell(board, 81)).to_have_accessible_name("f6, row 6, column 6, O, last move")
    cell(board, 97).click()  # with a mouse
    expect(cell(board, 97)).to_have_accessible_name("g7, row 7, column 7, X, last move")
    assert plain.read("moves") == (64, 80, 96)
    assert places() == start


def test_a_screen_reader_is_told_a_whole_game_against_a_computer_in_order(open_plain):
    answers = []

    def student(game):
        while len(answers) <= game.move_count // 2:
            yield None
        yield answers[game.move_count // 2]

    plain, [board] = open_plain(o=student, names={"X": "Ada"})
    page = board.root.page
    expect(board.spoken).to_have_text("Ada's turn.")
    hears = Hearing(board).expect

    def hears_answer(position, text):
        answers.append(position - 1)
        hears(text)

    board.cell(5).click()
    hears("X, 5, row 2, column 2. Player O is thinking…")
    board.cell(1).click()
    hears("Not your turn: Player O to move. Player O is thinking…")
    hears_answer(1, "O, 1, row 1, column 1. Ada's turn.")
    for _ in range(2):
        board.cell(5).click()
        hears("Position already taken. Ada's turn.")
    page.keyboard.press("2")
    hears("X, 2, row 1, column 2. Player O is thinking…")
    hears_answer(9, "O, 9, row 3, column 3. Ada's turn.")
    board.button("Step back").click()
    hears("Looking back: move 3 of 4. X, 2, row 1, column 2. Player O's turn.")
    board.cell(8).click()
    hears("You are looking back: return to now to play.")
    board.button("Now").click()
    hears("Back to now. O, 9, row 3, column 3. Ada's turn.")
    board.cell(8).click()
    hears(
        "X, 8, row 3, column 2. Ada wins! Line 2, 5, 8. "
        "Review: O could have held the draw at move 4, with 8 instead of 9."
    )
    board.cell(3).click()
    hears("Game is over. Ada won!")
    board.button("New game").click()
    hears("New game. Ada's turn.")
    assert plain.read("scores") == {"X": 1, "O": 0, "draws": 0}
