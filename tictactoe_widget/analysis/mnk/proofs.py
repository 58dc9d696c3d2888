"""Proofs in m,n,k-games that a player can force a win, and within how many plies.

The two players are named by their roles. In normal play the *attacker* wants
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
from collections.abc import Callable
from threading import Lock
from time import perf_counter

from tictactoe_widget.analysis.slices import PauseError
from tictactoe_widget.rules.mnk import MNK

from .cache import ProofCache, proof_key
from .lines import (
    LineWeights,
    SymmetryBits,
    bits,
    bits_of_line,
    by_gain,
    lines_through,
    mask_image,
    symmetries,
    undominated,
    without_cell,
    without_supersets,
)
from .maker_breaker import MakerBreaker

UNLIMITED = 1 << 20
"""Number of plies that stands for no limit; longer than any game."""

_LIMITED = UNLIMITED // 2
"""Bound on limits: only numbers of plies below it limit a search."""
_QUICK = 4
"""Length in plies above which a win is searched for only after one two plies shorter."""
_NODES_PER_CLOCK = 8
"""Number of positions searched between two checks of the time."""

_Lines = tuple[int, ...]
"""Lines as bit masks of their empty cells."""
_Symmetries = tuple[SymmetryBits, ...]
"""Symmetries that leave a position unchanged."""
_Search = Callable[[_Lines, _Lines, int, int, _Symmetries], bool]


def fixing(own: int, other: int, rules: MNK) -> _Symmetries:
    """Return the symmetries that leave a position unchanged."""
    return tuple(
        symmetry
        for symmetry in symmetries(rules)
        if mask_image(own, symmetry) == own and mask_image(other, symmetry) == other
    )


class Prover(LineWeights, ABC):
    """Search for proofs that a player of an m,n,k-game can force a win.

    Proofs are cached, so that repeated and related questions are cheap.

    Parameters
    ----------
    rules : MNK
        Rules of the game.
    """

    def __init__(self, rules: MNK) -> None:
        super().__init__(rules)
        self.rules = rules
        self.node_count = 0
        """Number of positions searched so far."""
        self.short_plies = 2 * rules.k + 3
        """Number of plies within which most wins of the first player are found."""
        self._proofs: ProofCache[bool] = ProofCache()
        self._deadline = float("inf")
        self._in_use = Lock()
        self._every_cell = (1 << rules.cell_count) - 1

    def wins(self, own: int, other: int, plies: int = UNLIMITED) -> bool:
        """Return whether the player to move, who holds `own`, wins within `plies`."""
        return self._is_proved(self._attack, own, other, True, plies)

    def loses(self, own: int, other: int, plies: int = UNLIMITED) -> bool:
        """Return whether the player to move, who holds `own`, loses within `plies`."""
        return self._is_proved(self._defend, own, other, False, plies)

    def _is_proved(
        self, search: _Search, own: int, other: int, mover_attacks: bool, plies: int
    ) -> bool:
        # In normal play the attacker's lines decide, in misère the defender's.
        if mover_attacks != self.rules.misere:
            lines, others = self._lines_left(own, other), self._lines_left(other, own)
        else:
            lines, others = self._lines_left(other, own), self._lines_left(own, other)
        free = self._every_cell & ~(own | other)
        symmetric = fixing(own, other, self.rules)
        if plies >= _LIMITED and not self.rules.misere:
            if not self._may_win(lines, mover_attacks=mover_attacks):
                return False
            # Most wins are short, so a search for short ones finds them quickly.
            short = self.short_plies + (not mover_attacks)
            if search(lines, others, free, short, symmetric):
                return True
        return search(lines, others, free, plies, symmetric)

    def run_until(self, deadline: float, ask: Callable[[], bool]) -> bool:
        """Call `ask` and return its answer, or stop shortly after `deadline`.

        Threads that share a prover take turns: while one is in here, the others
        wait, and the time they wait is added to their deadlines.

        Parameters
        ----------
        deadline : float
            A time of ``perf_counter``, in seconds.
        ask : callable
            Function that calls `wins` or `loses`.

        Raises
        ------
        PauseError
            When there is no answer yet. Call again: what was proved is kept, so
            the next slice goes on where this one stopped.
        """
        asked = perf_counter()
        with self._in_use:
            # A slice that had to wait for the prover is not shorter for it.
            self._deadline = deadline + perf_counter() - asked
            try:
                return ask()
            finally:
                self._deadline = float("inf")

    def _lines_left(self, own: int, other: int) -> _Lines:
        """Return the lines without a mark of `other`, without the cells of `own`."""
        return tuple([line & ~own for line in self.rules.line_masks if not line & other])

    def _count(self) -> None:
        """Count a position; raise PauseError when the deadline has passed."""
        self.node_count += 1
        if not self.node_count % _NODES_PER_CLOCK and perf_counter() > self._deadline:
            raise PauseError

    def _may_win(self, lines: _Lines, *, mover_attacks: bool) -> bool:
        """Return False where a cheap test excludes a win of the attacker, else True."""
        del lines, mover_attacks
        return True

    @abstractmethod
    def _attack(
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        """Return whether the attacker, to move, wins within `plies`."""

    @abstractmethod
    def _defend(
        self, lines: _Lines, others: _Lines, free: int, plies: int, symmetric: _Symmetries
    ) -> bool:
        """Return whether the attacker wins within `plies` when the defender is to move."""


def _first_of_each(moves: list[int], symmetric: _Symmetries) -> list[int]:
    """Drop moves that are the image of an earlier one."""
    seen: set[int] = set()
    kept = []
    for bit in moves:
        if bit not in seen:
            kept.append(bit)
            seen.update(symmetry[bit] for symmetry in symmetric)
    return kept


def _still_symmetric(symmetric: _Symmetries, bit: int) -> _Symmetries:
    """Return the symmetries that leave a position unchanged after a move at `bit`."""
    return tuple(symmetry for symmetry in symmetric if symmetry[bit] == bit)


class LineProver(Prover):
    """Search for proofs in normal play: `lines` are the attacker's, `others` the defender's."""

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
            # A longer line is not completed, or made a threat, in time.
            most = (plies + 1) // 2
            lines = tuple([line for line in lines if line.bit_count() <= most])
            others = tuple([line for line in others if line.bit_count() <= most])
        if threat:
            return self._after_attack(lines, others, free, plies, symmetric, threat)
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
        """Return whether the attacker, to move, wins where no move is forced."""
        if plies < _LIMITED:
            # The quickest win is cheap to find, and most wins are quick.
            if plies > _QUICK and self._attack(lines, others, free, plies - 2, symmetric):
                return True
        elif not self._breaker.makes(lines):
            return False
        gains = self._gains(lines)
        if _can_be_paired(lines, gains):
            return False
        need = self._one - potential
        moves = [bit for bit in by_gain(gains) if gains[bit] >= need]
        if need <= 0 and others:
            moves += [bit for bit in self._gains(others) if bit not in gains]
        return any(
            self._after_attack(lines, others, free, plies, symmetric, bit)
            for bit in _reduced(moves, lines, others, symmetric)
        )

    def _after_attack(  # noqa: PLR0913, PLR0917 (as above)
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
            tuple(without_cell(lines, bit)),
            tuple([line for line in others if not line & bit]),
            free & keep,
            plies - 1 if plies < _LIMITED else plies,
            _still_symmetric(symmetric, bit) if symmetric else symmetric,
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
            return self._after_defend(lines, others, free, plies, symmetric, threat)
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
        """Return whether every defence fails where no move is forced."""
        if plies >= _LIMITED and not self._breaker.breaks_in_vain(lines):
            return False
        # An extra mark never hurts, so passing is the defender's weakest reply.
        if plies < _LIMITED and not self._attack(lines, others, free, plies - 1, symmetric):
            return False
        gains = self._gains(lines, 2)
        for bit, gain in self._gains(others).items():
            gains[bit] = gains.get(bit, 0) + gain
        return all(
            self._after_defend(lines, others, free, plies, symmetric, bit)
            for bit in _reduced(by_gain(gains), lines, others, symmetric)
        )

    def _after_defend(  # noqa: PLR0913, PLR0917 (as above)
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
            tuple([line for line in lines if not line & bit]),
            tuple(without_cell(others, bit)),
            free & keep,
            plies - 1 if plies < _LIMITED else plies,
            _still_symmetric(symmetric, bit) if symmetric else symmetric,
        )


def _can_be_paired(lines: _Lines, gains: dict[int, int]) -> bool:
    """Return whether two cells of its own are found for each line.

    Then the defender stops them all by answering on the other cell of a pair (A.
    W. Hales and R. I. Jewett, "Regularity and positional games", Trans. Amer.
    Math. Soc. 106, 1963). The search for them is greedy: False proves nothing.
    """
    used = 0
    for line in sorted(lines, key=int.bit_count):
        left = line & ~used
        if not left & (left - 1):
            return False
        first, second, *_ = sorted(bits_of_line(left), key=gains.__getitem__)
        used |= first | second
    return True


def _reduced(
    moves: list[int], lines: _Lines, others: _Lines, symmetric: _Symmetries
) -> list[int]:
    """Drop each move whose lines an earlier one shares, and images of earlier moves."""
    kept = undominated(moves, lines_through((*lines, *others)))
    return _first_of_each(kept, symmetric) if symmetric else kept


class MisereProver(Prover):
    """Search for proofs in misère: `lines` are those the defender must not complete.

    `others` are the attacker's own, to be avoided as well.
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
            keep = ~bit
            if self._defend(
                tuple([line for line in lines if not line & bit]),
                tuple(without_cell(others, bit)),
                free & keep,
                plies - 1 if plies < _LIMITED else plies,
                _still_symmetric(symmetric, bit) if symmetric else symmetric,
            ):
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
            keep = ~bit
            if not self._attack(
                tuple(without_cell(lines, bit)),
                tuple([line for line in others if not line & bit]),
                free & keep,
                plies - 1 if plies < _LIMITED else plies,
                _still_symmetric(symmetric, bit) if symmetric else symmetric,
            ):
                return self._proofs.store(key, False)
        return self._proofs.store(key, True)

    @staticmethod
    def _idle(lines: _Lines, others: _Lines, free: int) -> int:
        """Count the free cells on no line: a move there only passes the turn."""
        for line in lines:
            free &= ~line
        for line in others:
            free &= ~line
        return free.bit_count()

    def _moves(
        self, own: _Lines, other: _Lines, free: int, symmetric: _Symmetries
    ) -> list[int]:
        """List the moves that do not complete a line of the player, by weight of their lines.

        Moves that spoil few lines of the other player come first too: each of these
        lines may be the one that the other player has to complete.
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


def prover(rules: MNK) -> Prover:
    """Return a new prover of the rules."""
    return MisereProver(rules) if rules.misere else LineProver(rules)
