"""Small sites with the service worker of the real one, in as many versions as a test wants."""

import base64
import hashlib
import json
import os
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page

from tests.support.hosts.file_server import Site
from tests.support.hosts.jupyter import until
from tests.support.scenes.scripts import load_script

DOCUMENT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{version}</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="{style}">
<script type="module">
import "./{script}";
globalThis.late = () => import("./{late}").then(({{ version }}) => version);
navigator.serviceWorker.register("./sw.js");
</script>
<body>{version}</body>"""

IS_KEPT = (
    """async (page) => (await (await caches.match("files.json"))?.json())?.page === page"""
)


@cache
def service_worker() -> bytes:
    """Return the service worker as a build of the site makes it."""
    with TemporaryDirectory() as folder:
        made = Path(folder) / "sw.js"
        page = load_script("site/page.py")
        page.bundle_service_worker(made)
        return made.read_bytes()


def write_version(folder: Path, version: int, *, changes_worker: bool = False) -> Path:
    """Write a version of the small site into a folder, which is made; return the folder.

    Parameters
    ----------
    folder : Path
    version : int
        Number that each file of this version holds.
    changes_worker : bool, default False
        Whether the text of the service worker is another one than before, too.
    """
    folder.mkdir()
    files: dict[str, str] = {}

    def write(name: str, data: bytes) -> None:
        (folder / name).write_bytes(data)
        # A server tells versions apart by the second in which they were written.
        written = 1_000_000_000 + version
        os.utime(folder / name, (written, written))

    def add(name: str, text: str, at: str = "") -> str:
        data = text.encode()
        write(name, data)
        digest = hashlib.sha256(data)
        address = f"{at or name}?v={digest.hexdigest()[:16]}"
        files[address] = f"sha256-{base64.b64encode(digest.digest()).decode()}"
        return address

    style = add("style.css", f":root {{ --version: {version} }}")
    script = add("script.js", f"globalThis.version = {version};")
    late = add("late.js", f"export const version = {version};")
    document = DOCUMENT.format(version=version, style=style, script=script, late=late)
    page = add("index.html", document, "./")
    listed = {"page": page, "files": files, "onDemand": {}}
    write("files.json", json.dumps(listed).encode())
    more = f"\n// Of version {version}.\n" if changes_worker else ""
    write("sw.js", service_worker() + more.encode())
    return folder


def hashes_of(text: str) -> tuple[str, str]:
    """Return a file's hash as in its address, and as in attributes."""
    digest = hashlib.sha256(text.encode())
    return digest.hexdigest()[:16], base64.b64encode(digest.digest()).decode()


def write_other_build(folder: Path, built: Path) -> Path:
    """Copy the built page with one colour changed, `OTHER`; return the folder of the copy."""
    made = folder / "site"
    shutil.copytree(built, made, ignore=shutil.ignore_patterns("docs", "licenses", "lite"))
    (made / "lite").symlink_to(built / "lite")
    changes = [("#fbf7f0", "#fafafa")]
    # A file with a change has another hash in those after it.
    for name in ("page.css", "index.html", "files.json"):
        before = (made / name).read_text("utf-8")
        after = before
        for old, new in changes:
            after = after.replace(old, new)
        (made / name).write_text(after, "utf-8")
        changes += zip(hashes_of(before), hashes_of(after), strict=True)
    return made


COLOUR = "getComputedStyle(document.body).backgroundColor"
# Value of `COLOUR` in the built site.
OWN = "rgb(251, 247, 240)"
# Its value in the other build.
OTHER = "rgb(250, 250, 250)"


def versions_of(page: Page) -> set[int]:
    """Return the version of each part of a page of the small site."""
    parts = page.evaluate(
        """() => [document.title, document.body.textContent, globalThis.version,
        getComputedStyle(document.documentElement).getPropertyValue("--version")]"""
    )
    return {int(part) for part in parts}


def wait_until_kept(page: Page, site: Site) -> None:
    """Wait until a browser keeps the version that a site has now, and answers from it."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    listed: dict[str, Any] = json.loads((site.folder / "files.json").read_text())
    until(lambda: page.evaluate(IS_KEPT, listed["page"]), "the version is kept")


def visit(page: Page, site: Site, way: str) -> Page:
    """Visit a site once more, in one of three ways; return the page that is open then.

    A visit that is lost is never answered, and fails.
    """
    if way == "reload":
        page.reload()
        return page
    if way == "another tab":
        fresh = page.context.new_page()
        page.close()
    else:
        page.goto("about:blank")
        fresh = page
    fresh.goto(site.url)
    return fresh


# How people come back to a site.
WAYS = ("reload", "another tab", "from elsewhere")
