"""The games in `invented_games`, each written again as two plain functions.

They are independent of the package. A board is a string of "X", "O" and ".", row by row.
"""

from collections.abc import Callable
from typing import NamedTuple

from tests.support.models.naive_variants import Move
from tests.support.models.nine_cells import free

_THREES = ("012", "345", "678", "036", "147", "258", "048", "246")


class NaiveInvention(NamedTuple):
    """A game: its moves as (cell, mark) pairs, and the result for the player who moved last."""

    options: Callable[[str, str], list[Move]]
    result: Callable[[str, str], int | None]

    def moves(self, board: str) -> list[Move]:
        return self.options(board, turn_of(board))

    def after(self, board: str, move: Move) -> tuple[str, int | None]:
        cell, mark = move
        after = board[:cell] + mark + board[cell + 1 :]
        return after, self.result(after, turn_of(board))


def turn_of(board: str) -> str:
    return "XO"[(len(board) - board.count(".")) % 2]


def _own(board: str, turn: str) -> list[Move]:
    return [(cell, turn) for cell in free(board)]


def _filled(lines: tuple[str, ...], board: str) -> bool:
    cells = [[int(cell, 16) for cell in line] for line in lines]
    return any({board[cell] for cell in line} in ({"X"}, {"O"}) for line in cells)


def _line_wins(lines: tuple[str, ...], worth: int = 1) -> Callable[[str, str], int | None]:
    def result(board: str, _mover: str) -> int | None:
        return worth if _filled(lines, board) else None if "." in board else 0

    return result


def _no_centre(board: str, turn: str) -> list[Move]:
    if set(board) == {"."}:
        return [(cell, turn) for cell in (0, 1, 2, 3, 5, 6, 7, 8)]
    return _own(board, turn)


_AROUND = ("134", "02345", "145", "01467", "01235678", "12478", "347", "34568", "457")
_BESIDE = ("13", "024", "15", "046", "1357", "248", "37", "468", "57")


def _islands(board: str, turn: str) -> list[Move]:
    if set(board) == {"."}:
        return _own(board, turn)
    return [
        (cell, turn)
        for cell in free(board)
        if any(board[int(near)] != "." for near in _AROUND[cell])
    ]


def _wild_rim(board: str, _turn: str) -> list[Move]:
    return [(cell, mark) for cell in free(board) if cell != 4 for mark in "XO"]


def _wild_rim_result(board: str, _mover: str) -> int | None:
    sides = ("012", "036", "258", "678")
    return 1 if _filled(sides, board) else None if board.count(".") > 1 else 0


def _corners(board: str, mover: str) -> int | None:
    if "." in board:
        return None
    mine = (board[0] + board[2] + board[6] + board[8]).count(mover)
    return (mine > 2) - (mine < 2)


def _apart(board: str, turn: str) -> list[Move]:
    return [
        (cell, turn)
        for cell in free(board)
        if all(board[int(near)] == "." for near in _BESIDE[cell])
    ]


def _last_wins(board: str, _mover: str) -> int | None:
    return None if _apart(board, "X") else 1


def _falling(board: str, turn: str) -> list[Move]:
    return [(cell, turn) for cell in free(board) if cell > 8 or board[cell + 3] != "."]


def _only_x(board: str, _turn: str) -> list[Move]:
    return [(cell, "X") for cell in free(board)]


def _pairs(board: str, mover: str) -> int | None:
    if "." in board:
        return None
    other = "XO"[mover == "X"]
    rows = (board[:3], board[3:6], board[6:])
    mine, theirs = (
        sum(row.startswith(two) + row.endswith(two) for row in rows)
        for two in (2 * mover, 2 * other)
    )
    return (mine > theirs) - (mine < theirs)


# Games by class name.
GAMES = {
    "ClosedCentre": NaiveInvention(_no_centre, _line_wins(_THREES)),
    "Squares": NaiveInvention(_own, _line_wins(("0134", "1245", "3467", "4578"))),
    "Straight": NaiveInvention(_own, _line_wins(_THREES[:6])),
    "Islands": NaiveInvention(_islands, _line_wins(_THREES)),
    "WildNoCentre": NaiveInvention(_wild_rim, _wild_rim_result),
    "Corners": NaiveInvention(_own, _corners),
    "Neighbours": NaiveInvention(_apart, _last_wins),
    "Towers": NaiveInvention(_falling, _line_wins(("036", "147", "258", "369", "47a", "58b"))),
    "SameEdges": NaiveInvention(_only_x, _line_wins(("012", "258", "678", "036"), -1)),
    "Pairs": NaiveInvention(_own, _pairs),
}
