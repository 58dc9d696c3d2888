"""The messages between the widget and its front end, exactly; forged ones too."""

import json
from threading import Thread

import ipywidgets
import pytest

from tests.support.scenes.comms import (
    FIRST_MOVE,
    FORGED,
    SHOWN,
    X_WINS,
    arrive,
    custom,
    on_the_wire,
    play_all,
    request,
    update,
)
from tests.support.scenes.requests import ack
from tictactoe_widget import MNK, Game, TicTacToe
from tictactoe_widget.session import Session


def test_the_open_message_holds_the_whole_truth():
    board = TicTacToe(MNK(2, 3, 2, misere=True), names={"O": "Grace"})
    state = board.comm.opened["state"]
    session = Session(MNK(2, 3, 2, misere=True), names={"O": "Grace"})
    assert {name: state[name] for name in SHOWN} == on_the_wire(session.state)
    assert state["board"] == [None] * 6
    assert state["grid"]["columns"] == 3
    assert state["names"] == {"X": "Player X", "O": "Grace"}
    assert "export default " in state["_esm"]
    assert ".ttt" in state["_css"]
    assert board.comm.sent == []


def test_no_trait_carries_what_json_cannot(board):
    play_all(board, X_WINS)
    board.look_back(2)
    state = board.get_state()
    assert {name: state[name] for name in SHOWN} == board._session.state
    json.dumps({name: state[name] for name in SHOWN}, allow_nan=False)


def test_a_move_is_one_update_of_what_it_changed_then_one_answer(board):
    message = request(board, "play", cell=4)
    assert board.comm.sent == [update(**FIRST_MOVE), custom(ack(message))]


def test_a_move_in_python_is_the_same_update(board):
    board.play(4)
    assert board.comm.sent == [update(**FIRST_MOVE)]


def test_the_winning_move_is_one_update_of_result_and_scores(board):
    play_all(board, X_WINS[:-1])
    board.comm.sent.clear()
    message = request(board, "play", cell=2)
    expected = {
        "board": ["X", "X", "X", "O", "O", None, None, None, None],
        "guide": "Three in a row, on move 5",
        "is_over": True,
        "last_move": 2,
        "legal_moves": [],
        "message": "Player X wins!",
        "move_count": 5,
        "moves": [0, 3, 1, 4, 2],
        "scores": {"X": 1, "O": 0, "draws": 0},
        "status": "won",
        "winner": "X",
        "winning_lines": [[0, 1, 2]],
        "working": "review",
    }
    move, answered, review = board.comm.sent
    assert (move, answered) == (update(**expected), custom(ack(message)))
    assert review["state"].keys() == {
        *("review", "review_summary", "turning_point", "working"),
    }
    assert review["state"]["working"] == ""


def test_looking_back_and_to_now_is_one_update_each(board):
    play_all(board, X_WINS)
    board.comm.sent.clear()
    back = request(board, "view", to=1)
    now = request(board, "view", to=None)
    seen, answered, returned, answered_again = board.comm.sent
    assert seen["state"].keys() == {"viewed", "viewed_ply"}
    assert seen["state"]["viewed_ply"] == 1
    assert seen["state"]["viewed"]["board"] == ["X"] + [None] * 8
    assert seen["state"]["viewed"]["message"] == "Player O's turn"
    assert seen["state"]["viewed"]["last_move"] == 0
    assert seen["state"]["viewed"]["winning_lines"] == []
    assert returned == update(viewed=None, viewed_ply=None)
    assert [answered, answered_again] == [custom(ack(back)), custom(ack(now))]


def test_a_refusal_is_an_answer_and_nothing_else(board):
    board.play(4)
    board.comm.sent.clear()
    message = request(board, "play", cell=4)
    assert board.comm.sent == [custom(ack(message, "illegal", "Position already taken"))]


def test_a_greeting_is_answered_and_changes_nothing(board):
    message = request(board, "hello", round=77, ply=77)
    assert board.comm.sent == [custom(ack(message))]


