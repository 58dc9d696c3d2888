"""Errors of moves and of rules, with the message for the player."""

from tictactoe_widget.validation import short_traceback, visible


class _MessageError(ValueError):
    """An error with a message for the player, and more for who wrote the code.

    Parameters
    ----------
    message : str
        Message that the player reads.
    in_code : str, default ""
        What the author of the code that made the mistake should know besides.
    """

    def __init__(self, message: str = "", in_code: str = "") -> None:
        super().__init__(message)
        self.in_code = in_code
        """What the author of the code that made the mistake should know besides."""

    @property
    def message(self) -> str:
        """Message that the player reads."""
        (message,) = self.args
        return str(message)

    def __str__(self) -> str:
        return f"{self.message} ({self.in_code})" if self.in_code else self.message

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython shows in place of the inside of the package."""
        return short_traceback(self)


class InvalidInputError(_MessageError):
    """Input that cannot be read as a position on the board."""


class IllegalMoveError(_MessageError):
    """A move that the rules refuse; the game stays as it was.

    ``error.message`` is what the player reads. ``str(error)`` is that and, where a cell is none
    of the board, how code counts cells.
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
