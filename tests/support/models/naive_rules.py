"""Games written independently of the package, played move by move."""

from collections.abc import Sequence
from typing import Literal

from tests.support.models.naive_variants import Marks, NaiveVariant

Mark = Literal["X", "O"]


class NaiveGame:
    """A game on a board of any size with the rules of `NaiveVariant`."""

    def __init__(self, rows: int, columns: int, k: int, misere: bool = False) -> None:
        self.rules = NaiveVariant(rows, columns, k, misere)
        self.board: Marks = (None,) * (rows * columns)
        self.result: str | None = None

    @property
    def player(self) -> str:
        return "OX"[self.board.count(None) % 2 == len(self.board) % 2]

    @property
    def winner(self) -> str | None:
        return None if self.result == "draw" else self.result

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def legal(self) -> list[int]:
        return [] if self.is_over else [cell for cell, _ in self.rules.moves(self.board)]

    @property
    def lines(self) -> set[tuple[int, ...]]:
        found = (line for mark in "XO" for line in self.rules.lines_of(self.board, mark))
        return {tuple(sorted(line)) for line in found}

    def play(self, cell: int) -> None:
        player = self.player
        self.board, value = self.rules.after(self.board, (cell, player))
        other = "O" if player == "X" else "X"
        self.result = {None: None, 0: "draw", 1: player, -1: other}[value]


class NaiveUltimate:
    """Ultimate on a 9x9 grid of marks. Everything is computed from the grid each time."""

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
    """Return the moves that win an ultimate game within some plies.

    Every game is played to its end or to the limit.
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
