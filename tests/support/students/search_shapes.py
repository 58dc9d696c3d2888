"""Searches in many shapes that count their visited positions themselves.

This module doesn't use the package. The function that takes positions adds one entry to
`VISITED` for each visit. Helpers, wrappers and dispatchers add none. `PLAIN` contains the
searches that try all moves to the end and return a value. `PRUNED` contains those with
alpha-beta pruning. `OTHER` contains those with tables, with a depth or in several passes, and
some that return or raise something else.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.support.students import searches

VISITED: list[object] = []  # one entry for each position visited


class Shape(NamedTuple):
    """A search and its arguments."""

    search: Callable[..., Any]
    contract: str = "flat"
    arguments: tuple[Any, ...] = ()  # arguments after the board


_SEARCH = """
def {name}(board{parameters}):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return {leaf}
    return {value}
"""
_PRUNED = """
def {name}(board, alpha{first}, beta{second}):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    pick = pick_of(board)
    best = -2 if pick is max else 2
    for cell in moves:
        best = pick(best, {value})
        if pick is max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
_NAMES = {**vars(searches), "visit": VISITED.append, "after": searches.flat_after}
exec(  # noqa: S102 (our own)
    """
import functools

def mark_of(board):
    return "X" if board.count(None) % 2 else "O"

def pick_of(board):
    return max if board.count(None) % 2 else min

def counted(function):
    def wrapper(*args, **options):
        return function(*args, **options)
    return wrapper

def announced(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)
    return wrapper

def remembered(function):
    table = {}
    def wrapper(board):
        key = tuple(board)
        if key not in table:
            table[key] = function(board)
        return table[key]
    wrapper.forget = table.clear
    return wrapper

class Remembered:
    def __init__(self, function):
        self.function = function
        self.table = {}
    def __call__(self, board):
        key = tuple(board)
        if key not in self.table:
            self.table[key] = self.function(board)
        return self.table[key]
    def forget(self):
        self.table.clear()
""",
    _NAMES,
)


_SHORTHAND = re.compile(r"^%(-?) (\w+)\(board(.*)\) = (.*)$", re.MULTILINE)


def _read_shapes(text: str) -> dict[str, Shape]:
    """Read searches from a text.

    ``=== name: search, contract, arguments`` begins each. ``% name(board) = value`` is a
    search with this value for a position where play continues, ``%- name(board) = value`` one
    with the values of the player to move, and ``% name(board, alpha=-2, beta=2) = value`` one
    that cuts, of which this is the value of one move. The rest is code.
    """
    found = {}
    for entry in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]:
        title, body = entry.split("\n", 1)
        name, _, search = title.partition(": ")
        exec(_SHORTHAND.sub(_write_search, body), _NAMES)  # noqa: S102 (our own)
        found[name] = Shape(*eval(f"({search},)", _NAMES))  # noqa: S307 (our own)
    return found


def _write_search(line: re.Match[str]) -> str:
    turned, name, parameters, value = line.groups()
    if "alpha" in parameters:
        first, second = ("=-2", "=2") if "=" in parameters else ("", "")
        return _PRUNED.format(name=name, first=first, second=second, value=value).strip()
    leaf = "-1 if flat_winner(board) else 0" if turned else "flat_score(board)"
    return _SEARCH.format(name=name, parameters=parameters, leaf=leaf, value=value).strip()


