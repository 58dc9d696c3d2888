"""Errors of wrong values, which both Python's and traitlets' kinds catch."""

from collections.abc import Iterator
from contextlib import contextmanager

import traitlets


class InvalidValueError(traitlets.TraitError, ValueError):
    """A wrong value of a widget, given to its constructor or assigned to a trait.

    Both ``except ValueError`` and ``except traitlets.TraitError`` catch it.

    Examples
    --------
    >>> from tictactoe_widget import TicTacToe
    >>> try:
    ...     TicTacToe(rules="4x5x6x7")
    ... except InvalidValueError as error:
    ...     print(isinstance(error, ValueError))
    True
    """


class InvalidTypeError(InvalidValueError, TypeError):
    """A value of a wrong type for a widget; ``except TypeError`` catches it too."""


@contextmanager
def checking_values() -> Iterator[None]:
    """Raise one kind of error for every wrong value, whoever finds it.

    Raises
    ------
    InvalidValueError
        In place of a ValueError or TraitError of the body.
    InvalidTypeError
        In place of a TypeError of the body.
    """
    try:
        yield
    except InvalidValueError:
        raise
    except TypeError as error:
        raise InvalidTypeError(str(error)) from error
    except (ValueError, traitlets.TraitError) as error:
        raise InvalidValueError(str(error)) from error
