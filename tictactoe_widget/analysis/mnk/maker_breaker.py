"""The maker-breaker game on lines: one player completes a line or the other wins.

It is the m,n,k-game without the lines of the second player. A win in it is
necessary for a win of the full game, and it is far easier to judge, for three
reasons:

- Where the maker wins, the win needs certain cells only. A breaker who plays
  elsewhere loses to the same win, so after each failed reply only the cells it
  did not refute are left to try: the must-play region of R. Hayward et al.,
  "Solving 7x7 Hex" (Theoret. Comput. Sci. 349, 2005).
- Two cells on exactly the same lines are a pair: the breaker answers the one
  with the other, so none of these lines can be completed.
- Of a line of two cells with one on no other line, the maker takes the other at
  once: the reply is forced, and the maker loses nothing by it.
"""

from collections.abc import Callable, Collection
from functools import lru_cache

from tictactoe_widget.rules.mnk import MNK

from .cache import ProofCache, proof_key
from .lines import (
    LineWeights,
    bits_of_line,
    by_gain,
    lines_through,
    mask_image,
    symmetries,
    undominated,
    without_cell,
    without_supersets,
)

_MANY = 12
"""Number of lines from which on a position is looked up by its images too."""
_IMAGES = 1 << 11
"""Largest number of lines, and parts of them, whose images are remembered."""


class MakerBreaker(LineWeights):
    """Solver of maker-breaker positions on a board.

    A position is the lines the breaker has not touched, as bit masks of the
    cells the maker has yet to take. The answer is a bit mask of cells with which
    the maker wins, wherever else the breaker has moved; 0 where the breaker wins.

    Parameters
    ----------
    rules : MNK
        Rules of the game, which give the length of a line.
    count : callable
        Function called for every position searched; it may raise to interrupt.
    """

    def __init__(self, rules: MNK, count: Callable[[], None]) -> None:
        super().__init__(rules)
        self._count = count
        self._proofs: ProofCache[int] = ProofCache()
        symmetric = symmetries(rules)
        self._images = lru_cache(maxsize=_IMAGES)(
            lambda line: (line, *[mask_image(line, symmetry) for symmetry in symmetric])
        )
        """Function that returns a line and its images, always in the same order."""

    def makes(self, lines: Collection[int]) -> int:
        """Return the cells of a win of the maker, who is to move; 0 where there is none.

        Examples
        --------
        >>> from tictactoe_widget.rules.mnk import MNK
        >>> judge = MakerBreaker(MNK(3, 3, 3), lambda: None)
        >>> judge.makes([0b011, 0b110]), judge.makes([0b011, 0b1100])
        (7, 0)
        """
        self._count()
        for line in lines:
            if not line & (line - 1):
                return line
        open_lines, through = _unpaired(without_supersets(lines))
        if 2 * self._potential(open_lines) < self._one:
            return 0
        return self._answer(open_lines, True, lambda: self._make(open_lines, through))

    def breaks_in_vain(self, lines: Collection[int]) -> int:
        """Return the cells of a win of the maker when the breaker is to move; 0 for none.

        Examples
        --------
        >>> from tictactoe_widget.rules.mnk import MNK
        >>> judge = MakerBreaker(MNK(3, 3, 3), lambda: None)
        >>> judge.breaks_in_vain([0b01, 0b10]), judge.breaks_in_vain([0b01, 0b110])
        (3, 0)
        """
        self._count()
        threat = 0
        for line in lines:
            if not line & (line - 1):
                threat |= line
        if threat & (threat - 1):
            return threat
        if threat:
            cells = self.makes([line for line in lines if not line & threat])
            return cells and cells | threat
        open_lines = without_supersets(lines)
        if self._potential(open_lines) < self._one:
            return 0
        return self._answer(open_lines, False, lambda: self._break(open_lines))

    def _answer(
        self, lines: Collection[int], maker_moves: bool, search: Callable[[], int]
    ) -> int:
        """Return what is known of a position, or search it and remember the answer."""
        key = proof_key(tuple(lines), maker_moves)
        known = self._proofs.get(key)
        if known is None:
            images = key
            if len(lines) >= _MANY:
                images = proof_key(self._first_image(lines), maker_moves)
            if self._proofs.get(images) == 0:
                return 0
            known = self._proofs.store(key, search())
            if not known and images != key:
                self._proofs.store(images, 0)
        return known

    def _first_image(self, lines: Collection[int]) -> tuple[int, ...]:
        """Return the same tuple for all positions that are images of each other."""
        return min(
            tuple(sorted(images)) for images in zip(*map(self._images, lines), strict=True)
        )

    def _make(self, lines: Collection[int], through: dict[int, int]) -> int:
        for line in lines:
            if line.bit_count() == 2:
                for bit in bits_of_line(line):
                    if not through[bit] & (through[bit] - 1):
                        rest = [left for left in lines if left != line]
                        cells = self.makes(without_cell(rest, line ^ bit))
                        return cells and cells | line
        gains = self._gains(lines)
        need = self._one - self._potential(lines)
        enough = [bit for bit in by_gain(gains) if gains[bit] >= need]
        for bit in undominated(enough, through):
            cells = self.breaks_in_vain(without_cell(lines, bit))
            if cells:
                return cells | bit
        return 0

    def _break(self, lines: Collection[int]) -> int:
        gains = self._gains(lines)
        untried = -1
        needed = 0
        for bit in by_gain(gains):
            if bit & untried:
                cells = self.makes([line for line in lines if not line & bit])
                if not cells:
                    return 0
                untried &= cells
                needed |= cells
        return needed


def _unpaired(lines: Collection[int]) -> tuple[Collection[int], dict[int, int]]:
    """Drop lines that contain a pair, two cells on the same lines, until none is left.

    Returns
    -------
    collection of int, dict of int to int
        The lines that are left, and those through each cell, see `lines_through`.
    """
    while True:
        through = lines_through(lines)
        paired = 0
        seen = set()
        for numbers in through.values():
            if numbers in seen:
                paired |= numbers
            seen.add(numbers)
        if not paired:
            return lines, through
        lines = [line for at, line in enumerate(lines) if not paired >> at & 1]
