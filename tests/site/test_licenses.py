"""Licenses for all third-party files on the site, each with its text."""

import json
import re
import zipfile
from pathlib import Path

import pytest

from tests.support.scenes.scripts import load_script

parts = load_script("site/license_parts.py")

# This project's own files, and the licenses themselves.
OURS = (
    *("index.html", "page.css", "sw.js", "widget.css", "widget.js", "worker.js"),
    *("extras.js", "page.js", "sheets.js", "links.*", "progress.*", "teacher.css"),
    *("icon.svg", "icon-*.png", "manifest.json", "files.json", "answers.bin"),
    *("serve.json", "texts/*"),
    *("LICENSE-lucide.txt", "LICENSE-uqr.txt", "licenses/*"),
    *("docs/_static/boards.css", "docs/_static/tables.js", "docs/_static/icon.svg"),
    "docs/_images/board-*.svg",
    *("docs/_downloads/*/*.py", "docs/_downloads/*/*.ipynb"),
    *("lite/files/*.ipynb", "lite/api/contents/all.json"),
    "lite/extensions/tictactoe-hand-in/*",
    "lite/static/pyodide-lock/tictactoe_widget-*.whl",
)

# Texts in the Python binary that show which libraries it links.
IN_PYTHON = {
    b"Copyright (c) 2001 Python Software Foundation": "CPython",
    b"hiwire": "hiwire",
    b"emscripten_": "Emscripten",
    b"inflate 1.3": "zlib",
    b"bzip2": "bzip2",
    b"liblzma": "XZ Utils",
    b"Zstandard": "Zstandard",
    b"Expat": "Expat",
    b"Hacl_Hash": "HACL*",
    b"ffi_prep_cif": "libffi",
    b"sqlite_master": "SQLite",
}

WORDS_OF_A_LICENSE = re.compile(
    r"permission|redistribution|licensed?\b|public domain", re.IGNORECASE
)


@pytest.fixture(scope="module")
def listed(built_site):
    """Return the licenses that the build lists."""
    return json.loads((built_site / "licenses/licenses.json").read_text("utf-8"))


def find_uncovered(site, listed):
    """Return third-party files that belong to no listed part."""
    patterns = [*OURS, *(pattern for part in listed for pattern in part["files"])]
    covered = {path for pattern in patterns for path in site.glob(pattern)}
    files = {path for path in site.rglob("*") if path.is_file()}
    return {path.relative_to(site).as_posix() for path in files - covered}


def test_every_file_has_license(built_site, listed):
    assert find_uncovered(built_site, listed) == set()
    # Each pattern matches existing files, so none covers future files by accident.
    patterns = {pattern for part in listed for pattern in part["files"]}
    assert {each for each in patterns if not any(built_site.glob(each))} == set()


def test_license_texts_are_licenses(built_site, listed):
    for part in listed:
        text = (built_site / "licenses" / part["text"]).read_text("utf-8-sig")
        assert WORDS_OF_A_LICENSE.search(text), part
        assert part["license"], part
    assert len(listed) > 300
    texts = {part["text"] for part in listed}
    made = {path.name for path in (built_site / "licenses").iterdir()}
    assert made == texts | {"index.html", "licenses.css", "licenses.json"}


def test_copyleft_includes_source(listed):
    copyleft = {
        part["name"]
        for part in listed
        if re.search("MPL|Mozilla|EPL|GPL", part["license"]) and " OR " not in part["license"]
    }
    assert copyleft == {"Pyodide", "hiwire", "micropip", "elkjs"}
    assert {part["name"] for part in listed if part["source"]} == copyleft


def test_wheels_listed_with_licenses(built_site, listed):
    texts = {
        (re.sub("[-_.]+", "-", part["name"]).lower(), part["version"]): part["text"]
        for part in listed
    }
    wheels = {path.name: path for path in (built_site / "lite").rglob("*.whl")}
    assert len(wheels) > 20
    for path in wheels.values():
        name, version = path.name.split("-")[:2]
        text = texts[name.replace("_", "-").lower(), version]
        written = (built_site / "licenses" / text).read_text("utf-8-sig")
        with zipfile.ZipFile(path) as wheel:
            inner = [
                each
                for each in wheel.namelist()
                if Path(each).name.startswith(("LICENSE", "COPYING"))
                and not Path(each).match("tictactoe_widget/static/*")
            ]
            assert inner, path
            assert all(wheel.read(each).decode().strip() in written for each in inner), path


def test_npm_packages_listed(built_site, listed):
    texts = {(part["name"], part["version"]): part["text"] for part in listed}
    lists = list((built_site / "lite").rglob("third-party-licenses.json"))
    for path in lists:
        for package in json.loads(path.read_text("utf-8"))["packages"]:
            text = texts[package["name"], package["versionInfo"]]
            written = (built_site / "licenses" / text).read_text("utf-8-sig")
            assert (package["extractedText"] or "opyright").strip() in written
    # An extension without such a list needs a manual check: see `list_npm`.
    extensions = built_site / "lite/extensions"
    scripts = {path.parent for path in extensions.rglob("static/*.js")}
    unlisted = scripts - {path.parent for path in lists}
    assert unlisted == {extensions / "anywidget/static"}
    bundled = {
        name
        for path in (extensions / "anywidget/static").glob("*.js")
        for name in re.findall(r"/node_modules/((?:@[\w-]+/)?[\w-]+)/dist", path.read_text())
    }
    assert bundled == {"solid-js", "@lukeed/uuid"}
    assert bundled <= {part["name"] for part in listed}


def test_linked_libraries_listed(built_site, listed):
    program = (built_site / "lite/static/pyodide/pyodide.asm.wasm").read_bytes()
    program += (built_site / "lite/static/pyodide/pyodide.asm.js").read_bytes()
    assert [sign for sign in IN_PYTHON if sign not in program] == []
    names = {part["name"] for part in listed if "snapshot.bin" in part["files"]}
    assert set(IN_PYTHON.values()) | {"Pyodide", "LLVM", "musl"} == names
    versions = {part["name"]: part["version"] for part in listed}
    script = (built_site / "lite/static/pyodide/pyodide.js").read_text()
    assert f'"{versions["Pyodide"]}"' in script


def test_license_page_names_every_part(built_site, listed):
    page = (built_site / "licenses/index.html").read_text("utf-8")
    links = re.findall(r'<li><a href="([^"]+)">([^<]+)</a>', page)
    assert len(links) == len(listed)
    for (href, title), part in zip(links, listed, strict=True):
        assert (href, title) == (part["text"], f"{part['name']} {part['version']}".strip())
        assert (built_site / "licenses" / href).is_file()
    for path in ("index.html", "docs/index.html", "docs/guides/server.html"):
        text = (built_site / path).read_text("utf-8")
        (link,) = re.findall(r'href="([^"]*licenses/)"', text)
        assert (built_site / path).parent.joinpath(link).resolve() == built_site / "licenses"
    # The first visit to the page doesn't load it.
    assert "licenses" not in (built_site / "files.json").read_text()


def test_part_without_license_refused():
    with pytest.raises(
        SystemExit, match="The npm package left-pad in JupyterLite has no license"
    ):
        parts.find_npm_text("left-pad")
    about = parts.Parser().parsestr("Name: nothing\nVersion: 1.2\n")
    with pytest.raises(SystemExit, match=r"nothing 1\.2 contains no license"):
        parts.describe(about, "", (), "")
