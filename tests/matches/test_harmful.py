"""Players that change the package or the rules: they are found, and nobody else is harmed."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context

import pytest

from tests.support.scenes.harmful_players import HARMFUL
from tests.support.scenes.players import first_free
from tictactoe_widget import Game, play_tournament
from tictactoe_widget.matches.tournament import TournamentRun

OTHERS = {"first": first_free, "perfect": "perfect", "casual": "casual"}


def with_the_others(player, **options):
    return play_tournament(
        {"harmful": player, **OTHERS}, games=4, seed=3, seconds=5.0, **options
    )


def check_that_it_alone_is_blamed(result, change):
    """Check a tournament in which everybody else plays as if the player was not there."""
    assert result.ended is None
    others = [game for game in result.games if "harmful" not in (game.x, game.o)]
    assert set(others) == set(play_tournament(OTHERS, games=4, seed=3).games)
    harmed = [game for game in result.games if "harmful" in (game.x, game.o)]
    assert len(harmed) == 12
    for game in harmed:
        mark = "X" if game.x == "harmful" else "O"
        assert game.fault.startswith(f"Player {mark} (harmful) changed {change}")
        assert game.winner != "harmful"


@pytest.mark.parametrize("name", HARMFUL)
def test_who_changes_what_others_use_loses_and_nobody_else_notices(name):
    player, change = HARMFUL[name]
    check_that_it_alone_is_blamed(with_the_others(player), change)


def everybody():
    return {name: player for name, (player, _) in HARMFUL.items()} | OTHERS


@pytest.fixture(scope="module")
def alone():
    """The tournament of all of them in this process."""
    return play_tournament(everybody(), games=2, seed=4)


@pytest.mark.long  # each of them was in a tournament of its own, above
def test_who_watches_gets_the_same_result(alone):
    assert play_tournament(everybody(), games=2, seed=4, watch=lambda *_: None) == alone


@pytest.mark.long
def test_processes_give_the_same_result_with_the_same_words(alone):
    processes = partial(ProcessPoolExecutor, 2, mp_context=get_context("spawn"))
    assert play_tournament(everybody(), games=2, seed=4, executor=processes) == alone


def test_threads_give_the_same_result_where_rules_and_states_are_changed():
    # What else is changed in one process, its other threads see as long as it lasts.
    players = {
        name: player for name, (player, change) in HARMFUL.items() if change.startswith("game.")
    }
    result = play_tournament(
        players | OTHERS, games=2, seed=4, executor=partial(ThreadPoolExecutor, 2)
    )
    assert result == play_tournament(players | OTHERS, games=2, seed=4)


def test_a_change_by_whoever_runs_the_program_is_not_undone(monkeypatch):
    # Between two steps nobody but them acts; a debugger or a test may well replace something.
    run = TournamentRun(["random", "random"], games=4, seed=1)
    run.step(seconds=0)
    monkeypatch.setattr("tictactoe_widget.rules.game.Game.mended", 1, raising=False)
    run.stop()
    assert Game.mended == 1
