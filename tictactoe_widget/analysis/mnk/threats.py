"""Searches for wins by threats, either with fours only or with threes and fours.

If every move by the attacker makes a four, the search needs to try only one reply to each move.
Any win that a search finds is proved.

Source: L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, "Go-Moku solved
by new search techniques" (Computational Intelligence 12, 1996).
"""

from abc import ABC, abstractmethod
from collections.abc import Generator
from typing import NamedTuple

from .patterns import FIELD, Numbers, PatternPosition, Patterns, SearchMemory
from .tactics import (
    FIELD_MASK,
    best_first,
    find_forced,
    play_four,
    replies_to_forks,
    stops_of_forks,
)

SLICE_NODES = 128
"""Number of positions that a search visits between two pauses."""
# Maximum number of positions with stored answers, for each kind of answer.
_MEMORY = 40_000
_FEW = 3  # maximum number of fours in the quick search, not counting the last four
_EXHAUSTED = 1 << 20  # number of fours that stands for "no limit"
Pausing = Generator[None, None, bool]
"""Generator that pauses every `SLICE_NODES` positions and returns an answer at the end."""


class Counter:
    """Counter of searched positions. The counter determines when a search pauses."""

    def __init__(self) -> None:
        self.node_count = 0
        """Number of positions searched so far."""
        self.pause_at = SLICE_NODES
        """Number of searched positions at which the next pause is due."""

    def begin_slice(self) -> None:
        """Begin a new time slice, and schedule the next pause."""
        self.pause_at = self.node_count + SLICE_NODES


class ThreatSearch(ABC):
    """Base class for searches that look for wins by threats and remember their results.

    Players are numbered: 0 is X, and 1 is O.

    Parameters
    ----------
    patterns : Patterns
        Patterns on the board.
    counter : Counter
        Counter of searched positions. Several searches can share a counter.
    """

    def __init__(self, patterns: Patterns, counter: Counter) -> None:
        self.patterns = patterns
        self.counter = counter

    @abstractmethod
    def find(self, position: PatternPosition, attacker: int, budget: int) -> Pausing:
        """Return whether a win by threats is proved for the attacker, who is to move.

        Parameters
        ----------
        position : PatternPosition
            Unfinished position to search.
        attacker : {0, 1}
            Player to move, who makes the threats.
        budget : int
            Approximate maximum number of positions to search.
        """

    def variation(self, position: PatternPosition, attacker: int) -> list[int]:
        """Return the stored moves of a win that `find` has proved."""
        patterns = self.patterns
        variation: list[int] = []
        while True:
            plies, forced = find_forced(
                patterns, position[1 + attacker], position[2 - attacker]
            )
            cell = forced[0] if forced else self._winning_move(position, attacker)
            if cell is None:
                return variation
            variation.append(cell)
            if plies == 1:
                return variation
            position = patterns.play(position, cell, attacker)
            own = position[1 + attacker]
            answers = patterns.cells(own & patterns.fives)
            answers = answers or stops_of_forks(patterns, position, attacker)
            answers = answers or patterns.cells(own & patterns.wins)
            if not answers:
                return variation
            variation.append(answers[0])
            position = patterns.play(position, answers[0], 1 - attacker)

    @abstractmethod
    def _winning_move(self, position: PatternPosition, attacker: int) -> int | None:
        """Return the winning move stored in the memory, or None if there is none."""


class FourSearch(ThreatSearch):
    """Search for wins in which the attacker makes only fours.

    Parameters
    ----------
    patterns, counter
        Same as in `ThreatSearch`.
    memory : SearchMemory
        Memory shared by all searches on the same board.
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
        """Return whether a win by a few fours is proved for the attacker, who is to move.

        If the result is False and the budget is not used up, there is no such win.
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
        """Return, without pausing, whether the attacker wins with very few fours."""
        self._last = self.counter.node_count + budget
        return self._is_quick(position, attacker, _FEW)

    def _is_quick(self, position: PatternPosition, attacker: int, left: int) -> bool:
        """Return whether the attacker can get two ways to a five after at most `left` fours."""
        patterns = self.patterns
        own = position[1 + attacker]
        plies, block = find_forced(patterns, own, position[2 - attacker])
        if plies:
            return plies != 2
        if block:
            own &= FIELD_MASK << FIELD * block[0]
            if own & patterns.wins:
                return True
        if not left or self.counter.node_count >= self._last:
            return False
        for cell in patterns.cells(own & patterns.fours):
            self.counter.node_count += 1
            after, _ = play_four(patterns, position, cell, attacker)
            if self._is_quick(after, attacker, left - 1):
                return True
        return False

    def first(self, position: PatternPosition, attacker: int) -> int:
        """Return the first move of a win proved by `find`, or -1 if it isn't stored."""
        variation = self.variation(position, attacker)
        return variation[0] if variation else -1

    def _winning_move(self, position: PatternPosition, attacker: int) -> int | None:
        return self._won[attacker].get(position[4])

    def _attack(  # noqa: C901, PLR0911 - each way to see the end at once, in order
        self, position: PatternPosition, attacker: int, left: int
    ) -> Pausing:
        """Return whether the attacker, who is to move, wins with a limited number of fours."""
        patterns, counter = self.patterns, self.counter
        counter.node_count += 1
        if counter.node_count >= counter.pause_at:
            counter.begin_slice()
            yield
        own, other, marks = position[1 + attacker], position[2 - attacker], position[4]
        plies, block = find_forced(patterns, own, other)
        if plies:
            return plies != 2
        if block:
            return (yield from self._make_four(position, block[0], attacker, left))
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
        """Return whether a move by the attacker makes a four that leads to a win."""
        after, fives = play_four(self.patterns, position, cell, attacker)
        if fives != 1:
            return fives > 1
        return (yield from self._attack(after, attacker, left))


