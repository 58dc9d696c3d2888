"""CS50's contract read independently of the package: what each function should return.

Positions come from `NaiveGame`, played to every position; nothing of the checker or
of the package's rules is used.
"""

from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from typing import Any

from tests.support.models.naive_rules import NaiveGame

Board = list[list[str | None]]
"""Board of the course: three rows of three."""

MARKS = ("X", "O")


class Position:
    """A position with all that the functions of the course may be asked about it."""

    def __init__(self, game: NaiveGame) -> None:
        self.text = "/".join(
            "".join(game.board[3 * r + c] or "." for c in range(3)) for r in range(3)
        )
        self.marks = len(game.marks)
        self.player = game.player
        self.is_over = game.is_over
        self.winner = game.winner
        self.utility = {"X": 1, "O": -1, None: 0}[game.winner]
        self.actions = [divmod(cell, 3) for cell in game.legal]
        self.after: dict[tuple[int, int], Position] = {}
        self.value = 0

    def board(self) -> Board:
        """Return the board, a new one each time."""
        return [[None if c == "." else c for c in row] for row in self.text.split("/")]


def _put(text: str, action: tuple[int, int], mark: str) -> str:
    """Return the text of a position where a mark was put into a cell."""
    at = 4 * action[0] + action[1]
    return text[:at] + mark + text[at + 1 :]


@lru_cache(maxsize=1)
def positions() -> dict[str, Position]:
    """Return every position, by its text, those with fewer marks first."""
    found: dict[str, Position] = {}
    layer = {".../.../...": NaiveGame(3, 3, 3)}
    while layer:
        found |= {text: Position(game) for text, game in layer.items()}
        following: dict[str, NaiveGame] = {}
        for text, game in layer.items():
            for cell in game.legal:
                after = _put(text, divmod(cell, 3), game.player)
                if after not in following:
                    following[after] = deepcopy(game)
                    following[after].play(cell)
        layer = following
    for position in reversed(found.values()):
        for action in position.actions:
            position.after[action] = found[_put(position.text, action, position.player)]
        below = [after.value for after in position.after.values()]
        if below:
            position.value = max(below) if position.player == "X" else min(below)
        else:
            position.value = position.utility
    return found


def right_answer(  # noqa: PLR0911 (one line a function)
    name: str, position: Position, action: tuple[int, int] | None = None
) -> Any:
    """Return what a function of the course should return."""
    match name:
        case "player":
            return position.player
        case "actions":
            return set(position.actions)
        case "result":
            assert action is not None
            return position.after[action].board()
        case "winner":
            return position.winner
        case "terminal":
            return position.is_over
        case "utility":
            return position.utility
        case "minimax":
            return {a for a, then in position.after.items() if then.value == position.value}
    raise ValueError(name)


def asked(name: str) -> Iterator[tuple[Position, tuple[int, int] | None]]:
    """Yield the positions (and moves) that the course says something about."""
    for position in positions().values():
        if name == "result":
            yield from ((position, action) for action in position.actions)
        elif name in ("winner", "terminal") or position.is_over == (name == "utility"):
            yield position, None


def is_wrong(
    module: Any, name: str, position: Position, action: tuple[int, int] | None = None
) -> bool:
    """Call a function of a student and return whether it did anything wrong."""
    board = position.board()
    arguments = (board,) if action is None else (board, action)
    try:
        answer = getattr(module, name)(*arguments)
        if name == "actions":
            listed = list(answer)
            answer = set(listed)
            if len(answer) != len(listed):
                return True
    except Exception:  # noqa: BLE001 (a student's function may raise anything)
        return True
    if board != position.board():
        return True
    right = right_answer(name, position, action)
    if name == "minimax":
        return answer not in right
    return type(answer) is not type(right) or bool(answer != right)
