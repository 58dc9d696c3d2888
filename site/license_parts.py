"""List the site's third-party parts, each with its license.

The licenses come from the parts themselves: from wheels, from installed packages, and from the
lists that JupyterLab's builds add to their scripts. ``site/license_texts/`` contains the
license texts that no part includes.
"""

import fnmatch
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from email.parser import Parser
from importlib import metadata
from pathlib import Path

from fetch import PYODIDE
from page import QR_CODES, STATIC
from shared import PYODIDE_IN_SITE, ROOT, SOURCES

TEXTS = SOURCES / "license_texts"
"""Folder with the license texts that no part includes."""
LEGAL = re.compile(r"(licen[cs]e|copying|notice|authors)[^/]*", re.IGNORECASE)
"""Pattern for the names of files that contain a license or the copyright owners."""
CODE = (".py", ".pyc")
"""File extensions for modules. A module is never a license, whatever its name."""
EXTENSIONS = "lite/extensions"
"""The site's folder for JupyterLab extensions."""

OWN, PYTHON, PACKAGES = "The board", "Python in the browser", "Python packages of the notebooks"
LITE, SCRIPTS, MANUAL = "JupyterLite", "Scripts, icons and fonts of JupyterLite", "The manual"

IN_PYTHON = (f"{PYODIDE_IN_SITE}/*", "python.zip", "snapshot.bin")
"""Files that contain Python: the interpreter, its standard library and a memory snapshot."""
COMPILED = (f"{PYODIDE_IN_SITE}/pyodide.asm.wasm", "pyodide.bin", "snapshot.bin")
"""Files that contain the libraries linked to Python."""

LIBRARIES = {
    "Emscripten": ("MIT", "emscripten.txt"),
    "musl": ("MIT", "musl.txt"),
    "LLVM": ("Apache-2.0 WITH LLVM-exception", "llvm.txt"),
    "bzip2": ("bzip2-1.0.6", "bzip2.txt"),
    "Expat": ("MIT", "expat.txt"),
    "HACL*": ("MIT", "hacl.txt"),
    "libffi": ("MIT", "libffi.txt"),
    "SQLite": ("public domain", "sqlite.txt"),
    "XZ Utils": ("0BSD", "xz.txt"),
    "zlib": ("Zlib", "zlib.txt"),
    "Zstandard": ("BSD-3-Clause", "zstd.txt"),
}
"""Libraries that are linked to Python, each with its license and the license's file name."""

NPM_TEXTS = {
    "@jupyter/react-components": "jupyter-ui-toolkit.txt",
    "@jupyter/web-components": "jupyter-ui-toolkit.txt",
    "@jupyterlite/*": "jupyterlite.txt",
    "@jupyter*/*": "jupyter.txt",
    "@lumino/*": "lumino.txt",
    "@microsoft/fast-*": "fast.txt",
    "json-schema-merge-allof": "json-schema-merge-allof.txt",
    "vega-*": "vega.txt",
}
"""License texts for npm packages that include none, by name pattern. The first match counts."""

NPM_FILES = {
    "@fortawesome/fontawesome-free": ("lite/build/fa-*",),
    "mathjax-full": ("lite/build/MathJax_*",),
}
"""Fonts from npm packages, which are in the same folder as the scripts."""

LITE_FILES = (
    *(f"lite/*.{kind}" for kind in ("html", "ipynb", "js", "json", "png")),
    *("lite/*/index.html", "lite/*/*/index.html", "lite/*/favicon.ico", "lite/*/package.json"),
    *("lite/*/jupyter-lite.*", "lite/*/build/*.js"),
    *("lite/build/*.json", "lite/build/*/bundle.js"),
    *("lite/build/schemas/**/*", "lite/build/themes/**/*", "lite/static/favicons/*"),
    *("lite/static/pyodide-lock/pyodide-lock.json", "lite/api/translations/*"),
)
"""JupyterLite files that JupyterLite's list of packages does not cover."""

MANUAL_FILES = {
    "Sphinx": (
        *("docs/*.html", "docs/**/*.html", "docs/objects.inv", "docs/searchindex.js"),
        *(f"docs/_static/{name}.png" for name in ("file", "minus", "plus")),
        *("docs/_static/basic.css", "docs/_static/doctools.js"),
        *("docs/_static/documentation_options.js", "docs/_static/language_data.js"),
        *("docs/_static/searchtools.js", "docs/_static/sphinx_highlight.js"),
    ),
    "snowballstemmer": ("docs/_static/*-stemmer.js",),
    "furo": ("docs/_static/scripts/*", "docs/_static/styles/*", "docs/**/*.html"),
    "sphinx-basic-ng": (
        *("docs/_static/debug.css", "docs/_static/skeleton.css", "docs/**/*.html"),
    ),
    "Pygments": ("docs/_static/pygments.css",),
    "accessible-pygments": ("docs/_static/pygments.css",),
}
"""Patterns for files in the manual, by the installed package that the files come from."""


