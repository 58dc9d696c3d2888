"""Players of tournaments in the tests, made as in a notebook: no module has them."""

import os
import random
import sys
import time
from collections.abc import Callable, Iterator

from tictactoe_widget import Game

Bot = Callable[[Game], object]


class Counting:
    """A player that answers by the number of times it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, game: Game) -> int:
        """Answer one cell further each time."""
        self.asked += 1
        return game.legal_moves[self.asked % len(game.legal_moves)]


def sound_players() -> dict[str, Bot | str]:
    """Return players that finish every game: functions, an object, a generator, a name."""

    def first(game: Game) -> int:
        return game.legal_moves[0]

    def drawing_lots(game: Game) -> int:
        return random.choice(game.legal_moves)

    def improving(game: Game) -> Iterator[int]:
        yield from game.legal_moves

    return {
        "first": first,
        "lots": drawing_lots,
        "lambda": lambda game: game.legal_moves[-1],
        "counting": Counting(),
        "improving": improving,
        "casual": "casual",
    }


def faulty_players() -> dict[str, Bot]:
    """Return players of which each makes one fault that no process needs to end for."""

    def raising(_game: Game) -> int:
        raise ZeroDivisionError("division by zero")

    def cheating(game: Game) -> int:
        return game.moves[0] if game.moves else 9

    def leaving(_game: Game) -> int:
        sys.exit(3)

    def interrupting(_game: Game) -> int:
        raise KeyboardInterrupt

    return {bot.__name__: bot for bot in (raising, cheating, leaving, interrupting)}


def endless(_game: Game) -> int:
    """Compute for ever."""
    while True:
        pass


def stubborn(_game: Game) -> int:
    """Compute for ever, whatever is raised meanwhile."""
    while True:
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001, S110 - that is the fault
            pass


def sleeping(_game: Game) -> int:
    """Wait for ever."""
    time.sleep(1e6)
    return 0


def never_settled(game: Game) -> Iterator[int]:
    """Yield answers for ever, the first legal cell each time."""
    while True:
        yield game.legal_moves[0]


def killer(game: Game) -> int:
    """End the process, at the third move of the game or later."""
    if game.move_count >= 2:
        os._exit(3)
    return game.legal_moves[-1]


def stuck_in_c(_game: Game) -> int:
    """Run a loop in C, which no exception of Python can leave."""
    return sum(range(10**14))


def chatty(game: Game) -> int:
    """Print a line on both streams."""
    sys.stdout.write("chatty on stdout")
    sys.stderr.write("chatty on stderr")
    return game.legal_moves[0]
