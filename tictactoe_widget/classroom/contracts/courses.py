"""Contracts for individual courses and libraries, and adapters that convert players."""

import functools
import sys
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache, partial, wraps
from inspect import getattr_static, isclass
from itertools import product
from types import FunctionType, MappingProxyType, ModuleType, SimpleNamespace
from typing import Any, Literal, NamedTuple

from tictactoe_widget.players.builtin import find_player
from tictactoe_widget.players.calling import (
    RESIGN,
    Player,
    ResignedError,
    choose_move,
    describe_player,
    named_after_player,
)
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import MNK, STANDARD
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Board, Mark, opponent
from tictactoe_widget.validation import ByName, brief, check_kind, type_name, visible

from .contract import (
    Contract,
    Function,
    Functions,
    positional_parameters,
    read_index,
    read_items,
    read_list,
    read_numbers,
    read_square,
    read_squares,
)

# Contracts with plain functions. A board is a `Game`, a flat list or, as in CS50, a list of
# rows.


class _FunctionsContract(Contract):
    """Base class for contracts with eight plain functions whose names are the same as in CS50.

    A check calls ``winner`` and ``terminal`` on every board, and ``utility`` on finished
    boards. A check calls ``player``, ``actions``, ``result`` and ``minimax`` on unfinished
    boards. For other boards, the contract does not define what these functions return.
    """

    functions = (
        Function("initial_state", "initial_state", "start"),
        Function("player", "player", "open"),
        Function("actions", "actions", "open"),
        Function("result", "result", "moves"),
        Function("winner", "winner", "all"),
        Function("terminal", "terminal", "all"),
        Function("utility", "utility", "over"),
        Function("minimax", "minimax", "open"),
    )


class GameContract(_FunctionsContract):
    """Contract of this package: a board is a `Game`, and a move is a cell."""

    name = "game"
    title = "Game class of this package"

    def check_rules(self, rules: Rules) -> None:
        """Accept all rules, because a `Game` contains its rules."""

    def encode(self, game: Game) -> Game:
        """Return the game itself, because games are immutable."""
        return game

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each of a game's cells, with None for empty cells."""
        return self.decode(board, rules).board

    def decode(self, board: Any, rules: Rules = STANDARD) -> Game:
        """Return `board` itself if it is a `Game`, otherwise raise a ValueError."""
        if not isinstance(board, Game) or board.rules != rules:
            raise ValueError(
                f"a board must be a Game of {visible(rules.title)}, not {brief(board)}"
            )
        return board

    def ask(self, functions: Functions, game: Game) -> object:
        """Call the student's function to get a move, in any form that a player can return.

        The answer is a cell, `RESIGN`, or a generator of answers that get better and better.
        """
        return functions[self.chooser.name](game)

    def play_as(self, player: Player, rules: Rules = STANDARD) -> Callable[[Any], Any]:
        """Convert a player to a function that takes a game, with any rules.

        If the player resigns, the function returns `RESIGN`.
        """
        del rules

        def agent(board: Any) -> Any:
            if not isinstance(board, Game):
                raise ValueError(f"a board must be a Game, not {brief(board)}")
            try:
                return None if board.is_over else choose_move(player, board)
            except ResignedError:
                return RESIGN

        return named_after_player(player, agent)


