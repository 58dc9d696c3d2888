"""Ratings of players' strengths, estimated from the results of their games."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log, log1p, sqrt, tanh
from operator import mul
from typing import Any, Protocol

from tictactoe_widget.analysis.values import NORMAL_QUANTILE, Slices, run_to_end
from tictactoe_widget.drawing.markup import TextDisplay, escape, html_table, text_table
from tictactoe_widget.rules.state import Result
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import _, format_number, join_list, localized
from tictactoe_widget.validation import brief, visible

# Davidson's model for paired comparisons with ties: best estimates and standard errors.

_PRECISION = 1e-9  # minimum gain in log density for which the search continues
_FIT_SLICE = 2000  # number of seatings between two pauses (a few milliseconds of work)
_COLUMNS = 20  # number of columns of the inverse to compute between two pauses


@dataclass(slots=True)
class _Seating:
    """Results of all games between two players in which a given player plays X."""

    game_count: int = 0
    score: float = 0.0  # half of X's wins minus half of O's wins
    draw_count: int = 0


_EQUALS = _Seating(
    game_count=2, draw_count=1
)  # the prior's imaginary games: one draw, half a win by X, half a win by O


class _Posterior:
    """Posterior density of the parameters: log strengths, X's advantage and draw tendency.

    A point is a list of floats: the log strengths s, the advantage a of playing X, and the
    logarithm t of the weight for draws. For a game between players i (X) and j (O), let d =
    s[i] - s[j] + a. Then the weights of an X win, an O win and a draw are exp(d / 2), exp(-d /
    2) and exp(t).
    """

    def __init__(self, count: int, seatings: Mapping[tuple[int, int], _Seating]) -> None:
        self._count = count
        self._seatings = seatings

    def maximum(self) -> Slices[tuple[list[float], list[float]]]:
        """Return the point with the highest density, and the standard error of each parameter.

        For a strength, the standard error describes the difference from the mean strength. The
        density has only one maximum, because its logarithm is concave.
        """
        point = [0.0] * (self._count + 2)
        height, slope, curvature = yield from self._expand(point)
        gain = 1.0
        while gain > _PRECISION:
            step = _solve(_cholesky(curvature), slope)
            gain = _dot(slope, step)
            new_height = -inf
            while new_height < height - _PRECISION:  # the step was too long
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
        """Return the log density at a point, with its gradient and negated second derivatives.

        The second derivatives form a symmetric matrix, so each row ends at the diagonal.
        """
        *strengths, advantage, drawing = point
        slope = [0.0] * len(point)
        curvature = [[0.0] * (row + 1) for row in range(len(point))]
        height = _add_prior(point, slope, curvature)
        *rows, with_advantage, with_drawing = curvature
        for number, ((x, o), seen) in enumerate(self._seatings.items()):
            if number % _FIT_SLICE == 0:
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
    """Add the prior's derivatives to `slope` and `curvature` and return the log prior.

    The prior consists of results of imaginary games. The games in
    ``_EQUALS`` are between two imaginary players of equal strength. Each real player also plays
    against an imaginary player of strength 0.
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
    d: float, t: float, seen: _Seating
) -> tuple[float, float, float, float, float, float]:
    """Return the log likelihood of a seating's results, and its first and second derivatives.

    The derivatives are with respect to d and t (see `_Posterior`), in the order d, t, dd, dt,
    tt. The second derivatives are negated.
    """
    top = max(abs(d) / 2, t)  # to prevent overflow
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
    """Return the lower triangular Cholesky factor of a symmetric matrix.

    In the matrix and in its factor, each row ends at the diagonal.
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
    """Return the solution x of ``matrix @ x == values``, given the matrix's Cholesky factor."""
    forward: list[float] = []
    for row, value in zip(lower, values, strict=True):
        forward.append((value - _dot(forward, row)) / row[-1])
    for at in reversed(range(len(forward))):
        forward[at] /= lower[at][at]
        for before in range(at):
            forward[before] -= lower[at][before] * forward[at]
    return forward


