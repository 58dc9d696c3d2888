"""What the numbers of an analysis mean: of positions said to be 70 %, how many are won.

    python benchmarks/calibration.py [games] [rules] [seconds]

"expert" plays against itself from random openings, with so many seconds of processor
time for a move (0.1), by rules such as ``ultimate``. Each position that was not proved
counts with the number that the analysis gave it before the move; a draw is half a win.
Positions of one game go together, so the intervals are a little too narrow. The last line
has the factor by which the logarithms of the odds would have to be multiplied to fit best:
with 1 the numbers mean what they say.
"""

import sys
from collections import defaultdict
from math import atanh, exp, log
from random import Random
from time import process_time

from matches import score_with_interval

from tictactoe_widget import Game
from tictactoe_widget.analysis.analyze import analyze_in_slices
from tictactoe_widget.analysis.values import Analysis

RANDOM_PLIES = 4
"""Number of random moves that begin a game."""
BINS = 10
"""Number of parts into which the numbers from 0 to 100 % are sorted."""


def think(game: Game, seconds: float) -> Analysis:
    """Return the analysis that "expert" plays by."""
    end = process_time() + seconds
    analyses = analyze_in_slices(game)
    found = next(analyses)
    while process_time() < end:
        found = next(analyses, None) or found
        if found.exact:
            break
    return found


def play(rules: str, seed: int, seconds: float) -> list[tuple[float, float]]:
    """Play a game and return what was said of each position, and what came of it."""
    random = Random(seed)
    game = Game(rules)
    while game.move_count < RANDOM_PLIES:
        game = game.play(random.choice(game.legal_moves))
    said: list[tuple[str, float]] = []
    while not game.is_over:
        found = think(game, seconds)
        if found.value is None and found.moves[found.best_moves[0]].value is None:
            said.append((game.current_player, found.score))
        game = game.play(found.best_moves[0])
    return [
        (score, 0.5 if game.winner is None else float(game.winner == mover))
        for mover, score in said
    ]


def find_factor(positions: list[tuple[float, float]]) -> float:
    """Return the factor of the logarithms of the odds that makes the results most likely."""
    odds = [(2 * atanh(score), result) for score, result in positions]

    def cost(factor: float) -> float:
        return -sum(
            result * factor * odd - max(0.0, factor * odd) - log(1 + exp(-abs(factor * odd)))
            for odd, result in odds
        )

    return min((step / 50 for step in range(5, 200)), key=cost)


def main() -> None:
    """Play the games and print the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    rules = sys.argv[2] if len(sys.argv) > 2 else "ultimate"
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 0.1
    positions = [pair for seed in range(games) for pair in play(rules, seed, seconds)]
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for score, result in positions:
        bins[min(BINS - 1, int((score + 1) / 2 * BINS))].append(((score + 1) / 2, result))
    for number, pairs in sorted(bins.items()):
        mean = sum(said for said, _ in pairs) / len(pairs)
        points = sum(result for _, result in pairs)
        low, high = (part * 100 // BINS for part in (number, number + 1))
        print(f"{low} to {high} %: {mean:.3f} said, {score_with_interval(points, len(pairs))}")
    print(f"factor {find_factor(positions):.2f} over {games} games")


if __name__ == "__main__":
    main()
