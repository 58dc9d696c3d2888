"""A plain file server for the built site, one that can also fail on demand."""

import http.server
import threading
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Page, expect

from tests.support.hosts import PATIENCE, Board

FOLDER = "/some/where/"
"""The site must not need the root of a host."""


class BreaksOff(bytes):
    """The beginning of a file, after which the connection ends too early."""


class _Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *args: Any, site: "Site", **options: Any) -> None:
        self.site = site
        super().__init__(*args, directory=str(site.folder), **options)

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if not path.startswith(FOLDER):
            # Browsers ask for the first by themselves, whatever the page says.
            self.send_response(204 if path == "/favicon.ico" else 404)
            self.end_headers()
            return
        self.path = "/" + self.path.removeprefix(FOLDER)
        name = path.removeprefix(FOLDER)
        self.site.requests.append(name)
        assert self.site.gates[name].wait(PATIENCE), f"{name} was never let through"
        fault = self.site.faults.get(name)
        if fault is None:
            super().do_GET()
        elif isinstance(fault, int):
            self.send_error(fault)
        else:
            self.send_response(200)
            more = isinstance(fault, BreaksOff)
            self.send_header("Content-Length", str(len(fault) + more))
            self.end_headers()
            self.wfile.write(fault)

    def send_response(self, code: int, message: str | None = None) -> None:
        self.site.answers.append((self.path, int(code)))
        super().send_response(code, message)

    def log_message(self, *_args: object) -> None:
        pass


def _open_gate() -> threading.Event:
    gate = threading.Event()
    gate.set()
    return gate


class Site:
    """A folder on the web; each one is another origin, so nothing is shared between tests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.requests: list[str] = []
        """Names of the files that were asked for, in order."""
        self.answers: list[tuple[str, int]] = []
        """Path and status of each answer."""
        self.faults: dict[str, int | bytes] = {}
        """What is answered for a file instead: a status, or other bytes."""
        self.gates: defaultdict[str, threading.Event] = defaultdict(_open_gate)
        """A file is sent once its gate is open, as all are at first."""
        handler = partial(_Handler, site=self)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self.url = self.origin + FOLDER

    def stop(self) -> None:
        """Be gone, as a laptop that is closed; a second time does nothing."""
        self._server.shutdown()
        self._server.server_close()

    def move_to(self, folder: Path) -> None:
        """Serve another folder from now on."""
        self.folder = folder

    def forget(self) -> None:
        """Start the list of requests anew."""
        self.requests.clear()
        self.answers.clear()


class BarePage:
    """The bare page as a person has it before them."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site
        self.board = Board(page.locator(".ttt"))
        self.loading = page.locator("#loading")
        self.notice = page.locator("#notice")

    def open(self) -> Self:
        """Load the page; Python may still be on its way."""
        self.page.goto(self.site.url)
        self.board.root.wait_for()
        return self

    def ready(self, start: str = "snapshot") -> Self:
        """Wait until Python plays, started in this way."""
        expect(self.page.locator("body")).to_have_attribute("data-python", start)
        return self

    def kept(self) -> Any:
        """What this browser keeps of the game, as JSON text."""
        return self.page.evaluate("localStorage.getItem(Object.keys(localStorage)[0])")

    def wait_until_offline_works(self) -> None:
        """Return once a service worker has taken everything in."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        self.page.wait_for_function(
            "caches.keys().then((all) => all.length === 1 && !all[0].endsWith('handover'))"
        )

    def choose(self, name: str, value: str) -> None:
        """Choose in one of the selects of the board."""
        self.board.root.get_by_label(name).select_option(value)
