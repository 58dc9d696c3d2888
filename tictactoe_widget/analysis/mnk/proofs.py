"""Proofs that a player in an m,n,k-game can force a win within a given number of plies.

The two players are called attacker and defender. In normal play, the *attacker* wants to
complete a line, and the *defender* wants to stop the attacker. In misère, the attacker wants to
force the defender to complete a line. A position consists of the remaining lines, as bit masks
of their empty cells. A player's remaining lines are the lines without any of the other player's
marks. Cells outside all remaining lines don't matter, so positions that differ only in these
cells share one proof. `solve` uses such proofs to find the values of all moves, and works in
time slices.

Sources: the potential bound comes from P. Erdős and J. L. Selfridge, "On a combinatorial game"
(J. Combin. Theory A 14, 1973). Its counterpart for avoiders follows D. Hefetz, M. Krivelevich
and T. Szabó, "Avoider-Enforcer games" (J. Combin. Theory A 114, 2007). Searching forced moves
first and dropping the defender's lines are standard techniques (H. J. van den Herik, J. W. H.
M. Uiterwijk and J. van Rijswijck, "Games solved: now and in the future", Artificial
Intelligence 134, 2002). Dropping the lines is valid, because a player who wins the full game
also wins the maker-breaker game.
"""

import marshal
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable
from functools import lru_cache
from itertools import islice
from threading import Lock
from time import perf_counter
from typing import Generic, TypeVar
from weakref import WeakSet

from tictactoe_widget.analysis.exact_search import LATE_CELLS
from tictactoe_widget.analysis.values import (
    OPPOSITE,
    SLICE_SECONDS,
    Analyses,
    Analysis,
    MoveValue,
    MoveValues,
    PauseError,
    Value,
    best_of,
    length_of,
    proved,
    value_of,
)
from tictactoe_widget.rules.mnk import MNK
from tictactoe_widget.rules.state import State

MOST_BYTES = 24_000_000
"""Maximum total size of all proof caches, in bytes."""

# Size of an entry without the contents of its key, in bytes, measured in CPython.
_BYTES_OF_ENTRY = 110
# Number of bytes by which a cache grows between two checks of the total size.
_BYTES_PER_CHECK = 160_000
# Each time a cache shrinks, it drops one entry in this many. Dropping more entries at once
# would take too long.
_DROPPED_SHARE = 64

_AnswerT = TypeVar("_AnswerT", int, bool)


def proof_key(*parts: tuple[int, ...] | int) -> bytes:
    """Return the cache key for a position. Each part is a tuple of masks or a number.

    >>> proof_key((0b011, 0b110), True) == proof_key((0b011, 0b110), False)
    False
    """
    # The garbage collector scans tuples, but not bytes. With tuples as keys, the garbage
    # collector would sometimes take longer than a time slice. Version 2 of the marshal format
    # always writes equal parts as the same bytes, but later versions don't.
    return marshal.dumps(parts, 2)


