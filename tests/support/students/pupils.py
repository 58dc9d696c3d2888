"""A simulated pupil who takes lessons on a board and makes one mistake in every step."""

import re
from collections.abc import Callable, Iterator

from playwright.sync_api import expect

from tests.support.hosts.jupyter import Board, until
from tictactoe_widget.classroom.lessons.lesson import Exercise, Lesson
from tictactoe_widget.rules.errors import IllegalMoveError
from tictactoe_widget.rules.game import Game

# Press a button by its name, or a cell by its number from 1.
Press = Callable[[str | int], None]

# Marks on a board, by position.
MARKS = """root => [...root.querySelectorAll(".ttt-cell")]
  .toSorted((one, other) => one.dataset.position - other.dataset.position)
  .map((cell) => cell.dataset.mark)"""


def verdicts(exercise: Exercise, game: Game) -> Iterator[tuple[int, str, Game, str]]:
    """Yield each move's cell, verdict, game afterwards, and words."""
    for cell in range(game.rules.cell_count):
        try:
            judged = exercise.judge(game, cell)
        except IllegalMoveError:
            continue
        yield cell, judged.verdict, judged.game, judged.words


def shows(board: Board, game: Game) -> None:
    """Wait until the board shows a game's marks."""
    marks = [mark or "" for mark in game.board]
    until(lambda: board.root.evaluate(MARKS) == marks, f"the board shows {marks}")


def is_at(board: Board, lesson: Lesson, number: int) -> None:
    """Wait until the board shows a lesson's step. Earlier presses would be stale."""
    place = board.root.locator(".ttt-activity-head p span")
    expect(place).to_have_text(f"Step {number} of {len(lesson.exercises)}")
    shows(board, lesson.exercises[number - 1].game)


def take(board: Board, lesson: Lesson, press: Press, hold: Callable[[str], None]) -> None:
    """Take a lesson to its end, with a mistake first in each step that allows one.

    The right move replaces the wrong one.

    Parameters
    ----------
    board : Board
        Board on which the lesson is open at its first step.
    lesson : Lesson
        The lesson.
    press : callable
        How the pupil presses buttons and cells.
    hold : callable
        Function that is called with each moment's name, once the board shows it.
    """
    judged = board.root.locator(".ttt-judged")
    answer = board.root.locator(".ttt-answer")
    count = len(lesson.exercises)
    for number, exercise in enumerate(lesson.exercises, start=1):
        is_at(board, lesson, number)
        hold(f"step {number}")
        game, is_right = exercise.game, not exercise.step.task
        wrong = next((one for one in verdicts(exercise, game) if one[1] == "wrong"), None)
        if wrong and not is_right:
            cell, _, refuted, words = wrong
            press(cell + 1)
            expect(answer).to_have_attribute("data-verdict", "wrong")
            expect(judged).to_have_text(re.compile(f"^✗ Not yet. {re.escape(words)}$"))
            shows(board, refuted)
            hold(f"step {number}, wrong")
        while not is_right:
            cell, verdict, game, words = next(
                one for one in verdicts(exercise, game) if one[1] != "wrong"
            )
            press(cell + 1)
            expect(answer).to_have_attribute("data-verdict", verdict)
            expect(judged).to_contain_text(words)
            shows(board, game)
            hold(f"step {number}, {verdict}")
            is_right = verdict == "right"
        if number < count:
            press("Next")
