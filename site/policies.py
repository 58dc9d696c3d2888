"""Add a content security policy to each page that other tools build, as a ``meta`` element.

Each policy is the strictest one that lets the pages work. Each policy allows inline parts by
their hashes, other resources by their kinds, and nothing from other origins.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from page import hash_of

CHARSET = re.compile(r'<meta charset="utf-8"\s*/?>', re.IGNORECASE)
"""Pattern for the element after which other elements are inserted. The policy is inserted last,
so that it comes before the other inserted elements."""
SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
OTHER_SCRIPT = re.compile(r" src=|application/json")
"""Pattern for scripts that are files or data instead of inline code."""
STYLE = re.compile(r"<style[^>]*>(?P<text>.*?)</style>", re.DOTALL)
STYLE_ATTRIBUTE = re.compile(r' style="(?P<text>[^"]*)"')

MANUAL = (
    "default-src 'none'; script-src 'self' SCRIPTS; style-src 'self' STYLES; "
    "style-src-attr 'unsafe-hashes' ATTRIBUTES; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'self'"
)
"""Policy for the manual, whose search uses its own scripts."""

LITE = (
    "default-src 'none'; script-src 'self' 'unsafe-eval' blob: SCRIPTS; worker-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""Policy for JupyterLite. Widget front ends are loaded as blobs. Charts, settings and outputs
evaluate text as code and set inline styles."""


def set_policies(folder: Path, policy: str) -> None:
    """Add a policy to every page in a folder.

    Parameters
    ----------
    folder : Path
    policy : str
        Policy text, with SCRIPTS, STYLES and ATTRIBUTES as placeholders for the hashes of
        inline parts.
    """
    for path in sorted(folder.rglob("*.html")):
        path.write_text(set_policy(path.read_text("utf-8"), policy), "utf-8")


def set_policy(page: str, policy: str) -> str:
    """Return a page with the policy added, including the hashes."""
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
    return add_to_head(page, element)


def add_to_head(page: str, element: str) -> str:
    """Return a page with an element at the beginning of its head, after the charset."""
    if CHARSET.search(page):
        return CHARSET.sub(lambda charset: charset[0] + element, page, count=1)
    return page.replace("<head>", f"<head>{element}", 1)


def list_hashes(texts: Iterable[str]) -> str:
    """Return the hashes of texts in the format of a policy."""
    return " ".join(sorted({f"'{hash_of(text.encode())}'" for text in texts}))
