"""Session that plays a tournament: snapshots, transitions, jobs and published views."""

import logging
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from math import inf
from operator import add
from time import perf_counter
from typing import Any, Literal, Self, Unpack

from tictactoe_widget.analysis.sentences import short_names
from tictactoe_widget.matches.match import Played, Standing
from tictactoe_widget.matches.ratings import Rating, Ratings, rate_in_slices
from tictactoe_widget.matches.results import CrossTable, Tournament
from tictactoe_widget.matches.tournament import TournamentRun
from tictactoe_widget.players.calling import name_mover
from tictactoe_widget.sandbox.progress import describe_time
from tictactoe_widget.texts import (
    ENGLISH,
    _,
    choose_language,
    format_number,
    front_end_texts,
    join_and,
    join_sentences,
    ngettext,
)
from tictactoe_widget.validation import as_int, brief, visible

from .core import (
    FLAG,
    NUMBER,
    OPTIONAL_NUMBER,
    TEXT,
    HostFunctions,
    PublishingSession,
    Requests,
    View,
)
from .scheduler import JOB_SECONDS, PAUSE_SECONDS, PAUSES, GamesJob, Job, JobKind

# "ready" is the status before the first game.
CompetitionStatus = Literal["ready", "playing", "stopped", "done"]

_GAMES_ON_PAGE = 10


competition_request: Requests["Competition"] = Requests()


@dataclass(frozen=True)
class _GamePage:
    """Displayed page of the game list, and the filter that selects its games."""

    player: str = ""  # name of the player whose games are listed, or empty to list all games
    faulty: bool = False  # True to list only games that ended by forfeit
    page: int = 0  # page number, from 0
    game_count: int = 0  # number of games on all pages
    places: tuple[int, ...] = ()  # indices of the page's games in the plan, from 0


