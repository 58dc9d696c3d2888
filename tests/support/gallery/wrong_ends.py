"""Wrong modules: ``terminal`` and ``utility``."""

from tests.support.gallery.modules import Module, changed, written


def _terminal(
    name: str, *texts: str, diagnosis: str | None = None, flat: bool = False
) -> Module:
    contract = "flat" if flat else "cs50"
    return written(name, *texts, wrong=("terminal",), diagnosis=diagnosis, contract=contract)


def _utility(
    name: str, *texts: str, diagnosis: str | None = None, flat: bool = False
) -> Module:
    contract = "flat" if flat else "cs50"
    return written(name, *texts, wrong=("utility",), diagnosis=diagnosis, contract=contract)


_TERMINALS = (
    _terminal(
        "1 and 0",
        """
        def terminal(board):
            return 1 if winner(board) or not actions(board) else 0
        """,
    ),
    _terminal(
        "words",
        """
        def terminal(board):
            return "True" if winner(board) or not actions(board) else "False"
        """,
    ),
    _terminal(
        "the winner in place of True",
        """
        def terminal(board):
            return winner(board) or not actions(board)
        """,
    ),
    _terminal(
        "None in place of False",
        """
        def terminal(board):
            if winner(board) or not actions(board):
                return True
        """,
    ),
    _terminal(
        "any in place of all",
        """
        def terminal(board):
            return winner(board) is not None or any(all(row) for row in board)
        """,
    ),
    _terminal(
        "the last row full",
        """
        def terminal(board):
            return winner(board) is not None or None not in board[2]
        """,
    ),
    _terminal(
        "None in rows",
        """
        def terminal(board):
            return winner(board) is not None or None not in board
        """,
        diagnosis="always finds the game over",
    ),
    _terminal(
        "and in place of or",
        """
        def terminal(board):
            return winner(board) is not None and not actions(board)
        """,
        diagnosis="asks for a win and a full board at once",
    ),
    _terminal(
        "only X is asked about",
        """
        def terminal(board):
            return winner(board) == X or not actions(board)
        """,
        diagnosis="sees a win of X and a full board, but no win of O",
    ),
    _terminal(
        "only O is asked about",
        """
        def terminal(board):
            return winner(board) == O or not actions(board)
        """,
        diagnosis="sees a win of O and a full board, but no win of X",
    ),
    _terminal(
        "eight marks are enough",
        """
        def terminal(board):
            return winner(board) is not None or len(actions(board)) <= 1
        """,
        diagnosis="finds the game over while one cell is empty",
    ),
    _terminal(
        "winner is True",
        """
        def terminal(board):
            return winner(board) is True or not actions(board)
        """,
        diagnosis="sees that the board is full, but not that somebody has won",
    ),
    _terminal(
        "an exclusive or",
        """
        def terminal(board):
            return (winner(board) is not None) ^ (not actions(board))
        """,
        diagnosis="finds a full board over only when nobody has won",
    ),
    _terminal(
        "the opposite",
        """
        def terminal(board):
            return winner(board) is None and bool(actions(board))
        """,
        diagnosis="returns the opposite",
    ),
    _terminal(
        "return in the loop",
        """
        def terminal(board):
            if winner(board):
                return True
            for row in board:
                for cell in row:
                    if cell is None:
                        return False
                    return True
        """,
    ),
    _terminal(
        "nobody can win any more",
        """
        def terminal(board):
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
                     [board[i][2 - i] for i in range(3)]]
            return winner(board) is not None or all(X in line and O in line for line in lines)
        """,
    ),
    _terminal(
        "a C-style flag that is overwritten",
        """
        def terminal(board):
            done = False
            if winner(board) is not None:
                done = True
            done = True
            for i in range(3):
                for j in range(3):
                    if board[i][j] is None:
                        done = False
            return done
        """,
        diagnosis="sees that the board is full, but not that somebody has won",
    ),
    _terminal(
        "the winner alone",
        "def terminal(board):\n    return winner(board) is not None\n",
        diagnosis="sees that somebody has won, but not that the board is full",
        flat=True,
    ),
    _terminal(
        "all(board) alone",
        "def terminal(board):\n    return all(board)\n",
        diagnosis="sees that the board is full, but not that somebody has won",
        flat=True,
    ),
    _terminal(
        "never",
        "def terminal(board):\n    return False\n",
        diagnosis="never finds the game over",
        flat=True,
    ),
    _terminal(
        "asks the utility of an open board",
        """
        def terminal(board):
            return utility(board) != 0
        """,
        diagnosis="sees that somebody has won, but not that the board is full",
        flat=True,
    ),
    _terminal(
        "a generator expression without all",
        """
        def terminal(board):
            return bool(winner(board)) or (mark is not None for mark in board)
        """,
        flat=True,
    ),
)

