"""Trees that show the calls in a traced search, or the nodes in a Monte Carlo tree search."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from functools import cache, cached_property, lru_cache
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
from tictactoe_widget.texts import (
    N_,
    _,
    format_number,
    join_and,
    join_list,
    localized,
    ngettext,
)
from tictactoe_widget.validation import as_int, brief, check_int, visible

from .entries import Call, Entry, Number, as_json, game_of_call

# Moves that a search's calls tried, directly or through helpers.


class _Tries:
    """Moves that each call tried from its position, including the moves that its helpers tried.

    A helper is an inner call that makes moves for the outer call. A helper works on the outer
    call's position, or on no position. A helper can try one move, several moves or all moves.

    Parameters
    ----------
    entries : sequence of Entry
        Calls that the search made. Each call comes before its inner calls.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._cells: list[dict[int, None]] = [{} for _ in entries]  # cells tried by each call
        for entry in reversed(entries):
            for child in entry.children:
                if child.cell is not None:
                    self._cells[entry.index][child.cell] = None
                elif _is_helper(child):
                    self._cells[entry.index].update(self._cells[child.index])
        self._try_all = self._functions_that_try_all(entries)

    def _functions_that_try_all(self, entries: Sequence[Entry]) -> set[str]:
        """Return the names of functions that tried several moves and never skipped one.

        A function skipped a move if another call tried more moves from the same position.
        """
        several: set[str] = set()
        partial: set[str] = set()
        whole: list[int] = []  # for each call, all moves that any call tried from its position
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
        """Return True if a call tries only some of the moves on behalf of its outer call."""
        is_plain_helper = _is_helper(entry) and not entry.is_visit
        return is_plain_helper and entry.function not in self._try_all

    def only_move(self, entry: Entry) -> int | None:
        """If a call tries exactly one move for its outer call, return that move's cell."""
        cells = self._cells[entry.index]
        return next(iter(cells)) if len(cells) == 1 and self.is_part(entry) else None


def _is_helper(entry: Entry) -> bool:
    """Return True if a call has no position or has the same position as its outer call."""
    return bool(entry.tally.stage.began)


# Best moves in a search's calls, derived from the values of inner calls.

_Way = tuple[str, str]
# a move that was tried, its value, and the functions through which the call got the value
_Option = tuple[int, Number | None, _Way]


def _set_best(entries: Sequence[Entry], tries: _Tries) -> None:
    """For each call, set its best moves and the move that it tries for its outer call.

    Parameters
    ----------
    entries : sequence of Entry
        Calls with their values. Each call comes before its inner calls.
    tries : Tries
        Moves that the calls tried, including those that helpers tried.
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
    """Return the moves that a helper tried, as options for the helper's outer call."""
    if entry.value is None or entry.parent is None:
        return options  # unknown, because the helper could use the values in any way
    way = entry.parent.function, entry.function
    shown = options if len(tries.cells(entry)) == 1 else best
    return [(cell, entry.value, way) for cell, _, _ in shown]


class _Signs:
    """Signs that show which functions negate the values that other functions return.

    The sign is -1 if one function negates the result of the other, as in negamax.
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
        """Return -1 if one function negates the values that the other returns, otherwise 1."""
        same, turned = self._same[way], self._turned[way]
        return self._usual if same == turned else -1 if turned > same else 1


# Cut-off moves in a recorded search: moves that its calls did not try.


class Cuts:
    """Moves that a search cut off: it tried other moves in the position, but skipped these.

    A move without a call isn't always cut off. If no call appears twice in the record, the
    search could have looked up a known position in a table. If the search is never called on
    finished positions, it doesn't need a call for a move that ends the game.
    """

    def __init__(self, entries: Sequence[Entry], rules: Rules, tries: _Tries) -> None:
        self._entries = entries
        self._rules = rules
        self._tries = tries
        self._is_whole = entries[0].call_count == len(entries)

    def of(self, entry: Entry) -> tuple[int, ...]:
        """Return the moves that a call cut off, in ascending order.

        If several nested calls have the same position, cut-off moves are attributed to the
        innermost call that had to try all moves.
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
        """Return True if a call had to try all moves on behalf of its outer call."""
        return (
            call.board is not None
            and _is_helper(call)
            and not self._tries.is_part(call)
            and self._tries.cells(call) == tried
        )

    def _is_cut(self, after: Game) -> bool:
        """Return True if the search definitely skipped the move that leads to a position."""
        if self._may_have_table and (not self._is_whole or after.board in self._positions):
            return False
        return not after.is_over or self._calls_finished

    @cached_property
    def _may_have_table(self) -> bool:
        """True if the search could be using a table, because no call appears twice."""
        keys = {
            (entry.function, entry.board, tuple(entry.arguments.values()))
            for entry in self._entries
        }
        return len(keys) == len(self._entries)

    @cached_property
    def _positions(self) -> set[Board | None]:
        """Boards that occur in the recorded calls."""
        return {entry.board for entry in self._entries}

    @cached_property
    def _calls_finished(self) -> bool:
        """True if the search was called on a finished position."""
        leaves = (entry.given for entry in self._entries if not entry.children)
        games = (game_of_call(given, self._rules) for given in leaves)
        return any(game is not None and game.is_over for game in games)


