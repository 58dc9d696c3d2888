"""A tournament in Jupyter and on a page: start, watch, stop and view games."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations_in
from tests.support.hosts.jupyter import until
from tests.support.hosts.plain_page import StandingsPage
from tictactoe_widget.matches.tournament import TournamentRun

# One of these players waits in the middle of a game before its 501st move.
WATCHED = """\
import time
from tictactoe_widget import Standings

may_answer, answered = 500, 0
def keen(game):
    global answered
    while game.moves and answered >= may_answer:
        time.sleep(0.01)
        yield None
    answered += 1
    yield game.legal_moves[0]
standings = Standings({"Ada": "perfect", "keen": keen, "bo": "casual", "cy": "random"},
                      games=20_000, seed=1)
standings"""


def test_stop_and_continue_tournament(open_notebook):
    # Half of the games are keen's, which waits, so the tournament can't finish before Stop.
    notebook = open_notebook(WATCHED, "1 + 1", "standings.played_count")
    notebook.run(0)
    root = notebook.output(0).locator(".ttt-standings")
    progress = root.locator(".ttt-progress")
    press = root.get_by_role("button", name=re.compile("Start|Stop|Continue"))
    assert notebook.kernel.evaluate("standings.played_count") == 0  # not started yet

    press.click()
    expect(press).to_have_text("Stop")
    expect(progress).to_have_text(re.compile(r"[\d,]+ of 120,000 gamesabout .* left"))
    # Meanwhile the kernel can run other cells.
    notebook.run(1)
    expect(notebook.output(1)).to_contain_text("2")
    expect(press).to_have_text("Stop")

    # By keyboard, because JupyterLab may still scroll under the mouse.
    press.press("Enter")
    expect(press).to_have_text("Continue")
    expect(progress).to_contain_text("played in")
    played = notebook.kernel.evaluate("standings.played_count")
    assert 0 < played < 120_000
    press.click()
    expect(press).to_have_text("Stop")
    notebook.kernel.evaluate("globals().update(may_answer=1000)")
    until(lambda: notebook.kernel.evaluate("standings.played_count") > played, "they play on")


def first_free(game):
    """Play the first free square."""
    return game.legal_moves[0]


def broken(_game):
    """Raise an error at each move."""
    raise KeyError("no idea")


@pytest.fixture
def show_standings(open_served):
    """Return a function that shows a tournament on a plain page."""

    def make(games, **options):
        players = {"Ada": "perfect", "keen": first_free, "broken": broken, "cy": "random"}
        run = TournamentRun(players, games=games, seed=1)
        root = open_served(StandingsPage(run), **options).locator(".ttt-standings")
        expect(root).to_contain_text("4 players: each pair plays")
        return root

    return make


@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.long)])
def test_standings_pass_axe(show_standings, scheme, screenshots):
    root = show_standings(6, viewport={"width": 1280, "height": 1200}, color_scheme=scheme)

    def audit(moment):
        assert violations_in(root) == []
        root.screenshot(path=screenshots / f"standings-{scheme}-{moment}.png")

    audit("ready")
    root.get_by_role("button", name="Start").click()
    expect(root.get_by_role("button", name="Play again")).to_be_visible()
    audit("done")
    root.get_by_role("button", name=re.compile("keen.* Show keen's games")).click()
    expect(root.get_by_role("combobox", name="Games of")).to_have_value("of keen")
    root.locator(".ttt-list button").nth(3).click()
    expect(root.locator(".ttt-list [aria-current]")).to_have_count(1)
    audit("watched")


def test_watch_game_on_320_px(show_standings, screenshots):
    root = show_standings(4, viewport={"width": 320, "height": 700})
    pressed = root.locator(":is(button, input):not(.ttt-faults *):visible")

    def places():
        return pressed.evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect().top -"
            " one.closest('.ttt').getBoundingClientRect().top)"
        )

    before = places()
    root.get_by_role("button", name="Start").click()
    expect(root.locator(".ttt-finding")).to_contain_text("Ada is first")
    expect(root.locator(".ttt-faults")).to_contain_text("broken raised KeyError")
    assert places() == before
    assert root.evaluate("root => root.scrollWidth <= root.clientWidth")
    for target in root.locator(":is(button, select, input):visible").all():
        assert target.bounding_box()["height"] >= 44

    # Each press scrolls to what it shows.
    root.get_by_role("button", name=re.compile("keen.* Show keen's games")).click()
    expect(root.get_by_role("combobox", name="Games of")).to_be_in_viewport()
    root.locator(".ttt-list button:not([data-fault=true])").first.click()
    expect(root.get_by_role("img")).to_be_in_viewport()
    root.screenshot(path=screenshots / "standings-320.png")

    root.page.emulate_media(forced_colors="active")
    colours = root.locator(".ttt-interval i").first.evaluate(
        "bar => [bar, bar.closest('.ttt-card')].map(it => getComputedStyle(it).backgroundColor)"
    )
    assert len(set(colours)) == 2
    root.screenshot(path=screenshots / "standings-forced-colours.png")
