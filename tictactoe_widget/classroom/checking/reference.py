"""Right functions by any contract, which stand in for a student's own."""

from collections.abc import Generator, Mapping
from typing import Any

from tictactoe_widget.classroom.contracts.contract import Contract, Function
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.rules import Board

from .questions import optimal_moves


class RightFunction:
    """Function that answers every board as the contract asks.

    It answers boards that no game reaches too, as far as their marks tell, because a
    student's function may make them up.

    Parameters
    ----------
    contract, function : Contract, Function
        What it stands for.
    sample : object
        An answer of the student's own function, whose type the right answers take
        where several are allowed: moves as a list, say.
    """

    def __init__(self, contract: Contract, function: Function, sample: Any) -> None:
        self.was_misused = False
        """True once it was called with other arguments than the contract's."""
        self._contract = contract
        self._function = function
        self._sample = sample
        self._count = len(contract.arguments(function, Game(), *self._move()))
        self._known: dict[Any, Any] = {}

    def _move(self) -> tuple[int, ...]:
        return (0,) if self._function.asked == "moves" else ()

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Return the right answer, a new one in each call."""
        given = (*arguments, *named.values())
        key = _key(given)
        if key is not None and key in self._known:
            return self._new(self._known[key], given)
        if len(given) != self._count:
            self.was_misused = True
            raise TypeError(
                f"{self._function.name} of the contract {self._contract.name} takes "
                f"{self._count} arguments, not {len(given)}"
            )
        try:
            answer = self._answer(given)
        except (TypeError, ValueError):
            self.was_misused |= not self._is_about_a_move(given)
            raise
        if key is not None:
            self._known[key] = answer
        return self._new(answer, given)

    def _is_about_a_move(self, given: tuple[Any, ...]) -> bool:
        """Return whether the board at least is one, so that only the move is refused."""
        try:
            self._contract.decode(given[0])
        except (TypeError, ValueError):
            return False
        return self._function.role == "result"

    def _answer(self, given: tuple[Any, ...]) -> Any:
        """Return an answer; a game for a board, cells for moves."""
        if self._function.role == "initial_state":
            return Game()
        if self._function.role == "result":
            return self._contract.decode(given[0]).play(self._contract.decode_move(given[1]))
        if self._function.role in ("minimax", "agent"):
            game = self._contract.decode(given[0])
            return None if game.is_over else min(optimal_moves()[game.key])
        return _of_marks(self._function, self._contract.marks(given[0]))

    def _new(self, answer: Any, given: tuple[Any, ...]) -> Any:
        """Return an answer as the contract writes it."""
        match self._function.role:
            case "initial_state" | "result":
                return self._contract.encode(answer)
            case "actions":
                moves = [self._contract.encode_move(cell) for cell in sorted(answer)]
                sample = self._sample
                kind = type(sample) if type(sample) in (list, tuple, frozenset) else set
                return iter(moves) if isinstance(sample, Generator) else kind(moves)
            case "minimax" | "agent":
                return None if answer is None else self._contract.encode_move(answer)
            case "utility":
                return self._contract.encode_utility(answer, given)
            case _:
                return answer


def _of_marks(function: Function, board: Board) -> Any:
    """Return an answer that the marks on a board tell, whether a game reaches it or not."""
    winner = next(
        (
            board[first]
            for first, *others in STANDARD.lines
            if board[first] is not None and all(board[cell] == board[first] for cell in others)
        ),
        None,
    )
    match function.role:
        case "player":
            return "X" if board.count("X") <= board.count("O") else "O"
        case "actions":
            return [cell for cell, mark in enumerate(board) if mark is None]
        case "winner":
            return winner
        case "terminal":
            return winner is not None or None not in board
        case _:
            return {"X": 1, "O": -1}.get(winner or "", 0)


def _key(arguments: tuple[Any, ...]) -> Any:
    """Return arguments as a key of a dict; None where they cannot be one."""
    key = tuple(map(_fixed, arguments))
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _fixed(value: Any) -> Any:
    """Return a value as one that nothing can change, where its type is known."""
    if type(value) is list:  # the quick way for boards: a search asks about millions
        nested = bool(value) and isinstance(value[0], list)
        return tuple(map(tuple, value)) if nested else tuple(value)
    if isinstance(value, tuple):
        return tuple(map(_fixed, value))
    if isinstance(value, Mapping):
        return tuple((key, _fixed(item)) for key, item in value.items())
    return value.key if type(value) is Game else value
