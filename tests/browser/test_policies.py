"""What the site's content security policies forbid in a browser and in the page's worker."""

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import make_context
from tests.support.hosts.jupyter import Board, until
from tests.support.hosts.jupyterlite import START
from tests.support.hosts.probes import probe_worker, read_probe

# Try to evaluate text, and to run an inserted script and a script from another origin.
TRY = """async (other_origin) => {
  await new Promise((later) => setTimeout(later));  // what a test runs at once may use eval
  const name = (act) => { try { return String(act()); } catch (error) { return error.name; } };
  const script = document.createElement("script");
  script.textContent = "window.isRun = true";
  document.head.append(script);
  return {
    evaluated: name(() => (0, eval)("'ran'")),
    within: window.isRun ?? false,
    fetched: await fetch(other_origin, { mode: "no-cors" }).then(() => true, () => false),
    imported: await import(other_origin).then(() => true, () => false),
  };
}"""


def test_worker_has_page_policy(browser, site, other_origin):
    probe_worker(site, f"{other_origin.url}sw.js")
    with make_context(browser) as context:
        context.new_page().goto(site.url)
        until(lambda: read_probe(site), "the worker has tried what it may do")
    assert read_probe(site) == ["EvalError", "EvalError", "TypeError", "TypeError", "there"]
    assert other_origin.requests == []


@pytest.mark.parametrize(
    ("name", "evaluated"),
    [
        ("index.html", "EvalError"),
        ("docs/search.html", "EvalError"),
        ("licenses/index.html", "EvalError"),
        ("lite/tree/index.html", "ran"),
    ],
)
def test_page_policy_enforced(browser, site, other_origin, name, evaluated):
    with make_context(browser) as context:
        page = context.new_page()
        page.goto(site.url + name)
        found = page.evaluate(TRY, f"{other_origin.url}sw.js")
    denied = {"within": False, "fetched": False, "imported": False}
    assert found == {"evaluated": evaluated, **denied}
    assert other_origin.requests == []


def test_board_in_cross_origin_frame(browser, site, other_origin):
    frame = f'<!doctype html><iframe width=600 height=800 src="{site.url}?alone"></iframe>'
    other_origin.faults["course.html"] = frame.encode()
    with make_context(browser) as context:
        page = context.new_page()
        page.goto(f"{other_origin.url}course.html")
        inner = page.frame_locator("iframe")
        expect(inner.locator("body")).to_have_attribute("data-python", "snapshot")
        board = Board(inner.locator("#board .ttt"))
        board.click(5)
        board.shows(".../.X./...", "Player O's turn")


@pytest.mark.long
def test_output_scripts_blocked(browser, site):
    code = """from IPython.display import HTML, Javascript, display
display(HTML("<script>window.viaHtml = true</script>"))
display(Javascript("window.viaJavaScript = true"))"""
    with make_context(browser) as context:
        page = context.new_page()
        page.goto(f"{site.url}lite/repl/index.html?kernel=python&execute=1&code={quote(code)}")
        page.wait_for_function("window.viaJavaScript", timeout=START)
        # Outputs arrive in order.
        assert page.evaluate("window.viaHtml") is None
