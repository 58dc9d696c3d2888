"""What machines have learnt so far, in words."""

from tictactoe_widget.classroom.learning import Menace
from tictactoe_widget.classroom.learning.measuring import ExactResult
from tictactoe_widget.players.resigning import RESIGN
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Mark
from tictactoe_widget.validation.quoting import write_count, write_list

from ..wording import write_share
from .snapshot import Machines

Shares = tuple[float, float, float]
"""Shares of the games that a machine wins, draws and loses."""


def matchboxes_shares(result: ExactResult, mark: Mark) -> Shares:
    """Return an exact result as the player of a mark sees it."""
    win, loss = (result.x, result.o) if mark == "X" else (result.o, result.x)
    return win, result.draw, loss


def is_first_matchbox_empty(machine: Menace, mark: Mark) -> bool:
    """Return whether the first box of a machine is empty."""
    return mark == "X" and machine.policy(Game(machine.rules)) == {RESIGN: 1.0}


def write_matchboxes_finding(machines: Machines) -> tuple[str, str]:
    """Return what the machines have learnt, by exact shares: a headline and a sentence."""
    games = write_count(machines.planned_count, "game")
    if machines.trouble:
        what, _, reason = machines.trouble.partition(": ")
        return what, reason
    if machines.status == "training":
        how_far = f"{machines.played_count:,} of {games}. Stop keeps what was learnt."
        return f"Training against {machines.opponent}", how_far
    if not any(training.game_count for training in machines.trainings.values()):
        names = list(machines.trainings)
        who = f"{names[0]} plays" if len(names) == 1 else "each machine plays"
        ask = f"Press a number: {who} so many games as {machines.learner}."
        return "Nothing is learnt yet", ask
    return _write_headline(machines), _write_comparison(machines)


def _write_headline(machines: Machines) -> str:
    """Return how the machine that loses least to perfect play fares against it."""
    lost = {
        name: matchboxes_shares(training.curve.points[-1].perfect, machines.mark)[2]
        for name, training in machines.trainings.items()
    }
    best = min(lost, key=lambda name: lost[name])
    if lost[best]:
        return f"{best} loses {write_share(lost[best])} to perfect play"
    safe = [name for name in lost if not lost[name]]
    if len(safe) > 1:
        return f"{write_list(safe)} never lose to perfect play"
    first = machines.trainings[best].curve.points[0]
    no_longer = "no longer" if matchboxes_shares(first.perfect, machines.mark)[2] else "never"
    return f"{best} {no_longer} loses to perfect play"


def _write_comparison(machines: Machines) -> str:
    """Return how a machine fared at first, or how several fare against random play."""
    for name, machine in machines.machines.items():
        if is_first_matchbox_empty(machine, machines.mark):
            return f"The first box of {name} is empty: it resigns. Start over fills it again."

    def won(name: str, at: int) -> str:
        point = machines.trainings[name].curve.points[at]
        return write_share(matchboxes_shares(point.random, machines.mark)[0])

    names = list(machines.trainings)
    if len(names) > 1:
        told = [f"{name} wins {won(name, -1)}" for name in names]
        return f"Against random play {write_list(told)}."
    first = machines.trainings[names[0]].curve.points[0]
    lost = write_share(matchboxes_shares(first.perfect, machines.mark)[2])
    return (
        f"At first it lost {lost}. "
        f"Against random play it wins {won(names[0], -1)}, at first {won(names[0], 0)}."
    )