def _inverse_column(lower: Sequence[Sequence[float]], number: int) -> list[float]:
    """Return the column with the given 0-based index in the inverse of a triangular matrix."""
    column = [0.0] * number
    for row in lower[number:]:
        given = 0.0 if len(column) > number else 1.0
        column.append((given - _dot(column, row)) / row[-1])
    return column


def _dot(left: Iterable[float], right: Iterable[float]) -> float:
    """Return the dot product of two vectors, up to the length of the shorter vector."""
    return sum(map(mul, left, right), 0.0)


POINTS = 400 / log(10)
"""Number of Elo points per unit of log strength (natural logarithm)."""

_SLICE = 2000  # number of games counted between two pauses (a few milliseconds of work)
_SCORES: dict[Result, tuple[float, int]] = {"X": (0.5, 0), "O": (-0.5, 0), "draw": (0.0, 1)}


class _Game(Protocol):
    """Protocol with the fields of `Played` that are needed for ratings."""

    @property
    def x(self) -> str: ...
    @property
    def o(self) -> str: ...
    @property
    def game(self) -> object: ...
    @property
    def result(self) -> Result: ...


@dataclass(frozen=True, slots=True)
class Rating(Serializable):
    """Immutable rating of a player in Elo points, with a 95% confidence interval."""

    _keys = ("strength", "low", "high")

    strength: float
    """Estimated strength in Elo points, where the mean of all players is 0."""
    low: float
    """Lower end of the 95% confidence interval, in Elo points."""
    high: float
    """Upper end of the 95% confidence interval, in Elo points."""


@dataclass(frozen=True, slots=True, repr=False)
class Ratings(Serializable, TextDisplay, Mapping[str, Rating]):
    """Immutable mapping from player names to ratings, with the strongest player first.

    ``str(ratings)`` returns the ratings as a table.
    """

    _keys = ("players=to_records", "advantage", "draw_rate", "notes")

    advantage: Rating
    """Advantage of playing X, in Elo points."""
    draw_rate: float
    """Probability of a draw (0 to 1) if both players are equally strong.

    The strength of the player with X includes the advantage of playing X.
    """
    notes: tuple[str, ...]
    """Sentences about the limits of the estimates, usually an empty tuple."""
    by_name: Mapping[str, Rating]
    """Ratings by player name, with the strongest player first.

    ``ratings[name]`` looks up a rating in this mapping.
    """

    def __getitem__(self, name: str) -> Rating:
        return self.by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_name)

    def __len__(self) -> int:
        return len(self.by_name)

    def to_records(self) -> list[dict[str, Any]]:
        """Return a list of dicts, one for each player, for use in a data frame or as JSON.

        Each dict contains the keys ``"player"``, ``"strength"``, ``"low"`` and ``"high"``.
        """
        return [{"player": name, **rating.to_dict()} for name, rating in self.items()]

    @localized
    def __str__(self) -> str:
        rows = [(_("player"), _("strength"), _("95% interval")), *self._texts()]
        return "\n".join([text_table(rows, align=">"), self._summary, *self.notes])

    @localized
    def _repr_html_(self) -> str:
        """Return HTML for notebooks: the table, X's advantage and the notes."""
        rated = html_table(
            _("Ratings"), (_("Player"), _("Strength"), _("95% interval")), self._texts()
        )
        return rated + "".join(
            f"<p>{escape(text)}</p>" for text in (self._summary, *self.notes)
        )

    def _texts(self) -> list[tuple[str, str, str]]:
        """Return each player's name, strength and confidence interval as text."""
        return [(name, f"{one.strength:+z.0f}", _interval(one)) for name, one in self.items()]

    @property
    def _summary(self) -> str:
        points = f"{self.advantage.strength:+z.0f}"
        advantage = _(
            "Advantage of playing X: {points} points ({interval}).",
            points=points,
            interval=_interval(self.advantage),
        )
        share = format_number(self.draw_rate, ".0%")
        return f"{advantage} {_('Equal players draw {share} of their games.', share=share)}"


