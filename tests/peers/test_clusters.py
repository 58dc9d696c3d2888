"""Tournaments and censuses on real clusters of dask.distributed and ipyparallel."""

import os
from collections import Counter
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


def the_class():
    """Players that finish their games, and others; none that a kernel does not survive."""
    faulty = faulty_players()
    del faulty["interrupting"]  # in this process it would stop the tournament
    return sound_players() | faulty | {"chatty": chatty}


@pytest.fixture(scope="module")
def alone():
    """The tournament of the class in this process."""
    return play_tournament(the_class(), games=4, seed=2)


@pytest.fixture(scope="module", params=[1, 4], ids=["1 worker", "4 workers"])
def dask_executor(request):
    # A worker that dies takes its task with it; by default three more would follow.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(n_workers=request.param, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor(pure=False)


@pytest.fixture(scope="module", params=[1, 4], ids=["1 engine", "4 engines"])
def ipyparallel_executor(request):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([ROOT, os.environ.get("PYTHONPATH", "")]))
        with ipyparallel.Cluster(n=request.param) as client:
            yield client.executor()


def test_dask_plays_the_same_games_as_one_process(alone, dask_executor):
    assert play_tournament(the_class(), games=4, seed=2, executor=dask_executor) == alone


def test_ipyparallel_plays_the_same_games_as_one_process(alone, ipyparallel_executor):
    result = play_tournament(the_class(), games=4, seed=2, executor=ipyparallel_executor)
    assert result == alone


def test_dask_counts_what_one_process_counts(dask_executor):
    assert census("4x3k3", executor=dask_executor) == census("4x3k3")


def test_ipyparallel_counts_what_one_process_counts(ipyparallel_executor):
    assert census("4x3k3", executor=ipyparallel_executor) == census("4x3k3")


def test_on_dask_who_thinks_too_long_loses(dask_executor):
    players = {"sound": first_free, "never settled": never_settled, "endless": endless}
    result = play_tournament(players, games=2, seed=1, seconds=0.1, executor=dask_executor)
    assert set(result.faults) == {
        "Player O (endless) took longer than 0.1 s for a move",
        "Player X (endless) took longer than 0.1 s for a move",
    }
    assert (result.loss_count("endless"), result.game_count("never settled")) == (4, 4)


def late(players, executor=None):
    """Return the faults of players that never end, whom another one always beats."""
    result = play_tournament(
        players | {"sound": first_free}, games=2, seed=1, seconds=0.05, executor=executor
    )
    return Counter(result.faults)


def test_on_dask_whatever_never_ends_loses_with_the_words_of_one_process(dask_executor):
    names = (
        "pass",
        "continues",
        "goes on in the handler",
        "suppresses",
        "raises without a str",
    )
    players = {name: ENDLESS[name] for name in names}
    assert late(players, dask_executor) == late(players)


@pytest.mark.parametrize("fatal", [killer, stuck_in_c])
def test_on_dask_who_ends_its_worker_or_cannot_be_stopped_loses(fatal, dask_executor):
    players = {"sound": first_free, "fatal": fatal}
    result = play_tournament(players, games=1, seconds=0.1, executor=dask_executor)
    assert result.faults == (
        "Player O (fatal) did not answer: its process ended while it chose a move",
    )
    assert result.win_count("sound") == 1


def test_on_ipyparallel_who_thinks_too_long_loses(ipyparallel_executor):
    players = {"sound": first_free, "endless": endless}
    result = play_tournament(
        players, games=2, seed=1, seconds=0.1, executor=ipyparallel_executor
    )
    assert result.faults == (
        "Player O (endless) took longer than 0.1 s for a move",
        "Player X (endless) took longer than 0.1 s for a move",
    )
