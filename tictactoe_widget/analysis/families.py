"""Analyses for plain rules, SOS and numerical tic-tac-toe, based on the generic search.

These analyses declare which boards the search can solve and, for numerical tic-tac-toe, which
moves it has to try.
"""

from collections.abc import Sequence
from typing import Any

from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.numerical import NumberState, Numerical
from tictactoe_widget.rules.plain_rules import PlainRules
from tictactoe_widget.rules.sos import SOS, LetterState
from tictactoe_widget.rules.state import State

from .exact_search import FullBoardSearch
from .registry import FamilyAnalysis, register_analysis

# Maximum number of boards, including unreachable ones, for rules that "perfect" can play. With
# more boards, as on 4x4, a search would take minutes to give up.
_MOST_BOARDS = 20_000_000


class PlainAnalysis(FamilyAnalysis[PlainRules, State]):
    """Analysis for plain rules, based on the generic search."""

    def may_be_solvable(self, rules: PlainRules) -> bool:
        """Return whether a search is known to solve the rules or is worth trying.

        On large boards, a search would take minutes to give up, so the result is False.
        """
        is_small = _count_boards(rules) <= _MOST_BOARDS
        return self.is_solvable(rules) or (is_small and super().may_be_solvable(rules))


def _count_boards(rules: PlainRules) -> float:
    """Return an upper bound for the number of boards, including unreachable ones."""
    marks = len(rules.choices) or len(set(rules.drawn_marks.values()))
    if not rules.drop:
        return float(1 + marks) ** rules.cell_count
    columns = sum(marks**height for height in range(rules.rows + 1))
    return float(columns) ** rules.columns


class SOSAnalysis(FamilyAnalysis[SOS, LetterState]):
    """Analysis that solves every SOS position on boards with up to nine cells."""

    exact_search = FullBoardSearch

    def is_solvable(self, rules: SOS) -> bool:
        """Return True for boards with up to nine cells.

        A search of the 3x3 board visits about 50,000 positions.
        """
        return rules.cell_count <= 9 or super().is_solvable(rules)


class _NumericalSearch(FullBoardSearch):
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
        """Return True, because a full search visits only about 40,000 positions."""
        del rules
        return True


register_analysis(PlainRules, PlainAnalysis())
register_analysis(SOS, SOSAnalysis())
register_analysis(Numerical, NumericalAnalysis())
