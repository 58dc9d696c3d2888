"""Exercises of the notebooks: their hints, and what a right answer must do.

The texts of the exercises are in the notebooks, and the solutions are in the folder teacher.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tictactoe_widget.drawing.markup import TextDisplay
from tictactoe_widget.rules.game import Game
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import _

from .judge import Assignment, Attempt, Feedback, NotYetError, judge, read_cells

_Judge = Callable[[Attempt], str]

_ASSIGNMENTS: dict[str, Assignment] = {}


def _assignment(
    name: str, answer: str, waiting: str, first: str, second: str
) -> Callable[[_Judge], _Judge]:
    """Return a decorator that registers the judge of an exercise.

    Parameters
    ----------
    name : str
        Name of the notebook and number of the exercise.
    answer : str
        Name that the notebook gives the answer.
    waiting : str
        Sentence to show while there is no answer.
    first, second : str
        Small hint, and a bigger one.
    """

    def register(judges: _Judge) -> _Judge:
        _ASSIGNMENTS[name] = Assignment(name, answer, waiting, (first, second), judges)
        return judges

    return register


def _unfinished(rules: str = "standard") -> Iterator[Game]:
    """Yield each unfinished position once, those with fewer marks first."""
    games, seen = [Game(rules)], set()
    for game in games:
        if not game.is_over and game.key not in seen:
            seen.add(game.key)
            yield game
            games += [game.play(cell) for cell in game.legal_moves]


# Notebook play


def _read_round(attempt: Attempt) -> Game:
    """Play the moves of an answer, and return the game."""
    if isinstance(attempt.given, set | frozenset):
        raise NotYetError(_("moves must be in order. Use a list, because a set has no order."))
    game = Game()
    for number, cell in enumerate(attempt.read(read_cells), 1):
        try:
            game = game.play(cell)
        except ValueError as error:
            said = _("Move {number} is {cell}. {error}", number=number, cell=cell, error=error)
            raise NotYetError(said, game) from None
    return game


@_assignment(
    "play-1",
    "moves",
    _("Exercise 1 waits for your moves."),
    _("X makes the moves 1, 3 and 5. These three cells must be in a line."),
    _("X plays 0, 1 and 2, and O plays elsewhere: write X's first cell, then O's, and so on."),
)
def _play_1(attempt: Attempt) -> str:
    game = _read_round(attempt)
    if game.winner != "X":
        raise NotYetError(_("X hasn't won. {message}", message=game.message), game)
    if game.move_count != 5:
        said = _("X must win with its third mark, in move 5, not in move {count}.")
        raise NotYetError(said.format(count=game.move_count), game)
    return _("X wins in five moves.")


@_assignment(
    "play-2",
    "moves",
    _("Exercise 2 waits for your moves."),
    _("Fill the board on paper first: five X and four O, and no line of equal marks."),
    _("Begin with the rows X O X and X O O. Then write the cells in turn, X first."),
)
def _play_2(attempt: Attempt) -> str:
    game = _read_round(attempt)
    if not game.is_draw:
        said = _("The game must be a draw. {message}", message=game.message)
        raise NotYetError(said, game)
    return _("the board is full, and nobody has a line.")


@_assignment(
    "play-3",
    "mine",
    _("Exercise 3 waits for your function. Now it returns None."),
    _("The centre is cell 4. It's free if 4 is in game.legal_moves."),
    _("Use if and else: one return for the centre, and one for another legal cell."),
)
def _play_3(attempt: Attempt) -> str:
    count = 0
    for game in _unfinished():
        cell = attempt.move(game)
        if cell != 4 and 4 in game.legal_moves:
            said = _("The centre is free, but mine returned {cell}.", cell=cell)
            raise NotYetError(said, game)
        count += 1
    return _("mine works in all {count} positions.", count=f"{count:,}")


# The functions that notebooks call

_hints_shown: dict[str, int] = {}
_latest: list[str] = []  # name of the exercise that was judged last


def _find(name: str) -> Assignment:
    if name not in _ASSIGNMENTS:
        raise ValueError(
            f"exercise must be the name of an exercise, not {name!r}: "
            f"choose {', '.join(_ASSIGNMENTS)}"
        )
    return _ASSIGNMENTS[name]


def answer(exercise: str, given: Any) -> Feedback:
    """Judge your answer to an exercise in a notebook.

    The answer may have any form that means the same: any iterable, any type of number, any
    object that can be called. Anything that it prints is hidden, and it is stopped after a
    number of steps. The verdict is the same on every computer.

    Parameters
    ----------
    exercise : str
        Name of the notebook and number of the exercise, such as ``"play-3"``.
    given : object
        Your answer: a value or a function.

    Returns
    -------
    Feedback
        Verdict with its reason. A notebook shows it together with the position in question.

    Raises
    ------
    ValueError
        If no exercise has this name.
    KeyboardInterrupt
        If you press Ctrl-C.

    Examples
    --------
    >>> answer("play-3", lambda game: game.legal_moves[0])
    Not yet: The centre is free, but mine returned 0.
    . . .
    . . .
    . . .
    """
    assignment = _find(exercise)
    _latest[:] = [exercise]
    return judge(assignment, given)


@dataclass(frozen=True, repr=False)
class Hint(TextDisplay, Serializable):
    """Hint to an exercise in a notebook."""

    _keys = ("exercise", "step", "text")

    exercise: str
    """Name of the exercise, such as ``"play-3"``."""
    step: int
    """1 for the small hint, or 2 for the bigger one."""
    text: str
    """The hint."""

    def __str__(self) -> str:
        return _("Hint {step} of 2: {text}", step=self.step, text=self.text)


def hint(exercise: str | None = None) -> Hint:
    """Return a hint to an exercise in a notebook, and a bigger hint when called again.

    Parameters
    ----------
    exercise : str, optional
        Name of the exercise. By default, the exercise that was judged last.

    Returns
    -------
    Hint
        The hint, which a notebook shows.

    Raises
    ------
    ValueError
        If no exercise has this name, or if none was judged yet.

    Examples
    --------
    >>> hint("play-3")
    Hint 1 of 2: The centre is cell 4. It's free if 4 is in game.legal_moves.
    """
    if exercise is None and not _latest:
        raise ValueError("exercise must be a name, because no exercise was judged yet")
    assignment = _find(exercise or _latest[0])
    name = assignment.name
    step = 2 if _hints_shown.get(name) == 1 else 1
    _hints_shown[name] = step
    return Hint(name, step, assignment.hints[step - 1])
