"""Helpers that all parts of the build share: folders, hashes and running programs."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The project's root folder."""
SOURCES = ROOT / "site"
"""Folder with the scripts that build the site and those that run in Pyodide."""
WORK = ROOT / "build" / "site"
"""Folder for downloads and intermediate results."""
SITE = ROOT / "dist" / "site"
"""Folder for the finished site."""
MADE = {"__pycache__", ".ipynb_checkpoints", "static"}
"""Names of folders that contain generated files."""
TITLE = "Tic-tac-toe"
"""Default title of the site."""
PYODIDE_IN_SITE = "lite/static/pyodide"
"""Folder that contains Pyodide, relative to the site."""


def sha256(path: Path) -> str:
    """Return the SHA-256 hash of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fresh_folder(path: Path) -> None:
    """Create an empty folder. If the folder exists, delete it first."""
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)


def relative(path: Path) -> Path:
    """Return a path relative to the project's root folder."""
    return path.relative_to(ROOT)


def run(*command: str | Path) -> None:
    """Run a program in the project's root folder. If it fails, print its output and exit."""
    done = subprocess.run(
        list(map(str, command)), cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        # Node quotes the line with the error, which can be a megabyte long.
        lines = [line[:300] for line in (done.stdout + done.stderr).splitlines()]
        sys.exit(
            "\n".join([*lines[-40:], f"{Path(command[0]).name} failed ({done.returncode})"])
        )


def say(text: str) -> None:
    """Print a line of text."""
    sys.stdout.write(f"{text}\n")
