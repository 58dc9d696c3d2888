"""A table of rounds: what each request does, and what none of them can do."""

import json
import logging
from dataclasses import dataclass, field
from itertools import pairwise
from threading import Barrier

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    invariant,
    multiple,
    precondition,
    rule,
)

from tests.support.naive import NaiveGame
from tests.support.wire import ack, ask, on_threads
from tictactoe_widget import (
    MNK,
    CellTakenError,
    Game,
    GameOverError,
    InvalidInputError,
    OutOfBoardError,
)
from tictactoe_widget.session import Session

UNHURRIED = [HealthCheck.too_slow]
"""A busy machine is no fault of ours."""

STALE = "The board has changed since"
LOOKING_BACK = "You are looking back: return to now to play"
BROKEN = "Something went wrong in Python"

POSITION = {"board", "last_move", "message", "winning_lines"}
"""What is drawn of a game."""

FIRST_MOVE = {
    *POSITION - {"winning_lines"},
    "current_player",
    "legal_moves",
    "move_count",
    "moves",
}
"""The names of what changes with a move that ends nothing."""

X_WINS = (0, 3, 1, 4, 2)
"""
X X X
O O .
. . .
"""

O_WINS = (0, 3, 1, 4, 8, 5)
"""
X X .
O O O
. . X
"""

DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)
"""
X O X
X O O
O X X
"""


class Table:
    """A session with all it published and sent, in order, and what that adds up to."""

    def __init__(self, *arguments, **options):
        self.log = []
        self.session = Session(
            *arguments,
            **options,
            publish=lambda changes: self.log.append(("publish", changes)),
            send=lambda message: self.log.append(("send", message)),
        )
        self.first = self.session.state

    def ask(self, kind, **fields):
        """Ask on what the table shows now; return the request."""
        state = self.session.state
        return self.send(
            ask(kind, **{"round": state["round"], "ply": state["move_count"], **fields})
        )

    def send(self, message):
        self.session.handle(message)
        return message

    def play(self, cells):
        for cell in cells:
            self.session.play(cell)

    @property
    def state(self):
        return self.session.state

    @property
    def told(self):
        return [content for what, content in self.log if what == "publish"]

    @property
    def published(self):
        """What was told, without the reviews that follow the end of a round."""
        return [changes for changes in self.told if changes.keys() != {"review"}]

    @property
    def sent(self):
        return [content for what, content in self.log if what == "send"]

    @property
    def mirror(self):
        """What a front end shows that was told only what was published."""
        shown = dict(self.first)
        for changes in self.told:
            shown.update(changes)
        return shown


class Broken(MNK):
    """Rules with a fault: they fail on the cells where a test says so."""

    fault = None

    def advance(self, state, cell):
        if cell == 8:
            raise self.fault
        return super().advance(state, cell)


@pytest.fixture
def table():
    return Table()


# Rounds.


def test_a_table_starts_with_an_empty_board_x_to_move_and_no_scores(table):
    state = table.state
    assert state["board"] == (None,) * 9
    assert (state["current_player"], state["round"], state["move_count"]) == ("X", 1, 0)
    assert state["scores"] == {"X": 0, "O": 0, "draws": 0}
    assert state["message"] == "Player X's turn"
    assert (state["viewed_ply"], state["viewed"]) == (None, None)
    assert table.log == []


def test_the_state_is_what_the_game_says(table):
    for cell in X_WINS:
        table.session.play(cell)
        game, state = table.session.game, table.state
        assert state["is_game_over"] == game.is_over
        for name in ("board", "winner", "winning_lines", "is_draw", "status", "legal_moves"):
            assert state[name] == getattr(game, name)
        for name in ("moves", "move_count", "message", "current_player", "last_move"):
            assert state[name] == getattr(game, name)


def test_x_opens_every_round_whoever_won_the_last(table):
    for moves in (X_WINS, O_WINS, DRAWN):
        table.play(moves)
        table.session.new_game()
        assert table.state["current_player"] == "X"
        assert table.state["moves"] == ()
    assert table.state["round"] == 4


