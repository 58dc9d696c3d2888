"""Joins a front end to one text: its script with those that it imports, its styles.

anywidget hands the script to the browser as a blob, in which imports of other files do
not resolve. Its sources are modules; Node and the type checker read them as they are.
"""

import re
from collections import Counter
from hashlib import sha256
from pathlib import Path
from string import Template

_IMPORT = re.compile(
    r'^import \{\s*\w+(?:,\s*\w+)*,?\s*\} from "\./([\w-]+\.js)";\n', re.MULTILINE
)
"""The one form in which scripts may import each other."""
_TYPES = re.compile(r"^/\*\* @import .* \*/\n", re.MULTILINE)
"""Line that imports a type for the type checker."""
_EXPORT = re.compile(r"^export (?=(?:async function|function|const|let|class) )", re.MULTILINE)
"""The one form in which they may export what others import."""
_OTHER_FORMS = re.compile(r"^(?:import|export(?! default))\b.*", re.MULTILINE)
"""First line of any other import or export, but for the default export of a front end."""

_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
"""Start of the default export of a front end."""
_ONCE = Template(
    """\
function make() {
$script}
export default globalThis[Symbol.for("tictactoe_widget $digest")] ??= make();
"""
)
"""Front end that a page makes once: a browser never frees what a module has made."""

_WIDE = re.compile(r"[^\x00-\xff]")
"""Character for which a browser would keep the whole script in two bytes each."""
_DECLARED = re.compile(r"^(?:async function|function|const|let|class) (\w+)", re.MULTILINE)
"""Declaration of a name that the whole of a script sees."""
_COMMENT = re.compile(
    r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)[ \t]*\n", re.MULTILINE | re.DOTALL
)
"""Comment with a line or lines of its own; it is a third of what would go to the browser."""
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
"""Room before a line, which says nothing as no text stretches over several lines."""
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
"""Comment of styles, wherever it stands."""
_STYLE_ROOM = re.compile(r'("[^"]*")|\s*([{};,])\s*|(:)\s+|(\s)\s*')
"""Room in styles, with what may stay of it; what stands in quotes is kept as it is."""
_STYLES = re.compile(r'^@import "\./([\w-]+\.css)";\n', re.MULTILINE)
"""The one form in which styles may import each other."""


def front_end(path: Path) -> str:
    r"""Return the script of a front end as one text, after the scripts that it imports.

    Each comes once, after those that it imports itself. Comments that have lines of
    their own are left out, and so is the room before a line: every output that is saved
    holds this text. Characters beyond Latin-1, which stand in texts alone, are escaped.
    All boards of a page share one front end, although anywidget imports the text for
    each. Its live reload (``ANYWIDGET_HMR=1``) watches one file, so a change of a script
    is seen when the kernel is started again.

    Parameters
    ----------
    path : Path
        Script with a default export; the others lie in the same folder.

    Raises
    ------
    ValueError
        A script imports or exports in a form other than ``import { a, b } from "./c.js";``
        and ``export`` before a ``function``, ``const``, ``let`` or ``class``; or two
        of them declare the same name, as all share one scope in the end; or there is
        not exactly one default export.
    """
    text = _joined(path, set())
    twice = [name for name, count in Counter(_DECLARED.findall(text)).items() if count > 1]
    if twice:
        raise ValueError(f"two scripts of {path.name} declare {', '.join(twice)}: rename one")
    text = _WIDE.sub(_escaped, _INDENT.sub("", _COMMENT.sub("", text)))
    script, count = _DEFAULT.subn("return ", text)
    if count != 1:
        raise ValueError(f"{path.name} has {count} default exports: a front end has one")
    return _ONCE.substitute(script=script, digest=sha256(script.encode()).hexdigest()[:16])


def _escaped(character: re.Match[str]) -> str:
    """Return a character as texts of JavaScript may write it."""
    units = character[0].encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def styles(path: Path) -> str:
    """Return the text of a widget's styles, with the theme that all share in front.

    What a file of styles imports, in the form ``@import "./a.css";``, comes before it.
    Comments are left out, and so is the room that styles do not need.
    """
    text = path.with_name("theme.css").read_text("utf-8") + _joined_styles(path)
    return _STYLE_ROOM.sub(r"\1\2\3\4", _STYLE_COMMENT.sub("", text))


def _joined_styles(path: Path) -> str:
    text = path.read_text("utf-8")
    before = [_joined_styles(path.with_name(name)) for name in _STYLES.findall(text)]
    return "".join([*before, _STYLES.sub("", text)])


def _joined(path: Path, seen: set[str]) -> str:
    """Return a script after those that it imports, but for those `seen` before."""
    seen.add(path.name)
    text = path.read_text("utf-8")
    names = _IMPORT.findall(text)
    before = [_joined(path.with_name(name), seen) for name in names if name not in seen]
    text = _EXPORT.sub("", _TYPES.sub("", _IMPORT.sub("", text)))
    other = _OTHER_FORMS.search(text)
    if other:
        raise ValueError(
            f"{path.name} cannot be joined because of {other[0]!r}: "
            'write import { a, b } from "./c.js"; and export function, const, let or class'
        )
    return "".join([*before, text])
