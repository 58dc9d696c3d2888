"""Moves that the calls of a search found best, told from the values of what they called."""

from collections import Counter
from collections.abc import Sequence

from .call import Number
from .entries import Entry
from .tries import Tries, is_helper

_Way = tuple[str, str]
"""Names of a function and of one that it calls."""
_Option = tuple[int, Number | None, _Way]
"""A move that a call tried, its value, and the way on which that came to the call."""


def set_best(entries: Sequence[Entry], tries: Tries) -> None:
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
        if is_helper(entry) and options:
            handed[entry.index] = _handed(entry, options, best, tries)


def _handed(
    entry: Entry, options: list[_Option], best: list[_Option], tries: Tries
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

    def __init__(self, entries: Sequence[Entry], tries: Tries) -> None:
        self._same: Counter[_Way] = Counter()
        self._turned: Counter[_Way] = Counter()
        for entry in entries:
            if entry.children and entry.value:
                self._compare(entry, tries)
        self._usual = -1 if self._turned.total() > self._same.total() else 1

    def _compare(self, entry: Entry, tries: Tries) -> None:
        values: dict[_Way, list[Number | None]] = {}
        for child in entry.children:
            if child.cell is not None or (is_helper(child) and tries.cells(child)):
                way = entry.function, child.function
                values.setdefault(way, []).append(child.value)
        for way, found in values.items():
            self._same[way] += entry.value in found
            self._turned[way] += -(entry.value or 0) in found

    def of(self, way: _Way) -> int:
        """Return the sign of a way."""
        same, turned = self._same[way], self._turned[way]
        return self._usual if same == turned else -1 if turned > same else 1
