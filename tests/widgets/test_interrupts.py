"""Interrupts of players on an event loop, if the process ignores the signal."""

import asyncio
import subprocess
import sys
import threading
import time
from signal import SIG_IGN, SIGINT, default_int_handler, getsignal, raise_signal, signal

import pytest

from tests.support.scenes.comms import request
from tests.support.scenes.players import Endless, first_free, until
from tests.support.scenes.scripts import ROOT
from tictactoe_widget import Standings, TicTacToe
from tictactoe_widget.widgets.base import INTERRUPTS

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def idle_kernel():
    """Ignore the signal, as a Jupyter kernel does while it runs no cell."""
    before = signal(SIGINT, SIG_IGN)
    yield
    signal(SIGINT, before)


class Cell:
    """Context in which the signal raises, as in a Jupyter kernel during a cell or message."""

    def __enter__(self):
        self.before = signal(SIGINT, default_int_handler)

    def __exit__(self, *_):
        signal(SIGINT, self.before)


async def signal_ignored_again():
    await until(lambda: getsignal(SIGINT) is SIG_IGN)


def stopped(name):
    return f"Player O ({name}) was stopped. A person now plays as O."


def test_interrupt_stops_a_player_between_slices():
    async def scene():
        endless = Endless()
        board = TicTacToe(o=endless)
        for cell, move in ((4, 0), (8, 1)):
            with Cell():
                request(board, "play", cell=cell)
            await until(lambda: getsignal(SIGINT) is not SIG_IGN)
            raise_signal(SIGINT)  # between two slices
            await until(lambda: board.thinking is None)
            assert board.notice == stopped("Endless")
            assert board.players["O"] == "human"
            await signal_ignored_again()
            request(board, "play", cell=move)
            board._session.seat("O", endless)
        assert board.moves[:2] == (4, 0)
        assert endless.started == endless.ended

    asyncio.run(scene())


def test_interrupt_stops_a_function_on_the_loop():
    asked = []

    def hangs(game):
        asked.append(game)
        raise_signal(SIGINT)
        return first_free(game)

    async def scene():
        # If both players are functions, the event loop calls them after a pause.
        board = TicTacToe(x=first_free, o=hangs)
        await until(lambda: board.notice)
        assert (board.notice, board.moves) == (stopped("hangs"), (0,))
        await signal_ignored_again()

    asyncio.run(scene())
    assert len(asked) == 1


def test_interrupt_stops_only_current_players():
    async def scene():
        boards = [TicTacToe(o=Endless()), TicTacToe(o=Endless())]
        for board in boards:
            board.play(4)
        await until(lambda: getsignal(SIGINT) is not SIG_IGN)
        raise_signal(SIGINT)
        later = TicTacToe(o=Endless())
        later.play(4)
        await until(lambda: not any(board.thinking for board in boards))
        for _ in range(20):
            await asyncio.sleep(0.005)
        assert later.thinking == "O"
        later.new_game()
        await signal_ignored_again()

    asyncio.run(scene())


def test_board_inside_a_player_is_stopped_too():
    async def scene():
        def hangs(_game):
            raise_signal(SIGINT)

        def outer(game):
            inner.play(4)
            return first_free(game)

        inner = TicTacToe(o=hangs)
        board = TicTacToe(x=first_free, o=outer)
        await until(lambda: board.notice)
        assert (inner.notice, board.notice) == (stopped("hangs"), stopped("outer"))
        assert not INTERRUPTS._inside
        await signal_ignored_again()

    asyncio.run(scene())


def test_signal_is_restored_after_a_cell_stops_it():
    async def scene():
        board = TicTacToe(o=Endless())
        board.play(4)
        await until(lambda: getsignal(SIGINT) is not SIG_IGN)
        with Cell():
            board.close()
            await asyncio.sleep(0.15)  # a cell can wait
            assert getsignal(SIGINT) is default_int_handler
        assert getsignal(SIGINT) is not SIG_IGN  # as the kernel found it
        raise_signal(SIGINT)  # no player is thinking, so nothing happens
        await signal_ignored_again()

    asyncio.run(scene())


