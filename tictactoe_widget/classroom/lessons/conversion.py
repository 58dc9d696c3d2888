"""Puzzles and examples of rule cards as lessons of one step, so that a board gives them."""

from random import Random

from tictactoe_widget.analysis.sentences import join_cells
from tictactoe_widget.rules.cards.card import Example
from tictactoe_widget.rules.notation import position_name

from ..puzzles.puzzles import Puzzle
from ..puzzles.tasks import PuzzleKind
from .exercise import Step
from .lesson import Lesson

_TOLD: dict[PuzzleKind, str] = {
    "win": "You can win this, whatever the other player does.",
    "draw": "Take care: nobody can force a win here, and all moves but one lose.",
    "fork": "The other player can block one threat, but not two.",
    "block": "The other player is about to win.",
    "misere": "Whoever completes a line loses. Take care: all moves but one lose.",
}
"""Text that is told to a puzzle, by its kind."""

CELLS_OF_A_HINT = 3
"""Number of cells that the hint to a puzzle leaves."""


def lesson_of_puzzle(puzzle: Puzzle, title: str = "Puzzle") -> Lesson:
    """Return a lesson that sets a puzzle; its hint leaves a few cells, one of them right.

    Raises
    ------
    ValueError
        When there is no such kind, or nobody is to move.

    Examples
    --------
    >>> from tictactoe_widget.classroom import puzzles
    >>> lesson = lesson_of_puzzle(puzzles("standard", "block")[0])
    >>> print(lesson.exercises[0].ask)
    O to move: stop X's threat.
    """
    step = Step(
        _TOLD.get(puzzle.kind, puzzle.task),
        position=puzzle.game,
        task=puzzle.kind,
        ask=puzzle.task,
        hint=_hint(puzzle),
    )
    return Lesson(title, [step], puzzle.game.rules, kind="puzzle")


def _hint(puzzle: Puzzle) -> str:
    """Name one solution among a few wrong moves; the same for the same puzzle."""
    if not puzzle.solutions:
        return ""
    random = Random(puzzle.game.to_text())
    wrong = puzzle.wrong_moves
    others = random.sample(wrong, min(CELLS_OF_A_HINT - 1, len(wrong)))
    cells = sorted([random.choice(puzzle.solutions), *others])
    named = join_cells(cells, lambda cell: position_name(cell, puzzle.game))
    return f"One of these is right: {named}."


def lesson_of_example(example: Example, title: str = "Try it") -> Lesson:
    """Return a lesson that has an example of a rule card tried on the board.

    A cell off the board cannot be played there: such an example is told.

    Examples
    --------
    >>> from tictactoe_widget import STANDARD
    >>> lesson = lesson_of_example(STANDARD.card.examples[0])
    >>> lesson.exercises[0].ask
    'X to move: play 5.'
    """
    game, position = example.before, example.position
    if not 0 <= example.cell < game.rules.action_count:
        told = f"{example.text} {position}: {example.outcome}."
        step = Step(told, position=game)
    elif example.after is None:
        step = Step(
            example.text,
            position=game,
            task="refused",
            ask=f"Try to play {position}.",
            cells=[position],
        )
    else:
        step = Step(
            example.text,
            position=game,
            task="play",
            cells=[position],
            right=_as_sentence(example.outcome),
        )
    return Lesson(title, [step], game.rules, kind="example")


def _as_sentence(message: str) -> str:
    return message if message.endswith("!") else f"{message}."
