"""Snapshots that restore the state that code keeps between calls."""

from array import array
from collections import OrderedDict, deque
from functools import partial

import pytest

from tictactoe_widget.sandbox.snapshots import Snapshot


@pytest.mark.parametrize(
    ("kept", "change"),
    [
        ([1, 2], lambda kept: kept.append(3)),
        (deque([1, 2]), lambda kept: kept.popleft()),
        (array("i", [1, 2]), lambda kept: kept.pop()),
        (bytearray(b"12"), lambda kept: kept.clear()),
        ({"a": 1, "b": 2}, lambda kept: kept.update(a=3, c=4)),
        (OrderedDict(a=1, b=2), lambda kept: kept.move_to_end("a")),
        ({1, 2}, lambda kept: kept.remove(1)),
        ([{"a": [1]}], lambda kept: kept[0]["a"].append(2)),
    ],
)
def test_container_is_restored(kept, change):
    before = repr(kept)
    snapshot = Snapshot([partial(print, kept)])
    change(kept)
    assert snapshot.has_changed()
    snapshot.restore()
    assert repr(kept) == before


def test_attributes_of_a_class_are_restored():
    class Bot:
        depth = 3
        name = "bot"

    snapshot = Snapshot([Bot])
    Bot.depth, Bot.seen = 4, []
    del Bot.name
    snapshot.restore()
    assert (Bot.depth, Bot.name, hasattr(Bot, "seen")) == (3, "bot", False)
