"""How fast the bare page starts, beside a page that calls ``loadPyodide()`` and no more.

Three settings: this machine; a line of 20 Mbit/s with 20 ms per request (both pages
gzipped by the server, as web hosts do); the processor slowed four times. Every round
opens each page once with empty caches, in the same browser. What counts is the time
from navigation to the first click answered by Python, in medians over the rounds.

Run ``python benchmarks/site.py [rounds]`` on a built site.
"""

import gzip
import http.server
import importlib.util
import json
import shutil
import statistics
import sys
import tarfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent


def load(path: Path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build = load(ROOT / "site" / "build.py")
chromium = load(ROOT / "tests" / "browser" / "chromium.py")

STOCK = build.WORK / "stock"
STOCK_PAGE = """<!doctype html>
<meta charset="utf-8"><title>Stock</title><link rel="icon" href="data:,">
<script>
const python = import("./pyodide.mjs").then(({ loadPyodide }) => loadPyodide());
document.onclick = async () => {
  document.querySelector("output").textContent = (await python).runPython("'answered'");
};
</script>
<button class="stock">Click</button><output></output>
"""

# Clicks as soon as there is something to click, and notes when it is answered.
WATCH = """
window.times = {};
new MutationObserver(() => {
  const target = document.querySelector(".ttt-cell, .stock");
  if (target && !times.board) {
    times.board = performance.now();
    setTimeout(() => target.click());
  }
  const output = document.querySelector("output");
  if (document.querySelector(".ttt-cell[data-mark=X]") || output?.textContent) {
    times.answered ??= performance.now();
  }
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


class Line:
    """A line of so many bytes a second that all connections share, with a delay per request."""

    def __init__(self, rate: float, delay: float) -> None:
        self.rate, self.delay = rate, delay
        self.free = 0.0
        self.lock = threading.Lock()

    def carry(self, size: int) -> None:
        with self.lock:
            self.free = max(self.free, time.monotonic()) + size / self.rate
            wait = self.free - time.monotonic()
        time.sleep(max(0, wait))


@cache
def packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files plainly, or gzipped over a slow line, and notes what it sent."""

    def __init__(self, *args, line: Line | None, sent: dict[str, int], **kwargs) -> None:
        self.line, self.sent = line, sent
        super().__init__(*args, **kwargs)

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        if not path.is_file():
            self.send_error(404)
            return
        if self.line:
            time.sleep(self.line.delay)
        is_small = path.suffix in {".bin", ".zip"} or not self.line
        data = path.read_bytes() if is_small else packed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(data)))
        if not is_small:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        for start in range(0, len(data), 1 << 14):
            part = data[start : start + (1 << 14)]
            if self.line:
                self.line.carry(len(part))
            self.wfile.write(part)
        self.sent[self.path.partition("?")[0]] = len(data)

    def log_message(self, *_args) -> None:
        pass


@contextmanager
def serve(folder: Path, line: Line | None = None) -> Iterator[tuple[str, dict[str, int]]]:
    sent: dict[str, int] = {}
    handler = partial(Handler, directory=str(folder), line=line, sent=sent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", sent
        server.shutdown()


def visit(browser: Browser, url: str, slowdown: int) -> dict[str, float]:
    """Open a page with empty caches; milliseconds to the board and to the answer."""
    with browser.new_context() as context:
        context.add_init_script(WATCH)
        page = context.new_page()
        if slowdown > 1:
            session = context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        page.goto(url, wait_until="commit")
        page.wait_for_function("window.times?.answered", timeout=60_000)
        return page.evaluate(
            """() => ({
              answered: times.answered,
              paint: Math.max(times.board, performance.getEntriesByName("first-contentful-paint")[0].startTime),
            })"""
        )


def make_stock_page() -> None:
    shutil.rmtree(STOCK, ignore_errors=True)
    STOCK.mkdir(parents=True)
    with tarfile.open(build.fetch_pyodide()) as archive:
        for name in (*build.PYODIDE_FILES, "pyodide-lock.json"):
            (STOCK / name).write_bytes(archive.extractfile(f"package/{name}").read())
    (STOCK / "index.html").write_text(STOCK_PAGE)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    site = build.build()
    make_stock_page()
    slow_line = Line(rate=20e6 / 8, delay=0.02)
    settings = {
        "this machine": (None, 1),
        "20 Mbit/s, 20 ms": (slow_line, 1),
        "processor / 4": (None, 4),
    }
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=["--no-sandbox", "--disable-gpu"]
        )
        for setting, (line, slowdown) in settings.items():
            ours, stock = [], []
            with serve(site, line) as (our_url, sent), serve(STOCK, line) as (stock_url, _):
                for _ in range(rounds):
                    ours.append(visit(browser, our_url, slowdown))
                    stock.append(visit(browser, stock_url, slowdown))
            report(setting, ours, stock)
            if line:
                print("  bytes on the first visit:", json.dumps(sent, indent=4), sum(sent.values()))
        browser.close()


def report(setting: str, ours: list[dict[str, float]], stock: list[dict[str, float]]) -> None:
    answered = statistics.median(visit["answered"] for visit in ours)
    baseline = statistics.median(visit["answered"] for visit in stock)
    paint = statistics.median(visit["paint"] for visit in ours)
    print(
        f"{setting}: click answered {answered:.0f} ms, stock {baseline:.0f} ms, "
        f"ratio {answered / baseline:.2f}; board painted {paint:.0f} ms, "
        f"{paint / answered:.2f} of ours, {paint / baseline:.2f} of stock"
    )


if __name__ == "__main__":
    main()
