"""The page's content security policy in Firefox and WebKit, and play without a server."""

from tests.support.hosts.engine_board import LOADING, EngineBoard, open_page
from tests.support.hosts.file_server import IS_KEPT
from tests.support.hosts.jupyter import until
from tests.support.hosts.probes import probe_worker, read_probe

# True when the search is over and each result has a quotation or description.
IS_QUOTED = """() => /found/.test(document.querySelector(".search-summary")?.textContent) &&
  [...document.querySelectorAll("#search-results li")].every(
    (found) => found.querySelector("span, .context"))"""


def test_worker_has_page_policy(engine, site, other_origin):
    probe_worker(site, f"{other_origin.url}page.js")
    engine.open(site.url)
    until(lambda: read_probe(site), "the worker has tried what it may do", LOADING)
    evaluated, called, fetched, imported, compiled = read_probe(site)
    assert [evaluated, called, compiled] == ["EvalError", "EvalError", "there"]
    assert "there" not in (fetched, imported)
    assert other_origin.requests == []
    # Ignore the browser's own errors about the policy.
    engine.troubles.clear()


def test_page_works_without_server(engine, site):
    board = open_page(engine, site)
    board.click(5)
    until(lambda: engine.evaluate(IS_KEPT), "the service worker has it all", LOADING)
    site.stop()
    engine.open(site.url)
    until(lambda: engine.look("body[data-python]"), "Python plays", LOADING)
    EngineBoard(engine).shows(".../.X./...", "Player O's turn")


def test_manual_search_allowed_by_policy(engine, site):
    engine.open(f"{site.url}docs/genindex.html")
    # An inline style, allowed by its hash, hides the SVG definitions.
    assert engine.evaluate("() => getComputedStyle(document.querySelector('svg')).display") == (
        "none"
    )
    engine.open(f"{site.url}docs/search.html?q=legal_moves")
    engine.shows("#search-results", "tictactoe_widget.Game.legal_moves")
    # The page fetches each result to quote it.
    until(lambda: engine.evaluate(IS_QUOTED), "all that is quoted has come", LOADING)
