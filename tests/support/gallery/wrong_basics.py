"""Wrong modules whose mistake isn't in the search."""

from tests.support.gallery.modules import read_modules

WRONG_BASICS = read_modules(
    """
=== a flat list where rows are asked for
--- initial_state:
@ [EMPTY] * 3, [EMPTY] * 3, [EMPTY] * 3] ==> None] * 9
=== rows times three
--- initial_state: The function uses the same list for more than one row, as in [row] * 3.
@ EMPTY] * 3, [EMPTY] * 3, [EMPTY] * 3] ==> None] * 3] * 3
=== a board made at the beginning
--- initial_state: The function returns the same board each time, so a new game has old marks.
@ [[EMPTY] * 3, [EMPTY] * 3, [EMPTY] * 3] ==> START
START = [[None] * 3 for _ in range(3)]
=== X begins in the centre
--- initial_state:
@ EMPTY] * 3, [EMPTY] * 3, [EMPTY ==> None] * 3, [None, X, None], [None
=== nothing returned [flat]
--- initial_state:
@ return [None ==> board = [None
=== an enum that is no str
--- player:
@ return X if x == o else O ==> return M.X if x == o else M.O
from enum import Enum
class M(Enum):
    X = "X"
    O = "O"
=== greater than
--- player: The function always returns the wrong player.
@ x == ==> x >
=== numbers
--- player:
@ X if x == o else O ==> 1 if x == o else 2
=== a list
--- player:
@ X if x == o else O ==> [X if x == o else O]
=== the top row alone
--- player: The function counts only the marks in the top row.
def player(board):
    return X if board[0].count(X) == board[0].count(O) else O
=== the empty board alone
--- player: The function returns X only for the empty board.
def player(board):
    return X if board == initial_state() else O
=== empty cells for those of O
--- player: The function counts empty cells instead of O's marks.
def player(board):
    x = sum(row.count(X) for row in board)
    o = sum(row.count(EMPTY) for row in board)
    return X if x <= o else O
=== raises on the empty board
--- player:
def player(board):
    last = max(i * 3 + j for i in range(3) for j in range(3) if board[i][j])
    count = sum(cell is not None for row in board for cell in row)
    return O if count % 2 else X
=== sorts the rows it was given
--- player:
def player(board):
    for row in board:
        row.sort(key=str)
    return O if sum(cell is not None for row in board for cell in row) % 2 else X
=== chance
--- player: The function uses random numbers, so the same call can give different results.
import random
def player(board):
    return random.choice([X, O])
import random
=== always O [flat]
--- player: The function always returns O.
@ return X if board.count(X) == board.count(O) else O ==> return O
=== an f-string of a number [flat]
--- player:
@ X if board.count(X) == board.count(O) else O ==> f"{board.count(X) - board.count(O)}"
=== always X
--- player: The function always returns X.
@ X if x == o else O ==> X
=== endless player
--- player:
def player(board):
    while True:
        pass
=== no winner, no player
--- player, winner: The function always returns O.
def player(board):
    return O
def winner(board):
    for row in board:
        if row[0] == row[1] == row[2] and row[0]:
            return row[0]
    return None
=== counted from 1
--- actions: The function counts rows, columns or cells from 1 instead of 0.
@ (i, j ==> (i + 1, j + 1
=== rows from 1, columns from 0
--- actions:
def actions(board):
    return {(i + 1, j) for i in range(3) for j in range(3) if board[i][j] is None}
=== return inside the outer loop
--- actions: The function returns only the moves in the top row.
def actions(board):
    moves = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] is None:
                moves.add((i, j))
        return moves
=== compares with a string
--- actions: The function never returns a move.
def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == "None"}
=== removes from the list that it walks along
--- actions:
def actions(board):
    moves = [(i, j) for i in range(3) for j in range(3)]
    for i, j in moves:
        if board[i][j] is not None:
            moves.remove((i, j))
    return moves
=== the right column left out, in a helper
--- actions: The function leaves out the right column.
def actions(board):
    return {cell for cell in cells() if is_empty(board, *cell)}
def cells():
    return [(i, j) for i in range(3) for j in range(2)]
def is_empty(board, i, j):
    return board[i][j] is EMPTY
=== nothing when only one is left
--- actions:
def actions(board):
    moves = {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}
    return moves if len(moves) > 1 else set()
=== index of None only [flat]
--- actions: The function returns only the first empty cell.
@ cell for cell in range(9) if board[cell] is None ==> board.index(None)
=== cells counted from 1 [flat]
--- actions: The function counts rows, columns or cells from 1 instead of 0.
@ return [cell for ==> return [cell + 1 for
=== all cells [flat]
--- actions: The function returns all nine cells, even taken ones.
@ [cell for cell in range(9) if board[cell] is None] ==> list(range(9))
=== without the last [flat]
--- actions: The function leaves out the last cell.
@ (9 ==> (len(board) - 1
=== without the first: 0 is false [flat]
--- actions: The function leaves out the first cell.
def actions(board):
    found = [cell if board[cell] is None else None for cell in range(9)]
    return list(filter(None, found))
=== all nine cells
--- actions: The function returns all nine cells, even taken ones.
@ board[i][j] == EMPTY ==> True
=== range(2)
--- actions: The function leaves out the bottom row and the right column.
def actions(board):
    found = set()
    for i in range(2):
        for j in range(2):
            if board[i][j] == EMPTY:
                found.add((i, j))
    return found
=== range(1, 3)
--- actions: The function leaves out the top row.
def actions(board):
    found = set()
    for i in range(1, 3):
        for j in range(3):
            if board[i][j] == EMPTY:
                found.add((i, j))
    return found
=== (column, row)
--- actions: The function swaps row and column.
@ (i, j ==> (j, i
=== taken cells
--- actions: The function returns the taken cells instead of the empty ones.
@ board[i][j] = ==> board[i][j] !
=== one for each row
--- actions: The function returns only one empty cell from each row.
def actions(board):
    found = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                found.add((i, j))
                break
    return found
=== an equal row
--- actions: The function uses board.index(row), which finds the first equal row.
def actions(board):
    found = set()
    for row in board:
        for j, cell in enumerate(row):
            if cell is EMPTY:
                found.add((board.index(row), j))
    return found
=== an equal row and an equal cell
--- actions: The function uses board.index(row), which finds the first equal row.
def actions(board):
    return {
        (board.index(row), row.index(cell)) for row in board for cell in row if cell is EMPTY
    }
=== an equal row, in a list
--- actions: The function uses board.index(row), which finds the first equal row.
def actions(board):
    found = []
    for row in board:
        found += [(board.index(row), j) for j in range(3) if row[j] is EMPTY]
    return found
=== columns up to the row
--- actions: The function looks only at columns smaller than the row number.
def actions(board):
    return {(i, j) for i in range(3) for j in range(i) if board[i][j] is EMPTY}
=== columns up to the row, in loops
--- actions: The function looks only at columns smaller than the row number.
def actions(board):
    found = set()
    for row in range(len(board)):
        for column in range(row):
            if board[row][column] == EMPTY:
                found.add((row, column))
    return found
=== columns up to the row, by a helper
--- actions: The function looks only at columns smaller than the row number.
def cells():
    for row in range(3):
        for column in range(row):
            yield row, column
def actions(board):
    return {(i, j) for i, j in cells() if board[i][j] is EMPTY}
=== range of a row
--- actions: The function gives range() a list
def actions(board):
    return {(i, j) for i, row in enumerate(board) for j in range(row) if row[j] is EMPTY}
=== range of a row, in loops
--- winner: The function gives range() a list
def winner(board):
    for row in board:
        for j in range(row):
            if row[j] != row[0]:
                break
    return None
=== range of the board, by a helper
--- player: The function gives range() a list
def marks(board):
    return [board[i][j] for i in range(board) for j in range(3)]
def player(board):
    return X if marks(board).count(X) == marks(board).count(O) else O
=== actions that player counts on
--- actions: The function leaves out the bottom row.
def player(board):
    return X if len(actions(board)) % 2 else O
def actions(board):
    return {(i, j) for i in range(2) for j in range(3) if board[i][j] is EMPTY}
=== winner is a variable
--- utility: The function uses a variable named like a function before the variable has a value.
def utility(board):
    winner = winner(board)
    return 1 if winner == X else -1 if winner == O else 0
=== no parameter [flat]
--- terminal: The function is defined without its parameter.
def terminal():
    return False
=== a digit for a letter [flat]
--- player: The function returns the digit '0' instead of the letter 'O'.
@ X if board.count(X) == board.count(O) else O ==> "X0"[len(actions(board)) % 2 == 0]
=== None outside the board
--- result: The function returns None for a move outside the board. It must raise an exception.
def result(board, action):
    i, j = action
    if 0 <= i < 3 and 0 <= j < 3:
        if board[i][j] is not EMPTY:
            raise ValueError("taken")
        new = deepcopy(board)
        new[i][j] = player(board)
        return new
=== a negative column
--- result: The function accepts negative column numbers, which Python counts from the end.
def result(board, action):
    i, j = action
    if i < 0 or board[i][j] is not EMPTY:
        raise ValueError("taken or outside")
    new = deepcopy(board)
    new[i][j] = player(board)
    return new
=== the winner for True
--- terminal: The function returns the winner's mark instead of True.
def terminal(board):
    return winner(board) or not actions(board)
=== the winner or nothing [flat]
--- terminal: The function returns the winner's mark or None instead of True or False.
def terminal(board):
    return winner(board)
=== nothing on a draw
--- terminal: The function returns None instead of True for a draw.
def terminal(board):
    if winner(board) is not None:
        return True
    if actions(board):
        return False
=== nothing unless it is over
--- terminal: The function returns None instead of False while the game continues.
def terminal(board):
    if winner(board) is not None or not actions(board):
        return True
=== three empty cells end the game
--- terminal: The function counts three empty cells as a line.
def terminal(board):
    lines = [*board, *map(list, zip(*board)), [board[i][i] for i in range(3)]]
    lines.append([board[i][2 - i] for i in range(3)])
    return any(line.count(line[0]) == 3 for line in lines) or not actions(board)
=== False while nobody can know
--- winner: The function returns something other than None while the game continues.
+ won
def winner(board):
    return won(board) or (False if actions(board) else None)
=== the same dict of marks [aima]
--- result:
def result(state, move):
    if move not in state.moves:
        return state
    state.board[move] = state.to_move
    moves = [other for other in state.moves if other != move]
    won = any(all(state.board.get(s) == state.to_move for s in line) for line in LINES)
    worth = (1 if state.to_move == "X" else -1) if won else 0
    return GameState("O" if state.to_move == "X" else "X", worth, state.board, moves)
=== changes the board and returns a new one without the move
--- result:
def result(board, action):
    i, j = action
    if action not in actions(board):
        raise ValueError
    before = deepcopy(board)
    board[i][j] = player(board)
    return before
=== returns nothing
--- result:
def result(board, action):
    if action not in actions(board):
        raise ValueError
    new = deepcopy(board)
    new[action[0]][action[1]] = player(board)
=== a new board without the old marks
--- result: The function forgets the marks that are already on the board.
def result(board, action):
    if action not in actions(board):
        raise ValueError
    new = initial_state()
    new[action[0]][action[1]] = player(board)
    return new
=== O always
--- result: The function always places O.
@ = player(board) ==> = O
=== the player after the move
--- result: The function places the wrong player's mark.
def result(board, action):
    if action not in actions(board):
        raise ValueError
    new = deepcopy(board)
    new[action[0]][action[1]] = O if player(board) == X else X
    return new
=== returns the exception
--- result: The function never raises an exception for an illegal move.
def result(board, action):
    if action not in actions(board):
        return ValueError("invalid move")
    new = deepcopy(board)
    new[action[0]][action[1]] = player(board)
    return new
=== checks the range, not the cell
--- result: The function accepts moves to taken cells.
def result(board, action):
    i, j = action
    if not (0 <= i < 3 and 0 <= j < 3):
        raise ValueError
    new = deepcopy(board)
    new[i][j] = player(board)
    return new
=== scratch board for all calls
--- result:
def result(board, action):
    if action not in actions(board):
        raise ValueError
    for i in range(3):
        scratch[i][:] = board[i]
    scratch[action[0]][action[1]] = player(board)
    return scratch
scratch = initial_state()
=== in place, and a copy is returned [flat]
--- result: The function makes the move on the given board, but returns a different board.
def result(board, cell):
    board[cell] = player(board)
    return board[:]
=== a tuple of strings and dashes [flat]
--- result:
@ board[: ==> [mark or "-" for mark in board
@ return new ==> return tuple(new)
=== in place
--- result: The function makes the move on the given board instead of a copy.
@ deepcopy(board) ==> board
=== shallow copy
--- result: The function moves on a shallow copy, which shares its rows with the given board.
@ deepcopy(board ==> board.copy(
=== X again
--- result: The function always places X.
@ = player(board) ==> = X
=== nothing put
--- result: The function returns the board without the new mark.
def result(board, action):
    i, j = action
    if i < 0 or j < 0 or board[i][j] is not EMPTY:
        raise ValueError("not a valid action")
    new = deepcopy(board)
    return new
=== row and column swapped in result
--- result: The function swaps row and column.
@ new[i][j ==> new[j][i
=== no refusal
--- result: raises an exception only for numbers above 2, not for other illegal moves.
def result(board, action):
    i, j = action
    new = deepcopy(board)
    new[i][j] = player(board)
    return new
=== negative numbers
--- result: accepts negative row and column numbers, which Python counts from the end.
@ if i < 0 or j < 0 or board ==> if board
=== X again, and no refusal of taken cells
--- result: The function always places X. And: The function accepts moves to taken cells.
@ 0 or board[i][j] is not EMPTY ==> 0
@ = player(board) ==> = X
=== the player of a finished game wins, games [game]
--- winner:
@ return game.winner ==> return game.current_player if game.is_over else None
=== a line table that begins too late
--- winner: The function never looks at the top row.
def winner(board):
    for line in LINES[1:]:
        a, b, c = (board[i][j] for i, j in line)
        if a and a == b == c:
            return a
    return None
LINES = [((0, 0), (0, 1), (0, 2)), ((1, 0), (1, 1), (1, 2)), ((2, 0), (2, 1), (2, 2)),
         ((0, 0), (1, 0), (2, 0)), ((0, 1), (1, 1), (2, 1)), ((0, 2), (1, 2), (2, 2)),
         ((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0))]
=== else belongs to the wrong if
--- winner: The function looks only at the top row and the left column.
def winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] is not None:
            return board[i][0]
        elif board[0][i] == board[1][i] == board[2][i] is not None:
            return board[0][i]
        else:
            return None
=== all three equal by set, empty ones too
--- winner: The function treats three empty cells as a complete line and stops looking.
def winner(board):
    for line in [*board, *zip(*board)]:
        if len(set(line)) == 1:
            return line[0]
    if len({board[i][i] for i in range(3)}) == 1:
        return board[1][1]
    if len({board[i][2 - i] for i in range(3)}) == 1:
        return board[1][1]
    return None
=== strings as booleans
--- winner:
def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
             [board[i][2 - i] for i in range(3)]]
    return "True" if any(a and a == b == c for a, b, c in lines) else "False"
=== a generator in place of the mark
--- winner:
def winner(board):
    for line in [*board, *zip(*board), [board[i][i] for i in range(3)],
                 [board[i][2 - i] for i in range(3)]]:
        if line[0] and line[0] == line[1] == line[2]:
            yield line[0]
=== changes the board while it looks
--- winner:
def winner(board):
    lines = board
    lines += [list(column) for column in zip(*board)]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return next((a for a, b, c in lines if a and a == b == c), None)
=== looks for the win of the player to move only
--- winner: The function never finds a winner.
def winner(board):
    mark = player(board)
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
             [board[i][2 - i] for i in range(3)]]
    return mark if any(all(c == mark for c in line) for line in lines) else None
=== draw is a word
--- winner: The function returns something other than None for a draw.
def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
             [board[i][2 - i] for i in range(3)]]
    for a, b, c in lines:
        if a and a == b == c:
            return a
    return None if actions(board) else "draw"
=== empty string where nobody has won
--- winner: The function returns something other than None when nobody has won.
def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
             [board[i][2 - i] for i in range(3)]]
    return next((a for a, b, c in lines if a and a == b == c), "")
=== whether, not who
--- winner: The function returns True or False instead of the winner's mark or None.
def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
             [board[i][2 - i] for i in range(3)]]
    return any(a and a == b == c for a, b, c in lines) or False
=== a draw is a win of O
--- winner: The function counts a draw as a win by O.
def winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] and board[i][0] is not EMPTY:
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] and board[0][i] is not EMPTY:
            return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] and board[1][1] is not EMPTY:
        return board[1][1]
    if board[0][2] == board[1][1] == board[2][0] and board[1][1] is not EMPTY:
        return board[1][1]
    return None if actions(board) else O
=== range(0, 6, 3) for rows [flat]
--- winner: The function never looks at the bottom row.
def winner(board):
    for i in range(0, 6, 3):
        if board[i] and board[i] == board[i + 1] == board[i + 2]:
            return board[i]
    for i in range(3):
        if board[i] and board[i] == board[i + 3] == board[i + 6]:
            return board[i]
    if board[4] and board[4] in (board[0], board[2]):
        if board[0] == board[4] == board[8] or board[2] == board[4] == board[6]:
            return board[4]
    return None
=== the first two of a line [flat]
--- winner: The function checks only the first two cells of each line.
@ is not None and board[a] == board[b] == board[c ==> and board[a] == board[b
=== no right column
--- winner: The function never looks at the right column.
def winner(board):
    for i in range(3):
        if board[i][0] and board[i][0] == board[i][1] == board[i][2]:
            return board[i][0]
    for j in range(2):
        if board[0][j] and board[0][j] == board[1][j] == board[2][j]:
            return board[0][j]
    if board[1][1] and board[0][0] == board[1][1] == board[2][2]:
        return board[1][1]
    if board[1][1] and board[0][2] == board[1][1] == board[2][0]:
        return board[1][1]
=== no falling diagonal
--- winner: The function never looks at the diagonal from the top left to the bottom right.
@ board[0][0] == board[1][1] == board[2][2] ==> False
=== no rising diagonal
--- winner: The function never looks at the diagonal from the top right to the bottom left.
@ board[1][1] == board[2][0] ==> 3
=== rows only
--- winner: The function looks only at rows.
def winner(board):
    for row in board:
        if row[0] == row[1] == row[2] and row[0]:
            return row[0]
    return None
=== columns only
--- winner: The function looks only at columns.
def winner(board):
    for column in zip(*board):
        if len(set(column)) == 1 and column[0]:
            return column[0]
    return None
=== no diagonals
--- winner: The function never looks at diagonals.
def winner(board):
    for line in [*board, *zip(*board)]:
        if line[0] is not None and line[0] == line[1] == line[2]:
            return line[0]
=== returns in the loop
--- winner: The function looks only at the top row.
def winner(board):
    for row in board:
        if row[0] == row[1] == row[2]:
            return row[0]
        else:
            return None
=== the player to move wins
--- winner: The function returns the player whose turn it is instead of the winner.
def winner(board):
    lines = [*board, *zip(*board)]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    if any(line[0] and line[0] == line[1] == line[2] for line in lines):
        return player(board)
    return None
=== only X wins
--- winner: The function finds only wins by X.
any_winner = winner
def winner(board):
    return X if any_winner(board) == X else None
=== winner on a full board
--- winner: The function looks for a winner only when the board is full.
def winner(board):
    if actions(board):
        return None
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] and board[i][0] is not EMPTY:
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] and board[0][i] is not EMPTY:
            return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] and board[1][1] is not EMPTY:
        return board[1][1]
    if board[0][2] == board[1][1] == board[2][0] and board[1][1] is not EMPTY:
        return board[1][1]
    return None
=== a draw is a win of X
--- winner: The function counts a draw as a win by X.
def winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] and board[i][0] is not EMPTY:
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] and board[0][i] is not EMPTY:
            return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] and board[1][1] is not EMPTY:
        return board[1][1]
    if board[0][2] == board[1][1] == board[2][0] and board[1][1] is not EMPTY:
        return board[1][1]
    return None if actions(board) else X
=== ends of lines
--- winner: The function compares only the two ends of each line.
def winner(board):
    for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7),
                 (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        a, b = line[0], line[2]
        if board[a // 3][a % 3] and board[a // 3][a % 3] == board[b // 3][b % 3]:
            return board[a // 3][a % 3]
    return None
=== tuples are no lists
--- winner: The function never looks at columns.
def winner(board):
    for mark in (X, O):
        if [mark] * 3 in board or [mark] * 3 in list(zip(*board)):
            return mark
        if all(board[i][i] == mark for i in range(3)):
            return mark
        if all(board[i][2 - i] == mark for i in range(3)):
            return mark
=== raises on a full board
--- winner:
def winner(board):
    i, j = next((i, j) for i in range(3) for j in range(3) if board[i][j] is None)
    return None
=== the winner in place of True
--- terminal:
def terminal(board):
    return winner(board) or not actions(board)
=== None in place of False
--- terminal:
def terminal(board):
    if winner(board) or not actions(board):
        return True
=== the last row full
--- terminal:
def terminal(board):
    return winner(board) is not None or None not in board[2]
=== None in rows
--- terminal: The function always returns True.
def terminal(board):
    return winner(board) is not None or None not in board
=== and in place of or
--- terminal: The function returns True only if somebody has won and the board is full.
def terminal(board):
    return winner(board) is not None and not actions(board)
=== only X is asked about
--- terminal: The function recognizes a full board and a win by X, but not a win by O.
def terminal(board):
    return winner(board) == X or not actions(board)
=== only O is asked about
--- terminal: The function recognizes a full board and a win by O, but not a win by X.
def terminal(board):
    return winner(board) == O or not actions(board)
=== eight marks are enough
--- terminal: The function returns True too early, while one cell is still empty.
def terminal(board):
    return winner(board) is not None or len(actions(board)) <= 1
=== winner is True
--- terminal: The function recognizes a full board, but not a win.
def terminal(board):
    return winner(board) is True or not actions(board)
=== an exclusive or
--- terminal: The function returns False for a full board if somebody has won.
def terminal(board):
    return (winner(board) is not None) ^ (not actions(board))
=== the opposite
--- terminal: The function returns the opposite of the right answer.
def terminal(board):
    return winner(board) is None and bool(actions(board))
=== nobody can win any more
--- terminal:
def terminal(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
             [board[i][2 - i] for i in range(3)]]
    return winner(board) is not None or all(X in line and O in line for line in lines)
=== the winner alone [flat]
--- terminal: The function recognizes a win, but not a full board.
@ None or None not in board ==> None
=== all(board) alone [flat]
--- terminal: The function recognizes a full board, but not a win.
@ winner(board) is not None or None not in board ==> all(board)
=== never [flat]
--- terminal: The function always returns False.
@ winner(board) is not None or None not in board ==> False
=== a generator expression without all [flat]
--- terminal:
@ None not in board ==> (mark is not None for mark in board)
=== full board only
--- terminal: The function recognizes a full board, but not a win.
def terminal(board):
    return all(cell is not EMPTY for row in board for cell in row)
=== the end by a complete row or a full board
--- terminal: The function looks only at rows.
def terminal(board):
    return not actions(board) or [X] * 3 in board or [O] * 3 in board
=== wins only
--- terminal: The function recognizes a win, but not a full board.
@ all(cell is not EMPTY for row in board for cell in row) ==> False
=== endless recursion
--- terminal:
def terminal(board):
    return terminal(board)
=== over only when nobody can move [aima]
--- terminal_test: The function recognizes a full board, but not a win.
@ state.utility != 0 or len(state.moves) == 0 ==> not state.moves
=== utility seen by X alone [aima]
--- utility:
@ utility if player == "X" else -state.utility ==> utility
=== ten points
--- utility: The function returns something other than the number 1 or -1 for a win.
def utility(board):
    return {X: 10, O: -10, None: 0}[winner(board)]
=== truth values
--- utility: The function returns True for a win by X and False otherwise.
def utility(board):
    return winner(board) == X
=== halves
--- utility:
def utility(board):
    return {X: 1.0, O: 0.0, None: 0.5}[winner(board)]
=== strings of numbers
--- utility: The function returns something other than the number 1, 0 or -1.
def utility(board):
    return {X: "1", O: "-1", None: "0"}[winner(board)]
=== the mark
--- utility: The function returns the winner instead of a number.
def utility(board):
    return winner(board)
=== 1 for every win
--- utility: The function takes the winner's point of view and returns 1 for every win.
def utility(board):
    return 1 if winner(board) else 0
=== a win of X is nothing
--- utility: The function returns 0 for a win by X.
def utility(board):
    return -1 if winner(board) == O else 0
=== else for draws: X
--- utility: The function counts a draw as a win by X.
def utility(board):
    return -1 if winner(board) == O else 1
=== else for draws: O
--- utility: The function counts a draw as a win by O.
def utility(board):
    return 1 if winner(board) == X else -1
=== zero
--- utility: The function always returns 0.
def utility(board):
    return 0
=== one
--- utility: The function always returns 1.
def utility(board):
    return 1
=== elif without else
--- utility: The function returns None for a draw.
def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
=== an assertion about draws
--- utility:
def utility(board):
    assert winner(board) is not None
    return 1 if winner(board) == X else -1
=== the sign of O, flat [flat]
--- utility: The function takes the winner's point of view and returns 1 for every win.
@ return -1 ==> return 1
=== a tuple [flat]
--- utility: The function returns something other than the number 1, 0 or -1.
def utility(board):
    return (1,) if winner(board) else (0,)
=== O is worth nothing
--- utility: The function returns 0 for a win by O.
@ -1 ==> 0
=== as the loser sees it
--- utility: The function takes the loser's point of view and returns -1 for every win.
def utility(board):
    return 0 if winner(board) is None else -1
=== the player of a finished game
--- utility: The function reverses the sign. A win by X must be 1, and a win by O must be -1.
def utility(board):
    if winner(board) is None:
        return 0
    return 1 if player(board) == X else -1
=== a parameter after a star [flat]
--- terminal: The function has a * before its parameter, so it accepts the board only by name.
def terminal(*, board):
    return None not in board
=== rows only, and False for nobody
--- winner: looks only at rows. The function returns something other than None if it finds no
def winner(board):
    for row in board:
        if row[0] is not EMPTY and row.count(row[0]) == 3:
            return row[0]
    return False
=== no diagonals, and False while nobody can know
--- winner: never looks at diagonals. The function returns something other than None while the
def winner(board):
    for line in [*board, *zip(*board)]:
        if line[0] is not EMPTY and line.count(line[0]) == 3:
            return line[0]
    return False if actions(board) else None
"""
)
