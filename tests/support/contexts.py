"""Browser contexts in whose pages nothing may go wrong unseen."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Request

from tests.support.hosts import PATIENCE

MakeContext = Callable[..., BrowserContext]
"""Makes a context with given options of Playwright's `new_context`."""


@contextmanager
def watched_contexts(
    browser: Browser, origin: str, harmless: Sequence[str] = ()
) -> Iterator[MakeContext]:
    """Make browser contexts; what goes wrong in their pages fails the test.

    Parameters
    ----------
    browser : Browser
        Where the contexts are made.
    origin : str
        The one host that pages may ask for anything.
    harmless : sequence of str
        Parts of error messages that the board has no part in.
    """
    troubles: list[str] = []

    def note(kind: str, text: str) -> None:
        if not any(known in text for known in harmless):
            troubles.append(f"{kind}: {text}")

    def note_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            note("console", message.text)

    def note_request(request: Request) -> None:
        if not request.url.startswith((origin, "data:", "blob:")):
            troubles.append(f"request to another host: {request.url}")

    with ExitStack() as stack:

        def make(**options: Any) -> BrowserContext:
            context = browser.new_context(
                **{"viewport": {"width": 1000, "height": 900}, **options}
            )
            stack.callback(context.close)
            context.set_default_timeout(PATIENCE * 1000)
            context.on("console", note_console)
            context.on("request", note_request)
            context.on("weberror", lambda event: note("error", str(event.error)))
            return context

        yield make
    assert not troubles, "\n".join(troubles)