PLAIN = _read_shapes("""
=== one function: plain
% plain(board) = pick_of(board)([plain(flat_after(board, c)) for c in moves])
=== negamax: negamax
%- negamax(board) = max(-negamax(flat_after(board, c)) for c in moves)
=== a board that is changed and restored: undone
def undone(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    values = []
    mark, pick = mark_of(board), pick_of(board)
    for cell in moves:
        board[cell] = mark
        values.append(undone(board))
        board[cell] = None
    return pick(values)
=== arguments by name: deep
def deep(board, depth=0, mark=None):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)(
        deep(flat_after(board, c), depth=depth + 1, mark=mark_of(board)) for c in moves
    )
=== boards that are tuples: tuples
def tuples(board):
    visit(board)
    moves = flat_moves(list(board))
    if not moves:
        return flat_score(list(board))
    return pick_of(list(board))([tuples(tuple(flat_after(list(board), c))) for c in moves])
=== games: on_games, "game"
def on_games(game):
    visit(game)
    if game.is_over:
        return {"X": 1, "O": -1, "draw": 0}[game.result]
    values = [on_games(game.play(cell)) for cell in game.legal_moves]
    return max(values) if game.current_player == "X" else min(values)
=== two functions: choose_by_two
% highest(board) = max([lowest(flat_after(board, c)) for c in moves])
% lowest(board) = min([highest(flat_after(board, c)) for c in moves])
def choose_by_two(board):
    return highest(board) if board.count(None) % 2 else lowest(board)
=== a dispatcher: dispatcher
def dispatcher(board):
    visit(board)
    return by_x(board) if board.count(None) % 2 else by_o(board)
def by_x(board):
    moves = flat_moves(board)
    return max([dispatcher(flat_after(board, c)) for c in moves], default=flat_score(board))
def by_o(board):
    moves = flat_moves(board)
    return min([dispatcher(flat_after(board, c)) for c in moves], default=flat_score(board))
=== a helper for one move: value
% value(board) = pick_of(board)([score(board, i) for i in moves])
def score(board, i):
    return value(flat_after(board, i))
=== a helper that changes and restores: value_in_place
% value_in_place(board) = pick_of(board)([score_in_place(board, i) for i in moves])
def score_in_place(board, i):
    board[i] = mark_of(board)
    try:
        return value_in_place(board)
    finally:
        board[i] = None
=== a helper that is given the board after the move: before_after
% before_after(board) = pick_of(board)([handed(flat_after(board, i)) for i in moves])
def handed(board):
    return before_after(board)
=== negamax with a helper: nega_value
%- nega_value(board) = max(nega_score(board, i) for i in moves)
def nega_score(board, i):
    return -nega_value(flat_after(board, i))
=== two helpers: first_of_two
% first_of_two(board) = pick_of(board)([rate(board, i) for i in moves])
def rate(board, i):
    return try_move(board, i)
def try_move(board, i):
    return first_of_two(flat_after(board, i))
=== a helper that loops over the moves: looped
% looped(board) = best_over(board, moves)
def best_over(board, moves):
    return pick_of(board)([looped(flat_after(board, cell)) for cell in moves])
=== a helper that recurs over the moves: listed
% listed(board) = rest_of(board, moves)
def rest_of(board, moves):
    first = listed(flat_after(board, moves[0]))
    return pick_of(board)(first, rest_of(board, moves[1:])) if moves[1:] else first
=== a helper that returns a value and a move: paired
def paired(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board), None
    return pick_of(board)([pair_of(board, i) for i in moves])
def pair_of(board, i):
    return paired(flat_after(board, i))[0], i
=== a helper that returns nothing: collected
def collected(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    found = []
    for cell in moves:
        collect(board, cell, found)
    return pick_of(board)(found)
def collect(board, cell, found):
    found.append(collected(flat_after(board, cell)))
=== a decorator without wraps: wrapped
@counted
% wrapped(board) = pick_of(board)([wrapped(flat_after(board, c)) for c in moves])
=== two decorators without wraps: wrapped_twice
@counted
@counted
% wrapped_twice(board) = pick_of(board)([wrapped_twice(board=after(board, c)) for c in moves])
=== a decorator with wraps: well_wrapped
@announced
% well_wrapped(board) = pick_of(board)([well_wrapped(flat_after(board, c)) for c in moves])
=== two functions of one decorator: choose_by_wrapped
@counted
% wrapped_max(board) = max([wrapped_min(flat_after(board, c)) for c in moves])
@counted
% wrapped_min(board) = min([wrapped_max(flat_after(board, c)) for c in moves])
def choose_by_wrapped(board):
    return wrapped_max(board) if board.count(None) % 2 else wrapped_min(board)
=== a lambda in a decorator: nameless
def moves_of_visit(board):
    visit(board)
    return flat_moves(board)
nameless = counted(
    lambda board: (
        pick_of(board)([nameless(flat_after(board, cell)) for cell in flat_moves(board)])
        if moves_of_visit(board)
        else flat_score(board)
    )
)
=== an inner worker that calls the function around it: inner_worker
def inner_worker(board):
    visit(board)
    def work(position):
        moves = flat_moves(position)
        if not moves:
            return flat_score(position)
        return pick_of(position)([inner_worker(flat_after(position, c)) for c in moves])
    return work(board)
=== an inner worker that calls itself: inner_recursion
def inner_recursion(board):
    def work(position):
        visit(position)
        moves = flat_moves(position)
        if not moves:
            return flat_score(position)
        return pick_of(position)([work(flat_after(position, cell)) for cell in moves])
    return work(board)
=== an inner helper without a board: closed_over
def closed_over(board):
    visit(board)
    def of_move(cell):
        return closed_over(flat_after(board, cell))
    moves = flat_moves(board)
    return pick_of(board)(list(map(of_move, moves))) if moves else flat_score(board)
=== an inner worker on the board of the function around it: shared_board
def shared_board(board):
    def work():
        visit(board)
        moves = flat_moves(board)
        if not moves:
            return flat_score(board)
        values = []
        mark, pick = mark_of(board), pick_of(board)
        for cell in moves:
            board[cell] = mark
            values.append(work())
            board[cell] = None
        return pick(values)
    return work()
=== a global board: on_a_global
TABLE = []
def on_a_global(board):
    TABLE[:] = board
    return of_the_global()
def of_the_global():
    visit(TABLE)
    moves = flat_moves(TABLE)
    if not moves:
        return flat_score(TABLE)
    values = []
    mark, pick = mark_of(TABLE), pick_of(TABLE)
    for cell in moves:
        TABLE[cell] = mark
        values.append(of_the_global())
        TABLE[cell] = None
    return pick(values)
=== methods with a helper: Solver().value
class Solver:
    def __init__(self, deepest=9):
        self.deepest = deepest
    def value(self, board, depth=0):
        visit(board)
        moves = flat_moves(board)
        if not moves or depth == self.deepest:
            return flat_score(board)
        return pick_of(board)([self.of_move(board, cell, depth) for cell in moves])
    def of_move(self, board, cell, depth):
        return self.value(flat_after(board, cell), depth + 1)
=== an object that keeps the board: Keeper()
class Keeper:
    def __call__(self, board):
        self.cells = list(board)
        return self.search()
    def search(self):
        visit(self.cells)
        moves = flat_moves(self.cells)
        if not moves:
            return flat_score(self.cells)
        pick = pick_of(self.cells)
        return pick([self.after(cell) for cell in moves])
    def after(self, cell):
        self.cells[cell] = mark_of(self.cells)
        found = self.search()
        self.cells[cell] = None
        return found
=== static and class methods: Node.value
class Node:
    @staticmethod
    def value(board):
        visit(board)
        moves = flat_moves(board)
        if not moves:
            return flat_score(board)
        return pick_of(board)([Node.after(board, cell) for cell in moves])
    @classmethod
    def after(cls, board, cell):
        return cls.value(flat_after(board, cell))
=== a partial: functools.partial(deep, depth=0)
=== partials inside: by_partials
def by_partials(board, step=0):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    further = functools.partial(by_partials, step=step + 1)
    return pick_of(board)([further(flat_after(board, cell)) for cell in moves])
=== a generator: generated
def generated(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    values = []
    for cell in moves:
        values.append((yield from generated(flat_after(board, cell))))
        yield len(values)
    return pick_of(board)(values)
""")

