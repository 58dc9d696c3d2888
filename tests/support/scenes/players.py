"""Players for tests."""

import asyncio
from collections.abc import Callable, Iterator

from tictactoe_widget import Game


class Thinker:
    """A player that thinks until a test lets it answer."""

    __name__ = "thinker"

    def __init__(self, cell: int) -> None:
        self.cell = cell
        self.asked: list[Game] = []
        self.may_answer = False

    def __call__(self, game: Game) -> Iterator[int | None]:
        self.asked.append(game)
        while not self.may_answer:
            yield None
        yield self.cell


class Endless:
    """A player that never answers and records when it starts and stops."""

    def __init__(self) -> None:
        self.started: list[Game] = []
        self.ended: list[Game] = []

    def __call__(self, game: Game) -> Iterator[None]:
        self.started.append(game)
        try:
            while True:
                yield None
        finally:
            self.ended.append(game)


def first_free(game: Game) -> int:
    """Play the first legal move."""
    return game.legal_moves[0]


async def until(is_so: Callable[[], object]) -> None:
    """Run the event loop until a condition holds. Fail after a minute."""
    async with asyncio.timeout(60):
        while not is_so():  # noqa: ASYNC110 - the session has no event to wait for
            await asyncio.sleep(0)