class ProofCache(Generic[_AnswerT]):
    """Cache of proved answers, with the results of `proof_key` as keys.

    If the total size of all caches gets too large, the largest cache drops its oldest answers.
    """

    def __init__(self) -> None:
        self._answers: dict[bytes, _AnswerT] = {}
        self.size = 0
        """Size of the cache in bytes."""
        self._next_check = _BYTES_PER_CHECK
        _caches.add(self)

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, key: bytes) -> _AnswerT | None:
        """Return the answer for a key, or None if the cache doesn't contain it."""
        return self._answers.get(key)

    def store(self, key: bytes, answer: _AnswerT) -> _AnswerT:
        """Store the answer for a key, and return this answer."""
        # Provers for different rules can run in different threads, each with its own cache.
        with _resizing:
            self._answers[key] = answer
            self.size += len(key) + _BYTES_OF_ENTRY
            if self.size > self._next_check:
                _make_room()
                self._next_check = self.size + _BYTES_PER_CHECK
        return answer

    def drop_oldest(self) -> None:
        """Drop the oldest answers from the cache."""
        # Keep the latest answers, because the next slice needs them.
        for oldest in list(islice(self._answers, len(self) // _DROPPED_SHARE + 1)):
            del self._answers[oldest]
            self.size -= len(oldest) + _BYTES_OF_ENTRY


_resizing = Lock()
_caches: WeakSet[ProofCache[bool] | ProofCache[int]] = WeakSet()


def _make_room() -> None:
    """Drop the oldest proofs from the largest cache until the total size is small enough."""
    caches = list(_caches)
    while sum([cache.size for cache in caches]) > MOST_BYTES:
        max(caches, key=lambda cache: cache.size).drop_oldest()


# Symmetry as a dict from the bit of each cell to the bit of its image.
_SymmetryBits = dict[int, int]


def bits(mask: int) -> tuple[int, ...]:
    """Return the single-bit masks that make up `mask`, lowest first.

    >>> bits(0b1011)
    (1, 2, 8)
    """
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit)
        mask ^= bit
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _bits_of_line(line: int) -> tuple[int, ...]:
    """Return a line's `bits` from a cache, which stays small because a board has few lines."""
    return bits(line)


def _without_cell(lines: Iterable[int], bit: int) -> list[int]:
    """Remove a cell, given as a bit, from all lines.

    Lines without this cell remain the same objects. Proof caches store these lines, so sharing
    the objects halves the memory that the caches use.

    >>> _without_cell([0b0110, 0b1001], 0b0100)
    [2, 9]
    """
    keep = ~bit
    return [line & keep if line & bit else line for line in lines]


@lru_cache(maxsize=16)
def symmetries(rules: MNK) -> tuple[_SymmetryBits, ...]:
    """Return all symmetries of the board except the identity.

    >>> len(symmetries(MNK(3, 3, 3))), len(symmetries(MNK(3, 4, 3)))
    (7, 3)
    """
    _identity, *others = rules.symmetries
    return tuple(
        {1 << cell: 1 << image for cell, image in enumerate(cells)} for cells in others
    )


def _mask_image(mask: int, symmetry: _SymmetryBits) -> int:
    return sum(symmetry[bit] for bit in bits(mask))


class _LineWeights:
    """Base class for the weights of lines. A line weighs 1, doubled for each mark on the line.

    Parameters
    ----------
    rules : MNK
        Rules of the game. The rules determine the line length.
    """

    def __init__(self, rules: MNK) -> None:
        self._one = 1 << rules.k  # weight of a completed line
        self._weights = tuple(1 << (rules.k - left) for left in range(rules.k + 1))

    def _potential(self, lines: Collection[int]) -> int:
        """Return the total weight of the lines."""
        weights = self._weights
        return sum([weights[line.bit_count()] for line in lines])

    def _gains(self, lines: Collection[int], factor: int = 1) -> dict[int, int]:
        """Map each cell's bit to the total weight of the lines through the cell."""
        weights = self._weights
        gains: dict[int, int] = {}
        for line in lines:
            weight = weights[line.bit_count()] * factor
            for bit in _bits_of_line(line):
                gains[bit] = gains.get(bit, 0) + weight
        return gains


def _by_gain(gains: dict[int, int]) -> list[int]:
    """Return the bits of cells, starting with the highest gain."""
    return sorted(gains, key=lambda bit: (-gains[bit], bit))


def lines_through(lines: Iterable[int]) -> dict[int, int]:
    """Map each cell's bit to a bit mask that shows which lines pass through the cell.

    >>> lines_through([0b0011, 0b0110])
    {1: 1, 2: 3, 4: 2}
    """
    through: dict[int, int] = {}
    number = 1
    for line in lines:
        for bit in _bits_of_line(line):
            through[bit] = through.get(bit, 0) | number
        number <<= 1
    return through


def undominated(moves: Iterable[int], through: dict[int, int]) -> list[int]:
    """Drop each move whose lines all pass through the cell of an earlier move.

    >>> undominated([0b0010, 0b0001, 0b1000], lines_through([0b0011, 0b0110, 0b1100]))
    [2, 8]
    """
    kept: list[int] = []
    kept_lines: list[int] = []
    for bit in moves:
        here = through[bit]
        for there in kept_lines:
            if here | there == there:
                break
        else:
            kept.append(bit)
            kept_lines.append(here)
    return kept


def without_supersets(lines: Collection[int]) -> Collection[int]:
    """Drop every line that contains a two-cell line, because only the shorter line matters."""
    for pair in [line for line in lines if line.bit_count() == 2]:
        lines = [line for line in lines if line & pair != pair or line == pair]
    return lines


# The maker-breaker game on lines: the maker wins by completing a line, and the breaker wins
# otherwise.
#
# This game is the m,n,k-game without the second player's lines. A player who wins the full game
# also wins this game. The maker-breaker game is far easier to solve, for three reasons:
#
# - If the maker wins, the win needs only some of the cells. A breaker who plays
#   elsewhere loses to the same win. After a failed reply, the breaker therefore
#   needs to try only the cells of this win (the must-play region of R. Hayward et
#   al., "Solving 7x7 Hex", Theoret. Comput. Sci. 349, 2005).
# - Two cells on exactly the same lines are a pair. If the maker takes one cell of a pair, the
#   breaker takes the other, so the maker can't complete any of these lines.
# - If one cell of a two-cell line is on no other line, the maker takes the other cell of this
#   line at once. The breaker's reply is forced, and the maker loses nothing by this move.

_MANY = 12  # number of lines above which symmetric positions share an answer
_IMAGES = 1 << 11  # maximum number of lines and parts of lines whose images are cached


class MakerBreaker(_LineWeights):
    """Solver for maker-breaker positions on a board.

    A position consists of the lines that contain none of the breaker's marks, as bit masks of
    the cells that the maker still needs. The answer for a position is a bit mask of cells.
    These cells are enough for the maker to win, even if the breaker occupies all other cells.
    If the breaker wins, the answer is 0.

    Parameters
    ----------
    rules : MNK
        Rules of the game. The rules determine the line length.
    count : callable
        Function to call for every position searched. The function can raise an exception to
        interrupt the search.
    """

    def __init__(self, rules: MNK, count: Callable[[], None]) -> None:
        super().__init__(rules)
        self._count = count
        self._proofs: ProofCache[int] = ProofCache()
        symmetric = symmetries(rules)
        # Function that returns a line and its images, always in the same order.
        self._images = lru_cache(maxsize=_IMAGES)(
            lambda line: (line, *[_mask_image(line, symmetry) for symmetry in symmetric])
        )

    def makes(self, lines: Collection[int]) -> int:
        """Return enough cells for the maker to win when moving first, or 0 if the maker loses.

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
        """Return enough cells for the maker to win when moving second, or 0 if the maker loses.

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
        """Return the stored answer for a position, or find and store it if there is none."""
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
        """Return an image of the position that is the same for all symmetric positions."""
        return min(
            tuple(sorted(images)) for images in zip(*map(self._images, lines), strict=True)
        )

    def _make(self, lines: Collection[int], through: dict[int, int]) -> int:
        for line in lines:
            if line.bit_count() == 2:
                for bit in _bits_of_line(line):
                    if not through[bit] & (through[bit] - 1):
                        rest = [left for left in lines if left != line]
                        cells = self.makes(_without_cell(rest, line ^ bit))
                        return cells and cells | line
        gains = self._gains(lines)
        need = self._one - self._potential(lines)
        enough = [bit for bit in _by_gain(gains) if gains[bit] >= need]
        for bit in undominated(enough, through):
            cells = self.breaks_in_vain(_without_cell(lines, bit))
            if cells:
                return cells | bit
        return 0

    def _break(self, lines: Collection[int]) -> int:
        gains = self._gains(lines)
        untried = -1
        needed = 0
        for bit in _by_gain(gains):
            if bit & untried:
                cells = self.makes([line for line in lines if not line & bit])
                if not cells:
                    return 0
                untried &= cells
                needed |= cells
        return needed


def _unpaired(lines: Collection[int]) -> tuple[Collection[int], dict[int, int]]:
    """Drop lines that contain a pair (two cells on exactly the same lines) until none remains.

    Returns
    -------
    collection of int
        Remaining lines.
    dict of int
        Remaining lines through each cell, in the format of `lines_through`.
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


_UNLIMITED = 1 << 20  # number of plies that stands for "no limit"

_LIMITED = _UNLIMITED // 2  # numbers of plies from this one up don't limit a search
_QUICK = 4  # maximum length, in plies, of wins to search for without trying shorter wins first
_NODES_PER_CLOCK = 8  # number of positions searched between two time checks

_Lines = tuple[int, ...]  # lines as bit masks of their empty cells
_Symmetries = tuple[_SymmetryBits, ...]  # symmetries that leave a position unchanged
_Search = Callable[[_Lines, _Lines, int, int, _Symmetries], bool]


def fixing(own: int, other: int, rules: MNK) -> _Symmetries:
    """Return the symmetries under which a position stays the same."""
    return tuple(
        symmetry
        for symmetry in symmetries(rules)
        if _mask_image(own, symmetry) == own and _mask_image(other, symmetry) == other
    )


class _Prover(_LineWeights, ABC):
    """Prover that finds out whether a player in an m,n,k-game can force a win.

    All proofs are cached, so the prover quickly answers questions that repeat or resemble
    earlier questions.

    Parameters
    ----------
    rules : MNK
        Rules of the game.
    """

    def __init__(self, rules: MNK) -> None:
        super().__init__(rules)
        self.rules = rules
        self.node_count = 0  # number of positions searched so far
        # Number of plies within which most of the first player's wins are possible.
        self.short_plies = 2 * rules.k + 3
        self._proofs: ProofCache[bool] = ProofCache()
        self._deadline = float("inf")
        self._in_use = Lock()
        self._every_cell = (1 << rules.cell_count) - 1

    def wins(self, own: int, other: int, plies: int = _UNLIMITED) -> bool:
        """Return whether the player to move (with the marks `own`) wins within `plies`."""
        return self._is_proved(self._attack, own, other, True, plies)

    def loses(self, own: int, other: int, plies: int = _UNLIMITED) -> bool:
        """Return whether the player to move (with the marks `own`) loses within `plies`."""
        return self._is_proved(self._defend, own, other, False, plies)

    def _is_proved(
        self, search: _Search, own: int, other: int, mover_attacks: bool, plies: int
    ) -> bool:
        # In normal play, the attacker's lines decide the game. In misère, the defender's lines
        # decide the game.
        if mover_attacks != self.rules.misere:
            lines, others = self._lines_left(own, other), self._lines_left(other, own)
        else:
            lines, others = self._lines_left(other, own), self._lines_left(own, other)
        free = self._every_cell & ~(own | other)
        symmetric = fixing(own, other, self.rules)
        if plies >= _LIMITED and not self.rules.misere:
            if not self._may_win(lines, mover_attacks=mover_attacks):
                return False
            # Most wins are short, so a search for only the short wins usually finds one
            # quickly.
            short = self.short_plies + (not mover_attacks)
            if search(lines, others, free, short, symmetric):
                return True
        return search(lines, others, free, plies, symmetric)

    def run_until(self, deadline: float, ask: Callable[[], bool]) -> bool:
        """Call `ask` and return its answer, or stop soon after `deadline`.

        Threads that share a prover take turns, so one thread runs while the others wait. A
        thread's deadline is extended by the time that the thread waits.

        Parameters
        ----------
        deadline : float
            Time in seconds, as measured by ``perf_counter``.
        ask : callable
            Function that calls `wins` or `loses`.

        Raises
        ------
        PauseError
            If the deadline passes before the answer is known. All proofs are kept, so another
            call continues the search.
        """
        asked = perf_counter()
        with self._in_use:
            # Waiting for the prover does not shorten a slice.
            self._deadline = deadline + perf_counter() - asked
            try:
                return ask()
            finally:
                self._deadline = float("inf")

    def _lines_left(self, own: int, other: int) -> _Lines:
        """Return the lines that contain no mark of `other`, without the cells in `own`."""
        return tuple([line & ~own for line in self.rules.line_masks if not line & other])

    def _count(self) -> None:
        """Count one position, and raise PauseError if the deadline has passed."""
        self.node_count += 1
        if not self.node_count % _NODES_PER_CLOCK and perf_counter() > self._deadline:
            raise PauseError

    def _may_win(self, lines: _Lines, *, mover_attacks: bool) -> bool:
        """Return False if a quick test rules out a win for the attacker, otherwise True."""
        del lines, mover_attacks
        return True

    @abstractmethod
    def _attack(
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        """Return whether the attacker, who is to move, wins within `plies`."""

    @abstractmethod
    def _defend(
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        """Return whether the attacker wins within `plies` if the defender is to move."""


def _first_of_each(moves: list[int], symmetric: _Symmetries) -> list[int]:
    seen: set[int] = set()
    kept = []
    for bit in moves:
        if bit not in seen:
            kept.append(bit)
            seen.update(symmetry[bit] for symmetry in symmetric)
    return kept


def _after_move(  # noqa: PLR0913, PLR0917 - a position has five parts
    lines: _Lines,
    others: _Lines,
    free: int,
    plies: int,
    symmetric: _Symmetries,
    bit: int,
    *,
    shortens: bool,
) -> tuple[_Lines, _Lines, int, int, _Symmetries]:
    """Return the position after a move in the cell given by `bit`.

    Lines that contain the cell become shorter if they belong to the player who moves, and are
    removed if they belong to the other player. The player who moves owns `lines` if `shortens`
    is True, and `others` otherwise.
    """
    if shortens:
        lines = tuple(_without_cell(lines, bit))
        others = tuple([line for line in others if not line & bit])
    else:
        lines = tuple([line for line in lines if not line & bit])
        others = tuple(_without_cell(others, bit))
    if symmetric:
        symmetric = tuple(symmetry for symmetry in symmetric if symmetry[bit] == bit)
    return lines, others, free & ~bit, plies - 1 if plies < _LIMITED else plies, symmetric


class LineProver(_Prover):
    """Prover for normal play, with the attacker's `lines` and the defender's `others`."""

    def __init__(self, rules: MNK) -> None:
        super().__init__(rules)
        self._breaker = MakerBreaker(rules, self._count)

    def _may_win(self, lines: _Lines, *, mover_attacks: bool) -> bool:
        ask = self._breaker.makes if mover_attacks else self._breaker.breaks_in_vain
        return ask(lines) > 0

    def _attack(  # noqa: C901 - every way to see the end at once, cheapest first
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        self._count()
        if plies < 1:
            return False
        for line in lines:
            if not line & (line - 1):
                return True
        threat = 0
        for line in others:
            if not line & (line - 1):
                threat |= line
        if plies < 3 or threat & (threat - 1):
            return False
        if plies < _LIMITED:
            # Longer lines can't be completed or become threats in time.
            most = (plies + 1) // 2
            lines = tuple([line for line in lines if line.bit_count() <= most])
            others = tuple([line for line in others if line.bit_count() <= most])
        if threat:
            left = _after_move(lines, others, free, plies, symmetric, threat, shortens=True)
            return self._defend(*left)
        lines = tuple(without_supersets(lines))
        potential = self._potential(lines)
        if 2 * potential < self._one:
            return False
        key = proof_key(lines, others, plies, True)
        known = self._proofs.get(key)
        if known is None:
            known = self._proofs.store(
                key, self._attack_freely(lines, others, free, plies, symmetric, potential)
            )
        return known

    def _attack_freely(  # noqa: PLR0913, PLR0917 (as above)
        self,
        lines: _Lines,
        others: _Lines,
        free: int,
        plies: int,
        symmetric: _Symmetries,
        potential: int,
    ) -> bool:
        """Return whether the attacker wins when free to choose the next move."""
        if plies < _LIMITED:
            # Look for a quicker win first. Most wins are quick, and quick wins are cheap to
            # find.
            if plies > _QUICK and self._attack(lines, others, free, plies - 2, symmetric):
                return True
        elif not self._breaker.makes(lines):
            return False
        gains = self._gains(lines)
        if _can_be_paired(lines, gains):
            return False
        need = self._one - potential
        moves = [bit for bit in _by_gain(gains) if gains[bit] >= need]
        if need <= 0 and others:
            moves += [bit for bit in self._gains(others) if bit not in gains]
        return any(
            self._defend(
                *_after_move(lines, others, free, plies, symmetric, bit, shortens=True)
            )
            for bit in _reduced(moves, lines, others, symmetric)
        )

    def _defend(
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        self._count()
        for line in others:
            if not line & (line - 1):
                return False
        threat = 0
        for line in lines:
            if not line & (line - 1):
                threat |= line
        if plies < 4 or threat & (threat - 1):
            return plies >= 2 and threat & (threat - 1) > 0
        if plies < _LIMITED:
            most = plies // 2
            lines = tuple([line for line in lines if line.bit_count() <= most])
            others = tuple([line for line in others if line.bit_count() <= most + 1])
        if threat:
            left = _after_move(lines, others, free, plies, symmetric, threat, shortens=False)
            return self._attack(*left)
        lines = tuple(without_supersets(lines))
        if self._potential(lines) < self._one:
            return False
        key = proof_key(lines, others, plies, False)
        known = self._proofs.get(key)
        if known is None:
            known = self._proofs.store(key, self._fails(lines, others, free, plies, symmetric))
        return known

    def _fails(
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        """Return whether the defender loses when free to choose the next move."""
        if plies >= _LIMITED and not self._breaker.breaks_in_vain(lines):
            return False
        # An extra mark never hurts, so passing is the defender's weakest reply.
        if plies < _LIMITED and not self._attack(lines, others, free, plies - 1, symmetric):
            return False
        gains = self._gains(lines, 2)
        for bit, gain in self._gains(others).items():
            gains[bit] = gains.get(bit, 0) + gain
        return all(
            self._attack(
                *_after_move(lines, others, free, plies, symmetric, bit, shortens=False)
            )
            for bit in _reduced(_by_gain(gains), lines, others, symmetric)
        )


def _can_be_paired(lines: _Lines, gains: dict[int, int]) -> bool:
    """Return whether a greedy search finds disjoint pairs of cells, one on each line.

    If the search finds such pairs, the defender can stop all lines by always replying in the
    other cell of a pair (A. W. Hales and R. I. Jewett, "Regularity and positional games",
    Trans. Amer. Math. Soc. 106, 1963). Because the search is greedy, the result False proves
    nothing.
    """
    used = 0
    for line in sorted(lines, key=int.bit_count):
        left = line & ~used
        if not left & (left - 1):
            return False
        first, second, *_ = sorted(_bits_of_line(left), key=gains.__getitem__)
        used |= first | second
    return True


def _reduced(
    moves: list[int], lines: _Lines, others: _Lines, symmetric: _Symmetries
) -> list[int]:
    """Drop dominated moves and symmetric images of earlier moves."""
    kept = undominated(moves, lines_through((*lines, *others)))
    return _first_of_each(kept, symmetric) if symmetric else kept


class _MisereProver(_Prover):
    """Prover for misère.

    `lines` are the lines that the defender must not complete. `others` are the lines that the
    attacker must not complete.
    """

    def _attack(
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        self._count()
        if plies < 2 or not lines or not free or 2 * self._potential(lines) < self._one:
            return False
        key = proof_key(lines, others, self._idle(lines, others, free), plies, True)
        known = self._proofs.get(key)
        if known is not None:
            return known
        for bit in self._moves(others, lines, free, symmetric):
            left = _after_move(lines, others, free, plies, symmetric, bit, shortens=False)
            if self._defend(*left):
                return self._proofs.store(key, True)
        return self._proofs.store(key, False)

    def _defend(
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        self._count()
        if plies < 1 or not lines or not free or 2 * self._potential(lines) < self._one:
            return False
        key = proof_key(lines, others, self._idle(lines, others, free), plies, False)
        known = self._proofs.get(key)
        if known is not None:
            return known
        for bit in self._moves(lines, others, free, symmetric):
            left = _after_move(lines, others, free, plies, symmetric, bit, shortens=True)
            if not self._attack(*left):
                return self._proofs.store(key, False)
        return self._proofs.store(key, True)

    @staticmethod
    def _idle(lines: _Lines, others: _Lines, free: int) -> int:
        """Return the number of free cells that are on neither player's remaining lines."""
        for line in lines:
            free &= ~line
        for line in others:
            free &= ~line
        return free.bit_count()

    def _moves(
        self, own: _Lines, other: _Lines, free: int, symmetric: _Symmetries
    ) -> list[int]:
        """Return the moves that complete no line, with moves on lines of low weight first.

        Moves that block few of the other player's lines also come early, because the other
        player might have to complete one of these lines later.
        """
        for line in own:
            if not line & (line - 1):
                free &= ~line
        gains = self._gains(own, 2)
        useful = self._gains(other)
        live: list[int] = []
        idle: list[int] = []
        for bit in bits(free):
            (live if bit in gains or bit in useful else idle).append(bit)
        live.sort(key=lambda bit: (gains.get(bit, 0) + useful.get(bit, 0), bit))
        moves = idle[:1] + live
        return _first_of_each(moves, symmetric) if symmetric else moves


def prover(rules: MNK) -> _Prover:
    """Return a new prover for the rules."""
    return _MisereProver(rules) if rules.misere else LineProver(rules)


# Maximum number of cells on boards for which every move is proved to the end of the game.
_PROVED_CELLS = 36
_CANDIDATES = 16  # number of promising moves to search on larger boards
# Maximum length, in plies, of the forced wins and losses to search for first.
_FIRST_PLIES = 5
# Maximum length, in plies, of the forced wins and losses to search for on larger boards.
_TACTICAL_PLIES = 13


@lru_cache(maxsize=4)
def _shared_prover(rules: MNK) -> _Prover:
    return prover(rules)


class _MoveProofs:
    """Legal moves in a position, with the proofs found for each move."""

    def __init__(self, rules: MNK, state: State, known: _Prover) -> None:
        self.rules = rules
        self.state = state
        self.prover = known
        self.node_count_before = known.node_count
        self.values: dict[int, Value] = {}
        self.plies: dict[int, int] = {}
        self.estimates = _estimates(rules, state)
        self.images = self._images()
        # True if every move can be proved to the end of the game.
        self.is_provable = (
            rules.cell_count <= _PROVED_CELLS or len(state.legal_moves) <= LATE_CELLS
        )
        order = sorted(self.images, key=lambda cell: -self.estimates[cell])
        self.candidates = order if self.is_provable else order[:_CANDIDATES]
        self.variation: tuple[int, ...] = ()
        self.slice_end = 0.0

    def _images(self) -> dict[int, list[int]]:
        """Return groups of symmetric legal cells, keyed by the first cell of each group."""
        symmetric = fixing(self.state.own, self.state.other, self.rules)
        images: dict[int, list[int]] = {}
        seen: set[int] = set()
        for cell in self.state.legal_moves:
            if cell not in seen:
                orbit = {1 << cell} | {symmetry[1 << cell] for symmetry in symmetric}
                images[cell] = sorted(bit.bit_length() - 1 for bit in orbit)
                seen.update(images[cell])
        return images

    def settle(self, cell: int, value: Value, plies: int | None = None) -> None:
        """Record the value of a move and, if known, its remoteness."""
        self.values[cell] = value
        if plies is not None:
            self.plies[cell] = plies

    def widen(self) -> bool:
        """Add the moves that were omitted so far, and return whether there were any."""
        rest = [cell for cell in self.images if cell not in self.candidates]
        self.candidates = self.candidates + rest
        return bool(rest)

    @property
    def open_moves(self) -> list[int]:
        """Moves that must still be searched, because their values aren't proved yet."""
        return [cell for cell in self.candidates if cell not in self.values]

    def report(self) -> Analysis:
        """Return the analysis, based on the results so far."""
        moves: dict[int, MoveValue] = {}
        for cell, images in self.images.items():
            value = self.values.get(cell)
            known = (
                MoveValue(None, None, self.estimates[cell])
                if value is None
                else proved(value, self.plies.get(cell))
            )
            moves.update(dict.fromkeys(images, known))
        moves = MoveValues.of(sorted(moves.items()))
        best = best_of(moves)
        value = value_of(moves)
        if value is None and moves[best[0]].value is None:
            best = best[:1]
        return Analysis(
            self.state.to_move,
            value,
            self._remoteness(moves, best[0]),
            moves[best[0]].score,
            moves,
            best,
            self.variation or best[:1],
            exact=len(self.values) == len(self.images),
            node_count=self.prover.node_count - self.node_count_before,
        )

    def _remoteness(self, moves: MoveValues, best: int) -> int | None:
        """Return the remoteness of the position, or None if it is not certain."""
        plies = moves[best].remoteness
        if value_of(moves) != "win" or plies is None:
            return length_of(moves)
        # Lengths are tried in ascending order. So if every move was tried, the first win found
        # is the quickest. If some moves were omitted, one of them might win more quickly,
        # unless only an immediate win would be shorter.
        shortest = 2 if self.rules.misere else 3
        return plies if self.is_provable or plies <= shortest else length_of(moves)


def is_proved_to_the_end(rules: MNK, state: State) -> bool:
    """Return whether `solve` searches a position to the end of the game.

    In misère, `solve` always searches to the end. In normal play, `solve` searches to the end
    on small boards, and on any board near the end of a game.
    """
    is_small = rules.misere or rules.cell_count <= _PROVED_CELLS
    return is_small or len(state.legal_moves) <= LATE_CELLS


def solve(rules: MNK, state: State, known: _Prover | None = None) -> Analyses:
    """Find the values of all moves in time slices, and yield better and better analyses.

    The function first finds forced wins and losses within a few plies. Then the function finds
    the values of all moves, with proofs of any length. Finally, the function finds the lengths
    of wins and losses and the principal variation. On larger boards, complete proofs would take
    too long. There, the function examines only the moves that look best, and searches for
    forced wins and losses of increasing length. All other moves keep their estimates.

    Parameters
    ----------
    rules : MNK
        Rules of the game.
    state : State
        Unfinished position to solve.
    known : _Prover, optional
        Prover to use. By default, all analyses under these rules share one prover.

    Yields
    ------
    Analysis
        Better and better analyses, one every few milliseconds.
    """
    proofs = _MoveProofs(rules, state, known or _shared_prover(rules))
    _settle_ended(proofs)
    yield proofs.report()
    if not proofs.is_provable:
        undecided = True
        while undecided:
            for plies in range(2, _TACTICAL_PLIES + 1):
                yield from _find_forced(proofs, plies)
            # If every promising move is proved, search the other moves too.
            undecided = not proofs.open_moves and proofs.widen()
        yield proofs.report()
        return
    for plies in range(2, _FIRST_PLIES + 1):
        yield from _find_forced(proofs, plies)
    yield from _find_values(proofs)
    yield proofs.report()
    yield from _find_lengths(proofs)
    yield proofs.report()
    yield from _follow_best(proofs)
    yield proofs.report()


def root_value(rules: MNK, known: _Prover | None = None) -> Value:
    """Return the value of the empty board for the first player.

    In normal play, the second player cannot have a winning strategy. Because an extra mark
    never hurts, the first player could steal such a strategy (J. Nash).

    Examples
    --------
    >>> root_value(MNK(4, 4, 4)), root_value(MNK(4, 3, 3))
    ('draw', 'win')
    """
    known = known or prover(rules)
    if known.wins(0, 0):
        return "win"
    return "loss" if rules.misere and known.loses(0, 0) else "draw"


def _settle_ended(proofs: _MoveProofs) -> None:
    """Record the values of the moves that end the game."""
    state = proofs.state
    for cell in proofs.images:
        result = proofs.rules.advance(state, cell).result
        if result is not None:
            value: Value = (
                "draw" if result == "draw" else "win" if result == state.to_move else "loss"
            )
            proofs.settle(cell, value, 1)


def _prove(
    proofs: _MoveProofs, question: Callable[..., bool], own: int, other: int, plies: int
) -> Generator[Analysis, None, bool]:
    """Ask the prover a question in time slices, and return the answer.

    Several quick questions can share one slice.
    """
    while True:
        try:
            return proofs.prover.run_until(
                proofs.slice_end, lambda: question(own, other, plies)
            )
        except PauseError:
            yield proofs.report()
            proofs.slice_end = perf_counter() + SLICE_SECONDS


def _is_forced(
    proofs: _MoveProofs, at: State, cell: int, plies: int, *, wins: bool
) -> Generator[Analysis, None, bool]:
    """Return whether a move in the position `at` forces a win (or a loss) within `plies`."""
    own, other = at.other, at.own | 1 << cell
    question = proofs.prover.loses if wins else proofs.prover.wins
    left = plies if plies == _UNLIMITED else plies - 1
    return (yield from _prove(proofs, question, own, other, left))


def _find_forced(proofs: _MoveProofs, plies: int) -> Analyses:
    """Record the moves that win or lose in `plies`, after ruling out anything shorter."""
    # In normal play, the winner makes the last move. In misère, the loser makes the last move.
    wins = (plies % 2 == 1) != proofs.rules.misere
    for cell in proofs.open_moves:
        if (yield from _is_forced(proofs, proofs.state, cell, plies, wins=wins)):
            proofs.settle(cell, "win" if wins else "loss", plies)


def _find_values(proofs: _MoveProofs) -> Analyses:
    """Record the value of every move, using proofs of any length."""
    state, known = proofs.state, proofs.prover
    empty = len(state.legal_moves)
    open_moves = proofs.open_moves
    if not open_moves:
        return
    may_win = yield from _prove(proofs, known.wins, state.own, state.other, _UNLIMITED)
    # An extra mark never hurts in normal play. If the opponent couldn't win even after the
    # player passed, no move loses. On the empty board, this argument is strategy stealing, and
    # the cache already contains the answer to the question.
    may_lose = proofs.rules.misere or (
        yield from _prove(proofs, known.wins, state.other, state.own, _UNLIMITED)
    )
    for cell in open_moves:
        if may_win and (yield from _is_forced(proofs, state, cell, _UNLIMITED, wins=True)):
            proofs.settle(cell, "win")
        elif may_lose and (yield from _is_forced(proofs, state, cell, _UNLIMITED, wins=False)):
            proofs.settle(cell, "loss")
        else:
            proofs.settle(cell, "draw", empty)


def _find_lengths(proofs: _MoveProofs) -> Analyses:
    """Find the lengths of wins and losses that aren't known yet."""
    for plies in range(_FIRST_PLIES + 1, len(proofs.state.legal_moves) + 1):
        wins = (plies % 2 == 1) != proofs.rules.misere
        for cell, value in proofs.values.items():
            if cell in proofs.plies or (value == "win") != wins:
                continue
            if (yield from _is_forced(proofs, proofs.state, cell, plies, wins=wins)):
                proofs.settle(cell, value, plies)


def _follow_best(proofs: _MoveProofs) -> Analyses:
    """Find the principal variation to the end of the game."""
    rules = proofs.rules
    top = proofs.report()
    cell, value, plies = top.best_moves[0], top.value, top.remoteness
    if value is None or plies is None:
        return
    variation = [cell]
    state = rules.advance(proofs.state, cell)
    while state.result is None:
        value, plies = OPPOSITE[value], plies - 1
        cell = yield from _move_keeping(proofs, state, value, plies)
        variation.append(cell)
        proofs.variation = tuple(variation)
        state = rules.advance(state, cell)


def _move_keeping(
    proofs: _MoveProofs, state: State, value: Value, plies: int
) -> Generator[Analysis, None, int]:
    """Find a move that preserves a known value and remoteness."""
    here = _MoveProofs(proofs.rules, state, proofs.prover)
    _settle_ended(here)
    for cell in here.candidates:
        if cell in here.values:
            if (here.values[cell], here.plies[cell]) == (value, plies):
                return cell
            continue
        wins = value == "win"
        limit = {"win": plies, "draw": _UNLIMITED, "loss": plies - 2}[value]
        if (yield from _is_forced(proofs, state, cell, limit, wins=wins)) == wins:
            return cell
    raise AssertionError("at least one move must keep the position's value and remoteness")


def _estimates(rules: MNK, state: State) -> dict[int, float]:
    """Return an estimate for each move, based on the lines that players can still complete."""
    own, other = state.own, state.other
    weight = [4 ** (marks - rules.k) for marks in range(rules.k + 1)]
    mine = [0.0] * rules.cell_count
    theirs = [0.0] * rules.cell_count
    balance = 0.0
    for line, cells in zip(rules.line_masks, rules.lines, strict=True):
        if not line & other:
            gain = weight[(line & own).bit_count()]
            balance += gain
            for cell in cells:
                mine[cell] += gain
        if not line & own:
            gain = weight[(line & other).bit_count()]
            balance -= gain
            for cell in cells:
                theirs[cell] += gain
    sign = -1.0 if rules.misere else 1.0
    raw = {
        cell: sign * (balance / 2 + 3 * mine[cell] + 2 * theirs[cell])
        for cell in state.legal_moves
    }
    return {cell: score / (1 + abs(score)) for cell, score in raw.items()}
