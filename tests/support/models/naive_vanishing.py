"""Games in which the oldest mark vanishes, played and solved naively.

It shares nothing with the package. A position is the marks of the player to move and those of
the other player, each a tuple of cells from the oldest mark to the newest.
"""

from collections import Counter
from collections.abc import Container, Iterable
from typing import NamedTuple

Position = tuple[tuple[int, ...], tuple[int, ...]]
# A position with the player to move, or with "" for a player without a name.
Node = tuple[str, Position]
START: Node = ("", ((), ()))
RIVALS = {"X": "O", "O": "X", "": ""}


class NaiveVanishing(NamedTuple):
    """Rules by which each player has a maximum number of marks."""

    rows: int
    columns: int
    k: int
    keep: int
    misere: bool = False
    torus: bool = False

    def has_line(self, marks: tuple[int, ...]) -> bool:
        """Return whether `k` of the marks follow each other in one direction."""
        for start in marks:
            row, column = divmod(start, self.columns)
            for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = set()
                for step in range(self.k):
                    to_row, to_column = row + step * down, column + step * across
                    if self.torus:
                        to_row, to_column = to_row % self.rows, to_column % self.columns
                    if 0 <= to_row < self.rows and 0 <= to_column < self.columns:
                        cells.add(to_row * self.columns + to_column)
                if len(cells) == self.k and cells <= set(marks):
                    return True
        return False

    def moves(self, position: Position) -> list[int]:
        taken = position[0] + position[1]
        return [cell for cell in range(self.rows * self.columns) if cell not in taken]

    def after(self, position: Position, cell: int) -> Position:
        mine, theirs = position
        return theirs, (*mine, cell)[-self.keep :]

    def outcome(self, position: Position) -> int | None:
        """Return 1 or -1 if the last move decided the game for the player to move, or None."""
        if not self.has_line(position[1]):
            return None
        return 1 if self.misere else -1

    def solve(
        self, roots: Iterable[Node] = (START,), draws: Container[Node] = ()
    ) -> dict[Node, tuple[int, int]]:
        """Return the value and the distance to the end of all positions that someone wins.

        Whatever is missing can be played for ever, or is one of the given draws. In sweep n,
        positions are found that are won or lost in n moves.
        """
        waiting = list(roots)
        following: dict[Node, list[Node]] = {}
        worth: dict[Node, tuple[int, int]] = {}
        while waiting:
            node = waiting.pop()
            player, position = node
            outcome = self.outcome(position)
            if outcome is not None:
                worth[node] = (outcome, 0)
            elif node not in following and node not in draws:
                after = [self.after(position, cell) for cell in self.moves(position)]
                following[node] = [(RIVALS[player], one) for one in after]
                waiting += (one for one in following[node] if one not in following)
        unknown = list(following)
        distance = 0
        while True:
            distance += 1
            found = {}
            for node in unknown:
                values = [worth.get(one, (0, 0))[0] for one in following[node]]
                if -1 in values:
                    found[node] = (1, distance)
                elif min(values) == 1:
                    found[node] = (-1, distance)
            if not found:
                return worth
            worth |= found
            unknown = [node for node in unknown if node not in found]


class NaiveVanishingGame:
    """A game with these rules. It is a draw if a position comes up for the third time."""

    def __init__(self, rules: NaiveVanishing) -> None:
        self.rules = rules
        self.position: Position = ((), ())
        self.player = "X"
        self.result: str | None = None
        self.seen: Counter[Node] = Counter([(self.player, self.position)])

    @property
    def marks(self) -> dict[str, tuple[int, ...]]:
        mine, theirs = self.position
        return {self.player: mine, RIVALS[self.player]: theirs}

    @property
    def board(self) -> tuple[str | None, ...]:
        held = {cell: mark for mark, cells in self.marks.items() for cell in cells}
        return tuple(map(held.get, range(self.rules.rows * self.rules.columns)))

    def play(self, cell: int) -> None:
        mover = self.player
        self.player = RIVALS[mover]
        self.position = self.rules.after(self.position, cell)
        key = (self.player, self.position)
        self.seen[key] += 1
        outcome = self.rules.outcome(self.position)
        if outcome is not None:
            self.result = self.player if outcome == 1 else mover
        elif self.seen[key] == 3:
            self.result = "draw"
