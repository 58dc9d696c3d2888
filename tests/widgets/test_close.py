"""What is left of a board that was closed: nothing that thinks, and no memory."""

import asyncio
import gc
import os
import subprocess
import sys
import weakref
from functools import partial

from tests.support.scenes.comms import FIRST_MOVE, X_WINS, play_all, request, update
from tests.support.scenes.scripts import ROOT
from tictactoe_widget import Game, TicTacToe


def think_for_ever(_game):
    """A player that never comes to an end by itself."""
    while True:
        yield None


def play_on_a_loop(*acts):
    """Run functions one after the other on an event loop; return the tasks that are left."""

    async def scene():
        for act in acts:
            act()
            await asyncio.sleep(0)
        # What was cancelled needs the loop once more to be done.
        await asyncio.sleep(0)
        return asyncio.all_tasks() - {asyncio.current_task()}

    return asyncio.run(scene())


def test_a_board_that_was_played_on_and_closed_is_freed():
    board = TicTacToe(hints=True, names={"X": "Ada"})
    board.observe(lambda _: None, "winner")
    play_all(board, X_WINS)
    board.look_back(2)
    reference = weakref.ref(board)
    board.close()
    del board
    gc.collect()
    assert reference() is None


def test_a_board_whose_player_thinks_stops_and_is_freed_when_it_is_closed():
    ended = []

    def thinker(game):
        try:
            yield from think_for_ever(game)
        finally:
            ended.append(game.moves)

    board = TicTacToe(o=thinker)
    reference = weakref.ref(board)
    left = play_on_a_loop(partial(board.play, 4), board.close)
    assert left == set()
    assert ended == [(4,)]
    del board
    gc.collect()
    assert reference() is None


def test_a_closed_board_has_nobody_who_thinks_but_moves_count(board):
    board.seat("O", think_for_ever)
    board.close()
    left = play_on_a_loop(partial(board.play, 4))
    assert left == set()
    assert board.game == Game(moves=[4])


def test_a_second_close_does_nothing(board):
    board.play(4)
    board.close()
    board.close()
    assert board.moves == (4,)
    assert board.message == "Player O's turn"


def test_one_board_that_is_closed_leaves_another_as_it_is(board):
    other = TicTacToe()
    board.close()
    message = request(other, "play", cell=4)
    assert other.comm.sent[0] == update(**FIRST_MOVE)
    assert other.comm.sent[1]["content"]["request"] == message["request"]


def test_boards_that_are_opened_played_and_closed_take_no_memory():
    def memory_after(boards):
        for _ in range(boards):
            board = TicTacToe()
            play_all(board, X_WINS)
            board.close()
        del board
        gc.collect()
        return sys.getallocatedblocks()

    before = memory_after(20)
    grown = memory_after(200) - before
    # A board that stays is some 250 blocks of memory; caches may fill up a little.
    assert grown < 200 * 10, f"{grown / 200:.1f} blocks a board"


def test_a_board_whose_arguments_are_refused_leaves_no_noise_behind():
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
