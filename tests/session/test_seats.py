"""Players at the table: who moves when, what people may do meanwhile, and what goes wrong."""

import asyncio
import json
import logging
from threading import Barrier

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.wire import ack, ask, on_threads
from tictactoe_widget import MNK, Game, WrongTurnError
from tictactoe_widget.session import Session
from tictactoe_widget.session.work import review_of

UNHURRIED = [HealthCheck.too_slow]
"""A busy machine is no fault of ours."""

MISERE_BOARD = MNK(3, 3, 3, misere=True)


class Thinker:
    """A player that thinks until a test lets it answer."""

    __name__ = "thinker"

    def __init__(self, cell):
        self.cell = cell
        self.asked = []
        self.may_answer = False

    def __call__(self, game):
        self.asked.append(game)
        while not self.may_answer:
            yield None
        yield self.cell


class Table:
    """A session with all it published and sent, in order."""

    def __init__(self, *arguments, **options):
        self.log = []
        self.session = Session(
            *arguments,
            **options,
            publish=self.log.append,
            send=self.log.append,
        )
        self.first = self.session.state

    def ask(self, kind, **fields):
        state = self.session.state
        request = ask(kind, **{"round": state["round"], "ply": state["move_count"], **fields})
        self.session.handle(request)
        return request

    @property
    def state(self):
        return self.session.state

    @property
    def sent(self):
        return [message for message in self.log if message.get("kind") == "ack"]

    @property
    def mirror(self):
        """What a front end shows that was told only what was published."""
        shown = dict(self.first)
        for changes in self.log:
            if changes.get("kind") != "ack":
                shown.update(changes)
        return shown


def first_free(game):
    return game.legal_moves[0]


async def until(is_so):
    while not is_so():  # noqa: ASYNC110 - the session has no event to wait for
        await asyncio.sleep(0)


def is_quiet(table):
    return lambda: table.state["thinking"] is None


# Who moves.


def test_a_player_answers_each_move_of_a_person_after_the_person_has_the_answer():
    table = Table(o=first_free)
    request = table.ask("play", cell=4)
    move, answered, reply = table.log
    assert (move["moves"], move["thinking"]) == ((4,), "O")
    assert answered == ack(request)
    assert (reply["moves"], reply["thinking"]) == ((4, 0), None)
    assert table.state["players"] == {"X": "human", "O": "first_free"}


def test_a_player_that_opens_has_moved_before_anybody_looks():
    table = Table(x=lambda _: 4)
    assert table.first["moves"] == (4,)
    assert table.first["thinking"] is None
    assert table.log == []
    table.session.new_game()
    assert table.state["moves"] == (4,)


def test_two_players_play_the_round_to_its_end():
    table = Table(x=first_free, o=first_free)
    assert table.state["moves"] == (0, 1, 2, 3, 4, 5, 6)
    assert table.state["scores"] == {"X": 1, "O": 0, "draws": 0}
    assert table.state["thinking"] is None


def test_on_an_event_loop_a_player_thinks_while_the_table_answers():
    async def scene():
        thinker = Thinker(0)
        table = Table(o=thinker)
        request = table.ask("play", cell=4)
        assert table.sent == [ack(request)]
        assert table.state["thinking"] == "O"
        await until(lambda: thinker.asked)
        early = table.ask("play", cell=1)
        assert table.sent[-1] == ack(early, "busy", "Not your turn: Player O to move")
        with pytest.raises(WrongTurnError, match="Not your turn: Player O to move"):
            table.session.play(1)
        looked = table.ask("view", to=0)
        assert table.sent[-1] == ack(looked)
        assert table.state["viewed_ply"] == 0
        thinker.may_answer = True
        await until(is_quiet(table))
        assert table.state["moves"] == (4, 0)
        assert thinker.asked == [Game(moves=[4])]
        assert table.mirror == table.state

    asyncio.run(scene())


def test_an_answer_to_a_round_that_is_gone_is_dropped():
    async def scene():
        thinker = Thinker(0)
        table = Table(o=thinker)
        table.ask("play", cell=4)
        again = table.ask("new_game")
        assert table.sent[-1] == ack(again)
        assert table.state["thinking"] is None
        table.ask("play", cell=8)
        thinker.may_answer = True
        await until(is_quiet(table))
        assert table.state["moves"] == (8, 0)
        assert [game.moves for game in thinker.asked] == [(4,), (8,)]
        assert table.mirror == table.state

    asyncio.run(scene())


def test_who_takes_the_seat_of_a_thinking_player_moves_in_its_place():
    async def scene():
        thinker = Thinker(0)
        table = Table(o=thinker)
        table.ask("play", cell=4)
        table.ask("player", mark="O", player="human")
        thinker.may_answer = True
        assert table.state["thinking"] is None
        request = table.ask("play", cell=8)
        assert table.sent[-1] == ack(request)
        assert table.state["moves"] == (4, 8)
        assert table.state["current_player"] == "X"

    asyncio.run(scene())


