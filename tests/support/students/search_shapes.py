"""Searches in many shapes, each of which counts by itself the positions that it visits.

Nothing here knows the package. `VISITED` gets one entry for each visit, from the function
that takes positions; helpers, wrappers and dispatchers add none. `PLAIN` holds the searches
that try every line of play to its end and return a value, `OTHER` those with tables, and
some that return or raise something else. Each entry is the search, its contract, and its
arguments after the board.
"""

import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tests.support.students.searches import (
    Flat,
    flat_after,
    flat_moves,
    flat_score,
    flat_winner,
    terminal,
    utility,
)
from tests.support.students.searches import actions as row_actions
from tests.support.students.searches import player as row_player
from tests.support.students.searches import result as row_result

VISITED: list[object] = []
"""One entry for each position visited."""


class Shape(NamedTuple):
    """A search, and how it is called."""

    search: Callable[..., Any]
    contract: str = "flat"
    arguments: tuple[Any, ...] = ()


PLAIN: dict[str, Shape] = {}
OTHER: dict[str, Shape] = {}


def visit(board: object) -> None:
    VISITED.append(board)


def mark_of(board: Flat) -> str:
    return "X" if board.count(None) % 2 else "O"


def pick_of(board: Flat) -> Callable[..., int]:
    return max if board.count(None) % 2 else min


# One function.


