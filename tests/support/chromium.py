"""Find the Chromium that drives the browser tests, or have apt-get install it.

``python tests/support/chromium.py`` does so and prints its path. Playwright's
own download is not used: a browser of the system needs no other host than the
one the system's packages come from.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome")
"""Commands that start a browser that will do."""

FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",  # a container's root has none
]
"""What a browser for tests is started with: it talks to nobody by itself."""


def find() -> str | None:
    """Path of the browser: the environment's CHROMIUM, else the first on PATH."""
    given = os.environ.get("CHROMIUM")
    if given:
        return shutil.which(given) or sys.exit(f"CHROMIUM={given} is no program")
    return next(filter(None, map(shutil.which, NAMES)), None)


def install() -> None:
    """Install Debian's chromium, with a font to draw with."""
    apt = shutil.which("apt-get")
    if apt is None:
        sys.exit(f"the tests need one of {', '.join(NAMES)} on PATH, or its path in CHROMIUM")
    command = [apt]
    if os.geteuid() != 0:
        sudo = shutil.which("sudo")
        if sudo is None:
            sys.exit("the tests need a browser: as root, apt-get install chromium")
        command = [sudo, apt]
    subprocess.run([*command, "update"], check=True)
    subprocess.run(
        [*command, "install", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu"],
        check=True,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    )


if __name__ == "__main__":
    if find() is None:
        install()
    sys.stdout.write(f"{find() or sys.exit('apt-get left no chromium on PATH')}\n")
