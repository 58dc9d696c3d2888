"""Wrong modules: ``minimax`` that answers in another form, or hardly searches."""

from tests.support.gallery.modules import Module, written


def _search(name: str, *texts: str, diagnosis: str | None = None, slow: bool = False) -> Module:
    return written(name, *texts, wrong=("minimax",), diagnosis=diagnosis, is_slow=slow)


def _flat(name: str, *texts: str, diagnosis: str | None = None) -> Module:
    return written(name, *texts, wrong=("minimax",), diagnosis=diagnosis, contract="flat")


WRONG_SEARCHES = (
    # Finished boards.
    _search(
        "raises on a finished board",
        """
        def minimax(board):
            if player(board) == X:
                return max(actions(board), key=lambda a: min_value(result(board, a)))
            return min(actions(board), key=lambda a: max_value(result(board, a)))
        """,
    ),
    _search(
        "a move on a board that somebody has won",
        """
        def minimax(board):
            if not actions(board):
                return None
            if player(board) == X:
                return max(actions(board), key=lambda a: min_value(result(board, a)))
            return min(actions(board), key=lambda a: max_value(result(board, a)))
        """,
    ),
    _search(
        "False on a finished board",
        """
        def minimax(board):
            if terminal(board):
                return False
            if player(board) == X:
                return max(actions(board), key=lambda a: min_value(result(board, a)))
            return min(actions(board), key=lambda a: max_value(result(board, a)))
        """,
    ),
    _search(
        "the utility of a finished board",
        """
        def minimax(board):
            if terminal(board):
                return utility(board)
            if player(board) == X:
                return max(actions(board), key=lambda a: min_value(result(board, a)))
            return min(actions(board), key=lambda a: max_value(result(board, a)))
        """,
    ),
    _search(
        "an empty tuple on a finished board",
        """
        def minimax(board):
            if terminal(board):
                return ()
            if player(board) == X:
                return max(actions(board), key=lambda a: min_value(result(board, a)))
            return min(actions(board), key=lambda a: max_value(result(board, a)))
        """,
    ),
    _search(
        "a word on a board that is won, an error on a full one",
        """
        def minimax(board):
            if not actions(board):
                raise ValueError("no move is left")
            if winner(board):
                return "the game is over"
            if player(board) == X:
                return max(actions(board), key=lambda a: min_value(result(board, a)))
            return min(actions(board), key=lambda a: max_value(result(board, a)))
        """,
    ),
    # Forms of the answer.
    _search(
        "the pair of value and move",
        """
        def minimax(board):
            if terminal(board):
                return None
            return best(board)
        """,
        """
        def best(board):
            if terminal(board):
                return utility(board), None
            found = [(best(result(board, a))[0], a) for a in sorted(actions(board))]
            return max(found) if player(board) == X else min(found)
        """,
    ),
    _search(
        "the board after the move",
        """
        def minimax(board):
            if terminal(board):
                return None
            if player(board) == X:
                return max((result(board, a) for a in actions(board)), key=min_value)
            return min((result(board, a) for a in actions(board)), key=max_value)
        """,
    ),
    _search(
        "a string of the move",
        """
        def minimax(board):
            if terminal(board):
                return None
            if player(board) == X:
                return str(max(actions(board), key=lambda a: min_value(result(board, a))))
            return str(min(actions(board), key=lambda a: max_value(result(board, a))))
        """,
    ),
    _search(
        "prints the move",
        """
        def minimax(board):
            if not terminal(board):
                print(min(actions(board)))
        """,
        diagnosis="returns None where the game is not over",
    ),
    _search(
        "column and row",
        """
        def minimax(board):
            if terminal(board):
                return None
            if player(board) == X:
                i, j = max(actions(board), key=lambda a: min_value(result(board, a)))
            else:
                i, j = min(actions(board), key=lambda a: max_value(result(board, a)))
            return j, i
        """,
    ),
    _flat(
        "the value in place of a move",
        """
        def minimax(board):
            return None if terminal(board) else value(board)
        """,
        diagnosis="returns the value of the position in place of a move",
    ),
    _flat(
        "counts cells from 1",
        """
        def minimax(board):
            if terminal(board):
                return None
            choose = max if player(board) == X else min
            return 1 + choose(actions(board), key=lambda cell: value(result(board, cell)))
        """,
    ),
    # Little or no search.
    _flat(
        "the first",
        "def minimax(board):\n    return board.index(None) if None in board "
        "and not winner(board) else None\n",
        diagnosis="takes the first empty cell",
    ),
    _flat(
        "the last",
        """
        def minimax(board):
            return None if terminal(board) else actions(board)[-1]
        """,
        diagnosis="takes the last empty cell",
    ),
    _flat(
        "the middle one",
        """
        def minimax(board):
            return None if terminal(board) else actions(board)[len(actions(board)) // 2]
        """,
    ),
    _flat(
        "centre, corners, edges",
        """
        def minimax(board):
            if terminal(board):
                return None
            return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] is None)
        """,
    ),
    _flat(
        "at random",
        """
        def minimax(board):
            return None if terminal(board) else random.choice(actions(board))
        """,
        "import random\n",
    ),
    _flat(
        "a win, else the first",
        """
        def minimax(board):
            if terminal(board):
                return None
            mark = player(board)
            for cell in actions(board):
                if winner(result(board, cell)) == mark:
                    return cell
            return actions(board)[0]
        """,
        diagnosis="looks one move ahead: it takes a win, but does not see a threat",
    ),
    _flat(
        "a win, else the last",
        """
        def minimax(board):
            if terminal(board):
                return None
            wins = [c for c in actions(board) if utility(result(board, c))]
            return (wins or actions(board))[-1]
        """,
        diagnosis="looks one move ahead: it takes a win, but does not see a threat",
    ),
    _flat(
        "a win, a block, the first",
        """
        def minimax(board):
            if terminal(board):
                return None
            for mark in (player(board), O if player(board) == X else X):
                for cell in actions(board):
                    new = board[:]
                    new[cell] = mark
                    if winner(new) == mark:
                        return cell
            return actions(board)[0]
        """,
        diagnosis="looks two moves ahead: it blocks a line, but does not see a fork",
    ),
    _flat(
        "a win, a block, the last",
        """
        def minimax(board):
            if terminal(board):
                return None
            for mark in (player(board), O if player(board) == X else X):
                for cell in actions(board):
                    new = board[:]
                    new[cell] = mark
                    if winner(new) == mark:
                        return cell
            return actions(board)[-1]
        """,
    ),
    _flat(
        "a block before a win",
        """
        def minimax(board):
            if terminal(board):
                return None
            for mark in (O if player(board) == X else X, player(board)):
                for cell in actions(board):
                    new = board[:]
                    new[cell] = mark
                    if winner(new) == mark:
                        return cell
            return actions(board)[0]
        """,
    ),
    _flat(
        "depth of two plies",
        """
        def minimax(board):
            if terminal(board):
                return None
            choose = max if player(board) == X else min
            return choose(actions(board), key=lambda cell: limited(result(board, cell), 1))
        """,
        """
        def limited(board, depth):
            if terminal(board) or depth == 0:
                return utility(board)
            values = [limited(result(board, cell), depth - 1) for cell in actions(board)]
            return max(values) if player(board) == X else min(values)
        """,
        diagnosis="looks two moves ahead: it blocks a line, but does not see a fork",
    ),
    _flat(
        "depth of one ply",
        """
        def minimax(board):
            if terminal(board):
                return None
            choose = max if player(board) == X else min
            return choose(actions(board), key=lambda cell: utility(result(board, cell)))
        """,
        diagnosis="looks one move ahead: it takes a win, but does not see a threat",
    ),
    _flat(
        "counts the lines of the tree that are won",
        """
        def minimax(board):
            if terminal(board):
                return None
            choose = max if player(board) == X else min
            return choose(actions(board), key=lambda cell: total(result(board, cell)))
        """,
        """
        def total(board):
            if terminal(board):
                return utility(board)
            return sum(total(result(board, cell)) for cell in actions(board))
        """,
    ),
    _flat(
        "average in place of the minimum",
        """
        def minimax(board):
            if terminal(board):
                return None
            choose = max if player(board) == X else min
            return choose(actions(board), key=lambda cell: expected(result(board, cell)))
        """,
        """
        def expected(board):
            if terminal(board):
                return utility(board)
            values = [expected(result(board, cell)) for cell in actions(board)]
            return sum(values) / len(values)
        """,
    ),
)
"""Wrong modules, by what is special about them."""
