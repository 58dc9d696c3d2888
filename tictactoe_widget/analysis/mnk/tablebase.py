"""Tablebase of 3x3 tic-tac-toe, normal and misère, built on first use."""

from functools import lru_cache

from tictactoe_widget.rules.mnk import MNK
from tictactoe_widget.rules.state import State

from ..values import Analysis, MoveValue, MoveValues, Value, proved

_CELLS = 9
"""Number of cells of the board."""
_FULL = 511
"""Bit mask of the full board."""
_FAR = 10
"""Number of plies above the longest game; a win in n plies scores 10 - n, a loss n - 10."""
_EMPTY = [tuple(c for c in range(_CELLS) if not taken >> c & 1) for taken in range(_FULL + 1)]
"""Empty cells, by the bit mask of the taken cells."""
_MOVES = [tuple(1 << _CELLS + cell for cell in cells) for cells in _EMPTY]
"""Bits that legal moves add to a key with the players swapped, by mask of taken cells."""
_MARKS = [
    [marks for marks in range(_FULL + 1) if marks.bit_count() == count]
    for count in range(_CELLS + 1)
]
"""Bit masks of so many marks, by their number."""
_TURNED = [0, *(1 - score for score in range(1, _FAR)), *range(_FAR - 2, -1, -1)]
"""Score one ply earlier for the other player, by score; negative ones index from the end."""


@lru_cache(maxsize=2)
def move_scores(rules: MNK) -> dict[int, list[int]]:
    """Return the score of every move of every unfinished position, 3x3 and k = 3.

    Parameters
    ----------
    rules : MNK
        Normal play or misère.

    Returns
    -------
    dict
        From ``own | other << 9`` to one score for each empty cell, ascending:
        10 - n for a win in n plies, n - 10 for a loss in n plies, 0 for a draw,
        seen by the player to move. Computed by retrograde analysis, from the
        last ply backwards.

    Examples
    --------
    >>> len(move_scores(MNK(3, 3, 3)))
    4520
    """
    has_line = bytearray(
        any(mask & line == line for line in rules.line_masks) for mask in range(_FULL + 1)
    )
    completed = 1 - _FAR if rules.misere else _FAR - 1
    found: dict[int, list[int]] = {}
    brought: dict[int, int] = {}  # score of the move that led to a position
    for count in range(_CELLS, -1, -1):
        owns, others = _MARKS[count // 2], _MARKS[count - count // 2]
        for other in others:
            if has_line[other]:
                ended = [own | other << _CELLS for own in owns if not own & other]
                brought.update(dict.fromkeys(ended, completed))
                continue
            for own in owns:
                # The player to move has no line: it would have ended the game before.
                if own & other or has_line[own]:
                    continue
                key = own | other << _CELLS
                turned = other | own << _CELLS
                moves = _MOVES[own | other]
                if moves:
                    scores = found[key] = [brought[turned + bit] for bit in moves]
                    brought[key] = _TURNED[max(scores)]
                else:
                    brought[key] = 0
    return found


def _move_value(score: int, empty: int) -> MoveValue:
    value: Value = "win" if score > 0 else "loss" if score < 0 else "draw"
    return proved(value, _FAR - abs(score) if score else empty)


_MOVE_VALUES = [
    [_move_value(score, empty) for score in (*range(_FAR), *range(1 - _FAR, 0))]
    for empty in range(_CELLS + 1)
]
"""Values of moves, by number of empty cells and by score; negative ones from the end."""


def look_up_analysis(rules: MNK, state: State) -> Analysis:
    """Return the analysis of an unfinished 3x3 position."""
    return shared_tablebase(rules)[state.own | state.other << _CELLS]


class _TablebaseAnalyses(dict[int, Analysis]):
    """Analyses by position, keyed as in `move_scores`; each is computed on first use."""

    def __init__(self, scores: dict[int, list[int]]) -> None:
        self._scores = scores

    def __missing__(self, key: int) -> Analysis:
        row = self._scores[key]
        taken = key & _FULL | key >> _CELLS
        legal = _EMPTY[taken]
        top = max(row)
        values = _MOVE_VALUES[len(legal)]
        found = values[top]
        self[key] = analysis = Analysis(
            "O" if len(legal) % 2 == 0 else "X",
            found.value,
            found.remoteness,
            found.score,
            MoveValues.of(zip(legal, [values[score] for score in row], strict=True)),
            tuple([cell for cell, score in zip(legal, row, strict=True) if score == top]),
            self._variation(key),
            exact=True,
        )
        return analysis

    def _variation(self, key: int) -> tuple[int, ...]:
        """Return the principal variation: best moves to the end of the game."""
        variation = []
        while key in self._scores:
            row = self._scores[key]
            own, other = key & _FULL, key >> _CELLS
            at = row.index(max(row))
            variation.append(_EMPTY[own | other][at])
            key = (other | own << _CELLS) + _MOVES[own | other][at]
        return tuple(variation)


@lru_cache(maxsize=2)
def shared_tablebase(rules: MNK) -> _TablebaseAnalyses:
    """Return the analyses of all positions of the rules, each computed on first use."""
    return _TablebaseAnalyses(move_scores(rules))
