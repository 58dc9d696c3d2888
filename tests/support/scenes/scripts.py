"""Commands, and scripts of the project outside the package, for tests to run."""

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
    """Run a command to its end; return how it ended."""
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
    """Run a command, which must succeed; return what it prints."""
    done = start(*command, cwd=cwd, given=given, **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def load_script(path: str) -> ModuleType:
    """Import the script at `path`, given from the root of the project."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # A script finds those beside it, as it does when Python runs it.
    sys.path.insert(0, str((ROOT / path).parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.pop(0)
    return module
