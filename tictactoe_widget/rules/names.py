"""Names for sets of rules: a table of common names, and a parser for all other names."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from tictactoe_widget.texts import join_or
from tictactoe_widget.validation import ByName, brief, check_kind, did_you_mean, type_name

from .cube import Cube
from .mnk import MNK, STANDARD, Variant
from .numerical import Numerical
from .rules import Rules, read_name, register_name
from .sliding import Morris
from .sos import SOS
from .ultimate import Ultimate

NAMED: Mapping[str, Rules] = MappingProxyType(
    ByName(
        "set of rules",
        {
            "standard": STANDARD,
            "misere": MNK(rows=3, columns=3, k=3, misere=True),
            "4x4": MNK(rows=4, columns=4, k=4),
            "5x5": MNK(rows=5, columns=5, k=4),
            "gomoku": MNK(rows=15, columns=15, k=5),
            "ultimate": Ultimate(),
            "ultimate-open": Ultimate(won_boards="open"),
            "connect4": Variant(rows=6, columns=7, k=4, drop=True),
            "infinite": Variant(rows=3, columns=3, k=3, keep=3),
            "notakto": Variant(rows=3, columns=3, k=3, misere=True, marks="same"),
            "wild": Variant(rows=3, columns=3, k=3, marks="chosen"),
            "three-mens-morris": Morris(),
            "tapatan": Morris(diagonals="long"),
            "achi": Morris(pieces=4, diagonals="long"),
            "picaria": Morris(diagonals="all", closed=True),
            "numerical": Numerical(),
            "sos": SOS(),
            "qubic": Cube(4),
            "order-and-chaos": Variant(rows=6, columns=6, k=5, order=True),
        }.items(),
    )
)
"""Mapping from common names to rules, in the order in which the board's menu lists them."""

# Pattern for the rows and columns at the end of a name that omits the line length.
_SIDES = re.compile(r"([0-9]{1,2})x([0-9]{1,2})$")

for _name, _rules in NAMED.items():
    register_name(_name, _rules)


def find_rules(rules: str | Rules) -> Rules:
    """Return the rules for a name, or `rules` itself if it is already a `Rules` object.

    Parameters
    ----------
    rules : str or Rules
        Rules such as ``MNK(4, 5, 3)``, or a name in lower case and without spaces. The name can
        be one of:

        - a common name in `NAMED`, such as ``"gomoku"``
        - a name that a registered family can read
        - the number of rows, the number of columns and the line length, as in ``"4x5k3"``, with
          any options of `Variant` in front, as in ``"misere-same-drop-torus-5x5k4"``
        - ``"ultimate"``, followed by any options, as in ``"ultimate-open-most-boards"``
        - ``"morris"``, the number of marks, and any options, as in ``"morris4-long-draws"``

    Raises
    ------
    ValueError
        If no rules have the given name. The message shows which names are valid.
    TypeError
        If `rules` is neither a str nor a `Rules` object.

    Examples
    --------
    >>> find_rules("misere")
    MNK(rows=3, columns=3, k=3, misere=True)
    >>> find_rules("4x5k3")
    MNK(rows=4, columns=5, k=3, misere=False)
    >>> find_rules("chess")
    Traceback (most recent call last):
        ...
    ValueError: no rules are called 'chess': choose standard, misere, 4x4, 5x5, gomoku, \
ultimate, ultimate-open, connect4, infinite, notakto, wild, three-mens-morris, tapatan, achi, \
picaria, numerical, sos, qubic or order-and-chaos
    Other rules have names such as 4x5k3, torus-4x4k4 or ultimate-open-most-boards.
    """
    if isinstance(rules, Rules):
        return rules
    accepted = join_or(NAMED)
    if isinstance(rules, type) and issubclass(rules, Rules):
        name = type_name(rules)
        raise TypeError(f"rules must be an object, not the class {name}: write {name}()")
    check_kind(rules, "rules", str, expected=f"{accepted}, or rules such as MNK(3, 3, 3)")
    if rules in NAMED:
        return NAMED[rules]
    try:
        found = read_name(rules)
    except ValueError as refused:
        raise ValueError(f"no rules are called {brief(rules)}: {refused}") from None
    if found is None:
        hint = _hint(rules)
        error = ValueError(f"no rules are called {brief(rules)}{hint}: choose {accepted}")
        error.add_note(
            "Other rules have names such as 4x5k3, torus-4x4k4 or ultimate-open-most-boards."
        )
        raise error
    # Return the object in `NAMED` itself, because it might already contain cached values.
    return next((known for known in NAMED.values() if known == found), found)


def _hint(name: str) -> str:
    """Return a phrase that suggests how to correct a wrong name, or ``""``.

    >>> _hint("4x4K3 "), _hint("7x7")
    (" (did you mean '4x4k3'?)", " (add the length of a winning row, such as '7x7k5')")
    """
    written = "".join(name.lower().split()).replace("_", "-").replace("*", "x")
    if _is_read(written):
        return f" (did you mean '{written}'?)"
    sides = _SIDES.search(written)
    with_length = f"{written}k{min(max(map(int, sides.groups())), 5)}" if sides else ""
    if _is_read(with_length):
        return f" (add the length of a winning row, such as '{with_length}')"
    return did_you_mean(name, NAMED)


def _is_read(name: str) -> bool:
    """Return whether `find_rules` can read a name."""
    try:
        return name in NAMED or read_name(name) is not None
    except ValueError:
        return False


def has_name(rules: Rules) -> bool:
    """Return whether `find_rules` can find these rules by their name.

    The result is False if the rules belong to a family that isn't registered.

    Examples
    --------
    >>> has_name(MNK(rows=4, columns=3, k=3))
    True
    """
    try:
        return find_rules(rules.name) == rules
    except ValueError:
        return False
