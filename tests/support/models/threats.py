"""A plain search for threats in m,n,k-games, line by line."""

from functools import cache

from tictactoe_widget import MNK

Cells = frozenset[int] | set[int]  # cells with one player's marks


POSITIONS = 400  # maximum number of positions in a search for a win by fours


class PlainThreats:
    """A board's lines and the cells that complete them. Each player has a set of cells."""

    def __init__(self, rules: MNK) -> None:
        self.rules = rules
        self.positions = 0
        self.lines: list[tuple[int, ...]] = []
        for row in range(rules.rows):
            for column in range(rules.columns):
                for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    places = [(row + i * down, column + i * across) for i in range(rules.k)]
                    if all(r < rules.rows and 0 <= c < rules.columns for r, c in places):
                        self.lines.append(tuple(r * rules.columns + c for r, c in places))

    def completing(self, own: Cells, other: Cells) -> set[int]:
        """Return the empty cells with which a player completes a line."""
        found = set()
        for line in self.lines:
            left = [one for one in line if one not in own]
            if len(left) == 1 and left[0] not in other:
                found.add(left[0])
        return found

    def fours(self, own: Cells, other: Cells) -> dict[int, set[int]]:
        """Return the moves that make a threat, each with the cells that complete a line."""
        found: dict[int, set[int]] = {}
        for line in self.lines:
            left = [one for one in line if one not in own]
            if len(left) == 2 and not other.intersection(left):
                for cell, way in (left, left[::-1]):
                    found.setdefault(cell, set()).add(way)
        return found

    def doubles(self, own: Cells, other: Cells) -> set[int]:
        """Return the moves that make two or more threats."""
        return {cell for cell, ways in self.fours(own, other).items() if len(ways) > 1}

    def fours_to_win(self, own: frozenset[int], other: frozenset[int], most: int) -> int | None:
        """Return the minimum number of fours with which the player to move forces a five.

        The count includes the final four with two ways to a five. Return None if there is no
        win with `most` fours, or if the search found none within `POSITIONS` positions.
        """
        self.positions = 0

        @cache
        def wins(own: frozenset[int], other: frozenset[int], left: int) -> bool:
            self.positions += 1
            if self.completing(own, other):
                return True
            must = self.completing(other, own)
            if not left or len(must) > 1 or self.positions > POSITIONS:
                return False
            for cell, ways in self.fours(own, other).items():
                if must and cell not in must:
                    continue
                if len(ways) > 1 or wins(own | {cell}, other | ways, left - 1):
                    return True
            return False

        return next((fours for fours in range(most + 1) if wins(own, other, fours)), None)
