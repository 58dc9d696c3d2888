"""The snapshot of machines in training, with every transition to the next one."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

from tictactoe_widget.analysis.sentences import call_players
from tictactoe_widget.classroom.learning import Menace, Training
from tictactoe_widget.classroom.learning.measuring import POLICIES
from tictactoe_widget.players.display_names import check_player_name
from tictactoe_widget.rules.marks import MARKS, Mark
from tictactoe_widget.validation.arguments import as_game_count
from tictactoe_widget.validation.quoting import brief

TrainingStatus = Literal["ready", "training"]
"""State of the machines: at rest, or in training."""

LAST_GAME = -1
"""Stage that stands for the boxes of the last game."""


@dataclass(frozen=True)
class Machines:
    """Machines of matchboxes side by side, their training and what is shown; immutable.

    A method whose name begins with ``after`` is a transition: it returns the next snapshot,
    or raises and leaves all as it was. The machines themselves belong to whoever made them,
    and learn.
    """

    trainings: Mapping[str, Training]
    """Training of each machine, by its name."""
    mark: Mark
    """Mark that they play."""
    opponent: str
    """Opponent in training."""
    seed: int | None = None
    """Seed of the opponents' random numbers."""
    first: Mapping[str, Any] = field(default_factory=dict)
    """Save of each machine as it was at first, by its name."""
    status: TrainingStatus = "ready"
    """State of the machines."""
    trouble: str = ""
    """Sentence that says why training stopped by itself; empty where it did not."""
    order: int = 0
    """Number of the present or last training, from 1; 0 before the first."""
    planned_count: int = 0
    """Number of games of that training."""
    played_before: int = 0
    """Number of games that every machine had played here before it."""
    stage: int = LAST_GAME
    """Stage whose boxes are shown, from 0; `LAST_GAME` for those of the last game."""
    page: int = 0
    """Page of boxes that is shown, from 0."""

    @classmethod
    def begin(
        cls, machines: Mapping[str, Menace], *, mark: Mark, opponent: str, seed: int | None
    ) -> Self:
        """Return the snapshot of machines before their first game here.

        Raises
        ------
        TypeError, ValueError
            When there is no machine, one is no `Menace`, two have other rules, or another
            argument is not valid.
        """
        _check_machines(machines, mark)
        _check_opponent(opponent)
        trainings = {
            check_player_name(name, "the name of a machine"): Training(
                machine.fill(mark), opponent, mark=mark, seed=seed
            )
            for name, machine in machines.items()
        }
        snapshot = cls(trainings, mark, opponent, seed)
        return replace(snapshot, first=snapshot.save())

    @property
    def machines(self) -> dict[str, Menace]:
        """Machines by name."""
        found: dict[str, Menace] = {}
        for name, training in self.trainings.items():
            assert isinstance(training.learner, Menace)  # noqa: S101 - `begin` saw to it
            found[name] = training.learner
        return found

    @property
    def played_count(self) -> int:
        """Number of games of the present or last training that every machine has played."""
        return self._all_played_count - self.played_before

    @property
    def _all_played_count(self) -> int:
        return min(training.played_count for training in self.trainings.values())

    @property
    def learner(self) -> str:
        """Player whose moves they learn, as people call it."""
        rules = next(iter(self.machines.values())).rules
        return call_players(self.mark, rules)

    def save(self) -> dict[str, Any]:
        """Return what every machine has learnt as JSON values, by its name."""
        return {name: machine.save() for name, machine in self.machines.items()}

    def after_training(self, games: int) -> Self:
        """Return the snapshot in which every machine is to play some games.

        Raises
        ------
        TypeError, ValueError
            When `games` is not an int of at least 0.
        """
        return replace(
            self,
            planned_count=as_game_count(games),
            played_before=self._all_played_count,
            status="training",
            trouble="",
            order=self.order + 1,
        )

    def after_stop(self, trouble: str = "") -> Self:
        """Return the snapshot in which nothing is trained, where it stopped with a reason."""
        return replace(self, status="ready", trouble=trouble or self.trouble)

    def after_beginning_again(self) -> Self:
        """Return the snapshot in which every machine has the beads that it had at first."""
        return self.after_restoring(self.first)

    def after_facing(self, opponent: str) -> Self:
        """Return the snapshot with another opponent in the next games.

        Raises
        ------
        ValueError
            When there is no opponent of that name.
        """
        _check_opponent(opponent)
        for training in self.trainings.values():
            training.face(opponent)
        return replace(self, opponent=opponent)

    def after_listing(self, stage: int, page: int = 0) -> Self:
        """Return the snapshot that shows a page of the boxes of one stage."""
        return replace(self, stage=stage, page=page)

    def after_restoring(self, saved: object) -> Self:
        """Return the snapshot in which the machines have learnt what was saved.

        Raises
        ------
        ValueError
            When `saved` is damaged or of other machines. Nothing has changed then.
        """
        machines = self.machines
        if not isinstance(saved, Mapping) or saved.keys() != machines.keys():
            raise ValueError(f"what was saved must have the machines {', '.join(machines)}")
        before = self.save()
        try:
            for name, machine in machines.items():
                machine.restore(saved[name])
        except ValueError:
            for name, machine in machines.items():
                machine.restore(before[name])
            raise
        trainings = {
            name: Training(machine, self.opponent, mark=self.mark, seed=self.seed)
            for name, machine in machines.items()
        }
        return replace(
            self,
            trainings=trainings,
            status="ready",
            trouble="",
            planned_count=0,
            played_before=0,
            stage=LAST_GAME,
            page=0,
        )


def _check_machines(machines: Mapping[str, Menace], mark: Mark) -> None:
    if not machines:
        raise ValueError("give one machine at least, such as Menace()")
    for machine in machines.values():
        if not isinstance(machine, Menace):
            raise TypeError(f"only a Menace has matchboxes, not {brief(machine)}")
    if len({machine.rules for machine in machines.values()}) > 1:
        raise ValueError("machines side by side must play by the same rules")
    if len({id(machine) for machine in machines.values()}) < len(machines):
        raise ValueError("the same machine is given twice: make a second one")
    if mark not in MARKS:
        raise ValueError(f"mark must be 'X' or 'O', not {brief(mark)}")


def _check_opponent(opponent: object) -> None:
    if opponent not in POLICIES:
        raise ValueError(
            f"there is no opponent {brief(opponent)}: choose {', '.join(POLICIES)}"
        )
