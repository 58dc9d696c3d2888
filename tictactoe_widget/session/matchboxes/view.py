"""View of a machine in training: its boxes and its curve, as JSON values by name."""

from dataclasses import asdict

from tictactoe_widget.analysis.sentences import call_players
from tictactoe_widget.classroom.learning import Change, CurvePoint, Menace, Training
from tictactoe_widget.classroom.learning.measuring import POLICIES
from tictactoe_widget.classroom.learning.menace import menace_stage
from tictactoe_widget.players.builtin import PLAYER_SUMMARIES
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Mark, opponent
from tictactoe_widget.rules.notation import position_name
from tictactoe_widget.validation.quoting import visible, write_count, write_list

from ..publishing import View
from .finding import (
    Shares,
    is_first_matchbox_empty,
    matchboxes_shares,
    write_matchboxes_finding,
)
from .snapshot import LAST_GAME, Machines

BOXES_ON_PAGE = 12
"""Number of boxes on one page."""

MOST_POINTS = 200
"""Most points of a curve that are sent."""


def view_matchboxes(machines: Machines) -> View:
    """Return all that a front end shows of machines, by the names the widget syncs."""
    first = next(iter(machines.machines.values()))
    return {
        "status": machines.status,
        "message": _write_training_message(machines),
        "intro": _write_intro(machines),
        "finding": write_matchboxes_finding(machines),
        "planned_count": machines.planned_count,
        "played_count": machines.played_count,
        "mark": machines.mark,
        "opponent": machines.opponent,
        "opponents": tuple((name, PLAYER_SUMMARIES[name]) for name in POLICIES),
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
    """Return a sentence for people on the training."""
    planned, played = machines.planned_count, machines.played_count
    games = write_count(planned, "game")
    if machines.trouble:
        return machines.trouble
    if machines.status == "training":
        return f"Training: {played:,} of {games}."
    if not planned:
        return f"Ready to play {machines.learner} against {machines.opponent}."
    if played < planned:
        return f"Stopped after {played:,} of {games}."
    return f"Trained for {games} against {machines.opponent}."


def _write_intro(machines: Machines) -> str:
    """Return a sentence on what the machines are."""
    counts = {sum(_count_stages(one, machines.mark)) for one in machines.machines.values()}
    boxes = write_list(map(str, sorted(counts)))
    return f"{boxes} boxes; a bead is drawn for a move. {machines.learner} learns."


def _view_machine(name: str, training: Training, stage: int, page: int) -> View:
    """Return what is shown of one machine, with a page of its boxes.

    Parameters
    ----------
    name : str
        Name of the machine.
    training : Training
        Its training.
    stage : int
        Number of its move whose boxes are shown, `LAST_GAME` for those of the last game.
    page : int
        Number of the page, from 0; the last one where there are not so many.
    """
    machine = training.learner
    assert isinstance(machine, Menace)  # noqa: S101 - only machines of boxes are shown
    opened = {change.position: change for change in machine.changes}
    if stage == LAST_GAME:
        last = machine.last_game
        emptied = [last.canonical()] if last is not None and last.result is None else []
        games = [game for game in (*opened, *emptied) if game.current_player == training.mark]
    else:
        games = [
            game
            for game in machine.boxes
            if game.current_player == training.mark and menace_stage(game) == stage
        ]
    last_page = max(0, (len(games) - 1) // BOXES_ON_PAGE)
    page = max(0, min(page, last_page))
    points = training.curve.points
    return {
        "name": name,
        "games": training.game_count,
        "summary": _summarize(training, points[-1]),
        "last": _describe_last(machine, training),
        "outcome": _describe_outcome(machine, training),
        "resigns": is_first_matchbox_empty(machine, training.mark),
        "curve": tuple(
            (
                point.game_count,
                _round(matchboxes_shares(point.random, training.mark)),
                _round(matchboxes_shares(point.perfect, training.mark)),
                point.mistake_count,
            )
            for point in _thin(points)
        ),
        "count": len(games),
        "page": page,
        "pages": last_page + 1,
        "boxes": tuple(
            _view_box(machine, game, opened.get(game))
            for game in games[page * BOXES_ON_PAGE : (page + 1) * BOXES_ON_PAGE]
        ),
    }


def _round(shares: Shares) -> Shares:
    """Return shares in few digits; one that is neither 0 nor 1 becomes neither."""
    win, draw, loss = (
        share if share in (0, 1) else min(float(f"{share:.4g}"), 0.9999) for share in shares
    )
    return win, draw, loss


def _thin(points: tuple[CurvePoint, ...]) -> tuple[CurvePoint, ...]:
    """Return at most about `MOST_POINTS` of the points, the first and the last among them."""
    step = -(-len(points) // MOST_POINTS)
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
    """Return the number of boxes of each stage."""
    stages = [menace_stage(game) for game in machine.boxes if game.current_player == mark]
    return tuple(stages.count(stage) for stage in range(max(stages, default=-1) + 1))


def _summarize(training: Training, point: CurvePoint) -> str:
    return (
        f"After {write_count(training.game_count, 'game')}: "
        f"{point.random.score(training.mark):.2f} points a game against random, "
        f"{point.perfect.score(training.mark):.2f} against perfect; "
        f"may err in {write_count(point.mistake_count, 'position')}."
    )


def _describe_last(machine: Menace, training: Training) -> str:
    """Return a sentence on the last game that the machine learnt from."""
    game = machine.last_game
    if game is None:
        return "No game yet."
    turns = (
        f"{game.at(ply).current_player} {position_name(cell, game)}"
        for ply, cell in enumerate(game.moves)
    )
    moves = call_players(", ".join(turns), game.rules) or "no move"
    return f"Last game: {moves}. It {_ending(game, training.mark)}."


def _describe_outcome(machine: Menace, training: Training) -> str:
    """Return how the last game ended, and what it did to the boxes that were opened."""
    game = machine.last_game
    if game is None:
        return "No game yet: no box was opened."
    gains = {change.after - change.before for change in machine.changes}
    beads = "No box was changed" if not any(gains) else "The open boxes changed"
    if len(gains) == 1 and any(gains):
        (gain,) = gains
        got = "got" if gain > 0 else "lost"
        beads = f"Each open box {got} {write_count(int(abs(gain)), 'bead')}"
    return f"Last game: it {_ending(game, training.mark)}. {beads}."


def _ending(game: Game, mark: Mark) -> str:
    """Return how a game ended for a mark; one that is not over was resigned."""
    if game.result is None:
        winner = opponent(game.current_player)
        return "resigned" if winner != mark else "won: the opponent resigned"
    if game.is_draw:
        return "drew"
    return "won" if game.winner == mark else "lost"