# fields that are the same in a `Call` and its entry
_SAME_FIELDS = (
    *("index", "number", "depth", "function", "board", "cell", "is_visit", "tried_for"),
    *("choice", "best", "raised", "alpha", "beta", "call_count", "cut", "bound"),
)
_same_fields = attrgetter(*_SAME_FIELDS)


class CallTree:
    """Tree of all calls that the record of a search keeps.

    Parameters
    ----------
    entries : sequence of Entry
        Calls that were kept, in the order in which they began, starting with the root.
    contract : Contract
        Course interface that defines how the search writes moves.
    rules : Rules
        Rules of the game.
    returns_move : bool
        True if a number that the first function returns can be a move. A number can be a move
        only if the search never calls the first function again.
    """

    def __init__(
        self, entries: Sequence[Entry], contract: Contract, rules: Rules, *, returns_move: bool
    ) -> None:
        _place(entries)
        _read_results(entries, contract, rules, returns_move=returns_move)
        _compare(entries, rules)
        # `Call` objects with all their data, by index
        self.entries = entries
        self._rules = rules
        self._calls: dict[int, Call] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Return the entries and the rules, from which all other data is derived on demand."""
        return {"entries": self.entries, "_rules": self._rules, "_calls": {}}

    def call(self, index: int) -> Call:
        """Return the call with the given index, which is the same object each time."""
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
        """Entries in tree order, in which each call comes before its inner calls.

        Unless a search alternates between several generators, tree order is the order in which
        the calls began.
        """
        entered, _ = self._events
        return sorted(self.entries, key=lambda entry: entered[entry.index])

    @cached_property
    def _events(self) -> tuple[list[int], list[int]]:
        """Two lists of event indices: when each call begins, and when each call ends."""
        kept = [1] * len(self.entries)  # number of calls inside each call, including itself
        for entry in reversed(self.entries):
            if entry.parent is not None:
                kept[entry.parent.index] += kept[entry.index]
        entered = [0] * len(self.entries)
        latest = [0] * len(self.entries)  # number of events within each call so far
        for index, entry in enumerate(self.entries):
            if entry.parent is not None:
                around = entry.parent.index
                entered[index] = latest[index] = latest[around] + 1
                latest[around] += 2 * kept[index]
        left = [first + 2 * calls - 1 for first, calls in zip(entered, kept, strict=True)]
        return entered, left


def _place(entries: Sequence[Entry]) -> None:
    """For each call, set its index, board, move and inner calls."""
    boards: dict[Hashable, Board] = {}  # many games have the same board
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
    """For each call, set the moves and bounds that follow from its inner calls' values."""
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
    """Return the cell of the new mark if it is the only difference between two boards."""
    if before is None or after is None or before == after:
        return None
    changed = [cell for cell, mark in enumerate(before) if mark != after[cell]]
    return changed[0] if len(changed) == 1 and before[changed[0]] is None else None


