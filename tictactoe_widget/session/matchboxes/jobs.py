"""Jobs of machines: the games that they learn from."""

import logging
from collections.abc import Generator
from typing import Self

from tictactoe_widget.validation.quoting import describe_error

from ..jobs import Job, PlayerJob
from ..scheduler import PAUSE_SECONDS
from .snapshot import Machines

_log = logging.getLogger(__name__)


class TrainingJob(PlayerJob[Machines]):
    """Job that plays the games of a training, each machine one after the other.

    Parameters
    ----------
    machines : Machines
        Machines that are to be trained.
    """

    def __init__(self, machines: Machines) -> None:
        super().__init__(self._train(machines), delay=PAUSE_SECONDS)
        self._order = machines.order

    @classmethod
    def find(cls, snapshot: Machines) -> Self | None:
        """Return the job of machines that are in training; None of others."""
        return cls(snapshot) if snapshot.status == "training" else None

    def is_wanted(self, snapshot: Machines) -> bool:
        """Return whether the same training still goes on."""
        return snapshot.status == "training" and snapshot.order == self._order

    @property
    def has_news(self) -> bool:
        """True: there are new games."""
        return True

    def apply(self, snapshot: Machines) -> Machines:
        """Return the snapshot as it is, or at rest after the last game or a fault."""
        if self._error is None:
            is_over = snapshot.played_count == snapshot.planned_count
            return snapshot.after_stop() if is_over else snapshot
        if self.was_interrupted:
            return snapshot.after_stop()
        _log.error("The training stopped", exc_info=self._error)
        return snapshot.after_stop(f"The training stopped: {describe_error(self._error)}")

    def _train(self, machines: Machines) -> Generator[None, None, None]:
        while machines.played_count < machines.planned_count:
            for training in machines.trainings.values():
                training.play()
            yield


MACHINE_JOBS: tuple[type[Job[Machines]], ...] = (TrainingJob,)
"""Kinds of jobs."""
