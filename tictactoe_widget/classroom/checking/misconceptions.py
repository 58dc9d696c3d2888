"""Known misconceptions about each function, each as answers that make exactly that mistake."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from tictactoe_widget.classroom.contracts.contract import Contract, Function, Role
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Board, Mark, opponent
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.validation.quoting import brief

from .asking import BoardChange, Fault, Outcome
from .questions import Question, Topic
from .roles import ROLES
from .searches import SEARCHES, value_for_x

ANY = object()
"""Stands for whatever value a function returned that could not be read."""


class Predicted(NamedTuple):
    """Outcome of a misconception for one question."""

    answer: Any = None
    """Answer in the form of `Contract.read`; the set of cells for a choice of moves."""
    fault: Fault = ""
    """Fault, as in `Outcome`."""
    change: BoardChange = ""
    """Change of the arguments, as in `Outcome`."""
    got: Any = ""
    """Value that was returned, where it cannot be read, as Python shows it; a set of such where
    several are possible; or `ANY`."""

    def agrees(self, function: Function, outcome: Outcome) -> bool:
        """Return whether an outcome is as predicted."""
        if self.fault in ("raised", "accepted"):
            return self.fault == outcome.fault
        if (self.fault, self.change) != (outcome.fault, outcome.change):
            return False
        if self.fault:
            possible = self.got if isinstance(self.got, frozenset) else {self.got}
            return self.got is ANY or outcome.got in possible
        return ROLES[function.role].is_right(outcome.answer, self.answer)


Predict = Callable[[Contract, Function, Question], Predicted]
"""Function that returns what a misconception leads to."""


@dataclass(frozen=True)
class Misconception:
    """A known mistake in one function. Immutable."""

    role: Role
    """Role of the function."""
    text: str
    """Description of the mistake, as the rest of a sentence that begins with the function's
    name."""
    predict: Predict
    """Function that returns the outcome it leads to for a question."""
    topic: Topic = "legal"
    """Subject of the questions that it is about; it does not matter for others."""


# From a mistaken rule to what it predicts.


def _from_game(rule: Callable[[Game], Any]) -> Predict:
    return lambda _contract, _function, question: Predicted(rule(question.game))


def _from_board(rule: Callable[[Board], Any]) -> Predict:
    return lambda _contract, _function, question: Predicted(rule(question.game.board))


def _from_raw(rule: Callable[[Contract, Game], Any]) -> Predict:
    """Predict from what is returned, before it is read."""

    def predict(contract: Contract, function: Function, question: Question) -> Predicted:
        raw = rule(contract, question.game)
        if raw is ANY:
            return Predicted(fault="unreadable", got=ANY)
        try:
            read = contract.read(function, raw, question.game)
        except ValueError:
            return Predicted(fault="unreadable", got=brief(raw))
        return Predicted(ROLES[function.role].as_right(read))

    return predict


def _from_move(rule: Callable[[Game, int], Any], change: BoardChange = "") -> Predict:
    def predict(_contract: Contract, _function: Function, question: Question) -> Predicted:
        cell = cast("int", question.cell)  # a legal move has one
        return Predicted(rule(question.game, cell), change=change)

    return predict


def _from_start(change: BoardChange) -> Predict:
    """Predict the empty board, in which something about its lists is wrong."""
    return lambda _contract, _function, question: Predicted(question.game.board, change=change)


# winner

_ROWS, _COLUMNS, _DIAGONALS = STANDARD.lines[:3], STANDARD.lines[3:6], STANDARD.lines[6:]
_NAMES = (
    "the top row",
    "the middle row",
    "the bottom row",
    "the left column",
    "the middle column",
    "the right column",
    "the diagonal from the top left",
    "the diagonal from the top right",
)
_Lines = Iterable[tuple[int, ...]]


def _line_of(board: Board, lines: _Lines) -> Mark | None:
    """Return whose marks fill one of some lines, the first such line."""
    for line in lines:
        mark = board[line[0]]
        if mark is not None and all(board[cell] == mark for cell in line):
            return mark
    return None


def _looks_at(lines: _Lines) -> Predict:
    return _from_board(lambda board: _line_of(board, lines))


def _stops_at_empty(lines: _Lines) -> Predict:
    """Predict a look at lines in order that ends at the first three equal cells."""

    def winner(board: Board) -> Mark | None:
        for line in lines:
            if len({board[cell] for cell in line}) == 1:
                return board[line[0]]
        return None

    return _from_board(winner)


def _looks_at_two(at: tuple[int, int]) -> Predict:
    pairs = [tuple(line[place] for place in at) for line in STANDARD.lines]
    return _from_board(lambda board: _line_of(board, pairs))


_INTERLEAVED = (*(line for pair in zip(_ROWS, _COLUMNS, strict=True) for line in pair),)
_WINNER = [
    *(
        (
            f"never looks at {name}",
            _looks_at([other for other in STANDARD.lines if other != line]),
        )
        for name, line in zip(_NAMES, STANDARD.lines, strict=True)
    ),
    ("looks at rows only", _looks_at(_ROWS)),
    ("looks at columns only", _looks_at(_COLUMNS)),
    ("looks at diagonals only", _looks_at(_DIAGONALS)),
    ("never looks at rows", _looks_at((*_COLUMNS, *_DIAGONALS))),
    ("never looks at columns", _looks_at((*_ROWS, *_DIAGONALS))),
    ("never looks at diagonals", _looks_at((*_ROWS, *_COLUMNS))),
    ("looks at the top row only", _looks_at(_ROWS[:1])),
    ("looks at the top row and the left column only", _looks_at((_ROWS[0], _COLUMNS[0]))),
    ("takes two equal marks at the beginning of a line for a line", _looks_at_two((0, 1))),
    ("compares the ends of a line only", _looks_at_two((0, 2))),
    ("never finds a winner", _from_board(lambda _: None)),
    (
        "gives the win to the player to move",
        _from_game(lambda game: game.winner and opponent(game.winner)),
    ),
    ("sees only wins of X", _from_game(lambda game: "X" if game.winner == "X" else None)),
    ("sees only wins of O", _from_game(lambda game: "O" if game.winner == "O" else None)),
    (
        "looks for a winner only once the board is full",
        _from_game(lambda game: game.winner if game.move_count == 9 else None),
    ),
    ("takes a draw for a win of X", _from_game(lambda g: "X" if g.is_draw else g.winner)),
    ("takes a draw for a win of O", _from_game(lambda g: "O" if g.is_draw else g.winner)),
    (
        "takes three empty cells for a line and looks no further",
        _stops_at_empty(STANDARD.lines),
    ),
    (
        "takes three empty cells for a line and looks no further",
        _stops_at_empty((*_INTERLEAVED, *_DIAGONALS)),
    ),
    (
        "takes three empty cells for a line and looks no further",
        _stops_at_empty((*_COLUMNS, *_ROWS, *_DIAGONALS)),
    ),
    (
        "returns something other than None where nobody has won",
        _from_raw(lambda _, game: game.winner or ANY),
    ),
    (
        "returns something other than None for a draw",
        _from_raw(lambda _, game: ANY if game.is_draw else game.winner),
    ),
    (
        "returns True in place of the winner's mark",
        _from_raw(lambda _, game: True if game.winner else None),
    ),
    (
        "returns True and False in place of the winner's mark and None",
        _from_raw(lambda _, game: bool(game.winner)),
    ),
]

# player


def _count_top(game: Game) -> Mark:
    top = game.board[:3]
    return "X" if top.count("X") == top.count("O") else "O"


_PLAYER = [
    ("names the player who is not to move", lambda game: opponent(game.state.to_move)),
    ("always names X", lambda _: "X"),
    ("always names O", lambda _: "O"),
    ("names X on the empty board alone", lambda game: "O" if game.move_count else "X"),
    ("counts the marks of the top row alone", _count_top),
    (
        "counts empty cells in place of the marks of O",
        lambda game: "X" if game.board.count("X") <= game.board.count(None) else "O",
    ),
]

# actions


def _empty(board: Board, cells: Iterable[int] = range(9)) -> frozenset[int]:
    return frozenset(cell for cell in cells if board[cell] is None)


def _first(cells: Iterable[int]) -> frozenset[int]:
    return frozenset(sorted(cells)[:1])


def _first_of_each(board: Board, lines: _Lines) -> frozenset[int]:
    return frozenset().union(*(_first(_empty(board, line)) for line in lines))


def _transposed(cell: int) -> int:
    return cell % 3 * 3 + cell // 3


def _from_one(contract: Contract, function: Function, question: Question) -> Predicted:
    """Predict moves whose numbers are too large by one."""

    def raised(move: Any) -> Any:
        return move + 1 if isinstance(move, int) else tuple(number + 1 for number in move)

    game = question.game
    moves = [raised(contract.encode_move(cell)) for cell in game.legal_moves]
    try:
        return Predicted(contract.read(function, moves, game))
    except ValueError:
        shown = frozenset(brief(kind(moves)) for kind in (list, tuple, set, frozenset))
        return Predicted(fault="unreadable", got=shown)


_ACTIONS_BY_BOARD: list[tuple[str, Callable[[Board], frozenset[int]]]] = [
    ("returns all nine cells, also taken ones", lambda _: frozenset(range(9))),
    ("returns the taken cells", lambda board: frozenset(range(9)) - _empty(board)),
    ("leaves out the bottom row", lambda board: _empty(board, range(6))),
    ("leaves out the top row", lambda board: _empty(board, range(3, 9))),
    ("leaves out the right column", lambda board: _empty(board, (0, 1, 3, 4, 6, 7))),
    ("leaves out the left column", lambda board: _empty(board, (1, 2, 4, 5, 7, 8))),
    ("leaves out the bottom row and the right column", lambda b: _empty(b, (0, 1, 3, 4))),
    ("leaves out the top row and the left column", lambda b: _empty(b, (4, 5, 7, 8))),
    ("leaves out the last cell", lambda board: _empty(board, range(8))),
    ("leaves out the first cell", lambda board: _empty(board, range(1, 9))),
    ("returns the moves of the top row alone", lambda board: _empty(board, range(3))),
    ("returns the first empty cell alone", lambda board: _first(_empty(board))),
    ("returns one empty cell of each row", lambda board: _first_of_each(board, _ROWS)),
    ("never returns a move", lambda _: frozenset()),
    (
        "swaps row and column",
        lambda board: frozenset(map(_transposed, _empty(board))),
    ),
]
_ACTIONS = [
    *((text, _from_board(rule)) for text, rule in _ACTIONS_BY_BOARD),
    ("counts rows, columns or cells from 1", _from_one),
]

# result


def _put(board: Board, cell: int, mark: Mark) -> Board:
    return (*board[:cell], mark, *board[cell + 1 :])


def _put_next(game: Game, cell: int) -> Board:
    return _put(game.board, cell, game.state.to_move)


def _shared_rows(game: Game, cell: int) -> Board:
    """Return what is left of a move where each row is written over the one before."""
    return _put(game.board[6:], cell % 3, game.state.to_move) * 3


_INITIAL = [
    (
        "makes its rows one and the same list, as [row] * 3 does",
        _from_start("shared"),
    ),
    (
        "returns the same board each time, so that the next game begins on a used one",
        _from_start("kept"),
    ),
]
_RESULT = [
    ("always puts X", _from_move(lambda game, cell: _put(game.board, cell, "X"))),
    ("always puts O", _from_move(lambda game, cell: _put(game.board, cell, "O"))),
    (
        "puts the mark of the player who is not to move",
        _from_move(lambda game, cell: _put(game.board, cell, opponent(game.state.to_move))),
    ),
    ("returns the board without the move", _from_move(lambda game, _: game.board)),
    (
        "forgets the marks that are on the board already",
        _from_move(lambda game, cell: _put((None,) * 9, cell, game.state.to_move)),
    ),
    (
        "swaps row and column",
        _from_move(lambda game, cell: _put_next(game, _transposed(cell))),
    ),
    ("makes the move on the board it was given", _from_move(_put_next, "returned")),
    (
        "makes the move on a shallow copy: the rows are still those of the board it was given",
        _from_move(_put_next, "shallow"),
    ),
    (
        "makes the move on the board it was given, and returns another board",
        _from_move(_put_next, "changed"),
    ),
    (
        "makes the rows of its board one and the same list, as [row] * 3 does",
        _from_move(_shared_rows, "shared"),
    ),
]


def _accepts(rule: Callable[[Board, int | None, bool], bool]) -> Predict:
    """Predict for illegal moves (row, column).

    The rule gets the board, the cell that Python finds there (it counts negative
    numbers from the end; None where it raises an IndexError), and whether a
    number was negative.
    """

    def predict(_contract: Contract, _function: Function, question: Question) -> Predicted:
        row, column = question.move
        cell = None if max(row, column) > 2 else row % 3 * 3 + column % 3
        is_accepted = rule(question.game.board, cell, min(row, column) < 0)
        return Predicted(fault="accepted" if is_accepted else "raised")

    return predict


_ILLEGAL = [
    (
        "returns something for every illegal move, in place of raising an exception",
        _accepts(lambda _board, _cell, _is_negative: True),
    ),
    ("refuses no illegal move", _accepts(lambda _, cell, __: cell is not None)),
    (
        "does not refuse a cell that is taken",
        _accepts(lambda _, cell, is_negative: cell is not None and not is_negative),
    ),
    (
        "accepts negative rows and columns, which Python counts from the end",
        _accepts(
            lambda board, cell, is_negative: (
                is_negative and cell is not None and board[cell] is None
            )
        ),
    ),
]

# terminal

_TERMINAL: list[tuple[str, Callable[[Game], bool]]] = [
    (
        "sees that the board is full, but not that somebody has won",
        lambda game: game.move_count == 9,
    ),
    (
        "sees that somebody has won, but not that the board is full",
        lambda game: game.winner is not None,
    ),
    ("never finds the game over", lambda _: False),
    ("always finds the game over", lambda _: True),
    ("returns the opposite", lambda game: not game.is_over),
    (
        "sees a win of X and a full board, but no win of O",
        lambda game: game.is_over and (game.winner != "O" or game.move_count == 9),
    ),
    (
        "sees a win of O and a full board, but no win of X",
        lambda game: game.is_over and (game.winner != "X" or game.move_count == 9),
    ),
    (
        "finds the game over while one cell is empty",
        lambda game: game.is_over or game.move_count == 8,
    ),
    (
        "finds a full board over only when nobody has won",
        lambda game: game.is_over and (game.winner is None or game.move_count < 9),
    ),
    (
        "asks for a win and a full board at once",
        lambda game: game.winner is not None and game.move_count == 9,
    ),
]

# utility


def _worth(x: Any, o: Any, draw: Any) -> Predict:
    """Predict the values that stand for a win of X, of O and for a draw."""
    return _from_raw(
        lambda _, game: x if game.winner == "X" else o if game.winner == "O" else draw
    )


_UTILITY = [
    ("takes a win of O for 0", _worth(1, 0, 0)),
    ("takes a win of X for 0", _worth(0, -1, 0)),
    ("reverses the sign: a win of X must be 1, a win of O -1", _worth(-1, 1, 0)),
    ("returns 1 for every win, as the winner sees it", _worth(1, 1, 0)),
    ("returns -1 for every win, as the loser sees it", _worth(-1, -1, 0)),
    ("takes a draw for a win of X", _worth(1, -1, 1)),
    ("takes a draw for a win of O", _worth(1, -1, -1)),
    ("takes a draw for -1 and a win of O for 0", _worth(1, 0, -1)),
    ("always returns 0", _worth(0, 0, 0)),
    ("always returns 1", _worth(1, 1, 1)),
    ("returns nothing for a draw", _worth(1, -1, None)),
    ("returns the winner in place of a number", _worth("X", "O", ANY)),
    ("returns True for a win of X and False otherwise", _worth(True, False, False)),
    ("returns something else than the numbers 1 and -1 for a win", _worth(ANY, ANY, 0)),
    ("returns something else than the numbers 1, -1 and 0", _worth(ANY, ANY, ANY)),
]

# minimax


def _chooses(choice: Callable[[Game], frozenset[int]]) -> Predict:
    return _from_game(choice)


def _value(contract: Contract, game: Game) -> int:
    del contract
    return value_for_x(game)


_MINIMAX = [
    *((text, _chooses(choice)) for text, choice in SEARCHES),
    ("returns the value of the position in place of a move", _from_raw(_value)),
    ("returns None where the game is not over", _from_raw(lambda _, __: None)),
]


def _returns_something(_: Contract, __: Function, ___: Question) -> Predicted:
    return Predicted(fault="unreadable", got=ANY)


def _does_not_look(contract: Contract, _: Function, question: Question) -> Predicted:
    """Predict a search that finds no move on a full board, and an empty cell on others."""
    empty = _empty(question.game.board)
    if not empty:
        return Predicted(fault="raised")
    moves = (contract.encode_move(cell) for cell in empty)
    return Predicted(fault="unreadable", got=frozenset(map(brief, moves)))


_FINISHED: list[tuple[str, Predict]] = [
    ("raises an exception where the game is over", lambda *_: Predicted(fault="raised")),
    ("returns something else than None where the game is over", _returns_something),
    ("does not look whether the game is over", _does_not_look),
]


def _of(
    role: Role, known: Iterable[tuple[str, Predict]], topic: Topic = "legal"
) -> list[Misconception]:
    return [Misconception(role, text, predict, topic) for text, predict in known]


MISCONCEPTIONS: tuple[Misconception, ...] = (
    *_of("initial_state", _INITIAL),
    *_of("winner", _WINNER),
    *_of("player", ((text, _from_game(rule)) for text, rule in _PLAYER)),
    *_of("actions", _ACTIONS),
    *_of("result", _RESULT),
    *_of("result", _ILLEGAL, "illegal"),
    *_of("terminal", ((text, _from_game(rule)) for text, rule in _TERMINAL)),
    *_of("utility", _UTILITY),
    *_of("minimax", _MINIMAX),
    *_of("minimax", _FINISHED, "finished"),
)
"""All misconceptions that are known."""
