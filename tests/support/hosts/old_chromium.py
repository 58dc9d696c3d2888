"""Old versions of Chromium, from packages of npm that contain the browser.

``python -m tests.support.hosts.old_chromium`` fetches them and prints their paths.
"""

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.scenes.scripts import ROOT

# Versions of the npm package, by the version of Chromium: the last before nesting in style
# sheets, and the last with a package before `light-dark()`.
PACKAGES = {110: "@sparticuz/chromium@110.0.0", 119: "@sparticuz/chromium@119.0.2"}

# Python 3.11 has no Brotli.
UNPACK = """
const { brotliDecompressSync } = require("node:zlib");
const { readFileSync, writeFileSync } = require("node:fs");
const [packed, program] = process.argv.slice(1);
writeFileSync(program, brotliDecompressSync(readFileSync(packed)), { mode: 0o755 });
"""


def program_of(version: int) -> Path:
    """Return the path where the browser of a version is, or will be."""
    return ROOT / f"build/chromium/{version}/chromium"


def fetch(version: int) -> None:
    """Fetch the browser of a version with npm."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        sys.exit("the tests need Node.js with npm")
    program = program_of(version)
    program.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as fetched:
        pack = [npm, "pack", PACKAGES[version], "--silent", "--pack-destination", fetched]
        subprocess.run(pack, check=True, stdout=subprocess.DEVNULL)
        (archive,) = Path(fetched).glob("*.tgz")
        with tarfile.open(archive) as opened:
            opened.extract("package/bin/chromium.br", fetched, filter="data")
        packed = Path(fetched) / "package/bin/chromium.br"
        subprocess.run([node, "--eval", UNPACK, packed, program], check=True)


if __name__ == "__main__":
    for wanted in PACKAGES:
        if not program_of(wanted).is_file():
            fetch(wanted)
        sys.stdout.write(f"{program_of(wanted)}\n")
