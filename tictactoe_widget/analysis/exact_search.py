"""Exact search to the end of the game, under any rules.

The search is a negamax with null windows and a transposition table. For each position, the
search tests whether the score is at least a given number. The table stores the results as lower
and upper bounds. Sources: J. Pearl, "Scout", AAAI 1980, and D. Breuker, "Memory versus search
in games", Maastricht 1998. The search first finds the values, then the lengths of wins and
losses, and finally the lengths of draws. In each position, the search first tries moves that
caused cutoffs in other positions (J. Schaeffer, "The history heuristic", IEEE PAMI 11, 1989).
Symmetric positions share a table entry. A player can have several moves in a row.

The search is limited by the number of positions that it visits, not by time. So the search
proves the same values on every machine.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache, partial
from math import inf
from operator import add
from random import Random
from time import perf_counter
from typing import Any

from tictactoe_widget.rules.rules import Rules, Symmetries, Symmetry
from tictactoe_widget.rules.state import CountedState, State, move_bits

from .values import (
    SLICE_SECONDS,
    Analyses,
    Analysis,
    MoveValue,
    MoveValues,
    Slices,
    Value,
    best_of,
    length_of,
    proved,
    value_of,
)

# Verified symmetries, and keys that symmetric positions share.
#
# A family declares the symmetries of its board. A proof about one position is valid for its
# images only if the rules keep these symmetries. To check the symmetries, random games are
# compared with their images. If one symmetry fails this check, the search uses none of them.

_KeyOf = Callable[[State], Hashable]

_GAMES = 12  # number of random games to take positions from
# Total number of positions to compare with their images, for all symmetries of a board.
_CHECKS = 200
_LEAST_CHECKS = 2  # minimum number of compared positions for each symmetry
# Fields of a state that consists only of marks.
_PLAIN_FIELDS = frozenset(field.name for field in fields(State))
_CHUNK = 8  # number of bits that each lookup moves


@lru_cache(maxsize=16)
def verified_symmetries(rules: Rules) -> Symmetries:
    """Return the symmetries that the rules declare, or only the identity if any is invalid.

    To be valid, the symmetries must be permutations of the cells and form a group. In a sample
    of random games, the function also checks that a move and its symmetric image lead to
    symmetric positions.

    Examples
    --------
    >>> from tictactoe_widget import MNK
    >>> len(verified_symmetries(MNK(3, 3, 3)))
    8
    """
    identity = tuple(range(rules.cell_count))
    declared = rules.symmetries
    if declared != (identity,) and _is_group(declared, identity):
        start = rules.initial_state
        random = Random(0)
        positions = _sample(rules, random)
        count = max(_LEAST_CHECKS, _CHECKS // len(declared))
        if all(
            _is_kept(rules, one, start)
            and all(_holds(rules, one, state) for state in random.choices(positions, k=count))
            for one in declared
        ):
            return declared
    return (identity,)


def _is_group(symmetries: Symmetries, identity: Symmetry) -> bool:
    """Return whether the permutations form a group that contains the identity."""
    known = set(symmetries)
    if identity not in known or any(tuple(sorted(one)) != identity for one in known):
        return False
    return all(
        tuple(map(second.__getitem__, first)) in known for first in known for second in known
    )


def _is_kept(rules: Rules, symmetry: Symmetry, start: State) -> bool:
    """Return whether a symmetry maps the empty board to itself."""
    moved = rules.transform(start, symmetry)
    return moved.key == start.key and _is_image(start, start, moved, symmetry)


def _sample(rules: Rules, random: Random) -> list[State]:
    """Return all unfinished positions from a few random games."""
    positions = []
    for _ in range(_GAMES):
        state = rules.initial_state
        for _ in range(rules.cell_count):
            if not state.legal_moves:
                break
            positions.append(state)
            state = rules.advance(state, random.choice(state.legal_moves))
    return positions


def _holds(rules: Rules, symmetry: Symmetry, state: State) -> bool:
    """Return whether each legal move and its image lead to symmetric positions."""
    image = rules.transform(state, symmetry)
    following = {
        after.key: after for after in (rules.advance(image, move) for move in image.legal_moves)
    }
    keys = set()
    for move in state.legal_moves:
        after = rules.advance(state, move)
        moved = rules.transform(after, symmetry)
        keys.add(moved.key)
        if moved.key not in following:
            return False
        if not _is_image(after, following[moved.key], moved, symmetry):
            return False
    return len(keys) == len(following)


def _is_image(state: State, image: State, moved: State, symmetry: Symmetry) -> bool:
    """Return whether `image` is the image of `state` under a symmetry."""
    return (
        state.result == image.result
        and set(moved.legal_moves) == set(image.legal_moves)
        and image.masks == tuple(move_bits(mask, symmetry) for mask in state.masks)
    )


def is_decided_by_marks(rules: Rules) -> bool:
    """Return whether the marks and the player to move determine the position.

    The result is True if the states contain only the fields of `State` or `CountedState`.
    """
    start = rules.initial_state
    return type(start) is CountedState or {one.name for one in fields(start)} == _PLAIN_FIELDS


@lru_cache(maxsize=4)
def symmetric_images(rules: Rules) -> Callable[[State], Sequence[Hashable]]:
    """Return a function that lists the keys of a position and of all its symmetric images.

    The keys are sortable. If several symmetries produce the same image, its key occurs several
    times.

    Examples
    --------
    >>> from tictactoe_widget import Game, MNK
    >>> images_of = symmetric_images(MNK(3, 3, 3))
    >>> len(set(images_of(Game(moves=(4,)).state))), len(set(images_of(Game(moves=(0,)).state)))
    (1, 4)
    """
    symmetries = verified_symmetries(rules)
    if not is_decided_by_marks(rules):
        return lambda state: [repr(rules.transform(state, one).key) for one in symmetries]
    images_of = _mover_of_bits(symmetries)
    count = rules.cell_count

    def images(state: State) -> list[int]:
        x, o = state.masks
        return images_of(x | o << count)

    def counted_images(state: State) -> list[int]:
        turn = (state.move_count & 1) << 2 * count
        return [image | turn for image in images(state)]

    return counted_images if isinstance(rules.initial_state, CountedState) else images


@lru_cache(maxsize=4)
def symmetric_keys(rules: Rules) -> _KeyOf:
    """Return a function that returns the same key for symmetric positions.

    If the marks don't fully determine the position, the states need a method ``fold``, such as
    that of `NumberState`. Without this method, the function uses the position's own key,
    because it would take too long to compare all images.

    Examples
    --------
    >>> from tictactoe_widget import Game, MNK
    >>> key_of = symmetric_keys(MNK(3, 3, 3))
    >>> key_of(Game(moves=(0, 4)).state) == key_of(Game(moves=(8, 4)).state)
    True
    >>> key_of(Game(moves=(0, 4)).state) == key_of(Game(moves=(0, 8)).state)
    False
    """
    start: Any = rules.initial_state
    if hasattr(start, "fold"):
        symmetries = verified_symmetries(rules)
        return lambda state: _fold(state, symmetries)
    if not is_decided_by_marks(rules):
        return lambda state: state.key
    images_of: Callable[[State], Sequence[Any]] = symmetric_images(rules)
    return lambda state: min(images_of(state))


def _fold(state: Any, symmetries: Symmetries) -> Hashable:
    key: Hashable = state.fold(symmetries)
    return key


def _mover_of_bits(symmetries: Symmetries) -> Callable[[int], list[int]]:
    """Return a function that lists all images of a position's marks, coded as integers.

    For speed, the function uses lookup tables that move several bits at once.
    """
    count = len(symmetries[0])
    doubled = [(*one, *(count + cell for cell in one)) for one in symmetries]
    tables = []
    for first in range(0, 2 * count, _CHUNK):
        width = min(_CHUNK, 2 * count - first)
        tables.append(
            [
                tuple(move_bits(value << first, one) for one in doubled)
                for value in range(1 << width)
            ]
        )
    low, *others = tables
    last = (1 << _CHUNK) - 1

    def move(code: int) -> list[int]:
        images: Iterable[int] = low[code & last]
        for table in others:
            code >>= _CHUNK
            images = map(add, images, table[code & last])
        return list(images)

    return move


LATE_CELLS = 14
"""Maximum number of open cells in positions that are searched to the end of the game."""

MOST_VISITS = 2_000_000
"""Default number of visits to positions after which a search gives up."""

# A tenth of the maximum number of visits is added for finding the lengths of draws, and the
# same again for finding the principal variation.
_EXTRA_SHARE = 10
_WON = 1000  # score of a won game, from which the number of plies to the win is subtracted
_VISITS_PER_CLOCK = 32  # number of visits to positions between two time checks
# Maximum number of positions in a shared table. If the table is larger, the next search starts
# a new table.
_MOST_KEPT = 1_000_000

# Lower and upper bound of a score for the player to move. A win in n plies scores 1000 - n, a
# loss in n plies scores n - 1000, and a draw scores 0.
_Bounds = tuple[int, int]
_OPEN: _Bounds = (1 - _WON, _WON - 1)  # bounds for an unfinished position that was not searched


@dataclass
class ScoreTable:
    """Transposition table for one set of rules, indexed by position key.

    Every entry is proved, so several searches can share the table.
    """

    key_of: _KeyOf
    """Function that returns the key of a position."""
    bounds: dict[Hashable, _Bounds] = field(default_factory=dict)
    """Lower and upper bounds for the score of each position."""
    draw_plies: dict[Hashable, int] = field(default_factory=dict)
    """Smallest number of plies to a draw, for each drawn position."""
    no_draw_within: dict[Hashable, int] = field(default_factory=dict)
    """For each drawn position, a number of plies within which no draw is possible."""
    history: dict[int, int] = field(default_factory=dict)
    """Number of cutoffs that each move has caused so far."""


@lru_cache(maxsize=1)
def _shared_tables(rules: Rules) -> list[ScoreTable]:
    return [ScoreTable(symmetric_keys(rules))]


def shared_table(rules: Rules) -> ScoreTable:
    """Return the table shared by all searches under these rules.

    Only the table for the most recent rules is kept.
    """
    tables = _shared_tables(rules)
    if len(tables[0].bounds) > _MOST_KEPT:
        tables[0] = ScoreTable(tables[0].key_of)
    return tables[0]


class _GaveUpError(Exception):
    """Exception that stops a search when no visits are left. All table entries stay valid."""


class ExactSearch:
    """Resumable exact search from one position.

    Parameters
    ----------
    rules : Rules
        Rules of any family.
    state : State
        Unfinished position to search.
    estimates : mapping of int to float
        Estimate for each move, used in analyses until the move's value is proved.
    table : ScoreTable, optional
        Transposition table for these rules. By default, the search creates a new table.
    visits : int, default MOST_VISITS
        Maximum number of visits, after which the search leaves the remaining moves unproved.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> game = Game.from_text("XO./.X./..O")
    >>> search = ExactSearch(game.rules, game.state, {})
    >>> *_, found = search.run_in_slices()
    >>> found.value, found.remoteness, found.best_moves
    ('win', 3, (3, 6))
    """

    def __init__(
        self,
        rules: Rules,
        state: State,
        estimates: Mapping[int, float],
        *,
        table: ScoreTable | None = None,
        visits: int = MOST_VISITS,
    ) -> None:
        self.visit_count = 0
        """Number of visits to positions so far, including repeated visits."""
        self._rules = rules
        self._estimates = estimates
        self._table = table or ScoreTable(symmetric_keys(rules))
        self._visits = visits
        self._slice_end = inf
        self._root = state
        self._after = self._follow(state)
        self._variation: tuple[int, ...] = ()

    def run_in_slices(self) -> Analyses:
        """Search to the end of the game, and yield an analysis after each time slice.

        The search first finds the values of all moves, then the lengths of wins and losses. The
        lengths of draws come last, because they can take the longest to find and do not affect
        the best moves.
        """
        # Moves that leave the opponent the fewest replies come first. A move that ends the game
        # leaves no reply.
        order = sorted(self._after.values(), key=lambda after: len(after.legal_moves))
        yield from self._run(
            [
                partial(work, after)
                for work in (self._find_value, self._find_length)
                for after in order
            ]
        )
        if self.report().value is None:
            return
        extra = self._visits // _EXTRA_SHARE
        self._visits = self.visit_count + extra
        lengths = [partial(self._find_draw_length, after) for after in order]
        if self.report().value == "draw":
            yield from self._run(lengths)
            self._visits = self.visit_count + extra
            yield from self._run([self._follow_best])
        else:
            yield from self._run([self._follow_best])
            yield from self._run(lengths)
        yield self.report()

    def _run(self, jobs: Sequence[Callable[[], Slices[None]]]) -> Analyses:
        """Run the jobs in order, until no visits are left."""
        self._slice_end = perf_counter() + SLICE_SECONDS
        try:
            for job in jobs:
                for _ in job():
                    yield self.report()
                    self._slice_end = perf_counter() + SLICE_SECONDS
        except _GaveUpError:
            pass
        yield self.report()

    def report(self) -> Analysis:
        """Return the analysis, based on the results so far."""
        moves = MoveValues.of({move: self._move_value(move) for move in self._after})
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

    def _move_value(self, move: int) -> MoveValue:
        """Return the value of a move, based on the bounds for the position after it."""
        after = self._after[move]
        lower, upper = self._bounds_after(self._root, after)
        plies: int | None
        value: Value
        if upper < 0:
            value, plies = "win", _WON + upper + 1
        elif lower > 0:
            value, plies = "loss", _WON - lower + 1
        elif lower == upper:
            left = self.known_draw(after)
            return proved("draw", None if left is None else left + 1)
        else:
            return MoveValue(None, None, self._estimates.get(move, 0.0))
        return proved(value, plies if lower == upper else None)

    def _follow(self, state: State) -> dict[int, State]:
        """Return the state after each legal move."""
        return {move: self._rules.advance(state, move) for move in state.legal_moves}

    def _bounds(self, state: State) -> _Bounds:
        if state.result is None:
            return self._table.bounds.get(self._table.key_of(state), _OPEN)
        return _final_bounds(state)

    def _bounds_after(self, before: State, after: State) -> _Bounds:
        """Return the score bounds after a move, as seen by the mover's opponent."""
        return _seen_by_opponent(before, after, self._bounds(after))

    def known_draw(self, state: State) -> int | None:
        """Return the smallest number of plies to a draw, or None if it is unknown."""
        if state.result is not None:
            return 0
        return self._table.draw_plies.get(self._table.key_of(state))

    def _visit(self) -> Slices[None]:
        """Count a visit, and pause if the time slice is over."""
        if self.visit_count >= self._visits:
            raise _GaveUpError
        self.visit_count += 1
        if not self.visit_count % _VISITS_PER_CLOCK and perf_counter() > self._slice_end:
            yield

    def _is_worth(self, state: State, score: int) -> Slices[bool]:
        """Return whether the score of a state is at least `score` for the player to move."""
        lower, upper = self._bounds(state)
        if lower >= score:
            return True
        if upper < score:
            return False
        return (yield from self._search(state, self._table.key_of(state), score))

    def _search(self, state: State, key: Hashable, score: int) -> Slices[bool]:
        """Search an unfinished position, and return whether its score is at least `score`."""
        yield from self._visit()
        table = self._table
        bounds, key_of, history = table.bounds, table.key_of, table.history
        advance = self._rules.advance
        # A move reaches the score if the opponent's score after it is below this limit.
        limit = -score if score > 0 else 1 if score == 0 else 2 - score
        mover = state.to_move
        lowest = _WON
        """Lowest score for the opponent after any move searched so far."""
        open_moves: dict[Hashable, tuple[int, int, int, Hashable, State]] = {}
        for move in self.relevant_moves(state):
            after = advance(state, move)
            if after.result is None:
                child = key_of(after)
                lower, upper = bounds.get(child, _OPEN)
            else:
                child = None
                lower, upper = _final_bounds(after)
            is_same_player = after.to_move == mover
            if is_same_player:
                lower, upper = -upper, -lower
            if upper < limit:
                self._raise_lower(key, _before(-upper))
                history[move] = history.get(move, 0) + 1
                return True
            if lower < limit:
                replies = len(after.legal_moves)
                open_moves[child] = (replies, -history.get(move, 0), move, child, after)
            elif lower < lowest:
                lowest = lower
        for _, _, move, child, after in sorted(open_moves.values()):
            lower, upper = _seen_by_opponent(state, after, bounds.get(child, _OPEN))
            if lower < limit <= upper:
                target = 1 - limit if after.to_move == mover else limit
                yield from self._search(after, child, target)
                lower, upper = _seen_by_opponent(state, after, bounds[child])
            if lower >= limit:
                lowest = min(lowest, lower)
                continue
            self._raise_lower(key, _before(-upper))
            history[move] = history.get(move, 0) + 1
            return True
        lower, upper = bounds.get(key, _OPEN)
        bounds[key] = _shared_bounds(lower, min(upper, _before(-lowest)))
        return False

    def relevant_moves(self, state: State) -> Sequence[int]:
        """Return the moves to search. By default, these are all legal moves.

        A family can leave out a move if one of the returned moves is certainly at least as
        good.
        """
        return state.legal_moves

    def _raise_lower(self, key: Hashable, score: int) -> None:
        """Record that the score of the position with the given key is at least `score`."""
        lower, upper = self._table.bounds.get(key, _OPEN)
        self._table.bounds[key] = _shared_bounds(max(lower, score), upper)

    def _find_value(self, state: State) -> Slices[None]:
        """Determine whether a position is won, drawn or lost."""
        if not (yield from self._is_worth(state, 1)):
            yield from self._is_worth(state, 0)

    def _find_length(self, state: State) -> Slices[None]:
        """Find the length of a win or loss by narrowing the bounds until they are equal."""
        while True:
            lower, upper = self._bounds(state)
            if lower == upper:
                return
            yield from self._is_worth(state, upper if lower > 0 else lower + 1)

    def _find_draw_length(self, state: State) -> Slices[None]:
        """Find the number of plies to the draw in a drawn position."""
        if self._bounds(state) != (0, 0):
            return
        key = self._table.key_of(state)
        while self.known_draw(state) is None:
            plies = self._table.no_draw_within.get(key, 0) + 1
            yield from self._draws_within(state, plies)

    def _draws_within(self, state: State, plies: int) -> Slices[bool]:
        """Return whether a drawn position can end in a draw within `plies` under best play."""
        if state.result is not None:
            return True
        table, key = self._table, self._table.key_of(state)
        known = table.draw_plies.get(key)
        if known is not None:
            return known <= plies
        if table.no_draw_within.get(key, 0) >= plies:
            return False
        yield from self._visit()
        for after in self._follow(state).values():
            # No move from a drawn position wins, so every move that doesn't lose leads to a
            # draw.
            if after.to_move == state.to_move:
                is_draw = yield from self._is_worth(after, 0)
            else:
                is_draw = not (yield from self._is_worth(after, 1))
            if is_draw and (yield from self._draws_within(after, plies - 1)):
                table.draw_plies[key] = plies
                return True
        table.no_draw_within[key] = plies
        return False

    def _follow_best(self) -> Slices[None]:
        """Find the principal variation to the end of the game."""
        state = self._root
        variation = []
        while state.result is None:
            after = self._follow(state)
            for following in after.values():
                yield from self._find_value(following)
                yield from self._find_length(following)
            bounds = {
                move: self._bounds_after(state, following) for move, following in after.items()
            }
            worst = min(lower for lower, _ in bounds.values())
            moves = [move for move, (lower, _) in bounds.items() if lower == worst]
            if worst == 0:
                plies = {move: self.known_draw(after[move]) for move in moves}
                moves.sort(key=lambda move: (plies[move] is None, plies[move] or 0))
            variation.append(moves[0])
            self._variation = tuple(variation)
            state = after[moves[0]]


