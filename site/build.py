"""Build the static site into dist/site: ``python site/build.py``.

The build keeps downloads in build/site, and keeps intermediate results until a source changes.
"""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from answers import write_answers, write_words
from contents import DEMOS, OURS, Contents, choose_contents, list_concerns, stage
from fetch import (
    build_wheel,
    check_tools,
    fetch_pyodide,
    fetch_wheels,
    suit_servers,
    unpack_pyodide,
)
from licenses import write_licenses
from page import SOURCES as PAGE_SOURCES
from page import build_page, bundle, bundle_with_texts
from policies import LITE as LITE_POLICY
from policies import MANUAL as MANUAL_POLICY
from policies import add_to_head, set_policies
from shared import (
    MADE,
    ROOT,
    SITE,
    SOURCES,
    TITLE,
    WORK,
    fresh_folder,
    relative,
    run,
    say,
    sha256,
)

from tictactoe_widget.texts import ENGLISH, languages, pack_catalogue

LITE = SITE / "lite"
"""The site's folder for JupyterLite."""

LOCK = "lite/static/pyodide-lock/pyodide-lock.json"
"""The site's file that lists the packages available to notebooks."""

SERVE = {"cleanUrls": ["!**/*.html"]}
"""Settings for ``npx serve``, which by default redirects ``index.html?path=play.ipynb`` to an
address without the query. JupyterLite needs the query to open the notebook."""

NOTHING = "(?!)"
"""Pattern that matches no name."""

APPS = ("consoles", "edit", "lab", "notebooks", "tree")
"""JupyterLite apps that run code only when the user starts it. The REPL app also runs code from
its own web address."""


def main() -> None:
    """Run the build with the options from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--prepare",
        action="store_true",
        help="only build the files in build/site that `jupyter lite build` uses",
    )
    parser.add_argument("--docs", action="store_true", help="only build the manual")
    parser.add_argument(
        "--without-repl",
        action="store_true",
        help="leave out JupyterLite's REPL, which runs code from its address",
    )
    parser.add_argument(
        "--notebooks",
        metavar="FOLDER",
        help="folder of notebooks and their files that replace this project's",
    )
    parser.add_argument("--with-demos", action="store_true", help="add our notebooks to yours")
    parser.add_argument("--title", default=TITLE, help="title of the site (%(default)s)")
    parser.add_argument(
        "--language",
        choices=languages(),
        default="",
        help="language of the page, unless a visitor chooses another one "
        "(by default, the language of the visitor's browser)",
    )
    arguments = parser.parse_args()
    contents = choose_contents(arguments.notebooks, with_demos=arguments.with_demos)
    title = arguments.title.strip() or TITLE
    if arguments.prepare:
        prepare()
    elif arguments.docs:
        check_tools()
        build_manual(SITE / "docs")
    else:
        build(
            with_repl=not arguments.without_repl,
            contents=contents,
            title=title,
            language=arguments.language,
        )


def build(
    *,
    with_repl: bool = True,
    contents: Contents = OURS,
    title: str = TITLE,
    language: str = "",
) -> Path:
    """Build the site, unless it is up to date, and return its folder.

    Parameters
    ----------
    with_repl : bool, default True
        True to include JupyterLite's REPL.
    contents : Contents
        Files that JupyterLite shows in its file browser.
    title : str
        Title of the built site.
    language : str
        Code of the page's language, or an empty text to use the language of the browser.
    """
    stamp = WORK / "built"
    options = f"REPL: {with_repl}\ntitle: {title}\nlanguage: {language}\n{contents.digest()}"
    wanted = f"{inputs_digest()} {hashlib.sha256(options.encode()).hexdigest()}"
    if (SITE / "index.html").is_file() and stamp.is_file() and stamp.read_text() == wanted:
        say(f"{relative(SITE)} is up to date")
        return SITE
    stamp.unlink(missing_ok=True)
    shutil.rmtree(SITE, ignore_errors=True)
    prepared = prepare()
    build_lite(with_repl=with_repl, contents=contents, title=title, language=language)
    build_page(prepared, SITE, title=title, language=language)
    build_manual(SITE / "docs", has_demos=DEMOS in contents.folders())
    write_licenses(SITE)
    (SITE / "serve.json").write_text(json.dumps(SERVE))
    stamp.write_text(wanted)
    say(f"{relative(SITE)} is built")
    if contents.folder is not None:
        lock = SITE / LOCK
        for concern in list_concerns(contents.folder, lock):
            say(f"Note: {concern}")
    return SITE


def prepare() -> Path:
    """Build the parts for JupyterLite and the page in build/site, unless they are current.

    Returns
    -------
    Path
        Folder with the part for the page.
    """
    compiled = WORK / "compiled"
    stamp = WORK / "prepared"
    wanted = inputs_digest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return compiled
    stamp.unlink(missing_ok=True)
    check_tools()
    archive = fetch_pyodide()
    wheel = build_wheel()
    fresh_folder(compiled)
    # JupyterLite looks for Pyodide in a copy of the folder that its configuration names.
    unpacked = unpack_pyodide(archive, WORK / "pyodide" / "pyodide")
    suit_servers(unpacked)
    others = fetch_wheels(wheel)
    script = WORK / "prepare.mjs"
    bundle(SOURCES / "prepare.ts", script)
    run("node", script, SOURCES, unpacked, wheel, compiled, *others)
    write_answers(compiled / "answers.bin")
    (compiled / "texts").mkdir(exist_ok=True)
    for language in set(languages()) - {ENGLISH}:
        write_words(compiled / f"texts/{language}.json", language)
        (compiled / f"texts/{language}.txt").write_text(pack_catalogue(language), "utf-8")
    shutil.copy(compiled / "python_stdlib.zip", unpacked)
    stamp.write_text(wanted)
    return compiled


def inputs_digest() -> str:
    """Return a hash of everything that goes into the site."""
    names = ("site", "frontend", "tictactoe_widget", "notebooks", "docs")
    files = [path for name in names for path in (ROOT / name).rglob("*") if path.is_file()]
    files += [
        ROOT / name
        for name in (
            "CHANGELOG.md",
            "LICENSE",
            "constraints.txt",
            "jupyter-lite.json",
            "jupyter_lite_config.json",
            "package.json",
            "pyproject.toml",
            "repl/jupyter-lite.json",
        )
    ]
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(files):
        if MADE.isdisjoint(path.parts):
            digest.update(f"{relative(path)} {sha256(path)}\n".encode())
    return digest.hexdigest()


def build_lite(*, with_repl: bool, contents: Contents, title: str, language: str) -> None:
    """Run JupyterLite's own build, with the configuration in the project's root folder."""
    shutil.rmtree(WORK / "lite", ignore_errors=True)
    (ROOT / ".jupyterlite.doit.db").unlink(missing_ok=True)
    chosen = []
    if contents != OURS:
        # The teacher chose the contents, so don't let JupyterLite leave out folders such as lib
        # and build.
        chosen = [f"--contents={stage(contents)}", f"--ignore-contents={NOTHING}"]
    run(*lite_command("build", with_repl=with_repl), *chosen)
    for listing in (LITE / "api/contents").rglob("all.json"):
        settle_listing(listing, contents)
    name_lite(LITE / "jupyter-lite.json", title)
    rename_manifest(LITE)
    guard_pages(LITE, language)
    set_policies(LITE, LITE_POLICY)


def lite_command(task: str, *, with_repl: bool) -> list[str | Path]:
    """Return the command that runs a JupyterLite task, with or without the REPL."""
    apps = [] if with_repl else [f"--apps={app}" for app in APPS]
    return [Path(sys.executable).with_name("jupyter-lite"), task, *apps]


def name_lite(path: Path, title: str) -> None:
    """Write the site's title into JupyterLite's configuration if it isn't there yet."""
    config = json.loads(path.read_text("utf-8"))
    if config["jupyter-config-data"]["appName"] != title:
        config["jupyter-config-data"]["appName"] = title
        path.write_text(json.dumps(config, indent=2, sort_keys=True), "utf-8")


