"""A lesson with answers worked out by hand, for tests of sessions and boards."""

from dataclasses import dataclass, field, replace

from tests.support.models.nine_cells import put
from tictactoe_widget.classroom import Lesson, Step

# Steps in `LESSON`.
READ, WIN, REFUSED, DRAW, NAMED = range(5)

# Step 1 (from 0): X wins at cell 2. At 5, X blocks O, which then must play 2. After any
# other move, O wins at once at 5.
#
# Step 3: O threatens cell 7, so X must play it. O gets one of cells 5 and 8, X the other, and
# the board is full without a line: X O X, X O X, O X O or X O X, X O O, O X X.
LESSON = Lesson(
    "Five steps",
    [
        Step("Opposite corners.\n\nLook at them.", position="X../.O./..X", look=["1", "9"]),
        Step(
            "Three in a row win.",
            position="XX./OO./...",
            task="win",
            hint="Look at the top row.",
            right="The top row is yours.",
        ),
        Step("A cell is played once.", position="X../.../...", task="refused", cells=["1"]),
        Step(
            "O threatens the middle column.",
            position="XOX/XO./O..",
            task="keep",
            to_the_end=True,
            right="Nobody wins.",
        ),
        Step("Corners are strong.", task="play", cells=["1", "3"], right="A corner."),
    ],
    about="What a board does with a lesson.",
    name="five",
)


@dataclass
class NaiveCourse:
    """A simple model of `LESSON` at one of its steps, based on the comment above."""

    step: int
    state: str = "open"
    tries: int = 0
    has_hint: bool = False
    # Board after each ply.
    boards: list[str] = field(default_factory=list)
    # Number of boards that are left when a wrong move is taken back.
    kept: int = 1
    viewed: int | None = None
    # Cells from which O has chosen one. `settle` finds out which.
    replies: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.boards, self.kept = [STARTS[self.step]], 1
        self.state = "read" if self.step == READ else "open"

    def again(self) -> "NaiveCourse":
        return replace(self, viewed=None, replies=())

    def play(self, cell: int) -> str:
        """Make a move, or replace a wrong one. Return the answer's code."""
        if self.state in ("read", "right"):
            return "illegal"
        boards = self.open_boards
        board = boards[-1]
        missed = self.boards[self.kept] if self.state == "wrong" else ""
        if self.step == REFUSED and cell == 0:
            self.state, self.boards = "right", boards
        elif not 0 <= cell < len(board) or board[cell] != ".":
            return "illegal"
        else:
            mover = "X" if board.count("X") == board.count("O") else "O"
            self.kept = len(boards)
            self.boards = [*boards, put(board, cell, mover)]
            self.judge(cell)
        self.viewed = None
        self.has_hint = False  # the answer replaces the hint
        self.tries += self.state == "wrong" and self.boards[self.kept] != missed
        return "ok"

    @property
    def open_boards(self) -> list[str]:
        """Boards up to the one on which the next move is made."""
        return self.boards[: self.kept] if self.state == "wrong" else self.boards

    def judge(self, cell: int) -> None:
        if self.state == "on":
            self.state = "right"
        elif self.step == WIN:
            self.answer(cell == 2, 2 if cell == 5 else 5)
        elif self.step == DRAW and cell == 7:
            self.state, self.replies = "on", (5, 8)
        elif self.step == DRAW:
            self.answer(False, 7)
        else:
            self.state = "right" if self.step == NAMED and cell in (0, 2) else "wrong"

    def answer(self, is_right: bool, reply: int) -> None:
        self.state = "right" if is_right else "wrong"
        if not is_right:
            self.boards.append(put(self.boards[-1], reply, "O"))

    def settle(self, board: str) -> None:
        """Find out from the shown board which reply O has played."""
        if self.replies:
            made = [put(self.boards[-1], reply, "O") for reply in self.replies]
            assert board in made
            self.boards.append(board)
            self.replies = ()


# Board at the beginning of each step.
STARTS = ("X...O...X", "XX.OO....", "X........", "XOXXO.O..", ".........")
