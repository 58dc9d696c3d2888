"""A line to a front end that tests hold in their hands, and what goes over it."""

import json

from tests.support.wire import ask
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
"""What a front end that lies might write, by trait."""


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
