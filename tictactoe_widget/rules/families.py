"""Registry of the families of rules whose names `find_rules` reads."""

from typing import TypeVar

from .base import Rules

_FAMILIES: list[type[Rules]] = []

_Family = TypeVar("_Family", bound=type[Rules])


def register_family(family: _Family) -> _Family:
    """Let `find_rules` read the names of a family; use it to decorate the class.

    A class of the same module and name that was registered before is replaced,
    so a cell of a notebook may be run again.

    Parameters
    ----------
    family : type
        A subclass of `Rules` with a `Rules.from_name` of its own.

    Raises
    ------
    TypeError
        When `family` is not a subclass of `Rules`.
    """
    if not (isinstance(family, type) and issubclass(family, Rules)):
        raise TypeError(f"a family must be a subclass of Rules, not {family!r}")
    origin = (family.__module__, family.__qualname__)
    _FAMILIES[:] = [
        known for known in _FAMILIES if (known.__module__, known.__qualname__) != origin
    ]
    _FAMILIES.append(family)
    return family


def read_name(name: str) -> Rules | None:
    """Return the rules of the first family that reads `name`, None where none does.

    Raises
    ------
    ValueError
        When a family reads the name and cannot play what it says, such as
        ``"4x5k9"``.
    """
    for family in _FAMILIES:
        rules = family.from_name(name)
        if rules is not None:
            return rules
    return None