def test_scores_count_finished_rounds_and_survive_new_games(table):
    for number, moves in enumerate((X_WINS, O_WINS, DRAWN, X_WINS), start=1):
        table.play(moves)
        table.session.new_game()
        assert sum(table.state["scores"].values()) == number
    assert table.state["scores"] == {"X": 2, "O": 1, "draws": 1}


@pytest.mark.parametrize("count", range(5))
def test_a_round_that_is_abandoned_counts_for_nobody(table, count):
    table.play(X_WINS[:count])
    table.session.new_game()
    assert table.state["scores"] == {"X": 0, "O": 0, "draws": 0}
    assert table.state["round"] == 2


def test_resetting_the_scores_leaves_the_game_alone(table):
    table.play(X_WINS)
    table.session.new_game()
    table.play((4, 0))
    before = table.state
    table.ask("reset_scores")
    assert table.published[-1] == {"scores": {"X": 0, "O": 0, "draws": 0}}
    assert table.state == {**before, "scores": {"X": 0, "O": 0, "draws": 0}}


def test_a_round_that_has_ended_is_counted_once(table):
    table.play(X_WINS)
    table.session.reset_scores()
    table.session.look_back(2)
    table.session.look_back(None)
    assert table.state["scores"] == {"X": 0, "O": 0, "draws": 0}


def test_in_misere_the_other_player_scores():
    table = Table(MNK(3, 3, 3, misere=True))
    table.play(X_WINS)
    assert table.state["winner"] == "O"
    assert table.state["winning_lines"] == ((0, 1, 2),)
    assert table.state["scores"] == {"X": 0, "O": 1, "draws": 0}
    table.session.new_game()
    assert table.session.game.rules == MNK(3, 3, 3, misere=True)


def test_several_presses_of_new_game_give_one_clean_game(table):
    table.play((4, 0))
    presses = [table.send(ask("new_game", round=1, ply=2)) for _ in range(5)]
    assert [reply["code"] for reply in table.sent] == ["ok"] + ["stale"] * 4
    assert table.sent[1] == ack(presses[1], "stale", STALE)
    assert (table.state["round"], table.state["moves"]) == (2, ())
    assert table.session.game == Game()


def test_of_rapid_clicks_on_one_state_only_the_first_counts(table):
    for cell in range(8):
        table.send(ask("play", cell=cell))
    assert [reply["code"] for reply in table.sent] == ["ok"] + ["stale"] * 7
    assert table.state["moves"] == (0,)


@pytest.mark.parametrize("rules", ["no such rules", 3, None, Game()])
def test_what_is_no_rules_starts_no_table(rules):
    with pytest.raises((TypeError, ValueError)):
        Session(rules)


# Moves that are refused.


def test_a_refused_move_says_why_and_changes_nothing(table):
    table.session.play(4)
    before, published = table.state, len(table.published)
    taken = table.ask("play", cell=4)
    off = table.ask("play", cell=9)
    below = table.ask("play", cell=-1)
    assert table.sent == [
        ack(taken, "illegal", "Position already taken"),
        ack(off, "illegal", "Invalid position: choose 1-9"),
        ack(below, "illegal", "Invalid position: choose 1-9"),
    ]
    assert table.state == before
    assert len(table.published) == published


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (X_WINS, "Game is over. Player X won!"),
        (O_WINS, "Game is over. Player O won!"),
        (DRAWN, "Game is over. It's a draw!"),
    ],
)
def test_a_move_after_the_end_is_over(table, moves, message):
    table.play(moves)
    before = table.state
    requests = [table.ask("play", cell=cell) for cell in range(9)]
    assert table.sent == [ack(request, "over", message) for request in requests]
    assert table.state == before


