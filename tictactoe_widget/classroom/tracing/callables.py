"""What a call of an object runs: wrappers, methods, closures and objects looked into."""

from functools import partial
from inspect import getattr_static
from types import CellType, FunctionType, MethodType, ModuleType
from typing import Any

from tictactoe_widget.validation.quoting import brief

_MOST_LAYERS = 100
"""Most wrappers around a function that are looked into."""


def python_function(function: Any) -> FunctionType:
    """Return the function written in Python that a call of an object runs in the end.

    Raises
    ------
    TypeError
        When there is none.
    """
    found = function
    for _ in range(_MOST_LAYERS):  # a wrapper may wrap itself
        inner = inner_callable(found)
        if inner is None:
            break
        found = inner
    if not isinstance(found, FunctionType):
        which = ": pass the function itself" if isinstance(found, ModuleType) else ""
        raise TypeError(
            f"only a function written in Python can be traced, not {brief(function)}{which}"
        )
    return found


def inner_callable(thing: Any) -> Any:
    """Return what a wrapper, a method or another callable object calls; None for others."""
    if isinstance(thing, MethodType | staticmethod | classmethod):
        return thing.__func__
    if isinstance(thing, partial):
        return thing.func
    if isinstance(thing, property):
        return thing.fget
    wrapped = wrapped_function(thing)
    if wrapped is not None or isinstance(thing, FunctionType | type):
        return wrapped
    call = getattr_static(type(thing), "__call__", None)
    return call if isinstance(call, FunctionType) else None


def wrapped_function(thing: Any) -> Any:
    """Return the function that ``functools.wraps`` or ``cache`` noted in a wrapper."""
    try:
        return vars(thing).get("__wrapped__")
    except TypeError:  # it has no attributes of its own
        return None


def layers_around(thing: Any, name: str) -> list[FunctionType]:
    """Return the functions around the one of a name, outermost first, and that one.

    Each holds the next one, in its closure or as an attribute; there are none where the
    last one has another name.
    """
    layers: list[FunctionType] = []
    while len(layers) < _MOST_LAYERS:
        if isinstance(thing, MethodType | staticmethod | classmethod):
            thing = thing.__func__
        call = thing if isinstance(thing, FunctionType) else inner_callable(thing)
        if not isinstance(call, FunctionType):
            break
        layers.append(call)
        if call.__name__ == name:
            return layers
        held = _functions_held(thing)
        thing = held.get(name) or next(iter(held.values()), None)
    return []


def _functions_held(thing: Any) -> dict[str, FunctionType]:
    """Return the functions in a closure, or in the attributes of an object, by their names."""
    if isinstance(thing, FunctionType):
        held = [cell_contents_of(cell) for cell in thing.__closure__ or ()]
    else:
        held = list(getattr(thing, "__dict__", {}).values())
    return {item.__name__: item for item in held if isinstance(item, FunctionType)}


def cell_contents_of(cell: CellType) -> Any:
    """Return what a name of a closure stands for; None where it stands for nothing yet."""
    try:
        return cell.cell_contents
    except ValueError:  # the name is not bound yet
        return None
