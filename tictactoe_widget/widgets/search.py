"""Widget that shows a search tree, which you can step through or explore."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import asdict
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from traitlets import Dict, Unicode

from tictactoe_widget.classroom.tracing.record import (
    Record,
    VisitTree,
    games_of_nodes,
    list_call_counts,
    recorded_entries,
    write_mean,
)
from tictactoe_widget.rules.state import Board
from tictactoe_widget.texts import (
    _,
    choose_language,
    front_end_texts,
    in_language,
    join_sentences,
    ngettext,
)
from tictactoe_widget.validation import brief

from .base import (
    InvalidTypeError,
    SyncedWidget,
    checking_values,
    find_front_end,
    front_end_trait,
    read_only_trait,
)

if TYPE_CHECKING:
    from .base import ReadOnly

# Data for the front end of `SearchView`: a dict of JSON values.

_NONE = -1  # stands for a missing value in a column


def search_state(record: Record | VisitTree) -> dict[str, Any]:
    """Return the values of all `SearchView` traits, by trait name."""
    if isinstance(record, VisitTree):
        rules, summary, known = record.game.rules, _summarize_visits(record), ""
        columns = _visit_columns(record)
    else:
        rules, summary, known = record.rules, _summarize(record), record.known or ""
        columns = tree_columns(record)
    return {
        "grid": asdict(rules.layout),
        "summary": summary,
        "known": known,
        # The tree is sent as text, which neither Python nor the page searches for binary data.
        "tree": json.dumps(columns, separators=(",", ":")),
    }


def _summarize_visits(tree: VisitTree) -> str:
    """Return a sentence that gives the numbers of visits and nodes in a tree."""
    return _(
        "{visits}, {nodes}.",
        visits=ngettext("{count} visit", "{count} visits", tree.nodes[()][0]),
        nodes=ngettext("{count} node", "{count} nodes", len(tree.nodes)),
    )


def _summarize(record: Record) -> str:
    """Return sentences that give the numbers of calls and visited positions in a record.

    If `Record.known` contains the number of positions, these sentences don't repeat it.
    """
    sentences = [
        ngettext(
            "{count} call: {counts}.",
            "{count} calls: {counts}.",
            record.call_count,
            counts=list_call_counts(record),
        )
        if len(record.counts) > 1
        else ngettext(
            "{count} call to {function}.",
            "{count} calls to {function}.",
            record.call_count,
            function=record.functions[0],
        )
    ]
    if record.kept_count < record.call_count:
        sentences.append(
            ngettext(
                "{count} call was recorded.", "{count} calls were recorded.", record.kept_count
            )
        )
    if record.known is None and record.visited_text:
        sentences.append(record.visited_text)
    return join_sentences(*sentences)


def tree_columns(record: Record) -> dict[str, Any]:
    """Return a record's calls as columns of numbers, with lookup tables for texts.

    ``"depth"`` lists each call's depth, in the order in which the calls began. The depths
    determine the tree. Each value in ``"columns"`` is a list with a number for each call, where
    -1 means that a value is missing. If all the numbers in a column are equal, a single number
    replaces the list.

    The columns ``"cell"`` and ``"tried_for"`` contain the attributes with the same names in
    each `Call`. The column ``"calls"`` contains each call's `call_count`. ``"visits"`` is -1,
    because only nodes in a `VisitTree` have visits. All other columns contain indices into one
    of four tables: ``"functions"``, ``"boards"`` (one character per cell), ``"cells"`` (lists
    of cells) and ``"texts"`` (for display). ``"worths"`` lists the texts for all values that
    occur, sorted by value.
    """
    functions, boards, cells, texts = _Column(), _Column(), _Column(), _Column()
    entries = recorded_entries(record)

    def each(name: str) -> Iterator[Any]:
        return map(attrgetter(name), entries)

    values = list(zip(map(type, each("shown")), each("shown"), each("raised"), strict=True))
    columns = {
        "function": functions.places(each("function")),
        "board": boards.places(each("board"), _write_board),
        "cell": [_NONE if cell is None else cell for cell in each("cell")],
        "tried_for": [_NONE if cell is None else cell for cell in each("tried_for")],
        "calls": list(each("call_count")),
        "value": texts.places(values, _write_result),
        "chosen": cells.places(zip(each("choice"), each("best"), strict=True), _find_chosen),
        "alpha": texts.places(each("alpha"), _write),
        "beta": texts.places(each("beta"), _write),
        "arguments": texts.places(
            (tuple(given.items()) if given else () for given in each("arguments")),
            _write_arguments,
        ),
        "raised": texts.places(each("raised")),
        "cut": cells.places(each("cut"), lambda cut: cut or None),
        "bound": texts.places(each("bound")),
        "visits": [_NONE] * len(entries),
    }
    worths = [value for _, value, raised in set(values) if value is not None and raised is None]
    return {
        "depth": list(each("depth")),
        "columns": {name: _squeeze(column) for name, column in columns.items()},
        **_entries(functions=functions, boards=boards, cells=cells, texts=texts),
        "worths": list(dict.fromkeys(map(_write, sorted(worths, key=_ascending)))),
    }


def _visit_columns(tree: VisitTree) -> dict[str, Any]:
    """Return a tree's nodes and their visits in the format of `tree_columns`.

    A node's value is its mean result. Among a node's children, those with the most visits count
    as chosen.
    """
    boards, cells, texts = _Column(), _Column(), _Column()
    nodes, games = tree.nodes, games_of_nodes(tree)
    most: dict[tuple[int, ...], int] = {}
    chosen: dict[tuple[int, ...], tuple[int, ...]] = {}
    for moves, (visits, _mean) in nodes.items():
        parent = moves[:-1]
        # Among siblings, the most visited node comes first.
        if moves and visits == most.setdefault(parent, visits):
            chosen[parent] = (*chosen.get(parent, ()), moves[-1])
    means = {
        mean: write_mean(mean).replace("-", "\N{MINUS SIGN}") for _, mean in nodes.values()
    }
    columns = {
        "board": boards.places((games[moves].board for moves in nodes), _write_board),
        "cell": [moves[-1] if moves else _NONE for moves in nodes],
        "calls": [1] * len(nodes),
        "value": texts.places(means[mean] for _, mean in nodes.values()),
        "chosen": cells.places(map(chosen.get, nodes)),
        "visits": [visits for visits, _ in nodes.values()],
    }
    nothing = ("alpha", "arguments", "beta", "bound", "cut", "function", "raised", "tried_for")
    return {
        "depth": [len(moves) for moves in nodes],
        "columns": {name: _squeeze(column) for name, column in columns.items()}
        | dict.fromkeys(nothing, _NONE),
        **_entries(functions=_Column(), boards=boards, cells=cells, texts=texts),
        "worths": list(dict.fromkeys(means[mean] for mean in sorted(means))),
    }


class _Column:
    """Lookup table for columns that contain only the indices of its entries."""

    def __init__(self) -> None:
        self.entries: dict[Any, int] = {}  # index of each entry

    def places(
        self, items: Iterable[Any], write: Callable[[Any], Hashable] = lambda item: item
    ) -> list[int]:
        """Return each item's index in this table, or -1 for items without a text."""
        items = list(items)
        # A search has many calls but few different values, so each value's text is made only
        # once.
        at = {
            item: self._place(None if item is None else write(item))
            for item in dict.fromkeys(items)
        }
        return list(map(at.__getitem__, items))

    def _place(self, entry: Hashable) -> int:
        return _NONE if entry is None else self.entries.setdefault(entry, len(self.entries))