def _read_results(
    entries: Sequence[Entry], contract: Contract, rules: Rules, *, returns_move: bool
) -> None:
    """For each call, set the value and the move that it returned."""

    def cell_of(move: object, board: Board | None) -> int | None:
        """Return a move's cell if the cell is empty, or None for anything else."""
        try:
            cell = contract.decode_move(move, rules)
        except (TypeError, ValueError):
            return None
        return cell if board is None or board[cell] is None else None

    pairs: list[tuple[Entry, tuple[object, ...]]] = []
    for entry in entries:
        result = entry.result
        entry.value = entry.choice = None
        if type(result) is int and entry.parent is not None:  # fast path for most calls
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
    """Return True if a call passed on the result of an inner call on the same position."""
    return any(
        child.board == entry.board and child.result == entry.result for child in entry.children
    )


def _read_pairs(
    pairs: Sequence[tuple[Entry, tuple[object, ...]]],
    cell_of: Callable[[object, Board | None], int | None],
) -> None:
    """Set the value and the move of each call that returned both, in either order."""

    def is_pair(entry: Entry, pair: tuple[object, ...], at: int) -> bool:
        """Return True if item `at` can be a move or None, and the other item can be a value."""
        is_value = isinstance(pair[1 - at], int | float)
        return is_value and (pair[at] is None or cell_of(pair[at], entry.board) is not None)

    at = 1 if all(is_pair(entry, pair, 1) for entry, pair in pairs) else 0
    for entry, pair in pairs:
        value = pair[1 - at]
        if is_pair(entry, pair, at) and isinstance(value, int | float):
            entry.value = value
            entry.choice = cell_of(pair[at], entry.board)


def _bounds(arguments: Mapping[str, object]) -> tuple[Number | None, Number | None]:
    """Find alpha and beta among a call's arguments. A missing bound is None."""
    alpha, beta = (_number(arguments.get(name)) for name in ("alpha", "beta"))
    if alpha is None and beta is None:
        alpha, beta = (_number(arguments.get(name)) for name in ("a", "b"))
        if alpha is None or beta is None:  # `a` without `b` isn't alpha
            return None, None
    return alpha, beta


def _number(value: object) -> Number | None:
    return value if isinstance(value, int | float) else None


def _reason(value: Number | None, alpha: Number | None, beta: Number | None) -> str | None:
    """Return a sentence that compares a call's value with its bounds."""
    if value is None or (alpha is None and beta is None):
        return None
    numbers = {
        "value": _written(value),
        "alpha": "" if alpha is None else _written(alpha),
        "beta": "" if beta is None else _written(beta),
    }
    if beta is not None and value >= beta:
        return _("The value {value} is at least beta ({beta}).", **numbers)
    if alpha is not None and value <= alpha:
        return _("The value {value} is at most alpha ({alpha}).", **numbers)
    if alpha is None:
        return _(
            "The value {value} is below beta ({beta}), so this bound doesn't explain the cut.",
            **numbers,
        )
    if beta is None:
        return _(
            "The value {value} is above alpha ({alpha}), so this bound doesn't explain "
            "the cut.",
            **numbers,
        )
    return _(
        "The value {value} is between alpha ({alpha}) and beta ({beta}), so these "
        "bounds don't explain the cut.",
        **numbers,
    )


def _written(number: Number) -> str:
    """Format a number with a true minus sign instead of a hyphen."""
    return brief(number).replace("-", "\N{MINUS SIGN}")


# The record of a traced search, with the calls as a tree.


# How many positions well-known searches visit.

_MOST_EMPTY = 9  # maximum number of empty cells for which visits are counted


