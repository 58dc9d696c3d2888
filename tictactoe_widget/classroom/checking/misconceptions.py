"""Known misconceptions about each function, and the answers that they lead to."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple, Protocol, cast, get_args

from tictactoe_widget.classroom.contracts.contract import Role
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.state import Board, Mark, opponent
from tictactoe_widget.texts import join_sentences
from tictactoe_widget.validation import brief

from .questions import BoardChange, Fault, Outcome, Question, Topic

# Searches with mistakes, and the moves that each search could choose.

_Extreme = Callable[[Iterable[int]], int]
_Chooser = Callable[[Game], frozenset[int]]
# Maximum number of games whose moves are cached, which is above the number of positions
# (5,478).
_MOST_GAMES = 6_000
_Worth = Callable[[Game], int]
# Function that returns the value of a finished game.


def _search_worth(x: int, draw: int, o: int) -> _Worth:
    """Return a function that maps a game's result to `x`, `draw` or `o`."""
    values = {"X": x, "draw": draw, "O": o}
    return lambda game: values[game.result or "draw"]


_plainly = _search_worth(1, 0, -1)
_as_a_loss = _search_worth(1, -1, -1)
_below_a_loss = _search_worth(1, -2, -1)
_as_a_win = _search_worth(1, 1, -1)
_above_a_win = _search_worth(1, 2, -1)
_any_win = _search_worth(1, 0, 1)
_no_win = _search_worth(-1, 0, -1)


def _quickly(game: Game) -> int:
    """Return the value of a finished game. A quicker win has a larger absolute value."""
    return _plainly(game) * (10 - game.move_count)


class _Search:
    """Full-depth search in which each player either maximizes or minimizes the value.

    Parameters
    ----------
    x, o : callable
        Two functions, each ``max`` or ``min``, that combine the next positions' values. `x` is
        used when X is to move, and `o` when O is to move.
    worth : callable
        Function that returns the value of a finished game.
    """

    def __init__(self, x: _Extreme, o: _Extreme, worth: _Worth = _plainly) -> None:
        self._levels: dict[Mark, _Extreme] = {"X": x, "O": o}
        self._worth = worth
        self._known: dict[Hashable, int] = {}

    def value(self, game: Game) -> int:
        if game.is_over:
            return self._worth(game)
        if game.key not in self._known:
            below = [self.value(game.play(cell)) for cell in game.legal_moves]
            self._known[game.key] = self._levels[game.current_player](below)
        return self._known[game.key]

    def choice(self, game: Game, level: _Extreme | None = None) -> frozenset[int]:
        """Return the moves with the best value.

        `level` decides which value is best. By default, `level` is ``max`` for X and ``min``
        for O.
        """
        level = level or _RIGHT[game.current_player]
        values = {cell: self.value(game.play(cell)) for cell in game.legal_moves}
        best = level(values.values())
        return frozenset(cell for cell, value in values.items() if value == best)

    def taking(self, level: _Extreme) -> _Chooser:
        """Return a function that uses the same `level` to choose moves for both players."""
        return lambda game: self.choice(game, level)


_RIGHT: dict[Mark, _Extreme] = {"X": max, "O": min}
_WRONG: dict[Mark, _Extreme] = {"X": min, "O": max}
_plain = _Search(max, min)
_all_max, _all_min = _Search(max, max), _Search(min, min)


def _wins(game: Game) -> frozenset[int]:
    return frozenset(cell for cell in game.legal_moves if game.play(cell).winner)


@lru_cache(maxsize=_MOST_GAMES)
def _looks_one_ahead(game: Game) -> frozenset[int]:
    return _wins(game) or frozenset(game.legal_moves)


@lru_cache(maxsize=_MOST_GAMES)
def _looks_two_ahead(game: Game) -> frozenset[int]:
    safe = frozenset(cell for cell in game.legal_moves if not _wins(game.play(cell)))
    return _wins(game) or safe or frozenset(game.legal_moves)


@lru_cache(maxsize=_MOST_GAMES)
def _takes_or_blocks(game: Game) -> frozenset[int]:
    """Return all winning moves, or else all blocking moves, or else all legal moves."""
    if _wins(game):
        return _wins(game)
    threats = (_wins(game.play(cell)) for cell in game.legal_moves)
    blocks = frozenset().union(*threats) & frozenset(game.legal_moves)
    return blocks or frozenset(game.legal_moves)


def _loses(game: Game) -> frozenset[int]:
    """Return the moves that are best for the player's opponent."""
    return _plain.choice(game, _WRONG[game.current_player])


_reversed = _Search(min, max)


def _mixed_up(game: Game) -> frozenset[int]:
    return _reversed.choice(game, _WRONG[game.current_player])


def _with_help(worth: _Worth) -> _Chooser:
    """Return a search that wrongly assumes that the opponent will help the player to move."""
    searches = {"X": _Search(max, max, worth), "O": _Search(min, min, worth)}
    return lambda game: searches[game.current_player].choice(game)