class FullBoardSearch(ExactSearch):
    """Exact search for rules under which a game is a draw only if the board is full."""

    def known_draw(self, state: State) -> int:
        """Return the number of empty cells."""
        return self._rules.cell_count - state.move_count


def _seen_by_opponent(before: State, after: State, bounds: _Bounds) -> _Bounds:
    """Return the score bounds after a move, as seen by the mover's opponent.

    The argument `bounds` is for the player to move next, who is the mover's opponent unless the
    mover moves again.
    """
    if after.to_move == before.to_move:
        return -bounds[1], -bounds[0]
    return bounds


def _final_bounds(state: State) -> _Bounds:
    """Return the score of a finished game as a pair of equal bounds."""
    if state.result == "draw":
        return _DRAWN
    return _MOVER_HAS_WON if state.result == state.to_move else _MOVER_HAS_LOST


_DRAWN: _Bounds = (0, 0)
_MOVER_HAS_WON: _Bounds = (_WON, _WON)
_MOVER_HAS_LOST: _Bounds = (-_WON, -_WON)

# All recorded pairs of bounds. Tables that contain equal pairs refer to the same object.
_pairs: dict[_Bounds, _Bounds] = {}


def _shared_bounds(lower: int, upper: int) -> _Bounds:
    """Return a pair of bounds from a cache, so that equal pairs share one object."""
    pair = (lower, upper)
    return _pairs.setdefault(pair, pair)


def _before(score: int) -> int:
    """Convert a score to the score one ply earlier, when the end is one ply further away."""
    return score - 1 if score > 0 else score + 1 if score < 0 else 0
