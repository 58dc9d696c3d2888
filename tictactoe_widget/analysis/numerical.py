"""Exact search that tries only the moves that matter in numerical tic-tac-toe."""

from collections.abc import Sequence
from typing import Any

from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.numerical import NumberState, Numerical

from .exact_search import FullBoardSearch
from .registry import FamilyAnalysis, register_analysis


class _NumericalSearch(FullBoardSearch):
    """Exact search for numerical tic-tac-toe."""

    def relevant_moves(self, state: Any) -> Sequence[int]:
        """Return one move that wins at once or, if none does, the moves that prevent a win."""
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


class NumericalAnalysis(FamilyAnalysis[Numerical, NumberState]):
    """Analysis that solves every position in numerical tic-tac-toe."""

    exact_search = _NumericalSearch

    def is_solvable(self, rules: Numerical) -> bool:
        """Return True, because a search of the empty board visits about 40,000 positions."""
        del rules
        return True


register_analysis(Numerical, NumericalAnalysis())
