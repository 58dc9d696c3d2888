"""Gives the pages that other tools make a policy each, in a ``meta`` element.

It is the strictest with which they work: what stands within a page is allowed by its hash,
everything else by its kind, and nothing of another origin is.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from page import hash_of

CHARSET = re.compile(r'<meta charset="utf-8"\s*/?>', re.IGNORECASE)
"""Element after which the policy stands: before anything that it is about."""
SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
OTHER_SCRIPT = re.compile(r" src=|application/json")
"""What tells a script that is a file, or data, from one that stands within a page."""
STYLE = re.compile(r"<style[^>]*>(?P<text>.*?)</style>", re.DOTALL)
STYLE_ATTRIBUTE = re.compile(r' style="(?P<text>[^"]*)"')

MANUAL = (
    "default-src 'none'; script-src 'self' SCRIPTS; style-src 'self' STYLES; "
    "style-src-attr 'unsafe-hashes' ATTRIBUTES; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'self'"
)
"""Policy of the manual, which searches by scripts of its own."""

LITE = (
    "default-src 'none'; script-src 'self' 'unsafe-eval' blob: SCRIPTS; worker-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""Policy of JupyterLite. Front ends of widgets come as blobs; charts, settings and outputs
make code of text, and set styles."""


def set_policies(folder: Path, policy: str) -> None:
    """Put a policy into every page of a folder.

    Parameters
    ----------
    folder : Path
    policy : str
        Policy in which SCRIPTS, STYLES and ATTRIBUTES stand for the hashes of what is
        within a page.
    """
    for path in sorted(folder.rglob("*.html")):
        path.write_text(set_policy(path.read_text("utf-8"), policy), "utf-8")


def set_policy(page: str, policy: str) -> str:
    """Return a page with its policy, of which each hash is filled in."""
    scripts = (
        script["text"]
        for script in SCRIPT.finditer(page)
        if not OTHER_SCRIPT.search(script["attributes"])
    )
    within = {
        "SCRIPTS": scripts,
        "STYLES": (style["text"] for style in STYLE.finditer(page)),
        "ATTRIBUTES": (style["text"] for style in STYLE_ATTRIBUTE.finditer(page)),
    }
    for name, texts in within.items():
        policy = policy.replace(name, list_hashes(texts))
    element = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    if CHARSET.search(page):
        return CHARSET.sub(lambda charset: charset[0] + element, page, count=1)
    return page.replace("<head>", f"<head>{element}", 1)


def list_hashes(texts: Iterable[str]) -> str:
    """Return the hashes of texts as a policy lists them."""
    return " ".join(sorted({f"'{hash_of(text.encode())}'" for text in texts}))
