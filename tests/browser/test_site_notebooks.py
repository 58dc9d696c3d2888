"""JupyterLite of the static site: demo notebooks, unchanged, with no server behind.

`make test-hosts` opens each of them in both front ends, as the first here does with one.
"""

import pytest
from playwright.sync_api import expect

from tests.support.hosts.jupyter import Notebook
from tests.support.hosts.jupyterlite import (
    FOLDERS,
    ROOT,
    START,
    policy_for_notebooks,
    run_to_the_end,
)
from tests.support.scenes.notebook_files import cells_of


@pytest.mark.parametrize(("host", "name"), [("notebook", "play")])
def test_a_notebook_runs_and_help_leads_to_the_manual(open_site, site, host, name, screenshots):
    page = open_site()
    run_to_the_end(page, site, host, ROOT / f"notebooks/{name}.ipynb", screenshots)
    with page.context.expect_page() as opened:
        Notebook(page, None, host, name).choose("Help", "Manual of tictactoe_widget")
    title = opened.value.get_by_role("heading", name="tictactoe_widget", level=1)
    expect(title).to_be_visible()


@pytest.mark.parametrize("host", FOLDERS)
def test_hand_in_downloads_a_notebook_under_a_name(open_site, site, host, tmp_path):
    page = open_site()
    site.headers["Content-Security-Policy"] = policy_for_notebooks()
    page.goto(f"{site.url}{FOLDERS[host]}/?path=play.ipynb")
    Notebook(page, None, host, "play.ipynb").cell(0).wait_for(timeout=START)
    page.get_by_role("button", name="Hand in").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill(" Ada Lovelace, 7/b ")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "Ada-Lovelace,-7-b-play.ipynb"
    copy = tmp_path / "copy.ipynb"
    download.value.save_as(copy)
    assert [cell["source"] for cell in cells_of(copy)] == [
        cell["source"] for cell in cells_of(ROOT / "notebooks/play.ipynb")
    ]
