"""Search of large boards by alpha-beta, over the moves that patterns of marks suggest.

Principal variation search (T. A. Marsland and M. Campbell, "Parallel search of
strongly ordered game trees", Computing Surveys 14, 1982) with a transposition
table. Where a four or a three must be answered, the answers alone are searched;
elsewhere the moves whose cells are worth the most to the two players.
"""

from tictactoe_widget.analysis.values import Slices

from .patterns import (
    FIELD,
    FIVE_BIT,
    FOUR_BIT,
    QUIET_MASK,
    THREE_BIT,
    WORTH_BITS,
    PatternPosition,
    Patterns,
    SearchMemory,
    tempo,
)
from .tactics import find_forced, replies_to_forks
from .threats import Counter, FourSearch, ThreatProofs

WON = 1 << 20
"""Score of a game that is over and won; a proved win in at most n plies scores n less."""
PROVED = WON - 2000
"""Least score of a proved win."""
BY_THREATS = WON - 500
"""Score of a win that a search by threats has proved."""
LOOKS_LOST = 1 << 16
"""Score, without its sign, of a position where every move that was searched loses."""
_MEMORY = 50_000  # most positions in the transposition table
# Number of moves searched where none is forced, by the depth that is left; last for more.
_WIDTHS = (7, 9, 11, 12, 14)
# For each pair that a move reaches, it is searched one ply less deep first: the number of moves
# before it, and the depth that is left.
_LATE = ((4, 3), (6, 4), (9, 6))
# Number of these plies, by the depth, last for more, and the number of moves before it.
_LESS = [
    [
        sum(at >= before and depth >= least for before, least in _LATE)
        for at in range(_WIDTHS[-1])
    ]
    for depth in range(1 + max(least for _, least in _LATE))
]
_DEEPEST = -8  # depth at which forced replies are no longer followed
# Number of positions in the search for a win by fours at the end of a variation.
_LEAF_BUDGET = 24
_INNER_BUDGET = 120  # positions in that search elsewhere

_EXACT, _LOWER, _UPPER = 0, 1, 2

_WORTH_MASK = (1 << WORTH_BITS) - 1
_HALF_WORTH = 1 << WORTH_BITS - 1


def _cell_values(
    five: int, fork: int, four_and_three: int, two_threes: int, single: tuple[int, int]
) -> list[int]:
    """Return the values of a cell by what a mark there makes, the upper bits of its field.

    The value of two ways to a five is `fork`, those of a three and of a four are `single`.
    """
    three, four = single
    values = []
    for kinds in range(1 << FIELD - THREE_BIT):
        threes, fours, fives = kinds & 7, kinds >> 3 & 15, kinds >> FIVE_BIT - THREE_BIT
        if fives:
            values.append(five)
        elif fours > 1:
            values.append(fork)
        elif fours and threes:
            values.append(four_and_three)
        else:
            values.append(two_threes if threes > 1 else three * threes + four * fours)
    return values


_OWN = _cell_values(50_000, 10_000, 750, 350, (40, 8))  # values of a cell to the player to move
# Values of a cell that the opponent is kept from.
_OTHER = _cell_values(25_000, 5_000, 450, 250, (30, 15))
# Mask of the upper bits of a field, moved down: all but the worth of far lines.
_KINDS = (1 << FIELD - THREE_BIT) - 1
# Number of bits by which the fours of a cell lie above its threes.
_APART = FOUR_BIT - THREE_BIT


