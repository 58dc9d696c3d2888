"""Table of roles: the right answers of each, how they are compared, written and worded.

Whoever asks a function, judges its answer, words what is wrong about it or stands in
for it looks here, so that a right answer is written once.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping
from types import MappingProxyType
from typing import Any

from tictactoe_widget.analysis.analyze import analyze
from tictactoe_widget.classroom.contracts.contract import Contract, Function, Role
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Board, Mark
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.validation.quoting import brief

from .positions import checked_optimal_moves

_RESULTS = {"win": "wins", "draw": "draws", "loss": "loses"}


class Answers(ABC):
    """Answers of the functions of one role, in the form of `Contract.read`."""

    chooses = False
    """True where a function chooses a move, so that several answers may be right."""
    makes_board = False
    """True where an answer is a board."""
    takes_board = True
    """True where a function is given a board."""

    @abstractmethod
    def right(self, game: Game, cell: int | None) -> Any:
        """Return the right answer about a position and, for some roles, a move.

        Where a function chooses a move: the frozenset of the cells that are right.
        """

    @abstractmethod
    def stand_in(self, contract: Contract, given: tuple[Any, ...]) -> Any:
        """Return the right answer to the arguments of a call, for `write`.

        Raises
        ------
        TypeError, ValueError
            When the arguments are none of the contract.
        """

    def write(
        self, contract: Contract, answer: Any, given: tuple[Any, ...], sample: Any
    ) -> Any:
        """Return what `stand_in` returned as the contract writes it, a new object each time.

        Parameters
        ----------
        contract : Contract
            Contract by which it is written.
        answer : object
            The answer.
        given : tuple
            Arguments of the call.
        sample : object
            Answer of the student's own function, whose type is taken where several are
            allowed.
        """
        del contract, given, sample
        return answer

    def is_right(self, answer: Any, right: Any) -> bool:
        """Return whether an answer is the right one, or one of these."""
        return bool(answer == right)

    def as_right(self, answer: Any) -> Any:
        """Return an answer in the form of `right`."""
        return answer

    def in_terms(self, contract: Contract, right: Any, game: Game) -> str:
        """Return what has the form of `right` as text, in the terms of the contract."""
        del contract, game
        return repr(right)

    def fault_of(self, contract: Contract, answer: Any, right: Any, game: Game) -> str:
        """Return what is wrong about an answer, as the rest of a sentence."""
        del contract, game
        return f"returned {brief(answer)}; it should be {brief(right)}."


class _OfMarks(Answers):
    """Answers that the marks on a board tell, whether a game reaches it or not."""

    def __init__(self, rule: Callable[[Board], Any]) -> None:
        self._rule = rule

    def right(self, game: Game, cell: int | None) -> Any:
        del cell
        return self._rule(game.board)

    def stand_in(self, contract: Contract, given: tuple[Any, ...]) -> Any:
        return self._rule(contract.marks(given[0]))


class _Utility(_OfMarks):
    """Answers seen by X, which some contracts write as the player sees them."""

    def write(
        self, contract: Contract, answer: Any, given: tuple[Any, ...], sample: Any
    ) -> Any:
        del sample
        return contract.encode_utility(answer, given)


class _Moves(_OfMarks):
    """Answers that are the set of all legal moves."""

    def write(
        self, contract: Contract, answer: Any, given: tuple[Any, ...], sample: Any
    ) -> Any:
        del given
        moves = [contract.encode_move(cell) for cell in sorted(answer)]
        kind = type(sample) if type(sample) in (list, tuple, frozenset) else set
        return iter(moves) if isinstance(sample, Generator) else kind(moves)

    def in_terms(self, contract: Contract, right: Any, game: Game) -> str:
        return _write_moves(contract, right, game) or "no move"

    def fault_of(self, contract: Contract, answer: Any, right: Any, game: Game) -> str:
        missing = _write_moves(contract, right - answer, game)
        extra = _write_moves(contract, answer - right, game)
        parts = [f"left out {missing}"] if missing else []
        parts += [f"contained {extra}, which cannot be played"] if extra else []
        return f"{' and '.join(parts)}."


class _NewBoard(Answers):
    """Answers that are a board: the first one, or the one after a move."""

    makes_board = True

    def __init__(self, *, takes_board: bool) -> None:
        self.takes_board = takes_board

    def right(self, game: Game, cell: int | None) -> Any:
        if not self.takes_board:
            return game.board
        return None if cell is None else game.play(cell).board

    def stand_in(self, contract: Contract, given: tuple[Any, ...]) -> Any:
        if not self.takes_board:
            return Game()
        return contract.decode(given[0]).play(contract.decode_move(given[1]))

    def write(
        self, contract: Contract, answer: Any, given: tuple[Any, ...], sample: Any
    ) -> Any:
        del given, sample
        return contract.encode(answer)

    def in_terms(self, contract: Contract, right: Any, game: Game) -> str:
        del contract
        return _write_rows(right, game.rules.layout.columns)

    def fault_of(self, contract: Contract, answer: Any, right: Any, game: Game) -> str:
        returned, wanted = (self.in_terms(contract, one, game) for one in (answer, right))
        return f"returned the board {returned}; it should be {wanted}."


class _Choice(Answers):
    """Answers that are one of several right moves."""

    chooses = True

    def __init__(self, rule: Callable[[Game], frozenset[int | None]]) -> None:
        self._rule = rule

    def right(self, game: Game, cell: int | None) -> Any:
        del cell
        return self._rule(game)

    def stand_in(self, contract: Contract, given: tuple[Any, ...]) -> Any:
        game = contract.decode(given[0])
        return None if game.is_over else min(checked_optimal_moves()[game.key])

    def write(
        self, contract: Contract, answer: Any, given: tuple[Any, ...], sample: Any
    ) -> Any:
        del given, sample
        return None if answer is None else contract.encode_move(answer)

    def is_right(self, answer: Any, right: Any) -> bool:
        return answer in right

    def as_right(self, answer: Any) -> Any:
        return frozenset({answer})

    def in_terms(self, contract: Contract, right: Any, game: Game) -> str:
        if right == {None}:
            return "None"
        moves = _write_moves(contract, right, game) or "no move"
        return f"one of {moves}" if len(right) > 1 else moves

    def fault_of(self, contract: Contract, answer: Any, right: Any, game: Game) -> str:
        chosen = repr(contract.encode_move(answer, game.rules))
        if answer not in game.legal_moves:
            return f"chose {chosen}, which is taken."
        values = analyze(game).moves
        best = min(right)
        results = [_RESULTS[values[cell].value or "draw"] for cell in (answer, best)]
        return (
            f"chose {chosen}, which {results[0]} against best play; "
            f"{contract.encode_move(best, game.rules)!r} {results[1]}."
        )


def _write_moves(contract: Contract, cells: frozenset[int], game: Game) -> str:
    return ", ".join(repr(contract.encode_move(cell, game.rules)) for cell in sorted(cells))


def _write_rows(board: Board, width: int) -> str:
    signs = "".join(mark or "." for mark in board)
    return "/".join(signs[start : start + width] for start in range(0, len(signs), width))


def _player(board: Board) -> Mark:
    return "X" if board.count("X") <= board.count("O") else "O"


def _actions(board: Board) -> frozenset[int]:
    return frozenset(cell for cell, mark in enumerate(board) if mark is None)


def _winner(board: Board) -> Mark | None:
    """Return whose marks fill a line, the first such line."""
    for a, b, c in STANDARD.lines:
        if board[a] is not None and board[a] == board[b] == board[c]:
            return board[a]
    return None


def _terminal(board: Board) -> bool:
    return None not in board or _winner(board) is not None


def _utility(board: Board) -> int:
    return {"X": 1, "O": -1}.get(_winner(board) or "", 0)


def _best_moves(game: Game) -> frozenset[int | None]:
    """Return the moves that keep the value of a position; None alone once the game is over."""
    return frozenset({None}) if game.is_over else frozenset(checked_optimal_moves()[game.key])


ROLES: Mapping[Role, Answers] = MappingProxyType(
    {
        "initial_state": _NewBoard(takes_board=False),
        "player": _OfMarks(_player),
        "actions": _Moves(_actions),
        "result": _NewBoard(takes_board=True),
        "winner": _OfMarks(_winner),
        "terminal": _OfMarks(_terminal),
        "utility": _Utility(_utility),
        "minimax": _Choice(_best_moves),
        "agent": _Choice(lambda game: frozenset(game.legal_moves)),
    }
)
"""Answers of each role."""


def chooses(function: Function) -> bool:
    """Return whether a function chooses a move, so that several answers may be right."""
    return ROLES[function.role].chooses
