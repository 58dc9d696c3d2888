"""Faulty players lose their games, and the tournament continues."""

import gc
import sys
import threading
from time import perf_counter

import pytest

from tests.support.scenes.contestants import (
    chatty,
    endless,
    faulty_players,
    never_settled,
    sleeping,
)
from tests.support.scenes.players import first_free
from tictactoe_widget import play_tournament
from tictactoe_widget.matches.tournament import TournamentRun
from tictactoe_widget.sandbox.limits import TimeLimit, TimeUpError


def in_a_thread(function):
    """Call a function in a new thread and return its result."""
    answers = []
    thread = threading.Thread(target=lambda: answers.append(function()))
    thread.start()
    thread.join()
    return answers[0]


def here(function):
    return function()


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("raising", "Player X (raising) raised ZeroDivisionError: division by zero"),
        ("cheating", "Player X (cheating) answered 9: cell must be an int from 0 to 8"),
        ("leaving", "Player X (leaving) raised SystemExit: 3"),
    ],
)
def test_faulty_players_lose(name, fault):
    result = play_tournament({name: faulty_players()[name], "first": first_free}, games=2)
    assert result.games[0].fault == fault
    assert (result.loss_count(name), len(result.faults), result.is_complete) == (2, 2, True)


TOO_SLOW = tuple(f"Player {mark} (slow) took longer than 0.05 s for a move" for mark in "XO")


@pytest.mark.parametrize("slow", [sleeping, endless])
def test_players_that_never_answer(slow, monkeypatch):
    if slow is endless:  # as on a system without timers
        monkeypatch.delattr("signal.setitimer")
    result = play_tournament({"slow": slow, "first": first_free}, games=2, seconds=0.05)
    assert result.faults == TOO_SLOW


@pytest.mark.parametrize("where", [here, in_a_thread])
def test_endless_generator_plays_its_last_answer(where):
    players = {"never": never_settled, "last": lambda game: game.legal_moves[-1]}
    result = where(lambda: play_tournament(players, games=1, seconds=0.03))
    assert result.games[0].game.moves == (0, 8, 1, 7, 2)
    assert result.faults == ()


def test_generators_without_an_answer():
    def undecided(_game):
        while True:
            yield None

    result = play_tournament({"u": undecided, "first": first_free}, games=1, seconds=0.03)
    assert result.faults == ("Player X (u) took longer than 0.03 s for a move",)


def hanging(game):
    yield game.legal_moves[-1]
    yield None
    endless(game)


def clinging(game):
    try:
        while True:
            yield game.legal_moves[-1]
    finally:
        endless(game)


@pytest.mark.parametrize("slow", [hanging, clinging])
def test_stuck_generator_plays_its_last_answer(slow):
    result = play_tournament({"slow": slow, "first": first_free}, games=1, seconds=0.03)
    assert result.games[0].game.moves == (8, 0, 7, 1, 6)


@pytest.mark.parametrize("where", [here, in_a_thread])
def test_endless_recursion(where):
    def deep(game):
        return deep(game)

    players = {"deep": deep, "first": first_free}
    result = where(lambda: play_tournament(players, games=1, seconds=5))
    fault = "Player X (deep) raised RecursionError: maximum recursion depth exceeded"
    assert result.faults[0].startswith(fault)


def test_named_players_have_their_own_time_limit():
    result = play_tournament(["expert", "perfect"], games=2, seed=1, seconds=1e-9)
    assert result.faults == ()
    assert result.draw_count("expert") == 2


def test_stop_ends_the_thinking_generator():
    ended = []

    def thinking(_game):
        try:
            while True:
                yield None
        finally:
            ended.append(True)

    run = TournamentRun({"thinking": thinking, "first": first_free}, games=1)
    run.step(seconds=0)
    run.stop()
    assert ended == [True]


def test_faults_have_no_addresses():
    def answers_itself(_game):
        return lambda: 4

    def raises_an_object(_game):
        raise TypeError(f"no cell: {object()}")

    players = {"itself": answers_itself, "raises": raises_an_object, "other": "random"}
    result = play_tournament(players, games=20, seed=1)
    faults = {record.fault.replace("X", "O") for record in result.games if record.fault}
    assert len(faults) == 2
    assert not any("0x" in fault for fault in faults)
    assert any("answered <function " in fault for fault in faults)
    assert any("no cell: <object object>" in fault for fault in faults)


def test_printing_of_players_is_dropped(capsys):
    def talkative(game):
        in_a_thread(lambda: sys.stdout.write("from elsewhere"))
        sys.stdout.write("from here")
        return game.legal_moves[0]

    play_tournament({"chatty": chatty, "first": first_free}, games=2)
    sys.stdout.write("afterwards")
    assert capsys.readouterr() == ("afterwards", "")
    play_tournament({"talkative": talkative, "first": first_free}, games=1)
    out = capsys.readouterr().out
    assert "from elsewhere" in out
    assert "from here" not in out


@pytest.mark.parametrize("where", [here, in_a_thread])
def test_time_limit_during_garbage_collection(where, monkeypatch):
    def count(numbers):
        for _ in range(numbers):
            pass

    def collecting(_board):
        while True:
            gc.collect(0)
            count(1_000)

    def watch(_phase, _info):
        count(2_000)

    lost = []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)
    gc.callbacks.append(watch)
    try:
        players = {"slow": collecting, "first": first_free}
        result = where(lambda: play_tournament(players, games=2, seconds=0.05))
    finally:
        gc.callbacks.remove(watch)
    assert (result.faults, lost) == (TOO_SLOW, [])


def test_tracers_are_restored():
    def tracer(*_):
        return tracer

    def watched():
        sys.settrace(tracer)
        try:
            play_tournament({"slow": endless, "first": first_free}, games=1, seconds=0.02)
            return sys.gettrace()
        finally:
            sys.settrace(None)

    assert in_a_thread(watched) is tracer


def busy(seconds):
    until = perf_counter() + seconds
    while perf_counter() < until:
        pass


def test_time_limit_counts_computing():
    with TimeLimit() as limit:
        limit.allow(seconds=0.05)
        limit.run(lambda: busy(0.04))
        assert not limit.is_over
        with pytest.raises(TimeUpError):
            limit.run(lambda: endless(None))
        assert limit.is_over
