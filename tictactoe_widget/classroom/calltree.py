"""Tree of calls, made from the entries of a recorder."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from tictactoe_widget.rules.base import Board, Rules
from tictactoe_widget.rules.errors import shown
from tictactoe_widget.rules.game import Game

from .contracts import Contract
from .record import Call, Number, game_on
from .recorder import Entry


def build_calls(
    entries: Sequence[Entry], contract: Contract, rules: Rules, *, returns_move: bool
) -> tuple[Call, ...]:
    """Return the calls of a search as a tree, in the order in which they began.

    Parameters
    ----------
    entries : sequence of Entry
        Calls that were kept; the first is the root.
    contract : Contract
        Contract by which moves are written.
    rules : Rules
        Rules of the game.
    returns_move : bool
        True where a number that the first function returns may be a move, because no
        call of the search goes back to it.
    """
    _place(entries)
    _read_results(entries, contract, rules, returns_move=returns_move)
    _number_events(entries[0])
    cuts = _Cuts(entries, rules)
    is_negated = _is_negated(entries)
    last = len(entries) - 1
    calls: list[Call] = []  # from the last to the first, so that children come before
    for entry in reversed(entries):
        alpha, beta = _bounds(entry.arguments) if entry.arguments else (None, None)
        best = _best(entry, is_negated=is_negated) if entry.children else ()
        cut = cuts.of(entry) if entry.children else ()
        calls.append(
            Call(
                index=entry.index,
                parent=None if entry.parent is None else entry.parent.index,
                number=entry.number,
                depth=entry.depth,
                entered=entry.entered,
                left=entry.left,
                function=entry.function,
                rules=rules,
                board=entry.board,
                given=entry.given if isinstance(entry.given, Game) else None,
                cell=entry.cell,
                arguments=MappingProxyType(entry.arguments),
                value=_shown_value(entry),
                choice=best[0] if entry.choice is None and len(best) == 1 else entry.choice,
                best=best,
                raised=entry.raised,
                alpha=alpha,
                beta=beta,
                calls=entry.calls,
                children=tuple([calls[last - child.index] for child in entry.children]),
                cut=cut,
                bound=_reason(entry.value, alpha, beta) if cut else None,
            )
        )
    return tuple(reversed(calls))


def _place(entries: Sequence[Entry]) -> None:
    """Set the index, the board and the move of each call."""
    for index, entry in enumerate(entries):
        entry.index = index
        entry.cell = entry.value = entry.choice = None
        entry.entered = entry.left = 0
        board = entry.board = (
            entry.given.board if isinstance(entry.given, Game) else entry.given
        )
        if entry.parent is not None:
            before = entry.parent.board
            if before is None:
                before = _board_around(entry)
            if board is not before:
                entry.cell = _move(before, board)


def _shown_value(entry: Entry) -> Number | str | None:
    """Return the number or the text that stands for what a call returned."""
    if entry.value is not None or entry.result is None or entry.choice is not None:
        return entry.value
    return entry.result if isinstance(entry.result, str) else shown(entry.result)


def _board_around(entry: Entry) -> Board | None:
    """Return the nearest board of the calls around a call."""
    around = entry.parent
    while around is not None and around.board is None:
        around = around.parent
    return None if around is None else around.board


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


def _number_events(root: Entry) -> None:
    """Set the numbers of the events at which calls begin and end, from 0."""
    count = 0
    waiting: list[tuple[Entry, Iterator[Entry]]] = [(root, iter(root.children))]
    while waiting:
        entry, children = waiting[-1]
        count += 1
        child = next(children, None)
        if child is None:
            waiting.pop()
            entry.left = count
        else:
            child.entered = count
            waiting.append((child, iter(child.children)))


def _is_negated(entries: Sequence[Entry]) -> bool:
    """Return whether values are seen by the player to move (negamax)."""
    same = turned = 0
    for entry in entries:
        if entry.children and entry.value:
            values = [child.value for child in entry.children if child.cell is not None]
            same += entry.value in values
            turned += -entry.value in values
    return turned > same


def _best(entry: Entry, *, is_negated: bool) -> tuple[int, ...]:
    """Return the moves tried that have the value of their call."""
    if entry.value is None:
        return ()
    value = -entry.value if is_negated else entry.value
    return tuple(
        dict.fromkeys(
            [
                child.cell
                for child in entry.children
                if child.cell is not None and child.value == value
            ]
        )
    )


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
        return f"The value {value} is not below beta, {beta}."
    if alpha is not None and value <= alpha:
        return f"The value {value} is not above alpha, {alpha}."
    given = (("above alpha", alpha), ("below beta", beta))
    where = " and ".join(f"{side}, {bound}" for side, bound in given if bound is not None)
    return f"The value {value} is {where}: these bounds do not explain it."


class _Cuts:
    """Moves that the calls of a search did not try, although they tried others.

    Only calls are seen. Where no call in the record is made twice, the search may keep
    a table, and a move to a position that was called before may have been answered
    from it; where none is made on a finished position, moves that end the game may
    have been valued without a call. Such moves are not counted as cut.
    """

    def __init__(self, entries: Sequence[Entry], rules: Rules) -> None:
        self._entries = entries
        self._rules = rules
        self._is_whole = entries[0].calls == len(entries)
        keys = {
            (entry.function, entry.board, tuple(entry.arguments.values())) for entry in entries
        }
        self._may_have_table = len(keys) == len(entries)
        self._parts = {entry.index: _parts(entry) for entry in entries if entry.children}
        self._in_parts = {part.index for parts in self._parts.values() for part in parts}

    def of(self, entry: Entry) -> tuple[int, ...]:
        """Return the moves that a call did not try, ascending."""
        if not entry.has_returned or entry.board is None or entry.index in self._in_parts:
            return ()
        tried = _tried(entry)
        for part in self._parts[entry.index]:
            tried |= _tried(part)
        if not tried or len(tried) == entry.board.count(None):
            return ()
        game = self._game(entry)
        if game is None:
            cells = [cell for cell, mark in enumerate(entry.board) if mark is None]
            return tuple(cell for cell in cells if cell not in tried)
        cells = [cell for cell in game.legal_moves if cell not in tried]
        return tuple(cell for cell in cells if self._is_cut(game.play(cell)))

    def _is_cut(self, after: Game) -> bool:
        """Return whether a move to a position was left out for certain."""
        if self._may_have_table and (not self._is_whole or after.board in self._positions):
            return False
        return not after.is_over or self._calls_finished

    def _game(self, entry: Entry) -> Game | None:
        return game_on(entry.given, self._rules)

    @cached_property
    def _positions(self) -> set[Board | None]:
        """Positions that calls were made on."""
        return {entry.board for entry in self._entries}

    @cached_property
    def _calls_finished(self) -> bool:
        """True when a call was made on a finished position."""
        games = (self._game(entry) for entry in self._entries if not entry.children)
        return any(game is not None and game.is_over for game in games)


def _tried(entry: Entry) -> set[int]:
    """Return the moves that a call made calls for."""
    return {child.cell for child in entry.children if child.cell is not None}


def _parts(entry: Entry) -> list[Entry]:
    """Return the calls on the same position that each try one move for a call."""
    same = [
        child for child in entry.children if child.cell is None and child.board == entry.board
    ]
    is_split = len(same) > 1 and all(len(_tried(child)) < 2 for child in same)
    return same if is_split else []
