"""Games of a tournament before they are played: who meets whom, in which order, which seeds."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple


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


def pairings(count: int) -> Iterator[tuple[int, int]]:
    """Yield every two of `count` players once, the lower index first.

    The order is that of the circle method for round robins: whenever the
    tournament stops, no player has met more than one opponent more than another
    has, but for those who sit out a round of an odd number of players.

    Examples
    --------
    >>> list(pairings(4))
    [(2, 3), (0, 1), (1, 3), (0, 2), (0, 3), (1, 2)]
    """
    circle = count if count % 2 else count - 1
    for turn in reversed(range(circle)):
        if circle < count:
            yield turn, circle
        for step in range(1, (circle + 1) // 2):
            first, second = (turn + step) % circle, (turn - step) % circle
            yield min(first, second), max(first, second)


def fixtures(count: int, games: int, settled: Sequence[bool] = ()) -> Iterator[Fixture]:
    """Yield the games of a tournament that are to be played, in order.

    Parameters
    ----------
    count : int
        Number of players.
    games : int
        Number of games of every two players; they swap marks after each one.
    settled : sequence of bool, optional
        For each player, whether it is declared deterministic. Two such players play
        one game with each mark; the others of theirs are left out.
    """
    for pair, (first, second) in enumerate(pairings(count)):
        is_settled = bool(settled) and settled[first] and settled[second]
        for number in range(min(games, 2) if is_settled else games):
            x, o = (second, first) if number % 2 else (first, second)
            yield Fixture(pair * games + number, x, o, number)


def number_of_games(count: int, games: int) -> int:
    """Return the number of games of a tournament of `count` players.

    >>> number_of_games(200, 2)
    39800
    """
    return count * (count - 1) // 2 * games


def seed_from(*parts: object) -> int:
    """Return a seed of 64 bits that is the same for the same parts on every machine.

    Parameters
    ----------
    *parts : int, str or None
        What the seed depends on: the seed of the tournament and names of players, say.

    Examples
    --------
    >>> seed_from(1, "ada", "bob", 0)
    10278650591400294815
    """
    return int.from_bytes(sha256(repr(parts).encode()).digest()[:8], "big")