def _entries(**columns: _Column) -> dict[str, list[Any]]:
    return {name: list(column.entries) for name, column in columns.items()}


def _write_board(board: Board) -> str:
    return "".join(mark or "." for mark in board)


def _write_result(result: tuple[type, object, str | None]) -> str | None:
    """Return a call's result as text, or None if the call raised an exception."""
    _, value, raised = result
    return None if raised is not None else _write(value)


def _find_chosen(moves: tuple[int | None, tuple[int, ...]]) -> tuple[int, ...] | None:
    """Return the cell that a call chose, or all best cells if the choice is unknown."""
    choice, best = moves
    return (best or None) if choice is None else (choice,)


def _write_arguments(arguments: tuple[tuple[str, object], ...]) -> str | None:
    """Return arguments and their names as display text, or None if there are none."""
    return ", ".join(f"{name} {_write(value)}" for name, value in arguments) or None


def _write(value: object) -> str:
    """Return a number, a text or None as display text."""
    if isinstance(value, str):
        return value
    text = f"{value:g}".replace("inf", "∞") if isinstance(value, float) else brief(value)
    return text.replace("-", "\N{MINUS SIGN}")


def _ascending(value: float | str) -> tuple[bool, float | str]:
    """Return a sort key that sorts numbers before texts."""
    return isinstance(value, str), value


