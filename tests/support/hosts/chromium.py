"""Find the Chromium that runs the browser tests.

``python -m tests.support.hosts.chromium`` prints its path. If the browser or a font is missing,
apt-get installs it. Playwright's own download is not used.
"""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.hosts import debian
from tests.support.patience import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Commands that start a browser that will do.
#
# The first has the same pages and no window around them, which takes a third off the time
# of the tests that use it.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

# Fonts with which tests measure words. Other fonts are wider or narrower.
FONTS = ("dejavu", "liberation")
FONT_FOLDER = Path("/usr/share/fonts/truetype")

# Name of this machine for which browsers have neither service workers nor hashes.
PLAIN_HOST = "plain.test"

# Options of a test browser, which connects to nobody by itself.
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    f"--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1",
    # Pages live for seconds: their Python isn't worth compiling twice.
    "--js-flags=--liftoff-only",
    "--no-first-run",
    "--no-sandbox",  # a container's root has none
]


def find() -> str | None:
    """Path of the browser: the environment's CHROMIUM, else the first on PATH."""
    return debian.find("CHROMIUM", NAMES)


@contextmanager
def launched(*flags: str, path: str | None = None) -> Iterator["Browser"]:
    """Run a browser, whose pages are waited for as long as everything is in the tests.

    Parameters
    ----------
    *flags
        Further options of the browser.
    path : str, optional
        Path of the browser. By default, `find` finds it.
    """
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415 - few need it

    path = path or find()
    assert path, "no browser: `make test` installs one, or name it in CHROMIUM"
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])
        yield browser
        browser.close()


if __name__ == "__main__":
    missing = [] if find() else ["chromium-headless-shell"]
    if shutil.which("apt-get"):
        missing += [f"fonts-{name}" for name in FONTS if not (FONT_FOLDER / name).is_dir()]
    if missing:
        debian.install(*missing)
    sys.stdout.write(f"{find() or sys.exit('apt-get left no browser on PATH')}\n")