@dataclass(frozen=True)
class Part:
    """Third-party part of the site.

    Parameters
    ----------
    name, version, license : str
        Name, version and license of the part. The license is usually an SPDX identifier.
    text : str
        License text, including the copyright owners.
    files : tuple of str
        Patterns for the part's files, relative to the site's folder. The tuple is empty for
        this package itself, to which all other files belong.
    group : str
        Heading under which the page lists the part.
    """

    name: str
    version: str
    license: str
    text: str
    files: tuple[str, ...]
    group: str


def list_parts(site: Path) -> list[Part]:
    """List all parts of a finished site, in the order in which the page shows them."""
    return [
        *list_own(),
        *list_python(site),
        *list_wheels(site),
        *list_lite(site),
        *list_npm(site),
        *list_manual(),
    ]


def list_own() -> Iterator[Part]:
    """List the parts that the page itself consists of."""
    version = re.search(
        r'__version__ = "(.*)"', (ROOT / "tictactoe_widget/__init__.py").read_text()
    )
    wheel = "lite/static/pyodide-lock/tictactoe_widget-*.whl"
    package = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    yield Part(
        "tictactoe_widget",
        version[1] if version else "",
        "BSD-3-Clause",
        (ROOT / "LICENSE").read_text("utf-8"),
        (),
        OWN,
    )
    for name, key, license_name, files in (
        ("Lucide", "lucide", "ISC, MIT", ("page.js", "widget.js", "sheets.js", wheel)),
        ("lit-html", "lit-html", "BSD-3-Clause", (wheel,)),
    ):
        text = (STATIC / f"LICENSE-{key}.txt").read_text("utf-8")
        yield Part(name, package[key], license_name, text, files, OWN)
    text = (QR_CODES / "LICENSE").read_text("utf-8")
    yield Part("uqr", package["uqr"], "MIT", text, ("extras.js", "links.js"), OWN)


def list_python(site: Path) -> Iterator[Part]:
    """List Pyodide and the libraries linked to it."""
    lock = json.loads((site / PYODIDE_IN_SITE / "pyodide-lock.json").read_text())
    mpl = read_text("mpl-2.0.txt")
    scripts = (f"{PYODIDE_IN_SITE}/*.js",)
    yield Part("Pyodide", PYODIDE, "MPL-2.0", mpl, IN_PYTHON, PYTHON)
    python = read_text("cpython.txt")
    yield Part("CPython", lock["info"]["python"], "PSF-2.0", python, IN_PYTHON, PYTHON)
    yield Part("hiwire", "", "MPL-2.0", mpl, (*COMPILED, *scripts), PYTHON)
    yield Part(
        "error-stack-parser", "", "MIT", read_text("error-stack-parser.txt"), scripts, PYTHON
    )
    for name, (license_name, file) in LIBRARIES.items():
        yield Part(name, "", license_name, read_text(file), COMPILED, PYTHON)


def list_wheels(site: Path) -> Iterator[Part]:
    """List the third-party wheels on the site."""
    found: dict[str, list[Path]] = {}
    for path in sorted((site / "lite").rglob("*.whl")):
        if not path.name.startswith("tictactoe_widget-"):
            found.setdefault(path.name, []).append(path)
    for paths in found.values():
        about, text = read_wheel(paths[0])
        files = tuple(str(path.relative_to(site)) for path in paths)
        yield describe(about, text, files, PACKAGES)


def list_lite(site: Path) -> Iterator[Part]:
    """List JupyterLite and its extensions, except our own."""
    yield describe_installed("jupyterlite-core", LITE_FILES, LITE)
    owners = {
        str(path).partition("labextensions/")[2]: installed.name
        for installed in metadata.distributions()
        for path in installed.files or ()
        if path.name == "package.json"
    }
    for path in sorted((site / EXTENSIONS).rglob("package.json")):
        name = path.parent.relative_to(site / EXTENSIONS).as_posix()
        if (SOURCES / "labextensions" / name).is_dir():
            continue
        owner = owners.get(f"{name}/package.json")
        if owner is None:
            sys.exit(f"No installed package contains the JupyterLite extension {name}")
        yield describe_installed(owner, (f"{EXTENSIONS}/{name}/**/*",), LITE)


