"""Visits of positions, told from the calls of a search.

A search visits a position when it calls a function on it that goes on from there. Not
every call is a visit: a helper that tries one move is called on the position where it is
made, and a dispatcher, a wrapper or an inner function hands its position on. So the calls
between two moves belong to one position, and count once.

Which functions take positions is seen in the calls: those that are called after a move.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .boards import Boards, Spot
from .discovery import Routine


class Stage:
    """What is around a call on its own position: the routines called there already."""

    __slots__ = ("began", "is_first", "is_left", "tallies")

    def __init__(self, began: frozenset[int], *, is_first: bool) -> None:
        self.began = began
        """Kinds of the calls that are under way on the position."""
        self.is_first = is_first
        """True on the position that the search begins with."""
        self.tallies: dict[int, Tally] = {}
        """Calls that were made here, by their kind."""
        self.is_left = False
        """True once a call was made from here on another position."""


class Tally:
    """Calls of one kind that were made at one stage."""

    __slots__ = ("after", "calls", "is_visit", "kind", "stage")

    def __init__(self, stage: Stage, kind: int, after: Stage) -> None:
        self.stage = stage
        """Stage at which they were made."""
        self.kind = kind
        """Twice the number of the routine; 1 more where it was given no board."""
        self.after = after
        """Stage within them."""
        self.calls = 0
        """Number of them."""
        self.is_visit = False
        """True once they are known to be visits."""


Place = tuple[Spot | None, Tally]
"""Position that a search is on, and the tally that it is within."""


@dataclass(frozen=True)
class Visits:
    """Positions that a search has visited."""

    count: int | None
    """Number of visits; None where boards could not be read in calls that may be some."""
    unread: tuple[Routine, ...]
    """Routines for whose calls no board was found that changes, and which may search."""


class VisitCounter:
    """Counter of the visits of a search, told of each call.

    Parameters
    ----------
    routines : sequence of Routine
        Routines of the search.
    boards : Boards
        Reader of the boards.
    """

    def __init__(self, routines: Sequence[Routine], boards: Boards) -> None:
        self._routines = routines
        self._is_turned = boards.is_turned
        self._stages: dict[tuple[frozenset[int], bool], Stage] = {}
        self._tallies: list[Tally] = []
        self._after_move = self._stage(frozenset(), is_first=False)
        first = self._stage(frozenset(), is_first=True)
        self.start: Place = (None, Tally(first, -1, first))
        """Place of a search before its first call."""

    def enter(self, place: Place, kind: int, spot: Spot | None) -> Place:
        """Count a call; return the place within it.

        Parameters
        ----------
        place : tuple
            Place of the search when it makes the call.
        kind : int
            Twice the number of the routine that is called.
        spot : Spot or None
            Position of its board; None where it was given none.
        """
        before, around = place
        stage = around.after
        if spot is not before:
            if spot is None:
                kind += 1
                spot = before
            elif before is None:
                stage.is_left = True
            elif spot.mark_count != before.mark_count or not self._is_turned(before, spot):
                stage.is_left = True
                stage = self._after_move
            else:
                spot = before
        elif spot is None:
            kind += 1
        try:
            tally = stage.tallies[kind]
        except KeyError:
            tally = stage.tallies[kind] = self._tally(stage, kind)
        tally.calls += 1
        return spot, tally

    @property
    def counts(self) -> Counter[str]:
        """Number of all calls by the name of the function, in the order of the first ones."""
        counts: Counter[str] = Counter()
        for tally in self._tallies:
            counts[self._routines[tally.kind // 2].title] += tally.calls
        return counts

    def visits(self, outlasting: Iterable[int]) -> Visits:
        """Return the visits of all calls; mark their tallies.

        Parameters
        ----------
        outlasting : iterable of int
            Numbers of the routines whose boards may be others than those searched.
        """
        moved_to = {kind // 2 for kind in self._after_move.tallies if not kind % 2}
        recursive = {number for number in moved_to if self._routines[number].is_recursive}
        searching = recursive or moved_to
        searching -= {number for number in searching if self._only_stays(number)}
        kinds = {2 * number for number in searching}
        for tally in self._tallies:
            tally.is_visit = tally.kind in kinds and not tally.stage.began & kinds
        counted = [tally for tally in self._tallies if tally.is_visit]
        if not any(tally.stage.is_first for tally in counted):
            self._tallies[0].is_visit = True  # the first call of all
            counted.append(self._tallies[0])
        count = sum(tally.calls for tally in counted)
        read = {tally.kind // 2 for tally in self._tallies if not tally.kind % 2}
        read -= {number for number in outlasting if number not in moved_to}
        blind = {tally.kind // 2 for tally in self._tallies} - read
        unread = tuple(
            self._routines[number]
            for number in sorted(blind)
            if self._may_search_unread(number, blind, is_sole=not searching)
        )
        return Visits(None if unread else count, unread)

    def _stage(self, began: frozenset[int], *, is_first: bool) -> Stage:
        key = began, is_first
        if key not in self._stages:
            self._stages[key] = Stage(began, is_first=is_first)
        return self._stages[key]

    def _tally(self, stage: Stage, kind: int) -> Tally:
        after = self._stage(stage.began | {kind}, is_first=stage.is_first)
        tally = Tally(stage, kind, after)
        self._tallies.append(tally)
        return tally

    def _only_stays(self, number: int) -> bool:
        """Return whether a routine calls itself, and no move is ever made within.

        One that looks for lines cell by cell does, say.
        """
        around = self._routines[number]
        group = {
            2 * other
            for other, routine in enumerate(self._routines)
            if other == number or (around.reaches(routine) and routine.reaches(around))
        }
        inside = [stage for stage in self._stages.values() if stage.began & group]
        return not any(stage.is_left for stage in inside) and any(
            stage.began & group & stage.tallies.keys() for stage in inside
        )

    def _may_search_unread(self, number: int, blind: set[int], *, is_sole: bool) -> bool:
        """Return whether a routine may visit positions that were not read.

        Parameters
        ----------
        number : int
            Number of a routine whose boards were not found.
        blind : set of int
            Numbers of all such routines.
        is_sole : bool
            True where no other routine was seen to make moves.
        """
        kinds = {2 * other + 1 for other in blind} | {2 * other for other in blind}
        own = {2 * number, 2 * number + 1}
        inside = [stage for stage in self._stages.values() if stage.began & own]
        if any(stage.is_left or stage.tallies.keys() - kinds for stage in inside):
            return False  # it leads to boards
        routine = self._routines[number]
        if any(
            routine.reaches(other)
            for at, other in enumerate(self._routines)
            if at not in blind and at != number
        ):
            return False  # it could have led to some
        return is_sole or any(stage.tallies.keys() & own for stage in inside)
