"""Players that do what a test needs of them."""

import asyncio


class Thinker:
    """A player that thinks until a test lets it answer."""

    __name__ = "thinker"

    def __init__(self, cell):
        self.cell = cell
        self.asked = []
        self.may_answer = False

    def __call__(self, game):
        self.asked.append(game)
        while not self.may_answer:
            yield None
        yield self.cell


def first_free(game):
    return game.legal_moves[0]


async def until(is_so):
    while not is_so():  # noqa: ASYNC110 - the session has no event to wait for
        await asyncio.sleep(0)
