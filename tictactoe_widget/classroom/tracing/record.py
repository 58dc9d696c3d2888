"""Record of a traced search with its calls as a tree, and trees with visits."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from functools import cache, cached_property
from numbers import Real
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from tictactoe_widget.classroom.contracts.contract import Contract
from tictactoe_widget.drawing.markup import escape
from tictactoe_widget.drawing.svg import Scene, draw_board
from tictactoe_widget.rules.game import Game, as_game
from tictactoe_widget.rules.notation import position_name
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Board
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.validation import (
    as_int,
    brief,
    check_int,
    visible,
    write_count,
    write_list,
)

from .entries import Call, Entry, Number, as_json, game_of_call

# Moves tried by the calls of a search, themselves or through helpers.


class _Tries:
    """Moves that calls tried on their positions, including those of their helpers.

    A helper is called on the position of the call around it, or without one, and makes moves
    for it. A helper may try a single move, or some, or all.

    Parameters
    ----------
    entries : sequence of Entry
        Calls, each before those that it made.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._cells: list[dict[int, None]] = [{} for _ in entries]  # in order
        for entry in reversed(entries):
            for child in entry.children:
                if child.cell is not None:
                    self._cells[entry.index][child.cell] = None
                elif _is_helper(child):
                    self._cells[entry.index].update(self._cells[child.index])
        self._try_all = self._functions_that_try_all(entries)

    def _functions_that_try_all(self, entries: Sequence[Entry]) -> set[str]:
        """Return the names of the functions that once tried several moves, and all there are.

        "All" are the moves that any call on the position tried.
        """
        several: set[str] = set()
        partial: set[str] = set()
        whole: list[int] = []  # moves tried on the position of each call, in all
        for entry in entries:
            own = len(self._cells[entry.index])
            if own > 1:
                several.add(entry.function)
            if entry.parent is None or not _is_helper(entry):
                whole.append(own)
                continue
            whole.append(whole[entry.parent.index])
            if 0 < own < whole[-1]:
                partial.add(entry.function)
        return several - partial

    def cells(self, entry: Entry) -> set[int]:
        """Return the cells of the moves that a call tried."""
        return set(self._cells[entry.index])

    def is_part(self, entry: Entry) -> bool:
        """Return whether a call tries some of the moves of the call around it."""
        is_plain_helper = _is_helper(entry) and not entry.is_visit
        return is_plain_helper and entry.function not in self._try_all

    def only_move(self, entry: Entry) -> int | None:
        """Return the cell of the only move that a call tries for the call around it."""
        cells = self._cells[entry.index]
        return next(iter(cells)) if len(cells) == 1 and self.is_part(entry) else None


def _is_helper(entry: Entry) -> bool:
    """Return whether a call is on the position of the call around it, or on none."""
    return bool(entry.tally.stage.began)


# Best moves of the calls of a search, derived from the values of their inner calls.

_Way = tuple[str, str]
# tried move, its value, and the way by which the value came to the call
_Option = tuple[int, Number | None, _Way]


def _set_best(entries: Sequence[Entry], tries: _Tries) -> None:
    """Set the best moves of each call, and the move that it tries for the call around it.

    Parameters
    ----------
    entries : sequence of Entry
        Calls with their values, each before those that it made.
    tries : Tries
        Moves that the calls tried.
    """
    signs = _Signs(entries, tries)
    handed: dict[int, list[_Option]] = {}  # moves that helpers pass to the calls around them
    for entry in reversed(entries):
        entry.best = ()
        entry.tried_for = tries.only_move(entry) if entry.children else None
        if not entry.children:
            continue
        options: list[_Option] = []
        for child in entry.children:
            if child.cell is not None:
                options.append((child.cell, child.value, (entry.function, child.function)))
            elif child.index in handed:
                options += handed.pop(child.index)
        best: list[_Option] = [
            (cell, value, way)
            for cell, value, way in options
            if value is not None and signs.of(way) * value == entry.value
        ]
        if entry.tried_for is None:
            entry.best = tuple(dict.fromkeys([cell for cell, _, _ in best]))
        if _is_helper(entry) and options:
            handed[entry.index] = _handed(entry, options, best, tries)


