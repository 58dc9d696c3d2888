"""Conversion of players to bytes, so that other processes can run them."""

import io
import pickle
from importlib import import_module
from typing import Any

from tictactoe_widget.validation import describe_error

from .isolation import global_generators

_HINT = ". Functions defined in a notebook need cloudpickle: run pip install cloudpickle"


class TravelError(ValueError):
    """Error raised if a player cannot be sent to another process, with the reason."""


def to_bytes(thing: object) -> bytes:
    """Convert an object to bytes that `from_bytes` can read.

    If cloudpickle is installed, this also works for lambdas, inner functions and functions
    defined in a notebook. Objects defined in an importable module are stored by name. The
    generator behind the functions in ``random`` is also stored by name, because a copy would no
    longer be affected by ``random.seed``.
    """
    shared = {id(generator): name for name, generator in global_generators().items()}

    class Writer(_pickler()):  # type: ignore[misc]
        """Pickler that stores the shared random number generators by name."""

        def persistent_id(self, part: object) -> str | None:
            """Return a shared generator's module name, or None for any other object."""
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
    """Rebuild an object from bytes that `to_bytes` returned."""
    return _Reader(io.BytesIO(data)).load()


class _Reader(pickle.Unpickler):
    """Unpickler for bytes that `to_bytes` returned."""

    def persistent_load(self, name: str) -> object:
        import_module(name)
        return global_generators()[name]


def pack_player(thing: object, name: str) -> bytes:
    """Convert a player or rules to bytes.

    Raises
    ------
    TravelError
        If the object cannot be pickled. The message refers to the object by `name`.
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
    """Rebuild a player or rules from bytes that `pack_player` returned.

    Raises
    ------
    TravelError
        If the object cannot be unpickled in this process. The message refers to the object by
        `name`.
    """
    try:
        return from_bytes(data)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise TravelError(
            f"the workers cannot load {name}: {describe_error(error)}. Install the players' "
            f"modules where the workers run{_hint()}"
        ) from error


def _hint() -> str:
    return _HINT if _pickler() is pickle.Pickler else ""
