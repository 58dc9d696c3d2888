"""Activities: a lesson, a puzzle or an example on the board, and what a person has solved."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal, Self

from tictactoe_widget.classroom.lessons import LESSONS, Exercise, Lesson
from tictactoe_widget.rules.errors import IllegalMoveError
from tictactoe_widget.rules.game import Game
from tictactoe_widget.validation.quoting import brief

Verdict = Literal["read", "open", "on", "right", "wrong"]
"""Standing of a step.

``"read"``: nothing is asked. ``"open"``: the task awaits a move. ``"on"``: right so far, and
the game goes on. ``"right"``: solved. ``"wrong"``: the last move was wrong, and is refuted.
"""


@dataclass(frozen=True)
class Activity:
    """A lesson, a puzzle or an example that is given on the board; immutable."""

    lesson: Lesson
    """Lesson that is given; a puzzle and an example are lessons of one step."""
    position: Game
    """Position in which the next move is judged. A wrong move and its refutation are shown
    beside it, and stand until the next try."""
    step: int = 0
    """Present step, from 0."""
    verdict: Verdict = "open"
    """Standing of the present step."""
    feedback: str = ""
    """What is said to the last move; empty before the first."""
    is_hint_shown: bool = False
    """True once the hint of the present step was asked for, until a move: what is said to
    that takes its place, and the hint can be asked for again."""
    tries: int = 0
    """Wrong moves at the present step since it was opened; the same one again, as by a double
    click, counts once."""
    cell: int | None = None
    """Last move that was judged, a cell unless marks are chosen; None before the first, and
    where the rules refused it."""
    solved: frozenset[int] = frozenset()
    """Steps that the person has solved or read, now or earlier."""
    day: date | None = None
    """Day whose puzzle this is; None for anything else."""

    @classmethod
    def begin(
        cls,
        lesson: Lesson,
        *,
        step: int | None = None,
        solved: frozenset[int] = frozenset(),
        day: date | None = None,
    ) -> Self:
        """Return a lesson at one of its steps.

        Parameters
        ----------
        lesson : Lesson
            Lesson that is given.
        step : int, optional
            Step to begin with, from 0; by default the first that is not solved.
        solved : frozenset of int
            Steps that the person has solved before.
        day : date, optional
            Day whose puzzle this is.

        Raises
        ------
        ValueError
            When the lesson has no such step.
        """
        activity = cls(lesson, lesson.exercises[0].game, solved=solved, day=day)
        if step is None:
            steps = range(len(lesson.exercises))
            step = next((at for at in steps if at not in solved), 0)
        return activity.at_step(step)

    @property
    def exercise(self) -> Exercise:
        """Present step, set up."""
        return self.lesson.exercises[self.step]

    def at_step(self, to: object) -> Self:
        """Return the activity at the beginning of a step; one to be read counts as solved.

        Raises
        ------
        ValueError
            When there is no such step.
        """
        last = len(self.lesson.exercises) - 1
        if type(to) is not int or not 0 <= to <= last:
            raise ValueError(f"step must be an int from 0 to {last}, not {brief(to)}")
        exercise = self.lesson.exercises[to]
        is_read = not exercise.step.task
        return replace(
            self,
            position=exercise.game,
            step=to,
            verdict="read" if is_read else "open",
            feedback="",
            is_hint_shown=False,
            tries=0,
            cell=None,
            solved=self.solved | {to} if is_read else self.solved,
        )

    def again(self) -> Self:
        """Return the activity at the beginning of the present step; tries and hint stay."""
        anew = self.at_step(self.step)
        return replace(anew, tries=self.tries, is_hint_shown=self.is_hint_shown)

    def with_hint(self) -> Self:
        """Return the activity with the hint of the present step shown.

        Raises
        ------
        ValueError
            When the step has none.
        """
        if not self.exercise.step.hint:
            raise ValueError("This step has no hint")
        return replace(self, is_hint_shown=True)

    @property
    def is_at_last_step(self) -> bool:
        """True when no step follows the present one."""
        return self.step == len(self.lesson.exercises) - 1

    @property
    def awaits_move(self) -> bool:
        """True when the present step asks for a move; after a wrong one, for another."""
        return self.verdict not in ("read", "right")

    def check_open(self) -> None:
        """Raise an error unless the present step awaits a move.

        Raises
        ------
        IllegalMoveError
            When it was solved, or asks for nothing.
        """
        is_last = self.is_at_last_step
        if self.verdict == "right":
            how = "Again to play it once more" if is_last else "Next"
            raise IllegalMoveError(f"Solved: press {how}")
        if self.verdict == "read":
            raise IllegalMoveError(f"Nothing to play here{'' if is_last else ': press Next'}")

    def after_move(self, cell: int) -> tuple[Self, Game]:
        """Return the activity after a move, and the game that is shown then.

        A wrong move before it is taken back.

        Parameters
        ----------
        cell : int
            Cell that is played; where marks are chosen, the move.

        Raises
        ------
        InvalidInputError
            When `cell` is not an integer.
        IllegalMoveError
            When the step awaits no move, or the rules refuse this one.
        """
        self.check_open()
        judged = self.exercise.judge(self.position, cell)
        is_wrong = judged.verdict == "wrong"
        activity = replace(
            self,
            position=self.position if is_wrong else judged.game,
            verdict=judged.verdict,
            feedback=judged.words,
            is_hint_shown=False,
            tries=self.tries + (is_wrong and cell != self.cell),
            cell=None if judged.game is self.position else cell,
            solved=self.solved | {self.step} if judged.verdict == "right" else self.solved,
        )
        return activity, judged.game


@dataclass(frozen=True)
class SolvedSteps:
    """Steps and daily puzzles that a person has solved so far; they only grow."""

    steps: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """Solved steps of lessons, from 0, by the name of the lesson."""
    days: frozenset[date] = frozenset()
    """Days whose puzzle was solved."""

    def of(self, lesson: Lesson) -> frozenset[int]:
        """Return the solved steps of one of `LESSONS`; none for any other lesson."""
        if not is_kept_lesson(lesson):
            return frozenset()
        # A lesson may have had more steps when it was saved.
        known = range(len(lesson.exercises))
        return self.steps.get(lesson.name, frozenset()).intersection(known)

    def after(self, activity: Activity) -> Self:
        """Return the progress with what is solved in an activity."""
        if activity.day is not None and activity.solved:
            return replace(self, days=self.days | {activity.day})
        if is_kept_lesson(activity.lesson) and activity.solved:
            return self.merged(replace(self, steps={activity.lesson.name: activity.solved}))
        return self

    def merged(self, other: Self) -> Self:
        """Return all that is solved in this or the other."""
        steps = {
            name: self.steps.get(name, frozenset()) | other.steps.get(name, frozenset())
            for name in (*self.steps, *other.steps)
        }
        return replace(self, steps=steps, days=self.days | other.days)


def is_kept_lesson(lesson: Lesson) -> bool:
    """Return whether a lesson is one of `LESSONS`, whose solved steps are kept."""
    return LESSONS.get(lesson.name) is lesson