class FlatContract(_FunctionsContract):
    """Contract with a flat board: a list of "X", "O" and None. A move is an index.

    Examples
    --------
    >>> FlatContract().encode(Game(moves=(5, 6)))
    [None, None, None, None, None, 'X', 'O', None, None]
    """

    name = "flat"
    title = "Flat list"

    def encode(self, game: Game) -> list[Any]:
        """Return the position as a new list with one item per cell."""
        self.check_rules(game.rules)
        return list(game.board)

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark for each item in the list, with None for empty cells."""
        self.check_rules(rules)
        return read_squares(read_items(board, rules.cell_count, "a board"), "X", "O", None)


class Cs50Contract(_FunctionsContract):
    """Contract for Harvard's CS50 AI: a board is a list of rows, and a move is (row, column).

    Rows and columns are counted from 0. ``result`` must raise an exception for an illegal move,
    such as a taken cell or a negative number. Python accepts ``board[-1][0]``, because it
    counts negative indices from the end, but (-1, 0) is an illegal move. On a finished board,
    ``minimax`` must return None. The course does not define what ``player``, ``actions`` and
    ``result`` return for finished boards, or what ``utility`` returns for unfinished boards.

    Examples
    --------
    >>> contract = Cs50Contract()
    >>> contract.encode(Game(moves=(5, 6)))
    [[None, None, None], [None, None, 'X'], ['O', None, None]]
    >>> contract.encode_move(5)
    (1, 2)
    """

    name = "cs50"
    title = "CS50's Introduction to Artificial Intelligence"
    functions = (*_FunctionsContract.functions[:-1], Function("minimax", "minimax", "all"))

    def encode(self, game: Game) -> list[list[Any]]:
        """Return the position as a new list of rows."""
        self.check_rules(game.rules)
        width = game.rules.layout.columns
        board = game.board
        return [list(board[start : start + width]) for start in range(0, len(board), width)]

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each cell of a list of rows, with None for empty cells."""
        self.check_rules(rules)
        layout = rules.layout
        squares: list[Any] = []
        for number, row in enumerate(read_items(board, layout.rows, "a board", "rows")):
            squares += read_items(row, layout.columns, f"row {number} of the board")
        return read_squares(squares, "X", "O", None)

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> tuple[int, int]:
        """Return a cell's row and column as (i, j), both counted from 0."""
        self.check_rules(rules)
        return divmod(cell, rules.layout.columns)

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell for a move (i, j). Raise a ValueError for anything else."""
        self.check_rules(rules)
        return read_square(move, rules, "a move", ("row i", "column j"))

    def remark(self, function: Function, answer: Any) -> str:
        """Return a remark if ``actions`` returned something other than a set."""
        if function.role != "actions" or isinstance(answer, AbstractSet):
            return ""
        return (
            "The function passed, but the course asks for a set of tuples, not for a value of "
            f"type {type_name(type(answer))}."
        )

    def illegal_moves(self, game: Game) -> tuple[Any, ...]:
        """Return moves to taken cells and to squares just outside the board.

        The course requires ``result`` to raise an exception if an action is not valid for the
        board.
        """
        taken = [cell for cell, mark in enumerate(game.board) if mark is not None]
        layout = game.rules.layout
        outside = [(-1, 0), (0, -1), (layout.rows, 0), (0, layout.columns)]
        return (*(self.encode_move(cell, game.rules) for cell in taken), *outside)


# Contract for the Python games from "Artificial Intelligence: A Modern Approach".

_Square = tuple[int, int]  # row and column of a cell, both counted from 1

_OF_A_GAME = ("to_move", "actions", "result", "terminal_test", "utility")


class GameState(NamedTuple):
    """A game's state, with the same fields as in AIMA's code."""

    to_move: Mark  # player to move (if the game is over, the player who would have been next)
    utility: int  # 1 if X has won, -1 if O has won, otherwise 0
    board: dict[_Square, Mark]  # marks by (row, column), without empty cells
    moves: list[_Square]  # empty cells, even after the end of the game


@dataclass(frozen=True)
class _AimaGame:
    """Game object that provides the methods that AIMA's searches and players call.

    Parameters
    ----------
    rules : MNK
        Rules of the game, which can't be misère.
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
        """Number of marks that form a line."""
        return self.rules.k

    @property
    def initial(self) -> GameState:
        """State of the empty board."""
        return AimaContract().encode(Game(self.rules))

    def actions(self, state: GameState) -> list[_Square]:
        """Return the empty cells."""
        return list(state.moves)

    def result(self, state: GameState, move: _Square) -> GameState:
        """Return the state after a move. After an illegal move, return the state unchanged."""
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
        """Return a finished state's value for a player: 1, 0 or -1."""
        return state.utility if player == "X" else -state.utility

    def terminal_test(self, state: GameState) -> bool:
        return state.utility != 0 or not state.moves

    def to_move(self, state: GameState) -> Mark:
        return state.to_move

    def display(self, state: GameState) -> None:
        for row in range(1, self.h + 1):
            print(*(state.board.get((row, c), ".") for c in range(1, self.v + 1)))  # noqa: T201 - AIMA's method prints, too


