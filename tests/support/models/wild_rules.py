"""A family from outside the package whose players choose the mark, X or O, at each move."""

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from tictactoe_widget import MNK, Rules
from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.rules.rules import Lines, Symmetries, Symmetry, move_bits
from tictactoe_widget.rules.state import Result, State, opponent


@dataclass(frozen=True, eq=False)
class WildState(State):
    """State with the marks X and O as they are drawn, whoever made them."""

    @property
    def masks(self) -> tuple[int, int]:
        return (self.own, self.other)


@dataclass(frozen=True)
class Wild(Rules):
    """Whoever completes `k` equal marks in a row wins, or loses in misère.

    A move is the cell for X, and the cell plus the number of cells for O.
    """

    rows: int = 3
    columns: int = 3
    k: int = 3
    misere: bool = False

    @cached_property
    def grid(self) -> MNK:
        """The board, which knows the lines."""
        return MNK(self.rows, self.columns, self.k)

    drawn_marks = MappingProxyType({"X": None, "O": None})
    title = "Wild"
    summary = "Either mark, at each move."

    @property
    def layout(self) -> Layout:
        return self.grid.layout

    @property
    def symmetries(self) -> Symmetries:
        return self.grid.symmetries

    def transform(self, state: State, symmetry: Symmetry) -> State:
        return self._state(
            move_bits(state.own, symmetry), move_bits(state.other, symmetry), state.result
        )

    @property
    def initial_state(self) -> State:
        return self._state(0, 0, None)

    def _state(self, x: int, o: int, result: Result) -> State:
        count = self.cell_count
        free = [cell for cell in range(count) if not (x | o) >> cell & 1]
        moves = () if result else (*free, *(cell + count for cell in free))
        return WildState(x, o, moves, result)

    def advance(self, state: State, cell: int) -> State:
        x, o = state.masks
        bit = 1 << cell % self.cell_count
        x, o = (x | bit, o) if cell < self.cell_count else (x, o | bit)
        if any(line & marks == line for line in self.grid.line_masks for marks in (x, o)):
            return self._state(x, o, opponent(state.to_move) if self.misere else state.to_move)
        is_full = (x | o) == (1 << self.cell_count) - 1
        return self._state(x, o, "draw" if is_full else None)

    def winning_lines(self, state: State) -> Lines:
        return tuple(
            line
            for line, mask in zip(self.grid.lines, self.grid.line_masks, strict=True)
            if any(mask & marks == mask for marks in state.masks)
        )

    def to_text(self, state: State) -> str:
        x, o = state.masks
        return "".join(
            "X" if x >> cell & 1 else "O" if o >> cell & 1 else "."
            for cell in range(self.cell_count)
        )

    def from_text(self, text: str) -> State:
        raise ValueError(f"no positions are set up: {text}")
