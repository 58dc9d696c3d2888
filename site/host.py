"""Python's side of the bare page: one `Session` whose messages are JSON text.

Imported when the memory snapshot is made, so that the table stands ready in it.
What belongs to one visit comes with `start`: the page, chance, the saved game.
"""

import gc
import json
import random
import sys
from collections.abc import Callable
from typing import Any

from tictactoe_widget.session import Session

BUILD = ""
"""Name of the build, which it writes here: a snapshot may be another one's."""

STANDARD_LIBRARY = "/lib/python_stdlib.zip"
"""Where the worker puts the whole standard library, fetched when it is first read."""

_post: Callable[[str], None] = print


def _publish(changes: dict[str, Any]) -> None:
    _post(json.dumps({"kind": "changes", "changes": changes, "saved": session.save()}))


def _send(message: dict[str, Any]) -> None:
    _post(json.dumps({"kind": "message", "message": message}))


session = Session(publish=_publish, send=_send)

# A snapshot would give every visit the chances of the day it was made.
_generators = [held for held in gc.get_objects() if isinstance(held, random.Random)]


def start(post: Callable[[str], None], saved: str | None) -> None:
    """Open the table to a page and tell it the state.

    Parameters
    ----------
    post : callable
        Takes each message to the page.
    saved : str or None
        What an earlier visit saved; what cannot be read is left out, and why is
        told.
    """
    global _post  # noqa: PLW0603 - one page, one table
    _post = post
    sys.path.append(STANDARD_LIBRARY)
    for generator in _generators:
        generator.seed()
    refused = ""
    if saved is not None:
        try:
            session.restore(json.loads(saved))
        except ValueError as error:
            refused = str(error)
    _post(json.dumps({"kind": "ready", "state": session.state, "refused": refused}))


def handle(text: str) -> None:
    """Carry out a request of the page, JSON text, and answer it."""
    session.handle(json.loads(text))