@pytest.mark.parametrize(
    ("moves", "cell", "error"),
    [
        ((4,), 4, CellTakenError),
        ((), 9, OutOfBoardError),
        (X_WINS, 8, GameOverError),
        ((), "4", InvalidInputError),
        ((), True, InvalidInputError),
    ],
)
def test_python_is_refused_by_an_error(table, moves, cell, error):
    table.play(moves)
    before, log = table.state, list(table.log)
    with pytest.raises(error):
        table.session.play(cell)
    assert (table.state, table.log) == (before, log)


@pytest.mark.parametrize(
    "seen", [{"ply": 1}, {"ply": 3}, {"ply": -2}, {"round": 1}, {"round": 3}, {"round": 0}]
)
def test_a_move_on_a_board_that_was_another_is_stale(table, seen):
    table.session.new_game()
    table.play((4, 0))
    before = table.state
    request = table.ask("play", cell=8, **seen)
    assert table.sent == [ack(request, "stale", STALE)]
    assert table.state == before


@pytest.mark.parametrize("kind", ["new_game", "reset_scores", "view"])
def test_no_request_of_an_earlier_round_touches_this_one(table, kind):
    table.play(X_WINS)
    table.session.new_game()
    table.session.play(4)
    before = table.state
    request = table.ask(kind, round=1, **({"to": 0} if kind == "view" else {}))
    assert table.sent == [ack(request, "stale", STALE)]
    assert table.state == before


def test_a_greeting_is_answered_whatever_it_has_seen(table):
    request = table.ask("hello", round=-7, ply=2**31 - 1)
    assert table.log == [("send", ack(request))]


# Repeats.


def test_a_repeat_is_answered_again_and_not_applied_again(table):
    request = table.ask("new_game")
    for _ in range(3):
        table.send(dict(request))
    assert table.sent == [ack(request)] * 4
    assert table.state["round"] == 2


def test_a_refusal_is_repeated_too(table):
    request = table.ask("play", cell=9)
    table.session.play(4)
    table.send(request)
    assert table.sent == [ack(request, "illegal", "Invalid position: choose 1-9")] * 2


def test_the_same_name_from_another_client_is_another_request(table):
    table.send(ask("play", request="r", client="a", cell=4))
    table.send(ask("play", request="r", client="b", ply=1, cell=0))
    table.send(ask("play", request="s", client="a", ply=2, cell=1))
    assert table.state["moves"] == (4, 0, 1)


def test_the_last_256_requests_are_remembered_and_no_more(table):
    first = table.ask("new_game")
    for _ in range(255):
        table.ask("hello")
    table.send(first)
    assert table.sent[-1] == ack(first)
    table.ask("hello")
    table.send(first)
    assert table.sent[-1] == ack(first, "stale", STALE)
    assert table.state["round"] == 2


def test_what_is_no_request_takes_no_place_among_the_remembered(table):
    first = table.ask("play", cell=4)
    for number in range(300):
        table.send({**ask("hello"), "extra": number})
    table.send(first)
    assert table.sent[-1] == ack(first)


# Looking back.


def test_one_looks_back_at_each_ply_and_the_game_stays(table):
    plies = [table.state]
    for cell in X_WINS:
        table.session.play(cell)
        plies.append(table.state)
    now = table.state
    for ply in (4, 3, 2, 1, 0):
        request = table.ask("view", to=ply)
        assert table.published[-1].keys() == {"viewed", "viewed_ply"}
        assert table.sent[-1] == ack(request)
        assert table.state["viewed_ply"] == ply
        viewed = table.state["viewed"]
        assert viewed.keys() >= POSITION
        assert viewed == {name: plies[ply][name] for name in viewed}
        game = {n: v for n, v in table.state.items() if n not in {"viewed", "viewed_ply"}}
        assert game == {n: now[n] for n in game}
    assert table.session.game == Game(moves=X_WINS)


@pytest.mark.parametrize("to", [None, 5])
def test_now_is_nothing_or_the_last_ply(table, to):
    table.play(X_WINS)
    now = table.state
    table.ask("view", to=2)
    table.ask("view", to=to)
    assert table.state == now


