"""Functions that run commands and import the project's scripts."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent.parent.parent


def start(
    *command: str | Path, cwd: Path = ROOT, given: str | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a command and return the finished process."""
    return subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **variables},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def run(
    *command: str | Path, cwd: Path = ROOT, given: str | None = None, **variables: str
) -> str:
    """Run a command that must succeed, and return its output."""
    done = start(*command, cwd=cwd, given=given, **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def load_script(path: str) -> ModuleType:
    """Import the script at `path`, relative to the project's root."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # The script can import files in its folder, as if Python ran it.
    sys.path.insert(0, str((ROOT / path).parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.pop(0)
    return module
