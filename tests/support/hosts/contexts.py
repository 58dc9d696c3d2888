"""Browser contexts in whose pages nothing may go wrong unseen."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Request,
    ViewportSize,
)

from tests.support.hosts.jupyter import PATIENCE

VIEWPORT: ViewportSize = {"width": 1000, "height": 900}
"""Size of pages that were given no other."""

MakeContext = Callable[..., BrowserContext]
"""Makes a context with given options of Playwright's `new_context`."""


class Watch:
    """Makes browser contexts, and notes what goes wrong in their pages.

    Parameters
    ----------
    browser : Browser
        Where the contexts are made.
    origin : str
        The one host that pages may ask for anything.
    harmless : sequence of str
        Parts of error messages, or of addresses on other hosts, that the board has no
        part in.
    """

    def __init__(self, browser: Browser, origin: str, harmless: Sequence[str] = ()) -> None:
        self._browser = browser
        self._origin = origin
        self._harmless = harmless
        self._troubles: list[str] = []

    def make(self, **options: Any) -> BrowserContext:
        """Make a context with these options of Playwright."""
        context = self._browser.new_context(**{"viewport": VIEWPORT, **options})
        context.set_default_timeout(PATIENCE * 1000)
        context.on("console", self._note_console)
        context.on("request", self._note_request)
        context.on("weberror", lambda event: self._note("error", str(event.error)))
        return context

    def check(self) -> None:
        """Fail if anything has gone wrong since the last check."""
        troubles, self._troubles = self._troubles, []
        assert not troubles, "\n".join(troubles)

    def _note(self, kind: str, text: str) -> None:
        if not any(known in text for known in self._harmless):
            self._troubles.append(f"{kind}: {text}")

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note("console", message.text)

    def _note_request(self, request: Request) -> None:
        if not request.url.startswith((self._origin, "data:", "blob:")):
            self._note("request to another host", request.url)


@contextmanager
def watched_contexts(
    browser: Browser, origin: str, harmless: Sequence[str] = ()
) -> Iterator[MakeContext]:
    """Make browser contexts, as `Watch` does; what goes wrong in their pages fails the test."""
    watch = Watch(browser, origin, harmless)
    with ExitStack() as stack:

        def make(**options: Any) -> BrowserContext:
            context = watch.make(**options)
            stack.callback(context.close)
            return context

        yield make
    watch.check()
