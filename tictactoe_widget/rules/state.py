"""State of a game as bit masks, immutable and quick to make."""

from collections.abc import Hashable
from dataclasses import dataclass, fields
from typing import Any

from .marks import Mark, Result


@dataclass(frozen=True, eq=False)
class State:
    """State of a game as bit masks, seen from the player to move.

    A state is immutable: all games in the same position share it. Rules that need
    more fields define a subclass that is a frozen dataclass; its constructor,
    ``repr``, pickling and copying use all the fields::

        @dataclass(frozen=True, eq=False)
        class CountingState(State):
            passes: int

        CountingState(own, other, legal_moves, result, passes)

    Such a subclass must also override `key`, so that states that differ in the new
    fields have different keys.

    Parameters
    ----------
    own, other : int
        Bit mask of the cells (bit *i* is cell *i*) that hold the marks of the
        player to move, and of the player who has just moved.
    legal_moves : tuple of int
        The cells that may be played, ascending; ``()`` once the game is over.
    result : {None, "X", "O", "draw"}
        Result of the game, None while it goes on.
    """

    __slots__ = ("legal_moves", "other", "own", "result")

    own: int
    """Bit mask of the cells that the player to move holds."""
    other: int
    """Bit mask of the cells that the player who has just moved holds."""
    legal_moves: tuple[int, ...]
    """Cells that may be played, ascending; ``()`` once the game is over."""
    result: Result
    """Result of the game, None while it goes on."""

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), tuple(getattr(self, field.name) for field in fields(self)))

    @property
    def key(self) -> Hashable:
        """Transposition table key: under the same rules only equal states share one.

        The marks are enough where they decide everything that can follow. Rules by
        which more matters (the last move, say) override it.
        """
        return (self.own, self.other)

    @property
    def move_count(self) -> int:
        """Number of marks on the board."""
        return (self.own | self.other).bit_count()

    @property
    def to_move(self) -> Mark:
        """Player to move, whose marks are ``own``; set also when the game is over."""
        return "O" if self.move_count & 1 else "X"

    @property
    def masks(self) -> tuple[int, int]:
        """Bit masks of the cells that X and O hold, in this order."""
        return (self.other, self.own) if self.move_count & 1 else (self.own, self.other)


class _Draft(State):
    """A state under construction, whose fields can be set."""

    __slots__ = ()
    __setattr__, __delattr__ = object.__setattr__, object.__delattr__


_new = object.__new__


def new_state(own: int, other: int, legal_moves: tuple[int, ...], result: Result) -> State:
    """Return ``State(own, other, legal_moves, result)`` in a third of the time.

    The constructor of a frozen dataclass sets each field through a slow detour. It
    is quicker to fill a draft, whose fields can be set, and then to set its class.
    """
    draft: Any = _new(_Draft)
    draft.own = own
    draft.other = other
    draft.legal_moves = legal_moves
    draft.result = result
    draft.__class__ = State
    return draft  # type: ignore[no-any-return]
