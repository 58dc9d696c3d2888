"""The site's pages where they can't work, and their messages."""

import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import make_context

PATHS = ("index.html", "lite/lab/index.html")


@pytest.fixture
def page(browser):
    with make_context(browser) as context:
        yield context.new_page()


@pytest.mark.parametrize("path", PATHS)
def test_page_from_file_asks_for_server(page, built_site, path):
    page.goto((built_site / path).as_uri())
    expect(page.get_by_role("alert")).to_contain_text("Run python3 -m http.server")


@pytest.mark.parametrize("path", PATHS)
def test_sandboxed_frame_asks_for_origin(page, site, path):
    page.set_content(f'<iframe sandbox="allow-scripts" src="{site.url}{path}"></iframe>')
    said = page.frame_locator("iframe").get_by_role("alert")
    expect(said).to_contain_text("Add allow-same-origin")


@pytest.mark.parametrize("path", PATHS)
def test_old_browser_names_newer_ones(page, site, path):
    page.add_init_script("delete window.DecompressionStream")
    page.goto(f"{site.url}{path}")
    said = page.get_by_role("alert")
    expect(said).to_contain_text("needs a newer browser")
    # Reloading wouldn't help.
    expect(said.get_by_role("button")).to_have_count(0)
