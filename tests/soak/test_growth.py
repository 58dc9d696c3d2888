"""Memory growth in a process that plays all rules repeatedly."""

import sys

from tests.support.scenes.scripts import run

# How often the process plays all rules.
ROUNDS = 4
# Allowed memory growth. It was 48 MB when measured, and 77 MB with four times the search time,
# as on a faster computer. The caches' limits add up to 94 MB.
MOST_MEGABYTES = 90
# Allowed growth after two rounds. It was 0 MB when measured, and 12 MB with four times the
# search time.
MOST_LATER_MEGABYTES = 15

PLAYING = """
import resource, sys
from random import Random
from tictactoe_widget import NAMED, Game, player
random = Random(1)
sizes = ["3x4k3", "4x3k4", "2x6k3", "4x5k4", "6x6k4", "7x7k5", "9x9k5", "11x11k6", "19x19k5",
         "19x19k8", "misere-3x4k3", "misere-4x4k4", "misere-5x5k4", "misere-6x6k4",
         "misere-9x9k5"]
per_megabyte = 1e6 if sys.platform == "darwin" else 1e3  # macOS counts bytes
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / per_megabyte
begun = peak()
for turn in range(int(sys.argv[1])):
    for rules in random.sample([*NAMED, *sizes], len(NAMED) + len(sizes)):
        game = Game(rules)
        # Two seconds of thought a game at most, whatever the length of it.
        minds = [player("expert", seconds=0.1, seed=turn), player("casual", seed=turn)]
        thoughts = 0
        while not game.is_over:
            mover = minds[(game.move_count + turn) % 2]
            thoughts += mover is minds[0]
            game = game.play((mover if thoughts < 20 else minds[1])(game))
    print(peak() - begun)
"""


def test_memory_stops_growing():
    said = run(sys.executable, "-c", PLAYING, str(ROUNDS))
    grown = [float(after_turn) for after_turn in said.split()]
    assert len(grown) == ROUNDS
    assert grown[-1] < MOST_MEGABYTES, grown
    assert grown[-1] - grown[1] < MOST_LATER_MEGABYTES, grown
