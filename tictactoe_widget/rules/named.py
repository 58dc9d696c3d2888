"""The rules that go by a name."""

from collections.abc import Mapping
from types import MappingProxyType

from .base import Rules
from .mnk import MNK, STANDARD
from .ultimate import Ultimate

NAMED: Mapping[str, Rules] = MappingProxyType(
    {
        "standard": STANDARD,
        "misere": MNK(rows=3, columns=3, k=3, misere=True),
        "4x4": MNK(rows=4, columns=4, k=4),
        "5x5": MNK(rows=5, columns=5, k=4),
        "gomoku": MNK(rows=15, columns=15, k=5),
        "ultimate": Ultimate(),
        "ultimate-open": Ultimate(won_boards="open"),
    }
)
"""Rules by name, in the order a chooser offers them."""


def find_rules(rules: str | Rules) -> Rules:
    """Return the rules that go by a name; rules themselves are returned as they are.

    Parameters
    ----------
    rules : str or Rules
        One of the names in `NAMED`, or rules such as ``MNK(4, 5, 3)``.

    Raises
    ------
    ValueError
        When no rules go by that name.
    TypeError
        When `rules` is neither.

    Examples
    --------
    >>> find_rules("misere")
    MNK(rows=3, columns=3, k=3, misere=True)
    >>> find_rules("chess")
    Traceback (most recent call last):
        ...
    ValueError: no rules are called 'chess': choose standard, misere, 4x4, 5x5, gomoku, \
ultimate or ultimate-open
    """
    if isinstance(rules, Rules):
        return rules
    *names, last = NAMED
    accepted = f"{', '.join(names)} or {last}"
    if not isinstance(rules, str):
        raise TypeError(
            f"rules must be {accepted}, or rules such as MNK(3, 3, 3), not {rules!r}"
        )
    if rules not in NAMED:
        raise ValueError(f"no rules are called {rules!r}: choose {accepted}")
    return NAMED[rules]


def rules_name(rules: Rules) -> str:
    """Return the name that `find_rules` knows these rules by, else their `repr`.

    >>> rules_name(MNK(rows=3, columns=3, k=3))
    'standard'
    >>> rules_name(MNK(rows=4, columns=3, k=3))
    'MNK(rows=4, columns=3, k=3, misere=False)'
    """
    return next((name for name, known in NAMED.items() if known == rules), repr(rules))
