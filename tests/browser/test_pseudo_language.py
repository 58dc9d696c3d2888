"""All screens in pseudo-languages: no English, nothing cut off, no overlaps.

A pseudo-language lengthens every text and adds accents. A second one is written from right to
left.
"""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.file_server import BarePage, Site
from tests.support.hosts.plain_page import (
    MatchboxPage,
    PlainPage,
    SearchPage,
    StandingsPage,
)
from tests.support.scenes.pseudo_language import build_pseudo_page, pseudo_catalogue
from tests.support.scenes.scripts import ROOT
from tests.support.scenes.search_records import (
    FIVE_LEFT,
    THREE_LEFT,
    VISITS,
    alpha_beta,
    minimax,
    with_helper,
)
from tictactoe_widget import Game, texts
from tictactoe_widget.classroom import Menace, trace
from tictactoe_widget.matches.tournament import TournamentRun
from tictactoe_widget.session.matchboxes import Machines
from tictactoe_widget.session.standings import Competition

SIZES = [(320, 568), (1280, 720)]

# The pseudo-languages' codes. The front end gets the direction from the first part.
LEFT_TO_RIGHT, RIGHT_TO_LEFT = "xx", "ar-xx"

FIND_FAULTS = (ROOT / "tests/support/hosts/text_faults.js").read_text("utf-8")

# Names of players, rules and functions, which aren't translated.
NAMES = [
    "ada",
    "bob",
    "cy",
    "Menace",
    "alpha",
    "beta",
    "depth",
    "cell",
    "misere",
    "minimax",
    "SOS",
]
# On the page, also names of languages and programs.
LANGUAGES = ["Deutsch", "English", "español", "français", "português", "Brasil"]
NAMES_ON_PAGE = [*NAMES, *LANGUAGES, "JupyterLab"]


# Screens that open with a click.
OPENED = "dialog[open], .ttt-editor:not([hidden])"


def press(selector: str) -> Callable[[Page, Any], None]:
    """Return an action that clicks on elements in order."""

    def act(page: Page, _served: Any) -> None:
        for one in selector.split(" then "):
            page.locator(one).first.click()
        expect(page.locator(OPENED).last).to_be_visible()

    return act


def call(*moves: int, look: int | None = None) -> Callable[[Page, Any], None]:
    """Return an action that makes moves and steps back."""

    def act(_page: Page, served: PlainPage) -> None:
        served.play(*moves)
        if look is not None:
            served.call(lambda session: session.look_back(look))

    return act


def lesson_step(step: int, *clicks: str) -> Callable[[Page, Any], None]:
    """Return an action that opens a lesson step and clicks there."""

    def act(page: Page, served: PlainPage) -> None:
        served.call(lambda s: s.open_lesson(s.snapshot.activity.lesson.name, step=step))
        for one in clicks:
            page.locator(one).first.click()

    return act


def change(transition: Any, *arguments: Any) -> Callable[[Page, Any], None]:
    """Return an action that changes a widget's session."""
    return lambda _page, served: served.call(lambda s: s.change(transition, *arguments))


def open_keys(page: Page, _served: Any) -> None:
    """Open the keys sheet, which is loaded on demand."""
    page.locator(CELL.format(1)).press("?")
    expect(page.locator("dialog[open]")).to_be_visible()


@dataclass
class Screen:
    """A screen that a player, student or teacher sees."""

    name: str
    make_arguments: Callable[[], tuple[Any, ...]] = tuple
    options: dict[str, Any] = field(default_factory=dict)
    act: Callable[[Page, Any], None] = lambda _page, _served: None
    host: Any = PlainPage
    is_short: bool = False


def start_tournament() -> tuple[TournamentRun]:
    """Return session arguments for a tournament with three players."""
    players = {"ada": first_free, "bob": last_free, "cy": first_free}
    return (TournamentRun(players, games=8, seed=1),)