def _handed(
    entry: Entry, options: list[_Option], best: list[_Option], tries: _Tries
) -> list[_Option]:
    """Return the moves that a helper tried, from the point of view of the call around it."""
    if entry.value is None or entry.parent is None:
        return options  # its use of their values is unknown
    way = entry.parent.function, entry.function
    shown = options if len(tries.cells(entry)) == 1 else best
    return [(cell, entry.value, way) for cell, _, _ in shown]


class _Signs:
    """Signs by which values change on their way from one function to another.

    The sign is -1 if a function returns the opposite of the other's result, as in negamax.
    """

    def __init__(self, entries: Sequence[Entry], tries: _Tries) -> None:
        self._same: Counter[_Way] = Counter()
        self._turned: Counter[_Way] = Counter()
        for entry in entries:
            if entry.children and entry.value:
                self._compare(entry, tries)
        self._usual = -1 if self._turned.total() > self._same.total() else 1

    def _compare(self, entry: Entry, tries: _Tries) -> None:
        values: dict[_Way, list[Number | None]] = {}
        for child in entry.children:
            if child.cell is not None or (_is_helper(child) and tries.cells(child)):
                way = entry.function, child.function
                values.setdefault(way, []).append(child.value)
        for way, found in values.items():
            self._same[way] += entry.value in found
            self._turned[way] += -(entry.value or 0) in found

    def of(self, way: _Way) -> int:
        """Return the sign of a way."""
        same, turned = self._same[way], self._turned[way]
        return self._usual if same == turned else -1 if turned > same else 1


# Cut moves of a recorded search: those that its calls did not try.


class Cuts:
    """Moves that the calls of a search did not try, although they tried others.

    Only calls are visible. If no call in the record is made twice, the search may keep a table,
    and the table may have answered a move to an earlier position. If no call is on a finished
    position, moves that end the game may have been valued without a call. Such moves do not
    count as cut.
    """

    def __init__(self, entries: Sequence[Entry], rules: Rules, tries: _Tries) -> None:
        self._entries = entries
        self._rules = rules
        self._tries = tries
        self._is_whole = entries[0].call_count == len(entries)

    def of(self, entry: Entry) -> tuple[int, ...]:
        """Return the moves that a call did not try, ascending.

        For each position they belong to one call on it: the innermost that had to try all
        moves.
        """
        board = entry.board
        if board is None or not entry.has_returned:
            return ()
        tried = self._tries.cells(entry)
        if not tried or len(tried) == board.count(None) or self._tries.is_part(entry):
            return ()
        if any(self._is_handed(child, tried) for child in entry.children):
            return ()
        game = game_of_call(entry.given, self._rules)
        empty = tuple(cell for cell, mark in enumerate(board) if mark is None)
        return tuple(
            cell
            for cell in (empty if game is None else game.legal_moves)
            if cell not in tried and (game is None or self._is_cut(game.play(cell)))
        )

    def _is_handed(self, call: Entry, tried: set[int]) -> bool:
        """Return whether a call had to try all moves for the call around it."""
        return (
            call.board is not None
            and _is_helper(call)
            and not self._tries.is_part(call)
            and self._tries.cells(call) == tried
        )

    def _is_cut(self, after: Game) -> bool:
        """Return whether a move to a position was certainly left out."""
        if self._may_have_table and (not self._is_whole or after.board in self._positions):
            return False
        return not after.is_over or self._calls_finished

    @cached_property
    def _may_have_table(self) -> bool:
        """True if no call is made twice."""
        keys = {
            (entry.function, entry.board, tuple(entry.arguments.values()))
            for entry in self._entries
        }
        return len(keys) == len(self._entries)

    @cached_property
    def _positions(self) -> set[Board | None]:
        """Positions of calls."""
        return {entry.board for entry in self._entries}

    @cached_property
    def _calls_finished(self) -> bool:
        """True if a call was made on a finished position."""
        leaves = (entry.given for entry in self._entries if not entry.children)
        games = (game_of_call(given, self._rules) for given in leaves)
        return any(game is not None and game.is_over for game in games)


# fields of a `Call` that are those of its entry
_SAME_FIELDS = (
    *("index", "number", "depth", "function", "board", "cell", "is_visit", "tried_for"),
    *("choice", "best", "raised", "alpha", "beta", "call_count", "cut", "bound"),
)
_same_fields = attrgetter(*_SAME_FIELDS)


