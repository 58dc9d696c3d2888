"""A Jupyter server and a Chromium for the tests of this folder."""

import shutil
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser import chromium
from tests.browser.hosts import PATIENCE, ROOT, Notebook, Server

HARMLESS = (
    # Notebook 7.6 says these whenever it opens a page.
    "Cannot read properties of undefined (reading 'schema')",
    "Command 'filebrowser:open-path' not registered.",
)


# Not for the whole session: while Playwright runs, asyncio counts as running too,
# which tests elsewhere would trip over.
@pytest.fixture(scope="package")
def browser():
    path = chromium.find()
    assert path, "no browser: `make test` installs one, or name it in CHROMIUM"
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=chromium.FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory):
    started = Server(tmp_path_factory.mktemp("jupyter"))
    try:
        started.wait()
        yield started
    finally:
        started.stop()


@pytest.fixture
def new_context(browser, server):
    """Make a browser context; what goes wrong in its pages fails the test."""
    troubles = []

    def note(kind, text):
        if not any(known in text for known in HARMLESS):
            troubles.append(f"{kind}: {text}")

    def note_console(message):
        if message.type == "error":
            note("console", message.text)

    def note_request(request):
        if not request.url.startswith((server.origin, "data:", "blob:")):
            troubles.append(f"request to another host: {request.url}")

    with ExitStack() as stack:

        def make(**options):
            context = browser.new_context(
                **{"viewport": {"width": 1000, "height": 900}, **options}
            )
            stack.callback(context.close)
            context.set_default_timeout(PATIENCE * 1000)
            context.on("console", note_console)
            context.on("request", note_request)
            context.on("weberror", lambda event: note("error", str(event.error)))
            return context

        yield make
    assert not troubles


@pytest.fixture
def open_notebook(request, server, new_context):
    """Open a new notebook with given cells in a page of its own."""
    with ExitStack() as stack:
        sessions = {}

        def make(*sources, host="lab", copy_of=None, **options):
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
            page = new_context(**options).new_page()
            notebook = Notebook(page, sessions[name], host, name)
            notebook.open(server)
            return notebook

        yield make


@pytest.fixture(scope="session")
def screenshots():
    """A folder, ignored by git, for pictures that people look at."""
    folder = ROOT / "build/screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