def test_looking_at_now_from_now_is_answered_and_publishes_nothing(table):
    request = table.ask("view", to=0)
    assert table.log == [("send", ack(request))]


@pytest.mark.parametrize("to", [-1, 3, 2**31 - 1])
def test_a_ply_that_was_never_played_is_bad(table, to):
    table.play((4, 0))
    before = table.state
    request = table.ask("view", to=to)
    assert table.sent == [ack(request, "bad", f"This round has plies 0 to 2, not {to}")]
    assert table.state == before
    with pytest.raises(ValueError, match=f"This round has plies 0 to 2, not {to}"):
        table.session.look_back(to)


def test_nobody_plays_on_a_board_of_the_past(table):
    table.play((4, 0))
    table.session.look_back(0)
    before = table.state
    request = table.ask("play", cell=8)
    assert table.sent == [ack(request, "illegal", LOOKING_BACK)]
    assert table.state == before


@pytest.mark.parametrize("act", [lambda s: s.play(8), lambda s: s.new_game()])
def test_a_move_of_python_and_a_new_game_return_to_now(table, act):
    table.play((4, 0))
    table.session.look_back(1)
    act(table.session)
    assert (table.state["viewed_ply"], table.state["viewed"]) == (None, None)


# Names.


def test_names_are_given_for_one_player_or_both():
    assert Session().state["names"] == {"X": "Player X", "O": "Player O"}
    assert Session(names={"O": "Grace"}).state["names"] == {"X": "Player X", "O": "Grace"}
    table = Table(names={"X": "Ada", "O": "Grace"})
    table.session.rename({"X": " Mary \n Jackson\t"})
    assert table.published == [{"names": {"X": "Mary Jackson", "O": "Grace"}}]
    table.session.new_game()
    assert table.state["names"] == {"X": "Mary Jackson", "O": "Grace"}


@pytest.mark.parametrize("name", ["x", "x" * 40, "Ада", "👩‍🔬", "<b>", "'; --"])
def test_any_text_up_to_40_characters_is_a_name(name):
    assert Session(names={"X": name}).state["names"]["X"] == name


@pytest.mark.parametrize(
    "names",
    [
        *("Ada", "", 1, 0, ["Ada"], [], {"x": "Ada"}, {1: "Ada"}, {"X": ""}, {"X": " \n"}),
        *({"X": "a" * 41}, {"X": 1}, {"X": None}, {"X": True}, {"X": b"Ada"}),
        {"X": "Ada", "O": ""},
    ],
    ids=repr,
)
def test_what_is_no_name_is_refused_and_changes_nothing(names):
    table = Table()
    with pytest.raises(ValueError, match="name"):
        table.session.rename(names)
    with pytest.raises(ValueError, match="name"):
        Session(names=names)
    assert table.state == table.first
    assert table.log == []


# What is published.


def test_a_move_publishes_once_what_it_changes_then_the_answer(table):
    request = table.ask("play", cell=4)
    (published, changes), (sent, reply) = table.log
    assert (published, sent) == ("publish", "send")
    assert changes.keys() == FIRST_MOVE
    assert changes == {name: table.state[name] for name in FIRST_MOVE}
    assert reply == ack(request)


def test_the_last_move_publishes_the_result_and_the_scores_with_it(table):
    table.play(X_WINS)
    expected = (FIRST_MOVE - {"current_player"}) | {
        "is_game_over",
        "scores",
        "status",
        "winner",
        "winning_lines",
    }
    assert len(table.published) == 5
    assert table.published[-1].keys() == expected


def test_a_draw_publishes_that_it_is_one(table):
    table.play(DRAWN)
    assert table.published[-1]["is_draw"] is True
    assert table.published[-1]["scores"] == {"X": 0, "O": 0, "draws": 1}
    assert not {"winner", "winning_lines"} & table.published[-1].keys()


def test_a_new_game_on_an_empty_board_publishes_the_round_alone(table):
    table.session.new_game()
    assert table.published == [{"round": 2}]


