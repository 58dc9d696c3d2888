from random import Random

import pytest

from tests.support.models.naive_variants import NaiveVariant
from tictactoe_widget import MNK, Game
from tictactoe_widget.analysis.mnk.family import PatternEvaluator

BOARDS = [MNK(3, 3, 3), MNK(4, 5, 4), MNK(6, 6, 3), MNK(7, 8, 5), MNK(2, 7, 6), MNK(3, 3, 1)]


def completing(rules, game, mark):
    """Return the cells where this mark completes a line, whoever's turn it is."""
    naive = NaiveVariant(rules.rows, rules.columns, rules.k)
    return {
        cell
        for cell in game.legal_moves
        if naive.has_line((*game.board[:cell], mark, *game.board[cell + 1 :]), mark)
    }


def moves_by_result(seen, result):
    return {cell for at, cell in enumerate(seen.cells) if seen.results.get(at) == result}


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_wins_and_forced_blocks_found(rules):
    random = Random(5)
    evaluator = PatternEvaluator(rules)
    for _ in range(6):
        game = Game(rules)
        seen = evaluator.root(game.state)
        while True:
            mover = game.current_player
            wins, stops = (completing(rules, game, m) for m in (mover, "XO".strip(mover)))
            assert moves_by_result(seen, 1) == wins
            if stops and not wins:
                considered = moves_by_result(seen, None) | moves_by_result(seen, 0)
                assert considered == stops
            cell = random.choice(game.legal_moves)
            after = game.play(cell)
            if after.is_over:
                break
            seen = evaluator.after(seen.position, cell)
            # The evaluator considers up to 40 moves at the root and 12 elsewhere.
            assert len(moves_by_result(seen, None)) <= 12
            game = after


def test_incremental_evaluation():
    rules = MNK(9, 9, 5)
    evaluator = PatternEvaluator(rules)
    before = evaluator.root(Game(rules, moves=(40, 41)).state)
    after = evaluator.after(before.position, 31)
    at_once = evaluator.root(Game(rules, moves=(40, 41, 31)).state)
    considered = moves_by_result(after, None)
    assert len(considered) == 12
    for at, cell in enumerate(after.cells):
        assert at_once.cells[at] == cell
        assert cell not in considered or at_once.values[at] == after.values[at]


def test_last_cell_is_proved_draw():
    game = Game.from_text("XOX/XOO/OX.")
    assert PatternEvaluator(game.rules).root(game.state).results == {0: 0}


def test_threats_raise_the_value():
    # X has three in row 4, O has three corners. An open four wins, a closed four can be
    # stopped.
    game = Game(MNK(9, 9, 5), moves=(38, 0, 39, 8, 40, 72))
    seen = PatternEvaluator(game.rules).root(game.state)
    values = dict(zip(game.legal_moves, seen.values, strict=True))
    assert values[37] == values[41] == max(values.values()) > 0.9
    assert values[42] < 0.9  # leaves a gap
    # O must answer the three. After any other move X makes an open four.
    threatened = Game(MNK(9, 9, 5), moves=(38, 0, 39, 8, 40))
    seen = PatternEvaluator(threatened.rules).root(threatened.state)
    values = dict(zip(threatened.legal_moves, seen.values, strict=True))
    assert min(values[37], values[41]) > -0.9 > values[20]
