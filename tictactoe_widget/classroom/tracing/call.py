"""One call of a traced search."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import Any

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Board
from tictactoe_widget.rules.rules import Rules

Number = int | float
"""Value of a position, or a bound of values."""


@dataclass(frozen=True, eq=False, init=False)
class Call:
    """One call of a traced search: its position, arguments and result. Immutable.

    Its place among the calls is told by `index`, `parent`, `number`, `depth`, `entered` and
    `left`; what was asked by `function`, `rules`, `board`, `given`, `game`, `cell`,
    `arguments`, `alpha` and `beta`, and whether it was a position by `is_visit` and
    `tried_for`; what came of it by `value`, `choice`, `best`, `raised`, `cut`, `bound`,
    `call_count` and `children`.
    """

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
    """Mark in each cell of the board that it was given, or that its object or a function
    around it keeps; None where none was found."""
    given: Game | None = field(repr=False)
    """The game that it was given, where boards of the contract are games; else None."""
    cell: int | None
    """Cell of the move from the position of the call around it to this one; None where
    there is no such single move."""
    is_visit: bool
    """True where it counts as a visit of its position; False for a helper, which is called
    on the position of the call around it or on none."""
    tried_for: int | None
    """Cell of the one move that it tries for the call around it; None for any other call."""
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
    call_count: int
    """Number of calls of the search within it, itself included."""
    cut: tuple[int, ...]
    """Cells of the legal moves that it did not try, although it tried others and
    returned."""
    bound: str | None
    """Sentence on why moves were cut: what its value is beside its bounds; None where
    nothing was cut or it has no bounds."""
    _look_up: Callable[["Call"], tuple["Call", ...]] = field(repr=False)

    def __init__(self, look_up: Callable[["Call"], tuple["Call", ...]], **fields: Any) -> None:
        # One update instead of a call for each field: there are many calls.
        vars(self).update(fields, _look_up=look_up)

    @cached_property
    def children(self) -> tuple["Call", ...]:
        """Calls that it made, in order.

        All of them, or none where they are not kept; then `call_count` is more than 1.
        """
        return self._look_up(self)

    @cached_property
    def game(self) -> Game | None:
        """Game in the position that it was given; None where no game can reach that."""
        return game_of_call(self.given or self.board, self.rules)

    def to_dict(self) -> dict[str, Any]:
        """Return the call as a dict of JSON, without the calls that it made."""
        return {
            "index": self.index,
            "parent": self.parent,
            "number": self.number,
            "depth": self.depth,
            "entered": self.entered,
            "left": self.left,
            "function": self.function,
            "board": None if self.board is None else "".join(m or "." for m in self.board),
            "cell": self.cell,
            "is_visit": self.is_visit,
            "tried_for": self.tried_for,
            "arguments": {name: as_json(value) for name, value in self.arguments.items()},
            "value": as_json(self.value),
            "choice": self.choice,
            "best": list(self.best),
            "raised": self.raised,
            "alpha": as_json(self.alpha),
            "beta": as_json(self.beta),
            "call_count": self.call_count,
            "cut": list(self.cut),
            "bound": self.bound,
        }


def game_of_call(board: Game | Board | None, rules: Rules) -> Game | None:
    """Return the game in a position; None where no game can reach that."""
    if board is None or isinstance(board, Game):
        return board
    try:
        return Game.from_text("".join(mark or "." for mark in board), rules)
    except ValueError:
        return None


def as_json(value: object) -> object:
    """Return plain values with what JSON has no number for as text."""
    if isinstance(value, tuple):
        return [as_json(item) for item in value]
    return str(value) if isinstance(value, float) and not isfinite(value) else value
