"""Every position of a game."""

from functools import cache

from tictactoe_widget import STANDARD, Game, Rules


@cache
def every_position(rules: Rules = STANDARD) -> tuple[Game, ...]:
    """The positions that play reaches, fewest marks first, each as one game there."""
    found = {Game(rules).key: Game(rules)}
    for game in (queue := [Game(rules)]):
        for cell in game.legal_moves:
            following = game.play(cell)
            if following.key not in found:
                found[following.key] = following
                queue.append(following)
    return tuple(found.values())
