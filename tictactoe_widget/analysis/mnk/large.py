"""Search on boards that are too large to solve.

The search looks first for forced moves and then for wins by threats for either player. After
that, the search runs an alpha-beta search of increasing depth. Patterns of marks suggest the
moves to try. All values in the analyses are proved. If a move has no value, its score is an
estimate.

The alpha-beta search is a principal variation search (T. A. Marsland and M. Campbell, "Parallel
search of strongly ordered game trees", Computing Surveys 14, 1982) with a transposition table.
If a player must answer a four or a three, the search tries only the answers. In other
positions, the search adds the values of each cell for both players, and tries the cells with
the highest sums.
"""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import replace

from tictactoe_widget.analysis.sentences import Names
from tictactoe_widget.analysis.values import (
    Analyses,
    Analysis,
    AnswerT,
    MoveValue,
    MoveValues,
    Slices,
    Value,
    best_of,
    length_of,
    proved,
    value_of,
)
from tictactoe_widget.rules.mnk import MNK
from tictactoe_widget.rules.state import MARKS, State
from tictactoe_widget.texts import _, join_sentences

from .patterns import (
    FIELD,
    FIVE_BIT,
    FOUR_BIT,
    QUIET_MASK,
    THREE_BIT,
    VALUE_BITS,
    PatternPosition,
    Patterns,
    SearchMemory,
    estimate_after_search,
    shared_patterns,
    tempo,
)
from .tactics import find_forced, play_four, replies_to_forks, stops_of_forks
from .threats import Counter, FourSearch, Pausing, ThreatProofs, ThreatSearch

# Score of a won game. The score of a proved win in at most n plies is n points lower.
_WON = 1 << 20
_PROVED = _WON - 2000  # minimum score of a proved win
_BY_THREATS = _WON - 500  # score of a win that a search for wins by threats has proved
# Absolute score of a position in which every searched move loses.
_LOOKS_LOST = 1 << 16
_MEMORY = 50_000  # maximum number of positions in the transposition table
# Number of moves to search if no move is forced, for each remaining depth. The last number is
# for all greater depths.
_WIDTHS = (7, 9, 11, 12, 14)
# Each pair contains two minimums: one for the number of moves tried earlier, and one for the
# remaining depth. The first search of a move is one ply shallower for each pair whose minimums
# it reaches.
_LATE = ((4, 3), (6, 4), (9, 6))
# Number of plies by which the first search of a move is shallower. The row is the remaining
# depth (the last row is for all greater depths), and the column is the number of moves tried
# earlier.
_LESS = [
    [
        sum(at >= before and depth >= least for before, least in _LATE)
        for at in range(_WIDTHS[-1])
    ]
    for depth in range(1 + max(least for _, least in _LATE))
]
_DEEPEST = -8  # depth at which the search stops following forced replies
# Maximum number of positions in the search for a win by fours: at the end of a variation, and
# before its end.
_LEAF_BUDGET = 24
_INNER_BUDGET = 120

_EXACT, _LOWER, _UPPER = 0, 1, 2

_VALUE_MASK = (1 << VALUE_BITS) - 1
_HALF_VALUE = 1 << VALUE_BITS - 1


