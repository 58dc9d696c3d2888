"""The board's appearance: accessibility audits, measurements and screenshots."""

import base64

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.scenes.board_scenes import open_more


# test_variants.py audits the dark Notebook, too.
@pytest.mark.parametrize(
    ("host", "theme"),
    [
        ("lab", "light"),
        pytest.param("notebook", "dark", marks=pytest.mark.long),
        pytest.param("lab", "dark", marks=pytest.mark.long),
        pytest.param("notebook", "light", marks=pytest.mark.long),
    ],
    indirect=["theme"],
)
def test_board_passes_axe(open_board, theme, host, screenshots):
    notebook, board = open_board(host=host)

    def audit(moment):
        assert violations(board) == []
        board.root.screenshot(path=screenshots / f"{host}-{theme}-{moment}.png")

    audit("empty")
    board.click(5, 1)
    board.cell(5).click()
    expect(board.status).to_contain_text("Position already taken")
    audit("refused")
    board.click(2, 9)
    board.button("Step back").click()
    expect(board.root).to_contain_text("Move 3 of 4")
    audit("looking-back")
    board.button("Latest").click()
    expect(board.root).to_contain_text("Move 4 of 4")
    board.click(8)
    board.shows("OX./.X./.XO", "Player X wins!")
    audit("won")
    notebook.page.screenshot(path=screenshots / f"{host}-{theme}-page.png")
    notebook.shut_down()
    board.cell(3).click()
    expect(board.notice).to_contain_text("not running")
    audit("lost")


def test_ultimate_passes_axe(open_board, theme, screenshots):
    notebook, board = open_board(
        arguments="'ultimate'", viewport={"width": 1280, "height": 720}
    )
    board.click(41)
    assert violations(board) == []
    cells, turn, panel = (
        element.bounding_box()
        for element in (
            board.root.get_by_role("grid"),
            board.root.locator(".ttt-status"),
            notebook.page.locator(".jp-WindowedPanel-outer"),
        )
    )
    top = min(turn["y"], cells["y"])
    assert cells["y"] + cells["height"] - top <= panel["height"], "seen with the turn, at once"
    board.root.screenshot(path=screenshots / f"lab-{theme}-ultimate.png")


def test_board_fits_320_px(open_board, screenshots):
    narrow = {"width": 320, "height": 800}
    notebook, board = open_board(host="notebook", viewport=narrow)
    page = notebook.page

    def hold_targets(*targets):
        for target in targets:
            target.scroll_into_view_if_needed()
            box = target.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 320
            assert min(box["width"], box["height"]) >= 44

    names = ("New game", "Hints", "Learn", "Players", "More")
    hold_targets(*board.cells.all(), *map(board.button, names))
    hold_targets(*board.root.get_by_role("radio").all())
    more = open_more(board)
    hold_targets(*more.get_by_role("button").all())
    page.keyboard.press("Escape")
    for cell in board.cells.all():
        box = cell.bounding_box()
        assert min(box["width"], box["height"]) >= 44
    assert board.root.evaluate("root => root.scrollWidth <= root.clientWidth")
    board.click(5, 1)
    assert notebook.kernel.evaluate("board.moves") == (4, 0)
    hold_targets(*map(board.button, ("Step back", "Step forward", "Latest", "2 1 O")))
    page.screenshot(path=screenshots / "notebook-320.png")
    board.root.screenshot(path=screenshots / "notebook-320-board.png")


# Keep every animation at its start until a test sets its time.
HOLD = """() => {
  const hold = () => {
    for (const one of document.getAnimations()) one.pause();
    requestAnimationFrame(hold);
  };
  hold();
}"""
AT = """time => {
  for (const one of document.getAnimations()) one.currentTime = time;
}"""

# Return the colour in the middle of each cell in a picture: blue, paper or other.
MIDDLES = """async picture => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const { naturalWidth: side } = image;
  canvas.width = canvas.height = side;
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  return Array.from({ length: 9 }, (_, cell) => {
    const [x, y] = [cell % 3, Math.floor(cell / 3)].map((at) => (at + 0.5) * side / 3);
    const [red, green, blue] = pen.getImageData(x, y, 1, 1).data;
    return red > 240 && green > 240 ? "." : blue > 180 && red < 90 ? "X" : "?";
  }).join("");
}"""


def test_winning_line_recolours_marks(open_plain, screenshots):
    plain, [board] = open_plain(pages=[{"color_scheme": "light"}])
    page, field = board.root.page, board.root.locator(".ttt-field")
    page.evaluate(HOLD)

    def middles_at(time):
        page.evaluate(AT, time)
        picture = field.screenshot(path=screenshots / f"win-{time}.png")
        return page.evaluate(MIDDLES, base64.b64encode(picture).decode())

    # X completes the middle row with its right square.
    plain.play(3, 0, 4, 1, 5)
    board.shows("OO./XXX/...", "Player X wins!")
    assert middles_at(335)[3:6] == "XXX", "the last mark is drawn, and none has changed"
    # A mark is blue on paper before the line reaches it, and paper on blue afterwards.
    assert middles_at(430)[3:6] == ".XX"
    assert middles_at(560)[3:6] == "..X"
    assert middles_at(2000)[3:6] == "..."
    assert board.root.locator(".ttt-line").evaluate(
        "line => getComputedStyle(line).strokeDashoffset"
    ) in ("0", "0px")


def test_forced_colours_and_reduced_motion(open_plain, screenshots):
    _, [board] = open_plain(pages=[{"forced_colors": "active", "reduced_motion": "reduce"}])
    board.click(5, 1, 2, 9, 8)
    assert board.root.evaluate("root => root.getAnimations({subtree: true}).length") == 0
    stroke = board.root.locator(".ttt-cell .ttt-mark").first.evaluate(
        "mark => getComputedStyle(mark).stroke"
    )
    background = board.cell(5).evaluate("cell => getComputedStyle(cell).backgroundColor")
    assert stroke != background
    board.button("Hints").click()
    expect(board.button("Hints")).to_have_attribute("aria-pressed", "true")
    winner, loser, pressed, filled, plain = (
        element.evaluate("element => getComputedStyle(element).backgroundColor")
        for element in (
            board.root.locator(".ttt-player[data-active]"),
            board.root.locator(".ttt-player[data-who=O]"),
            board.button("Hints"),
            board.button("New game"),
            board.button("Learn"),
        )
    )
    assert winner != loser
    assert plain not in (pressed, filled)
    board.root.screenshot(path=screenshots / "plain-forced-colours.png")
