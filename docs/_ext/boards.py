"""Sphinx extension that draws boards in the manual and links to other parts of the site.

The directive ``{board} rules=4x4&moves=b2,a1`` draws the game that a link contains (see
`Game.from_link`), with the directive's content as the caption. The picture links to the same
game on the page. The roles ``{page}`` and ``{lite}`` link to the page, and to a notebook in
JupyterLite. If a page of the manual links to a notebook in the clone, the link becomes a
``{lite}`` role. Each directive is inside a comment, because code hosts show plain Markdown and
hide comments.
"""

import hashlib
import html
import re
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective, SphinxRole

from tictactoe_widget import Game, analyze

_NOTEBOOK = re.compile(r"\[([^\]]+)\]\((?:\.\./)+notebooks/(\w+)\.ipynb\)")
_HIDDEN = re.compile(r"^<!--\n((:::|```)\{.*?^\2)\n-->$", re.MULTILINE | re.DOTALL)
"""Pattern for a directive inside a comment, which code hosts hide."""


def _root(docname: str) -> str:
    """Return the relative address of the site's root, seen from a page of the manual."""
    return "../" * (docname.count("/") + 1)


class BoardDirective(SphinxDirective):
    """Directive that draws a position and links to it on the page."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"size": directives.positive_int, "values": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Write the picture to a file, and return the figure."""
        link = self.arguments[0]
        try:
            game = Game.from_link(link)
        except ValueError as error:
            raise self.error(f"{link}: {error}") from None
        values = analyze(game) if "values" in self.options else None
        svg = game.to_svg(size=self.options.get("size", 180), values=values)
        name = f"board-{hashlib.sha256(svg.encode()).hexdigest()[:16]}.svg"
        folder = Path(self.env.app.outdir) / "_images"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(svg, "utf-8")
        width, height = re.findall(r'^<svg [^>]*?width="(\d+)" height="([\d.]+)"', svg)[0]
        docname = self.env.docname
        picture = "../" * docname.count("/") + f"_images/{name}"
        label = html.escape(f"{game.rules.title}: {game.message} Open on the page.")
        target = html.escape(f"{_root(docname)}#{game.to_link()}")
        words = html.escape(" ".join(self.content))
        caption = re.sub(r"`([^`]+)`", r"<code>\1</code>", words)
        text = (
            f'<figure class="board"><a href="{target}">'
            f'<img src="{picture}" alt="{label}" width="{width}" height="{height}"></a>'
            f"<figcaption>{caption}</figcaption></figure>"
        )
        return [nodes.raw("", text, format="html")]


class SiteRole(SphinxRole):
    """Role that links to another part of the site: ``text <target>``."""

    def __init__(self, address: str) -> None:
        self.address = address

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link."""
        text, _, target = self.text.partition("<")
        target = target.rstrip(">") if target else text
        uri = _root(self.env.docname) + self.address.format(target)
        return [nodes.reference(self.rawtext, text.strip(), refuri=uri)], []


def _adapt(app: Sphinx, docname: str, source: list[str]) -> None:
    """Insert the changelog, and take directives out of their comments.

    Links to notebooks open them in JupyterLite. If the site doesn't include these notebooks,
    only the text of the links remains.
    """
    if docname == "changelog":
        text = (Path(app.srcdir).parent / "CHANGELOG.md").read_text("utf-8")
        source[0] = text.replace("](docs/", "](")
    source[0] = _HIDDEN.sub(r"\1", source[0])
    link = r"{lite}`\1 <\2>`" if app.config.has_demos else r"\1"
    source[0] = _NOTEBOOK.sub(link, source[0])


_LABELLED = {
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="The manual">',
    '<aside class="toc-drawer': '<aside aria-label="This page" class="toc-drawer',
    "<pre>": '<pre tabindex="0">',
}
"""Replacements in the theme's HTML, for people who use a screen reader or only the keyboard."""


def _label(app: Sphinx, error: Exception | None) -> None:
    """Label the parts of each page, and let the keyboard scroll code blocks."""
    if error is not None:
        return
    for path in sorted(Path(app.outdir).rglob("*.html")):
        text = path.read_text("utf-8")
        for plain, labelled in _LABELLED.items():
            text = text.replace(plain, labelled)
        path.write_text(text, "utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directive and the roles."""
    app.add_directive("board", BoardDirective)
    app.add_role("page", SiteRole("#{}"))
    app.add_role("lite", SiteRole("lite/notebooks/?path={}.ipynb"))
    app.add_config_value("has_demos", True, "env", bool)
    app.connect("source-read", _adapt)
    app.connect("build-finished", _label)
    return {"version": "1", "parallel_read_safe": True}
