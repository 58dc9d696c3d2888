"""Faulty players and rules in a session."""

import asyncio
import logging

import pytest

from tests.support.scenes.players import Thinker, first_free, until
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack, ask
from tests.support.students.invented_games import Late
from tictactoe_widget import Game, PlainRules
from tictactoe_widget.session import Session


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (4, "Player O (bot) answered cell 4: Position already taken"),
        (9, "Player O (bot) answered 9: cell must be an int from 0 to 8"),
        (True, "Player O (bot) answered True: cell must be an int from 0 to 8"),
        (None, "Player O (bot) answered None: cell must be an int from 0 to 8"),
    ],
)
def test_illegal_answer_costs_only_the_turn(answer, reason):
    def bot(_game):
        return answer

    host = RecordingHost(o=bot)
    host.ask("play", cell=4)
    assert host.state["notice"].startswith(reason)
    assert (host.state["moves"], host.state["thinking"]) == ((4,), None)
    request = host.ask("play", cell=0)
    assert host.sent[-1] == ack(request, "illegal", "Choose who plays as O from now on.")
    host.ask("player", mark="O", player="human")
    host.ask("play", cell=0)
    assert (host.state["moves"], host.state["notice"]) == ((4, 0), "")
    assert host.mirror == host.state


class OwnBaseError(BaseException):
    """An error that isn't an Exception."""


FAULTS = [
    ZeroDivisionError("oh"),
    SystemExit(3),
    asyncio.CancelledError(),
    GeneratorExit(),
    StopIteration(),
    OwnBaseError("oh"),
]


def raise_at_once(error):
    def bot(_game):
        raise error

    return bot


def raise_while_thinking(error):
    def bot(_game):
        yield None
        raise error

    return bot


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("make_bot", [raise_at_once, raise_while_thinking])
@pytest.mark.parametrize("is_on_a_loop", [True, False])
def test_raising_player_can_be_replaced(error, make_bot, is_on_a_loop):
    host = RecordingHost(o=make_bot(error))

    async def scene():
        request = host.ask("play", cell=4)
        await until(lambda: host.state["thinking"] is None)
        assert host.sent == [ack(request)]

    if is_on_a_loop:
        asyncio.run(scene())
    else:
        host.ask("play", cell=4)
    raised = f"Player O (bot) raised {type(error).__name__}"
    assert host.state["notice"].startswith(raised)
    assert host.state["thinking"] is None
    taken = host.ask("player", mark="O", player="human")
    assert host.sent[-1] == ack(taken)
    host.ask("play", cell=0)
    assert host.state["moves"] == (4, 0)
    again = host.ask("new_game")
    assert host.sent[-1] == ack(again)
    assert (host.state["notice"], host.state["moves"]) == ("", ())


def test_thinking_resumes_on_the_next_loop():
    thinker = Thinker(0)
    host = RecordingHost(o=thinker)

    async def leave_while_it_thinks():
        host.ask("play", cell=4)
        await until(lambda: thinker.asked)

    async def come_back():
        thinker.may_answer = True
        host.ask("hello")
        await until(lambda: host.state["thinking"] is None)

    asyncio.run(leave_while_it_thinks())
    assert (host.state["notice"], host.state["thinking"]) == ("", "O")
    asyncio.run(come_back())
    assert host.state["moves"] == (4, 0)
    assert thinker.asked == [Game(moves=(4,))] * 2
    assert host.mirror == host.state


@pytest.mark.parametrize("is_closed", [True, False])
def test_person_can_move_after_the_loop_stops(monkeypatch, is_closed):
    monkeypatch.setattr("tictactoe_widget.session.scheduler.PAUSE_SECONDS", 0)

    def answer(game):
        asked.append(game)
        while not may_answer:
            yield None
        yield game.legal_moves[0]

    async def leave_while_it_thinks():
        host.ask("play", cell=4)
        await until(lambda: asked)

    asked, may_answer = [], []
    host = RecordingHost(o=answer)
    loop = asyncio.new_event_loop()
    loop.run_until_complete(leave_while_it_thinks())
    if is_closed:
        loop.close()
    assert host.state["thinking"] == "O"
    may_answer.append(True)
    host.session.play(8)
    assert host.state["moves"] == (4, 0, 8, 1)
    if not is_closed:
        for _ in range(3):  # a task that is still on this loop would continue here
            loop.run_until_complete(asyncio.sleep(0))
        loop.close()
    assert host.state["moves"] == (4, 0, 8, 1)
    assert asked == [Game(moves=(4,)), Game(moves=(4,)), Game(moves=(4, 0, 8))]
    assert host.mirror == host.state


class NameRaises:
    """A player whose name raises."""

    @property
    def name(self):
        raise OwnBaseError("no name")

    def __call__(self, game):
        return game.legal_moves[0]


class EqualityRaises:
    """A player whose comparison raises."""

    __hash__ = None

    def __eq__(self, other):
        raise ZeroDivisionError("no equality")

    def __call__(self, game):
        return game.legal_moves[0]


