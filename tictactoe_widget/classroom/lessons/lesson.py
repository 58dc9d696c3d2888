"""Lessons as data: what a step tells, the position it shows and the task it sets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

from tictactoe_widget.analysis.sentences import join_cells
from tictactoe_widget.classroom.puzzle import Puzzle
from tictactoe_widget.classroom.tasks import PuzzleKind
from tictactoe_widget.drawing.markup import TextDisplay, escape
from tictactoe_widget.rules.cards import Example
from tictactoe_widget.rules.game import position_name
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.validation import as_tuple, brief, check_kind

from .exercise import Exercise, Step, as_sentence, clean_lesson_text, set_up_exercise

# kind of a lesson: one that was written as such, a puzzle, or an example of a rule card
_LessonKind = Literal["lesson", "puzzle", "example"]


@dataclass(frozen=True)
class Lesson(TextDisplay):
    """A lesson: steps that tell, show a position and set a task.

    A board gives it: ``TicTacToe(lesson=lesson)``.

    Raises
    ------
    TypeError, ValueError
        When a part is of the wrong kind, a cell does not exist, or a position cannot be
        reached; the message names the step. Tasks that cannot be judged or solved are
        found by `check`.

    Examples
    --------
    >>> from tictactoe_widget.classroom import Lesson, Step
    >>> lesson = Lesson(
    ...     "My first lesson",
    ...     [Step("Three in a row win.", position="XX./OO./...", task="win")],
    ... )
    >>> exercise = lesson.exercises[0]
    >>> exercise.ask, exercise.solutions
    ('X to move: win at once.', (2,))
    >>> exercise.judge(exercise.game, 8).words
    'That loses: 3 would have won. O wins at 6.'
    >>> Lesson("Wrong", [Step("Both have won.", position="XXX/OOO/...")])
    Traceback (most recent call last):
        ...
    ValueError: step 1: both players have a line: the first one ended the game
    """

    title: str
    """Title, a few words."""
    steps: Iterable[Step]
    """Steps, one at least, in order."""
    rules: str | Rules = STANDARD
    """Rules of the positions, or their name; a step may name others."""
    about: str = ""
    """Subject of the lesson, in a sentence."""
    learnt: str = ""
    """Text said at the end of the lesson: what was learnt, in a sentence or two."""
    name: str = field(default="", kw_only=True)
    """Name by which `LESSONS` has it; empty for any other."""
    kind: _LessonKind = field(default="lesson", kw_only=True)
    """Kind: a lesson, a puzzle, or an example of a rule card."""
    exercises: Sequence[Exercise] = field(init=False, repr=False, compare=False)
    """The steps with their positions set up, in order."""

    def __post_init__(self) -> None:
        if not isinstance(self.title, str) or not self.title.strip():
            raise ValueError(f"title must be text that can be shown, not {brief(self.title)}")
        for part in ("about", "learnt"):
            check_kind(getattr(self, part), part, str, expected="text")
        for part in ("title", "about", "learnt"):
            object.__setattr__(self, part, clean_lesson_text(getattr(self, part)))
        rules = find_rules(self.rules)
        steps = as_tuple(self.steps, "steps")
        if not steps:
            raise ValueError("a lesson needs at least one step")
        exercises = []
        for number, step in enumerate(steps, start=1):
            check_kind(step, f"step {number}", Step)
            try:
                exercises.append(set_up_exercise(step, rules))
            except (TypeError, ValueError) as error:
                raise type(error)(f"step {number}: {error}") from None
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "exercises", tuple(exercises))

    def check(self) -> None:
        """Check that every task can be judged and solved; a board does so when it opens it.

        Raises
        ------
        ValueError
            When a task is not one of its position, or cannot be judged, or what is said to
            wrong moves is about a right one; the message names the step.
        """
        for number, exercise in enumerate(self.exercises, start=1):
            try:
                exercise.check()
            except ValueError as error:
                raise ValueError(f"step {number}: {error}") from None

    def __str__(self) -> str:
        """Return the steps with their solutions as text, for a teacher."""
        steps = [
            "\n".join(filter(None, [f"{number}. {one.step.text}", str(one.game), *_solve(one)]))
            for number, one in enumerate(self.exercises, start=1)
        ]
        return "\n\n".join([f"{self.title}: {len(steps)} steps", *steps])

    def _repr_html_(self) -> str:
        """Return the steps with pictures and solutions, for a teacher's notebook."""
        steps = "".join(
            '<li style="break-inside:avoid;margin-bottom:1em">'
            + "".join(f"<p>{escape(part)}</p>" for part in one.step.text.split("\n\n"))
            + one.game.to_svg(size=140)
            + "".join(f"<p>{escape(line)}</p>" for line in _solve(one))
            + "</li>"
            for one in self.exercises
        )
        return f"<h3>{escape(self.title)}</h3><p>{escape(self.about)}</p><ol>{steps}</ol>"


def _solve(exercise: Exercise) -> list[str]:
    """Return the task of a step, its solution and its hint, or the mistake in it."""
    try:
        exercise.check()
        told = " ".join(filter(None, [exercise.ask, exercise.answer, exercise.step.right]))
    except ValueError as error:
        return [f"Mistake: {error}."]
    hint = exercise.step.hint
    return [line for line in (told, f"Hint: {hint}" if hint else "") if line]


# Puzzles and examples of rule cards as lessons of one step, so that a board gives them.

# text that is told to a puzzle, by its kind
_TOLD: dict[PuzzleKind, str] = {
    "win": "You can win this, whatever the other player does.",
    "draw": "Take care: nobody can force a win here, and all moves but one lose.",
    "fork": "The other player can block one threat, but not two.",
    "block": "The other player is about to win.",
    "misere": "Whoever completes a line loses. Take care: all moves but one lose.",
}

_CELLS_OF_A_HINT = 3  # number of cells that the hint to a puzzle leaves


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
    others = random.sample(wrong, min(_CELLS_OF_A_HINT - 1, len(wrong)))
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
    step = Step(example.text, game, cells=[position])
    if not 0 <= example.cell < game.rules.action_count:
        step = Step(f"{example.text} {position}: {example.outcome}.", game)
    elif example.after is None:
        step = replace(step, task="refused", ask=f"Try to play {position}.")
    else:
        step = replace(step, task="play", right=as_sentence(example.outcome))
    return Lesson(title, [step], game.rules, kind="example")
