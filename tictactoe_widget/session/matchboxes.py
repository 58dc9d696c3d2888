"""Session that trains matchbox machines: snapshots, transitions and published views."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, Self, Unpack

from tictactoe_widget.analysis.sentences import short_names
from tictactoe_widget.classroom.learning.machines import Change, Menace, menace_stage
from tictactoe_widget.classroom.learning.training import (
    POLICIES,
    CurvePoint,
    ExactResult,
    Training,
)
from tictactoe_widget.players.builtin import PLAYER_SUMMARIES
from tictactoe_widget.players.calling import RESIGN
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.notation import position_name
from tictactoe_widget.rules.state import MARKS, Mark
from tictactoe_widget.texts import (
    ENGLISH,
    N_,
    _,
    choose_language,
    format_number,
    front_end_texts,
    join_and,
    join_list,
    ngettext,
)
from tictactoe_widget.validation import brief, check_choice, check_int, check_name, visible

from .core import NUMBER, TEXT, HostFunctions, PublishingSession, Requests, View
from .scheduler import GamesJob, JobKind

TrainingStatus = Literal["ready", "training"]

# Opponents' names for use in sentences.
_OPPONENTS = {
    "random": N_("random"),
    "beginner": N_("beginner"),
    "casual": N_("casual"),
    "perfect": N_("perfect"),
}

_LAST_GAME = -1  # stage number for the boxes that were opened in the last game


# Numbers of games that people can choose for one training run.
_TRAINING_SIZES = (1, 10, 100, 1000)

training_request: Requests["Machines"] = Requests()


@dataclass(frozen=True)
class Machines:
    """Immutable snapshot of matchbox machines, their training and the displayed boxes.

    A method whose name begins with ``after`` is a transition, which returns the next snapshot
    or raises an error. The machines themselves belong to the caller and change when they learn.
    """

    trainings: Mapping[str, Training]  # trainings, by machine name
    mark: Mark  # mark that the machines play
    opponent: str
    seed: int | None = None  # seed for the opponents' random numbers
    # Each machine's initial state, as saved data.
    first: Mapping[str, Any] = field(default_factory=dict)
    status: TrainingStatus = "ready"
    trouble: str = ""  # description of the error that stopped the training
    order: int = 0  # number of the current or last training run, from 1
    planned_count: int = 0  # number of games in that training run
    played_before: int = 0  # number of games that every machine had played before that run
    stage: int = _LAST_GAME  # stage of the displayed boxes, from 0
    page: int = 0  # number of the displayed page, from 0
    language: str = ENGLISH

    @classmethod
    def begin(
        cls,
        machines: Mapping[str, Menace],
        *,
        mark: Mark,
        opponent: str,
        seed: int | None,
        language: str = ENGLISH,
    ) -> Self:
        """Return a snapshot of machines before their first training game.

        Raises
        ------
        TypeError, ValueError
            If `machines` is empty, if it contains anything except `Menace` objects, if the
            machines have different rules, or if another argument is invalid.
        """
        _check_machines(machines, mark)
        check_choice(opponent, "opponent", tuple(POLICIES))
        trainings = {
            check_name(name, "the name of a machine"): Training(
                machine.fill(mark), opponent, mark=mark, seed=seed
            )
            for name, machine in machines.items()
        }
        snapshot = cls(trainings, mark, opponent, seed, language=language)
        return replace(snapshot, first=snapshot.save())

    @property
    def machines(self) -> dict[str, Menace]:
        """The machines, by name."""
        found: dict[str, Menace] = {}
        for name, training in self.trainings.items():
            assert isinstance(training.learner, Menace)  # noqa: S101 - `begin` ensures it
            found[name] = training.learner
        return found

    @property
    def played_count(self) -> int:
        """Number of games that every machine has played in the current or last training run."""
        return self._all_played_count - self.played_before

    @property
    def _all_played_count(self) -> int:
        return min(training.played_count for training in self.trainings.values())

    @property
    def learner(self) -> str:
        """Short name of the machines' side on screen, such as "X" or "First"."""
        rules = next(iter(self.machines.values())).rules
        return short_names(rules)[self.mark]

    def save(self) -> dict[str, Any]:
        """Return each machine's training results as a JSON-serializable dict."""
        return {name: machine.save() for name, machine in self.machines.items()}

    def after_training(self, games: int) -> Self:
        """Return the snapshot after every machine has started `games` training games.

        Raises
        ------
        TypeError, ValueError
            If `games` is not an integer or is negative.
        """
        return replace(
            self,
            planned_count=check_int(games, "games", 0),
            played_before=self._all_played_count,
            status="training",
            trouble="",
            order=self.order + 1,
        )

    @training_request("train", games=NUMBER)
    def after_requested_training(self, games: int) -> Self:
        """Return the snapshot after someone has started a training run in the widget.

        Raises
        ------
        ValueError
            If the widget does not offer a training run with this number of games.
        """
        return self.after_training(check_choice(games, "games", _TRAINING_SIZES))

    @training_request("stop")
    def after_stop(self, trouble: str = "") -> Self:
        """Return the snapshot after training has stopped, possibly because of an error."""
        return replace(self, status="ready", trouble=trouble or self.trouble)

    @training_request("again")
    def after_beginning_again(self) -> Self:
        """Return the snapshot after resetting every machine to its initial beads."""
        return self.after_restoring(self.first)

    @training_request("opponent", opponent=TEXT)
    def after_facing(self, opponent: str) -> Self:
        """Return the snapshot with a new opponent for the next games.

        Raises
        ------
        ValueError
            If no opponent has this name.
        """
        check_choice(opponent, "opponent", tuple(POLICIES))
        for training in self.trainings.values():
            training.face(opponent)
        return replace(self, opponent=opponent)

    @training_request("list", stage=NUMBER, page=NUMBER)
    def after_listing(self, stage: int, page: int = 0) -> Self:
        """Return the snapshot that shows one page of boxes for one stage of the game."""
        return replace(self, stage=stage, page=page)

    def after_restoring(self, saved: object) -> Self:
        """Return the snapshot after restoring the machines' training results.

        Raises
        ------
        ValueError
            If `saved` is damaged or is from other machines, in which case the machines don't
            change.
        """
        machines = self.machines
        if not isinstance(saved, Mapping) or saved.keys() != machines.keys():
            raise ValueError(
                f"saved must be a dict with the keys {join_and(machines)}, not {brief(saved)}"
            )
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
            stage=_LAST_GAME,
            page=0,
        )


