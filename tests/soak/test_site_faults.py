"""Each file of the page failing in each way: what a person reads, and that it can be mended."""

import pytest

from tests.support.hosts.file_faults import (
    FAULTS,
    OF_PAGE,
    OF_START,
    endure_in_page,
    endure_in_start,
)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", OF_PAGE)
def test_a_file_of_the_page_that_fails(browser, site, name, fault):
    endure_in_page(browser, site, name, fault)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", OF_START)
def test_a_start_that_fails(browser, site, name, fault):
    endure_in_start(browser, site, name, fault)
