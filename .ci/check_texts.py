"""Find machine paths, download addresses and stilted English.

``make lint`` runs this script. Everything in the repository must work on every machine. Pins
are version numbers, without the address of a mirror. Pages, notebooks, messages and texts on
screen must read well.
"""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

FORBIDDEN = {
    # In every browser, /home/pyodide is the home folder in Pyodide.
    "path of a machine": r"[\s\"'(=:]/(?:home/(?!pyodide)|root/|Users/|work/)\w",
    "registry": r"registry[.]npmjs|files[.]pythonhosted|pypi[.]org/simple|\"resolved\":",
    "download address": r"https?://\S+[.](?:whl|tgz|tar[.]gz|zip)\b",
    "file address": r"file:///\w",
}
"""Patterns that no tracked file is allowed to match, by the kind of fault."""

PAGES = re.compile(r"[A-Z_]+[.]md|(docs|notebooks|teacher)/.*[.](md|ipynb)")
"""Pattern for the names of pages whose English is checked."""
CODE = re.compile(r"(tictactoe_widget|site|frontend)/.*[.](py|ts)")
"""Pattern for the names of source files whose string literals are checked."""
WORDS = re.compile(r"[A-Za-z']+ [a-z']+ [a-z']+")
"""Pattern that sentences contain, and most other string literals don't."""
CODE_IN_TEXT = re.compile(r";(?! [a-z])|; (?:const|import|main|try|[a-z]+-)")
"""Pattern for semicolons in style sheets and scripts."""
STILTED = re.compile(
    r"\b(?:anew|alike|all the same|in place of|but for)\b"
    r"|\b(?:is|are|was|were) (?:told|said|named)\b"
    r"|(?:^|[.;] )What [^?]*?\b(?:is|are|stands)\b"
    r"|[,;] for (?:it|this|these|there|what)\b"
    r"|\bone's own\b|\bof ours\b"
    r"|\b(?:is|are) no (?!longer|more)"
    r"|;",
    re.MULTILINE,
)
"""Pattern for phrases that make a sentence stilted or hard to read."""
MOST_STILTED = 8
"""Maximum number of stilted phrases in all pages and texts. Never increase this number."""


def find_faults(text: str) -> Iterator[str]:
    """Yield each forbidden part of a text as ``line: kind: part``."""
    for kind, pattern in FORBIDDEN.items():
        for hit in re.finditer(pattern, text):
            line = text.count("\n", 0, hit.start()) + 1
            yield f"{line}: {kind}: {hit.group().strip()}"


def find_stilted(text: str) -> Iterator[str]:
    """Yield the stilted phrases in a Markdown page, except in its code."""
    prose = re.sub(r"(?ms)^ *```.*?^ *```|<!--.*?-->|`[^`]*`|\]\([^)]*\)|&\w+;", "", text)
    for hit in STILTED.finditer(prose):
        yield prose[max(0, hit.start() - 30) : hit.end() + 30].replace("\n", " ")


def markdown_of(name: str, text: str) -> str:
    """Return the text of a Markdown page, or of all Markdown cells in a notebook."""
    if not name.endswith(".ipynb"):
        return text
    cells = json.loads(text)["cells"]
    return "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")


def sentences_of(name: str, code: str) -> list[str]:
    """Return the string literals in a source file that contain sentences."""
    if name.endswith(".ts"):
        without_comments = re.sub(r"(?m)^\s*(//|[*]|/[*]).*$", "", code)
        texts = re.findall(r'"((?:[^"\\\n]|\\.)*)"', without_comments)
    else:
        nodes = list(ast.walk(ast.parse(code)))
        docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        texts = [
            node.value
            for node in nodes
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
        ]
    return [CODE_IN_TEXT.sub("", text) for text in texts if WORDS.search(text)]


def tracked_files() -> list[str]:
    """Return the names of all tracked files, relative to the project's root."""
    # In a container, root can check a clone that belongs to another user.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\0") if (ROOT / name).is_file()]


def main() -> None:
    """Check every tracked file. If there are faults, print them and exit with status 1."""
    faults, stilted = [], []
    for name in tracked_files():
        text = (ROOT / name).read_bytes().decode(errors="replace")
        faults += [f"{name}:{fault}" for fault in find_faults(text)]
        if PAGES.fullmatch(name):
            texts = [markdown_of(name, text)]
        elif CODE.fullmatch(name):
            texts = sentences_of(name, text)
        else:
            continue
        found = chain.from_iterable(map(find_stilted, texts))
        stilted += [f"{name}: stilted: {phrase}" for phrase in found]
    if len(stilted) > MOST_STILTED:
        faults += [*stilted, f"{len(stilted)} stilted phrases (allowed: {MOST_STILTED})"]
    sys.exit("\n".join(faults) or 0)


if __name__ == "__main__":
    main()
