"""The widget on the wire: the exact messages, forged ones, and who hears of what."""

import ast
import asyncio
import inspect
import json
import logging
from itertools import pairwise
from threading import Barrier, Event, Thread

import comm
import ipywidgets
import pytest
import traitlets

import tictactoe_widget.widgets.board
from tests.support.wire import ack, ask
from tictactoe_widget import MNK, CellTakenError, Game, GameOverError, TicTacToe
from tictactoe_widget.session import Session

SHOWN = frozenset(Session().state)

X_WINS = (0, 3, 1, 4, 2)
"""
X X X
O O .
. . .
"""

FIRST_MOVE = {
    "board": [None, None, None, None, "X", None, None, None, None],
    "current_player": "O",
    "last_move": 4,
    "legal_moves": [0, 1, 2, 3, 5, 6, 7, 8],
    "message": "Player O's turn",
    "move_count": 1,
    "moves": [4],
}
"""What a move in the middle of an empty board changes, as JSON."""

FORGED = {
    "board": ["X"] * 9,
    "winner": "O",
    "moves": [0, 1],
    "move_count": 3,
    "legal_moves": [],
    "is_game_over": True,
    "scores": {"X": 99, "O": 0, "draws": 0},
    "names": {"X": "Mallory", "O": "Mallory"},
    "round": 7,
    "message": "Player O wins!",
    "viewed_ply": 0,
    "_esm": "alert(1)",
}


class RecordingComm:
    """The line to a front end: holds what was sent, as the JSON it is on the wire."""

    def __init__(self, *, comm_id=None, data=None, **_):
        self.comm_id = comm_id or f"comm {id(self)}"
        self.opened = on_the_wire(data)
        self.sent = []
        self.receive = None
        self.is_closed = False

    def on_msg(self, callback):
        self.receive = callback

    def send(self, data, buffers=None):
        assert not buffers
        assert not self.is_closed
        self.sent.append(on_the_wire(data))

    def close(self):
        self.is_closed = True


class BrokenComm(RecordingComm):
    """A line that is down."""

    def send(self, *_, **__):
        raise OSError("nobody there")


def on_the_wire(data):
    text = json.dumps(data, allow_nan=False, ensure_ascii=False).encode()
    return json.loads(text)


def update(**state):
    return {"method": "update", "state": state, "buffer_paths": []}


def custom(content):
    return {"method": "custom", "content": content}


def arrive(board, data):
    board.comm.receive({"content": {"data": data}, "buffers": []})


def request(board, kind, **fields):
    """Let a request of the front end arrive, made on what the board shows now."""
    message = ask(kind, **{"round": board.round, "ply": board.move_count, **fields})
    arrive(board, custom(message))
    return message


def moves_sent(board):
    """What was sent of moves, without the review that follows the last one."""
    return [message for message in board.comm.sent if "moves" in message.get("state", {})]


def play_all(board, cells):
    for cell in cells:
        board.play(cell)


def shown(board):
    return {name: getattr(board, name) for name in SHOWN}


@pytest.fixture(autouse=True)
def recording(monkeypatch):
    monkeypatch.setattr(comm, "create_comm", RecordingComm)
    yield
    ipywidgets.Widget.close_all()


@pytest.fixture
def board():
    return TicTacToe()


# What opens a line.


def test_the_open_message_holds_the_whole_truth():
    board = TicTacToe(MNK(2, 3, 2, misere=True), names={"O": "Grace"})
    state = board.comm.opened["state"]
    session = Session(MNK(2, 3, 2, misere=True), names={"O": "Grace"})
    assert {name: state[name] for name in SHOWN} == on_the_wire(session.state)
    assert state["board"] == [None] * 6
    assert state["grid"]["columns"] == 3
    assert state["names"] == {"X": "Player X", "O": "Grace"}
    assert state["_esm"].startswith("// @ts-check")
    assert ".ttt" in state["_css"]
    assert board.comm.sent == []


def test_no_trait_carries_what_json_cannot(board):
    play_all(board, X_WINS)
    board.look_back(2)
    state = board.get_state()
    assert {name: state[name] for name in SHOWN} == board._session.state
    json.dumps({name: state[name] for name in SHOWN}, allow_nan=False)


# Requests.


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
        "is_game_over": True,
        "last_move": 2,
        "legal_moves": [],
        "message": "Player X wins!",
        "move_count": 5,
        "moves": [0, 3, 1, 4, 2],
        "scores": {"X": 1, "O": 0, "draws": 0},
        "status": "won",
        "winner": "X",
        "winning_lines": [[0, 1, 2]],
    }
    move, answered, review = board.comm.sent
    assert (move, answered) == (update(**expected), custom(ack(message)))
    assert review["state"].keys() == {"review"}


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


