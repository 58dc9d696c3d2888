"""Compare the speed of tournaments with the speed of a plain loop over the same games.

    python benchmarks/tournament.py

The ratio is measured in this run (see measure.py). The time for the whole class depends on the
computer.
"""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import inf
from time import perf_counter

from measure import compare, report

from tictactoe_widget import Game, play_tournament, player
from tictactoe_widget.matches.match import Plan, fixtures
from tictactoe_widget.rules.mnk import STANDARD

KINDS = ("random", "beginner", "casual", "expert", "perfect")
"""Built-in players that the students in the class use. These players move at once on this
board."""
GAMES = 2
"""Number of games for each pair of players."""
SEED = 1
"""Seed for all tournaments."""


def class_of(count: int) -> dict[str, str]:
    """Return a school class in which each kind of built-in player is used equally often."""
    return {f"student {number}": KINDS[number % len(KINDS)] for number in range(count)}


def bare_loop(count: int) -> int:
    """Play a class's games in a plain loop, with the same seeds. Count the moves."""
    players = class_of(count)
    names = dict(enumerate(players))
    plan = Plan(names, {}, STANDARD, seconds=inf, seed=SEED)
    kinds = [player(kind) for kind in players.values()]
    moves = 0
    for fixture in fixtures(count, GAMES):
        x = plan.player_for(fixture, "X", kinds[fixture.x])
        o = plan.player_for(fixture, "O", kinds[fixture.o])
        game = Game()
        while not game.is_over:
            game = game.play((x, o)[game.move_count % 2](game))  # type: ignore[arg-type]
        moves += game.move_count
    return moves


def tournament(count: int) -> int:
    """Play a class's tournament, and count the moves."""
    result = play_tournament(class_of(count), games=GAMES, seed=SEED)
    return sum(game.game.move_count for game in result.games)


def whole_class() -> None:
    """Print the time for 39,800 games between 200 players, in one process and in two."""
    for name, executor in (
        ("this process", None),
        ("2 processes", partial(ProcessPoolExecutor, 2)),
    ):
        start = perf_counter()
        result = play_tournament(class_of(200), games=GAMES, seed=SEED, executor=executor)
        print(f"  {len(result.games):,} games, {name}: {perf_counter() - start:.1f} s")


def main() -> None:
    """Run the comparison, and print the results."""
    contenders: dict[str, Callable[[], object]] = {
        "bare loop": partial(bare_loop, 40),
        "play_tournament": partial(tournament, 40),
    }
    report("1,560 games of 40 named players, 3x3", compare(contenders))
    print("The class of 200 named players")
    whole_class()


if __name__ == "__main__":
    main()
