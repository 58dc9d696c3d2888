"""Record of a traced search: its calls as a tree."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tictactoe_widget.rules.base import Board, Rules
from tictactoe_widget.rules.game import Game

Number = int | float
"""Value of a position, or a bound of values."""


@dataclass(frozen=True, eq=False)
class Call:
    """One call of a traced search: its position, arguments and result. Immutable."""

    index: int
    """Place in `Record.nodes`."""
    parent: int | None
    """Index of the call that made this one; None at the root."""
    number: int
    """Number of calls that were made before it, those that are not kept included."""
    depth: int
    """Number of calls of the search that it lies in; 0 at the root."""
    entered: int
    """Number of the event when it began, from 0; the events are all beginnings and ends
    of the calls kept, in the order in which they happened."""
    left: int
    """Number of the event when it ended."""
    function: str
    """Name of the function that was called."""
    rules: Rules = field(repr=False)
    """Rules of the game."""
    board: Board | None
    """Mark in each cell of the board that it was given; None where it was given none."""
    given: Game | None = field(repr=False)
    """The game that it was given, where boards of the contract are games; else None."""
    cell: int | None
    """Cell of the move from the position of the call around it to this one; None where
    there is no such single move."""
    arguments: Mapping[str, object]
    """Other arguments by name; those that are no numbers, None or short texts are shown
    as short texts."""
    value: Number | str | None
    """Number that it returned, alone or beside a move; any other result as a short text;
    None where it returned None or raised."""
    choice: int | None
    """Cell of the move that it returned, or of the only one tried that has its value;
    None where neither can be told."""
    best: tuple[int, ...]
    """Cells of the moves tried whose value is its own."""
    raised: str | None
    """Exception that ended it, with its message; None where it returned."""
    alpha: Number | None
    """Lower bound that it was given; None where its arguments name none."""
    beta: Number | None
    """Upper bound that it was given; None where its arguments name none."""
    calls: int
    """Number of calls of the search within it, itself included."""
    children: tuple["Call", ...] = field(repr=False)
    """Calls that it made, in order: all of them, or none where they are not kept (then
    `calls` is more than 1)."""
    cut: tuple[int, ...]
    """Cells of the legal moves that it did not try, although it tried others and
    returned."""
    bound: str | None
    """Sentence on why moves were cut: what its value is beside its bounds; None where
    nothing was cut or it has no bounds."""

    @cached_property
    def game(self) -> Game | None:
        """Game in the position that it was given; None where no game can reach that."""
        return game_on(self.given or self.board, self.rules)


def game_on(board: Game | Board | None, rules: Rules) -> Game | None:
    """Return the game in a position; None where no game can reach that."""
    if board is None or isinstance(board, Game):
        return board
    try:
        return Game.from_text("".join(mark or "." for mark in board), rules)
    except ValueError:
        return None


@dataclass(frozen=True, eq=False)
class Record:
    """Record of one run of a search. Immutable."""

    contract: str
    """Name of the contract by which the search is written."""
    rules: Rules
    """Rules of the game."""
    functions: tuple[str, ...]
    """Names of the functions whose calls are recorded, the one traced first."""
    root: Call
    """The first call."""
    nodes: tuple[Call, ...] = field(repr=False)
    """Calls that are kept, in the order in which they began."""
    calls: int
    """Number of all calls, kept or not."""
    counts: Mapping[str, int]
    """Number of all calls of each function, by name."""
    result: Any
    """What the search returned; None where it raised."""
    chosen: int | None
    """Cell of the move that the search returned; None where it returned none."""
    raised: str | None
    """Exception that ended the search, with its message; None where it returned."""

    @property
    def kept(self) -> int:
        """Number of calls that are kept as `nodes`."""
        return len(self.nodes)
