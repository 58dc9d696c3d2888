"""Wrong modules: searches."""

from tests.support.gallery.modules import read_modules

WRONG_SEARCHES = read_modules(
    """
=== plays for the other player, games [game]
--- minimax: chooses the move that is best for the opponent
@ max if game.current_player == "X" else min ==> min if game.current_player == "X" else max
=== raises on a finished board
--- minimax:
def minimax(board):
    if player(board) == X:
        return max(actions(board), key=lambda a: min_value(result(board, a)))
    return min(actions(board), key=lambda a: max_value(result(board, a)))
=== prints the move
--- minimax: returns None where the game is not over
def minimax(board):
    if not terminal(board):
        print(min(actions(board)))
=== the value in place of a move [flat]
--- minimax: returns the value of the position in place of a move
def minimax(board):
    return None if terminal(board) else value(board)
=== counts cells from 1 [flat]
--- minimax:
def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return 1 + choose(actions(board), key=lambda cell: value(result(board, cell)))
=== the first [flat]
--- minimax: takes the first empty cell
def minimax(board):
    return board.index(None) if None in board and not winner(board) else None
=== the last [flat]
--- minimax: takes the last empty cell
def minimax(board):
    return None if terminal(board) else actions(board)[-1]
=== the middle one [flat]
--- minimax:
def minimax(board):
    return None if terminal(board) else actions(board)[len(actions(board)) // 2]
=== centre, corners, edges [flat]
--- minimax:
def minimax(board):
    if terminal(board):
        return None
    return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] is None)
=== at random [flat]
--- minimax:
def minimax(board):
    return None if terminal(board) else random.choice(actions(board))
import random
=== a win, else the last [flat]
--- minimax: looks one move ahead: it takes a win, but does not see a threat
def minimax(board):
    if terminal(board):
        return None
    wins = [c for c in actions(board) if utility(result(board, c))]
    return (wins or actions(board))[-1]
=== a win, a block, the first [flat]
--- minimax: looks two moves ahead: it blocks a line, but does not see a fork
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
=== average in place of the minimum [flat]
--- minimax:
def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda cell: expected(result(board, cell)))
def expected(board):
    if terminal(board):
        return utility(board)
    values = [expected(result(board, cell)) for cell in actions(board)]
    return sum(values) / len(values)
=== max at every level, the first too [flat]
--- minimax: maximizes at every level, as if both players wanted X to win
def value(board):
    if terminal(board):
        return utility(board)
    pick = max
    return pick([value(result(board, cell)) for cell in actions(board)])
def minimax(board):
    if terminal(board):
        return None
    pick = max
    return pick(actions(board), key=lambda cell: value(result(board, cell)))
=== min at every level, the first too [flat]
--- minimax: minimizes at every level, as if both players wanted O to win
def value(board):
    if terminal(board):
        return utility(board)
    pick = min
    return pick([value(result(board, cell)) for cell in actions(board)])
def minimax(board):
    if terminal(board):
        return None
    pick = min
    return pick(actions(board), key=lambda cell: value(result(board, cell)))
=== max below the first level [flat]
--- minimax:
def value(board):
    if terminal(board):
        return utility(board)
    pick = max
    return pick([value(result(board, cell)) for cell in actions(board)])
def minimax(board):
    if terminal(board):
        return None
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda cell: value(result(board, cell)))
=== reversed below the first level [flat]
--- minimax: minimizes for X and maximizes for O below the first move
def value(board):
    if terminal(board):
        return utility(board)
    pick = min if player(board) == X else max
    return pick([value(result(board, cell)) for cell in actions(board)])
def minimax(board):
    if terminal(board):
        return None
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda cell: value(result(board, cell)))
=== min at the first level [flat]
--- minimax: chooses the best move for O, also when X is to move
def value(board):
    if terminal(board):
        return utility(board)
    pick = max if player(board) == X else min
    return pick([value(result(board, cell)) for cell in actions(board)])
def minimax(board):
    if terminal(board):
        return None
    pick = min
    return pick(actions(board), key=lambda cell: value(result(board, cell)))
=== max first, then all reversed [flat]
--- minimax:
def value(board):
    if terminal(board):
        return utility(board)
    pick = min if player(board) == X else max
    return pick([value(result(board, cell)) for cell in actions(board)])
def minimax(board):
    if terminal(board):
        return None
    pick = max
    return pick(actions(board), key=lambda cell: value(result(board, cell)))
=== maximizes for the mover at every level, quick wins are worth more [flat]
--- minimax:
def minimax(board):
    if terminal(board):
        return None
    me = player(board)
    return max(actions(board), key=lambda cell: dream(result(board, cell), me))
def dream(board, me):
    if terminal(board):
        won = winner(board)
        return 0 if won is None else (10 if won == me else -10) + board.count(None)
    return max(dream(result(board, cell), me) for cell in actions(board))
=== maximizes for the mover at every level [flat]
--- minimax:
def minimax(board):
    if terminal(board):
        return None
    me = player(board)
    return max(actions(board), key=lambda cell: dream(result(board, cell), me))
def dream(board, me):
    if terminal(board):
        won = winner(board)
        return 0 if won is None else 1 if won == me else -1
    return max(dream(result(board, cell), me) for cell in actions(board))
=== a draw is as bad as a loss [flat]
--- minimax: takes a draw for as bad as a win of O
def value(board):
    if terminal(board):
        return {X: 1, None: -1, O: -1}[winner(board)]
    values = [value(result(board, cell)) for cell in actions(board)]
    return max(values) if player(board) == X else min(values)
=== a draw is as good as a win [flat]
--- minimax: takes a draw for as good as a win of X
def value(board):
    if terminal(board):
        return {X: 1, None: 1, O: -1}[winner(board)]
    values = [value(result(board, cell)) for cell in actions(board)]
    return max(values) if player(board) == X else min(values)
=== a draw is worse than a loss [flat]
--- minimax:
def value(board):
    if terminal(board):
        return {X: 1, None: -1, O: 0}[winner(board)]
    values = [value(result(board, cell)) for cell in actions(board)]
    return max(values) if player(board) == X else min(values)
=== a draw is better than a win [flat]
--- minimax:
def value(board):
    if terminal(board):
        return {X: 1, None: 2, O: -1}[winner(board)]
    values = [value(result(board, cell)) for cell in actions(board)]
    return max(values) if player(board) == X else min(values)
=== all games are worth nothing [flat]
--- minimax:
def value(board):
    if terminal(board):
        return {X: 0, None: 0, O: 0}[winner(board)]
    values = [value(result(board, cell)) for cell in actions(board)]
    return max(values) if player(board) == X else min(values)
=== only wins of X count [flat]
--- minimax:
def value(board):
    if terminal(board):
        return {X: 1, None: 0, O: 0}[winner(board)]
    values = [value(result(board, cell)) for cell in actions(board)]
    return max(values) if player(board) == X else min(values)
=== only wins of O count [flat]
--- minimax:
def value(board):
    if terminal(board):
        return {X: 0, None: 0, O: -1}[winner(board)]
    values = [value(result(board, cell)) for cell in actions(board)]
    return max(values) if player(board) == X else min(values)
=== wins are losses [flat]
--- minimax:
def value(board):
    if terminal(board):
        return {X: -1, None: 0, O: 1}[winner(board)]
    values = [value(result(board, cell)) for cell in actions(board)]
    return max(values) if player(board) == X else min(values)
=== a bonus for depth that outweighs a draw [flat]
--- minimax:
def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda cell: deep(result(board, cell), 1))
def deep(board, depth):
    if terminal(board):
        return utility(board) + depth
    values = [deep(result(board, cell), depth + 1) for cell in actions(board)]
    return max(values) if player(board) == X else min(values)
=== alpha and beta swapped in the call [flat]
--- minimax:
def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda c: ab(result(board, c), 2, -2))
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
=== does not take its move back [flat]
--- minimax:
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
=== recursion without end on a full board [flat]
--- minimax:
def value(board):
    if winner(board):
        return utility(board)
    values = [value(result(board, cell)) for cell in actions(board) or [0]]
    return max(values) if player(board) == X else min(values)
=== the worst is kept [flat]
--- minimax: chooses the move that is best for the opponent
@ > ==> <
=== first cell
--- minimax: takes the first empty cell
def minimax(board):
    return None if terminal(board) else min(actions(board))
=== X always
--- minimax: chooses the best move for X, also when O is to move
def minimax(board):
    if terminal(board):
        return None
    def value(after):
        return max_value(after) if player(after) == X else min_value(after)
    return max(actions(board), key=lambda action: value(result(board, action)))
=== max everywhere
--- minimax: maximizes at every level below the first move, as if both players wanted X to win
@ , min_value ==> , max_value
@ best = 2 ==> best = -2
@ min(best, max_value ==> max(best, min_value
=== the wrong player
--- minimax: minimizes for X and maximizes for O
def minimax(board):
    if terminal(board):
        return None
    if player(board) == O:
        return max(actions(board), key=lambda a: min_value(result(board, a)))
    return min(actions(board), key=lambda a: max_value(result(board, a)))
"""
)
