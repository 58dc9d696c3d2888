"""Python's side of the bare page: a `Session` with messages as JSON text.

It is imported when the memory snapshot is made, so the snapshot contains a session. `start`
adds the parts of one visit: the connection to the page, fresh random numbers, and the game of a
link or of an earlier visit.
"""

import gc
import json
import random
import sys
from collections.abc import Callable
from typing import Any

from tictactoe_widget.rules.state import Mark
from tictactoe_widget.session import Session
from tictactoe_widget.session.core import Answer, View
from tictactoe_widget.session.saving import read_link, write_link
from tictactoe_widget.session.state import HUMAN

BUILD = ""
"""Name of the build. It identifies snapshots from other builds."""

STANDARD_LIBRARY = "/lib/python_stdlib.zip"
"""Path at which the worker puts the standard library when it is first read."""

_post: Callable[[str], None] = print


def _publish(changes: View) -> None:
    saved = session.save()
    kept = {"saved": saved, "link": write_link(saved)}
    _post(json.dumps({"kind": "changes", "changes": changes, **kept}))


def _send(message: Answer) -> None:
    _post(json.dumps({"kind": "message", "message": message}))


session = Session(publish=_publish, send=_send)
"""Session of the page."""

# `start` seeds it again. Otherwise every visit would have the same random numbers.
_generators = [held for held in gc.get_objects() if isinstance(held, random.Random)]


def start(
    post: Callable[[str], None],
    saved: str | None,
    link: str | None,
    freed: Mark | None = None,
    viewed: int | None = None,
) -> None:
    """Connect the session to a page and send it the view, before any player moves.

    Parameters
    ----------
    post : callable
        Function called with each message to the page, as JSON text.
    saved : str or None
        Saved game of an earlier visit. If it cannot be read, it is not restored, and the
        message to the page gives the reason.
    link : str or None
        Link to open. A linked game replaces the saved game. A linked lesson or puzzle pauses
        the saved game. Damaged parts are left out, and the message to the page lists them.
    freed : {"X", "O"} or None
        Mark of a player that was stopped because it did not answer. A person takes its seat.
    viewed : int or None
        Ply of the saved round on view, if that is not the last one.
    """
    global _post  # noqa: PLW0603 - one page, one session
    _post = post
    sys.path.append(STANDARD_LIBRARY)
    for generator in _generators:
        generator.seed()
    refused = ""
    faults: tuple[str, ...] = ()
    # A player may never answer. It is called when the page can name it and offer to stop it.
    with session.locked():
        if saved is not None:
            try:
                session.restore(_with_person(json.loads(saved), freed))
                session.look_back(viewed)
            except ValueError as error:
                refused = str(error)
        if link is not None:
            linked = read_link(link)
            faults = linked.faults
            if "lesson" in linked.saved:
                session.restore({**session.save(), "lesson": linked.saved["lesson"]})
            elif saved is None:
                session.restore(_with_person(linked.saved, freed))
        ready = {"state": session.state, "link": write_link(session.save())}
        _post(json.dumps({"kind": "ready", **ready, "refused": refused, "faults": faults}))


def _with_person(saved: Any, mark: Mark | None) -> Any:
    """Return a saved state with a person instead of the player of a mark, if one is given."""
    players = saved.get("players") if isinstance(saved, dict) else None
    if mark is None or not isinstance(players, dict):
        return saved
    return {**saved, "players": {**players, mark: HUMAN}}


def handle(text: str) -> None:
    """Carry out a request of the page, given as JSON text, and answer it."""
    session.handle(json.loads(text))
