"""Common parts of the build: folders, hashes, starting programs."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""Folder of the project."""
SOURCES = ROOT / "site"
"""Folder of the scripts that build the site, and of those that run in Pyodide."""
WORK = ROOT / "build" / "site"
"""Folder of downloads, and of results between the steps."""
SITE = ROOT / "dist" / "site"
"""Folder of the finished site."""
MADE = {"__pycache__", ".ipynb_checkpoints", "static"}
"""Names of folders with generated files."""
TITLE = "Tic-tac-toe"
"""Default title of the site."""
PYODIDE_IN_SITE = "lite/static/pyodide"
"""Folder of Pyodide, relative to the site."""


def sha256(path: Path) -> str:
    """Return the SHA-256 hash of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fresh_folder(path: Path) -> None:
    """Make an empty folder, and delete an existing one first."""
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)


def relative(path: Path) -> Path:
    """Return a path relative to the root of the project."""
    return path.relative_to(ROOT)


def run(*command: str | Path) -> None:
    """Run a program in the root of the project. If it fails, print its output and exit."""
    done = subprocess.run(
        list(map(str, command)), cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        # Node quotes the line of the error, which may be a megabyte.
        lines = [line[:300] for line in (done.stdout + done.stderr).splitlines()]
        sys.exit(
            "\n".join([*lines[-40:], f"{Path(command[0]).name} failed ({done.returncode})"])
        )


def say(text: str) -> None:
    """Print a line of text."""
    sys.stdout.write(f"{text}\n")
