"""None and null, which every host carries: in JupyterLite None alone becomes undefined."""

import sys
from types import SimpleNamespace

import comm
import pytest

from tests.support.scenes.comms import RecordingComm, custom
from tests.support.scenes.requests import ask
from tictactoe_widget import TicTacToe


class Null:
    """What JavaScript's null is in Pyodide."""


NULL = Null()


class LiteComm(RecordingComm):
    """A line of JupyterLite's kernel, which leaves None out."""

    __module__ = "pyodide_kernel.comm"

    def __init__(self, *, data=None, **options):
        super().__init__(data=None, **options)
        self.shown = kept(data)["state"]

    def send(self, data, buffers=None):  # noqa: ARG002 - as ipywidgets calls it
        arrived = kept(data)
        self.sent.append(arrived)
        self.shown.update(arrived.get("state", {}))


def kept(value):
    """Return what arrives of a value."""
    if isinstance(value, dict):
        return {name: kept(inner) for name, inner in value.items() if inner is not None}
    if isinstance(value, (list, tuple)):
        return [kept(inner) for inner in value]
    return None if value is NULL else value


@pytest.fixture
def lite(monkeypatch):
    monkeypatch.setattr(comm, "create_comm", LiteComm)
    monkeypatch.setitem(sys.modules, "pyodide.ffi", SimpleNamespace(jsnull=NULL))


def hear(board, kind, **fields):
    message = ask(kind, **{"round": board.round, "ply": board.move_count, **fields})
    board.comm.receive({"content": {"data": custom(message)}, "buffers": []})


@pytest.mark.usefixtures("lite")
def test_what_becomes_none_is_told_in_jupyterlite():
    board = TicTacToe(o="beginner")
    hear(board, "play", cell=4)
    shown = board.comm.shown
    assert (shown["thinking"], shown["board"][4], shown["move_count"]) == (None, "X", 2)
    hear(board, "view", to=1)
    assert shown["viewed_ply"] == 1
    hear(board, "new_game")
    assert (shown["viewed_ply"], shown["viewed"], shown["last_move"]) == (None, None, None)
    assert shown["board"] == [None] * 9


@pytest.mark.usefixtures("lite")
def test_null_of_a_front_end_is_none_in_jupyterlite():
    board = TicTacToe()
    board.play(4)
    hear(board, "view", to=0)
    hear(board, "view", to=NULL)
    assert board.viewed_ply is None
    assert board.comm.sent[-1]["content"]["code"] == "ok"
