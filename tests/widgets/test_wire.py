"""Exact messages between the board and its front end, including forged ones."""

import sys
from threading import Thread
from types import SimpleNamespace

import comm
import ipywidgets
import pytest

from tests.support.scenes.comms import (
    FIRST_MOVE,
    FORGED,
    SHOWN,
    RecordingComm,
    arrive,
    custom,
    on_the_wire,
    request,
    update,
)
from tests.support.scenes.requests import ack, ask
from tictactoe_widget import MNK, Game, TicTacToe
from tictactoe_widget.session import Session
from tictactoe_widget.widgets.base import find_front_end


def test_first_message_has_the_whole_state():
    board = TicTacToe(MNK(2, 3, 2, misere=True), names={"O": "Grace"})
    state = board.comm.opened["state"]
    session = Session(MNK(2, 3, 2, misere=True), names={"O": "Grace"})
    assert {name: state[name] for name in SHOWN} == on_the_wire(session.state)
    assert state["board"] == [None] * 6
    assert state["grid"]["columns"] == 3
    assert state["names"] == {"X": "Player X", "O": "Grace"}
    assert "export default " in state["_esm"]
    assert ".ttt" in state["_css"]
    assert board.comm.sent == []


def test_move_sends_one_update_and_one_answer(board):
    message = request(board, "play", cell=4)
    assert board.comm.sent == [update(**FIRST_MOVE), custom(ack(message))]


def test_board_sends_the_sheet_script(board):
    arrive(board, custom({"kind": "sheets"}))
    (sent,) = board.comm.sent
    assert sent == custom({"kind": "sheets", "script": find_front_end("sheets.js")})


@pytest.mark.parametrize("content", [None, [], "play", 4, {"kind": "anywidget-command"}])
def test_invalid_request_is_answered_bad(board, content):
    arrive(board, custom(content))
    (answered,) = board.comm.sent
    assert answered["content"]["code"] == "bad"
    assert board.move_count == 0


def test_front_end_can_request_the_state(board):
    board.play(4)
    board.comm.sent.clear()
    arrive(board, {"method": "request_state"})
    (sent,) = board.comm.sent
    assert {name: sent["state"][name] for name in SHOWN} == on_the_wire(board._session.state)


@pytest.mark.parametrize("echo", [True, False])
@pytest.mark.parametrize("name", FORGED)
def test_forged_trait_is_corrected_not_echoed(board, monkeypatch, name, echo):
    monkeypatch.setattr(ipywidgets.widgets.widget, "JUPYTER_WIDGETS_ECHO", echo)
    board.play(4)
    before = board.get_state()
    board.comm.sent.clear()
    arrive(board, update(**{name: FORGED[name]}))
    assert board.comm.sent == [update(**{name: on_the_wire(before[name])})]
    assert board.get_state() == before
    assert board.game == Game(moves=[4])


def test_forged_traits_get_one_correction(board):
    heard = []
    board.observe(heard.append)
    before = on_the_wire(board.get_state(FORGED))
    arrive(board, update(**FORGED))
    assert board.comm.sent == [update(**before)]
    assert heard == []


@pytest.mark.parametrize(
    "state", [{}, {"nonsense": 1}, {"comm": None, "keys": [], "_session": 0}, None, [], "board"]
)
def test_unknown_forged_names_are_ignored(board, state):
    before = board.get_state()
    arrive(board, {"method": "update", "state": state})
    assert board.comm.sent == []
    assert board.get_state() == before


def others_can_change(board):
    """Return whether another thread could change the board now."""
    lock, found = board._session._lock, []

    def look():
        found.append(lock.acquire(blocking=False))
        if found[0]:
            lock.release()

    thread = Thread(target=look)
    thread.start()
    thread.join()
    return found[0]


@pytest.mark.parametrize(
    "message", [{"method": "request_state"}, {"method": "update", "state": {"moves": [0]}}]
)
def test_no_move_between_reading_and_sending(board, monkeypatch, message):
    seen = []
    read, send = board.get_state, board.comm.send

    def watch_reading(key=None):
        seen.append(("read", others_can_change(board)))
        return read(key)

    def watch_sending(data, buffers=None):
        seen.append(("send", others_can_change(board)))
        send(data, buffers)

    monkeypatch.setattr(TicTacToe, "get_state", lambda _, key=None: watch_reading(key))
    monkeypatch.setattr(board.comm, "send", watch_sending)
    arrive(board, message)
    assert seen == [("read", False), ("send", False)]
    assert others_can_change(board)


@pytest.mark.parametrize(("name", "value"), [("names", {"X": "Ada"}), ("hints", True)])
def test_no_rename_between_session_and_trait(board, monkeypatch, name, value):
    seen = []
    read = board._session.read

    def watch(name):
        seen.append(others_can_change(board))
        return read(name)

    monkeypatch.setattr(board._session, "read", watch)
    setattr(board, name, value)
    # The session sets the trait, and the trait's validator reads the session's value.
    assert {*seen} == {False}
    assert getattr(board, name) == board._session.state[name]
    assert others_can_change(board)


class Null:
    """Stand-in for JavaScript's null in Pyodide."""


NULL = Null()


class LiteComm(RecordingComm):
    """Comm in JupyterLite's kernel, which omits None values."""

    __module__ = "pyodide_kernel.comm"

    def __init__(self, *, data=None, **options):
        super().__init__(data=None, **options)
        self.shown = kept(data)["state"]

    def send(self, data, buffers=None):  # noqa: ARG002 - as ipywidgets calls it
        arrived = kept(data)
        self.sent.append(arrived)
        self.shown.update(arrived.get("state", {}))


def kept(value):
    """Return a value as it arrives, without None."""
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
def test_none_is_sent_as_null_in_jupyterlite():
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
def test_jupyterlite_null_is_read_as_none():
    board = TicTacToe()
    board.play(4)
    hear(board, "view", to=0)
    hear(board, "view", to=NULL)
    assert board.viewed_ply is None
    assert board.comm.sent[-1]["content"]["code"] == "ok"
