"""Games that travel: by links from one browser to another, and from tab to tab."""

from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from tests.support.hosts.file_faults import WASM
from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import EMPTY


def copied(bare):
    expect(bare.word).to_have_text("Link copied")
    return bare.page.evaluate("navigator.clipboard.readText()")


def test_a_shared_game_continues_by_its_link(open_page):
    bare = open_page(permissions=["clipboard-read", "clipboard-write"]).ready()
    bare.board.click(5, 1)
    bare.page.get_by_role("button", name="Share").click()
    link = copied(bare)
    assert link == f"{bare.site.url}#rules=standard&moves=5,1"
    bare.board.click(9)

    # The same browser opens the link: its own game is not touched.
    linked = bare.another(link.partition("#")[2]).ready()
    linked.board.shows("O../.X./...", "Player X's turn")
    expect(linked.word).to_have_text("From a link")
    linked.board.click(3)
    linked.page.get_by_role("button", name="Share").click()
    assert copied(linked) == linked.page.url == f"{bare.site.url}#rules=standard&moves=5,1,3"
    linked.page.reload()
    linked.ready()
    linked.board.shows("O.X/.X./...", "Player O's turn")
    linked.page.get_by_role("link", name="My game").click()
    linked.ready()
    linked.board.shows("O../.X./..X", "Player O's turn")
    assert linked.page.url == bare.site.url


def test_a_damaged_link_is_explained(open_page):
    bare = open_page("rules=4x4&moves=a1,z9,b2&o=nobody").ready()
    expect(bare.notice).to_contain_text("Move 2 in the link, z9, is not a square")
    expect(bare.notice).to_contain_text("There's no player called nobody. A person plays as O")
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


def test_no_move_before_the_board_of_a_link(open_page, site):
    site.gates[WASM].clear()
    bare = open_page("rules=4x4")
    expect(bare.word).to_have_text("Opening the link")
    bare.board.cell(5).click(force=True)
    bare.page.keyboard.press("1")
    site.gates[WASM].set()
    bare.ready()
    expect(bare.board.cells).to_have_count(16)
    assert bare.board.root.locator(".ttt-cell:not([data-mark=''])").count() == 0


def test_sharing_on_a_phone(open_page):
    bare = open_page(
        viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True
    ).ready()
    bare.page.evaluate("navigator.share = async (data) => { window.shared = data; }")
    share = bare.page.get_by_role("button", name="Share")
    share.tap()
    bare.page.wait_for_function("window.shared")
    assert bare.page.evaluate("shared") == {
        "title": "Player X's turn \u2013 Tic-tac-toe",
        "url": f"{bare.site.url}#rules=standard",
    }
    bare.page.evaluate("""() => {
        navigator.share = () => Promise.reject(new DOMException("no", "NotAllowedError"));
        navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
    }""")
    places = bare.places()
    share.tap()
    field = bare.notice.get_by_label("Link to this game")
    expect(field).to_have_value(f"{bare.site.url}#rules=standard")
    assert bare.page.evaluate("getSelection().toString()") == field.input_value()
    assert bare.places() == places


@pytest.mark.parametrize("way", [pytest.param("told", marks=pytest.mark.long), "found out"])
def test_a_second_tab_takes_the_game_over(open_page, way):
    first = open_page()
    if way == "found out":
        # A tab that slept hears nothing of it.
        first.page.add_init_script(
            "addEventListener('storage', (event) => event.stopImmediatePropagation())"
        )
        first.page.reload()
    first.ready()
    first.board.click(5)
    second = first.another().ready()
    second.board.shows(".../.X./...", "Player O's turn")
    if way == "found out":
        first.board.cell(9).click()
    expect(first.notice).to_contain_text("This game is open in another tab.")
    second.board.click(1)
    # A browser hands on what one tab stores to the others when it finds the time.
    until(lambda: first.kept_state()["moves"] == [4, 0], "the first tab sees what is kept")
    assert first.page.locator("#board").evaluate("board => board.inert")

    first.notice.get_by_role("button", name="Play here").click()
    first.ready()
    first.board.shows("O../.X./...", "Player X's turn")
    expect(second.notice).to_contain_text("This game is open in another tab.")
    first.board.button("New game").click()
    first.board.shows(EMPTY, "Player X's turn")
