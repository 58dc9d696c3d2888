"""Exact search for numerical tic-tac-toe, which follows only moves that matter."""

from collections.abc import Mapping, Sequence
from typing import Any

from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.numerical import NumberState, Numerical
from tictactoe_widget.rules.state import State

from .exact_search import ExactSearch, shared_table
from .registry import FamilyAnalysis, register_analysis
from .values import Analyses


class _NumericalSearch(ExactSearch):
    """Exact search for numerical tic-tac-toe."""

    def relevant_moves(self, state: Any) -> Sequence[int]:
        """Return a move that wins at once, or otherwise the moves that prevent the next win."""
        numbers = state.numbers
        threatened = None
        for line in STANDARD.lines:
            empty = [cell for cell in line if not numbers[cell]]
            number = 15 - sum(numbers[cell] for cell in line)
            if len(empty) != 1 or not 0 < number < 10 or number in numbers:
                continue
            if (number - 1) % 2 == state.move_count % 2:
                return (9 * (number - 1) + empty[0],)
            threatened = empty[0]
        if threatened is None:
            return state.legal_moves  # type: ignore[no-any-return]
        return [move for move in state.legal_moves if move % 9 == threatened]

    def known_draw(self, state: State) -> int:
        """Return the number of empty cells, because only a full board is a draw."""
        return 9 - state.move_count


class NumericalAnalysis(FamilyAnalysis[Numerical, NumberState]):
    """Analysis of numerical tic-tac-toe, which always solves the position."""

    def is_solvable(self, rules: Numerical) -> bool:
        """Return True, because a search of the empty board visits about 40,000 positions."""
        del rules
        return True

    def solve_in_slices(
        self,
        rules: Numerical,
        state: NumberState,
        *,
        estimates: Mapping[int, float] | None = None,
        visits: int = 0,
    ) -> Analyses:
        """Yield increasingly good analyses until everything is proved."""
        del visits
        yield from _NumericalSearch(
            rules, state, estimates or {}, table=shared_table(rules)
        ).run_in_slices()


register_analysis(Numerical, NumericalAnalysis())
