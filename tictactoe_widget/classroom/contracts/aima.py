"""Contract of "Artificial Intelligence: A Modern Approach": its Python games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, wraps
from itertools import product
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from tictactoe_widget.players.calling import Player, choose_move, named_after_player
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import MNK, STANDARD
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Board, Mark
from tictactoe_widget.validation import brief, visible

from .contract import Contract, Function, Functions, positional_parameters, read_square

_Square = tuple[int, int]  # row and column of a cell, both from 1

_OF_A_GAME = ("to_move", "actions", "result", "terminal_test", "utility")


class GameState(NamedTuple):
    """State of a game, in the fields that AIMA gives it."""

    to_move: Mark
    """Player to move; after the end, the one who would be next."""
    utility: int
    """1 when X has won, -1 when O has, else 0."""
    board: dict[_Square, Mark]
    """Marks by (row, column); an empty cell is not in it."""
    moves: list[_Square]
    """Empty cells, also after the end."""


@dataclass(frozen=True)
class _AimaGame:
    """Game with the methods that AIMA's searches and players call.

    Parameters
    ----------
    rules : MNK
        Rules of the game, without misère.
    """

    rules: MNK

    @property
    def h(self) -> int:
        """Number of rows."""
        return self.rules.rows

    @property
    def v(self) -> int:
        """Number of columns."""
        return self.rules.columns

    @property
    def k(self) -> int:
        """Length of a line."""
        return self.rules.k

    @property
    def initial(self) -> GameState:
        """State of the empty board."""
        return AimaContract().encode(Game(self.rules))

    def actions(self, state: GameState) -> list[_Square]:
        """Return the empty cells."""
        return list(state.moves)

    def result(self, state: GameState, move: _Square) -> GameState:
        """Return the state after a move; after an illegal one, the same state."""
        if move not in state.moves:
            return state
        mark = state.to_move
        board = {**state.board, move: mark}
        moves = list(state.moves)
        moves.remove(move)
        own = {square for square, other in board.items() if other == mark}
        won = any(map(own.issuperset, _lines_through(self.rules)[move]))
        utility = 0 if not won else 1 if mark == "X" else -1
        return GameState("O" if mark == "X" else "X", utility, board, moves)

    def utility(self, state: GameState, player: str) -> int:
        """Return the value of a finished state for a player: 1, 0 or -1."""
        return state.utility if player == "X" else -state.utility

    def terminal_test(self, state: GameState) -> bool:
        """Return whether the game is over."""
        return state.utility != 0 or not state.moves

    def to_move(self, state: GameState) -> Mark:
        """Return the player to move."""
        return state.to_move

    def display(self, state: GameState) -> None:
        """Print the board."""
        for row in range(1, self.h + 1):
            print(*(state.board.get((row, c), ".") for c in range(1, self.v + 1)))  # noqa: T201 - what AIMA's does


class AimaContract(Contract):
    """Contract of AIMA's Python code: states of four fields, cells (row, column) from 1.

    The functions are those of its class ``Game``, as methods or alone, and its
    search ``minmax_decision(state, game)``; ``game`` is an object with the others.
    An illegal move is no error: the same state comes back. The utility of a finished
    state is asked for both players, in turn by the number of marks. A search is not
    asked on finished states, where the book leaves open what it answers.

    A player is a function ``player(game, state)``. Both orders of the arguments
    occur in AIMA's code, so a function whose first parameter is called ``state`` or
    ``game`` is called accordingly.

    Examples
    --------
    >>> contract = AimaContract()
    >>> contract.encode(Game(moves=(5, 6))).board
    {(2, 3): 'X', (3, 1): 'O'}
    >>> contract.encode_move(5)
    (2, 3)
    """

    name = "aima"
    title = "Artificial Intelligence: A Modern Approach"
    functions = (
        Function("to_move", "player", "open"),
        Function("actions", "actions", "open"),
        Function("result", "result", "moves"),
        Function("terminal_test", "terminal", "all"),
        Function("utility", "utility", "over"),
        Function("minmax_decision", "minimax", "open"),
    )

    def check_rules(self, rules: Rules) -> None:
        """Raise ValueError unless the game is an m,n,k-game without misère."""
        _plain(rules)

    def encode(self, game: Game) -> GameState:
        """Return the position as a new state."""
        squares = _squares(_plain(game.rules))
        board = {square: mark for square, mark in zip(squares, game.board, strict=True) if mark}
        moves = [square for square in squares if square not in board]
        return GameState(game.state.to_move, _utility(game), board, moves)

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each cell of a state; None where it is empty."""
        rules = _plain(rules)
        held = getattr(board, "board", None)
        if not isinstance(held, Mapping):
            raise ValueError(
                "a state must be a GameState whose board is a dict of (row, column) to "
                f"'X' or 'O', not {brief(board)}"
            )
        marks: list[Any] = [None] * rules.cell_count
        for square, mark in held.items():
            cell = _read_square(square, rules, "a key of the board")
            if not (isinstance(mark, str) and mark in ("X", "O")):
                raise ValueError(
                    f"the board must hold 'X' or 'O' at {square}, not {brief(mark)}; "
                    "an empty cell is not in it"
                )
            marks[cell] = "X" if mark == "X" else "O"  # also where it is one of an enum
        return tuple(marks)

    def decode(self, board: Any, rules: Rules = STANDARD) -> Game:
        """Return the game in the position of a state."""
        game = super().decode(board, rules)
        if getattr(board, "to_move", None) != game.state.to_move:
            raise ValueError(
                f"to_move of this state must be {game.state.to_move!r}, "
                f"not {brief(getattr(board, 'to_move', None))}"
            )
        return game

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> _Square:
        """Return the cell as (row, column), both from 1."""
        row, column = divmod(cell, rules.layout.columns)
        return row + 1, column + 1

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell of (row, column); ValueError where it is no such pair."""
        return _read_square(move, _plain(rules), "a move")

    def arguments(
        self, function: Function, game: Game, cell: int | None = None
    ) -> tuple[Any, ...]:
        """Return new arguments for a call of a function."""
        state = self.encode(game)
        match function.role:
            case "utility":
                return (state, _asked_for(game))
            case "minimax":
                return (state, _AimaGame(_plain(game.rules)))
            case _:
                return (state,) if cell is None else (state, self.encode_move(cell, game.rules))

    def read(self, function: Function, answer: Any, game: Game) -> Any:
        """Return what a function answered, in the same form for every contract."""
        read = super().read(function, answer, game)
        if function.role == "result":
            self._check_fields(answer, read, game)
        seen_by_o = function.role == "utility" and _asked_for(game) == "O"
        return -read if seen_by_o else read

    def encode_utility(self, utility: int, arguments: tuple[Any, ...]) -> int:
        """Return a utility, seen by X, as the player in ``(state, player)`` sees it."""
        return -utility if arguments[1] == "O" else utility

    def adapt(self, function: Function, written: Callable[..., Any]) -> Callable[..., Any]:
        """Return a student's function so that it takes the `arguments` of `function`."""
        if function.role == "minimax" and (positional_parameters(written) or [""])[0] == "game":
            return _swap(written)
        return written

    def adapt_chooser(self, written: Callable[..., Any]) -> Callable[..., Any]:
        """Return a player of AIMA, ``player(game, state)``, as one that chooses a move."""
        first = (positional_parameters(written) or [""])[0]
        return written if first == "state" else _swap(written)

    def call_chooser(self, functions: Functions, game: Game) -> Any:
        """Call the student's search on a game of the student's other functions."""
        state, theirs = self.arguments(self.chooser, game)
        vars(theirs).update({name: functions[name] for name in _OF_A_GAME if name in functions})
        return functions[self.chooser.name](state, theirs)

    def play_as(self, player: Player, rules: Rules = STANDARD) -> Callable[[Any, Any], Any]:
        """Return one of our players as a player of AIMA: a function of a game and a state."""

        def agent(game: Any, state: Any) -> _Square | None:
            del game
            position = self.decode(state, rules)
            if position.is_over:
                return None
            return self.encode_move(choose_move(player, position), rules)

        return named_after_player(player, agent)

    def _check_fields(self, answer: Any, marks: Board, before: Game) -> None:
        """Raise ValueError where a right board comes with a wrong field."""
        made = [cell for cell in before.legal_moves if marks[cell] is not None]
        after = before.play(made[0]) if len(made) == 1 else before
        if after is before or after.board != marks:
            return
        for name, right in (("to_move", after.state.to_move), ("utility", _utility(after))):
            given = getattr(answer, name, None)
            if given != right:
                raise ValueError(
                    f"{name} of the new state must be {right!r}, not {brief(given)}"
                )
        moves = getattr(answer, "moves", None)
        empty = {cell for cell, mark in enumerate(marks) if mark is None}
        if self.read_moves(moves, before.rules) != empty:
            raise ValueError(
                f"moves of the new state must be its empty cells, not {brief(moves)}"
            )


