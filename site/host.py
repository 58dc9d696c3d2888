"""The Python side of the page: a `Session` that exchanges messages as JSON text.

This module is imported before the memory snapshot is taken, so the snapshot contains a session.
`start` adds everything that differs between visits: the connection to the page, new random
numbers, and the game.
"""

import gc
import json
import random
import sys
from collections.abc import Callable
from typing import Any

from tictactoe_widget.classroom.progress import read_progress
from tictactoe_widget.rules.state import Mark
from tictactoe_widget.session import Session
from tictactoe_widget.session.core import Answer, View
from tictactoe_widget.session.saving import read_link, write_link
from tictactoe_widget.session.state import HUMAN, SessionState
from tictactoe_widget.texts import add_catalogue, call_in

BUILD = ""
"""Name of the build, which distinguishes its snapshots from other builds' snapshots."""

STANDARD_LIBRARY = "/lib/python_stdlib.zip"
"""Path to which the worker writes the standard library when Python first reads it."""


def _tell_nobody(_text: str) -> None:
    """Do nothing, because there is no page yet."""


_post: Callable[[str], None] = _tell_nobody


def _publish(changes: View) -> None:
    saved = session.save()
    kept = {"saved": saved, "link": write_link(saved)}
    _post(json.dumps({"kind": "changes", "changes": changes, **kept}))


def _send(message: Answer) -> None:
    _post(json.dumps({"kind": "message", "message": message}))


session = Session(publish=_publish, send=_send)
"""The page's session."""

# `start` seeds these generators again. Otherwise, every visit would have the same random
# numbers.
_generators = [held for held in gc.get_objects() if isinstance(held, random.Random)]


def use_language(language: str, catalogue: str | None = None) -> None:
    """Set the session's language.

    Parameters
    ----------
    language : str
        Code of the language.
    catalogue : str, optional
        Text from `pack_catalogue`. English needs none.
    """
    if catalogue is not None:
        add_catalogue(language, catalogue)
    session.change(SessionState.with_language, language)


def start(
    post: Callable[[str], None],
    saved: str | None,
    link: str | None,
    freed: Mark | None = None,
    viewed: int | None = None,
) -> None:
    """Connect the session to a page, and send the view to the page before any player moves.

    Parameters
    ----------
    post : callable
        Function to call with each message to the page, as JSON text.
    saved : str or None
        Saved game from an earlier visit. If the game cannot be read, it is not restored, and
        the message to the page gives the reason.
    link : str or None
        Link to open. A linked game replaces the saved game. A linked lesson or puzzle pauses
        the saved game. Damaged parts are left out, and the message to the page lists them.
    freed : {"X", "O"} or None
        Mark of a player that was stopped because it did not answer. A person takes its place.
    viewed : int or None
        Number of moves after which to show the board of the saved game, or None to show it
        after the last move.
    """
    global _post  # noqa: PLW0603 - one page, one session
    _post = post
    sys.path.append(STANDARD_LIBRARY)
    for generator in _generators:
        generator.seed()
    refused = ""
    faults: tuple[str, ...] = ()
    # A player might never answer. The lock delays the player's first call until the page can
    # name the player and offer to stop it.
    with session.locked():
        if saved is not None:
            try:
                session.restore(_for_page(json.loads(saved), freed))
                session.look_back(viewed)
            except ValueError as error:
                refused = str(error)
        if link is not None:
            linked = call_in(session.state["language"], read_link, link)
            faults = linked.faults
            if "lesson" in linked.saved:
                session.restore({**session.save(), "lesson": linked.saved["lesson"]})
            elif saved is None:
                session.restore(_for_page(linked.saved, freed))
        ready = {"state": session.state, "link": write_link(session.save())}
        _post(json.dumps({"kind": "ready", **ready, "refused": refused, "faults": faults}))


def _for_page(saved: Any, mark: Mark | None) -> Any:
    """Return a saved state in the page's language, in which a person plays the given mark."""
    if not isinstance(saved, dict):
        return saved
    saved = {**saved, "language": session.read("language")}
    players = saved.get("players")
    if mark is not None and isinstance(players, dict):
        saved["players"] = {**players, mark: HUMAN}
    return saved


def read_codes(text: str) -> str:
    """Read all progress codes in a text, and return a table of them as JSON text.

    The page for teachers calls this function, even without `start`.
    """
    return call_in(session.state["language"], _read_codes, text)


def _read_codes(text: str) -> str:
    table = read_progress(text)
    shown = {"columns": table.columns, "rows": [row.row for row in table.rows]}
    return json.dumps({**shown, "notes": table.notes, "csv": table.to_csv()})


def watch(on: bool) -> None:
    """Pause a game between two automatic players while the page is hidden."""
    session.change(SessionState.with_watching, on)


def handle(text: str) -> None:
    """Carry out a request from the page, given as JSON text, and send the answer."""
    session.handle(json.loads(text))
