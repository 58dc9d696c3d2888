"""Strengths of players, estimated from the games that they played."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Any, Protocol

from tictactoe_widget.analysis.intervals import NORMAL_QUANTILE
from tictactoe_widget.analysis.slices import Slices, run_to_end
from tictactoe_widget.rules.marks import Result
from tictactoe_widget.rules.picture.markup import TextDisplay, escape, html_table
from tictactoe_widget.validation.quoting import brief, visible

from .davidson import Posterior, Seating

POINTS = 400 / log(10)
"""Points of the scale for one unit of the natural logarithm of strength."""

_SLICE = 2000  # games that are counted between two pauses: a few milliseconds
_SCORES: dict[Result, tuple[float, int]] = {"X": (0.5, 0), "O": (-0.5, 0), "draw": (0.0, 1)}


class _Game(Protocol):
    """The part of a `Played` that ratings need."""

    @property
    def x(self) -> str: ...
    @property
    def o(self) -> str: ...
    @property
    def game(self) -> object: ...
    @property
    def result(self) -> Result: ...


@dataclass(frozen=True, slots=True)
class Rating:
    """Estimate on the scale of the ratings, with its 95 % interval. Immutable."""

    strength: float
    """Estimate, in points; the strengths of all players have the mean 0."""
    low: float
    """Lower end of the 95 % interval, in points."""
    high: float
    """Upper end of the 95 % interval, in points."""

    def to_dict(self) -> dict[str, float]:
        """Return the fields by name, for JSON."""
        return {"strength": self.strength, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True, repr=False)
class Ratings(TextDisplay, Mapping[str, Rating]):
    """Ratings of players by name, the strongest first; its `str` is a table. Immutable."""

    advantage: Rating
    """Points that playing X adds to the strength of a player."""
    draw_rate: float
    """Probability of a draw between players as strong as each other, the advantage of X
    counted in; 0 to 1."""
    notes: tuple[str, ...]
    """Sentences that say what the estimates cannot tell; mostly none."""
    by_name: Mapping[str, Rating]
    """Ratings by name, the strongest first; ``ratings[name]`` reads them."""

    def __getitem__(self, name: str) -> Rating:
        return self.by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_name)

    def __len__(self) -> int:
        return len(self.by_name)

    def to_records(self) -> list[dict[str, str | float]]:
        """Return a dictionary for each player, for a data frame or JSON.

        Its keys are ``"player"``, ``"strength"``, ``"low"`` and ``"high"``.
        """
        return [{"player": name, **rating.to_dict()} for name, rating in self.items()]

    def to_dict(self) -> dict[str, Any]:
        """Return the players (see `to_records`) and the other fields as JSON values."""
        return {
            "players": self.to_records(),
            "advantage": self.advantage.to_dict(),
            "draw_rate": self.draw_rate,
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        rows = [("player", "strength", "95 % interval"), *self._rows()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            f"{name:<{widths[0]}}  {strength:>{widths[1]}}  {interval:>{widths[2]}}"
            for name, strength, interval in rows
        ]
        return "\n".join([*lines, self._summary, *self.notes])

    def _repr_html_(self) -> str:
        """Return the table, the advantage of X and the notes for a notebook."""
        rated = html_table("Ratings", ("Player", "Strength", "95 % interval"), self._rows())
        return rated + "".join(
            f"<p>{escape(text)}</p>" for text in (self._summary, *self.notes)
        )

    def _rows(self) -> list[tuple[str, str, str]]:
        """Return name, strength and interval of each player as text."""
        return [(name, f"{one.strength:+.0f}", _interval(one)) for name, one in self.items()]

    @property
    def _summary(self) -> str:
        return (
            f"Playing X adds {self.advantage.strength:+.0f} points"
            f" ({_interval(self.advantage)}). Equals draw {self.draw_rate:.0%} of their games."
        )


def rate_players(names: Iterable[str], games: Iterable[_Game]) -> Ratings:
    """Estimate the strengths of players from their games.

    Parameters
    ----------
    names : iterable of str
        Names of the players, each one once.
    games : iterable of Played
        Games between them, in any order.

    Returns
    -------
    Ratings
        Strength and 95 % interval by name, the strongest first.

    Raises
    ------
    ValueError
        When a name is given twice, or when a game has no result, a player without
        a name in `names`, or one player twice.

    Notes
    -----
    The model is Davidson's [1]_, with an advantage of X as in [2]_, for in these
    games the first move counts: with strengths s of the players in points, the odds
    that X wins rather than O are ``10 ** ((s[x] + advantage - s[o]) / 400)``, as in
    the Elo ratings of chess, and a draw is the more probable the nearer the players
    are. One tendency to draw holds for all pairs.

    Strengths are those of greatest posterior density, found by Newton's method on
    the logarithms with the exact second derivatives. The prior is weak and written as
    imaginary results, as in [3]_: each player has half a win and half a loss
    against an imaginary player; two players of equal strength have played
    two games, with one draw, half a win of X and half a win of O. Without it, who
    won every game would be infinitely strong. Intervals come from the second
    derivatives at the estimate (the normal approximation), for the difference
    to the mean of all players.

    Where all games with the same X and the same O are one game, move by move, they
    are one observation, not many: two programs without chance repeat themselves.

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
    """Estimate strengths as `rate_players` does, with pauses for other work."""
    known = list(names)
    index = {name: number for number, name in enumerate(known)}
    if len(index) < len(known):
        twice = next(name for name, count in Counter(known).items() if count > 1)
        raise ValueError(f"the name {brief(twice)} is given twice: each player needs its own")
    seatings, repeated = yield from _count(index, games)
    point, point_errors = yield from Posterior(len(known), seatings).maximum()
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
) -> Slices[tuple[dict[tuple[int, int], Seating], list[tuple[str, str]]]]:
    """Count the results by the numbers of X and O; name the seatings that repeat one game."""
    seatings: dict[tuple[int, int], Seating] = {}
    first: dict[tuple[int, int], _Game] = {}
    varied: set[tuple[int, int]] = set()
    for number, game in enumerate(games):
        if number % _SLICE == 0:
            yield
        for name in (game.x, game.o):
            if name not in index:
                raise ValueError(f"a game was played by {brief(name)}, who is not in names")
        if game.x == game.o:
            raise ValueError(f"a game was played by {brief(game.x)} against itself")
        if game.result is None:
            raise ValueError(
                f"the game of {visible(game.x)} and {visible(game.o)} has no result"
            )
        pair = index[game.x], index[game.o]
        seating = seatings.setdefault(pair, Seating())
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
            seatings[pair] = Seating(1, score, draw)
            repeated.append((first[pair].x, first[pair].o))
    return seatings, repeated


