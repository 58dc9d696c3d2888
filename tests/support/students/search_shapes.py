"""Searches in many shapes, each of which counts by itself the positions that it visits.

Nothing here knows the package. `VISITED` gets one entry for each visit, from the function
that takes positions; helpers, wrappers and dispatchers add none. `PLAIN` holds the searches
that try every line of play to its end, `PRUNED` those with alpha-beta pruning, `OTHER` those
with tables, bounds of depth or several passes. Each entry is the search, its contract, and
its arguments after the board.
"""

import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .searches import (
    Flat,
    flat_after,
    flat_moves,
    flat_score,
    flat_winner,
    terminal,
    utility,
)
from .searches import actions as row_actions
from .searches import player as row_player
from .searches import result as row_result

VISITED: list[object] = []
"""One entry for each position visited."""


class Shape(NamedTuple):
    """A search, and how it is called."""

    search: Callable[..., Any]
    contract: str = "flat"
    arguments: tuple[Any, ...] = ()


PLAIN: dict[str, Shape] = {}
PRUNED: dict[str, Shape] = {}
OTHER: dict[str, Shape] = {}


def visit(board: object) -> None:
    VISITED.append(board)


def mark_of(board: Flat) -> str:
    return "X" if board.count(None) % 2 else "O"


def pick_of(board: Flat) -> Callable[..., int]:
    return max if board.count(None) % 2 else min


# One function.


