"""What a new user of `make play` sees, with a fresh Jupyter."""

import json
import shutil

import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.jupyter import SCRIPTS, Board, free_port
from tests.support.hosts.other_hosts import running
from tests.support.scenes.scripts import ROOT

TOKEN = "first-minute"  # noqa: S105 - only for a test server


@pytest.fixture
def origin(tmp_path):
    """Start the server of `make play` on a copy of the notebook. Return its address."""
    (tmp_path / "files/notebooks").mkdir(parents=True)
    shutil.copy(ROOT / "notebooks/play.ipynb", tmp_path / "files/notebooks")
    port = free_port()
    settings = {
        "ServerApp": {"port": port, "open_browser": False, "root_dir": f"{tmp_path}/files"},
        "IdentityProvider": {"token": TOKEN},
    }
    (tmp_path / "config").mkdir()
    (tmp_path / "config/jupyter_server_config.json").write_text(json.dumps(settings))
    # `make test` has already installed everything for `make play`.
    command = [shutil.which("make"), "--assume-old=.venv/.play", "play"]
    origin = f"http://127.0.0.1:{port}"
    with running(command, tmp_path, f"{origin}/api/sessions?token={TOKEN}", ROOT):
        yield origin


def test_make_play_shows_board(browser, origin, screenshots):
    with watched_contexts(browser, origin, host_scripts=SCRIPTS) as make:
        page = make(viewport={"width": 1280, "height": 720}).new_page()
        page.goto(f"{origin}/?token={TOKEN}")
        board = Board(page.locator(".ttt").first)
        expect(board.root).to_contain_text("Player X's turn")
        expect(board.root.get_by_role("grid")).to_be_in_viewport(ratio=1)
        page.screenshot(path=screenshots / "make-play.png")
        expect(page.locator(".jp-Dialog, .Toastify__toast")).to_have_count(0)
        board.click(9)