PRUNED = _read_shapes("""
=== one function: alpha_beta
% alpha_beta(board, alpha=-2, beta=2) = alpha_beta(flat_after(board, cell), alpha, beta)
=== negamax: nega_pruned, "flat", (-2, 2)
def nega_pruned(board, alpha, beta):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return -1 if flat_winner(board) else 0
    best = -2
    for cell in moves:
        best = max(best, -nega_pruned(flat_after(board, cell), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
=== a helper for one move: pruned_value, "flat", (-2, 2)
% pruned_value(board, alpha, beta) = pruned_score(board, cell, alpha, beta)
def pruned_score(board, cell, alpha, beta):
    return pruned_value(flat_after(board, cell), alpha, beta)
=== a helper that loops over the moves: pruned_loop, "flat", (-2, 2)
def pruned_loop(board, alpha, beta):
    visit(board)
    moves = flat_moves(board)
    return prune_over(board, moves, alpha, beta) if moves else flat_score(board)
def prune_over(board, moves, alpha, beta):
    pick = pick_of(board)
    best = -2 if pick is max else 2
    for cell in moves:
        best = pick(best, pruned_loop(flat_after(board, cell), alpha, beta))
        if pick is max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
=== a decorator without wraps: pruner
@counted
% pruner(board, alpha=-2, beta=2) = pruner(after(board, cell), alpha=alpha, beta=beta)
""")

