"""Right functions by any contract, which stand in for a student's own."""

from collections.abc import Callable, Mapping
from typing import Any

from tictactoe_widget.classroom.contracts.contract import Contract, Function
from tictactoe_widget.rules.game import Game

from .roles import ROLES


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
    written : callable or None
        The student's own function, whose attributes others may use; None where it is
        missing.
    """

    def __init__(
        self,
        contract: Contract,
        function: Function,
        sample: Any,
        written: Callable[..., Any] | None = None,
    ) -> None:
        self._written = written
        self.was_misused = False
        """True once it was called with other arguments than the contract's."""
        self._contract = contract
        self._function = function
        self._answers = ROLES[function.role]
        self._sample = sample
        self._count = len(contract.arguments(function, Game(), *self._move()))
        self._known: dict[Any, Any] = {}

    def _move(self) -> tuple[int, ...]:
        return (0,) if self._function.asked == "moves" else ()

    def __getattr__(self, name: str) -> Any:
        """Return an attribute that the student gave the function."""
        if name.startswith("_") or self._written is None:
            raise AttributeError(name)
        return getattr(self._written, name)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Return the right answer, a new one in each call."""
        given = (*arguments, *named.values())
        key = _key(given)
        if key is not None and key in self._known:
            return self._write(self._known[key], given)
        if len(given) != self._count:
            self.was_misused = True
            raise TypeError(
                f"{self._function.name} of the contract {self._contract.name} takes "
                f"{self._count} arguments, not {len(given)}"
            )
        try:
            answer = self._answers.stand_in(self._contract, given)
        except (TypeError, ValueError):
            self.was_misused |= not self._is_about_a_move(given)
            raise
        if key is not None:
            self._known[key] = answer
        return self._write(answer, given)

    def _write(self, answer: Any, given: tuple[Any, ...]) -> Any:
        return self._answers.write(self._contract, answer, given, self._sample)

    def _is_about_a_move(self, given: tuple[Any, ...]) -> bool:
        """Return whether the board at least is one, so that only the move is refused."""
        try:
            self._contract.decode(given[0])
        except (TypeError, ValueError):
            return False
        return self._answers.makes_board


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
