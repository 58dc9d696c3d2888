"""Wrong modules: ``result``."""

from tests.support.gallery.modules import Module, changed, written


def _one(function: str, name: str, *texts: str, diagnosis: str | None = None) -> Module:
    return written(name, *texts, wrong=(function,), diagnosis=diagnosis)


def _flat(function: str, name: str, *texts: str, diagnosis: str | None = None) -> Module:
    return written(name, *texts, wrong=(function,), diagnosis=diagnosis, contract="flat")


WRONG_RESULTS = (
    _one(
        "result",
        "changes the board and returns a deep copy",
        """
        def result(board, action):
            i, j = action
            if action not in actions(board):
                raise ValueError
            board[i][j] = player(board)
            return deepcopy(board)
        """,
        diagnosis="makes the move on the board it was given, and returns another board",
    ),
    _one(
        "result",
        "changes the board and returns a new one without the move",
        """
        def result(board, action):
            i, j = action
            if action not in actions(board):
                raise ValueError
            before = deepcopy(board)
            board[i][j] = player(board)
            return before
        """,
    ),
    _one(
        "result",
        "a tuple of the board and the player",
        """
        def result(board, action):
            if action not in actions(board):
                raise ValueError
            new = deepcopy(board)
            new[action[0]][action[1]] = player(board)
            return new, player(new)
        """,
    ),
    _one(
        "result",
        "returns nothing",
        """
        def result(board, action):
            if action not in actions(board):
                raise ValueError
            new = deepcopy(board)
            new[action[0]][action[1]] = player(board)
        """,
    ),
    _one(
        "result",
        "strings for rows",
        """
        def result(board, action):
            if action not in actions(board):
                raise ValueError
            new = deepcopy(board)
            new[action[0]][action[1]] = player(board)
            return ["".join(cell or " " for cell in row) for row in new]
        """,
    ),
    _one(
        "result",
        "a copy of the row alone",
        """
        def result(board, action):
            if action not in actions(board):
                raise ValueError
            new = [row for row in board]
            new[action[0]][action[1]] = player(board)
            return new
        """,
        diagnosis="makes the move on a shallow copy: the rows are still those of the "
        "board it was given",
    ),
    _one(
        "result",
        "copy.copy",
        """
        def result(board, action):
            import copy
            if action not in actions(board):
                raise ValueError
            new = copy.copy(board)
            new[action[0]][action[1]] = player(board)
            return new
        """,
        diagnosis="makes the move on a shallow copy: the rows are still those of the "
        "board it was given",
    ),
    _one(
        "result",
        "a new board without the old marks",
        """
        def result(board, action):
            if action not in actions(board):
                raise ValueError
            new = initial_state()
            new[action[0]][action[1]] = player(board)
            return new
        """,
        diagnosis="forgets the marks that are on the board already",
    ),
    changed(
        "O always",
        "new[i][j] = player(board)",
        "new[i][j] = O",
        wrong=("result",),
        diagnosis="always puts O",
    ),
    _one(
        "result",
        "the player after the move",
        """
        def result(board, action):
            if action not in actions(board):
                raise ValueError
            new = deepcopy(board)
            new[action[0]][action[1]] = O if player(board) == X else X
            return new
        """,
        diagnosis="puts the mark of the player who is not to move",
    ),
    _one(
        "result",
        "fills the whole row",
        """
        def result(board, action):
            if action not in actions(board):
                raise ValueError
            new = deepcopy(board)
            new[action[0]] = [player(board)] * 3
            return new
        """,
    ),
    _one(
        "result",
        "a missing comma in the action",
        """
        def result(board, action):
            if action not in actions(board):
                raise ValueError
            new = deepcopy(board)
            new[action[0]][action[0]] = player(board)
            return new
        """,
    ),
    _one(
        "result",
        "prints an error and returns the board",
        """
        def result(board, action):
            if action not in actions(board):
                print("invalid move")
                return board
            new = deepcopy(board)
            new[action[0]][action[1]] = player(board)
            return new
        """,
        diagnosis="returns something for every illegal move, in place of raising an exception",
    ),
    _one(
        "result",
        "returns the exception",
        """
        def result(board, action):
            if action not in actions(board):
                return ValueError("invalid move")
            new = deepcopy(board)
            new[action[0]][action[1]] = player(board)
            return new
        """,
        diagnosis="returns something for every illegal move, in place of raising an exception",
    ),
    _one(
        "result",
        "checks the range, not the cell",
        """
        def result(board, action):
            i, j = action
            if not (0 <= i < 3 and 0 <= j < 3):
                raise ValueError
            new = deepcopy(board)
            new[i][j] = player(board)
            return new
        """,
        diagnosis="does not refuse a cell that is taken",
    ),
    _one(
        "result",
        "refuses the last row too",
        """
        def result(board, action):
            i, j = action
            if not (0 <= i < 2 and 0 <= j < 3) or board[i][j] is not None:
                raise ValueError
            new = deepcopy(board)
            new[i][j] = player(board)
            return new
        """,
    ),
    _one(
        "result",
        "checks the move after it was made",
        """
        def result(board, action):
            i, j = action
            new = deepcopy(board)
            new[i][j] = player(board)
            if new[i][j] is not None and board[i][j] is not None or min(action) < 0:
                raise ValueError
            board[i][j] = None if board[i][j] is None else board[i][j]
            new[2 - i][j] = new[2 - i][j]
            return new if (i, j) != (2, 2) else board
        """,
    ),
    _one(
        "result",
        "scratch board for all calls",
        """
        def result(board, action):
            if action not in actions(board):
                raise ValueError
            for i in range(3):
                scratch[i][:] = board[i]
            scratch[action[0]][action[1]] = player(board)
            return scratch
        """,
        "scratch = initial_state()\n",
    ),
    _flat(
        "result",
        "in place",
        """
        def result(board, cell):
            board[cell] = player(board)
            return board
        """,
        diagnosis="makes the move on the board it was given",
    ),
    _flat(
        "result",
        "in place, and a copy is returned",
        """
        def result(board, cell):
            board[cell] = player(board)
            return board[:]
        """,
        diagnosis="makes the move on the board it was given, and returns another board",
    ),
    _flat(
        "result",
        "inserts",
        """
        def result(board, cell):
            new = board[:]
            new.insert(cell, player(board))
            return new
        """,
    ),
    _flat(
        "result",
        "a tuple of strings and dashes",
        """
        def result(board, cell):
            new = [mark or "-" for mark in board]
            new[cell] = player(board)
            return tuple(new)
        """,
    ),
    _flat(
        "result",
        "counted from 1",
        """
        def result(board, cell):
            new = board[:]
            new[cell - 1] = player(board)
            return new
        """,
    ),
)
"""Wrong modules, by what is special about them."""
