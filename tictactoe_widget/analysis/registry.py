"""Generic analysis for any rules, and a registry of specialized analyses for families.

`FamilyAnalysis` works for any rules. A family that needs more than a generic search registers a
subclass. To get the right analysis for a game's rules, call `family_analysis`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import factorial, inf, perm, sqrt
from random import Random
from time import perf_counter
from typing import Any, Generic, TypeVar

from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Mark, RepeatableState, Result, State, opponent

from . import retrograde
from .exact_search import (
    LATE_CELLS,
    MOST_VISITS,
    ExactSearch,
    ScoreTable,
    is_decided_by_marks,
    shared_table,
)
from .retrograde import MOST_POSITIONS, MOST_TRIED_POSITIONS
from .sentences import Names
from .tree_search import Evaluation, Evaluator, TreeSearch, grow_by_number, grow_in_slices
from .values import Analyses, Analysis, is_settled

# Function that plays random moves from a position to the end and returns the result.
_Playout = Callable[[Any, Any, Random], Result]
# Weight of one random game's result in an estimate. By P. S. Laplace's rule of succession
# (1774), the win probability after one win in one game is two in three.
_WEIGHT = 1 / 3


class PlayoutEvaluator(Evaluator[State]):
    """Evaluator that estimates each move by the result of one random game after it.

    The estimate for a position is the mean result over all moves.

    Parameters
    ----------
    rules : Rules
        Rules of any family.
    random : Random
        Random number generator for choosing the moves.
    play : callable
        Function that plays random moves to the end of the game and returns the result.
    """

    seconds = inf
    """Time limit for one evaluation, in seconds. Unevaluated moves get the mean result."""

    def __init__(self, rules: Rules, random: Random, play: _Playout) -> None:
        # There is one random game for each move, and the length of a game grows with the number
        # of cells.
        self.cost = 1 + rules.cell_count**2 // 128
        self._rules = rules
        self._random = random
        self._play = play

    def root(self, state: State) -> Evaluation:
        """Evaluate the unfinished position at the root of the tree."""
        mover = state.to_move
        values: list[float] = []
        results: dict[int, int] = {}
        end_of_time = perf_counter() + self.seconds
        for at, cell in enumerate(state.legal_moves):
            following = self._rules.advance(state, cell)
            if values and following.result is None and perf_counter() > end_of_time:
                values.append(sum(values) / len(values))
                continue
            end = self._play(self._rules, following, self._random)
            result = 0 if end == "draw" else 1 if end == mover else -1
            values.append(float(result))
            if following.result is not None:
                results[at] = result
        weak = [_WEIGHT * value for value in values]
        mean = sum(values) / len(values)
        return Evaluation(state, state.legal_moves, weak, results, mean, mover)

    def after(self, position: State, cell: int) -> Evaluation:
        """Evaluate the position that follows from a move."""
        return self.root(self._rules.advance(position, cell))


MOST_TRIED_CELLS = 27
"""Maximum number of cells on boards that the generic search tries to solve."""

MOST_THREAT_CELLS = 16
"""Maximum number of cells on boards on which the generic analysis looks for threats."""

# Time limit for one evaluation by random games, in analyses that can have a time limit.
_EVALUATION_SECONDS = 0.1

# Number of cells up to which a search always has enough visits. With nine cells, there are at
# most 3 ** 9 = 19,683 different boards, and each is visited only a few times.
_SURE_CELLS = 9

_RulesT = TypeVar("_RulesT", bound=Rules)
_StateT = TypeVar("_StateT", bound=State)


class FamilyAnalysis(Generic[_RulesT, _StateT]):
    """Generic analysis that works for every subclass of `Rules`."""

    # Class of the search to the end of the game.
    exact_search: type[ExactSearch] = ExactSearch

    def is_solvable(self, rules: _RulesT) -> bool:
        """Return whether a search is known to solve the rules.

        The result is True for boards with up to nine cells if the marks and the player to move
        determine the position. For other boards, the result becomes True once a search of the
        empty board has finished.
        """
        if rules.cell_count <= _SURE_CELLS and is_decided_by_marks(rules):
            return True
        return _trials.get(rules, False)

    def may_be_solvable(self, rules: _RulesT) -> bool:
        """Return whether a search is known to solve the rules or is worth trying.

        A family should return False if the search would take minutes to give up.
        """
        return self.is_solvable(rules) or self.can_be_tried(rules)

    def can_be_tried(self, rules: _RulesT) -> bool:
        """Return whether a search of the empty board can still be tried.

        A search can be tried only once, on a board with at most ``MOST_TRIED_CELLS`` cells.
        """
        return rules.cell_count <= MOST_TRIED_CELLS and rules not in _trials

    def solve_in_slices(
        self,
        rules: _RulesT,
        state: _StateT,
        *,
        estimates: Mapping[int, float] | None = None,
        visits: int = MOST_VISITS,
    ) -> Analyses:
        """Yield better and better analyses until everything is proved or no visits are left.

        Parameters
        ----------
        rules : Rules
            Rules of the game.
        state : State
            Unfinished position to analyze.
        estimates : mapping of int to float, optional
            Estimate for each move, used in analyses until the move's value is proved.
        visits : int, default MOST_VISITS
            Maximum number of visits to positions, after which the search gives up.
        """
        is_small = rules.cell_count <= MOST_TRIED_CELLS
        table: ScoreTable | None = shared_table(rules) if is_small else None
        limit = max(visits, MOST_VISITS) if self.is_solvable(rules) else visits
        search = self.exact_search(rules, state, estimates or {}, table=table, visits=limit)
        is_trial = state.key == rules.initial_state.key
        for found in search.run_in_slices():
            if is_trial and is_settled(found):
                _trials[rules] = True
            yield found
        if is_trial and visits >= MOST_VISITS:
            _trials[rules] = is_settled(found)

    def analyze_in_slices(
        self, rules: _RulesT, state: _StateT, *, seed: int | None = None
    ) -> Analyses:
        """Yield better and better analyses of an unfinished position.

        Parameters
        ----------
        rules : Rules
            Rules of the game.
        state : State
            Unfinished position to analyze.
        seed : int, optional
            Seed for any random numbers that the search uses.
        """
        evaluator = self.evaluator(rules, Random(seed))
        is_random = evaluator.basis == "playouts"
        if isinstance(evaluator, PlayoutEvaluator):
            evaluator.seconds = _EVALUATION_SECONDS
        growing = grow_in_slices(TreeSearch(evaluator, state))
        if is_random:
            # In each position in the tree, the evaluator plays one random game after each move.
            growing = (_with_error(found, found.node_count) for found in growing)
        is_solved = self.is_late(rules, state) or self.is_solvable(rules)
        if is_solved or self.can_be_tried(rules):
            grown = next(growing)
            estimates = {move: known.score for move, known in grown.moves.items()}
            for found in self.solve_in_slices(rules, state, estimates=estimates):
                # An exact search, which can give up, takes turns with a search that estimates.
                if is_solved or is_settled(found):
                    yield _with_error(found, len(found.moves)) if is_random else found
                else:
                    yield grown
                    grown = next(growing, grown)
            if found.exact or self.is_solvable(rules):
                return
        yield from growing

    def choose_in_slices(
        self, rules: _RulesT, state: _StateT, *, seed: int | None = None
    ) -> Analyses:
        """Yield better and better analyses for a player that needs only the best move.

        By default, this method calls `analyze_in_slices`.
        """
        return self.analyze_in_slices(rules, state, seed=seed)

    def open_cells(self, rules: _RulesT, state: _StateT) -> int:
        """Return the number of cells where players can still place marks, now or later."""
        return rules.cell_count - (state.own | state.other).bit_count()

    def is_late(self, rules: _RulesT, state: _StateT) -> bool:
        """Return whether so few cells are open that a search is sure to solve the position."""
        return self.open_cells(rules, state) <= LATE_CELLS

    def tree_search(
        self, rules: _RulesT, state: _StateT, *, seed: int | None = None
    ) -> TreeSearch[_StateT]:
        """Return a new Monte Carlo tree search for an unfinished position."""
        return TreeSearch(self.evaluator(rules, Random(seed)), state)

    def evaluator(self, rules: _RulesT, random: Random) -> Evaluator[Any]:
        """Return the evaluator for new positions in the tree search."""
        return PlayoutEvaluator(rules, random, self.playout)

    def static_evaluator(self, rules: _RulesT, random: Random) -> Evaluator[Any]:
        """Return the evaluator for players that examine only a few positions."""
        return self.evaluator(rules, random)

    def deep_search(self, rules: _RulesT, state: _StateT) -> Analyses:
        """Return the search for players that examine thousands of positions.

        The search pauses after a fixed number of positions, not after a fixed time, so that
        these players make the same moves on every machine.
        """
        return grow_by_number(self.tree_search(rules, state, seed=0))

    def playout(self, rules: _RulesT, state: _StateT, random: Random) -> Result:
        """Play random moves to the end of the game and return the result.

        Examples
        --------
        >>> from tictactoe_widget import Game
        >>> game = Game.from_text("XX./OOX/XO.")   # X wins next, unless O takes cell 2
        >>> FamilyAnalysis().playout(game.rules, game.play(8).state, Random(1))
        'X'
        """
        now: State = state
        while now.result is None:
            now = rules.advance(now, random.choice(now.legal_moves))
        return now.result

    def winning_moves(self, rules: _RulesT, state: State) -> list[int]:
        """Return the moves that win the game at once."""
        mover = state.to_move
        return [
            cell for cell in state.legal_moves if rules.advance(state, cell).result == mover
        ]

    def blocking_moves(self, rules: _RulesT, state: _StateT) -> list[int]:
        """Return the moves that neither lose at once nor let the opponent win next."""
        rival = opponent(state.to_move)
        after = {cell: rules.advance(state, cell) for cell in state.legal_moves}
        return [
            cell
            for cell, following in after.items()
            if following.result != rival
            and (
                following.result is not None
                or following.to_move != rival
                or not self.winning_moves(rules, following)
            )
        ]

    def threats(self, rules: _RulesT, state: _StateT, player: Mark) -> list[int]:
        """Return the cells where `player` wins on the next turn unless the opponent blocks.

        A cell is included only if the opponent can play there and no other move by the opponent
        can prevent the win. On boards with more than ``MOST_THREAT_CELLS`` cells, threats are
        unknown and the result is empty. The result is also empty if the players share marks or
        if the next move slides a mark.
        """
        if rules.shares_marks or rules.cell_count > MOST_THREAT_CELLS:
            return []
        if player == state.to_move:
            return self.winning_moves(rules, state)
        after = {cell: rules.advance(state, cell) for cell in state.legal_moves}
        if rules.slides(state) or any(map(rules.slides, after.values())):
            return []
        wins = {
            cell: set(self.winning_moves(rules, following))
            for cell, following in after.items()
            if following.to_move == player
        }
        return [
            cell
            for cell in state.legal_moves
            if all(
                (cell in wins.get(reply, ())) == (reply != cell)
                for reply, following in after.items()
                if reply == cell or following.result is None
            )
            and any(cell in found for found in wins.values())
        ]

    def winning_lines(self, rules: _RulesT, state: _StateT) -> Sequence[Sequence[int]]:
        """Return the winning lines through each cell, as one list per cell.

        Each line is a bit mask. If there are no such lines, or if they are unknown, all lists
        are empty.
        """
        del state
        return ((),) * rules.cell_count

    def remark(self, rules: _RulesT, state: _StateT, names: Names) -> str:
        """Return extra sentences about an unfinished position for `explain`, or ``""``."""
        del rules, state, names
        return ""


def _with_error(found: Analysis, games: int) -> Analysis:
    """Return the analysis with its standard error, if the estimates come from random games.

    The result of each game is between -1 and 1, so its standard deviation is at most 1.
    """
    return found if found.exact else replace(found, error=sqrt(len(found.moves) / games))


# Maximum number of moves in all positions for which "perfect" is offered if positions can
# repeat.
_MOST_REPEATING_MOVES = 1_000_000


class RepeatingAnalysis(FamilyAnalysis[Rules, RepeatableState]):
    """Retrograde analysis of games in which positions can repeat."""

    def is_solvable(self, rules: Rules) -> bool:
        """Return whether retrograde analysis is known to solve the rules."""
        return _trials.get(rules, rules.cell_count <= _SURE_CELLS)

    def may_be_solvable(self, rules: Rules) -> bool:
        """Return whether a search is known to solve the rules or is worth trying.

        If a search would have to examine more than about a million moves, the result is False.
        Solving plain rules with a million moves takes about a minute.
        """
        is_small = _count_repeating_moves(rules) <= _MOST_REPEATING_MOVES
        return self.is_solvable(rules) or (is_small and self.can_be_tried(rules))

    def solve_in_slices(
        self,
        rules: Rules,
        state: RepeatableState,
        *,
        estimates: Mapping[int, float] | None = None,
        visits: int = MOST_VISITS,
    ) -> Analyses:
        """Yield analyses without values until all positions are solved, then an exact analysis.

        In this class, `visits` limits the number of positions, which is never more than
        ``MOST_TRIED_POSITIONS``. If the rules can be solved, the method ignores both limits.
        """
        is_solvable = self.is_solvable(rules)
        most = MOST_POSITIONS if is_solvable else min(visits, MOST_TRIED_POSITIONS)
        for found in retrograde.solve_in_slices(
            rules, state, estimates=estimates or {}, most=most
        ):
            yield found
        if is_solvable or most == MOST_TRIED_POSITIONS:
            _trials[rules] = found.exact

    def is_late(self, rules: Rules, state: RepeatableState) -> bool:
        """Return False, because a game with repeated positions can go on for a long time."""
        del rules, state
        return False

    def open_cells(self, rules: Rules, state: RepeatableState) -> int:
        """Return the total number of cells, because every cell can become free again."""
        del state
        return rules.cell_count


def _count_repeating_moves(rules: Any) -> int:
    """Count the moves in all positions with all marks on the board. Return 0 if unknown."""
    counts = (getattr(rules, name, None) for name in ("keep", "pieces"))
    keep, pieces = (count if isinstance(count, int) else 0 for count in counts)
    cells: int = rules.cell_count
    kept = 2 * (keep or pieces)
    moves = perm(cells, kept) * (cells - kept)
    if pieces:
        # The order of the marks doesn't matter, and either player can be to move.
        return 2 * pieces * moves // factorial(pieces) ** 2
    return moves if keep else 0


_GENERIC: FamilyAnalysis[Any, Any] = FamilyAnalysis()
_REPEATING: FamilyAnalysis[Any, Any] = RepeatingAnalysis()
# Registered analyses, by type of rules.
_families: dict[type[Rules], FamilyAnalysis[Any, Any]] = {}
# For each set of rules that was tried, True if the search of the empty board finished.
_trials: dict[Rules, bool] = {}


def register_analysis(rules_type: type[_RulesT], family: FamilyAnalysis[_RulesT, Any]) -> None:
    """Register the analysis for a class of rules and its subclasses."""
    _families[rules_type] = family


def family_analysis(rules: Rules) -> FamilyAnalysis[Any, Any]:
    """Return the analysis registered for the class of the rules, or a generic analysis.

    If positions can repeat, the result is a `RepeatingAnalysis`.

    Examples
    --------
    >>> from tictactoe_widget import MNK
    >>> family_analysis(MNK(3, 3, 3)).winning_moves(MNK(3, 3, 3), MNK(3, 3, 3).initial_state)
    []
    """
    if rules.repetition:
        return _REPEATING
    found = _families.get(type(rules))
    if found is not None:
        return found
    bases = type(rules).__mro__
    return next((_families[base] for base in bases if base in _families), _GENERIC)


def is_solvable(rules: Rules) -> bool:
    """Return whether a search is known to solve every position under these rules.

    Examples
    --------
    >>> from tictactoe_widget import MNK
    >>> is_solvable(MNK(4, 4, 4)), is_solvable(MNK(15, 15, 5))
    (True, False)
    """
    return family_analysis(rules).is_solvable(rules)


def may_be_solvable(rules: Rules) -> bool:
    """Return whether a search is known to solve the rules or is worth trying.

    Examples
    --------
    >>> from tictactoe_widget import MNK
    >>> may_be_solvable(MNK(4, 4, 4)), may_be_solvable(MNK(15, 15, 5))
    (True, False)
    """
    return family_analysis(rules).may_be_solvable(rules)
