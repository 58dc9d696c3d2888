"""Fixtures and settings shared by several test folders."""

import fcntl
import gc
import signal

import pytest
from hypothesis import HealthCheck, settings

from tests.support.scenes.scripts import ROOT, load_script

# No tests there. Otherwise every process would import these files to look for doctests.
collect_ignore = ["support"]

# On a busy machine examples are slow through no fault of the code.
settings.register_profile(
    "unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("unhurried")

# Paths of the slowest files.
LONGEST = ("tests/browser/", "tests/test_notebooks.py")

# A slow file whose first test builds the site for the other tests.
BUILDER = "tests/browser/test_site_page.py"


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Turn off the garbage collector during collection. It would scan the tests repeatedly."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_collection_modifyitems(items):
    """Run the slowest files first, so that no process waits for them at the end.

    The first of them builds the site, which takes a minute. Meanwhile the others run without
    it.
    """
    items.sort(
        key=lambda item: (
            not item.nodeid.startswith(BUILDER),
            not item.nodeid.startswith(LONGEST),
        )
    )


@pytest.fixture(scope="session")
def site_builder():
    """Return the script that builds the static site."""
    return load_script("site/build.py")


@pytest.fixture(scope="session")
def built_site(site_builder):
    """Return the static site's folder. Build the site if it's missing or outdated.

    Tests run in several processes. The first process that needs the site builds it.
    """
    site_builder.WORK.mkdir(parents=True, exist_ok=True)
    with (site_builder.WORK / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return site_builder.build()


@pytest.fixture
def site(built_site):
    """Serve the static site at an origin used only by this test."""
    from tests.support.hosts.file_server import Site  # noqa: PLC0415 - it takes seconds, and few need it

    started = Site(built_site)
    yield started
    started.stop()


@pytest.fixture
def other_origin(built_site):
    """Serve the site's files at a second origin that allows requests from any page."""
    from tests.support.hosts.file_server import Site  # noqa: PLC0415 - as above

    started = Site(built_site)
    started.headers["Access-Control-Allow-Origin"] = "*"
    yield started
    started.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Start a Jupyter server with JupyterLab and Notebook."""
    from tests.support.hosts.jupyter import running_jupyter  # noqa: PLC0415 - it takes seconds, and few need it

    with running_jupyter(tmp_path_factory.mktemp("jupyter")) as started:
        yield started


@pytest.fixture
def ctrl_c_enabled():
    """Make Ctrl+C stop child processes, even if a shell started the tests in the background.

    A shell makes its background processes ignore Ctrl+C, and their child processes inherit
    this.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def screenshots():
    """Return a folder, ignored by git, for pictures to look at."""
    folder = ROOT / "build/screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


# Module scope: while Playwright runs, asyncio counts as running, which breaks tests in other
# modules.
@pytest.fixture(scope="module")
def browser():
    """Start Chromium."""
    from tests.support.hosts import chromium  # noqa: PLC0415 - few need it

    with chromium.launched() as started:
        yield started


@pytest.fixture
def open_site(browser, site):
    """Return a function that opens a page in a new browser profile."""
    from tests.support.hosts.contexts import watched_contexts  # noqa: PLC0415 - few need it

    with watched_contexts(browser, site.origin) as make:
        yield lambda: make().new_page()
