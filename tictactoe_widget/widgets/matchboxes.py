"""Matchboxes in a notebook cell: a machine's boxes and beads while it learns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from traitlets import Dict, Int, Tuple, Unicode

from tictactoe_widget.classroom.learning.machines import Menace
from tictactoe_widget.classroom.learning.training import LearningCurve
from tictactoe_widget.drawing.markup import html_table
from tictactoe_widget.players.calling import distinct_names
from tictactoe_widget.rules.state import Mark
from tictactoe_widget.session.matchboxes import Machines, MatchboxSession, TrainingStatus
from tictactoe_widget.validation import brief

from .base import (
    SessionWidget,
    checking_values,
    find_front_end,
    front_end_trait,
    read_only_trait,
    refuse_unknown,
)

if TYPE_CHECKING:
    from .base import ReadOnly


class Matchboxes(SessionWidget):
    """Matchboxes and beads of one machine or of several side by side, while they learn.

    The boxes of the last game are shown with what changed in them; all others can be
    looked through by stages. The learning curve is computed, not sampled. Machines are
    trained here, or by playing on a board: ``TicTacToe(x=menace)``. Training runs in slices
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
    TypeError
        When an unknown argument is given.
    InvalidValueError, InvalidTypeError
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

    _session: MatchboxSession

    # What people observe and link.

    status: ReadOnly[TrainingStatus] = read_only_trait(Unicode("ready"))
    """State of the machines: "ready" or "training"."""
    message: ReadOnly[str] = read_only_trait(Unicode())
    """Message for people, such as "Training: 120 of 1,000 games."."""
    planned_count: ReadOnly[int] = read_only_trait(Int())
    """Number of games of the present or last training."""
    played_count: ReadOnly[int] = read_only_trait(Int())
    """Number of them that were played."""
    mark: ReadOnly[Mark] = read_only_trait(Unicode("X"))
    """Mark that the machines play."""
    opponent: ReadOnly[str] = read_only_trait(Unicode())
    """Opponent in training."""
    stage: ReadOnly[int] = read_only_trait(Int(-1))
    """Stage whose boxes are shown: the number of the machine's move from 0; -1 for the
    boxes of the last game."""

    # What the front end alone reads.

    opponents: ReadOnly[tuple[tuple[str, str], ...]] = front_end_trait(Tuple())
    """Opponents that can be chosen: pairs of name and what it does, in a few words."""
    rules_title: ReadOnly[str] = front_end_trait(Unicode())
    """Short name of the rules for people."""
    intro: ReadOnly[str] = front_end_trait(Unicode())
    """Sentence on what the machines are."""
    finding: ReadOnly[tuple[str, str]] = front_end_trait(Tuple())
    """What the machines have learnt so far: a headline and a sentence."""
    grid: ReadOnly[dict[str, Any]] = front_end_trait(Dict())
    """Grid in which the cells of a board are drawn, as `TicTacToe.grid`."""
    stages: ReadOnly[tuple[int, ...]] = front_end_trait(Tuple())
    """Number of boxes of each stage."""
    page: ReadOnly[int] = front_end_trait(Int())
    """Number of the page of boxes, from 0."""
    machines: ReadOnly[tuple[dict[str, Any], ...]] = front_end_trait(Tuple())
    """Machines: "name", "games" (learnt from here), "summary" and "last" (sentences),
    "outcome" (how the last game ended and what it did to the boxes), "resigns" (True where
    the first box is empty), "curve" (of each point the games, the shares of games won, drawn
    and lost against random and against perfect play, and the number of positions where it
    may err),
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
        refuse_unknown(Matchboxes, unknown)
        with checking_values():
            session = MatchboxSession(
                _by_name(machines),
                mark=mark,
                opponent=opponent,
                seed=seed,
                publish=self._publish,
                send=self.send,
            )
        super().__init__(session)

    @property
    def curves(self) -> dict[str, LearningCurve]:
        """Learning curve of each machine so far, by its name."""
        trainings = self._session.snapshot.trainings
        return {name: training.curve for name, training in trainings.items()}

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
        self._change(Machines.after_training, games)

    def stop(self) -> None:
        """Stop training; what was learnt stays."""
        self._change(Machines.after_stop)

    def begin_again(self) -> None:
        """Give every machine the beads that it had when this widget was made."""
        self._change(Machines.after_beginning_again)

    def show(self, stage: int, page: int = 0) -> None:
        """Show the boxes of the last game (stage -1), or a page of those of one stage."""
        self._change(Machines.after_listing, stage, page)

    def save(self) -> dict[str, Any]:
        """Return what every machine has learnt as JSON values, by its name."""
        return self._session.snapshot.save()

    def restore(self, saved: object) -> None:
        """Take over what the machines had learnt when `saved` was made.

        Raises
        ------
        ValueError
            When `saved` is damaged or of other machines. Nothing has changed then.
        """
        self._change(Machines.after_restoring, saved)

    def __repr__(self) -> str:
        """Return the message and what each machine has learnt, as text."""
        told = (f"{machine['name']}. {machine['summary']}" for machine in self.machines)
        return "\n".join([self.message, *told])

    def _still_view(self) -> dict[str, str]:
        rows = [(one["name"], one["summary"], one["last"]) for one in self.machines]
        html = html_table(self.message, ("Machine", "What it has learnt", "Last game"), rows)
        return {"text/html": html}


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
