"""Tournaments on threads, processes and loky, including workers that die."""

import pickle
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import choice

import loky
import pytest

from tests.support.scenes.contestants import (
    chatty,
    endless,
    faulty_players,
    killer,
    sound_players,
    stubborn,
    stuck_in_c,
)
from tests.support.scenes.executors import Immediate
from tests.support.scenes.players import first_free
from tictactoe_widget import ExecutorError, TravelError, play_tournament
from tictactoe_widget.matches.tournament import TournamentRun
from tictactoe_widget.sandbox.pickling import from_bytes, to_bytes

pytestmark = pytest.mark.slow

# A forked process can hang if the parent has threads. A spawned process can't.
processes = partial(ProcessPoolExecutor, mp_context=get_context("spawn"))

SURVIVABLE = {name: who for name, who in faulty_players().items() if name != "interrupting"}


def all_players():
    """Return players of every kind that doesn't end its process."""

    def imported(game):
        return choice(game.legal_moves)

    return sound_players() | SURVIVABLE | {"chatty": chatty, "imported": imported}


@pytest.fixture(scope="module")
def local_result():
    """The same tournament without an executor."""
    return play_tournament(all_players(), games=4, seed=2)


@pytest.fixture(scope="module")
def pool():
    with processes(2) as pool:
        yield pool


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(Immediate, id="at once"),
        pytest.param(partial(ThreadPoolExecutor, 3), id="3 threads"),
        pytest.param(partial(processes, 1), id="1 process"),
        pytest.param(partial(processes, 4), id="4 processes"),
        pytest.param(partial(loky.get_reusable_executor, max_workers=2), id="loky"),
    ],
)
def test_same_games_on_every_executor(make, local_result):
    assert play_tournament(all_players(), games=4, seed=2, executor=make) == local_result


LOST = "did not return a move because its process ended"


# With two workers, other games are running when the process ends. With one, none are.
@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.long), 2])
def test_players_that_end_their_process(workers):
    players = {"first": first_free, "killer": killer, "casual": "casual"}
    players["random moves"] = lambda game: choice(game.legal_moves)
    result = play_tournament(players, games=2, seed=1, executor=partial(processes, workers))
    without = {name: who for name, who in players.items() if name != "killer"}
    others = [game for game in result.games if "killer" not in (game.x, game.o)]
    assert set(others) == set(play_tournament(without, games=2, seed=1).games)
    # killer plays cell 8, then ends its process at its second move.
    assert set(result.faults) == {f"Player {mark} (killer) {LOST}" for mark in "XO"}
    assert (result.loss_count("killer"), result.is_complete) == (6, True)
    lost = {game.o: game.game.moves for game in result.games if game.x == "killer"}
    assert lost["first"] == (8, 0)


def test_time_limit_in_processes(pool):
    players = {"endless": endless, "stubborn": stubborn, "first": first_free}
    result = play_tournament(players, games=1, seconds=0.05, executor=pool)
    # If neither player ever answers, the player to move loses.
    late = [f"Player X ({name}) took longer than 0.05 s for a move" for name in players]
    assert [game.fault for game in result.games] == [late[0], late[0], late[1]]


def test_players_stuck_in_c():
    players = {"first": first_free, "stuck": stuck_in_c}
    result = play_tournament(players, games=1, seconds=0.05, executor=partial(processes, 1))
    assert result.faults == (f"Player O (stuck) {LOST}",)


def test_player_that_raises_ctrl_c_in_a_worker(pool):
    players = {"interrupting": faulty_players()["interrupting"], "first": first_free}
    result = play_tournament(players, games=2, executor=pool)
    assert result.faults == tuple(
        f"Player {mark} (interrupting) raised KeyboardInterrupt" for mark in "XO"
    )


# Sending players to workers.


def test_players_that_cannot_be_sent():
    executor = Immediate()
    lock = threading.Lock()
    players = {"first": first_free, "ada": lambda game: lock and game.legal_moves[0]}
    with pytest.raises(TravelError, match=r"^ada cannot be sent to another process: TypeErr"):
        play_tournament(players, executor=executor)
    assert executor.submitted == 0


def test_missing_cloudpickle(monkeypatch):
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with pytest.raises(TravelError, match=r"needs cloudpickle: run pip install cloudpickle$"):
        play_tournament({"ada": lambda _game: 0, "first": first_free}, executor=Immediate())
    result = play_tournament(["casual", first_free], games=2, executor=Immediate())
    assert result.is_complete


class Unreadable:
    """A player that can be pickled but not unpickled."""

    def __call__(self, game):
        return game.legal_moves[0]

    def __reduce__(self):
        return (int, ("no number",))


def test_players_that_cannot_be_loaded():
    with pytest.raises(ExecutorError, match=r"^the workers cannot load ada: ValueError: inv"):
        play_tournament({"ada": Unreadable(), "first": first_free}, executor=Immediate())


def test_random_functions_keep_their_generator():
    assert from_bytes(to_bytes(choice)).__self__ is choice.__self__
    assert pickle.loads(pickle.dumps(choice)).__self__ is not choice.__self__  # noqa: S301


# Executors that fail, and stopping.


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, processes])
def test_pools_that_are_shut_down(pool):
    with pool(2) as executor:
        run = TournamentRun(["casual", "random"], games=100_000, executor=executor)
        while not run.played_count:
            run.step(seconds=0.1)
        executor.shutdown(wait=True, cancel_futures=True)
        while not run.done:
            run.step(seconds=0.1)
    result = run.result()
    assert 0 < len(result.games) == run.played_count < 100_000
    assert result.ended.startswith("The executor ")


def test_games_on_executors_can_be_watched():
    seen, executor = [], Immediate()
    result = play_tournament(
        ["casual", "random"], games=5, executor=executor, watch=lambda *game: seen.append(game)
    )
    assert seen == [(game.x, game.o, game.game) for game in result.games]
