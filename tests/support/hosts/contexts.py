"""Browser contexts in whose pages nothing may go wrong unseen."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Request,
    ViewportSize,
    WebError,
)

from tests.support.hosts import chromium
from tests.support.patience import PATIENCE

# Size of pages that were given no other.
VIEWPORT: ViewportSize = {"width": 1000, "height": 900}

# Line of an error's stack, with the address of the script.
FRAME = re.compile(r"^ +at .*?((?:blob:)?https?://\S+?):\d+:\d+\)?$", re.MULTILINE)

# Makes a context with given options of Playwright's `new_context`.
MakeContext = Callable[..., BrowserContext]


def make_context(browser: Browser, **options: Any) -> BrowserContext:
    """Make a browser context whose pages are waited for as long as everything is here."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE * 1000)
    return context


def make_lasting_context(browser: Browser, folder: Path, **options: Any) -> BrowserContext:
    """Make a browser context that keeps in a folder what it fetches, large files too.

    It has a process of its own; others keep little, and in memory.
    """
    context = browser.browser_type.launch_persistent_context(
        folder, executable_path=chromium.find(), args=chromium.FLAGS, **options
    )
    context.set_default_timeout(PATIENCE * 1000)
    return context


class Watch:
    """Makes browser contexts, and notes what goes wrong in their pages.

    Parameters
    ----------
    browser : Browser
        Where the contexts are made.
    origin : str
        The one host that pages may ask for anything.
    expected : sequence of str
        Parts of error messages, or of addresses on other hosts, that a test provokes.
    host_scripts : sequence of str
        Beginnings of the paths on that host where its own scripts lie. What these say by
        themselves is left aside; what they say of an error that has passed through another
        script, of a widget say, is not.
    """

    def __init__(
        self,
        browser: Browser,
        origin: str,
        expected: Sequence[str] = (),
        host_scripts: Sequence[str] = (),
    ) -> None:
        self._browser = browser
        self._origin = origin
        self._expected = expected
        self._host_scripts = tuple(host_scripts)
        self._troubles: list[str] = []

    def make(self, **options: Any) -> BrowserContext:
        """Make a context with these options of Playwright."""
        context = make_context(self._browser, **{"viewport": VIEWPORT, **options})
        context.on("console", self._note_console)
        context.on("request", self._note_request)
        context.on("weberror", self._note_error)
        return context

    def check(self) -> None:
        """Fail if anything has gone wrong since the last check."""
        troubles, self._troubles = self._troubles, []
        assert not troubles, "\n".join(troubles)

    def _note(self, kind: str, text: str) -> None:
        if not any(known in text for known in self._expected):
            self._troubles.append(f"{kind}: {text}")

    def _is_of_host(self, scripts: Sequence[str]) -> bool:
        """Find out whether scripts, at least one, all belong to the host itself."""
        places = [urlsplit(script.removeprefix(self._origin)) for script in scripts]
        return bool(places) and all(
            not place.netloc and place.path.startswith(self._host_scripts) for place in places
        )

    def _note_console(self, message: ConsoleMessage) -> None:
        scripts = [message.location["url"], *FRAME.findall(message.text)]
        if message.type == "error" and not self._is_of_host(scripts):
            self._note("console", message.text)

    def _note_error(self, event: WebError) -> None:
        if not self._is_of_host(FRAME.findall(event.error.stack or "")):
            self._note("error", str(event.error))

    def _note_request(self, request: Request) -> None:
        if not request.url.startswith((self._origin, "data:", "blob:")):
            self._note("request to another host", request.url)


@contextmanager
def watched_contexts(
    browser: Browser,
    origin: str,
    expected: Sequence[str] = (),
    host_scripts: Sequence[str] = (),
) -> Iterator[MakeContext]:
    """Make browser contexts, as `Watch` does; what goes wrong in their pages fails the test."""
    watch = Watch(browser, origin, expected, host_scripts)
    with ExitStack() as stack:

        def make(**options: Any) -> BrowserContext:
            context = watch.make(**options)
            stack.callback(context.close)
            return context

        yield make
    watch.check()
