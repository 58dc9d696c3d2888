"""Analysis of m,n,k-games: 3x3 by a tablebase, the others by proofs."""

from collections.abc import Mapping
from random import Random
from typing import Any

from tictactoe_widget.analysis.exact_search import MOST_VISITS
from tictactoe_widget.analysis.line_analysis import completing_cells, list_threats
from tictactoe_widget.analysis.mnk.tablebase import look_up_analysis
from tictactoe_widget.analysis.registry import FamilyAnalysis, register_analysis
from tictactoe_widget.analysis.sentences import Naming, join_cells
from tictactoe_widget.analysis.tree_search import Evaluator
from tictactoe_widget.analysis.values import Analyses
from tictactoe_widget.rules.marks import Mark, Result, opponent
from tictactoe_widget.rules.mnk import MNK
from tictactoe_widget.rules.state import State

from .large import LargeBoardSearch, describe_threat
from .pattern_evaluator import PatternEvaluator
from .playout_on_masks import playout_on_masks
from .search_memory import SearchMemory
from .solver import is_proved_to_the_end, solve

_COMPARED = 5
"""Number of moves that an analysis of a board too large to be solved compares."""


class MNKAnalysis(FamilyAnalysis[MNK, State]):
    """Analysis of m,n,k-games, normal and misère."""

    def __init__(self) -> None:
        self._memory: dict[MNK, SearchMemory] = {}
        """What searches of the large board that was searched last remember, by its rules."""

    def is_solvable(self, rules: MNK) -> bool:
        """Return whether every position of the rules is solved within a few seconds."""
        if rules.misere:
            return rules.cell_count <= 12 or (rules.cell_count <= 16 and rules.k == 4)
        return rules.cell_count <= 20 or rules.k <= 2

    def may_be_solvable(self, rules: MNK) -> bool:
        """Return whether the rules are solved: for m,n,k-games that is known."""
        return self.is_solvable(rules)

    def solve_in_slices(
        self,
        rules: MNK,
        state: State,
        *,
        estimates: Mapping[int, float] | None = None,
        visits: int = MOST_VISITS,
    ) -> Analyses:
        """Return better and better analyses of rules that are solved, until all is proved."""
        del estimates, visits
        return self.analyze_in_slices(rules, state)

    def analyze_in_slices(
        self, rules: MNK, state: State, *, seed: int | None = None
    ) -> Analyses:
        """Return better and better analyses of an unfinished position."""
        del seed
        if (rules.rows, rules.columns, rules.k) == (3, 3, 3):
            return iter((look_up_analysis(rules, state),))
        if is_proved_to_the_end(rules, state):
            return solve(rules, state)
        return self._search_large(rules, state, most_compared=_COMPARED)

    def choose_in_slices(
        self, rules: MNK, state: State, *, seed: int | None = None
    ) -> Analyses:
        """Return better and better analyses for a player, who needs the best move alone."""
        if rules.misere or is_proved_to_the_end(rules, state):
            return self.analyze_in_slices(rules, state, seed=seed)
        return self._search_large(rules, state, most_compared=1)

    def _search_large(self, rules: MNK, state: State, *, most_compared: int) -> Analyses:
        """Search a position of a large board, with what the last search there found out."""
        self._memory = {rules: self._memory.get(rules) or SearchMemory()}
        return LargeBoardSearch(
            rules, state, most_compared=most_compared, memory=self._memory[rules]
        ).run_in_slices()

    def first_sight(self, rules: MNK, random: Random) -> Evaluator[Any]:
        """Return the evaluator for players who look only a few positions ahead."""
        return super().first_sight(rules, random) if rules.misere else PatternEvaluator(rules)

    def far_sight(self, rules: MNK, state: State) -> Analyses:
        """Return the search for players who look thousands of positions ahead."""
        if rules.misere:
            return super().far_sight(rules, state)
        return LargeBoardSearch(rules, state).run_in_slices()

    def playout(self, rules: MNK, state: State, random: Random) -> Result:
        """Play random moves to the end and return the result."""
        return playout_on_masks(rules, state, random)

    def blocking_moves(self, rules: MNK, state: State) -> list[int]:
        """Return the moves that neither lose at once nor let the opponent win next.

        In normal play these are the cells where the opponent would complete a line.
        """
        if rules.misere:  # a move can lose at once, but not win
            return [
                cell
                for cell in state.legal_moves
                if rules.advance(state, cell).result in (None, "draw")
            ]
        return completing_cells(rules, state.other, state.legal_moves)

    def threats(self, rules: MNK, state: State, player: Mark) -> list[int]:
        """Return the cells where `player` wins next unless the opponent blocks them."""
        return [] if rules.misere else list_threats(rules, state, player)

    def remark(self, rules: MNK, state: State, name: Naming) -> str:
        """Describe the open four that the last move threatens, on boards not solved.

        In misère, describe the cells that lose at once and the number of safe ones.

        Examples
        --------
        >>> from tictactoe_widget import Game
        >>> rules = MNK(3, 3, 3, misere=True)
        >>> after = Game(rules, moves=(0, 8, 1, 4, 5)).state
        >>> MNKAnalysis().remark(rules, after, lambda cell: str(cell + 1))
        'Safe cells: 4 for O, 3 for X.'
        """
        if not rules.misere:
            is_solved = self.is_solvable(rules)
            return "" if is_solved else describe_threat(rules, state, name)
        cells = state.legal_moves
        bad = completing_cells(rules, state.own, cells)
        bad_for_rival = completing_cells(rules, state.other, cells)
        mover = state.to_move
        if len(bad) == len(cells):
            return f"Every cell completes a line for {mover}."
        safe = (
            f"Safe cells: {len(cells) - len(bad)} for {mover}, "
            f"{len(cells) - len(bad_for_rival)} for {opponent(mover)}."
        )
        if not bad:
            return safe
        verb = "completes" if len(bad) == 1 else "complete"
        return f"{join_cells(bad, name, 'and')} {verb} a line for {mover}. {safe}"


register_analysis(MNK, MNKAnalysis())
