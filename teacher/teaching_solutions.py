"""Solutions to the tasks in teaching.md and lessons.md, and to the exercises in all notebooks.

These solutions are for teachers. The project's tests run them.
"""

from math import comb, inf

# Lesson 1, tasks on paper

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
"""Task 1: the eight lines of the board."""

TO_MOVE = {"four Xs, three Os": "O", "three Xs, three Os": "X", "two Xs, four Os": None}
"""Task 2: the player to move in each position. The last position is impossible, because X
begins."""

ROWS_ARE_NOT_ENOUGH = "XO./XO./X.."
"""Task 3: X has completed a column. X needs three marks for this, so O has made two moves."""

WRITES_INTO_ITS_ARGUMENT = """
for move in actions(board):
    values.append(value(result(board, move)))
"""
"""Task 4: from the second pass of the loop on, `board` also contains the moves tried
earlier."""


# Notebook check: the functions that it asks for, and exercises 1 to 3


def winner(board):
    """Also exercise 1: three empty cells are equal too, but they aren't a win."""
    for a, b, c in LINES:
        if board[a] is not None and board[a] == board[b] == board[c]:
            return board[a]
    return None


def terminal(board):
    """Exercise 2: a game is over when a player has won, even if some cells are empty."""
    return winner(board) is not None or None not in board


def player(board):
    """Return the player to move. The notebook contains this function."""
    return "X" if board.count("X") == board.count("O") else "O"


def result(board, move):
    """Also exercise 3: X moves when the number of empty cells is odd."""
    new = board.copy()
    new[move] = "X" if board.count(None) % 2 == 1 else "O"
    return new


def actions(board):
    """Return the empty cells."""
    return [cell for cell, mark in enumerate(board) if mark is None]


# Lesson 2, tasks on paper

TREE = {
    "XO./.XO/.XO": 0,
    "XOX/.XO/.XO": 0,
    "XOX/OXO/.XO": 1,
    "XOX/OXO/XXO": 1,
    "XOX/.XO/OXO": 0,
    "XOX/XXO/OXO": 0,
    "XO./XXO/.XO": -1,
    "XOO/XXO/.XO": -1,
    "XO./XXO/OXO": 0,
    "XO./.XO/XXO": -1,
    "XOO/.XO/XXO": -1,
    "XO./OXO/XXO": 1,
}
"""Task 1: the values of the positions. Two positions are reached twice, so the tree has 14
nodes. The best move is the top right corner. All other moves lose at once."""

CUT = ("XO./XXO/OXO", "XO./OXO/XXO")
"""Task 2: the positions that alpha-beta skips, together with all positions after them. It
visits 10 of the 14 nodes. If it tries the cells in reverse order, it visits all 14."""


# Notebook minimax: the searches that it asks for, and exercises 1 to 4. Minimax is `mended`
# with the line that counts before its lines.

WORTH = {"X": 1, "O": -1, "draw": 0}


def mended(game):
    """Exercise 1: after an even number of moves, it's X's turn. 36 calls with two empty cells
    and 3 with four return a wrong value, although all the calls inside them are correct.
    """
    if game.is_over:
        return WORTH[game.result]
    values = [mended(game.play(cell)) for cell in game.legal_moves]
    return min(values) if game.move_count % 2 else max(values)


def alpha_beta(game, alpha=-inf, beta=inf):
    """Return a game's value for X. This is the notebook's search, completed."""
    if game.is_over:
        return WORTH[game.result]
    for cell in game.legal_moves:
        worth = alpha_beta(game.play(cell), alpha, beta)
        if game.current_player == "X":
            alpha = max(alpha, worth)
        else:
            beta = min(beta, worth)
        if alpha >= beta:
            break
    return alpha if game.current_player == "X" else beta


def chosen(game):
    """Your function plays: the best cell for the player to move."""
    best = max if game.current_player == "X" else min
    return best(game.legal_moves, key=lambda cell: alpha_beta(game.play(cell)))


KNOWN = {}


def remembered(game):
    """A table: each position is computed only once, which makes 5,478 positions from the empty
    board.
    """
    if game.key not in KNOWN:
        if game.is_over:
            worth = WORTH[game.result]
        else:
            best = max if game.current_player == "X" else min
            worth = best(remembered(game.play(cell)) for cell in game.legal_moves)
        KNOWN[game.key] = worth
    return KNOWN[game.key]


def worth_of(game):
    """Exercise 2: the player who made the last move has won or, in misère tic-tac-toe, lost."""
    if game.is_draw:
        return 0
    return -1 if game.winner == game.current_player else 1