class CallTree:
    """Tree of the kept calls of a search.

    Parameters
    ----------
    entries : sequence of Entry
        Kept calls in the order in which they began, with the root first.
    contract : Contract
        Course interface of the moves.
    rules : Rules
        Rules of the game.
    returns_move : bool
        True if a number that the first function returns may be a move, because no call of the
        search goes back to it.
    """

    def __init__(
        self, entries: Sequence[Entry], contract: Contract, rules: Rules, *, returns_move: bool
    ) -> None:
        _place(entries)
        _read_results(entries, contract, rules, returns_move=returns_move)
        _compare(entries, rules)
        # the calls as they were recorded, with everything known of them
        self.entries = entries
        self._rules = rules
        self._calls: dict[int, Call] = {}

    def call(self, index: int) -> Call:
        """Return a call, by its index among the entries, made only once."""
        if index not in self._calls:
            self._calls[index] = self._make(self.entries[index])
        return self._calls[index]

    def _make(self, entry: Entry) -> Call:
        entered, left = self._events
        return Call(
            look_up=lambda: tuple(self.call(child.index) for child in entry.children),
            parent=None if entry.parent is None else entry.parent.index,
            entered=entered[entry.index],
            left=left[entry.index],
            rules=self._rules,
            given=entry.given if isinstance(entry.given, Game) else None,
            arguments=MappingProxyType(entry.arguments),
            value=entry.shown,
            **dict(zip(_SAME_FIELDS, _same_fields(entry), strict=True)),
        )

    @cached_property
    def nested(self) -> list[Entry]:
        """Entries in the order of the tree: each call before those that it made.

        That is the order in which they began, unless a search runs several generators in turn.
        """
        entered, _ = self._events
        return sorted(self.entries, key=lambda entry: entered[entry.index])

    @cached_property
    def _events(self) -> tuple[list[int], list[int]]:
        """Numbers of the events of the beginning and the end of each call, from 0."""
        kept = [1] * len(self.entries)  # calls within each, including itself
        for entry in reversed(self.entries):
            if entry.parent is not None:
                kept[entry.parent.index] += kept[entry.index]
        entered = [0] * len(self.entries)
        latest = [0] * len(self.entries)  # of the events within each, so far
        for index, entry in enumerate(self.entries):
            if entry.parent is not None:
                around = entry.parent.index
                entered[index] = latest[index] = latest[around] + 1
                latest[around] += 2 * kept[index]
        left = [first + 2 * calls - 1 for first, calls in zip(entered, kept, strict=True)]
        return entered, left


def _place(entries: Sequence[Entry]) -> None:
    """Set the index, the board, the move and the inner calls of each call."""
    boards: dict[Hashable, Board] = {}  # of games by their keys: few differ
    move = cache(_move)
    for index, entry in enumerate(entries):
        entry.index = index
        given = entry.given
        if isinstance(given, Game):
            entry.board = boards.get(given.key) or boards.setdefault(given.key, given.board)
        else:
            entry.board = given
        entry.cell = None
        entry.children = []
        around = entry.parent
        if around is not None:
            around.children.append(entry)
            while around.board is None and around.parent is not None:
                around = around.parent
            if entry.board is not around.board:
                entry.cell = move(around.board, entry.board)


def _compare(entries: Sequence[Entry], rules: Rules) -> None:
    """Set the moves and bounds of a call, from its values and those of its inner calls."""
    tries = _Tries(entries)
    cuts = Cuts(entries, rules, tries)
    _set_best(entries, tries)
    for entry in entries:
        entry.cut = ()
        entry.alpha = entry.beta = entry.bound = None
        entry.shown = entry.value
        if entry.value is None and entry.result is not None and entry.choice is None:
            entry.shown = entry.result if isinstance(entry.result, str) else brief(entry.result)
        if entry.arguments:
            entry.alpha, entry.beta = _bounds(entry.arguments)
        if entry.children:
            entry.cut = cuts.of(entry)
            if entry.cut:
                entry.bound = _reason(entry.value, entry.alpha, entry.beta)
            if entry.choice is None and len(entry.best) == 1:
                entry.choice = entry.best[0]


def _move(before: Board | None, after: Board | None) -> int | None:
    """Return the only cell in which two boards differ, if a mark was put there."""
    if before is None or after is None or before == after:
        return None
    changed = [cell for cell, mark in enumerate(before) if mark != after[cell]]
    return changed[0] if len(changed) == 1 and before[changed[0]] is None else None


