"""Matchboxes in a notebook cell: a machine's boxes and beads while it learns."""

from __future__ import annotations  # `Shown` is there for type checkers alone

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import traitlets

from tictactoe_widget.classroom.learning import LearningCurve, Menace
from tictactoe_widget.players.display_names import distinct_names
from tictactoe_widget.rules.errors import brief
from tictactoe_widget.rules.picture.markup import table
from tictactoe_widget.rules.rules import Mark
from tictactoe_widget.session.matchboxes.session import MatchboxSession, Status

from .front_ends import find_front_end
from .synced import SyncedWidget, shown

if TYPE_CHECKING:
    from .synced import Shown


class Matchboxes(SyncedWidget):
    """Matchboxes and beads of one machine or of several side by side, while they learn.

    The boxes of the last game are shown with what changed in them; all others can be
    looked through by stages. The learning curve is computed, not sampled. Machines are
    trained here, or by playing on a board: `TicTacToe(x=menace)`. Training runs in slices
    on the event loop of the kernel, so that other cells can be run meanwhile. Every trait
    can be observed and linked; none can be set.

    Parameters
    ----------
    *machines : Menace or mapping
        Machines by the same rules, or one mapping of them by name.
    mark : {"X", "O"}, default "X"
        Mark that they play.
    opponent : {"random", "beginner", "casual", "perfect"}, default "perfect"
        Opponent in training, see `exact_result`.
    seed : int, optional
        Seed of the opponents' random numbers.

    Raises
    ------
    TypeError, ValueError
        When there is no machine, one is no `Menace`, two have other rules, or another
        argument is not valid.

    Examples
    --------
    >>> from tictactoe_widget.classroom import Menace
    >>> matchboxes = Matchboxes(Menace(seed=1), opponent="random", seed=1)
    >>> matchboxes.train(10)  # without an event loop, it returns when all is played
    >>> matchboxes.message
    'Trained for 10 games against random.'
    """

    _esm = find_front_end("matchboxes.js")
    _css = find_front_end("matchboxes.css")

    status: Shown[Status] = shown(traitlets.Unicode("ready"))
    """State of the machines: "ready" or "training"."""
    message: Shown[str] = shown(traitlets.Unicode())
    """Message for people, such as "Training: 120 of 1,000 games."."""
    planned: Shown[int] = shown(traitlets.Int())
    """Number of games of the present or last training."""
    played: Shown[int] = shown(traitlets.Int())
    """Number of them that were played."""
    mark: Shown[Mark] = shown(traitlets.Unicode("X"))
    """Mark that the machines play."""
    opponent: Shown[str] = shown(traitlets.Unicode())
    """Opponent in training."""
    opponents: Shown[tuple[tuple[str, str], ...]] = shown(traitlets.Tuple())
    """Opponents that can be chosen: pairs of name and what it does, in a few words."""
    rules_title: Shown[str] = shown(traitlets.Unicode())
    """Short name of the rules for people."""
    grid: Shown[dict[str, Any]] = shown(traitlets.Dict())
    """Grid in which the cells of a board are drawn, as `TicTacToe.grid`."""
    stage: Shown[int] = shown(traitlets.Int(-1))
    """Stage whose boxes are shown: the number of the machine's move from 0; -1 for the
    boxes of the last game."""
    stages: Shown[tuple[int, ...]] = shown(traitlets.Tuple())
    """Number of boxes of each stage."""
    page: Shown[int] = shown(traitlets.Int())
    """Number of the page of boxes, from 0."""
    machines: Shown[tuple[dict[str, Any], ...]] = shown(traitlets.Tuple())
    """Machines: "name", "games" (learnt from here), "summary" and "last" (sentences),
    "resigns" (True where the first box is empty), "curve" (games, points a game against
    random and perfect play, and number of positions where it may err, of each point),
    "count" (boxes on all pages), "page", "pages" and "boxes": each with its "stage",
    "board", "beads" (cell, name of its position, number) and "drawn" (cell and number of
    beads before, where it was opened in the last game; else None)."""

    def __init__(
        self,
        *machines: Menace | Mapping[str, Menace],
        mark: Mark = "X",
        opponent: str = "perfect",
        seed: int | None = None,
        **unknown: object,
    ) -> None:
        if unknown:
            accepted = list(inspect.signature(Matchboxes).parameters)[:-1]
            raise TypeError(
                f"Matchboxes got {', '.join(map(repr, unknown))}; "
                f"it takes {', '.join(accepted)}"
            )
        self._boxes = MatchboxSession(
            _by_name(machines),
            mark=mark,
            opponent=opponent,
            seed=seed,
            publish=self._publish,
            send=self.send,
        )
        super().__init__(self._boxes.state)
        self.on_msg(self._handle_request)

    @property
    def curves(self) -> dict[str, LearningCurve]:
        """Learning curve of each machine so far, by its name."""
        return {name: training.curve for name, training in self._boxes.trainings.items()}

    def train(self, games: int = 1000) -> None:
        """Have every machine play some games and learn from them.

        Where an event loop is running, as in a notebook, this returns at once and the
        games are played in the background. Elsewhere it returns when they are played;
        Ctrl-C stops it and keeps what was learnt.

        Raises
        ------
        TypeError, ValueError
            When `games` is not an int of at least 0.
        """
        with self._reporting():
            self._boxes.train(games)

    def stop(self) -> None:
        """Stop training; what was learnt stays."""
        with self._reporting():
            self._boxes.stop()

    def begin_again(self) -> None:
        """Give every machine the beads that it had when this widget was made."""
        with self._reporting():
            self._boxes.begin_again()

    def show(self, stage: int, page: int = 0) -> None:
        """Show the boxes of the last game (stage -1), or a page of those of one stage."""
        with self._reporting():
            self._boxes.show(stage, page)

    def save(self) -> dict[str, Any]:
        """Return what every machine has learnt as JSON values, by its name."""
        return self._boxes.save()

    def restore(self, saved: object) -> None:
        """Take over what the machines had learnt when `saved` was made.

        Raises
        ------
        ValueError
            When `saved` is damaged or of other machines. Nothing has changed then.
        """
        with self._reporting():
            self._boxes.restore(saved)

    def close(self) -> None:
        """End the training and remove the boxes from the page; the machines stay."""
        # One whose arguments were refused has no machines when Python deletes it.
        try:
            if hasattr(self, "_boxes"):
                self._boxes.close()
        finally:
            super().close()

    def send_state(self, key: Any = None) -> None:
        """Send traits to the front end: all of them, or those named by `key`."""
        # Else a change on another thread could be sent before this older state.
        with self._boxes.locked():
            super().send_state(key)

    def __repr__(self) -> str:
        """Return the message and what each machine has learnt, as text."""
        told = (f"{machine['name']}. {machine['summary']}" for machine in self.machines)
        return "\n".join([self.message, *told])

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the live boxes, and a table for where there is no front end."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:
            return None
        data, metadata = bundle
        rows = [(one["name"], one["summary"], one["last"]) for one in self.machines]
        html = table(self.message, ("Machine", "What it has learnt", "Last game"), rows)
        return {**data, "text/html": html}, metadata

    def _handle_request(self, _widget: object, message: object, _buffers: object) -> None:
        with self._reporting():
            self._boxes.handle(message)


def _by_name(machines: tuple[Menace | Mapping[str, Menace], ...]) -> Mapping[str, Menace]:
    """Return machines by name; those without one are numbered."""
    if len(machines) == 1 and isinstance(machines[0], Mapping):
        return machines[0]
    found: list[Menace] = []
    for machine in machines:
        if not isinstance(machine, Menace):
            raise TypeError(f"only a Menace has matchboxes, not {brief(machine)}")
        found.append(machine)
    names = distinct_names(machine.name for machine in found)
    return dict(zip(names, found, strict=True))