@lru_cache(maxsize=16)  # displaying a record needs the same counts several times
def known_search_counts(game: Game) -> dict[str, int] | None:
    """Count the positions that well-known searches visit, unless counting takes too long.

    The result is None if the position has more than nine empty cells. Plain minimax follows
    every line of play to its end. Alpha-beta starts with bounds outside all possible values,
    and cuts off as soon as alpha is at least beta. A search with a transposition table visits
    each reachable position once.

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
        N_("plain minimax"): minimax,
        N_("alpha-beta in square order"): _alpha_beta(game, -2, 2)[1],
        N_("minimax with a transposition table"): len(sizes),
    }


def _size(game: Game, sizes: dict[Hashable, int]) -> int:
    """Return the number of positions that plain minimax visits from this position."""
    size = sizes.get(game.key)
    if size is None:
        size = 1 + sum(_size(game.play(cell), sizes) for cell in game.legal_moves)
        sizes[game.key] = size
    return size


def _alpha_beta(game: Game, alpha: int, beta: int) -> tuple[int, int]:
    """Return a position's value for X, and the number of positions that alpha-beta visits."""
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
    """Immutable record of one run of a search. `str` shows the first plies as text.

    You can pickle a record if you can pickle the game.
    """

    _keys = (
        *("contract", "rules=rules.title", "position=game", "functions", "call_count"),
        *("kept_count", "visited_count", "counts", "result", "chosen", "raised", "known"),
        "nodes",
    )
    _rows = "nodes"

    contract: str
    """Name of the contract that the search follows."""
    game: Game
    """Game at the root position."""
    functions: tuple[str, ...]
    """Names of the recorded functions, starting with the traced function."""
    call_count: int
    """Total number of calls, including calls that the record does not keep."""
    counts: Mapping[str, int]
    """Total number of calls to each function, by name."""
    visited_count: int | None
    """Number of visited positions, including repeats, or None if the number is unknown.

    A call is not a visit if it is a helper that works on the same position as its outer call,
    or if it has no board.
    """
    unread: tuple[str, ...]
    """Names of functions that could have visited positions, although their boards are unknown.
    If there are any such functions, `visited_count` is None."""
    result: object
    """Value that the search returned, or None if it raised an exception. Lists are stored as
    tuples. For an object that isn't a number or a text, the name of its type is stored."""
    raised: str | None
    """Exception that ended the search, with its message, or None if the search returned."""
    build: InitVar[Callable[[], CallTree]]
    _build: Callable[[], CallTree] = field(init=False, repr=False)

    def __post_init__(self, build: Callable[[], CallTree]) -> None:
        object.__setattr__(self, "_build", build)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle: the tree instead of the function that builds it."""
        state = {name: value for name, value in vars(self).items() if name != "_build"}
        state.pop("nodes", None)  # derived from the tree on demand
        return {**state, "_tree": self._tree, "counts": dict(self.counts)}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        vars(self).update(state, counts=MappingProxyType(state["counts"]))

    @cached_property
    def _tree(self) -> CallTree:
        """Tree built on demand from the calls that the record keeps."""
        return self._build()

    @cached_property
    def nodes(self) -> tuple[Call, ...]:
        """Calls that the record keeps, in the order in which they began."""
        return tuple(map(self._tree.call, range(self.kept_count)))

    @property
    def rules(self) -> Rules:
        """Rules of the game."""
        return self.game.rules

    @property
    def root(self) -> Call:
        """First call that the search made."""
        return self._tree.call(0)

    @property
    def kept_count(self) -> int:
        """Number of calls kept in `nodes`."""
        return len(self._tree.entries)

    @property
    def chosen(self) -> int | None:
        """Cell of the move that the search chose, or None if the move is unknown."""
        return self.root.choice

    @property
    def known(self) -> str | None:
        """Sentence that compares the number of visited positions with well-known searches.

        None if well-known searches visit too many positions to count, or if `visited_count` is
        None.
        """
        known = known_search_counts(self.game)
        if known is None or self.visited_count is None:
            return None
        same = [name for name, count in known.items() if count == self.visited_count]
        others = [
            _("{search} visits {count}", search=_(name), count=format_number(count))
            for name, count in known.items()
            if name not in same
        ]
        text = self._visited
        if same:
            text = ngettext(
                "The search visited {count} position, the same number as {searches}.",
                "The search visited {count} positions, the same number as {searches}.",
                self.visited_count,
                searches=join_and(map(_, same)),
            )
        if others:
            comparison = _(
                "Other searches from this position: {visits}.", visits=join_and(others)
            )
            text = f"{text} {comparison}"
        return text

    @property
    def _visited(self) -> str:
        return ngettext(
            "The search visited {count} position.",
            "The search visited {count} positions.",
            self.visited_count or 0,
        )

    @property
    def visited_text(self) -> str:
        """Sentence about the visited positions: either `known` or another remark.

        Empty if every call is a visit and `known` is None.
        """
        if self.known is not None:
            return self.known
        if self.visited_count is None:
            return _(
                "The number of visited positions is unknown, because calls to {functions} "
                "don't contain a board in the form used by the contract {contract}.",
                functions=join_and(self.unread),
                contract=repr(self.contract),
            )
        return "" if self.visited_count == self.call_count else self._visited

    @localized
    def __str__(self) -> str:
        lines = [self._title, *self._facts, ""]
        shown_calls = self._first_plies(_LINES)
        lines += [f"{'  ' * call.depth}{_said(call)}" for call in shown_calls]
        lines += self._rest(shown_calls)
        return "\n".join(lines)

    @localized
    def _repr_html_(self) -> str:
        """Return the first plies for a notebook, as nested HTML lists with pictures."""
        kept = self._first_plies(_PICTURES)
        tree = _as_list([self.root], {call.index for call in kept})
        return _section(self._title, self._facts, tree, self._rest(kept))

    @property
    def _title(self) -> str:
        return ngettext(
            "Trace of {function} on {position}: {count} call",
            "Trace of {function} on {position}: {count} calls",
            self.call_count,
            function=self.functions[0],
            position=self.game.to_text(),
        )

    @property
    def _facts(self) -> list[str]:
        facts = []
        if len(self.counts) > 1:
            facts.append(_("Calls by function: {counts}", counts=list_call_counts(self)))
        if self.raised is not None:
            facts.append(_("The search raised {error}", error=self.raised))
        if self.visited_text:
            facts.append(self.visited_text)
        if self.kept_count < self.call_count:
            facts.append(
                ngettext(
                    "The record contains {count} call, down to depth {depth}.",
                    "The record contains {count} calls, down to depth {depth}.",
                    self.kept_count,
                    depth=max(entry.depth for entry in self._tree.entries),
                )
            )
        return facts

    def _first_plies(self, most: int) -> list[Call]:
        """Return the calls in the first plies, as many whole plies as fit into `most` calls."""
        entries = self._tree.entries
        sizes = Counter(entry.depth for entry in entries)
        deepest, count = 0, 1
        while sizes[deepest + 1] and count + sizes[deepest + 1] <= most:
            deepest += 1
            count += sizes[deepest]
        return [self._tree.call(entry.index) for entry in entries if entry.depth <= deepest]

    def _rest(self, first: list[Call]) -> list[str]:
        rest = self.call_count - len(first)
        text = ngettext(
            "{count} more call, made by the calls shown",
            "{count} more calls, made by the calls shown",
            rest,
        )
        return [text] if rest else []

    def to_dict(self) -> dict[str, Any]:
        """Return the record as a JSON-serializable dict, including each node's ``parent``."""
        rules = visible(self.rules.title)
        return super().to_dict() | {"rules": rules, "result": as_json(self.result)}


