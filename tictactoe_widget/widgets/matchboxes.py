"""Matchboxes in a notebook cell: the boxes and beads of a machine while it learns."""

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
    """Matchboxes and beads of one or more machines while they learn.

    The view shows the boxes of the last game with their changes, and all other boxes by stages.
    The learning curve is computed, not sampled. Train machines here, or by playing on a board:
    ``TicTacToe(x=menace)``. Training runs in slices on the event loop of the kernel, so you can
    run other cells meanwhile. You can observe and link every trait, but set none.

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
        If an unknown argument is given.
    InvalidValueError, InvalidTypeError
        If `machines` is empty, one of them is not a `Menace`, two have different rules, or
        another argument is invalid.

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

    # Traits for people to observe and link.

    status: ReadOnly[TrainingStatus] = read_only_trait(Unicode("ready"))
    """State of the machines: "ready" or "training"."""
    message: ReadOnly[str] = read_only_trait(Unicode())
    """Message for people, such as "Training: 120 of 1,000 games."."""
    planned_count: ReadOnly[int] = read_only_trait(Int())
    """Number of games of the present or last training."""
    played_count: ReadOnly[int] = read_only_trait(Int())
    """Number of games of the present or last training played so far."""
    mark: ReadOnly[Mark] = read_only_trait(Unicode("X"))
    """Mark that the machines play."""
    opponent: ReadOnly[str] = read_only_trait(Unicode())
    """Opponent in training."""
    stage: ReadOnly[int] = read_only_trait(Int(-1))
    """Stage of the boxes on view: the number of the machine's move from 0, or -1 for the boxes
    of the last game."""

    # Traits for the front end only.

    opponents: ReadOnly[tuple[tuple[str, str], ...]] = front_end_trait(Tuple())
    """Available opponents: pairs of name and short description."""
    rules_title: ReadOnly[str] = front_end_trait(Unicode())
    """Short name of the rules for people."""
    intro: ReadOnly[str] = front_end_trait(Unicode())
    """Sentence that describes the machines."""
    finding: ReadOnly[tuple[str, str]] = front_end_trait(Tuple())
    """Results of the learning so far: a headline and a sentence."""
    grid: ReadOnly[dict[str, Any]] = front_end_trait(Dict())
    """Grid in which the cells of a board are drawn, as `TicTacToe.grid`."""
    stages: ReadOnly[tuple[int, ...]] = front_end_trait(Tuple())
    """Number of boxes of each stage."""
    page: ReadOnly[int] = front_end_trait(Int())
    """Number of the page of boxes, from 0."""
    machines: ReadOnly[tuple[dict[str, Any], ...]] = front_end_trait(Tuple())
    """Machines: "name", "games" (learnt from here), "summary" and "last" (sentences), "outcome"
    (result of the last game and its effect on the boxes), "resigns" (True if the first box is
    empty), "curve", "count" (boxes on all pages), "page", "pages" and "boxes". Each point of
    "curve" has the number of games, the shares of games won, drawn and lost against random and
    against perfect play, and the number of positions in which the machine may err. Each box has
    its "stage", "board", "beads" (cell, name of its position, number) and "drawn" (cell and
    number of beads before, if the last game opened the box, otherwise None)."""

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
        """Train every machine on some games.

        If an event loop is running, as in a notebook, this returns at once and the games are
        played in the background. Otherwise it returns when they are played. Ctrl-C stops the
        training and keeps the results.

        Raises
        ------
        TypeError, ValueError
            If `games` is not an int of at least 0.
        """
        self._change(Machines.after_training, games)

    def stop(self) -> None:
        """Stop training, and keep the results so far."""
        self._change(Machines.after_stop)

    def begin_again(self) -> None:
        """Restore the beads that every machine had when this widget was made."""
        self._change(Machines.after_beginning_again)

    def show(self, stage: int, page: int = 0) -> None:
        """Show the boxes of the last game (stage -1), or a page of the boxes of one stage."""
        self._change(Machines.after_listing, stage, page)

    def save(self) -> dict[str, Any]:
        """Return the training results of every machine as JSON values, by name."""
        return self._session.snapshot.save()

    def restore(self, saved: object) -> None:
        """Restore the training results of the machines from `saved`.

        Raises
        ------
        ValueError
            If `saved` is damaged or comes from other machines. Nothing changes then.
        """
        self._change(Machines.after_restoring, saved)

    def __repr__(self) -> str:
        """Return the message and a summary of each machine as text."""
        told = (f"{machine['name']}. {machine['summary']}" for machine in self.machines)
        return "\n".join([self.message, *told])

    def _still_view(self) -> dict[str, str]:
        rows = [(one["name"], one["summary"], one["last"]) for one in self.machines]
        html = html_table(self.message, ("Machine", "What it has learnt", "Last game"), rows)
        return {"text/html": html}


def _by_name(machines: tuple[Menace | Mapping[str, Menace], ...]) -> Mapping[str, Menace]:
    """Return machines by name, with numbers for those without a name."""
    if len(machines) == 1 and isinstance(machines[0], Mapping):
        return machines[0]
    found: list[Menace] = []
    for machine in machines:
        if not isinstance(machine, Menace):
            raise TypeError(f"only a Menace has matchboxes, not {brief(machine)}")
        found.append(machine)
    names = distinct_names(machine.name for machine in found)
    return dict(zip(names, found, strict=True))