def _read_results(
    entries: Sequence[Entry], contract: Contract, rules: Rules, *, returns_move: bool
) -> None:
    """Set the values and the moves that the calls returned."""

    def cell_of(move: object, board: Board | None) -> int | None:
        """Return the cell of a move to an empty cell, or None for anything else."""
        try:
            cell = contract.decode_move(move, rules)
        except (TypeError, ValueError):
            return None
        return cell if board is None or board[cell] is None else None

    pairs: list[tuple[Entry, tuple[object, ...]]] = []
    for entry in entries:
        result = entry.result
        entry.value = entry.choice = None
        if type(result) is int and entry.parent is not None:  # most of them, at once
            entry.value = result
            continue
        is_value = isinstance(result, int | float) and not (
            returns_move and entry.parent is None and not _is_handed_on(entry)
        )
        if result is not None and not is_value:
            entry.choice = cell_of(result, entry.board)
        if entry.choice is None:
            if isinstance(result, int | float):
                entry.value = result
            elif isinstance(result, tuple) and len(result) in (2, 3):
                pairs.append((entry, result))
    _read_pairs(pairs, cell_of)


def _is_handed_on(entry: Entry) -> bool:
    """Return whether a call returned the result of a call that it made on its position."""
    return any(
        child.board == entry.board and child.result == entry.result for child in entry.children
    )


def _read_pairs(
    pairs: Sequence[tuple[Entry, tuple[object, ...]]],
    cell_of: Callable[[object, Board | None], int | None],
) -> None:
    """Set the values and the moves of calls that returned both, in either order."""

    def is_pair(entry: Entry, pair: tuple[object, ...], at: int) -> bool:
        """Return whether one item can be a move, or None, and the other one a value."""
        is_value = isinstance(pair[1 - at], int | float)
        return is_value and (pair[at] is None or cell_of(pair[at], entry.board) is not None)

    at = 1 if all(is_pair(entry, pair, 1) for entry, pair in pairs) else 0
    for entry, pair in pairs:
        value = pair[1 - at]
        if is_pair(entry, pair, at) and isinstance(value, int | float):
            entry.value = value
            entry.choice = cell_of(pair[at], entry.board)


def _bounds(arguments: Mapping[str, object]) -> tuple[Number | None, Number | None]:
    """Return alpha and beta among the arguments of a call, or None for a missing one."""
    alpha, beta = (_number(arguments.get(name)) for name in ("alpha", "beta"))
    if alpha is None and beta is None:
        alpha, beta = (_number(arguments.get(name)) for name in ("a", "b"))
        if alpha is None or beta is None:  # a single such letter may be anything
            return None, None
    return alpha, beta


def _number(value: object) -> Number | None:
    return value if isinstance(value, int | float) else None


def _reason(value: Number | None, alpha: Number | None, beta: Number | None) -> str | None:
    """Return a sentence that compares a value with the bounds of its call."""
    if value is None or (alpha is None and beta is None):
        return None
    if beta is not None and value >= beta:
        return f"The value {_written(value)} is not below beta, {_written(beta)}."
    if alpha is not None and value <= alpha:
        return f"The value {_written(value)} is not above alpha, {_written(alpha)}."
    given = (("above alpha", alpha), ("below beta", beta))
    where = " and ".join(
        f"{side}, {_written(bound)}" for side, bound in given if bound is not None
    )
    return f"The value {_written(value)} is {where}: these bounds do not explain it."


def _written(number: Number) -> str:
    """Return a number as people write it, with a minus sign instead of a hyphen."""
    return brief(number).replace("-", "\N{MINUS SIGN}")


# Record of a traced search: its calls as a tree.


# Numbers of positions that well-known searches visit.

_MOST_EMPTY = 9  # maximum number of empty cells for which searches are counted