class AlphaBeta:
    """Alpha-beta search on one board, which pauses now and then.

    Scores are those of the player to move.

    Parameters
    ----------
    patterns : Patterns
        Patterns of the board.
    memory : SearchMemory, optional
        What searches of the same board remember.
    """

    def __init__(self, patterns: Patterns, memory: SearchMemory | None = None) -> None:
        memory = memory or SearchMemory()
        self.patterns = patterns
        self.tempo = tempo(patterns.rules.k)
        """Worth of what the next move can make."""
        self.counter = Counter()
        """Counter of all positions searched."""
        self.fours = FourSearch(patterns, self.counter, memory)
        """Search for wins by fours."""
        self.threats = ThreatProofs(patterns, self.counter, memory)
        """Search for wins by threes and fours."""
        self._table = memory.scores
        ones = patterns.threes // 7
        self._pairs_of_threes = ones * 6
        self._ones = ones
        rows, columns = patterns.rules.rows, patterns.rules.columns
        from_centre = [
            max(abs(2 * row - rows + 1), abs(2 * column - columns + 1))
            for row in range(rows)
            for column in range(columns)
        ]
        by_place = sorted(range(len(from_centre)), key=lambda cell: (-from_centre[cell], -cell))
        # Cells from the edge to the centre; the last of two as near comes first.
        self._by_place = by_place
        places = [0] * len(by_place)
        for place, cell in enumerate(by_place):
            places[cell] = place
        self._place_bits = len(places).bit_length()
        self._place_mask = (1 << self._place_bits) - 1
        # Index of each cell in that order, in its field.
        self._places = sum(place << FIELD * cell for cell, place in enumerate(places))
        self._quiet = (ones >> THREE_BIT) * QUIET_MASK
        self._kinds = patterns.threes | patterns.fours | patterns.fives

    def score(self, position: PatternPosition, player: int) -> int:
        """Return the estimate of a position without a five or four to answer."""
        patterns, tempo, worths = self.patterns, self.tempo, position[3]
        own, other = position[1 + player], position[2 - player]
        of_x = (worths + _HALF_WORTH & _WORTH_MASK) - _HALF_WORTH
        score = (worths - of_x >> WORTH_BITS if player else of_x) + tempo.to_move
        threes = own & patterns.threes
        if threes:
            score += tempo.three
            if own & self._pairs_of_threes:
                score += tempo.threes
            if threes & own >> _APART & self._ones:
                score += tempo.four_and_three
        threes = other & patterns.threes
        if threes:
            score += tempo.other_three
            if other & self._pairs_of_threes:
                score += tempo.other_threes
            if threes & other >> _APART & self._ones:
                score += tempo.other_four_and_three
        if other & patterns.wins:
            score += tempo.threatened
        return score

    def rank(self, position: PatternPosition, player: int) -> list[tuple[int, int]]:
        """List the cells that are worth anything, the best first, each after its worth."""
        bits, mask, by_place = self._place_bits, self._place_mask, self._by_place
        return [
            (number >> bits, by_place[number & mask])
            for number in self._ranked(position, player, len(by_place) + 1)
        ]

    def _ranked(self, position: PatternPosition, player: int, least: int) -> list[int]:
        """List the best of those cells as numbers: worth, then place in the order.

        There are at least so many, or all that are worth anything.
        """
        patterns, bits, quiet = self.patterns, self._place_bits, self._quiet
        own, other = position[1 + player], position[2 - player]
        # The worths of far lines fit into a field beside the place: one sum for all cells.
        numbers = patterns.fields((own & quiet) + (other & quiet) << bits | self._places)
        floor = max(numbers) * 5 // 8
        for cell in patterns.cells((own | other) & self._kinds):
            shift = FIELD * cell + THREE_BIT
            worth = _OWN[own >> shift & _KINDS] + _OTHER[other >> shift & _KINDS]
            numbers[cell] += worth << bits
        ranked = [number for number in numbers if number > floor]
        if len(ranked) < least:
            ranked = [number for number in numbers if number >> bits]
        ranked.sort(reverse=True)
        return ranked

    def search(
        self, position: PatternPosition, player: int, depth: int, alpha: int, beta: int
    ) -> Slices[int]:
        """Return the score of an unfinished position, searched to a depth in plies.

        Parameters
        ----------
        position : PatternPosition
            The position.
        player : {0, 1}
            Player to move, 0 for X.
        depth : int
            Number of moves to search; answers to fours do not count.
        alpha, beta : int
            Window: a score outside of it may be a bound only.
        """
        score = self._glance(position, player, depth, beta)
        if score is None:
            score = yield from self._try_moves(position, player, depth, alpha, beta)
        return score

    def _glance(  # noqa: PLR0911 - each way to see the score at once, in order
        self, position: PatternPosition, player: int, depth: int, beta: int
    ) -> int | None:
        """Return the score of a position where no move has to be tried; None elsewhere."""
        patterns = self.patterns
        self.counter.node_count += 1
        own, other = position[1 + player], position[2 - player]
        plies, cells = find_forced(patterns, own, other)
        if plies:
            return 2 - WON if plies == 2 else WON - plies
        if cells:
            return None
        if not own and not other:
            return 0
        is_threatened = other & patterns.wins
        if depth > 0 or (is_threatened and depth > _DEEPEST):
            return None
        score = self.score(position, player)
        if is_threatened:
            return score
        if score >= beta:
            return score
        fours = own & patterns.fours
        # One row of three has no more than two cells for a four, in nearly all cases.
        is_rich = fours.bit_count() > 3 or own & patterns.threes & fours >> _APART
        if is_rich and self.fours.is_quick(position, player, _LEAF_BUDGET):
            return BY_THREATS
        return score

    def _try_moves(  # noqa: C901, PLR0912 - one loop, its cuts in order
        self, position: PatternPosition, player: int, depth: int, alpha: int, beta: int
    ) -> Slices[int]:
        """Return the score of a position where moves have to be tried, as `search` does."""
        patterns, counter, rival = self.patterns, self.counter, 1 - player
        if counter.node_count >= counter.pause_at:
            counter.begin_slice()
            yield
        own, other, marks = position[1 + player], position[2 - player], position[4]
        fives = other & patterns.fives
        if fives:
            after = patterns.play(position, patterns.cells(fives)[0], player)
            return _back((yield from self.search(after, rival, depth, -beta, -alpha)))
        best_move = -1
        known = self._table.get(marks)
        if known is not None:
            depth_then, bound, score, best_move = known
            if (depth_then >= depth or abs(score) >= PROVED) and (
                bound == _EXACT
                or (bound == _LOWER and score >= beta)
                or (bound == _UPPER and score <= alpha)
            ):
                return score
        has_fours = depth > 0 and own & patterns.fours
        if has_fours and (yield from self.fours.find(position, player, _INNER_BUDGET)):
            best_move = self.fours.first(position, player)
            self._store(marks, depth, _LOWER, BY_THREATS, best_move)
            return BY_THREATS
        is_threatened = other & patterns.wins
        moves, is_complete = self._list_moves(position, player, depth)
        if best_move in moves:
            moves.remove(best_move)
            moves.insert(0, best_move)
        best, first_alpha = 4 - WON, alpha
        less = None if is_threatened else _LESS[min(depth, len(_LESS) - 1)]
        for at, cell in enumerate(moves):
            after = patterns.play(position, cell, player)
            windows = [(depth - 1, beta)]
            if at:
                windows.insert(0, (depth - 1 - (less[at] if less else 0), alpha + 1))
            for left, high in windows:
                seen = self._glance(after, rival, left, -alpha)
                if seen is None:
                    seen = yield from self._try_moves(after, rival, left, -high, -alpha)
                score = _back(seen)
                if score <= alpha or (score >= beta and left == depth - 1):
                    break
            if score > best:
                best, best_move = score, cell
                if score > alpha:
                    alpha = score
                    if alpha >= beta:
                        break
        if best <= -PROVED and not is_complete:
            best = -LOOKS_LOST
        bound = _LOWER if best >= beta else _UPPER if best <= first_alpha else _EXACT
        self._store(marks, depth, bound, best, best_move)
        return best

    def _list_moves(
        self, position: PatternPosition, player: int, depth: int
    ) -> tuple[list[int], bool]:
        """List the moves to search, the best first; tell whether all others lose."""
        if position[2 - player] & self.patterns.wins:
            return replies_to_forks(self.patterns, position, 1 - player), True
        width = _WIDTHS[min(depth, len(_WIDTHS)) - 1]
        ranked = self._ranked(position, player, width + 1)
        moves = [self._by_place[number & self._place_mask] for number in ranked[:width]]
        return moves, len(ranked) <= width

    def _store(self, marks: int, depth: int, bound: int, score: int, move: int) -> None:
        """Remember what was found of a position."""
        if len(self._table) >= _MEMORY:
            self._table.clear()
        self._table[marks] = (depth, bound, score, move)

    def variation(self, position: PatternPosition, player: int, most: int) -> list[int]:
        """Return the principal variation from a position, as far as it is remembered."""
        patterns = self.patterns
        variation: list[int] = []
        while len(variation) < most:
            plies, forced = find_forced(patterns, position[1 + player], position[2 - player])
            if plies == 1:
                return [*variation, forced[0]]
            known = self._table.get(position[4])
            if forced:
                cell = forced[0]
            elif known is not None and known[3] >= 0:
                cell = known[3]
            else:
                return variation
            variation.append(cell)
            position = patterns.play(position, cell, player)
            player = 1 - player
        return variation


def _back(score: int) -> int:
    """Return a score for the opponent, one ply earlier."""
    if score >= PROVED:
        return 1 - score
    return -score - 1 if score <= -PROVED else -score
