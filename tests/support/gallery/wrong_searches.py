"""Wrong modules whose mistake is in the search."""

from tests.support.gallery.modules import read_modules

WRONG_SEARCHES = read_modules(
    """
=== plays for the other player, games [game]
--- minimax: The function chooses the move that is best for the opponent.
@ max if game.current_player == "X" else min ==> min if game.current_player == "X" else max
=== raises on a finished board
--- minimax:
def minimax(board):
    if player(board) == X:
        return max(actions(board), key=lambda a: min_value(result(board, a)))
    return min(actions(board), key=lambda a: max_value(result(board, a)))
=== prints the move
--- minimax: The function returns None even though the game is not over.
def minimax(board):
    if not terminal(board):
        print(min(actions(board)))
=== the value in place of a move [flat]
--- minimax: The function returns the value of the position instead of a move.
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
--- minimax: The function chooses the first empty cell.
def minimax(board):
    return board.index(None) if None in board and not winner(board) else None
=== the last [flat]
--- minimax: The function chooses the last empty cell.
def minimax(board):
    return None if terminal(board) else actions(board)[-1]
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
--- minimax: The function looks only one move ahead, so it takes wins but misses threats.
def minimax(board):
    if terminal(board):
        return None
    wins = [c for c in actions(board) if utility(result(board, c))]
    return (wins or actions(board))[-1]
=== a win, a block, the first [flat]
--- minimax: The function misses forks: its best value starts at 0, or it looks two moves ahead.
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
=== max at every level, the first too [flat]
--- minimax: The function maximizes at every level, as if both players wanted X to win.
@ below = max if player(board) == X else min ==> below = max
@ choose = max if player(board) == X else min ==> choose = max
=== min at every level, the first too [flat]
--- minimax: The function minimizes at every level, as if both players wanted O to win.
@ below = max if player(board) == X else min ==> below = min
@ choose = max if player(board) == X else min ==> choose = min
=== max below the first level [flat]
--- minimax:
@ below = max if player(board) == X else min ==> below = max
=== reversed below the first level [flat]
--- minimax: The function minimizes for X and maximizes for O at every level after the first.
@ below = max if player(board) == X else min ==> below = min if player(board) == X else max
=== min at the first level [flat]
--- minimax: The function always chooses the best move for O, even on X's turn.
@ choose = max if player(board) == X else min ==> choose = min
=== max first, then all reversed [flat]
--- minimax:
@ below = max if player(board) == X else min ==> below = min if player(board) == X else max
@ choose = max if player(board) == X else min ==> choose = max
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
--- minimax: The function gives a draw the same value as a win by O.
@ return utility(board) ==> return {X: 1, None: -1, O: -1}[winner(board)]
=== a draw is as good as a win [flat]
--- minimax: The function gives a draw the same value as a win by X.
@ return utility(board) ==> return {X: 1, None: 1, O: -1}[winner(board)]
=== a draw is worse than a loss [flat]
--- minimax:
@ return utility(board) ==> return {X: 1, None: -1, O: 0}[winner(board)]
=== a draw is better than a win [flat]
--- minimax:
@ return utility(board) ==> return {X: 1, None: 2, O: -1}[winner(board)]
=== only wins of X count [flat]
--- minimax:
@ return utility(board) ==> return {X: 1, None: 0, O: 0}[winner(board)]
=== wins are losses [flat]
--- minimax:
@ return utility(board) ==> return {X: -1, None: 0, O: 1}[winner(board)]
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
=== recursion without end on a full board [flat]
--- minimax:
def value(board):
    if winner(board):
        return utility(board)
    values = [value(result(board, cell)) for cell in actions(board) or [0]]
    return max(values) if player(board) == X else min(values)
=== the best value starts at that of a loss
--- minimax: The function finds no move if every move loses.
def minimax(board):
    if terminal(board):
        return None
    best, move = (-1, None) if player(board) == X else (1, None)
    for action in actions(board):
        if player(board) == X and min_value(result(board, action)) > best:
            best, move = min_value(result(board, action)), action
        if player(board) == O and max_value(result(board, action)) < best:
            best, move = max_value(result(board, action)), action
    return move
=== the first cell where every move loses
--- minimax: The function finds no move if every move loses.
def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    best, move = -1, (0, 0)
    for action in actions(board):
        value = (min_value if sign == 1 else max_value)(result(board, action))
        if sign * value > best:
            best, move = sign * value, action
    return move
=== no move of O where every move loses, in a class
--- minimax: The function finds no move if every move loses.
def minimax(board):
    return None if terminal(board) else Search(board).move()
class Search:
    def __init__(self, board):
        self.board = board
    def move(self):
        if player(self.board) == X:
            return max(actions(self.board), key=lambda a: min_value(result(self.board, a)))
        least = 1
        for action in actions(self.board):
            value = max_value(result(self.board, action))
            if value < least:
                least, chosen = value, action
        return chosen
=== the value with the move [flat]
--- minimax: The function returns the pair (value, move).
def minimax(board):
    if terminal(board):
        return utility(board), None
    choose = max if player(board) == X else min
    return choose((minimax(result(board, cell))[0], cell) for cell in actions(board))
=== the centre whenever it is free
--- minimax: The function takes the centre whenever the centre is free.
def minimax(board):
    if terminal(board):
        return None
    if board[1][1] is None:
        return 1, 1
    if player(board) == X:
        return max(actions(board), key=lambda a: min_value(result(board, a)))
    return min(actions(board), key=lambda a: max_value(result(board, a)))
=== a nonlocal move that deeper calls overwrite
--- minimax: The function keeps its best move in a variable that deeper calls overwrite.
def minimax(board):
    if terminal(board):
        return None
    best = None
    def search(board):
        nonlocal best
        if terminal(board):
            return utility(board)
        is_x = player(board) == X
        value = -2 if is_x else 2
        for action in actions(board):
            found = search(result(board, action))
            if found > value if is_x else found < value:
                value, best = found, action
        return value
    search(board)
    return best
=== a global move that deeper calls overwrite [flat]
--- minimax: The function keeps its best move in a variable that deeper calls overwrite.
def minimax(board):
    global kept
    kept = None
    if not terminal(board):
        keep(board)
    return kept
def keep(board):
    global kept
    if terminal(board):
        return utility(board)
    values = []
    for cell in actions(board):
        values.append(keep(result(board, cell)))
        if values[-1] == (max if player(board) == X else min)(values):
            kept = cell
    return (max if player(board) == X else min)(values)
=== an attribute that deeper calls overwrite [flat]
--- minimax: The function keeps its best move in a variable that deeper calls overwrite.
def minimax(board):
    if terminal(board):
        return None
    search = Keeper()
    search.value(board)
    return search.best
class Keeper:
    def value(self, board):
        if terminal(board):
            return utility(board)
        sign = 1 if player(board) == X else -1
        most = -2
        for cell in actions(board):
            value = sign * self.value(result(board, cell))
            if value > most:
                most = value
                self.best = cell
        return sign * most
=== the last move of the line
--- minimax: The function returns the last move of the best line.
def minimax(board):
    return None if terminal(board) else search(board, None)[1]
def search(board, last):
    if terminal(board):
        return utility(board), last
    best = None
    for action in sorted(actions(board)):
        value, move = search(result(board, action), action)
        is_x = player(board) == X
        if best is None or (value > best[0] if is_x else value < best[0]):
            best = value, move
    return best
=== the last move of the line, in two functions [flat]
--- minimax: The function returns the last move of the best line.
def minimax(board):
    if terminal(board):
        return None
    return (top if player(board) == X else low)(board, None)[1]
def top(board, last):
    if terminal(board):
        return utility(board), last
    found, move = -2, None
    for cell in actions(board):
        value, deeper = low(result(board, cell), cell)
        if value > found:
            found, move = value, deeper
    return found, move
def low(board, last):
    if terminal(board):
        return utility(board), last
    found, move = 2, None
    for cell in actions(board):
        value, deeper = top(result(board, cell), cell)
        if value < found:
            found, move = value, deeper
    return found, move
=== the end of the list of moves [flat]
--- minimax: The function returns the last move of the best line.
def minimax(board):
    return None if terminal(board) else Line(board).moves[-1]
class Line:
    def __init__(self, board):
        self.value, self.moves = utility(board), []
        if not terminal(board):
            choose = max if player(board) == X else min
            lines = [(cell, Line(result(board, cell))) for cell in actions(board)]
            cell, line = choose(lines, key=lambda pair: pair[1].value)
            self.value, self.moves = line.value, [cell, *line.moves]
=== the worst is kept [flat]
--- minimax: The function chooses the move that is best for the opponent.
@ choose = max if player(board) == X else min ==> choose = min if player(board) == X else max
=== X always
--- minimax: The function always chooses the best move for X, even on O's turn.
def minimax(board):
    if terminal(board):
        return None
    def value(after):
        return max_value(after) if player(after) == X else min_value(after)
    return max(actions(board), key=lambda action: value(result(board, action)))
=== max everywhere
--- minimax: The function maximizes after the first level, as if both players wanted X to win.
@ , min_value ==> , max_value
@ best = 2 ==> best = -2
@ min(best, max_value ==> max(best, min_value
=== the wrong player
--- minimax: The function minimizes for X and maximizes for O.
def minimax(board):
    if terminal(board):
        return None
    if player(board) == O:
        return max(actions(board), key=lambda a: min_value(result(board, a)))
    return min(actions(board), key=lambda a: max_value(result(board, a)))
=== False on a finished board
--- minimax:
def minimax(board):
    if terminal(board):
        return False
    if player(board) == X:
        return max(actions(board), key=lambda a: min_value(result(board, a)))
    return min(actions(board), key=lambda a: max_value(result(board, a)))
=== negamax without the minus [flat]
--- minimax:
def minimax(board):
    if terminal(board):
        return None
    return max(actions(board), key=lambda cell: negamax(result(board, cell)))
def negamax(board):
    if terminal(board):
        return abs(utility(board))
    return max(negamax(result(board, cell)) for cell in actions(board))
"""
)
