"""Every lesson of the package, taken at a table by a person who errs once at each step."""

import pytest

from tests.support.models import nine_cells as nine
from tests.support.models.naive_rules import wins_within
from tests.support.models.naive_variants import NaiveVariant, worths
from tests.support.scenes.recording_host import RecordingHost
from tictactoe_widget.classroom import LESSONS

LISTED = ("play", "refused")  # tasks whose cells stand in the step; the others are searched
CHANGED = {
    "torus-3x3k3": NaiveVariant(3, 3, 3, torus=True),
    "notakto": NaiveVariant(3, 3, 3, misere=True, marks="same"),
    "wild": NaiveVariant(3, 3, 3, marks="chosen"),
}
"""Rules of steps that are not played by those of nine cells alone."""


def right_move(exercise, game):
    """A move that solves the step, or goes on rightly, where one is to be made."""
    task, cells = exercise.step.task, range(game.rules.cell_count)
    if task == "any":
        return game.legal_moves[-1]
    if task in LISTED and exercise.named:
        return exercise.named[-1]
    if task == "refused":
        return next(cell for cell in reversed(cells) if cell not in game.legal_moves)
    if game.rules.name in CHANGED:
        assert task in ("win", "keep")
        found = worths(CHANGED[game.rules.name], game.board)
        wins = {move: plies for move, (value, plies) in found.items() if value == 1}
        cell, mark = min(wins, key=wins.__getitem__)
        return game.move_of(cell, mark)
    if game.rules.name == "ultimate":
        assert task == "win"
        return wins_within(game.moves, 3)[0]
    marks = "".join(mark or "." for mark in game.board)
    return nine.solutions(task, marks, misere=exercise.game.rules.misere)[-1]


def wrong_move(exercise):
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
        wrong = wrong_move(exercise)
        if wrong is not None:
            missed += 1
            host.ask_to_play(wrong)
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
            host.ask_to_play(right_move(exercise, game))
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
