"""Build the page, with bundled scripts and styles whose addresses contain their hashes."""

import base64
import gzip
import hashlib
import html
import json
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from shared import PYODIDE_IN_SITE, ROOT, TITLE, WORK, run, sha256

from tictactoe_widget.texts import ENGLISH, _, front_end_texts, in_language, languages

SOURCES = ROOT / "frontend/page"
"""Folder with the page's sources."""
STATIC = ROOT / "tictactoe_widget/static"
"""Folder with the board's front end, which is the same as in notebooks."""

QR_CODES = ROOT / "node_modules/uqr"
"""Folder with the package that encodes QR codes."""

STARTED_FROM = {
    "script": f"{PYODIDE_IN_SITE}/pyodide.js",
    "module": f"{PYODIDE_IN_SITE}/pyodide.asm.js",
    "wasm": "pyodide.bin",
    "python": "python.zip",
    "snapshot": "snapshot.bin",
}
"""Files that the worker loads and checks to start Python, by the worker's names for them."""
COUNTED = ("wasm", "snapshot")
"""Files in `STARTED_FROM` whose download progress is shown."""
PLAIN_WASM = f"{PYODIDE_IN_SITE}/pyodide.asm.wasm"
"""Python's WebAssembly file for JupyterLite. The page uses a compressed copy instead, because
few servers compress such files."""
STANDARD_LIBRARY = f"{PYODIDE_IN_SITE}/python_stdlib.zip"
"""The standard library's sources, which the page fetches only when it needs them."""
SHEETS = "sheets.js"
"""JavaScript module for the board's sheets, which the page loads when the browser is idle."""
EXTRAS = "extras.js"
"""JavaScript module for settings and QR codes, which the page loads on demand."""
FOR_TEACHERS = ("links", "progress")
"""Names of the pages for teachers, each with a script of the same name."""
IMPORTED = ("page.js", "widget.js", SHEETS, EXTRAS)
"""The page's JavaScript modules."""
ICONS = ("icon-180.png", "icon-192.png", "icon-512.png", "icon-maskable.png")
"""PNG versions of icon.svg, for systems without SVG support."""
KEPT_ON_DEMAND = ("python.zip", STANDARD_LIBRARY, EXTRAS)
"""Files that a browser stores after the page has requested them once."""
KEPT = (
    *("index.html", "page.css", "widget.css", "page.js", "widget.js", SHEETS),
    *("worker.js", "answers.bin"),
    *("icon.svg", "manifest.json"),
    *(name for name in STARTED_FROM.values() if name not in KEPT_ON_DEMAND),
)
"""Files that a browser stores on the first visit, so that later visits work offline."""


