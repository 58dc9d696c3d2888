"""Errors raised for invalid moves and for faulty rules, with messages for the player."""

from tictactoe_widget.validation import short_traceback, visible


class _MessageError(ValueError):
    """Error that carries a message for the player and notes for programmers."""

    @property
    def message(self) -> str:
        """Message for the player."""
        return str(self)

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython shows instead of a full traceback."""
        return short_traceback(self)


class InvalidInputError(_MessageError):
    """Error for input that does not name a square."""


class IllegalMoveError(_MessageError):
    """Error for a move that the rules refuse. The game stays unchanged.

    ``error.message`` and ``str(error)`` contain the message for the player. Tracebacks can also
    show a note for programmers, such as which move in a list was illegal.
    """


class CellTakenError(IllegalMoveError):
    """Error for a move to a cell that already contains a mark."""


class OutOfBoardError(IllegalMoveError):
    """Error for a move outside the board."""


class GameOverError(IllegalMoveError):
    """Error for a move after the game has ended."""


class WrongTurnError(IllegalMoveError):
    """Error for a player's move during the opponent's turn."""


class WrongBoardError(IllegalMoveError):
    """Error for a move in the wrong small board in ultimate tic-tac-toe."""


_LONGEST_NAME = 60
_LONGEST_PART = 1_000


class RulesError(Exception):
    """Error caused by a bug in the rules' code. The game stays unchanged.

    Parameters
    ----------
    rules_name : str
        Name of the rules, usually the name of their class.
    method : str
        Name of the method that caused the error.
    position : str
        Text form of the position passed to the method, or ``""`` if there was none.
    problem : str
        Description of the error, such as ``"raised IndexError: list index out of range"``.

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
        """Name of the method that caused the error."""
        self.position = visible(position, _LONGEST_PART)
        """Text form of the position passed to the method, or ``""`` if there was none."""
        self.problem = visible(problem, _LONGEST_PART)
        """Description of the error, such as ``"returned 3"``."""

    def __str__(self) -> str:
        where = f" (position {self.position})" if self.position else ""
        return (
            f"The rules {self.rules_name} are at fault, not a player: {self.method} "
            f"{self.problem}{where}"
        )
