"""Pickling of players, so that other processes can run them."""

import io
import pickle
from importlib import import_module
from typing import Any

from tictactoe_widget.validation import describe_error

from .isolation import global_generators

_HINT = "functions of a notebook need cloudpickle: pip install cloudpickle"


class TravelError(ValueError):
    """Error for a player that cannot be sent to another process, with the reason as message."""


def to_bytes(thing: object) -> bytes:
    """Return an object as bytes that `from_bytes` reads.

    If cloudpickle is installed, functions defined in a notebook, lambdas and inner functions
    can be written too. Anything defined in an importable module is written as its name. So is
    the generator behind the functions of ``random``, because a copy would lose its connection
    to the seeds.
    """
    shared = {id(generator): name for name, generator in global_generators().items()}

    class Writer(_pickler()):  # type: ignore[misc]
        """Pickler that writes the shared generators of random numbers as names."""

        def persistent_id(self, part: object) -> str | None:
            """Return the module of a shared generator, or None for anything else."""
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
    """Unpickler for the result of `to_bytes`."""

    def persistent_load(self, name: str) -> object:
        import_module(name)
        return global_generators()[name]


def pack_player(thing: object, name: str) -> bytes:
    """Return a player, or rules, as bytes.

    Raises
    ------
    TravelError
        If it cannot be written. The message calls it by `name`.
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
        If it cannot be read in this process. The message calls it by `name`.
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