def ordered(game):
    """Exercise 3: try immediate wins first, then the centre, the corners and the edges."""
    order = (4, 0, 2, 6, 8, 1, 3, 5, 7)
    return sorted(
        game.legal_moves, key=lambda cell: (game.play(cell).winner is None, order.index(cell))
    )


def quick_worth(game):
    """Exercise 4: the sooner a player wins, the more the win is worth to this player."""
    return WORTH[game.result] * (10 - game.move_count)


# Notebook depth, exercises 1 to 3


def my_evaluation(game):
    """Exercise 1: with each further mark, a line is worth ten times as much."""
    points = (0, 1, 10, 100)
    board = game.board  # once, because each access makes it again
    total = 0
    for line in game.rules.lines:
        marks = [board[cell] for cell in line]
        if "O" not in marks:
            total += points[marks.count("X")]
        elif "X" not in marks:
            total -= points[marks.count("O")]
    return total


def urgent(game):
    """Exercise 2: find lines with three marks by one player and an empty cell. With this
    function, a search of depth 2 plays 17.
    """
    board = game.board
    cells = set()
    for line in game.rules.lines:
        marks = [board[cell] for cell in line]
        if None in marks and 3 in (marks.count("X"), marks.count("O")):
            cells.add(line[marks.index(None)])
    return sorted(cells)


def my_order(game):
    """Exercise 3: cells that are part of many lines come first. The function doesn't call
    `evaluate`.
    """
    lines = game.rules.lines
    return sorted(game.legal_moves, key=lambda cell: -sum(cell in line for line in lines))


# Lesson 3, tasks

SIX_OF_TEN = 100 - 100 * comb(10, 5) / 2**10
"""Task 1: in about 75 of 100 matches between equal players, one player wins at least 6 of the
10 games. These are all the matches that do not end 5 to 5. So 6 wins in 10 games prove
nothing."""


# Notebook tournament, exercises 1 and 2


def my_bot(game):
    """Exercise 1: win if possible, otherwise block if necessary."""
    for cell in game.legal_moves:
        if game.play(cell).winner:
            return cell
    mark = "O" if game.current_player == "X" else "X"
    for a, b, c in LINES:
        cells = [cell for cell in (a, b, c) if game.board[cell] is None]
        if len(cells) == 1 and [game.board[cell] for cell in (a, b, c)].count(mark) == 2:
            return cells[0]
    order = (4, 0, 2, 6, 8, 1, 3, 5, 7)
    return next(cell for cell in order if cell in game.legal_moves)


GAMES_ENOUGH = 300
"""Exercise 2: 64 games give an interval of 112 points, so an interval of 50 points takes 64 *
(112 / 50) ** 2 games, which is about 321."""


# Notebook learning, exercises 1 to 3; `chosen` solves the second

BEADS, REWARDS = (12, 6, 3, 1), (3, 1, -1)
"""Exercise 1: use more beads for the first moves, so that losses don't empty these boxes. With
too many beads, such as (20, 10, 5, 2), a hundred games hardly change anything."""

TRAINING_GAMES = 750
"""Exercise 3: at least 702 games are needed. Any number from 702 to 801 is correct."""


# Notebook play, exercises 1 to 6

X_WINS = (0, 3, 1, 4, 2)
"""Exercise 1: X completes the top row with its third mark."""

DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)
"""Exercise 2: after nine moves, nobody has a line."""


def mine(game):
    """Exercise 3: play the centre if it is free, otherwise the first legal cell."""
    return 4 if 4 in game.legal_moves else game.legal_moves[0]


O_WINS = (0, 3, 1, 4, 8, 5)
"""Exercise 4: O completes the middle row with its third mark, the sixth move of the game."""

TWO_LINES = ("XX./OOX/OOX", 2)
"""Exercise 5: a position as text, and the cell to play. X completes the top row and the right
column. Two lines that share a cell need five X marks, so O has four marks, and the board is
full."""

PLAYED_ON = "XX./OOO/X.X"
"""Exercise 6: O has completed the middle row, but X has as many marks as after one more
move."""


# Notebook variants, exercises 1 to 6

WINS_BY_FORCE = {1, 2, 4, 5, 8, 10}
"""Exercise 1: the winning moves for X, according to `analyze`."""


def count_lines(rows, columns, k):
    """Exercise 2: a line can begin at any cell with enough room. Diagonals run down or up."""
    across, down = max(columns - k + 1, 0), max(rows - k + 1, 0)
    return rows * across + columns * down + 2 * across * down


