"""Random games from a position, counted by their results."""

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from tictactoe_widget.rules.game import Game, as_game
from tictactoe_widget.rules.marks import Mark, Result, opponent
from tictactoe_widget.rules.picture.markup import text_table
from tictactoe_widget.validation.arguments import as_game_count, as_seed
from tictactoe_widget.validation.quoting import brief

from .census import ResultCounts
from .intervals import NORMAL_QUANTILE, interval_of_share
from .registry import family_analysis

_RESULTS: tuple[Result, ...] = ("X", "O", "draw")


@dataclass(frozen=True, slots=True)
class Playouts:
    """Results of random games from one position, made by `playouts`. Immutable.

    X is the first player, also where the marks of both look alike.
    """

    player: Mark
    """Player to move; on a finished game the player whose turn it would be."""
    results: ResultCounts
    """Number of games by result."""

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(self.results)

    @property
    def score(self) -> float:
        """Mean result for the player to move: a win counts 1, a draw 0, a loss -1."""
        counts = self.results.to_dict()
        return (counts[self.player] - counts[opponent(self.player)]) / self.games

    @property
    def score_interval(self) -> tuple[float, float]:
        """Lower and upper end of the 95 % interval of `score`, from -1 to 1.

        It is that of a normal distribution, which holds for some dozens of games or more,
        and not where nearly all of them end alike.
        """
        decided = 1 - self.results.draw / self.games
        half = NORMAL_QUANTILE * sqrt((decided - self.score**2) / self.games)
        return max(-1.0, self.score - half), min(1.0, self.score + half)

    def share(self, result: Result) -> float:
        """Return the share of games with a result: ``"X"``, ``"O"`` or ``"draw"``; 0 to 1."""
        return self._count(result) / self.games

    def interval(self, result: Result) -> tuple[float, float]:
        """Return the 95 % interval of a share, from 0 to 1 (E. B. Wilson, 1927)."""
        return interval_of_share(self._count(result), self.games)

    def _count(self, result: Result) -> int:
        counts = self.results.to_dict()
        if result not in counts:
            raise ValueError(f"result must be 'X', 'O' or 'draw', not {brief(result)}")
        return counts[result]

    def to_dict(self) -> dict[str, Any]:
        """Return the results as JSON values."""
        return {
            "player": self.player,
            "games": self.games,
            "results": self.results.to_dict(),
            "score": self.score,
            "score_interval": list(self.score_interval),
        }

    def __str__(self) -> str:
        rows: list[tuple[object, ...]] = [("result", "games", "share", "95 % interval")]
        for result in _RESULTS:
            low, high = self.interval(result)
            spread = f"{100 * low:.1f} to {100 * high:.1f} %"
            share = f"{100 * self.share(result):.1f} %"
            rows.append((result, f"{self._count(result):,}", share, spread))
        return text_table(rows)


def playouts(game: Game, games: int = 1000, *, seed: int | None = None) -> Playouts:
    """Play random games from a position to their end and count the results.

    In each position all legal moves are equally likely. What comes out is an estimate of
    how random play ends, and no proof of what best play gives; four times as many games
    make its intervals half as wide.

    Parameters
    ----------
    game : Game
        Position that the games begin from.
    games : int, default 1000
        Number of games, at least 1.
    seed : int or None, optional
        Seed of the random numbers; with the same one the results are the same.

    Raises
    ------
    TypeError
        When `game` is no `Game`, or `games` or `seed` is not an int.
    ValueError
        When `games` is below 1.

    Examples
    --------
    >>> from tictactoe_widget import Game, playouts
    >>> print(playouts(Game(), games=1000, seed=1))
    result  games  share   95 % interval
    X       580    58.0 %  54.9 to 61.0 %
    O       293    29.3 %  26.6 to 32.2 %
    draw    127    12.7 %  10.8 to 14.9 %
    """
    rules = as_game(game).rules
    count = as_game_count(games, least=1)
    random = Random(as_seed(seed))
    play = family_analysis(rules).playout
    counts = Counter(play(rules, game.state, random) for _ in range(count))
    return Playouts(game.state.to_move, ResultCounts(*(counts[one] for one in _RESULTS)))
