"""The demo notebooks in the JupyterLite of the static site."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.support.hosts.file_server import Site
from tests.support.hosts.jupyter import Notebook, until
from tests.support.scenes.scripts import ROOT

START = 180_000  # milliseconds for a kernel to load Pyodide and its packages

# Folder of the site for each front end.
FOLDERS = {"lab": "lite/lab", "notebook": "lite/notebooks"}


def policy_for_notebooks() -> str:
    """Return the policy that the manual says a server may send with JupyterLite."""
    text = (ROOT / "docs/site_security.md").read_text("utf-8")
    (policy,) = re.findall(r"folder `lite/`.*?```text\n(.*?)```", text, re.DOTALL)
    return " ".join(policy.split())


def run_to_the_end(
    page: Page, site: Site, host: str, path: Path, screenshots: Path
) -> Notebook:
    """Run a notebook, as `run_notebook` does, from a server that sends the manual's policy.

    What that forbids, a browser reports as an error.
    """
    site.headers["Content-Security-Policy"] = policy_for_notebooks()
    return run_notebook(page, site.url, host, path, screenshots)


def run_notebook(page: Page, url: str, host: str, path: Path, screenshots: Path) -> Notebook:
    """Open a notebook, run all before its kernel is there, and return it; every cell must work.

    Parameters
    ----------
    page : Page
    url : str
        Address of the site.
    host : str
        Front end of the notebook: one of `FOLDERS`.
    path : Path
        The notebook.
    screenshots : Path
        Folder for a picture of the notebook.
    """
    # In a narrower window, the toolbar of JupyterLab hides the name of the kernel.
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{url}{FOLDERS[host]}/?path={path.name}")
    notebook = Notebook(page, None, host, path.name)
    notebook.cell(0).wait_for(timeout=START)
    # Before a page knows which kernels there are, it runs nothing, and asks which to take.
    expect(page.locator(".jp-KernelName:visible")).to_have_text(
        "Python (Pyodide)", timeout=START
    )
    # Until it has asked for the kernel, it runs nothing either, without a word.
    expect(page.locator(".jp-Notebook-ExecutionIndicator:visible")).to_have_attribute(
        "data-status", re.compile("connecting|unknown|busy"), timeout=START
    )
    notebook.run_all()
    cells = json.loads(path.read_text())["cells"]
    last = max(index for index, cell in enumerate(cells) if cell["cell_type"] == "code")
    prompt = notebook.cell(last).locator(".jp-InputArea-prompt")
    errors = page.locator("[data-mime-type*=stderr], [data-mime-type*=error], .jp-Dialog")
    picture = screenshots / f"site-{host}-{path.stem}.png"
    try:
        # A cell that fails keeps those after it from being run.
        until(
            lambda: errors.count() or re.search(r"\[\d+\]", prompt.inner_text()),
            "the last cell is run, or one fails",
            START / 1000,
        )
    except AssertionError as error:
        ran = page.locator(".jp-InputArea-prompt").all_inner_texts()
        state = page.locator("[data-status]").first.get_attribute("data-status")
        raise AssertionError(f"{error}; the kernel is {state}, the prompts {ran}") from error
    finally:
        page.screenshot(path=picture)
    assert errors.all_inner_texts() == []
    boards = page.locator(".ttt")
    # The board of check waits for the functions of a student.
    until(lambda: path.stem == "check" or boards.count() > 0, "there is a board")
    assert page.locator(".ttt[data-looking-back]").count() == 0
    page.screenshot(path=picture)
    return notebook
