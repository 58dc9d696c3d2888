"""Random games from a position: result shares and confidence intervals."""

import json
from math import sqrt

import pytest

from tests.support.models.matchboxes import follow, random_policy
from tests.support.students.invented_games import ClosedCentre
from tictactoe_widget import Game, Playouts, ResultCounts, playouts


@pytest.mark.parametrize(
    ("moves", "board", "mover"),
    [((), ".........", "X"), ((4,), "....X....", "O"), ((0, 4, 8), "X...O...X", "O")],
)
def test_shares_match_exact_probabilities(moves, board, mover):
    counted = playouts(Game(moves=moves), games=20_000, seed=3)
    assert (counted.player, counted.games) == (mover, 20_000)
    exact = follow(random_policy, random_policy, start=board)
    for result, chance in exact.items():
        error = sqrt(chance * (1 - chance) / 20_000)
        assert abs(counted.share(result) - chance) < 4 * error
    sign = 1 if mover == "X" else -1
    assert counted.score == pytest.approx(float(sign * (exact["X"] - exact["O"])), abs=0.03)


@pytest.mark.parametrize(("wins", "games"), [(50, 100), (1, 100), (0, 20), (7, 9), (900, 1000)])
def test_interval_ends(wins, games):
    counted = Playouts("X", ResultCounts(wins, games - wins, 0))
    for end in counted.interval("X"):
        away = abs(wins / games - end)
        assert away == pytest.approx(1.959964 * sqrt(end * (1 - end) / games), abs=1e-9)


def test_seed_repeats_playouts():
    game = Game("ultimate")
    assert playouts(game, 30, seed=5) == playouts(game, 30, seed=5)
    assert playouts(game, 400) != playouts(game, 400)


@pytest.mark.parametrize("rules", ["misere", "gomoku", "notakto", "qubic", ClosedCentre()])
def test_playouts_for_all_families(rules):
    counted = playouts(Game(rules), 20, seed=1)
    assert sum(counted.results) == 20


def test_playouts_of_finished_game():
    counted = playouts(Game(moves=(0, 3, 1, 4, 2)), 10)
    assert counted.results == (10, 0, 0)
    assert (counted.player, counted.score) == ("O", -1)


def test_playouts_as_json_and_text():
    counted = Playouts("O", ResultCounts(1200, 600, 200))
    said = json.loads(json.dumps(counted.to_dict()))
    low, high = said.pop("score_interval")
    results = {"X": 1200, "O": 600, "draw": 200}
    assert said == {"player": "O", "games": 2000, "results": results, "score": -0.3}
    assert low < -0.3 < high
    assert str(counted).splitlines()[1].startswith("X       1,200  60.0%  57.8% to 62.1%")


@pytest.mark.parametrize(
    ("ask", "reason"),
    [
        (lambda: playouts("XO."), "game must be a Game"),
        (lambda: playouts(Game(), 0), "games must be at least 1, not 0"),
        (lambda: playouts(Game(), "9"), "games must be an int"),
        (lambda: playouts(Game(), 10).share("x"), "result must be 'X', 'O' or 'draw', not 'x'"),
    ],
)
def test_invalid_arguments_refused(ask, reason):
    with pytest.raises((TypeError, ValueError), match=reason):
        ask()
