"""Measure the speed of the static site: ``python benchmarks/site.py [rounds]``.

First, the script compares our page with a stock page that only calls ``loadPyodide()``, in four
settings:

* this computer
* a network connection with 20 Mbit/s and 20 ms per request, with both pages gzipped by the
  server, as on usual web hosts
* a processor that is slowed down four times
* a slow phone, with a processor that is slowed down six times and a network connection with 1.6
  Mbit/s and 150 ms per request

In each round, the same browser opens each page once with empty caches. The result is the median
time from navigation to the answer to the first click. On the stock page, Python answers. On our
page, the answer comes from a file that was written by Python at build time. The script also
prints the time until Python is ready on our page.

Then the script opens our page in English, German, Arabic and Chinese in turn, and prints the
same times for each language.

Second, the script compares a notebook on our site with a stock JupyterLite site, where the
notebook shows a trivial anywidget. The time runs from opening JupyterLab until the widget is on
screen. The script chooses Run All as soon as possible, and also prints the times of the steps
in between.

Third, the script compares our page's frame rate while ``expert`` thinks in ultimate tic-tac-toe
with its frame rate while nothing happens.

Fourth, the script compares a click on our page with a click in JupyterLab, where Python runs as
a kernel. The script measures the time until the mark is drawn, and until the browser has
painted it. On both pages, painting waits for the next screen frame, which takes half a frame on
average.
"""

import gzip
import http.server
import json
import random
import shutil
import statistics
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any, cast

import nbformat
from board import BOARD, DRAWN_GAME, open_lab, time_drawn
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.hosts import chromium  # noqa: E402 - a script's own folder is its path
from tests.support.scenes.scripts import load_script  # noqa: E402

build = load_script("site/build.py")
fetch = load_script("site/fetch.py")

LANGUAGES = ("en", "de", "ar", "zh-CN")
"""Languages whose first visits are compared."""

STOCK: Path = build.WORK / "stock"
"""Folder for the stock page."""
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
"""HTML of the stock page, which only loads Pyodide."""

# Clicks as soon as possible, and records when the page answers the click.
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
  if (document.body?.dataset.python || output?.textContent) {
    times.python ??= performance.now();
  }
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


class Line:
    """Shared network connection with a limited rate and a delay per request."""

    def __init__(self, rate: float, delay: float) -> None:
        self.rate, self.delay = rate, delay
        self.free = 0.0
        self.lock = threading.Lock()

    def carry(self, size: int) -> None:
        """Wait until `size` bytes have been transferred."""
        with self.lock:
            self.free = max(self.free, time.monotonic()) + size / self.rate
            wait = self.free - time.monotonic()
        time.sleep(max(0, wait))


@cache
def packed(path: Path) -> bytes:
    """Return a file's contents, gzipped."""
    return gzip.compress(path.read_bytes(), 6)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Handler that serves files, optionally over a slow connection, and records sizes."""

    def __init__(
        self, *args: Any, line: Line | None, sent: dict[str, int], **options: Any
    ) -> None:
        self.line, self.sent = line, sent
        super().__init__(*args, **options)

    def do_GET(self) -> None:
        """Send a file from the folder."""
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

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def serve(folder: Path, line: Line | None = None) -> Iterator[tuple[str, dict[str, int]]]:
    """Serve a folder. Yield its address, and the sizes of the files sent, in bytes."""
    sent: dict[str, int] = {}
    handler = partial(Handler, directory=str(folder), line=line, sent=sent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", sent
        server.shutdown()


def visit(browser: Browser, url: str, slowdown: int, language: str = "en") -> dict[str, float]:
    """Open a page with empty caches. Return the ms until the board and the answer appear."""
    # Playwright needs eval to wait, but the page's policy forbids eval.
    with browser.new_context(bypass_csp=True, locale=language) as context:
        context.add_init_script(WATCH)
        page = context.new_page()
        if slowdown > 1:
            session = context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        page.goto(url, wait_until="commit")
        page.wait_for_function("window.times?.answered && window.times.python", timeout=300_000)
        times: dict[str, float] = page.evaluate(
            """() => ({
              answered: times.answered,
              python: times.python,
              paint: Math.max(
                times.board,
                performance.getEntriesByName("first-contentful-paint")[0].startTime,
              ),
            })"""
        )
        return times


def compare_languages(browser: Browser, folder: Path, rounds: int) -> None:
    """Compare the first visit in other languages with the first visit in English."""
    settings = {"this machine": None, "20 Mbit/s, 20 ms": Line(rate=20e6 / 8, delay=0.02)}
    for setting, line in settings.items():
        times: dict[str, list[dict[str, float]]] = {code: [] for code in LANGUAGES}
        with serve(folder, line) as (url, _):
            for _ in range(rounds):
                for code, visits in times.items():
                    visits.append(visit(browser, url, 1, code))
        for code, visits in times.items():
            answered, python = (
                statistics.median(each[what] for each in visits)
                for what in ("answered", "python")
            )
            print(
                f"{setting}, {code}: click answered {answered:.0f} ms, "
                f"Python there {python:.0f} ms"
            )


def make_stock_page() -> None:
    """Create the stock page."""
    shutil.rmtree(STOCK, ignore_errors=True)
    STOCK.mkdir(parents=True)
    with tarfile.open(fetch.fetch_pyodide()) as archive:
        for name in (*fetch.PYODIDE_FILES, "pyodide-lock.json"):
            (STOCK / name).write_bytes(fetch.read_packed(archive, name))
    (STOCK / "index.html").write_text(STOCK_PAGE)


def main() -> None:
    """Run all comparisons, and print the results."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    site = build.build()
    make_stock_page()
    slow_line = Line(rate=20e6 / 8, delay=0.02)
    settings = {
        "this machine": (None, 1),
        "20 Mbit/s, 20 ms": (slow_line, 1),
        "processor / 4": (None, 4),
        "slow phone": (Line(rate=1.6e6 / 8, delay=0.15), 6),
    }
    make_stock_lite()
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
                print(
                    "  bytes on the first visit:",
                    json.dumps(sent, indent=4),
                    sum(sent.values()),
                )
        compare_languages(browser, site, rounds)
        compare_notebooks(browser, site, rounds)
        count_frames(browser, site, rounds)
        browser.close()
    # The JupyterLab page starts its own browser, in which our page opens too.
    compare_clicks(site, rounds)