def opposite(game):
    """Exercise 3: play the centre first, and then always the cell opposite O's last move."""
    return 8 - game.moves[-1] if game.moves else 4


FIVE_PAIRS = [(15, 19), (21, 22), (5, 10), (1, 16), (0, 24)]
"""Exercise 4: pairs for the last two rows, the first two columns and the diagonal. There are 13
correct answers."""


def in_the_pair(letters, game):
    """Exercise 5: win if possible, otherwise play the cell with the same letter, otherwise any
    cell.
    """
    free = game.legal_moves
    wins = [cell for cell in free if game.play(cell).winner]
    same = [cell for cell in free if letters[cell] == letters[game.moves[-1]]]
    return (wins or same or free)[0]


MIDDLES = {1, 3, 5, 7}
"""Exercise 6: the first moves that win, according to `analyze`. They are the middles of the
sides."""

FOR_EVER = ([0, 2, 1, 5, 3, 6, 4, 7] * 3)[:22]
"""Exercise 6: X repeats 0, 1, 3 and 4, and O repeats 2, 5, 6 and 7. No three of these cells are
a line. From move 6 on, each position comes up again eight moves later, so move 22 ends the
game."""


# Notebook ultimate, exercises 1 to 3

NEXT_BOARD = 3
"""Exercise 1: O must play in board 9. O plays its top right square, which sends X to board
3."""

SENT_ANYWHERE = (1, 9, 2, 18, 0)
"""Exercise 2: X wins board 1 with its top left square. This sends O to board 1, which is now
closed."""


def careful(game):
    """Exercise 3: play the first cell after which no reply wins a small board. If there is
    none, play the first legal cell.
    """
    for cell in game.legal_moves:
        after = game.play(cell)
        boards = after.small_boards.count(after.current_player)
        ends = [after.play(answer).small_boards for answer in after.legal_moves]
        if all(end.count(after.current_player) == boards for end in ends):
            return cell
    return game.legal_moves[0]


# Page How to write a lesson, tasks 1 to 3

HOLDS = ("OX./XXO/...", "8")
"""Task 1: a position and the move to find. X threatens to win at 8, so every other move
loses."""

MENDED = ("XX./O../...", "OX./X../..O")
"""Task 2: in step 1, it is O's turn. In step 2, X has one mark in each of two lines that
cross in the middle, and nobody can win at once."""


def blocks_for_o():
    """Task 3: return the first six puzzles in which O must block."""
    from tictactoe_widget.classroom import puzzles

    return [one for one in puzzles("standard", "block") if one.game.current_player == "O"][:6]


# Notebook invent, exercises 1 to 4


def no_corner_first(_self, position):
    """Exercise 1: the rule applies only to the first move."""
    if position.move_count == 0:
        return [1, 3, 4, 5, 7]
    return position.free


MISERE_WITHOUT_CENTRE = "loss"
"""Exercise 2: the line to add is `misere = True`. In misère tic-tac-toe, only the centre keeps
the draw, because O can win after all other first moves."""

WON_BY_SECOND = "misere-same-torus-3x3k3"
"""Exercise 3: this is notakto on a torus. Other correct answers are `misere-same-drop-3x3k3`,
`misere-same-drop-torus-3x3k3`, `misere-wild-drop-3x3k3`, `misere-wild-drop-torus-3x3k3` and
`wild-drop-torus-3x3k3`."""


def ends_first(position):
    """Exercise 4: X may begin only at the ends of the middle row, because these moves lose."""
    return position.free if position.move_count else [4, 7]


# Notebook dice, exercises 1 to 3


def games_for(wanted, games, width):
    """Exercise 1: to make an interval n times narrower, you need n * n times as many games."""
    return games * (width / wanted) ** 2


CHANCE_DECEIVED = "X../.OX/..."
"""Exercise 2: if all later moves are random, the bottom left corner is best for O. But against
good play it loses, because X blocks and wins. Including rotations and reflections, there are 36
such positions apart from the notebook's two. The others are the rotations and reflections of
`X.O/.../.X.`, `OX./.X./...`, `O../..X/.X.` and `.X./X.O/...`."""


def proved(game, nodes, moves=()):
    """Exercise 3: a proof needs one move for X in each position, but every legal move for O."""
    if game.is_over:
        return game.winner == "X"
    after = [(*moves, cell) for cell in game.legal_moves]
    known = [path in nodes and proved(game.play(path[-1]), nodes, path) for path in after]
    return any(known) if game.current_player == "X" else all(known)