def list_npm(site: Path) -> Iterator[Part]:
    """List the npm packages that JupyterLite's scripts contain."""
    found: dict[tuple[str, str], tuple[dict[str, str], list[str]]] = {}
    for path in sorted((site / "lite").rglob("third-party-licenses.json")):
        scripts = f"{path.parent.relative_to(site).as_posix()}/*.js"
        for package in json.loads(path.read_text("utf-8"))["packages"]:
            key = package["name"], package["versionInfo"]
            found.setdefault(key, (package, []))[1].append(scripts)
    # anywidget's front end doesn't include a list of its packages.
    scripts = f"{EXTENSIONS}/anywidget/static/*.js"
    parts = [
        Part("solid-js", "", "MIT", read_text("solid.txt"), (scripts,), SCRIPTS),
        Part("@lukeed/uuid", "", "MIT", read_text("uuid.txt"), (scripts,), SCRIPTS),
    ]
    for (name, version), (package, files) in found.items():
        text = package["extractedText"] or find_npm_text(name)
        every = (*files, *NPM_FILES.get(name, ()))
        parts.append(Part(name, version, package["licenseId"], text, every, SCRIPTS))
    yield from sorted(parts, key=lambda part: part.name.lstrip("@").lower())


def list_manual() -> Iterator[Part]:
    """List the packages that build the manual's pages."""
    for name, files in MANUAL_FILES.items():
        yield describe_installed(name, files, MANUAL)
    scripts, pages = ("docs/_static/scripts/furo.js*",), ("docs/**/*.html",)
    yield Part("gumshoejs", "5.1.2", "MIT", read_text("gumshoe.txt"), scripts, MANUAL)
    yield Part("Icons of Furo", "", "MIT", read_text("furo-icons.txt"), pages, MANUAL)


def find_npm_text(name: str) -> str:
    """Return the license text for an npm package that doesn't include it, or exit."""
    for pattern, file in NPM_TEXTS.items():
        if fnmatch.fnmatchcase(name, pattern):
            return read_text(file)
    sys.exit(f"The npm package {name} in JupyterLite has no license: add its text to NPM_TEXTS")


def read_text(name: str) -> str:
    """Return a license text that no part includes."""
    return (TEXTS / name).read_text("utf-8")


def read_wheel(path: Path) -> tuple[Message, str]:
    """Return a wheel's metadata and all the licenses in it."""
    with zipfile.ZipFile(path) as opened:
        names = sorted(opened.namelist())
        about = next(name for name in names if name.endswith(".dist-info/METADATA"))
        legal = {name: opened.read(name).decode() for name in names if is_legal(name)}
        return Parser().parsestr(opened.read(about).decode()), join_texts(legal)


def describe_installed(name: str, files: tuple[str, ...], group: str) -> Part:
    """Describe the part that an installed package adds to the site."""
    installed = metadata.distribution(name)
    paths = [
        path
        for path in installed.files or ()
        if ".dist-info" in str(path) and is_legal(str(path))
    ]
    text = join_texts({str(path): path.read_text("utf-8") for path in paths})
    about = Parser().parsestr(installed.read_text("METADATA") or "")
    return describe(about, text, files, group)


def is_legal(path: str) -> bool:
    """Return True if a file contains a license or the copyright owners."""
    name = path.rpartition("/")[2]
    return bool(LEGAL.fullmatch(name)) and not name.endswith(CODE)


def join_texts(texts: dict[str, str]) -> str:
    """Join texts. If there are several texts, write each text below its name."""
    if len(texts) == 1:
        return next(iter(texts.values()))
    return "\n\n".join(f"{name}\n{'=' * len(name)}\n\n{texts[name]}" for name in sorted(texts))


def describe(about: Message, text: str, files: tuple[str, ...], group: str) -> Part:
    """Describe a Python package as a part. If the package includes no license, exit."""
    name = about["Name"]
    if not text.strip():
        sys.exit(f"{name} {about['Version']} contains no license")
    return Part(name, about["Version"], name_license(about, text), text, files, group)


def name_license(about: Message, text: str) -> str:
    """Return the license name that a Python package declares, given the license text."""
    if expression := about["License-Expression"]:
        return str(expression)
    kinds = [
        kind.rpartition(" :: ")[2]
        for kind in about.get_all("Classifier") or ()
        if kind.startswith("License ::")
    ]
    if kinds:
        return ", ".join(kinds)
    named = about["License"] or ""
    return named if named and "\n" not in named else text.lstrip().splitlines()[0]
