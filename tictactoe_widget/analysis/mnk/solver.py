"""Values of the moves of an m,n,k-game: a little further at each step."""

from collections.abc import Callable, Generator
from functools import lru_cache
from time import perf_counter

from tictactoe_widget.analysis.slices import SLICE_SECONDS, PauseError
from tictactoe_widget.analysis.values import (
    OPPOSITE,
    Analyses,
    Analysis,
    MoveValue,
    Value,
    best_of,
    proved,
)
from tictactoe_widget.rules.base import State
from tictactoe_widget.rules.mnk import MNK

from .proofs import UNLIMITED, Prover, fixing, prover

_PROVED_CELLS = 36
"""Up to this many cells every move is judged to the end; beyond, the likeliest ones are."""
_CANDIDATES = 16
_FIRST_PLIES = 5
_TACTICAL_PLIES = 13


@lru_cache(maxsize=4)
def shared_prover(rules: MNK) -> Prover:
    """Return the prover of these rules; what it proves in one move serves the next."""
    return prover(rules)


class _Inquiry:
    """What is known so far about each move of one position."""

    def __init__(self, rules: MNK, state: State, known: Prover) -> None:
        self.rules = rules
        self.state = state
        self.prover = known
        self.nodes_before = known.nodes
        self.values: dict[int, Value] = {}
        self.plies: dict[int, int] = {}
        self.estimates = _estimates(rules, state)
        self.images = self._images()
        order = sorted(self.images, key=lambda cell: -self.estimates[cell])
        self.candidates = order if rules.cell_count <= _PROVED_CELLS else order[:_CANDIDATES]
        self.line: tuple[int, ...] = ()
        self.slice_end = 0.0

    def _images(self) -> dict[int, list[int]]:
        """Legal cells by the first of their images: alike by symmetry, alike in value."""
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
        self.values[cell] = value
        if plies is not None:
            self.plies[cell] = plies

    def widen(self) -> bool:
        """Take in the moves left out so far; whether there were any."""
        rest = [cell for cell in self.images if cell not in self.candidates]
        self.candidates = self.candidates + rest
        return bool(rest)

    @property
    def open_moves(self) -> list[int]:
        return [cell for cell in self.candidates if cell not in self.values]

    def report(self) -> Analysis:
        moves: dict[int, MoveValue] = {}
        for cell, images in self.images.items():
            value = self.values.get(cell)
            known = (
                MoveValue(None, None, self.estimates[cell])
                if value is None
                else proved(value, self.plies.get(cell))
            )
            moves.update(dict.fromkeys(images, known))
        moves = dict(sorted(moves.items()))
        best = best_of(moves)
        top = moves[best[0]]
        settled = (
            top.value if top.value == "win" or len(self.values) == len(self.images) else None
        )
        if settled is None and top.value is None:
            best = best[:1]
        return Analysis(
            self.state.to_move,
            settled,
            top.remoteness if settled else None,
            top.score,
            moves,
            best,
            self.line or best[:1],
            exact=len(self.values) == len(self.images),
            nodes=self.prover.nodes - self.nodes_before,
        )


def solve(rules: MNK, state: State, known: Prover | None = None) -> Analyses:
    """Find the values of all moves, step by step.

    First forced wins and losses of a few plies, then the values by proofs
    without a limit, then how long wins and losses take, then a line of play.
    Beyond `_PROVED_CELLS` cells only forced wins and losses are looked for,
    deeper and deeper, among the moves that look best; the others stay
    estimates.

    Parameters
    ----------
    rules : MNK
        The game.
    state : State
        An unfinished position of it.
    known : Prover, optional
        What to prove with; by default the one these rules share.

    Yields
    ------
    Analysis
        What is known so far, every few milliseconds.
    """
    inquiry = _Inquiry(rules, state, known or shared_prover(rules))
    _decided_at_once(inquiry)
    yield inquiry.report()
    if rules.cell_count > _PROVED_CELLS:
        undecided = True
        while undecided:
            for plies in range(2, _TACTICAL_PLIES + 1):
                yield from _forced(inquiry, plies)
            # Where every likely move is decided, the unlikely ones are looked at too.
            undecided = not inquiry.open_moves and inquiry.widen()
        yield inquiry.report()
        return
    for plies in range(2, _FIRST_PLIES + 1):
        yield from _forced(inquiry, plies)
    yield from _values(inquiry)
    yield inquiry.report()
    yield from _lengths(inquiry)
    yield inquiry.report()
    yield from _line(inquiry)
    yield inquiry.report()


def root_value(rules: MNK, known: Prover | None = None) -> Value:
    """Return the value of the empty board, and nothing more.

    In normal play the second player cannot win (strategy stealing, J. Nash):
    a mark more never hurts, so the first could play as the second does.

    Examples
    --------
    >>> root_value(MNK(4, 4, 4)), root_value(MNK(4, 3, 3))
    ('draw', 'win')
    """
    known = known or prover(rules)
    if known.wins(0, 0):
        return "win"
    return "loss" if rules.misere and known.loses(0, 0) else "draw"