def list_call_counts(record: Record) -> str:
    """Return a phrase that says how often a record's functions were called."""
    return join_list(
        _("{function} {count}", function=name, count=format_number(count))
        for name, count in record.counts.items()
    )


def recorded_entries(record: Record) -> list[Entry]:
    """Return a record's calls as compact entries, in tree order.

    Calling this function is faster than reading `Record.nodes`, which creates an object for
    each call.
    """
    return record._tree.nested  # noqa: SLF001 - belongs to this module


_LINES = 60  # maximum number of calls in a record's text
_PICTURES = 20  # maximum number of calls that are drawn for a record in a notebook
_PICTURE_SIZE = 72  # width of a position's picture, in pixels


def _section(title: str, facts: Iterable[str], tree: str, rest: Iterable[str]) -> str:
    """Return an HTML section with a title, facts, the tree, and paragraphs at the end."""
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
    return join_list(position_name(cell, rules) for cell in cells)


def _said(call: Call) -> str:
    """Describe a call in one line, which begins with the call's move if it is known."""
    text = _describe_end(call)
    notes = []
    if call.cut:
        notes.append(_("cut: {squares}", squares=_cells(call.cut, call.rules)))
    if call.call_count > 1:
        notes.append(ngettext("{count} call", "{count} calls", call.call_count))
    if notes:
        text = _("{text} ({notes})", text=text, notes="; ".join(notes))
    if call.cell is not None:
        text = _("{square}: {text}", square=_cells([call.cell], call.rules), text=text)
    return text


