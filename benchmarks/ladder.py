"""Ratings of the named players on each kind of board, and their longest moves.

    python benchmarks/ladder.py [seed] [seconds] [rules ...]

The players meet in tournaments of the package, with both marks: every two of them where
that is quick, else those that are few steps apart, as games between players far
apart say little. "expert" has `seconds` of processor time for a move. The strengths are
those of the package's ratings of all these games. Then every player of the ladder is
asked for a move in positions of these games, and the longest is printed in processor
time, so that other work on the machine does not count.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import inf
from pathlib import Path
from random import Random, getrandbits
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.support.models.drop_rules import Drop
from tictactoe_widget import Game, play_tournament, player, player_choices
from tictactoe_widget.matches.match import Played
from tictactoe_widget.matches.ratings import rate_players
from tictactoe_widget.players.ladder import LEVELS
from tictactoe_widget.rules.names import find_rules


@dataclass(frozen=True, slots=True)
class Schedule:
    """Who meets whom on a board, and how often. Immutable."""

    games: int
    """Number of games of two players other than "expert"."""
    steps: int
    """Greatest number of steps between two of them that meet."""
    expert_games: int
    """Number of games of "expert" and another player."""
    expert_steps: int
    """Greatest number of steps between "expert" and another player that meet."""


BOARDS = {
    "standard": Schedule(100, 7, 100, 7),
    "misere": Schedule(60, 7, 60, 7),
    "5x5": Schedule(40, 7, 12, 2),
    "6x7k4": Schedule(60, 2, 10, 1),
    "7x7k4": Schedule(40, 2, 8, 1),
    "gomoku": Schedule(24, 2, 10, 1),
    "ultimate": Schedule(24, 2, 6, 1),
    Drop(6, 7, 4).name: Schedule(24, 2, 6, 1),
}
"""Schedules by the name of the rules, at least one of each kind of board: about half an
hour in all."""
WEAKEST = "casual"
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
    """Play the tournaments of the players that can play by some rules; print the ratings."""
    rules = find_rules(name)
    choices = player_choices(rules)
    names = choices[choices.index(WEAKEST) : choices.index("expert") + 1]
    played: list[Played] = []
    for weaker, stronger in combinations(names, 2):
        is_expert = stronger == "expert"
        most = schedule.expert_steps if is_expert else schedule.steps
        if names.index(stronger) - names.index(weaker) > most:
            continue
        rival = clocked_expert(seconds) if is_expert else player(stronger)
        games = schedule.expert_games if is_expert else schedule.games
        two = {weaker: player(weaker), stronger: rival}
        played += play_tournament(two, rules, games, seed=seed + len(played)).games
    ratings = rate_players(names, played)
    print(f"\n{name}, {len(played)} games, expert at {seconds:g} s\n{ratings}")
    steps_up = [
        f"{stronger} {ratings[stronger].strength - ratings[weaker].strength:+.0f}"
        for weaker, stronger in pairwise(names)
    ]
    print(f"Steps: {', '.join(steps_up)}", flush=True)
    return played


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