STOCK_LITE: Path = build.WORK / "stock-lite"
"""Folder for the stock JupyterLite site."""
TRIVIAL = """import anywidget


class Trivial(anywidget.AnyWidget):
    _esm = "export default { render({ el }) { el.innerHTML = '<b class=trivial>here</b>'; } }"


Trivial()"""
"""Source of a notebook cell that shows a trivial widget."""

# Counts frames per second while the player thinks, and then for the same time while nothing
# happens. Also records the longest time between two frames in each period.
FRAMES = """async () => {
  const root = document.querySelector(".ttt");
  const next = () => new Promise(requestAnimationFrame);
  async function watch(goesOn) {
    const stamps = [await next()];
    do stamps.push(await next()); while (goesOn(stamps.at(-1) - stamps[0]));
    const span = stamps.at(-1) - stamps[0];
    const longest = Math.max(...stamps.slice(1).map((stamp, index) => stamp - stamps[index]));
    return { span, rate: (stamps.length - 1) / span * 1000, longest };
  }
  const thinks = () => root.hasAttribute("data-thinking");
  root.querySelector(".ttt-cell[aria-label$='open']").click();
  while (!thinks()) await next();
  const thinking = await watch(thinks);
  const idle = await watch((span) => span < thinking.span);
  return { thinking, idle };
}"""


def make_stock_lite() -> Path:
    """Build the stock JupyterLite site, with the same packages but nothing compiled."""
    site = STOCK_LITE / "site"
    if site.is_dir():
        return site
    shutil.rmtree(STOCK_LITE, ignore_errors=True)
    wheels = STOCK_LITE / "wheels"
    wheels.mkdir(parents=True)
    (wheel,) = (build.WORK / "wheel").glob("*.whl")
    for each in fetch.fetch_wheels(wheel):
        shutil.copy(each, wheels)
    fetch.unpack_pyodide(fetch.fetch_pyodide(), STOCK_LITE / "pyodide" / "pyodide")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(TRIVIAL)])
    # With the kernel's name from our notebooks, JupyterLite starts the kernel without asking.
    notebook.metadata = nbformat.read(ROOT / "notebooks" / "play.ipynb", as_version=4).metadata
    (STOCK_LITE / "notebooks").mkdir()
    nbformat.write(notebook, STOCK_LITE / "notebooks" / "play.ipynb")
    config = json.loads((ROOT / "jupyter_lite_config.json").read_text())
    config["LiteBuildConfig"] |= {"cache_dir": "cache", "output_dir": "site"}
    config["PyodideAddon"]["pyodide_url"] = "pyodide"
    config["PyodideLockAddon"] |= {
        "constraints": [],
        "prefetch_extra": ["anywidget"],
        "wheels": ["wheels"],
    }
    (STOCK_LITE / "jupyter_lite_config.json").write_text(json.dumps(config))
    shutil.copy(ROOT / "jupyter-lite.json", STOCK_LITE)
    lite = Path(sys.executable).with_name("jupyter-lite")
    subprocess.run([lite, "build"], cwd=STOCK_LITE, check=True, capture_output=True)
    return site


PHASES = ("the notebook is open", "its kernel is called idle", "the widget is there")
"""Steps while a notebook opens, in order."""