def build_page(
    prepared: Path,
    folder: Path,
    sources: Path = SOURCES,
    *,
    title: str = TITLE,
    language: str = "",
) -> None:
    """Build the page in the folder that contains JupyterLite, whose Pyodide the page uses.

    Parameters
    ----------
    prepared : Path
        Folder with the results from Pyodide (library, snapshot and name of the build), and with
        the answers and texts.
    folder : Path
        The site's folder.
    sources : Path
        Folder with the page's sources.
    title : str
        Title of the built site.
    language : str
        Code of the page's language, or an empty text for the language of the browser.
    """
    texts = copy_languages(prepared, folder)
    for kind in ("js", "css"):
        shutil.copy(STATIC / f"board.{kind}", folder / f"widget.{kind}")
    shutil.copy(STATIC / SHEETS, folder)
    # Copy the license for the icons in the scripts.
    shutil.copy(STATIC / "LICENSE-lucide.txt", folder)
    shutil.copy(QR_CODES / "LICENSE", folder / "LICENSE-uqr.txt")
    for name in ("python.zip", "snapshot.bin", "answers.bin"):
        shutil.copy(prepared / name, folder)
    for name in ("icon.svg", *ICONS):
        shutil.copy(sources / name, folder)
    wasm = (folder / PLAIN_WASM).read_bytes()
    (folder / STARTED_FROM["wasm"]).write_bytes(gzip.compress(wasm, mtime=0))
    # Finish each file only after the files that it refers to, because it contains their hashes.
    manifest = (sources / "manifest.json").read_text("utf-8")
    manifest = manifest.replace(json.dumps(TITLE), json.dumps(title))
    (folder / "manifest.json").write_text(address_names(manifest, folder), "utf-8")
    bundle(sources / "page.css", folder / "page.css")
    bundle_service_worker(folder / "sw.js", sources, title=title, language=language)
    lock = json.loads((folder / PYODIDE_IN_SITE / "pyodide-lock.json").read_text())
    bundle(
        sources / "worker.ts",
        folder / "worker.js",
        FILES={name: built_file(folder, path) for name, path in STARTED_FROM.items()},
        STANDARD_LIBRARY=address(folder, STANDARD_LIBRARY),
        BYTES=sum((folder / STARTED_FROM[name]).stat().st_size for name in COUNTED),
        LOCK_INFO=lock["info"],
        BUILD=(prepared / "build").read_text(),
    )
    bundle(sources / "extras.ts", folder / EXTRAS)
    languages = {
        code: {kind: built_file(folder, name) for kind, name in files.items()}
        for code, files in texts.items()
    }
    bundle(
        sources / "page.ts",
        folder / "page.js",
        WIDGET=address(folder, "widget.js"),
        WORKER=built_file(folder, "worker.js"),
        EXTRAS=address(folder, EXTRAS),
        SHEETS=address(folder, SHEETS),
        ANSWERS=built_file(folder, "answers.bin"),
        TITLE=title,
        LANGUAGES=languages,
        LANGUAGE=language,
    )
    guard = WORK / "guard.js"
    words = {code: built_file(folder, files["words"]) for code, files in texts.items()}
    bundle_with_texts(sources / "guard.ts", guard, LANGUAGE=language, WORDS=words)
    document = (sources / "index.html").read_text("utf-8").replace(TITLE, html.escape(title))
    document = translate_noscript(document, language)
    state = (prepared / "state.json").read_text()
    index = finish_index(document, folder, guard.read_text("utf-8").rstrip(), state)
    (folder / "index.html").write_text(index, "utf-8")
    bundle(sources / "teacher.css", folder / "teacher.css")
    for name in FOR_TEACHERS:
        bundle(
            sources / f"{name}.ts",
            folder / f"{name}.js",
            WORKER=built_file(folder, "worker.js"),
            LESSONS=json.loads(state)["lessons"],
            NOTEBOOKS=list_notebooks(folder / "lite/files"),
            LANGUAGES=languages,
            LANGUAGE=language,
            TITLE=title,
        )
        document = (sources / f"{name}.html").read_text("utf-8")
        document = translate_noscript(document.replace(TITLE, html.escape(title)), language)
        (folder / f"{name}.html").write_text(address_parts(document, folder), "utf-8")
    on_demand = [
        *KEPT_ON_DEMAND,
        *(name for files in texts.values() for name in files.values()),
    ]
    (folder / "files.json").write_text(json.dumps(list_files(folder, on_demand), indent=2))


def list_notebooks(folder: Path) -> list[tuple[str, str]]:
    """Return the path and the title of each notebook in JupyterLite's files folder."""
    paths = sorted(folder.rglob("*.ipynb"))
    return [(path.relative_to(folder).as_posix(), find_title(path)) for path in paths]


def find_title(notebook: Path) -> str:
    """Return a notebook's first heading, or its file name if there is none."""
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "markdown":
            heading = re.search(r"^#+ +(.+)$", "".join(cell["source"]), re.MULTILINE)
            if heading:
                return heading[1].strip()
    return notebook.stem


def copy_languages(prepared: Path, folder: Path) -> dict[str, dict[str, str]]:
    """Copy the files for all languages other than English, and return their names by language.

    The file ``words`` contains the texts that the page shows until Python is ready. The file
    ``catalogue`` is for Python.
    """
    (folder / "texts").mkdir(exist_ok=True)
    found = {}
    for words in sorted((prepared / "texts").glob("*.json")):
        code = words.stem
        files = {"words": f"texts/{code}.json", "catalogue": f"texts/{code}.txt"}
        for name in files.values():
            shutil.copy(prepared / name, folder / name)
        found[code] = files
    return found


def bundle(source: Path, out: Path, **defines: object) -> None:
    """Bundle a script or a style sheet with all of its imports.

    Parameters
    ----------
    source : Path
    out : Path
        File to write.
    **defines : object
        Values that replace the names in the script, as JSON.
    """
    run("node", ROOT / "frontend/build_page.mjs", source, out, json.dumps(defines))


def bundle_service_worker(
    out: Path, sources: Path = SOURCES, *, title: str = TITLE, language: str = ""
) -> None:
    """Bundle the service worker, which contains a page for visits without a network."""
    script = out.with_name("no_network.js")
    bundle_with_texts(sources / "no_network.ts", script, TITLE=title, LANGUAGE=language)
    bundle(sources / "service_worker.ts", out, NO_NETWORK=script.read_text("utf-8").rstrip())
    script.unlink()