_TWO_AHEAD = (
    "The function misses forks: its best value starts at 0, or it looks two moves ahead."
)
# Description of each search, and the moves that the search could choose.
_SHORT_SIGHTED: list[tuple[str, _Chooser]] = [
    (
        "The function chooses the first empty cell.",
        lambda game: frozenset(game.legal_moves[:1]),
    ),
    (
        "The function chooses the last empty cell.",
        lambda game: frozenset(game.legal_moves[-1:]),
    ),
    (
        "The function looks only one move ahead, so it takes wins but misses threats.",
        _looks_one_ahead,
    ),
    (_TWO_AHEAD, _looks_two_ahead),
    (_TWO_AHEAD, _takes_or_blocks),
]
_SEARCHES: dict[str, _Chooser] = {
    "The function maximizes at every level, as if both players wanted X to "
    "win.": _all_max.taking(max),
    "The function minimizes at every level, as if both players wanted O to "
    "win.": _all_min.taking(min),
    "The function maximizes after the first level, as if both players wanted X to win.": (
        _all_max.choice
    ),
    "The function minimizes after the first level, as if both players wanted O to win.": (
        _all_min.choice
    ),
    "The function looks for a win and assumes that the opponent will help.": _with_help(
        _plainly
    ),
    "The function looks for the quickest win and assumes that the opponent will "
    "help.": _with_help(_quickly),
    "The function never changes the sign between levels, so every win counts as bad.": (
        _Search(max, max, _no_win).taking(max)
    ),
    "The function never changes the sign between levels, so every win counts as good.": (
        _Search(max, max, _any_win).taking(max)
    ),
    "The function minimizes for X and maximizes for O.": _mixed_up,
    "The function minimizes for X and maximizes for O at every level after the first.": (
        _reversed.choice
    ),
    "The function chooses the move that is best for the opponent.": _loses,
    "The function always chooses the best move for X, even on O's turn.": _plain.taking(max),
    "The function always chooses the best move for O, even on X's turn.": _plain.taking(min),
    "The function gives a draw the same value as a win by O.": _Search(
        max, min, _as_a_loss
    ).choice,
    "The function gives a draw a lower value than a win by O.": _Search(
        max, min, _below_a_loss
    ).choice,
    "The function gives a draw the same value as a win by X.": _Search(
        max, min, _as_a_win
    ).choice,
    "The function gives a draw a higher value than a win by X.": _Search(
        max, min, _above_a_win
    ).choice,
    "The function gives a win by O the same value as a win by X.": _Search(
        max, min, _any_win
    ).choice,
    "The function gives a win by either player a lower value than a draw.": _Search(
        max, min, _no_win
    ).choice,
}


ANY = object()  # stands for any unreadable value


class _Predicted(NamedTuple):
    """Outcome that a misconception predicts for one question."""

    # Answer, in the form that `Contract.read` returns. If a function can choose any of several
    # moves, the answer is the set of their cells.
    answer: Any = None
    fault: Fault = ""
    change: BoardChange = ""  # how the call misused a board, as in `Outcome`
    # Unreadable answer as Python displays it, a set of such texts, or `ANY`.
    got: Any = ""
    # Texts of the exceptions that the function can raise. An empty set allows any exception.
    details: frozenset[str] = frozenset()

    def agrees(self, question: Question, outcome: Outcome) -> bool:
        if self.fault in ("raised", "accepted"):
            is_alike = self.fault == outcome.fault and self.got in ("", outcome.got)
            return is_alike and (not self.details or outcome.detail in self.details)
        if (self.fault, self.change) != (outcome.fault, outcome.change):
            return False
        if self.fault:
            possible = self.got if isinstance(self.got, frozenset) else {self.got}
            return self.got is ANY or outcome.got in possible
        return question.answers.is_right(outcome.answer, self.answer)


Predict = Callable[[Question], _Predicted]
# Function that returns a game's legal moves in the order in which a search tries them.
Order = Callable[[Game], Sequence[int]]


def in_order_of_cells(game: Game) -> Sequence[int]:
    """Return a game's legal moves, ordered by cell number."""
    return game.legal_moves


@dataclass(frozen=True)
class Misconception:
    """Common student mistake in one function. Immutable."""

    role: Role
    # Description of the mistake, in sentences that begin with "The function".
    text: str
    # Function that predicts an outcome. If move order matters, the prediction is for moves that
    # are ordered by cell number.
    predict: Predict
    # Topic of the questions that the mistake affects.
    topic: Topic = "legal"
    # Function that takes a move order and returns the prediction for that order. None if
    # outcomes don't depend on move order.
    predict_in_order: Callable[[Order], Predict] | None = None

    def predictions(self, order: Order) -> tuple[Predict, ...]:
        """Return the predictions for a search that receives its moves in the given order.

        If outcomes depend on move order, there are two predictions: the second is for a search
        that sorts its moves first.
        """
        sorts = self.predict
        return (self.predict_in_order(order), sorts) if self.predict_in_order else (sorts,)


# Functions that turn a mistaken rule into a prediction.


def _from_game(rule: Callable[[Game], Any]) -> Predict:
    return lambda question: _Predicted(rule(question.game))


def _from_board(rule: Callable[[Board], Any]) -> Predict:
    return lambda question: _Predicted(rule(question.game.board))


def _predict_reading(question: Question, raw: Any, got: Any) -> _Predicted:
    """Predict the outcome if a function returns `raw`.

    If the contract can't read `raw`, the outcome shows it as `got`.
    """
    try:
        read = question.contract.read(question.function, raw, question.game)
    except Exception:  # noqa: BLE001 - a teacher's contract can raise anything
        return _Predicted(fault="unreadable", got=got)
    return _Predicted(question.answers.as_right(read))


