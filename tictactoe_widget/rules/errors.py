"""What can be wrong with a move; ``str(error)`` is what a person should read."""


class InvalidInputError(ValueError):
    """What was given cannot be read as a position on the board."""


class IllegalMoveError(ValueError):
    """A move that the rules refuse; the game is as it was before."""


class CellTakenError(IllegalMoveError):
    """The cell already holds a mark."""


class OutOfBoardError(IllegalMoveError):
    """The number names no cell of this board."""


class GameOverError(IllegalMoveError):
    """The game has ended, so nothing moves any more."""


class WrongTurnError(IllegalMoveError):
    """It is the other player's turn."""


class WrongBoardError(IllegalMoveError):
    """The cell lies in a small board that may not be played now (ultimate)."""
