"""What players must leave as it is: this package and the modules that are loaded."""

import builtins
import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from operator import is_
from types import ModuleType
from typing import Any

from tictactoe_widget.rules.rules import Rules

from .snapshots import forget_all

_PACKAGE = __name__.partition(".")[0]
_FOREIGN = (builtins, random)  # modules that every game needs, too
_OFTEN_SET = frozenset({"_"})  # by whoever prints results in a terminal
_MADE_LATE = frozenset(
    {
        "__annotations__",
        "__annotations_cache__",
        "__non_callable_proto_members__",
        "__slotnames__",
    }
)  # by Python itself, in classes
_ABSENT = object()


class Seal:
    """The package as it is now, to find and undo what is changed in it.

    It holds the modules that are loaded, the names in those of this package (and in
    ``builtins`` and ``random``), and the attributes of its classes. What was added counts
    where it hides something. Values that change in place, such as caches, are not looked at;
    nor are other packages.

    Examples
    --------
    >>> seal = Seal()
    >>> seal.find_change() is None
    True
    >>> random.choice, kept = max, random.choice
    >>> seal.find_change()
    'random.choice'
    >>> seal.restore()
    >>> random.choice is kept
    True
    """

    def __init__(self) -> None:
        self._modules = dict(sys.modules)
        ours = [*_FOREIGN, *filter(_is_ours, self._modules.values())]
        self._names = [(module, dict(vars(module))) for module in ours]
        classes = [
            found
            for module, names in self._names
            for found in names.values()
            if isinstance(found, type) and found.__module__ == module.__name__ != "builtins"
        ]
        self._attributes = [(found, dict(vars(found))) for found in classes]
        self._shared: list[tuple[str, object, dict[str, object]]] = []

    def hold(self, rules: Rules) -> None:
        """Hold what all games by some rules share as well."""
        for name in ("layout", "initial_state"):
            shared = getattr(rules, name)
            if is_dataclass(shared):
                self._shared.append((f"game.rules.{name}", shared, _values_of(shared)))

    def find_change(self) -> str | None:
        """Return the name of something that is not as it was, None where all is."""
        return next(self._changes(), None)

    def _changes(self) -> Iterator[str]:
        for name in self._lost_modules():
            yield f"sys.modules[{name!r}]"
        for module, names in self._names:
            for name in _differences(vars(module), names, vars(builtins)):
                yield f"{module.__name__}.{name}"
        for owner, attributes in self._attributes:
            for name in _differences(vars(owner), attributes):
                yield f"{owner.__module__}.{owner.__qualname__}.{name}"
        for called, shared, values in self._shared:
            for name in _differences(_values_of(shared), values):
                yield f"{called}.{name}"

    def _lost_modules(self) -> Iterator[str]:
        """Yield the names of modules that are gone, and of those of ours that are others."""
        for name in _differences(sys.modules, self._modules, {}):
            if name not in sys.modules or _is_ours(self._modules[name]):
                yield name

    def restore(self) -> None:
        """Undo the changes."""
        for name in list(self._lost_modules()):
            sys.modules[name] = self._modules[name]
        for module, names in self._names:
            now = vars(module)
            for name in list(_differences(now, names, vars(builtins))):
                if name in names:
                    now[name] = names[name]
                else:
                    del now[name]
        for owner, attributes in self._attributes:
            for name in list(_differences(vars(owner), attributes)):
                if name in attributes:
                    type.__setattr__(owner, name, attributes[name])
                else:
                    type.__delattr__(owner, name)
        for _, shared, values in self._shared:
            for name, value in values.items():
                object.__setattr__(shared, name, value)
        forget_all()


def _values_of(shared: object) -> dict[str, object]:
    names = [field.name for field in fields(shared)]  # type: ignore[arg-type]
    return {name: getattr(shared, name, None) for name in names}


def _is_ours(module: object) -> bool:
    return isinstance(module, ModuleType) and module.__name__.partition(".")[0] == _PACKAGE


def _differences(
    now: Mapping[str, Any], before: Mapping[str, Any], hidden: Mapping[str, Any] | None = None
) -> Iterator[str]:
    """Yield the names that lost their value, then the new ones that hide another.

    Parameters
    ----------
    now, before : mapping
        Values by name.
    hidden : mapping, optional
        What a new name must not hide; without it there must be no new name.
    """
    if len(now) == len(before) and all(map(is_, map(now.get, before), before.values())):
        return
    for name, value in before.items():
        if now.get(name, _ABSENT) is not value and name not in _OFTEN_SET:
            yield name
    for name in now.keys() - before.keys():
        if name not in _MADE_LATE if hidden is None else name in hidden:
            yield name
