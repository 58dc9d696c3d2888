"""Settings that all games of a tournament share, and the seeds of each game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from tictactoe_widget.players.builtin import NamedPlayer
from tictactoe_widget.players.calling import Player
from tictactoe_widget.rules.marks import Mark
from tictactoe_widget.rules.rules import Rules

from .fixtures import Fixture
from .isolation import fresh_copy


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings that all games of a tournament share. Immutable."""

    names: Mapping[int, str]
    """Names of the players, by index."""
    players: Mapping[int, Player]
    """Players, by index."""
    rules: Rules
    """Rules of the games."""
    seconds: float = field(kw_only=True)
    """Time for each move in seconds, ``inf`` for no limit."""
    seed: int = field(kw_only=True)
    """Seed of the tournament."""

    def player_for(self, fixture: Fixture, mark: Mark, player: Player) -> Player:
        """Return a player for one game: a named one begun anew, a copy of another.

        A named player that was given a seed keeps to it, whatever the seed of the
        tournament is.
        """
        if type(player) is NamedPlayer:
            seed = self.seed_of(fixture, mark, seed=player.seed)
            return player.afresh(seed=seed, seconds=self.seconds)
        return fresh_copy(player)

    def seed_of(self, fixture: Fixture, what: str, *, seed: int | None = None) -> int:
        """Return a seed of one game: of its player ``"X"`` or ``"O"``, or ``"random"``.

        It depends on `seed`, by default that of the tournament, the names of the two
        players, the number of their game and on nothing else.
        """
        x, o = self.names[fixture.x], self.names[fixture.o]
        begin = self.seed if seed is None else seed
        return _seed_from(begin, x, o, fixture.number, what)


def _seed_from(*parts: object) -> int:
    """Return a seed of 64 bits that is the same for the same parts on every machine.

    Parameters
    ----------
    *parts : int, str or None
        What the seed depends on: the seed of the tournament and names of players, say.

    Examples
    --------
    >>> _seed_from(1, "ada", "bob", 0)
    10278650591400294815
    """
    return int.from_bytes(sha256(repr(parts).encode()).digest()[:8], "big")