# Search for wins by threes and fours, starting with the wins that look easiest to prove.
#
# The attacker makes a threat with every move, so few replies need a search. Only a mark in the
# completing cell stops a four. Only two replies stop a three: a four by the defender, or a mark
# in a cell that every possible open four needs. All other replies lose at once, so a win that
# is found is proved.
#
# The *proof number* of a position is the minimum number of further positions that must be
# proved won to prove this position won. The *disproof number* is the same number for proving
# that there isn't a win by threats. The search follows the smallest numbers, and goes back once
# another move looks easier. An unsearched threat is assumed to be harder to prove if more
# threats look better than it.
#
# Sources: L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, "Go-Moku solved by new search
# techniques" (Computational Intelligence 12, 1996), A. Nagai, "Df-pn algorithm for searching
# AND/OR trees and its applications" (thesis, University of Tokyo, 2002), and J. Pawlewicz and
# L. Lew, "Improving depth-first pn-search: 1+epsilon trick" (Computers and Games, 2006).

_NEVER = 1 << 40  # proof number of a disproved position, and disproof number of a proved one
_WON: Numbers = (0, _NEVER)
_NOT_WON: Numbers = (_NEVER, 0)
_PER_RANK = 6  # amount to add to a threat's proof number for each threat that looks better
# Maximum number of positions with stored proof numbers, for each attacker.
_PROOF_MEMORY = 50_000


class _Child(NamedTuple):
    """Position after a move and, after a simple four, also after the forced answer."""

    position: PatternPosition
    is_attack: bool  # true if the attacker is to move

    @property
    def key(self) -> int:
        """Table key of the position: its marks, inverted if the defender is to move.

        The marks alone don't show who is to move, because a search for threats can let the
        attacker begin out of turn.
        """
        return self.position[4] if self.is_attack else ~self.position[4]


