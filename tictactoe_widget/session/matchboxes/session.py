"""Machines of matchboxes in training: their boxes and curves, requests in, view out."""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from threading import RLock
from time import perf_counter
from typing import Any, Literal

from tictactoe_widget.classroom.learning import Menace, Training
from tictactoe_widget.classroom.learning.measuring import POLICIES
from tictactoe_widget.players.builtin import PLAYER_SUMMARIES
from tictactoe_widget.players.calling import describe_error
from tictactoe_widget.players.display_names import check_name
from tictactoe_widget.rules.arguments import as_game_count
from tictactoe_widget.rules.errors import brief
from tictactoe_widget.rules.rules import MARKS, Mark

from ..protocol import IDS, NUMBER, TEXT, Answer, Code, check_message
from ..requests import Requests
from ..scheduler import PAUSE_SECONDS, find_running_loop
from .view import LAST_GAME, View, count_stages, view_machine

Status = Literal["ready", "training"]
"""State of the machines: at rest, or in training."""

GAMES = (1, 10, 100, 1000)
"""Numbers of games that a person can train for at once."""

SLICE_SECONDS = 0.05
"""Time to train before the event loop may do other things, in seconds."""

TELL_SECONDS = 0.25
"""Least time between two reports while machines are trained, in seconds."""

_FORMS = {
    "hello": IDS,
    "train": {**IDS, "games": NUMBER},
    "stop": IDS,
    "again": IDS,
    "opponent": {**IDS, "opponent": TEXT},
    "list": {**IDS, "stage": NUMBER, "page": NUMBER},
}
"""Fields of the requests of the front end, by kind."""

_log = logging.getLogger(__name__)


