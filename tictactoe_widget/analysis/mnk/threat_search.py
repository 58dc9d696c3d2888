"""Search for wins by fours alone, and what all searches for wins by threats share.

The attacker makes a four with every move, so that one reply alone has to be searched:
a win that is found is proved.

Source: L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, "Go-Moku solved
by new search techniques" (Computational Intelligence 12, 1996).
"""

from abc import ABC, abstractmethod
from collections.abc import Generator

from .patterns import FIELD, PatternPosition, Patterns
from .search_memory import SearchMemory

SLICE_NODES = 128
"""Number of positions searched between two pauses."""
_MEMORY = 40_000
"""Largest number of positions whose answers are remembered, for each kind of answer."""
_FEW = 3
"""Largest number of fours in the quick search, before the last one."""
_EXHAUSTED = 1 << 20
"""Number of fours that stands for any number of them."""
FIELD_MASK = (1 << FIELD) - 1
"""Mask of the field of the first cell."""

Pausing = Generator[None, None, bool]
"""Generator that pauses every `SLICE_NODES` positions and returns an answer."""


class Counter:
    """Counter of positions that tells when a search pauses."""

    def __init__(self) -> None:
        self.node_count = 0
        """Number of positions searched so far."""
        self.pause_at = SLICE_NODES
        """Number of positions at which the search pauses next."""

    def begin_slice(self) -> None:
        """Set the next pause."""
        self.pause_at = self.node_count + SLICE_NODES


def best_first(cells: list[int], own: int, other: int) -> list[int]:
    """Sort cells by what a mark there makes, then by what it keeps the opponent from."""
    if len(cells) > 1:
        order = {
            cell: (own >> FIELD * cell & FIELD_MASK, other >> FIELD * cell & FIELD_MASK)
            for cell in cells
        }
        cells.sort(key=order.__getitem__, reverse=True)
    return cells


def stops_of_wins_in_two(
    patterns: Patterns, position: PatternPosition, attacker: int
) -> list[int]:
    """List the cells that stop every win in two moves of an attacker who has no five.

    Where the defender, to move, has no five either, any other reply that makes
    no four loses.
    """
    found: set[int] | None = None
    for cell in patterns.cells(position[1 + attacker] & patterns.wins):
        fives = patterns.cells(patterns.fives_after(position, cell, attacker))
        needed = {cell, *fives} if len(fives) == 2 else {cell}
        found = needed if found is None else found & needed
        if not found:
            return []
    return sorted(found or ())


def replies_to_open_four(
    patterns: Patterns, position: PatternPosition, attacker: int
) -> list[int]:
    """List the moves that may hold against a threatened open four: all others lose."""
    stopping = stops_of_wins_in_two(patterns, position, attacker)
    fours = patterns.cells(position[2 - attacker] & patterns.fours)
    return stopping + [cell for cell in fours if cell not in stopping]


class ThreatSearch(ABC):
    """Base class of searches for wins by threats, with a memory of what was found.

    Players are 0 for X and 1 for O.

    Parameters
    ----------
    patterns : Patterns
        Patterns of the board.
    counter : Counter
        Counter of the positions searched, which other searches may share.
    """

    def __init__(self, patterns: Patterns, counter: Counter) -> None:
        self.patterns = patterns
        self.counter = counter

    @abstractmethod
    def find(self, position: PatternPosition, attacker: int, budget: int) -> Pausing:
        """Return whether the attacker, to move, is proved to win by threats.

        Parameters
        ----------
        position : PatternPosition
            An unfinished position.
        attacker : {0, 1}
            Player who is to move and makes the threats.
        budget : int
            Largest number of positions to search; a few more are at the end.
        """

    def variation(self, position: PatternPosition, attacker: int) -> list[int]:
        """Return the moves of a win that `find` has proved, as far as it is remembered."""
        patterns = self.patterns
        variation: list[int] = []
        while True:
            own = position[1 + attacker]
            fives = patterns.cells(own & patterns.fives)
            if fives:
                return [*variation, fives[0]]
            forced = patterns.cells(position[2 - attacker] & patterns.fives)
            forced = forced or patterns.cells(own & patterns.wins)
            cell = forced[0] if forced else self._winning_move(position, attacker)
            if cell is None:
                return variation
            variation.append(cell)
            position = patterns.play(position, cell, attacker)
            answers = patterns.cells(position[1 + attacker] & patterns.fives)
            answers = answers or stops_of_wins_in_two(patterns, position, attacker)
            answers = answers or patterns.cells(position[1 + attacker] & patterns.wins)
            if not answers:
                return variation
            variation.append(answers[0])
            position = patterns.play(position, answers[0], 1 - attacker)

    @abstractmethod
    def _winning_move(self, position: PatternPosition, attacker: int) -> int | None:
        """Return the move of a win that is remembered; None without one."""


