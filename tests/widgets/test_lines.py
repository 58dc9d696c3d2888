"""Closed boards, failing comms and moves from several threads."""

import gc
import os
import subprocess
import sys
import weakref
from threading import Event, Thread

import pytest

from tests.support.scenes.comms import FIRST_MOVE, FORGED, X_WINS, BrokenComm, play_all, shown
from tests.support.scenes.scripts import ROOT
from tictactoe_widget import Game, TicTacToe


def test_closed_board_plays_without_messages(board):
    line = board.comm
    board.close()
    board.play(4)
    board.names = {"X": "Ada"}
    board.set_state(FORGED)
    assert line.is_closed
    assert line.sent == []
    assert board.game == Game(moves=[4])
    assert shown(board) == board._session.state


def test_send_error_is_raised_and_undoes_nothing(board):
    board.comm = BrokenComm(comm_id=board.model_id)
    heard = []
    board.observe(lambda change: heard.append(change.name))
    with pytest.raises(OSError, match="nobody there"):
        board.play(4)
    assert sorted(heard) == sorted(FIRST_MOVE)
    assert board.game == Game(moves=[4])
    assert shown(board) == board._session.state


def test_observer_errors_are_raised_after_threads(board, monkeypatch):
    first_is_in, second_is_in, first_is_out = Event(), Event(), Event()
    change = board._session.change

    def play_in_step(transition, *arguments):
        is_second = arguments[:1] == (0,)
        if is_second:
            second_is_in.set()
        change(transition, *arguments)
        if is_second:
            assert first_is_out.wait(60)

    def wait_for_the_other(change):
        if change.new == 1:
            first_is_in.set()
            assert second_is_in.wait(60)

    def play_first():
        board.play(4)
        first_is_out.set()

    monkeypatch.setattr(board._session, "change", play_in_step)
    board.observe(wait_for_the_other, "move_count")
    first = Thread(target=play_first)
    first.start()
    assert first_is_in.wait(60)
    second = Thread(target=board.play, args=(0,))
    second.start()
    first.join()
    second.join()
    assert board.moves == (4, 0)
    board.unobserve_all()
    board.observe(lambda _: 1 / 0, "move_count")
    with pytest.raises(ZeroDivisionError):
        board.play(8)


def test_closed_board_is_freed():
    board = TicTacToe(hints=True, names={"X": "Ada"})
    board.observe(lambda _: None, "winner")
    play_all(board, X_WINS)
    board.look_back(2)
    reference = weakref.ref(board)
    board.close()
    del board
    gc.collect()
    assert reference() is None


def test_failed_constructor_prints_no_noise():
    script = (
        "from tictactoe_widget import TicTacToe\n"
        "for arguments in ({'rulez': 1}, {'o': 'nobody'}):\n"
        "    try:\n"
        "        TicTacToe(**arguments)\n"
        "    except (TypeError, ValueError) as error:\n"
        "        print(type(error).__name__)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["TypeError", "InvalidValueError"]
