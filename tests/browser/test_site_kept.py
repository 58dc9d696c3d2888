"""Cached page files: damaged, without a server, or from another version."""

import json
import os
import shutil
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import make_context, make_lasting_context
from tests.support.hosts.file_faults import (
    GARBAGE,
    PYODIDE,
    SNAPSHOT,
    WASM,
    damage_kept,
    read_kept,
)
from tests.support.hosts.file_server import BarePage, Site
from tests.support.hosts.jupyter import until
from tests.support.hosts.site_versions import (
    COLOUR,
    OTHER,
    OWN,
    WAYS,
    versions_of,
    visit,
    wait_until_kept,
    write_other_build,
    write_version,
)

MODULE = f"{PYODIDE}pyodide.asm.js"

# In the worker, at the next request.
HANG = "() => { self.onmessage = () => { for (;;); }; }"
CRASH = "() => { self.onmessage = () => { throw new Error('of the worker'); }; }"
# In the worker, before Python starts.
CRASH_AT_ONCE = "() => { setTimeout(() => { throw new Error('of the worker'); }); }"

# Caches for the page's files without a network.
KEEPERS = ("service worker", "browser", "browser without hashes")


@contextmanager
def kept_page(browser, folder, site, keeper):
    """Open the page with Python ready and all its files cached."""
    if keeper == "browser without hashes":
        site.be_plain()
    if keeper == "service worker":
        started = make_context(browser)
    else:
        site.headers["Cache-Control"] = "max-age=3600"
        started = make_lasting_context(browser, folder / "browser", service_workers="block")
    with started as context:
        page = context.new_page()
        page.clock.install()
        bare = BarePage(page, site).open().ready()
        if keeper == "service worker":
            bare.wait_until_offline_works()
        assert page.evaluate("!crypto.subtle") == (keeper == "browser without hashes")
        yield bare


def list_files(site):
    """Return the addresses of the files in a version of the site."""
    return list(json.loads((site.folder / "files.json").read_text())["files"])


def press(bare, label):
    """Press a button in the notice."""
    bare.notice.get_by_role("button", name=label).click()


@pytest.mark.parametrize(
    "keeper", [KEEPERS[0], *(pytest.param(one, marks=pytest.mark.long) for one in KEEPERS[1:])]
)
def test_python_restarts_without_server(browser, tmp_path, site, keeper):
    with kept_page(browser, tmp_path, site, keeper) as bare:
        page, board = bare.page, bare.board
        board.click(5)
        board.shows(".../.X./...", "Player O's turn")
        if keeper == "service worker":
            # The first visit bypasses the service worker.
            page.reload()
            bare.ready()
        site.stop()

        page.workers[-1].evaluate(HANG)
        board.cell(1).click()
        page.clock.run_for(21_000)
        expect(bare.notice).to_contain_text("Python has not responded for 20 seconds.")
        press(bare, "Stop")
        expect(bare.notice).to_be_hidden()
        board.click(1)
        board.shows("O../.X./...", "Player X's turn")

        # The page shows a move on 3×3 before Python is ready again.
        expect(page.locator("#loading")).to_be_hidden()
        page.workers[-1].evaluate(CRASH)
        board.cell(2).click()
        expect(bare.notice).to_contain_text("Python has stopped. Your move is saved.")
        press(bare, "Try again")
        board.shows("OX./.X./...", "Player O's turn")
        expect(bare.notice).to_be_hidden()


def test_failed_start_without_server(browser, tmp_path, site):
    with kept_page(browser, tmp_path, site, "service worker") as bare:
        bare.board.click(5)
        bare.board.shows(".../.X./...", "Player O's turn")
        site.stop()
        bare.reload_with(CRASH_AT_ONCE)
        expect(bare.notice).to_contain_text("Python could not be loaded.")
        press(bare, "Try again")
        bare.ready()
        expect(bare.notice).to_be_hidden()
        bare.board.click(1)
        bare.board.shows("O../.X./...", "Player X's turn")

        damage_kept(bare.page, WASM)
        bare.page.reload()
        expect(bare.notice).to_contain_text(
            "Python could not be loaded because there is no connection."
        )


