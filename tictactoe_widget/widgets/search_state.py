"""What the front end of `SearchView` is told of a record, as JSON values by name."""

import json
from collections.abc import Hashable, Iterable
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from tictactoe_widget.classroom.record import Call, Record
from tictactoe_widget.rules.errors import shown

_NONE = -1  # what a column holds where there is nothing to show


def search_state(record: Record) -> dict[str, Any]:
    """Return the values of the traits of `SearchView`, by name."""
    return {
        "grid": asdict(record.rules.layout),
        "summary": _summarize(record),
        "known": record.known or "",
        # As a text it is not searched for binary data, on either side.
        "tree": json.dumps(tree_columns(record), separators=(",", ":")),
    }


def _summarize(record: Record) -> str:
    """Return a sentence on the number of calls of a record."""
    by_function = ", ".join(f"{name} {count:,}" for name, count in record.counts.items())
    calls = f"{record.calls:,} {'call' if record.calls == 1 else 'calls'}"
    if len(record.counts) > 1:
        calls = f"{calls} ({by_function})"
    else:
        calls = f"{calls} of {record.functions[0]}"
    kept = "" if record.kept == record.calls else f"; {record.kept:,} of them are recorded"
    return f"{calls}{kept}."


def tree_columns(record: Record) -> dict[str, Any]:
    """Return the calls of a record as columns of numbers, and the tables they point to.

    ``"depth"`` holds the depth of each call, in the order in which they began, which
    gives the tree. Each of ``"columns"`` holds a number for each call, or one number
    where all are the same; -1 says that there is nothing. ``"cell"`` and ``"calls"`` are
    those of the `Call`; the others point to places in tables: ``"functions"``;
    ``"boards"``, a character a cell; ``"cells"``, lists of cells; ``"texts"``, for people
    to read. ``"worths"`` lists the texts of the values that occur, smallest number first.
    """
    functions, boards, cells, texts = _Table(), _Table(), _Table(), _Table()
    nodes = record.nodes
    columns = {
        "function": functions.places(call.function for call in nodes),
        "board": boards.places(call.board for call in nodes),
        "cell": [_NONE if call.cell is None else call.cell for call in nodes],
        "calls": [call.calls for call in nodes],
        "value": texts.places(map(_returned, nodes)),
        "chosen": cells.places(map(_chosen, nodes)),
        "alpha": texts.places(_bound(call.alpha) for call in nodes),
        "beta": texts.places(_bound(call.beta) for call in nodes),
        "arguments": texts.places(
            _describe(tuple(call.arguments.items())) or None for call in nodes
        ),
        "raised": texts.places(call.raised for call in nodes),
        "cut": cells.places(call.cut or None for call in nodes),
        "bound": texts.places(call.bound for call in nodes),
    }
    worths = sorted({call.value for call in nodes if call.value is not None}, key=_ascending)
    return {
        "depth": [call.depth for call in nodes],
        "columns": {name: _squeeze(column) for name, column in columns.items()},
        "functions": functions.entries,
        "boards": ["".join(mark or "." for mark in board) for board in boards.entries],
        "cells": cells.entries,
        "texts": texts.entries,
        "worths": list(dict.fromkeys(map(_write, worths))),
    }


class _Table:
    """Entries that a column points to, each kept once."""

    def __init__(self) -> None:
        self._places: dict[Any, int] = {}

    def places(self, entries: Iterable[Hashable]) -> list[int]:
        """Return the place of each entry, which is added where it is new; -1 for None."""
        places = self._places
        return [
            _NONE if entry is None else places.setdefault(entry, len(places))
            for entry in entries
        ]

    @property
    def entries(self) -> list[Any]:
        """Entries, by place."""
        return list(self._places)


def _returned(call: Call) -> str | None:
    """Return the text of what a call returned; None where it raised."""
    return None if call.raised is not None else _write(call.value)


def _chosen(call: Call) -> tuple[int, ...] | None:
    """Return the cell that a call chose; where that cannot be told, the best ones."""
    return (call.best or None) if call.choice is None else (call.choice,)


def _bound(bound: float | None) -> str | None:
    return None if bound is None else _write(bound)


# A search has few different numbers and arguments, and many calls.
@lru_cache(maxsize=1024, typed=True)
def _write(value: object) -> str:
    """Return a number, a text or None as people read it."""
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return f"{value:g}".replace("inf", "∞").replace("-", "\N{MINUS SIGN}")
    return shown(value).replace("-", "\N{MINUS SIGN}")


@lru_cache(maxsize=1024)
def _describe(arguments: tuple[tuple[str, object], ...]) -> str:
    """Return arguments and their names as people read them."""
    return ", ".join(f"{name} {_write(value)}" for name, value in arguments)


def _ascending(value: float | str) -> tuple[bool, float | str]:
    """Return a key that sorts numbers, then texts."""
    return isinstance(value, str), value


def _squeeze(column: list[int]) -> list[int] | int:
    """Return the number that a column holds throughout, else the column."""
    return column[0] if column.count(column[0]) == len(column) else column
