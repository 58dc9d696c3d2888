"""Fixtures for boards in other browsers, on a bare page and in JupyterLab."""

import pytest

from tests.support.hosts.engine_board import HARMLESS, open_notebook, open_page
from tests.support.hosts.firefox import Firefox
from tests.support.hosts.webkit import WebKit

# These files aren't tests and need their hosts.
collect_ignore = ["marimo_notebook.py", "shiny_app.py"]

# Wait until the browser has painted the page.
PAINTED = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => done()));
})"""

ENGINES = {"firefox": Firefox, "webkit": WebKit}


@pytest.fixture(params=ENGINES)
def engine(request, tmp_path):
    """Start a new browser. Errors that it reports fail the test."""
    started = ENGINES[request.param](tmp_path)
    try:
        started.start()
        started.resize(1000, 900)
        yield started
    finally:
        started.stop()
    assert [text for text in started.troubles if HARMLESS not in text] == []


@pytest.fixture(params=["page", "lab"])
def board(request, engine):
    """Show a new board in that browser."""
    if request.param == "page":
        yield open_page(engine, request.getfixturevalue("site"))
    else:
        with open_notebook(engine, request.getfixturevalue("server")) as shown:
            yield shown


@pytest.fixture
def save(request, board, screenshots):
    """Return a function that saves a screenshot to look at."""
    host = request.node.callspec.id

    def write(name):
        board.engine.evaluate(PAINTED)
        (screenshots / f"hosts-{host}-{name}.png").write_bytes(board.engine.picture())

    return write
