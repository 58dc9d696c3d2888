"""What is left of a board that was closed: nothing that thinks, and no memory."""

import asyncio
import gc
import os
import subprocess
import sys
import tracemalloc
import weakref

import pytest

from tests.support.comms import FIRST_MOVE, X_WINS, play_all, request, update
from tests.support.scripts import ROOT
from tictactoe_widget import Game, TicTacToe, find_rules


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
    boards = [TicTacToe(o=think_for_ever)]
    references = [weakref.ref(board) for board in boards]
    ended = []

    def thinker(_game):
        try:
            yield from think_for_ever(_game)
        finally:
            ended.append("thinker")

    boards[0].seat("O", thinker)
    left = play_on_a_loop(lambda: boards[0].play(4), lambda: boards[0].close())
    assert left == set()
    assert ended == ["thinker"]
    boards.clear()
    gc.collect()
    assert [reference() for reference in references] == [None]


def test_a_closed_board_has_nobody_who_thinks_but_moves_count(board):
    board.seat("O", think_for_ever)
    board.close()
    left = play_on_a_loop(lambda: board.play(4))
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


@pytest.mark.parametrize("rules", ["standard", "gomoku"])
def test_boards_that_are_opened_played_and_closed_take_no_memory(rules):
    def open_play_and_close():
        board = TicTacToe(rules)
        for cell in find_rules(rules).layout.cells[:5]:
            board.play(cell)
        board.close()

    for _ in range(10):
        open_play_and_close()
    gc.collect()
    tracemalloc.start()
    try:
        for _ in range(10):
            open_play_and_close()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(200):
            open_play_and_close()
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    # One board of nine cells that stayed is 36 KB.
    assert grown < 200 * 1000, f"{grown / 200:.0f} bytes a board"


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
    assert done.stdout.splitlines() == ["TypeError", "ValueError"]