# Forged state.


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


# Arguments and traits.


@pytest.mark.parametrize("name", ["rulez", "layout", "board", "comm", "model_id", "scores"])
def test_an_unknown_argument_is_refused_with_those_there_are(name):
    accepted = [a for a in inspect.signature(TicTacToe).parameters if a != "unknown"]
    with pytest.raises(TypeError) as refused:
        TicTacToe(**{name: None})
    assert str(refused.value) == f"TicTacToe got '{name}'; it takes {', '.join(accepted)}"
    assert {"rules", "names"} <= set(accepted)


@pytest.mark.parametrize("name", sorted(SHOWN - {"names", "hints"}))
def test_a_trait_that_is_pythons_own_cannot_be_set(board, name):
    before = board._session.state
    with pytest.raises(traitlets.TraitError, match="read-only"):
        setattr(board, name, getattr(board, name))
    assert board._session.state == before
    assert board.comm.sent == []


def test_names_can_be_set_for_one_player(board):
    board.names = {"X": "  Ada   Lovelace "}
    assert board.names == {"X": "Ada Lovelace", "O": "Player O"}
    assert board._session.state["names"] == board.names
    assert board.comm.sent == [update(names={"X": "Ada Lovelace", "O": "Player O"})]


def test_names_that_are_the_same_are_no_message(board):
    board.names = {"X": "Player X"}
    board.names = dict(board.names)
    assert board.names == {"X": "Player X", "O": "Player O"}
    assert board.comm.sent == []


@pytest.mark.parametrize(
    "names",
    [None, "Ada", 1, [("X", "Ada")], {"Z": "Ada"}, {"X": ""}, {"X": "a" * 41}, {"X": 1}],
)
def test_names_that_are_none_are_refused_and_change_nothing(board, names):
    board.names = {"X": "Ada"}
    board.comm.sent.clear()
    with pytest.raises(traitlets.TraitError):
        board.names = names
    assert board.names == board._session.state["names"] == {"X": "Ada", "O": "Player O"}
    assert board.comm.sent == []


def test_an_observer_may_not_smuggle_in_a_name(board):
    board.observe(lambda _: setattr(board, "names", {"X": ""}), "move_count")
    with pytest.raises(traitlets.TraitError, match="text of 1 to 40 characters"):
        board.play(4)
    assert board.names == board._session.state["names"] == {"X": "Player X", "O": "Player O"}


def test_an_observer_may_change_a_name(board):
    board.observe(lambda _: setattr(board, "names", {"X": "Ada"}), "move_count")
    board.play(4)
    assert board.names == board._session.state["names"] == {"X": "Ada", "O": "Player O"}
    expected = [update(**FIRST_MOVE), update(names={"X": "Ada", "O": "Player O"})]
    assert board.comm.sent == expected


@pytest.mark.parametrize("name", ["board", "message", "winner", "scores", "move_count"])
def test_every_trait_can_be_linked(board, name):
    target = ipywidgets.Label() if name == "message" else traitlets.HasTraits()
    linked = "value" if name == "message" else "here"
    if name != "message":
        target.add_traits(here=traitlets.Any())
    traitlets.dlink((board, name), (target, linked))
    play_all(board, X_WINS)
    assert getattr(target, linked) == getattr(board, name)


def test_the_front_end_can_link_the_message_to_a_label(board):
    label = ipywidgets.Label()
    link = ipywidgets.jsdlink((board, "message"), (label, "value"))
    assert link.source == (board, "message")
    link = ipywidgets.jslink((board, "message"), (label, "value"))
    assert link.comm.opened["state"]["source"] == [f"IPY_MODEL_{board.model_id}", "message"]


# Observers.


def test_an_observer_sees_one_state_whichever_trait_it_listens_to(board):
    seen = []
    for name in sorted(SHOWN):
        board.observe(lambda _: seen.append((shown(board), board._session.state)), name)
    for cell in X_WINS:
        seen.clear()
        board.play(cell)
        assert len(seen) >= len(FIRST_MOVE)
        assert all(state == truth for state, truth in seen)


def test_an_observer_hears_once_of_what_changed_and_of_nothing_else(board):
    heard = []
    board.observe(lambda change: heard.append((change.name, change.old, change.new)))
    board.play(4)
    assert sorted(name for name, *_ in heard) == sorted(FIRST_MOVE)
    assert ("moves", (), (4,)) in heard
    assert ("message", "Player X's turn", "Player O's turn") in heard


