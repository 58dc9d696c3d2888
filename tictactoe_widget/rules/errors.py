"""Errors of moves and of rules, with the message for the player."""

from tictactoe_widget.validation import short_traceback, visible


class _MessageError(ValueError):
    """An error whose text is the message for the player; notes are for programmers."""

    @property
    def message(self) -> str:
        """Message that the player reads."""
        return str(self)

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython shows in place of the inside of the package."""
        return short_traceback(self)


class InvalidInputError(_MessageError):
    """Input that cannot be read as a position on the board."""


class IllegalMoveError(_MessageError):
    """A move that the rules refuse; the game stays as it was.

    ``error.message`` and ``str(error)`` are the sentence that the player reads. A note, which
    a traceback shows, tells a programmer more: how code counts cells, or which move it was.
    """


class CellTakenError(IllegalMoveError):
    """A move to a cell that already holds a mark."""


class OutOfBoardError(IllegalMoveError):
    """A number or coordinate that is not a cell of this board."""


class GameOverError(IllegalMoveError):
    """A move after the end of the game."""


class WrongTurnError(IllegalMoveError):
    """A move by a player who is not to move."""


class WrongBoardError(IllegalMoveError):
    """A move in a small board that may not be played now (ultimate)."""


_LONGEST_NAME = 60
_LONGEST_PART = 1_000


class RulesError(Exception):
    """A fault of the rules themselves, not of a player; the game stays as it was.

    Parameters
    ----------
    rules_name : str
        What the rules are called, mostly the name of their class.
    method : str
        Name of the method at fault.
    position : str
        Position that it was asked about, as text; ``""`` where it was none.
    problem : str
        What it did there, such as ``"raised IndexError: list index out of range"``.

    Examples
    --------
    >>> print(RulesError("NoCentre", "result", ".../.X./...", "answered 3"))
    The rules NoCentre are at fault, no player: result answered 3, in the position \
.../.X./...
    """

    def __init__(self, rules_name: str, method: str, position: str, problem: str) -> None:
        super().__init__(rules_name, method, position, problem)
        self.rules_name = visible(rules_name, _LONGEST_NAME)
        """What the rules are called, mostly the name of their class."""
        self.method = visible(method, _LONGEST_NAME)
        """Name of the method at fault."""
        self.position = visible(position, _LONGEST_PART)
        """Position that it was asked about, as text; ``""`` where it was none."""
        self.problem = visible(problem, _LONGEST_PART)
        """What it did there."""

    def __str__(self) -> str:
        where = f", in the position {self.position}" if self.position else ""
        return (
            f"The rules {self.rules_name} are at fault, no player: {self.method} "
            f"{self.problem}{where}"
        )
