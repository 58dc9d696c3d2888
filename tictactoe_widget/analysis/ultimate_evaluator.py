"""Evaluation of positions of ultimate by the lines of the big and small boards."""

from math import prod
from random import Random

from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.ultimate import Ultimate, UltimateState

from .families import Family, register_analysis
from .tree_search import Evaluator, Folded, SearchNode

_FULL = 0b111_111_111
"""Bit mask of a full small board."""
_LINE_CHANCE = (0.03, 0.12, 0.45)
"""Chance to complete a line without a mark of the opponent, by number of own marks on it."""
_SHARED = 0.5
"""Share of the chance to win a board that is lost if the opponent's chance is 1."""
_EVEN = 0.02
"""Constant that keeps the estimate near a draw when few lines are left."""
_TEMPO = 1.0
"""Share of the gain of the best reply that counts for the opponent in advance."""
_MAJORITY = 0.05
"""Weight of a won board besides its lines, where most boards decide a tie."""


class _Chances(dict[int, tuple[float, float]]):
    """Chances of both players to win a small board, by the marks in it.

    The key is ``own | other << 9``; computed on first use.
    """

    def __missing__(self, key: int) -> tuple[float, float]:
        own, other = key & _FULL, key >> 9
        if _has_line(own):
            chances = (1.0, 0.0)
        elif _has_line(other):
            chances = (0.0, 1.0)
        elif own | other == _FULL:
            chances = (0.0, 0.0)
        else:
            ours, theirs = _some_line(own, other), _some_line(other, own)
            chances = (ours * (1 - _SHARED * theirs), theirs * (1 - _SHARED * ours))
        self[key] = chances
        return chances


class _Gains(dict[int, float]):
    """Increase of the chance to win a small board by the best move, by the marks in it."""

    def __missing__(self, key: int) -> float:
        free = _FULL & ~(key | key >> 9)
        here = _CHANCES[key][0]
        gain = max(
            (_CHANCES[key | 1 << place][0] - here for place in range(9) if free >> place & 1),
            default=0.0,
        )
        self[key] = gain
        return gain


def _has_line(marks: int) -> bool:
    """Return whether the marks on a small board hold a line."""
    return any(marks & line == line for line in STANDARD.line_masks)


def _some_line(own: int, other: int) -> float:
    """Return the chance to complete some line, without regard to the opponent's chance."""
    return 1 - prod(
        1 - _LINE_CHANCE[(line & own).bit_count()]
        for line in STANDARD.line_masks
        if not line & other
    )


_CHANCES = _Chances()
_GAINS = _Gains()


class _BoardNode(SearchNode[UltimateState]):
    """A node with the chance of each player on each small board."""

    __slots__ = ("other_chances", "own_chances")

    def __init__(
        self,
        state: UltimateState,
        values: list[float],
        results: list[int | None],
        own_chances: tuple[float, ...],
        other_chances: tuple[float, ...],
    ) -> None:
        super().__init__(state, values, results)
        self.own_chances = own_chances
        self.other_chances = other_chances


