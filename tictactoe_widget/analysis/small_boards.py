"""Chances of both players on a small board of ultimate, by the marks in it.

A chance has one of three readings: the next move is made elsewhere; the player makes it
here; the opponent does. Chances of open boards were fitted on games by
``benchmarks/fit_ultimate.py``, which writes `ultimate_fit`. They are read at the first use.
"""

from base64 import b85decode
from functools import lru_cache
from typing import Any

from tictactoe_widget.rules.mnk import STANDARD

from .ultimate_fit import CHANCES

FULL = 0b111_111_111
"""Bit mask of a full small board."""
READINGS = 3
"""Number of readings of a chance: the next move is made elsewhere, by oneself, by the other."""
_HAS_LINE = tuple(
    any(marks & line == line for line in STANDARD.line_masks) for marks in range(FULL + 1)
)
"""True where there is a line, by the bit mask of one player's marks."""

SmallMoves = tuple[Any, ...]
"""Moves in a small board, six entries for each: its place; what it adds to the chances of
the player and of the opponent; whether it may end the game; what both chances gain after it
where the opponent moves in this board next, or None twice where it can no longer be played.

Flat, as the garbage collector soon gives up tuples of numbers, but not tuples of tuples."""
SmallBoard = tuple[Any, ...]
"""A small board: the chances of X and of O; what these gain where O moves here next; what
they gain where X does; None for these four where it can no longer be played; the moves of
X and of O."""
_Readings = tuple[float, float, float]
"""Chance to win a board: the next move is made elsewhere, by oneself, by the opponent."""


def number_contents() -> dict[int, int]:
    """Return the numbers of all open boards, from 0; those alike by symmetry have the same.

    The key is ``own | other << 9``, with the marks of the two players as bit masks.
    """
    images = [_images(symmetry) for symmetry in STANDARD.symmetries]
    numbers: dict[int, int] = {}
    count = 0
    for own in range(FULL):
        free = other = FULL & ~own
        while other and not _HAS_LINE[own]:
            other = other - 1 & free
            if own | other << 9 not in numbers and not _HAS_LINE[other]:
                for image in images:
                    numbers[image[own] | image[other] << 9] = count
                count += 1
    return numbers


def _images(symmetry: tuple[int, ...]) -> list[int]:
    """Return the images of all bit masks under a symmetry."""
    images = [0]
    for image in symmetry:
        images += [marks | 1 << image for marks in images]
    return images


@lru_cache(maxsize=1)
def _fitted() -> tuple[dict[int, int], list[_Readings]]:
    """Return the number of each content of an open board, and the chances by number."""
    decoded = [decode(code) for code in b85decode(CHANCES)]
    parts = [decoded[at::READINGS] for at in range(READINGS)]
    return number_contents(), list(zip(*parts, strict=True))


def decode(code: float) -> float:
    """Return the chance that a byte stands for: small ones are told apart more finely."""
    return (code / 255) ** 2


def won_chances(own: int, other: int) -> _Readings:
    """Return the three readings of the chance to win a board, by the marks in it."""
    if _HAS_LINE[own]:
        return (1.0, 1.0, 1.0)
    if _HAS_LINE[other] or own | other == FULL:
        return (0.0, 0.0, 0.0)
    numbers, chances = _fitted()
    return chances[numbers[own | other << 9]]


class BoardTable(dict[int, SmallBoard]):
    """Small boards by key: ``x | o << 9``, plus ``(1 + player) << 18`` for a winner.

    Computed on first use.

    Parameters
    ----------
    closes : bool
        Whether a won board is closed.
    """

    def __init__(self, *, closes: bool) -> None:
        self._closes = closes
        self._moves: dict[int, SmallMoves] = {}
        """Moves in a board that nobody has won, by the marks in it."""

    def __missing__(self, key: int) -> SmallBoard:
        x, o, winner = key & FULL, key >> 9 & FULL, (key >> 18) - 1
        gains: tuple[float | None, ...]
        if winner < 0:
            chances = (won_chances(x, o)[0], won_chances(o, x)[0])
            is_open = x | o != FULL
            gains = (*_gains(o, x)[::-1], *_gains(x, o)) if is_open else (None,) * 4
            moves = (self._moves_in(x, o), self._moves_in(o, x))
        else:
            chances = (float(winner == 0), float(winner == 1))
            gains = ((None if self._closes or x | o == FULL else 0.0),) * 4
            moves = (_moves_in_won(x | o),) * 2
        board = self[key] = (*chances, *gains, *moves)
        return board

    def _moves_in(self, own: int, other: int) -> SmallMoves:
        """List the moves of the player with the marks `own` in a board without a winner."""
        key = own | other << 9
        moves = self._moves.get(key)
        if moves is None:
            moves = self._moves[key] = tuple(
                entry
                for place in range(9)
                if not (own | other) >> place & 1
                for entry in self._move(own, other, place)
            )
        return moves

    def _move(self, own: int, other: int, place: int) -> SmallMoves:
        """Return the entries of one of these moves."""
        marks = own | 1 << place
        more = won_chances(marks, other)[0] - won_chances(own, other)[0]
        less = won_chances(other, marks)[0] - won_chances(other, own)[0]
        wins, is_full = _HAS_LINE[marks], marks | other == FULL
        gains: tuple[float | None, ...] = (0.0, 0.0)
        if is_full or (wins and self._closes):
            gains = (None, None)
        elif not wins:
            gains = _gains(other, marks)[::-1]
        return (place, more, less, wins or is_full, *gains)


def _gains(mover: int, other: int) -> tuple[float, float]:
    """Return what both chances gain where a player moves here next: its own, the other's."""
    ours, theirs = won_chances(mover, other), won_chances(other, mover)
    return (ours[1] - ours[0], theirs[2] - theirs[0])


def _moves_in_won(taken: int) -> SmallMoves:
    """List the moves in a board that somebody has won, and that stays open."""
    return tuple(
        entry
        for place in range(9)
        if not taken >> place & 1
        for gain in [None if taken | 1 << place == FULL else 0.0]
        for entry in (place, 0.0, 0.0, gain is None, gain, gain)
    )
