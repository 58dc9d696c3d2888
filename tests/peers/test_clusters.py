"""Tournaments on real clusters of dask.distributed and ipyparallel."""

import pytest

from tests.support.contestants import (
    faulty_players,
    sound_players,
)
from tictactoe_widget import play_tournament

CLASS = sound_players() | faulty_players()


@pytest.fixture(scope="module")
def alone():
    """The tournament of the class with the players that raise KeyboardInterrupt left out."""
    players = {name: who for name, who in CLASS.items() if name != "interrupting"}
    return players, play_tournament(players, games=4, seed=2)


@pytest.fixture(scope="module", params=[1, 4], ids=["1 worker", "4 workers"])
def dask(request):
    distributed = pytest.importorskip("distributed")