def plain(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([plain(flat_after(board, cell)) for cell in moves])


PLAIN["one function"] = Shape(plain)


def negamax(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return -1 if flat_winner(board) else 0
    return max(-negamax(flat_after(board, cell)) for cell in moves)


PLAIN["negamax"] = Shape(negamax)


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


PLAIN["a board that is changed and restored"] = Shape(undone)


def deep(board, depth=0, mark=None):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)(
        deep(flat_after(board, cell), depth=depth + 1, mark=mark_of(board)) for cell in moves
    )


PLAIN["arguments by name"] = Shape(deep)


def tuples(board):
    visit(board)
    moves = flat_moves(list(board))
    if not moves:
        return flat_score(list(board))
    return pick_of(list(board))([tuples(tuple(flat_after(list(board), c))) for c in moves])


PLAIN["boards that are tuples"] = Shape(tuples)


def on_games(game):
    visit(game)
    if game.is_over:
        return {"X": 1, "O": -1, "draw": 0}[game.result]
    values = [on_games(game.play(cell)) for cell in game.legal_moves]
    return max(values) if game.current_player == "X" else min(values)


PLAIN["games"] = Shape(on_games, "game")


# Two functions.


def highest(board):
    visit(board)
    moves = flat_moves(board)
    return max([lowest(flat_after(board, c)) for c in moves]) if moves else flat_score(board)


def lowest(board):
    visit(board)
    moves = flat_moves(board)
    return min([highest(flat_after(board, c)) for c in moves]) if moves else flat_score(board)


def choose_by_two(board):
    """Choose a move; the position itself is visited by the function that it is given to."""
    return highest(board) if board.count(None) % 2 else lowest(board)


PLAIN["two functions"] = Shape(choose_by_two)


def rows_max(board):
    visit(board)
    if terminal(board):
        return utility(board)
    return max(rows_min(row_result(board, action)) for action in row_actions(board))


def rows_min(board):
    visit(board)
    if terminal(board):
        return utility(board)
    return min(rows_max(row_result(board, action)) for action in row_actions(board))


def rows_minimax(board):
    visit(board)
    if terminal(board):
        return None
    if row_player(board) == "X":
        return max(row_actions(board), key=lambda a: rows_min(row_result(board, a)))
    return min(row_actions(board), key=lambda a: rows_max(row_result(board, a)))


OTHER["CS50"] = Shape(rows_minimax, "cs50")


def dispatcher(board):
    visit(board)
    return by_x(board) if board.count(None) % 2 else by_o(board)


def by_x(board):
    moves = flat_moves(board)
    return max([dispatcher(flat_after(board, c)) for c in moves], default=flat_score(board))


def by_o(board):
    moves = flat_moves(board)
    return min([dispatcher(flat_after(board, c)) for c in moves], default=flat_score(board))


PLAIN["a dispatcher"] = Shape(dispatcher)


# Helpers between.


def value(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([score(board, i) for i in moves])


def score(board, i):
    return value(flat_after(board, i))


PLAIN["a helper for one move"] = Shape(value)


def value_in_place(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([score_in_place(board, i) for i in moves])


def score_in_place(board, i):
    board[i] = mark_of(board)
    try:
        return value_in_place(board)
    finally:
        board[i] = None


PLAIN["a helper that changes and restores"] = Shape(value_in_place)


def before_after(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([handed(flat_after(board, i)) for i in moves])


def handed(board):
    return before_after(board)


PLAIN["a helper that is given the board after the move"] = Shape(before_after)


def nega_value(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return -1 if flat_winner(board) else 0
    return max(nega_score(board, i) for i in moves)


def nega_score(board, i):
    return -nega_value(flat_after(board, i))


PLAIN["negamax with a helper"] = Shape(nega_value)


def first_of_two(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([rate(board, i) for i in moves])


def rate(board, i):
    return try_move(board, i)


def try_move(board, i):
    return first_of_two(flat_after(board, i))


PLAIN["two helpers"] = Shape(first_of_two)


def looped(board):
    visit(board)
    moves = flat_moves(board)
    return best_over(board, moves) if moves else flat_score(board)


def best_over(board, moves):
    return pick_of(board)([looped(flat_after(board, cell)) for cell in moves])


PLAIN["a helper that loops over the moves"] = Shape(looped)


def listed(board):
    visit(board)
    moves = flat_moves(board)
    return rest_of(board, moves) if moves else flat_score(board)


def rest_of(board, moves):
    first = listed(flat_after(board, moves[0]))
    return pick_of(board)(first, rest_of(board, moves[1:])) if moves[1:] else first


PLAIN["a helper that recurs over the moves"] = Shape(listed)


def paired(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board), None
    return pick_of(board)([pair_of(board, i) for i in moves])


def pair_of(board, i):
    return paired(flat_after(board, i))[0], i


PLAIN["a helper that returns a value and a move"] = Shape(paired)


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


PLAIN["a helper that returns nothing"] = Shape(collected)


# Decorators.


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
    """A table around a function, as an object."""

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


@counted
def wrapped(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([wrapped(flat_after(board, cell)) for cell in moves])


PLAIN["a decorator without wraps"] = Shape(wrapped)


@counted
@counted
def wrapped_twice(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([wrapped_twice(board=flat_after(board, cell)) for cell in moves])


PLAIN["two decorators without wraps"] = Shape(wrapped_twice)


@announced
def well_wrapped(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([well_wrapped(flat_after(board, cell)) for cell in moves])


PLAIN["a decorator with wraps"] = Shape(well_wrapped)


@counted
def wrapped_max(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return max([wrapped_min(flat_after(board, cell)) for cell in moves])


@counted
def wrapped_min(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return min([wrapped_max(flat_after(board, cell)) for cell in moves])


def choose_by_wrapped(board):
    return wrapped_max(board) if board.count(None) % 2 else wrapped_min(board)


PLAIN["two functions of one decorator"] = Shape(choose_by_wrapped)

nameless = counted(
    lambda board: (
        visit(board)
        or (pick_of(board)([nameless(flat_after(board, cell)) for cell in flat_moves(board)]))
        if flat_moves(board)
        else visit(board) or flat_score(board)
    )
)
PLAIN["a lambda in a decorator"] = Shape(nameless)


@remembered
def with_memo(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([with_memo(flat_after(board, cell)) for cell in moves])


OTHER["a decorator with a table, without wraps"] = Shape(with_memo)


@Remembered
def with_object(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([with_object(flat_after(board, cell)) for cell in moves])


OTHER["a decorator that is a class"] = Shape(with_object)


@functools.cache
def cached(board):
    visit(board)
    moves = flat_moves(list(board))
    if not moves:
        return flat_score(list(board))
    return pick_of(list(board))([cached(tuple(flat_after(list(board), c))) for c in moves])


def choose_cached(board):
    return cached(tuple(board))


OTHER["functools.cache"] = Shape(choose_cached)


# Functions within functions.


def inner_worker(board):
    visit(board)

    def work(position):
        moves = flat_moves(position)
        if not moves:
            return flat_score(position)
        return pick_of(position)([inner_worker(flat_after(position, c)) for c in moves])

    return work(board)


PLAIN["an inner worker that calls the function around it"] = Shape(inner_worker)


def inner_recursion(board):
    def work(position):
        visit(position)
        moves = flat_moves(position)
        if not moves:
            return flat_score(position)
        return pick_of(position)([work(flat_after(position, cell)) for cell in moves])

    return work(board)


PLAIN["an inner worker that calls itself"] = Shape(inner_recursion)


def closed_over(board):
    visit(board)

    def of_move(cell):
        return closed_over(flat_after(board, cell))

    moves = flat_moves(board)
    return pick_of(board)(list(map(of_move, moves))) if moves else flat_score(board)


PLAIN["an inner helper without a board"] = Shape(closed_over)


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


PLAIN["an inner worker on the board of the function around it"] = Shape(shared_board)

TABLE: Flat = []


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


PLAIN["a global board"] = Shape(on_a_global)


# Objects.


class Solver:
    """Methods that are given boards."""

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


PLAIN["methods with a helper"] = Shape(Solver().value)
OTHER["methods with a bound of depth"] = Shape(Solver(2).value)


class Keeper:
    """Methods on a board that the object keeps under a name of its own."""

    def __init__(self):
        self.cells = []

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


PLAIN["an object that keeps the board"] = Shape(Keeper())


class Node:
    """Static and class methods."""

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


PLAIN["static and class methods"] = Shape(Node.value)

started = functools.partial(deep, depth=0)
PLAIN["a partial"] = Shape(started)


def by_partials(board, step=0):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    further = functools.partial(by_partials, step=step + 1)
    return pick_of(board)([further(flat_after(board, cell)) for cell in moves])


PLAIN["partials inside"] = Shape(by_partials)


# Generators and exceptions.


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


PLAIN["a generator"] = Shape(generated)


def gathered(board):
    visit(board)
    moves = flat_moves(board)
    return pick_of(board)(values_of(board, moves)) if moves else flat_score(board)


def values_of(board, moves) -> Iterator[int]:
    for cell in moves:
        yield gathered(flat_after(board, cell))


OTHER["a helper that is a generator"] = Shape(gathered)


class FoundError(Exception):
    """A value, raised in place of being returned."""


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


OTHER["values that are raised"] = Shape(raising)


# Alpha-beta.


def alpha_beta(board, alpha=-2, beta=2):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    best = -2 if pick_of(board) is max else 2
    for cell in moves:
        found = alpha_beta(flat_after(board, cell), alpha, beta)
        best = pick_of(board)(best, found)
        if pick_of(board) is max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


PRUNED["one function"] = Shape(alpha_beta)


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


PRUNED["negamax"] = Shape(nega_pruned, "flat", (-2, 2))


def pruned_value(board, alpha, beta):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    pick = pick_of(board)
    best = -2 if pick is max else 2
    for cell in moves:
        best = pick(best, pruned_score(board, cell, alpha, beta))
        if pick is max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def pruned_score(board, cell, alpha, beta):
    return pruned_value(flat_after(board, cell), alpha, beta)


PRUNED["a helper for one move"] = Shape(pruned_value, "flat", (-2, 2))


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


PRUNED["a helper that loops over the moves"] = Shape(pruned_loop, "flat", (-2, 2))


@counted
def pruned_wrapped(board, alpha=-2, beta=2):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    pick = pick_of(board)
    best = -2 if pick is max else 2
    for cell in moves:
        best = pick(best, pruned_wrapped(flat_after(board, cell), alpha=alpha, beta=beta))
        if pick is max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


PRUNED["a decorator without wraps"] = Shape(pruned_wrapped)


# AIMA's own form: a game and a state, with functions inside.


def aima_plain(state, game):
    """Choose a move; the inner functions take positions."""
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


OTHER["AIMA"] = Shape(aima_plain, "aima")


# Depth, several passes, turned boards, helpers that recur by themselves.


def estimate(board):
    """Lines still open to X less those still open to O."""
    return sum("O" not in line for line in lines_of(board)) - sum(
        "X" not in line for line in lines_of(board)
    )


def lines_of(board):
    return [
        [board[a], board[b], board[c]]
        for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
    ]


def limited(board, depth):
    visit(board)
    moves = flat_moves(board)
    if not moves or depth == 0:
        return estimate(board)
    return pick_of(board)([limited_score(board, cell, depth) for cell in moves])


def limited_score(board, cell, depth):
    return limited(flat_after(board, cell), depth - 1)


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
    """Choose a move; nothing calls this again."""
    visit(board)
    return max(flat_moves(board), key=lambda c: dispatched(flat_after(board, c), depth - 1))


for depth in (0, 1, 2, 3):
    OTHER[f"depth {depth}"] = Shape(limited, "flat", (depth,))
for depth in (1, 2, 3):
    OTHER[f"depth {depth}, chosen and dispatched"] = Shape(choose_at_depth, "flat", (depth,))


def deepened(board):
    """Search to depth 1, then 2, then 3, each time from the beginning."""
    return [limited(board, depth) for depth in (1, 2, 3)][-1]


OTHER["one search after another, each deeper"] = Shape(deepened)


def quiet(board, depth):
    visit(board)
    if depth == 0:
        return settled(board)
    moves = flat_moves(board)
    values = [quiet(flat_after(board, cell), depth - 1) for cell in moves]
    return pick_of(board)(values) if values else flat_score(board)


def settled(board):
    """Go on with the moves that win at once; the position itself is counted already."""
    values = [
        won(flat_after(board, cell))
        for cell in flat_moves(board)
        if flat_winner(flat_after(board, cell))
    ]
    return pick_of(board)(values) if values else flat_score(board)


def won(board):
    visit(board)
    return settled(board)


OTHER["a second search at the end of the first"] = Shape(quiet, "flat", (2,))


def is_full(board, cell=0):
    return cell == 9 or (board[cell] is not None and is_full(board, cell + 1))


def has_line(board, mark, at=0):
    lines = lines_of(board)
    return at < len(lines) and (lines[at] == [mark] * 3 or has_line(board, mark, at + 1))


def turned(board):
    return [board[cell] for cell in (6, 3, 0, 7, 4, 1, 8, 5, 2)]


def has_row(board, mark, turns=3):
    """Look for the mark in the first rows of the board and of the board turned."""
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


OTHER["helpers that recur by themselves"] = Shape(with_recursive_helpers)


def canonical(board):
    boards = [board]
    for _ in range(3):
        boards.append(turned(boards[-1]))
    return min(boards, key=lambda cells: [mark or "" for mark in cells])


def up_to_turns(board):
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([up_to_turns(canonical(flat_after(board, c))) for c in moves])


def choose_up_to_turns(board):
    return up_to_turns(canonical(board))


OTHER["boards that are turned"] = Shape(choose_up_to_turns)
