"""Errors of moves; ``str(error)`` is the message for the player."""


class InvalidInputError(ValueError):
    """Input that cannot be read as a position on the board."""


class IllegalMoveError(ValueError):
    """A move that the rules refuse; the game stays as it was."""


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
