"""Retrograde analysis of games in which positions can repeat.

The solver lists all positions, and then works backwards from the finished positions. A position
is won if at least one move leads to a lost position. A position is lost if all moves lead to
won positions. The breadth-first order gives the exact distance to the end. All other positions
are draws, because neither player can force a win. Source: K. Thompson, "Retrograde analysis of
certain endgames", ICCA Journal 9, 1986. Symmetric positions are solved only once.

The solver first finds the value of each position without its history. If the rules declare a
draw when a position occurs too often, the history matters as well. A drawn position stays a
draw, because extra draws don't help either player to win. Some positions make the game a draw
if they occur once more. If the winner can avoid all of these positions, a won position stays
won. If the winner can't avoid them, the solver starts again and counts these positions as
draws. The winner never has to repeat a position, because the distance to the end shrinks with
every move.
"""

from collections import Counter, deque
from collections.abc import Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache
from threading import Lock
from time import perf_counter
from typing import Any

from tictactoe_widget.rules.rules import Rules, Symmetries
from tictactoe_widget.rules.state import MARKS, RepeatableState

from .exact_search import verified_symmetries
from .values import (
    OPPOSITE,
    SLICE_SECONDS,
    Analyses,
    Analysis,
    MoveValue,
    MoveValues,
    Value,
    best_of,
    length_of,
    proved,
    value_of,
)

MOST_POSITIONS = 1_000_000
"""Maximum number of positions, high enough for all boards with up to nine cells."""

MOST_TRIED_POSITIONS = 400_000
"""Number of positions after which the solver gives up on rules that it might not solve."""

_ITEMS_PER_CLOCK = 32  # number of positions between two time checks


class TooManyPositionsError(Exception):
    """Exception that stops the solver if there are more positions than allowed."""


class RetrogradeSolver:
    """Time-sliced solver for all positions that can follow one position.

    Several callers can share a solver, even if they run in different threads.

    Parameters
    ----------
    rules : Rules
        Rules under which positions can repeat.
    start : RepeatableState
        Position from which all other positions are reached. The solver ignores the earlier
        positions that this state contains.
    symmetries : tuple of Symmetry
        Symmetries of the rules, with the identity first.
    draws : iterable of hashable
        Keys of positions that make the game a draw if they occur after `start`. If there are
        any such keys, `symmetries` must contain only the identity.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> game = Game("infinite", moves=(0, 1, 4, 2))   # X has cells 0 and 4
    >>> solver = RetrogradeSolver(game.rules, game.state, game.rules.symmetries)
    >>> while not solver.is_done:
    ...     solver.run_slice(MOST_POSITIONS)
    >>> solver.value_of(game.state)
    ('win', 1)
    """

    def __init__(
        self,
        rules: Rules,
        start: RepeatableState,
        symmetries: Symmetries,
        draws: Iterable[Hashable] = (),
    ) -> None:
        self._rules = rules
        self._start = start.forget()
        self._images = symmetries[1:]
        self._draws = frozenset(draws)
        self._lock = Lock()
        self._begin()

    def _begin(self) -> None:
        # Index of each position. Symmetric positions share an index.
        self._indices: dict[Hashable, int] = {}
        # Value for the player to move and distance to the end, by index. None means a draw
        # until a win or loss is found.
        self._values: list[tuple[Value, int] | None] = []
        # For the index of each position, the indices of the positions one move earlier.
        self._before: list[list[int]] = []
        # Number of moves that are not yet known to lose, by index.
        self._left: list[int] = []
        # Positions whose moves have not been followed yet.
        self._open: deque[tuple[int, RepeatableState]] = deque()
        # Indices of the won and lost positions that have not been followed backwards yet.
        self._decided: deque[int] = deque()
        self._add(self._start)
        if self._start.key in self._draws:
            # The start is not a draw now, but it becomes a draw if it occurs again.
            del self._indices[self._start.key]

    @property
    def position_count(self) -> int:
        """Number of positions found so far, counting symmetric positions separately."""
        return len(self._indices)

    @property
    def is_done(self) -> bool:
        """True if all positions are solved."""
        return not (self._open or self._decided)

    def run_slice(self, most: int) -> None:
        """Continue solving for one time slice.

        Raises
        ------
        TooManyPositionsError
            If there are more than `most` positions.
        """
        end = perf_counter() + SLICE_SECONDS
        with self._lock:
            try:
                while not self.is_done and perf_counter() < end:
                    if self.position_count > most:
                        raise TooManyPositionsError
                    for _ in range(_ITEMS_PER_CLOCK):
                        self._work()
            except TooManyPositionsError:
                raise
            except BaseException:
                # The exception might have interrupted a change, so start from the beginning.
                self._begin()
                raise

    def knows(self, state: RepeatableState) -> bool:
        """Return whether the position can be reached from the start."""
        return state.key in self._indices

    def value_of(self, state: RepeatableState) -> tuple[Value, int | None]:
        """Return a position's value for the player to move, and its distance to the end.

        The distance of a draw is None, because the game can continue until positions repeat.
        """
        return self._values[self._indices[state.key]] or ("draw", None)

    def _work(self) -> None:
        if self._open:
            self._expand(*self._open.popleft())
        elif self._decided:
            self._propagate(self._decided.popleft())

    def _add(self, state: RepeatableState) -> int:
        """Return the index of a position, and queue the position if it is new."""
        key = state.key
        index = self._indices.get(key)
        if index is not None:
            return index
        index = self._indices[key] = len(self._values)
        for symmetry in self._images:
            self._indices[state.image_key(symmetry)] = index
        self._values.append(None)
        self._before.append([])
        self._left.append(len(state.legal_moves))
        if state.result in MARKS:
            is_won = state.result == state.to_move
            self._values[index] = ("win" if is_won else "loss", 0)
            self._decided.append(index)
        elif state.result is None and (index == 0 or key not in self._draws):
            self._open.append((index, state))
        return index

    def _expand(self, index: int, state: RepeatableState) -> None:
        """Link a position to the positions that follow it."""
        for move in state.legal_moves:
            after: Any = self._rules.advance(state, move)
            self._before[self._add(after.forget())].append(index)

    def _propagate(self, index: int) -> None:
        """Derive the values of earlier positions from the value of a won or lost position."""
        value, plies = self._values[index] or ("draw", 0)
        for before in self._before[index]:
            if self._values[before] is not None:
                continue
            self._left[before] -= 1
            if value == "loss" or not self._left[before]:
                self._values[before] = (OPPOSITE[value], plies + 1)
                self._decided.append(before)