def test_a_review_of_a_round_that_is_gone_is_dropped(monkeypatch):
    may_end = []

    def slow_review(game):
        while not may_end:
            yield []
        yield from review_of(game)

    async def scene():
        table = Table()
        for cell in (0, 3, 1, 4, 2):
            table.session.play(cell)
        table.ask("new_game")
        may_end.append(True)
        await asyncio.sleep(0.05)
        assert (table.state["round"], table.state["review"]) == (2, ())
        assert table.mirror == table.state

    monkeypatch.setattr("tictactoe_widget.session.work.review_of", slow_review)
    asyncio.run(scene())


# What goes wrong with a player.


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (4, "Player O (bot) answered cell 4, position 5: Position already taken"),
        (9, "Player O (bot) answered cell 9: cells go from 0 to 8"),
        (True, "Player O (bot) answered True: a move is a cell, an int from 0 to 8"),
        (None, "Player O (bot) answered None: a move is a cell, an int from 0 to 8"),
    ],
)
def test_an_answer_that_is_no_move_costs_the_player_its_turn_only(answer, reason):
    def bot(_game):
        return answer

    table = Table(o=bot)
    table.ask("play", cell=4)
    assert table.state["notice"].startswith(reason)
    assert (table.state["moves"], table.state["thinking"]) == ((4,), None)
    request = table.ask("play", cell=0)
    assert table.sent[-1] == ack(request, "illegal", "Choose who plays O from here on")
    table.ask("player", mark="O", player="human")
    table.ask("play", cell=0)
    assert (table.state["moves"], table.state["notice"]) == ((4, 0), "")
    assert table.mirror == table.state


@pytest.mark.parametrize("error", [ZeroDivisionError("oh"), KeyboardInterrupt(), SystemExit(3)])
def test_a_player_that_raises_takes_nothing_down(error):
    def bot(_game):
        raise error

    table = Table(o=bot)
    request = table.ask("play", cell=4)
    assert table.sent == [ack(request)]
    raised = f"Player O (bot) raised {type(error).__name__}"
    assert table.state["notice"].startswith(raised)
    again = table.ask("new_game")
    assert table.sent[-1] == ack(again)
    assert (table.state["notice"], table.state["moves"]) == ("", ())


def test_what_a_player_raises_can_be_sent_whatever_text_it_is():
    def bot(_game):
        raise ValueError("half a pair: \ud83d")

    table = Table(o=bot)
    table.ask("play", cell=4)
    assert "half a pair: \\ud83d" in table.state["notice"]
    json.dumps(table.log, ensure_ascii=False).encode()


def test_a_player_that_meddles_with_the_table_breaks_nothing():
    def bot(game):
        table.session.new_game()
        return game.legal_moves[0]

    table = Table(o=bot)
    table.ask("play", cell=4)
    assert (table.state["round"], table.state["moves"]) == (2, ())
    assert table.mirror == table.state


def test_a_player_that_moves_by_itself_is_told_that_it_is_not_its_turn():
    table = Table(o=lambda game: table.session.play(game.legal_moves[0]))
    table.ask("play", cell=4)
    assert "raised WrongTurnError: Not your turn: Player O to move" in table.state["notice"]
    assert table.state["moves"] == (4,)


# Requests about seats, rules and hints.


@pytest.mark.parametrize(
    ("mark", "who"), [("X", "nobody"), ("O", ""), ("O", "Human"), ("X", "\ud83d")]
)
def test_a_player_there_is_not_is_bad_and_takes_no_seat(mark, who):
    table = Table()
    table.ask("player", mark=mark, player=who)
    (reply,) = table.sent
    assert (reply["code"], reply["ok"]) == ("bad", False)
    assert f"there is no player {who!r}: choose human, random" in reply["message"]
    json.dumps(reply, ensure_ascii=False).encode()
    assert table.state == table.first


def test_a_seat_can_be_taken_while_a_round_is_on():
    table = Table()
    table.ask("play", cell=4)
    request = table.ask("player", mark="O", player="beginner")
    assert ack(request) in table.log
    assert table.state["players"] == {"X": "human", "O": "beginner"}
    assert table.state["move_count"] == 2


def test_new_rules_are_a_new_round_with_scores_of_their_own():
    table = Table()
    for cell in (0, 3, 1, 4, 2):
        table.session.play(cell)
    request = table.ask("rules", rules="misere")
    assert table.sent == [ack(request)]
    assert table.session.game == Game(MISERE_BOARD)
    assert (table.state["round"], table.state["scores"]["X"]) == (2, 0)
    table.ask("rules", rules="standard")
    assert (table.state["round"], table.state["scores"]["X"]) == (3, 1)
    assert table.mirror == table.state


