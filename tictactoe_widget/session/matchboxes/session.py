"""A session of matchboxes: machines that are trained, with their boxes and curves."""

from collections.abc import Callable, Mapping
from typing import Any, Unpack

from tictactoe_widget.classroom.learning import LearningCurve, Menace
from tictactoe_widget.rules.marks import Mark

from ..jobs import Job
from ..publishing import HostFunctions, PublishingSession, View
from .jobs import MACHINE_JOBS
from .requests import MACHINE_REQUESTS
from .snapshot import Machines
from .view import view_matchboxes


class MatchboxSession(PublishingSession[Machines]):
    """One machine of matchboxes or several, trained side by side against one opponent.

    Where an event loop runs, the games are played on it in slices; elsewhere a call
    returns when they are played. What a machine learns elsewhere, on a board, is seen too.

    Parameters
    ----------
    machines : mapping
        Machines by name, all by the same rules.
    mark : {"X", "O"}, default "X"
        Mark that they play.
    opponent : {"random", "beginner", "casual", "perfect"}, default "perfect"
        Opponent in training, see `exact_result`.
    seed : int, optional
        Seed of the opponents' random numbers.
    publish : callable, optional
        Function called with each changed part of `state`.
    send : callable, optional
        Function called with each answer to a request, after the changes it made.

    Raises
    ------
    TypeError, ValueError
        When there is no machine, one is no `Menace`, two have other rules, or another
        argument is not valid.
    """

    JOBS = MACHINE_JOBS
    KINDS = MACHINE_REQUESTS

    def __init__(
        self,
        machines: Mapping[str, Menace],
        *,
        mark: Mark = "X",
        opponent: str = "perfect",
        seed: int | None = None,
        **host: Unpack[HostFunctions],
    ) -> None:
        snapshot = Machines.begin(machines, mark=mark, opponent=opponent, seed=seed)
        super().__init__(snapshot, **host)
        self._stop_watching = [
            machine.watch(self._notice_game(name))
            for name, machine in snapshot.machines.items()
        ]

    @property
    def curves(self) -> dict[str, LearningCurve]:
        """Learning curve of each machine so far, by its name."""
        trainings = self._snapshot.trainings
        return {name: training.curve for name, training in trainings.items()}

    def train(self, games: int) -> None:
        """Have every machine play some games and learn from them.

        Raises
        ------
        TypeError, ValueError
            When `games` is not an int of at least 0.
        """
        self._change(lambda machines: machines.after_training(games))

    def stop(self) -> None:
        """Stop training; what was learnt stays."""
        self._change(Machines.after_stop)

    def begin_again(self) -> None:
        """Give every machine the beads that it had at first."""
        self._change(Machines.after_beginning_again)

    def face(self, opponent: str) -> None:
        """Choose the opponent of the next games.

        Raises
        ------
        ValueError
            When there is no opponent of that name.
        """
        self._change(lambda machines: machines.after_facing(opponent))

    def show(self, stage: int, page: int = 0) -> None:
        """Show the boxes of the last game, or a page of those of one stage.

        Parameters
        ----------
        stage : int
            Number of the machine's move from 0; -1 for the boxes of the last game.
        page : int, default 0
            Number of the page, from 0.
        """
        self._change(lambda machines: machines.after_listing(stage, page))

    def save(self) -> dict[str, Any]:
        """Return what every machine has learnt as JSON values, by its name."""
        return self._snapshot.save()

    def restore(self, saved: object) -> None:
        """Take over what the machines had learnt; their curves begin anew.

        Raises
        ------
        ValueError
            When `saved` is damaged or of other machines. Nothing has changed then.
        """
        self._change(lambda machines: machines.after_restoring(saved))

    def close(self) -> None:
        """End the training for good; the machines can still be used."""
        with self.locked():
            for end in self._stop_watching:
                end()
            # Not published: Python may be about to end, and nobody looks any more.
            self._snapshot = self._snapshot.after_stop()

    def _make_view(self, snapshot: Machines) -> View:
        return view_matchboxes(snapshot)

    def _run_job(self, job: Job[Machines]) -> bool:
        # A request, or a game on a board, must not find a machine in the midst of a game.
        with self._locked():
            # It may have been stopped while this thread waited.
            return job.is_wanted(self._snapshot) and job.run()

    def _notice_game(self, name: str) -> Callable[[], None]:
        """Return a function to call when a machine has learnt, which may be elsewhere."""

        def notice() -> None:
            with self.locked():
                training = self._snapshot.trainings[name]
                if not training.is_playing:
                    training.count()
                    self._commit(self._snapshot)

        return notice
