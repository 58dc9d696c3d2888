"""Record of a traced search: its calls as a tree."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import InitVar, dataclass, field
from functools import cached_property
from typing import Any

from tictactoe_widget.drawing.markup import escape
from tictactoe_widget.drawing.svg import Scene, draw_board
from tictactoe_widget.rules.game import Game, position_name
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.validation import visible, write_count, write_list

from .entries import Call, Entry, as_json
from .tree_builder import CallTree

# Numbers of positions that well-known searches visit.

_MOST_EMPTY = 9  # most empty cells of a position whose searches are counted


@dataclass(frozen=True)
class SearchCounts:
    """Numbers of positions that three searches visit, the first one included."""

    minimax: int
    """Plain minimax: every line of play to its end."""
    alpha_beta: int
    """Minimax with alpha-beta pruning that tries moves in the order of the cells.

    It begins with bounds outside of all values and looks no further where alpha is at
    least beta.
    """
    table: int
    """Minimax with a table of positions: each position that can be reached, once."""


def known_search_counts(game: Game) -> SearchCounts | None:
    """Return how many positions each search visits; None where that takes too long.

    Positions of up to nine empty cells are counted.

    Examples
    --------
    >>> known_search_counts(Game())
    SearchCounts(minimax=549946, alpha_beta=18297, table=5478)
    """
    if game.board.count(None) > _MOST_EMPTY:
        return None
    sizes: dict[Hashable, int] = {}
    minimax = _size(game, sizes)
    return SearchCounts(minimax, _alpha_beta(game, -2, 2)[1], len(sizes))


def _size(game: Game, sizes: dict[Hashable, int]) -> int:
    """Return the number of lines of play and of their beginnings from a position."""
    size = sizes.get(game.key)
    if size is None:
        size = 1 + sum(_size(game.play(cell), sizes) for cell in game.legal_moves)
        sizes[game.key] = size
    return size


def _alpha_beta(game: Game, alpha: int, beta: int) -> tuple[int, int]:
    """Return the value of a position for X, and the number of positions visited."""
    if game.is_over:
        return {"X": 1, "O": -1}.get(game.result or "", 0), 1
    visited = 1
    is_x = game.current_player == "X"
    value = -2 if is_x else 2
    for cell in game.legal_moves:
        found, count = _alpha_beta(game.play(cell), alpha, beta)
        visited += count
        if is_x:
            value = max(value, found)
            alpha = max(alpha, value)
        else:
            value = min(value, found)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value, visited


@dataclass(frozen=True, eq=False)
class Record(Serializable):
    """Record of one run of a search; its `str` shows the first plies. Immutable."""

    _keys = (
        *("contract", "rules=rules.title", "position=game", "functions", "call_count"),
        *("kept_count", "visited_count", "counts", "result", "chosen", "raised", "known"),
        "nodes",
    )
    _rows = "nodes"

    contract: str
    """Name of the contract by which the search is written."""
    game: Game
    """Game in the position that was searched."""
    functions: tuple[str, ...]
    """Names of the functions whose calls are recorded, the one traced first."""
    call_count: int
    """Number of all calls, kept or not."""
    counts: Mapping[str, int]
    """Number of all calls of each function, by name."""
    visited_count: int | None
    """Number of positions visited, each time counted; None where that cannot be told.

    A helper that is called on the position of the call around it, to try a move say, visits
    none; nor does one that is called on no board."""
    unread: tuple[str, ...]
    """Names of the functions that may visit positions that could not be read, so that
    `visited_count` is None: no board of the contract was found in their calls."""
    result: object
    """Value that the search returned; None where it raised. Lists are tuples here, and objects
    other than numbers and texts are named by their type."""
    raised: str | None
    """Exception that ended the search, with its message; None where it returned."""
    build: InitVar[Callable[[], CallTree]]
    _build: Callable[[], CallTree] = field(init=False, repr=False)

    def __post_init__(self, build: Callable[[], CallTree]) -> None:
        object.__setattr__(self, "_build", build)

    @cached_property
    def _tree(self) -> CallTree:
        """Tree of the calls that are kept, made when it is first looked at."""
        return self._build()

    @cached_property
    def nodes(self) -> tuple[Call, ...]:
        """Calls that are kept, in the order in which they began."""
        return tuple(map(self._tree.call, range(self.kept_count)))

    @property
    def rules(self) -> Rules:
        """Rules of the game."""
        return self.game.rules

    @property
    def root(self) -> Call:
        """First call."""
        return self._tree.call(0)

    @property
    def kept_count(self) -> int:
        """Number of calls that are kept as `nodes`."""
        return len(self._tree.entries)

    @property
    def chosen(self) -> int | None:
        """Cell of the move that the search returned or chose; None where none is known."""
        return self.root.choice

    @cached_property
    def known(self) -> str | None:
        """Sentence that compares the positions visited with those of well-known searches.

        None where a well-known search has too many to count, or `visited_count` is None.
        """
        counts = known_search_counts(self.game)
        if counts is None or self.visited_count is None:
            return None
        known = {
            "plain minimax": counts.minimax,
            "alpha-beta in the order of the cells": counts.alpha_beta,
            "minimax with a table of positions": counts.table,
        }
        same = [name for name, count in known.items() if count == self.visited_count]
        others = [
            f"{name} visits {count:,}" for name, count in known.items() if name not in same
        ]
        first = f"{write_count(self.visited_count, 'position')} visited"
        if same:
            first += f", as many as {write_list(same)}"
        more = f". From here {write_list(others)}" if others else ""
        return f"{first}{more}."

    @property
    def visited_text(self) -> str:
        """Sentence on the positions visited: `known`, or what else is to be said of them.

        Empty where no search is known to compare with, and each call is a visit.
        """
        if self.known is not None:
            return self.known
        if self.visited_count is None:
            return (
                "How many positions were visited cannot be told: no board of the contract "
                f"{self.contract!r} was found in the calls of {write_list(self.unread)}."
            )
        if self.visited_count == self.call_count:
            return ""
        return f"{write_count(self.visited_count, 'position')} visited."

    def __str__(self) -> str:
        lines = [self._title, *self._facts, ""]
        shown_calls = self._first_plies(_LINES)
        lines += [f"{'  ' * call.depth}{_said(call)}" for call in shown_calls]
        lines += self._rest(shown_calls)
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return the first plies as nested lists with pictures, for a notebook."""
        kept = self._first_plies(_PICTURES)
        facts = "".join(f"<p>{escape(fact)}</p>" for fact in self._facts)
        rest = "".join(f"<p>{escape(line)}</p>" for line in self._rest(kept))
        tree = _as_list([self.root], {call.index for call in kept})
        return (
            f'<section aria-label="{escape(self._title)}"><p><strong>{escape(self._title)}'
            f"</strong></p>{facts}{tree}{rest}</section>"
        )

    @property
    def _title(self) -> str:
        name = self.functions[0]
        calls = write_count(self.call_count, "call")
        return f"Trace of {name} on {self.game.to_text()}: {calls}"

    @property
    def _facts(self) -> list[str]:
        facts = []
        if len(self.counts) > 1:
            facts.append(", ".join(f"{name} {count:,}" for name, count in self.counts.items()))
        if self.raised is not None:
            facts.append(f"It was ended by {self.raised}")
        if self.visited_text:
            facts.append(self.visited_text)
        if self.kept_count < self.call_count:
            facts.append(
                f"{self.kept_count:,} calls are kept, those in no more than "
                f"{max(entry.depth for entry in self._tree.entries)} others."
            )
        return facts

    def _first_plies(self, most: int) -> list[Call]:
        """Return whole levels of the tree, as many as fit, in the order of the calls."""
        entries = self._tree.entries
        sizes = Counter(entry.depth for entry in entries)
        deepest, count = 0, 1
        while sizes[deepest + 1] and count + sizes[deepest + 1] <= most:
            deepest += 1
            count += sizes[deepest]
        return [self._tree.call(entry.index) for entry in entries if entry.depth <= deepest]

    def _rest(self, first: list[Call]) -> list[str]:
        rest = self.call_count - len(first)
        return [f"and {write_count(rest, 'call')} within these"] if rest else []

    def to_dict(self) -> dict[str, Any]:
        """Return the record as a dict of JSON; the tree is in the ``parent`` of each node."""
        rules = visible(self.rules.title)
        return super().to_dict() | {"rules": rules, "result": as_json(self.result)}


