"""A second MENACE and exact results, written independently of the package.

A board is a text such as "X...O....". Boards share a box if turning or mirroring makes
them equal.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from tests.support.models import nine_cells
from tests.support.models.nine_cells import boards, images, mover, put, result

EMPTY = "." * 9

Policy = Callable[
    [str], dict[int | None, Fraction]
]  # probability of each cell, or of None for resigning


@cache
def box(board: str) -> str:
    """Return the symmetric image that represents the box."""
    return min(images(board))


def free(board: str) -> list[int]:
    return [] if result(board) else nine_cells.free(board)


@cache
def worth(board: str) -> int:
    """Return the value for the player to move: 10 minus a win's length, or its negative."""
    value, plies = nine_cells.worth(board, misere=False)
    return value * (10 - plies)


@cache
def best(board: str) -> list[int]:
    worths = {cell: -worth(put(board, cell)) for cell in free(board)}
    # Sooner wins and later losses are better.
    return [cell for cell in worths if worths[cell] == max(worths.values())]


@cache
def random_policy(board: str) -> dict[int | None, Fraction]:
    cells = free(board)
    return dict.fromkeys(cells, Fraction(1, len(cells)))


@cache
def perfect_policy(board: str) -> dict[int | None, Fraction]:
    cells = best(board)
    return dict.fromkeys(cells, Fraction(1, len(cells)))


def follow(x: Policy, o: Policy, one: Any = Fraction(1), start: str = EMPTY) -> dict[str, Any]:
    """Return each result's exact probability, in the type of `one`."""
    found = dict.fromkeys(("X", "draw", "O"), one - one)
    chances = {start: one}
    for board in boards():
        chance = chances.get(board)
        if chance is None:
            continue
        ended = result(board)
        if ended:
            found[ended] += chance
            continue
        policy = x if mover(board) == "X" else o
        for cell, share in policy(board).items():
            if cell is None:
                found["O" if mover(board) == "X" else "X"] += chance * share
            else:
                after = put(board, cell)
                chances[after] = chances.get(after, 0) + chance * share
    return found


class Matchboxes:
    """MENACE with 304 boxes, as Michie describes it, playing X."""

    def __init__(self, beads: tuple[int, ...], random: Random) -> None:
        self.random = random
        self.beads = beads
        self.boxes: dict[str, dict[str, int]] = {}

    def contents(self, board: str) -> dict[str, int]:
        """Return a box's beads by the position after each move."""
        number = self.beads[(9 - board.count(".")) // 2] if len(free(board)) > 1 else 1
        after = {box(put(board, cell)) for cell in free(board)}
        return self.boxes.setdefault(box(board), dict.fromkeys(sorted(after), number))

    def play(self, reply: Callable[[str], list[int]]) -> str:
        """Play a game against random moves from `reply`, and learn from it."""
        board, drawn = EMPTY, []
        while not result(board):
            if mover(board) == "O":
                board = put(board, self.random.choice(reply(board)))
                continue
            beads = self.contents(board)
            if not sum(beads.values()):
                break
            (after,) = self.random.choices(list(beads), list(beads.values()))
            if len(free(board)) > 1:
                drawn.append((beads, after))
            board = next(put(board, c) for c in free(board) if box(put(board, c)) == after)
        ended = result(board) or "O"
        for beads, after in drawn:
            beads[after] = max(0, beads[after] + {"X": 3, "draw": 1, "O": -1}[ended])
        return ended

    def policy(self, board: str) -> dict[int | None, Fraction]:
        beads = self.contents(board)
        if not sum(beads.values()):
            return {None: Fraction(1)}
        first = {box(put(board, cell)): cell for cell in reversed(free(board))}
        return {
            first[after]: Fraction(number, sum(beads.values()))
            for after, number in beads.items()
            if number
        }


def boxes_of_x() -> Iterator[str]:
    """Yield the boxes in Michie's machine."""
    seen = set()
    for board in boards():
        if mover(board) == "X" and len(free(board)) > 1 and box(board) not in seen:
            seen.add(box(board))
            yield board
