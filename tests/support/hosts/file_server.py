"""A plain file server for the built site, one that can also fail on demand."""

import http.server
import json
import threading
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Locator, Page, expect

from tests.support.hosts.chromium import PLAIN_HOST
from tests.support.hosts.jupyter import Board, until
from tests.support.patience import PATIENCE

# Fault: the connection ends without an answer.
NO_ANSWER = 0
# The site must not need the root of a host.
FOLDER = "/some/where/"


class BreaksOff(bytes):
    """The beginning of a file, after which the connection ends too early."""


class Stalls(bytes):
    """The beginning of a file, after which nothing comes and nothing ends."""


class _Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *args: Any, site: "Site", **options: Any) -> None:
        self.site = site
        super().__init__(*args, **options)

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        # A connection may have been opened before the site moved.
        self.directory = str(self.site.folder)
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
        elif fault == NO_ANSWER:
            self.close_connection = True
        elif isinstance(fault, int):
            self.send_error(fault)
        else:
            self.send_response(200)
            is_page = fault.startswith(b"<!doctype html>")
            self.send_header("Content-Type", "text/html" if is_page else self.guess_type(name))
            more = isinstance(fault, (BreaksOff, Stalls))
            self.send_header("Content-Length", str(len(fault) + more))
            self.end_headers()
            self.wfile.write(fault)
            if isinstance(fault, Stalls):
                self.wfile.flush()
                self.site.stopped.wait(PATIENCE)

    def end_headers(self) -> None:
        for name, value in self.site.headers.items():
            self.send_header(name, value)
        super().end_headers()

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
        # Names of the files that were asked for, in order.
        self.requests: list[str] = []
        # Path and status of each answer.
        self.answers: list[tuple[str, int]] = []
        # Responses instead of a file: a status, or other bytes.
        self.faults: dict[str, int | bytes] = {}
        # Additional headers of each response.
        self.headers: dict[str, str] = {}
        self.stopped = threading.Event()
        # A file is sent once its gate is open, as all are at first.
        self.gates: defaultdict[str, threading.Event] = defaultdict(_open_gate)
        handler = partial(_Handler, site=self)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        # It looks so often, in seconds, whether it is to stop.
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self.url = self.origin + FOLDER

    def stop(self) -> None:
        """Be gone, as a laptop that is closed; a second time does nothing."""
        self.stopped.set()
        for gate in self.gates.values():
            gate.set()
        self._server.shutdown()
        self._server.server_close()

    def be_plain(self) -> None:
        """Be found at a host whose pages have no service workers and no hashes."""
        self.origin = self.origin.replace("127.0.0.1", PLAIN_HOST)
        self.url = self.origin + FOLDER

    def move_to(self, folder: Path) -> None:
        """Serve another folder from now on."""
        self.folder = folder

    def forget(self) -> None:
        """Empty the list of requests."""
        self.requests.clear()
        self.answers.clear()


# Measure the status, the cells by position and the buttons that people look for first.
PLACES = """() => {
  const parts = [["status", document.querySelector(".ttt-said")]];
  for (const part of document.querySelectorAll(".ttt-cell, .ttt-tools button")) {
    parts.push([part.dataset.position ?? part.textContent, part]);
  }
  return Object.fromEntries(parts.map(([name, part]) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return [name, [left, top, right, bottom]];
  }));
}"""

# Name under which a browser keeps the game of the page.
KEPT = "Object.keys(storage).find((key) => !/ (tab|picture|asked|settings)$/.test(key))"
# Name under which it keeps what the board shows until Python is there.
PICTURE = "Object.keys(storage).find((key) => key.endsWith(' picture'))"


# Keep the first message to the worker back, if the page before asked for that.
HOLD_START = """if (window.name === "hold") {
  window.name = "";
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message) {
    Worker.prototype.postMessage = postMessage;
    window.goOn = () => this.postMessage(message);
  };
}"""

# True if a browser keeps one whole version of the site and nothing else.
IS_KEPT = """async () => {
  const names = await caches.keys();
  return names.length === 1 && !!(await caches.match("files.json"));
}"""


class BarePage:
    """The bare page as a person has it before them."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site
        self.board = Board(page.locator("#board .ttt"))
        self.loading = page.get_by_role("progressbar", name="Python is loading")
        self.word = page.locator("#word")
        self.notice = page.locator("#notice")

    def open(self, link: str = "") -> Self:
        """Load the page, or a link to a game; Python may still be on its way."""
        self.page.goto(f"{self.site.url}#{link}" if link else self.site.url)
        self.board.root.wait_for()
        return self

    def open_share(self) -> Locator:
        """Open the sheet to share the present game, and return it."""
        self.page.get_by_role("button", name="Share", exact=True).click()
        return self.page.get_by_role("dialog", name="Share")

    def copy(self, button: str, said: str) -> Any:
        """Press a button of the sheet to share; return what is copied, and close the sheet."""
        sheet = self.open_share()
        sheet.get_by_role("button", name=button).click()
        expect(sheet.get_by_role("status")).to_have_text(said)
        self.page.keyboard.press("Escape")
        return self.page.evaluate("navigator.clipboard.readText()")

    def another(self, link: str = "") -> "BarePage":
        """Open the page in another tab of this browser."""
        return BarePage(self.page.context.new_page(), self.site).open(link)

    def ready(self, start: str = "snapshot") -> Self:
        """Wait until Python plays, started in this way."""
        expect(self.page.locator("body")).to_have_attribute("data-python", start)
        return self

    def reload_with(self, function: str) -> None:
        """Load the page again; a function runs in its worker before Python starts there."""
        self.page.add_init_script(HOLD_START)
        self.page.evaluate("window.name = 'hold'")
        self.page.reload()
        until(
            lambda: self.page.evaluate("!!window.goOn") and self.page.workers,
            "the page has a worker",
        )
        self.page.workers[-1].evaluate(function)
        self.page.evaluate("goOn()")

    def kept(self) -> Any:
        """Return what this browser keeps of the page's game, as JSON text."""
        return self._in_storage(f"storage.getItem({KEPT})")

    def kept_state(self) -> Any:
        """Return what it keeps of what the board shows; nothing before the first change."""
        picture = self._in_storage(f"storage.getItem({PICTURE})")
        return json.loads(picture.partition(" ")[2]) if picture else {}

    def keep(self, text: str) -> None:
        """Put other text where this browser keeps the game."""
        self._in_storage(f"storage.setItem({KEPT}, text)", text)

    def _in_storage(self, code: str, text: str = "") -> Any:
        # The game of a link belongs to its tab.
        storage = "location.hash ? sessionStorage : localStorage"
        return self.page.evaluate(
            f"(text) => {{ const storage = {storage}; return {code} }}", text
        )

    def places(self) -> Any:
        """Return where everything lies that a person looks for or presses."""
        return self.page.evaluate(PLACES)

    def wait_until_offline_works(self) -> None:
        """Return once a service worker has taken everything in."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        until(lambda: self.page.evaluate(IS_KEPT), "the service worker has it all")
