"""A second implementation of m,n,k-games, as plain as it can be.

It shares no idea with the package: the board is a dict from (row, column) to
mark, and lines are found by walking from the last move.
"""

from collections.abc import Sequence
from itertools import product
from typing import Literal

Mark = Literal["X", "O"]


class NaiveGame:
    def __init__(self, rows: int, columns: int, k: int, misere: bool = False) -> None:
        self.rows, self.columns, self.k, self.misere = rows, columns, k, misere
        self.marks: dict[tuple[int, int], Mark] = {}
        self.winner: Mark | None = None
        self.lines: set[tuple[int, ...]] = set()

    @property
    def player(self) -> Mark:
        return "O" if len(self.marks) % 2 else "X"

    @property
    def is_over(self) -> bool:
        return bool(self.lines) or len(self.marks) == self.rows * self.columns

    @property
    def legal(self) -> list[int]:
        if self.is_over:
            return []
        places = product(range(self.rows), range(self.columns))
        return [r * self.columns + c for r, c in places if (r, c) not in self.marks]

    def play(self, cell: int) -> None:
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
            self.winner = ("O" if player == "X" else "X") if self.misere else player

    @property
    def board(self) -> tuple[Mark | None, ...]:
        places = product(range(self.rows), range(self.columns))
        return tuple(self.marks.get(place) for place in places)


class NaiveUltimate:
    """Ultimate on a 9 by 9 grid of marks, every answer worked out from the grid afresh."""

    LINES = ("012", "345", "678", "036", "147", "258", "048", "246")

    def __init__(self, won_boards: str, tie: str) -> None:
        self.won_boards, self.tie = won_boards, tie
        self.grid: list[list[Mark | None]] = [[None] * 9 for _ in range(9)]
        self.owners: list[Mark | None] = [None] * 9
        self.last_place: int | None = None
        self.count = 0

    @property
    def player(self) -> Mark:
        return "O" if self.count % 2 else "X"

    def has_line(self, squares: Sequence[object], mark: object) -> bool:
        return any(all(squares[int(at)] == mark for at in line) for line in self.LINES)

    def small(self, board: int) -> list[Mark | None]:
        top, left = 3 * (board // 3), 3 * (board % 3)
        return [self.grid[top + r][left + c] for r in range(3) for c in range(3)]

    def is_playable(self, board: int) -> bool:
        if self.won_boards == "closed" and self.owners[board] in ("X", "O"):
            return False
        return None in self.small(board)

    @property
    def result(self) -> Literal["X", "O", "draw"] | None:
        marks: tuple[Mark, Mark] = ("X", "O")
        for mark in marks:
            if self.has_line(self.owners, mark):
                return mark
        if any(self.is_playable(board) for board in range(9)):
            return None
        x, o = self.owners.count("X"), self.owners.count("O")
        if self.tie == "draw" or x == o:
            return "draw"
        return "X" if x > o else "O"

    @property
    def open_boards(self) -> list[int]:
        if self.result is not None:
            return []
        if self.last_place is not None and self.is_playable(self.last_place):
            return [self.last_place]
        return [board for board in range(9) if self.is_playable(board)]

    @property
    def legal(self) -> list[int]:
        return [
            9 * board + place
            for board in self.open_boards
            for place, mark in enumerate(self.small(board))
            if mark is None
        ]

    @property
    def small_boards(self) -> tuple[Literal["X", "O", "draw"] | None, ...]:
        return tuple(
            self.owners[board] or (None if None in self.small(board) else "draw")
            for board in range(9)
        )

    def play(self, cell: int) -> None:
        board, place = cell // 9, cell % 9
        mark = self.player
        self.grid[3 * (board // 3) + place // 3][3 * (board % 3) + place % 3] = mark
        self.count += 1
        if self.owners[board] is None and self.has_line(self.small(board), mark):
            self.owners[board] = mark
        self.last_place = place

    @property
    def board(self) -> tuple[Mark | None, ...]:
        return tuple(mark for board in range(9) for mark in self.small(board))


def wins_within(moves: Sequence[int], plies: int) -> list[int]:
    """Return the moves with which the player to move wins ultimate within some plies.

    Every game is played to its end, or as far as the plies go.
    """

    def after(*more: int) -> NaiveUltimate:
        game = NaiveUltimate("closed", "draw")
        for cell in (*moves, *more):
            game.play(cell)
        return game

    begun = after()
    found = []
    for cell in begun.legal:
        following = after(cell)
        if following.result == begun.player:
            found.append(cell)
        elif following.result is None and plies > 1:
            answers = following.legal
            if all(wins_within([*moves, cell, answer], plies - 2) for answer in answers):
                found.append(cell)
    return found
