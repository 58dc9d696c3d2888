"""Evaluation of ultimate tic-tac-toe by the lines on the big board and on small boards."""

from base64 import b85decode
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import inf, tanh
from random import Random
from typing import Any

from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.ultimate import Ultimate, UltimateState

from .registry import FamilyAnalysis, register_analysis
from .tree_search import Evaluation, Evaluator
from .ultimate_fit import CHANCES, FREE_CHOICE, LINE, MAJORITY

# Both players' win probabilities on a small board in ultimate, by the marks on the board.
#
# There are three win probabilities for each player. The first applies if the next move is on
# another board, the second if the player moves here next, and the third if the opponent moves
# here next. The values for open boards were fitted to games by ``benchmarks/fit_ultimate.py``,
# which writes `ultimate_fit`. These values are read on first use.

FULL = 0b111_111_111
"""Bit mask for a full small board."""
READINGS = 3
"""Number of win probabilities for each small board.

The first applies if the next move is on another board. The second applies if the player moves
here next, and the third if the opponent moves here next.
"""
# For each bit mask of one player's marks, True if the marks include a line.
_HAS_LINE = tuple(
    any(marks & line == line for line in STANDARD.line_masks) for marks in range(FULL + 1)
)

# Moves on a small board, with six entries for each move. The first four entries are the move's
# place, the gains in both players' win probabilities, and whether the move can end the game.
# The last two entries are the gains if the opponent moves on this board next. Both of these
# gains are None if the board is closed.
#
# The tuple is flat, because the garbage collector soon stops scanning tuples of numbers, but
# keeps scanning tuples of tuples.
_SmallMoves = tuple[Any, ...]
# A small board. First come X's and O's win probabilities. Then come X's and O's gains if O
# moves here next, and X's and O's gains if X moves here next. Last come X's and O's moves. The
# four gains are None if the board is closed.
_SmallBoard = tuple[Any, ...]
# Three probabilities that a player wins a board, in the order that `READINGS` describes.
_Readings = tuple[float, float, float]


def number_contents() -> dict[int, int]:
    """Return a dict that assigns a number, starting from 0, to every possible open small board.

    Symmetric boards get the same number. The key for a board is ``own | other << 9``, where
    ``own`` and ``other`` are the bit masks of the players' marks.
    """
    images = [_images(symmetry) for symmetry in STANDARD.symmetries]
    numbers: dict[int, int] = {}
    count = 0
    for own in range(FULL):
        free = other = FULL & ~own
        while other and not _HAS_LINE[own]:
            other = other - 1 & free
            if own | other << 9 not in numbers and not _HAS_LINE[other]:
                for image in images:
                    numbers[image[own] | image[other] << 9] = count
                count += 1
    return numbers


def _images(symmetry: tuple[int, ...]) -> list[int]:
    """Return a list of the images of all bit masks under a symmetry."""
    images = [0]
    for image in symmetry:
        images += [marks | 1 << image for marks in images]
    return images


@lru_cache(maxsize=1)
def _fitted() -> tuple[dict[int, int], list[_Readings]]:
    """Return the index of each open board, and the win probabilities for each index."""
    decoded = [decode(code) for code in b85decode(CHANCES)]
    parts = [decoded[at::READINGS] for at in range(READINGS)]
    return number_contents(), list(zip(*parts, strict=True))


def decode(code: float) -> float:
    """Return the win probability encoded by a byte, with finer steps for small values."""
    return (code / 255) ** 2


def won_chances(own: int, other: int) -> _Readings:
    """Return the probabilities that a player wins a small board, given the marks on it.

    `READINGS` describes the three cases to which the probabilities apply.
    """
    if _HAS_LINE[own]:
        return (1.0, 1.0, 1.0)
    if _HAS_LINE[other] or own | other == FULL:
        return (0.0, 0.0, 0.0)
    numbers, chances = _fitted()
    return chances[numbers[own | other << 9]]


