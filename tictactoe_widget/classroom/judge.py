"""Judge that runs answers to notebook exercises safely and gives a verdict on each.

An answer can be a value or a function. For example, cells can be a list, a set or a generator,
and a function can also be a lambda, a `functools.partial` or a class. The judge hides
everything that an answer prints, stops answers that take too many steps, and turns every
exception into a sentence.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from inspect import isclass, iscoroutine, isgenerator
from itertools import islice
from numbers import Number, Rational
from traceback import extract_tb
from typing import Any, Literal

from tictactoe_widget.drawing.markup import TextDisplay, escape
from tictactoe_widget.rules.game import Game
from tictactoe_widget.sandbox.limits import INSTALLED, OverBudgetError
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import join_sentences
from tictactoe_widget.validation import as_int, brief, describe_error, type_name, visible

from .checking.questions import Asker

STEPS_OF_A_CALL = 2_000_000
"""Maximum number of steps for one call to a student's function."""

_MOST_ITEMS = 1_000  # maximum number of items to read from an answer, which could be endless


class NotYetError(Exception):
    """Exception that describes what is wrong with an answer, and in which position."""

    def __init__(self, message: str, game: Game | None = None) -> None:
        super().__init__(message)
        self.game = game


class NoAnswerError(Exception):
    """Exception for an exercise that the student hasn't answered yet."""


@dataclass(frozen=True, repr=False)
class Feedback(TextDisplay, Serializable):
    """Verdict on an answer, with a reason.

    A verdict counts as true in an ``if`` statement only if the answer is right.
    """

    _keys = ("exercise", "state", "message", "position=game")

    exercise: str
    """Name of the exercise, such as ``"play-3"``."""
    state: Literal["right", "not yet", "waiting"]
    """``"right"`` for a right answer, ``"not yet"`` for a wrong answer, or ``"waiting"`` if
    there is no answer."""
    message: str
    """Verdict and its reason, as text."""
    game: Game | None = None
    """Position in which the answer is wrong, or None."""

    def __bool__(self) -> bool:
        return self.state == "right"

    def __str__(self) -> str:
        return self.message if self.game is None else f"{self.message}\n{self.game}"

    def _repr_html_(self) -> str:
        """Return the verdict as HTML, with a picture of the position."""
        text = f'<pre style="white-space: pre-wrap">{escape(self.message)}</pre>'
        return text if self.game is None else text + self.game.to_svg()


@dataclass(frozen=True)
class Assignment:
    """Exercise in a notebook, with its hints and the function that judges answers."""

    name: str
    """Name of the notebook, with the number of the exercise, such as ``"play-3"``."""
    answer: str
    """Name under which the notebook passes the answer."""
    waiting: str
    """Sentence to show while there is no answer."""
    hints: tuple[str, str]
    """A small hint and a bigger hint."""
    judge: Callable[["Attempt"], str]
    """Function that returns praise for a right answer, and otherwise raises `NotYetError`."""


class UnreadableError(Exception):
    """Exception for a value that cannot be read as an answer.

    Parameters
    ----------
    expected : str
        Expected form of the value, such as "a number".
    value : object
        Value that isn't in the expected form.
    """

    def __init__(self, expected: str, value: Any) -> None:
        super().__init__()
        self.expected = expected
        self.value = value


def read_move(found: Any) -> int:
    """Read a cell. Refuse a float such as 4.0, as the board does."""
    try:
        return as_int(found)
    except TypeError:
        raise UnreadableError("a cell (an int)", found) from None


def read_number(found: Any) -> Fraction:
    """Convert a finite number of any type to a fraction."""
    try:
        if isinstance(found, Number):
            exact = isinstance(found, Rational | Decimal)
            return Fraction(found if exact else float(found))  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):  # complex, not a number, or infinite
        pass
    raise UnreadableError("a number", found)


def read_whole(found: Any) -> int:
    """Convert a whole number of any type to an int."""
    number = Fraction(1, 2) if isinstance(found, bool) else read_number(found)
    if number.denominator != 1:
        raise UnreadableError("a whole number", found)
    return int(number)


def read_text(found: Any) -> str:
    """Read a string, and remove white space from both ends."""
    if not isinstance(found, str):
        raise UnreadableError("a string (text in quotes)", found)
    return found.strip()


def read_truth(found: Any) -> bool:
    """Read True or False, or a number that is equal to one of them."""
    try:
        if found in (True, False):
            return bool(found)
    except ValueError:  # an array with several items
        pass
    raise UnreadableError("True or False", found)


def read_once(found: Any, expected: str) -> list[Any]:
    """Read the items in an iterable once. Refuse a string."""
    if isinstance(found, str | bytes) or not isinstance(found, Iterable):
        raise UnreadableError(expected, found)
    items = list(islice(found, _MOST_ITEMS + 1))
    if len(items) > _MOST_ITEMS:
        raise UnreadableError(expected, found)
    return items


def read_cells(found: Any) -> list[int]:
    """Read cells from any iterable, and keep their order."""
    expected = "cells such as [0, 4]"
    cells = read_once(found, expected)
    try:
        return [read_whole(cell) for cell in cells]
    except UnreadableError:
        raise UnreadableError(expected, cells) from None