def test_own_signal_handler_is_kept():
    def own(_number, _frame):
        pressed.append(True)

    async def scene():
        signal(SIGINT, own)
        board = TicTacToe(o=Endless())
        board.play(4)
        for _ in range(30):
            await asyncio.sleep(0.005)
            assert getsignal(SIGINT) is own
        raise_signal(SIGINT)
        board.new_game()

    pressed = []
    asyncio.run(scene())
    assert pressed == [True]


def test_interrupt_stops_players_on_other_threads():
    async def scene(board):
        request(board, "play", cell=4)
        await until(lambda: board.thinking is None)

    async def main():
        board = TicTacToe(o=Endless())
        thread = asyncio.create_task(asyncio.to_thread(asyncio.run, scene(board)))
        await until(lambda: getsignal(SIGINT) is not SIG_IGN)
        raise_signal(SIGINT)
        await thread
        assert board.notice == stopped("Endless")
        await signal_ignored_again()

    asyncio.run(main())


@pytest.mark.parametrize("nap", [0.0, 0.01])
def test_interrupt_stops_a_function_on_a_thread(nap):
    """No signal reaches such a thread, for example a kernel's subshell."""
    entered = threading.Event()

    def hangs(_game):
        entered.set()
        while True:
            time.sleep(nap)

    async def scene(board):
        request(board, "play", cell=4)
        for _ in range(1000):  # a late interrupt would arrive here
            await asyncio.sleep(0)

    async def main():
        for _ in range(10):
            entered.clear()
            board = TicTacToe(o=hangs)
            thread = asyncio.create_task(asyncio.to_thread(asyncio.run, scene(board)))
            await until(lambda: entered.is_set() and getsignal(SIGINT) is not SIG_IGN)
            raise_signal(SIGINT)
            await thread
            assert board.notice == stopped("hangs")
            assert not INTERRUPTS._inside
            board.close()
        await signal_ignored_again()

    asyncio.run(main())


def test_interrupt_between_slices_breaks_nothing():
    def brief(game):
        for _ in range(3):
            yield game.legal_moves[0]

    async def scene():
        board = TicTacToe()
        for _ in range(100):
            board.seat("O", brief)
            request(board, "play", cell=4)
            await until(lambda: board.thinking is None)
            assert board.moves == (4, 0) or board.notice == stopped("brief")
            board.new_game()

    async def main():
        thread = asyncio.create_task(asyncio.to_thread(asyncio.run, scene()))
        while not thread.done():
            if getsignal(SIGINT) is not SIG_IGN:
                raise_signal(SIGINT)
            await asyncio.sleep(0)
        await thread
        assert not INTERRUPTS._inside
        await signal_ignored_again()

    asyncio.run(main())


def test_interrupt_stops_a_tournament():
    def hangs(game):
        raise_signal(SIGINT)
        return first_free(game)

    async def scene():
        standings = Standings({"ada": "random", "bob": hangs}, games=2)
        with Cell():
            standings.start()
        await until(lambda: standings.status == "stopped")
        assert standings.played_count == 0
        await signal_ignored_again()

    asyncio.run(scene())


TRACED_AFTERWARDS = """
import asyncio, sys, threading
from tests.support.scenes.players import first_free
from tictactoe_widget import TicTacToe
from tictactoe_widget.widgets import base as interrupts

async def scene():
    board = TicTacToe(o=first_free)
    board.play(4)
    if late:  # as the player has just answered
        with interrupts.INTERRUPTS.guard():
            interrupts.INTERRUPTS._interrupted.add(threading.get_ident())
            interrupts.thread_raiser()(threading.get_ident(), KeyboardInterrupt)
    assert board.moves == (4, 0)

def on_a_thread():
    try:
        asyncio.run(scene())
    except KeyboardInterrupt:
        assert late
    finally:
        done.set()

for late in (False, True):
    done = threading.Event()
    threading.Thread(target=on_a_thread).start()
    done.wait()
    sys.settrace(lambda *_: None)
    (lambda: None)()
    sys.settrace(None)
"""


def test_tracing_works_after_a_move_on_a_thread():
    """A pending interrupt would hang a traced function in Python 3.11."""
    subprocess.run([sys.executable, "-c", TRACED_AFTERWARDS], cwd=ROOT, check=True, timeout=60)
