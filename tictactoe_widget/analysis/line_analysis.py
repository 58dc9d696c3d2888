"""Threats of rules by which a line of one's own marks wins, on boards of any lines."""

from collections.abc import Iterable

from tictactoe_widget.rules.cube import Cube
from tictactoe_widget.rules.line_rules import LineRules
from tictactoe_widget.rules.marks import Mark
from tictactoe_widget.rules.mnk import MNK
from tictactoe_widget.rules.state import State
from tictactoe_widget.rules.variant import Variant

from .registry import FamilyAnalysis, register_analysis


class CubeAnalysis(FamilyAnalysis[Cube, State]):
    """Analysis of cubes: the generic one, and threats."""

    def threats(self, rules: Cube, state: State, player: Mark) -> list[int]:
        """Return the cells where `player` wins next unless the opponent blocks them."""
        return list_threats(rules, state, player)


class VariantAnalysis(FamilyAnalysis[Variant, State]):
    """Analysis of boards with a changed rule: the generic one, and threats."""

    def threats(self, rules: Variant, state: State, player: Mark) -> list[int]:
        """Return the cells where `player` wins next unless the opponent blocks them.

        Where marks fall, these are cells that can be played now. There are none where a
        line loses, or a mark does not tell whose it is.

        Examples
        --------
        >>> from tictactoe_widget import Game
        >>> game = Game("connect4", (35, 28, 36, 29, 37))
        >>> VariantAnalysis().threats(game.rules, game.state, "X")
        [38]
        """
        if rules.misere or rules.shares_marks:
            return []
        return list_threats(rules, state, player)


def list_threats(rules: MNK | LineRules, state: State, player: Mark) -> list[int]:
    """List the legal moves with which a player would complete a line of their own marks."""
    x, o = state.masks
    return completing_cells(rules, x if player == "X" else o, state.legal_moves)


def completing_cells(rules: MNK | LineRules, marks: int, cells: Iterable[int]) -> list[int]:
    """List the cells with which a player who holds `marks`, a bit mask, completes a line."""
    through = rules.masks_through
    return [
        cell
        for cell in cells
        if any((marks | 1 << cell) & line == line for line in through[cell])
    ]


register_analysis(Cube, CubeAnalysis())
register_analysis(Variant, VariantAnalysis())