def _squeeze(column: list[int]) -> list[int] | int:
    """Return a column as a single number if all its numbers are equal, otherwise unchanged."""
    return column[0] if column.count(column[0]) == len(column) else column


_Shown = TypeVar("_Shown", bound=Record | VisitTree)


class SearchView(SyncedWidget, Generic[_Shown]):
    """Widget that shows the tree of a traced search or of a Monte Carlo tree search.

    You can step through the calls and returns in a `Record`. The view starts before the first
    call, and changes only when you press a button. A `VisitTree` contains no calls, so the view
    shows the whole tree, with each node's number of visits and mean result. The most visited
    child comes first, with a star.

    Parameters
    ----------
    record : Record or VisitTree
        Result of `trace`, or the tree of a Monte Carlo tree search.
    language : str, optional
        Language of all texts in the widget, such as ``"de"``. The default is the language that
        `set_language` has chosen.

    Raises
    ------
    InvalidTypeError
        If `record` is neither a `Record` nor a `VisitTree`.
    InvalidValueError
        If there is no such language.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> from tictactoe_widget.classroom import trace
    >>> def negamax(game):
    ...     if game.is_over:
    ...         return 0 if game.is_draw else -1
    ...     return max(-negamax(game.play(cell)) for cell in game.legal_moves)
    >>> record = trace(negamax, Game.from_text("XOX/OXO/.X."))
    >>> SearchView(record).record.call_count
    5
    """

    _esm = find_front_end("search.js")
    _css = find_front_end("search.css")
    _keeping = "pickle its record, or keep record.to_dict()"

    # Traits that you can observe and link.

    summary: ReadOnly[str] = read_only_trait(Unicode())
    """Sentences with the number of calls and, if some were not recorded, the number of recorded
    calls. If `known` is empty, the sentences also give the number of visited positions. For a
    `VisitTree`, the sentences give the numbers of visits and nodes."""
    known: ReadOnly[str] = read_only_trait(Unicode())
    """Sentence that compares the number of visited positions with well-known searches. Empty if
    there is nothing to compare."""
    language: ReadOnly[str] = read_only_trait(Unicode("en"))
    """Language of all texts in the widget, such as "de"."""

    # Traits for the front end only.

    texts: ReadOnly[dict[str, Any]] = front_end_trait(Dict())
    """Translations of the front end's own texts (see `TicTacToe.texts`)."""
    grid: ReadOnly[dict[str, Any]] = front_end_trait(Dict())
    """Grid in which the front end draws a board's cells (see `TicTacToe.grid`)."""
    tree: ReadOnly[str] = front_end_trait(Unicode())
    """Recorded calls or nodes, as text: a JSON object with a list for each field."""

    def __init__(self, record: _Shown, *, language: str | None = None) -> None:
        if not isinstance(record, Record | VisitTree):
            raise InvalidTypeError(
                f"record must be a Record or a VisitTree, not {brief(record)}: "
                "pass the result of trace()"
            )
        self._record: _Shown = record
        with checking_values():
            language = choose_language(language)
        with in_language(language):
            state = search_state(record)
        super().__init__({**state, "language": language, "texts": front_end_texts(language)})

    @property
    def record(self) -> _Shown:
        """The displayed `Record` or `VisitTree`."""
        return self._record

    def _still_view(self) -> dict[str, str]:
        with in_language(self.language):
            return {"text/html": self._record._repr_html_()}

    def __repr__(self) -> str:
        """Return the displayed `Record` or `VisitTree` as text."""
        with in_language(self.language):
            return str(self._record)
