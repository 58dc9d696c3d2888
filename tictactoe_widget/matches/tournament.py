"""Tournaments: every two players meet, in this process or on an executor."""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from math import inf
from random import SystemRandom
from time import perf_counter
from types import MappingProxyType
from typing import Any

from tictactoe_widget.players.builtin import NamedPlayer, find_player
from tictactoe_widget.players.calling import (
    Player,
    check_player_name,
    describe_player,
    distinct_names,
)
from tictactoe_widget.rules.errors import RulesError
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.sandbox.fan_out import ExecutorError
from tictactoe_widget.sandbox.isolation import is_deterministic
from tictactoe_widget.sandbox.progress import Progress, show_progress
from tictactoe_widget.validation import as_seconds, as_seed, brief, check_int

from .match import Fixture, Plan, Played, fixtures, tournament_game_count
from .playing import LocalGames
from .remote_games import RemoteGames
from .results import Tournament

Players = Mapping[str, str | Player] | Iterable[str | Player]
"""Players by name, or players that are named after themselves."""

_STEP_SECONDS = 0.1  # time between two states of the progress, in seconds

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
    ...     run.step(seconds=0.05)
    >>> run.played_count, run.planned_count
    (4, 4)
    """

    def __init__(  # noqa: PLR0913 - all but the players have defaults
        self,
        players: Players,
        rules: str | Rules = STANDARD,
        games: int = 20,
        *,
        seconds: float | None = None,
        seed: int | None = None,
        executor: Any = None,
        watch: Watch | None = None,
    ) -> None:
        if isinstance(players, str) or not isinstance(players, Iterable):
            expected = "players must be a mapping of names to players or a sequence"
            raise TypeError(f"{expected}, not {brief(players)}")
        self.rules = find_rules(rules)
        """Rules of the games."""
        names, found = _entrants(players, self.rules)
        self.names = names
        """Names of the players, each one once."""
        self.games_each = check_int(games, "games", 0)
        """Number of games of every two players."""
        seed = as_seed(seed)
        self.seed = SystemRandom().getrandbits(32) if seed is None else seed
        """Seed of all random numbers; a random one where none was given."""
        self.planned_count = tournament_game_count(len(names), self.games_each)
        """Number of games to be played."""
        self.built_in = frozenset(
            name for name, who in zip(names, found, strict=True) if isinstance(who, NamedPlayer)
        )
        """Names of the players that this package brings."""
        self._settled = [is_deterministic(who) for who in found]
        if watch is not None and not callable(watch):
            raise TypeError(
                f"watch must be a function of two names and a game, not {brief(watch)}"
            )
        self._watch = watch
        self._played: dict[int, Played] = {}
        self._in_order: tuple[Played, ...] = ()
        self._ended: str | None = None
        limit = inf if seconds is None else as_seconds(seconds)
        by_index = dict(enumerate(names)), dict(enumerate(found))
        plan = Plan(*by_index, self.rules, seconds=limit, seed=self.seed)
        to_play = fixtures(len(names), self.games_each, self._settled)
        self._source: LocalGames | RemoteGames
        if executor is None:
            self._source = LocalGames(plan, to_play, self._record)
        else:
            self._source = RemoteGames(plan, to_play, self._record, executor)
        by_name = dict(zip(names, found, strict=True))
        options: dict[str, Any] = {"seconds": seconds, "executor": executor, "watch": watch}
        self._again = partial(TournamentRun, by_name, self.rules, games, **options)

    def again(self) -> "TournamentRun":
        """Return the same tournament before its first game, with the next seed."""
        return self._again(seed=self.seed + 1)

    @property
    def played_count(self) -> int:
        """Number of games whose result is known."""
        return len(self._played)

    @property
    def done(self) -> bool:
        """True once all games were played or the tournament was stopped."""
        return self._ended is not None or self.played_count == self.planned_count

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

    @property
    def current_place(self) -> int | None:
        """Place in the plan, from 0, of the game that is being played here; else None."""
        return self._source.current[0].place if self.current and self._source.current else None

    def step(self, *, seconds: float = 0.05) -> None:
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
        ExecutorError, RulesError
            When the executor or the rules fail before a game is over; later on the
            tournament ends, and its result says why.
        """
        end = perf_counter() + seconds
        while not self.done:
            try:
                watched = self._source.play(end, watched=self._watch is not None)
            except (ExecutorError, RulesError) as error:
                whose = "The executor failed: " if isinstance(error, ExecutorError) else ""
                self.stop(f"{whose}{error}.")
                if not self.played_count:
                    raise
                return
            if self._watch is not None:
                for fixture, game in watched:
                    self._watch(self.names[fixture.x], self.names[fixture.o], game)
            if perf_counter() >= end:
                break
        if self.done:
            self._source.close()

    def stop(self, reason: str = "The tournament was stopped.") -> None:
        """End the tournament; the games played so far are kept.

        Parameters
        ----------
        reason : str
            Sentence that says why, for the result.
        """
        self._source.close()
        if not self.done:
            self._ended = reason

    def result(self) -> Tournament:
        """Return the result of the games played so far."""
        return Tournament(
            self.names,
            self.games,
            rules=self.rules,
            seed=self.seed,
            planned_count=self.planned_count,
            ended=self._ended,
        )

    def _record(self, fixture: Fixture, played: Played) -> None:
        """Keep a finished game, and the games that would repeat it."""
        self._played[fixture.place] = played
        if self._settled[fixture.x] and self._settled[fixture.o]:
            repeated = replace(played, repeated=True)
            for number in range(fixture.number + 2, self.games_each, 2):
                self._played[fixture.place - fixture.number + number] = repeated


