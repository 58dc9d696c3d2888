"""Analysis of m,n,k-games: a tablebase for 3x3 boards, and proofs or search for others."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from tictactoe_widget.analysis.exact_search import LATE_CELLS, MOST_VISITS
from tictactoe_widget.analysis.registry import FamilyAnalysis, register_analysis
from tictactoe_widget.analysis.sentences import Names
from tictactoe_widget.analysis.tree_search import Evaluation, Evaluator
from tictactoe_widget.analysis.values import (
    Analyses,
    Analysis,
    MoveValue,
    MoveValues,
    Value,
    proved,
)
from tictactoe_widget.rules.cube import Cube
from tictactoe_widget.rules.mnk import MNK, LineRules, Variant
from tictactoe_widget.rules.state import Mark, Result, State, opponent
from tictactoe_widget.texts import _, join_sentences

from .large import AlphaBeta, LargeBoardSearch, describe_threat
from .patterns import PatternPosition, SearchMemory, estimate_at_sight, shared_patterns
from .proofs import is_proved_to_the_end, solve
from .tactics import completing_cells, find_forced, has_own_lines, list_threats


def _playout_on_masks(rules: MNK, state: State, random: Random) -> Result:
    """Play random moves to the end of the game, using bit masks, and return the result.

    Examples
    --------
    >>> _playout_on_masks(MNK(1, 3, 1), MNK(1, 3, 1).initial_state, Random(1))
    'X'
    """
    if state.result is not None:
        return state.result
    own, other = state.own, state.other
    through = rules.masks_through
    # Every order of the cells is a legal game, so a random order is a random game.
    for at, cell in enumerate(random.sample(state.legal_moves, len(state.legal_moves))):
        own |= 1 << cell
        for line in through[cell]:
            if own & line == line:
                completer = opponent(state.to_move) if at % 2 else state.to_move
                return opponent(completer) if rules.misere else completer
        own, other = other, own
    return "draw"


# Tablebase for 3x3 tic-tac-toe, normal and misère, built on first use.

_CELLS = 9  # number of cells on the board
_FULL = 511  # bit mask of the full board
# One more than the number of plies in the longest game. A win in n plies scores 10 - n, and a
# loss in n plies scores n - 10.
_FAR = 10
# Empty cells, by the bit mask of the taken cells.
_EMPTY = [tuple(c for c in range(_CELLS) if not taken >> c & 1) for taken in range(_FULL + 1)]
# For each mask of taken cells, the bit that each legal move adds to the key after the players
# are swapped.
_MOVES = [tuple(1 << _CELLS + cell for cell in cells) for cells in _EMPTY]
# Bit masks, grouped by number of marks.
_MARKS = [
    [marks for marks in range(_FULL + 1) if marks.bit_count() == count]
    for count in range(_CELLS + 1)
]
# For each score, the score for the other player one ply earlier. A negative score is an index
# from the end.
_TURNED = [0, *(1 - score for score in range(1, _FAR)), *range(_FAR - 2, -1, -1)]


@lru_cache(maxsize=2)
def move_scores(rules: MNK) -> dict[int, list[int]]:
    """Return the scores of all moves in all unfinished positions on 3x3 boards with k = 3.

    Parameters
    ----------
    rules : MNK
        Rules of the game, either standard or misère.

    Returns
    -------
    dict
        Mapping from ``own | other << 9`` to a list with one score for each empty cell, in
        ascending order of cells. Scores are for the player to move: 10 - n for a win in n
        plies, n - 10 for a loss in n plies, and 0 for a draw. The scores are computed by
        retrograde analysis, backwards from the last ply.

    Examples
    --------
    >>> len(move_scores(MNK(3, 3, 3)))
    4520
    """
    has_line = bytearray(
        any(mask & line == line for line in rules.line_masks) for mask in range(_FULL + 1)
    )
    completed = 1 - _FAR if rules.misere else _FAR - 1
    found: dict[int, list[int]] = {}
    brought: dict[int, int] = {}  # score of the move that led to each position
    for count in range(_CELLS, -1, -1):
        owns, others = _MARKS[count // 2], _MARKS[count - count // 2]
        for other in others:
            if has_line[other]:
                ended = [own | other << _CELLS for own in owns if not own & other]
                brought.update(dict.fromkeys(ended, completed))
                continue
            for own in owns:
                # The player to move has no line, because a line would already have ended the
                # game.
                if own & other or has_line[own]:
                    continue
                key = own | other << _CELLS
                turned = other | own << _CELLS
                moves = _MOVES[own | other]
                if moves:
                    scores = found[key] = [brought[turned + bit] for bit in moves]
                    brought[key] = _TURNED[max(scores)]
                else:
                    brought[key] = 0
    return found


def _move_value(score: int, empty: int) -> MoveValue:
    value: Value = "win" if score > 0 else "loss" if score < 0 else "draw"
    return proved(value, _FAR - abs(score) if score else empty)


# `MoveValue` for each number of empty cells and each score. A negative score is an index from
# the end.
_MOVE_VALUES = [
    [_move_value(score, empty) for score in (*range(_FAR), *range(1 - _FAR, 0))]
    for empty in range(_CELLS + 1)
]


class _TablebaseAnalyses(dict[int, Analysis]):
    """Dict of analyses, each computed on first use, with the same keys as `move_scores`."""

    def __init__(self, scores: dict[int, list[int]]) -> None:
        self._scores = scores

    def __missing__(self, key: int) -> Analysis:
        row = self._scores[key]
        taken = key & _FULL | key >> _CELLS
        legal = _EMPTY[taken]
        top = max(row)
        values = _MOVE_VALUES[len(legal)]
        found = values[top]
        self[key] = analysis = Analysis(
            "O" if len(legal) % 2 == 0 else "X",
            found.value,
            found.remoteness,
            found.score,
            MoveValues.of(zip(legal, [values[score] for score in row], strict=True)),
            tuple([cell for cell, score in zip(legal, row, strict=True) if score == top]),
            self._variation(key),
            exact=True,
        )
        return analysis

    def _variation(self, key: int) -> tuple[int, ...]:
        """Return the principal variation to the end of the game."""
        variation = []
        while key in self._scores:
            row = self._scores[key]
            own, other = key & _FULL, key >> _CELLS
            at = row.index(max(row))
            variation.append(_EMPTY[own | other][at])
            key = (other | own << _CELLS) + _MOVES[own | other][at]
        return tuple(variation)


@lru_cache(maxsize=2)
def shared_tablebase(rules: MNK) -> _TablebaseAnalyses:
    """Return the tablebase shared by all analyses under the rules."""
    return _TablebaseAnalyses(move_scores(rules))


_WIDTH = 12  # number of moves to consider if no move is forced
_ROOT_WIDTH = 40  # number of moves to consider in the position from which the search starts
_NEARLY = 0.97  # estimate for a position that a player will win in one or two moves


class PatternEvaluator(Evaluator[State]):
    """Evaluator for m,n,k-games in normal play, based on patterns of marks.

    The evaluator rates each cell for both players and adds the two ratings. Only moves in the
    cells with the highest sums are evaluated. All other moves count as losses. Moves that let
    the opponent complete a line also count as losses.

    Parameters
    ----------
    rules : MNK
        Rules of the game, which must not be misère.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> rules = MNK(15, 15, 5)
    >>> three = Game(rules, moves=(112, 0, 113, 14, 114, 210))
    >>> seen = PatternEvaluator(rules).root(three.state)
    >>> values = dict(zip(seen.cells, seen.values))
    >>> values[111] == values[115] == max(seen.values)
    True
    """

    basis = "patterns"
    """Source of the estimates (see `Evaluator`)."""
    cost = 3
    """Relative time to evaluate one position (see `Evaluator`)."""

    def __init__(self, rules: MNK) -> None:
        self._rules = rules
        self._patterns = shared_patterns(rules)
        self._scores = AlphaBeta(self._patterns)

    def root(self, state: State) -> Evaluation:
        """Evaluate the unfinished position at the root of the tree."""
        return self._evaluate(state, self._patterns.position(state), _ROOT_WIDTH)

    def after(self, position: tuple[State, PatternPosition], cell: int) -> Evaluation:
        """Evaluate the position that follows from a move."""
        state, patterns = position
        following = self._patterns.play(patterns, cell, state.move_count & 1)
        return self._evaluate(self._rules.advance(state, cell), following, _WIDTH)

    def _evaluate(self, state: State, position: PatternPosition, width: int) -> Evaluation:
        patterns, player = self._patterns, state.move_count & 1
        own, other = position[1 + player], position[2 - player]
        known: dict[int, tuple[float, int | None]]
        plies, forced = find_forced(patterns, own, other)
        if plies == 1:
            known = dict.fromkeys(forced, (1.0, 1))
        elif len(state.legal_moves) == 1:
            known = {state.legal_moves[0]: (0.0, 0)}
        elif not own and not other:
            known = dict.fromkeys(state.legal_moves, (0.0, None))
        else:
            cells = [cell for _, cell in self._scores.rank(position, player)[:width]]
            if forced and plies != 3:
                cells = forced
            known = {
                cell: (self._promise(patterns.play(position, cell, player), player), None)
                for cell in cells
            }
        values: list[float] = []
        results: dict[int, int] = {}
        for at, cell in enumerate(state.legal_moves):
            value, result = known.get(cell, (-1.0, -1))
            values.append(value)
            if result is not None:
                results[at] = result
        return Evaluation((state, position), state.legal_moves, values, results)

    def _promise(self, after: PatternPosition, player: int) -> float:
        """Return an estimate of a position's value to the player who made the last move."""
        rival = 1 - player
        plies, block = find_forced(self._patterns, after[1 + rival], after[1 + player])
        if block and not plies:
            return self._estimate(self._patterns.play(after, block[0], rival), player)
        return -self._estimate(after, rival)

    def _estimate(self, position: PatternPosition, player: int) -> float:
        """Return an estimate of a position's value to the player to move."""
        plies, block = find_forced(self._patterns, position[1 + player], position[2 - player])
        if plies:
            return -_NEARLY if plies == 2 else _NEARLY
        if block:
            return 0.0
        return estimate_at_sight(self._scores.score(position, player))