def _from_raw(rule: Callable[[Game], Any]) -> Predict:
    """Predict outcomes from a rule that returns the function's raw result."""

    def predict(question: Question) -> _Predicted:
        raw = rule(question.game)
        if raw is ANY:
            return _Predicted(fault="unreadable", got=ANY)
        return _predict_reading(question, raw, brief(raw))

    return predict


def _from_move(rule: Callable[[Game, int], Any], change: BoardChange = "") -> Predict:
    def predict(question: Question) -> _Predicted:
        cell = cast("int", question.cell)  # a legal move always has a cell
        return _Predicted(rule(question.game, cell), change=change)

    return predict


def _from_start(change: BoardChange) -> Predict:
    """Predict an empty initial board that misuses lists, for example by sharing rows."""
    return lambda question: _Predicted(question.game.board, change=change)


# winner

_ROWS, _COLUMNS, _DIAGONALS = STANDARD.lines[:3], STANDARD.lines[3:6], STANDARD.lines[6:]
_NEVER_LOOKS_AT = (  # one description for each line
    "The function never looks at the top row.",
    "The function never looks at the middle row.",
    "The function never looks at the bottom row.",
    "The function never looks at the left column.",
    "The function never looks at the middle column.",
    "The function never looks at the right column.",
    "The function never looks at the diagonal from the top left to the bottom right.",
    "The function never looks at the diagonal from the top right to the bottom left.",
)
_Lines = Iterable[tuple[int, ...]]


def _line_of(board: Board, lines: _Lines) -> Mark | None:
    """Return the mark that fills the first complete line among the given lines."""
    for line in lines:
        mark = board[line[0]]
        if mark is not None and all(board[cell] == mark for cell in line):
            return mark
    return None


def _looks_at(lines: _Lines) -> Predict:
    return _from_board(lambda board: _line_of(board, lines))


def _or_any(lines: _Lines) -> Predict:
    """Predict the outcome of a winner check that never returns None."""
    return _from_raw(lambda game: _line_of(game.board, lines) or ANY)


def _or_any_until_full(lines: _Lines) -> Predict:
    """Predict the outcome of a winner check that returns None only if the board is full."""
    return _from_raw(
        lambda game: _line_of(game.board, lines) or (None if None not in game.board else ANY)
    )


def _stops_at_empty(lines: _Lines) -> Predict:
    """Predict the outcome of a winner check that treats three empty cells as a line."""

    def winner(board: Board) -> Mark | None:
        for line in lines:
            if len({board[cell] for cell in line}) == 1:
                return board[line[0]]
        return None

    return _from_board(winner)


def _looks_at_two(at: tuple[int, int]) -> Predict:
    pairs = [tuple(line[place] for place in at) for line in STANDARD.lines]
    return _from_board(lambda board: _line_of(board, pairs))


_SOME_KINDS_OF_LINES: dict[str, _Lines] = {
    "The function looks only at rows.": _ROWS,
    "The function looks only at columns.": _COLUMNS,
    "The function looks only at diagonals.": _DIAGONALS,
    "The function never looks at rows.": (*_COLUMNS, *_DIAGONALS),
    "The function never looks at columns.": (*_ROWS, *_DIAGONALS),
    "The function never looks at diagonals.": (*_ROWS, *_COLUMNS),
}
_INTERLEAVED = (*(line for pair in zip(_ROWS, _COLUMNS, strict=True) for line in pair),)
_THREE_EMPTY = "The function treats three empty cells as a complete line and stops looking."
_WINNER = [
    *(
        (text, _looks_at([other for other in STANDARD.lines if other != line]))
        for text, line in zip(_NEVER_LOOKS_AT, STANDARD.lines, strict=True)
    ),
    *(
        (f"{text}{more}", predict)
        for text, lines in _SOME_KINDS_OF_LINES.items()
        for more, predict in (
            ("", _looks_at(lines)),
            (
                " The function returns something other than None if it finds no line.",
                _or_any(lines),
            ),
            (
                " The function returns something other than None while the game continues.",
                _or_any_until_full(lines),
            ),
        )
    ),
    *{
        "The function looks only at the top row.": _looks_at(_ROWS[:1]),
        "The function looks only at the top row and the left column.": _looks_at(
            (_ROWS[0], _COLUMNS[0])
        ),
        "The function checks only the first two cells of each line.": _looks_at_two((0, 1)),
        "The function compares only the two ends of each line.": _looks_at_two((0, 2)),
        "The function never finds a winner.": _from_board(lambda _: None),
        "The function returns the player whose turn it is instead of the winner.": _from_game(
            lambda g: g.winner and opponent(g.winner)
        ),
        "The function finds only wins by X.": _from_game(
            lambda g: "X" if g.winner == "X" else None
        ),
        "The function finds only wins by O.": _from_game(
            lambda g: "O" if g.winner == "O" else None
        ),
        "The function looks for a winner only when the board is full.": _from_game(
            lambda g: g.winner if g.move_count == 9 else None
        ),
        "The function counts a draw as a win by X.": _from_game(
            lambda g: "X" if g.is_draw else g.winner
        ),
        "The function counts a draw as a win by O.": _from_game(
            lambda g: "O" if g.is_draw else g.winner
        ),
    }.items(),
    *(
        (_THREE_EMPTY, _stops_at_empty(lines))
        for lines in (
            STANDARD.lines,
            (*_INTERLEAVED, *_DIAGONALS),
            (*_COLUMNS, *_ROWS, *_DIAGONALS),
        )
    ),
    *{
        "The function returns something other than None when nobody has won.": _from_raw(
            lambda g: g.winner or ANY
        ),
        "The function returns something other than None while the game continues.": _from_raw(
            lambda g: ANY if not g.is_over else g.winner
        ),
        "The function returns something other than None for a draw.": _from_raw(
            lambda g: ANY if g.is_draw else g.winner
        ),
        "The function returns the digit '0' instead of the letter 'O'.": _from_raw(
            lambda g: "0" if g.winner == "O" else g.winner
        ),
        "The function returns True instead of the winner's mark.": _from_raw(
            lambda g: True if g.winner else None
        ),
        "The function returns True or False instead of the winner's mark or None.": _from_raw(
            lambda g: bool(g.winner)
        ),
    }.items(),
]