class MatchboxSession:
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

    def __init__(  # noqa: PLR0913 - one argument a choice
        self,
        machines: Mapping[str, Menace],
        *,
        mark: Mark = "X",
        opponent: str = "perfect",
        seed: int | None = None,
        publish: Callable[[View], None] | None = None,
        send: Callable[[Answer], None] | None = None,
    ) -> None:
        _check(machines, mark)
        _check_opponent(opponent)
        self.machines = {
            check_name(name, "the name of a machine"): machine.fill(mark)
            for name, machine in machines.items()
        }
        """Machines by name."""
        self.mark: Mark = mark
        """Mark that they play."""
        self.opponent = opponent
        """Opponent in training."""
        self.status: Status = "ready"
        """State of the machines."""
        self.trouble = ""
        """Sentence that says why training stopped by itself; empty where it did not."""
        self.planned = 0
        """Number of games of the present or last training."""
        self.played = 0
        """Number of them that were played."""
        self.stage, self.page = LAST_GAME, 0
        self.trainings = {
            name: Training(machine, opponent, mark=mark, seed=seed)
            for name, machine in self.machines.items()
        }
        """Training of each machine, by its name."""
        self._first = self.save()
        self._seed = seed
        self._requests = Requests()
        self._lock = RLock()
        self._stretch = 0  # a timer of an earlier stretch of training does nothing
        self._told_at = 0.0
        self._stop_watching = [
            machine.watch(self._notice_game(name)) for name, machine in self.machines.items()
        ]
        self._publish: Callable[[View], None] = publish or _ignore
        self._send: Callable[[Answer], None] = send or _ignore
        self._view = self._make_view()

    @property
    def state(self) -> View:
        """All that a front end shows, as JSON values by name."""
        return dict(self._view)

    def read(self, name: str) -> Any:
        """Return one value of `state`."""
        return self._view[name]

    def train(self, games: int) -> None:
        """Have every machine play some games and learn from them.

        Raises
        ------
        TypeError, ValueError
            When `games` is not an int of at least 0.
        """
        with self._lock:
            self.planned, self.played = as_game_count(games), 0
            self.status, self.trouble = "training", ""
            self._stretch += 1
            stretch, loop = self._stretch, find_running_loop()
            self._tell()
            if loop is not None:
                loop.call_later(PAUSE_SECONDS, self._continue, loop, stretch)
                return
        while self._advance(stretch):
            pass

    def stop(self) -> None:
        """Stop training; what was learnt stays."""
        with self._lock:
            self._stretch += 1
            self.status = "ready"
            self._tell()

    def begin_again(self) -> None:
        """Give every machine the beads that it had at first."""
        self.restore(self._first)

    def face(self, opponent: str) -> None:
        """Choose the opponent of the next games.

        Raises
        ------
        ValueError
            When there is no opponent of that name.
        """
        with self._lock:
            _check_opponent(opponent)
            self.opponent = opponent
            for training in self.trainings.values():
                training.face(opponent)
            self._tell()

    def show(self, stage: int, page: int = 0) -> None:
        """Show the boxes of the last game, or a page of those of one stage.

        Parameters
        ----------
        stage : int
            Number of the machine's move from 0; -1 for the boxes of the last game.
        page : int, default 0
            Number of the page, from 0.
        """
        with self._lock:
            self.stage, self.page = stage, page
            self._tell()

    def save(self) -> dict[str, Any]:
        """Return what every machine has learnt as JSON values, by its name."""
        return {name: machine.save() for name, machine in self.machines.items()}

    def restore(self, saved: object) -> None:
        """Take over what the machines had learnt; their curves begin anew.

        Raises
        ------
        ValueError
            When `saved` is damaged or of other machines. Nothing has changed then.
        """
        with self._lock:
            if not isinstance(saved, Mapping) or saved.keys() != self.machines.keys():
                names = ", ".join(self.machines)
                raise ValueError(f"what was saved must have the machines {names}")
            before = self.save()
            try:
                for name, machine in self.machines.items():
                    machine.restore(saved[name])
            except ValueError:
                for name, machine in self.machines.items():
                    machine.restore(before[name])
                raise
            self._stretch += 1
            self.status, self.planned, self.played, self.trouble = "ready", 0, 0, ""
            self.stage, self.page = LAST_GAME, 0
            self.trainings = {
                name: Training(training.learner, self.opponent, mark=self.mark, seed=self._seed)
                for name, training in self.trainings.items()
            }
            self._tell()

    def close(self) -> None:
        """End the training for good; the machines can still be used."""
        with self._lock:
            self._stretch += 1
            self.status = "ready"
            for end in self._stop_watching:
                end()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other threads from changing the machines."""
        with self._lock:
            yield

    def handle(self, message: object) -> None:
        """Carry out a request of a front end and send the answer; never raise."""
        with self._lock:
            try:
                self._send(self._requests.answer(message, _read, self._carry_out))
            except Exception:  # noqa: BLE001 - no answer can be sent
                _log.exception("The front end could not be told")

    def _carry_out(self, request: Mapping[str, Any]) -> tuple[Code, str]:
        try:
            match request["kind"]:
                case "train" if request["games"] not in GAMES:
                    return "bad", f"Train {', '.join(map(str, GAMES))} games at once"
                case "train":
                    self.train(request["games"])
                case "stop":
                    self.stop()
                case "again":
                    self.begin_again()
                case "opponent":
                    self.face(request["opponent"])
                case "list":
                    self.show(request["stage"], request["page"])
        except ValueError as error:
            return "bad", str(error)
        return "ok", ""

    def _continue(self, loop: asyncio.AbstractEventLoop, stretch: int) -> None:
        if self._advance(stretch):
            loop.call_later(PAUSE_SECONDS, self._continue, loop, stretch)

    def _advance(self, stretch: int) -> bool:
        """Train for a slice, unless another stretch has begun; return whether there is more."""
        with self._lock:
            if stretch != self._stretch:
                return False
            end = perf_counter() + SLICE_SECONDS
            try:
                while self.played < self.planned and perf_counter() < end:
                    self._play_one()
            except KeyboardInterrupt:  # of a person without an event loop
                self.status = "ready"
            except Exception as error:  # noqa: BLE001 - it is told
                _log.exception("The training stopped")
                self.trouble = f"The training stopped: {describe_error(error)}"
                self.status = "ready"
            if self.played == self.planned:
                self.status = "ready"
            if self.status == "ready" or perf_counter() - self._told_at >= TELL_SECONDS:
                self._tell()
            return self.status == "training"

    def _play_one(self) -> None:
        for training in self.trainings.values():
            training.play()
        self.played += 1

    def _notice_game(self, name: str) -> Callable[[], None]:
        """Return a function to call when a machine has learnt, which may be elsewhere."""

        def notice() -> None:
            with self._lock:
                training = self.trainings[name]
                if not training.is_playing:
                    training.count()
                    self._tell()

        return notice

    def _make_view(self) -> View:
        machine = next(iter(self.machines.values()))
        return {
            "status": self.status,
            "message": self._describe(),
            "planned": self.planned,
            "played": self.played,
            "mark": self.mark,
            "opponent": self.opponent,
            "opponents": tuple((name, PLAYER_SUMMARIES[name]) for name in POLICIES),
            "rules_title": machine.rules.title,
            "grid": asdict(machine.rules.layout),
            "stage": self.stage,
            "stages": count_stages(machine, self.mark),
            "page": self.page,
            "machines": tuple(
                view_machine(name, training, self.stage, self.page)
                for name, training in self.trainings.items()
            ),
        }

    def _describe(self) -> str:
        """Return a sentence for people on the training."""
        games = f"{self.planned:,} {'game' if self.planned == 1 else 'games'}"
        if self.trouble:
            return self.trouble
        if self.status == "training":
            return f"Training: {self.played:,} of {games}."
        if not self.planned:
            return f"Ready to play {self.mark} against {self.opponent}."
        if self.played < self.planned:
            return f"Stopped after {self.played:,} of {games}."
        return f"Trained for {games} against {self.opponent}."

    def _tell(self) -> None:
        """Publish what has changed."""
        view = self._make_view()
        changes = {name: new for name, new in view.items() if new != self._view.get(name)}
        self._view = view
        if changes:
            self._publish(changes)
        self._told_at = perf_counter()


def _check(machines: Mapping[str, Menace], mark: Mark) -> None:
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


def _read(message: object) -> dict[str, Any]:
    return check_message(message, _FORMS)


def _ignore(_message: object) -> None:
    pass
