"""Check which wins by continuous fours the player "expert" finds and prevents.

    python benchmarks/fours.py [positions]

The script creates random positions on a 15x15 board. The script keeps positions in which the
plain solver from the tests finds a win by at most six fours, but no win within three plies. In
the first part, the player to move has this win. In the second part, the opponent would have it.
"expert" has one second of processor time per position. The script prints the positions in which
"expert" found no win, or left the opponent a win that another move would have prevented.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from matches import SECONDS, think

from tests.support.models.threats import POSITIONS, PlainThreats
from tictactoe_widget import MNK, Game
from tictactoe_widget.analysis.analyze import analyze_in_slices

RULES = MNK(15, 15, 5)
PLAIN = PlainThreats(RULES)
"""Plain solver from the tests."""
MARKS = 30
"""Number of marks in each position."""
SPREAD = 5
"""Maximum distance of a mark from the centre, in rows and in columns."""
MOST = 6
"""Maximum number of fours in a win."""


def random_positions() -> Iterator[Game]:
    """Yield random positions in which nobody can win within three plies."""
    centre = RULES.rows // 2
    for seed in count():
        random = Random(seed)
        game = Game(RULES)
        while game.move_count < MARKS and not game.is_over:
            row, column = (centre + random.randint(-SPREAD, SPREAD) for _ in range(2))
            cell = row * RULES.columns + column
            game = game.play(cell) if cell in game.legal_moves else game
        own, other = sides(game)
        is_quick = any(
            PLAIN.completing(one, two) or PLAIN.doubles(one, two)
            for one, two in ((own, other), (other, own))
        )
        if not game.is_over and not is_quick:
            yield game


def sides(game: Game) -> tuple[frozenset[int], frozenset[int]]:
    """Return the cells marked by the player to move, and the cells marked by the opponent."""
    mover = game.move_count % 2
    return frozenset(game.moves[mover::2]), frozenset(game.moves[1 - mover :: 2])


def won_positions() -> Iterator[tuple[Game, int]]:
    """Yield positions that are won by fours, each with the smallest number of fours needed."""
    for game in random_positions():
        own, other = sides(game)
        if len(PLAIN.fours(own, other)) > 2:
            fours = PLAIN.fours_to_win(own, other, MOST)
            if fours is not None:
                yield game, fours


def threatened_positions() -> Iterator[Game]:
    """Yield positions in which only the opponent could win by fours, if it were its turn."""
    for game in random_positions():
        own, other = sides(game)
        if (
            len(PLAIN.fours(other, own)) > 2
            and PLAIN.fours_to_win(other, own, MOST)
            and not PLAIN.fours_to_win(own, other, MOST)
        ):
            yield game


def is_left(game: Game, cell: int) -> bool | None:
    """Return True if the opponent can win by fours after a move, or None if unknown."""
    own, other = sides(game)
    if PLAIN.fours_to_win(other, own | {cell}, MOST) is not None:
        return True
    return None if PLAIN.positions > POSITIONS else False


def is_found(game: Game) -> bool:
    """Return True if "expert" finds a win within its time."""
    end = process_time() + SECONDS
    for found in analyze_in_slices(game):
        if found.value == "win" or process_time() >= end:
            break
    return found.value == "win"


def print_found(positions: int) -> None:
    """Print how many wins "expert" found, for each number of fours."""
    known: Counter[int] = Counter()
    found: Counter[int] = Counter()
    for game, fours in islice(won_positions(), positions):
        known[fours] += 1
        if is_found(game):
            found[fours] += 1
        else:
            print(f"not found, {fours} fours: {game!r}", flush=True)
    for fours in sorted(known):
        print(f"{fours} fours: {found[fours]} of {known[fours]} found")


def print_left(positions: int) -> None:
    """Print how many wins by fours "expert" left to the opponent."""
    left = lost = 0
    for game in islice(threatened_positions(), positions):
        if not is_left(game, think(game, SECONDS)):
            continue
        lost += 1
        others = [cell for cell in game.legal_moves if is_left(game, cell) is False]
        if others:
            left += 1
            print(f"left, where {others} avoid it: {game!r}", flush=True)
    print(
        f"wins by fours that the opponent had: {left} of {positions} left, "
        f"and {lost - left} that no move avoids"
    )


def main() -> None:
    """Print how many wins "expert" found, and how many it left to the opponent."""
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print_found(positions)
    print_left(positions)


if __name__ == "__main__":
    main()