# player


def _count_top(game: Game) -> Mark:
    top = game.board[:3]
    return "X" if top.count("X") == top.count("O") else "O"


_PLAYER: dict[str, Callable[[Game], str]] = {
    "The function always returns the wrong player.": lambda g: opponent(g.state.to_move),
    "The function always returns X.": lambda _: "X",
    "The function always returns O.": lambda _: "O",
    "The function returns X only for the empty board.": lambda g: "O" if g.move_count else "X",
    "The function counts only the marks in the top row.": _count_top,
    "The function returns the digit '0' instead of the letter 'O'.": lambda g: "X0"[
        g.move_count % 2
    ],
    "The function counts empty cells instead of O's marks.": lambda g: (
        "X" if g.board.count("X") <= g.board.count(None) else "O"
    ),
}

# actions


def _empty(board: Board, cells: Iterable[int] = range(9)) -> frozenset[int]:
    return frozenset(cell for cell in cells if board[cell] is None)


def _first(cells: Iterable[int]) -> frozenset[int]:
    return frozenset(sorted(cells)[:1])


def _first_of_each(board: Board, lines: _Lines) -> frozenset[int]:
    return frozenset().union(*(_first(_empty(board, line)) for line in lines))


def _transposed(cell: int) -> int:
    return cell % 3 * 3 + cell // 3


def _from_one(question: Question) -> _Predicted:
    """Predict the legal moves, but with every number one too large."""

    def raised(move: Any) -> Any:
        if isinstance(move, int):
            return move + 1
        # A course can write moves in any other form, such as "a1".
        return tuple(n + 1 for n in move) if isinstance(move, tuple) else move

    moves = [raised(question.contract.encode_move(cell)) for cell in question.game.legal_moves]
    shown = frozenset(brief(kind(moves)) for kind in (list, tuple, set, frozenset))
    return _predict_reading(question, moves, shown)


def _finds_equal_row(kind: type, columns: Callable[[Board], list[int]]) -> Predict:
    """Predict the moves found by code that, for equal rows, always looks at the first.

    Parameters
    ----------
    kind : type
        Type of the collection of moves. A list contains some moves more than once.
    columns : callable
        Function that takes a row and returns the columns of the moves in it.
    """

    def predict(question: Question) -> _Predicted:
        contract, _function, game = question[:3]
        rows = [game.board[start : start + 3] for start in (0, 3, 6)]
        cells = [3 * rows.index(row) + column for row in rows for column in columns(row)]
        moves = kind(map(contract.encode_move, cells))
        return _predict_reading(question, moves, brief(moves))

    return predict


def _empty_columns(row: Board) -> list[int]:
    return [column for column, mark in enumerate(row) if mark is None]


def _first_empty_column_each_time(row: Board) -> list[int]:
    """Return the result of ``row.index(None)`` once for each empty cell in the row."""
    return [row.index(None) for mark in row if mark is None]


_ACTIONS_BY_BOARD: dict[str, Callable[[Board], frozenset[int]]] = {
    "The function returns all nine cells, even taken ones.": lambda _: frozenset(range(9)),
    "The function returns the taken cells instead of the empty ones.": lambda board: (
        frozenset(range(9)) - _empty(board)
    ),
    "The function leaves out the bottom row.": lambda board: _empty(board, range(6)),
    "The function leaves out the top row.": lambda board: _empty(board, range(3, 9)),
    "The function leaves out the right column.": lambda board: _empty(
        board, (0, 1, 3, 4, 6, 7)
    ),
    "The function leaves out the left column.": lambda board: _empty(board, (1, 2, 4, 5, 7, 8)),
    "The function leaves out the bottom row and the right column.": lambda b: _empty(
        b, (0, 1, 3, 4)
    ),
    "The function leaves out the top row and the left column.": lambda b: _empty(
        b, (4, 5, 7, 8)
    ),
    "The function leaves out the last cell.": lambda board: _empty(board, range(8)),
    "The function leaves out the first cell.": lambda board: _empty(board, range(1, 9)),
    "The function returns only the moves in the top row.": lambda board: _empty(
        board, range(3)
    ),
    "The function returns only the first empty cell.": lambda board: _first(_empty(board)),
    "The function returns only one empty cell from each row.": lambda board: _first_of_each(
        board, _ROWS
    ),
    "The function never returns a move.": lambda _: frozenset(),
    "The function swaps row and column.": lambda board: frozenset(
        map(_transposed, _empty(board))
    ),
    "The function looks only at columns smaller than the row number. "
    "Use range(3), not range(row).": (lambda board: _empty(board, (3, 6, 7))),
}
_ACTIONS = [
    *((text, _from_board(rule)) for text, rule in _ACTIONS_BY_BOARD.items()),
    ("The function counts rows, columns or cells from 1 instead of 0.", _from_one),
    *(
        (
            (
                "The function uses board.index(row), which finds the first equal row. "
                "Use enumerate(board)."
            ),
            _finds_equal_row(kind, columns),
        )
        for kind in (set, list)
        for columns in (_empty_columns, _first_empty_column_each_time)
    ),
]