def play_tournament(  # noqa: PLR0913 - all but the players have defaults
    players: Players,
    rules: str | Rules = STANDARD,
    games: int = 20,
    *,
    seconds: float | None = None,
    seed: int | None = None,
    executor: Any = None,
    watch: Watch | None = None,
    progress: bool | Progress | None = None,
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
    games : int, default 20
        Number of games of every two players, at least 0.
    seconds : float, optional
        Time for each move, above 0; by default there is no limit. A player that is
        too slow loses the game. One that is a generator of better and better answers
        is stopped, and plays its last one. The named players have their own limit:
        "expert" takes the shorter of the two, and the others are quick where
        they can play.
    seed : int, optional
        Seed of all random numbers: the same seed gives the same games with any
        executor and number of workers. By default another one each time; the result
        tells it.
    executor : object or callable, optional
        Where the games are played: anything with the method ``submit`` of
        ``concurrent.futures``, such as a ``ProcessPoolExecutor``, loky's,
        ``client.get_executor(pure=False)`` of dask.distributed or ``view.executor`` of
        ipyparallel; or a function that makes one, which is called again when a
        player breaks it. By default this process plays.
    watch : callable, optional
        Function that is called with the names of X and O and their game after every
        move; with an executor, after every game.
    progress : bool or callable, optional
        True to show how many games were played and the time left on the standard error
        (with tqdm where it is installed), False to show nothing; by default it is shown
        in a terminal. Or a function ``progress(done, total)``.

    Returns
    -------
    Tournament
        Result, whose `str` is a table. When a person presses Ctrl-C (or a player
        raises KeyboardInterrupt in this process), it holds the games played so far and
        says so.

    Raises
    ------
    TypeError, ValueError
        As in `play_match`; ValueError also for a key that cannot be a name and for a
        player that cannot be sent to the workers of the executor.
    ExecutorError
        When the executor cannot play a single game.

    Notes
    -----
    A player that raises, answers with what is no legal move, is too slow or ends the
    process of its worker loses that game, and `Tournament.faults` describes the fault;
    the tournament goes on. What players print is discarded.

    In each game a player is as it was given: a named player begins anew with a seed of
    its own, and other objects are copied (unless they cannot be). The random numbers of
    ``random``, and of ``numpy.random`` where NumPy is loaded, have a seed for each game,
    and go on afterwards as if nobody had drawn any. A function may keep a cache in
    global variables, but must not answer by what it saw in other games: which
    games share a process is not promised. Where a time limit decides, so does the speed
    of the machine.

    A player with an attribute ``deterministic`` that is True declares that its move
    depends on the game alone. Two such players play one game with each mark; the others
    are repeated in the result without asking them again.

    The time limit is computing time; in all a move may take ten times as long. A player
    that is too slow is interrupted, whatever it catches; so are the methods of what it
    answers or raises (``__index__``, ``__repr__``, ``__str__``), and the threads that it
    started and waits for. Out of reach is a function written in C that does not return,
    such as ``sum(range(10**14))``; in threads other than the main one, and on Windows, so
    is one that waits, such as ``time.sleep``; and in the main thread elsewhere a player
    that goes on where calls are as deep as they may be. In worker processes these are
    stopped as well: the process ends, the player loses, and it costs two seconds more.

    Players run with all your rights. One that patches this package or gets past what is
    immutable, as with ``object.__setattr__``, may harm other games of its process.

    A process pool that was given and that a player broke is replaced by one of the same
    kind and size, for this tournament. The workers of dask are restarted by dask, which
    gives a task that ended its worker to three more unless
    ``distributed.scheduler.allowed-failures`` is 0; an engine of ipyparallel that ended
    is gone.

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
    with show_progress(progress, "games", sys.stderr) as show:
        run = TournamentRun(
            players, rules, games, seconds=seconds, seed=seed, executor=executor, watch=watch
        )
        try:
            show(run.played_count, run.planned_count)
            while not run.done:
                run.step(seconds=_STEP_SECONDS)
                show(run.played_count, run.planned_count)
        except KeyboardInterrupt:
            run.stop("Ctrl-C stopped the tournament.")
        except BaseException:
            run.stop()
            raise
    return run.result()


def _entrants(players: Players, rules: Rules) -> tuple[tuple[str, ...], list[Player]]:
    """Return the names of the players, each one once, and the players."""
    names: Iterable[str] | None = None
    if isinstance(players, Mapping):
        names = [check_player_name(name, "the name of a player") for name in players]
        players = players.values()
    found = [find_player(who, rules) for who in players]
    return distinct_names(map(describe_player, found) if names is None else names), found
