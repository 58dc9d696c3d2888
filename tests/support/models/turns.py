"""Games with several moves in a row: package rules and naive models.

The models are independent of the rules. A position is a board (a string of "X", "O" and "."),
the player to move and the points of X and O. In `sos`, X stands for the letter S.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Mark, Result, State, opponent


@dataclass(frozen=True, eq=False)
class TurnState(State):
    """State that stores whose turn it is, with X's marks always in `own`."""

    turn: Mark
    points: tuple[int, int]

    @property
    def key(self) -> Hashable:
        return (self.own, self.other, self.turn, self.points)

    @property
    def to_move(self) -> Mark:
        return self.turn

    @property
    def masks(self) -> tuple[int, int]:
        return self.own, self.other


class _TurnRules(Rules):
    rows: int
    columns: int
    title = summary = "Several moves in a row"

    @property
    def layout(self) -> Layout:
        return Layout(self.rows, self.columns, tuple(range(self.rows * self.columns)))

    @property
    def initial_state(self) -> TurnState:
        return self.state(0, 0, "X", (0, 0), None)

    def state(
        self, x: int, o: int, turn: Mark, points: tuple[int, int], result: Result
    ) -> TurnState:
        free = [cell for cell in range(self.cell_count) if not (x | o) >> cell & 1]
        if result is None and not free:
            first, second = points
            result = "draw" if first == second else "X" if first > second else "O"
        if self.chooses_mark:
            free += [cell + self.cell_count for cell in free]
        return TurnState(x, o, () if result else tuple(free), result, turn, points)

    def winning_lines(self, _state: State) -> tuple[()]:
        return ()

    def to_text(self, state: State) -> str:
        return repr(state.key)

    def from_text(self, text: str) -> State:
        raise NotImplementedError


class Connect6(_TurnRules):
    """Three in a row wins on 2×4: after X's first mark, each player places two marks a turn."""

    rows, columns = 2, 4
    lines = (0b111, 0b1110, 0b1110000, 0b11100000)

    def advance(self, state: State, cell: int) -> TurnState:
        x, o = state.masks
        x, o = (x | 1 << cell, o) if state.to_move == "X" else (x, o | 1 << cell)
        own = x if state.to_move == "X" else o
        won = any(own & line == line for line in self.lines)
        turn: Mark = "O" if (x | o).bit_count() % 4 in (1, 2) else "X"
        return self.state(x, o, turn, (0, 0), state.to_move if won else None)


class Sos(_TurnRules):
    """SOS on five squares: a player who completes SOS gets a point and moves again."""

    rows, columns = 1, 5
    drawn_marks = MappingProxyType({"X": None, "O": None})

    def advance(self, state: State, cell: int) -> TurnState:
        assert isinstance(state, TurnState)
        s, o = state.masks
        is_s, cell = cell < 5, cell % 5
        s, o = (s | 1 << cell, o) if is_s else (s, o | 1 << cell)
        made = sum(
            s >> at & 0b101 == 0b101 and o >> at & 0b010 != 0 and at <= cell <= at + 2
            for at in range(3)
        )
        first, second = state.points
        points = (first + made, second) if state.to_move == "X" else (first, second + made)
        turn = state.to_move if made else opponent(state.to_move)
        return self.state(s, o, turn, points, None)


class Naive(NamedTuple):
    """Position in a model."""

    board: str
    turn: str
    x: int = 0
    o: int = 0


def after_connect6(position: Naive, cell: int) -> tuple[Naive, str | None]:
    board, turn = position.board, position.turn
    board = board[:cell] + turn + board[cell + 1 :]
    order = "XOOXXOOXX"
    next_turn = order[8 - board.count(".")]
    if any(board[at : at + 3] == 3 * turn for at in (0, 1, 4, 5)):
        return Naive(board, next_turn), turn
    return Naive(board, next_turn), None if "." in board else "draw"


def after_sos(position: Naive, move: int) -> tuple[Naive, str | None]:
    board, turn, x, o = position
    at = move if move < 5 else move - 5
    made = board[:at] + ("X" if move < 5 else "O") + board[at + 1 :]
    new = sum(
        made[i : i + 3] == "XOX" and board[i : i + 3] != "XOX" for i in range(len(made) - 2)
    )
    x, o = (x + new, o) if turn == "X" else (x, o + new)
    position = Naive(made, turn if new else {"X": "O", "O": "X"}[turn], x, o)
    if "." in made:
        return position, None
    return position, "X" if x > o else "O" if x < o else "draw"


Step = Callable[[Naive, int], tuple[Naive, str | None]]


def judge_turns(step: Step, marks: int) -> Callable[[Naive], dict[int, tuple[str, int]]]:
    """Return a function that maps a position to each move's value and length."""

    @cache
    def judge(position: Naive) -> dict[int, tuple[str, int]]:
        cells = [cell for cell, mark in enumerate(position.board) if mark == "."]
        moves = [cell + mark * len(position.board) for mark in range(marks) for cell in cells]
        return {move: value_of(position.turn, *step(position, move)) for move in moves}

    def value_of(player: str, after: Naive, result: str | None) -> tuple[str, int]:
        if result is not None:
            return "draw" if result == "draw" else "win" if result == player else "loss", 1
        replies = list(judge(after).values())
        for value in ("win", "draw", "loss"):
            lengths = [plies for found, plies in replies if found == value]
            if lengths:
                break
        if player != after.turn:
            value = {"win": "loss", "draw": "draw", "loss": "win"}[value]
            best = max(lengths) if value == "win" else min(lengths)
        else:
            best = max(lengths) if value == "loss" else min(lengths)
        return value, best + 1

    return judge
