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


_LONGEST = 60  # most characters of a value that a message quotes


def brief(value: object) -> str:
    """Return the `repr` of a value for a message, shortened where it is long.

    >>> brief("a"), brief("a" * 1000)
    ("'a'", "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...")
    """
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 (any repr may raise; that of an int of 5,000 digits does)
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