def _check_machines(machines: Mapping[str, Menace], mark: Mark) -> None:
    if not machines:
        raise ValueError("machines must contain at least one machine, such as Menace()")
    for machine in machines.values():
        if not isinstance(machine, Menace):
            raise TypeError(f"each machine must be a Menace, not {brief(machine)}")
    if len({machine.rules for machine in machines.values()}) > 1:
        raise ValueError("machines must all have the same rules")
    if len({id(machine) for machine in machines.values()}) < len(machines):
        raise ValueError("machines must not contain the same machine twice: create another")
    check_choice(mark, "mark", MARKS)


Shares = tuple[float, float, float]  # shares of won, drawn and lost games


def _matchboxes_shares(result: ExactResult, mark: Mark) -> Shares:
    """Return the shares of games that a mark wins, draws and loses, given an exact result."""
    win, loss = (result.x, result.o) if mark == "X" else (result.o, result.x)
    return win, result.draw, loss


def _write_share(share: float) -> str:
    """Format a share as a percentage, without rounding to 0% or 100%.

    >>> _write_share(0.0), _write_share(0.001), _write_share(0.526), _write_share(0.9999)
    ('0%', 'under 1%', '53%', 'over 99%')
    """
    percent = round(100 * share)
    if share > 0 and percent == 0:
        return _("under 1%")
    if share < 1 and percent == 100:
        return _("over 99%")
    return _("{percent}%", percent=percent)


def _is_first_matchbox_empty(machine: Menace, mark: Mark) -> bool:
    return mark == "X" and machine.policy(Game(machine.rules)) == {RESIGN: 1.0}


def _write_matchboxes_finding(machines: Machines) -> tuple[str, str]:
    """Return a headline and a sentence about what was learnt, with exact percentages."""
    if machines.trouble:
        return _("The training stopped"), machines.trouble
    if machines.status == "training":
        progress = ngettext(
            "{played} of {count} game played. You can stop at any time and keep the results.",
            "{played} of {count} games played. You can stop at any time and keep the results.",
            machines.planned_count,
            played=format_number(machines.played_count),
        )
        return _(
            "Training against {opponent}", opponent=_(_OPPONENTS[machines.opponent])
        ), progress
    if not any(training.game_count for training in machines.trainings.values()):
        names, learner = list(machines.trainings), machines.learner
        if len(names) > 1:
            ask = _(
                "Press a number. Each machine plays that many games as {mark}.", mark=learner
            )
        else:
            ask = _(
                "Press a number. {machine} plays that many games as {mark}.",
                machine=names[0],
                mark=learner,
            )
        return _("Nothing learnt yet"), ask
    return _write_headline(machines), _write_comparison(machines)


