"""What axe says of the accessibility of a board or a page."""

from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page

from tests.support.hosts.jupyter import Board
from tests.support.scenes.scripts import ROOT

# Options for axe: report every node of a broken rule, one of any other, and no selectors.
OPTIONS = "{ resultTypes: ['violations'], selectors: false }"


@cache
def axe_source() -> str:
    """Return the script of axe."""
    return (ROOT / "node_modules/axe-core/axe.min.js").read_text()


def violations(board: Board) -> list[tuple[str, str, str]]:
    """Return what axe objects to in the board as it stands now."""
    return violations_in(board.root)


def violations_in(root: Locator) -> list[tuple[str, str, str]]:
    """Return what axe objects to in an element as it stands now."""
    _load_axe(root.page)
    # A colour on its way from one to another is not a colour anyone reads.
    root.evaluate(
        "root => Promise.allSettled(root.getAnimations({subtree: true}).map(a => a.finished))"
    )
    return _listed(root.evaluate(f"root => axe.run(root, {OPTIONS})"))


def violations_of_page(page: Page) -> list[tuple[str, str, str]]:
    """Return what axe objects to in a whole page."""
    _load_axe(page)
    return _listed(page.evaluate(f"axe.run({OPTIONS})"))


def _load_axe(page: Page) -> None:
    # As a script in the page, its policy would forbid it.
    if not page.evaluate("!!globalThis.axe"):
        page.evaluate(axe_source())


def _listed(result: dict[str, Any]) -> list[tuple[str, str, str]]:
    assert result["passes"], "axe looked at nothing"
    return [
        (rule["id"], node["html"], node["failureSummary"])
        for rule in result["violations"]
        for node in rule["nodes"]
    ]