class AimaContract(Contract):
    """Contract for AIMA's Python code: a state has four fields, and (1, 1) is the first cell.

    The contract requires the methods of AIMA's class ``Game`` (or plain functions with the same
    names) and the search ``minmax_decision(state, game)``. In this search, ``game`` is an
    object that has the other functions as methods. An illegal move is not an error, but leaves
    the state unchanged. A check asks for some utilities from X's point of view, and for others
    from O's. A check never calls a search on a finished state, because the book does not define
    the answer.

    A player is a function ``player(game, state)``. Some of AIMA's code has the arguments in the
    opposite order. If the first parameter is named ``state`` or ``game``, the check passes the
    arguments in the matching order.

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
        """Raise a ValueError unless these are rules for an m,n,k-game that isn't misère."""
        _plain(rules)

    def encode(self, game: Game) -> GameState:
        """Return the position as a new state."""
        squares = _squares(_plain(game.rules))
        board = {square: mark for square, mark in zip(squares, game.board, strict=True) if mark}
        moves = [square for square in squares if square not in board]
        return GameState(game.state.to_move, _utility(game), board, moves)

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each of a state's cells, with None for empty cells."""
        rules = _plain(rules)
        held = getattr(board, "board", None)
        if not isinstance(held, Mapping):
            raise ValueError(
                "a state must be a GameState whose board is a dict that maps (row, "
                f"column) to 'X' or 'O', not {brief(board)}"
            )
        marks: list[Any] = [None] * rules.cell_count
        for square, mark in held.items():
            cell = _read_square(square, rules, "a key of the board")
            if not (isinstance(mark, str) and mark in ("X", "O")):
                raise ValueError(
                    f"the board must have 'X' or 'O' at {square}, not {brief(mark)}: "
                    "leave out empty cells"
                )
            marks[cell] = "X" if mark == "X" else "O"  # a mark can be an enum member
        return tuple(marks)

    def decode(self, board: Any, rules: Rules = STANDARD) -> Game:
        """Convert a state to a game that has reached the same position."""
        game = super().decode(board, rules)
        if getattr(board, "to_move", None) != game.state.to_move:
            raise ValueError(
                f"to_move must be {game.state.to_move!r} in this state, not "
                f"{brief(getattr(board, 'to_move', None))}"
            )
        return game

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> _Square:
        """Return a cell's row and column, both counted from 1."""
        row, column = divmod(cell, rules.layout.columns)
        return row + 1, column + 1

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell for a pair (row, column). Raise a ValueError for anything else."""
        return _read_square(move, _plain(rules), "a move")

    def arguments(
        self, function: Function, game: Game, cell: int | None = None
    ) -> tuple[Any, ...]:
        """Create new arguments for a call to one of the contract's functions."""
        state = self.encode(game)
        match function.role:
            case "utility":
                return (state, _asked_for(game))
            case "minimax":
                return (state, _AimaGame(_plain(game.rules)))
            case _:
                return (state,) if cell is None else (state, self.encode_move(cell, game.rules))

    def read(self, function: Function, answer: Any, game: Game) -> Any:
        """Convert a function's answer to a form that is the same for all contracts."""
        read = super().read(function, answer, game)
        if function.role == "result":
            self._check_fields(answer, read, game)
        seen_by_o = function.role == "utility" and _asked_for(game) == "O"
        return -read if seen_by_o else read

    def encode_utility(self, utility: int, arguments: tuple[Any, ...]) -> int:
        """Convert X's utility to the utility for the player in `arguments`."""
        return -utility if arguments[1] == "O" else utility

    def adapt(self, function: Function, written: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a student's function so that it accepts the `arguments` of `function`."""
        if function.role == "minimax" and (positional_parameters(written) or [""])[0] == "game":
            return _swap(written)
        return written

    def adapt_chooser(self, written: Callable[..., Any]) -> Callable[..., Any]:
        """Swap an AIMA player's parameters, ``(game, state)``, unless the state comes first."""
        first = (positional_parameters(written) or [""])[0]
        return written if first == "state" else _swap(written)

    def call_chooser(self, functions: Functions, game: Game) -> Any:
        """Call the student's search with a game object that contains the other functions."""
        state, theirs = self.arguments(self.chooser, game)
        vars(theirs).update({name: functions[name] for name in _OF_A_GAME if name in functions})
        return functions[self.chooser.name](state, theirs)

    def play_as(self, player: Player, rules: Rules = STANDARD) -> Callable[[Any, Any], Any]:
        """Convert a player to an AIMA player: a function that takes a game and a state."""

        def agent(game: Any, state: Any) -> Any:
            del game
            return self.answer(player, state, rules)

        return named_after_player(player, agent)

    def _check_fields(self, answer: Any, marks: Board, before: Game) -> None:
        """Raise a ValueError if a state's board is right but another field is wrong."""
        made = [cell for cell in before.legal_moves if marks[cell] is not None]
        after = before.play(made[0]) if len(made) == 1 else before
        if after is before or after.board != marks:
            return
        for name, right in (("to_move", after.state.to_move), ("utility", _utility(after))):
            given = getattr(answer, name, None)
            if given != right:
                raise ValueError(
                    f"{name} must be {right!r} in the new state, not {brief(given)}"
                )
        moves = getattr(answer, "moves", None)
        empty = {cell for cell, mark in enumerate(marks) if mark is None}
        if self.read_moves(moves, before.rules) != empty:
            raise ValueError(
                f"moves must list the empty cells of the new state, not {brief(moves)}"
            )


_read_square = partial(read_square, names=("row", "column"), first=1)


@lru_cache(maxsize=64)
def _plain(rules: Rules) -> MNK:
    """Convert rules to plain m,n,k rules, as in AIMA's code, or raise a ValueError."""
    layout = rules.layout
    plain = MNK(layout.rows, layout.columns, getattr(rules, "k", layout.columns))
    if rules != plain:
        raise ValueError(
            "the contract aima supports only k-in-a-row games on one board, not "
            f"{visible(rules.title)}: use the contract 'game'"
        )
    return plain


@lru_cache(maxsize=64)
def _squares(rules: MNK) -> Mapping[_Square, int]:
    """Map each pair (row, column) to its cell, in the order of the cells."""
    places = product(range(1, rules.rows + 1), range(1, rules.columns + 1))
    return MappingProxyType({square: cell for cell, square in enumerate(places)})


@lru_cache(maxsize=64)
def _lines_through(rules: MNK) -> Mapping[_Square, Sequence[frozenset[_Square]]]:
    """Map each cell to the lines through it. Each cell is a pair (row, column)."""
    squares = list(_squares(rules))
    lines = [frozenset(squares[cell] for cell in line) for line in rules.lines]
    return {square: [line for line in lines if square in line] for square in squares}


def _utility(game: Game) -> int:
    return {"X": 1, "O": -1}.get(game.winner or "", 0)


def _asked_for(game: Game) -> Literal["X", "O"]:
    """Return the player whose utility a check asks for when a game is over.

    The check asks for X's utility if there are 5, 8 or 9 marks on the board, and for O's if
    there are 6 or 7. In this way, a check covers wins by X and wins by O from both points of
    view.
    """
    return "O" if game.move_count // 2 % 2 else "X"


def _swap(written: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(written)
    def swapped(state: Any, game: Any) -> Any:
        return written(game, state)

    return swapped


# Base class for contracts with a single function, which is an agent for the 3x3 board.


class AgentContract(Contract):
    """Base class for contracts of libraries that have their own tic-tac-toe game and agents.

    A check calls an agent only on unfinished boards.
    """

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the move, which is already a cell.

        Raise a ValueError if the cell doesn't exist.
        """
        self.check_rules(rules)
        return read_index(move, 9, "an action")

    def adapt(self, function: Function, written: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap an agent that lacks the last parameter, so that it accepts all arguments."""
        count = len(self.arguments(function, Game()))
        taken = positional_parameters(written)
        if taken is None or len(taken) >= count:
            return written

        @wraps(written)
        def shortened(*arguments: Any) -> Any:
            return written(*arguments[: len(taken)])

        return shortened

    def play_as(self, player: Player, rules: Rules = STANDARD) -> Any:
        """Convert a player to an agent: a function that takes an observation."""

        def agent(observation: Any, *_: Any, **__: Any) -> Any:
            return self.encode_move(choose_move(player, self.decode(observation, rules)))

        return named_after_player(player, agent)

    def check_rules(self, rules: Rules) -> None:
        """Raise a ValueError unless these are the standard rules."""
        if rules != STANDARD:
            raise ValueError(
                f"the contract {self.name} supports only the standard game, not "
                f"{visible(rules.title)}: use the contract 'game'"
            )

    def arguments(
        self, function: Function, game: Game, cell: int | None = None
    ) -> tuple[Any, ...]:
        """Create a new observation, which is the argument for a call to the agent."""
        del function, cell
        return (self.encode(game),)


class _LibraryPlayer:
    """Base class for players that have the same methods as a library's own players."""

    def __init__(self, contract: AgentContract, player: Player) -> None:
        super().__init__()  # OpenSpiel's own base class needs this call
        self.name = describe_player(player)
        self._contract = contract
        self._player = player

    def _choose(self, board: Any) -> int:
        game = self._contract.decode(board)
        move: int = self._contract.encode_move(choose_move(self._player, game))
        return move


def _check_agent_turn(game: Game, turn: object, expected: object, what: str) -> None:
    """Raise a ValueError unless `turn` is the player to move on this board.

    If the game is over, it is nobody's turn, so any player is accepted.
    """
    if not game.is_over and turn != expected:
        raise ValueError(
            f"{what} must be {expected!r} (the player to move on this board), not {brief(turn)}"
        )


# Contract for Kaggle's environments: an agent takes an observation and a configuration.

_NUMBERS = {None: 0, "X": 1, "O": 2}


class _Struct(dict[str, Any]):
    """Dict whose items can also be read as attributes, as in Kaggle's observations."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


class KaggleContract(AgentContract):
    """Contract for Kaggle's tictactoe: ``agent(observation, configuration)`` returns a cell.

    ``observation.board`` is a flat list, row by row, with 0 for an empty cell, 1 for an X and 2
    for an O. ``observation.mark`` is the number that stands for the agent's own mark. As on
    Kaggle, an agent doesn't need the parameter ``configuration``.

    Examples
    --------
    >>> observation = KaggleContract().encode(Game(moves=(5, 6)))
    >>> observation.board, observation["mark"]
    ([0, 0, 0, 0, 0, 1, 2, 0, 0], 1)
    """

    name = "kaggle"
    title = "Kaggle environments"
    functions = (Function("agent", "agent", "open"),)

    def encode(self, game: Game) -> _Struct:
        """Return the position as an observation for the player to move."""
        self.check_rules(game.rules)
        return _Struct(
            remainingOverageTime=2,
            step=game.move_count,
            board=[_NUMBERS[mark] for mark in game.board],
            mark=_NUMBERS[game.state.to_move],
        )

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each of an observation's cells, with None for empty cells."""
        self.check_rules(rules)
        return read_squares(read_items(_get(board, "board"), 9, "the board"), 1, 2, 0)

    def decode(self, board: Any, rules: Rules = STANDARD) -> Game:
        """Convert the observation of the player to move into a game at the same position."""
        game = super().decode(board, rules)
        _check_agent_turn(game, _get(board, "mark"), _NUMBERS[game.state.to_move], "mark")
        return game

    def arguments(
        self, function: Function, game: Game, cell: int | None = None
    ) -> tuple[Any, ...]:
        """Create a new observation and a new configuration for a call to the agent."""
        configuration = _Struct(episodeSteps=10, actTimeout=1, runTimeout=1200, agentTimeout=2)
        return (*super().arguments(function, game, cell), configuration)


def _get(observation: Any, name: str) -> Any:
    """Read an item from an observation, which is a dict or an object with attributes."""
    if isinstance(observation, Mapping):
        found = observation.get(name)
    else:
        found = getattr(observation, name, None)
    if found is None:
        raise ValueError(
            f"an observation must have the field {name}, but {brief(observation)} has no "
            "such field"
        )
    return found


# Contract for OpenSpiel: a bot's ``step(state)`` returns an action.

_SIGNS = {None: ".", "X": "x", "O": "o"}
_MARKS: dict[str, Mark | None] = {sign: mark for mark, sign in _SIGNS.items()}  # type: ignore[misc]

_TERMINAL = -4
# Number that OpenSpiel returns as the current player when the game is over.


class OpenSpielState:
    """Substitute for an OpenSpiel state, for programs that run without OpenSpiel.

    An `OpenSpielState` has the same methods as OpenSpiel's own states. Player 0 plays x and
    moves first. `apply_action` changes the state in place.

    Parameters
    ----------
    game : Game
        Game whose position the state represents.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._before: list[Game] = []

    def __str__(self) -> str:
        signs = "".join(_SIGNS[mark] for mark in self._game.board)
        return "\n".join(signs[start : start + 3] for start in (0, 3, 6))

    def __repr__(self) -> str:
        return str(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OpenSpielState):
            return NotImplemented
        return self._game.key == other._game.key

    __hash__ = None  # type: ignore[assignment] # states are mutable

    def current_player(self) -> int:
        """Return the number (0 or 1) of the player to move, or -4 if the game is over."""
        return _TERMINAL if self._game.is_over else self._game.move_count % 2

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the empty cells, or an empty list if it isn't the player's turn."""
        is_asked = player is None or player == self.current_player()
        return list(self._game.legal_moves) if is_asked else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Return a list with a 1 for each legal action, and a 0 for every other cell."""
        legal = self.legal_actions(player)
        return [int(cell in legal) for cell in range(9)]

    def apply_action(self, action: int) -> None:
        """Make a move, or raise `IllegalMoveError` if the move is illegal."""
        following = self._game.play(action)
        self._before.append(self._game)
        self._game = following

    def undo_action(self, player: int, action: int) -> None:
        """Take back the last move, which `player` made."""
        if not self._before or self._before[-1].play(action) != self._game:
            raise ValueError(
                f"player and action must match the last move, but {player} and "
                f"{brief(action)} do not"
            )
        self._game = self._before.pop()

    def child(self, action: int) -> "OpenSpielState":
        """Return the state after a move, and leave this state unchanged."""
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> "OpenSpielState":
        """Return a copy of this state."""
        copy = OpenSpielState(self._game)
        copy._before = list(self._before)
        return copy

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self._game.is_over

    def is_chance_node(self) -> bool:
        """Return False, because no move is random."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Return False, because the players take turns."""
        return False

    def returns(self) -> list[float]:
        """Return the state's value (1, 0 or -1) for player 0 and for player 1."""
        value = {"X": 1.0, "O": -1.0}.get(self._game.winner or "", 0.0)
        return [value, -value]

    def rewards(self) -> list[float]:
        """Return both players' rewards for the last move: the same values as `returns`."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """Return the state's value (1, 0 or -1) for one player."""
        return self.returns()[player]

    def num_players(self) -> int:
        """Return 2, the number of players."""
        return 2

    def num_distinct_actions(self) -> int:
        """Return 9, the number of distinct actions."""
        return 9

    def move_number(self) -> int:
        """Return the number of moves made so far."""
        return self._game.move_count

    def history(self) -> list[int]:
        """Return the actions that led to this state, in order."""
        return list(_order_of(self._game))

    def action_to_string(self, player: int, action: int) -> str:
        """Return an action as text. For example, ``"x(1,2)"`` means x in row 1, column 2."""
        row, column = divmod(action, 3)
        return f"{'xo'[player]}({row},{column})"

    def observation_string(self, player: int | None = None) -> str:
        """Return the board as text, which is the same for both players."""
        del player
        return str(self)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return 27 zeros and ones: nine each for the empty cells, the o's and the x's."""
        del player
        board = self._game.board
        return [float(mark == plane) for plane in (None, "O", "X") for mark in board]


class _OpenSpielBot(_LibraryPlayer):
    """OpenSpiel bot whose moves are chosen by one of this package's players."""

    def step(self, state: Any) -> int:
        return self._choose(state)

    def restart(self) -> None:
        """Begin a new game. The bot has nothing to reset."""

    def restart_at(self, state: Any) -> None:
        """Begin a game from the given state. The bot has nothing to reset."""

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Ignore the opponent's move, because `step` gets the new state."""


class OpenSpielContract(AgentContract):
    """Contract for OpenSpiel's tic_tac_toe: a bot's ``step(state)`` returns an action.

    An action is a cell, numbered row by row from 0. If the program has loaded ``pyspiel``, bots
    receive states from its ``tic_tac_toe`` game. Without ``pyspiel``, bots receive an
    `OpenSpielState`, which has the same methods. A check calls a bot's ``step`` method, but
    does not inform the bot of moves.

    Examples
    --------
    >>> contract = OpenSpielContract()
    >>> state = contract.encode(Game(moves=(5, 6)))
    >>> state.observation_tensor()[9:18]  # the plane of o
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]
    """

    name = "openspiel"
    title = "OpenSpiel"
    functions = (Function("step", "agent", "open"),)

    def encode(self, game: Game) -> Any:
        """Return the position as a new state."""
        self.check_rules(game.rules)
        pyspiel = sys.modules.get("pyspiel")
        if pyspiel is None:
            return OpenSpielState(game)
        state = pyspiel.load_game("tic_tac_toe").new_initial_state()
        for cell in _order_of(game):
            state.apply_action(cell)
        return state

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each of a state's cells, with None for empty cells.

        Instead of a state, `board` can be an observation: a string or a tensor of 27 numbers.
        The tensor can be a single list, or three planes (empty, o, x) with three rows each.
        """
        self.check_rules(rules)
        if isinstance(board, str):
            return _read_text(board)
        if hasattr(board, "legal_actions"):
            return _read_text(str(board))
        return _read_tensor(board)

    def play_as(self, player: Player, rules: Rules = STANDARD) -> _OpenSpielBot:
        """Convert a player to an OpenSpiel bot.

        If the program has loaded ``pyspiel``, the bot is a ``pyspiel.Bot``, because OpenSpiel's
        C++ functions accept nothing else.
        """
        del rules
        pyspiel = sys.modules.get("pyspiel")
        if pyspiel is None:
            return _OpenSpielBot(self, player)
        kind = type("OpenSpielBot", (_OpenSpielBot, pyspiel.Bot), {})
        bot: _OpenSpielBot = kind(self, player)
        return bot


def _order_of(game: Game) -> tuple[int, ...]:
    """Return moves that lead from the empty board to a game's position.

    If the game started from a custom position and one player has won, the winning move comes
    last.
    """
    if len(game.moves) == game.move_count:
        return game.moves
    x = [cell for cell, mark in enumerate(game.board) if mark == "X"]
    o = [cell for cell, mark in enumerate(game.board) if mark == "O"]
    shared = set.intersection(*map(set, game.winning_lines)) if game.winning_lines else set()
    for cells in (x, o):
        cells.sort(key=lambda cell: cell in shared)
    return tuple((o if ply % 2 else x)[ply // 2] for ply in range(game.move_count))


def _read_text(text: str) -> Board:
    rows = text.split("\n")
    signs = "".join(rows)
    if list(map(len, rows)) != [3, 3, 3] or not set(signs) <= _MARKS.keys():
        raise ValueError(
            f"a board must have three rows of three characters ('x', 'o' or '.'), not {text!r}"
        )
    return tuple(_MARKS[sign] for sign in signs)


def _read_tensor(tensor: Any) -> Board:
    parts = read_list(tensor, "the board must be an OpenSpiel state or its observation")
    shape = (27,) if len(parts) == 27 else (3, 3, 3)
    numbers = read_numbers(tensor, shape, "the tensor")
    empty, o, x = numbers[:9], numbers[9:18], numbers[18:]
    for cell in range(9):
        if empty[cell] + o[cell] + x[cell] != 1:
            raise ValueError(
                f"cell {cell} must be 1 in exactly one of the three planes (empty, o and x)"
            )
    return tuple("X" if x[c] else "O" if o[c] else None for c in range(9))


# Contract for PettingZoo's tictactoe_v3: an observation has planes of marks and an action mask.

_AGENTS = {"X": "player_1", "O": "player_2"}


class PettingZooContract(AgentContract):
    """Contract for PettingZoo's tictactoe_v3: ``policy(observation, agent)`` returns an action.

    Actions are numbered column by column, from top to bottom. For example, actions 0, 1 and 2
    are in the left column. An observation is the dictionary that ``env.last()`` returns for the
    agent to move. ``"observation"`` contains 3×3×2 numbers, indexed as
    ``[column][row][plane]``. Plane 0 contains the agent's own marks, and plane 1 contains the
    opponent's marks. ``"action_mask"`` has a 1 for each legal action. The observation and the
    mask are arrays if the program has loaded NumPy, otherwise lists. The parameter ``agent`` is
    ``"player_1"`` for X or ``"player_2"`` for O. A policy doesn't need this parameter.

    Examples
    --------
    >>> contract = PettingZooContract()
    >>> contract.encode_move(5), contract.decode_move(7)
    (7, 5)
    """

    name = "pettingzoo"
    title = "PettingZoo"
    functions = (Function("policy", "agent", "open"),)

    def encode(self, game: Game) -> dict[str, Any]:
        """Return the position as an observation for the player to move."""
        self.check_rules(game.rules)
        own = game.state.to_move
        board = game.board
        planes = [
            [
                [int(board[_cell(column, row)] == mark) for mark in (own, opponent(own))]
                for row in range(3)
            ]
            for column in range(3)
        ]
        mask = [int(board[self.decode_move(action)] is None) for action in range(9)]
        return {"observation": _array(planes), "action_mask": _array(mask)}

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each of an observation's cells, with None for empty cells.

        The observation must be the one for the player to move. The number of marks on the board
        shows whether X or O is to move.
        """
        self.check_rules(rules)
        if not isinstance(board, Mapping) or "observation" not in board:
            raise ValueError(
                f'an observation must be a dict with the key "observation", not {brief(board)}'
            )
        numbers = read_numbers(board["observation"], (3, 3, 2), "the observation")
        own, other = numbers[0::2], numbers[1::2]
        if sum(other) - sum(own) not in (0, 1):
            raise ValueError(
                "the observation must come from the agent to move (own marks: "
                f"{sum(own)}, opponent's marks: {sum(other)})"
            )
        mover: Mark = "O" if sum(other) > sum(own) else "X"
        marks: list[Mark | None] = [None] * 9
        for action in range(9):
            if own[action] and other[action]:
                raise ValueError(
                    f"the cell for action {action} must have at most one mark, not one "
                    "from each player"
                )
            if own[action] or other[action]:
                marks[self.decode_move(action)] = mover if own[action] else opponent(mover)
        return tuple(marks)

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> int:
        """Return the action for a cell. Actions are numbered column by column."""
        del rules
        row, column = divmod(cell, 3)
        return 3 * column + row

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell for an action. Raise a ValueError for anything else."""
        return _cell(*divmod(super().decode_move(move, rules), 3))

    def arguments(
        self, function: Function, game: Game, cell: int | None = None
    ) -> tuple[Any, ...]:
        """Create a new observation, and return it with the name of the agent to move."""
        return (*super().arguments(function, game, cell), _AGENTS[game.state.to_move])


def _cell(column: int, row: int) -> int:
    return 3 * row + column


def _array(numbers: list[Any]) -> Any:
    """Return numbers as an array if NumPy is loaded, otherwise as a list."""
    numpy = sys.modules.get("numpy")
    return numbers if numpy is None else numpy.array(numbers, dtype=numpy.int8)


# Contract for easyAI: moves change the game object, and players have a method ``ask_move``.


@dataclass
class _EasyAIGame:
    """Game object that provides the methods that easyAI's players and algorithms call.

    Positions are numbered from 1 to 9, row by row. Player 1 is X and moves first. `make_move`
    changes the board, but only `switch_player` passes the turn.
    """

    # number in each cell: 0 if the cell is empty, otherwise the player's number
    board: list[int] = field(default_factory=lambda: [0] * 9)
    current_player: int = 1  # number of the player to move, 1 or 2
    players: list[Any] = field(default_factory=lambda: [None, None])
    nmove: int = 0

    @property
    def opponent_index(self) -> int:
        """Number of the other player, whose turn it isn't."""
        return 3 - self.current_player

    @property
    def player(self) -> Any:
        return self.players[self.current_player - 1]

    @property
    def opponent(self) -> Any:
        return self.players[self.opponent_index - 1]

    def possible_moves(self) -> list[int]:
        """Return the positions of the empty cells."""
        return [position for position, number in enumerate(self.board, 1) if not number]

    def make_move(self, move: int | str) -> None:
        """Put the current player's number at a position."""
        self.board[int(move) - 1] = self.current_player

    def unmake_move(self, move: int | str) -> None:
        """Make a position empty again."""
        self.board[int(move) - 1] = 0

    def lose(self) -> bool:
        """Return True if the opponent of the player to move has completed a line."""
        return any(
            all(self.board[cell] == self.opponent_index for cell in line)
            for line in STANDARD.lines
        )

    def is_over(self) -> bool:
        return self.lose() or 0 not in self.board

    def scoring(self) -> int:
        """Return -100 if the player to move has lost, otherwise 0."""
        return -100 if self.lose() else 0

    def switch_player(self) -> None:
        self.current_player = self.opponent_index

    def play_move(self, move: int | str) -> None:
        self.make_move(move)
        self.switch_player()

    def copy(self) -> "_EasyAIGame":
        return deepcopy(self)

    def ttentry(self) -> tuple[int, ...]:
        """Return the position as a key for a transposition table."""
        return (self.current_player, *self.board)

    def ttrestore(self, entry: tuple[int, ...]) -> None:
        """Restore the position from a key that `ttentry` returned."""
        self.current_player, *self.board = entry

    def show(self) -> None:
        marks = [".XO"[number] for number in self.board]
        for row in range(3):
            print(*marks[3 * row : 3 * row + 3])  # noqa: T201 - easyAI's method prints, too


class _EasyAIPlayer(_LibraryPlayer):
    """easyAI player whose moves are chosen by one of this package's players."""

    def ask_move(self, game: Any) -> int:
        """Return the position to play, as a number from 1 to 9."""
        return self._choose(game)


class EasyAIContract(AgentContract):
    """Contract for easyAI: a player's ``ask_move(game)`` returns a position from 1 to 9.

    A game has ``board`` (nine numbers: 0 for empty, 1 for X, 2 for O), ``current_player``,
    ``possible_moves()``, ``make_move(move)``, ``is_over()``, ``switch_player()`` and all the
    other methods that easyAI's algorithms call. ``make_move`` changes the game in place. A move
    can also be a str, such as ``"5"``.

    Examples
    --------
    >>> contract = EasyAIContract()
    >>> contract.encode(Game(moves=(5, 6))).board
    [0, 0, 0, 0, 0, 1, 2, 0, 0]
    >>> contract.encode_move(5)
    6
    """

    name = "easyai"
    title = "easyAI"
    functions = (Function("ask_move", "agent", "open"),)

    def encode(self, game: Game) -> _EasyAIGame:
        """Return the position as a new easyAI game."""
        self.check_rules(game.rules)
        return _EasyAIGame(
            board=[_NUMBERS[mark] for mark in game.board],
            current_player=_NUMBERS[game.state.to_move],
            nmove=game.move_count,
        )

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each cell of an easyAI game, with None for empty cells."""
        self.check_rules(rules)
        squares = read_items(getattr(board, "board", None), 9, "the board of a game")
        return read_squares(squares, 1, 2, 0)

    def decode(self, board: Any, rules: Rules = STANDARD) -> Game:
        """Convert an easyAI game to a `Game` that has reached the same position."""
        game = super().decode(board, rules)
        turn = getattr(board, "current_player", None)
        _check_agent_turn(game, turn, _NUMBERS[game.state.to_move], "current_player")
        return game

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> int:
        """Return a cell's easyAI position, counted from 1."""
        del rules
        return cell + 1

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell at an easyAI position, which can be an int or a str."""
        self.check_rules(rules)
        is_number = isinstance(move, str) and move.isascii() and move.isdigit()
        number = int(move) if is_number and len(move) == 1 else move
        return read_index(number, 9, "a move", first=1) - 1

    def play_as(self, player: Player, rules: Rules = STANDARD) -> _EasyAIPlayer:
        """Convert a player to an easyAI player."""
        del rules
        return _EasyAIPlayer(self, player)


# The contracts, by name.

_ALL: tuple[Contract, ...] = (
    GameContract(),
    FlatContract(),
    Cs50Contract(),
    AimaContract(),
    KaggleContract(),
    OpenSpielContract(),
    PettingZooContract(),
    EasyAIContract(),
)

CONTRACTS: Mapping[str, Contract] = MappingProxyType(
    ByName("contract", ((contract.name, contract) for contract in _ALL))
)
"""This package's contracts, by name."""


def find_contract(contract: str | Contract) -> Contract:
    """Return the contract with the given name.

    If you pass a contract, it is returned unchanged.

    Raises
    ------
    TypeError
        If `contract` is neither a contract nor a contract's name.
    ValueError
        If no contract has the given name.

    Examples
    --------
    >>> find_contract("cs50").title
    "CS50's Introduction to Artificial Intelligence"
    """
    if isinstance(contract, Contract):
        return contract
    name = check_kind(contract, "contract", str, expected="the name of a contract")
    try:
        return CONTRACTS[name]
    except KeyError as error:
        raise ValueError(*error.args) from None


# Adapters that turn a student's code into a player, and a player into a course's code.


def find_functions(student: Any, contract: Contract) -> dict[str, Callable[..., Any]]:
    """Find those functions in a student's code that a contract requires.

    Parameters
    ----------
    student : module, mapping, class or object
        Student's code: a module, ``globals()``, a namespace, an object with methods, or a class
        of plain functions without ``self``.
    contract : Contract
        Contract that lists the required functions.

    Returns
    -------
    dict
        The functions that were found, by name, in the contract's order. Each function accepts
        the arguments that `Contract.arguments` returns.

    Raises
    ------
    ValueError
        If `student` is a class and one of its functions is an instance method.
    """
    found = {}
    for function in contract.functions:
        if isinstance(student, Mapping):
            written = student.get(function.name)
        else:
            written = getattr(student, function.name, None)
        if callable(written):
            if isclass(student):
                _check_no_method(student, function.name)
            found[function.name] = contract.adapt(function, written)
    return found


def as_player(student: Any, contract: str | Contract = "game") -> Player:
    """Return a player that calls a student's code to choose its moves.

    Parameters
    ----------
    student : module, mapping, object or callable
        The student's functions: a module, ``globals()``, a namespace, an object with methods,
        or a class of plain functions without ``self``. You can also pass only the function that
        chooses a move, or another callable such as a ``functools.partial``.
    contract : str or Contract, default "game"
        Course interface that the student's functions implement, or the interface's name.

    Returns
    -------
    callable
        Player for boards and matches, whose ``name`` is the name of the student's module, class
        or function.

    Raises
    ------
    TypeError
        If `contract` is neither a contract nor a contract's name, or if the function that
        chooses a move is defined with ``async def``.
    ValueError
        If the function that chooses a move is missing, if the contract does not exist, or if
        `student` is a class with instance methods.

    Examples
    --------
    >>> def minimax(board):
    ...     return next((i, j) for i in range(3) for j in range(3) if board[i][j] is None)
    >>> from tictactoe_widget import Game
    >>> as_player(minimax, contract="cs50")(Game(moves=(0, 4)))
    1
    """
    contract = find_contract(contract)
    chooser = contract.chooser.name
    functions = find_functions(student, contract)
    if chooser not in functions and callable(student):
        if isclass(student):
            raise ValueError(_needs_object(student))
        functions = {chooser: contract.adapt_chooser(student)}
    return contract.as_player(functions, _name_of(student, functions.get(chooser)))


def play_as(
    player: str | Player, contract: str | Contract = "game", rules: str | Rules = STANDARD
) -> Any:
    """Convert one of this package's players to an agent that follows a contract.

    Parameters
    ----------
    player : str or callable
        Name of a player, or any player (see :func:`.calling.think`).
    contract : str or Contract, default "game"
        Course interface that the agent implements, or the interface's name. Each contract's
        `play_as` method documents what its agents look like.
    rules : str or Rules, default STANDARD
        Rules of the games that the agent will play, or their name.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If the player, the contract or the rules do not exist, if the player cannot play with
        these rules, or if the contract cannot represent games with these rules.

    Examples
    --------
    >>> agent = play_as("perfect", contract="cs50")
    >>> agent([["X", "X", None], ["O", "O", None], [None, None, None]])
    (0, 2)
    """
    contract, rules = find_contract(contract), find_rules(rules)
    contract.check_rules(rules)
    return contract.play_as(find_player(player, rules), rules)


def _check_no_method(owner: type, name: str) -> None:
    written = getattr_static(owner, name)
    if (
        isinstance(written, FunctionType)
        and (positional_parameters(written) or [""])[0] == "self"
    ):
        raise ValueError(_needs_object(owner))


def _needs_object(owner: type) -> str:
    name = type_name(owner)
    return f"student must be an object, not the class {name}: write {name}()"


def _name_of(student: Any, chooser: Any) -> str | None:
    """Return a name for a student's player: the name of a module, class or function."""
    if isinstance(student, ModuleType):
        module = student.__name__.rpartition(".")[2]
        return module if module != "__main__" else None
    if isinstance(student, Mapping | SimpleNamespace):
        student = chooser
    while isinstance(student, functools.partial):
        student = student.func
    return None if student is None else describe_player(student)
