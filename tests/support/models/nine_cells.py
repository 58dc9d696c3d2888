"""Positions with nine cells as text, searched to the end independently of the package.

Cells count from 0; an empty one is ``"."``.
"""

from collections.abc import Iterator
from functools import cache

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
TURN = (2, 5, 8, 1, 4, 7, 0, 3, 6)  # cell that each cell goes to in a quarter turn to the right
# Cell that each cell goes to in a mirror on the diagonal from cell 0 to cell 8.
MIRROR = (0, 3, 6, 1, 4, 7, 2, 5, 8)


def moved(marks: str, to: tuple[int, ...]) -> str:
    """Return the board after each mark has moved as `to` says."""
    return "".join(marks[to.index(cell)] for cell in range(9))


def images(marks: str) -> Iterator[str]:
    """Return the board's eight turned and mirrored images."""
    for _ in range(4):
        yield marks
        yield moved(marks, MIRROR)
        marks = moved(marks, TURN)


def mover(marks: str) -> str:
    return "XO"[marks.count("X") - marks.count("O")]


def other(mark: str) -> str:
    return {"X": "O", "O": "X"}[mark]


def free(marks: str) -> list[int]:
    return [cell for cell, mark in enumerate(marks) if mark == "."]


def put(marks: str, cell: int, mark: str = "") -> str:
    return marks[:cell] + (mark or mover(marks)) + marks[cell + 1 :]


def has_line(marks: str, mark: str) -> bool:
    return any(all(marks[cell] == mark for cell in line) for line in LINES)


@cache
def result(marks: str) -> str | None:
    won = next((mark for mark in "XO" if has_line(marks, mark)), None)
    return won or (None if "." in marks else "draw")


def is_over(marks: str) -> bool:
    return result(marks) is not None


def utility(marks: str) -> int:
    return {"X": 1, "O": -1}.get(result(marks) or "", 0)


def following(marks: str) -> dict[int, str]:
    """Return the position after each move, by cell from 1."""
    return {} if is_over(marks) else {cell + 1: put(marks, cell) for cell in free(marks)}


@cache
def boards() -> tuple[str, ...]:
    """Return all reachable boards, those with fewer marks first."""
    found = {"." * 9: None}
    layer = [*found]
    while layer:
        layer = list(
            dict.fromkeys(after for marks in layer for after in following(marks).values())
        )
        found |= dict.fromkeys(layer)
    return tuple(found)


def threats(marks: str, mark: str) -> list[int]:
    """Return the cells that complete a line for a mark."""
    return [cell for cell in free(marks) if has_line(put(marks, cell, mark), mark)]


def forks(marks: str, mark: str) -> list[int]:
    """Return the cells that make two threats at once."""
    return [cell for cell in free(marks) if len(threats(put(marks, cell, mark), mark)) > 1]


@cache
def worth(marks: str, *, misere: bool) -> tuple[int, int]:
    """Return the value for the player to move (1, 0 or -1) and the plies to the end."""
    for mark in "XO":
        if has_line(marks, mark):
            return (1 if (mark == mover(marks)) != misere else -1), 0
    if not free(marks):
        return 0, 0
    found = [move for _, move in sorted(moves(marks, misere=misere).items())]
    best = max(value for value, _ in found)
    plies = [plies for value, plies in found if value == best]
    return best, max(plies) if best < 0 else min(plies)


def minimax(marks: str) -> int:
    """Return a position's value for X."""
    value, _ = worth(marks, misere=False)
    return value if mover(marks) == "X" else -value


def moves(marks: str, *, misere: bool) -> dict[int, tuple[int, int]]:
    """Return each move's value for its player and the plies to the end, by cell."""
    found = {}
    for cell in free(marks):
        value, plies = worth(put(marks, cell), misere=misere)
        found[cell] = -value, plies + 1
    return found


def solutions(task: str, marks: str, *, misere: bool) -> list[int]:
    """Return the moves that solve a puzzle's or lesson's task, by its definition."""
    by_cell = moves(marks, misere=misere)
    mark = mover(marks)
    best = worth(marks, misere=misere)
    of_value = [cell for cell, (value, _) in by_cell.items() if value == best[0]]
    at_once = threats(marks, mark) if not misere else []
    if task == "win":
        return [cell for cell, move in by_cell.items() if move == best and best[0] == 1]
    if task == "keep":
        return of_value if best[0] >= 0 else []
    if task == "draw":
        return of_value if best[0] == 0 and len(of_value) == 1 else []
    if task == "misere":
        safe = [cell for cell, (value, _) in by_cell.items() if value >= 0]
        return safe if len(safe) == 1 else []
    if task == "fork":
        won = [cell for cell in of_value if best[0] == 1 and not at_once]
        return [cell for cell in won if cell in forks(marks, mark)]
    assert task == "block", task
    dangers = threats(marks, other(mark))
    return dangers if len(dangers) == 1 and not at_once else []
