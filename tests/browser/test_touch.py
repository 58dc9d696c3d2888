"""The board with touch input. Squares count from 1."""

import time

from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.scenes.board_scenes import cell

PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}


def drag_finger(board, *positions):
    """Put a finger on a position, drag it over others, rest it on the last, and lift it.

    If the finger lifts while moving, Chromium flings the page by the events' times, and the
    next tap only stops this. So the events are as far apart as a hand's.
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


def test_two_taps_play_small_cell(open_plain, screenshots):
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
    drag_finger(board, 33, 49, 65)
    expect(board.button("Play e5")).to_be_visible()
    assert places() == start
    assert plain.read("moves") == ()
    board.button("Play e5").tap()
    expect(cell(board, 65)).to_have_accessible_name("e5, row 5, column 5, X, last move")
    expect(cell(board, 65)).to_be_focused()
    assert plain.read("moves") == (64,)
    assert places() == start
