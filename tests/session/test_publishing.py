"""Published changes: each one once and complete, on all threads."""

import json

import pytest

from tests.support.scenes.arrivals import hammer
from tests.support.scenes.players import first_free
from tests.support.scenes.requests import ack, ask
from tests.support.scenes.rounds import POSITION, X_WINS
from tictactoe_widget import Game
from tictactoe_widget.session import Session

FIRST_MOVE = {
    *POSITION - {"winning_lines"},
    "can_undo",
    "current_player",
    "legal_moves",
    "move_count",
    "moves",
}
"""Names that change with a move that doesn't end the game."""


def test_move_publishes_once_before_the_answer(host):
    request = host.ask("play", cell=4)
    (published, changes), (sent, reply) = host.log
    assert (published, sent) == ("publish", "send")
    assert changes.keys() == FIRST_MOVE
    assert changes == {name: host.state[name] for name in FIRST_MOVE}
    assert reply == ack(request)


def test_last_move_publishes_result_and_scores(host):
    host.play(X_WINS)
    expected = (FIRST_MOVE - {"can_undo", "current_player"}) | {
        "guide",
        "is_over",
        "scores",
        "status",
        "winner",
        "winning_lines",
        "working",
    }
    assert len(host.published) == 5
    assert host.published[-1].keys() == expected


def test_state_is_json_and_a_copy(host):
    host.play(X_WINS[:-1])
    before = json.dumps(host.state, allow_nan=False)
    state = host.state
    state["scores"]["X"] = 1
    state["names"]["O"] = "Mallory"
    state["grid"].clear()
    state["round"] = 7
    assert json.dumps(host.state, allow_nan=False) == before
    host.session.play(X_WINS[-1])
    host.session.rename({"O": "Mallory"})
    assert host.published[-2]["scores"] == {"X": 1, "O": 0, "draws": 0}
    names = {"X": "Player X", "O": "Mallory"}
    # The review contains the players' names.
    assert host.published[-1].keys() == {"names", "review_summary", "turning_point"}
    assert host.published[-1]["names"] == names
    host.published[-1]["names"]["O"] = "Eve"
    assert host.state["names"]["O"] == "Mallory"
    assert Session().state == host.first


def test_listener_can_play_moves():
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


@pytest.mark.parametrize(("told_of", "moves"), [("review", X_WINS), ("values", (8,))])
def test_listener_can_start_a_round_with_a_player(told_of, moves):
    def start_again(changes):
        if changes.get(told_of) and session.state["round"] == 1:
            session.seat("X", first_free)
            session.new_game()

    session = Session(publish=start_again, hints=told_of == "values")
    for cell in moves:
        session.play(cell)
    assert (session.state["round"], session.state["moves"]) == (2, (0,))
    assert session.state["thinking"] is None


def test_requests_from_threads_give_legal_rounds(host):
    made = {}

    def press(number):
        for step in range(150):
            seen = host.state
            cells = seen["legal_moves"] or (0,)
            moment = {"round": seen["round"], "ply": seen["move_count"]}
            if seen["is_over"] or (number + step) % 20 == 0:
                request = ask("new_game", **moment)
            elif (number + step) % 7 == 0:
                request = ask("view", to=(number + step) % 3 or None, **moment)
            else:
                request = ask("play", cell=cells[(number * step) % len(cells)], **moment)
            made[request["request"]] = request
            host.send(request)

    hammer(press)
    assert len(host.sent) == 8 * 150
    granted = [made[reply["request"]] for reply in host.sent if reply["ok"]]
    plays = [(r["round"], r["ply"]) for r in granted if r["kind"] == "play"]
    assert len(plays) == len(set(plays)) > 0
    restarts = [r["round"] for r in granted if r["kind"] == "new_game"]
    assert restarts == list(range(1, len(restarts) + 1))
    shown, finished = dict(host.first), 0
    for changes in host.told:
        before = dict(shown)
        shown.update(changes)
        assert shown["board"] == Game(moves=shown["moves"]).board
        finished += shown["is_over"] and not before["is_over"]
        if shown["round"] == before["round"]:
            assert shown["moves"][: before["move_count"]] == before["moves"]
    assert shown == host.state
    assert sum(shown["scores"].values()) == finished