def test_the_front_end_is_told_before_an_observer_that_takes_its_time(board):
    sent = []
    board.observe(lambda _: sent.extend(board.comm.sent), "move_count")
    board.play(4)
    assert sent == [update(**FIRST_MOVE)]


@pytest.mark.parametrize("name", [*FIRST_MOVE, traitlets.All])
def test_an_observer_that_raises_loses_nobody_else_anything(board, name):
    def fail(_):
        raise ZeroDivisionError("an observer of a notebook")

    heard = []
    board.observe(fail, name)
    board.observe(lambda change: heard.append(change.name))
    with pytest.raises(ZeroDivisionError, match="an observer of a notebook"):
        board.play(4)
    assert sorted(heard) == sorted(FIRST_MOVE)
    assert board.comm.sent == [update(**FIRST_MOVE)]
    assert board.game == Game(moves=[4])
    board.unobserve(fail, name)
    board.play(0)
    assert board.moves == (4, 0)


def test_an_observer_that_raises_is_reported_and_the_request_answered(board, caplog):
    board.observe(lambda _: 1 / 0, "move_count")
    with caplog.at_level(logging.WARNING):
        message = request(board, "play", cell=4)
    assert board.comm.sent == [update(**FIRST_MOVE), custom(ack(message))]
    assert "division by zero" in caplog.text


def test_an_observer_of_names_raises_its_own_error(board):
    board.observe(lambda _: int("no number"), "names")
    with pytest.raises(ValueError, match="no number") as raised:
        board.names = {"X": "Ada"}
    assert not isinstance(raised.value, traitlets.TraitError)
    assert board.names == board._session.state["names"] == {"X": "Ada", "O": "Player O"}


def test_an_error_of_an_observer_is_told_once(board):
    def fail(_):
        raise ZeroDivisionError

    board.observe(fail, "move_count")
    with pytest.raises(ZeroDivisionError):
        board.play(4)
    with pytest.raises(CellTakenError):
        board.play(4)
    board.reset_scores()


def test_an_interrupted_observer_leaves_the_board_in_use(board):
    def interrupt(_):
        raise KeyboardInterrupt

    board.observe(interrupt, "move_count")
    with pytest.raises(KeyboardInterrupt):
        board.play(4)
    board.unobserve_all()
    board.play(0)
    assert shown(board) == board._session.state
    assert board.moves == (4, 0)


@pytest.mark.parametrize("name", ["board", "current_player", "message", "moves"])
def test_an_observer_may_play_in_turn(board, name):
    def answer(_):
        if board.current_player == "O" and not board.is_game_over:
            board.play(board.legal_moves[0])

    labels = {trait: traitlets.HasTraits() for trait in FIRST_MOVE}
    for trait, label in labels.items():
        label.add_traits(value=traitlets.Any())
        traitlets.dlink((board, trait), (label, "value"))
    board.observe(answer, name)
    for trait, label in labels.items():
        label.other = traitlets.HasTraits()
        label.other.add_traits(value=traitlets.Any())
        traitlets.dlink((board, trait), (label.other, "value"))
    message = request(board, "play", cell=4)
    assert board.moves == (4, 0)
    assert shown(board) == board._session.state
    for trait, label in labels.items():
        assert label.value == label.other.value == getattr(board, trait), trait
    first, second, answered = board.comm.sent
    assert first == update(**FIRST_MOVE)
    assert second["state"]["moves"] == [4, 0]
    assert answered == custom(ack(message))


def test_changes_are_heard_in_the_order_they_were_made(board):
    board.observe(lambda _: board.move_count < 3 and board.play(board.move_count), "board")
    heard = []
    board.observe(lambda change: heard.append((change.old, change.new)), "moves")
    board.play(8)
    assert heard == [((), (8,)), ((8,), (8, 1)), ((8, 1), (8, 1, 2))]
    assert all(before[1] == after[0] for before, after in pairwise(heard))


def test_an_observer_may_play_the_game_to_its_end(board):
    def play_on(_):
        while not board.is_game_over:
            board.play(board.legal_moves[0])

    board.observe(play_on, "move_count")
    board.play(0)
    assert board.moves == (0, 1, 2, 3, 4, 5, 6)
    assert (board.winner, board.scores["X"]) == ("X", 1)
    assert [m["state"]["move_count"] for m in moves_sent(board)] == list(range(1, 8))


