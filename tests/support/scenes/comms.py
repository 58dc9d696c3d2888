"""Comms that record messages, and the messages that tests expect."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from tests.support.scenes.requests import ask
from tictactoe_widget import TicTacToe
from tictactoe_widget.session import Session

# Names of the traits that come from the session.
SHOWN = frozenset(Session().state)

# X X X
# O O .
# . . .
X_WINS = (0, 3, 1, 4, 2)

# Changes after a move in the centre of an empty board, as JSON.
FIRST_MOVE = {
    "board": [None, None, None, None, "X", None, None, None, None],
    "can_undo": True,
    "current_player": "O",
    "last_move": 4,
    "legal_moves": [0, 1, 2, 3, 5, 6, 7, 8],
    "message": "Player O's turn",
    "move_count": 1,
    "moves": [4],
}


# Values that a forged front end might write, by trait.
FORGED = {
    "board": ["X"] * 9,
    "winner": "O",
    "moves": [0, 1],
    "move_count": 3,
    "legal_moves": [],
    "is_over": True,
    "scores": {"X": 99, "O": 0, "draws": 0},
    "names": {"X": "Mallory", "O": "Mallory"},
    "round": 7,
    "message": "Player O wins!",
    "viewed_ply": 0,
    "_esm": "alert(1)",
}


class RecordingComm:
    """Comm that records the messages to a front end, as JSON values."""

    # Widget's function that handles incoming messages.
    receive: Callable[[dict[str, Any]], object]

    def __init__(self, *, comm_id: str | None = None, data: object = None, **_: object) -> None:
        self.comm_id = comm_id or f"comm {id(self)}"
        # Data that the comm was opened with.
        self.opened = on_the_wire(data)
        # Messages to the front end, in order.
        self.sent: list[dict[str, Any]] = []
        self.is_closed = False

    def on_msg(self, callback: Callable[[dict[str, Any]], object]) -> None:
        self.receive = callback

    def send(self, data: object, buffers: object = None) -> None:
        assert not buffers
        assert not self.is_closed
        self.sent.append(on_the_wire(data))

    def close(self) -> None:
        self.is_closed = True


class BrokenComm(RecordingComm):
    """Comm that fails to send."""

    def send(self, *_: object, **__: object) -> None:
        raise OSError("nobody there")


def on_the_wire(data: object) -> Any:
    """Return `data` as it arrives in JSON."""
    text = json.dumps(data, allow_nan=False, ensure_ascii=False).encode()
    return json.loads(text)


def update(**state: Any) -> dict[str, Any]:
    """Return the message for changed traits."""
    return {"method": "update", "state": state, "buffer_paths": []}


def custom(content: object) -> dict[str, Any]:
    """Return a protocol message."""
    return {"method": "custom", "content": content}


def arrive(board: Any, data: dict[str, Any]) -> None:
    """Deliver a message from the front end."""
    board.comm.receive({"content": {"data": data}, "buffers": []})


def request(widget: Any, kind: str, **fields: Any) -> dict[str, Any]:
    """Deliver a request for the state that the widget shows now."""
    message = ask(kind, **fields)
    if isinstance(widget, TicTacToe):
        message |= {"round": widget.round, "ply": widget.move_count, **fields}
    else:
        del message["round"], message["ply"]
    arrive(widget, custom(message))
    return message


def answers(widget: Any) -> list[dict[str, Any]]:
    """Return the sent answers."""
    return [message["content"] for message in widget.comm.sent if message["method"] == "custom"]


def moves_sent(board: TicTacToe) -> list[dict[str, Any]]:
    """Return the messages about moves, without the final review."""
    return [message for message in board.comm.sent if "moves" in message.get("state", {})]


def play_all(board: TicTacToe, cells: Iterable[int]) -> None:
    """Make these moves."""
    for cell in cells:
        board.play(cell)


def shown(board: TicTacToe) -> dict[str, Any]:
    """Return the traits that come from the session."""
    return {name: getattr(board, name) for name in SHOWN}
