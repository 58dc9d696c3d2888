"""Minimax on the nine cells of `nine_cells`, as plain as it can be."""

from functools import cache

from tests.support.models import nine_cells as nine


def is_over(marks: str) -> bool:
    return "." not in marks or nine.has_line(marks, "X") or nine.has_line(marks, "O")


def utility(marks: str) -> int:
    return nine.has_line(marks, "X") - nine.has_line(marks, "O")


def following(marks: str) -> dict[int, str]:
    """The position after each move, by its cell, counted from 1."""
    free = [] if is_over(marks) else nine.free(marks)
    return {cell + 1: nine.put(marks, cell) for cell in free}


@cache
def minimax(marks: str) -> int:
    """What a position is worth to X."""
    if is_over(marks):
        return utility(marks)
    best = max if nine.mover(marks) == "X" else min
    return best(map(minimax, following(marks).values()))


def all_positions() -> set[str]:
    """All positions of the game, finished ones included."""
    found, queue = set(), ["." * 9]
    for marks in queue:
        if marks not in found:
            found.add(marks)
            queue += following(marks).values()
    return found