def test_revalidated_script_needs_server(browser, site):
    # The browser caches the files, but asks the server before it runs one.
    site.headers["Cache-Control"] = "no-cache"
    with make_context(browser, service_workers="block") as context:
        bare = BarePage(context.new_page(), site).open().ready()
        site.stop()
        bare.page.workers[-1].evaluate(CRASH)
        bare.board.cell(5).click()
        expect(bare.notice).to_contain_text("Python has stopped.")
        for _ in range(2):
            press(bare, "Try again")
            told = (
                "Python could not be loaded because there is no connection. Your move is saved."
            )
            expect(bare.notice).to_contain_text(told)


@pytest.mark.parametrize(
    "name",
    [
        *("", "script.js", "files.json"),
        *(pytest.param(name, marks=pytest.mark.long) for name in ("style.css", "late.js")),
    ],
)
def test_visit_repairs_damaged_file(browser, tmp_path, name):
    site = Site(write_version(tmp_path / "1", 1))
    with make_context(browser) as context:
        page = context.new_page()
        page.goto(site.url)
        wait_until_kept(page, site)
        damage_kept(page, name)
        page = visit(page, site, "reload")
        assert versions_of(page) == {1}
        assert page.evaluate("late()") == 1
        for url in ("files.json", *list_files(site)):
            until(lambda url=url: read_kept(page, url) != GARBAGE, f"{url} is mended")
        site.stop()
        page = visit(page, site, "another tab")
        assert versions_of(page) == {1}
        assert page.evaluate("late()") == 1


@pytest.mark.long
def test_damaged_worker_cache_repairs_itself(browser, tmp_path, site):
    names = ("", "page.js", "widget.css", "worker.js", MODULE, WASM, SNAPSHOT)
    with kept_page(browser, tmp_path, site, "service worker") as bare:
        damage_kept(bare.page, *names)
        # On a reload, a browser reuses some files from the previous page.
        later = BarePage(visit(bare.page, site, "another tab"), site)
        later.ready().board.click(5)
        later.board.shows(".../.X./...", "Player O's turn")
        expect(later.notice).to_be_hidden()
        for url in list_files(site):
            until(lambda url=url: read_kept(later.page, url) != GARBAGE, f"{url} is mended")
        site.stop()
        later.page.reload()
        later.ready().board.shows(".../.X./...", "Player O's turn")


def test_damaged_browser_cache_needs_retry(browser, tmp_path, site):
    names = ("page.js", "widget.css", "worker.js", MODULE, WASM, SNAPSHOT)
    with kept_page(browser, tmp_path, site, "browser") as bare:
        for name in names:
            site.faults[name] = GARBAGE.encode()
            (url,) = [url for url in list_files(site) if url.startswith(name)]
            read = "(url) => fetch(url, { cache: 'reload' }).then((file) => file.text())"
            assert bare.page.evaluate(read, url) == GARBAGE
        site.faults.clear()
        bare.page.reload()
        lost = bare.page.locator("#lost")
        expect(lost).to_contain_text("Part of this page is missing or damaged")
        lost.get_by_role("button", name="Try again").click()
        bare.ready().board.click(5)
        bare.board.shows(".../.X./...", "Player O's turn")
        expect(lost).to_have_count(0)
        expect(bare.notice).to_be_hidden()


@pytest.mark.parametrize("way", WAYS)
def test_older_version_reaches_visitors(browser, tmp_path, way):
    older, newer = (write_version(tmp_path / str(number), number) for number in (1, 2))
    site = Site(newer)
    with make_context(browser) as context:
        page = context.new_page()
        page.goto(site.url)
        wait_until_kept(page, site)
        site.move_to(older)
        page = visit(page, site, way)
        wait_until_kept(page, site)
        page = visit(page, site, way)
        assert versions_of(page) == {1}
        assert page.evaluate("late()") == 1
    site.stop()