class Attempt:
    """Student's answer to an exercise.

    Parameters
    ----------
    given : object
        The answer: a value or a function.
    name : str
        Name that messages use for the answer.
    asker : Asker
        Context in which the answer is called.
    """

    def __init__(self, given: Any, name: str, asker: Asker) -> None:
        self.given = given
        self.name = name
        self._asker = asker
        self._is_first = True
        if given is None or given is ...:
            raise NoAnswerError

    def part(self, given: Any, name: str) -> "Attempt":
        """Return an attempt for one part of an answer that has several parts."""
        return Attempt(given, name, self._asker)

    def run(
        self,
        work: Callable[[], Any],
        game: Game | None = None,
        steps: int = STEPS_OF_A_CALL,
        verb: Literal["be", "return"] = "be",
    ) -> Any:
        """Run code that calls or reads the answer, and return the result.

        Raises
        ------
        NotYetError
            If the answer raises an exception, takes too many steps or has the wrong form.
        """
        try:
            return self._asker.execute(work, steps)
        except (NotYetError, NoAnswerError, KeyboardInterrupt):
            raise
        except UnreadableError as error:
            said = f"{self.name} must {verb} {error.expected}, not {brief(error.value)}."
            note = "Use return, not yield." if isgenerator(error.value) else ""
            raise NotYetError(join_sentences(said, note), game) from None
        except OverBudgetError:
            said = f"{self.name} took more than {steps:,} steps. Does a loop never end?"
            raise NotYetError(said, game) from None
        except BaseException as error:  # noqa: BLE001 - an answer can raise anything
            raise NotYetError(self._describe_crash(error), game) from None

    def _describe_crash(self, error: BaseException) -> str:
        """Describe an exception, and quote the line of the student's code that raised it."""
        said = describe_error(error)
        if isinstance(error, NameError):
            said = f"{said}. Did you run the cells above?"
        frames = extract_tb(error.__traceback__)
        own = [frame for frame in frames if not frame.filename.startswith(INSTALLED)]
        if not own:
            return f"{self.name} raised {said}."
        line = visible(own[-1].line or "…", 80)
        return f"{self.name} raised {said}\n  line {own[-1].lineno} in {own[-1].name}: {line}"

    def call(
        self, read: Callable[[Any], Any], *arguments: Any, steps: int = STEPS_OF_A_CALL
    ) -> Any:
        """Call the answer as a function, and convert the function's result with `read`.

        If the first argument is a game, error messages show its position.
        """
        game = next((one for one in arguments[:1] if isinstance(one, Game)), None)
        printed = self._asker.printed_line_count
        found = self.run(lambda: self._call(read, arguments), game, steps, "return")
        is_first, self._is_first = self._is_first, False
        if found is not None:
            return found
        if self._asker.printed_line_count > printed:
            said = "returned None, but it printed something. Use return, not print."
        elif is_first:
            raise NoAnswerError
        else:
            said = "returned None. Is a return missing?"
        raise NotYetError(f"{self.name} {said}", game)

    def _call(self, read: Callable[[Any], Any], arguments: tuple[Any, ...]) -> Any:
        found = self.function()(*arguments)
        if iscoroutine(found):
            found.close()  # otherwise Python warns that the coroutine was not awaited
            raise NotYetError(f"{self.name} must start with def, not async def.")
        return None if found is None else read(found)

    def function(self) -> Callable[..., Any]:
        """Return the answer as a function.

        If the answer is a class whose objects can be called, return a new object.
        """
        self.require_function()
        given: Any = self.given
        if isclass(given) and any("__call__" in vars(kind) for kind in given.__mro__):
            given = given()
        function: Callable[..., Any] = given
        return function

    def require_function(self) -> None:
        """Raise `NotYetError` if the answer can't be called."""
        if not callable(self.given):
            raise NotYetError(f"{self.name} must be a function, not {brief(self.given)}.")

    def require_legal(self, cell: int, game: Game) -> int:
        """Return the cell if it is a legal move, otherwise raise `NotYetError`."""
        if cell not in game.legal_moves:
            raise NotYetError(f"{self.name} returned {cell}, which isn't legal here.", game)
        return cell

    def move(self, game: Game, *, steps: int = STEPS_OF_A_CALL) -> int:
        """Call the answer with a game and return the legal move that the answer chooses."""
        if isclass(self.given):  # boards also refuse classes as players
            kind = type_name(self.given)
            raise NotYetError(
                f"{self.name} must be a function, not the class {kind}: write {kind}()."
            )
        return self.require_legal(self.call(read_move, game, steps=steps), game)

    def read(self, read: Callable[[Any], Any]) -> Any:
        """Convert the answer itself with `read`. The result must not be empty or 0."""
        found = self.run(lambda: read(self.given))
        if not found:
            raise NoAnswerError
        return found


def judge(assignment: Assignment, given: Any) -> Feedback:
    """Judge an answer to an exercise. Only `KeyboardInterrupt` can reach the caller."""
    name = assignment.name
    with Asker() as asker:
        try:
            praise = assignment.judge(Attempt(given, assignment.answer, asker))
        except NoAnswerError:
            return Feedback(name, "waiting", assignment.waiting)
        except NotYetError as error:
            said = f"Not yet: {error!s}"
            return Feedback(name, "not yet", said, error.game)
    return Feedback(name, "right", f"Right: {praise}")
