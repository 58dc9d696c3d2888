from math import exp, prod
from random import Random

import pytest

from tests.support.models.positions import ULTIMATE
from tictactoe_widget import Game, Ultimate
from tictactoe_widget.analysis.tree_search import TreeSearch
from tictactoe_widget.analysis.ultimate import UltimateEvaluator, won_chances
from tictactoe_widget.analysis.ultimate_fit import LINE, MAJORITY


@pytest.mark.parametrize("rules", ULTIMATE, ids=lambda rules: rules.name)
def test_incremental_evaluation(rules):
    random = Random(6)
    evaluator = UltimateEvaluator(rules)
    ends = 0
    for _ in range(12):
        game = Game(rules)
        seen = evaluator.root(game.state)
        while True:
            assert seen == evaluator.root(game.state)
            assert seen.cells == game.legal_moves
            # Only moves that end the game are proved at first.
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


@pytest.mark.parametrize("rules", ULTIMATE, ids=lambda rules: rules.name)
def test_symmetric_positions_score_equally(rules):
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


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def plain_value(game, most_boards):
    """Return the value for the player to move, summed plainly from the boards' probabilities.

    The rules must determine the next board.
    """
    (named,) = {cell // 9 for cell in game.legal_moves}
    sums = []
    for mark in (game.current_player, "XO"["OX".index(game.current_player)]):
        other = "O" if mark == "X" else "X"
        chances = []
        for board in range(9):
            cells = game.board[9 * board : 9 * board + 9]
            masks = [sum(1 << at for at in range(9) if cells[at] == m) for m in (mark, other)]
            winner = game.small_boards[board]
            if winner in ("X", "O"):
                chances.append(float(winner == mark))
            else:
                reading = 0 if board != named else 1 if mark == game.current_player else 2
                chances.append(won_chances(*masks)[reading])
        lines = sum(prod(chances[board] for board in line) for line in LINES)
        sums.append(lines + most_boards * sum(chances))
    odds = exp(LINE * (sums[0] - sums[1]))
    return (odds - 1) / (odds + 1)


@pytest.mark.parametrize("rules", ULTIMATE, ids=lambda rules: rules.name)
def test_values_match_plain_sums(rules):
    random = Random(9)
    evaluator = UltimateEvaluator(rules)
    compared = 0
    for _ in range(6):
        game = Game(rules)
        while not game.is_over:
            seen = evaluator.root(game.state)
            for cell, value in zip(seen.cells, seen.values, strict=True):
                at, place = divmod(cell, 9)
                after = game.play(cell)
                # If the current and the next board are in one line, the evaluator's slopes
                # ignore that both change.
                in_line = at != place and any(at in line and place in line for line in LINES)
                is_named = {move // 9 for move in after.legal_moves} == {place}
                if is_named and not in_line:
                    most = MAJORITY if rules.tie == "most-boards" else 0
                    assert value == pytest.approx(-plain_value(after, most), abs=1e-9)
                    compared += 1
            game = game.play(random.choice(game.legal_moves))
    assert compared > 500


class Recorder(UltimateEvaluator):
    """An evaluator that records each evaluation and uses pure minimax."""

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
        """Return the minimax value of the recorded evaluations, recursively."""
        below = self.below.get(id(seen.position), {})
        return max(
            -self.judge(below[cell]) if cell in below else value
            for cell, value in zip(seen.cells, seen.values, strict=True)
        )


def test_scores_are_minimax_of_estimates():
    game = Game(Ultimate(), moves=(40, 36))
    evaluator = Recorder(game.rules)
    tree = TreeSearch(evaluator, game.state)
    tree.run(30_000)
    visited = evaluator.below[id(evaluator.first.position)]
    assert len(visited) == len(game.legal_moves)
    found = tree.report()
    for cell, move in found.moves.items():
        # No score exceeds the best move's score. That move has enough visits.
        judged = min(found.score, -evaluator.judge(visited[cell]))
        assert move.score == pytest.approx(judged, abs=1e-12)
    assert found.score == pytest.approx(-evaluator.judge(visited[found.best_moves[0]]))
