"""JupyterLite on the static site: unchanged demo notebooks without a server.

`make test-hosts` opens each notebook in both front ends. The first test here opens one.
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

PLAY = ROOT / "notebooks/play.ipynb"


def hand_in(page, folder):
    """Hand the notebook in. Return the downloaded copy."""
    page.get_by_role("button", name="Hand in").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill(" Ada Lovelace, 7/b ")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "Ada-Lovelace,-7-b-play.ipynb"
    download.value.save_as(folder / "copy.ipynb")
    return folder / "copy.ipynb"


def sources_of(path):
    return [cell["source"] for cell in cells_of(path)]


def test_notebook_runs_and_is_handed_in(open_site, site, tmp_path, screenshots):
    page = open_site()
    notebook = run_to_the_end(page, site, "notebook", PLAY, screenshots)
    assert sources_of(hand_in(page, tmp_path)) == sources_of(PLAY)
    with page.context.expect_page() as opened:
        notebook.choose("Help", "Manual of tictactoe_widget")
    title = opened.value.get_by_role("heading", name="tictactoe_widget", level=1)
    expect(title).to_be_visible()


@pytest.mark.long
def test_hand_in_from_lab(open_site, site, tmp_path):
    page = open_site()
    site.headers["Content-Security-Policy"] = policy_for_notebooks()
    page.goto(f"{site.url}{FOLDERS['lab']}/?path=play.ipynb")
    Notebook(page, None, "lab", "play.ipynb").cell(0).wait_for(timeout=START)
    assert sources_of(hand_in(page, tmp_path)) == sources_of(PLAY)
