"""What several folders of tests share."""

import pytest

from tests.support.scripts import load_script


@pytest.fixture(scope="session")
def site_builder():
    """The script that builds the static site."""
    return load_script("site/build.py")


@pytest.fixture(scope="session")
def built_site(site_builder):
    """The folder of the static site, built unless it is there and up to date."""
    return site_builder.build()
