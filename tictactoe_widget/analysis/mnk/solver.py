"""Values of the moves of an m,n,k-game, proved a little further in each slice."""

from collections.abc import Callable, Generator
from functools import lru_cache
from time import perf_counter

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

from .proofs import UNLIMITED, Prover, fixing, prover

# Largest board on which every move is proved to the end of the game, in cells.
_PROVED_CELLS = 36
_CANDIDATES = 16  # moves, the most promising ones, that are searched on larger boards
# Greatest length of the forced wins and losses that are searched first, in plies.
_FIRST_PLIES = 5
# Greatest length of the forced wins and losses searched on larger boards, in plies.
_TACTICAL_PLIES = 13


@lru_cache(maxsize=4)
def _shared_prover(rules: MNK) -> Prover:
    """Return the prover that all analyses of these rules share."""
    return prover(rules)


class _MoveProofs:
    """The moves of one position, with the proofs found for each."""

    def __init__(self, rules: MNK, state: State, known: Prover) -> None:
        self.rules = rules
        self.state = state
        self.prover = known
        self.node_count_before = known.node_count
        self.values: dict[int, Value] = {}
        self.plies: dict[int, int] = {}
        self.estimates = _estimates(rules, state)
        self.images = self._images()
        # True where every move is proved to the end of the game.
        self.is_provable = (
            rules.cell_count <= _PROVED_CELLS or len(state.legal_moves) <= LATE_CELLS
        )
        order = sorted(self.images, key=lambda cell: -self.estimates[cell])
        self.candidates = order if self.is_provable else order[:_CANDIDATES]
        self.variation: tuple[int, ...] = ()
        self.slice_end = 0.0

    def _images(self) -> dict[int, list[int]]:
        """Group symmetric legal cells, by the first cell of each group."""
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
        """Record the value of a move, and its remoteness where that is known."""
        self.values[cell] = value
        if plies is not None:
            self.plies[cell] = plies

    def widen(self) -> bool:
        """Add the moves left out so far; return whether there were any."""
        rest = [cell for cell in self.images if cell not in self.candidates]
        self.candidates = self.candidates + rest
        return bool(rest)

    @property
    def open_moves(self) -> list[int]:
        """Moves that are searched and not proved yet."""
        return [cell for cell in self.candidates if cell not in self.values]

    def report(self) -> Analysis:
        """Return the analysis of what is known so far."""
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
        """Return the remoteness of the position; None where that is not certain."""
        plies = moves[best].remoteness
        if value_of(moves) != "win" or plies is None:
            return length_of(moves)
        # Lengths are tried in ascending order, so where every move was tried the
        # first win found is the quickest. Else a move left out may be quicker,
        # unless this win is the shortest there can be, after a win at once.
        shortest = 2 if self.rules.misere else 3
        return plies if self.is_provable or plies <= shortest else length_of(moves)


def is_proved_to_the_end(rules: MNK, state: State) -> bool:
    """Return whether `solve` is the search for a position: in misère it always is.

    In normal play it is for small boards, and for the last moves on any board.
    """
    is_small = rules.misere or rules.cell_count <= _PROVED_CELLS
    return is_small or len(state.legal_moves) <= LATE_CELLS


def solve(rules: MNK, state: State, known: Prover | None = None) -> Analyses:
    """Find the values of all moves, in slices.

    Forced wins and losses of a few plies come first, then the values by proofs
    without a limit, the lengths of wins and losses, and the principal variation.
    Beyond `_PROVED_CELLS` cells only forced wins and losses are searched,
    deeper and deeper, among the moves that look best; the others stay
    estimates.

    Parameters
    ----------
    rules : MNK
        Rules of the game.
    state : State
        An unfinished position of it.
    known : Prover, optional
        Prover to use; by default the one that all analyses of these rules share.

    Yields
    ------
    Analysis
        Analyses that get better, every few milliseconds.
    """
    proofs = _MoveProofs(rules, state, known or _shared_prover(rules))
    _settle_ended(proofs)
    yield proofs.report()
    if not proofs.is_provable:
        undecided = True
        while undecided:
            for plies in range(2, _TACTICAL_PLIES + 1):
                yield from _find_forced(proofs, plies)
            # Where every promising move is proved, the others are searched too.
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


def root_value(rules: MNK, known: Prover | None = None) -> Value:
    """Return the value of the empty board.

    In normal play the second player cannot win (strategy stealing, J. Nash):
    an extra mark never hurts, so the first could play as the second does.

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
    """Answer a question by the prover, in slices that quick questions share."""
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
    """Return whether a move at `at` wins (or loses) within `plies`."""
    own, other = at.other, at.own | 1 << cell
    question = proofs.prover.loses if wins else proofs.prover.wins
    left = plies if plies == UNLIMITED else plies - 1
    return (yield from _prove(proofs, question, own, other, left))


def _find_forced(proofs: _MoveProofs, plies: int) -> Analyses:
    """Record the moves that win or lose in `plies`, when fewer plies are excluded."""
    # In normal play the winner makes the last move, in misère the loser does.
    wins = (plies % 2 == 1) != proofs.rules.misere
    for cell in proofs.open_moves:
        if (yield from _is_forced(proofs, proofs.state, cell, plies, wins=wins)):
            proofs.settle(cell, "win" if wins else "loss", plies)


def _find_values(proofs: _MoveProofs) -> Analyses:
    """Record the value of every move, by proofs without a limit of plies."""
    state, known = proofs.state, proofs.prover
    empty = len(state.legal_moves)
    open_moves = proofs.open_moves
    if not open_moves:
        return
    may_win = yield from _prove(proofs, known.wins, state.own, state.other, UNLIMITED)
    # An extra mark never hurts in normal play: where the opponent could not win
    # even if the player passed, no move loses. On the empty board this is strategy
    # stealing, and the question is the one just answered.
    may_lose = proofs.rules.misere or (
        yield from _prove(proofs, known.wins, state.other, state.own, UNLIMITED)
    )
    for cell in open_moves:
        if may_win and (yield from _is_forced(proofs, state, cell, UNLIMITED, wins=True)):
            proofs.settle(cell, "win")
        elif may_lose and (yield from _is_forced(proofs, state, cell, UNLIMITED, wins=False)):
            proofs.settle(cell, "loss")
        else:
            proofs.settle(cell, "draw", empty)


def _find_lengths(proofs: _MoveProofs) -> Analyses:
    """Find the lengths of wins and losses that are not known yet."""
    for plies in range(_FIRST_PLIES + 1, len(proofs.state.legal_moves) + 1):
        wins = (plies % 2 == 1) != proofs.rules.misere
        for cell, value in proofs.values.items():
            if cell in proofs.plies or (value == "win") != wins:
                continue
            if (yield from _is_forced(proofs, proofs.state, cell, plies, wins=wins)):
                proofs.settle(cell, value, plies)


def _follow_best(proofs: _MoveProofs) -> Analyses:
    """Find the principal variation, to the end of the game."""
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
    """Find a move that keeps a value and its remoteness, both known."""
    here = _MoveProofs(proofs.rules, state, proofs.prover)
    _settle_ended(here)
    for cell in here.candidates:
        if cell in here.values:
            if (here.values[cell], here.plies[cell]) == (value, plies):
                return cell
            continue
        wins = value == "win"
        limit = {"win": plies, "draw": UNLIMITED, "loss": plies - 2}[value]
        if (yield from _is_forced(proofs, state, cell, limit, wins=wins)) == wins:
            return cell
    raise AssertionError("a value is held by some move")


def _estimates(rules: MNK, state: State) -> dict[int, float]:
    """Estimate each move by the lines that can still be completed."""
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
