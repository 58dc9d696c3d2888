"""The games of `invented_games` once more, each as two plain functions, and plain search.

It shares nothing with the package. A board is a string of "X", "O" and ".", row by row.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

Move = tuple[int, str]
Worth = tuple[int, int]

_THREES = ("012", "345", "678", "036", "147", "258", "048", "246")


class NaiveGame(NamedTuple):
    """A game: its moves as pairs of cell and mark, and its result for who has just moved."""

    size: int
    moves: Callable[[str, str], list[Move]]
    result: Callable[[str, str], int | None]


def _free(board: str) -> list[int]:
    return [cell for cell, mark in enumerate(board) if mark == "."]


def _own(board: str, turn: str) -> list[Move]:
    return [(cell, turn) for cell in _free(board)]


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
        for cell in _free(board)
        if any(board[int(near)] != "." for near in _AROUND[cell])
    ]


def _wild_rim(board: str, _turn: str) -> list[Move]:
    return [(cell, mark) for cell in _free(board) if cell != 4 for mark in "XO"]


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
        for cell in _free(board)
        if all(board[int(near)] == "." for near in _BESIDE[cell])
    ]


def _last_wins(board: str, _mover: str) -> int | None:
    return None if _apart(board, "X") else 1


def _falling(board: str, turn: str) -> list[Move]:
    return [(cell, turn) for cell in _free(board) if cell > 8 or board[cell + 3] != "."]


def _only_x(board: str, _turn: str) -> list[Move]:
    return [(cell, "X") for cell in _free(board)]


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


GAMES = {
    "ClosedCentre": NaiveGame(9, _no_centre, _line_wins(_THREES)),
    "Squares": NaiveGame(9, _own, _line_wins(("0134", "1245", "3467", "4578"))),
    "Straight": NaiveGame(9, _own, _line_wins(_THREES[:6])),
    "Islands": NaiveGame(9, _islands, _line_wins(_THREES)),
    "WildNoCentre": NaiveGame(9, _wild_rim, _wild_rim_result),
    "Corners": NaiveGame(9, _own, _corners),
    "Neighbours": NaiveGame(9, _apart, _last_wins),
    "Towers": NaiveGame(12, _falling, _line_wins(("036", "147", "258", "369", "47a", "58b"))),
    "SameEdges": NaiveGame(9, _only_x, _line_wins(("012", "258", "678", "036"), -1)),
    "Pairs": NaiveGame(9, _own, _pairs),
}
"""The games, by the names of their classes."""


@cache
def worths(name: str, board: str) -> dict[Move, Worth]:
    """Return value, 1, 0 or -1, and plies of each move of a position, for who makes it.

    The winner is quick, the loser slow; a draw lasts as long as it can.
    """
    game = GAMES[name]
    turn = "XO"[(game.size - board.count(".")) % 2]
    found = {}
    for cell, mark in game.moves(board, turn):
        after = board[:cell] + mark + board[cell + 1 :]
        result = game.result(after, turn)
        if result is None:
            value, plies = best(worths(name, after))
            found[cell, mark] = (-value, plies + 1)
        else:
            found[cell, mark] = (result, 1)
    return found


def best(moves: dict[Move, Worth]) -> Worth:
    """Return the value and the plies of the best of some moves."""
    return max(moves.values(), key=lambda worth: (worth[0], -worth[0] * worth[1], worth[1]))
