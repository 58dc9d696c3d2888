"""What is left of a board that was closed: nothing that thinks, and no memory."""

import gc
import os
import subprocess
import sys
import weakref

from tests.support.scenes.comms import X_WINS, play_all
from tests.support.scenes.scripts import ROOT
from tictactoe_widget import TicTacToe


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
