from collections import Counter
from random import Random

import pytest

from tictactoe_widget import MNK, Game, Ultimate
from tictactoe_widget.analysis.registry import FamilyAnalysis, PlayoutEvaluator, family_analysis
from tictactoe_widget.analysis.tree_search import TreeSearch

GAMES = 20_000


def shares(rules, state):
    random = Random(2)
    playout = family_analysis(rules).playout
    counts = Counter(playout(rules, state, random) for _ in range(GAMES))
    return {result: count / GAMES for result, count in counts.items()}


@pytest.mark.parametrize("misere", [False, True])
def test_3x3_playout_shares(misere):
    # Among the 9! orders of the cells, X completes a line first in 737/1260, O in 121/420.
    first, second = 737 / 1260, 121 / 420
    found = shares(MNK(3, 3, 3, misere=misere), MNK(3, 3, 3).initial_state)
    x, o = (second, first) if misere else (first, second)
    # Five standard deviations are 0.018.
    assert found == pytest.approx({"X": x, "O": o, "draw": 8 / 63}, abs=0.018)


def test_playouts_from_a_later_position():
    game = Game.from_text("XX./OO./XOX")
    assert game.current_player == "O"
    assert game.legal_moves == (2, 5)
    # O wins at 5. After O at 2, X has only the last cell, which completes no line.
    assert shares(game.rules, game.state) == pytest.approx({"O": 0.5, "draw": 0.5}, abs=0.018)


def test_playouts_reach_the_end():
    over = Game(moves=(0, 3, 1, 4, 2))
    assert family_analysis(over.rules).playout(over.rules, over.state, Random(0)) == "X"
    rules = Ultimate()
    random = Random(3)
    playout = family_analysis(rules).playout
    results = Counter(playout(rules, rules.initial_state, random) for _ in range(200))
    assert set(results) == {"X", "O", "draw"}


def test_estimate_is_mean_of_playouts():
    game = Game.from_text("X../.O./...")
    evaluator = PlayoutEvaluator(game.rules, Random(4), FamilyAnalysis().playout)
    found = evaluator.root(game.state)
    # Each of the seven moves is followed by one random game, whose result counts by a third.
    assert {abs(value) for value in found.values} <= {0.0, 1 / 3}
    assert found.value == pytest.approx(3 * sum(found.values) / 7)


@pytest.mark.parametrize("rules", ["qubic", "order-and-chaos"])
def test_first_move_estimates_plausible(rules):
    game = Game(rules)
    evaluator = PlayoutEvaluator(game.rules, Random(1), FamilyAnalysis().playout)
    tree = TreeSearch(evaluator, game.state)
    tree.run(40 * len(game.legal_moves))  # 40 random games for each move
    scores = [move.score for move in tree.report().moves.values()]
    # After a random move, random play in qubic is about even. In order and chaos it mostly
    # favours the maker. So no move looks almost lost.
    assert min(scores) > -0.6
    # A corner in qubic is on 7 lines, and so is the opposite corner.
    if rules == "qubic":
        assert abs(scores[0] - scores[-1]) < 0.8


def test_playouts_block_a_threat():
    # X has three in the top row, so O has to play d1.
    game = Game.from_text("XXX./O.../O.../....", "torus-4x4k4")
    tree = TreeSearch(
        PlayoutEvaluator(game.rules, Random(1), FamilyAnalysis().playout), game.state
    )
    tree.run(4_000)
    assert tree.best_move == 3


def test_zero_seconds_plays_one_game():
    played = []

    def play(_rules, state, _random):
        played.append(state)
        return state.result or "X"

    evaluator = PlayoutEvaluator(MNK(3, 3, 3), Random(0), play)
    evaluator.seconds = 0
    start = evaluator.root(Game().state)
    assert (len(played), set(start.values)) == (1, {1 / 3})
    # O can complete a row. The evaluator sees this without a game.
    seen = evaluator.root(Game.from_text("X.X/OO./X..").state)
    assert seen.results == {1: 1}  # the second legal move
