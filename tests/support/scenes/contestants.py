"""Tournament players that functions define, as in a notebook."""

import os
import random
import sys
import time
from collections.abc import Callable, Iterator

from tictactoe_widget import Game

Bot = Callable[[Game], object]


class Counting:
    """A player whose answer depends on its number of calls."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, game: Game) -> int:
        """Return the next cell in each call."""
        self.asked += 1
        return game.legal_moves[self.asked % len(game.legal_moves)]


def sound_players() -> dict[str, Bot | str]:
    """Return players that finish every game: functions, an object, a generator and a name."""

    def first(game: Game) -> int:
        return game.legal_moves[0]

    def random_moves(game: Game) -> int:
        return random.choice(game.legal_moves)

    def improving(game: Game) -> Iterator[int]:
        yield from game.legal_moves

    return {
        "first": first,
        "random_moves": random_moves,
        "lambda": lambda game: game.legal_moves[-1],
        "counting": Counting(),
        "improving": improving,
        "casual": "casual",
    }


def faulty_players() -> dict[str, Bot]:
    """Return players that each make one fault without ending their process."""

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
    """Compute forever."""
    while True:
        pass


def stubborn(_game: Game) -> int:
    """Compute forever, and ignore exceptions."""
    while True:
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001, S110 - the player's fault
            pass


def sleeping(_game: Game) -> int:
    """Wait forever."""
    time.sleep(1e6)
    return 0


def never_settled(game: Game) -> Iterator[int]:
    """Yield the first legal cell forever."""
    while True:
        yield game.legal_moves[0]


def killer(game: Game) -> int:
    """Play the last free cell, and end the process at the second move."""
    if game.move_count >= 2:
        os._exit(3)
    return game.legal_moves[-1]


def stuck_in_c(_game: Game) -> int:
    """Run a loop in C, which no Python exception can interrupt."""
    return sum(range(10**14))


def chatty(game: Game) -> int:
    """Print a line to both streams."""
    sys.stdout.write("chatty on stdout")
    sys.stderr.write("chatty on stderr")
    return game.legal_moves[0]