def test_what_changes_nothing_publishes_nothing(table):
    table.session.reset_scores()
    table.session.rename({"X": "Player X"})
    table.session.look_back(0)
    table.session.look_back(None)
    assert table.log == []


def test_the_state_is_json_and_nobody_changes_the_table_through_it(table):
    table.play(X_WINS[:-1])
    before = json.dumps(table.state, allow_nan=False)
    state = table.state
    state["scores"]["X"] = 1
    state["names"]["O"] = "Mallory"
    state["grid"].clear()
    state["round"] = 7
    assert json.dumps(table.state, allow_nan=False) == before
    table.session.play(X_WINS[-1])
    table.session.rename({"O": "Mallory"})
    assert table.published[-2]["scores"] == {"X": 1, "O": 0, "draws": 0}
    assert table.published[-1] == {"names": {"X": "Player X", "O": "Mallory"}}
    table.published[-1]["names"]["O"] = "Eve"
    assert table.state["names"]["O"] == "Mallory"
    assert Session().state == table.first


def test_a_listener_that_plays_in_turn_leaves_one_consistent_table():
    states = []

    def play_on(changes):
        if "moves" in changes:
            states.append(session.state)
        if not session.game.is_over:
            session.play(session.game.legal_moves[0])

    replies = []
    session = Session(publish=play_on, send=replies.append)
    request = ask("play", cell=0)
    session.handle(request)
    assert [state["moves"] for state in states] == [tuple(range(n)) for n in range(1, 8)]
    assert session.game == Game(moves=range(7))
    assert session.state["scores"] == {"X": 1, "O": 0, "draws": 0}
    assert replies == [ack(request)]


# Faults.


@pytest.mark.parametrize(
    "fault", [ZeroDivisionError("a fault"), ValueError("a fault"), KeyError()]
)
def test_an_error_inside_is_logged_answered_and_changes_nothing(caplog, monkeypatch, fault):
    monkeypatch.setattr(Broken, "fault", fault)
    table = Table(Broken(3, 3, 3))
    table.session.play(4)
    before, published = table.state, len(table.published)
    with caplog.at_level(logging.ERROR):
        request = table.ask("play", cell=8)
    assert table.sent == [ack(request, "internal", BROKEN)]
    assert table.state == before
    assert len(table.published) == published
    assert request["request"] in caplog.text
    assert type(fault).__name__ in caplog.text
    table.ask("play", cell=0)
    assert table.state["moves"] == (4, 0)


def test_a_request_that_failed_inside_may_be_tried_again(caplog, monkeypatch):
    monkeypatch.setattr(Broken, "fault", ZeroDivisionError())
    table = Table(Broken(3, 3, 3))
    with caplog.at_level(logging.CRITICAL):
        request = table.ask("play", cell=8)
    monkeypatch.setattr(Broken, "advance", MNK.advance)
    table.send(request)
    assert table.sent == [ack(request, "internal", BROKEN), ack(request)]
    assert table.state["moves"] == (8,)


@pytest.mark.parametrize("fault", [OSError("no line"), ValueError("no JSON")])
@pytest.mark.parametrize("kind", ["play", "new_game", "view"])
def test_a_change_that_cannot_be_published_is_none(caplog, fault, kind):
    replies = []
    is_down = False

    def publish(_):
        if is_down:
            raise fault

    session = Session(publish=publish, send=replies.append)
    session.play(4)
    before = session.state
    is_down = True
    request = ask(kind, ply=1, **{"play": {"cell": 0}, "view": {"to": 0}}.get(kind, {}))
    with caplog.at_level(logging.ERROR):
        session.handle(request)
    assert replies == [ack(request, "internal", BROKEN)]
    assert session.state == before
    assert session.game == Game(moves=[4])
    is_down = False
    session.handle(request)
    assert replies[1] == ack(request)


def test_an_answer_that_cannot_be_sent_is_logged_and_nothing_more(caplog):
    def send(_):
        raise OSError("no line")

    session = Session(send=send)
    with caplog.at_level(logging.ERROR):
        session.handle(ask("play", cell=4))
        session.handle("nonsense")
    assert caplog.text.count("OSError: no line") == 2
    assert session.game == Game(moves=[4])