def rename_manifest(folder: Path) -> None:
    """Rename JupyterLite's manifest, so that every server knows the manifest's type.

    Some browsers ignore a manifest whose type isn't JSON.
    """
    manifest = folder / "manifest.webmanifest"
    manifest.rename(manifest.with_suffix(".json"))
    for path in folder.rglob("*.html"):
        text = path.read_text("utf-8")
        path.write_text(text.replace(manifest.name, "manifest.json"), "utf-8")


def guard_pages(folder: Path, language: str) -> None:
    """Add a script to each JupyterLite page.

    If the page can't work, the script explains why, in the site's or the browser's language.
    """
    script = WORK / "guard_lite.js"
    bundle_with_texts(PAGE_SOURCES / "guard_lite.ts", script, LANGUAGE=language)
    element = f"<script>{script.read_text('utf-8').rstrip()}</script>"
    for path in folder.rglob("*.html"):
        text = path.read_text("utf-8")
        path.write_text(add_to_head(text, element), "utf-8")


def settle_listing(path: Path, contents: Contents = OURS) -> None:
    """Sort a file listing and set its file times, so that every clone makes the same listing.

    JupyterLite lists files in file system order, with the times that the file system reports.
    """
    listing = json.loads(path.read_text("utf-8"))
    entries = listing["content"]
    entries.sort(key=lambda entry: entry["path"])
    for entry in entries:
        changed = time_of_change(contents.find(entry["path"]))
        entry["created"] = entry["last_modified"] = changed.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    newest = max(entry["last_modified"] for entry in entries)
    listing["created"] = listing["last_modified"] = newest
    path.write_text(json.dumps(listing, indent=2, sort_keys=True), "utf-8")


def time_of_change(path: Path) -> datetime:
    """Return the time of a file's last commit or, outside git, of its last change."""
    seconds = ""
    if git := shutil.which("git"):
        log = (git, "log", "-1", "--format=%ct", "--", path)
        seconds = subprocess.run(
            log, cwd=path.parent, capture_output=True, text=True, check=False
        ).stdout
    return datetime.fromtimestamp(int(seconds or path.stat().st_mtime), UTC)


def build_manual(folder: Path, *, has_demos: bool = True) -> None:
    """Build the manual with Sphinx. Any broken reference stops the build.

    If the site does not include our notebooks, the manual shows links to them as plain text.
    """
    work = WORK / "docs"
    fresh_folder(work)
    run(
        *(sys.executable, "-m", "sphinx", "--builder", "html", "--quiet", "--nitpicky"),
        *("--fail-on-warning", "--keep-going", "--define", f"has_demos={int(has_demos)}"),
        *("--doctree-dir", work, ROOT / "docs", folder),
    )
    # Without this file, a second build in the same folder writes all pages again.
    (folder / ".buildinfo").unlink()
    set_policies(folder, MANUAL_POLICY)


if __name__ == "__main__":
    main()
