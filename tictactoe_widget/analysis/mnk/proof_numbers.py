"""Search for wins by threes and fours, where they look easiest to prove first.

The attacker makes a threat with every move, so that few replies have to be
searched. After a four only the completing cell stops it; after a three, only a
cell that every open four to come needs, or a four of the defender. All other
replies lose at once, so a win that is found is proved.

The *proof number* of a position tells how many positions must at least be shown to
be won before it is proved won, the *disproof number* how many must be shown not to
be before it is proved that there is no win by threats. The search goes where these
numbers are small, and comes back once another move looks easier. A threat counts as
harder to prove, until it is searched, for each threat that looks better.

Sources: L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, "Go-Moku solved by
new search techniques" (Computational Intelligence 12, 1996); A. Nagai, "Df-pn
algorithm for searching AND/OR trees and its applications" (thesis, University of
Tokyo, 2002); J. Pawlewicz and L. Lew, "Improving depth-first pn-search: 1+epsilon
trick" (Computers and Games, 2006).
"""

from typing import NamedTuple

from .patterns import FIELD, PatternPosition, Patterns
from .search_memory import Numbers, SearchMemory
from .threat_search import (
    FIELD_MASK,
    Counter,
    Pausing,
    ThreatSearch,
    best_first,
    replies_to_open_four,
    stops_of_wins_in_two,
)

_NEVER = 1 << 40
"""Proof number of what cannot be proved, disproof number of what is proved."""
_WON: Numbers = (0, _NEVER)
_NOT_WON: Numbers = (_NEVER, 0)
_PER_RANK = 6
"""Amount added to the proof number of a threat for each one that looks better."""
_MEMORY = 50_000
"""Largest number of positions whose numbers are remembered, for each attacker."""


class _Child(NamedTuple):
    """A position that a move leads to, after the answer if only one stops a four."""

    position: PatternPosition
    is_attack: bool
    """True where the attacker is to move."""

    @property
    def key(self) -> int:
        """Key of the position in a table: its marks, inverted where the defender is to move.

        The same marks come up with either to move, for a search may begin with the attacker
        where it is the turn of the defender, to find what is threatened.
        """
        return self.position[4] if self.is_attack else ~self.position[4]


