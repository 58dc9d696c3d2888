"""Requests as a front end makes them."""

import sys
from collections.abc import Callable
from itertools import count
from threading import Thread
from typing import Any

# Message to or from the front end, as JSON values by name.
Message = dict[str, Any]

_numbers = count(1)


def ask(kind: object, *, round: object = 1, ply: object = 0, **fields: object) -> Message:  # noqa: A002 (the field's name on the wire)
    """Return a new request. `fields` adds or replaces fields."""
    always = {"request": f"request {next(_numbers)}", "client": "client"}
    return {"kind": kind, "round": round, "ply": ply, **always, **fields}


def ack(request: Message, code: str = "ok", message: str = "") -> Message:
    """Return the answer that `request` should get."""
    return {
        "kind": "ack",
        "request": request["request"],
        "client": request["client"],
        "ok": code == "ok",
        "code": code,
        "message": message,
    }


def on_threads(work: Callable[[int], object], how_many: int) -> None:
    """Run ``work(0)`` to ``work(how_many - 1)`` on threads that switch very often."""
    threads = [Thread(target=work, args=(number,)) for number in range(how_many)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
