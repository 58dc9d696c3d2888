from collections import Counter
from random import Random

import pytest

from tictactoe_widget import MNK, Game, Ultimate
from tictactoe_widget.analysis.registry import family_analysis

GAMES = 20_000


def shares(rules, state):
    random = Random(2)
    playout = family_analysis(rules).playout
    counts = Counter(playout(rules, state, random) for _ in range(GAMES))
    return {result: count / GAMES for result, count in counts.items()}


@pytest.mark.parametrize("misere", [False, True])
def test_random_games_of_3x3_end_as_often_as_counted(misere):
    # Of the 9! orders of the cells X is first to a line in 737/1260, O in 121/420.
    first, second = 737 / 1260, 121 / 420
    found = shares(MNK(3, 3, 3, misere=misere), MNK(3, 3, 3).initial_state)
    x, o = (second, first) if misere else (first, second)
    # Five standard deviations are 0.018.
    assert found == pytest.approx({"X": x, "O": o, "draw": 8 / 63}, abs=0.018)


def test_a_game_under_way_is_gone_on_with_by_the_player_to_move():
    game = Game.from_text("XX./OO./XOX")
    assert game.current_player == "O"
    assert game.legal_moves == (2, 5)
    # O at 5 wins; at 2 it leaves X the last cell, which completes nothing.
    assert shares(game.rules, game.state) == pytest.approx({"O": 0.5, "draw": 0.5}, abs=0.018)


def test_a_finished_game_is_what_it_is_and_ultimate_is_played_to_its_end():
    over = Game(moves=(0, 3, 1, 4, 2))
    assert family_analysis(over.rules).playout(over.rules, over.state, Random(0)) == "X"
    rules = Ultimate()
    random = Random(3)
    playout = family_analysis(rules).playout
    results = Counter(playout(rules, rules.initial_state, random) for _ in range(200))
    assert set(results) == {"X", "O", "draw"}
