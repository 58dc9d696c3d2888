"""The license page in a browser, opened from the board and from the manual."""

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations_of_page
from tests.support.hosts.file_server import BarePage


@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.long)])
def test_licenses_readable_on_phone(open_page, scheme, screenshots):
    bare = open_page(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    page = bare.page
    page.get_by_role("link", name="Licenses").click()
    expect(page.get_by_role("heading", name="Licenses", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert violations_of_page(page) == []
    page.screenshot(path=screenshots / f"licenses-{scheme}.png")
    page.get_by_role("link", name="@fortawesome/fontawesome-free").click()
    expect(page.locator("body")).to_contain_text("SIL OFL 1.1 License")
    page.go_back()
    # The license file is marked as UTF-8, so quotation marks are shown correctly.
    page.get_by_role("link", name="elkjs").click()
    expect(page.locator("body")).to_contain_text("(“AGREEMENT”)")
    page.go_back()
    page.get_by_role("link", name="To the board").click()
    BarePage(page, bare.site).ready()