# Whatever arrives.

TOKENS = st.one_of(st.text(max_size=70), st.sampled_from(["a", "b"]), st.none(), st.integers())
NUMBERS = st.one_of(
    st.integers(-2, 12),
    st.integers(),
    st.booleans(),
    st.floats(),
    st.none(),
    st.text(max_size=3),
)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)
NEARLY_REQUESTS = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(["play", "new_game", "view", "hello", "reset_scores", "no"]),
        "request": TOKENS,
        "client": TOKENS,
        "round": NUMBERS,
        "ply": NUMBERS,
        "cell": NUMBERS,
        "to": NUMBERS,
        "id": JSON,
    },
)
REQUESTS = st.builds(
    lambda kind, fields, seen: ask(kind, **fields, **seen),
    st.sampled_from(["new_game", "reset_scores", "hello"]),
    st.just({}),
    st.fixed_dictionaries({"round": st.integers(0, 3), "ply": st.integers(0, 3)}),
) | st.builds(
    lambda argument, value, seen: ask(
        {"cell": "play", "to": "view"}[argument], **{argument: value}, **seen
    ),
    st.sampled_from(["cell", "to"]),
    st.integers(-1, 9),
    st.fixed_dictionaries({"round": st.integers(0, 3), "ply": st.integers(0, 9)}),
)


@settings(max_examples=80, deadline=None, suppress_health_check=UNHURRIED)
@given(st.lists(st.one_of(JSON, NEARLY_REQUESTS, REQUESTS), max_size=20))
def test_whatever_arrives_is_answered_once_and_changes_nothing_unless_it_is_ok(messages):
    table = Table()
    for message in messages:
        before, logged = table.state, len(table.log)
        table.send(message)
        ((at, reply),) = [
            (at, content)
            for at, (what, content) in enumerate(table.log[logged:])
            if what == "send"
        ]
        published = table.log[logged : logged + at]
        reviews = [changes for _, changes in table.log[logged + at + 1 :]]
        assert len(published) <= 1
        assert [changes.keys() for changes in reviews] in ([], [{"review"}])
        assert reply.keys() == {"kind", "request", "client", "ok", "code", "message"}
        assert reply["code"] in {"ok", "stale", "illegal", "over", "bad"}
        assert reply["ok"] == (reply["code"] == "ok")
        assert bool(reply["message"]) != reply["ok"]
        if not reply["ok"]:
            assert not published + reviews
            assert table.state == before
        json.dumps(reply, ensure_ascii=False, allow_nan=False).encode()
    assert table.mirror == table.state
    assert table.session.game == Game(moves=table.state["moves"])


# Threads.


def hammer(act, count=8):
    """Run `act(number)` on several threads that start at once; fail as they fail."""
    start = Barrier(count)
    faults = []

    def run(number):
        try:
            start.wait()
            act(number)
        except Exception as fault:  # noqa: BLE001 - handed to the test
            faults.append(fault)

    on_threads(run, count)
    assert faults == []


def test_of_simultaneous_moves_on_one_ply_exactly_one_is_made(table):
    for ply in range(5):
        cells = table.session.game.legal_moves
        hammer(
            lambda number, ply=ply, cells=cells: table.send(
                ask("play", ply=ply, cell=cells[number % len(cells)])
            )
        )
        codes = [reply["code"] for reply in table.sent[-8:]]
        assert sorted(codes) == ["ok"] + ["stale"] * 7
        assert table.state["move_count"] == ply + 1
        if table.session.game.is_over:
            break
    assert table.mirror == table.state


