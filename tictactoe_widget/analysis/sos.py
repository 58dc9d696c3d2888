"""Exact search for SOS, in which every game ends with a full board."""

from tictactoe_widget.rules.sos import SOS, LetterState

from .exact_search import FullBoardSearch
from .registry import FamilyAnalysis, register_analysis


class SOSAnalysis(FamilyAnalysis[SOS, LetterState]):
    """Analysis that solves every SOS position on boards with up to nine cells."""

    exact_search = FullBoardSearch

    def is_solvable(self, rules: SOS) -> bool:
        """Return True for up to nine cells. A search of 3x3 visits about 50,000 positions."""
        return rules.cell_count <= 9 or super().is_solvable(rules)


register_analysis(SOS, SOSAnalysis())
