from itertools import islice
from random import Random

import pytest

from tests.support.models.drop_rules import Drop
from tests.support.models.plain_search import judge_all
from tictactoe_widget import (
    MNK,
    Game,
    PlainRules,
    Ultimate,
    UnsolvedError,
    analyze,
    player,
    player_choices,
)
from tictactoe_widget.analysis import registry
from tictactoe_widget.analysis.analyze import analyze_in_slices
from tictactoe_widget.analysis.mnk.family import MNKAnalysis
from tictactoe_widget.analysis.registry import (
    FamilyAnalysis,
    family_analysis,
    is_solvable,
    may_be_solvable,
    register_analysis,
)
from tictactoe_widget.analysis.ultimate import UltimateAnalysis
from tictactoe_widget.players import builtin


def test_subclass_uses_parent_analysis():
    class Named(MNK):
        """A subclass of a registered family."""

    assert type(family_analysis(MNK(3, 3, 3))) is MNKAnalysis
    assert type(family_analysis(Named(3, 3, 3))) is MNKAnalysis
    assert type(family_analysis(Ultimate())) is UltimateAnalysis
    assert type(family_analysis(Drop())) is FamilyAnalysis


def test_registered_analysis_is_used():
    class Other(Drop):
        """Rules with their own analysis."""

    class LastCell(FamilyAnalysis):
        """Claims that the last legal cell wins."""

        def is_solvable(self, rules):
            return rules.rows == 2

        def winning_moves(self, rules, state):
            del rules
            return [state.legal_moves[-1]]

    register_analysis(Other, LastCell())
    assert is_solvable(Other(2, 3, 2))
    assert not is_solvable(Other(3, 3, 2))
    assert is_solvable(Drop(2, 3, 2))
    assert not is_solvable(Drop(6, 7, 4))
    assert player("beginner", seed=1)(Game(Other(2, 3, 2))) == 5


def test_solvable_after_successful_trial(monkeypatch):
    monkeypatch.setattr(registry, "_trials", {})
    rules = Drop(3, 4, 3)
    assert (is_solvable(rules), may_be_solvable(rules)) == (False, True)
    assert player_choices(rules)[-1] == "perfect"
    player("perfect", seed=1)(Game(rules))
    assert is_solvable(rules)
    assert analyze(Game(rules)).exact


def test_perfect_not_offered_if_unsolved(monkeypatch):
    monkeypatch.setattr(registry, "_trials", {})
    rules = Drop(4, 5, 4)
    family = family_analysis(rules)
    monkeypatch.setattr(registry, "MOST_VISITS", 300)
    *_, found = family.solve_in_slices(rules, rules.initial_state, visits=300)
    assert not found.exact
    assert (is_solvable(rules), may_be_solvable(rules)) == (False, False)
    assert player_choices(rules)[-1] == "expert"
    # Late positions are still solved.
    assert analyze(Game(rules, moves=(15, 16, 17, 18, 10, 11)), seconds=60).exact


def test_perfect_not_offered_on_large_boards():
    def choices(**attributes):
        return player_choices(type("_Sized", (PlainRules,), attributes)())

    assert choices(rows=3, columns=4)[-1] == choices(choices=("S", "O"))[-1] == "perfect"
    assert choices(rows=5, columns=5)[-1] == "expert"
    assert choices(choices=tuple("123456789"))[-1] == "expert"
    # On 4x4 there are 518,918,400 orders of eight marks, but only 43,680 of four.
    assert choices(rows=4, columns=4, keep=4)[-1] == player_choices("keep4-4x4k4")[-1]
    assert choices(rows=4, columns=4, keep=4)[-1] == choices(rows=4, columns=4, pieces=4)[-1]
    assert choices(rows=4, columns=4, pieces=4)[-1] == "expert"
    assert choices(rows=4, columns=4, keep=2, k=2)[-1] == choices(pieces=3)[-1] == "perfect"


def test_perfect_error_states_limit(monkeypatch):
    monkeypatch.setattr(builtin, "MOST_VISITS", 200)
    with pytest.raises(UnsolvedError, match=r"in Drop.* within 200 visits to positions"):
        player("perfect")(Game(Drop(5, 5, 4)))


def test_perfect_plays_external_family():
    rules = Drop(4, 4, 3)
    judge = judge_all(rules)
    random = Random(2)
    for seed in range(6):
        game = Game(rules)
        while not game.is_over:
            value, plies = judge(game.state)
            perfect = player("perfect", seed=seed)(game)
            after, left = judge(game.play(perfect).state)
            assert -after == value
            assert value == 0 or left + 1 == plies
            game = game.play(random.choice(game.legal_moves))


def test_first_slices_give_estimates():
    answers = analyze_in_slices(Game(Drop(5, 5, 4)), seed=1)
    early = [next(answers) for _ in range(5)]
    assert [found.exact for found in early] == [False] * 5
    assert early[-1].node_count > early[0].node_count
    assert len({move.score for move in early[-1].moves.values()}) > 1


def test_estimate_errors():
    # On a 4x4x4 cube, the search plays one game after each of the 64 moves.
    found = list(islice(analyze_in_slices(Game("qubic"), seed=1), 3))
    assert found[0].error == 1.0
    assert found[2].node_count > found[0].node_count == 64
    assert found[2].error == pytest.approx((64 / found[2].node_count) ** 0.5)
    # If the search proves moves one by one, it plays one game for each unproved move.
    late = Game(Drop(4, 5, 4), moves=(15, 16, 17, 18, 19, 10, 11, 12, 13, 14))
    steps = list(analyze_in_slices(late, seed=1))
    assert {step.error for step in steps if not step.exact} <= {1.0}
    assert steps[-1].error == 0.0
    for name in ("gomoku", "ultimate", "3x3"):
        assert next(analyze_in_slices(Game(name))).error == 0.0