def test_several_presses_of_new_game_are_one_update_and_one_answer_each(board):
    board.play(4)
    board.comm.sent.clear()
    presses = [request(board, "new_game", round=1, ply=1) for _ in range(3)]
    first, *answers = board.comm.sent
    assert first["state"]["round"] == 2
    assert first["state"]["board"] == [None] * 9
    stale = "The board has changed since"
    assert answers == [
        custom(ack(presses[0])),
        custom(ack(presses[1], "stale", stale)),
        custom(ack(presses[2], "stale", stale)),
    ]


@pytest.mark.parametrize("content", [None, [], "play", 4, {"kind": "anywidget-command"}])
def test_what_is_no_request_is_answered_bad(board, content):
    arrive(board, custom(content))
    (answered,) = board.comm.sent
    assert answered["content"]["code"] == "bad"
    assert board.move_count == 0


def test_a_front_end_that_asks_for_the_state_gets_it_all(board):
    board.play(4)
    board.comm.sent.clear()
    arrive(board, {"method": "request_state"})
    (sent,) = board.comm.sent
    assert {name: sent["state"][name] for name in SHOWN} == on_the_wire(board._session.state)


@pytest.mark.parametrize("echo", [True, False])
@pytest.mark.parametrize("name", FORGED)
def test_a_forged_trait_is_answered_by_the_true_one_without_an_echo(
    board, monkeypatch, name, echo
):
    monkeypatch.setattr(ipywidgets.widgets.widget, "JUPYTER_WIDGETS_ECHO", echo)
    board.play(4)
    before = board.get_state()
    board.comm.sent.clear()
    arrive(board, update(**{name: FORGED[name]}))
    assert board.comm.sent == [update(**{name: on_the_wire(before[name])})]
    assert board.get_state() == before
    assert board.game == Game(moves=[4])


def test_forged_traits_together_are_answered_in_one_message(board):
    heard = []
    board.observe(heard.append)
    before = on_the_wire(board.get_state(FORGED))
    arrive(board, update(**FORGED))
    assert board.comm.sent == [update(**before)]
    assert heard == []


@pytest.mark.parametrize(
    "state", [{}, {"nonsense": 1}, {"comm": None, "keys": [], "_session": 0}, None, [], "board"]
)
def test_forged_names_of_no_synced_trait_are_left_alone(board, state):
    before = board.get_state()
    arrive(board, {"method": "update", "state": state})
    assert board.comm.sent == []
    assert board.get_state() == before


def test_forged_state_keeps_nothing_of_the_game_that_follows_from_the_front_end(board):
    arrive(board, update(**FORGED))
    board.comm.sent.clear()
    board.play(4)
    assert board.comm.sent == [update(**FIRST_MOVE)]


def others_may_change(board):
    """Return whether another thread could change the board now."""
    lock, found = board._session._lock, []

    def look():
        found.append(lock.acquire(blocking=False))
        if found[0]:
            lock.release()

    thread = Thread(target=look)
    thread.start()
    thread.join()
    return found[0]


@pytest.mark.parametrize(
    "message", [{"method": "request_state"}, {"method": "update", "state": {"moves": [0]}}]
)
def test_no_other_thread_makes_a_move_between_reading_the_state_and_sending_it(
    board, monkeypatch, message
):
    seen = []
    read, send = board.get_state, board.comm.send

    def watch_reading(key=None):
        seen.append(("read", others_may_change(board)))
        return read(key)

    def watch_sending(data, buffers=None):
        seen.append(("send", others_may_change(board)))
        send(data, buffers)

    monkeypatch.setattr(TicTacToe, "get_state", lambda _, key=None: watch_reading(key))
    monkeypatch.setattr(board.comm, "send", watch_sending)
    arrive(board, message)
    assert seen == [("read", False), ("send", False)]
    assert others_may_change(board)


@pytest.mark.parametrize(("name", "value"), [("names", {"X": "Ada"}), ("hints", True)])
def test_no_other_thread_renames_between_the_session_and_the_trait(
    board, monkeypatch, name, value
):
    seen = []
    read = board._session.read

    def watch(name):
        seen.append(others_may_change(board))
        return read(name)

    monkeypatch.setattr(board._session, "read", watch)
    setattr(board, name, value)
    # The session sets the trait, whose validator reads what it has accepted.
    assert {*seen} == {False}
    assert getattr(board, name) == board._session.state[name]
    assert others_may_change(board)