def _write_headline(machines: Machines) -> str:
    """Return a headline that says which machine loses least often against perfect play."""
    lost = {
        name: _matchboxes_shares(training.curve.points[-1].perfect, machines.mark)[2]
        for name, training in machines.trainings.items()
    }
    best = min(lost, key=lambda name: lost[name])
    if lost[best]:
        return _(
            "{machine} loses {share} against perfect play",
            machine=best,
            share=_write_share(lost[best]),
        )
    safe = [name for name in lost if not lost[name]]
    if len(safe) > 1:
        return _("{machines} never lose against perfect play", machines=join_and(safe))
    first = machines.trainings[best].curve.points[0]
    if _matchboxes_shares(first.perfect, machines.mark)[2]:
        return _("{machine} no longer loses against perfect play", machine=best)
    return _("{machine} never loses against perfect play", machine=best)


def _write_comparison(machines: Machines) -> str:
    """Compare one machine with its untrained state, or several machines with each other."""
    for name, machine in machines.machines.items():
        if _is_first_matchbox_empty(machine, machines.mark):
            return _(
                "{machine} resigns because its first box is empty. "
                "Press “Start over” to fill the box again.",
                machine=name,
            )

    def won(name: str, at: int) -> str:
        point = machines.trainings[name].curve.points[at]
        return _write_share(_matchboxes_shares(point.random, machines.mark)[0])

    names = list(machines.trainings)
    if len(names) > 1:
        shares = [_("{machine} {share}", machine=name, share=won(name, -1)) for name in names]
        return _("Wins against random play: {shares}.", shares=join_and(shares))
    first = machines.trainings[names[0]].curve.points[0]
    return _(
        "At first, the machine lost {lost} of its games against perfect play. Wins against "
        "random play: {before} at first, {won} now.",
        lost=_write_share(_matchboxes_shares(first.perfect, machines.mark)[2]),
        won=won(names[0], -1),
        before=won(names[0], 0),
    )


_BOXES_ON_PAGE = 12

_MOST_POINTS = 200  # approximate maximum number of points on a curve


def _view_matchboxes(machines: Machines) -> View:
    """Return everything that a front end shows about machines, by trait name."""
    first = next(iter(machines.machines.values()))
    return {
        "language": machines.language,
        "texts": front_end_texts(machines.language),
        "status": machines.status,
        "message": _write_training_message(machines),
        "intro": _write_intro(machines),
        "finding": _write_matchboxes_finding(machines),
        "planned_count": machines.planned_count,
        "played_count": machines.played_count,
        "mark": machines.mark,
        "opponent": machines.opponent,
        "opponents": tuple((name, _(PLAYER_SUMMARIES[name])) for name in POLICIES),
        "rules_title": visible(first.rules.title),
        "grid": asdict(first.rules.layout),
        "stage": machines.stage,
        "stages": _count_stages(first, machines.mark),
        "page": machines.page,
        "machines": tuple(
            _view_machine(name, training, machines.stage, machines.page)
            for name, training in machines.trainings.items()
        ),
    }


def _write_training_message(machines: Machines) -> str:
    """Return a sentence about the training's progress, for display."""
    planned, played = machines.planned_count, format_number(machines.played_count)
    if machines.trouble:
        return _("The training stopped: {fault}", fault=machines.trouble)
    if machines.status == "training":
        return ngettext(
            "Training: {played} of {count} game.",
            "Training: {played} of {count} games.",
            planned,
            played=played,
        )
    if not planned:
        return _(
            "Ready to play as {mark} against {opponent}.",
            mark=machines.learner,
            opponent=_(_OPPONENTS[machines.opponent]),
        )
    if machines.played_count < planned:
        return ngettext(
            "Stopped after {played} of {count} game.",
            "Stopped after {played} of {count} games.",
            planned,
            played=played,
        )
    return ngettext(
        "Trained for {count} game against {opponent}.",
        "Trained for {count} games against {opponent}.",
        planned,
        opponent=_(_OPPONENTS[machines.opponent]),
    )


def _write_intro(machines: Machines) -> str:
    counts = {sum(_count_stages(one, machines.mark)) for one in machines.machines.values()}
    return _(
        "Boxes: {counts}. A bead taken at random decides each move. {mark} learns.",
        counts=join_and(map(str, sorted(counts))),
        mark=machines.learner,
    )