class _BoardTable(dict[int, _SmallBoard]):
    """Table of small boards with entries that are computed on first use.

    The key for a board is ``x | o << 9``, plus ``(1 + player) << 18`` if a player has won it.

    Parameters
    ----------
    closes : bool
        True if won small boards are closed to further moves.
    """

    def __init__(self, *, closes: bool) -> None:
        self._closes = closes
        # Moves on a board without a winner, by the marks on the board.
        self._moves: dict[int, _SmallMoves] = {}

    def __missing__(self, key: int) -> _SmallBoard:
        x, o, winner = key & FULL, key >> 9 & FULL, (key >> 18) - 1
        gains: tuple[float | None, ...]
        if winner < 0:
            chances = (won_chances(x, o)[0], won_chances(o, x)[0])
            is_open = x | o != FULL
            gains = (*_gains(o, x)[::-1], *_gains(x, o)) if is_open else (None,) * 4
            moves = (self._moves_in(x, o), self._moves_in(o, x))
        else:
            chances = (float(winner == 0), float(winner == 1))
            gains = ((None if self._closes or x | o == FULL else 0.0),) * 4
            moves = (_moves_in_won(x | o),) * 2
        board = self[key] = (*chances, *gains, *moves)
        return board

    def _moves_in(self, own: int, other: int) -> _SmallMoves:
        """Return the moves of the player with the marks `own` on a board without a winner."""
        key = own | other << 9
        moves = self._moves.get(key)
        if moves is None:
            moves = self._moves[key] = tuple(
                entry
                for place in range(9)
                if not (own | other) >> place & 1
                for entry in self._move(own, other, place)
            )
        return moves

    def _move(self, own: int, other: int, place: int) -> _SmallMoves:
        """Return the table entries for one move on a board without a winner."""
        marks = own | 1 << place
        more = won_chances(marks, other)[0] - won_chances(own, other)[0]
        less = won_chances(other, marks)[0] - won_chances(other, own)[0]
        wins, is_full = _HAS_LINE[marks], marks | other == FULL
        gains: tuple[float | None, ...] = (0.0, 0.0)
        if is_full or (wins and self._closes):
            gains = (None, None)
        elif not wins:
            gains = _gains(other, marks)[::-1]
        return (place, more, less, wins or is_full, *gains)


def _gains(mover: int, other: int) -> tuple[float, float]:
    """Return the gains in both players' win probabilities if `mover` moves on a board next."""
    ours, theirs = won_chances(mover, other), won_chances(other, mover)
    return (ours[1] - ours[0], theirs[2] - theirs[0])


def _moves_in_won(taken: int) -> _SmallMoves:
    """Return the possible moves on a won board that is still open."""
    return tuple(
        entry
        for place in range(9)
        if not taken >> place & 1
        for gain in [None if taken | 1 << place == FULL else 0.0]
        for entry in (place, 0.0, 0.0, gain is None, gain, gain)
    )


_HALF_LINE = LINE / 2  # the value is tanh of this number times the evaluation
# Tables of small boards. The key is True if won boards are closed.
_BOARDS = {closes: _BoardTable(closes=closes) for closes in (True, False)}

# Masks of marks and of won boards (see `UltimateState`), the player to move (0 for X), and the
# keys of the nine small boards.
_Position = tuple[int, ...]


