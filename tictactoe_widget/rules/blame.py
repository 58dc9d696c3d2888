"""Faults of rules that others wrote, told apart from faults of those who play by them."""

from collections.abc import Callable
from typing import TypeVar

from tictactoe_widget.validation.quoting import brief, describe_error, type_name

from .errors import RulesError
from .position import Position
from .rules import Rules
from .state import State

_PACKAGE = __name__.partition(".")[0]
_Answer = TypeVar("_Answer")


def ask_rules(
    rules: Rules, method: str, state: State | None, call: Callable[[], _Answer]
) -> _Answer:
    """Return what a method of rules answers; raise RulesError in place of its exceptions.

    Parameters
    ----------
    rules : Rules
        The rules.
    method : str
        Name of the method that `call` calls, for the message.
    state : State or None
        Position that it is asked about, for the message; None where it is about none.
    call : callable
        The call.
    """
    try:
        return call()
    except RulesError:
        raise
    except Exception as error:
        raise blame(rules, method, state, error) from error


def blame(rules: Rules, method: str, state: State | None, error: BaseException) -> RulesError:
    """Return the RulesError for an exception of a method of rules."""
    position = "" if state is None else _text_of(rules, state)
    return RulesError(
        type_name(type(rules)), method, position, f"raised {describe_error(error)}"
    )


def fault_of_rules(rules: Rules, state: State, error: BaseException) -> RulesError | None:
    """Return the RulesError for an exception that left a player; None where it is the player's.

    Rules are at fault where their own code raised it, outside this package: a player that
    searches asks them itself.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    state : State
        Position in which the player was asked.
    error : BaseException
        The exception, with its traceback.
    """
    if isinstance(error, RulesError):
        return error
    if not isinstance(error, Exception):
        return None  # the time of the player is up, or somebody ends it
    method = method_at_fault(rules, error)[0]
    return None if method is None else blame(rules, method, state, error)


def method_at_fault(
    rules: Rules, error: BaseException
) -> tuple[str, Position | None] | tuple[None, None]:
    """Return the method of rules that an exception came out of, and what it was asked about.

    It is the first of their own methods, outside this package, on the way to where it was
    raised; None where none is. The position is known of plain rules alone.
    """
    step = error.__traceback__
    while step is not None:
        frame = step.tb_frame
        is_theirs = str(frame.f_globals.get("__name__")).partition(".")[0] != _PACKAGE
        values = frame.f_locals
        if is_theirs and type(values.get("self")) is type(rules):
            positions = [value for value in values.values() if type(value) is Position]
            return frame.f_code.co_name, positions[0] if positions else None
        step = step.tb_next
    return None, None


def _text_of(rules: Rules, state: State) -> str:
    """Return a position as text, without the help of rules that cannot write it."""
    try:
        rows = ("".join(row.split()) for row in rules.to_text(state).splitlines())
        return "/".join(filter(None, rows))
    except Exception:  # noqa: BLE001 - these are rules that are at fault
        return brief(state, most=200)
