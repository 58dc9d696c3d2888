"""What several folders of tests share."""

import fcntl
import gc
import signal

import pytest
from hypothesis import HealthCheck, settings

from tests.support.scenes.scripts import ROOT, load_script

# Files without tests, which every process would otherwise import to look for examples.
collect_ignore = ["support"]

# A busy machine slows examples down, which is no fault of what they try.
settings.register_profile(
    "unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("unhurried")

# Paths of the files that take longest.
LONGEST = ("tests/browser/", "tests/test_notebooks.py")

# A long file whose first test needs the site, which others need later.
BUILDER = "tests/browser/test_site_page.py"


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect tests without the garbage collector, which would go through all of them often."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_collection_modifyitems(items):
    """Have the longest files begin, so that no process waits for one of them at the end.

    Of these the first builds the site, which takes a minute, while the others do without it.
    """
    items.sort(
        key=lambda item: (
            not item.nodeid.startswith(BUILDER),
            not item.nodeid.startswith(LONGEST),
        )
    )


@pytest.fixture(scope="session")
def site_builder():
    """The script that builds the static site."""
    return load_script("site/build.py")


@pytest.fixture(scope="session")
def built_site(site_builder):
    """The folder of the static site, built unless it is there and up to date.

    Tests run in several processes; the first that needs the site builds it.
    """
    site_builder.WORK.mkdir(parents=True, exist_ok=True)
    with (site_builder.WORK / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return site_builder.build()


@pytest.fixture
def site(built_site):
    """The static site on the web, at an origin of this test's own."""
    from tests.support.hosts.file_server import Site  # noqa: PLC0415 - it takes seconds, and few need it

    started = Site(built_site)
    yield started
    started.stop()


@pytest.fixture
def elsewhere(built_site):
    """Another origin, whose files any page may have."""
    from tests.support.hosts.file_server import Site  # noqa: PLC0415 - as above

    started = Site(built_site)
    started.headers["Access-Control-Allow-Origin"] = "*"
    yield started
    started.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A Jupyter server with JupyterLab and Notebook."""
    from tests.support.hosts.jupyter import running_jupyter  # noqa: PLC0415 - it takes seconds, and few need it

    with running_jupyter(tmp_path_factory.mktemp("jupyter")) as started:
        yield started


@pytest.fixture
def heard_ctrl_c():
    """Ctrl+C ends what a test starts, also where a shell began the tests in the background.

    A shell has all that it begins so ignore it, and what these start would, too.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def screenshots():
    """A folder, ignored by git, for pictures that people look at."""
    folder = ROOT / "build/screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


# Not for the whole session: while Playwright runs, asyncio counts as running too,
# which tests elsewhere would trip over.
@pytest.fixture(scope="module")
def browser():
    """A Chromium."""
    from tests.support.hosts import chromium  # noqa: PLC0415 - few need it

    with chromium.launched() as started:
        yield started


@pytest.fixture
def open_site(browser, site):
    """Open a page in a browser that has never seen the site."""
    from tests.support.hosts.contexts import watched_contexts  # noqa: PLC0415 - few need it

    with watched_contexts(browser, site.origin) as make:
        yield lambda: make().new_page()
