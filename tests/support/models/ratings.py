"""Games with given results, for rating estimates."""

import random
from itertools import combinations, cycle, permutations
from math import exp

from tictactoe_widget import STANDARD, Game
from tictactoe_widget.matches.match import Played
from tictactoe_widget.matches.ratings import POINTS, rate_players
from tictactoe_widget.rules.state import Result

_OPENINGS = [Game(STANDARD, moves) for moves in permutations(range(9), 2)]


def games_of(x: str, o: str, *, won: int = 0, drawn: int = 0, lost: int = 0) -> list[Played]:
    """Return games with these results for X. No two games in a row are equal."""
    counts: dict[Result, int] = {"X": won, "draw": drawn, "O": lost}
    openings = cycle(_OPENINGS)
    return [
        Played(x, o, next(openings), result)
        for result, count in counts.items()
        for _ in range(count)
    ]


def intervals_that_hold(
    seed: int, *, players: int, rounds: int, spread: float
) -> tuple[list[bool], bool]:
    """Simulate a tournament and return whether the intervals contain the true values.

    These are the intervals for each player's strength and for X's advantage.

    Parameters
    ----------
    seed : int
        Seed for the strengths and games.
    players : int
        Number of players.
    rounds : int
        Number of games for each pair with each player as X.
    spread : float
        Standard deviation of the strengths, in points.
    """
    chance = random.Random(seed)
    advantage, tie = 90.0, 0.6
    truth = {f"player {number}": chance.gauss(0, spread) for number in range(players)}
    mean = sum(truth.values()) / players
    games = []
    for pair in combinations(truth, 2):
        for x, o in (pair, pair[::-1]):
            edge = exp((truth[x] - truth[o] + advantage) / (2 * POINTS))
            results = chance.choices(["X", "O", "draw"], [edge, 1 / edge, tie], k=rounds)
            won, lost, drawn = map(results.count, ("X", "O", "draw"))
            games += games_of(x, o, won=won, drawn=drawn, lost=lost)
    rated = rate_players(truth, games)
    held = [rated[name].low <= truth[name] - mean <= rated[name].high for name in truth]
    return held, rated.advantage.low <= advantage <= rated.advantage.high
