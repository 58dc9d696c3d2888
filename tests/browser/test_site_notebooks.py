"""JupyterLite of the static site: demo notebooks, unchanged, with no server behind.

`make test-hosts` opens each of them in both front ends, as the first here does with one.
"""

import pytest
from playwright.sync_api import expect

from tests.support.hosts.jupyter import Notebook
from tests.support.hosts.jupyterlite import ROOT, run_to_the_end


@pytest.mark.parametrize(("host", "name"), [("notebook", "play")])
def test_a_notebook_runs_and_help_leads_to_the_manual(open_site, site, host, name, screenshots):
    page = open_site()
    run_to_the_end(page, site, host, ROOT / f"notebooks/{name}.ipynb", screenshots)
    with page.context.expect_page() as opened:
        Notebook(page, None, host, name).choose("Help", "Manual of tictactoe_widget")
    title = opened.value.get_by_role("heading", name="tictactoe_widget", level=1)
    expect(title).to_be_visible()
