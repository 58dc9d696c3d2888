"""Registry of the families of rules whose names `find_rules` reads, and of short names."""

from typing import TypeVar

from tictactoe_widget.validation.quoting import brief

from .rules import SHORT_NAMES, Rules

_FAMILIES: list[type[Rules]] = []
"""Registered families, in the order of registration."""

_Family = TypeVar("_Family", bound=type[Rules])


def register_family(family: _Family) -> _Family:
    """Register a family, so that `find_rules` reads its names; a class decorator.

    A class of the same module and name that was registered before is replaced,
    so that a cell of a notebook can be run again.

    Parameters
    ----------
    family : type
        A subclass of `Rules` that overrides `Rules.from_name`.

    Returns
    -------
    type
        The family, unchanged.

    Raises
    ------
    TypeError
        When `family` is not a subclass of `Rules`.
    """
    if not (isinstance(family, type) and issubclass(family, Rules)):
        raise TypeError(f"a family must be a subclass of Rules, not {brief(family)}")
    origin = (family.__module__, family.__qualname__)
    _FAMILIES[:] = [
        known for known in _FAMILIES if (known.__module__, known.__qualname__) != origin
    ]
    _FAMILIES.append(family)
    return family


def register_name(name: str, rules: Rules) -> None:
    """Give rules a short name, which is their `Rules.name` from then on."""
    SHORT_NAMES[rules] = name


def read_name(name: str) -> Rules | None:
    """Return the rules of the first family that reads `name`, None where none does.

    Raises
    ------
    ValueError
        When the name has the form of a family's names but its values are not
        valid, such as ``"4x5k9"``.
    """
    for family in _FAMILIES:
        rules = family.from_name(name)
        if rules is not None:
            return rules
    return None