def first_free(game: Game) -> int:
    """Fill the board from the start."""
    return game.legal_moves[0]


def last_free(game: Game) -> int:
    """Fill the board from the end."""
    return game.legal_moves[-1]


LEARN = ".ttt-tools button:nth-of-type(3)"
MORE = ".ttt-tools button:nth-of-type(5)"
# A cell, by its index.
CELL = ".ttt-cell[data-position='{}']"

SCREENS = [
    Screen("start", is_short=True),
    Screen("against the computer", options={"o": "expert", "hints": True}),
    Screen("hints", options={"hints": True}, act=call(4, 1)),
    Screen("won, with a review", act=call(4, 0, 1, 8, 7)),
    Screen("a look back", options={"o": "human"}, act=call(4, 0, 1, 8, 7, look=2)),
    Screen("a match", options={"match": 3, "first_player": "loser"}, act=call(4, 0)),
    Screen("two computers", options={"x": "perfect", "o": "perfect"}),
    Screen("the sheet More", act=press(MORE)),
    Screen("players and game", act=press(".ttt-set-up")),
    Screen("learn", act=press(LEARN)),
    Screen("keys", act=open_keys),
    Screen("rule card", act=press(f"{MORE} then .ttt-more button:nth-of-type(6)")),
    Screen("set up a position", act=press(f"{MORE} then .ttt-more button:nth-of-type(2)")),
    Screen("a text of a lesson", options={"lesson": "rules"}),
    Screen(
        "a wrong answer",
        options={"lesson": "threats"},
        act=lesson_step(2, CELL.format(4)),
        is_short=True,
    ),
    Screen(
        "a hint of a lesson",
        options={"lesson": "forks"},
        act=lesson_step(1, ".ttt-activity-bar button:nth-of-type(3)"),
    ),
    Screen("a puzzle", options={"puzzle": date(2026, 11, 21)}),
    Screen("gomoku", lambda: ("gomoku",), {"hints": True}, call(112, 113)),
    Screen("ultimate", lambda: ("ultimate",), act=call(40)),
    Screen("chosen marks", lambda: ("wild",), act=call(4)),
    Screen("a search", lambda: (trace(minimax, THREE_LEFT),), host=SearchPage, is_short=True),
    Screen("a search with cuts", lambda: (trace(alpha_beta, FIVE_LEFT),), host=SearchPage),
    Screen(
        "a search with a helper", lambda: (trace(with_helper, THREE_LEFT),), host=SearchPage
    ),
    Screen("visits", lambda: (VISITS,), host=SearchPage),
    Screen("a tournament", start_tournament, host=StandingsPage),
    Screen(
        "results",
        start_tournament,
        act=change(Competition.after_start),
        host=StandingsPage,
    ),
    Screen("matchboxes", lambda: ({"Menace": Menace(seed=1)},), {"seed": 2}, host=MatchboxPage),
    Screen(
        "trained matchboxes",
        lambda: ({"Menace": Menace(seed=1)},),
        {"seed": 2, "opponent": "random"},
        change(Machines.after_training, 10),
        MatchboxPage,
    ),
]


@pytest.fixture(autouse=True)
def _pseudo(monkeypatch):
    """Add the pseudo-languages."""
    for code in (LEFT_TO_RIGHT, RIGHT_TO_LEFT):
        monkeypatch.setitem(texts._catalogues, code, pseudo_catalogue())


@pytest.fixture
def show(browser):
    """Show a screen in a language. Yield its page in each size."""
    with ExitStack() as stack:

        def make(screen, language):
            served = screen.host(*screen.make_arguments(), language=language, **screen.options)
            stack.enter_context(served)
            new_context = stack.enter_context(watched_contexts(browser, served.address))
            page = new_context(reduced_motion="reduce").new_page()
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                if width == SIZES[0][0]:
                    page.goto(served.address)
                    expect(page.locator("#board [lang]")).to_be_visible()
                    screen.act(page, served)
                yield page

        yield make


