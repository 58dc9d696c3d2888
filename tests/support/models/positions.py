"""Every position of the standard game."""

from functools import cache

from tictactoe_widget import Game


@cache
def every_position() -> tuple[Game, ...]:
    """The 5,478 positions, fewest marks first, each as one game that leads to it."""
    found = {Game().key: Game()}
    for game in (queue := [Game()]):
        for cell in game.legal_moves:
            following = game.play(cell)
            if following.key not in found:
                found[following.key] = following
                queue.append(following)
    return tuple(found.values())