class _Visit:
    """Position whose moves are being searched, with their proof numbers."""

    __slots__ = ("is_attack", "key", "most", "moves", "numbers", "position", "searched")

    def __init__(self, node: _Child, most: Numbers) -> None:
        self.position, self.is_attack = node
        self.key = node.key
        self.most = most  # numbers above which the search switches to another position
        self.moves: list[int] = []
        self.numbers: list[Numbers] = []  # proof numbers of the positions after each move
        self.searched = 0  # index of the move being searched, the easiest-looking one

    def sum_up(self) -> tuple[Numbers, int]:
        """Choose the move to search next, and combine the proof numbers of all moves.

        The attacker needs only one move that wins, and the defender needs only one move that
        doesn't lose. One of the two numbers is therefore a minimum over the moves, and the
        other is a sum. The method returns both numbers, together with the second-smallest
        candidate for the minimum.
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
        """Return the proof numbers above which the search switches to another move."""
        side = 0 if self.is_attack else 1
        # The limit is a quarter above the second-smallest number, so that the search doesn't
        # keep switching between the two moves.
        least = min(self.most[side], second + 1 + second // 4)
        rest = self.most[1 - side] - now[1 - side] + self.numbers[self.searched][1 - side]
        return (least, rest) if self.is_attack else (rest, least)


class ThreatProofs(ThreatSearch):
    """Proof-number search for wins in which the attacker makes threes and fours.

    Parameters
    ----------
    patterns, counter
        Same as in `ThreatSearch`.
    memory : SearchMemory
        Memory shared by all searches on the same board.
    """

    def __init__(self, patterns: Patterns, counter: Counter, memory: SearchMemory) -> None:
        super().__init__(patterns, counter)
        self.is_open = False
        """True if the last call to `find` used up its budget without finding an answer."""
        self._tables = memory.numbers
        self._won = memory.threat_wins

    def find(self, position: PatternPosition, attacker: int, budget: int) -> Pausing:
        """Return whether a win by threes and fours is proved for the attacker.

        The attacker is to move. If the result and `is_open` are both False, there is no such
        win.
        """
        counter, table = self.counter, self._tables[attacker]
        last = counter.node_count + budget
        numbers = self._init_or_node(position, attacker)
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
                # To save memory, compute the position again instead of storing it for all
                # moves.
                child = self._after(visit, visit.moves[visit.searched], attacker)
                most = visit.most_of_next(numbers, second)
                path.append(self._expand(child, attacker, most))
                if counter.node_count >= counter.pause_at:
                    counter.begin_slice()
                    yield
                continue
            if len(table) >= _PROOF_MEMORY:
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
            if (table.get(child.key) or self._init_numbers(child, attacker)) == _WON:
                return cell
        return None

    def _expand(self, node: _Child, attacker: int, most: Numbers) -> _Visit:
        """Begin the search of a position that is not decided at once."""
        visit = _Visit(node, most)
        position, table = node.position, self._tables[attacker]
        if node.is_attack:
            moves = self._list_threats(position, attacker)
        else:
            moves = replies_to_forks(self.patterns, position, attacker)
        for rank, cell in enumerate(moves):
            child = self._after(visit, cell, attacker)
            key = child.key
            numbers = table.get(key)
            if numbers is None:
                self.counter.node_count += 1
                numbers = self._init_numbers(child, attacker)
                if node.is_attack and all(numbers):
                    numbers = (numbers[0] + rank * _PER_RANK, numbers[1])
            visit.moves.append(cell)
            visit.numbers.append(numbers)
            if numbers == (_WON if node.is_attack else _NOT_WON):
                break
        return visit

    def _after(self, visit: _Visit, cell: int, attacker: int) -> _Child:
        if visit.is_attack:
            return self._after_threat(visit.position, cell, attacker)
        return _Child(self.patterns.play(visit.position, cell, 1 - attacker), True)

    def _list_threats(self, position: PatternPosition, attacker: int) -> list[int]:
        """Return moves that make a four or a three or, if a move is forced, only that move."""
        patterns = self.patterns
        own, other = position[1 + attacker], position[2 - attacker]
        block = other & patterns.fives
        if block:
            return patterns.cells(block)
        return best_first(patterns.cells(self._threats(position, attacker)), own, other)

    def _threats(self, position: PatternPosition, attacker: int) -> int:
        """Return bits that show which of the attacker's threats are fast enough.

        If the opponent threatens to make an open four, the result includes all fours, but only
        the threes that stop the open four.
        """
        patterns = self.patterns
        own, other = position[1 + attacker], position[2 - attacker]
        threes = own & patterns.threes
        if threes and other & patterns.wins:
            stops = stops_of_forks(patterns, position, 1 - attacker)
            threes &= sum(FIELD_MASK << FIELD * cell for cell in stops)
        return own & patterns.fours | threes

    def _after_threat(self, position: PatternPosition, cell: int, attacker: int) -> _Child:
        """Return the position after the attacker's move and after a forced answer, if any."""
        patterns = self.patterns
        after = patterns.play(position, cell, attacker)
        fives = patterns.cells(after[1 + attacker] & patterns.fives)
        if len(fives) == 1 and not after[2 - attacker] & patterns.fives:
            return _Child(patterns.play(after, fives[0], 1 - attacker), True)
        return _Child(after, False)

    def _init_numbers(self, child: _Child, attacker: int) -> Numbers:
        if child.is_attack:
            return self._init_or_node(child.position, attacker)
        return self._init_and_node(child.position, attacker)

    def _init_or_node(self, position: PatternPosition, attacker: int) -> Numbers:
        """Return initial proof numbers for a position with the attacker to move."""
        patterns = self.patterns
        plies, block = find_forced(patterns, position[1 + attacker], position[2 - attacker])
        if plies:
            return _NOT_WON if plies == 2 else _WON
        if block:
            return (1, 1)
        threats = self._threats(position, attacker)
        return (1, threats.bit_count()) if threats else _NOT_WON

    def _init_and_node(self, position: PatternPosition, attacker: int) -> Numbers:
        """Return initial proof numbers for a position with the defender to move."""
        patterns = self.patterns
        attack, own = position[1 + attacker], position[2 - attacker]
        plies, _ = find_forced(patterns, own, attack)
        if plies == 2:
            return _WON
        if plies or not attack & patterns.wins:
            return _NOT_WON
        count = len(replies_to_forks(patterns, position, attacker))
        return (count, 1) if count else _WON