def known_search_counts(game: Game) -> dict[str, int] | None:
    """Return the numbers of positions that well-known searches visit, if they are quick.

    Positions of up to nine empty cells are counted, and others give None. Plain minimax visits
    every line of play to its end. Alpha-beta begins with bounds outside of all values and stops
    if alpha is at least beta. With a table, each position that can be reached is visited once.

    Examples
    --------
    >>> list(known_search_counts(Game()).values())
    [549946, 18297, 5478]
    """
    if game.board.count(None) > _MOST_EMPTY:
        return None
    sizes: dict[Hashable, int] = {}
    minimax = _size(game, sizes)
    return {
        "plain minimax": minimax,
        "alpha-beta in the order of the cells": _alpha_beta(game, -2, 2)[1],
        "minimax with a table of positions": len(sizes),
    }


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
    """Record of one run of a search, with its first plies as `str`. Immutable."""

    _keys = (
        *("contract", "rules=rules.title", "position=game", "functions", "call_count"),
        *("kept_count", "visited_count", "counts", "result", "chosen", "raised", "known"),
        "nodes",
    )
    _rows = "nodes"

    contract: str
    """Name of the contract of the search."""
    game: Game
    """Game in the position at the root."""
    functions: tuple[str, ...]
    """Names of the recorded functions, with the traced one first."""
    call_count: int
    """Number of all calls, kept or not."""
    counts: Mapping[str, int]
    """Number of all calls of each function, by name."""
    visited_count: int | None
    """Number of positions visited, including repeats, or None if it is unknown.

    A helper on the position of the call around it, such as one that tries a move, visits none.
    Neither does a call without a board.
    """
    unread: tuple[str, ...]
    """Names of the functions that may visit positions without a known board. With any of them,
    `visited_count` is None."""
    result: object
    """Value that the search returned, or None if it raised. Lists become tuples, and objects
    other than numbers and texts become the names of their types."""
    raised: str | None
    """Exception that ended the search, with its message, or None if it returned."""
    build: InitVar[Callable[[], CallTree]]
    _build: Callable[[], CallTree] = field(init=False, repr=False)

    def __post_init__(self, build: Callable[[], CallTree]) -> None:
        object.__setattr__(self, "_build", build)

    @cached_property
    def _tree(self) -> CallTree:
        """Tree of the kept calls, made on demand."""
        return self._build()

    @cached_property
    def nodes(self) -> tuple[Call, ...]:
        """Kept calls in the order in which they began."""
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
        """Cell of the move that the search returned or chose, or None if it is unknown."""
        return self.root.choice

    @cached_property
    def known(self) -> str | None:
        """Sentence that compares the positions visited with those of well-known searches.

        None if a well-known search has too many to count, or `visited_count` is None.
        """
        known = known_search_counts(self.game)
        if known is None or self.visited_count is None:
            return None
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
        """Sentence on the positions visited: `known`, or another remark on them.

        Empty without a known search to compare with, if each call is a visit.
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
        tree = _as_list([self.root], {call.index for call in kept})
        return _section(self._title, self._facts, tree, self._rest(kept))

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
        """Return as many whole levels of the tree as fit, in the order of the calls."""
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
        """Return the record as a dict of JSON, with the tree in the ``parent`` of each node."""
        rules = visible(self.rules.title)
        return super().to_dict() | {"rules": rules, "result": as_json(self.result)}


def recorded_entries(record: Record) -> list[Entry]:
    """Return the kept calls of a record in their recorded form, in the order of the tree.

    This needs no time, unlike `Record.nodes`, which makes an object for each.
    """
    return record._tree.nested  # noqa: SLF001 - this module's own


_LINES = 60  # maximum number of calls in the `str` of a record
_PICTURES = 20  # maximum number of calls that a record draws in a notebook
_PICTURE_SIZE = 72  # width of the picture of a position, in pixels


def _section(title: str, facts: Iterable[str], tree: str, rest: Iterable[str]) -> str:
    """Return a tree in HTML under its title, between paragraphs."""
    before, after = (
        "".join(f"<p>{escape(line)}</p>" for line in some) for some in (facts, rest)
    )
    return (
        f'<section aria-label="{escape(title)}"><p><strong>{escape(title)}</strong></p>'
        f"{before}{tree}{after}</section>"
    )


def _with_picture(picture: str, text: str) -> str:
    return (
        '<span style="display:inline-flex;align-items:center;gap:.6em;vertical-align:middle">'
        f"{picture}<span>{text}</span></span>"
    )


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
    """Return kept calls and those within them as nested lists in HTML."""
    items = "".join(f"<li>{_as_item(call, kept)}</li>" for call in calls if call.index in kept)
    return items and f'<ul style="list-style:none;padding-inline-start:1.5em">{items}</ul>'


def _as_item(call: Call, kept: set[int]) -> str:
    reason = "" if call.bound is None else f"<br><small>{escape(call.bound)}</small>"
    item = _with_picture(_picture(call), f"{escape(_said(call))}{reason}")
    inner = _as_list(call.children, kept)
    if not inner:
        return item
    state = "" if call.depth else " open"
    return f"<details{state}><summary>{item}</summary>{inner}</details>"


def _picture(call: Call) -> str:
    """Return the position of a call as an SVG, or nothing without a board."""
    if call.board is None:
        return ""
    rules, game = call.rules, call.game
    # If no game can reach the position, its small boards are unknown.
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


# Trees of Monte Carlo tree searches: visits and mean of each node.


Moves = tuple[int, ...]  # cells of the moves that lead to a node from the root


@dataclass(frozen=True, eq=False)
class VisitTree:
    """Tree of a Monte Carlo tree search, with visits and mean of each node. Immutable.

    Any search can keep such a tree, and `SearchView` shows it. Each visit ends in the result of
    one playout. The search decides on the point of view of the results: that of X, or of the
    player of the move.

    Parameters
    ----------
    game : Game
        Game in the position of the root.
    nodes : mapping
        Number of visits and mean result of each node, by the moves that lead to it: ``()`` is
        the root, ``(4, 0)`` the node after the moves 4 and 0.

    Raises
    ------
    TypeError
        If `game` is not a `Game`, `nodes` is not a mapping of tuples of moves to pairs, or a
        number in it has another type.
    ValueError
        If a move is illegal, a number of visits is below 1, or a mean is not from -1 to 1. Also
        if the root or a parent is missing, the children of a node have more visits than the
        node, or players choose the mark by the rules of `game`.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> nodes = {(): (3, 0.0), (4,): (2, 0.5), (4, 0): (1, 1.0), (1,): (1, -1.0)}
    >>> print(VisitTree(Game(), nodes))
    Tree of 4 nodes on .../.../..., visited 3 times
    start: 3 visits, mean 0.00
      5: 2 visits, mean 0.50
        1: 1 visit, mean 1.00
      2: 1 visit, mean -1.00
    """

    game: Game
    """Game in the position of the root."""
    nodes: Mapping[Moves, tuple[int, float]]
    """Number of visits and mean result by moves. Each node comes before its children, and the
    most visited of siblings is first."""
    _games: Mapping[Moves, Game] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        game = as_game(self.game)
        if game.rules.chooses_mark:
            raise ValueError(
                f"in {visible(game.rules.title)} a move is a cell and a mark: a tree can be "
                "shown by rules in which it is a cell alone, such as 'notakto'"
            )
        nodes = _as_nodes(self.nodes)
        object.__setattr__(self, "_games", _play(game, nodes))
        below: Counter[Moves] = Counter()
        for moves, (visits, _) in nodes.items():
            if moves:
                below[moves[:-1]] += visits
        for moves, visits in below.items():
            if visits > nodes[moves][0]:
                raise ValueError(
                    f"the children of node {moves} have {visits:,} visits in all, more than "
                    f"its own {nodes[moves][0]:,}"
                )

        def place(moves: Moves) -> list[tuple[int, int]]:
            return [
                (-nodes[moves[:ply]][0], moves[ply - 1]) for ply in range(1, len(moves) + 1)
            ]

        ordered = {moves: nodes[moves] for moves in sorted(nodes, key=place)}
        object.__setattr__(self, "nodes", MappingProxyType(ordered))

    def __str__(self) -> str:
        lines = [f"{'  ' * len(moves)}{self._say(moves)}" for moves in self._first(_LINES)]
        return "\n".join([self._title, *lines, *self._rest(_LINES)])

    def _repr_html_(self) -> str:
        """Return the most visited nodes as nested lists with pictures, for a notebook."""
        tree = "".join(self._as_lists(_PICTURES))
        return _section(self._title, [], tree, self._rest(_PICTURES))

    @property
    def _title(self) -> str:
        return (
            f"Tree of {write_count(len(self.nodes), 'node')} on {self.game.to_text()}, visited "
            f"{write_count(self.nodes[()][0], 'time')}"
        )

    def _say(self, moves: Moves) -> str:
        visits, mean = self.nodes[moves]
        name = position_name(moves[-1], self.game.rules) if moves else "start"
        return f"{name}: {write_count(visits, 'visit')}, mean {write_mean(mean)}"

    def _first(self, most: int) -> list[Moves]:
        """Return as many of the most visited nodes as fit, in the order of the tree."""
        # A parent has at least as many visits as its child, so it is among them.
        by_visits = sorted(self.nodes, key=lambda moves: (-self.nodes[moves][0], len(moves)))
        kept = set(by_visits[:most])
        return [moves for moves in self.nodes if moves in kept]

    def _rest(self, most: int) -> list[str]:
        rest = len(self.nodes) - most
        return [f"and {write_count(rest, 'node')} visited no more often"] if rest > 0 else []

    def _as_lists(self, most: int) -> Iterator[str]:
        """Yield the parts of nested lists in HTML."""
        depth = -1
        for moves in self._first(most):
            yield "</li></ul>" * (depth - len(moves))
            yield (
                '<ul style="list-style:none;padding-inline-start:1.5em">'
                if len(moves) > depth
                else "</li>"
            )
            depth = len(moves)
            game, said = self._games[moves], self._say(moves)
            scene = Scene(
                layout=game.rules.layout,
                marks=game.board,
                title=f"Position of {said}",
                winning_lines=game.winning_lines,
                last_move=moves[-1] if moves else None,
                small_boards=game.small_boards,
                open_boards=game.open_boards,
            )
            yield f"<li>{_with_picture(draw_board(scene, _PICTURE_SIZE), escape(said))}"
        yield "</li></ul>" * (depth + 1)

    def to_records(self) -> list[dict[str, Any]]:
        """Return one dict for each of `nodes`, with its moves, visits and mean."""
        return [
            {"moves": list(moves), "visits": visits, "mean": mean}
            for moves, (visits, mean) in self.nodes.items()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the tree as a dict of JSON."""
        rules, position = visible(self.game.rules.title), self.game.to_text()
        return {"rules": rules, "position": position, "nodes": self.to_records()}


