"""Sphinx extension for Python names in the manual: it describes constants and links names.

If a module imports a constant from another module, autodoc shows the docstring of the
constant's type, such as `tuple`. This extension replaces that docstring with the string below
the constant's definition, followed by the constant's value.

In a docstring, a name in single backticks is a parameter, or becomes a link to the object with
this name anywhere in the package. On Markdown pages, ``analyze()``, ``Game`` and ``Game.play``
become links, too. The build stops if a name in single backticks is neither.
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


def text_of_constant(name: str) -> list[str]:
    """Return the string below a constant's definition. Only one module defines the constant."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if re.search(rf"^{name}\b.* = ", path.read_text("utf-8"), re.MULTILINE):
            parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
            analyzer = ModuleAnalyzer.for_file(str(path), ".".join(parts))
            if lines := analyzer.find_attr_docs().get(("", name)):
                return lines
    raise LookupError(f"{name} has no string below its definition")


def contents_of(value: object) -> list[str]:
    """Describe a constant's value: list keys with their titles, or return the ``repr``."""
    if get_origin(value):
        return []  # autodoc describes type aliases
    if isinstance(value, Mapping):
        return ["", *(f"- ``{key!r}``: {held.title}" for key, held in value.items())]
    return ["", f"Value: ``{value!r}``"]


def _describe(  # noqa: PLR0913, PLR0917 - Sphinx calls it
    app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]
) -> None:
    """Replace the docstring of a constant's type with the constant's own description."""
    del app, options
    if what == "data":
        lines[:] = text_of_constant(name.rpartition(".")[2]) + contents_of(value)


def _parameters_of(node: nodes.Node) -> Iterator[str]:
    """Yield the parameters of each function or class whose description contains a node."""
    while node := node.parent:
        if isinstance(node, addnodes.desc):
            for signature in node.findall(addnodes.desc_signature):
                if signature.parent is node:
                    for parameter in signature.findall(addnodes.desc_parameter):
                        yield parameter.astext().partition("=")[0].strip("* ")


def _resolve(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, text: nodes.Element
) -> nodes.Element | None:
    """Resolve a name in single backticks that Sphinx doesn't find in the current module."""
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
"""Kinds of objects that are called ``Class.name`` outside the description of their class."""


_NAME = re.compile(r"(?:([A-Z]\w+)(?:\.\w+)?|[a-z]\w+(?=\(\)))(?:\(\))?")
"""Pattern for the name of a class or its member, or of a function with parentheses after it."""


@cache
def classes() -> set[str]:
    """Return the capitalized names that the reference pages list."""
    pages = (PACKAGE.parent / "docs/reference").glob("*.rst")
    listed = r"^\.\. auto\w+:: [\w.]+\.([A-Z]\w+)$"
    texts = [page.read_text("utf-8") for page in pages]
    return {name for text in texts for name in re.findall(listed, text, re.MULTILINE)}


def _refer(app: Sphinx, document: nodes.document) -> None:
    """Turn names in a Markdown page's inline code into links to the reference."""
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
    """Connect the extension to Sphinx's events."""
    app.connect("autodoc-process-docstring", _describe, priority=400)  # before numpydoc
    app.connect("doctree-read", _refer)
    app.connect("missing-reference", _resolve)
    return {"version": "1", "parallel_read_safe": True}