# result


def _put(board: Board, cell: int, mark: Mark) -> Board:
    return (*board[:cell], mark, *board[cell + 1 :])


def _put_next(game: Game, cell: int) -> Board:
    return _put(game.board, cell, game.state.to_move)


def _shared_rows(game: Game, cell: int) -> Board:
    """Return the board that a move would lead to if all rows were the same list."""
    return _put(game.board[6:], cell % 3, game.state.to_move) * 3


_INITIAL = {
    "The function uses the same list for more than one row, as in [row] * 3.": _from_start(
        "shared"
    ),
    "The function returns the same board each time, so a new game has old marks.": (
        _from_start("kept")
    ),
}
_RESULT = {
    "The function always places X.": _from_move(lambda g, cell: _put(g.board, cell, "X")),
    "The function always places O.": _from_move(lambda g, cell: _put(g.board, cell, "O")),
    "The function places the wrong player's mark.": _from_move(
        lambda g, cell: _put(g.board, cell, opponent(g.state.to_move))
    ),
    "The function returns the board without the new mark.": _from_move(lambda g, _: g.board),
    "The function forgets the marks that are already on the board.": _from_move(
        lambda g, cell: _put((None,) * 9, cell, g.state.to_move)
    ),
    "The function swaps row and column.": _from_move(
        lambda g, cell: _put_next(g, _transposed(cell))
    ),
    "The function makes the move on the given board instead of a copy.": _from_move(
        _put_next, "returned"
    ),
    "The function moves on a shallow copy, which shares its rows with the given board.": (
        _from_move(_put_next, "shallow")
    ),
    "The function makes the move on the given board, but returns a different "
    "board.": _from_move(_put_next, "changed"),
    "The function uses the same list for more than one row, as in [row] * 3.": _from_move(
        _shared_rows, "shared"
    ),
}


def _accepts(rule: Callable[[Board, int | None, str], bool], got: str = "") -> Predict:
    """Predict the outcomes if a function accepts some illegal (row, column) moves.

    The rule receives the board, the cell that Python finds at these indices, and the name of
    the negative index (``"row"``, ``"column"`` or an empty string). Python counts negative
    indices from the end. If Python raises an IndexError, the cell is None.
    """

    def predict(question: Question) -> _Predicted:
        row, column = question.move
        cell = None if max(row, column) > 2 else row % 3 * 3 + column % 3
        negative = "row" if row < 0 else "column" if column < 0 else ""
        if rule(question.game.board, cell, negative):
            return _Predicted(fault="accepted", got=got)
        return _Predicted(fault="raised")

    return predict


def _is_empty(board: Board, cell: int | None) -> bool:
    return cell is not None and board[cell] is None


_ILLEGAL = {
    "The function never raises an exception for an illegal move.": _accepts(
        lambda _board, _cell, _negative: True
    ),
    "The function raises an exception only for numbers above 2, not for other "
    "illegal moves.": _accepts(lambda _, cell, __: cell is not None),
    "The function accepts moves to taken cells.": _accepts(
        lambda _, cell, negative: cell is not None and not negative
    ),
    "The function accepts negative row and column numbers, which Python counts from "
    "the end.": _accepts(
        lambda board, cell, negative: negative != "" and _is_empty(board, cell)
    ),
    "The function accepts negative row numbers, which Python counts from the end.": _accepts(
        lambda board, cell, negative: negative == "row" and _is_empty(board, cell)
    ),
    "The function accepts negative column numbers, which Python counts from the end.": _accepts(
        lambda board, cell, negative: negative == "column" and _is_empty(board, cell)
    ),
    "The function returns None for a move outside the board. "
    "It must raise an exception.": _accepts(
        lambda _, cell, negative: negative != "" or cell is None, "None"
    ),
}

# terminal


def _is_full(game: Game) -> bool:
    return game.move_count == STANDARD.cell_count


def _full_or(lines: _Lines) -> Callable[[Game], bool]:
    return lambda g: _is_full(g) or _line_of(g.board, lines) is not None


