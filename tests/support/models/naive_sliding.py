"""Games in which players place a few marks and then slide them, played and solved naively.

It shares nothing with the package. A board is a text of nine characters. A position is the
board, the player to move and the number of marks that are still to be placed.
"""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

Position = tuple[str, str, int]
ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")


class NaiveSliding(NamedTuple):
    """Rules by which each player places a few marks and then slides them."""

    pieces: int
    diagonals: str = "none"
    closed: bool = False
    blocked: str = "loses"

    @property
    def start(self) -> Position:
        return "." * 9, "X", 2 * self.pieces

    def touches(self, one: int, other: int) -> bool:
        """Return whether a mark can slide between two cells."""
        down, across = abs(one // 3 - other // 3), abs(one % 3 - other % 3)
        if down + across == 1:
            return True
        is_through_centre = 4 in (one, other)
        return (down, across) == (1, 1) and (
            self.diagonals == "all" or (self.diagonals == "long" and is_through_centre)
        )

    def after(self, position: Position) -> Iterator[tuple[tuple[int | None, int], Position]]:
        """Yield each move as the cell that the mark leaves and the cell that it enters."""
        board, player, left = position
        if self.outcome(position, is_checked=False):
            return
        rival = "XO"[player == "X"]
        for source in [None] if left else [at for at in range(9) if board[at] == player]:
            for target in range(9):
                if board[target] != "." or (left and self.closed and target == 4):
                    continue
                if source is None or self.touches(source, target):
                    marks = list(board)
                    if source is not None:
                        marks[source] = "."
                    marks[target] = player
                    yield (source, target), ("".join(marks), rival, max(left - 1, 0))

    def outcome(self, position: Position, *, is_checked: bool = True) -> str | None:
        """Return the winner or "draw", or None if the game continues."""
        board, player, _left = position
        for row in ROWS:
            marks = {board[int(cell)] for cell in row}
            if len(marks) == 1 and marks != {"."}:
                return marks.pop()
        if is_checked and not any(self.after(position)):
            return "draw" if self.blocked == "draws" else "XO"[player == "X"]
        return None

    def solve(self) -> dict[Position, tuple[str, int | None]]:
        """Return the value for the player to move, and the distance to the end if one wins."""
        before: dict[Position, list[Position]] = {self.start: []}
        left: dict[Position, int] = {}
        waiting = [self.start]
        values: dict[Position, tuple[str, int]] = {}
        decided: deque[Position] = deque()
        while waiting:
            position = waiting.pop()
            outcome = self.outcome(position)
            following = [one for _move, one in self.after(position)]
            left[position] = len(following)
            for one in following:
                if one not in before:
                    before[one] = []
                    waiting.append(one)
                before[one].append(position)
            if outcome in ("X", "O"):
                values[position] = ("win" if outcome == position[1] else "loss", 0)
                decided.append(position)
        while decided:
            position = decided.popleft()
            value, plies = values[position]
            for one in before[position]:
                left[one] -= 1
                if one not in values and (value == "loss" or not left[one]):
                    values[one] = ("win" if value == "loss" else "loss", plies + 1)
                    decided.append(one)
        return {one: values.get(one, ("draw", None)) for one in before}
