"""The policy of the page in Firefox and in WebKit, in the worker too, and without a server."""

from tests.support.hosts.engine_board import LOADING, EngineBoard, open_page
from tests.support.hosts.file_server import IS_KEPT
from tests.support.hosts.jupyter import until
from tests.support.hosts.probes import probe_worker, read_probe

# True when a search is over and each page that it found is quoted or described.
IS_QUOTED = """() => /found/.test(document.querySelector(".search-summary")?.textContent) &&
  [...document.querySelectorAll("#search-results li")].every(
    (found) => found.querySelector("span, .context"))"""


def test_the_worker_has_the_policy_of_the_page(engine, site, other_origin):
    probe_worker(site, f"{other_origin.url}page.js")
    engine.open(site.url)
    until(lambda: read_probe(site), "the worker has tried what it may do", LOADING)
    evaluated, called, fetched, imported, compiled = read_probe(site)
    assert [evaluated, called, compiled] == ["EvalError", "EvalError", "there"]
    assert "there" not in (fetched, imported)
    assert other_origin.requests == []
    # What the browser itself says of that is no trouble here.
    engine.troubles.clear()


def test_the_page_plays_on_without_its_server(engine, site):
    board = open_page(engine, site)
    board.click(5)
    until(lambda: engine.evaluate(IS_KEPT), "the service worker has it all", LOADING)
    site.stop()
    engine.open(site.url)
    until(lambda: engine.look("body[data-python]"), "Python plays", LOADING)
    EngineBoard(engine).shows(".../.X./...", "Player O's turn")


def test_the_manual_is_searched_under_its_policy(engine, site):
    engine.open(f"{site.url}docs/genindex.html")
    # Only what the policy allows by its hash hides the drawings that others are made of.
    assert engine.evaluate("() => getComputedStyle(document.querySelector('svg')).display") == (
        "none"
    )
    engine.open(f"{site.url}docs/search.html?q=legal_moves")
    engine.shows("#search-results", "tictactoe_widget.Game.legal_moves")
    # The page fetches what it quotes of each page that it has found.
    until(lambda: engine.evaluate(IS_QUOTED), "all that is quoted has come", LOADING)
