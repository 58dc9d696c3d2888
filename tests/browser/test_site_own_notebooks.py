"""A site with a teacher's own notebooks, built as the manual describes."""

import html
import json
import re
import sys

import pytest
from playwright.sync_api import expect

from tests.support.hosts.file_server import BarePage, Site
from tests.support.hosts.jupyterlite import run_to_the_end
from tests.support.scenes.clones import make_clone
from tests.support.scenes.notebook_files import KERNEL, new_notebook
from tests.support.scenes.scripts import run

pytestmark = pytest.mark.long  # builds a whole site

TITLE = "Ada's class <8b> & friends"

BOTS = '''\
from moves.corners import CORNERS


def corner(game):
    """Take a corner while there is one."""
    return next((cell for cell in CORNERS if cell in game.legal_moves), game.legal_moves[0])
'''
LESSONS = """\
from tictactoe_widget.classroom import Lesson, Step

centre = Lesson("Begin well", [Step("Take the centre.", task="play", cells=["5"])])
"""
FORKS = (
    "from bots import corner\nfrom tictactoe_widget import Game, TicTacToe\ncorner(Game())",
    "from lib.ours import centre\nboard = TicTacToe(lesson=centre)\nboard",
    "TicTacToe(o=corner)",
)


def notebook(*sources):
    """Return a notebook that never ran, so it has no language."""
    return json.dumps(new_notebook(*sources, kernelspec=KERNEL))


@pytest.fixture(scope="module")
def teachers_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("teacher") / "notebooks"
    files = {
        "forks.ipynb": notebook(*FORKS),
        "broken.ipynb": notebook("1 / 0", "def unfinished(:"),
        "charts.ipynb": notebook("import os, pandas as pd\nfrom matplotlib import pyplot"),
        "bots.py": BOTS,
        "moves/corners.py": "CORNERS = (0, 2, 6, 8)\n",
        "lib/ours.py": LESSONS,
        ".git/config": "[core]\n",
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture(scope="module")
def own_build(built_site, site_builder, teachers_folder, tmp_path_factory):
    """Return the site's folder and the build's output."""
    assert built_site == site_builder.SITE
    kept = ("compiled", "prepared", "pyodide")
    clone = make_clone(site_builder, tmp_path_factory.mktemp("own") / "clone", kept)
    build = (sys.executable, "site/build.py", "--notebooks", teachers_folder, "--title", TITLE)
    said = run(*build, cwd=clone)
    return clone / "dist/site", said


@pytest.fixture
def site(own_build):
    """Serve the teacher's site."""
    started = Site(own_build[0])
    yield started
    started.stop()


def test_notebook_imports_neighbour_file(open_site, site, teachers_folder, screenshots):
    page = open_site()
    run_to_the_end(page, site, "notebook", teachers_folder / "forks.ipynb", screenshots)
    outputs = page.locator(".jp-OutputArea-output")
    expect(outputs).to_have_count(len(FORKS))
    expect(outputs.nth(0)).to_have_text("0")
    expect(outputs.nth(1)).to_contain_text("Take the centre.")
    expect(outputs.nth(2)).to_contain_text("corner")


def test_lab_lists_teachers_files(open_site, site, teachers_folder):
    page = open_site()
    page.goto(f"{site.url}lite/lab/index.html")
    entries = page.locator(".jp-DirListing-itemName")
    shown = ["lib", "moves", "bots.py", "broken.ipynb", "charts.ipynb", "forks.ipynb"]
    expect(entries).to_have_count(len(shown))
    assert sorted(entry.strip() for entry in entries.all_inner_texts()) == sorted(shown)
    expect(page).to_have_title(TITLE)
    assert not (site.folder / "lite/files/.git").exists()
    broken = json.loads((site.folder / "lite/files/broken.ipynb").read_text())
    mine = json.loads((teachers_folder / "broken.ipynb").read_text())
    assert broken["cells"] == mine["cells"]


def test_page_has_teachers_title(open_site, site):
    text = (site.folder / "index.html").read_text()
    assert f"<title>{html.escape(TITLE)}</title>" in text
    manifest = json.loads((site.folder / "manifest.json").read_text())
    assert (manifest["name"], manifest["short_name"]) == (TITLE, TITLE)
    bare = BarePage(open_site(), site).open()
    expect(bare.page.get_by_role("heading", name=TITLE, level=1)).to_be_visible()
    bare.board.click(5)
    expect(bare.page).to_have_title(f"Player O's turn \u2013 {TITLE}")


def test_build_reports_missing_imports(own_build):
    _, said = own_build
    assert [line for line in said.splitlines() if line.startswith("Note")] == [
        "Note: charts.ipynb imports matplotlib, pandas, which the site doesn't have"
    ]


def test_manual_links_no_missing_notebook(own_build):
    folder, _ = own_build
    pages = {path: path.read_text() for path in (folder / "docs").rglob("*.html")}
    linked = re.compile(r'href="[^"]*\.ipynb')
    assert [path for path, text in pages.items() if linked.search(text)] == []
    assert "run the notebooks in the browser" in pages[folder / "docs/index.html"]