_TERMINAL: dict[str, Callable[[Game], object]] = {
    **{text: _full_or(lines) for text, lines in _SOME_KINDS_OF_LINES.items()},
    "The function recognizes a full board, but not a win.": _is_full,
    "The function recognizes a win, but not a full board.": lambda g: bool(g.winner),
    "The function always returns False.": lambda _: False,
    "The function always returns True.": lambda _: True,
    "The function returns the opposite of the right answer.": lambda g: not g.is_over,
    "The function recognizes a full board and a win by X, but not a win by O.": lambda g: (
        g.winner == "X" or _is_full(g)
    ),
    "The function recognizes a full board and a win by O, but not a win by X.": lambda g: (
        g.winner == "O" or _is_full(g)
    ),
    "The function returns True too early, while one cell is still empty.": lambda g: (
        g.is_over or g.move_count == 8
    ),
    "The function returns False for a full board if somebody has won.": lambda g: (
        g.is_draw or (g.is_over and not _is_full(g))
    ),
    "The function returns True only if somebody has won and the board is full.": lambda g: (
        bool(g.winner) and _is_full(g)
    ),
    "The function counts three empty cells as a line.": lambda g: (
        _is_full(g)
        or any(len({g.board[cell] for cell in line}) == 1 for line in STANDARD.lines)
    ),
    "The function returns the winner's mark instead of True.": lambda g: g.winner or g.is_over,
    "The function returns the winner's mark or None instead of True or False.": lambda g: (
        g.winner
    ),
    "The function returns None instead of True for a draw.": lambda g: (
        None if g.is_draw else g.is_over
    ),
    "The function returns None instead of False while the game continues.": lambda g: (
        g.is_over or None
    ),
    "The function returns None instead of False while the game continues, and for a "
    "draw.": lambda g: bool(g.winner) or None,
}

# utility


def _worth(x: Any, o: Any, draw: Any) -> Predict:
    """Predict the outcome if a function returns `x`, `o` or `draw`, depending on the result."""
    return _from_raw(
        lambda game: x if game.winner == "X" else o if game.winner == "O" else draw
    )


_UTILITY = {
    "The function returns 0 for a win by O.": _worth(1, 0, 0),
    "The function returns 0 for a win by X.": _worth(0, -1, 0),
    "The function reverses the sign. A win by X must be 1, and a win by O must be -1.": _worth(
        -1, 1, 0
    ),
    "The function takes the winner's point of view and returns 1 for every win.": _worth(
        1, 1, 0
    ),
    "The function takes the loser's point of view and returns -1 for every win.": _worth(
        -1, -1, 0
    ),
    "The function counts a draw as a win by X.": _worth(1, -1, 1),
    "The function counts a draw as a win by O.": _worth(1, -1, -1),
    "The function returns -1 for a draw and 0 for a win by O.": _worth(1, 0, -1),
    "The function always returns 0.": _worth(0, 0, 0),
    "The function always returns 1.": _worth(1, 1, 1),
    "The function returns None for a draw.": _worth(1, -1, None),
    "The function returns the winner instead of a number.": _worth("X", "O", ANY),
    "The function returns True for a win by X and False otherwise.": _worth(True, False, False),
    "The function returns something other than the number 1 or -1 for a win.": _worth(
        ANY, ANY, 0
    ),
    "The function returns something other than the number 1, 0 or -1.": _worth(ANY, ANY, ANY),
}

# minimax


def _finds_nothing_if_lost(players: str, nothing: _Predicted) -> Predict:
    """Predict the outcome of a search that never accepts a losing move.

    The search starts with a loss as its best value. If every move by one of the `players`
    loses, the outcome is `nothing`.
    """

    def predict(question: Question) -> _Predicted:
        player = question.game.current_player
        is_lost = _plain.value(question.game) == (-1 if player == "X" else 1)
        return nothing if is_lost and player in players else _Predicted(question.expected)

    return predict


def _as_pair(question: Question, *, is_value_first: bool) -> _Predicted:
    """Predict the outcome of a search that returns a value and a move, as a tuple or a list."""
    value = _plain.value(question.game)
    moves = [question.contract.encode_move(cell) for cell in question.expected]
    pairs = [(value, move) if is_value_first else (move, value) for move in moves]
    shown = frozenset(brief(kind(pair)) for pair in pairs for kind in (tuple, list))
    return _Predicted(fault="unreadable", got=shown)


_MINIMAX: list[tuple[str, Predict]] = [
    *(
        (
            (
                "The function finds no move if every move loses. "
                "Start its best value below -1 or above 1."
            ),
            _finds_nothing_if_lost(players, nothing),
        )
        for players in ("X", "O", "XO")
        for nothing in (
            _Predicted(fault="unreadable", got=ANY),
            _Predicted(fault="raised"),
            _Predicted(frozenset({0})),
        )
    ),
    ("The function returns the pair (value, move).", partial(_as_pair, is_value_first=True)),
    ("The function returns the pair (move, value).", partial(_as_pair, is_value_first=False)),
    (
        "The function takes the centre whenever the centre is free.",
        _from_game(lambda g: frozenset({4}) if 4 in g.legal_moves else _plain.choice(g)),
    ),
    *((text, _from_game(choice)) for text, choice in (*_SHORT_SIGHTED, *_SEARCHES.items())),
    *{
        "The function returns the value of the position instead of a move.": _from_raw(
            _plain.value
        ),
        "The function returns None even though the game is not over.": _from_raw(
            lambda _: None
        ),
    }.items(),
]


