"""Wrong modules: ``minimax`` that goes wrong somewhere in the tree."""

from tests.support.gallery.modules import Module, changed, written


def _flat(name: str, *texts: str, diagnosis: str | None = None) -> Module:
    return written(name, *texts, wrong=("minimax",), diagnosis=diagnosis, contract="flat")


def _values(name: str, win: str, draw: str, loss: str, diagnosis: str | None = None) -> Module:
    """Return a search whose finished games have other values."""
    return _flat(
        name,
        f"""
        def value(board):
            if terminal(board):
                return {{X: {win}, None: {draw}, O: {loss}}}[winner(board)]
            values = [value(result(board, cell)) for cell in actions(board)]
            return max(values) if player(board) == X else min(values)
        """,
        diagnosis=diagnosis,
    )


def _levels(name: str, root: str, below: str, diagnosis: str | None = None) -> Module:
    """Return a search that picks by expressions about `board`, at the root and below."""
    return _flat(
        name,
        f"""
        def value(board):
            if terminal(board):
                return utility(board)
            pick = {below}
            return pick([value(result(board, cell)) for cell in actions(board)])
        """,
        f"""
        def minimax(board):
            if terminal(board):
                return None
            pick = {root}
            return pick(actions(board), key=lambda cell: value(result(board, cell)))
        """,
        diagnosis=diagnosis,
    )


_RIGHT = "max if player(board) == X else min"
_WRONG = "min if player(board) == X else max"

