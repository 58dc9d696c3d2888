"""Check how well calibrated the win probabilities of the player "expert" are.

``python benchmarks/calibration.py gomoku 40 0.3`` lets "expert" play 40 games against itself
from random openings, with 0.3 seconds of processor time per move. The script collects the
estimates for all positions without a proved value. The script divides the probabilities into
ten ranges. For each range, it prints the number of estimates, their mean, and the mean score of
the player to move. The script also prints the best factor for the log odds, which is 1 if the
probabilities are well calibrated.
"""

import sys
from math import exp, log
from random import Random
from time import process_time

from matches import near_the_centre

from tictactoe_widget import MNK, Game, find_rules
from tictactoe_widget.analysis.analyze import choose_in_slices
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Mark

GAMES, SECONDS = 40, 0.3
"""Default number of games, and default processor time per move in seconds."""

Told = tuple[float, float]
"""Estimated win probability, and the player's result: 1, 0.5 or 0."""


def opening(rules: Rules, random: Random) -> Game:
    """Play a few random moves. If the rules are an m,n,k-game, play them near the centre."""
    if isinstance(rules, MNK):
        return near_the_centre(rules)(random)
    game = Game(rules)
    while game.move_count < 4:
        game = game.play(random.choice(game.legal_moves))
    return game


def play(game: Game, seconds: float) -> list[Told]:
    """Play a game to its end. Return estimate and result for each unproved position."""
    told: list[tuple[Mark, float]] = []
    while not game.is_over:
        end = process_time() + seconds
        for analysis in choose_in_slices(game):
            found = analysis
            if process_time() >= end:
                break
        if found.value is None:
            told.append((found.player, (found.score + 1) / 2))
        game = game.play(found.best_moves[0])
    return [
        (chance, 0.5 if game.winner is None else float(game.winner == player))
        for player, chance in told
    ]


def factor(told: list[Told]) -> float:
    """Return the factor for the log odds that makes the results most likely."""

    def loss(by: float) -> float:
        total = 0.0
        for chance, points in told:
            odds = by * log(max(chance, 1e-6) / max(1 - chance, 1e-6))
            said = min(max(1 / (1 + exp(-odds)), 1e-6), 1 - 1e-6)
            total -= points * log(said) + (1 - points) * log(1 - said)
        return total

    return min((step / 50 for step in range(1, 300)), key=loss)


def main(name: str, games: int, seconds: float) -> None:
    """Play the games, and print the calibration table."""
    rules = find_rules(name)
    told: list[Told] = []
    for seed in range(games):
        told += play(opening(rules, Random(seed)), seconds)
    print(f"{rules.title}, {games} games, {seconds} s a move, {len(told)} positions")
    for tenth in range(10):
        within = [pair for pair in told if min(int(pair[0] * 10), 9) == tenth]
        if within:
            said, got = (sum(pair[at] for pair in within) / len(within) for at in (0, 1))
            print(f"{tenth * 10:3} % {len(within):6} told {said:.2f} got {got:.2f}")
    print(f"factor for the log odds {factor(told):.2f}")


if __name__ == "__main__":
    main(
        sys.argv[1],
        int(sys.argv[2]) if len(sys.argv) > 2 else GAMES,
        float(sys.argv[3]) if len(sys.argv) > 3 else SECONDS,
    )
