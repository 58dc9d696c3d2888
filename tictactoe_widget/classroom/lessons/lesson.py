"""Lessons as data: what a step tells, the position it shows and the task it sets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.picture.markup import TextDisplay, escape
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.validation.arguments import as_tuple
from tictactoe_widget.validation.quoting import brief

from .exercise import Exercise, Step, clean_lesson_text, set_up_exercise

LessonKind = Literal["lesson", "puzzle", "example"]
"""Kind of a lesson: one that was written as such, a puzzle, or an example of a rule card."""


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
    kind: LessonKind = field(default="lesson", kw_only=True)
    """Kind: a lesson, a puzzle, or an example of a rule card."""
    exercises: Sequence[Exercise] = field(init=False, repr=False, compare=False)
    """The steps with their positions set up, in order."""

    def __post_init__(self) -> None:
        if not isinstance(self.title, str) or not self.title.strip():
            raise ValueError(f"title must be text that can be shown, not {brief(self.title)}")
        for part in ("about", "learnt"):
            if not isinstance(getattr(self, part), str):
                raise TypeError(f"{part} must be text, not {brief(getattr(self, part))}")
        for part in ("title", "about", "learnt"):
            object.__setattr__(self, part, clean_lesson_text(getattr(self, part)))
        rules = find_rules(self.rules)
        steps = as_tuple(self.steps, "steps")
        if not steps:
            raise ValueError("a lesson needs at least one step")
        exercises = []
        for number, step in enumerate(steps, start=1):
            if not isinstance(step, Step):
                raise TypeError(f"step {number} must be a Step, not {brief(step)}")
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