@pytest.fixture(scope="module")
def other_build(tmp_path_factory, built_site):
    """Return another build of the page. It differs only in one colour."""
    return write_other_build(tmp_path_factory.mktemp("other"), built_site)


def count_kept(page):
    """Count the site's cached files, including the list."""
    return page.evaluate(
        """async () => {
          let count = 0;
          for (const name of await caches.keys()) {
            count += (await (await caches.open(name)).keys()).length;
          }
          return count;
        }"""
    )


def test_update_appears_at_next_visit(open_page, site, other_build):
    bare = open_page().ready()
    bare.wait_until_offline_works()
    bare.page.reload()
    bare.ready()
    bare.board.click(5)
    site.move_to(other_build)
    page = bare.another().page
    assert page.evaluate(COLOUR) == OWN
    wait_until_kept(page, site)
    site.forget()
    page = visit(page, site, "reload")
    assert page.evaluate(COLOUR) == OTHER
    BarePage(page, site).ready().board.shows(".../.X./...", "Player O's turn")
    assert set(site.requests) <= {"files.json", "sw.js"}

    # The old page keeps its own files while it's open.
    own = "(link) => fetch(link.href).then((file) => file.text())"
    assert "#fbf7f0" in bare.page.eval_on_selector("link[href^='./page.css']", own)
    bare.page.get_by_role("button", name="Play here").click()
    bare.ready().board.shows(".../.X./...", "Player O's turn")
    assert bare.page.evaluate(COLOUR) == OTHER
    page.close()
    visit(bare.page, site, "from elsewhere")
    listed = json.loads((other_build / "files.json").read_text())["files"]
    until(lambda: count_kept(bare.page) == len(listed) + 1, "the old version is dropped")


def put_older_build_back(tmp_path, site, other_build):
    """Serve another build with older files."""
    older = shutil.copytree(other_build, tmp_path / "older", symlinks=True)
    for path in older.rglob("*"):
        if path.is_file() and not path.is_relative_to(older / "lite"):
            os.utime(path, (1_000_000_000, 1_000_000_000))
    site.forget()
    site.move_to(older)


@pytest.mark.long
def test_older_build_without_service_worker(browser, tmp_path, site, other_build):
    site.be_plain()
    # The browser asks each time, but only for newer files.
    site.headers["Cache-Control"] = "no-cache"
    with make_context(browser) as context:
        bare = BarePage(context.new_page(), site).open().ready()
        assert bare.page.evaluate(COLOUR) == OWN
        put_older_build_back(tmp_path, site, other_build)
        bare.page.reload()
        assert bare.page.evaluate(COLOUR) == OWN
        until(lambda: ("/", 200) in site.answers, "the page is fetched again")
        bare.page.reload()
        assert bare.page.evaluate(COLOUR) == OTHER
        bare.ready().board.click(5)
        bare.board.shows(".../.X./...", "Player O's turn")


def test_page_with_replaced_files(browser, tmp_path, site, other_build):
    with kept_page(browser, tmp_path, site, "browser") as bare:
        site.headers["Cache-Control"] = "no-cache"
        bare.page.reload()
        bare.ready()
        (url,) = [url for url in list_files(site) if url.startswith("page.css")]
        put_older_build_back(tmp_path, site, other_build)
        # The server's file at this address now belongs to the older build.
        bare.page.evaluate("(url) => fetch(url, { cache: 'reload' })", url)
        bare.page.reload()
        lost = bare.page.locator("#lost")
        expect(lost).to_contain_text("Part of this page is missing or damaged: page.css.")
        with bare.page.expect_navigation():  # Python might start on this page, too
            lost.get_by_role("button", name="Try again").click()
        bare.ready()
        assert bare.page.evaluate(COLOUR) == OTHER
        expect(lost).to_have_count(0)
