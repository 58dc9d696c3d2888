"""What axe says of the accessibility of a board or a page."""

from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page

from tests.support.hosts.jupyter import ROOT, Board


@cache
def axe_source() -> str:
    """Return the script of axe."""
    return (ROOT / "node_modules/axe-core/axe.min.js").read_text()


def violations(board: Board) -> list[tuple[str, str, str]]:
    """Return what axe objects to in the board as it stands now."""
    return violations_in(board.root)


def violations_in(root: Locator) -> list[tuple[str, str, str]]:
    """Return what axe objects to in an element as it stands now."""
    root.page.evaluate(axe_source())
    # A colour on its way from one to another is not a colour anyone reads.
    root.evaluate(
        "root => Promise.all(root.getAnimations({subtree: true}).map(a => a.finished))"
    )
    result = root.evaluate("root => axe.run(root, {resultTypes: ['violations', 'incomplete']})")
    assert result["passes"], "axe looked at nothing"
    return _listed(result["violations"])


def violations_of_page(page: Page) -> list[tuple[str, str, str]]:
    """Return what axe objects to in a whole page."""
    # As a script in the page, its policy would forbid it.
    page.evaluate(axe_source())
    return _listed(page.evaluate("axe.run().then((result) => result.violations)"))


def _listed(rules: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    return [
        (rule["id"], node["html"], node["failureSummary"])
        for rule in rules
        for node in rule["nodes"]
    ]