def open_notebook(page: Page, url: str, widget: str) -> list[float]:
    """Open play.ipynb in JupyterLab, and run it. Return the seconds until each of `PHASES`."""
    start = time.perf_counter()
    page.goto(f"{url}lab/index.html?path=play.ipynb")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=120_000)
    is_open = time.perf_counter() - start
    idle = page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]")
    idle.wait_for(timeout=120_000)
    is_idle = time.perf_counter() - start
    page.locator(".lm-MenuBar").get_by_role("menuitem", name="Run", exact=True).click()
    page.locator(".lm-Menu").get_by_text("Run All Cells", exact=True).click()
    page.locator(widget).first.wait_for(timeout=120_000)
    return [is_open, is_idle, time.perf_counter() - start]


def compare_notebooks(browser: Browser, folder: Path, rounds: int) -> None:
    """Compare a notebook on our site with one on the stock JupyterLite site."""
    ours, stock = [], []
    with serve(folder) as (our_url, _), serve(make_stock_lite()) as (stock_url, _):
        for _ in range(rounds):
            with browser.new_context() as context:
                ours.append(open_notebook(context.new_page(), f"{our_url}lite/", ".ttt"))
            with browser.new_context() as context:
                stock.append(open_notebook(context.new_page(), stock_url, ".trivial"))
    for at, phase in enumerate(PHASES):
        medians = [statistics.median(times[at] for times in site) for site in (ours, stock)]
        print(
            f"until {phase}: {medians[0]:.2f} s, stock JupyterLite {medians[1]:.2f} s, "
            f"ratio {medians[0] / medians[1]:.2f}"
        )


def open_bare_page(context: BrowserContext, url: str) -> Page:
    """Open our page, and wait until Python is running in it."""
    page = context.new_page()
    page.goto(url)
    page.locator("body[data-python]").wait_for()
    return page


def count_frames(browser: Browser, site: Path, rounds: int) -> None:
    """Compare our page's frame rate while a player thinks with its frame rate at rest."""
    with serve(site) as (url, _), browser.new_context() as context:
        page = open_bare_page(context, f"{url}#rules=ultimate&o=expert")
        found = [page.evaluate(FRAMES) for _ in range(rounds)]
    print("frames of the bare page, ultimate")
    for when, name in (("thinking", "while expert thinks"), ("idle", "at rest")):
        rate = statistics.median(each[when]["rate"] for each in found)
        span = statistics.median(each[when]["span"] for each in found)
        longest = max(each[when]["longest"] for each in found)
        print(
            f"  {name:<20} {rate:5.1f} a second over {span:.0f} ms, {rate / 60:.2f} of 60, "
            f"longest between two {longest:.0f} ms"
        )


def compare_clicks(site: Path, rounds: int) -> None:
    """Compare a click on our page with a click in JupyterLab, where Python runs as a kernel."""
    times: dict[str, list[list[float]]] = {"bare page": [], "JupyterLab": []}
    with serve(site) as (url, _), open_lab(BOARD) as notebook:
        lab = notebook.page
        notebook.board(0).shows(".../.../...", "Player X's turn")
        browser = cast("Browser", lab.context.browser)  # open_lab has started it
        with browser.new_context(viewport=lab.viewport_size) as context:
            pages = (open_bare_page(context, url), lab)
            for _ in range(rounds):
                for page, taken in zip(pages, times.values(), strict=True):
                    page.bring_to_front()
                    for ply, cell in enumerate(DRAWN_GAME, 1):
                        button = f".ttt-cell[data-position='{cell + 1}']"
                        said = f"Move {ply} of {ply}"
                        # A person clicks at any moment in a frame, but a script always at the
                        # same moment.
                        page.wait_for_timeout(random.uniform(0, 1000 / 60))
                        taken.append(time_drawn(page, button, ".ttt", said))
                    page.get_by_role("button", name="New game").click()
                    page.get_by_role("radiogroup", name="Play with").wait_for()
    for index, moment in enumerate(("drawn", "painted")):
        bare, lab_time = (
            statistics.median(both[index] for both in taken) for taken in times.values()
        )
        print(
            f"click to {moment}: bare page {bare:.1f} ms, JupyterLab {lab_time:.1f} ms, "
            f"ratio {bare / lab_time:.2f}"
        )


def report(setting: str, ours: list[dict[str, float]], stock: list[dict[str, float]]) -> None:
    """Print the medians and ratios for the visits in one setting."""
    answered = statistics.median(visit["answered"] for visit in ours)
    baseline = statistics.median(visit["answered"] for visit in stock)
    paint = statistics.median(visit["paint"] for visit in ours)
    python = statistics.median(visit["python"] for visit in ours)
    print(
        f"{setting}: click answered {answered:.0f} ms, stock {baseline:.0f} ms, "
        f"ratio {answered / baseline:.2f}; board painted {paint:.0f} ms, "
        f"{paint / answered:.2f} of ours, {paint / baseline:.2f} of stock; "
        f"Python there {python:.0f} ms, {python / baseline:.2f} of stock"
    )


if __name__ == "__main__":
    main()