@dataclass(frozen=True)
class Competition:
    """Immutable snapshot of a tournament, with the games that have been played so far.

    A method whose name begins with ``after`` or ``with`` is a transition, which returns the
    next snapshot or raises an error.
    """

    run: TournamentRun  # unlike the other fields, this object changes during play
    result: Tournament  # result after the games played so far
    # Played games, by their index in the plan, counted from 0.
    games: Mapping[int, Played] = field(default_factory=dict)
    current: Played | None = None  # game that this process is playing
    current_place: int | None = None  # index of that game in the plan, from 0
    status: CompetitionStatus = "ready"
    trouble: str | None = None  # description of the error that stopped the tournament
    seconds: float = 0.0  # total playing time so far
    ratings: Ratings | None = None
    rated_count: int = 0  # number of games on which the latest estimate is based
    next_rating: float = -inf  # time of the next estimate, in seconds as in `perf_counter`
    listed: _GamePage = field(default_factory=_GamePage)
    watched: int | None = None  # index of the game that someone chose from the list
    is_closed: bool = False  # True if no more games will be played
    language: str = ENGLISH

    @classmethod
    def begin(cls, run: TournamentRun, language: str = ENGLISH) -> Self:
        """Return a snapshot of a tournament before its first game."""
        status: CompetitionStatus = "ready" if run.planned_count else "done"
        return cls(run, run.result(), status=status, language=language)

    @property
    def seconds_left(self) -> float | None:
        """Estimated time for the remaining games, in seconds, or None if it is unknown."""
        played = len(self.games)
        if self.status != "playing" or played < 2:
            return None
        return self.seconds * (self.run.planned_count - played) / played

    @property
    def wants_ratings(self) -> bool:
        """True if the current strength estimates don't cover all games."""
        return self.run.played_count != self.rated_count and not self.is_closed

    @competition_request("start")
    def after_start(self) -> Self:
        """Return the snapshot after the tournament has started its remaining games."""
        if self.status in ("playing", "done") or self.is_closed:
            return self
        return self._with_games(status="playing", trouble=None)

    @competition_request("again")
    def after_beginning_again(self) -> Self:
        """Return the snapshot after a finished tournament has started again."""
        if self.status != "done" or not self.run.planned_count or self.is_closed:
            return self
        return type(self).begin(self.run.again(), self.language).after_start()

    @competition_request("stop")
    def after_stop(self, trouble: str | None = None) -> Self:
        """Return the snapshot after the tournament has stopped. `after_start` resumes it.

        Parameters
        ----------
        trouble : str, optional
            Description of the error that stopped the tournament.
        """
        if self.status != "playing":
            return self
        return self._with_games(status="stopped", trouble=trouble)

    def after_play(self, seconds: float) -> Self:
        """Return the snapshot after games have been played for another `seconds` seconds."""
        status: CompetitionStatus = "done" if self.run.done else self.status
        return self._with_games(status=status, seconds=self.seconds + seconds)

    def after_rating(self, ratings: Ratings | None, count: int, next_rating: float) -> Self:
        """Return the snapshot with a new estimate of the players' strengths.

        Parameters
        ----------
        ratings : Ratings or None
            The new estimate, or None if no estimate is possible.
        count : int
            Number of games on which the estimate is based.
        next_rating : float
            Time of the next estimate during play, in seconds on the clock of ``perf_counter``.
        """
        return self._with_games(ratings=ratings, rated_count=count, next_rating=next_rating)

    @competition_request("list", player=TEXT, faulty=FLAG, page=NUMBER)
    def after_listing(self, player: str = "", *, faulty: bool = False, page: int = 0) -> Self:
        """Return the snapshot that shows one page of the game list.

        Parameters
        ----------
        player : str, optional
            Name of the player whose games are listed, or ``""`` to list all games.
        faulty : bool, default False
            True to list only games that ended by forfeit.
        page : int, default 0
            Page number, counted from 0. If the number is too large, the last page is shown.

        Raises
        ------
        ValueError
            If no player has this name.
        """
        if player and player not in self.run.names:
            raise ValueError(f"player must be the name of a player, not {brief(player)}")
        places = [
            place
            for place, game in sorted(self.games.items())
            if (not player or player in (game.x, game.o))
            and (not faulty or game.fault is not None)
        ]
        page = max(0, min(page, (len(places) - 1) // _GAMES_ON_PAGE))
        first = page * _GAMES_ON_PAGE
        on_page = tuple(places[first : first + _GAMES_ON_PAGE])
        return replace(self, listed=_GamePage(player, faulty, page, len(places), on_page))

    @competition_request("watch", game=OPTIONAL_NUMBER)
    def after_choosing(self, game: int | None) -> Self:
        """Return the snapshot that shows one of the finished games, or none.

        Parameters
        ----------
        game : int or None
            Number of the game, counted from 1, or None to show no finished game.

        Raises
        ------
        TypeError, ValueError
            If `game` is not an integer, or if the game with this number hasn't been played.
        """
        if game is None:
            return replace(self, watched=None)
        try:
            place = as_int(game) - 1
        except TypeError:
            raise TypeError(
                f"game must be the number of a game, such as 1, not {brief(game)}"
            ) from None
        if place not in self.run.numbered:
            raise ValueError(f"game must be the number of a game already played, not {game}")
        return self._with_games(watched=place)

    def after_closing(self) -> Self:
        """Return the snapshot of a closed session, which plays no more games."""
        return replace(self.after_stop(), is_closed=True)

    def _with_games(self, **changes: Any) -> Self:
        """Return the snapshot with all games played so far, and with the given changes.

        During play, a full page of the game list doesn't change.
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
        if known.status == "playing" and len(listed.places) == _GAMES_ON_PAGE:
            return known
        return known.after_listing(listed.player, faulty=listed.faulty, page=listed.page)


_MOST_NAMES = 3  # maximum number of names in one sentence


def write_standings_finding(
    competition: Competition, standings: Sequence[Standing]
) -> tuple[str, str]:
    """Return a headline about the results, and a sentence on how certain they are.

    Parameters
    ----------
    competition : Competition
        Snapshot of the tournament.
    standings : sequence of Standing
        Current standings, which the caller has already computed.
    """
    run, status = competition.run, competition.status
    if competition.trouble is not None:
        return _("The tournament stopped"), competition.trouble
    if not run.planned_count:
        return _("There is nothing to play"), _(
            "A tournament needs at least two players and one game."
        )
    if status == "ready":
        return _("No games played yet"), _(
            "Press “Start”. You can stop and continue at any time."
        )
    if competition.ratings is None or not competition.games:
        return _("No ratings yet"), _("Ratings appear after the first games.")
    is_done = status == "done"
    names = [standing.name for standing in standings]
    certainty = _write_certainty(names, competition.ratings, is_done=is_done)
    return _write_headline(standings, is_done=is_done), certainty


def _write_headline(standings: Sequence[Standing], *, is_done: bool) -> str:
    best = _find_best(standings)
    if len(best) == len(standings):
        return _("All players have the same score")
    players = (
        join_and(best)
        if len(best) <= _MOST_NAMES
        else ngettext("{count} player", "{count} players", len(best))
    )
    count = len(best)
    if is_done:
        return ngettext(
            "{players} is first", "{players} share first place", count, players=players
        )
    second = _find_best(standings[count:])
    if len(second) > 1:
        return ngettext("{players} leads", "{players} lead", count, players=players)
    return ngettext(
        "{players} leads, {second} is next",
        "{players} lead, {second} is next",
        count,
        players=players,
        second=second[0],
    )


def _find_best(standings: Sequence[Standing]) -> list[str]:
    """Return the names of all players with the best score."""
    return [one.name for one in standings if one.score == standings[0].score]


def _write_certainty(names: list[str], ratings: Ratings, *, is_done: bool) -> str:
    """Return sentences that say whether the players' 95% confidence intervals overlap."""

    def overlap(one: str, other: str) -> bool:
        return (
            ratings[one].low <= ratings[other].high and ratings[other].low <= ratings[one].high
        )

    unsure = [pair for pair in pairwise(names) if overlap(*pair)]
    if not unsure:
        return _("Neighbours in the ranking have intervals that don't overlap.")
    sentences = []
    if not any(overlap(names[0], other) for other in names[1:]):
        sentences.append(
            _("{player}'s interval doesn't overlap any other interval.", player=names[0])
        )
    players, rest = join_and(unsure[0]), len(unsure) - 1
    sentences.append(
        ngettext(
            "The intervals of {players} overlap, and so do those of {count} more pair.",
            "The intervals of {players} overlap, and so do those of {count} more pairs.",
            rest,
            players=players,
        )
        if rest
        else _("The intervals of {players} overlap.", players=players)
    )
    sentences.append(
        _("It isn't certain who is stronger.")
        if is_done
        else _("More games make the bars narrower.")
    )
    return join_sentences(*sentences)


def view_standings(competition: Competition) -> View:
    """Return everything that a front end shows about a tournament, by trait name."""
    run = competition.run
    return {
        "language": competition.language,
        "texts": front_end_texts(competition.language),
        "players": run.names,
        "planned_count": run.planned_count,
        "rules_title": visible(run.rules.title),
        "intro": _write_intro(competition),
        "grid": asdict(run.rules.layout),
        "listed": _view_list(competition),
        "watched": _view_game(competition),
        "live": _view_live(competition),
        **_view_results(competition),
    }


def _view_results(competition: Competition) -> View:
    """Return the part of the view that changes during play."""
    played, result = len(competition.games), competition.result
    rated = competition.ratings
    faults = _count_faults(competition)
    faulty = Counter[str]()
    for player, _text, count in faults:
        faulty[player] += count
    standings = result.standings
    unrated: View = dict.fromkeys(("strength", "low", "high"))
    rows = tuple(
        {
            "name": one.name,
            "games": one.game_count,
            "won": one.win_count,
            "drawn": one.draw_count,
            "lost": one.loss_count,
            "score": round(one.score, 3),
            **(unrated if rated is None else _round(rated[one.name])),
            "built_in": one.name in competition.run.built_in,
            "faults": faulty[one.name],
        }
        for one in standings
    )
    # The message contains the number of games that have been played.
    first = 0 if result.is_complete else 1
    trouble = (
        ()
        if competition.trouble is None
        else (_("The tournament stopped: {fault}", fault=competition.trouble),)
    )
    rating_notes = rated.notes if rated and played else ()
    left, time = competition.seconds_left, ""
    if left is not None:
        time = _("about {time} left", time=describe_time(left))
    elif competition.status != "playing" and played:
        time = _("played in {time}", time=describe_time(max(1, competition.seconds)))
    return {
        "status": competition.status,
        "message": _write_standings_message(competition),
        "finding": write_standings_finding(competition, standings),
        "time": time,
        "played_count": played,
        "standings": rows,
        "meetings": _view_meetings(CrossTable([one.name for one in standings], result.games)),
        "notes": (*trouble, *result.notes[first:], *rating_notes),
        "remarks": (*result.remarks[first:], *rating_notes),
        "faults": faults,
    }


def _round(rating: Rating) -> View:
    return {name: round(value) for name, value in rating.to_dict().items()}


def _write_standings_message(competition: Competition) -> str:
    """Return a sentence about the tournament's progress, for display."""
    run, played = competition.run, len(competition.games)
    left = competition.seconds_left
    match competition.status:
        case "ready":
            return _(
                "{players}, {games}.",
                players=ngettext("{count} player", "{count} players", len(run.names)),
                games=ngettext("{count} game", "{count} games", run.planned_count),
            )
        case "playing" if left is not None:
            return ngettext(
                "Playing: {played} of {count} game, about {time} left.",
                "Playing: {played} of {count} games, about {time} left.",
                run.planned_count,
                played=format_number(played),
                time=describe_time(left),
            )
        case "playing":
            return ngettext(
                "Playing: {played} of {count} game.",
                "Playing: {played} of {count} games.",
                run.planned_count,
                played=format_number(played),
            )
        case "stopped":
            return ngettext(
                "Stopped after {played} of {count} game. You can still play the rest.",
                "Stopped after {played} of {count} games. You can still play the rest.",
                run.planned_count,
                played=format_number(played),
            )
        case "done" if not run.planned_count:
            return _(
                "There is nothing to play. "
                "A tournament needs at least two players and one game."
            )
        case _done:
            games = ngettext("{count} game played.", "{count} games played.", run.planned_count)
            return f"{games} {_describe_first(competition.result.standings)}"


def _write_intro(competition: Competition) -> str:
    run = competition.run
    players = ngettext("{count} player", "{count} players", len(run.names))
    if not run.planned_count:
        return players
    return ngettext(
        "{players}: each pair plays {count} game",
        "{players}: each pair plays {count} games, swapping marks",
        run.games_each,
        players=players,
    )


def _view_meetings(table: CrossTable) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return each player's numbers of wins, draws and losses against every other player."""
    return tuple(
        tuple(
            tuple(map(add, table.counts(one, other), table.counts(other, one)[::-1]))
            for other in table.names
        )
        for one in table.names
    )


def _count_faults(competition: Competition) -> tuple[tuple[str, str, int], ...]:
    """Count each player's forfeits by reason, starting with the highest count."""
    found = Counter[tuple[str, str]]()
    for game in competition.games.values():
        if game.fault is not None:
            player = game.o if game.result == "X" else game.x
            # The player who forfeits is always the player to move.
            called = name_mover(game.game, player)
            found[player, game.fault.removeprefix(f"{called} ")] += 1
    return tuple((player, text, count) for (player, text), count in found.most_common())


def _view_list(competition: Competition) -> View:
    """Return everything that a front end shows on the current page of the game list."""
    listed, games = competition.listed, competition.games
    return {
        "player": listed.player,
        "faulty": listed.faulty,
        "page": listed.page,
        "count": listed.game_count,
        "games": tuple(
            (place + 1, game.x, game.o, _ending(game), game.fault is not None)
            for place, game in ((place, games[place]) for place in listed.places)
        ),
    }


def _view_game(competition: Competition) -> View | None:
    """Return the data for stepping through the chosen game, or None if there is none."""
    if competition.watched is None:
        return None
    played = competition.games[competition.watched]
    game = played.game
    rules = game.rules
    earlier = [game.at(ply) for ply in range(len(game.moves) + 1)]
    return {
        "game": competition.watched + 1,
        "text": _describe_end(played) if played.fault is None else _describe_forfeit(played),
        "moves": tuple(
            (
                rules.cell_of(move),
                rules.mark_of(before.state, move),
                before.move_name(move),
                short_names(rules)[before.current_player],
            )
            for move, before in zip(game.moves, earlier, strict=False)
        ),
        **_view_played(played),
        "small_boards": tuple(at.small_boards for at in earlier if at.small_boards),
    }


def _view_live(competition: Competition) -> View | None:
    """Return the data for showing the game in progress or, if there is none, the last game."""
    games = competition.games
    if not games and competition.current is None:
        return None
    if competition.current is not None and competition.current_place is not None:
        played, place = competition.current, competition.current_place
        title = _("Now playing: game {number}", number=format_number(place + 1))
    else:
        place, played = [*games.items()][-1]
        title = _("Last played: game {number}", number=format_number(place + 1))
    game = played.game
    return {
        "title": title,
        "text": _write_last_move(played) if played.result is None else _describe_end(played),
        "board": game.board,
        "last_move": None if game.last_move is None else game.rules.cell_of(game.last_move),
        **_view_played(played),
        "small_boards": game.small_boards,
    }


def _view_played(played: Played) -> View:
    """Return a game's players, winning lines and winner.

    If both players place the same marks, the result also says who placed each of them.
    """
    game = played.game
    return {
        "x": played.x,
        "o": played.o,
        "winning_lines": game.winning_lines,
        "owners": game.owners if game.rules.shares_marks else (),
        "chooses_mark": game.rules.chooses_mark,
        "winner": game.winner,
    }


def _write_last_move(played: Played) -> str:
    """Describe the last move of an unfinished game."""
    game = played.game
    if game.last_move is None:
        return _("{player} moves first.", player=played.x)
    before = game.at(len(game.moves) - 1)
    who = played.x if before.current_player == "X" else played.o
    return _(
        "Move {number}: {player} plays {move}.",
        number=len(game.moves),
        player=who,
        move=before.move_name(game.last_move),
    )


def _ending(played: Played) -> str:
    """Describe briefly how a game ended, for the game list."""
    if played.winner is None:
        return _("Draw")
    if played.resignation is not None:
        return _("{player} wins by resignation", player=played.winner)
    if played.fault is not None:
        return _("{player} wins by forfeit", player=played.winner)
    return _("{player} wins", player=played.winner)


def _describe_end(played: Played) -> str:
    """Describe in a full sentence how a game ended."""
    if played.winner is None:
        return _("The game is a draw.")
    if played.resignation is not None:
        return _("{player} wins by resignation.", player=played.winner)
    if played.fault is not None:
        return _("{player} wins by forfeit.", player=played.winner)
    return _("{player} wins.", player=played.winner)


def _describe_forfeit(played: Played) -> str:
    return _("{player} wins by forfeit. {fault}.", player=played.winner, fault=played.fault)


def _describe_first(standings: Sequence[Standing]) -> str:
    """Return a sentence that gives the best score and the players who have it."""
    best = _find_best(standings)
    points = f"{standings[0].score:.2f}"
    if len(best) == 1:
        return _(
            "{player} is first with {points} points a game.", player=best[0], points=points
        )
    if len(best) == len(standings):
        return _("All players have {points} points a game.", points=points)
    return _(
        "{players} share first place with {points} points a game.",
        players=join_and(best),
        points=points,
    )


_log = logging.getLogger(__name__)


class PlayJob(GamesJob[Competition]):
    """Job that plays the remaining games of a tournament.

    Parameters
    ----------
    competition : Competition
        Snapshot of the tournament.
    """

    subject = "The tournament"

    def __init__(self, competition: Competition) -> None:
        super().__init__(self._play(competition.run))
        self._run = competition.run
        self._counted_at = perf_counter()

    def is_wanted(self, snapshot: Competition) -> bool:
        """Return True if the same tournament is still being played."""
        return snapshot.status == "playing" and snapshot.run is self._run

    def apply(self, snapshot: Competition) -> Competition:
        """Return the snapshot with the games played so far. An error stops the tournament."""
        now = perf_counter()
        seconds, self._counted_at = now - self._counted_at, now
        played = snapshot.after_play(seconds)
        return played if self._error is None else played.after_stop(self.trouble or None)

    def _play(self, run: TournamentRun) -> Generator[None, None, None]:
        while not run.done:
            run.step(seconds=JOB_SECONDS)
            yield


class RatingJob(Job[Competition]):
    """Job that estimates the players' strengths from the games played so far.

    Parameters
    ----------
    competition : Competition
        Snapshot that contains the games.
    """

    def __init__(self, competition: Competition) -> None:
        super().__init__(self._rate(competition.run), delay=PAUSE_SECONDS)
        self._run = competition.run
        self._begun_at = perf_counter()
        self._count = 0

    def is_wanted(self, snapshot: Competition) -> bool:
        """Return True if the session is still open and has the same tournament.

        Games that are played while this job runs will be part of the next estimate.
        """
        return not snapshot.is_closed and snapshot.run is self._run

    def apply(self, snapshot: Competition) -> Competition:
        """Return the snapshot with the new estimate of the players' strengths."""
        now = perf_counter()
        if self._error is not None:
            _log.error("Could not estimate the players' strengths", exc_info=self._error)
            return snapshot.after_rating(snapshot.ratings, self._count, now)
        # Leave most of the time for playing.
        next_rating = now + PAUSES * (now - self._begun_at)
        return snapshot.after_rating(self._answer, self._count, next_rating)

    def _rate(self, run: TournamentRun) -> Generator[Ratings | None, None, None]:
        games = run.games
        self._count = len(games)
        yield (yield from rate_in_slices(run.names, games))


def _find_competition_jobs(competition: Competition) -> list[JobKind[Competition]]:
    """List the jobs that a tournament needs, starting with the most urgent."""
    is_playing = competition.status == "playing"
    is_due = not is_playing or perf_counter() >= competition.next_rating
    rating = [RatingJob] if competition.wants_ratings and is_due else []
    return [*rating, PlayJob] if is_playing else [*rating]


class StandingsSession(PublishingSession[Competition]):
    """Session that plays a tournament in the background, and that you can stop and resume.

    Parameters
    ----------
    run : TournamentRun
        Tournament to play.
    language : str, optional
        Language of all texts in the widget, such as ``"de"``. The default is the language that
        `set_language` has chosen.
    publish : callable, optional
        Function that is called after each change, with the part of `state` that has changed.
    send : callable, optional
        Function that is called with the answer to each request, after the request's changes
        have been published.
    guards : callable, optional
        Function that returns a new `Guard`, which lets the host stop the players.
    """

    _requests = competition_request
    _find_jobs = staticmethod(_find_competition_jobs)
    _make_view = staticmethod(view_standings)
    _locks_jobs = True  # results are copied to the snapshot between two time slices

    def __init__(
        self,
        run: TournamentRun,
        language: str | None = None,
        **host: Unpack[HostFunctions],
    ) -> None:
        super().__init__(Competition.begin(run, choose_language(language)), **host)

    def close(self) -> None:
        """End the tournament permanently."""
        with self.locked():
            # The change isn't published, because Python could be about to end, and nobody needs
            # to see it.
            self._snapshot = self._snapshot.after_closing()
            self._snapshot.run.stop()