def test_a_table_hammered_by_threads_has_played_legal_rounds(table):
    made = {}

    def press(number):
        for step in range(150):
            seen = table.state
            cells = seen["legal_moves"] or (0,)
            moment = {"round": seen["round"], "ply": seen["move_count"]}
            if seen["is_game_over"] or (number + step) % 20 == 0:
                request = ask("new_game", **moment)
            elif (number + step) % 7 == 0:
                request = ask("view", to=(number + step) % 3 or None, **moment)
            else:
                request = ask("play", cell=cells[(number * step) % len(cells)], **moment)
            made[request["request"]] = request
            table.send(request)

    hammer(press)
    assert len(table.sent) == 8 * 150
    granted = [made[reply["request"]] for reply in table.sent if reply["ok"]]
    plays = [(r["round"], r["ply"]) for r in granted if r["kind"] == "play"]
    assert len(plays) == len(set(plays)) > 0
    restarts = [r["round"] for r in granted if r["kind"] == "new_game"]
    assert restarts == list(range(1, len(restarts) + 1))
    shown, finished = dict(table.first), 0
    for changes in table.told:
        before = dict(shown)
        shown.update(changes)
        assert shown["board"] == Game(moves=shown["moves"]).board
        finished += shown["is_game_over"] and not before["is_game_over"]
        if shown["round"] == before["round"]:
            assert shown["moves"][: before["move_count"]] == before["moves"]
    assert shown == table.state
    assert sum(shown["scores"].values()) == finished


# A naive table, side by side.


@dataclass
class NaiveTable:
    """The table as one would keep it on paper."""

    size: tuple
    moves: list = field(default_factory=list)
    round: int = 1
    scores: dict = field(default_factory=lambda: {"X": 0, "O": 0, "draws": 0})
    names: dict = field(default_factory=lambda: {"X": "Player X", "O": "Player O"})
    viewed: int | None = None

    def game(self, ply=None):
        rows, columns, k, misere = self.size
        game = NaiveGame(rows, columns, k, misere=misere)
        for cell in self.moves[:ply]:
            game.play(cell)
        return game

    def play(self, cell):
        """Play for a person; say how it ends."""
        before = self.game()
        if self.viewed is not None:
            return "illegal"
        if not 0 <= cell < before.rows * before.columns:
            return "illegal"
        if before.is_over:
            return "over"
        if cell not in before.legal:
            return "illegal"
        self.moves.append(cell)
        after = self.game()
        if after.is_over:
            self.scores[after.winner or "draws"] += 1
        return "ok"

    def view(self, to):
        if to is not None and not 0 <= to <= len(self.moves):
            return "bad"
        self.viewed = None if to == len(self.moves) else to
        return "ok"

    def new_game(self):
        self.moves = []
        self.round += 1
        self.viewed = None
        return "ok"

    def reset_scores(self):
        self.scores = {"X": 0, "O": 0, "draws": 0}
        return "ok"

    def hello(self):
        return "ok"


