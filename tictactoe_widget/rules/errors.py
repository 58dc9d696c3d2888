"""Errors raised for moves and for faulty rules, with messages for the player."""

from tictactoe_widget.validation import short_traceback, visible


class _MessageError(ValueError):
    """Error with a message for the player, and notes for programmers."""

    @property
    def message(self) -> str:
        """Message for the player."""
        return str(self)

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython shows instead of a full traceback."""
        return short_traceback(self)


class InvalidInputError(_MessageError):
    """Input that cannot be read as a square on the board."""


class IllegalMoveError(_MessageError):
    """Move that the rules refuse, which leaves the game unchanged.

    ``error.message`` and ``str(error)`` contain the message for the player. Tracebacks also
    show a note for programmers, such as the number of the move or how code numbers the cells.
    """


class CellTakenError(IllegalMoveError):
    """Move to a cell that already has a mark."""


class OutOfBoardError(IllegalMoveError):
    """Move to a number or coordinate that is outside the board."""


class GameOverError(IllegalMoveError):
    """Move after the end of the game."""


class WrongTurnError(IllegalMoveError):
    """Move by the player whose turn it isn't."""


class WrongBoardError(IllegalMoveError):
    """Move in a small board in which the player may not play now (in ultimate)."""


_LONGEST_NAME = 60
_LONGEST_PART = 1_000


class RulesError(Exception):
    """Fault in the rules' own code, which leaves the game unchanged.

    Parameters
    ----------
    rules_name : str
        Name of the rules, usually the name of their class.
    method : str
        Name of the method at fault.
    position : str
        Position passed to the method, as text, or ``""`` if the method takes none.
    problem : str
        Description of the fault, such as ``"raised IndexError: list index out of range"``.

    Examples
    --------
    >>> print(RulesError("NoCentre", "result", ".../.X./...", "returned 3"))
    The rules NoCentre are at fault, not a player: result returned 3 (position .../.X./...)
    """

    def __init__(self, rules_name: str, method: str, position: str, problem: str) -> None:
        super().__init__(rules_name, method, position, problem)
        self.rules_name = visible(rules_name, _LONGEST_NAME)
        """Name of the rules, usually the name of their class."""
        self.method = visible(method, _LONGEST_NAME)
        """Name of the method at fault."""
        self.position = visible(position, _LONGEST_PART)
        """Position passed to the method, as text, or ``""`` if the method takes none."""
        self.problem = visible(problem, _LONGEST_PART)
        """Description of the fault, such as ``"returned 3"``."""

    def __str__(self) -> str:
        where = f" (position {self.position})" if self.position else ""
        return (
            f"The rules {self.rules_name} are at fault, not a player: {self.method} "
            f"{self.problem}{where}"
        )
