"""Tournaments: every two players meet, in this process or on an executor."""

from collections.abc import Callable, Iterable, Mapping
from math import inf
from random import SystemRandom
from time import perf_counter
from types import MappingProxyType
from typing import Any

from tictactoe_widget.rules.base import Rules
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.named import find_rules

from .calling import Player, describe_player
from .fixtures import Fixture, fixtures, number_of_games
from .isolation import is_deterministic
from .local_games import LocalGames, Plan
from .match import Played, as_count, distinct_names
from .named import as_seconds, as_seed, find_player
from .names import check_name
from .playing import Outcome
from .results import Tournament

Players = Mapping[str, str | Player] | Iterable[str | Player]
"""Players by name, or players that are named after themselves."""

Watch = Callable[[str, str, Game], object]
"""Function that is called with the names of X and O and their game after every move."""


class TournamentRun:
    """A tournament that is played in slices, so that a program can do other things too.

    Parameters
    ----------
    players, rules, games, seconds, seed, executor, watch
        As in `play_tournament`.

    Examples
    --------
    >>> run = TournamentRun(["random", "casual"], games=4, seed=1)
    >>> while not run.done:
    ...     run.step(0.05)
    >>> run.played, run.planned
    (4, 4)
    """

    def __init__(  # noqa: PLR0913 - all but the players have defaults
        self,
        players: Players,
        rules: str | Rules = STANDARD,
        games: int = 10,
        *,
        seconds: float | None = None,
        seed: int | None = None,
        executor: Any = None,
        watch: Watch | None = None,
    ) -> None:
        self.rules = find_rules(rules)
        """Rules of the games."""
        names, found = _entrants(players, self.rules)
        self.names = names
        """Names of the players, each one once."""
        self._each = as_count(games)
        seed = as_seed(seed)
        self.seed = SystemRandom().getrandbits(32) if seed is None else seed
        """Seed of all random numbers; a random one where none was given."""
        self.planned = number_of_games(len(names), self._each)
        """Number of games to be played."""
        self._settled = [is_deterministic(who) for who in found]
        self._watch = watch
        self._played: dict[int, Played] = {}
        self._in_order: tuple[Played, ...] = ()
        self._ended: str | None = None
        limit = inf if seconds is None else as_seconds(seconds)
        plan = Plan(
            dict(enumerate(names)), dict(enumerate(found)), self.rules, limit, self.seed
        )
        to_play = fixtures(len(names), self._each, self._settled)
        self._source = LocalGames(plan, to_play, self._record)

    @property
    def played(self) -> int:
        """Number of games whose result is known."""
        return len(self._played)

    @property
    def done(self) -> bool:
        """True once all games were played or the tournament was stopped."""
        return self._ended is not None or self.played == self.planned

    @property
    def games(self) -> tuple[Played, ...]:
        """Games played so far, in the order planned."""
        if len(self._in_order) != len(self._played):
            self._in_order = tuple(self._played[index] for index in sorted(self._played))
        return self._in_order

    @property
    def numbered(self) -> MappingProxyType[int, Played]:
        """Games played so far, by their place in the plan, from 0."""
        return MappingProxyType(self._played)

    @property
    def current(self) -> Played | None:
        """Game that is being played in this process, with the result None; else None."""
        if self.done or self._source.current is None:
            return None
        fixture, game = self._source.current
        return Played(self.names[fixture.x], self.names[fixture.o], game, None)

    def step(self, seconds: float = 0.05) -> None:
        """Play for about this long and return; a single move is not interrupted.

        Parameters
        ----------
        seconds : float, default 0.05
            Time to play for; with an executor, time to wait for results.

        Raises
        ------
        KeyboardInterrupt
            When a person presses Ctrl-C, or a player raises it in this process. The
            game being played begins again with the next call.
        """
        end = perf_counter() + seconds
        while not self.done:
            shown = self._source.play(end, watched=self._watch is not None)
            if self._watch is not None:
                for fixture, game in shown:
                    self._watch(self.names[fixture.x], self.names[fixture.o], game)
            if perf_counter() >= end:
                return

    def stop(self, reason: str = "The tournament was stopped.") -> None:
        """End the tournament; the games played so far are kept.

        Parameters
        ----------
        reason : str
            Sentence that says why, for the result.
        """
        if not self.done:
            self._ended = reason
        self._source.close()

    def result(self) -> Tournament:
        """Return the result of the games played so far."""
        return Tournament(
            self.names, self.games, self.rules, self.seed, self.planned, self._ended
        )

    def _record(self, fixture: Fixture, outcome: Outcome) -> None:
        """Keep the outcome of a game, and of the games that would repeat it."""
        x, o = self.names[fixture.x], self.names[fixture.o]
        played = Played(x, o, *outcome)
        self._played[fixture.place] = played
        if self._settled[fixture.x] and self._settled[fixture.o]:
            again = Played(x, o, *outcome, repeated=True)
            for number in range(fixture.number + 2, self._each, 2):
                self._played[fixture.place - fixture.number + number] = again


def play_tournament(  # noqa: PLR0913 - all but the players have defaults
    players: Players,
    rules: str | Rules = STANDARD,
    games: int = 10,
    *,
    seconds: float | None = None,
    seed: int | None = None,
    executor: Any = None,
    watch: Watch | None = None,
    progress: bool | None = None,
) -> Tournament:
    """Play a match of `games` games between every two players, swapping marks.

    Parameters
    ----------
    players : mapping of str to player, or sequence of players
        Players: names such as ``"perfect"``, functions of a game, or generators of
        answers, see :func:`.calling.think`. The keys of a mapping are their names; the
        players of a sequence have their own names. Where several have the same
        name, the later ones get a number.
    rules : str or Rules, default STANDARD
        Rules to play by, or their name.
    games : int, default 10
        Number of games of every two players, at least 0.

    Returns
    -------
    Tournament
        Result, whose `str` is a table.

    Examples
    --------
    >>> def last(game): return game.legal_moves[-1]
    >>> def first(game): return game.legal_moves[0]
    >>> print(play_tournament([first, last], games=2))
    player  games  won  drawn  lost  score
    first       2    1      0     1   0.50
    last        2    1      0     1   0.50
    >>> play_tournament({"ada": last, "random": "random"}, "4x4").names
    ('ada', 'random')
    """
    run = TournamentRun(
        players, rules, games, seconds=seconds, seed=seed, executor=executor, watch=watch
    )
    try:
        while not run.done:
            run.step(0.1)
    except KeyboardInterrupt:
        run.stop("It was stopped by Ctrl-C.")
    return run.result()


def _entrants(players: Players, rules: Rules) -> tuple[tuple[str, ...], list[Player]]:
    """Return the names of the players, each one once, and the players."""
    names: Iterable[str] | None = None
    if isinstance(players, Mapping):
        names = [check_name(name, "the name of a player") for name in players]
        players = players.values()
    elif isinstance(players, str) or not isinstance(players, Iterable):
        raise TypeError(
            f"players must be a mapping of names to players or a sequence, not {players!r}"
        )
    found = [find_player(who, rules) for who in players]
    return distinct_names(map(describe_player, found) if names is None else names), found
