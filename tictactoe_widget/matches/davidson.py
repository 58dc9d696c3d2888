"""The model of Davidson for paired comparisons with ties: its maximum and its errors."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log, log1p, sqrt, tanh
from operator import mul

from tictactoe_widget.analysis.slices import Slices

_PRECISION = 1e-9  # of the log density where the search for its maximum ends
_SLICE = 2000  # seatings between two pauses: a few milliseconds
_COLUMNS = 20  # columns of an inverse between two pauses


@dataclass(slots=True)
class Seating:
    """Results of the games between two players, the same one always X."""

    game_count: int = 0
    """Number of games."""
    score: float = 0.0
    """Half the wins of X less half the wins of O."""
    draw_count: int = 0
    """Number of draws."""


_EQUALS = Seating(
    game_count=2, draw_count=1
)  # of the prior: a draw, half a win of X, half of O


class Posterior:
    """Density of log strengths, the advantage of X and the tendency to draw.

    A point is a list of floats: the log strengths, the advantage a, and the logarithm t
    of the weight of draws. A game between i (X) and j (O) with d = s[i] - s[j] + a is
    won by X, won by O and drawn with weights exp(d / 2), exp(-d / 2) and exp(t).
    """

    def __init__(self, count: int, seatings: Mapping[tuple[int, int], Seating]) -> None:
        self._count = count
        self._seatings = seatings

    def maximum(self) -> Slices[tuple[list[float], list[float]]]:
        """Return the point of greatest density, and the standard errors there.

        They are those of the strengths less their mean, and of the other two. The
        logarithm of the density is concave, so there is one such point.
        """
        point = [0.0] * (self._count + 2)
        height, slope, curvature = yield from self._expand(point)
        gain = 1.0
        while gain > _PRECISION:
            step = _solve(_cholesky(curvature), slope)
            gain = _dot(slope, step)
            new_height = -inf
            while new_height < height - _PRECISION:  # too far: it is no parabola
                new = [at + by for at, by in zip(point, step, strict=True)]
                step = [by / 2 for by in step]
                new_height, slope, curvature = yield from self._expand(new)
            point, height = new, new_height
        errors = yield from self._standard_errors(_cholesky(curvature))
        return point, errors

    def _standard_errors(self, lower: Sequence[Sequence[float]]) -> Slices[list[float]]:
        columns = []
        for number in range(len(lower)):
            if number % _COLUMNS == 0:
                yield
            columns.append(_inverse_column(lower, number))
        strengths, others = columns[: self._count], columns[self._count :]
        mean = [sum(row) / self._count for row in zip(*strengths, strict=True)]
        centred = [
            [value - base for value, base in zip(column, mean, strict=True)]
            for column in strengths
        ]
        return [sqrt(_dot(column, column)) for column in (*centred, *others)]

    def _expand(
        self, point: Sequence[float]
    ) -> Slices[tuple[float, list[float], list[list[float]]]]:
        """Return the log density, its slope, and minus its second derivatives.

        Of these, the rows of a symmetric matrix up to its diagonal.
        """
        *strengths, advantage, drawing = point
        slope = [0.0] * len(point)
        curvature = [[0.0] * (row + 1) for row in range(len(point))]
        height = _add_prior(point, slope, curvature)
        *rows, with_advantage, with_drawing = curvature
        for number, ((x, o), seen) in enumerate(self._seatings.items()):
            if number % _SLICE == 0:
                yield
            d = strengths[x] - strengths[o] + advantage
            up, by_d, by_t, by_dd, by_dt, by_tt = _terms(d, drawing, seen)
            height += up
            slope[x] += by_d
            slope[o] -= by_d
            slope[-2] += by_d
            slope[-1] += by_t
            rows[x][-1] += by_dd
            rows[o][-1] += by_dd
            if x > o:
                rows[x][o] -= by_dd
            else:
                rows[o][x] -= by_dd
            with_advantage[x] += by_dd
            with_advantage[o] -= by_dd
            with_advantage[-1] += by_dd
            with_drawing[x] += by_dt
            with_drawing[o] -= by_dt
            with_drawing[-2] += by_dt
            with_drawing[-1] += by_tt
        return height, slope, curvature


def _add_prior(
    point: Sequence[float], slope: list[float], curvature: list[list[float]]
) -> float:
    """Add the derivatives of the prior; return its logarithm.

    Equals have played `_EQUALS`, and each player an imaginary one of strength 0.
    """
    *strengths, advantage, drawing = point
    height, by_d, by_t, by_dd, by_dt, by_tt = _terms(advantage, drawing, _EQUALS)
    slope[-2] += by_d
    slope[-1] += by_t
    curvature[-2][-1] += by_dd
    curvature[-1][-2] += by_dt
    curvature[-1][-1] += by_tt
    for player, strength in enumerate(strengths):
        small = exp(-abs(strength))
        height -= abs(strength) / 2 + log1p(small)
        slope[player] -= tanh(strength / 2) / 2
        curvature[player][-1] += small / (1 + small) ** 2
    return height


def _terms(
    d: float, t: float, seen: Seating
) -> tuple[float, float, float, float, float, float]:
    """Return the log likelihood of a seating and its derivatives by d, t, dd, dt and tt.

    The second derivatives are negated. For d and t see `Posterior`.
    """
    top = max(abs(d) / 2, t)  # so that nothing overflows
    x, o, draw = exp(d / 2 - top), exp(-d / 2 - top), exp(t - top)
    total = x + o + draw
    score, draws = (x - o) / (2 * total), draw / total
    return (
        seen.score * d + seen.draw_count * t - seen.game_count * (top + log(total)),
        seen.score - seen.game_count * score,
        seen.draw_count - seen.game_count * draws,
        seen.game_count * ((1 - draws) / 4 - score * score),
        -seen.game_count * score * draws,
        seen.game_count * draws * (1 - draws),
    )


def _cholesky(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the lower triangle whose product with its transpose is the matrix.

    Of matrix and triangle, the rows up to the diagonal.
    """
    lower: list[list[float]] = []
    for row in matrix:
        made: list[float] = []
        for value, other in zip(row, lower, strict=False):
            made.append((value - _dot(made, other)) / other[-1])
        made.append(sqrt(row[-1] - _dot(made, made)))
        lower.append(made)
    return lower


def _solve(lower: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Return the solution of ``matrix @ x == values``, given the triangle of the matrix."""
    forward: list[float] = []
    for row, value in zip(lower, values, strict=True):
        forward.append((value - _dot(forward, row)) / row[-1])
    for at in reversed(range(len(forward))):
        forward[at] /= lower[at][at]
        for before in range(at):
            forward[before] -= lower[at][before] * forward[at]
    return forward


def _inverse_column(lower: Sequence[Sequence[float]], number: int) -> list[float]:
    """Return a column of the inverse of a triangle, by its number from 0."""
    column = [0.0] * number
    for row in lower[number:]:
        given = 0.0 if len(column) > number else 1.0
        column.append((given - _dot(column, row)) / row[-1])
    return column


def _dot(left: Iterable[float], right: Iterable[float]) -> float:
    """Return the scalar product of two vectors, as long as the shorter one."""
    return sum(map(mul, left, right), 0.0)