class UltimateEvaluator(Evaluator[UltimateState]):
    """Evaluator for ultimate, based on lines on the big board and the small boards.

    Each player has a win probability on each small board. The player's probability for a line
    on the big board is the product of these probabilities on the line's three boards. The
    evaluation is the sum of the player's line probabilities minus the sum of the opponent's
    line probabilities. The logarithm of the odds of winning is proportional to the evaluation.

    After a move, the opponent must play in the board that the move selects. The probabilities
    on that board therefore assume that the opponent moves there next. If the opponent can
    choose the board, the evaluator assumes the best choice. The derivatives of the sums give
    the value of each move, so the evaluator computes the sums over lines only once for all
    moves.

    Parameters
    ----------
    rules : Ultimate
        Rules of ultimate, with or without options.
    """

    basis = "small boards"
    """Source of the estimates (see `Evaluator`)."""
    exploration = 0.12
    """Factor for the exploration term (see `Evaluator`)."""
    minimax = 0.5
    """Weight of the minimax value in a move's value (see `Evaluator`)."""

    def __init__(self, rules: Ultimate) -> None:
        self._follow = rules.follow
        self._boards = _BOARDS[rules.won_boards == "closed"]
        self._majority = MAJORITY if rules.tie == "most-boards" else 0.0

    def root(self, state: UltimateState) -> Evaluation:
        """Evaluate the unfinished position at the root of the tree."""
        player = state.move_count & 1
        seen = (state.own, state.other, state.own_boards, state.other_boards)
        x, o, x_won, o_won = seen if player == 0 else (seen[1], seen[0], seen[3], seen[2])
        keys = [
            x >> 9 * board & FULL
            | (o >> 9 * board & FULL) << 9
            | ((x_won >> board & 1) + 2 * (o_won >> board & 1)) << 18
            for board in range(9)
        ]
        return self._evaluate((*seen, player, *keys), keys, state.legal_moves)

    def after(self, position: _Position, cell: int) -> Evaluation:
        """Evaluate the position that follows from a move."""
        own, other, own_boards, other_boards, player, *keys = position
        keys[cell // 9] |= 1 << cell % 9 + 9 * player
        *masks, cells, our_boards, their_boards, _ = self._follow(
            own, other, own_boards, other_boards, cell
        )
        if their_boards != own_boards:
            keys[cell // 9] |= 1 + player << 18
        after = (*masks, our_boards, their_boards, 1 - player, *keys)
        return self._evaluate(after, keys, cells)

    def _evaluate(
        self, position: _Position, keys: list[int], cells: tuple[int, ...]
    ) -> Evaluation:
        own, other, own_boards, other_boards, player = position[:5]
        x, o, *gains, x_moves, o_moves = zip(*map(self._boards.__getitem__, keys), strict=True)
        # Use the gains from the opponent's reply in each board. The gains of X always come
        # first.
        if player:
            ours, theirs, their_gains, our_gains, moves = o, x, *gains[2:], o_moves
        else:
            ours, theirs, our_gains, their_gains, moves = x, o, *gains[:2], x_moves
        our_slopes, our_sum = _slopes(ours, self._majority)
        their_slopes, their_sum = _slopes(theirs, self._majority)
        evaluation = our_sum - their_sum
        replies = [
            None if gain is None else up * gain - down * less
            for up, down, gain, less in zip(
                our_slopes, their_slopes, our_gains, their_gains, strict=True
            )
        ]
        first, last = cells[0] // 9, cells[-1] // 9
        if first == last:
            playable = [first]
        else:
            playable = [at for at, reply in enumerate(replies) if reply is not None]
        values: list[float] = []
        results: dict[int, int] = {}
        for at in playable:
            up, down = our_slopes[at], their_slopes[at]
            best_elsewhere: float | None = None
            entries = iter(moves[at])
            for place, more, less, decides, gain, loss in zip(*[entries] * 6, strict=True):
                if decides:
                    cell = 9 * at + place
                    *_, score = self._follow(own, other, own_boards, other_boards, cell)
                    if score is not None:
                        results[len(values)] = score
                        values.append(float(score))
                        continue
                here = None if gain is None else up * gain - down * loss
                reply = here if place == at else replies[place]
                if reply is None:  # after this move, the opponent chooses the board
                    if best_elsewhere is None:
                        best_elsewhere = _best_elsewhere(replies, at)
                    best = best_elsewhere if here is None else min(here, best_elsewhere)
                    reply = best - FREE_CHOICE
                values.append(tanh(_HALF_LINE * (evaluation + more * up - less * down + reply)))
        return Evaluation(position, cells, values, results)


def _best_elsewhere(replies: list[float | None], at: int) -> float:
    """Return the value of the opponent's best reply on the other small boards."""
    others = (reply for board, reply in enumerate(replies) if board != at)
    return min((reply for reply in others if reply is not None), default=inf)


def _slopes(chances: tuple[float, ...], majority: float) -> tuple[list[float], float]:
    """Return the partial derivatives of the sum over lines, and the sum itself."""
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


class UltimateAnalysis(FamilyAnalysis[Ultimate, UltimateState]):
    """Analysis for ultimate, by a tree search that evaluates positions by their lines."""

    def evaluator(self, rules: Ultimate, random: Random) -> UltimateEvaluator:
        """Return the evaluator for new positions in the tree search."""
        del random
        return UltimateEvaluator(rules)

    def winning_lines(self, rules: Ultimate, state: UltimateState) -> Sequence[Sequence[int]]:
        """Return each cell's lines in its small board, or no lines if that board is decided."""
        results = rules.small_boards(state)
        lines = STANDARD.masks_through
        return tuple(
            () if results[board] else tuple(line << 9 * board for line in lines[place])
            for board, place in product(range(9), repeat=2)
        )

    def open_cells(self, rules: Ultimate, state: UltimateState) -> int:
        """Return the total number of empty cells in small boards that are not closed."""
        closed = state.own_boards | state.other_boards if rules.won_boards == "closed" else 0
        taken = state.own | state.other
        return sum(
            9 - (taken >> 9 * board & FULL).bit_count()
            for board in range(9)
            if not closed >> board & 1
        )


register_analysis(Ultimate, UltimateAnalysis())