def test_an_observer_that_plays_an_illegal_move_loses_nothing(board):
    board.observe(lambda _: board.play(4), "move_count")
    with pytest.raises(CellTakenError):
        board.play(4)
    assert board.moves == (4,)
    assert board.comm.sent == [update(**FIRST_MOVE)]


def test_an_observer_written_in_a_subclass_is_called():
    heard = []

    class Watched(TicTacToe):
        @traitlets.observe("winner")
        def _cheer(self, change):
            heard.append(change.new)

    play_all(Watched(), X_WINS)
    assert heard == ["X"]


def test_an_observer_that_is_taken_off_hears_nothing(board):
    heard = []
    board.observe(heard.append, "moves")
    board.unobserve(heard.append, "moves")
    board.play(4)
    assert heard == []


def test_notifications_held_by_a_notebook_come_when_it_lets_go(board):
    heard = []
    board.observe(lambda change: heard.append(change.new), "moves")
    with board.hold_trait_notifications():
        board.play(4)
        board.play(0)
        board.names = {"X": "Ada"}
        assert heard == []
    assert heard == [(4, 0)]
    assert board.names == board._session.state["names"] == {"X": "Ada", "O": "Player O"}
    assert shown(board) == board._session.state


# The methods.


def test_the_methods_do_what_the_session_does(board):
    play_all(board, X_WINS)
    with pytest.raises(GameOverError, match=r"Game is over\. Player X won!"):
        board.play(8)
    board.look_back(2)
    assert (board.viewed_ply, board.viewed["board"][:4]) == (2, ("X", None, None, "O"))
    with pytest.raises(ValueError, match="plies 0 to 5"):
        board.look_back(6)
    board.new_game()
    assert (board.round, board.move_count, board.viewed_ply) == (2, 0, None)
    assert board.scores == {"X": 1, "O": 0, "draws": 0}
    board.reset_scores()
    assert board.scores == {"X": 0, "O": 0, "draws": 0}
    assert board.game == Game()


def test_a_player_that_opens_has_moved_in_the_open_message():
    board = TicTacToe(x=lambda _: 4)
    assert board.comm.opened["state"]["moves"] == [4]
    assert board.comm.opened["state"]["thinking"] is None
    assert board.comm.sent == []


def test_the_answer_comes_between_a_move_and_that_of_the_player():
    board = TicTacToe(o=lambda game: game.legal_moves[0])
    message = request(board, "play", cell=4)
    first, answered, second = board.comm.sent
    assert first == update(**FIRST_MOVE, thinking="O")
    assert answered == custom(ack(message))
    assert (second["state"]["moves"], second["state"]["thinking"]) == ([4, 0], None)


def test_an_observer_that_raises_when_a_player_moves_by_itself_is_logged(caplog):
    def fail(change):
        if change.new == 2:
            raise ZeroDivisionError("an observer of a notebook")

    def hesitant(game):
        while not may_answer:
            yield None
        yield game.legal_moves[0]

    async def scene():
        board.play(4)
        may_answer.append(True)
        while board.move_count < 2:  # noqa: ASYNC110 - the board has no event to wait for
            await asyncio.sleep(0)

    may_answer = []
    board = TicTacToe(o=hesitant)
    board.observe(fail, "move_count")
    with caplog.at_level(logging.ERROR):
        asyncio.run(scene())
    assert "an observer of a notebook" in caplog.text
    assert board.comm.sent[-1]["state"]["moves"] == [4, 0]
    board.play(8)
    assert board.moves == (4, 0, 8, 1)


def test_hints_can_be_set_and_are_one_message_with_the_switch_then_the_values(board):
    board.hints = True
    switched, told = board.comm.sent
    assert switched == update(hints=True)
    assert told["state"].keys() == {"values"}
    assert {value["value"] for value in told["state"]["values"]} == {"draw"}
    with pytest.raises(traitlets.TraitError):
        board.hints = "off"
    assert board.hints is True


def test_the_text_of_a_board_is_the_same_for_the_same_state():
    one, other = TicTacToe(), TicTacToe()
    play_all(one, X_WINS)
    play_all(other, X_WINS)
    text = "X X X\nO O .\n. . .\nPlayer X wins!"
    assert repr(one) == repr(other) == text
    assert one._repr_mimebundle_()[0]["text/plain"] == text


def test_two_boards_are_independent():
    one, other = TicTacToe(), TicTacToe(names={"X": "Ada"})
    message = request(one, "play", cell=4)
    one.names = {"O": "Grace"}
    assert other.moves == ()
    assert other.names == {"X": "Ada", "O": "Player O"}
    assert other.comm.sent == []
    arrive(other, custom(message))
    assert other.moves == (4,)