def _cell_values(
    five: int, fork: int, four_and_three: int, two_threes: int, single: tuple[int, int]
) -> list[int]:
    """Return a table of cell values, indexed by the upper bits of the cell's field.

    The bits describe the patterns that a mark in the cell would make. Each parameter is the
    value of one pattern or combination. `fork` is the value of two ways to a five. `single`
    contains two values: one for a three, and one for a four.
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


_OWN = _cell_values(50_000, 10_000, 750, 350, (40, 8))  # values of cells for the player to move
# Values of cells for the player to move if a mark there would stop the opponent.
_OTHER = _cell_values(25_000, 5_000, 450, 250, (30, 15))
# Mask for the upper bits of a field, after shifting out the value of distant lines.
_KINDS = (1 << FIELD - THREE_BIT) - 1
# Distance in bits between the number of threes and the number of fours in a field.
_APART = FOUR_BIT - THREE_BIT


class AlphaBeta:
    """Alpha-beta search on one board, with regular pauses.

    All scores are from the point of view of the player to move.

    Parameters
    ----------
    patterns : Patterns
        Patterns on the board.
    memory : SearchMemory, optional
        Memory shared by all searches on the same board.
    """

    def __init__(self, patterns: Patterns, memory: SearchMemory | None = None) -> None:
        memory = memory or SearchMemory()
        self.patterns = patterns
        self.tempo = tempo(patterns.rules.k)
        """Values of patterns that the next move can make."""
        self.counter = Counter()
        """Counter of the positions searched so far."""
        self.fours = FourSearch(patterns, self.counter, memory)
        """Search for wins in which all threats are fours."""
        self.threats = ThreatProofs(patterns, self.counter, memory)
        """Search for wins in which the threats are threes and fours."""
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
        # Cells from the edge to the centre. Of two cells at the same distance from the centre,
        # the cell with the higher index comes first.
        self._by_place = by_place
        places = [0] * len(by_place)
        for place, cell in enumerate(by_place):
            places[cell] = place
        self._place_bits = len(places).bit_length()
        self._place_mask = (1 << self._place_bits) - 1
        # Index of each cell in `_by_place`, stored in the cell's field.
        self._places = sum(place << FIELD * cell for cell, place in enumerate(places))
        self._quiet = (ones >> THREE_BIT) * QUIET_MASK
        self._kinds = patterns.threes | patterns.fours | patterns.fives

    def score(self, position: PatternPosition, player: int) -> int:
        """Return an estimate for a position without forced moves, wins or losses."""
        patterns, tempo, values = self.patterns, self.tempo, position[3]
        own, other = position[1 + player], position[2 - player]
        of_x = (values + _HALF_VALUE & _VALUE_MASK) - _HALF_VALUE
        score = (values - of_x >> VALUE_BITS if player else of_x) + tempo.to_move
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
        """Return (value, cell) pairs for all cells with a nonzero value, best first."""
        bits, mask, by_place = self._place_bits, self._place_mask, self._by_place
        return [
            (number >> bits, by_place[number & mask])
            for number in self._ranked(position, player, len(by_place) + 1)
        ]

    def _ranked(self, position: PatternPosition, player: int, least: int) -> list[int]:
        """Return the best cells as numbers, each of which encodes a cell's value and place.

        If fewer than `least` cells have high values, the result contains all cells with a
        nonzero value.
        """
        patterns, bits, quiet = self.patterns, self._place_bits, self._quiet
        own, other = position[1 + player], position[2 - player]
        # The values of distant lines fit into a field next to the place, so one addition covers
        # all cells.
        numbers = patterns.fields((own & quiet) + (other & quiet) << bits | self._places)
        floor = max(numbers) * 5 // 8
        for cell in patterns.cells((own | other) & self._kinds):
            shift = FIELD * cell + THREE_BIT
            value = _OWN[own >> shift & _KINDS] + _OTHER[other >> shift & _KINDS]
            numbers[cell] += value << bits
        ranked = [number for number in numbers if number > floor]
        if len(ranked) < least:
            ranked = [number for number in numbers if number >> bits]
        ranked.sort(reverse=True)
        return ranked

    def search(
        self, position: PatternPosition, player: int, depth: int, alpha: int, beta: int
    ) -> Slices[int]:
        """Search an unfinished position to the given depth, and return its score.

        Parameters
        ----------
        position : PatternPosition
            Position to search.
        player : {0, 1}
            Player to move (0 for X, 1 for O).
        depth : int
            Number of plies to search, not counting answers to fours.
        alpha, beta : int
            Search window. A score outside this window might be only a bound.
        """
        score = self._glance(position, player, depth, beta)
        if score is None:
            score = yield from self._try_moves(position, player, depth, alpha, beta)
        return score

    def _glance(  # noqa: PLR0911 - each way to see the score at once, in order
        self, position: PatternPosition, player: int, depth: int, beta: int
    ) -> int | None:
        """Return the score of a position, or None if it can't be found without a search."""
        patterns = self.patterns
        self.counter.node_count += 1
        own, other = position[1 + player], position[2 - player]
        plies, cells = find_forced(patterns, own, other)
        if plies:
            return 2 - _WON if plies == 2 else _WON - plies
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
        # In nearly all cases, one row of three has no more than two cells for a four.
        is_rich = fours.bit_count() > 3 or own & patterns.threes & fours >> _APART
        if is_rich and self.fours.is_quick(position, player, _LEAF_BUDGET):
            return _BY_THREATS
        return score

    def _try_moves(  # noqa: C901, PLR0912 - one loop, with its cutoffs in order
        self, position: PatternPosition, player: int, depth: int, alpha: int, beta: int
    ) -> Slices[int]:
        """Search the moves in a position, and return its score (see `search`)."""
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
            if (depth_then >= depth or abs(score) >= _PROVED) and (
                bound == _EXACT
                or (bound == _LOWER and score >= beta)
                or (bound == _UPPER and score <= alpha)
            ):
                return score
        has_fours = depth > 0 and own & patterns.fours
        if has_fours and (yield from self.fours.find(position, player, _INNER_BUDGET)):
            best_move = self.fours.first(position, player)
            self._store(marks, depth, _LOWER, _BY_THREATS, best_move)
            return _BY_THREATS
        is_threatened = other & patterns.wins
        moves, is_complete = self._list_moves(position, player, depth)
        if best_move in moves:
            moves.remove(best_move)
            moves.insert(0, best_move)
        best, first_alpha = 4 - _WON, alpha
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
        if best <= -_PROVED and not is_complete:
            best = -_LOOKS_LOST
        bound = _LOWER if best >= beta else _UPPER if best <= first_alpha else _EXACT
        self._store(marks, depth, bound, best, best_move)
        return best

    def _list_moves(
        self, position: PatternPosition, player: int, depth: int
    ) -> tuple[list[int], bool]:
        """Return the moves to search, best first, and whether all others are sure to lose."""
        if position[2 - player] & self.patterns.wins:
            return replies_to_forks(self.patterns, position, 1 - player), True
        width = _WIDTHS[min(depth, len(_WIDTHS)) - 1]
        ranked = self._ranked(position, player, width + 1)
        moves = [self._by_place[number & self._place_mask] for number in ranked[:width]]
        return moves, len(ranked) <= width

    def _store(self, marks: int, depth: int, bound: int, score: int, move: int) -> None:
        """Store the result of a search in the transposition table."""
        if len(self._table) >= _MEMORY:
            self._table.clear()
        self._table[marks] = (depth, bound, score, move)

    def variation(self, position: PatternPosition, player: int, most: int) -> list[int]:
        """Return the principal variation as far as the table contains it."""
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
    """Convert a score to the opponent's score one ply earlier."""
    if score >= _PROVED:
        return 1 - score
    return -score - 1 if score <= -_PROVED else -score