def rate_players(names: Iterable[str], games: Iterable[_Game]) -> Ratings:
    """Estimate the strengths of players from the results of their games.

    Parameters
    ----------
    names : iterable of str
        Unique names of the players.
    games : iterable of Played
        Games between these players, in any order.

    Returns
    -------
    Ratings
        Estimated strength of each player with a 95% confidence interval, starting with the
        strongest player.

    Raises
    ------
    ValueError
        If a name occurs twice in `names`, if a game is unfinished or includes an unknown
        player, or if a player plays against itself.

    Notes
    -----
    The function uses Davidson's model [1]_ with an added advantage for X, as in [2]_, because
    the first move matters in these games. Let ``s`` be the strengths in Elo points. Then the
    odds that X wins rather than O are ``10 ** ((s[x] + advantage - s[o]) / 400)``. In this
    model, draws are more likely between players of similar strength. A single parameter
    describes how often players draw.

    The estimated strengths maximize the posterior density. The maximum is found on a
    logarithmic scale by Newton's method, with exact second derivatives. The weak prior consists
    of imaginary results, as in [3]_. Each player is credited with half a win and half a loss
    against an imaginary player. In addition, two imaginary players of equal strength have
    played two games: one draw, half a win for X and half a win for O. Without the prior, a
    player that won every game would be rated infinitely strong.

    The confidence intervals use a normal approximation, based on the second derivatives at the
    estimate. The intervals describe each player's difference from the mean of all players.

    Two deterministic programs always play the same game. Therefore, if all games with the same
    X and the same O are identical, they count as a single game.

    References
    ----------
    .. [1] R. R. Davidson (1970). On extending the Bradley-Terry model to accommodate
       ties in paired comparison experiments. Journal of the American Statistical
       Association 65, 317-328.
    .. [2] R. R. Davidson, R. J. Beaver (1977). On extending the Bradley-Terry model to
       incorporate within-pair order effects. Biometrics 33, 693-702.
    .. [3] H. L. Turner, J. van Etten, D. Firth, I. Kosmidis (2020). Modelling rankings
       in R: the PlackettLuce package. Computational Statistics 35, 1027-1057.

    Examples
    --------
    >>> from tictactoe_widget import play_tournament, player
    >>> class_of_three = {name: player(name, seed=1) for name in ("random", "casual", "expert")}
    >>> played = play_tournament(class_of_three, games=20)
    >>> list(rate_players(played.names, played.games))
    ['expert', 'casual', 'random']
    """
    return run_to_end(rate_in_slices(names, games))


def rate_in_slices(names: Iterable[str], games: Iterable[_Game]) -> Slices[Ratings]:
    """Estimate strengths in the same way as `rate_players`, but with regular pauses."""
    known = list(names)
    index = {name: number for number, name in enumerate(known)}
    if len(index) < len(known):
        twice = next(name for name, count in Counter(known).items() if count > 1)
        raise ValueError(
            f"names must not contain {brief(twice)} twice: give each player its own name"
        )
    seatings, repeated = yield from _count(index, games)
    point, point_errors = yield from _Posterior(len(known), seatings).maximum()
    *strengths, advantage, drawing = point
    *errors, advantage_error, _ = point_errors
    mean = sum(strengths) / max(len(known), 1)
    rated = {
        name: _rating(strength - mean, error)
        for name, strength, error in zip(known, strengths, errors, strict=True)
    }
    return Ratings(
        advantage=_rating(advantage, advantage_error),
        draw_rate=1 / (1 + 2 * exp(-drawing)),
        notes=tuple(_notes(known, seatings, repeated)),
        by_name=dict(sorted(rated.items(), key=lambda item: -item[1].strength)),
    )


