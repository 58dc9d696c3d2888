"""Names of Python in the manual: constants have their own texts, references lead somewhere.

autodoc shows a constant that is imported elsewhere with the docstring of its type, such as
that of `tuple`. Here it gets the string below its definition, and what it holds.

A name in single backticks of a docstring is a parameter of what is described, or leads to what
it names, wherever in the package that stands. In a page of Markdown ``analyze()``, ``Game`` and
``Game.play`` lead there too. Any other such name ends the build.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_origin

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.nodes import make_refnode

import tictactoe_widget

PACKAGE = Path(tictactoe_widget.__file__).parent


@cache
def texts_of_constants() -> dict[str, list[str]]:
    """Return the strings below the constants of all modules; a name is defined only once."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        analyzer = ModuleAnalyzer.for_file(str(path), ".".join(parts))
        for (owner, name), lines in analyzer.find_attr_docs().items():
            if not owner:
                found[name] = lines
    return found


def contents_of(value: object) -> list[str]:
    """Return what a constant holds: a list of keys with their titles, or its ``repr``."""
    if get_origin(value):
        return []  # autodoc tells of what a type is an alias
    if isinstance(value, Mapping):
        return ["", *(f"- ``{key!r}``: {held.title}" for key, held in value.items())]
    return ["", f"Value: ``{value!r}``"]


def _describe(  # noqa: PLR0913, PLR0917 - Sphinx calls it
    app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]
) -> None:
    """Put a constant's own text in the place of that of its type."""
    del app, options
    if what == "data":
        lines[:] = texts_of_constants()[name.rpartition(".")[2]] + contents_of(value)


def _parameters_of(node: nodes.Node) -> Iterator[str]:
    """Find the parameters of everything that a node describes or lies in the description of."""
    while node := node.parent:
        if isinstance(node, addnodes.desc):
            for signature in node.findall(addnodes.desc_signature):
                if signature.parent is node:
                    for parameter in signature.findall(addnodes.desc_parameter):
                        yield parameter.astext().partition("=")[0].strip("* ")


def _resolve(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, text: nodes.Element
) -> nodes.Element | None:
    """Resolve a name in single backticks that does not stand where it is spoken of."""
    if (node.get("refdomain"), node.get("reftype")) != ("py", "obj"):
        return None
    name = node["reftarget"]
    if name in _parameters_of(node):
        return text
    ends = {
        full: entry
        for full, entry in env.domains.python_domain.objects.items()
        if full.endswith(f".{name}")
        and not entry.aliased
        and ("." in name or entry.objtype not in _OF_CLASSES)
    }
    if len(ends) != 1:
        return None
    ((full, entry),) = ends.items()
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, text, full)


_OF_CLASSES = {"attribute", "method", "property"}
"""Kinds of names that go by the name of their class, where that is not the one described."""


_NAME = re.compile(r"(?:([A-Z]\w+)(?:\.\w+)?|[a-z]\w+(?=\(\)))(?:\(\))?")
"""Name of a class, of one of its members, or of a function, with brackets behind it."""


@cache
def classes() -> set[str]:
    """Return what the pages of the reference list with a capital letter in front."""
    pages = (PACKAGE.parent / "docs/reference").glob("*.rst")
    listed = r"^\.\. auto\w+:: [\w.]+\.([A-Z]\w+)$"
    texts = [page.read_text("utf-8") for page in pages]
    return {name for text in texts for name in re.findall(listed, text, re.MULTILINE)}


def _refer(app: Sphinx, document: nodes.document) -> None:
    """Have names in the code of a page of Markdown lead to the reference."""
    docname = app.env.docname
    if docname == "changelog" or app.env.doc2path(docname).suffix != ".md":
        return
    for code in list(document.findall(nodes.literal)):
        found = _NAME.fullmatch(code.astext())
        is_linked = isinstance(code.parent, nodes.reference | addnodes.pending_xref)
        if not found or is_linked or (found[1] and found[1] not in classes()):
            continue
        name = code.astext().removesuffix("()")
        place = {"refdoc": docname, "refexplicit": False, "refwarn": True}
        leads = addnodes.pending_xref(refdomain="py", reftype="obj", reftarget=name, **place)
        leads.source, leads.line = code.source, code.line
        code.replace_self(leads)
        leads += code


def setup(app: Sphinx) -> dict[str, Any]:
    """Listen to autodoc and to the resolving of references."""
    app.connect("autodoc-process-docstring", _describe, priority=400)  # before numpydoc
    app.connect("doctree-read", _refer)
    app.connect("missing-reference", _resolve)
    return {"version": "1", "parallel_read_safe": True}
