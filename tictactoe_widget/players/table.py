"""All positions of 3x3 tic-tac-toe at once, in either rule, built when first asked for."""

from functools import lru_cache

from tictactoe_widget.rules.base import State
from tictactoe_widget.rules.mnk import MNK
from .values import Analysis, MoveValue, Value, proved

_CELLS = 9
_FULL = 511
_FAR = 10  # above the longest game, so that win and loss in n plies are 10-n and n-10


@lru_cache(maxsize=2)
def scores(rules: MNK) -> dict[int, int]:
    """Return the score of every unfinished position of a 3x3 board, k = 3.

    Parameters
    ----------
    rules : MNK
        Normal play or misère.

    Returns
    -------
    dict
        From ``own | other << 9`` to 10 - n for a win in n plies, n - 10 for a
        loss in n plies, 0 for a draw, seen by the player to move. Worked out
        backwards from the last ply to the first.

    Examples
    --------
    >>> len(scores(MNK(3, 3, 3)))
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
    found: dict[int, int] = {}
    for layer in reversed(layers):
        for key in layer:
            own, other = key & _FULL, key >> _CELLS
            best = -_FAR
            for bit in bits_of[_FULL ^ own ^ other]:
                after = own | bit
                if has_line[after]:
                    score = completed
                else:
                    # A full board is in no layer: a draw.
                    score = found.get(other | after << _CELLS, 0)
                    score = 1 - score if score > 0 else -1 - score if score < 0 else 0
                best = max(best, score)
            found[key] = best
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
    moves, best = _moves(rules, state)
    line = []
    at, best_here = state, best
    while at.result is None:
        line.append(best_here[0])
        at = rules.advance(at, best_here[0])
        if at.result is None:
            best_here = _moves(rules, at)[1]
    top = moves[best[0]]
    return Analysis(
        state.to_move,
        top.value,
        top.remoteness,
        top.score,
        moves,
        best,
        tuple(line),
        exact=True,
    )


def _moves(rules: MNK, state: State) -> tuple[dict[int, MoveValue], tuple[int, ...]]:
    table = scores(rules)
    own, other, legal = state.own, state.other, state.legal_moves
    empty = len(legal)
    by_cell = {}
    for cell in legal:
        after = own | 1 << cell
        score = table.get(other | after << _CELLS)
        if score is None:
            result = rules.advance(state, cell).result
            by_cell[cell] = 0 if result == "draw" else (1 - _FAR if rules.misere else _FAR - 1)
        else:
            by_cell[cell] = 1 - score if score > 0 else -1 - score if score < 0 else 0
    top = max(by_cell.values())
    return (
        {cell: _MOVE_VALUES[score, empty] for cell, score in by_cell.items()},
        tuple(cell for cell, score in by_cell.items() if score == top),
    )
