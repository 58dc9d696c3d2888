"""All positions of 3x3 tic-tac-toe at once, in either rule, built when first asked for."""

from functools import lru_cache

from tictactoe_widget.rules.base import State
from tictactoe_widget.rules.mnk import MNK

from .values import Analysis, MoveValue, Value, proved

_CELLS = 9
_FULL = 511
_FAR = 10  # above the longest game, so that win and loss in n plies are 10-n and n-10


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
        seen by the player to move. Worked out from the last ply backwards.

    Examples
    --------
    >>> len(move_scores(MNK(3, 3, 3)))
    4520
    """
    has_line = bytearray(
        any(mask & line == line for line in rules.line_masks) for mask in range(_FULL + 1)
    )
    bits_of = [[1 << c for c in range(_CELLS) if mask >> c & 1] for mask in range(_FULL + 1)]
    layers = [{0}]
    for _ in range(_CELLS - 1):
        following = set()
        for key in layers[-1]:
            own, other = key & _FULL, key >> _CELLS
            for bit in bits_of[_FULL ^ own ^ other]:
                if not has_line[own | bit]:
                    following.add(other | (own | bit) << _CELLS)
        layers.append(following)
    completed = 1 - _FAR if rules.misere else _FAR - 1
    best: dict[int, int] = {}
    found: dict[int, list[int]] = {}
    for layer in reversed(layers):
        for key in layer:
            own, other = key & _FULL, key >> _CELLS
            moves = []
            for bit in bits_of[_FULL ^ own ^ other]:
                after = own | bit
                if has_line[after]:
                    moves.append(completed)
                else:
                    # A full board is in no layer: a draw.
                    score = best.get(other | after << _CELLS, 0)
                    moves.append(1 - score if score > 0 else -1 - score if score else 0)
            found[key] = moves
            best[key] = max(moves)
    return found


def _move_value(score: int, empty: int) -> MoveValue:
    value: Value = "win" if score > 0 else "loss" if score < 0 else "draw"
    return proved(value, _FAR - abs(score) if score else empty)


_MOVE_VALUES = {
    (score, empty): _move_value(score, empty)
    for empty in range(1, _CELLS + 1)
    for score in range(1 - _FAR, _FAR)
}


def analyze_table(rules: MNK, state: State) -> Analysis:
    """Look an unfinished 3x3 position up; see :func:`.analyze`."""
    legal = state.legal_moves
    row = _row(rules, state)
    top = max(row)
    empty = len(legal)
    best = tuple([cell for cell, score in zip(legal, row, strict=True) if score == top])
    line = [best[0]]
    at = rules.advance(state, best[0])
    while at.result is None:
        row_here = _row(rules, at)
        line.append(at.legal_moves[row_here.index(max(row_here))])
        at = rules.advance(at, line[-1])
    found = _MOVE_VALUES[top, empty]
    return Analysis(
        state.to_move,
        found.value,
        found.remoteness,
        found.score,
        {cell: _MOVE_VALUES[score, empty] for cell, score in zip(legal, row, strict=True)},
        best,
        tuple(line),
        exact=True,
    )


def _row(rules: MNK, state: State) -> list[int]:
    return move_scores(rules)[state.own | state.other << _CELLS]
