"""JupyterLite of the static site: the demo notebooks, unchanged, with no server behind."""

import re

import nbformat
import pytest
from playwright.sync_api import expect

from tests.support.contexts import watched_contexts
from tests.support.hosts import ROOT, Notebook, until

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
START = 180_000  # milliseconds for a kernel to load Pyodide and its packages


@pytest.fixture
def lite_page(browser, site):
    """A page of a browser that has never seen the site."""
    with watched_contexts(browser, site.origin) as make:
        yield make().new_page()


@pytest.mark.parametrize("host", ["lab", "notebook"])
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_run_all_before_the_kernel_is_there_goes_to_the_end_of_each_notebook(
    lite_page, site, host, path, screenshots
):
    folder = {"lab": "lite/lab", "notebook": "lite/notebooks"}[host]
    lite_page.goto(f"{site.url}{folder}/index.html?path={path.name}")
    notebook = Notebook(lite_page, None, host, path.name)
    notebook.cell(0).wait_for(timeout=START)
    notebook.run_all()
    cells = nbformat.read(path, as_version=4).cells
    last = max(index for index, cell in enumerate(cells) if cell.cell_type == "code")
    prompt = notebook.cell(last).locator(".jp-InputArea-prompt")
    expect(prompt).to_have_text(re.compile(r"\[\d+\]"), timeout=START)
    expect(lite_page.locator(".jp-OutputArea-output[data-mime-type*=stderr]")).to_have_count(0)
    expect(lite_page.locator(".jp-RenderedText[data-mime-type*=error]")).to_have_count(0)
    boards = lite_page.locator(".ttt")
    until(lambda: boards.count() > 0, "there is a board")
    assert lite_page.locator(".ttt[data-looking-back]").count() == 0
    lite_page.screenshot(path=screenshots / f"site-{host}-{path.stem}.png")
