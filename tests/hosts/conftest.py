"""A board in a browser of another engine, on the bare page and in JupyterLab."""

import pytest

from tests.support.hosts.engine_board import HARMLESS, open_notebook, open_page
from tests.support.hosts.firefox import Firefox
from tests.support.hosts.webkit import WebKit

# They need their hosts, and are no tests.
collect_ignore = ["marimo_notebook.py", "shiny_app.py"]

# Wait until the page has been painted as it stands.
PAINTED = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => done()));
})"""

ENGINES = {"firefox": Firefox, "webkit": WebKit}


@pytest.fixture(params=ENGINES)
def engine(request, tmp_path):
    """A browser that has never seen anything; what it says went wrong fails the test."""
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
    """A new board in that browser."""
    if request.param == "page":
        yield open_page(engine, request.getfixturevalue("site"))
    else:
        with open_notebook(engine, request.getfixturevalue("server")) as shown:
            yield shown


@pytest.fixture
def save(request, board, screenshots):
    """Save what can be seen as a picture for people to look at."""
    host = request.node.callspec.id

    def write(name):
        board.engine.evaluate(PAINTED)
        (screenshots / f"hosts-{host}-{name}.png").write_bytes(board.engine.picture())

    return write
