"""Boards in Chromium, in every host, for the tests of this folder."""

import shutil
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.support.hosts import chromium
from tests.support.hosts.contexts import VIEWPORT, watched_contexts
from tests.support.hosts.file_server import BarePage
from tests.support.hosts.jupyter import SCRIPTS, Board, Notebook
from tests.support.hosts.lab_page import Desk
from tests.support.hosts.plain_page import PlainPage

# A cell that shows a board.
NEW = "from tictactoe_widget import TicTacToe\nboard = TicTacToe({})\nboard"

# Plain pages to a context: it has six connections to a server, and each page keeps one.
PAGES_OF_CONTEXT = 3

THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}


@pytest.fixture(scope="package")
def browser():
    """A Chromium, for all tests of this folder that one process runs."""
    with chromium.launched() as started:
        yield started


@pytest.fixture
def new_context(browser, server):
    """Make a browser context for the Jupyter server."""
    with watched_contexts(browser, server.origin, host_scripts=SCRIPTS) as make:
        yield make


@pytest.fixture
def expected_troubles():
    """Parts of error messages that a test itself provokes."""
    return []


@pytest.fixture
def open_page(browser, site, expected_troubles):
    """Open the bare page, or a link to a game, in a browser that has never seen it."""
    with watched_contexts(browser, site.origin, expected_troubles) as new_context:

        def make(link="", script="", **options):
            """Open the page; a script runs before its own, if there is one."""
            page = new_context(**options).new_page()
            if script:
                page.add_init_script(script)
            return BarePage(page, site).open(link)

        yield make


@pytest.fixture(scope="package")
def lab(browser, server):
    """A page of JupyterLab that tests share."""
    kept = Desk(browser, server)
    yield kept
    kept.close()


@pytest.fixture
def desk(lab):
    """The page that is shared, cleared of the notebook after the test."""
    yield lab
    lab.clear()


@pytest.fixture
def open_notebook(request, server, new_context):
    """Open a new notebook with given cells.

    The first one of a test is opened in the page of JupyterLab that tests share, unless
    the test wants another host, its own page or other options of the browser than
    a size of the page.
    """
    with ExitStack() as stack:
        sessions = {}

        def make(*sources, host="lab", copy_of=None, alone=False, viewport=VIEWPORT, **options):
            """Open `sources`, a copy of a notebook, or the one another context has open."""
            if isinstance(copy_of, Notebook):
                name = copy_of.name
            else:
                name = f"{request.node.originalname}-{len(sessions)}.ipynb"
                if copy_of is None:
                    server.add_notebook(name, sources)
                else:
                    shutil.copy(copy_of, server.files / name)
                sessions[name] = stack.enter_context(server.session(name))
            kernel = sessions[name]
            desk = request.getfixturevalue("desk")
            if host != "lab" or alone or options or desk.is_taken:
                page = new_context(viewport=viewport, **options).new_page()
                notebook = Notebook(page, kernel, host, name)
                notebook.open(server)
            else:
                notebook = Notebook(desk.open(name, viewport), kernel, host, name)
                notebook.wait_until_connected(server)
            return notebook

        yield make


@pytest.fixture
def open_board(open_notebook):
    """Open a new notebook whose first cell shows a board."""

    def make(*more_cells, arguments="", **options):
        notebook = open_notebook(NEW.format(arguments), *more_cells, **options)
        notebook.run(0)
        board = notebook.board(0)
        expect(board.status).to_contain_text("turn")
        return notebook, board

    return make


@pytest.fixture(params=["dark", pytest.param("light", marks=pytest.mark.long)])
def theme(request, server):
    """Open pages in one theme, then in another."""
    server.set_theme(THEMES[request.param])
    yield request.param
    server.set_theme(THEMES["light"])


@pytest.fixture
def open_served(browser):
    """Show a widget that is served on a plain page; return the page."""
    with ExitStack() as stack:

        def make(served, **options):
            stack.enter_context(served)
            new_context = stack.enter_context(watched_contexts(browser, served.address))
            page = new_context(**options).new_page()
            page.goto(served.address)
            return page

        yield make


@pytest.fixture
def open_plain(browser):
    """Show a table in plain pages, one for each of some options of a browser context.

    Pages that differ in their size alone share contexts, which halves the time.
    """
    with ExitStack() as stack:

        def make(*arguments, pages=({},), **options):
            plain = stack.enter_context(PlainPage(*arguments, **options))
            new_context = stack.enter_context(watched_contexts(browser, plain.address))
            contexts = {}
            boards = []
            for number, of_page in enumerate(pages):
                others = number // PAGES_OF_CONTEXT, str({**of_page, "viewport": None})
                if others not in contexts:
                    contexts[others] = new_context(**of_page)
                page = contexts[others].new_page()
                page.set_viewport_size(of_page.get("viewport", VIEWPORT))
                page.goto(plain.address)
                boards.append(Board(page.locator(".ttt")))
            return plain, boards

        yield make