class _Visit:
    """A position whose moves are being searched."""

    __slots__ = ("is_attack", "key", "most", "moves", "numbers", "position", "searched")

    def __init__(self, node: _Child, most: Numbers) -> None:
        self.position, self.is_attack = node
        self.key = node.key
        self.most = most
        """Numbers at which another position is to be searched first."""
        self.moves: list[int] = []
        self.numbers: list[Numbers] = []
        """Numbers of the positions that the moves lead to."""
        self.searched = 0
        """Index of the move that is searched, which looks easiest."""

    def sum_up(self) -> tuple[Numbers, int]:
        """Choose the move to search next; return the numbers, and those of the next best.

        The attacker needs one move that wins, and the defender one that does not lose:
        so the one number is the least of the moves, the other one their sum.
        """
        side = 0 if self.is_attack else 1
        least = second = _NEVER
        total = 0
        for at, numbers in enumerate(self.numbers):
            number = numbers[side]
            total += numbers[1 - side]
            if number < least:
                least, second, self.searched = number, least, at
            elif number < second:
                second = number
        total = _NEVER if not least else 0 if least == _NEVER else min(total, _NEVER - 1)
        return ((least, total) if self.is_attack else (total, least)), second

    def most_of_next(self, now: Numbers, second: int) -> Numbers:
        """Return the numbers at which the position after the move is left again."""
        side = 0 if self.is_attack else 1
        # A quarter above the second best, or the search would jump between the two.
        least = min(self.most[side], second + 1 + second // 4)
        rest = self.most[1 - side] - now[1 - side] + self.numbers[self.searched][1 - side]
        return (least, rest) if self.is_attack else (rest, least)


class ThreatProofs(ThreatSearch):
    """Search for wins by threes and fours by their proof numbers.

    Parameters
    ----------
    patterns, counter
        As in `ThreatSearch`.
    memory : SearchMemory
        What searches of the same board remember.
    """

    def __init__(self, patterns: Patterns, counter: Counter, memory: SearchMemory) -> None:
        super().__init__(patterns, counter)
        self.is_open = False
        """True when the last `find` used its budget up before it knew."""
        self._tables = memory.numbers
        self._won = memory.threat_wins

    def find(self, position: PatternPosition, attacker: int, budget: int) -> Pausing:
        """Return whether the attacker, to move, is proved to win by threes and fours.

        False says that there is no such win, unless the search `is_open`.
        """
        counter, table = self.counter, self._tables[attacker]
        last = counter.node_count + budget
        numbers = self._judge_attack(position, attacker)
        self.is_open = all(numbers)
        if not self.is_open:
            return numbers == _WON
        path = [self._expand(_Child(position, True), attacker, (_NEVER, _NEVER))]
        while True:
            visit = path[-1]
            numbers, second = visit.sum_up()
            is_left = (
                numbers[0] >= visit.most[0]
                or numbers[1] >= visit.most[1]
                or counter.node_count >= last
            )
            if not is_left:
                # Made again, not kept for all moves: that would be much to keep.
                child = self._after(visit, visit.moves[visit.searched], attacker)
                most = visit.most_of_next(numbers, second)
                path.append(self._expand(child, attacker, most))
                if counter.node_count >= counter.pause_at:
                    counter.begin_slice()
                    yield
                continue
            if len(table) >= _MEMORY:
                table.clear()
            table[visit.key] = numbers
            path.pop()
            if not path:
                self.is_open = all(numbers)
                if numbers == _WON:
                    self._won[attacker, position[4]] = visit.moves[visit.searched]
                return numbers == _WON
            path[-1].numbers[path[-1].searched] = numbers

    def _winning_move(self, position: PatternPosition, attacker: int) -> int | None:
        known = self._won.get((attacker, position[4]))
        if known is not None:
            return known
        table = self._tables[attacker]
        for cell in self._list_threats(position, attacker):
            child = self._after_threat(position, cell, attacker)
            if (table.get(child.key) or self._judge(child, attacker)) == _WON:
                return cell
        return None

    def _expand(self, node: _Child, attacker: int, most: Numbers) -> _Visit:
        """Begin to search the moves of a position that is not decided at once."""
        visit = _Visit(node, most)
        position, table = node.position, self._tables[attacker]
        if node.is_attack:
            moves = self._list_threats(position, attacker)
        else:
            moves = replies_to_open_four(self.patterns, position, attacker)
        for rank, cell in enumerate(moves):
            child = self._after(visit, cell, attacker)
            key = child.key
            numbers = table.get(key)
            if numbers is None:
                self.counter.node_count += 1
                numbers = self._judge(child, attacker)
                if node.is_attack and all(numbers):
                    numbers = (numbers[0] + rank * _PER_RANK, numbers[1])
            visit.moves.append(cell)
            visit.numbers.append(numbers)
            if numbers == (_WON if node.is_attack else _NOT_WON):
                break
        return visit

    def _after(self, visit: _Visit, cell: int, attacker: int) -> _Child:
        """Return the position that a move leads to."""
        if visit.is_attack:
            return self._after_threat(visit.position, cell, attacker)
        return _Child(self.patterns.play(visit.position, cell, 1 - attacker), True)

    def _list_threats(self, position: PatternPosition, attacker: int) -> list[int]:
        """List the moves that make a four or a three, the best first, or the forced one."""
        patterns = self.patterns
        own, other = position[1 + attacker], position[2 - attacker]
        block = other & patterns.fives
        if block:
            return patterns.cells(block)
        return best_first(patterns.cells(self._threats(position, attacker)), own, other)

    def _threats(self, position: PatternPosition, attacker: int) -> int:
        """Return the fields of the moves that are fast enough, as far as they make threats.

        Against an open four to come these are fours, and threes that stop it as well.
        """
        patterns = self.patterns
        own, other = position[1 + attacker], position[2 - attacker]
        threes = own & patterns.threes
        if threes and other & patterns.wins:
            stops = stops_of_wins_in_two(patterns, position, 1 - attacker)
            threes &= sum(FIELD_MASK << FIELD * cell for cell in stops)
        return own & patterns.fours | threes

    def _after_threat(self, position: PatternPosition, cell: int, attacker: int) -> _Child:
        """Return the position after a move of the attacker and the answer to a four."""
        patterns = self.patterns
        after = patterns.play(position, cell, attacker)
        fives = patterns.cells(after[1 + attacker] & patterns.fives)
        if len(fives) == 1 and not after[2 - attacker] & patterns.fives:
            return _Child(patterns.play(after, fives[0], 1 - attacker), True)
        return _Child(after, False)

    def _judge(self, child: _Child, attacker: int) -> Numbers:
        if child.is_attack:
            return self._judge_attack(child.position, attacker)
        return self._judge_defence(child.position, attacker)

    def _judge_attack(self, position: PatternPosition, attacker: int) -> Numbers:
        """Return the numbers of a position where the attacker is to move, by its patterns."""
        patterns = self.patterns
        own, other = position[1 + attacker], position[2 - attacker]
        if own & patterns.fives:
            return _WON
        block = other & patterns.fives
        if block:
            return (1, 1) if len(patterns.cells(block)) == 1 else _NOT_WON
        if own & patterns.wins:
            return _WON
        threats = self._threats(position, attacker)
        return (1, threats.bit_count()) if threats else _NOT_WON

    def _judge_defence(self, position: PatternPosition, attacker: int) -> Numbers:
        """Return the numbers of a position where the defender is to move, in the same way."""
        patterns = self.patterns
        attack, own = position[1 + attacker], position[2 - attacker]
        if own & patterns.fives:
            return _NOT_WON
        if attack & patterns.fives:
            return _WON
        if not attack & patterns.wins or own & patterns.wins:
            return _NOT_WON
        count = len(replies_to_open_four(patterns, position, attacker))
        return (count, 1) if count else _WON