def plain(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([plain(flat_after(board, cell)) for cell in moves])


PLAIN["one function"] = Shape(plain)


def negamax(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return -1 if flat_winner(board) else 0
    return max(-negamax(flat_after(board, cell)) for cell in moves)


PLAIN["negamax"] = Shape(negamax)


def undone(board: Flat) -> Any:
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


def deep(board: Flat, depth: int = 0, mark: str | None = None) -> Any:
    visit((board, depth, mark))
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)(
        deep(flat_after(board, cell), depth=depth + 1, mark=mark_of(board)) for cell in moves
    )


PLAIN["arguments by name"] = Shape(deep)


def tuples(board: Any) -> Any:
    visit(board)
    moves = flat_moves(list(board))
    if not moves:
        return flat_score(list(board))
    return pick_of(list(board))([tuples(tuple(flat_after(list(board), c))) for c in moves])


PLAIN["boards that are tuples"] = Shape(tuples)


def on_games(game: Any) -> Any:
    visit(game)
    if game.is_over:
        return {"X": 1, "O": -1, "draw": 0}[game.result]
    values = [on_games(game.play(cell)) for cell in game.legal_moves]
    return max(values) if game.current_player == "X" else min(values)


PLAIN["games"] = Shape(on_games, "game")


# Two functions.


def highest(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    return max([lowest(flat_after(board, c)) for c in moves]) if moves else flat_score(board)


def lowest(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    return min([highest(flat_after(board, c)) for c in moves]) if moves else flat_score(board)


def choose_by_two(board: Flat) -> Any:
    """Choose a move; the position itself is visited by the function that it is given to."""
    return highest(board) if board.count(None) % 2 else lowest(board)


PLAIN["two functions"] = Shape(choose_by_two)


def rows_max(board: Flat) -> Any:
    visit(board)
    if terminal(board):
        return utility(board)
    return max(rows_min(row_result(board, action)) for action in row_actions(board))


def rows_min(board: Flat) -> Any:
    visit(board)
    if terminal(board):
        return utility(board)
    return min(rows_max(row_result(board, action)) for action in row_actions(board))


def rows_minimax(board: Flat) -> Any:
    visit(board)
    if terminal(board):
        return None
    if row_player(board) == "X":
        return max(row_actions(board), key=lambda a: rows_min(row_result(board, a)))
    return min(row_actions(board), key=lambda a: rows_max(row_result(board, a)))


OTHER["CS50"] = Shape(rows_minimax, "cs50")


def dispatcher(board: Flat) -> Any:
    visit(board)
    return by_x(board) if board.count(None) % 2 else by_o(board)


def by_x(board: Flat) -> Any:
    moves = flat_moves(board)
    return max([dispatcher(flat_after(board, c)) for c in moves], default=flat_score(board))


def by_o(board: Flat) -> Any:
    moves = flat_moves(board)
    return min([dispatcher(flat_after(board, c)) for c in moves], default=flat_score(board))


PLAIN["a dispatcher"] = Shape(dispatcher)


# Helpers between.


def value(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([score(board, i) for i in moves])


def score(board: Flat, i: int) -> Any:
    return value(flat_after(board, i))


PLAIN["a helper for one move"] = Shape(value)


def value_in_place(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([score_in_place(board, i) for i in moves])


def score_in_place(board: Flat, i: int) -> Any:
    board[i] = mark_of(board)
    try:
        return value_in_place(board)
    finally:
        board[i] = None


PLAIN["a helper that changes and restores"] = Shape(value_in_place)


def before_after(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([handed(flat_after(board, i)) for i in moves])


def handed(board: Flat) -> Any:
    return before_after(board)


PLAIN["a helper that is given the board after the move"] = Shape(before_after)


def nega_value(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return -1 if flat_winner(board) else 0
    return max(nega_score(board, i) for i in moves)


def nega_score(board: Flat, i: int) -> Any:
    return -nega_value(flat_after(board, i))


PLAIN["negamax with a helper"] = Shape(nega_value)


def first_of_two(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([rate(board, i) for i in moves])


def rate(board: Flat, i: int) -> Any:
    return try_move(board, i)


def try_move(board: Flat, i: int) -> Any:
    return first_of_two(flat_after(board, i))


PLAIN["two helpers"] = Shape(first_of_two)


def looped(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    return best_over(board, moves) if moves else flat_score(board)


def best_over(board: Flat, moves: list[int]) -> Any:
    return pick_of(board)([looped(flat_after(board, cell)) for cell in moves])


PLAIN["a helper that loops over the moves"] = Shape(looped)


def listed(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    return rest_of(board, moves) if moves else flat_score(board)


def rest_of(board: Flat, moves: list[int]) -> Any:
    first = listed(flat_after(board, moves[0]))
    return pick_of(board)(first, rest_of(board, moves[1:])) if moves[1:] else first


PLAIN["a helper that recurs over the moves"] = Shape(listed)


def paired(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board), None
    return pick_of(board)([pair_of(board, i) for i in moves])


def pair_of(board: Flat, i: int) -> Any:
    return paired(flat_after(board, i))[0], i


PLAIN["a helper that returns a value and a move"] = Shape(paired)


def collected(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    found: list[int] = []
    for cell in moves:
        collect(board, cell, found)
    return pick_of(board)(found)


def collect(board: Flat, cell: int, found: list[int]) -> Any:
    found.append(collected(flat_after(board, cell)))


PLAIN["a helper that returns nothing"] = Shape(collected)


# Decorators.


def counted(function: Callable[..., Any]) -> Any:
    def wrapper(*args: Any, **options: Any) -> Any:
        return function(*args, **options)

    return wrapper


def announced(function: Callable[..., Any]) -> Any:
    @functools.wraps(function)
    def wrapper(*args: Any) -> Any:
        return function(*args)

    return wrapper


def remembered(function: Callable[..., Any]) -> Any:
    table: dict[Any, Any] = {}

    def wrapper(board: Flat) -> Any:
        key = tuple(board)
        if key not in table:
            table[key] = function(board)
        return table[key]

    vars(wrapper)["forget"] = table.clear
    return wrapper


class Remembered:
    """A table around a function, as an object."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.table: dict[Any, Any] = {}

    def __call__(self, board: Flat) -> Any:
        key = tuple(board)
        if key not in self.table:
            self.table[key] = self.function(board)
        return self.table[key]

    def forget(self) -> Any:
        self.table.clear()


@counted
def wrapped(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([wrapped(flat_after(board, cell)) for cell in moves])


PLAIN["a decorator without wraps"] = Shape(wrapped)


@counted
@counted
def wrapped_twice(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([wrapped_twice(board=flat_after(board, cell)) for cell in moves])


PLAIN["two decorators without wraps"] = Shape(wrapped_twice)


@announced
def well_wrapped(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([well_wrapped(flat_after(board, cell)) for cell in moves])


PLAIN["a decorator with wraps"] = Shape(well_wrapped)


@counted
def wrapped_max(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return max([wrapped_min(flat_after(board, cell)) for cell in moves])


@counted
def wrapped_min(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return min([wrapped_max(flat_after(board, cell)) for cell in moves])


def choose_by_wrapped(board: Flat) -> Any:
    return wrapped_max(board) if board.count(None) % 2 else wrapped_min(board)


PLAIN["two functions of one decorator"] = Shape(choose_by_wrapped)


def moves_of_visit(board: Flat) -> list[int]:
    visit(board)
    return flat_moves(board)


nameless: Callable[..., int] = counted(
    lambda board: (
        pick_of(board)([nameless(flat_after(board, cell)) for cell in flat_moves(board)])
        if moves_of_visit(board)
        else flat_score(board)
    )
)
PLAIN["a lambda in a decorator"] = Shape(nameless)


@remembered
def with_memo(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([with_memo(flat_after(board, cell)) for cell in moves])


OTHER["a decorator with a table, without wraps"] = Shape(with_memo)


@Remembered
def with_object(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([with_object(flat_after(board, cell)) for cell in moves])


OTHER["a decorator that is a class"] = Shape(with_object)


@functools.cache
def cached(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(list(board))
    if not moves:
        return flat_score(list(board))
    return pick_of(list(board))([cached(tuple(flat_after(list(board), c))) for c in moves])


def choose_cached(board: Flat) -> Any:
    return cached(tuple(board))


OTHER["functools.cache"] = Shape(choose_cached)


# Functions within functions.


def inner_worker(board: Flat) -> Any:
    visit(board)

    def work(position: Flat) -> Any:
        moves = flat_moves(position)
        if not moves:
            return flat_score(position)
        return pick_of(position)([inner_worker(flat_after(position, c)) for c in moves])

    return work(board)


PLAIN["an inner worker that calls the function around it"] = Shape(inner_worker)


def inner_recursion(board: Flat) -> Any:
    def work(position: Flat) -> Any:
        visit(position)
        moves = flat_moves(position)
        if not moves:
            return flat_score(position)
        return pick_of(position)([work(flat_after(position, cell)) for cell in moves])

    return work(board)


PLAIN["an inner worker that calls itself"] = Shape(inner_recursion)


def closed_over(board: Flat) -> Any:
    visit(board)

    def of_move(cell: int) -> Any:
        return closed_over(flat_after(board, cell))

    moves = flat_moves(board)
    return pick_of(board)(list(map(of_move, moves))) if moves else flat_score(board)


PLAIN["an inner helper without a board"] = Shape(closed_over)


def shared_board(board: Flat) -> Any:
    def work() -> Any:
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


def on_a_global(board: Flat) -> Any:
    TABLE[:] = board
    return of_the_global()


def of_the_global() -> Any:
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

    def __init__(self, deepest: int = 9) -> None:
        self.deepest = deepest

    def value(self, board: Flat, depth: int = 0) -> Any:
        visit(board)
        moves = flat_moves(board)
        if not moves or depth == self.deepest:
            return flat_score(board)
        return pick_of(board)([self.of_move(board, cell, depth) for cell in moves])

    def of_move(self, board: Flat, cell: int, depth: int) -> Any:
        return self.value(flat_after(board, cell), depth + 1)


PLAIN["methods with a helper"] = Shape(Solver().value)
OTHER["methods with a bound of depth"] = Shape(Solver(2).value)


class Keeper:
    """Methods on a board that the object keeps under a name of its own."""

    def __init__(self) -> None:
        self.cells: Flat = []

    def __call__(self, board: Flat) -> Any:
        self.cells = list(board)
        return self.search()

    def search(self) -> Any:
        visit(self.cells)
        moves = flat_moves(self.cells)
        if not moves:
            return flat_score(self.cells)
        pick = pick_of(self.cells)
        return pick([self.after(cell) for cell in moves])

    def after(self, cell: int) -> Any:
        self.cells[cell] = mark_of(self.cells)
        found = self.search()
        self.cells[cell] = None
        return found


PLAIN["an object that keeps the board"] = Shape(Keeper())


class Node:
    """Static and class methods."""

    @staticmethod
    def value(board: Flat) -> Any:
        visit(board)
        moves = flat_moves(board)
        if not moves:
            return flat_score(board)
        return pick_of(board)([Node.after(board, cell) for cell in moves])

    @classmethod
    def after(cls, board: Flat, cell: int) -> Any:
        return cls.value(flat_after(board, cell))


PLAIN["static and class methods"] = Shape(Node.value)

started = functools.partial(deep, depth=0)
PLAIN["a partial"] = Shape(started)


def by_partials(board: Flat, step: int = 0) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    further = functools.partial(by_partials, step=step + 1)
    return pick_of(board)([further(flat_after(board, cell)) for cell in moves])


PLAIN["partials inside"] = Shape(by_partials)


# Generators and exceptions.


def generated(board: Flat) -> Any:
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


def gathered(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    return pick_of(board)(values_of(board, moves)) if moves else flat_score(board)


def values_of(board: Flat, moves: list[int]) -> Iterator[int]:
    for cell in moves:
        yield gathered(flat_after(board, cell))


OTHER["a helper that is a generator"] = Shape(gathered)


class FoundError(Exception):
    """A value, raised in place of being returned."""


def raising(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        raise FoundError(flat_score(board))
    values: list[int] = []
    for cell in moves:
        try:
            raising(flat_after(board, cell))
        except FoundError as found:
            values += found.args
    raise FoundError(pick_of(board)(values))


OTHER["values that are raised"] = Shape(raising)