@lru_cache(maxsize=1)
def _shared_solver(rules: Rules) -> RetrogradeSolver:
    """Return the solver for all positions that follow the empty board."""
    start: Any = rules.initial_state
    return RetrogradeSolver(rules, start, verified_symmetries(rules))


def solve_in_slices(
    rules: Rules, state: RepeatableState, *, estimates: Mapping[int, float], most: int
) -> Analyses:
    """Yield analyses without values until all positions are solved, then the exact analysis.

    Draws are proved, but without their distances to the end. The analysis takes into account
    which positions have already occurred in the game.

    Parameters
    ----------
    rules : Rules
        Rules under which positions can repeat.
    state : RepeatableState
        Unfinished position to analyze.
    estimates : mapping of int to float
        Estimate for each move, used until the move's value is proved.
    most : int
        Maximum number of positions. If there are more, only the values of moves that end the
        game are proved.
    """
    after: dict[int, Any] = {move: rules.advance(state, move) for move in state.legal_moves}
    unknown = MoveValues.of(
        (move, _final_value(one, state) or MoveValue(None, None, estimates.get(move, 0.0)))
        for move, one in after.items()
    )
    counts = Counter((*state.earlier, state.key))
    draws = {key for key, count in counts.items() if count >= rules.repetition - 1}
    solver = _shared_solver(rules)
    try:
        yield from _run(solver, most, _report(state, unknown, solver))
        if not solver.knows(state) or not all(
            _avoids(solver, rules, one, draws) for one in after.values()
        ):
            images = (tuple(range(rules.cell_count)),) if draws else verified_symmetries(rules)
            solver = RetrogradeSolver(rules, state, images, draws)
            yield from _run(solver, most, _report(state, unknown, solver))
    except TooManyPositionsError:
        yield _report(state, unknown, solver)
        return
    moves = MoveValues.of(
        (move, _final_value(one, state) or _value_before(*solver.value_of(one)))
        for move, one in after.items()
    )
    yield replace(
        _report(state, moves, solver),
        principal_variation=_best_line(solver, rules, state, best_of(moves)[0]),
    )


def _run(solver: RetrogradeSolver, most: int, unknown: Analysis) -> Analyses:
    while not solver.is_done:
        solver.run_slice(most)
        yield unknown


def _report(state: RepeatableState, moves: MoveValues, solver: RetrogradeSolver) -> Analysis:
    best = best_of(moves)
    return Analysis(
        state.to_move,
        value_of(moves),
        length_of(moves),
        moves[best[0]].score,
        moves,
        best,
        best[:1],
        exact=all(move.value is not None for move in moves.values()),
        node_count=solver.position_count,
    )


def _final_value(after: RepeatableState, state: RepeatableState) -> MoveValue | None:
    """Return the value of the move from `state` to `after`, or None if the game continues."""
    if after.result is None:
        return None
    if after.result == "draw":
        return proved("draw", 1)
    return proved("win" if after.result == state.to_move else "loss", 1)


def _value_before(value: Value, plies: int | None) -> MoveValue:
    """Return the value of the move that leads to a position with the given value."""
    return proved(OPPOSITE[value], None if plies is None else plies + 1)


def _avoids(
    solver: RetrogradeSolver, rules: Rules, state: RepeatableState, draws: AbstractSet[Hashable]
) -> bool:
    """Return whether the winner, if there is one, can avoid the positions in `draws`."""
    waiting: list[Any] = [state.forget()] if draws and state.result is None else []
    seen = set()
    while waiting:
        now = waiting.pop()
        value, plies = solver.value_of(now)
        if value == "draw" or now.result is not None or now.key in seen:
            continue
        if now.key in draws:
            return False
        seen.add(now.key)
        after = _follow(rules, now)
        if value == "win":
            # One of the quickest wins is enough.
            quickest = ("loss", (plies or 0) - 1)
            after = [one for one in after if solver.value_of(one) == quickest][:1]
        waiting += after
    return True


def _best_line(
    solver: RetrogradeSolver, rules: Rules, state: RepeatableState, first: int
) -> tuple[int, ...]:
    """Return the moves of best play to the end, or only the first move if nobody wins."""
    line = [first]
    now: Any = rules.advance(state, first)
    while now.result is None and solver.value_of(now)[0] != "draw":
        value, plies = solver.value_of(now)
        wanted = (OPPOSITE[value], (plies or 0) - 1)
        following: dict[int, Any] = {move: rules.advance(now, move) for move in now.legal_moves}
        move = next(at for at, one in following.items() if solver.value_of(one) == wanted)
        line.append(move)
        now = following[move]
    return tuple(line)


def _follow(rules: Rules, state: RepeatableState) -> list[Any]:
    following: list[Any] = [rules.advance(state, move) for move in state.legal_moves]
    return [one.forget() for one in following]