@pytest.mark.parametrize("name", ["", "no such rules", "MNK(3, 3, 3)", "__class__", "\ud83d"])
def test_rules_there_are_not_are_bad_and_end_no_round(name):
    table = Table()
    table.session.play(4)
    before = table.state
    table.ask("rules", rules=name)
    (reply,) = table.sent
    assert reply["code"] == "bad"
    json.dumps(reply, ensure_ascii=False).encode()
    assert table.state == before


@pytest.mark.parametrize("kind", ["rules", "player", "hints"])
def test_what_was_asked_of_an_earlier_round_is_stale(kind):
    arguments = {
        "rules": {"rules": "misere"},
        "player": {"mark": "O", "player": "random"},
        "hints": {"on": True},
    }
    table = Table()
    table.session.new_game()
    before = table.state
    request = table.ask(kind, round=1, **arguments[kind])
    assert table.sent == [ack(request, "stale", "The board has changed since")]
    assert table.state == before


def test_hints_tell_what_each_move_is_worth_until_they_are_off():
    table = Table()
    for cell in (4, 0, 8):
        table.session.play(cell)
    request = table.ask("hints", on=True)
    assert ack(request) in table.log
    values = {value["cell"]: value["value"] for value in table.state["values"]}
    # O must take a third corner: elsewhere X takes one and threatens two lines at once.
    assert values == {1: "loss", 2: "draw", 3: "loss", 5: "loss", 6: "draw", 7: "loss"}
    table.ask("hints", on=False)
    assert table.state["values"] == ()
    assert table.mirror == table.state


REQUESTS = st.one_of(
    st.builds(ask, st.just("play"), cell=st.integers(0, 8), ply=st.integers(0, 8)),
    st.builds(ask, st.sampled_from(["new_game", "reset_scores"])),
    st.builds(ask, st.just("view"), to=st.none() | st.integers(0, 5)),
    st.builds(
        ask, st.just("rules"), rules=st.sampled_from(["misere", "standard", "ultimate", ""])
    ),
    st.builds(
        ask,
        st.just("player"),
        mark=st.sampled_from(["X", "O", "Z"]),
        player=st.sampled_from(["human", "human", "random", "beginner", "casual", "nobody"]),
    ),
)


@settings(max_examples=60, deadline=None, suppress_health_check=UNHURRIED)
@given(st.lists(st.tuples(REQUESTS, st.integers(0, 8)), max_size=20))
def test_any_course_of_requests_keeps_one_truth_whoever_plays(steps):
    table = Table()
    for request, lag in steps:
        state = table.state
        seen = {"round": state["round"], "ply": max(0, state["move_count"] - lag // 7)}
        table.session.handle({**request, **seen})
        assert table.state["thinking"] is None
    assert len(table.sent) == len(steps)
    assert "internal" not in {reply["code"] for reply in table.sent}
    assert table.mirror == table.state
    assert table.session.game == Game(table.session.game.rules, table.state["moves"])


def test_threads_that_hammer_a_table_of_players_and_hints_leave_one_truth(caplog, monkeypatch):
    monkeypatch.setattr(
        "tictactoe_widget.session.work.hints_for", lambda *_: iter([("", None)])
    )
    monkeypatch.setattr("tictactoe_widget.session.work.review_of", lambda _: iter([[]]))
    table = Table(o=first_free, hints=True)
    start = Barrier(4)

    def press(number):
        start.wait()
        for step in range(50):
            if (number + step) % 5 == 0:
                table.ask("new_game")
            elif (number + step) % 7 == 0:
                table.ask("view", to=(number + step) % 3 or None)
            else:
                table.ask("play", cell=(number * step) % 9)

    on_threads(press, 4)
    assert len(table.sent) == 4 * 50
    assert {reply["code"] for reply in table.sent} <= {
        "ok",
        "stale",
        "busy",
        "illegal",
        "over",
        "bad",
    }
    assert caplog.text == ""
    assert table.mirror == table.state
    assert table.state["thinking"] is None
    assert table.session.game == Game(moves=table.state["moves"])


def test_a_line_that_is_down_while_a_player_moves_is_logged_and_the_table_lives_on(caplog):
    is_down = False

    def publish(changes):
        if is_down and "thinking" in changes and changes["thinking"] is None:
            raise OSError("no line")

    session = Session(o=first_free, publish=publish)
    is_down = True
    with caplog.at_level(logging.ERROR):
        session.handle(ask("play", cell=4))
    assert "no line" in caplog.text
    is_down = False
    session.handle(ask("hello"))
    assert session.game.moves == (4, 0)
