"""Functions that convert players to bytes, so that other processes can run them."""

import io
import pickle
import sys
from importlib import import_module
from typing import Any

from tictactoe_widget.validation import describe_error

from .isolation import global_generators

_HINT = ". Code defined in a notebook or script needs cloudpickle: run pip install cloudpickle"


class TravelError(ValueError):
    """Error raised if a player cannot be sent to another process. The message says why."""


def to_bytes(thing: object) -> bytes:
    """Convert an object to bytes that `from_bytes` can read.

    If cloudpickle is installed, the object can also be a lambda, an inner function or a
    function defined in a notebook. Objects defined in an importable module are stored by name.
    The generator behind the functions in ``random`` is also stored by name, because a copy
    would no longer be affected by ``random.seed``.
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
            f"{name} cannot be sent to another process: {describe_error(error)}"
            f"{cloudpickle_hint()}"
        ) from error


def pack_by_value(thing: object, owner: object, name: str) -> bytes:
    """Convert an object to bytes that include the code of `owner`'s classes.

    Then other processes don't have to import these classes' modules. If cloudpickle isn't
    installed, classes are stored by name.

    Raises
    ------
    TravelError
        If the object cannot be pickled. The message refers to the object by `name`.
    """
    try:
        import cloudpickle  # noqa: PLC0415 - an extra
    except ImportError:
        return pack_player(thing, name)
    importable = {"__main__", "abc", "builtins", __name__.partition(".")[0]}
    names = {kind.__module__ for kind in type(owner).__mro__}
    names -= cloudpickle.list_registry_pickle_by_value()
    added = [
        sys.modules[name]
        for name in sorted(names & sys.modules.keys())
        if name.partition(".")[0] not in importable
    ]
    for module in added:
        cloudpickle.register_pickle_by_value(module)
    try:
        return pack_player(thing, name)
    finally:
        for module in added:
            cloudpickle.unregister_pickle_by_value(module)


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
            f"modules where the workers run{cloudpickle_hint()}"
        ) from error


def cloudpickle_hint() -> str:
    """Return advice to install cloudpickle, or an empty string if cloudpickle is installed."""
    return _HINT if _pickler() is pickle.Pickler else ""
