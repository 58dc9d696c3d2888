"""A session of standings: a tournament that is played, stopped and gone on with."""

from typing import Unpack

from tictactoe_widget.matches.results import Tournament
from tictactoe_widget.matches.tournament import TournamentRun

from ..jobs import Job
from ..publishing import HostFunctions, PublishingSession, View
from .jobs import COMPETITION_JOBS
from .requests import COMPETITION_REQUESTS
from .snapshot import Competition
from .view import view_standings


class StandingsSession(PublishingSession[Competition]):
    """A tournament that is played in the background, can be stopped and goes on.

    Parameters
    ----------
    run : TournamentRun
        The tournament.
    publish : callable, optional
        Function called with the changed part of `state`, once per transition.
    send : callable, optional
        Function called with each answer to a request, after the changes it made.
    guards : callable, optional
        Function that returns a `Guard` for the slices of play, by which the host can stop
        the players.
    """

    JOBS = COMPETITION_JOBS
    KINDS = COMPETITION_REQUESTS

    def __init__(
        self,
        run: TournamentRun,
        **host: Unpack[HostFunctions],
    ) -> None:
        super().__init__(Competition.begin(run), **host)

    @property
    def result(self) -> Tournament:
        """Result of the games played so far."""
        return self._snapshot.run.result()

    def start(self) -> None:
        """Play the games that are left: on the event loop where one runs, else at once."""
        self._change(Competition.after_start)

    def stop(self) -> None:
        """Stop playing; `start` goes on with the games that are left."""
        self._change(Competition.after_stop)

    def play_again(self) -> None:
        """Play all games anew, with the next seed, once all were played."""
        self._change(Competition.after_beginning_again)

    def show_list(self, player: str = "", *, faulty: bool = False, page: int = 0) -> None:
        """Show a page of the list of games; see `Competition.after_listing`."""
        self._change(
            lambda competition: competition.after_listing(player, faulty=faulty, page=page)
        )

    def watch(self, game: int | None) -> None:
        """Show a game that was played, by its number from 1; None shows the present one.

        Raises
        ------
        TypeError, ValueError
            When `game` is no integer, or this game has not been played.
        """
        self._change(lambda competition: competition.after_choosing(game))

    def close(self) -> None:
        """End the tournament for good."""
        with self.locked():
            # Not published: Python may be about to end, and nobody looks any more.
            self._snapshot = self._snapshot.after_closing()
            self._snapshot.run.stop()

    def _make_view(self, snapshot: Competition) -> View:
        return view_standings(snapshot)

    def _run_job(self, job: Job[Competition]) -> bool:
        # What is played is copied to the snapshot between two slices, not within one.
        with self._locked():
            # It may have been stopped while this thread waited.
            return job.is_wanted(self._snapshot) and job.run()
