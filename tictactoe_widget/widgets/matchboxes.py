"""Widget that shows a learning machine's matchboxes and beads in a notebook cell."""

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
from tictactoe_widget.texts import _, in_language
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
    """Widget that shows one or more machines' matchboxes and beads while they learn.

    The widget shows the boxes that were opened in the last game, and how they changed. The
    widget also shows all other boxes, sorted by stage. The learning curve is computed exactly,
    not sampled. You can train the machines in the widget, or by playing on a board:
    ``TicTacToe(x=menace)``. Training runs in time slices on the kernel's event loop, so you can
    run other cells in the meantime. You can observe and link every trait, but you can't set any
    of them.

    Parameters
    ----------
    *machines : Menace or mapping
        Machines that play by the same rules, or a dict of such machines, by name.
    mark : {"X", "O"}, default "X"
        Mark that the machines play.
    opponent : {"random", "beginner", "casual", "perfect"}, default "perfect"
        Opponent in the training games (see `exact_result`).
    seed : int, optional
        Seed for the opponents' random numbers.
    language : str, optional
        Language of all texts in the widget, such as ``"de"``. The default is the language that
        `set_language` has chosen.

    Raises
    ------
    TypeError
        If you pass an unknown argument.
    InvalidValueError, InvalidTypeError
        If `machines` is empty, if it contains anything except `Menace` objects, if the machines
        do not all play by the same rules, or if another argument is invalid.

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
    _keeping = "keep the result of save(), and pass it to restore() of the same machines"

    _session: MatchboxSession

    # Traits that you can observe and link.

    status: ReadOnly[TrainingStatus] = read_only_trait(Unicode("ready"))
    """What the machines are doing: "ready" or "training"."""
    message: ReadOnly[str] = read_only_trait(Unicode())
    """Message for display, such as "Training: 120 of 1,000 games."."""
    planned_count: ReadOnly[int] = read_only_trait(Int())
    """Number of games planned for the current or latest training run."""
    played_count: ReadOnly[int] = read_only_trait(Int())
    """Number of games played so far in the current or latest training run."""
    mark: ReadOnly[Mark] = read_only_trait(Unicode("X"))
    """Mark that the machines play."""
    opponent: ReadOnly[str] = read_only_trait(Unicode())
    """Name of the opponent in the training games."""
    stage: ReadOnly[int] = read_only_trait(Int(-1))
    """Stage of the displayed boxes: the number of the machine's move, counted from 0, or -1 for
    the boxes that were opened in the last game."""
    language: ReadOnly[str] = read_only_trait(Unicode("en"))
    """Language of all texts in the widget, such as "de"."""

    # Traits for the front end only.

    texts: ReadOnly[dict[str, Any]] = front_end_trait(Dict())
    """Translations of the front end's own texts (see `TicTacToe.texts`)."""
    opponents: ReadOnly[tuple[tuple[str, str], ...]] = front_end_trait(Tuple())
    """Available opponents, as pairs of a name and a short description."""
    rules_title: ReadOnly[str] = front_end_trait(Unicode())
    """Short title of the rules, for display."""
    intro: ReadOnly[str] = front_end_trait(Unicode())
    """Sentence that describes the machines."""
    finding: ReadOnly[tuple[str, str]] = front_end_trait(Tuple())
    """Headline and sentence that summarize what the machines have learnt so far."""
    grid: ReadOnly[dict[str, Any]] = front_end_trait(Dict())
    """Grid in which the front end draws a board's cells (see `TicTacToe.grid`)."""
    stages: ReadOnly[tuple[int, ...]] = front_end_trait(Tuple())
    """Number of boxes at each stage."""
    page: ReadOnly[int] = front_end_trait(Int())
    """Number of the displayed page of boxes, counted from 0."""
    machines: ReadOnly[tuple[dict[str, Any], ...]] = front_end_trait(Tuple())
    """Data about the machines, with one dict for each. "name" is the machine's name, and
    "games" is the number of games from which it has learnt since the widget was created.
    "summary" is a sentence about the machine, and "last" is a sentence about the last game.
    "outcome" describes the last game's result and its effect on the boxes. "resigns" is True if
    the machine resigns because its first box is empty. "count" is the number of boxes on all
    pages. "page" is the number of the displayed page, counted from 0, and "pages" is the number
    of pages. "curve" is the learning curve, with a tuple for each point. The tuple contains the
    number of games, the shares of games won, drawn and lost against random play, the same
    shares against perfect play, and the number of positions with possible mistakes. "boxes"
    lists the boxes on the displayed page. Each box is a dict with a "stage", a "board", "beads"
    and "drawn". "beads" contains the cell, the square's name and the number of beads for each
    move. If the box was opened in the last game, "drawn" contains the cell for the bead that
    was taken, and the number of beads for this cell before the game. For all other boxes,
    "drawn" is None."""

    def __init__(
        self,
        *machines: Menace | Mapping[str, Menace],
        mark: Mark = "X",
        opponent: str = "perfect",
        seed: int | None = None,
        language: str | None = None,
        **unknown: object,
    ) -> None:
        refuse_unknown(Matchboxes, unknown)
        with checking_values():
            session = MatchboxSession(
                _by_name(machines),
                mark=mark,
                opponent=opponent,
                seed=seed,
                language=language,
                publish=self._publish,
                send=self.send,
            )
        super().__init__(session)

    @property
    def curves(self) -> dict[str, LearningCurve]:
        """Learning curves so far, by machine name."""
        trainings = self._session.snapshot.trainings
        return {name: training.curve for name, training in trainings.items()}

    def train(self, games: int = 1000) -> None:
        """Let every machine play and learn from `games` training games.

        If an event loop is running, as in a notebook, this method returns at once and plays the
        games in the background. Without an event loop, the method returns after the last game.
        Ctrl+C stops training but keeps the results.

        Raises
        ------
        TypeError, ValueError
            If `games` is not an integer or is negative.
        """
        self._change(Machines.after_training, games)

    def stop(self) -> None:
        """Stop training, but keep the results so far."""
        self._change(Machines.after_stop)

    def begin_again(self) -> None:
        """Reset every machine's beads to what they were when this widget was created."""
        self._change(Machines.after_beginning_again)

    def show(self, stage: int, page: int = 0) -> None:
        """Show one page of the boxes for a stage. Stage -1 stands for the last game's boxes."""
        self._change(Machines.after_listing, stage, page)

    def save(self) -> dict[str, Any]:
        """Return each machine's training results as a JSON-serializable dict."""
        return self._session.snapshot.save()

    def restore(self, saved: object) -> None:
        """Restore the machines' training results from a dict that `save` returned.

        Raises
        ------
        ValueError
            If `saved` is damaged or is from other machines, in which case the machines don't
            change.
        """
        self._change(Machines.after_restoring, saved)

    def __repr__(self) -> str:
        """Return the current message and a summary of each machine."""
        with in_language(self.language):
            summaries = [
                _("{machine}: {summary}", machine=machine["name"], summary=machine["summary"])
                for machine in self.machines
            ]
        return "\n".join([self.message, *summaries])

    def _still_view(self) -> dict[str, str]:
        rows = [(one["name"], one["summary"], one["last"]) for one in self.machines]
        with in_language(self.language):
            columns = (_("Machine"), _("Learnt so far"), _("Last game"))
        return {"text/html": html_table(self.message, columns, rows)}


def _by_name(machines: tuple[Menace | Mapping[str, Menace], ...]) -> Mapping[str, Menace]:
    """Return a dict of machines by name, in which machines without a name get a number."""
    if len(machines) == 1 and isinstance(machines[0], Mapping):
        return machines[0]
    found: list[Menace] = []
    for machine in machines:
        if not isinstance(machine, Menace):
            raise TypeError(f"each machine must be a Menace, not {brief(machine)}")
        found.append(machine)
    names = distinct_names(machine.name for machine in found)
    return dict(zip(names, found, strict=True))
