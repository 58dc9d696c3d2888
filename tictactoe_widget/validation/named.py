"""Things by name, which say what names there are."""

from collections.abc import Iterable
from typing import Never, TypeVar

from .quoting import brief, did_you_mean

NamedT = TypeVar("NamedT")


class ByName(dict[str, NamedT]):
    """A dict of things by name, whose KeyError says which names there are.

    Parameters
    ----------
    kind : str
        What one of the things is called.
    things : iterable of pairs
        Name and thing.

    Examples
    --------
    >>> ByName("number", [("one", 1), ("two", 2)])["on"]
    Traceback (most recent call last):
        ...
    KeyError: "there is no number 'on' (did you mean 'one'?); there are one, two"
    """

    def __init__(self, kind: str, things: Iterable[tuple[str, NamedT]]) -> None:
        super().__init__(things)
        self._kind = kind

    def __missing__(self, name: object) -> Never:
        hint = did_you_mean(name, self) if isinstance(name, str) else ""
        raise KeyError(
            f"there is no {self._kind} {brief(name)}{hint}; there are {', '.join(self)}"
        )