WRONG_TREES = (
    # Wrong players at some levels.
    _levels(
        "max at every level, the first too",
        "max",
        "max",
        diagnosis="maximizes at every level, as if both players wanted X to win",
    ),
    _levels(
        "min at every level, the first too",
        "min",
        "min",
        diagnosis="minimizes at every level, as if both players wanted O to win",
    ),
    _levels("max below the first level", _RIGHT, "max"),
    _levels("min below the first level", _RIGHT, "min"),
    _levels(
        "reversed below the first level",
        _RIGHT,
        _WRONG,
        diagnosis="minimizes for X and maximizes for O below the first move",
    ),
    _levels(
        "reversed at the first level",
        _WRONG,
        _RIGHT,
        diagnosis="chooses the move that is best for the opponent",
    ),
    _levels("reversed", _WRONG, _WRONG, diagnosis="minimizes for X and maximizes for O"),
    _levels(
        "max at the first level",
        "max",
        _RIGHT,
        diagnosis="chooses the best move for X, also when O is to move",
    ),
    _levels(
        "min at the first level",
        "min",
        _RIGHT,
        diagnosis="chooses the best move for O, also when X is to move",
    ),
    _levels("max first, then all reversed", "max", _WRONG),
    _levels("min first, then max", "min", "max"),
    _flat(
        "maximizes for the mover at every level, quick wins are worth more",
        """
        def minimax(board):
            if terminal(board):
                return None
            me = player(board)
            return max(actions(board), key=lambda cell: dream(result(board, cell), me))
        """,
        """
        def dream(board, me):
            if terminal(board):
                won = winner(board)
                return 0 if won is None else (10 if won == me else -10) + board.count(None)
            return max(dream(result(board, cell), me) for cell in actions(board))
        """,
    ),
    _flat(
        "maximizes for the mover at every level",
        """
        def minimax(board):
            if terminal(board):
                return None
            me = player(board)
            return max(actions(board), key=lambda cell: dream(result(board, cell), me))
        """,
        """
        def dream(board, me):
            if terminal(board):
                won = winner(board)
                return 0 if won is None else 1 if won == me else -1
            return max(dream(result(board, cell), me) for cell in actions(board))
        """,
    ),
    _flat(
        "negamax without the minus",
        """
        def minimax(board):
            if terminal(board):
                return None
            return max(actions(board), key=lambda cell: negamax(result(board, cell)))
        """,
        """
        def negamax(board):
            if terminal(board):
                return abs(utility(board))
            return max(negamax(result(board, cell)) for cell in actions(board))
        """,
    ),
    _flat(
        "negamax with the sign of the wrong player at the leaves",
        """
        def minimax(board):
            if terminal(board):
                return None
            return max(actions(board), key=lambda cell: -negamax(result(board, cell)))
        """,
        """
        def negamax(board):
            if terminal(board):
                return 1 if winner(board) else 0
            return max(-negamax(result(board, cell)) for cell in actions(board))
        """,
    ),
    # Wrong values at the leaves.
    _values(
        "a draw is as bad as a loss", "1", "-1", "-1", "takes a draw for as bad as a win of O"
    ),
    _values(
        "a draw is as good as a win", "1", "1", "-1", "takes a draw for as good as a win of X"
    ),
    _values("a draw is worse than a loss", "1", "-1", "0"),
    _values("a draw is better than a win", "1", "2", "-1"),
    _values("all games are worth nothing", "0", "0", "0"),
    _values("only wins of X count", "1", "0", "0"),
    _values("only wins of O count", "0", "0", "-1"),
    _values("wins are losses", "-1", "0", "1"),
    # Bonuses that spoil the order.
    _flat(
        "a bonus for depth that outweighs a draw",
        """
        def minimax(board):
            if terminal(board):
                return None
            choose = max if player(board) == X else min
            return choose(actions(board), key=lambda cell: deep(result(board, cell), 1))
        """,
        """
        def deep(board, depth):
            if terminal(board):
                return utility(board) + depth
            values = [deep(result(board, cell), depth + 1) for cell in actions(board)]
            return max(values) if player(board) == X else min(values)
        """,
    ),
    _flat(
        "a bonus for the centre",
        """
        def minimax(board):
            if terminal(board):
                return None
            sign = 1 if player(board) == X else -1
            return max(
                actions(board),
                key=lambda cell: sign * value(result(board, cell)) + 2 * (cell == 4),
            )
        """,
    ),
    # Alpha-beta gone wrong.
    _flat(
        "alpha and beta swapped in the call",
        """
        def minimax(board):
            if terminal(board):
                return None
            choose = max if player(board) == X else min
            return choose(actions(board), key=lambda c: ab(result(board, c), 2, -2))
        """,
        """
        def ab(board, alpha, beta):
            if terminal(board):
                return utility(board)
            is_x = player(board) == X
            best = -2 if is_x else 2
            for cell in actions(board):
                found = ab(result(board, cell), alpha, beta)
                if is_x:
                    best = max(best, found)
                    alpha = max(alpha, best)
                else:
                    best = min(best, found)
                    beta = min(beta, best)
                if alpha >= beta:
                    break
            return best
        """,
    ),
    _flat(
        "alpha-beta whose bounds at the root make ties",
        """
        def minimax(board):
            if terminal(board):
                return None
            is_x = player(board) == X
            alpha, beta, chosen = -2, 2, None
            for cell in actions(board):
                found = ab(result(board, cell), alpha, beta)
                if is_x and found >= alpha:
                    alpha, chosen = found, cell
                if not is_x and found <= beta:
                    beta, chosen = found, cell
            return chosen
        """,
        """
        def ab(board, alpha, beta):
            if terminal(board):
                return utility(board)
            is_x = player(board) == X
            for cell in actions(board):
                found = ab(result(board, cell), alpha, beta)
                if is_x:
                    alpha = max(alpha, found)
                else:
                    beta = min(beta, found)
                if alpha >= beta:
                    break
            return alpha if is_x else beta
        """,
    ),
    _flat(
        "stops at the first value that is no loss",
        """
        def value(board):
            if terminal(board):
                return utility(board)
            sign = 1 if player(board) == X else -1
            for cell in actions(board):
                found = value(result(board, cell))
                if sign * found >= 0:
                    return found
            return -sign
        """,
    ),
    _flat(
        "best begins at 0",
        """
        def minimax(board):
            if terminal(board):
                return None
            sign = 1 if player(board) == X else -1
            best, chosen = 0, actions(board)[0]
            for cell in actions(board):
                worth = sign * value(result(board, cell))
                if worth > best:
                    best, chosen = worth, cell
            return chosen
        """,
    ),
    _flat(
        "does not take its move back",
        """
        def minimax(board):
            if terminal(board):
                return None
            mark = player(board)
            best, chosen = -2, None
            for cell in actions(board):
                board[cell] = mark
                worth = value(board) if mark == X else -value(board)
                if worth > best:
                    best, chosen = worth, cell
            return chosen
        """,
    ),
    _flat(
        "leaves its last move on the board",
        """
        def minimax(board):
            if terminal(board):
                return None
            mark = player(board)
            best, chosen = -2, None
            for cell in actions(board):
                board[cell] = mark
                worth = value(board) if mark == X else -value(board)
                if worth > best:
                    best, chosen = worth, cell
                board[cell] = None
            board[chosen] = mark
            return chosen
        """,
    ),
    _flat(
        "a memo that forgets whose turn it is, of the values seen by the mover",
        """
        def minimax(board):
            if terminal(board):
                return None
            return max(actions(board), key=lambda cell: -seen(result(board, cell), {}))
        """,
        """
        def seen(board, memo):
            key = tuple(sorted(map(str, board)))
            if key not in memo:
                if terminal(board):
                    memo[key] = -1 if winner(board) else 0
                else:
                    memo[key] = max(-seen(result(board, c), memo) for c in actions(board))
            return memo[key]
        """,
    ),
    _flat(
        "recursion without end on a full board",
        """
        def value(board):
            if winner(board):
                return utility(board)
            values = [value(result(board, cell)) for cell in actions(board) or [0]]
            return max(values) if player(board) == X else min(values)
        """,
    ),
    _flat(
        "raises for O",
        """
        def minimax(board):
            if terminal(board):
                return None
            if player(board) == X:
                return max(actions(board), key=lambda cell: value(result(board, cell)))
            return min(actions(board), key=lambda cell: value(result(board)))
        """,
    ),
    _flat(
        "a block without a look at wins of its own",
        """
        def minimax(board):
            if terminal(board):
                return None
            other = O if player(board) == X else X
            for cell in actions(board):
                new = board[:]
                new[cell] = other
                if winner(new):
                    return cell
            return actions(board)[0]
        """,
    ),
    changed(
        "O is asked to maximize",
        "        if player(board) == O:\n            worth = -worth\n",
        "",
        wrong=("minimax",),
        contract="flat",
        diagnosis="chooses the best move for X, also when O is to move",
    ),
    changed(
        "the worst is kept",
        "worth > best",
        "worth < best",
        wrong=("minimax",),
        contract="flat",
        diagnosis="chooses the move that is best for the opponent",
    ),
)
"""Wrong modules, by what is special about them."""
