"""A clone of the project for site builds that must not change the real build."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

SOURCES = ("docs", "frontend", "site", "tictactoe_widget", "notebooks", "repl")


def make_clone(builder: ModuleType, clone: Path, kept: Sequence[str]) -> Path:
    """Clone the site's sources, with some results from earlier builds.

    Parameters
    ----------
    builder : module
        The script that builds the site.
    clone : Path
        Folder to make.
    kept : sequence of str
        Names in build/site to copy, so that the build needs no network.
    """
    clone.mkdir()
    for path in builder.ROOT.iterdir():
        if path.is_file() and path.name != ".git":
            shutil.copy(path, clone)
    (clone / ".git").symlink_to(builder.ROOT / ".git")
    (clone / "node_modules").symlink_to(builder.ROOT / "node_modules")
    for name in SOURCES:
        shutil.copytree(builder.ROOT / name, clone / name)
    work = clone / "build/site"
    work.mkdir(parents=True)
    for name in kept:
        source = builder.WORK / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, work / name)
    return clone
