"""Fixtures for boards in Chromium, in every host."""

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

# A cell that displays a board.
NEW = "from tictactoe_widget import TicTacToe\nboard = TicTacToe({})\nboard"

# Plain pages per browser context. It has six connections to a server, and each page keeps one
# open.
PAGES_OF_CONTEXT = 3

THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}


@pytest.fixture(scope="package")
def browser():
    """Start a Chromium for all tests that one process runs in this folder."""
    with chromium.launched() as started:
        yield started


@pytest.fixture
def new_context(browser, server):
    """Make a browser context for the Jupyter server."""
    with watched_contexts(browser, server.origin, host_scripts=SCRIPTS) as make:
        yield make


@pytest.fixture
def expected_troubles():
    """Return a list for error messages that the test expects."""
    return []


@pytest.fixture
def open_page(browser, site, expected_troubles):
    """Return a function that opens the bare page, or a link, in a new browser profile."""
    with watched_contexts(browser, site.origin, expected_troubles) as new_context:

        def make(link="", script="", **options):
            """Open the page. If a script is given, it runs before the page's own."""
            page = new_context(**options).new_page()
            if script:
                page.add_init_script(script)
            return BarePage(page, site).open(link)

        yield make


@pytest.fixture(scope="package")
def lab(browser, server):
    """Open a JupyterLab page that tests share."""
    kept = Desk(browser, server)
    yield kept
    kept.close()


@pytest.fixture
def desk(lab):
    """Return the shared page. Close its notebook after the test."""
    yield lab
    lab.clear()


@pytest.fixture
def open_notebook(request, server, new_context):
    """Return a function that opens a new notebook with these cells.

    A test's first notebook opens in the shared JupyterLab page. It gets a new page if the test
    asks for one, for another host, or for browser options other than the page size.
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
    """Return a function that opens a new notebook with a board in its first cell."""

    def make(*more_cells, arguments="", **options):
        notebook = open_notebook(NEW.format(arguments), *more_cells, **options)
        notebook.run(0)
        board = notebook.board(0)
        expect(board.status).to_contain_text("turn")
        return notebook, board

    return make


@pytest.fixture(params=["dark", pytest.param("light", marks=pytest.mark.long)])
def theme(request, server):
    """Open pages in one theme, then in the other."""
    server.set_theme(THEMES[request.param])
    yield request.param
    server.set_theme(THEMES["light"])


@pytest.fixture
def open_served(browser):
    """Return a function that shows a served widget on a plain page."""
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
    """Return a function that shows a session on plain pages with different browser options.

    Pages that differ only in size share contexts, which halves the time.
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
