"""Shared games: links from one browser to another, and several tabs."""

import html
import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from tests.support.hosts.file_faults import WASM
from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import EMPTY

# X wins in the middle column.
WON = (5, 1, 2, 9, 8)


def test_link_continues_game(open_page):
    bare = open_page(permissions=["clipboard-read", "clipboard-write"]).ready()
    bare.board.click(5, 1)
    link = bare.copy("Copy link", "Link copied")
    assert link == f"{bare.site.url}#rules=standard&moves=5,1"
    bare.board.click(9)

    # The same browser opens the link. Its own game stays untouched.
    linked = bare.another(link.partition("#")[2]).ready()
    linked.board.shows("O../.X./...", "Player X's turn")
    expect(linked.word).to_have_text("From a link")
    linked.board.click(3)
    assert (
        linked.copy("Copy link", "Link copied")
        == linked.page.url
        == f"{bare.site.url}#rules=standard&moves=5,1,3"
    )
    linked.page.reload()
    linked.ready()
    linked.board.shows("O.X/.X./...", "Player O's turn")
    linked.page.get_by_role("link", name="My game").click()
    linked.ready()
    linked.board.shows("O../.X./..X", "Player O's turn")
    assert linked.page.url == bare.site.url


def test_damaged_link_explained(open_page):
    bare = open_page("rules=4x4&moves=a1,z9,b2&o=nobody").ready()
    expect(bare.notice).to_contain_text("Move 2 in the link, z9, is not a square")
    expect(bare.notice).to_contain_text(
        "There's no player called nobody. A person now plays as O"
    )
    assert bare.board.root.locator(".ttt-cell:not([data-mark=''])").count() == 1
    assert unquote(bare.page.url).endswith("#rules=4x4&moves=a1")
    bare.notice.get_by_role("button", name="Close").click()
    expect(bare.notice).to_be_hidden()

    with bare.page.expect_navigation():
        bare.page.evaluate("location.hash = 'rules=misere&moves=5&x=casual'")
    bare.ready()
    bare.board.shows(".../.X./...", "Your turn")
    assert bare.kept_state()["players"] == {"X": "casual", "O": "human"}
    expect(bare.notice).to_be_hidden()


def test_no_move_before_link_is_open(open_page, site):
    site.gates[WASM].clear()
    bare = open_page("rules=4x4")
    expect(bare.word).to_have_text("Opening the link")
    bare.board.cell(5).click(force=True)
    bare.page.keyboard.press("1")
    site.gates[WASM].set()
    bare.ready()
    expect(bare.board.cells).to_have_count(16)
    assert bare.board.root.locator(".ttt-cell:not([data-mark=''])").count() == 0


def test_share_on_phone(open_page):
    share = "navigator.share = async (data) => { window.shared = data; }"
    phone = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    bare = open_page(script=share, **phone)
    sheet = bare.open_share()
    sheet.get_by_role("button", name="Send link").tap()
    bare.page.wait_for_function("window.shared")
    assert bare.page.evaluate("shared") == {
        "title": "Player X's turn \u2013 Tic-tac-toe",
        "url": f"{bare.site.url}#rules=standard",
    }
    bare.page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }"
    )
    sheet.get_by_role("button", name="Copy link").tap()
    field = sheet.get_by_label("Text to copy")
    expect(field).to_have_value(f"{bare.site.url}#rules=standard")
    assert field.evaluate("field => field.value.slice(0, field.selectionEnd)") == (
        field.input_value()
    )


def test_save_picture_and_animation(open_page, tmp_path):
    bare = open_page(permissions=["clipboard-read", "clipboard-write"]).ready()
    bare.board.click(*WON)
    assert bare.copy("Copy text", "Text copied").splitlines() == [
        "Tic-tac-toe: Player X wins!",
        *("\u2b55\u274c\u2b1c", "\u2b1c\u274c\u2b1c", "\u2b1c\u274c\u2b55"),
        f"{bare.site.url}#rules=standard&moves=5,1,2,9,8",
    ]
    code = bare.copy("Copy embed code", "Code copied")
    source = html.unescape(re.search('src="([^"]*)"', code)[1])
    assert source == f"{bare.site.url}?alone#rules=standard&moves=5,1,2,9,8"

    sheet = bare.open_share()
    files = {}
    for name, ending in (("picture", "png"), ("animation", "gif")):
        with bare.page.expect_download() as download:
            sheet.get_by_role("button", name=f"Save {name}").click()
        assert download.value.suggested_filename == f"tic-tac-toe.{ending}"
        files[ending] = tmp_path / ending
        download.value.save_as(files[ending])
    size = "png => createImageBitmap(new Blob([Uint8Array.from(png)])).then((it) => it.width)"
    assert bare.page.evaluate(size, list(files["png"].read_bytes())) > 600
    frames = files["gif"].read_bytes().count(b"\x21\xf9\x04")
    assert frames == len(WON) + 1, "the empty board and each move"
    # The board shows the current position again.
    expect(bare.board.root.locator(".ttt-ply")).to_have_text("Move 5 of 5")


# Count the pixels with X's colour in each cell of a picture.
IN_FULL_COLOUR = """(picture, colour) => {
  const step = picture.width / 3.5; // with a margin of a quarter of a cell
  return Array.from({ length: 9 }, (_, at) => {
    const corner = [at % 3, Math.floor(at / 3)].map((line) => (line + 0.25) * step);
    const { data } = picture.getContext("2d").getImageData(...corner, step, step);
    let count = 0;
    for (let byte = 0; byte < data.length; byte += 4)
      count += `rgb(${data.slice(byte, byte + 3).join(", ")})` === colour;
    return count > step;
  });
}"""


def test_picture_shows_vanishing_mark(open_page):
    bare = open_page("rules=infinite&moves=1,2,5,3,4,6").ready()
    mark = bare.board.cell(5).locator(".ttt-mark")
    colour = mark.evaluate("mark => getComputedStyle(mark).stroke")
    picture = bare.open_share().locator("canvas")
    strong = picture.evaluate(IN_FULL_COLOUR, colour)
    assert [at for at, is_strong in enumerate(strong, start=1) if is_strong] == [4, 5]


@pytest.mark.parametrize("way", [pytest.param("told", marks=pytest.mark.long), "found out"])
def test_second_tab_takes_over_game(open_page, way):
    # A sleeping tab gets no message.
    deaf = "addEventListener('storage', (event) => event.stopImmediatePropagation())"
    first = open_page(script=deaf if way == "found out" else "").ready()
    first.board.click(5)
    second = first.another().ready()
    second.board.shows(".../.X./...", "Player O's turn")
    if way == "found out":
        first.board.cell(9).click()
    expect(first.notice).to_contain_text("This game is open in another tab.")
    second.board.click(1)
    # A browser passes one tab's stored data to other tabs with a delay.
    until(lambda: first.kept_state()["moves"] == [4, 0], "the first tab sees what is kept")
    assert first.page.locator("#board").evaluate("board => board.inert")
    # The notice covers nothing on a small page, which scrolls to its end.
    first.page.set_viewport_size({"width": 320, "height": 480})
    first.page.get_by_role("button", name="Settings").click()
    first.page.get_by_role("dialog", name="Settings").wait_for()
    first.page.keyboard.press("Escape")

    first.notice.get_by_role("button", name="Play here").click()
    first.ready()
    first.board.shows("O../.X./...", "Player X's turn")
    expect(second.notice).to_contain_text("This game is open in another tab.")
    first.board.button("New game").click()
    first.board.shows(EMPTY, "Player X's turn")