def _at_once(patterns: Patterns, own: int, other: int) -> tuple[bool | None, list[int]]:
    """Return whether an attack wins or ends at once, None for neither, and what to block."""
    if own & patterns.fives:
        return True, []
    block = patterns.cells(other & patterns.fives)
    return (False if len(block) > 1 else None), block


class FourSearch(ThreatSearch):
    """Search for wins by fours alone.

    Parameters
    ----------
    patterns, counter
        As in `ThreatSearch`.
    memory : SearchMemory
        What searches of the same board remember.
    """

    def __init__(self, patterns: Patterns, counter: Counter, memory: SearchMemory) -> None:
        super().__init__(patterns, counter)
        self._won = memory.four_wins
        self._failed = memory.four_failures
        self._last = 0
        self._was_cut = False

    def find(
        self, position: PatternPosition, attacker: int, budget: int, most: int = 40
    ) -> Pausing:
        """Return whether the attacker, to move, is proved to win by at most so many fours.

        False says that there is no such win only where the budget was not used up.
        """
        self._last = self.counter.node_count + budget
        for left in range(1, most + 1):
            self._was_cut = False
            if (yield from self._attack(position, attacker, left)):
                return True
            if not self._was_cut or self.counter.node_count >= self._last:
                return False
        return False

    def is_quick(self, position: PatternPosition, attacker: int, budget: int) -> bool:
        """Return whether the attacker, to move, wins by a few fours, without a pause."""
        self._last = self.counter.node_count + budget
        return self._is_quick(position, attacker, _FEW)

    def _is_quick(self, position: PatternPosition, attacker: int, left: int) -> bool:
        """Return whether the attacker wins with so many fours before two ways to a five."""
        patterns, rival = self.patterns, 1 - attacker
        own, other = position[1 + attacker], position[1 + rival]
        result, block = _at_once(patterns, own, other)
        if result is not None:
            return result
        if block:
            own &= FIELD_MASK << FIELD * block[0]
        if own & patterns.wins:
            return True
        if not left or self.counter.node_count >= self._last:
            return False
        for cell in patterns.cells(own & patterns.fours):
            self.counter.node_count += 1
            after = patterns.play(position, cell, attacker)
            answer = patterns.cells(after[1 + attacker] & patterns.fives)[0]
            if self._is_quick(patterns.play(after, answer, rival), attacker, left - 1):
                return True
        return False

    def first(self, position: PatternPosition, attacker: int) -> int:
        """Return the first move of a win that `find` has proved; -1 where it is forgotten."""
        variation = self.variation(position, attacker)
        return variation[0] if variation else -1

    def _winning_move(self, position: PatternPosition, attacker: int) -> int | None:
        return self._won[attacker].get(position[4])

    def _attack(  # noqa: C901, PLR0911, PLR0912 - each way to see the end at once, in order
        self, position: PatternPosition, attacker: int, left: int
    ) -> Pausing:
        """Return whether the attacker, to move, wins with so many fours."""
        patterns, counter = self.patterns, self.counter
        counter.node_count += 1
        if counter.node_count >= counter.pause_at:
            counter.begin_slice()
            yield
        own, other, marks = position[1 + attacker], position[2 - attacker], position[4]
        result, block = _at_once(patterns, own, other)
        if result is not None:
            return result
        if block:
            return (yield from self._make_four(position, block[0], attacker, left))
        if own & patterns.wins:
            return True
        if marks in self._won[attacker]:
            return True
        failed = self._failed[attacker]
        known = failed.get(marks, 0)
        if left <= known:
            self._was_cut = self._was_cut or known < _EXHAUSTED
            return False
        if counter.node_count >= self._last:
            self._was_cut = True
            return False
        moves = best_first(patterns.cells(own & patterns.fours), own, other)
        if left <= 0:
            self._was_cut = self._was_cut or bool(moves)
            return False
        was_cut, self._was_cut = self._was_cut, False
        for cell in moves:
            if (yield from self._make_four(position, cell, attacker, left - 1)):
                if len(self._won[attacker]) >= _MEMORY:
                    self._won[attacker].clear()
                self._won[attacker][marks] = cell
                return True
        if counter.node_count < self._last:
            if len(failed) >= _MEMORY:
                failed.clear()
            failed[marks] = left if self._was_cut else _EXHAUSTED
        self._was_cut = self._was_cut or was_cut
        return False

    def _make_four(
        self, position: PatternPosition, cell: int, attacker: int, left: int
    ) -> Pausing:
        """Return whether a move of the attacker makes a four that wins."""
        patterns = self.patterns
        after = patterns.play(position, cell, attacker)
        fives = patterns.cells(after[1 + attacker] & patterns.fives)
        if len(fives) != 1:
            return len(fives) > 1
        answered = patterns.play(after, fives[0], 1 - attacker)
        return (yield from self._attack(answered, attacker, left))