@pytest.mark.parametrize(
    ("who", "error", "reason"),
    [
        (NameRaises(), ValueError, "name of NameRaises raised OwnBaseError: no name"),
        (
            EqualityRaises(),
            ValueError,
            "of EqualityRaises raised ZeroDivisionError: no equality",
        ),
        (4, TypeError, "player must be a function that takes a game, not 4"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_invalid_player_is_refused(who, error, reason):
    with pytest.raises(error, match=reason):
        RecordingHost(x=who)
    host = RecordingHost()
    host.session.play(4)
    before, log = host.state, list(host.log)
    with pytest.raises(error, match=reason):
        host.session.seat("O", who)
    assert (host.state, host.log) == (before, log)


def test_error_in_a_dropped_players_cleanup():
    class Stubborn(Thinker):
        def __call__(self, game):
            try:
                yield from super().__call__(game)
            finally:
                self.asked.append("ended")
                raise SystemExit

    async def scene():
        stubborn = Stubborn(0)
        host = RecordingHost(o=stubborn)
        host.ask("play", cell=4)
        request = host.ask("new_game")
        assert host.sent[-1] == ack(request)
        assert stubborn.asked == [Game(moves=(4,)), "ended"]
        assert host.mirror == host.state

    asyncio.run(scene())


def test_player_that_starts_a_game_breaks_nothing():
    def bot(game):
        host.session.new_game()
        return game.legal_moves[0]

    host = RecordingHost(o=bot)
    host.ask("play", cell=4)
    assert (host.state["round"], host.state["moves"]) == (2, ())
    assert host.mirror == host.state


@pytest.mark.parametrize("is_on_a_loop", [True, False])
def test_player_moves_although_sending_fails(caplog, is_on_a_loop):
    def send(_answer):
        raise OSError("no line")

    session = Session(o=first_free, send=send)

    async def scene():
        session.handle(ask("play", cell=4))

    if is_on_a_loop:
        asyncio.run(scene())
    else:
        session.handle(ask("play", cell=4))
    assert (session.game.moves, session.state["thinking"]) == ((4, 0), None)
    assert "no line" in caplog.text


def test_unpublished_move_frees_the_seat(caplog):
    shown = []

    def publish(changes):
        if changes.get("moves") == (4, 0):
            raise OSError("no line")
        shown.append(changes)

    async def scene():
        thinker = Thinker(0)
        session = Session(o=thinker, publish=publish)
        session.play(4)
        thinker.may_answer = True
        await until(lambda: "no line" in caplog.text)
        return session

    session = asyncio.run(scene())
    assert shown[-1] == {
        "thinking": None,
        "notice": "Player O's move couldn't be shown. "
        "Choose who plays as O from now on, or start a new game.",
    }
    session.seat("O", "human")
    session.play(8)
    assert session.game.moves == (4, 8)


FAULT = (
    "The rules Late are at fault, not a player: result raised KeyError: 'x' "
    "(position OX./.X./...)"
)


def test_faulty_rules_are_reported_to_a_person():
    host = RecordingHost(rules=Late())
    host.play([4, 0])
    request = host.ask("play", cell=1)
    assert host.sent[-1] == ack(request, "internal", FAULT)
    assert (host.state["moves"], host.state["is_over"]) == ((4, 0), False)
    assert host.mirror == host.state


@pytest.mark.parametrize(
    ("seat", "answer"), [("random", 8), (first_free, 8), ("perfect", None)]
)
def test_faulty_rules_stop_the_computer(seat, answer):
    host = RecordingHost(rules=Late(), x=seat)
    if answer is not None:  # `perfect` looks ahead, so it finds the fault before its first move
        host.ask("play", cell=answer if answer not in host.state["moves"] else 7)
        assert len(host.state["moves"]) == 2
    assert host.state["notice"].startswith("The rules Late are at fault, not a player: result")
    assert host.state["notice"].endswith("Fix the rules, or choose other rules.")
    host.ask("rules", rules="standard")
    assert (host.state["rules_name"], host.state["notice"]) == ("standard", "")
    assert host.mirror == host.state


def test_faulty_rules_in_hints_are_logged_once(caplog):
    host = RecordingHost(rules=Late(), hints=True)
    with caplog.at_level(logging.ERROR):
        host.play([4, 0])
    lines = [record for record in caplog.records if "The rules Late" in record.getMessage()]
    assert lines
    assert not any(record.exc_info for record in lines)
    assert host.state["moves"] == (4, 0)


class FailsAtOnce(PlainRules):
    """Rules that fail on the empty board."""

    def legal_moves(self, position):
        raise ValueError(f"nothing on {len(position.board)} cells")


def test_rules_that_fail_at_once_start_no_game():
    host = RecordingHost()
    host.play([4])
    request = host.ask("rules", rules="fails-at-once")
    assert host.sent[-1]["code"] == "internal"
    assert host.sent[-1]["request"] == request["request"]
    assert "legal_moves raised ValueError: nothing on 9 cells" in host.sent[-1]["message"]
    assert (host.state["rules_name"], host.state["moves"]) == ("standard", (4,))


class Stopped(PlainRules):
    """Rules that a person interrupts when the centre is taken."""

    def result(self, position):
        if position.board[4]:
            raise KeyboardInterrupt


def test_interrupted_rules_keep_the_game():
    host = RecordingHost(rules=Stopped())
    host.play([0])
    request = host.ask("play", cell=4)
    assert host.sent[-1] == ack(request, "internal", "Python was stopped. Try again.")
    host.ask("play", cell=8)
    assert host.state["moves"] == (0, 8)
    assert host.mirror == host.state
