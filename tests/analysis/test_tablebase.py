from collections import Counter

import pytest

from tests.support.models.plain_search import check_exact, judge_all
from tests.support.models.positions import every_position
from tictactoe_widget import MNK, Game, analyze, player

RULES = [MNK(3, 3, 3), MNK(3, 3, 3, misere=True)]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_all_4520_positions_match_plain_search(rules):
    judge = judge_all(rules)
    games = [game for game in every_position(rules) if not game.is_over]
    assert len(games) == 4520
    for game in games:
        found = analyze(game)
        assert found.player == game.current_player
        check_exact(found, game, judge)


def test_finished_game_values():
    lost = analyze(Game(moves=(0, 3, 1, 4, 2)))
    assert (lost.player, lost.value, lost.remoteness, lost.moves) == ("O", "loss", 0, {})
    drawn = analyze(Game.from_text("XOX/XOO/OXX"))
    assert (drawn.value, drawn.score, drawn.exact) == ("draw", 0.0, True)


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("seat", ["X", "O"])
def test_perfect_never_loses(rules, seat):
    perfect = player("perfect", seed=1)
    replies = {}
    results = Counter()
    pending = [Game(rules)]
    seen = set()
    while pending:
        game = pending.pop()
        if game.is_over:
            results[game.result] += 1
        elif game.current_player == seat:
            if game.key not in replies:
                replies[game.key] = perfect(game)
            pending.append(game.play(replies[game.key]))
        elif game.key not in seen:
            seen.add(game.key)
            pending += [game.play(cell) for cell in game.legal_moves]
    rival = "O" if seat == "X" else "X"
    assert results[rival] == 0
    assert results[seat] > 0
    assert results["draw"] > 0


def test_perfect_opens_in_corner():
    # A corner leaves the most chances for mistakes: 7 replies lose, all except the centre.
    # Against the centre, the 4 edges lose. Against an edge, 2 corners and 2 edges lose.
    for seed in range(8):
        assert player("perfect", seed=seed)(Game()) in (0, 2, 6, 8)