def _best_so_far(game: Game, order: Order, *, takes_equal: bool) -> list[int]:
    """Return the moves that a search keeps as the best so far, in the order tried.

    If `takes_equal` is True, the search also keeps a move that is as good as the best so far.
    """
    sign = 1 if game.current_player == "X" else -1
    best, kept = -2, []
    for cell in order(game):
        if cell in game.legal_moves:
            value = sign * _plain.value(game.play(cell))
            if value > best or (takes_equal and value == best):
                best = value
                kept.append(cell)
    return kept


def _last_of_line(game: Game, order: Order, *, takes_equal: bool) -> int:
    """Return the last move in the principal variation that a search finds."""
    cell = _best_so_far(game, order, takes_equal=takes_equal)[-1]
    child = game.play(cell)
    return cell if child.is_over else _last_of_line(child, order, takes_equal=takes_equal)


def _overwritten(game: Game, order: Order, *, takes_equal: bool) -> int:
    """Return the move that was last kept as the best, in the first call or in a deeper call."""
    kept = _best_so_far(game, order, takes_equal=takes_equal)
    for cell in reversed(order(game)):
        if cell in kept:
            break
        child = game.play(cell)
        if not child.is_over:
            return _overwritten(child, order, takes_equal=takes_equal)
    return kept[-1]


class _Rule(Protocol):
    """Function that predicts a search's move for a given move order."""

    def __call__(self, game: Game, order: Order, *, takes_equal: bool) -> int: ...


def _from_order(rule: _Rule, *, takes_equal: bool) -> Callable[[Order], Predict]:
    def predict_in_order(order: Order) -> Predict:
        return _from_game(lambda game: frozenset({rule(game, order, takes_equal=takes_equal)}))

    return predict_in_order


_BY_ORDER: dict[str, _Rule] = {
    "The function keeps its best move in a variable that deeper calls overwrite. "
    "Use a local variable.": (_overwritten),
    "The function returns the last move of the best line. "
    "Keep the first one, which it tried itself.": (_last_of_line),
}


def _does_not_look(on_full: _Predicted) -> Predict:
    """Predict the outcome of a search that returns any empty cell, even after the game ends.

    `on_full` is the predicted outcome for full boards, which have no empty cell.
    """

    def predict(question: Question) -> _Predicted:
        empty = _empty(question.game.board)
        moves = map(question.contract.encode_move, empty)
        shown = frozenset(map(brief, moves))
        return _Predicted(fault="unreadable", got=shown) if empty else on_full

    return predict


_RAISES = _Predicted(fault="raised")
_NO_NONE = _Predicted(fault="unreadable", got=ANY)
_FINISHED: list[tuple[str, Predict]] = [
    ("The function raises an exception when the game is over.", lambda _: _RAISES),
    (
        "The function returns something other than None when the game is over.",
        lambda _: _NO_NONE,
    ),
    *(
        ("The function does not check whether the game is over.", _does_not_look(on_full))
        for on_full in (_RAISES, _NO_NONE, _Predicted(frozenset({None})))
    ),
]


# any function that takes arguments


def _hides_function(question: Question) -> _Predicted:
    """Predict the error in code that makes a function's name local by assigning to it."""
    details = frozenset(
        f"UnboundLocalError: cannot access local variable '{function.name}' where it is not "
        "associated with a value"
        for function in question.contract.functions
    )
    return _Predicted(fault="raised", details=details)


def _lacks_parameter(question: Question) -> _Predicted:
    """Predict the error if a function is defined without parameters."""
    given = "1 was given" if len(question.arguments()) == 1 else "2 were given"
    detail = f"{question.function.name}() takes 0 positional arguments but {given}"
    return _Predicted(fault="raised", details=frozenset({f"TypeError: {detail}"}))


def _counts_to_list(question: Question) -> _Predicted:
    """Predict the error in code that calls ``range(row)`` instead of ``range(len(row))``."""
    del question
    detail = "TypeError: 'list' object cannot be interpreted as an integer"
    return _Predicted(fault="raised", details=frozenset({detail}))


_NO_PARAMETER = "The function is defined without its parameter."
# The next mistake leads to the same exception. Only the code shows which mistake was made.
_ONLY_BY_NAME = (
    "The function has a * before its parameter, so it accepts the board only by name. "
    "Remove the *."
)
_EVERYWHERE: dict[str, Predict] = {
    "The function gives range() a list, which needs a number. "
    "Use range(len(row)).": _counts_to_list,
    "The function uses a variable named like a function before the variable has a value.": (
        _hides_function
    ),
    _NO_PARAMETER: _lacks_parameter,
}


def is_about_illegal_moves(mistake: str) -> bool:
    """Return True if a mistake from `Part.mistakes` is about illegal moves."""
    return mistake.startswith(tuple(_ILLEGAL))


def _of(
    role: Role, known: Iterable[tuple[str, Predict]], topic: Topic = "legal"
) -> list[Misconception]:
    return [Misconception(role, text, predict, topic) for text, predict in known]