@pytest.mark.parametrize(
    ("screen", "language"),
    [
        pytest.param(
            screen,
            language,
            id=f"{screen.name}-{language}",
            marks=[] if screen.is_short and language == LEFT_TO_RIGHT else [pytest.mark.long],
        )
        for screen in SCREENS
        for language in (LEFT_TO_RIGHT, RIGHT_TO_LEFT)
    ],
)
def test_screen_in_pseudo_language(show, screen, language, screenshots):
    faults = {}
    for page in show(screen, language):
        width = page.viewport_size["width"]
        name = screen.name.replace(" ", "-")
        page.screenshot(path=screenshots / f"pseudo-{name}-{language}-{width}.png")
        if found := page.evaluate(FIND_FAULTS, {"names": NAMES, "whole": "#board"}):
            faults[width] = found
    assert faults == {}


@dataclass
class PageScreen:
    """A screen on the built page."""

    name: str
    address: str = ""
    act: Callable[[Page, Any], None] = lambda _page, _bare: None


def solve_last_step(page: Page, bare: BarePage) -> None:
    """Solve the last step of lesson 1, and open the Hand in sheet."""
    bare.board.cell(3).click()
    press(".ttt-activity-bar button:nth-of-type(3)")(page, bare)


def leave_out_notebooks(page: Page, _bare: Any) -> None:
    """Remove the notebooks' titles, which are in English."""
    page.locator("section").last.evaluate("(section) => section.remove()")


PAGE_SCREENS = [
    PageScreen("start"),
    PageScreen("settings", act=press("#settings")),
    PageScreen("new pupil", act=press("#settings then .settings form > div > button")),
    PageScreen("share", act=press("#share")),
    PageScreen("players", act=press(".ttt-set-up")),
    PageScreen("learn", act=press(LEARN)),
    PageScreen("more", act=press(MORE)),
    PageScreen(
        "wrong answer",
        "#lesson=threats&step=2",
        lambda _page, bare: bare.board.cell(4).click(),
    ),
    PageScreen("solved lesson", "#lesson=rules&step=11", solve_last_step),
    PageScreen("puzzle", "#puzzle=2026-11-21"),
    PageScreen("damaged link", "#rules=xyz"),
    PageScreen("links", "links.html", leave_out_notebooks),
    PageScreen("progress", "progress.html"),
]

# Pseudo-languages replace languages whose own letters would appear.
ON_PAGE = {"left to right": "zh-CN", "right to left": "ar"}


@pytest.fixture(scope="session")
def pseudo_site(built_site, site_builder, tmp_path_factory):
    """Serve the page with the pseudo-languages."""
    folder = tmp_path_factory.mktemp("pseudo")
    started = Site(build_pseudo_page(folder, built_site, site_builder, [*ON_PAGE.values()]))
    yield started
    started.stop()


@pytest.mark.long
@pytest.mark.parametrize("language", ON_PAGE)
@pytest.mark.parametrize("screen", PAGE_SCREENS, ids=lambda screen: screen.name)
def test_built_page_in_pseudo_language(browser, pseudo_site, screen, language, screenshots):
    faults = {}
    with watched_contexts(browser, pseudo_site.origin) as new_context:
        page = new_context(locale=ON_PAGE[language], reduced_motion="reduce").new_page()
        bare = BarePage(page, pseudo_site)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if width == SIZES[0][0]:
                page.goto(f"{pseudo_site.url}{screen.address}")
                if screen.address.endswith(".html"):
                    page.locator("main").wait_for()
                else:
                    bare.ready()
                screen.act(page, bare)
            name = f"pseudo-page-{screen.name}-{language}-{width}".replace(" ", "-")
            page.screenshot(path=screenshots / f"{name}.png")
            asked = {"names": NAMES_ON_PAGE, "whole": "body"}
            if found := page.evaluate(FIND_FAULTS, asked):
                faults[width] = found
    assert faults == {}