def recorded_entries(record: Record) -> list[Entry]:
    """Return the calls that a record keeps as they were recorded, in the order of the tree.

    They are there at once, where `Record.nodes` makes an object for each.
    """
    return record._tree.nested  # noqa: SLF001 - this module's own


_LINES = 60  # most calls that the `str` of a record lists
_PICTURES = 20  # most calls that a record draws in a notebook
_PICTURE_SIZE = 72  # width of the picture of a position, in pixels


def _cells(cells: Iterable[int], rules: Rules) -> str:
    return ", ".join(position_name(cell, rules) for cell in cells)


def _said(call: Call) -> str:
    """Return a sentence on a call."""
    rules = call.rules
    words = [call.function]
    if call.cell is not None:
        words.insert(0, f"{_cells([call.cell], rules)}:")
    given = [f"{name}={value}" for name, value in call.arguments.items()]
    if given:
        words[-1] += f"({', '.join(given)})"
    if call.raised is not None:
        words.append(f"raised {call.raised}")
    elif call.value is not None:
        words.append(f"returned {call.value}")
    elif call.choice is None:
        words.append("returned None")
    said = " ".join(words)
    if call.choice is not None:
        said += f"{',' if call.value is not None else ''} chose {_cells([call.choice], rules)}"
    if call.cut:
        said += f"; cut {_cells(call.cut, rules)}"
    if call.call_count > 1:
        said += f" ({write_count(call.call_count, 'call')})"
    return said


def _as_list(calls: Iterable[Call], kept: set[int]) -> str:
    """Return calls and those within them as nested lists in HTML; only those that are kept."""
    items = "".join(f"<li>{_as_item(call, kept)}</li>" for call in calls if call.index in kept)
    return items and f'<ul style="list-style:none;padding-inline-start:1.5em">{items}</ul>'


def _as_item(call: Call, kept: set[int]) -> str:
    reason = "" if call.bound is None else f"<br><small>{escape(call.bound)}</small>"
    item = (
        '<span style="display:inline-flex;align-items:center;gap:.6em;vertical-align:middle">'
        f"{_picture(call)}<span>{escape(_said(call))}{reason}</span></span>"
    )
    inner = _as_list(call.children, kept)
    if not inner:
        return item
    state = "" if call.depth else " open"
    return f"<details{state}><summary>{item}</summary>{inner}</details>"


def _picture(call: Call) -> str:
    """Return the position of a call as an SVG; nothing where it was given none."""
    if call.board is None:
        return ""
    rules, game = call.rules, call.game
    # Where no game can reach the position, nothing is known of its small boards.
    state = rules.initial_state if game is None else game.state
    return draw_board(
        Scene(
            layout=rules.layout,
            marks=call.board,
            title=f"Position of call {call.number + 1}",
            winning_lines=() if game is None else game.winning_lines,
            last_move=call.cell,
            small_boards=rules.small_boards(state),
            open_boards=() if game is None else game.open_boards,
        ),
        _PICTURE_SIZE,
    )
