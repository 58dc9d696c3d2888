"""Damaged page files and the page's policy. tests/soak has every file and fault."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import make_context
from tests.support.hosts.file_faults import (
    PLAY_ON,
    PYODIDE,
    QUIET_MS,
    WASM,
    endure_in_page,
    endure_in_start,
)
from tests.support.hosts.file_server import BarePage
from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import EMPTY

MAY_COMPILE = "'wasm-unsafe-eval'"

# Runs in the worker when Python opens the game.
WHEN_OPENING = """() => {{
  const post = self.postMessage.bind(self);
  self.postMessage = (message) => {{
    post(message);
    if (message.kind === "opening") {};
  }};
}}"""
HANGS = WHEN_OPENING.format("for (;;)")
RAISES = WHEN_OPENING.format("throw new Error('of Python')")


# Checks whether a script has loaded, and waits until it has run.
HAS_LOADED = """(name) => performance.getEntriesByType("resource").some(
  (entry) => entry.name.includes(name) && entry.responseEnd)"""
IMPORT = """(name) => import(performance.getEntriesByType("resource").find(
  (entry) => entry.name.includes(name)).name).then(() => null)"""


def policy_of(site):
    """Return the policy that the page sets itself."""
    text = (site.folder / "index.html").read_text()
    return re.search('"Content-Security-Policy" content="([^"]+)"', text)[1]


@pytest.mark.parametrize(
    ("name", "fault"),
    [("widget.js", "one bit"), pytest.param("page.css", "a page", marks=pytest.mark.long)],
)
def test_damaged_page_file(browser, site, name, fault):
    endure_in_page(browser, site, name, fault)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        pytest.param("worker.js", "empty", marks=pytest.mark.long),
        pytest.param(f"{PYODIDE}pyodide.js", "cut", marks=pytest.mark.long),
        (WASM, "a page"),
        pytest.param(WASM, "broken off", marks=pytest.mark.long),
        # This waits 20 seconds for the page's notice.
        pytest.param(WASM, "stalled", marks=pytest.mark.long),
    ],
)
def test_damaged_python_file(browser, site, name, fault):
    endure_in_start(browser, site, name, fault)


def test_damaged_worker_reported(browser, site):
    script = (site.folder / "worker.js").read_bytes()
    site.faults["worker.js"] = script + b"\n"
    with make_context(browser) as context:
        bare = BarePage(context.new_page(), site)
        # Stop the clock, so that the check comes after Python is ready on any machine.
        bare.page.clock.install(time=0)
        bare.page.clock.pause_at(1000)
        bare.page.goto(site.url)
        bare.ready().board.click(5)
        bare.board.shows(".../.X./...", "Player O's turn")
        bare.page.clock.resume()
        told = "Python could not be loaded because part of the download was damaged."
        expect(bare.notice).to_contain_text(told)
        site.faults.clear()
        bare.notice.get_by_role("button", name="Try again").click()
        bare.ready().board.shows(".../.X./...", "Player O's turn")
        expect(bare.notice).to_be_hidden()


def test_unopenable_game_kept(open_page):
    bare = open_page().ready()
    page, board, clock = bare.page, bare.board, bare.page.clock
    board.click(5)
    board.shows(".../.X./...", "Player O's turn")
    clock.install()

    def is_told_after_a_while():
        clock.fast_forward(QUIET_MS)
        return "opened" in bare.notice.inner_text()

    kept = bare.kept()
    for fault, words in (
        (HANGS, "still has not opened after 20 seconds"),
        (RAISES, "could not be opened"),
    ):
        bare.reload_with(fault)
        if fault == HANGS:
            until(is_told_after_a_while, "the page says that the game does not open")
        expect(bare.notice).to_contain_text(
            f"Your game {words}. The game is saved for your next visit. "
            "You can play another game now."
        )
    bare.notice.get_by_role("button", name="Play another game").click()
    bare.ready()
    expect(bare.notice).to_contain_text("This game won't be saved.")
    board.shows(EMPTY, "Player X's turn")
    board.click(1)
    board.shows("X../.../...", "Player O's turn")
    assert bare.kept() == kept
    page.reload()
    bare.ready()
    board.shows(".../.X./...", "Player O's turn")
    expect(bare.notice).to_be_hidden()


def test_page_policy(site):
    given = {words[0]: words[1:] for words in map(str.split, policy_of(site).split(";"))}
    scripts = given.pop("script-src")
    assert scripts[:2] == ["'self'", MAY_COMPILE]
    # The guard script, and the import map with the modules' hashes.
    assert len(scripts[2:]) == 2
    assert all(re.fullmatch("'sha256-[\\w+/]{43}='", each) for each in scripts[2:])
    assert given == {
        "default-src": ["'none'"],
        # The worker is created from a blob and inherits this policy.
        "worker-src": ["'self'", "blob:"],
        "style-src": ["'self'"],
        "style-src-attr": ["'none'"],
        "connect-src": ["'self'"],
        "img-src": ["'self'"],
        "manifest-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }


def test_policy_as_header(open_page, site):
    site.headers["Content-Security-Policy"] = policy_of(site)
    bare = open_page("o=perfect").ready()
    bare.board.cell(5).click()
    expect(bare.board.root.locator(".ttt-cell:not([data-mark=''])")).to_have_count(2)
    bare.wait_until_offline_works()


def test_forbidden_webassembly_reported(browser, site):
    site.headers["Content-Security-Policy"] = policy_of(site).replace(MAY_COMPILE, "")
    with make_context(browser) as context:
        bare = BarePage(context.new_page(), site).open()
        told = "Python could not be loaded because WebAssembly is not allowed here."
        expect(bare.notice).to_contain_text(told)
        expect(bare.word).to_have_text("")
        bare.board.cell(5).click()
        bare.board.shows(".../.X./...", "Player O's turn")
        expect(bare.notice).to_contain_text(f"{told} {PLAY_ON}")
        bare.board.button("Hints").click()
        expect(bare.notice).to_contain_text(f"{PLAY_ON} Your request is saved.")


def test_escape_cancels_loading_sheet(open_page, site):
    scripts = ("sheets.js", "extras.js")
    for script in scripts:
        site.gates[script].clear()
    bare = open_page().ready()
    for name in ("Share", "Puzzle", "Settings"):
        bare.page.get_by_role("button", name=name, exact=True).click()
        bare.page.keyboard.press("Escape")
    for script in scripts:
        site.gates[script].set()
        until(lambda script=script: bare.page.evaluate(HAS_LOADED, script), "it is loaded")
        bare.page.evaluate(IMPORT, script)
    expect(bare.page.locator("dialog[open]")).to_have_count(0)
    bare.board.shows(EMPTY, "Player X's turn")
