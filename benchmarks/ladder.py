"""Measure strength gaps between built-in players, and their longest moves.

    python benchmarks/ladder.py [seed] [seconds] [rules ...]

Each player meets the next stronger player in a tournament, playing both marks. "expert" has
`seconds` of processor time per move. For each pair, the script prints the stronger player's
score with its Wilson interval. A draw counts as half a win. The script converts scores to Elo
points, so that boards with many draws use the same scale. The package's ratings are different:
there, 200 points mean three wins for each loss, no matter how many games are drawn. Afterwards,
each player moves in positions from these games. The script prints each player's longest move.
The script measures processor time, so that other work on the computer doesn't count.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log10
from pathlib import Path
from random import Random, getrandbits
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from matches import score_with_interval

from tests.support.models.drop_rules import Drop
from tictactoe_widget import Game, play_tournament, player, player_choices
from tictactoe_widget.matches.match import Played
from tictactoe_widget.players.ladder import LEVELS
from tictactoe_widget.rules.names import find_rules


@dataclass(frozen=True, slots=True)
class Schedule:
    """Immutable record of how many games the pairs of players play on one board."""

    games: int
    """Number of games between two players other than "expert"."""
    expert_games: int
    """Number of games between "expert" and "strong"."""


BOARDS = {
    "standard": Schedule(1000, 300),
    "misere": Schedule(200, 100),
    "5x5": Schedule(100, 20),
    "6x7k4": Schedule(100, 20),
    "7x7k4": Schedule(60, 10),
    "gomoku": Schedule(100, 20),
    "ultimate": Schedule(100, 20),
    "connect4": Schedule(60, 10),
    Drop(6, 7, 4).name: Schedule(60, 10),
}
"""Schedules, with the rules' names as keys. Each kind of board is included at least once."""
WEAKEST = "beginner"
"""Weakest player that takes part."""
POSITIONS = 40
"""Number of positions in which move times are measured."""


def clocked_expert(seconds: float) -> Callable[[Game], Iterator[int]]:
    """Return the player "expert" with a processor time limit."""

    def expert(game: Game) -> Iterator[int]:
        end = process_time() + seconds
        for cell in player("expert", seed=getrandbits(32), seconds=inf).think(game):
            yield cell
            if process_time() >= end:
                return

    return expert


def compete(name: str, schedule: Schedule, seed: int, seconds: float) -> list[Played]:
    """Let each player play the next stronger player by the given rules, and print the gaps."""
    rules = find_rules(name)
    choices = player_choices(rules)
    names = choices[choices.index(WEAKEST) : choices.index("expert") + 1]
    print(f"\n{name}, expert at {seconds:g} s", flush=True)
    played: list[Played] = []
    for weaker, stronger in pairwise(names):
        is_expert = stronger == "expert"
        rival = clocked_expert(seconds) if is_expert else player(stronger)
        games = schedule.expert_games if is_expert else schedule.games
        two = {weaker: player(weaker), stronger: rival}
        step = play_tournament(two, rules, games, seed=seed + len(played)).games
        print_step(weaker, stronger, step)
        played += step
    return played


def print_step(weaker: str, stronger: str, games: Sequence[Played]) -> None:
    """Print how far the stronger player is ahead of the weaker one."""
    won = sum(game.winner == stronger for game in games)
    drawn = sum(game.winner is None for game in games)
    score = won + drawn / 2
    print(
        f"{stronger} over {weaker}: {score_with_interval(score, len(games))}, "
        f"{won} won, {drawn} drawn: {points(score, len(games)):+.0f} points",
        flush=True,
    )


def points(score: float, games: int) -> float:
    """Convert a score to Elo points. Half a win is added to 0% or subtracted from 100%.

    >>> round(points(75, 100))
    191
    """
    score = min(max(score, 0.5), games - 0.5)
    return 400 * log10(score / (games - score))


def print_longest(played: list[Played], seed: int) -> None:
    """Print each player's longest move time, in milliseconds."""
    random = Random(seed)
    longest = dict.fromkeys(LEVELS, 0.0)
    for _ in range(POSITIONS):
        whole = random.choice(played).game
        moves = whole.moves[: random.randrange(whole.move_count)]
        game = Game(whole.rules, moves=moves)
        for name in LEVELS:
            begun = process_time()
            player(name, seed=seed)(game)
            longest[name] = max(longest[name], process_time() - begun)
    times = ", ".join(f"{name} {1000 * spent:.0f}" for name, spent in longest.items())
    print(f"Longest of {POSITIONS} moves in ms: {times}", flush=True)


def main() -> None:
    """Run the tournaments that the command-line arguments describe."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    for name in sys.argv[3:] or BOARDS:
        print_longest(compete(name, BOARDS[name], seed, seconds), seed)


if __name__ == "__main__":
    main()
