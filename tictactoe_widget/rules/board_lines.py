"""Lines of boards whose edges end or wrap around, and of cubes."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from .rules import Lines, Symmetries

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Steps of the four directions, in rows and columns."""


@lru_cache(maxsize=64)
def wrapped_lines(
    rows: int, columns: int, k: int, *, wraps_down: bool, wraps_across: bool
) -> Lines:
    """Return the lines of a board whose edges may wrap around, each as ascending cells.

    A line is `k` different cells, one step after the other in one direction. It counts
    once, wherever it begins.

    >>> len(wrapped_lines(3, 3, 3, wraps_down=True, wraps_across=True))
    12
    >>> len(wrapped_lines(6, 7, 4, wraps_down=False, wraps_across=False))
    69
    """
    found: dict[tuple[int, ...], None] = {}
    for (down, across), row, column in product(_DIRECTIONS, range(rows), range(columns)):
        cells = []
        for step in range(k):
            at_row, at_column = row + step * down, column + step * across
            if wraps_down:
                at_row %= rows
            if wraps_across:
                at_column %= columns
            if not (at_row < rows and 0 <= at_column < columns):
                break
            cells.append(at_row * columns + at_column)
        if len(set(cells)) == k:
            found[tuple(sorted(cells))] = None
    return tuple(found)


@lru_cache(maxsize=8)
def cube_lines(side: int) -> Lines:
    """Return the lines of a cube: all rows of `side` cells, also those through its layers.

    Cells are numbered layer by layer, each layer row by row.

    >>> len(cube_lines(3)), len(cube_lines(4))
    (49, 76)
    """
    steps = [step for step in product((-1, 0, 1), repeat=3) if step > (0, 0, 0)]
    found = []
    for step, start in product(steps, product(range(side), repeat=3)):
        places = [
            tuple(at + by * number for at, by in zip(start, step, strict=True))
            for number in range(side)
        ]
        if all(0 <= at < side for place in places for at in place):
            found.append(
                tuple(
                    sorted(
                        (layer * side + row) * side + column for layer, row, column in places
                    )
                )
            )
    return tuple(found)


def keeping_lines(symmetries: Iterable[tuple[int, ...]], lines: Lines) -> Symmetries:
    """Return those permutations of the cells that map each line to a line, the identity first.

    >>> keeping_lines([(1, 0, 2), (2, 1, 0)], ((0, 1), (1, 2)))
    ((2, 1, 0),)
    """
    known = set(lines)
    kept = {
        symmetry
        for symmetry in symmetries
        if all(tuple(sorted(symmetry[cell] for cell in line)) in known for line in lines)
    }
    return tuple(sorted(kept))
