"""Players' seats: who moves when, and what people can do meanwhile."""

import asyncio

import pytest

from tests.support.models.drop_rules import Drop
from tests.support.scenes.players import Thinker, first_free, until
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tictactoe_widget import PLAYERS, Game, WrongTurnError, player
from tictactoe_widget.players import builtin
from tictactoe_widget.players.builtin import NamedPlayer
from tictactoe_widget.session import Session


def is_quiet(host):
    return lambda: host.state["thinking"] is None


# Who moves.


def test_player_answers_after_the_acknowledgement():
    host = RecordingHost(o=first_free)
    request = host.ask("play", cell=4)
    (_, move), answered, (_, reply) = host.log
    assert (move["moves"], move["thinking"]) == ((4,), "O")
    assert answered == ("send", ack(request))
    assert (reply["moves"], reply["thinking"]) == ((4, 0), None)
    assert host.state["players"] == {"X": "human", "O": "first_free"}


def test_opening_player_moves_before_publishing():
    host = RecordingHost(x=lambda _: 4)
    assert host.first["moves"] == (4,)
    assert host.first["thinking"] is None
    assert host.log == []
    host.session.new_game()
    assert host.state["moves"] == (4,)


def test_session_answers_while_a_player_thinks():
    async def scene():
        thinker = Thinker(0)
        host = RecordingHost(o=thinker)
        request = host.ask("play", cell=4)
        assert host.sent == [ack(request)]
        assert host.state["thinking"] == "O"
        await until(lambda: thinker.asked)
        early = host.ask("play", cell=1)
        assert host.sent[-1] == ack(early, "busy", "Not your turn: Player O to move")
        with pytest.raises(WrongTurnError, match="Not your turn: Player O to move"):
            host.session.play(1)
        looked = host.ask("view", to=0)
        assert host.sent[-1] == ack(looked)
        assert host.state["viewed_ply"] == 0
        thinker.may_answer = True
        await until(is_quiet(host))
        assert host.state["moves"] == (4, 0)
        assert thinker.asked == [Game(moves=[4])]
        assert host.mirror == host.state

    asyncio.run(scene())


def test_answer_for_an_old_round_is_dropped():
    async def scene():
        thinker = Thinker(0)
        host = RecordingHost(o=thinker)
        host.ask("play", cell=4)
        again = host.ask("new_game")
        assert host.sent[-1] == ack(again)
        assert host.state["thinking"] is None
        host.ask("play", cell=8)
        thinker.may_answer = True
        await until(is_quiet(host))
        assert host.state["moves"] == (8, 0)
        assert [game.moves for game in thinker.asked] == [(4,), (8,)]
        assert host.mirror == host.state

    asyncio.run(scene())


def test_person_can_replace_a_thinking_player():
    async def scene():
        thinker = Thinker(0)
        host = RecordingHost(o=thinker)
        host.ask("play", cell=4)
        host.ask("player", mark="O", player="human")
        thinker.may_answer = True
        assert host.state["thinking"] is None
        request = host.ask("play", cell=8)
        assert host.sent[-1] == ack(request)
        assert host.state["moves"] == (4, 8)
        assert host.state["current_player"] == "X"

    asyncio.run(scene())


# Seats taken by code.


@pytest.mark.parametrize(
    ("mark", "who", "error", "reason"),
    [
        ("Q", "human", ValueError, "mark must be 'X' or 'O', not 'Q'"),
        (["X"], "human", TypeError, r"mark must be a str, not \['X'\]"),
        (
            "X",
            "hmuan",
            ValueError,
            r"must be .*, not 'hmuan' \(did you mean 'human'\?\)",
        ),
    ],
)
def test_invalid_seat_or_player_is_refused(mark, who, error, reason):
    host = RecordingHost()
    with pytest.raises(error, match=reason):
        host.session.seat(mark, who)
    assert (host.state, host.log) == (host.first, [])


def test_perfect_is_refused_for_unsolvable_rules():
    choices = f"'human', {', '.join(map(repr, PLAYERS[:-1]))} or a function"
    with pytest.raises(
        ValueError, match=f"player under these rules must be {choices}, not 'perfect'"
    ):
        RecordingHost("gomoku", o="perfect")
    with pytest.raises(ValueError, match='for "perfect" to solve, not MNK'):
        RecordingHost("gomoku", o=player("perfect"))


def test_expert_takes_over_if_perfect_gives_up(monkeypatch):
    monkeypatch.setattr(builtin, "MOST_VISITS", 100)
    host = RecordingHost(Drop(5, 5, 4), o="perfect")
    assert host.state["players"] == {"X": "human", "O": "perfect"}
    host.play([22])
    assert host.state["players"] == {"X": "human", "O": "expert"}
    notices = [changes["notice"] for changes in host.told if changes.get("notice")]
    assert notices == ["Perfect can't solve this game. Expert now plays as O."]
    assert (host.state["move_count"], host.state["thinking"]) == (2, None)
    # The notice stays after expert's immediate move and goes with the person's next move.
    assert host.state["notice"] == notices[0]
    host.play([host.state["legal_moves"][0]])
    assert host.state["notice"] == ""


def test_function_fails_if_perfect_gives_up(monkeypatch):
    monkeypatch.setattr(builtin, "MOST_VISITS", 100)

    def bot(game):
        return player("perfect")(game)

    host = RecordingHost(Drop(5, 5, 4), o=bot)
    host.play([22])
    assert 'raised UnsolvedError: "perfect" cannot prove its move' in host.state["notice"]
    assert host.state["move_count"] == 1


def test_subclass_of_a_named_player_is_a_function():
    class Twisted(NamedPlayer):
        def think(self, game):
            yield game.legal_moves[-1]

    session = Session(o=Twisted("perfect", seed=None, seconds=1.0))
    assert session.save()["players"]["O"] == "human"
    session.play(4)
    assert session.game.moves == (4, 8)
