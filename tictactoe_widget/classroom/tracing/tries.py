"""Moves that the calls of a search tried, each itself or through helpers."""

from collections.abc import Sequence

from .entries import Entry


class Tries:
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
                elif is_helper(child):
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
            if entry.parent is None or not is_helper(entry):
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
        is_plain_helper = is_helper(entry) and not entry.is_visit
        return is_plain_helper and entry.function not in self._try_all

    def only_move(self, entry: Entry) -> int | None:
        """Return the cell of the one move that a call tries for the call around it."""
        cells = self._cells[entry.index]
        return next(iter(cells)) if len(cells) == 1 and self.is_part(entry) else None


def is_helper(entry: Entry) -> bool:
    """Return whether a call is on the position of the call around it, or on none."""
    return bool(entry.tally.stage.began)
