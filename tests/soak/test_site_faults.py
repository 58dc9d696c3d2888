"""Each page file fails in each way: the page shows a message, and a retry works."""

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
def test_damaged_page_file(browser, site, name, fault):
    endure_in_page(browser, site, name, fault)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", OF_START)
def test_damaged_python_file(browser, site, name, fault):
    endure_in_start(browser, site, name, fault)
