"""Wrong modules: ``actions``."""

from tests.support.gallery.modules import Module, written


def _one(function: str, name: str, *texts: str, diagnosis: str | None = None) -> Module:
    return written(name, *texts, wrong=(function,), diagnosis=diagnosis)


def _flat(function: str, name: str, *texts: str, diagnosis: str | None = None) -> Module:
    return written(name, *texts, wrong=(function,), diagnosis=diagnosis, contract="flat")


WRONG_ACTIONS = (
    _one(
        "actions",
        "a dict by row",
        """
        def actions(board):
            return {i: [j for j in range(3) if board[i][j] is None] for i in range(3)}
        """,
    ),
    _one(
        "actions",
        "numbers in place of pairs",
        """
        def actions(board):
            return {3 * i + j for i in range(3) for j in range(3) if board[i][j] is None}
        """,
    ),
    _one(
        "actions",
        "strings of pairs",
        """
        def actions(board):
            return {f"{i},{j}" for i in range(3) for j in range(3) if board[i][j] is None}
        """,
    ),
    _one(
        "actions",
        "counted from 1",
        """
        def actions(board):
            return {(i + 1, j + 1) for i in range(3) for j in range(3) if board[i][j] is None}
        """,
        diagnosis="counts rows, columns or cells from 1",
    ),
    _one(
        "actions",
        "rows from 1, columns from 0",
        """
        def actions(board):
            return {(i + 1, j) for i in range(3) for j in range(3) if board[i][j] is None}
        """,
    ),
    _one(
        "actions",
        "triples with the mark",
        """
        def actions(board):
            return {(i, j, player(board)) for i in range(3) for j in range(3)
                    if board[i][j] is None}
        """,
    ),
    _one(
        "actions",
        "each move twice",
        """
        def actions(board):
            moves = []
            for row in board:
                for j, cell in enumerate(row):
                    if cell is None:
                        moves.append((board.index(row), j))
            return moves
        """,
    ),
    _one(
        "actions",
        "the index of an equal row",
        """
        def actions(board):
            return {(board.index(row), j) for row in board for j in range(3) if row[j] is None}
        """,
    ),
    _one(
        "actions",
        "enumerate the wrong way round",
        """
        def actions(board):
            return [(j, i) for i, row in enumerate(board) for j, cell in enumerate(row)
                    if cell is None]
        """,
        diagnosis="swaps row and column",
    ),
    _one(
        "actions",
        "returns after the first",
        """
        def actions(board):
            moves = set()
            for i in range(3):
                for j in range(3):
                    if board[i][j] is None:
                        moves.add((i, j))
                        return moves
            return moves
        """,
        diagnosis="returns the first empty cell alone",
    ),
    _one(
        "actions",
        "return inside the outer loop",
        """
        def actions(board):
            moves = set()
            for i in range(3):
                for j in range(3):
                    if board[i][j] is None:
                        moves.add((i, j))
                return moves
        """,
        diagnosis="returns the moves of the top row alone",
    ),
    _one(
        "actions",
        "compares with a string",
        """
        def actions(board):
            return {(i, j) for i in range(3) for j in range(3) if board[i][j] == "None"}
        """,
        diagnosis="never returns a move",
    ),
    _one(
        "actions",
        "a frozenset without the corners",
        """
        def actions(board):
            return frozenset((i, j) for i in range(3) for j in range(3)
                             if board[i][j] is None and (i + j) % 2)
        """,
    ),
    _one(
        "actions",
        "removes from the list that it walks along",
        """
        def actions(board):
            moves = [(i, j) for i in range(3) for j in range(3)]
            for i, j in moves:
                if board[i][j] is not None:
                    moves.remove((i, j))
            return moves
        """,
    ),
    _one(
        "actions",
        "a generator without end",
        """
        def actions(board):
            while True:
                for i in range(3):
                    for j in range(3):
                        if board[i][j] is None:
                            yield i, j
        """,
    ),
    _one(
        "actions",
        "the boards after the moves",
        """
        def actions(board):
            return [result(board, (i, j)) for i in range(3) for j in range(3)
                    if board[i][j] is None]
        """,
    ),
    _one(
        "actions",
        "the right column left out, in a helper",
        """
        def actions(board):
            return {cell for cell in cells() if is_empty(board, *cell)}
        """,
        """
        def cells():
            return [(i, j) for i in range(3) for j in range(2)]


        def is_empty(board, i, j):
            return board[i][j] is EMPTY
        """,
        diagnosis="leaves out the right column",
    ),
    _one(
        "actions",
        "nothing when only one is left",
        """
        def actions(board):
            moves = {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}
            return moves if len(moves) > 1 else set()
        """,
    ),
    _one(
        "actions",
        "an inner function that yields taken cells",
        """
        def actions(board):
            def cells():
                for i in range(3):
                    for j in range(3):
                        if board[i][j] is not None:
                            yield i, j
            return set(cells())
        """,
        diagnosis="returns the taken cells",
    ),
    _flat(
        "actions",
        "index of None only",
        """
        def actions(board):
            return [board.index(None)]
        """,
        diagnosis="returns the first empty cell alone",
    ),
    _flat(
        "actions",
        "cells counted from 1",
        """
        def actions(board):
            return [cell + 1 for cell in range(9) if board[cell] is None]
        """,
        diagnosis="counts rows, columns or cells from 1",
    ),
    _flat(
        "actions",
        "all cells",
        "def actions(board):\n    return list(range(9))\n",
        diagnosis="returns all nine cells, also taken ones",
    ),
    _flat(
        "actions",
        "without the last",
        """
        def actions(board):
            return [cell for cell in range(len(board) - 1) if board[cell] is None]
        """,
        diagnosis="leaves out the last cell",
    ),
    _flat(
        "actions",
        "without the first: 0 is false",
        """
        def actions(board):
            found = [cell if board[cell] is None else None for cell in range(9)]
            return list(filter(None, found))
        """,
        diagnosis="leaves out the first cell",
    ),
    _flat(
        "actions",
        "marks in place of indices",
        """
        def actions(board):
            return [cell for cell in board if cell is None]
        """,
    ),
)
"""Wrong modules, by what is special about them."""
