"""Winning probabilities for scores in m,n,k games."""

from itertools import pairwise
from math import e, log

import pytest

from tictactoe_widget import MNK
from tictactoe_widget.analysis.mnk.patterns import estimate_after_search, estimate_at_sight

GOMOKU = MNK(15, 15, 5)


def chance(rules, score):
    return (1 + estimate_after_search(rules)(score)) / 2


def test_scores_are_log_odds():
    for score in (-400, -1, 0, 90, 500, 1500):
        seen = (1 + estimate_at_sight(score)) / 2
        assert log(seen / (1 - seen)) == pytest.approx(score / 500)
    assert (1 + estimate_at_sight(500)) / 2 == pytest.approx(e / (1 + e))


def test_probability_limits():
    for score, seen, searched in ((1 << 20, 0.99, 0.9), (-(1 << 20), -0.99, 0.1), (0, 0, 0.5)):
        assert estimate_at_sight(score) == seen
        assert chance(GOMOKU, score) == pytest.approx(searched)


def test_probability_grows_with_score():
    chances = [chance(GOMOKU, score) for score in range(-3000, 3001, 10)]
    assert all(less < more for less, more in pairwise(chances))


def test_probability_grows_with_board_size():
    boards = [MNK(9, 9, 5), MNK(10, 10, 5), MNK(11, 11, 5), MNK(13, 13, 5), GOMOKU]
    told = [chance(rules, 200) for rules in boards]
    assert all(less + 0.005 < more for less, more in pairwise(told))
    assert told[-1] == chance(MNK(19, 19, 5), 200)


@pytest.mark.parametrize(
    ("rules", "score", "points"),
    [
        # Mean points in self-play games, from 300 to 1,400 positions with about this score.
        (GOMOKU, 106, 0.642),
        (GOMOKU, 215, 0.783),
        (GOMOKU, 423, 0.852),
        (MNK(11, 11, 5), 103, 0.538),
        (MNK(11, 11, 5), 216, 0.596),
        (MNK(11, 11, 5), 425, 0.646),
        (MNK(9, 9, 5), 101, 0.509),
        (MNK(9, 9, 5), 213, 0.549),
    ],
)
def test_probability_matches_self_play(rules, score, points):
    assert chance(rules, score) == pytest.approx(points, abs=0.04)
