"""The build script for the static site: its output and its error messages."""

import gzip
import hashlib
import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

import tictactoe_widget
from tests.support.scenes.clones import make_clone
from tests.support.scenes.scripts import load_script, run

fetching = load_script("site/fetch.py")
page = load_script("site/page.py")

STAMPED = re.compile(r'"\./([\w./-]+)\?v=(\w+)"')


def test_missing_tool_reported(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match=r"needs Node\.js 20 or newer with npm: pip install"):
        fetching.check_tools()


def test_old_node_counts_as_missing(monkeypatch, tmp_path):
    for name, says in (("node", "v18.20.0"), ("npm", "10.0.0")):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\necho {says}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(SystemExit, match=r"needs Node\.js 20"):
        fetching.check_tools()


def test_missing_package_reported(monkeypatch):
    monkeypatch.setattr(fetching.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(SystemExit, match=r"pip install --editable \. --group site"):
        fetching.check_tools()


@pytest.mark.usefixtures("built_site")
def test_pyodide_from_cached_archive(monkeypatch, tmp_path):
    kept = fetching.fetch_pyodide()

    def refuse(*command):
        raise AssertionError(f"ran {command}")

    monkeypatch.setattr(fetching, "run", refuse)
    monkeypatch.setattr(fetching, "WORK", tmp_path)
    archive = tmp_path / "npm" / kept.name
    archive.parent.mkdir()
    shutil.copy(kept, archive)
    assert fetching.fetch_pyodide() == archive

    damaged = bytearray(archive.read_bytes())
    damaged[1000] ^= 1
    archive.write_bytes(damaged)
    with pytest.raises(SystemExit, match="has the wrong hash"):
        fetching.fetch_pyodide()
    assert not archive.exists()


def test_notebooks_keep_modification_time(site_builder, tmp_path):
    contents = site_builder.Contents(tmp_path)
    notebook = tmp_path / "play.ipynb"
    notebook.write_text("{}")
    os.utime(notebook, (1_000_000_000, 1_000_000_000))
    listing = tmp_path / "all.json"

    def times():
        entry = {"path": "play.ipynb", "created": "now", "last_modified": "now"}
        listing.write_text(json.dumps({**entry, "content": [entry]}))
        site_builder.settle_listing(listing, contents)
        settled = json.loads(listing.read_text())
        return {
            part[key]
            for part in (settled, *settled["content"])
            for key in ("created", "last_modified")
        }

    assert times() == {"2001-09-09T01:46:40.000000Z"}
    git = shutil.which("git")
    assert git
    named = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    for command in (("init",), ("add", "play.ipynb"), (*named, "commit", "-m", "Begin")):
        run(git, *command, cwd=tmp_path, GIT_COMMITTER_DATE="2024-02-29T12:30:00Z")
    assert times() == {"2024-02-29T12:30:00.000000Z"}


def test_no_machine_path_in_site(built_site, site_builder):
    here = {str(site_builder.ROOT), sys.prefix, str(Path.home() / ".")}
    here = {path.encode() for path in here if len(path) > len("/root")}
    for path in built_site.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            if path.name == "snapshot.bin":
                data = gzip.decompress(data)
            assert not [found for found in here if found in data], path


def test_page_requests_files_with_hash(built_site, site_builder):
    seen = set()
    for name in ("index.html", "page.js", "worker.js", "manifest.json"):
        for target, version in STAMPED.findall((built_site / name).read_text()):
            assert site_builder.sha256(built_site / target).startswith(version)
            seen.add(target)
    assert {*page.KEPT, *page.KEPT_ON_DEMAND} - seen == {"index.html"}


def test_no_rare_file_types(built_site):
    rare = {".mjs", ".webmanifest"}
    assert [path for path in built_site.rglob("*") if path.suffix in rare] == []


@pytest.mark.long
@pytest.mark.usefixtures("built_site")
def test_jupyterlite_check_passes():
    run(Path(sys.executable).with_name("jupyter-lite"), "check")


def test_repl_can_be_left_out(built_site, site_builder, tmp_path):
    lite = tmp_path / "lite"
    command = site_builder.lite_command("init", with_repl=False)
    run(*command, "--output-dir", lite, cwd=tmp_path)
    assert (lite / "lab/index.html").is_file()
    assert not (lite / "repl").exists()
    assert not (lite / "build/repl").exists()
    # If a later JupyterLite adds an app, someone must decide whether to keep it.
    apps = json.loads((lite / "package.json").read_text())["jupyterlite"]["apps"]
    assert sorted(apps) == sorted([*site_builder.APPS, "repl"])
    pages = [path for path in built_site.rglob("*.html") if path.parent.name != "repl"]
    places = [*pages, *lite.rglob("*.html"), *(built_site / "lite/files").rglob("*.ipynb")]
    link = re.compile(r'(?:href|src)="([^"]+)"|\]\(([^)]+)\)')
    found = {
        one or other: path
        for path in places
        for one, other in link.findall(path.read_text("utf-8"))
    }
    assert len(found) > 100
    assert [where for where in found.items() if "repl/" in where[0]] == []


@pytest.fixture
def builds(site_builder, monkeypatch, tmp_path):
    """Return the options of each build. Only the stamp step runs."""
    built = []
    monkeypatch.setattr(site_builder, "WORK", tmp_path)
    monkeypatch.setattr(site_builder, "SITE", tmp_path / "site")
    monkeypatch.setattr(site_builder, "relative", str)
    monkeypatch.setattr(site_builder, "inputs_digest", lambda: "inputs")
    monkeypatch.setattr(site_builder, "prepare", lambda: tmp_path)
    monkeypatch.setattr(site_builder, "build_manual", lambda _folder, **_options: None)
    monkeypatch.setattr(site_builder, "write_licenses", lambda _folder: None)
    monkeypatch.setattr(site_builder, "list_concerns", lambda _folder, _lock: [])

    def build_lite(**options):
        built.append(options)

    def build_page(_prepared, _folder, *, title, **_options):
        assert title == built[-1]["title"]
        site_builder.SITE.mkdir()
        (site_builder.SITE / "index.html").touch()

    monkeypatch.setattr(site_builder, "build_lite", build_lite)
    monkeypatch.setattr(site_builder, "build_page", build_page)
    return built


def test_repl_option_triggers_build(site_builder, builds):
    for with_repl in (True, True, False, False, True):
        site_builder.build(with_repl=with_repl)
    assert [options["with_repl"] for options in builds] == [True, False, True]


def test_changed_options_trigger_build(site_builder, builds, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "one.ipynb").write_text("{}")
    mine = site_builder.Contents(folder)
    choices = [
        {},
        {"contents": mine},
        {"contents": site_builder.Contents(folder, with_demos=True)},
        {"title": "Games"},
        {"language": "de"},
    ]
    for options in choices:
        before = len(builds)
        for _ in range(2):
            site_builder.build(**options)
        assert len(builds) == before + 1
    site_builder.build(contents=mine)
    (folder / "bots.py").write_text("corner = 0")
    for _ in range(2):
        site_builder.build(contents=mine)
    assert len(builds) == len(choices) + 2


def hashes(folder):
    """Return the hash of each file in a folder, by name."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.long
def test_builds_are_reproducible(built_site, site_builder, tmp_path):
    """The clone contains only downloaded files, so the build needs no network."""
    clone = make_clone(site_builder, tmp_path / "clone", ("npm", "fetched"))
    lite = Path(sys.executable).with_name("jupyter-lite")
    run(lite, "build", cwd=clone)
    made = clone / "dist/site/lite"
    assert (made / "lab/index.html").is_file()
    assert (made / "files/minimax.ipynb").is_file()
    assert list(made.glob("static/pyodide-lock/tictactoe_widget-*.whl"))
    run(sys.executable, "site/build.py", cwd=clone)
    first, second = hashes(built_site), hashes(clone / "dist/site")
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


def test_wheels_contain_sources(built_site):
    wheels = sorted((built_site / "lite/static/pyodide-lock").glob("*.whl"))
    ours = next(wheel for wheel in wheels if wheel.name.startswith("tictactoe_widget"))
    names = run(sys.executable, "-m", "zipfile", "--list", ours)
    assert "tictactoe_widget/session/board.py" in names
    assert "tictactoe_widget/session/__pycache__/board.cpython-314.pyc" in names
    assert len(wheels) > 20


def test_page_has_board_front_end(built_site):
    static = Path(tictactoe_widget.__file__).parent / "static"
    for kind in ("js", "css"):
        brought = (static / f"board.{kind}").read_bytes()
        assert (built_site / f"widget.{kind}").read_bytes() == brought


UNOFFICIAL = """
import * as all from "UNOFFICIAL";
const real = JSON.parse(process.argv[1]);
const { info } = real;
const lock = (changes) => all.findChangesOfLock({ info: { ...info, ...changes } });
const changed = { FS: { analyzePath: () => ({ exists: false }) } };
const broken = { loadPyodide: () => Promise.reject(new Error("no such option")) };
const host = { pyimport: () => host };
let turn = 0;
const twoFaced = { loadPyodide: () => Promise.resolve(host) };
const starts = (module) => all.findChangesOfBothStarts(module, {}, null, {}, () => `${turn++}`);
const found = [
  lock({}),
  lock({ python: "3.15.0" }),
  lock({ wheels: 1 }),
  all.findChangesOfLock({}),
  all.findChangesOfStart(changed),
  await starts(broken),
  await starts(twoFaced),
];
let refused = "";
try { all.refuse("9.9", ["One.", "Two."]); } catch (error) { refused = error.message; }
console.log(JSON.stringify([...found, refused]));
"""


def test_pyodide_changes_explained(tmp_path):
    info = {"abi_version": "a", "arch": "b", "platform": "c", "python": "3.14.2", "version": ""}
    bundled = tmp_path / "unofficial.mjs"
    page.bundle(page.SOURCES / "unofficial.ts", bundled)
    script = UNOFFICIAL.replace("UNOFFICIAL", bundled.as_uri())
    words = ("--input-type=module", "--eval", script, "--", json.dumps({"info": info}))
    said = run(shutil.which("node"), *words)
    keys = "abi_version, arch, platform, python, version"
    assert json.loads(said) == [
        [],
        ["Python is 3.15.0; names in frontend/page/unofficial.ts are those of 3.14."],
        [f"The part `info` of the lock file has the keys {keys}, wheels; it had {keys}."],
        ["The lock file no longer has the part `info`."],
        [
            "The standard library is no longer at /lib/python314.zip.",
            "Python has no makeMemorySnapshot, so it cannot make a snapshot.",
            "The file system has no createLazyFile, so it cannot fetch the library later.",
        ],
        [
            f"The start from {way} fails: Error: no such option"
            for way in ("a memory snapshot", "files (without a snapshot)")
        ],
        ["Started from a snapshot the page answers 0; from files, 1"],
        "Pyodide 9.9 is not as frontend/page/unofficial.ts has it:\n- One.\n- Two.",
    ]
