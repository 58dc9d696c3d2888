"""Threats in m,n,k-games, as plainly as they can be found: line by line, from nothing."""

from functools import cache

from tictactoe_widget import MNK


class PlainThreats:
    """Lines of a board and the cells that complete them; players hold sets of cells."""

    def __init__(self, rules: MNK) -> None:
        self.rules = rules
        self.through = [[] for _ in range(rules.rows * rules.columns)]
        for row in range(rules.rows):
            for column in range(rules.columns):
                for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    places = [(row + i * down, column + i * across) for i in range(rules.k)]
                    if all(r < rules.rows and 0 <= c < rules.columns for r, c in places):
                        line = tuple(r * rules.columns + c for r, c in places)
                        for cell in line:
                            self.through[cell].append(line)

    def completing(self, own: set[int], other: set[int]) -> set[int]:
        """Return the empty cells with which a player completes a line."""
        found = set()
        for cell in range(len(self.through)):
            if cell not in own and cell not in other and self.completes(own, cell):
                found.add(cell)
        return found

    def completes(self, own: set[int], cell: int) -> bool:
        """Return whether a mark in a cell completes a line."""
        return any(
            all(one == cell or one in own for one in line) for line in self.through[cell]
        )

    def ways(self, own: set[int], other: set[int], cell: int) -> set[int]:
        """Return the cells that complete a line through a cell once it is marked."""
        ways = set()
        for line in self.through[cell]:
            left = [one for one in line if one != cell and one not in own]
            if len(left) == 1 and left[0] not in other:
                ways.add(left[0])
        return ways

    def doubles(self, own: set[int], other: set[int]) -> set[int]:
        """Return the empty cells with which a player gets two or more completing cells."""
        empty = set(range(len(self.through))) - own - other
        return {cell for cell in empty if len(self.ways(own, other, cell)) > 1}

    def fours_to_win(self, own: frozenset[int], other: frozenset[int], most: int) -> int | None:
        """Return the fewest fours with which the player to move forces a five.

        Counts every four that is made, the one with two ways to a five included; None
        where there is no win with `most` of them.
        """

        @cache
        def wins(own: frozenset[int], other: frozenset[int], left: int) -> bool:
            if self.completing(own, other):
                return True
            if not left:
                return False
            must = self.completing(other, own)
            if len(must) > 1:
                return False
            for cell in must or range(len(self.through)):
                if cell in own or cell in other:
                    continue
                ways = self.ways(own, other, cell)
                if len(ways) > 1:
                    return True
                if ways and wins(own | {cell}, other | ways, left - 1):
                    return True
            return False

        return next((fours for fours in range(most + 1) if wins(own, other, fours)), None)
