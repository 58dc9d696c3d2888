"""Requests as a front end makes them, for the tests of all that answers them."""

import sys
from itertools import count
from threading import Barrier, Thread

from hypothesis import HealthCheck
from hypothesis import strategies as st

UNHURRIED = [HealthCheck.too_slow]
"""What hypothesis need not mind: a busy machine is no fault of ours."""

STALE = "The board has changed since"
"""What a request is told that was meant for another round or ply."""

_numbers = count(1)


def ask(kind, *, round=1, ply=0, **fields):  # noqa: A002 (the field's name on the wire)
    """Make a request of its own; `fields` add to what every request holds, or replace it."""
    always = {"request": f"request {next(_numbers)}", "client": "client"}
    return {"kind": kind, "round": round, "ply": ply, **always, **fields}


def ack(request, code="ok", message=""):
    """Write out the answer that `request` should get."""
    return {
        "kind": "ack",
        "request": request["request"],
        "client": request["client"],
        "ok": code == "ok",
        "code": code,
        "message": message,
    }


def on_threads(work, how_many):
    """Run ``work(0)`` to ``work(how_many - 1)``, each on a thread, switching all the time."""
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


def hammer(act, count=8):
    """Run `act(number)` on several threads that start at once; fail as they fail."""
    start = Barrier(count)
    faults = []

    def run(number):
        try:
            start.wait()
            act(number)
        except Exception as fault:  # noqa: BLE001 - handed to the test
            faults.append(fault)

    on_threads(run, count)
    assert faults == []


TOKENS = st.one_of(st.text(max_size=70), st.sampled_from(["a", "b"]), st.none(), st.integers())
NUMBERS = st.one_of(
    st.integers(-2, 12),
    st.integers(),
    st.booleans(),
    st.floats(),
    st.none(),
    st.text(max_size=3),
)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)
NEARLY_REQUESTS = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(["play", "new_game", "view", "hello", "reset_scores", "no"]),
        "request": TOKENS,
        "client": TOKENS,
        "round": NUMBERS,
        "ply": NUMBERS,
        "cell": NUMBERS,
        "to": NUMBERS,
        "id": JSON,
    },
)
