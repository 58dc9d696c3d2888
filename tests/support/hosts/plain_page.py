"""A plain web page with a board, as it ships, and a real `Session` behind it.

Any browser can open it; it needs neither Jupyter nor the built site.
"""

import asyncio
import json
import queue
import threading
from collections.abc import Callable
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self, TypeVar

from tests.support.patience import PATIENCE
from tictactoe_widget import Matchboxes, SearchView, Standings, TicTacToe
from tictactoe_widget.classroom import Record, VisitTree
from tictactoe_widget.session import Session
from tictactoe_widget.session.matchboxes import MatchboxSession
from tictactoe_widget.session.standings import StandingsSession
from tictactoe_widget.texts import front_end_texts, in_language
from tictactoe_widget.widgets.base import find_front_end
from tictactoe_widget.widgets.search import search_state

# The page, with room for styles; it leaves the board what the site's page does.
PAGE = Path(__file__).with_suffix(".html").read_text("utf-8")

Returned = TypeVar("Returned")


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64  # several pages may open at once


class PlainPage:
    """A server on this machine of one page with one board; `with` ends it.

    Parameters
    ----------
    arguments, options
        What the `Session` is made with.
    """

    # Widget whose front end the page shows.
    widget: Any = TicTacToe
    # Class that answers the front end.
    host: Any = Session

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._views: list[queue.SimpleQueue[dict[str, Any]]] = []
        self._loop = asyncio.new_event_loop()
        self._session = self.host(
            *arguments,
            **options,
            publish=lambda changes: self._tell({"changes": changes}),
            send=lambda message: self._tell({"message": message}),
        )
        self._server = _Server(("127.0.0.1", 0), self._handler())
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        self._threads = [
            threading.Thread(target=self._loop.run_forever, daemon=True),
            # It looks so often, in seconds, whether it is to stop.
            threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True),
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.call(self.host.close)
        self._server.shutdown()
        self._loop.call_soon_threadsafe(self._loop.stop)
        for thread in self._threads:
            thread.join(PATIENCE)
        self._server.server_close()
        self._loop.close()

    def call(self, act: Callable[[Session], Returned]) -> Returned:
        """Call a function of the session where its event loop runs; return what it returns."""

        async def run() -> Returned:
            return act(self._session)

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(PATIENCE)

    def read(self, name: str) -> Any:
        """Return one value of the state of the session."""
        return self.call(lambda session: session.read(name))

    def play(self, *cells: int) -> None:
        """Make moves of people."""
        for cell in cells:
            self.call(partial(Session.play, cell=cell))

    def _tell(self, what: dict[str, Any]) -> None:
        for view in self._views:
            view.put(what)

    def _add_view(self, session: Session) -> queue.SimpleQueue[dict[str, Any]]:
        """Return what a new view is told: the whole state, and then whatever changes."""
        view: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        view.put({"changes": session.state})
        self._views.append(view)
        return view

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        page = self
        scripts = {
            "/board.js": page.widget._esm,
            "/sheets.js": find_front_end("sheets.js"),
        }

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path == "/events":
                    self._stream()
                elif self.path in scripts:
                    self._answer("text/javascript", str(scripts[self.path]))
                else:
                    self._answer("text/html", PAGE.replace("CSS", str(page.widget._css)))

            def do_POST(self) -> None:
                message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                page._loop.call_soon_threadsafe(page._session.handle, message)
                self._answer("text/plain", "")

            def _answer(self, kind: str, text: str) -> None:
                self.send_response(200)
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.end_headers()
                self.wfile.write(text.encode())

            def _stream(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                self.wfile.flush()
                view = page.call(page._add_view)
                try:
                    while True:
                        self.wfile.write(f"data: {json.dumps(view.get())}\n\n".encode())
                except OSError:  # the page is gone
                    page._views.remove(view)

            def log_message(self, *_arguments: object) -> None:
                pass

        return Handler


class MatchboxPage(PlainPage):
    """A server of one page with the matchboxes of some machines."""

    widget = Matchboxes
    host = MatchboxSession


class StandingsPage(PlainPage):
    """A server of one page with a tournament."""

    widget = Standings
    host = StandingsSession


class _RecordedSearch:
    """What a page is told of a search; it asks nothing."""

    def __init__(self, record: Record | VisitTree, language: str = "en", **_told: Any) -> None:
        with in_language(language):
            state = search_state(record)
        texts = front_end_texts(language)
        self.state = {**state, "language": language, "texts": texts}

    def close(self) -> None:
        pass


class SearchPage(PlainPage):
    """A server of one page with the tree of a traced search."""

    widget = SearchView
    host = _RecordedSearch