OTHER = _read_shapes("""
=== CS50: rows_minimax, "cs50"
def rows_max(board):
    visit(board)
    if terminal(board):
        return utility(board)
    return max(rows_min(result(board, action)) for action in actions(board))
def rows_min(board):
    visit(board)
    if terminal(board):
        return utility(board)
    return min(rows_max(result(board, action)) for action in actions(board))
def rows_minimax(board):
    visit(board)
    if terminal(board):
        return None
    if player(board) == "X":
        return max(actions(board), key=lambda a: rows_min(result(board, a)))
    return min(actions(board), key=lambda a: rows_max(result(board, a)))
=== a decorator with a table, without wraps: with_memo
@remembered
% with_memo(board) = pick_of(board)([with_memo(flat_after(board, c)) for c in moves])
=== a decorator that is a class: with_object
@Remembered
% with_object(board) = pick_of(board)([with_object(flat_after(board, c)) for c in moves])
=== functools.cache: choose_cached
@functools.cache
def cached(board):
    visit(board)
    moves = flat_moves(list(board))
    if not moves:
        return flat_score(list(board))
    return pick_of(list(board))([cached(tuple(flat_after(list(board), c))) for c in moves])
def choose_cached(board):
    return cached(tuple(board))
=== methods with a bound of depth: Solver(2).value
=== a helper that is a generator: gathered
% gathered(board) = pick_of(board)(values_of(board, moves))
def values_of(board, moves):
    for cell in moves:
        yield gathered(flat_after(board, cell))
=== values that are raised: raising
class FoundError(Exception):
    pass
def raising(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        raise FoundError(flat_score(board))
    values = []
    for cell in moves:
        try:
            raising(flat_after(board, cell))
        except FoundError as found:
            values += found.args
    raise FoundError(pick_of(board)(values))
=== AIMA: aima_plain, "aima"
def aima_plain(state, game):
    player = game.to_move(state)
    def max_value(state):
        visit(state)
        if game.terminal_test(state):
            return game.utility(state, player)
        return max(min_value(game.result(state, a)) for a in game.actions(state))
    def min_value(state):
        visit(state)
        if game.terminal_test(state):
            return game.utility(state, player)
        return min(max_value(game.result(state, a)) for a in game.actions(state))
    visit(state)
    return max(game.actions(state), key=lambda a: min_value(game.result(state, a)))
=== depth 0: limited, "flat", (0,)
def estimate(board):
    return sum("O" not in line for line in lines_of(board)) - sum(
        "X" not in line for line in lines_of(board)
    )
def lines_of(board):
    return [[board[a], board[b], board[c]] for a, b, c in LINES[:6]]
def limited(board, depth):
    visit(board)
    moves = flat_moves(board)
    if not moves or depth == 0:
        return estimate(board)
    return pick_of(board)([limited_score(board, cell, depth) for cell in moves])
def limited_score(board, cell, depth):
    return limited(flat_after(board, cell), depth - 1)
=== depth 1: limited, "flat", (1,)
=== depth 3: limited, "flat", (3,)
=== depth 1, chosen and dispatched: choose_at_depth, "flat", (1,)
def dispatched(board, depth):
    visit(board)
    return (limited_max if board.count(None) % 2 else limited_min)(board, depth)
def limited_max(board, depth):
    moves = flat_moves(board) if depth else []
    values = [dispatched(flat_after(board, cell), depth - 1) for cell in moves]
    return max(values, default=estimate(board))
def limited_min(board, depth):
    moves = flat_moves(board) if depth else []
    values = [dispatched(flat_after(board, cell), depth - 1) for cell in moves]
    return min(values, default=estimate(board))
def choose_at_depth(board, depth):
    visit(board)
    return max(flat_moves(board), key=lambda c: dispatched(flat_after(board, c), depth - 1))
=== depth 2, chosen and dispatched: choose_at_depth, "flat", (2,)
=== depth 3, chosen and dispatched: choose_at_depth, "flat", (3,)
=== one search after another, each deeper: deepened
def deepened(board):
    return [limited(board, depth) for depth in (1, 2, 3)][-1]
=== a second search at the end of the first: quiet, "flat", (2,)
def quiet(board, depth):
    visit(board)
    if depth == 0:
        return settled(board)
    moves = flat_moves(board)
    values = [quiet(flat_after(board, cell), depth - 1) for cell in moves]
    return pick_of(board)(values) if values else flat_score(board)
def settled(board):
    afters = [flat_after(board, cell) for cell in flat_moves(board)]
    values = [won(after) for after in afters if flat_winner(after)]
    return pick_of(board)(values) if values else flat_score(board)
def won(board):
    visit(board)
    return settled(board)
=== helpers that recur by themselves: with_recursive_helpers
def is_full(board, cell=0):
    return cell == 9 or (board[cell] is not None and is_full(board, cell + 1))
def has_line(board, mark, at=0):
    lines = lines_of(board)
    return at < len(lines) and (lines[at] == [mark] * 3 or has_line(board, mark, at + 1))
def turned(board):
    return [board[cell] for cell in (6, 3, 0, 7, 4, 1, 8, 5, 2)]
def has_row(board, mark, turns=3):
    return board[:3] == [mark] * 3 or (turns > 0 and has_row(turned(board), mark, turns - 1))
def with_recursive_helpers(board):
    visit(board)
    for cell in flat_moves(board):
        after = flat_after(board, cell)
        if has_line(after, mark_of(board)) or has_row(after, mark_of(board)):
            return 1 if mark_of(board) == "X" else -1
    if is_full(board) or flat_winner(board):
        return flat_score(board)
    moves = flat_moves(board)
    return pick_of(board)([with_recursive_helpers(flat_after(board, c)) for c in moves])
=== boards that are turned: choose_up_to_turns
def canonical(board):
    boards = [board]
    for _ in range(3):
        boards.append(turned(boards[-1]))
    return min(boards, key=lambda cells: [mark or "" for mark in cells])
% up_to_turns(board) = pick_of(board)([up_to_turns(canonical(after(board, c))) for c in moves])
def choose_up_to_turns(board):
    return up_to_turns(canonical(board))
""")