def _view_machine(name: str, training: Training, stage: int, page: int) -> View:
    """Return everything that a front end shows about one machine and one page of its boxes.

    Parameters
    ----------
    name : str
        Machine's name.
    training : Training
        The machine's training.
    stage : int
        Stage of the boxes to show: the number of the machine's move, counted from 0, or
        `_LAST_GAME` for the boxes that were opened in the last game.
    page : int
        Page number, counted from 0. If the number is too large, the last page is shown.
    """
    machine = training.learner
    assert isinstance(machine, Menace)  # noqa: S101 - only matchbox machines are shown
    opened = {change.position: change for change in machine.changes}
    if stage == _LAST_GAME:
        last = machine.last_game
        emptied = [last.canonical()] if last is not None and last.result is None else []
        games = [game for game in (*opened, *emptied) if game.current_player == training.mark]
    else:
        games = [
            game
            for game in machine.boxes
            if game.current_player == training.mark and menace_stage(game) == stage
        ]
    last_page = max(0, (len(games) - 1) // _BOXES_ON_PAGE)
    page = max(0, min(page, last_page))
    points = training.curve.points
    return {
        "name": name,
        "games": training.game_count,
        "summary": _summarize(training, points[-1]),
        "last": _describe_last(machine, training),
        "outcome": _describe_outcome(machine, training),
        "resigns": _is_first_matchbox_empty(machine, training.mark),
        "curve": tuple(
            (
                point.game_count,
                _round(_matchboxes_shares(point.random, training.mark)),
                _round(_matchboxes_shares(point.perfect, training.mark)),
                point.mistake_count,
            )
            for point in _thin(points)
        ),
        "count": len(games),
        "page": page,
        "pages": last_page + 1,
        "boxes": tuple(
            _view_box(machine, game, opened.get(game))
            for game in games[page * _BOXES_ON_PAGE : (page + 1) * _BOXES_ON_PAGE]
        ),
    }


def _round(shares: Shares) -> Shares:
    """Round shares to four digits, but never to 0 or 1."""
    win, draw, loss = (
        share if share in (0, 1) else min(float(f"{share:.4g}"), 0.9999) for share in shares
    )
    return win, draw, loss


def _thin(points: tuple[CurvePoint, ...]) -> tuple[CurvePoint, ...]:
    """Reduce a curve to roughly `_MOST_POINTS` points, and keep the first and the last."""
    step = -(-len(points) // _MOST_POINTS)
    return (*points[:-1:step], *points[-1:])


def _view_box(machine: Menace, game: Game, change: Change | None) -> View:
    box = machine.box(game) or {}
    return {
        "stage": menace_stage(game),
        "board": game.board,
        "beads": tuple((cell, position_name(cell, game), beads) for cell, beads in box.items()),
        "drawn": None if change is None else (change.cell, int(change.before)),
    }


def _count_stages(machine: Menace, mark: Mark) -> tuple[int, ...]:
    stages = [menace_stage(game) for game in machine.boxes if game.current_player == mark]
    return tuple(stages.count(stage) for stage in range(max(stages, default=-1) + 1))


def _summarize(training: Training, point: CurvePoint) -> str:
    points = ngettext(
        "After {count} game: {random} points a game against random play, {perfect} against "
        "perfect play.",
        "After {count} games: {random} points a game against random play, {perfect} against "
        "perfect play.",
        training.game_count,
        random=f"{point.random.score(training.mark):.2f}",
        perfect=f"{point.perfect.score(training.mark):.2f}",
    )
    mistakes = ngettext(
        "The machine can go wrong in {count} position.",
        "The machine can go wrong in {count} positions.",
        point.mistake_count,
    )
    return f"{points} {mistakes}"


def _describe_last(machine: Menace, training: Training) -> str:
    game = machine.last_game
    if game is None:
        return _("No game yet.")
    ending = _describe_end(game, training.mark)
    if not game.moves:
        return ending
    names = short_names(game.rules)
    moves = join_list(
        _(
            "{player} {square}",
            player=names[game.at(ply).current_player],
            square=position_name(cell, game),
        )
        for ply, cell in enumerate(game.moves)
    )
    return f"{ending} {_('The moves were {moves}.', moves=moves)}"


def _describe_outcome(machine: Menace, training: Training) -> str:
    """Describe the last game's result, and how it changed the boxes that were opened."""
    game = machine.last_game
    if game is None:
        return _("No game has been played yet, so no box was opened.")
    return f"{_describe_end(game, training.mark)} {_describe_changes(machine)}"


def _describe_changes(machine: Menace) -> str:
    """Describe how the last game changed the boxes that were opened."""
    gains = {change.after - change.before for change in machine.changes}
    if not any(gains):
        return _("No box changed.")
    if len(gains) > 1:
        return _("The open boxes changed.")
    gain = int(gains.pop())
    if gain > 0:
        return ngettext(
            "Each open box got {count} bead.", "Each open box got {count} beads.", gain
        )
    return ngettext(
        "Each open box lost {count} bead.", "Each open box lost {count} beads.", -gain
    )


def _describe_end(game: Game, mark: Mark) -> str:
    """Describe how a game ended for the machine.

    A game without a result ended by resignation.
    """
    if game.result is None and game.current_player == mark:
        return _("The machine resigned in the last game.")
    if game.result is None:
        return _("The machine won the last game because its opponent resigned.")
    if game.is_draw:
        return _("The last game was a draw.")
    if game.winner == mark:
        return _("The machine won the last game.")
    return _("The machine lost the last game.")


class _TrainingJob(GamesJob[Machines]):
    """Job that plays training games, one for each machine in turn.

    Parameters
    ----------
    machines : Machines
        Machines to train.
    """

    subject = "The training"

    def __init__(self, machines: Machines) -> None:
        super().__init__(self._train(machines))
        self._order = machines.order

    def is_wanted(self, snapshot: Machines) -> bool:
        """Return True if this training run is still in progress."""
        return snapshot.status == "training" and snapshot.order == self._order

    def apply(self, snapshot: Machines) -> Machines:
        """Return the snapshot after more games.

        Training ends after the last game or an error.
        """
        if self._error is None:
            is_over = snapshot.played_count == snapshot.planned_count
            return snapshot.after_stop() if is_over else snapshot
        return snapshot.after_stop(self.trouble)

    def _train(self, machines: Machines) -> Generator[None, None, None]:
        while machines.played_count < machines.planned_count:
            for training in machines.trainings.values():
                training.play()
            yield


def _find_machine_jobs(machines: Machines) -> list[JobKind[Machines]]:
    """Return a list with the training job, or an empty list if nothing is being trained."""
    return [_TrainingJob] if machines.status == "training" else []


class MatchboxSession(PublishingSession[Machines]):
    """Session that trains one or more matchbox machines against an opponent.

    If an event loop is running, the session plays the games in the background. Without an event
    loop, a method call returns after the last game. The session also shows what the machines
    learn outside the session, for example on a board.

    Parameters
    ----------
    machines : mapping
        Machines by name, all of which must have the same rules.
    mark : {"X", "O"}, default "X"
        Mark that the machines play.
    opponent : {"random", "beginner", "casual", "perfect"}, default "perfect"
        Opponent in the training games (see `exact_result`).
    seed : int, optional
        Seed for the opponents' random numbers.
    language : str, optional
        Language of all texts in the widget, such as ``"de"``. The default is the language that
        `set_language` has chosen.
    publish : callable, optional
        Function that is called after each change, with the part of `state` that has changed.
    send : callable, optional
        Function that is called with the answer to each request, after the request's changes
        have been published.

    Raises
    ------
    TypeError, ValueError
        If `machines` is empty, if it contains anything except `Menace` objects, if the machines
        have different rules, or if another argument is invalid.
    """

    _requests = training_request
    _find_jobs = staticmethod(_find_machine_jobs)
    _make_view = staticmethod(_view_matchboxes)
    _locks_jobs = True  # no other game must use a machine during a training game

    def __init__(
        self,
        machines: Mapping[str, Menace],
        *,
        mark: Mark = "X",
        opponent: str = "perfect",
        seed: int | None = None,
        language: str | None = None,
        **host: Unpack[HostFunctions],
    ) -> None:
        snapshot = Machines.begin(
            machines,
            mark=mark,
            opponent=opponent,
            seed=seed,
            language=choose_language(language),
        )
        super().__init__(snapshot, **host)
        self._stop_watching = [
            machine.watch(self._notice_game(name))
            for name, machine in snapshot.machines.items()
        ]

    def close(self) -> None:
        """End the training permanently. You can still use the machines elsewhere."""
        with self.locked():
            for end in self._stop_watching:
                end()
            # The change isn't published, because Python could be about to end, and nobody needs
            # to see it.
            self._snapshot = self._snapshot.after_stop()

    def _notice_game(self, name: str) -> Callable[[], None]:
        """Return a callback that updates the session each time the machine learns."""

        def notice() -> None:
            with self.locked():
                training = self._snapshot.trainings[name]
                if not training.is_playing:
                    training.count()
                    self._commit(self._snapshot)

        return notice
