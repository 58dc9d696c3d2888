"""What several folders of tests share."""

import fcntl

import pytest

from tests.support.scripts import load_script


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
