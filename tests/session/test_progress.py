"""Hints and reviews that arrive in steps on an event loop."""

import asyncio
import logging

import pytest

from tests.support.scenes.players import first_free, until
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.rounds import X_WINS
from tictactoe_widget import Game, analyze
from tictactoe_widget.analysis.hints import make_hints
from tictactoe_widget.analysis.review import review
from tictactoe_widget.session import board as work


def hints(comment):
    """Return a function that makes hints with a recognizable comment."""
    return lambda game: make_hints(game, analyze(game), comment)


class Steps:
    """Work that yields its next answer when the test allows it."""

    def __init__(self, answers):
        self.answers = answers
        self.allowed = 0

    def __call__(self, *games, **_):
        for number, answer in enumerate(self.answers):
            while number >= self.allowed:
                yield None
            yield answer(games[-1]) if callable(answer) else answer


@pytest.fixture(autouse=True)
def short_slices(monkeypatch):
    monkeypatch.setattr("tictactoe_widget.session.scheduler.JOB_SECONDS", 0.0)
    monkeypatch.setattr("tictactoe_widget.session.scheduler.TELL_SECONDS", 0.0)
    monkeypatch.setattr("tictactoe_widget.session.scheduler.PAUSES", 0)


def test_review_grows_while_it_is_computed(monkeypatch):
    found = tuple(review(Game(moves=X_WINS)))
    steps = Steps([found[3:], found[1:], found])
    monkeypatch.setattr(work, "review_in_slices", steps)

    async def scene():
        host = RecordingHost()
        host.play(X_WINS)
        assert (host.state["working"], host.state["review"]) == ("review", ())
        seen = []
        for steps.allowed in (1, 2):
            await until(lambda: len(host.state["review"]) == [2, 4][steps.allowed - 1])
            state = host.state
            seen.append([move["ply"] for move in state["review"]])
            assert (state["working"], state["review_summary"]) == ("review", "")
        steps.allowed = 3
        await until(lambda: not host.state["working"])
        assert seen == [[3, 4], [1, 2, 3, 4]]
        assert [move["ply"] for move in host.state["review"]] == [0, 1, 2, 3, 4]
        assert host.state["review_summary"] != ""
        assert host.mirror == host.state

    asyncio.run(scene())


def test_better_hints_replace_the_first_ones(monkeypatch):
    game = Game(moves=(0, 4, 8))
    steps = Steps([hints("first"), hints("better"), hints("last")])
    monkeypatch.setattr(work, "hints_in_slices", steps)

    async def scene():
        host = RecordingHost(game=game, hints=True)
        assert (host.state["working"], host.state["values"]) == ("hints", ())
        for steps.allowed, comment in ((1, "first"), (2, "better")):
            await until(lambda comment=comment: host.state["comment"] == comment)
            assert (host.state["working"], len(host.state["values"])) == ("hints", 6)
        steps.allowed = 3
        await until(lambda: not host.state["working"])
        assert host.state["comment"] == "last"
        assert host.mirror == host.state

    asyncio.run(scene())


def test_updates_are_limited_in_frequency(monkeypatch):
    found = tuple(review(Game(moves=X_WINS)))
    steps = Steps([found[3:], found[2:], found])
    monkeypatch.setattr(work, "review_in_slices", steps)
    monkeypatch.setattr("tictactoe_widget.session.scheduler.TELL_SECONDS", 1000.0)

    async def scene():
        host = RecordingHost()
        host.play(X_WINS)
        steps.allowed = 2
        for _ in range(5):
            await asyncio.sleep(0.01)
        assert host.state["review"] == ()
        steps.allowed = 3
        await until(lambda: not host.state["working"])
        assert len(host.state["review"]) == 5

    asyncio.run(scene())


def test_partial_review_stays_after_an_error(monkeypatch, caplog):
    found = tuple(review(Game(moves=X_WINS)))

    def broken(_, **_options):
        yield found[3:]
        raise ZeroDivisionError("a fault of the analysis")

    monkeypatch.setattr(work, "review_in_slices", broken)

    async def scene():
        host = RecordingHost()
        host.play(X_WINS)
        await until(lambda: not host.state["working"])
        assert [move["ply"] for move in host.state["review"]] == [3, 4]

    with caplog.at_level(logging.ERROR):
        asyncio.run(scene())
    assert caplog.text.count("ReviewJob failed") == 1


def test_listener_can_seat_a_player(monkeypatch):
    game = Game(moves=(0, 4, 8))
    steps = Steps([hints("first"), hints("last")])
    monkeypatch.setattr(work, "hints_in_slices", steps)

    async def scene():
        host = RecordingHost(game=game, hints=True)
        publish = host.session._publish

        def seat_one(changes):
            publish(changes)
            if changes.get("comment") == "first":
                host.session.seat("O", first_free)

        host.session._publish = seat_one
        steps.allowed = 1
        await until(lambda: len(host.state["moves"]) == 4)
        assert host.state["moves"] == (0, 4, 8, 1)
        host.session.close()

    asyncio.run(scene())


def test_move_stops_hints_for_the_old_position(monkeypatch):
    ended = []

    def endless(_before, game, **_options):
        try:
            while True:
                yield None
        finally:
            ended.append(game.moves)

    monkeypatch.setattr(work, "hints_in_slices", endless)

    async def scene():
        host = RecordingHost(hints=True)
        host.session.play(4)
        assert ended == [()]
        assert host.state["working"] == "hints"
        host.session.close()
        assert ended == [(), (4,)]
        assert host.state["working"] == ""

    asyncio.run(scene())
