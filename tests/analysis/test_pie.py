from functools import cache
from random import Random

import pytest

from tests.rules.test_pie import FairRow
from tests.support.models.naive_pie import START, NaivePie, NaiveSolver
from tictactoe_widget import Game, Variant, analyze, census, explain, player
from tictactoe_widget.analysis.registry import family_analysis

solver_of = cache(NaiveSolver)
NAMES = {1: "win", 0: "draw", -1: "loss"}


@pytest.mark.parametrize(
    ("rules", "naive"),
    [
        (Variant(3, 3, 3, pie=True), NaivePie(3, 3, 3)),
        (Variant(3, 3, 3, misere=True, pie=True), NaivePie(3, 3, 3, misere=True)),
        (Variant(3, 3, 3, pie=True, torus=True), NaivePie(3, 3, 3, torus=True)),
        (Variant(3, 4, 3, pie=True), NaivePie(3, 4, 3)),
        (FairRow(), NaivePie(3, 3, 3)),
        (Variant(2, 5, 3, misere=True, pie=True), NaivePie(2, 5, 3, misere=True)),
    ],
    ids=str,
)
def test_values_match_naive_solver(rules, naive):
    solver, random = solver_of(naive), Random(2)
    for number in range(10):
        game, position = Game(rules), START
        while not game.is_over:
            found = analyze(game, visits=600_000)
            value, plies = solver.solve(position)
            assert found.exact
            assert (found.value, found.remoteness) == (NAMES[value], plies)
            for cell, move in found.moves.items():
                value, plies = solver.solve(naive.after(position, cell))
                assert (move.value, move.remoteness) == (NAMES[-value], plies + 1)
            takes = len(game.moves) == 1 and number % 2
            cell = game.moves[0] if takes else random.choice(game.legal_moves)
            game, position = game.play(cell), naive.after(position, cell)


def test_players_and_explain_know_pie():
    begun = Game("pie-3x4k3", (5,))
    assert player("perfect")(begun) == 5
    assert explain(begun, 0) == (
        "O's move loses. O could have won at b2. X plays c2 and then wins at a2 or d2."
    )
    assert player("expert")(begun) in begun.legal_moves


def test_first_mark_is_no_threat():
    begun = Game("pie-1x4k2", (1,))
    analysis = family_analysis(begun.rules)
    assert analysis.threats(begun.rules, begun.state, "X") == []
    left = begun.play(3)
    assert analysis.threats(left.rules, left.state, "X") == [0, 2]


def test_pie_doubles_census():
    # Standard tic-tac-toe has 5,478 positions and 255,168 games. Every position except the
    # empty board also occurs after O has taken over the X, with X and O exchanged.
    found = census("pie-3x3k3")
    assert (found.positions, sum(found.games)) == (2 * 5_478 - 1, 2 * 255_168)
