"""Steps between the named players on each kind of board, and their longest moves.

    python benchmarks/ladder.py [seed] [seconds] [rules ...]

Each player meets the next stronger player in a tournament, with both marks. "expert" has
`seconds` of processor time per move. A step is the score of the stronger player, with Wilson's
interval, where a draw counts as half a win. The script converts the score to points as in
chess, so that boards with many draws use the same scale. The package's ratings differ: there,
200 points are three wins for each loss, however many games are drawn. Afterwards, each player
moves in positions from these games. The script prints the longest time, as processor time, so
that other work on the machine doesn't count.
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
    """How often neighbours on the ladder meet on a board. Immutable."""

    games: int
    """Number of games of two players other than "expert"."""
    expert_games: int
    """Number of games of "expert" and "strong"."""


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
"""Schedules by the name of the rules, at least one of each kind of board."""
WEAKEST = "beginner"
"""Weakest player that takes part."""
POSITIONS = 40
"""Number of positions in which the time of a move is measured."""


def clocked_expert(seconds: float) -> Callable[[Game], Iterator[int]]:
    """Return "expert" with a limit of processor time."""

    def expert(game: Game) -> Iterator[int]:
        end = process_time() + seconds
        for cell in player("expert", seed=getrandbits(32), seconds=inf).think(game):
            yield cell
            if process_time() >= end:
                return

    return expert


def compete(name: str, schedule: Schedule, seed: int, seconds: float) -> list[Played]:
    """Play the tournaments of neighbours that can play by some rules; print the steps."""
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
    """Print by how much a player is ahead of another."""
    won = sum(game.winner == stronger for game in games)
    drawn = sum(game.winner is None for game in games)
    score = won + drawn / 2
    print(
        f"{stronger} over {weaker}: {score_with_interval(score, len(games))}, "
        f"{won} won, {drawn} drawn: {points(score, len(games)):+.0f} points",
        flush=True,
    )


def points(score: float, games: int) -> float:
    """Return the points of a score; to who lost all, or won all, half a win is given, or taken.

    >>> round(points(75, 100))
    191
    """
    score = min(max(score, 0.5), games - 0.5)
    return 400 * log10(score / (games - score))


def print_longest(played: list[Played], seed: int) -> None:
    """Print the longest move of each player of the ladder, in milliseconds."""
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
    """Run the tournaments that the command line asks for."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    for name in sys.argv[3:] or BOARDS:
        print_longest(compete(name, BOARDS[name], seed, seconds), seed)


if __name__ == "__main__":
    main()
