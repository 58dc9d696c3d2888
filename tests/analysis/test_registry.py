from collections import Counter
from random import Random

import pytest

from tests.support.models.drop_rules import Drop
from tests.support.models.plain_search import WORD, judge_all
from tictactoe_widget import MNK, Game, Ultimate, analyze, explain, player, review
from tictactoe_widget.analysis.analyze import analyze_in_slices
from tictactoe_widget.analysis.mnk.mnk_analysis import MNKAnalysis
from tictactoe_widget.analysis.registry import (
    FamilyAnalysis,
    family_analysis,
    is_solvable,
    register_analysis,
)
from tictactoe_widget.analysis.ultimate_evaluator import UltimateAnalysis


def test_rules_are_analyzed_as_registered_for_their_type_or_its_nearest_base():
    class Named(MNK):
        """A subclass of a family that is registered."""

    assert type(family_analysis(MNK(3, 3, 3))) is MNKAnalysis
    assert type(family_analysis(Named(3, 3, 3))) is MNKAnalysis
    assert type(family_analysis(Ultimate())) is UltimateAnalysis
    assert type(family_analysis(Drop())) is FamilyAnalysis


def test_what_is_registered_decides_what_is_solvable_and_what_the_players_do():
    class Other(Drop):
        """Rules with a family of their own."""

    class LastCell(FamilyAnalysis):
        """Sees a win in the last cell there is."""

        def is_solvable(self, rules):
            return rules.rows == 2

        def winning_moves(self, rules, state):
            del rules
            return [state.legal_moves[-1]]

    register_analysis(Other, LastCell())
    assert is_solvable(Other(2, 3, 2))
    assert not is_solvable(Other(3, 3, 2))
    assert not is_solvable(Drop(2, 3, 2))
    assert player("beginner", seed=1)(Game(Other(2, 3, 2))) == 5


def test_a_family_from_outside_is_analyzed_explained_and_reviewed():
    rules = Drop(3, 3, 3)
    # X in the left column twice, O in the middle twice: X fills the left one.
    game = Game(rules, moves=(6, 7, 3, 4))
    found = analyze(game)
    assert (found.value, found.remoteness, found.best_moves, found.exact) == (
        "win",
        1,
        (0,),
        True,
    )
    assert explain(game, 0) == "X wins with that move."
    assert explain(game, 8) == "That loses: 1 would have won. O wins at 2."
    assert [move.verdict for move in review(game.play(8))][-1] == "worse"
    assert player("beginner", seed=3)(game) == 0
    assert player("casual", seed=3)(Game(rules, moves=(6, 7, 3, 4, 8))) == 1


@pytest.mark.parametrize("size", [(3, 3, 3), (3, 4, 3), (2, 5, 3), (6, 2, 4)])
def test_small_boards_of_a_family_from_outside_are_searched_to_the_end(size):
    rules = Drop(*size)
    judge = judge_all(rules)
    random = Random(1)
    values = Counter()
    for _ in range(25):
        game = Game(rules)
        for _ in range(random.randrange(rules.cell_count)):
            following = game.play(random.choice(game.legal_moves))
            if following.is_over:
                break
            game = following
        *_, found = analyze_in_slices(game)
        value, plies = judge(game.state)
        assert (found.value, found.remoteness, found.exact) == (WORD[value], plies, True)
        for cell, move in found.moves.items():
            after, left = judge(game.play(cell).state)
            assert (move.value, move.remoteness) == (WORD[-after], left + 1)
            values[move.value] += 1
    assert len(values) > 1
