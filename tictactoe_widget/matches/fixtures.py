"""Games of a tournament before they are played: pairs of players and their order."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tictactoe_widget.rules.marks import Mark


class Fixture(NamedTuple):
    """One planned game. Immutable."""

    place: int
    """Place of the game in the tournament, from 0."""
    x: int
    """Index of the player of X."""
    o: int
    """Index of the player of O."""
    number: int
    """Number of the game among those of its two players, from 0."""

    def player_of(self, mark: Mark) -> int:
        """Return the index of the player of a mark."""
        return self.x if mark == "X" else self.o


def pairings(player_count: int) -> Iterator[tuple[int, int]]:
    """Yield every two of so many players once, the lower index first.

    The order is that of the circle method for round robins: whenever the
    tournament stops, no player has met more than one opponent more than another
    has, but for those who sit out a round of an odd number of players.

    Examples
    --------
    >>> list(pairings(4))
    [(2, 3), (0, 1), (1, 3), (0, 2), (0, 3), (1, 2)]
    """
    circle = player_count if player_count % 2 else player_count - 1
    for turn in reversed(range(circle)):
        if circle < player_count:
            yield turn, circle
        for step in range(1, (circle + 1) // 2):
            first, second = (turn + step) % circle, (turn - step) % circle
            yield min(first, second), max(first, second)


def fixtures(player_count: int, games: int, settled: Sequence[bool] = ()) -> Iterator[Fixture]:
    """Yield the games of a tournament that are to be played, in order.

    Parameters
    ----------
    player_count : int
        Number of players.
    games : int
        Number of games of every two players; they swap marks after each one.
    settled : sequence of bool, optional
        For each player, whether it is declared deterministic. Two such players play
        one game with each mark; the others of theirs are left out.
    """
    for pair, (first, second) in enumerate(pairings(player_count)):
        is_settled = bool(settled) and settled[first] and settled[second]
        for number in range(min(games, 2) if is_settled else games):
            x, o = (second, first) if number % 2 else (first, second)
            yield Fixture(pair * games + number, x, o, number)


def tournament_game_count(player_count: int, games: int) -> int:
    """Return the number of games of a tournament of so many players.

    >>> tournament_game_count(200, 2)
    39800
    """
    return player_count * (player_count - 1) // 2 * games
