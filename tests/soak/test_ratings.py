"""How often confidence intervals for ratings contain the true value, by simulation."""

import pytest

from tests.support.models.ratings import intervals_that_hold

TOURNAMENTS = 200


@pytest.mark.parametrize(
    ("players", "rounds", "spread"),
    [
        (3, 2, 170),
        (3, 20, 170),
        (5, 5, 170),
        (5, 20, 350),
        (8, 1, 170),
        (8, 4, 260),
        (12, 1, 350),
        (12, 10, 350),
        (20, 2, 260),
    ],
)
def test_intervals_contain_true_ratings(players, rounds, spread):
    simulated = [
        intervals_that_hold(seed, players=players, rounds=rounds, spread=spread)
        for seed in range(TOURNAMENTS)
    ]
    held = [one for strengths, _ in simulated for one in strengths]
    # With few games, the prior makes intervals wider than necessary.
    assert 0.93 <= sum(held) / len(held) <= 0.99
    assert 0.91 <= sum(advantage for _, advantage in simulated) / TOURNAMENTS <= 1
