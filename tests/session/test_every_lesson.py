"""Every lesson of the package, taken at a table by a person who errs once at each step."""

import pytest

from tests.support.models import nine_cells as nine
from tests.support.scenes.recording_host import RecordingHost
from tictactoe_widget.classroom import LESSONS

LISTED = ("play", "refused")  # tasks whose cells stand in the step; the others are searched


def right_cell(exercise, game):
    """A cell that solves the step, or goes on rightly, where a move is to be made."""
    task, cells = exercise.step.task, range(game.rules.cell_count)
    if task == "any":
        return game.legal_moves[-1]
    if task in LISTED and exercise.named:
        return exercise.named[-1]
    if task == "refused":
        return next(cell for cell in reversed(cells) if cell not in game.legal_moves)
    marks = "".join(mark or "." for mark in game.board)
    return nine.solutions(task, marks, misere=exercise.game.rules.misere)[-1]


def wrong_cell(exercise):
    """A legal move that does not solve the step; None where every one does."""
    game, task = exercise.game, exercise.step.task
    if task == "refused":
        return next(iter(game.legal_moves), None)
    right = set(game.legal_moves) if task in ("", "any") else set(exercise.solutions)
    return next((cell for cell in game.legal_moves if cell not in right), None)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_taken_to_its_end_with_a_mistake_at_every_step(name):
    host = RecordingHost()
    own = host.state["board"]
    host.ask("lesson", name=name)
    missed = 0
    for number, exercise in enumerate(LESSONS[name].exercises):
        host.ask("lesson_step", to=number)
        wrong = wrong_cell(exercise)
        if wrong is not None:
            missed += 1
            host.ask("play", cell=wrong)
            assert (host.state["activity"]["state"], host.state["activity"]["tries"]) == (
                "wrong",
                1,
            )
            assert host.state["activity"]["feedback"]
        if exercise.step.hint:
            host.ask("hint")
            assert host.state["activity"]["hint"] == exercise.step.hint
        game = exercise.game  # to which the next move takes a wrong one back
        while host.state["activity"]["state"] in ("open", "on", "wrong"):
            host.ask("play", cell=right_cell(exercise, game))
            game = host.session.game
        assert host.state["activity"]["state"] == ("right" if exercise.step.task else "read")
        assert host.state["activity"]["feedback"].endswith(exercise.step.right)
    assert missed > len(LESSONS[name].exercises) / 3
    assert all(answer["ok"] for answer in host.sent)
    assert all(host.state["activity"]["solved"])
    following = [*LESSONS, ""][list(LESSONS).index(name) + 1]
    assert host.state["activity"]["next"] == following
    assert host.mirror == host.state
    host.ask("lesson", name="")
    assert (host.state["activity"], host.state["board"]) == (None, own)