def games_of_nodes(tree: VisitTree) -> Mapping[Moves, Game]:
    """Return the game in the position of each node, by its moves."""
    return tree._games  # noqa: SLF001 - this module's own


def write_mean(mean: float) -> str:
    """Return a mean with two decimals, without a sign if it is 0."""
    return f"{round(mean, 2) + 0.0:.2f}"


def _as_nodes(given: object) -> dict[Moves, tuple[int, float]]:
    """Return the nodes as plain numbers, or raise an error for anything else."""
    if not isinstance(given, Mapping):
        raise TypeError(
            "nodes must be a dict, such as {(): (2, 0.5), (4,): (1, 1.0)}, not "
            f"{brief(given)}"
        )
    nodes = {}
    for key, value in given.items():
        moves = _as_moves(key)
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise TypeError(
                f"node {moves} must have its visits and their mean, such as (12, 0.25), not "
                f"{brief(value)}"
            )
        visits = check_int(value[0], f"the visits of node {moves}", 1)
        nodes[moves] = (visits, _as_mean(value[1], moves))
    if () not in nodes:
        raise ValueError("nodes must have the root, whose key is ()")
    return nodes


def _as_moves(key: object) -> Moves:
    try:
        if isinstance(key, tuple):
            return tuple(map(as_int, key))
    except TypeError:
        pass
    raise TypeError(
        f"a node is named by its moves in a tuple, such as (4, 0), not {brief(key)}"
    )


def _as_mean(value: float, moves: Moves) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"the mean of node {moves} must be a number, not {brief(value)}")
    if not -1 <= value <= 1:
        raise ValueError(
            f"the mean of node {moves} must be from -1 to 1, not {brief(value)}: divide the "
            "sum of the results by the visits"
        )
    return float(value)


def _play(game: Game, nodes: Mapping[Moves, object]) -> dict[Moves, Game]:
    """Return the game in the position of each node, or raise ValueError for illegal moves."""
    games: dict[Moves, Game] = {(): game}
    for moves in sorted(nodes, key=len):
        if not moves:
            continue
        if moves[:-1] not in games:
            raise ValueError(f"node {moves} is there without its parent {moves[:-1]}")
        try:
            games[moves] = games[moves[:-1]].play(moves[-1])
        except ValueError as error:
            raise ValueError(f"node {moves} cannot be reached: {error}") from error
    return games