def _describe_end(call: Call) -> str:
    given = ", ".join(f"{name}={value}" for name, value in call.arguments.items())
    name = f"{call.function}({given})" if given else call.function
    if call.raised is not None:
        return _("{call} raised {error}", call=name, error=call.raised)
    if call.choice is None:
        return _("{call} returned {value}", call=name, value=call.value)
    square = _cells([call.choice], call.rules)
    if call.value is None:
        return _("{call} chose {square}", call=name, square=square)
    return _(
        "{call} returned {value} and chose {square}",
        call=name,
        value=call.value,
        square=square,
    )


def _as_list(calls: Iterable[Call], kept: set[int]) -> str:
    """Return calls, with any kept calls inside them, as nested HTML lists."""
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
    """Draw a call's board as SVG, or return an empty string if there is no board."""
    if call.board is None:
        return ""
    rules, game = call.rules, call.game
    # If no game can reach the position, the small boards are unknown.
    state = rules.initial_state if game is None else game.state
    return draw_board(
        Scene(
            layout=rules.layout,
            marks=call.board,
            title=_("Position in call {number}", number=format_number(call.number + 1)),
            winning_lines=() if game is None else game.winning_lines,
            last_move=call.cell,
            small_boards=rules.small_boards(state),
            open_boards=() if game is None else game.open_boards,
            links=rules.links,
        ),
        _PICTURE_SIZE,
    )


# Trees of Monte Carlo tree searches, with each node's visits and mean result.


Moves = tuple[int, ...]  # cells of the moves that lead to a node from the root


