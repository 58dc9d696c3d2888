"""Analysis of plain rules, with a limit on the size of the boards to solve."""

from tictactoe_widget.rules.plain_rules import PlainRules
from tictactoe_widget.rules.state import State

from .registry import FamilyAnalysis, register_analysis

# Maximum number of possible boards, reachable or not, for rules that "perfect" can play. On a
# 4x4 board, a search would take minutes to give up.
_MOST_BOARDS = 20_000_000


class PlainAnalysis(FamilyAnalysis[PlainRules, State]):
    """Analysis of plain rules, by the generic search."""

    def may_be_solvable(self, rules: PlainRules) -> bool:
        """Return whether a search solves the rules, or might solve them if it were tried.

        On large boards, a search would take minutes to give up, so the result is False.
        """
        is_small = _count_boards(rules) <= _MOST_BOARDS
        return self.is_solvable(rules) or (is_small and super().may_be_solvable(rules))


def _count_boards(rules: PlainRules) -> float:
    """Return an upper bound for the number of boards."""
    marks = len(rules.choices) or len(set(rules.drawn_marks.values()))
    if not rules.drop:
        return float(1 + marks) ** rules.cell_count
    columns = sum(marks**height for height in range(rules.rows + 1))
    return float(columns) ** rules.columns


register_analysis(PlainRules, PlainAnalysis())
