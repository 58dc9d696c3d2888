from itertools import product
from random import Random

import pytest

from tictactoe_widget import Game, Ultimate
from tictactoe_widget.analysis.tree_search import TreeSearch
from tictactoe_widget.analysis.ultimate_evaluator import UltimateEvaluator

RULES = [
    Ultimate(*switches) for switches in product(("closed", "open"), ("draw", "most-boards"))
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_positions_are_seen_in_the_same_way_move_by_move_and_at_once(rules):
    random = Random(6)
    evaluator = UltimateEvaluator(rules)
    ends = 0
    for _ in range(12):
        game = Game(rules)
        seen = evaluator.root(game.state)
        while True:
            assert seen == evaluator.root(game.state)
            assert seen.cells == game.legal_moves
            # What is proved at first sight are the moves that end the game.
            ended = {at: game.play(cell) for at, cell in enumerate(seen.cells)}
            mover = game.current_player
            assert seen.results == {
                at: 0 if end.winner is None else 1 if end.winner == mover else -1
                for at, end in ended.items()
                if end.is_over
            }
            ends += len(seen.results)
            assert all(-1 <= value <= 1 for value in seen.values)
            game = game.play(random.choice(game.legal_moves))
            if game.is_over:
                break
            seen = evaluator.after(seen.position, game.moves[-1])
    assert ends > 20


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_positions_that_are_alike_are_worth_the_same(rules):
    random = Random(8)
    evaluator = UltimateEvaluator(rules)
    for _ in range(30):
        game = Game(rules)
        for _ in range(random.randrange(60)):
            after = game.play(random.choice(game.legal_moves))
            game = game if after.is_over else after
        seen = evaluator.root(game.state)
        values = dict(zip(seen.cells, seen.values, strict=True))
        for symmetry in rules.symmetries:
            turned = evaluator.root(rules.transform(game.state, symmetry))
            for cell, value in zip(turned.cells, turned.values, strict=True):
                assert value == pytest.approx(values[symmetry.index(cell)], abs=1e-12)


class Recorder(UltimateEvaluator):
    """An evaluator that remembers what it said of each node; the minimax alone counts."""

    minimax = 1.0

    def __init__(self, rules):
        super().__init__(rules)
        self.below = {}

    def root(self, state):
        self.first = super().root(state)
        return self.first

    def after(self, position, cell):
        found = super().after(position, cell)
        self.below.setdefault(id(position), {})[cell] = found
        return found

    def judge(self, seen):
        """The minimax of what was said, by plain recursion."""
        below = self.below.get(id(seen.position), {})
        return max(
            -self.judge(below[cell]) if cell in below else value
            for cell, value in zip(seen.cells, seen.values, strict=True)
        )


def test_the_value_of_a_move_is_the_minimax_of_the_estimates_where_the_mean_has_no_share():
    game = Game(Ultimate(), moves=(40, 36))
    evaluator = Recorder(game.rules)
    tree = TreeSearch(evaluator, game.state)
    tree.run(30_000)
    visited = evaluator.below[id(evaluator.first.position)]
    assert len(visited) == len(game.legal_moves)
    for cell, move in tree.report().moves.items():
        assert move.score == pytest.approx(-evaluator.judge(visited[cell]), abs=1e-12)
