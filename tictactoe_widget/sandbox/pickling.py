"""Players made into bytes and back, so that other processes can run them."""

import io
import pickle
from importlib import import_module
from typing import Any

from tictactoe_widget.validation import describe_error

from .isolation import global_generators

_HINT = "functions of a notebook need cloudpickle: pip install cloudpickle"


class TravelError(ValueError):
    """A player that cannot be sent to another process; the message says which and why."""


def to_bytes(thing: object) -> bytes:
    """Return an object as bytes that `from_bytes` reads.

    With cloudpickle, where it is installed, functions defined in a notebook, lambdas
    and inner functions can be written too. What is defined in a module that can be
    imported is written as its name, and so is the generator behind the functions of
    ``random``, which would lose its connection to the seeds if it was copied.
    """
    shared = {id(generator): name for name, generator in global_generators().items()}

    class Writer(_pickler()):  # type: ignore[misc]
        """Writer that knows the shared generators."""

        def persistent_id(self, part: object) -> str | None:
            """Return the module of a shared generator, None for all else."""
            return shared.get(id(part))

    written = io.BytesIO()
    Writer(written).dump(thing)
    return written.getvalue()


def _pickler() -> Any:
    try:
        from cloudpickle import Pickler  # noqa: PLC0415 - an extra
    except ImportError:
        return pickle.Pickler
    return Pickler


def from_bytes(data: bytes) -> Any:
    """Return the object that `to_bytes` wrote."""
    return _Reader(io.BytesIO(data)).load()


class _Reader(pickle.Unpickler):
    """Reader of what `to_bytes` writes."""

    def persistent_load(self, name: str) -> object:
        """Return the generator of random numbers of a module."""
        import_module(name)
        return global_generators()[name]


def pack_player(thing: object, name: str) -> bytes:
    """Return a player, or rules, as bytes.

    Raises
    ------
    TravelError
        If it cannot be written; the message calls it by `name`.
    """
    try:
        return to_bytes(thing)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise TravelError(
            f"{name} cannot be sent to another process: {describe_error(error)}{_hint()}"
        ) from error


def unpack_player(data: bytes, name: str) -> Any:
    """Return the player that `pack_player` wrote.

    Raises
    ------
    TravelError
        If it cannot be read in this process; the message calls it by `name`.
    """
    try:
        return from_bytes(data)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise TravelError(
            f"the workers cannot load {name}: {describe_error(error)} (modules of players "
            f"must be installed where the workers run){_hint()}"
        ) from error


def _hint() -> str:
    return f"; {_HINT}" if _pickler() is pickle.Pickler else ""
