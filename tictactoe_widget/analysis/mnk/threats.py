"""Search for wins by threats: by fours alone, or by threes and fours.

The attacker makes a threat with every move, so that few replies have to be
searched. After a four only the completing cell stops it; after a three, only a
cell that every open four to come needs, or a four of the defender. All other
replies lose at once, so a win that is found is proved.

Source: L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, "Go-Moku solved
by new search techniques" (Computational Intelligence 12, 1996).
"""

from collections.abc import Generator

from .patterns import FIELD, Patterns, Position

SLICE_NODES = 128
"""Number of positions searched between two pauses."""
_MEMORY = 40_000
"""Largest number of positions whose answers are remembered, for each kind of answer."""
_EXHAUSTED = 1 << 20
"""Number of threats that stands for any number of them."""
_FIELD_MASK = (1 << FIELD) - 1

Pausing = Generator[None, None, bool]
"""Generator that pauses every `SLICE_NODES` positions and returns an answer."""


class Counter:
    """Counter of positions that tells when a search pauses."""

    def __init__(self) -> None:
        self.nodes = 0
        """Number of positions searched so far."""
        self.pause_at = SLICE_NODES
        """Number of positions at which the search pauses next."""


class ThreatSearch:
    """Search for wins by threats, with a memory of what was found.

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
        self._won: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """Winning move of each attacker, by the marks of positions where it is to move."""
        self._failed: tuple[dict[int, int], ...] = ({}, {}, {}, {})
        """Number of threats within which there is no win: by fours for X and for O, by all."""
        self._threes = False
        self._last = 0
        self._was_cut = False

    def find(
        self, position: Position, attacker: int, budget: int, *, threes: bool, most: int = 40
    ) -> Pausing:
        """Return whether the attacker, to move, is proved to win by threats.

        Parameters
        ----------
        position : Position
            An unfinished position.
        attacker : {0, 1}
            Player who is to move and makes the threats.
        budget : int
            Largest number of positions to search.
        threes : bool
            True for threes and fours, False for fours alone.
        most : int, default 40
            Largest number of threats one after the other.

        Returns
        -------
        bool
            True where a win is proved. False says that there is none by such
            threats only where the budget was not used up.
        """
        self._threes = threes
        self._last = self.counter.nodes + budget
        for left in range(1, most + 1):
            self._was_cut = False
            if (yield from self._attack(position, attacker, left)):
                return True
            if not self._was_cut or self.counter.nodes >= self._last:
                return False
        return False

    def first(self, position: Position, attacker: int) -> int:
        """Return the first move of a win that `find` has proved; -1 where it is forgotten."""
        line = self.line(position, attacker)
        return line[0] if line else -1

    def line(self, position: Position, attacker: int) -> list[int]:
        """Return a line of play of a win that `find` has proved, as far as it is remembered."""
        patterns = self.patterns
        line: list[int] = []
        while True:
            own = position[1 + attacker]
            fives = patterns.cells(own & patterns.fives)
            if fives:
                return [*line, fives[0]]
            wins = patterns.cells(own & patterns.wins)
            block = patterns.cells(position[2 - attacker] & patterns.fives)
            known = self._won[attacker].get(position[4])
            if block:
                cell = block[0]
            elif wins:
                cell = wins[0]
            elif known is not None:
                cell = known
            else:
                return line
            line.append(cell)
            position = patterns.play(position, cell, attacker)
            replies = patterns.cells(position[1 + attacker] & patterns.fives)
            replies = replies or self.stops(position, attacker)
            if not replies:
                replies = patterns.cells(position[1 + attacker] & patterns.wins)
            if not replies:
                return line
            line.append(replies[0])
            position = patterns.play(position, replies[0], 1 - attacker)

    def stops(self, position: Position, attacker: int) -> list[int]:
        """List the cells that stop every win in two moves of an attacker who has no five.

        Where the defender, to move, has no five either, any other reply that makes
        no four loses.
        """
        patterns = self.patterns
        stops: set[int] | None = None
        for cell in patterns.cells(position[1 + attacker] & patterns.wins):
            after = patterns.play(position, cell, attacker)
            fives = patterns.cells(after[1 + attacker] & patterns.fives)
            needed = {cell, *fives} if len(fives) == 2 else {cell}
            stops = needed if stops is None else stops & needed
            if not stops:
                return []
        return sorted(stops or ())

    def _attack(  # noqa: C901, PLR0911, PLR0912 - each way to see the end at once, in order
        self, position: Position, attacker: int, left: int
    ) -> Pausing:
        """Return whether the attacker, to move, wins with so many threats."""
        patterns, counter = self.patterns, self.counter
        counter.nodes += 1
        if counter.nodes >= counter.pause_at:
            counter.pause_at = counter.nodes + SLICE_NODES
            yield
        own, other, marks = position[1 + attacker], position[2 - attacker], position[4]
        if own & patterns.fives:
            return True
        block = other & patterns.fives
        if block:
            cells = patterns.cells(block)
            if len(cells) > 1:
                return False
            after = patterns.play(position, cells[0], attacker)
            return (yield from self._defend(after, 1 - attacker, left))
        if own & patterns.wins:
            return True
        if marks in self._won[attacker]:
            return True
        failed = self._failed[attacker + 2 * self._threes]
        known = failed.get(marks, 0)
        if left <= known:
            self._was_cut = self._was_cut or known < _EXHAUSTED
            return False
        if counter.nodes >= self._last:
            self._was_cut = True
            return False
        moves = self._threats(own, other)
        if left <= 0:
            self._was_cut = self._was_cut or bool(moves)
            return False
        was_cut, self._was_cut = self._was_cut, False
        for cell in moves:
            after = patterns.play(position, cell, attacker)
            if (yield from self._defend(after, 1 - attacker, left - 1)):
                if len(self._won[attacker]) >= _MEMORY:
                    self._won[attacker].clear()
                self._won[attacker][marks] = cell
                return True
        if counter.nodes < self._last:
            if len(failed) >= _MEMORY:
                failed.clear()
            failed[marks] = left if self._was_cut else _EXHAUSTED
        self._was_cut = self._was_cut or was_cut
        return False

    def _threats(self, own: int, other: int) -> list[int]:
        """List the moves that make a four, or a three where that is fast enough."""
        patterns = self.patterns
        mask = patterns.fours
        if self._threes and not other & patterns.wins:
            mask |= patterns.threes
        cells = patterns.cells(own & mask)
        if len(cells) > 1:
            order = {
                cell: (own >> FIELD * cell & _FIELD_MASK, other >> FIELD * cell & _FIELD_MASK)
                for cell in cells
            }
            cells.sort(key=order.__getitem__, reverse=True)
        return cells

    def _defend(self, position: Position, defender: int, left: int) -> Pausing:
        """Return whether every reply of the defender, to move, loses to threats."""
        patterns = self.patterns
        attacker = 1 - defender
        attack, own = position[2 - defender], position[1 + defender]
        if own & patterns.fives:
            return False
        fives = attack & patterns.fives
        if fives:
            cells = patterns.cells(fives)
            if len(cells) > 1:
                return True
            after = patterns.play(position, cells[0], defender)
            return (yield from self._attack(after, attacker, left))
        if not self._threes or not attack & patterns.wins or own & patterns.wins:
            return False
        stops = self.stops(position, attacker)
        fours = [cell for cell in patterns.cells(own & patterns.fours) if cell not in stops]
        for cell in stops + fours:
            after = patterns.play(position, cell, defender)
            if not (yield from self._attack(after, attacker, left)):
                return False
        return True
