"""The site on a server that knows few file types."""

import re
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.file_server import BarePage
from tests.support.hosts.jupyterlite import run_notebook
from tests.support.hosts.nginx import serving_by_nginx
from tests.support.scenes.notebook_files import NOTEBOOKS


@pytest.fixture
def nginx(built_site, tmp_path):
    with serving_by_nginx(built_site, tmp_path) as origin:
        yield origin


@pytest.fixture
def page(browser, nginx):
    with watched_contexts(browser, nginx) as make:
        yield make().new_page()


def test_python_runs_on_page_and_offline(page, nginx):
    bare = BarePage(page, SimpleNamespace(url=f"{nginx}/")).open().ready()
    bare.board.click(5)
    bare.board.button("Hints").click()
    expect(bare.board.cell(1)).to_have_accessible_name(re.compile("draw"))
    bare.wait_until_offline_works()


def test_notebook_runs(page, nginx, screenshots):
    (play,) = (path for path in NOTEBOOKS if path.stem == "play")
    notebook = run_notebook(page, f"{nginx}/", "lab", play, screenshots)
    notebook.board(1).click(5)