def _count(
    index: Mapping[str, int], games: Iterable[_Game]
) -> Slices[tuple[dict[tuple[int, int], _Seating], list[tuple[str, str]]]]:
    """Return the results for each pair of X and O, and the pairs whose games are identical."""
    seatings: dict[tuple[int, int], _Seating] = {}
    first: dict[tuple[int, int], _Game] = {}
    varied: set[tuple[int, int]] = set()
    for number, game in enumerate(games):
        if number % _SLICE == 0:
            yield
        for name in (game.x, game.o):
            if name not in index:
                raise ValueError(
                    f"every player in games must be in names, but {brief(name)} is not"
                )
        if game.x == game.o:
            raise ValueError(
                f"games must be between two different players, but {brief(game.x)} plays itself"
            )
        if game.result is None:
            raise ValueError(
                f"games must have a result: leave out the unfinished game between "
                f"{visible(game.x)} and {visible(game.o)}"
            )
        pair = index[game.x], index[game.o]
        seating = seatings.setdefault(pair, _Seating())
        score, draw = _SCORES[game.result]
        seating.game_count += 1
        seating.score += score
        seating.draw_count += draw
        if first.setdefault(pair, game).game != game.game:
            varied.add(pair)
    repeated = []
    for pair, seating in seatings.items():
        if seating.game_count > 1 and pair not in varied:
            score, draw = _SCORES[first[pair].result]
            seatings[pair] = _Seating(1, score, draw)
            repeated.append((first[pair].x, first[pair].o))
    return seatings, repeated


def _rating(estimate: float, error: float) -> Rating:
    """Return the rating in Elo points for an estimate and a standard error on the log scale."""
    half = NORMAL_QUANTILE * error
    return Rating(POINTS * estimate, POINTS * (estimate - half), POINTS * (estimate + half))


def _interval(rating: Rating) -> str:
    return _("{low} to {high}", low=f"{rating.low:+z.0f}", high=f"{rating.high:+z.0f}")


def _notes(
    names: Sequence[str],
    seatings: Mapping[tuple[int, int], _Seating],
    repeated: Sequence[tuple[str, str]],
) -> Iterator[str]:
    """Yield sentences about the limits of the estimates."""
    if not seatings:
        yield _("No games were played, so there are no ratings yet.")
        return
    groups, is_swapped = _connect(len(names), seatings)
    if len(groups) > 1:
        listed = _list([f"({_list([names[player] for player in group])})" for group in groups])
        yield _(
            "These groups never played each other, "
            "so the ratings can't compare them: {groups}.",
            groups=listed,
        )
    if not is_swapped:
        yield _(
            "No two players swapped marks, so the ratings can't separate strength from the "
            "advantage of playing X."
        )
    if repeated:
        pairs = _list([_("{x} (X) against {o} (O)", x=x, o=o) for x, o in repeated])
        yield _(
            "These pairs always repeat the same game, so it counts only once: {pairs}.",
            pairs=pairs,
        )


def _connect(count: int, pairs: Iterable[tuple[int, int]]) -> tuple[list[list[int]], bool]:
    """Return the groups of connected players, and whether X's advantage can be measured.

    Two players are connected if a chain of games links them.

    The advantage can't be measured if the players can be assigned levels, with X always one
    level above O. In that case, an advantage for X would explain the results just as well as
    differences in strength.
    """
    neighbours: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for x, o in pairs:
        neighbours[x].append((o, -1))
        neighbours[o].append((x, 1))
    levels: dict[int, int] = {}
    groups = [
        _reach(start, neighbours, levels) for start in range(count) if start not in levels
    ]
    is_told = any(
        levels[other] != levels[player] + change
        for player, met in enumerate(neighbours)
        for other, change in met
    )
    return groups, is_told


def _reach(
    start: int, neighbours: Sequence[Sequence[tuple[int, int]]], levels: dict[int, int]
) -> list[int]:
    """Return the players connected to a player by games, and store their levels in `levels`."""
    levels[start] = 0
    group = [start]
    for player in group:
        for other, change in neighbours[player]:
            if other not in levels:
                levels[other] = levels[player] + change
                group.append(other)
    return group


def _list(texts: Sequence[str]) -> str:
    """Join texts with commas.

    If there are more than six texts, the result contains the first six and the number of
    others.
    """
    items = join_list(texts[:6])
    if len(texts) <= 6:
        return items
    return _("{items} and {count} more", items=items, count=len(texts) - 6)