_WIDTH = 20  # number of moves to search if no move is forced
# Maximum number of positions in the search for a win by fours for the player to move.
_FOURS_BUDGET = 20_000
# Maximum number of positions in the search for the opponent's win by fours after a move.
_REFUTING_FOURS = 3_000
# Minimum budget, in positions, of the search for the opponent's win by threats.
_REFUTING_THREATS = 2_000
# The budget of the search for the opponent's win by threats grows to the number of positions
# searched so far, divided by this number.
_REFUTING_SHARE = 4
# Divisor that replaces `_REFUTING_SHARE` for the search that confirms the best move if moves
# are compared.
_TOLD_SHARE = 2
# Minimum depth at which to search for threats after moves if only one move is needed.
#
# At smaller depths, the move that looks best usually changes.
_DOUBTING_DEPTH = 3
_THREATS_BUDGET = 2_000  # number of positions in the first search for a win by threes and fours
# Number of positions in the last search for a win by threes and fours. Each search has twice
# the budget of the one before.
_MOST_THREATS = 200_000
# Number of positions in a search for threats after a move that at first looked too weak.
_QUICK = 300
# Penalty for a move whose search for threats was not finished. About half of these moves lose.
_OPEN = 300
# Maximum score of a four that only delays the opponent's win by threats.
_DELAYED = -2_000
_DEEPEST = 60  # maximum depth of the search, in plies
_VARIATION = 12  # maximum number of moves in an unproved variation


