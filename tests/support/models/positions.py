"""All positions in a game, and random positions."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from tictactoe_widget import STANDARD, Game, Rules, Ultimate

ULTIMATE = [
    Ultimate(won_boards, tie)
    for won_boards in ("closed", "open")
    for tie in ("draw", "most-boards")
]
# These two differ in both options. The two others take long and show nothing new.
OUTER_ULTIMATE = [
    ULTIMATE[0],
    *(pytest.param(rules, marks=pytest.mark.long) for rules in ULTIMATE[1:3]),
    ULTIMATE[3],
]


@cache
def every_position(rules: Rules = STANDARD) -> tuple[Game, ...]:
    """Return all reachable positions, fewest marks first, each as one game."""
    found = {Game(rules).key: Game(rules)}
    for game in (queue := [Game(rules)]):
        for cell in game.legal_moves:
            following = game.play(cell)
            if following.key not in found:
                found[following.key] = following
                queue.append(following)
    return tuple(found.values())


def open_cells(game: Game) -> int:
    """Count the cells that can still be played. Closed boards in ultimate have none."""
    closes = getattr(game.rules, "won_boards", "open") == "closed"
    return sum(
        mark is None and not (closes and game.small_boards[cell // 9])
        for cell, mark in enumerate(game.board)
    )


def play_on(game: Game, random: Random, plies: int | None = None) -> Game:
    """Play random moves to the end, or until this number of moves has been made."""
    while not game.is_over and (plies is None or game.move_count < plies):
        game = game.play(random.choice(game.legal_moves))
    return game


def random_games(
    rules: Rules, count: int, seed: int, spread: int | None = None
) -> Iterator[Game]:
    """Play unfinished random games, within `spread` cells of the centre."""
    random = Random(seed)
    height, wide = rules.layout.rows, rules.layout.columns
    for _ in range(count):
        game = Game(rules)
        for _ in range(random.randrange(rules.cell_count)):
            near = [
                cell
                for cell in game.legal_moves
                if spread is None
                or max(abs(cell // wide - height // 2), abs(cell % wide - wide // 2)) <= spread
            ]
            following = game.play(random.choice(near or game.legal_moves))
            if following.is_over:
                break
            game = following
        yield game


def late_game(rules: Rules, random: Random, fewest: int, most: int) -> Game:
    """Play random moves until a random number of cells or fewer is left."""
    while True:
        game = Game(rules)
        left = random.randint(fewest, most)  # again for each game: of some, few go on so long
        while not game.is_over and open_cells(game) > left:
            game = game.play(random.choice(game.legal_moves))
        if not game.is_over:
            return game
