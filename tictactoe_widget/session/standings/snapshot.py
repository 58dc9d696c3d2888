"""The snapshot of a tournament in a session, with every transition to the next one."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, Literal, Self

from tictactoe_widget.matches.match import Played
from tictactoe_widget.matches.ratings import Ratings
from tictactoe_widget.matches.results import Tournament
from tictactoe_widget.matches.tournament import TournamentRun
from tictactoe_widget.validation.arguments import as_int
from tictactoe_widget.validation.quoting import brief

CompetitionStatus = Literal["ready", "playing", "stopped", "done"]
"""State of a competition; ``"ready"`` is before the first game."""

GAMES_ON_PAGE = 10
"""Number of games on one page of the list of games."""


@dataclass(frozen=True)
class GamePage:
    """A page of the list of games; immutable."""

    player: str = ""
    """Name of the player whose games are listed; empty for those of all."""
    faulty: bool = False
    """True when games with a fault alone are listed."""
    page: int = 0
    """Number of the page, from 0."""
    game_count: int = 0
    """Number of games on all pages."""
    places: tuple[int, ...] = ()
    """Places of the games on this page in the plan of the tournament, from 0."""


@dataclass(frozen=True)
class Competition:
    """A tournament as far as it was played; immutable.

    A method whose name begins with ``after`` or ``with`` is a transition: it returns the
    next competition, or raises and leaves all as it was.
    """

    run: TournamentRun
    """Tournament that goes on, of which the games that are known here are a copy."""
    result: Tournament
    """Result of the games played so far."""
    games: Mapping[int, Played] = field(default_factory=dict)
    """Games played so far, by their place in the plan, from 0."""
    current: Played | None = None
    """Game that is being played in this process; None elsewhere."""
    current_place: int | None = None
    """Its place in the plan, from 0; None where there is no such game."""
    status: CompetitionStatus = "ready"
    """State of the competition."""
    trouble: str | None = None
    """Sentence that says why it stopped by itself; None where it did not."""
    seconds: float = 0.0
    """Time of play so far, in seconds."""
    ratings: Ratings | None = None
    """Latest estimate of the strengths; None before the first."""
    rated_count: int = 0
    """Number of games of which the latest estimate was made."""
    next_rating: float = -inf
    """Time from which strengths are estimated again while games are played, by the clock of
    `perf_counter`."""
    listed: GamePage = field(default_factory=GamePage)
    """Page of the list of games that is shown."""
    watched: int | None = None
    """Place of the game that was chosen from the list, from 0; None for no game."""
    is_closed: bool = False
    """True when the session was closed, so that nothing is played any more."""

    @classmethod
    def begin(cls, run: TournamentRun) -> Self:
        """Return the competition before the first game of a tournament."""
        return cls(run, run.result(), status="ready" if run.planned_count else "done")

    @property
    def seconds_left(self) -> float | None:
        """Estimate of the time that the games left will take; None where it is unknown."""
        played = len(self.games)
        if self.status != "playing" or played < 2:
            return None
        return self.seconds * (self.run.planned_count - played) / played

    @property
    def wants_ratings(self) -> bool:
        """True when games have been played of which no strength was estimated yet."""
        return self.run.played_count != self.rated_count and not self.is_closed

    def after_start(self) -> Self:
        """Return the competition that plays the games that are left."""
        if self.status in ("playing", "done") or self.is_closed:
            return self
        return self._with_games(status="playing", trouble=None)

    def after_beginning_again(self) -> Self:
        """Return the competition that plays all its games anew, once all were played."""
        if self.status != "done" or not self.run.planned_count or self.is_closed:
            return self
        return type(self).begin(self.run.again()).after_start()

    def after_stop(self) -> Self:
        """Return the competition that plays no more until it is started again."""
        if self.status != "playing":
            return self
        return self._with_games(status="stopped")

    def after_play(self, seconds: float) -> Self:
        """Return the competition after some more seconds of play."""
        status: CompetitionStatus = "done" if self.run.done else self.status
        return self._with_games(status=status, seconds=self.seconds + seconds)

    def after_trouble(self, trouble: str) -> Self:
        """Return the competition that has stopped by itself, for a reason."""
        return replace(self, trouble=trouble).after_stop()

    def after_rating(self, ratings: Ratings | None, count: int, next_rating: float) -> Self:
        """Return the competition with a new estimate of the strengths.

        Parameters
        ----------
        ratings : Ratings or None
            The estimate; None where there is none.
        count : int
            Number of games of which it was made.
        next_rating : float
            Time of the next one while games are played.
        """
        return self._with_games(ratings=ratings, rated_count=count, next_rating=next_rating)

    def after_listing(self, player: str = "", *, faulty: bool = False, page: int = 0) -> Self:
        """Return the competition with another page of the list of games.

        Parameters
        ----------
        player : str, optional
            Name of a player, whose games are listed; those of all where it is empty.
        faulty : bool, default False
            True to list games with a fault alone.
        page : int, default 0
            Number of the page, from 0; the last one where there are not so many.

        Raises
        ------
        ValueError
            When no player has that name.
        """
        if player and player not in self.run.names:
            raise ValueError(f"No player has the name {brief(player)}")
        places = [
            place
            for place, game in sorted(self.games.items())
            if (not player or player in (game.x, game.o))
            and (not faulty or game.fault is not None)
        ]
        page = max(0, min(page, (len(places) - 1) // GAMES_ON_PAGE))
        first = page * GAMES_ON_PAGE
        on_page = tuple(places[first : first + GAMES_ON_PAGE])
        return replace(self, listed=GamePage(player, faulty, page, len(places), on_page))

    def after_choosing(self, game: int | None) -> Self:
        """Return the competition that shows a game that was played, or none.

        Parameters
        ----------
        game : int or None
            Number of the game, from 1.

        Raises
        ------
        TypeError, ValueError
            When `game` is no integer, or this game has not been played.
        """
        if game is None:
            return replace(self, watched=None)
        try:
            place = as_int(game) - 1
        except TypeError:
            raise TypeError(f"game must be the number of a game, not {brief(game)}") from None
        if place not in self.run.numbered:
            raise ValueError(f"game {game} has not been played")
        return self._with_games(watched=place)

    def after_closing(self) -> Self:
        """Return the competition of a closed session: nothing is played any more."""
        return replace(self.after_stop(), is_closed=True)

    def _with_games(self, **changes: Any) -> Self:
        """Return the competition with all games that are known by now, and other changes.

        A full page of the list keeps its games in their places while others are played.
        """
        run = self.run
        games: dict[str, Any] = {
            "result": run.result(),
            "games": dict(run.numbered),
            "current": run.current,
            "current_place": run.current_place,
        }
        known = replace(self, **games, **changes)
        listed = known.listed
        if known.status == "playing" and len(listed.places) == GAMES_ON_PAGE:
            return known
        return known.after_listing(listed.player, faulty=listed.faulty, page=listed.page)