class LargeBoardSearch:
    """Search from one position in an m,n,k-game in normal play.

    Parameters
    ----------
    rules : MNK
        Rules of the game.
    state : State
        Unfinished position to search.
    most_compared : int, default 1
        Number of moves, best first, to search separately so that their estimates can be
        compared. A lower number makes the search faster. To choose a move, 1 is enough.
    memory : SearchMemory, optional
        Memory shared by all searches on the same board. By default, the search creates a new
        memory.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> rules = MNK(15, 15, 5)
    >>> three = Game(rules, moves=(112, 0, 113, 14, 114, 210))
    >>> *_, found = LargeBoardSearch(rules, three.state).run_in_slices()
    >>> found.value, found.remoteness, found.best_moves
    ('win', 3, (111, 115))
    """

    def __init__(
        self,
        rules: MNK,
        state: State,
        *,
        most_compared: int = 1,
        memory: SearchMemory | None = None,
    ) -> None:
        self._state = state
        self._most_compared = most_compared
        self._player = state.move_count & 1
        self._patterns = shared_patterns(rules)
        self._position = self._patterns.position(state)
        self._search = AlphaBeta(self._patterns, memory)
        self._as_estimate = estimate_after_search(rules)
        self._fours, self._threats = self._search.fours, self._search.threats
        ranked = self._search.rank(self._position, self._player)
        values = {cell: value for value, cell in ranked}
        # Value of each legal move, before any search.
        self._static_values = {cell: values.get(cell, 0) for cell in state.legal_moves}
        # Legal moves, best first.
        self._order = [cell for _, cell in ranked] or list(state.legal_moves)
        # Most recent score of each unproved move that has been searched.
        self._scores: dict[int, int] = {}
        # Proved values of moves and, if certain, their remoteness.
        self._values: dict[int, tuple[Value, int | None]] = {}
        self._best = self._order[0]
        # Moves whose scores at the last completed depth are exact, not just bounds.
        self._top: tuple[int, ...] = tuple(self._order[:most_compared])
        self._efforts: dict[int, int] = {}  # number of positions searched for each move
        self._likely = frozenset(self._order[:_WIDTH])  # moves that look best before any search
        # Budget of the last search for threats that each move survived.
        self._stood: dict[int, int] = {}
        self._resisting: int | None = None  # move to play if all moves lose, once chosen
        self._variation: tuple[int, ...] = ()
        # True if all moves that looked good at first are proved to lose.
        self._is_widened = False
        self._base = self._search.score(self._position, self._player)
        # Results on which the last report is based, and the report itself.
        self._reported: tuple[tuple[object, ...], Analysis] | None = None

    @property
    def node_count(self) -> int:
        """Number of positions searched so far."""
        return self._search.counter.node_count

    def run_in_slices(self) -> Analyses:
        """Search to increasing depths, and yield an analysis after each time slice."""
        is_decided = self._settle_forced()
        yield self.report()
        if is_decided:
            return
        if (yield from self._find_win(self._fours, _FOURS_BUDGET)):
            yield self.report()
            return
        yield from self._add_defences()
        budget = _THREATS_BUDGET
        for depth in range(1, _DEEPEST):
            if depth % 2 and budget <= _MOST_THREATS:
                if (yield from self._find_win(self._threats, budget)):
                    break
                budget *= 2
            if (yield from self._deepen(depth)):
                break
            yield self.report()
        found = self.report()
        if found.value == "loss" and found.remoteness is None:
            yield from self._resist()
        yield self.report()

    def report(self) -> Analysis:
        """Return the analysis, based on the results so far."""
        known = (
            self._best,
            self._top,
            self._variation,
            self._order[0],
            self._resisting,
            len(self._values),
            tuple(self._scores.items()),
        )
        if self._reported is None or self._reported[0] != known:
            self._reported = (known, self._report())
        return replace(self._reported[1], node_count=self.node_count)

    def _report(self) -> Analysis:
        compared = self._compared()
        values = MoveValues.of(
            (
                cell,
                proved(*self._values[cell])
                if cell in self._values
                else MoveValue(None, None, self._as_estimate(self._estimate(cell, compared))),
            )
            for cell in self._state.legal_moves
        )
        value = value_of(values)
        best = best_of(values) if value is not None else (self._best,)
        if value == "loss" and self._remoteness(values, best[0]) is None:
            hardest = max(best, key=self._hardness)
            best = (hardest if self._resisting is None else self._resisting,)
        return Analysis(
            self._state.to_move,
            value,
            self._remoteness(values, best[0]),
            values[best[0]].score,
            values,
            best,
            self._variation if self._variation[:1] == best[:1] else best[:1],
            exact=all(move.value is not None for move in values.values()),
            node_count=self.node_count,
            compared=tuple(compared) if value is None else (),
        )

    def _compared(self) -> dict[int, int]:
        """Return the scores of the moves that can be compared, best first."""
        cells = [cell for cell in (self._best, *self._top) if cell not in self._values]
        if not self._scores:
            cells = list(dict.fromkeys([*cells, *self._untried]))[: self._most_compared]
        others = self._unsearched_score()
        most = self._scores.get(self._best, others)
        # At a new depth, the best move is chosen before all other moves are searched to this
        # depth.
        scores = {cell: min(most, self._scores.get(cell, others)) for cell in cells}
        return dict(sorted(scores.items(), key=lambda item: -item[1])[: self._most_compared])

    def _unsearched_score(self) -> int:
        """Return the score to use for a comparable move that hasn't been searched yet."""
        if self._scores:
            # The move might lose to threats, so it can't count as best before threats have been
            # searched.
            best = self._scores.get(self._best, self._base)
            return min(best, self._base) - _OPEN
        return -_LOOKS_LOST if self._is_widened else self._base

    def _estimate(self, cell: int, compared: Mapping[int, int]) -> int:
        """Return an unproved move's score, no higher than the lowest score in `compared`."""
        if cell in compared:
            return compared[cell]
        least = min(compared.values(), default=self._base)
        # An unsearched move has a lower value than all searched moves.
        searched = min(least, *self._scores.values()) if self._scores else least
        worse = min(0, self._static_values[cell] - self._static_values[self._order[0]])
        return min(least, self._scores.get(cell, searched + worse))

    def _hardness(self, cell: int) -> tuple[bool, int]:
        """Return a sort key that is higher for a move that was harder to refute."""
        return cell in self._likely, self._efforts.get(cell, 0)

    def _add_effort(self, cell: int, begun: int) -> None:
        """Add the positions searched since `begun` to the effort spent on a move."""
        self._efforts[cell] = self._efforts.get(cell, 0) + self.node_count - begun

    def _resist(self) -> Generator[Analysis, None, None]:
        """Choose a losing move that does not lose at once to a series of fours."""
        for cell in sorted(self._state.legal_moves, key=self._hardness, reverse=True):
            after = self._patterns.play(self._position, cell, self._player)
            search = self._fours.find(after, 1 - self._player, _REFUTING_FOURS)
            if not (yield from self._run(search)):
                self._resisting = cell
                return

    def _remoteness(self, moves: MoveValues, best: int) -> int | None:
        """Return the remoteness of the position, or None if it is not certain."""
        plies = moves[best].remoteness
        # An immediate win is always found, and any other win takes at least three plies.
        return plies if moves[best].value == "win" and plies else length_of(moves)

    def _settle(self, cells: Iterable[int], value: Value, plies: int | None) -> None:
        for cell in cells:
            self._values[cell] = (value, plies)
            self._scores.pop(cell, None)

    def _settle_lost(self, cell: int) -> None:
        """Record that a move loses. If the move was the best so far, choose another one."""
        self._settle([cell], "loss", None)
        left = self._untried
        if cell == self._best and left:
            self._best = max(left, key=lambda other: self._scores.get(other, -_WON))

    def _settle_forced(self) -> bool:
        """Record moves that decide the game at once. Return True if no search is needed."""
        patterns, position = self._patterns, self._position
        own, other = position[1 + self._player], position[2 - self._player]
        legal = self._state.legal_moves
        if not own and not other:
            self._settle(legal, "draw", len(legal))
            return True
        plies, cells = find_forced(patterns, own, other)
        if plies in {1, 3}:
            self._settle(cells, "win", plies)
            if plies == 3:
                self._variation = tuple(self._fours.variation(position, self._player))
            return True
        if cells:
            lost = legal if plies else set(legal) - set(cells)
            self._settle(lost, "loss", 2)
            self._order = self._best_first(cells)
            return plies == 2 or len(legal) == 1
        if other & patterns.wins:
            holding = replies_to_forks(patterns, position, 1 - self._player)
            self._settle(set(legal) - set(holding), "loss", 4)
            self._order = self._best_first(holding or list(legal))
            return not holding
        return False

    def _best_first(self, cells: list[int]) -> list[int]:
        """Sort moves by value, and take the first move as the best move so far."""
        cells.sort(key=lambda cell: -self._static_values[cell])
        self._best = cells[0]
        return cells

    def _run(self, search: Slices[AnswerT]) -> Generator[Analysis, None, AnswerT]:
        """Run one part of the search, and yield an analysis at each pause."""
        while True:
            try:
                next(search)
            except StopIteration as end:
                answer: AnswerT = end.value
                return answer
            yield self.report()

    def _find_win(self, search: ThreatSearch, budget: int) -> Generator[Analysis, None, bool]:
        """Search for a win by threats, record it, and return whether there is such a win."""
        position, player = self._position, self._player
        found = yield from self._run(search.find(position, player, budget))
        if found:
            variation = search.variation(position, player)
            self._settle(variation[:1], "win", None)
            self._variation = tuple(variation)
        return found

    def _add_defences(self) -> Generator[Analysis, None, None]:
        """Put the moves that stop the opponent's winning threats first in the search order."""
        position, rival = self._position, 1 - self._player
        if self._values:
            return
        useful: list[int] = []
        if (yield from self._run(self._fours.find(position, rival, _REFUTING_FOURS))):
            useful = self._fours.variation(position, rival)
            # Moves that don't stop the opponent's fours lose, so they need no search.
            self._order = list(dict.fromkeys([*useful, *self._order, *self._state.legal_moves]))
            yield from self._drop_refuted(self._fours)
        elif (yield from self._run(self._threats.find(position, rival, _REFUTING_THREATS))):
            useful = self._threats.variation(position, rival)
        useful = [cell for cell in dict.fromkeys(useful) if cell not in self._values]
        rest = [cell for cell in self._order if cell not in useful]
        self._order = useful + rest[:_WIDTH]

    def _deepen(self, depth: int) -> Generator[Analysis, None, bool]:
        """Search all moves to the given depth, and return whether the best move is certain.

        Moves to be compared get exact scores, and other moves get bounds.
        """
        search, player = self._search, self._player
        top: dict[int, int] = {}
        order = sorted(self._untried, key=lambda cell: -self._scores.get(cell, -_WON))
        for cell in order:
            yield from self._make_sure(top)
            if cell in self._values:
                continue
            is_open = len(top) < self._most_compared
            floor = -_WON if is_open else min(top.values())
            begun, after = self.node_count, self._patterns.play(self._position, cell, player)
            score = yield from self._score(after, depth - 1, floor, is_open=is_open)
            is_doubtful = depth >= _DOUBTING_DEPTH or self._most_compared > 1
            if is_doubtful and score > floor and -_PROVED < score < _PROVED:
                score = yield from self._doubt(cell, after, score)
            self._add_effort(cell, begun)
            if score <= -_PROVED:
                self._settle_lost(cell)
                continue
            if score >= _PROVED:
                self._settle([cell], "win", None)
                variation = search.variation(after, 1 - player, _VARIATION)
                self._best, self._variation = cell, (cell, *variation)
                return True
            self._scores[cell] = score
            if score > max(top.values(), default=-_WON):
                variation = search.variation(after, 1 - player, _VARIATION)
                self._best, self._variation = cell, (cell, *variation)
            if score > floor:
                if not is_open:
                    del top[min(top, key=top.__getitem__)]
                top[cell] = score
        if not self._untried:
            return (yield from self._widen())
        self._top = tuple(top)
        return False

    def _make_sure(self, top: dict[int, int]) -> Generator[Analysis, None, None]:
        """If necessary, search longer for the opponent's threats after the best move.

        The last search for threats was too brief if many more positions have been searched
        since then. The search might also have been too brief if the move became best only
        because another move was refuted.
        """
        while self._most_compared > 1 and self._best in self._scores:
            cell, budget = self._best, self.node_count // _TOLD_SHARE
            if budget < 2 * max(self._stood.get(cell, 0), _REFUTING_THREATS):
                return
            self._stood[cell] = budget
            begun = self.node_count
            after = self._patterns.play(self._position, cell, self._player)
            is_lost = yield from self._run(self._is_refuted(after, budget))
            self._add_effort(cell, begun)
            if not is_lost:
                return
            top.pop(cell, None)
            self._settle_lost(cell)

    def _score(
        self, after: PatternPosition, depth: int, floor: int, *, is_open: bool
    ) -> Generator[Analysis, None, int]:
        """Search a move and return its score.

        A score of at most `floor` is only an upper bound.
        """
        rival = 1 - self._player
        windows = [(-_WON, -floor)] if is_open else [(-floor - 1, -floor), (-_WON, -floor)]
        for low, high in windows:
            score = -(yield from self._run(self._search.search(after, rival, depth, low, high)))
            if score <= floor:
                break
        return score

    def _doubt(
        self, cell: int, after: PatternPosition, score: int
    ) -> Generator[Analysis, None, int]:
        """Search for the opponent's threats after a move, and return the corrected score."""
        budget = max(_REFUTING_THREATS, self.node_count // _REFUTING_SHARE)
        self._stood[cell] = budget
        if (yield from self._run(self._is_refuted(after, budget))):
            return -_BY_THREATS
        if self._threats.is_open:
            score -= _OPEN
        if (yield from self._run(self._is_delay(cell))):
            return min(score, _DELAYED)
        return score

    def _is_refuted(self, after: PatternPosition, threats: int) -> Pausing:
        """Return whether a win by the opponent's threats is proved after a move."""
        rival = 1 - self._player
        if (yield from self._fours.find(after, rival, _REFUTING_FOURS)):
            return True
        return (yield from self._threats.find(after, rival, threats))

    def _is_delay(self, cell: int) -> Pausing:
        """Return whether a move makes a four that only delays the opponent's threats."""
        player = self._player
        answered, fives = play_four(self._patterns, self._position, cell, player)
        if not fives:
            return False
        return (yield from self._threats.find(answered, 1 - player, _REFUTING_THREATS))

    def _widen(self) -> Generator[Analysis, None, bool]:
        """Search the moves omitted so far, and return whether all of them are refuted."""
        rest = [cell for cell in self._state.legal_moves if cell not in self._values]
        if not rest:
            return True
        self._is_widened = True
        self._order = sorted(rest, key=lambda cell: -self._static_values[cell])
        # Fours refute the most moves and take the least time to search.
        yield from self._drop_refuted(self._fours)
        yield from self._drop_refuted(self._threats, _WIDTH)
        return not self._untried

    @property
    def _untried(self) -> list[int]:
        """Moves that must still be searched, because their values aren't proved yet."""
        return [cell for cell in self._order if cell not in self._values]

    def _drop_refuted(
        self, search: ThreatSearch, most: int | None = None
    ) -> Generator[Analysis, None, None]:
        """Search moves briefly until enough of them survive, and drop the refuted moves."""
        holding: list[int] = []
        for cell in self._untried:
            if len(holding) == most:
                break
            if not holding:
                self._best = cell
            begun = self.node_count
            after = self._patterns.play(self._position, cell, self._player)
            is_lost = yield from self._run(search.find(after, 1 - self._player, _QUICK))
            self._add_effort(cell, begun)
            if is_lost:
                self._settle([cell], "loss", None)
            else:
                holding.append(cell)
        self._order = holding or self._order


def describe_threat(rules: MNK, state: State, names: Names) -> str:
    """Describe how the last move threatens to make an open four or two fours.

    If the last move makes no such threat, return ``""``.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> rules = MNK(15, 15, 5)
    >>> after = Game(rules, moves=(112, 0, 113, 14, 114)).state
    >>> describe_threat(rules, after, Names.of(rules))
    'X threatens to make an open row of 4. O must answer at g8 or k8.'
    """
    patterns = shared_patterns(rules)
    position = patterns.position(state)
    rival = state.move_count & 1
    own, other = position[2 - rival], position[1 + rival]
    if not own & patterns.wins or (own | other) & patterns.fives:
        return ""
    player, count = names.players[MARKS[1 - rival]], rules.k - 1
    if patterns.opens(position, 1 - rival):
        threat = _(
            "{player} threatens to make an open row of {count}.", player=player, count=count
        )
    else:
        threat = _(
            "{player} threatens to make two rows of {count}.", player=player, count=count
        )
    stopping = stops_of_forks(patterns, position, 1 - rival)
    if not stopping or other & patterns.wins:
        return threat
    slots = {"player": names.players[MARKS[rival]], "squares": names.squares(stopping)}
    if other & patterns.fours:
        answer = _(
            "{player} must make a row of {count} or answer at {squares}.", **slots, count=count
        )
    else:
        answer = _("{player} must answer at {squares}.", **slots)
    return join_sentences(threat, answer)
