"""Players that never end, in every way that is known: each loses when its time is over."""

import gc
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.scenes.endless_players import ENDLESS, joining, recursing
from tests.support.scenes.players import first_free
from tictactoe_widget import play_tournament
from tictactoe_widget.sandbox import limits

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


def in_a_pool_of_threads(player):
    with ThreadPoolExecutor(1) as pool:
        return faults_of(player, pool)


@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.parametrize("where", [in_the_main_thread, in_another_thread])
def test_whatever_never_ends_loses_when_its_time_is_over(where, name):
    assert where(ENDLESS[name]) == LATE


@pytest.mark.parametrize("name", ["pass", "continues", "goes on in the handler", "generates"])
def test_so_it_does_in_a_pool_of_threads(name):
    assert in_a_pool_of_threads(ENDLESS[name]) == LATE


@pytest.mark.parametrize("name", ENDLESS)
def test_so_it_does_on_a_system_without_alarms(name, monkeypatch):
    monkeypatch.setattr(limits, "_HAS_ALARMS", False)
    assert in_the_main_thread(ENDLESS[name]) == LATE


def test_outside_the_main_thread_so_does_who_stays_where_calls_are_deepest():
    assert in_another_thread(recursing) == LATE


@pytest.fixture
def collected_often():
    """Have garbage collected often, with a callback of Python; return what it calls."""
    calls = []

    def called(phase, info):
        calls[:] = [phase, *sorted(info)]

    before = gc.get_threshold()
    gc.callbacks.append(called)
    gc.set_threshold(5)
    yield calls
    gc.set_threshold(*before)
    gc.callbacks.remove(called)


def test_where_calls_are_deepest_nothing_is_raised_in_a_callback_of_garbage_collection(
    collected_often, monkeypatch
):
    dropped = []
    monkeypatch.setattr(sys, "unraisablehook", lambda args: dropped.append(args.exc_type))
    assert in_another_thread(ENDLESS["calls itself twice"]) == LATE
    assert collected_often
    assert dropped == []


@pytest.mark.parametrize("where", [in_the_main_thread, in_another_thread])
def test_who_waits_for_a_thread_that_never_ends_loses_and_the_thread_ends_without_a_word(
    where, monkeypatch, capsys
):
    monkeypatch.setattr(threading, "excepthook", threading.__excepthook__)  # not pytest's
    before = set(threading.enumerate())
    assert where(joining) == LATE
    if where is in_another_thread or sys.version_info >= (3, 12):
        while set(threading.enumerate()) - before:
            time.sleep(0.001)
    assert capsys.readouterr() == ("", "")