def test_what_a_notebook_does_to_a_dict_it_was_given_keeps_no_message_away():
    board = TicTacToe(MNK(1, 1, 1))
    board.scores["X"] = 1
    board.grid.clear()
    board.play(0)
    assert moves_sent(board)[-1]["state"]["scores"] == {"X": 1, "O": 0, "draws": 0}
    board.names["O"] = "Mallory"
    board.names = {"O": "Mallory"}
    assert board.comm.sent[-1] == update(names={"X": "Player X", "O": "Mallory"})
    assert TicTacToe(MNK(1, 1, 1)).comm.opened["state"]["grid"]["cells"] == [0]


# Lines that end.


def test_a_closed_board_plays_on_in_silence(board):
    line = board.comm
    board.close()
    board.play(4)
    board.names = {"X": "Ada"}
    board.set_state(FORGED)
    assert line.is_closed
    assert line.sent == []
    assert board.game == Game(moves=[4])
    assert shown(board) == board._session.state


def test_a_line_that_is_down_is_told_and_undoes_nothing(board):
    board.comm = BrokenComm()
    heard = []
    board.observe(lambda change: heard.append(change.name))
    with pytest.raises(OSError, match="nobody there"):
        board.play(4)
    assert sorted(heard) == sorted(FIRST_MOVE)
    assert board.game == Game(moves=[4])
    assert shown(board) == board._session.state


def test_requests_on_many_threads_make_one_move_each_ply(board):
    start = Barrier(4)

    def press(first):
        start.wait()
        for ply in range(9):
            arrive(board, custom(ask("play", ply=ply, cell=(first + ply) % 9)))

    threads = [Thread(target=press, args=(2 * number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    mirror = dict(board.comm.opened["state"])
    plies = []
    for message in board.comm.sent:
        if message["method"] == "update":
            mirror.update(message["state"])
            plies += [mirror["move_count"]] if "moves" in message["state"] else []
    codes = [m["content"]["code"] for m in board.comm.sent if m["method"] == "custom"]
    assert len(codes) == 36
    assert plies == list(range(1, codes.count("ok") + 1))
    assert {name: mirror[name] for name in SHOWN} == on_the_wire(board._session.state)
    assert board.game == Game(moves=board.moves)


def test_a_thread_that_leaves_after_another_leaves_errors_to_be_heard(board, monkeypatch):
    first_is_in, second_is_in, first_is_out = Event(), Event(), Event()
    play = board._session.play

    def play_in_step(cell):
        if cell == 0:
            second_is_in.set()
        play(cell)
        if cell == 0:
            assert first_is_out.wait(10)

    def wait_for_the_other(change):
        if change.new == 1:
            first_is_in.set()
            assert second_is_in.wait(10)

    def play_first():
        board.play(4)
        first_is_out.set()

    monkeypatch.setattr(board._session, "play", play_in_step)
    board.observe(wait_for_the_other, "move_count")
    first = Thread(target=play_first)
    first.start()
    assert first_is_in.wait(10)
    second = Thread(target=board.play, args=(0,))
    second.start()
    first.join()
    second.join()
    assert board.moves == (4, 0)
    board.unobserve_all()
    board.observe(lambda _: 1 / 0, "move_count")
    with pytest.raises(ZeroDivisionError):
        board.play(8)


def test_an_error_is_raised_to_the_thread_that_caused_it_alone(board):
    heard = {}

    def fail(change):
        raise ZeroDivisionError(change.new)

    def press(number):
        for cell in range(number, 9, 3):
            try:
                board.play(cell)
            except ZeroDivisionError as error:
                heard[error.args[0]] = (number, cell)
            except GameOverError:
                return

    board.observe(fail, "move_count")
    threads = [Thread(target=press, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [heard[ply][1] for ply in sorted(heard)] == list(board.moves)


# The source.


def test_every_synced_trait_is_documented_and_is_one_the_session_tells_of():
    source = ast.parse(inspect.getsource(tictactoe_widget.widgets.board))
    (body,) = (
        node.body
        for node in source.body
        if isinstance(node, ast.ClassDef) and node.name == "TicTacToe"
    )
    inherited = ipywidgets.DOMWidget.class_traits(sync=True)
    own = {
        name
        for name in TicTacToe.class_traits(sync=True)
        if name not in inherited and not name.startswith("_")
    }
    documented = {
        statement.targets[0].id
        for statement, below in pairwise(body)
        if isinstance(statement, ast.Assign)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }
    assert own == set(SHOWN)
    assert documented == own