def _rating(estimate: float, error: float) -> Rating:
    """Return an estimate and its standard error in points, as a rating."""
    half = NORMAL_QUANTILE * error
    return Rating(POINTS * estimate, POINTS * (estimate - half), POINTS * (estimate + half))


def _interval(rating: Rating) -> str:
    """Return the interval of a rating as text."""
    return f"{rating.low:+.0f} to {rating.high:+.0f}"


def _notes(
    names: Sequence[str],
    seatings: Mapping[tuple[int, int], Seating],
    repeated: Sequence[tuple[str, str]],
) -> Iterator[str]:
    """Say what the estimates cannot tell."""
    if not seatings:
        yield "No games were played: the ratings say nothing yet."
        return
    groups, is_swapped = _connect(len(names), seatings)
    if len(groups) > 1:
        listed = _list([_list([names[player] for player in group]) for group in groups], "; ")
        yield f"Groups that never met are compared by the prior alone: {listed}."
    if not is_swapped:
        yield (
            "No marks were swapped: strength and the advantage of X are told apart by"
            " the prior alone."
        )
    if repeated:
        listed = _list([f"{x} (X) and {o} (O)" for x, o in repeated])
        yield f"Repeated move by move, and counted once: the game of {listed}."


def _connect(count: int, pairs: Iterable[tuple[int, int]]) -> tuple[list[list[int]], bool]:
    """Return the groups of players that met, and whether games tell X from strength.

    They do not when each player can be given a level such that X is always one level
    above O: then the advantage could as well be strength.
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
    """Return the group of a player: all whom games connect with it; set their levels."""
    levels[start] = 0
    group = [start]
    for player in group:
        for other, change in neighbours[player]:
            if other not in levels:
                levels[other] = levels[player] + change
                group.append(other)
    return group


def _list(texts: Sequence[str], comma: str = ", ") -> str:
    """Return texts as one; where there are many, the last ones are counted only."""
    first = comma.join(texts[:6])
    return first if len(texts) <= 6 else f"{first} and {len(texts) - 6} more"
