"""Files of the page that fail, in every way in which a file on the web fails."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.support.hosts.contexts import make_context
from tests.support.hosts.file_server import NO_ANSWER, BarePage, BreaksOff, Site, Stalls
from tests.support.hosts.jupyter import until

PYODIDE = "lite/static/pyodide/"
WASM = "pyodide.bin"
SNAPSHOT = "snapshot.bin"
# Files that start Python without the snapshot.
LIBRARY = "python.zip"


def _with_another_bit(file: bytes, at: int) -> bytes:
    """Return a file with one bit changed: of a bracket, without which no script begins."""
    return file[:at] + bytes([file[at] ^ 1]) + file[at + 1 :]


# Responses instead of a file, by the kind of fault.
FAULTS: dict[str, Callable[[bytes], Any]] = {
    "refused": lambda _: 500,
    "dropped": lambda _: NO_ANSWER,
    "broken off": lambda file: BreaksOff(file[: len(file) // 2]),
    "cut": lambda file: file[: len(file) // 2],
    "a page": lambda _: b"<!doctype html><title>Log in to this network</title>",
    "empty": lambda _: b"",
    "one bit": lambda file: _with_another_bit(file, file.rindex(b"}")),
    "stalled": lambda file: Stalls(file[: len(file) // 2]),
}

# Files without which there is no page, or not all of it.
OF_PAGE = ("page.js", "widget.js", "page.css", "widget.css")
# Files that Python is started from.
OF_START = (
    *("worker.js", f"{PYODIDE}pyodide.js", f"{PYODIDE}pyodide.asm.js"),
    *(WASM, LIBRARY, SNAPSHOT),
)

# Files that the worker reads as they come, and so knows that the connection has ended.
STREAMED = (WASM, LIBRARY, SNAPSHOT)

# Damaged contents of a kept file.
GARBAGE = "garbage{"

# Damage what the service worker keeps of a file; an empty name is that of the page.
DAMAGE = """async ([name, garbage]) => {
  const urls = [];
  for (const store of await caches.keys()) {
    const cache = await caches.open(store);
    for (const { url } of await cache.keys()) {
      if (!new URL(url).pathname.endsWith(`/${name}`)) continue;
      const { headers } = await cache.match(url);
      await cache.put(url, new Response(garbage, { headers }));
      urls.push(url);
    }
  }
  return urls;
}"""

SLOW_PAGE = "This page is slow to load."
SLOW_START = "No data has arrived for 20 seconds."
# Milliseconds after which a stalled file is spoken of, and a little more.
QUIET_MS = 21_000


# Sentence on the page while Python is missing.
PLAY_ON = "You can keep playing. Hints, other games and other players need Python."


def words_of_page(name: str, fault: str) -> str:
    """Return what a person reads when a file of the page fails."""
    if fault == "stalled":
        return SLOW_PAGE
    return f"Part of this page is missing or damaged: {name}."


def words_of_start(name: str, fault: str) -> str:
    """Return what a person reads when a file fails that Python is started from."""
    if fault == "stalled":
        # Without the worker nothing else is asked for; beside the others something comes.
        is_all = name == "worker.js" or name in STREAMED
        return SLOW_START if is_all else "Python is slow to start."
    if fault == "refused":
        why = ""
    elif fault in ("dropped", "broken off"):
        why = " because there is no connection"
    else:
        why = " because part of the download was damaged"
    return f"Python could not be loaded{why}. {PLAY_ON}"


def damage_kept(page: Page, *names: str) -> None:
    """Damage files that the service worker keeps, by their names; the page's is empty."""
    for name in names:
        (url,) = page.evaluate(DAMAGE, [name, GARBAGE])
        assert read_kept(page, url) == GARBAGE


def read_kept(page: Page, url: str) -> Any:
    """Return the text of a file that the service worker keeps."""
    return page.evaluate("async (url) => (await caches.match(url))?.text()", url)


class Visit(BarePage):
    """A first visit to the page while one of its files fails."""

    def __init__(self, page: Page, site: Site, name: str, fault: str) -> None:
        super().__init__(page, site)
        self.name = name
        self.fault = fault
        self.lost = page.locator("#lost")
        # A browser may keep what it has got, the damaged file too.
        site.headers["Cache-Control"] = "max-age=3600"
        site.faults[name] = FAULTS[fault]((site.folder / name).read_bytes())
        page.clock.install()
        page.goto(site.url, wait_until="commit")

    def play_the_middle(self) -> None:
        """Press the middle of the board, whether Python is there or not."""
        self.board.cell(5).click()

    def reads(self, words: str, box: Any) -> None:
        """Wait until a person reads this; nothing else in sight is more than a sentence."""
        if self.fault == "stalled":
            until(lambda: self.name in self.site.requests, f"{self.name} is asked for")
            until(lambda: self._reads_after_a_while(words, box), words)
        expect(box).to_contain_text(words)
        for never in ("[object", "Error", "Traceback", "undefined", "Bad request"):
            assert never not in box.inner_text()

    def _reads_after_a_while(self, words: str, box: Any) -> bool:
        # While other files arrive, nothing has stalled.
        self.page.clock.fast_forward(QUIET_MS)
        return box.is_visible() and words in box.inner_text()

    def try_again(self, box: Any) -> None:
        """Have the file mended on its server, and press the button."""
        self.site.faults.clear()
        box.get_by_role("button", name="Try again").click()

    def plays(self) -> None:
        """Wait until the move is played and nothing is said, also after another visit."""
        for _ in range(2):
            expect(self.page.locator("body")).to_have_attribute("data-python", "snapshot")
            self.board.shows(".../.X./...", "Player O's turn")
            expect(self.lost).to_have_count(0)
            expect(self.notice).to_be_hidden()
            if not _:
                self.page.reload()


def endure_in_page(browser: Browser, site: Site, name: str, fault: str) -> None:
    """Visit the page while a file of the page fails, and check that a person can go on."""
    with make_context(browser) as context:
        visit = Visit(context.new_page(), site, name, fault)
        is_drawn = name.endswith("css") and fault != "stalled"
        if is_drawn:
            visit.play_the_middle()
        visit.reads(words_of_page(name, fault), visit.lost)
        visit.try_again(visit.lost)
        if not is_drawn:
            visit.ready().play_the_middle()
        visit.plays()


def endure_in_start(browser: Browser, site: Site, name: str, fault: str) -> None:
    """Visit the page while a file fails that Python needs, and check that nothing is lost."""
    if name == LIBRARY:
        site.faults[SNAPSHOT] = 404
    with make_context(browser) as context:
        visit = Visit(context.new_page(), site, name, fault)
        visit.play_the_middle()
        if name == SNAPSHOT and fault != "stalled":
            # What the snapshot was made of is there too.
            visit.ready("files")
            site.faults.clear()
            expect(visit.notice).to_be_hidden()
            visit.board.shows(".../.X./...", "Player O's turn")
            return
        visit.reads(words_of_start(name, fault), visit.notice)
        visit.board.shows(".../.X./...", "Player O's turn")
        visit.try_again(visit.notice)
        visit.plays()