def bundle_with_texts(source: Path, out: Path, **defines: object) -> None:
    """Bundle a script together with the translations of its texts, as ``TEXTS``."""
    bundle(source, out, TEXTS={}, **defines)
    script = re.sub(
        r"\\(?:x(..)|u(....))",
        lambda sign: chr(int(sign[1] or sign[2], 16)),
        out.read_text("utf-8"),
    )
    texts = {
        code: {
            message: text
            for message, text in front_end_texts(code).items()
            if json.dumps(message, ensure_ascii=False) in script
        }
        for code in languages()
        if code != ENGLISH
    }
    bundle(source, out, TEXTS=texts, **defines)


def translate_noscript(document: str, language: str) -> str:
    """Translate the text for browsers without JavaScript into one or all languages."""

    def translate(match: re.Match[str]) -> str:
        said = []
        for code in [language] if language else languages():
            with in_language(code):
                said.append(f'<p lang="{code}" dir="auto">{html.escape(_(match[1]))}</p>')
        return f"<noscript>{''.join(said)}</noscript>"

    return re.sub(r"<noscript><p>(.*)</p></noscript>", translate, document)


def finish_index(document: str, folder: Path, guard: str, state: str) -> str:
    """Add inline parts and the hashes of all loaded files to the page's HTML document.

    Parameters
    ----------
    document : str
    folder : Path
        The site's folder, which contains all files that the document loads.
    guard : str
        Script that runs before everything else.
    state : str
        View of a new session as JSON text.
    """
    text = address_parts(document, folder)
    hashes = {address(folder, name): integrity(folder / name) for name in IMPORTED}
    modules = json.dumps({"integrity": hashes})
    data = state.replace("<", "\\u003c")
    text = fill_in(text, "<script></script>", f"<script>{guard}</script>")
    text = fill_in(text, '"importmap">{}', f'"importmap">{modules}')
    text = fill_in(text, '"application/json">{}', f'"application/json">{data}')
    # The content security policy allows inline scripts by their hashes.
    allowed = " ".join(f"'{hash_of(script.encode())}'" for script in (guard, modules))
    return fill_in(text, "'wasm-unsafe-eval'", f"'wasm-unsafe-eval' {allowed}")


def address_parts(document: str, folder: Path) -> str:
    """Add the hashes of all loaded files to a document."""
    text = re.sub(
        r'"\./([\w./-]+)" integrity=""',
        lambda match: f'{match[0][:-1]}{integrity(folder / match[1])}"',
        document,
    )
    return address_names(text, folder)


def fill_in(text: str, blank: str, filled: str) -> str:
    """Replace a text that occurs exactly once in the page's document."""
    if text.count(blank) != 1:
        sys.exit(f"index.html must contain this text exactly once: {blank}")
    return text.replace(blank, filled)


def address_names(text: str, folder: Path) -> str:
    """Add the file's hash to every quoted "./name" that refers to a file on the site."""

    def addressed(match: re.Match[str]) -> str:
        return f'"{address(folder, match[1])}"'

    return re.sub(r'"\./([\w./-]+)"', addressed, text)


def list_files(folder: Path, on_demand: Iterable[str]) -> dict[str, object]:
    """List the files that a browser stores for this version, for the service worker."""

    def hashes(names: Iterable[str]) -> dict[str, str]:
        return {
            address(folder, name).removeprefix("./"): integrity(folder / name) for name in names
        }

    # A visitor's browser requests the folder, without the name of the page.
    page = address(folder, "index.html").replace("index.html", "")
    files = {page: integrity(folder / "index.html")}
    files |= hashes(name for name in KEPT if name != "index.html")
    return {"page": page, "files": files, "onDemand": hashes(on_demand)}


def built_file(folder: Path, name: str) -> dict[str, str]:
    """Return a file's address and hash in the form that the page's scripts use."""
    return {"address": address(folder, name), "integrity": integrity(folder / name)}


def address(folder: Path, name: str) -> str:
    """Return a file's address relative to the site, with its hash as the query."""
    return f"./{name}?v={sha256(folder / name)[:16]}"


def integrity(path: Path) -> str:
    """Return a file's hash in the format of an ``integrity`` attribute."""
    return hash_of(path.read_bytes())


def hash_of(data: bytes) -> str:
    """Return the hash of data in the format of ``integrity`` attributes and policies."""
    return "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()
