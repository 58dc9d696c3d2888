"""Late positions of any rules, searched to the end of the game.

The search is a negamax with null windows and a transposition table: it only asks
whether the score of a position is at least some number, and keeps the answers as a
lower and an upper bound (J. Pearl, "Scout", AAAI 1980; D. Breuker, "Memory versus
search in games", Maastricht 1998). Values are searched first, then the lengths of
wins and losses, then those of draws.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from time import perf_counter

from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import State

from .slices import SLICE_SECONDS, PauseError
from .values import (
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

LATE_CELLS = 14
"""Largest number of open cells with which a position is searched to the end."""

_WON = 1000
"""Score of a game that is over and won; a win in n plies scores n less."""
_VISITS_PER_CLOCK = 32
"""Number of visits to positions between two checks of the time."""


class _Position:
    """A position of the search, with bounds on its score.

    A score is that of the player to move: 1000 - n for a win in n plies, n - 1000
    for a loss in n plies, 0 for a draw.
    """

    __slots__ = ("children", "draw_plies", "lower", "no_draw_within", "state", "upper")

    def __init__(self, state: State, lower: int, upper: int) -> None:
        self.state = state
        self.lower = lower
        """Lower bound of the score."""
        self.upper = upper
        """Upper bound of the score."""
        self.children: list[_Position] | None = None
        """Positions after each legal move, the most promising first."""
        self.draw_plies: int | None = None
        """Fewest plies to a draw; None unless the score is 0 and they are known."""
        self.no_draw_within = 0
        """Number of plies within which no draw can be reached."""


class EndgameSearch:
    """Search of one position to the end, which can be paused and resumed.

    Parameters
    ----------
    rules : Rules
        Rules of any family.
    state : State
        An unfinished position.
    estimates : mapping of int to float
        Estimates of the moves, by cell, used until the moves are proved.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> game = Game.from_text("XO./.X./..O")
    >>> search = EndgameSearch(game.rules, game.state, {})
    >>> *_, found = search.run_in_slices()
    >>> found.value, found.remoteness, found.best_moves
    ('win', 3, (3, 6))
    """

    def __init__(self, rules: Rules, state: State, estimates: Mapping[int, float]) -> None:
        self.visit_count = 0
        """Number of visits to positions, repeated visits included."""
        self._rules = rules
        self._estimates = estimates
        self._positions: dict[Hashable, _Position] = {}
        self._slice_end = float("inf")
        self._root = state
        self._after = {
            cell: self._position(rules.advance(state, cell)) for cell in state.legal_moves
        }
        self._variation: tuple[int, ...] = ()

    def run_in_slices(self) -> Analyses:
        """Search to the end and yield an analysis after each slice.

        The values of all moves come first, then the lengths of wins and losses, then
        those of draws, which can take the longest and do not affect the best moves.
        """
        # The move that leaves the opponent the fewest replies first.
        order = sorted(self._after.values(), key=_replies)
        jobs: list[Callable[[], object]] = [
            partial(work, position)
            for work in (self._find_value, self._find_length)
            for position in order
        ]
        yield from self._run(jobs)
        draws: list[Callable[[], object]] = [
            partial(self._find_draw_length, position) for position in order
        ]
        decided = self.report().value != "draw"
        yield from self._run([self._follow_best, *draws] if decided else draws)
        yield from self._run([] if decided else [self._follow_best])
        yield self.report()

    def _run(self, jobs: list[Callable[[], object]]) -> Analyses:
        """Run the jobs in order; after a pause a job starts again."""
        self._slice_end = perf_counter() + SLICE_SECONDS
        for job in jobs:
            while True:
                try:
                    job()
                    break
                except PauseError:
                    yield self.report()
                    self._slice_end = perf_counter() + SLICE_SECONDS
        yield self.report()

    def report(self) -> Analysis:
        """Return the analysis of what is known so far."""
        moves = MoveValues.of({cell: self._move_value(cell) for cell in self._after})
        best = best_of(moves)
        value = value_of(moves)
        top = moves[best[0]]
        return Analysis(
            self._root.to_move,
            value,
            length_of(moves),
            top.score,
            moves,
            best,
            self._variation or best[:1],
            exact=all(move.value is not None for move in moves.values()),
            node_count=self.visit_count,
        )

    def _move_value(self, cell: int) -> MoveValue:
        """Return the value of a move, by the bounds of the position after it."""
        position = self._after[cell]
        lower, upper = position.lower, position.upper
        plies: int | None
        value: Value
        if upper < 0:
            value, plies = "win", _WON + upper + 1
        elif lower > 0:
            value, plies = "loss", _WON - lower + 1
        elif lower == upper:
            left = position.draw_plies
            return proved("draw", None if left is None else left + 1)
        else:
            return MoveValue(None, None, self._estimates.get(cell, 0.0))
        return proved(value, plies if lower == upper else None)

    def _position(self, state: State) -> _Position:
        """Return the entry of a state, from the transposition table where it is there."""
        if state.result is None:
            known = self._positions.get(state.key)
            if known is None:
                known = self._positions[state.key] = _Position(state, 1 - _WON, _WON - 1)
            return known
        score = (
            0 if state.result == "draw" else _WON if state.result == state.to_move else -_WON
        )
        over = _Position(state, score, score)
        over.draw_plies = 0
        return over

    def _expand(self, position: _Position) -> list[_Position]:
        """List the positions after each move, those with the fewest replies first."""
        state = position.state
        advance = self._rules.advance
        children = [self._position(advance(state, cell)) for cell in state.legal_moves]
        children.sort(key=_replies)
        position.children = children
        return children

    def _is_worth(self, position: _Position, score: int) -> bool:
        """Return whether the position is worth at least `score` to the player to move."""
        if position.lower >= score:
            return True
        if position.upper < score:
            return False
        self.visit_count += 1
        if not self.visit_count % _VISITS_PER_CLOCK and perf_counter() > self._slice_end:
            raise PauseError
        children = position.children or self._expand(position)
        # A move is enough when the opponent's score after it is below this limit.
        limit = -score if score > 0 else 1 if score == 0 else 2 - score
        for at, child in enumerate(children):
            if child.upper < limit or (
                child.lower < limit and not self._is_worth(child, limit)
            ):
                position.lower = max(position.lower, _before(-child.upper))
                children[0], children[at] = child, children[0]
                return True
        position.upper = min(position.upper, max([_before(-c.lower) for c in children]))
        return False

    def _find_value(self, position: _Position) -> None:
        """Determine whether a position is won, drawn or lost."""
        if not self._is_worth(position, 1):
            self._is_worth(position, 0)

    def _find_length(self, position: _Position) -> None:
        """Narrow the bounds of a won or lost position until they are equal."""
        while position.lower < position.upper:
            if position.lower > 0:
                self._is_worth(position, position.upper)
            else:
                self._is_worth(position, position.lower + 1)

    def _find_draw_length(self, position: _Position) -> None:
        """Find the plies to a draw in a drawn position; do nothing in others."""
        if position.lower == position.upper == 0:
            self._draw_plies(position)

    def _draw_plies(self, position: _Position) -> int:
        """Return the fewest plies to a draw while both players keep the draw."""
        while position.draw_plies is None:
            self._draws_within(position, position.no_draw_within + 1)
        return position.draw_plies

    def _draws_within(self, position: _Position, plies: int) -> bool:
        """Return whether a drawn position can end in a draw within so many plies."""
        if position.draw_plies is not None:
            return position.draw_plies <= plies
        if position.no_draw_within >= plies:
            return False
        for child in position.children or self._expand(position):
            # No move from a drawn position wins, so a move that does not lose draws.
            if not self._is_worth(child, 1) and self._draws_within(child, plies - 1):
                position.draw_plies = plies
                return True
        position.no_draw_within = plies
        return False

    def _follow_best(self) -> None:
        """Find the principal variation, to the end of the game."""
        state = self._root
        variation = []
        while state.result is None:
            after = {
                cell: self._position(self._rules.advance(state, cell))
                for cell in state.legal_moves
            }
            for position in after.values():
                self._find_value(position)
                self._find_length(position)
            worst = min(position.lower for position in after.values())
            cells = [cell for cell, position in after.items() if position.lower == worst]
            if worst == 0:
                cells.sort(key=lambda cell: self._draw_plies(after[cell]))
            variation.append(cells[0])
            state = after[cells[0]].state
        self._variation = tuple(variation)


def _replies(position: _Position) -> int:
    """Return the number of replies; -1 for a game that is over, so that it is first."""
    state = position.state
    return len(state.legal_moves) if state.result is None else -1


def _before(score: int) -> int:
    """Return a score one ply earlier, where a win or loss is one ply further away."""
    return score - 1 if score > 0 else score + 1 if score < 0 else 0
