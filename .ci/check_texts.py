"""Look for paths of machines and addresses of downloads in every file that git tracks.

``make lint`` runs it: what is in the repository must hold on every machine, and
pins are plain versions, whichever mirror they were found on.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

FORBIDDEN = {
    # /home/pyodide is the home that Pyodide has in every browser.
    "path of a machine": r"[\s\"'(=:]/(?:home/(?!pyodide)|root/|Users/|work/)\w",
    "registry": r"registry[.]npmjs|files[.]pythonhosted|pypi[.]org/simple|\"resolved\":",
    "download address": r"https?://\S+[.](?:whl|tgz|tar[.]gz|zip)\b",
    "file address": r"file:///\w",
}
"""Regular expressions of what no tracked file may hold, by what each of them finds."""


def find_faults(text: str) -> Iterator[str]:
    """Find what a text may not hold, as ``line: kind: what was found``."""
    for kind, pattern in FORBIDDEN.items():
        for hit in re.finditer(pattern, text):
            line = text.count("\n", 0, hit.start()) + 1
            yield f"{line}: {kind}: {hit.group().strip()}"


def tracked_files() -> list[str]:
    """Return the names of all tracked files, relative to the root of the project."""
    # A container's root may check a clone that belongs to somebody else.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\0") if (ROOT / name).is_file()]


def main() -> None:
    """Check every tracked file; print what is wrong and exit with status 1 if anything is."""
    faults = [
        f"{name}:{fault}"
        for name in tracked_files()
        for fault in find_faults((ROOT / name).read_bytes().decode(errors="replace"))
    ]
    sys.exit("\n".join(faults) or 0)


if __name__ == "__main__":
    main()