MISCONCEPTIONS: tuple[Misconception, ...] = (
    *(
        Misconception(role, text, predict)
        for role in get_args(Role)
        if role != "initial_state"
        for text, predict in _EVERYWHERE.items()
    ),
    *_of("initial_state", _INITIAL.items()),
    *_of("winner", _WINNER),
    *_of("player", ((text, _from_raw(rule)) for text, rule in _PLAYER.items())),
    *_of("actions", _ACTIONS),
    *_of("result", _RESULT.items()),
    *_of("result", _ILLEGAL.items(), "illegal"),
    *_of("terminal", ((text, _from_raw(rule)) for text, rule in _TERMINAL.items())),
    *_of("utility", _UTILITY.items()),
    *_of("minimax", _MINIMAX),
    *(
        Misconception("minimax", text, predict(in_order_of_cells), predict_in_order=predict)
        for text, rule in _BY_ORDER.items()
        for takes_equal in (False, True)
        for predict in [_from_order(rule, takes_equal=takes_equal)]
    ),
    *_of("minimax", _FINISHED, "finished"),
)


# Diagnosis: known misconceptions that explain all the answers that a function gave.

_LEAST_SHARE = 0.2
# A misconception is accepted only if at least this share of the answers is wrong, among the
# questions for which it allows wrong moves.

Outcomes = Mapping[Question, Outcome]


def diagnose(
    outcomes: Outcomes, order: Order = in_order_of_cells, *, has_star: bool = False
) -> tuple[str, ...]:
    """Describe misconceptions that explain a function's right and wrong answers.

    There are three groups of answers: about legal moves, about illegal moves, and about
    finished boards. A misconception must explain every answer in one group.

    Parameters
    ----------
    outcomes : mapping
        Outcome of the call for each question.
    order : callable, optional
        Function that takes a game and returns its legal moves in the order in which the
        student's search tries them. By default, moves are in the order of their cell numbers.
    has_star : bool, default False
        True if the function has keyword-only parameters.

    Returns
    -------
    tuple of str
        Description of the mistake in each group whose wrong answers are explained by a known
        misconception. If several misconceptions lead to the same answers, the description lists
        all of them.
    """
    texts: list[str] = []
    for about in get_args(Topic):
        answered = {q: found for q, found in outcomes.items() if q.topic == about}
        if all(question.is_right(outcome) for question, outcome in answered.items()):
            continue
        if all(found.detail.startswith("NotImplementedError") for found in answered.values()):
            continue  # the student hasn't written the function yet
        if found := _matching(about, answered, order):
            first, *others = dict.fromkeys(
                _ONLY_BY_NAME if has_star and known.text == _NO_PARAMETER else known.text
                for known in found
            )
            either = (f"Or: {other}" for other in others)
            texts.append(join_sentences(first, *either))
    return tuple(texts)


def _matching(about: Topic, outcomes: Outcomes, order: Order) -> Sequence[Misconception]:
    """Return the most precise misconceptions that predict all these outcomes."""
    role = next(iter(outcomes)).function.role
    known = [
        misconception
        for misconception in MISCONCEPTIONS
        if (misconception.role, misconception.topic) == (role, about)
        and any(
            _explains(predict, outcomes, order) for predict in misconception.predictions(order)
        )
    ]
    if len(known) < 2:
        return known
    sizes = [_freedom(misconception, outcomes) for misconception in known]
    return [m for m, size in zip(known, sizes, strict=True) if size == min(sizes)]


def _explains(predict: Predict, outcomes: Outcomes, order: Order) -> bool:
    could = did = 0
    choices: dict[Mark, list[_Choice]] = {"X": [], "O": []}
    for question, outcome in outcomes.items():
        predicted = predict(question)
        if not predicted.agrees(question, outcome):
            return False
        if question.answers.chooses and not predicted.fault:
            could += not predicted.answer <= question.expected
            did += not question.is_right(outcome)
            game = question.game
            if len(predicted.answer) > 1:
                choice = _Choice(game, predicted.answer, outcome.answer)
                choices[game.state.to_move].append(choice)
    return did >= _LEAST_SHARE * could and all(
        _is_by_order(chosen, order) for chosen in choices.values()
    )


class _Choice(NamedTuple):
    """Move that a search chose, and the moves that it could choose from."""

    game: Game
    allowed: frozenset[int]  # moves that a search with this misconception could choose
    chosen: int


def _is_by_order(choices: Sequence[_Choice], order: Order) -> bool:
    """Return True if move order explains every choice between equally good moves.

    Among equally good moves, a search takes the first or the last one that it tries. If the
    search chooses in any other way, the misconception doesn't explain its choices.
    """
    ordered = [
        [cell for cell in order(choice.game) if cell in choice.allowed] for choice in choices
    ]
    chosen = [[choice.chosen] for choice in choices]
    return (
        [cells[:1] for cells in ordered] == chosen
        or [cells[-1:] for cells in ordered] == chosen
        or _is_by_cells(choices)
    )


def _is_by_cells(choices: Sequence[_Choice]) -> bool:
    """Return True if a single fixed order of cells explains all the search's choices."""
    better: dict[int, set[int]] = {cell: set() for cell in range(STANDARD.cell_count)}
    for choice in choices:
        for other in choice.allowed - {choice.chosen}:
            better[other].add(choice.chosen)
    try:
        tuple(TopologicalSorter(better).static_order())
    except CycleError:
        return False
    return True


def _freedom(misconception: Misconception, outcomes: Outcomes) -> int:
    """Return the total number of answers that a misconception allows for these questions."""
    total = 0
    for question in outcomes:
        predicted = misconception.predict(question)
        total += predicted.got is ANY
        if question.answers.chooses and not predicted.fault:
            total += len(predicted.answer)
    return total