class _LineAnalysis(FamilyAnalysis[Any, State]):
    """Generic analysis for games decided by lines, with a search for threats."""

    def threats(self, rules: LineRules, state: State, player: Mark) -> list[int]:
        """Return the cells where `player` wins on the next turn unless the opponent blocks.

        If marks fall, the list includes only cells in which the next mark can land. If
        completing a line loses, or if marks don't show which player placed them, the list is
        empty.

        Examples
        --------
        >>> from tictactoe_widget import Game
        >>> game = Game("connect4", (35, 28, 36, 29, 37))
        >>> _LineAnalysis().threats(game.rules, game.state, "X")
        [38]
        """
        return list_threats(rules, state, player)

    def winning_lines(self, rules: LineRules, state: State) -> Sequence[Sequence[int]]:
        """Return the winning lines through each cell, as one list per cell."""
        is_good = has_own_lines(rules)
        return rules.masks_through if is_good else super().winning_lines(rules, state)


register_analysis(Cube, _LineAnalysis())
register_analysis(Variant, _LineAnalysis())


_COMPARED = 5  # number of moves that an analysis compares on a large board


class MNKAnalysis(_LineAnalysis):
    """Analysis for m,n,k-games in normal play and in misère."""

    def __init__(self) -> None:
        # Memory shared by all searches on the most recent large board, indexed by the rules.
        self._memory: dict[MNK, SearchMemory] = {}

    def is_solvable(self, rules: MNK) -> bool:
        """Return whether a search can solve every position under the rules in a few seconds."""
        if rules.misere:
            return rules.cell_count <= 12 or (rules.cell_count <= 16 and rules.k == 4)
        return rules.cell_count <= 20 or rules.k <= 2

    def may_be_solvable(self, rules: MNK) -> bool:
        """Return the same as `is_solvable`, because m,n,k-games need no trial search."""
        return self.is_solvable(rules)

    def solve_in_slices(
        self,
        rules: MNK,
        state: State,
        *,
        estimates: Mapping[int, float] | None = None,
        visits: int = MOST_VISITS,
    ) -> Analyses:
        """Yield better and better analyses until everything is proved or no visits are left."""
        if self.is_solvable(rules) or len(state.legal_moves) <= LATE_CELLS:
            return self.analyze_in_slices(rules, state)
        return super().solve_in_slices(rules, state, estimates=estimates, visits=visits)

    def analyze_in_slices(
        self, rules: MNK, state: State, *, seed: int | None = None
    ) -> Analyses:
        """Yield better and better analyses of an unfinished position."""
        del seed
        if (rules.rows, rules.columns, rules.k) == (3, 3, 3):
            return iter((shared_tablebase(rules)[state.own | state.other << _CELLS],))
        if is_proved_to_the_end(rules, state):
            return solve(rules, state)
        return self._search_large(rules, state, most_compared=_COMPARED)

    def choose_in_slices(
        self, rules: MNK, state: State, *, seed: int | None = None
    ) -> Analyses:
        """Yield better and better analyses for a player that needs only the best move."""
        if rules.misere or is_proved_to_the_end(rules, state):
            return self.analyze_in_slices(rules, state, seed=seed)
        return self._search_large(rules, state, most_compared=1)

    def _search_large(self, rules: MNK, state: State, *, most_compared: int) -> Analyses:
        """Search a position on a large board, reusing results of earlier searches."""
        self._memory = {rules: self._memory.get(rules) or SearchMemory()}
        return LargeBoardSearch(
            rules, state, most_compared=most_compared, memory=self._memory[rules]
        ).run_in_slices()

    def static_evaluator(self, rules: MNK, random: Random) -> Evaluator[Any]:
        """Return the evaluator for players that examine only a few positions."""
        return (
            super().static_evaluator(rules, random) if rules.misere else PatternEvaluator(rules)
        )

    def deep_search(self, rules: MNK, state: State) -> Analyses:
        """Return the search for players that examine thousands of positions."""
        if rules.misere:
            return super().deep_search(rules, state)
        return LargeBoardSearch(rules, state).run_in_slices()

    def playout(self, rules: MNK, state: State, random: Random) -> Result:
        """Play random moves to the end of the game and return the result."""
        return _playout_on_masks(rules, state, random)

    def blocking_moves(self, rules: MNK, state: State) -> list[int]:
        """Return the cells where the opponent threatens to complete a line.

        In misère, no move wins at once, so return the moves that don't lose at once.
        """
        if rules.misere:  # in misère, no move wins at once, but some lose
            return [
                cell
                for cell in state.legal_moves
                if rules.advance(state, cell).result in (None, "draw")
            ]
        return completing_cells(rules, state.other, state.legal_moves)

    def remark(self, rules: MNK, state: State, names: Names) -> str:
        """Describe the threat that the last move made, unless the rules are solvable.

        In misère, the text describes the squares that lose at once and the number of safe
        squares.

        Examples
        --------
        >>> from tictactoe_widget import Game
        >>> rules = MNK(3, 3, 3, misere=True)
        >>> after = Game(rules, moves=(0, 8, 1, 4, 5)).state
        >>> MNKAnalysis().remark(rules, after, Names.of(rules))
        'Safe squares: O has 4, X has 3.'
        """
        if not rules.misere:
            is_solved = self.is_solvable(rules)
            return "" if is_solved else describe_threat(rules, state, names)
        cells = state.legal_moves
        bad = completing_cells(rules, state.own, cells)
        bad_for_rival = completing_cells(rules, state.other, cells)
        player = names.players[state.to_move]
        if len(bad) == len(cells):
            return _("{player} must complete a row now.", player=player)
        completes = ""
        if bad:
            completes = _(
                "{player} would complete a row at {squares}.",
                player=player,
                squares=names.squares(bad),
            )
        safe = _(
            "Safe squares: {player} has {count}, {rival} has {others}.",
            player=player,
            count=len(cells) - len(bad),
            rival=names.players[opponent(state.to_move)],
            others=len(cells) - len(bad_for_rival),
        )
        return join_sentences(completes, safe)


register_analysis(MNK, MNKAnalysis())
