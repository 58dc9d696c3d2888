"""Tree of calls, made from the entries of a recorder."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, cached_property
from operator import attrgetter
from types import MappingProxyType

from tictactoe_widget.classroom.contracts.contract import Contract
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Board
from tictactoe_widget.validation import brief

from .entries import Call, Entry, Number, game_of_call

# Moves that the calls of a search tried, each itself or through helpers.


class _Tries:
    """Moves that calls tried on their positions, those of their helpers included.

    A helper is called on the position of the call around it, or without one, and moves
    on from there in its place. One may try a single move, or some, or all.

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
        """Return the names of the functions that were seen to try several moves, all there.

        "All" are those that were tried on a position by all calls on it.
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
        """Return the cell of the one move that a call tries for the call around it."""
        cells = self._cells[entry.index]
        return next(iter(cells)) if len(cells) == 1 and self.is_part(entry) else None


def _is_helper(entry: Entry) -> bool:
    """Return whether a call is on the position of the call around it, or on none."""
    return bool(entry.tally.stage.began)


# Moves that the calls of a search found best, told from the values of what they called.

_Way = tuple[str, str]
# a move that a call tried, its value, and the way on which that came to the call
_Option = tuple[int, Number | None, _Way]


def _set_best(entries: Sequence[Entry], tries: _Tries) -> None:
    """Set the best moves of each call, and the move that it tries for the call around it.

    Parameters
    ----------
    entries : sequence of Entry
        Calls, each before those that it made, with their values.
    tries : Tries
        Moves that the calls tried.
    """
    signs = _Signs(entries, tries)
    handed: dict[int, list[_Option]] = {}  # what helpers hand to the calls around them
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
    """Return the moves that a helper tried as the call around it sees them."""
    if entry.value is None or entry.parent is None:
        return options  # what it made of their values is not known
    way = entry.parent.function, entry.function
    shown = options if len(tries.cells(entry)) == 1 else best
    return [(cell, entry.value, way) for cell, _, _ in shown]


class _Signs:
    """Signs that values change by on their way from one function to another.

    It is -1 where a function returns the opposite of what the other returned, as in
    negamax.
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


# Moves that a recorded search cut: those that its calls did not try.