@dataclass(frozen=True, eq=False)
class VisitTree:
    """Monte Carlo search tree, with each node's visit count and mean result. Immutable.

    You can build such a tree from any search, and show it in a `SearchView`. Each visit ends
    with the result of one playout. Results can be from X's point of view, or from the point of
    view of the player who has just moved.

    Parameters
    ----------
    game : Game
        Game at the root position.
    nodes : mapping
        Number of visits and mean result for each node. The key is the sequence of moves that
        leads to the node. For example, ``()`` is the root, and ``(4, 0)`` is the node after the
        moves 4 and 0.

    Raises
    ------
    TypeError
        If `game` is not a `Game`, if `nodes` does not map tuples of moves to pairs, or if a
        number in `nodes` has the wrong type.
    ValueError
        If a move is illegal, if a visit count is below 1, if a mean is outside -1 to 1, if the
        root or a parent is missing, if a node's children have more visits than the node itself,
        or if the rules of `game` let players choose their marks.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> nodes = {(): (3, 0.0), (4,): (2, 0.5), (4, 0): (1, 1.0), (1,): (1, -1.0)}
    >>> print(VisitTree(Game(), nodes))
    Tree for .../.../...: 4 nodes, 3 visits
    start: 3 visits, mean 0.00
      5: 2 visits, mean 0.50
        1: 1 visit, mean 1.00
      2: 1 visit, mean -1.00
    """

    game: Game
    """Game at the root position."""
    nodes: Mapping[Moves, tuple[int, float]]
    """Number of visits and mean result for each node, by its moves. Each node comes before its
    children, of which the most visited come first."""
    _games: Mapping[Moves, Game] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        game = as_game(self.game)
        if game.rules.choices:
            raise ValueError(
                "the rules of game must not let players choose their marks, as "
                f"{visible(game.rules.title)} does: choose rules such as 'notakto'"
            )
        nodes = _as_nodes(self.nodes)
        object.__setattr__(self, "_games", _play(game, nodes))
        below: Counter[Moves] = Counter()
        for moves, (visits, _mean) in nodes.items():
            if moves:
                below[moves[:-1]] += visits
        for moves, visits in below.items():
            if visits > nodes[moves][0]:
                raise ValueError(
                    f"the children of node {moves} must have at most {nodes[moves][0]:,} "
                    f"visits in total, not {visits:,}"
                )

        def place(moves: Moves) -> list[tuple[int, int]]:
            return [
                (-nodes[moves[:ply]][0], moves[ply - 1]) for ply in range(1, len(moves) + 1)
            ]

        ordered = {moves: nodes[moves] for moves in sorted(nodes, key=place)}
        object.__setattr__(self, "nodes", MappingProxyType(ordered))

    @localized
    def __str__(self) -> str:
        lines = [f"{'  ' * len(moves)}{self._say(moves)}" for moves in self._first(_LINES)]
        return "\n".join([self._title, *lines, *self._rest(_LINES)])

    @localized
    def _repr_html_(self) -> str:
        """Return the most visited nodes for a notebook, as nested HTML lists with pictures."""
        tree = "".join(self._as_lists(_PICTURES))
        return _section(self._title, [], tree, self._rest(_PICTURES))

    @property
    def _title(self) -> str:
        return _(
            "Tree for {position}: {nodes}, {visits}",
            position=self.game.to_text(),
            nodes=ngettext("{count} node", "{count} nodes", len(self.nodes)),
            visits=ngettext("{count} visit", "{count} visits", self.nodes[()][0]),
        )

    def _say(self, moves: Moves) -> str:
        visits, mean = self.nodes[moves]
        return ngettext(
            "{node}: {count} visit, mean {mean}",
            "{node}: {count} visits, mean {mean}",
            visits,
            node=position_name(moves[-1], self.game.rules) if moves else _("start"),
            mean=write_mean(mean),
        )

    def _first(self, most: int) -> list[Moves]:
        """Return the `most` nodes that have the highest visit counts, in tree order."""
        # A parent has at least as many visits as its child, so the parent is included, too.
        by_visits = sorted(self.nodes, key=lambda moves: (-self.nodes[moves][0], len(moves)))
        kept = set(by_visits[:most])
        return [moves for moves in self.nodes if moves in kept]

    def _rest(self, most: int) -> list[str]:
        rest = len(self.nodes) - most
        text = ngettext(
            "{count} more node with the same number of visits or fewer",
            "{count} more nodes with the same number of visits or fewer",
            rest,
        )
        return [text] if rest > 0 else []

    def _as_lists(self, most: int) -> Iterator[str]:
        """Yield the parts of nested HTML lists for at most `most` nodes."""
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
                title=said,
                winning_lines=game.winning_lines,
                last_move=moves[-1] if moves else None,
                small_boards=game.small_boards,
                open_boards=game.open_boards,
                links=game.rules.links,
            )
            yield f"<li>{_with_picture(draw_board(scene, _PICTURE_SIZE), escape(said))}"
        yield "</li></ul>" * (depth + 1)

    def to_records(self) -> list[dict[str, Any]]:
        """Return one dict for each node, with the node's moves, visit count and mean."""
        return [
            {"moves": list(moves), "visits": visits, "mean": mean}
            for moves, (visits, mean) in self.nodes.items()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the tree as a JSON-serializable dict."""
        rules, position = visible(self.game.rules.title), self.game.to_text()
        return {"rules": rules, "position": position, "nodes": self.to_records()}


def games_of_nodes(tree: VisitTree) -> Mapping[Moves, Game]:
    """Map each node's moves to a game at the node's position."""
    return tree._games  # noqa: SLF001 - belongs to this module


def write_mean(mean: float) -> str:
    """Format a mean with two decimals, and without a sign if it rounds to 0."""
    return f"{round(mean, 2) + 0.0:.2f}"


def _as_nodes(given: object) -> dict[Moves, tuple[int, float]]:
    """Check the nodes, and convert their numbers to plain ints and floats."""
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
                f"node {moves} must be a pair (visits, mean), such as (12, 0.25), not "
                f"{brief(value)}"
            )
        visits = check_int(value[0], f"the visits of node {moves}", 1)
        nodes[moves] = (visits, _as_mean(value[1], moves))
    if () not in nodes:
        raise ValueError("nodes must contain the root, whose key is ()")
    return nodes


def _as_moves(key: object) -> Moves:
    try:
        if isinstance(key, tuple):
            return tuple(map(as_int, key))
    except TypeError:
        pass
    raise TypeError(
        f"each key of nodes must be a tuple of moves, such as (4, 0), not {brief(key)}"
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
    """Map each node's moves to a game, or raise a ValueError if a move is illegal."""
    games: dict[Moves, Game] = {(): game}
    for moves in sorted(nodes, key=len):
        if not moves:
            continue
        if moves[:-1] not in games:
            raise ValueError(f"nodes must contain {moves[:-1]}, the parent of {moves}")
        try:
            games[moves] = games[moves[:-1]].play(moves[-1])
        except ValueError as error:
            legal = brief(games[moves[:-1]].legal_moves)
            raise ValueError(
                f"the last move of node {moves} must be one of {legal}, not {moves[-1]}"
            ) from error
    return games