def _decided_at_once(inquiry: _Inquiry) -> None:
    state = inquiry.state
    for cell in inquiry.images:
        result = inquiry.rules.advance(state, cell).result
        if result is not None:
            value: Value = (
                "draw" if result == "draw" else "win" if result == state.to_move else "loss"
            )
            inquiry.settle(cell, value, 1)


def _answered(
    inquiry: _Inquiry, question: Callable[..., bool], own: int, other: int, plies: int
) -> Generator[Analysis, None, bool]:
    """Ask the prover in slices; several questions that are quick share one."""
    while True:
        try:
            return inquiry.prover.ask_until(
                inquiry.slice_end, lambda: question(own, other, plies)
            )
        except PauseError:
            yield inquiry.report()
            inquiry.slice_end = perf_counter() + SLICE_SECONDS


def _asked(
    inquiry: _Inquiry, at: State, cell: int, plies: int, *, wins: bool
) -> Generator[Analysis, None, bool]:
    """Ask whether a move at `at` wins (or loses) within `plies`."""
    own, other = at.other, at.own | 1 << cell
    question = inquiry.prover.loses if wins else inquiry.prover.wins
    left = plies if plies == UNLIMITED else plies - 1
    return (yield from _answered(inquiry, question, own, other, left))


def _forced(inquiry: _Inquiry, plies: int) -> Analyses:
    """Settle the moves that win or lose in exactly `plies`, where fewer are excluded."""
    # In normal play the winner makes the last move, in misère the loser does.
    wins = (plies % 2 == 1) != inquiry.rules.misere
    for cell in inquiry.open_moves:
        if (yield from _asked(inquiry, inquiry.state, cell, plies, wins=wins)):
            inquiry.settle(cell, "win" if wins else "loss", plies)


def _values(inquiry: _Inquiry) -> Analyses:
    """Settle every move by proofs without a limit of plies."""
    state, known = inquiry.state, inquiry.prover
    empty = len(state.legal_moves)
    open_moves = inquiry.open_moves
    if not open_moves:
        return
    may_win = yield from _answered(inquiry, known.wins, state.own, state.other, UNLIMITED)
    # A mark more never hurts in normal play: where the opponent could not win
    # were the turn passed, no move loses. On the empty board this is strategy
    # stealing, and the question is the one just answered.
    may_lose = inquiry.rules.misere or (
        yield from _answered(inquiry, known.wins, state.other, state.own, UNLIMITED)
    )
    for cell in open_moves:
        if may_win and (yield from _asked(inquiry, state, cell, UNLIMITED, wins=True)):
            inquiry.settle(cell, "win")
        elif may_lose and (yield from _asked(inquiry, state, cell, UNLIMITED, wins=False)):
            inquiry.settle(cell, "loss")
        else:
            inquiry.settle(cell, "draw", empty)


def _lengths(inquiry: _Inquiry) -> Analyses:
    """Find how long the wins and losses take that are not measured yet."""
    for plies in range(_FIRST_PLIES + 1, len(inquiry.state.legal_moves) + 1):
        wins = (plies % 2 == 1) != inquiry.rules.misere
        for cell, value in inquiry.values.items():
            if cell in inquiry.plies or (value == "win") != wins:
                continue
            if (yield from _asked(inquiry, inquiry.state, cell, plies, wins=wins)):
                inquiry.settle(cell, value, plies)


def _line(inquiry: _Inquiry) -> Analyses:
    """Follow best moves to the end."""
    rules = inquiry.rules
    top = inquiry.report()
    cell, value, plies = top.best_moves[0], top.value, top.remoteness
    if value is None or plies is None:
        return
    line = [cell]
    state = rules.advance(inquiry.state, cell)
    while state.result is None:
        value, plies = OPPOSITE[value], plies - 1
        cell = yield from _holding(inquiry, state, value, plies)
        line.append(cell)
        inquiry.line = tuple(line)
        state = rules.advance(state, cell)


def _holding(
    inquiry: _Inquiry, state: State, value: Value, plies: int
) -> Generator[Analysis, None, int]:
    """Find a move that keeps a value and its remoteness, both known."""
    here = _Inquiry(inquiry.rules, state, inquiry.prover)
    _decided_at_once(here)
    for cell in here.candidates:
        if cell in here.values:
            if (here.values[cell], here.plies[cell]) == (value, plies):
                return cell
            continue
        wins = value == "win"
        limit = {"win": plies, "draw": UNLIMITED, "loss": plies - 2}[value]
        if (yield from _asked(inquiry, state, cell, limit, wins=wins)) == wins:
            return cell
    raise AssertionError("a value is held by some move")


def _estimates(rules: MNK, state: State) -> dict[int, float]:
    """Guess what each move is worth from the lines that are still open."""
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