_UTILITIES = (
    _utility(
        "ten points",
        """
        def utility(board):
            return {X: 10, O: -10, None: 0}[winner(board)]
        """,
        diagnosis="returns something else than the numbers 1 and -1 for a win",
    ),
    _utility(
        "words for wins",
        """
        def utility(board):
            return {X: "win", O: "loss", None: 0}[winner(board)]
        """,
        diagnosis="returns something else than the numbers 1 and -1 for a win",
    ),
    _utility(
        "truth values",
        """
        def utility(board):
            return winner(board) == X
        """,
        diagnosis="returns True for a win of X and False otherwise",
    ),
    _utility(
        "halves",
        """
        def utility(board):
            return {X: 1.0, O: 0.0, None: 0.5}[winner(board)]
        """,
    ),
    _utility(
        "strings of numbers",
        """
        def utility(board):
            return {X: "1", O: "-1", None: "0"}[winner(board)]
        """,
        diagnosis="returns something else than the numbers 1, -1 and 0",
    ),
    _utility(
        "Decimals that are not whole",
        """
        def utility(board):
            return {X: Decimal("1.5"), O: Decimal("-1.5"), None: Decimal(0)}[winner(board)]
        """,
        "from decimal import Decimal\n",
        diagnosis="returns something else than the numbers 1 and -1 for a win",
    ),
    _utility(
        "a Fraction for a draw",
        """
        def utility(board):
            return {X: 1, O: -1, None: Fraction(1, 2)}[winner(board)]
        """,
        "from fractions import Fraction\n",
    ),
    _utility(
        "the mark",
        "def utility(board):\n    return winner(board)\n",
        diagnosis="returns the winner in place of a number",
    ),
    _utility(
        "seen by the player to move",
        """
        def utility(board):
            won = winner(board)
            if won is None:
                return 0
            return 1 if won == player(board) else -1
        """,
        diagnosis="returns -1 for every win, as the loser sees it",
    ),
    _utility(
        "1 for every win",
        "def utility(board):\n    return 1 if winner(board) else 0\n",
        diagnosis="returns 1 for every win, as the winner sees it",
    ),
    _utility(
        "a win of X is nothing",
        """
        def utility(board):
            return -1 if winner(board) == O else 0
        """,
        diagnosis="takes a win of X for 0",
    ),
    _utility(
        "else for draws: X",
        """
        def utility(board):
            return -1 if winner(board) == O else 1
        """,
        diagnosis="takes a draw for a win of X",
    ),
    _utility(
        "else for draws: O",
        """
        def utility(board):
            return 1 if winner(board) == X else -1
        """,
        diagnosis="takes a draw for a win of O",
    ),
    _utility("zero", "def utility(board):\n    return 0\n", diagnosis="always returns 0"),
    _utility("one", "def utility(board):\n    return 1\n", diagnosis="always returns 1"),
    _utility(
        "elif without else",
        """
        def utility(board):
            if winner(board) == X:
                return 1
            elif winner(board) == O:
                return -1
        """,
        diagnosis="returns nothing for a draw",
    ),
    _utility(
        "quicker wins are worth more",
        """
        def utility(board):
            won = winner(board)
            empty = len(actions(board))
            return (1 + empty) if won == X else -(1 + empty) if won == O else 0
        """,
    ),
    _utility(
        "an assertion about draws",
        """
        def utility(board):
            assert winner(board) is not None
            return 1 if winner(board) == X else -1
        """,
    ),
    changed(
        "the sign of O, flat",
        "        return -1\n",
        "        return 1\n",
        wrong=("utility",),
        contract="flat",
        diagnosis="returns 1 for every win, as the winner sees it",
    ),
    _utility(
        "a tuple",
        "def utility(board):\n    return (1,) if winner(board) else (0,)\n",
        flat=True,
        diagnosis="returns something else than the numbers 1, -1 and 0",
    ),
    _utility(
        "an inner function that is not called",
        """
        def utility(board):
            def worth():
                return {X: 1, O: -1, None: 0}[winner(board)]
            return worth
        """,
        flat=True,
    ),
)

WRONG_ENDS = (*_TERMINALS, *_UTILITIES)
"""Wrong modules, by what is special about them."""