class UltimateEvaluator(Evaluator[UltimateState]):
    """Evaluator of ultimate by the lines of the big board and of the small ones.

    Each player has a chance on each small board; the product along a line of
    the big board is the weight of that line, and a position is worth the
    difference of the players' weights over their sum. The estimate
    of a move also counts the opponent's best gain in the board that it names.

    Parameters
    ----------
    rules : Ultimate
        Rules of ultimate, with any settings.
    """

    def __init__(self, rules: Ultimate) -> None:
        self._rules = rules
        self._closes = rules.won_boards == "closed"
        self._majority = _MAJORITY if rules.tie == "most-boards" else 0.0

    def root(self, state: UltimateState) -> SearchNode[UltimateState]:
        """Return the node of an unfinished position."""
        chances = [
            (1.0, 0.0)
            if state.own_boards >> board & 1
            else (0.0, 1.0)
            if state.other_boards >> board & 1
            else _CHANCES[
                state.own >> 9 * board & _FULL | (state.other >> 9 * board & _FULL) << 9
            ]
            for board in range(9)
        ]
        return self._node(state, [own for own, _ in chances], [other for _, other in chances])

    def child(self, parent: SearchNode[UltimateState], cell: int) -> SearchNode[UltimateState]:
        """Return the node of the unfinished position that a move leads to."""
        assert isinstance(parent, _BoardNode)  # noqa: S101 - made here, all of them
        before = parent.state
        state = self._rules.advance(before, cell)
        own, other = list(parent.other_chances), list(parent.own_chances)
        board = cell // 9
        if not (before.own_boards | before.other_boards) >> board & 1:
            shift = 9 * board
            own[board], other[board] = _CHANCES[
                state.own >> shift & _FULL | (state.other >> shift & _FULL) << 9
            ]
        return self._node(state, own, other)

    def fold(self, leaf: SearchNode[UltimateState]) -> Folded:
        """Return what `unfold` needs to rebuild a node that `child` has made."""
        assert isinstance(leaf, _BoardNode)  # noqa: S101 - as above
        return (leaf.values, leaf.results, leaf.own_chances, leaf.other_chances)

    def unfold(
        self, parent: SearchNode[UltimateState], cell: int, folded: Folded
    ) -> SearchNode[UltimateState]:
        """Rebuild a folded node without evaluating it again."""
        return _BoardNode(self._rules.advance(parent.state, cell), *folded)

    def _node(
        self, state: UltimateState, ours: list[float], theirs: list[float]
    ) -> SearchNode[UltimateState]:
        rules, majority, closes = self._rules, self._majority, self._closes
        own, other = state.own, state.other
        won = state.own_boards | state.other_boards
        our_slopes, our_sum = _slopes(ours, majority)
        their_slopes, their_sum = _slopes(theirs, majority)
        replies = [
            None
            if (closes and won >> board & 1) or (own | other) >> 9 * board & _FULL == _FULL
            else 0.0
            if won >> board & 1
            else _TEMPO
            * their_slopes[board]
            * _GAINS[other >> 9 * board & _FULL | (own >> 9 * board & _FULL) << 9]
            for board in range(9)
        ]
        anywhere = max(reply for reply in replies if reply is not None)
        values: list[float] = []
        results: list[int | None] = []
        for cell in state.legal_moves:
            board, place = divmod(cell, 9)
            taken_ours = own >> 9 * board & _FULL | 1 << place
            taken_theirs = other >> 9 * board & _FULL
            if won >> board & 1:
                our_chance, their_chance = ours[board], theirs[board]
                decides = taken_ours | taken_theirs == _FULL
            else:
                our_chance, their_chance = _CHANCES[taken_ours | taken_theirs << 9]
                decides = our_chance == 1.0 or taken_ours | taken_theirs == _FULL
            if decides and (result := rules.advance(state, cell).result) is not None:
                score = 0 if result == "draw" else 1 if result == state.to_move else -1
                values.append(float(score))
                results.append(score)
                continue
            our_lines = our_sum + (our_chance - ours[board]) * our_slopes[board]
            their_lines = their_sum + (their_chance - theirs[board]) * their_slopes[board]
            if place != board:
                reply = replies[place]
            elif decides and (closes or taken_ours | taken_theirs == _FULL):
                reply = None
            else:
                reply = _TEMPO * their_slopes[board] * _GAINS[taken_theirs | taken_ours << 9]
            their_lines += anywhere if reply is None else reply
            values.append((our_lines - their_lines) / (our_lines + their_lines + _EVEN))
            results.append(None)
        return _BoardNode(state, values, results, tuple(ours), tuple(theirs))


def _slopes(chances: list[float], majority: float) -> tuple[list[float], float]:
    """Return the derivatives of the sum over the lines by each chance, and the sum."""
    a, b, c, d, e, f, g, h, i = chances
    ae, ce, be, de = a * e, c * e, b * e, d * e
    ei, eg, eh, ef = e * i, e * g, e * h, e * f
    slopes = [
        b * c + d * g + ei + majority,
        a * c + eh + majority,
        a * b + f * i + eg + majority,
        ef + a * g + majority,
        d * f + b * h + a * i + c * g + majority,
        de + c * i + majority,
        h * i + a * d + ce + majority,
        g * i + be + majority,
        g * h + c * f + ae + majority,
    ]
    total = (
        a * (b * c + d * g + ei)
        + b * eh
        + c * (f * i + eg)
        + d * ef
        + g * h * i
        + majority * sum(chances)
    )
    return slopes, total


class UltimateFamily(Family[Ultimate, UltimateState]):
    """Analysis of ultimate: a tree search that evaluates positions by their lines."""

    def evaluator(self, rules: Ultimate, random: Random) -> UltimateEvaluator:
        """Return the evaluator of new positions of the tree search."""
        del random
        return UltimateEvaluator(rules)

    def open_cells(self, rules: Ultimate, state: UltimateState) -> int:
        """Return the number of empty cells in small boards that are not closed."""
        closed = state.own_boards | state.other_boards if rules.won_boards == "closed" else 0
        taken = state.own | state.other
        return sum(
            9 - (taken >> 9 * board & _FULL).bit_count()
            for board in range(9)
            if not closed >> board & 1
        )


register_analysis(Ultimate, UltimateFamily())
