"""Proofs in m,n,k-games: can a player force a win, and within how many plies?

The two players are called by their parts. In normal play the *attacker* wants
to complete a line and the *defender* wants to prevent it; in misère the
attacker wants to make the defender complete one. A position is what is left of
the lines: for each player the lines without a mark of the other, as bit masks
of their empty cells. Cells on no such line decide nothing, so positions that
differ there alone are proved once.

Sources: the potential bound is P. Erdős and J. L. Selfridge, "On a
combinatorial game" (J. Combin. Theory A 14, 1973); its counterpart for
avoiders follows D. Hefetz, M. Krivelevich and T. Szabó, "Avoider-Enforcer
games" (J. Combin. Theory A 114, 2007). Forced moves first and dropping the
defender's lines (a win in the maker-breaker game is necessary for one in the
full game) are standard; see H. J. van den Herik, J. W. H. M. Uiterwijk and
J. van Rijswijck, "Games solved: now and in the future" (Artificial
Intelligence 134, 2002).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from time import perf_counter

from tictactoe_widget.rules.mnk import MNK

UNLIMITED = 1 << 20
"""A number of plies no game lasts."""

SLICE_SECONDS = 0.008
"""How long a search works before it lets its host breathe."""

_TABLE_LIMIT = 150_000  # about 200 MB
_NODES_PER_LOOK = 64

_Lines = frozenset[int]
_Symmetries = tuple[dict[int, int], ...]
_Question = Callable[[_Lines, _Lines, int, int, _Symmetries], bool]
_NO_LINES: _Lines = frozenset()


class PauseError(Exception):
    """The slice is used up; what has been proved is in the table."""


@lru_cache(maxsize=1 << 16)
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


@lru_cache(maxsize=16)
def symmetries(rows: int, columns: int) -> _Symmetries:
    """Return the turns and mirrors of a board but the one that moves nothing.

    Each maps the bit of a cell to the bit of its image.

    >>> len(symmetries(3, 3)), len(symmetries(3, 4))
    (7, 3)
    """
    places = [(row, column) for row in range(rows) for column in range(columns)]
    images = {
        tuple(
            (rows - 1 - r if down else r) * columns + (columns - 1 - c if across else c)
            for r, c in (((c, r) if turn else (r, c)) for r, c in places)
        )
        for down in (False, True)
        for across in (False, True)
        for turn in ((False, True) if rows == columns else (False,))
    }
    images.discard(tuple(range(rows * columns)))
    return tuple(
        {1 << cell: 1 << image for cell, image in enumerate(cells)} for cells in sorted(images)
    )


def image(mask: int, symmetry: dict[int, int]) -> int:
    """Return `mask` turned or mirrored."""
    return sum(symmetry[bit] for bit in bits(mask))


def fixing(own: int, other: int, rules: MNK) -> _Symmetries:
    """Return the symmetries that leave a position as it is."""
    return tuple(
        symmetry
        for symmetry in symmetries(rules.rows, rules.columns)
        if image(own, symmetry) == own and image(other, symmetry) == other
    )


class Prover(ABC):
    """Answers whether a player of one m,n,k-game can force a win.

    Answers are kept in a table, so that asking again, or asking more, is cheap.

    Parameters
    ----------
    rules : MNK
        The game.
    """

    def __init__(self, rules: MNK) -> None:
        self.rules = rules
        self.nodes = 0
        """Positions looked at so far."""
        self._one = 1 << rules.k
        self._weights = tuple(1 << (rules.k - left) for left in range(rules.k + 1))
        self._table: dict[object, bool] = {}
        self._deadline = float("inf")
        self._every_cell = (1 << rules.cell_count) - 1

    def wins(self, own: int, other: int, plies: int = UNLIMITED) -> bool:
        """Whether the player to move, who holds `own`, wins within `plies`."""
        return self._ask(self._attack, own, other, own, other, plies)

    def loses(self, own: int, other: int, plies: int = UNLIMITED) -> bool:
        """Whether the player to move, who holds `own`, loses within `plies`."""
        return self._ask(self._defend, own, other, other, own, plies)

    def _ask(
        self,
        question: _Question,
        own: int,
        other: int,
        attacker: int,
        defender: int,
        plies: int,
    ) -> bool:
        if self.rules.misere:  # the lines that decide are the defender's
            attacker, defender = defender, attacker
        return question(
            self._left(attacker, defender),
            self._left(defender, attacker),
            self._every_cell & ~(own | other),
            plies,
            fixing(own, other, self.rules),
        )

    def in_a_slice(self, ask: Callable[[], bool]) -> bool:
        """Ask, for a few milliseconds at most.

        Raises
        ------
        PauseError
            When there is no answer yet. Ask again: what was proved is in the
            table, so the next slice goes on where this one stopped.
        """
        self._deadline = perf_counter() + SLICE_SECONDS
        try:
            return ask()
        finally:
            self._deadline = float("inf")

    def _left(self, own: int, other: int) -> _Lines:
        return frozenset(line & ~own for line in self.rules.line_masks if not line & other)

    def _count(self) -> None:
        self.nodes += 1
        if not self.nodes % _NODES_PER_LOOK and perf_counter() > self._deadline:
            raise PauseError

    def _store(self, key: object, answer: bool) -> bool:
        if len(self._table) >= _TABLE_LIMIT:
            self._table.clear()
        self._table[key] = answer
        return answer

    def _gains(self, lines: Iterable[int], factor: int = 1) -> dict[int, int]:
        """For each cell, the weight of the lines it lies on."""
        weights = self._weights
        gains: dict[int, int] = {}
        for line in lines:
            weight = weights[line.bit_count()] * factor
            for bit in bits(line):
                gains[bit] = gains.get(bit, 0) + weight
        return gains

    def _potential(self, lines: Collection[int]) -> int:
        weights = self._weights
        return sum([weights[line.bit_count()] for line in lines])

    @abstractmethod
    def _attack(
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        """Whether the attacker, to move, wins within `plies`."""

    @abstractmethod
    def _defend(
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        """Whether the attacker wins within `plies`, the defender being to move."""


def _first_of_each(moves: list[int], symmetric: _Symmetries) -> list[int]:
    """Drop moves that are the image of an earlier one."""
    seen: set[int] = set()
    kept = []
    for bit in moves:
        if bit not in seen:
            kept.append(bit)
            seen.update(symmetry[bit] for symmetry in symmetric)
    return kept


def _still(symmetric: _Symmetries, bit: int) -> _Symmetries:
    return tuple(symmetry for symmetry in symmetric if symmetry[bit] == bit)


def _by_gain(gains: dict[int, int]) -> list[int]:
    return sorted(gains, key=lambda bit: (-gains[bit], bit))


class LineProver(Prover):
    """Proofs in normal play: `lines` are the attacker's, `others` the defender's."""

    def _attack(
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        self._count()
        if plies < 1:
            return False
        for line in lines:
            if not line & (line - 1):
                return True
        if plies < 3:
            return False
        threat = 0
        for line in others:
            if not line & (line - 1):
                threat |= line
        if threat & (threat - 1):
            return False
        if plies < UNLIMITED - 1024:
            # A longer line is not completed, or made a threat, in time.
            most = (plies + 1) // 2
            lines = frozenset([line for line in lines if line.bit_count() <= most])
            others = frozenset([line for line in others if line.bit_count() <= most])
        if threat:
            return self._after_attack(lines, others, free, plies, symmetric, threat)
        potential = self._potential(lines)
        if 2 * potential < self._one:
            return False
        key = (lines, others, plies)
        known = self._table.get(key)
        if known is not None:
            return known
        if others and not self._attack(lines, _NO_LINES, free, plies, symmetric):
            return self._store(key, False)
        gains = self._gains(lines)
        need = self._one - potential
        moves = [bit for bit in _by_gain(gains) if gains[bit] >= need]
        if need <= 0 and others:
            moves += [bit for bit in self._gains(others) if bit not in gains]
        if symmetric:
            moves = _first_of_each(moves, symmetric)
        for bit in moves:
            if self._after_attack(lines, others, free, plies, symmetric, bit):
                return self._store(key, True)
        return self._store(key, False)

    def _after_attack(
        self,
        lines: _Lines,
        others: _Lines,
        free: int,
        plies: int,
        symmetric: _Symmetries,
        bit: int,
    ) -> bool:
        keep = ~bit
        return self._defend(
            frozenset([line & keep for line in lines]),
            frozenset([line for line in others if not line & bit]),
            free & keep,
            plies - 1,
            _still(symmetric, bit) if symmetric else symmetric,
        )

    def _defend(
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        self._count()
        for line in others:
            if not line & (line - 1):
                return False
        if plies < 2:
            return False
        threat = 0
        for line in lines:
            if not line & (line - 1):
                threat |= line
        if threat & (threat - 1):
            return True
        if plies < 4:
            return False
        limited = plies < UNLIMITED - 1024
        if limited:
            most = plies // 2
            lines = frozenset([line for line in lines if line.bit_count() <= most])
            others = frozenset([line for line in others if line.bit_count() <= most + 1])
        if threat:
            return self._after_defend(lines, others, free, plies, symmetric, threat)
        if self._potential(lines) < self._one:
            return False
        key = (lines, others, plies)
        known = self._table.get(key)
        if known is not None:
            return known
        # A mark more never hurts, so passing is the defender's weakest reply.
        if limited and not self._attack(lines, others, free, plies - 1, symmetric):
            return self._store(key, False)
        gains = self._gains(lines, 2)
        for bit, gain in self._gains(others).items():
            gains[bit] = gains.get(bit, 0) + gain
        moves = _by_gain(gains)
        if symmetric:
            moves = _first_of_each(moves, symmetric)
        for bit in moves:
            if not self._after_defend(lines, others, free, plies, symmetric, bit):
                return self._store(key, False)
        return self._store(key, True)

    def _after_defend(
        self,
        lines: _Lines,
        others: _Lines,
        free: int,
        plies: int,
        symmetric: _Symmetries,
        bit: int,
    ) -> bool:
        keep = ~bit
        return self._attack(
            frozenset([line for line in lines if not line & bit]),
            frozenset([line & keep for line in others]),
            free & keep,
            plies - 1,
            _still(symmetric, bit) if symmetric else symmetric,
        )


class MisereProver(Prover):
    """Proofs in misère: `lines` are those the defender must not complete.

    `others` are the attacker's own, to be avoided as well.
    """

    def _attack(
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        self._count()
        if plies < 2 or not lines or not free or 2 * self._potential(lines) < self._one:
            return False
        key = (lines, others, self._idle(lines, others, free), plies, True)
        known = self._table.get(key)
        if known is not None:
            return known
        if others and not self._attack(lines, _NO_LINES, free, plies, symmetric):
            return self._store(key, False)
        for bit in self._moves(others, lines, free, symmetric):
            keep = ~bit
            if self._defend(
                frozenset([line for line in lines if not line & bit]),
                frozenset([line & keep for line in others]),
                free & keep,
                plies - 1,
                _still(symmetric, bit) if symmetric else symmetric,
            ):
                return self._store(key, True)
        return self._store(key, False)

    def _defend(
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        self._count()
        if plies < 1 or not lines or not free or 2 * self._potential(lines) < self._one:
            return False
        key = (lines, others, self._idle(lines, others, free), plies, False)
        known = self._table.get(key)
        if known is not None:
            return known
        for bit in self._moves(lines, others, free, symmetric):
            keep = ~bit
            if not self._attack(
                frozenset([line & keep for line in lines]),
                frozenset([line for line in others if not line & bit]),
                free & keep,
                plies - 1,
                _still(symmetric, bit) if symmetric else symmetric,
            ):
                return self._store(key, False)
        return self._store(key, True)

    @staticmethod
    def _idle(lines: _Lines, others: _Lines, free: int) -> int:
        """How many free cells lie on no line: moves that only pass the turn."""
        for line in lines:
            free &= ~line
        for line in others:
            free &= ~line
        return free.bit_count()

    def _moves(
        self, own: _Lines, other: _Lines, free: int, symmetric: _Symmetries
    ) -> list[int]:
        """Moves that complete no line of one's own, the least committing first."""
        for line in own:
            if not line & (line - 1):
                free &= ~line
        gains = self._gains(own, 2)
        useful = self._gains(other)
        live = []
        idle = []
        for bit in bits(free):
            (live if bit in gains or bit in useful else idle).append(bit)
        live.sort(key=lambda bit: (gains.get(bit, 0) - useful.get(bit, 0), bit))
        moves = idle[:1] + live
        return _first_of_each(moves, symmetric) if symmetric else moves


def prover(rules: MNK) -> Prover:
    """Return a fresh prover for the rules."""
    return MisereProver(rules) if rules.misere else LineProver(rules)
