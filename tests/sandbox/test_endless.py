"""Time limits for players that never return a move."""

import gc
import sys
import threading

import pytest

from tests.support.scenes.endless_players import ENDLESS, recursing
from tests.support.scenes.players import first_free
from tictactoe_widget import play_tournament

SECONDS = 0.03
LATE = ("Player X (endless) took longer than 0.03 s for a move",)


def faults_of(player, executor=None):
    players = {"endless": player, "first": first_free}
    return play_tournament(players, games=1, seconds=SECONDS, executor=executor).faults


def in_the_main_thread(player):
    return faults_of(player)


def in_another_thread(player):
    answers = []
    thread = threading.Thread(target=lambda: answers.append(faults_of(player)))
    thread.start()
    thread.join()
    return answers[0]


@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.parametrize("where", [in_the_main_thread, in_another_thread])
def test_endless_player_loses_on_time(where, name):
    assert where(ENDLESS[name]) == LATE


def test_deep_recursion_loses_on_time_in_a_thread():
    assert in_another_thread(recursing) == LATE


@pytest.fixture
def frequent_gc():
    """Collect garbage often, and yield the last call to a Python callback."""
    calls = []

    def called(phase, info):
        calls[:] = [phase, *sorted(info)]

    before = gc.get_threshold()
    gc.callbacks.append(called)
    gc.set_threshold(5)
    yield calls
    gc.set_threshold(*before)
    gc.callbacks.remove(called)


def test_time_limit_is_not_raised_in_gc_callbacks(frequent_gc, monkeypatch):
    dropped = []
    monkeypatch.setattr(sys, "unraisablehook", lambda args: dropped.append(args.exc_type))
    assert in_another_thread(ENDLESS["calls itself twice"]) == LATE
    assert frequent_gc
    assert dropped == []