class Cuts:
    """Moves that the calls of a search did not try, although they tried others.

    Only calls are seen. Where no call in the record is made twice, the search may keep
    a table, and a move to a position that was called before may have been answered
    from it; where none is made on a finished position, moves that end the game may
    have been valued without a call. Such moves are not counted as cut.
    """

    def __init__(self, entries: Sequence[Entry], rules: Rules, tries: _Tries) -> None:
        self._entries = entries
        self._rules = rules
        self._tries = tries
        self._is_whole = entries[0].call_count == len(entries)

    def of(self, entry: Entry) -> tuple[int, ...]:
        """Return the moves that a call did not try, ascending.

        Those of a position are said of one call on it: the innermost that was to try all.
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
        """Return whether a call was to try all moves for the call around it."""
        return (
            call.board is not None
            and _is_helper(call)
            and not self._tries.is_part(call)
            and self._tries.cells(call) == tried
        )

    def _is_cut(self, after: Game) -> bool:
        """Return whether a move to a position was left out for certain."""
        if self._may_have_table and (not self._is_whole or after.board in self._positions):
            return False
        return not after.is_over or self._calls_finished

    @cached_property
    def _may_have_table(self) -> bool:
        """True where no call is made twice."""
        keys = {
            (entry.function, entry.board, tuple(entry.arguments.values()))
            for entry in self._entries
        }
        return len(keys) == len(self._entries)

    @cached_property
    def _positions(self) -> set[Board | None]:
        """Positions that calls were made on."""
        return {entry.board for entry in self._entries}

    @cached_property
    def _calls_finished(self) -> bool:
        """True when a call was made on a finished position."""
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
    """Tree of the calls of a search that were kept.

    Parameters
    ----------
    entries : sequence of Entry
        Calls that were kept, in the order in which they began; the first is the root.
    contract : Contract
        Contract by which moves are written.
    rules : Rules
        Rules of the game.
    returns_move : bool
        True where a number that the first function returns may be a move, because no
        call of the search goes back to it.
    """

    def __init__(
        self, entries: Sequence[Entry], contract: Contract, rules: Rules, *, returns_move: bool
    ) -> None:
        _place(entries)
        _read_results(entries, contract, rules, returns_move=returns_move)
        _compare(entries, rules)
        # the calls as they were recorded, with all that is known of them
        self.entries = entries
        self._rules = rules
        self._calls: dict[int, Call] = {}

    def call(self, index: int) -> Call:
        """Return a call, by its place among the entries; each is made once."""
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
        """The entries in the order of the tree: each call before those that it made.

        That is the order in which they began, except where a search runs several
        generators in turn.
        """
        entered, _ = self._events
        return sorted(self.entries, key=lambda entry: entered[entry.index])

    @cached_property
    def _events(self) -> tuple[list[int], list[int]]:
        """Numbers of the events at which each call begins, and ends, from 0."""
        kept = [1] * len(self.entries)  # calls within each, itself included
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
    """Set the place, the board and the move of each call, and the calls that it made."""
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
    """Set what a call and the calls that it made say of its moves, and its bounds."""
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
        """Return the cell of a move to an empty cell; None for anything else."""
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
    """Return whether a call returned what one that it made on its position had returned."""
    return any(
        child.board == entry.board and child.result == entry.result for child in entry.children
    )


def _read_pairs(
    pairs: Sequence[tuple[Entry, tuple[object, ...]]],
    cell_of: Callable[[object, Board | None], int | None],
) -> None:
    """Set the values and the moves of calls that returned both, in whichever order."""

    def is_pair(entry: Entry, pair: tuple[object, ...], at: int) -> bool:
        """Return whether a move, or None, can be in one place and a value in the other."""
        is_value = isinstance(pair[1 - at], int | float)
        return is_value and (pair[at] is None or cell_of(pair[at], entry.board) is not None)

    at = 1 if all(is_pair(entry, pair, 1) for entry, pair in pairs) else 0
    for entry, pair in pairs:
        value = pair[1 - at]
        if is_pair(entry, pair, at) and isinstance(value, int | float):
            entry.value = value
            entry.choice = cell_of(pair[at], entry.board)


def _bounds(arguments: Mapping[str, object]) -> tuple[Number | None, Number | None]:
    """Return alpha and beta among the arguments of a call; None for what is not there."""
    alpha, beta = (_number(arguments.get(name)) for name in ("alpha", "beta"))
    if alpha is None and beta is None:
        alpha, beta = (_number(arguments.get(name)) for name in ("a", "b"))
        if alpha is None or beta is None:  # one such letter alone may be anything
            return None, None
    return alpha, beta


def _number(value: object) -> Number | None:
    return value if isinstance(value, int | float) else None


def _reason(value: Number | None, alpha: Number | None, beta: Number | None) -> str | None:
    """Return a sentence on a value beside the bounds that its call was given."""
    if value is None or (alpha is None and beta is None):
        return None
    if beta is not None and value >= beta:
        return f"The value {_said(value)} is not below beta, {_said(beta)}."
    if alpha is not None and value <= alpha:
        return f"The value {_said(value)} is not above alpha, {_said(alpha)}."
    given = (("above alpha", alpha), ("below beta", beta))
    where = " and ".join(
        f"{side}, {_said(bound)}" for side, bound in given if bound is not None
    )
    return f"The value {_said(value)} is {where}: these bounds do not explain it."


def _said(number: Number) -> str:
    """Return a number as people write it, with a minus sign rather than a hyphen."""
    return brief(number).replace("-", "\N{MINUS SIGN}")