_read_square = partial(read_square, names=("row", "column"), first=1)


@lru_cache(maxsize=64)
def _plain(rules: Rules) -> MNK:
    """Return the rules as those that AIMA's TicTacToe(h, v, k) plays by."""
    layout = rules.layout
    plain = MNK(layout.rows, layout.columns, getattr(rules, "k", layout.columns))
    if rules != plain:
        raise ValueError(
            f"the contract aima knows k in a row on one board, not {visible(rules.title)}: "
            "use the contract 'game'"
        )
    return plain


@lru_cache(maxsize=64)
def _squares(rules: MNK) -> Mapping[_Square, int]:
    """Return the cells by (row, column), in their order."""
    places = product(range(1, rules.rows + 1), range(1, rules.columns + 1))
    return MappingProxyType({square: cell for cell, square in enumerate(places)})


@lru_cache(maxsize=64)
def _lines_through(rules: MNK) -> Mapping[_Square, Sequence[frozenset[_Square]]]:
    """Return the lines through each cell, all as (row, column)."""
    squares = list(_squares(rules))
    lines = [frozenset(squares[cell] for cell in line) for line in rules.lines]
    return {square: [line for line in lines if square in line] for square in squares}


def _utility(game: Game) -> int:
    return {"X": 1, "O": -1}.get(game.winner or "", 0)


def _asked_for(game: Game) -> Literal["X", "O"]:
    """Return the player for whom the utility of a finished game is asked.

    Each mark can win with the last move of either kind: X after 5 or 9 marks (seen
    by X) and 7 (seen by O), O after 6 (seen by O) and 8 (seen by X).
    """
    return "O" if game.move_count // 2 % 2 else "X"


def _swap(written: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(written)
    def swapped(state: Any, game: Any) -> Any:
        return written(game, state)

    return swapped
