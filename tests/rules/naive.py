"""A second implementation of m,n,k-games, as plain as it can be.

It shares no idea with the package: the board is a dict from (row, column) to
mark, and lines are found by walking from the last move.
"""

from itertools import product


class NaiveGame:
    def __init__(self, rows, columns, k, misere=False):
        self.rows, self.columns, self.k, self.misere = rows, columns, k, misere
        self.marks = {}
        self.winner = None
        self.lines = set()

    @property
    def player(self):
        return "XO"[len(self.marks) % 2]

    @property
    def is_over(self):
        return bool(self.lines) or len(self.marks) == self.rows * self.columns

    @property
    def legal(self):
        if self.is_over:
            return []
        places = product(range(self.rows), range(self.columns))
        return [r * self.columns + c for r, c in places if (r, c) not in self.marks]

    def play(self, cell):
        player = self.player
        place = divmod(cell, self.columns)
        self.marks[place] = player
        for step in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = [place]
            for sign in (1, -1):
                r, c = place
                while self.marks.get((r + sign * step[0], c + sign * step[1])) == player:
                    r, c = r + sign * step[0], c + sign * step[1]
                    run.append((r, c))
            run.sort()
            for start in range(len(run) - self.k + 1):
                window = run[start : start + self.k]
                self.lines.add(tuple(r * self.columns + c for r, c in window))
        if self.lines:
            self.winner = "XO"[player == "X"] if self.misere else player

    @property
    def board(self):
        places = product(range(self.rows), range(self.columns))
        return tuple(self.marks.get(place) for place in places)
