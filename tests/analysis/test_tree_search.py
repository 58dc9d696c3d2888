import gc
from itertools import islice, pairwise
from random import Random

import pytest

from tests.support.models.plain_search import WORD, judge_all
from tests.support.models.positions import late_game
from tictactoe_widget import MNK, Game, Ultimate
from tictactoe_widget.analysis import tree_search as tree_search_module
from tictactoe_widget.analysis.analyze import tree_search
from tictactoe_widget.analysis.registry import family_analysis
from tictactoe_widget.analysis.tree_search import Evaluation, Evaluator, TreeSearch


@pytest.mark.parametrize("switches", [("closed", "draw"), ("open", "most-boards")])
def test_late_ultimate_proved(switches):
    rules = Ultimate(*switches)
    judge = judge_all(rules)
    seen = {"win": 0, "draw": 0, "loss": 0}
    for seed in range(120):
        game = late_game(rules, Random(seed), 8, 8)
        tree = tree_search(game)
        tree.run(10**9)
        found = tree.report()
        assert found.exact
        assert found.value == WORD[judge(game.state)[0]]
        for cell, move in found.moves.items():
            assert move.value == WORD[-judge(rules.advance(game.state, cell))[0]]
            seen[move.value] += 1
        assert found.moves[found.best_moves[0]].value == found.value
    assert min(seen.values()) > 5


@pytest.mark.parametrize("rules", [Ultimate(), MNK(6, 6, 4, misere=True)])
def test_deep_search_ignores_clock(rules, monkeypatch):
    monkeypatch.setattr(tree_search_module, "perf_counter", lambda: pytest.fail("time read"))
    state = Game(rules).play(20).state
    twice = [
        list(islice(family_analysis(rules).deep_search(rules, state), 6)) for _ in range(2)
    ]
    assert twice[0] == twice[1]
    numbers = [found.node_count for found in twice[0]]
    most = rules.cell_count  # the last position adds up to this many moves
    assert all(250 <= two - one < 250 + most for one, two in pairwise(numbers[1:]))


def test_tree_has_few_gc_objects():
    tree = tree_search(Game(Ultimate()))
    tree.run(10_000)
    gc.collect()
    before = len(gc.get_objects())
    tree.run(20_000)
    # The collector stops tracking tuples of numbers after it has seen them once.
    gc.collect()
    gc.collect()
    assert tree.evaluation_count >= 20_000
    assert len(gc.get_objects()) < before + 50
    # The collector looks at fewer references than there are evaluated positions.
    held = [gc.get_referents(kept) for kept in vars(tree).values() if gc.is_tracked(kept)]
    assert sum(map(len, held)) < tree.evaluation_count


class Lucky(Evaluator):
    """An evaluator with three moves. The last has the highest value, but few visits."""

    exploration = 0.5

    def root(self, _state):
        return Evaluation((), (0, 1, 2), [0.3, 0.0, -0.9], {})

    def after(self, position, cell):
        values = {0: -0.3, 1: 0.2}.get(position[0] if position else cell, -0.35)
        return Evaluation((position[0] if position else cell,), (0, 1), [values, values - 0.2])


def test_rarely_visited_move_not_best():
    tree = TreeSearch(Lucky(), Game().state)
    seen = set()
    for _ in range(200):
        if not tree.open_move_count:
            break
        tree.grow()
        found = tree.report()
        values = list(tree._values[:3])
        weights = list(tree._weights[:3])
        best = found.best_moves[0]
        # The best move has the highest lower bound, given its visits.
        sure = [
            value - 0.5 * sum(w - 1 for w in weights) ** 0.5 / weight
            for value, weight in zip(values, weights, strict=True)
        ]
        assert best == sure.index(max(sure))
        for cell, move in found.moves.items():
            assert move.score == min(values[cell], values[best])
            seen.add(values[cell] > values[best])
    assert seen == {True, False}


class Endless(Evaluator):
    """An endless game in which all first moves except one are proved losses."""

    def __init__(self):
        self.random = Random(3)

    def root(self, _state):
        return Evaluation((), (0, 1, 2), [-1.0, -0.9, -1.0], {0: -1, 2: -1})

    def after(self, position, cell):
        assert position or cell == 1, "a move was searched that is proved to lose"
        values = [self.random.uniform(0.8, 0.9) for _ in range(2)]
        return Evaluation((cell,), (0, 1), values)


def test_proved_moves_not_searched():
    tree = TreeSearch(Endless(), Game().state)
    tree.run(30_000)
    assert tree.open_move_count == 1
    assert [move.value for move in tree.report().moves.values()] == ["loss", None, "loss"]
