"""The page served by a laptop over plain HTTP, without a service worker."""

import re

from playwright.sync_api import expect

from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.file_server import BarePage


def test_page_over_plain_http(browser, site):
    site.be_plain()
    with watched_contexts(browser, site.origin) as make:
        bare = BarePage(make().new_page(), site).open().ready()
        assert bare.page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [
            False,
            False,
        ]
        bare.board.click(5, 1)
        bare.board.shows("O../.X./...", "Player X's turn")
        bare.page.reload()
        bare.ready()
        bare.board.shows("O../.X./...", "Player X's turn")
        expect(bare.notice).to_be_hidden()
        # The page doesn't mention offline use, because it isn't cached.
        said = bare.page.locator("body").inner_text()
        assert not re.search("offline|network|install", said, re.IGNORECASE)

        sheet = bare.open_share()
        sheet.get_by_role("button", name="Copy link").click()
        expect(sheet.get_by_role("status")).to_have_text("Copy this text:")
        field = sheet.get_by_label("Text to copy")
        expect(field).to_have_value(f"{site.url}#rules=standard&moves=5,1")
