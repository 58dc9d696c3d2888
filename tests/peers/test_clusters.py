"""Tournaments and enumerations on real dask.distributed and ipyparallel clusters."""

import os
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import dask
import ipyparallel
import pytest
from distributed import Client, LocalCluster

from tests.support.scenes.contestants import (
    chatty,
    endless,
    faulty_players,
    killer,
    never_settled,
    sound_players,
    stuck_in_c,
)
from tests.support.scenes.endless_players import ENDLESS
from tests.support.scenes.players import first_free
from tictactoe_widget import census, play_tournament

ROOT = str(Path(__file__).parents[2])


def all_players():
    """Return players that finish their games and faulty ones. None of them kills a kernel."""
    faulty = faulty_players()
    del faulty["interrupting"]  # in this process it would stop the tournament
    return sound_players() | faulty | {"chatty": chatty}


@pytest.fixture(scope="module")
def local_result():
    """Play the class's tournament in this process."""
    return play_tournament(all_players(), games=4, seed=2)


@contextmanager
def dask_cluster(workers):
    # By default, dask retries a task three times if its worker dies.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(n_workers=workers, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor(pure=False)


@contextmanager
def ipyparallel_cluster(engines):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([ROOT, os.environ.get("PYTHONPATH", "")]))
        with ipyparallel.Cluster(n=engines) as client:
            yield client.executor()


@pytest.fixture(scope="module", params=[1, 4])
def dask_executor(request):
    with dask_cluster(request.param) as executor:
        yield executor


@pytest.fixture(
    scope="module", params=[(c, n) for c in (dask_cluster, ipyparallel_cluster) for n in (1, 4)]
)
def executor(request):
    cluster, count = request.param
    with cluster(count) as started:
        yield started


def test_games_same_as_one_process(local_result, executor):
    assert play_tournament(all_players(), games=4, seed=2, executor=executor) == local_result


def test_counts_same_as_one_process(executor):
    assert census("4x3k3", executor=executor) == census("4x3k3")


def test_slow_player_loses(executor):
    players = {"sound": first_free, "never settled": never_settled, "endless": endless}
    result = play_tournament(players, games=2, seed=1, seconds=0.1, executor=executor)
    assert set(result.faults) == {
        "Player O (endless) took longer than 0.1 s for a move",
        "Player X (endless) took longer than 0.1 s for a move",
    }
    assert (result.loss_count("endless"), result.game_count("never settled")) == (4, 4)


def faults_of(players, executor=None):
    """Return the faults of players that never finish, against a sound player."""
    result = play_tournament(
        players | {"sound": first_free}, games=2, seed=1, seconds=0.05, executor=executor
    )
    return Counter(result.faults)


def test_endless_players_lose_on_dask(dask_executor):
    names = (
        "pass",
        "continues",
        "goes on in the handler",
        "suppresses",
        "raises without a str",
    )
    players = {name: ENDLESS[name] for name in names}
    assert faults_of(players, dask_executor) == faults_of(players)


@pytest.mark.parametrize("fatal", [killer, stuck_in_c])
def test_fatal_players_lose_on_dask(fatal, dask_executor):
    players = {"sound": first_free, "fatal": fatal}
    result = play_tournament(players, games=1, seconds=0.1, executor=dask_executor)
    assert result.faults == (
        "Player O (fatal) did not return a move because its process ended",
    )
    assert result.win_count("sound") == 1
