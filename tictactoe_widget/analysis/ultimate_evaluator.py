"""Evaluation of positions of ultimate by the lines of the big and small boards."""

from math import prod
from random import Random
from typing import Any

from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.ultimate import Ultimate, UltimateState

from .registry import FamilyAnalysis, register_analysis
from .tree_search import Evaluation, Evaluator

_FULL = 0b111_111_111
"""Bit mask of a full small board."""
_LINE_CHANCE = (0.03, 0.12, 0.45)
"""Chance to complete a line without a mark of the opponent, by number of own marks on it."""
_SHARED = 0.5
"""Share of the chance to win a board that is lost if the opponent's chance is 1."""
_EVEN = 0.02
"""Constant that keeps the estimate near a draw when few lines are left."""
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


_Moves = tuple[Any, ...]
"""Moves in a small board, five entries for each: its place; what it adds to the chances of
the player and of the opponent; whether it may end the game; the opponent's best gain there
after it, or None where the board can no longer be played.

Flat, as the garbage collector soon gives up tuples of numbers, but not tuples of tuples."""
_Board = tuple[Any, ...]
"""A small board: the chances of X and of O; their best gains, None where it can no longer
be played; the moves of X and of O."""


class _Boards(dict[int, _Board]):
    """Small boards by key: ``x | o << 9``, plus ``(1 + player) << 18`` for a winner.

    Computed on first use.

    Parameters
    ----------
    closes : bool
        Whether a won board is closed.
    """

    def __init__(self, *, closes: bool) -> None:
        self._closes = closes
        self._moves: dict[int, _Moves] = {}
        """Moves in a board that nobody has won, by the marks in it."""

    def __missing__(self, key: int) -> _Board:
        x, o, winner = key & _FULL, key >> 9 & _FULL, (key >> 18) - 1
        sides = (x | o << 9, o | x << 9)
        board: _Board
        if winner < 0:
            gains = [None if x | o == _FULL else _GAINS[seen] for seen in sides]
            board = (*_CHANCES[sides[0]], *gains, *map(self._moves_in, sides))
        else:
            gain = None if self._closes or x | o == _FULL else 0.0
            moves = _moves_in_won(x | o)
            chances = (float(winner == 0), float(winner == 1))
            board = (*chances, gain, gain, moves, moves)
        self[key] = board
        return board

    def _moves_in(self, seen: int) -> _Moves:
        """List the moves of the player whose marks come first in a board without a winner."""
        moves = self._moves.get(seen)
        if moves is None:
            moves = self._moves[seen] = tuple(
                entry
                for place in range(9)
                if not (seen | seen >> 9) >> place & 1
                for entry in self._move(seen, place)
            )
        return moves

    def _move(self, seen: int, place: int) -> _Moves:
        """Return the entries of one of these moves."""
        before, after = _CHANCES[seen], _CHANCES[seen | 1 << place]
        own, other = seen & _FULL | 1 << place, seen >> 9
        wins, is_full = after[0] == 1.0, own | other == _FULL
        is_closed = is_full or (wins and self._closes)
        gain = None if is_closed else 0.0 if wins else _GAINS[other | own << 9]
        changes = (after[0] - before[0], after[1] - before[1])
        return (place, *changes, wins or is_full, gain)


def _moves_in_won(taken: int) -> _Moves:
    """List the moves in a board that somebody has won, and that stays open."""
    return tuple(
        entry
        for place in range(9)
        if not taken >> place & 1
        for is_full in [taken | 1 << place == _FULL]
        for entry in (place, 0.0, 0.0, is_full, None if is_full else 0.0)
    )


_BOARDS = {closes: _Boards(closes=closes) for closes in (True, False)}
"""Small boards, by whether a won one is closed."""

_Position = tuple[int, ...]
"""Masks of marks and of won boards as in `UltimateState`, the player to move, 0 for X, and
the keys of the nine small boards."""


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

    basis = "small boards"
    """As in `Evaluator`."""
    exploration = 0.12
    """As in `Evaluator`."""
    minimax = 0.5
    """As in `Evaluator`."""

    def __init__(self, rules: Ultimate) -> None:
        self._follow = rules.follow
        self._boards = _BOARDS[rules.won_boards == "closed"]
        self._majority = _MAJORITY if rules.tie == "most-boards" else 0.0

    def root(self, state: UltimateState) -> Evaluation:
        """Evaluate an unfinished position."""
        player = state.move_count & 1
        seen = (state.own, state.other, state.own_boards, state.other_boards)
        x, o, x_won, o_won = seen if player == 0 else (seen[1], seen[0], seen[3], seen[2])
        keys = [
            x >> 9 * board & _FULL
            | (o >> 9 * board & _FULL) << 9
            | ((x_won >> board & 1) + 2 * (o_won >> board & 1)) << 18
            for board in range(9)
        ]
        return self._evaluate((*seen, player, *keys), keys, state.legal_moves)

    def after(self, position: _Position, cell: int) -> Evaluation:
        """Evaluate the unfinished position that a move leads to."""
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
        x, o, x_gains, o_gains, *moves = zip(*map(self._boards.__getitem__, keys), strict=True)
        ours, theirs, gains = (o, x, x_gains) if player else (x, o, o_gains)
        our_slopes, our_sum = _slopes(ours, self._majority)
        their_slopes, their_sum = _slopes(theirs, self._majority)
        replies = [
            None if gain is None else slope * gain
            for slope, gain in zip(their_slopes, gains, strict=True)
        ]
        anywhere: float | None = None
        first, last = cells[0] // 9, cells[-1] // 9
        if first == last:
            playable = [first]
        else:
            playable = [at for at, reply in enumerate(replies) if reply is not None]
        values: list[float] = []
        results: dict[int, int] = {}
        for at in playable:
            our_slope, their_slope = our_slopes[at], their_slopes[at]
            entries = iter(moves[player][at])
            for place, more, less, decides, gain in zip(*[entries] * 5, strict=True):
                if decides:
                    cell = 9 * at + place
                    *_, score = self._follow(own, other, own_boards, other_boards, cell)
                    if score is not None:
                        results[len(values)] = score
                        values.append(float(score))
                        continue
                if place != at:
                    reply = replies[place]
                else:
                    reply = None if gain is None else their_slope * gain
                our_lines = our_sum + more * our_slope
                their_lines = their_sum + less * their_slope
                if reply is None:
                    if anywhere is None:
                        anywhere = max(filter(None, replies), default=0.0)
                    reply = anywhere
                their_lines += reply
                values.append((our_lines - their_lines) / (our_lines + their_lines + _EVEN))
        return Evaluation(position, cells, values, results)


def _slopes(chances: tuple[float, ...], majority: float) -> tuple[list[float], float]:
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


class UltimateAnalysis(FamilyAnalysis[Ultimate, UltimateState]):
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


register_analysis(Ultimate, UltimateAnalysis())
