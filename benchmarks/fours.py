"""Wins by continuous fours that an independent solver knows, found within a second.

    python benchmarks/fours.py [positions]

Random positions on 15x15 are kept where the plain solver of the tests finds a win by
at most six fours and there is none in three plies. "expert" has a second of processor
time for each. The positions where it did not claim a win are printed.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.support.threats import PlainThreats
from tictactoe_widget import MNK, Game
from tictactoe_widget.analysis.analyze import analyze_in_slices

RULES = MNK(15, 15, 5)
MARKS = 30
"""Number of marks in a position."""
SPREAD = 5
"""Largest distance of a mark from the centre, in rows and in columns."""
MOST = 6
"""Largest number of fours in a win."""
SECONDS = 1.0
"""Time to find a win, in seconds of the processor."""


def won_positions() -> Iterator[tuple[Game, int]]:
    """Yield random positions that are won by fours, each with their smallest number."""
    plain, centre = PlainThreats(RULES), RULES.rows // 2
    for seed in count():
        random = Random(seed)
        game = Game(RULES)
        while game.move_count < MARKS and not game.is_over:
            row, column = (centre + random.randint(-SPREAD, SPREAD) for _ in range(2))
            cell = row * RULES.columns + column
            game = game.play(cell) if cell in game.legal_moves else game
        own, other = frozenset(game.moves[::2]), frozenset(game.moves[1::2])
        is_quick = any(
            plain.completing(one, two) or plain.doubles(one, two)
            for one, two in ((own, other), (other, own))
        )
        fours = None
        if not game.is_over and not is_quick and len(plain.fours(own, other)) > 2:
            fours = plain.fours_to_win(own, other, MOST)
        if fours is not None:
            yield game, fours


def is_found(game: Game) -> bool:
    """Return whether "expert" claims a win within its time."""
    end = process_time() + SECONDS
    for found in analyze_in_slices(game):
        if found.value == "win" or process_time() >= end:
            break
    return found.value == "win"


def main() -> None:
    """Print how many wins were found, by the number of fours."""
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 200
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


if __name__ == "__main__":
    main()