class SideBySide(RuleBasedStateMachine):
    """Any course of requests and calls, on the session and on paper."""

    requests = Bundle("requests")
    sizes = st.sampled_from(
        [(3, 3, 3, False), (3, 3, 3, True), (2, 3, 2, False), (1, 4, 3, False)]
    )

    def __init__(self):
        super().__init__()
        self.table = None

    @precondition(lambda self: self.table is None)
    @rule(size=sizes)
    def sit_down(self, size):
        rows, columns, k, misere = size
        self.table = Table(MNK(rows, columns, k, misere=misere))
        self.paper = NaiveTable(size)

    def arrive(self, request, code):
        self.table.send(request)
        reply = self.table.sent[-1]
        assert reply["code"] == code
        assert (reply["request"], reply["client"]) == (request["request"], request["client"])
        return multiple((request, reply))

    def expect(self, kind, *, late=0, **arguments):
        """Ask as somebody who is `late` plies behind."""
        ply = len(self.paper.moves)
        request = ask(kind, round=self.paper.round, ply=ply - late, **arguments)
        if late and kind == "play":
            return self.arrive(request, "stale")
        return self.arrive(request, getattr(self.paper, kind)(*arguments.values()))

    @precondition(lambda self: self.table)
    @rule(target=requests, choice=st.integers(0, 8))
    def request_a_legal_move(self, choice):
        legal = self.paper.game().legal
        return self.expect("play", cell=legal[choice % len(legal)] if legal else choice)

    @precondition(lambda self: self.table)
    @rule(target=requests, cell=st.integers(-1, 9), late=st.sampled_from([0, 0, 1, -1, 2]))
    def request_any_move(self, cell, late):
        return self.expect("play", cell=cell, late=late)

    @precondition(lambda self: self.table)
    @rule(target=requests, to=st.none() | st.integers(-1, 9), late=st.integers(0, 2))
    def request_a_view(self, to, late):
        return self.expect("view", to=to, late=late)

    @precondition(lambda self: self.table)
    @rule(target=requests, kind=st.sampled_from(["new_game", "reset_scores", "hello"]))
    def request_what_needs_nothing_else(self, kind):
        return self.expect(kind)

    @precondition(lambda self: self.table and self.paper.round > 1)
    @rule(target=requests, kind=st.sampled_from(["play", "new_game", "reset_scores", "view"]))
    def request_what_was_meant_for_an_earlier_round(self, kind):
        arguments = {"play": {"cell": 0}, "view": {"to": None}}.get(kind, {})
        seen = {"round": self.paper.round - 1, "ply": len(self.paper.moves)}
        return self.arrive(ask(kind, **arguments, **seen), "stale")

    @precondition(lambda self: self.table)
    @rule(earlier=requests)
    def repeat_a_request(self, earlier):
        request, reply = earlier
        logged = len(self.table.log)
        self.table.send(request)
        assert self.table.log[logged:] == [("send", reply)]

    @precondition(lambda self: self.table)
    @rule(message=NEARLY_REQUESTS.filter(lambda message: "id" in message) | JSON)
    def send_nonsense(self, message):
        self.table.send(message)
        assert self.table.sent[-1]["code"] == "bad"

    @precondition(lambda self: self.table)
    @rule(cell=st.integers(-1, 9))
    def play_in_python(self, cell):
        if self.paper.game().is_over or cell not in self.paper.game().legal:
            with pytest.raises(
                ValueError, match=r"Position already taken|Invalid|Game is over"
            ):
                self.table.session.play(cell)
            return
        self.paper.viewed = None
        self.paper.play(cell)
        self.table.session.play(cell)

    @precondition(lambda self: self.table)
    @rule(mark=st.sampled_from("XO"), name=st.sampled_from(["Ada", "Grace", "Player X"]))
    def rename(self, mark, name):
        self.paper.names[mark] = name
        self.table.session.rename({mark: name})

    @invariant()
    def both_show_the_same(self):
        if self.table is None:
            return
        state, paper, game = self.table.state, self.paper, self.paper.game()
        assert state["board"] == game.board
        assert state["moves"] == tuple(paper.moves)
        assert state["move_count"] == len(paper.moves)
        assert state["legal_moves"] == tuple(game.legal)
        assert state["winner"] == game.winner
        assert set(state["winning_lines"]) == game.lines
        assert state["is_game_over"] == game.is_over
        assert state["is_draw"] == (game.is_over and game.winner is None)
        assert (state["round"], state["scores"]) == (paper.round, paper.scores)
        assert state["names"] == paper.names
        assert state["viewed_ply"] == paper.viewed
        if paper.viewed is None:
            assert state["viewed"] is None
        else:
            assert state["viewed"]["board"] == paper.game(paper.viewed).board

    @invariant()
    def a_front_end_told_of_every_change_shows_the_truth(self):
        if self.table is None:
            return
        assert self.table.mirror == self.table.state
        assert all(self.table.told)
        assert not any(
            before == after and before[0] == "publish"
            for before, after in pairwise(self.table.log)
        )


SideBySide.TestCase.settings = settings(
    max_examples=30, stateful_step_count=40, deadline=None, suppress_health_check=UNHURRIED
)
TestSideBySide = SideBySide.TestCase
