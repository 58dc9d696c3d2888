"""Random messages for sessions: JSON, requests with errors, and requests from threads."""

from collections.abc import Callable
from threading import Barrier

from hypothesis import strategies as st

from tests.support.scenes.requests import on_threads

# Values to send instead of a short text.
TOKENS = st.one_of(st.text(max_size=70), st.sampled_from(["a", "b"]), st.none(), st.integers())

# Values to send instead of a number.
NUMBERS = st.one_of(
    st.integers(-2, 12),
    st.integers(),
    st.booleans(),
    st.floats(),
    st.none(),
    st.text(max_size=3),
)

# Any JSON value.
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)

# Objects with some of a request's fields, valid or invalid.
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


def hammer(act: Callable[[int], object], count: int = 8) -> None:
    """Run `act(number)` on several threads that start together. Raise their first error."""
    start = Barrier(count)
    faults = []

    def run(number: int) -> None:
        try:
            start.wait()
            act(number)
        except Exception as fault:  # noqa: BLE001 - handed to the test
            faults.append(fault)

    on_threads(run, count)
    assert faults == []
