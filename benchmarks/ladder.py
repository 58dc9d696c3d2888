"""Ratings of the named players on each kind of board, and their longest moves.

    python benchmarks/ladder.py [games] [seconds] [rules ...]

Each two players meet in a tournament of the package, with both marks; "expert" has
`seconds` for a move. The strengths are those of its ratings. Then every
player of the ladder is asked for a move in positions of these games, and the longest is
printed in processor time, so that other work on the machine does not count.
"""

import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.support.drop import Drop
from tictactoe_widget import Game, play_tournament, player, player_choices
from tictactoe_widget.players.ladder import LEVELS
from tictactoe_widget.players.results import Tournament
from tictactoe_widget.rules.named import find_rules

BOARDS = ("standard", "misere", "5x5", "6x7k4", "gomoku", "ultimate", Drop(6, 7, 4).name)
"""Names of rules, at least one of each kind of board."""
WEAKEST = "casual"
"""Weakest player that takes part."""
POSITIONS = 40
"""Number of positions in which the time of a move is measured."""
SEED = 1
"""Seed of the tournaments."""


def compete(rules: str, games: int, seconds: float) -> Tournament:
    """Play a tournament of the players that can play by some rules; print the ratings."""
    choices = player_choices(find_rules(rules))
    names = choices[choices.index(WEAKEST) :]
    players = {name: player(name, seconds=seconds) for name in names}
    result = play_tournament(players, rules, games, seed=SEED)
    ratings = result.ratings()
    print(f"\n{rules}, {games} games of each two players, expert at {seconds:g} s\n{ratings}")
    steps = [
        f"{stronger} {ratings[stronger].strength - ratings[weaker].strength:+.0f}"
        for weaker, stronger in pairwise(names)
    ]
    print(f"Steps: {', '.join(steps)}", flush=True)
    return result


def print_longest(result: Tournament) -> None:
    """Print the longest move of each player of the ladder, in milliseconds."""
    random = Random(SEED)
    longest = dict.fromkeys(LEVELS, 0.0)
    for _ in range(POSITIONS):
        played = random.choice(result.games).game
        moves = played.moves[: random.randrange(played.move_count)]
        game = Game(played.rules, moves=moves)
        for name in LEVELS:
            begun = process_time()
            player(name, seed=SEED)(game)
            longest[name] = max(longest[name], process_time() - begun)
    times = ", ".join(f"{name} {1000 * spent:.0f}" for name, spent in longest.items())
    print(f"Longest of {POSITIONS} moves in ms: {times}", flush=True)


def main() -> None:
    """Run the tournaments that the command line asks for."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    for rules in sys.argv[3:] or BOARDS:
        print_longest(compete(rules, games, seconds))


if __name__ == "__main__":
    main()
