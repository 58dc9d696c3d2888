"""Names of players as they are shown: found, checked, told apart."""

import reprlib
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any
from unicodedata import category

from tictactoe_widget.validation.quoting import brief

LONGEST_NAME = 40
"""Greatest length of a name, in characters."""

_JOINERS = "\u200c\u200d"
# Invisible, but parts of Persian and Hindi words and of many emoji.

_BLANK = frozenset("\u115f\u1160\u2065\u2800\u3164\uffa0")
# Drawn as blanks, although Unicode counts them as letters, symbols or unassigned.


def check_player_name(name: object, what: str = "the name") -> str:
    r"""Return a name with its white space tidied; raise ValueError if it cannot be shown.

    Parameters
    ----------
    name : object
        Name to check.
    what : str, default "the name"
        Start of the error message, such as ``"the name of X"``.

    Returns
    -------
    str
        The name, without white space at its ends and with single spaces inside.

    Raises
    ------
    ValueError
        When `name` is not a str, shows nothing, is longer than `LONGEST_NAME`
        characters, or holds a character that is not text: a control character,
        one that changes the direction of writing, or half a surrogate pair.

    Examples
    --------
    >>> check_player_name(" Ada   Lovelace ")
    'Ada Lovelace'
    >>> check_player_name("Ada\u202e", "the name of X")
    Traceback (most recent call last):
        ...
    ValueError: the name of X holds a control character (U+202E): 'Ada\u202e'
    """
    if not isinstance(name, str):
        raise ValueError(f"{what} must be a str, not {brief(name)}")  # noqa: TRY004 - one error for all that is wrong with names
    tidy = _tidy(name)
    reason = _fault(tidy)
    if reason:
        raise ValueError(f"{what} {reason}: {reprlib.repr(str.__str__(name))}")
    return tidy


def printable_name(text: str) -> str:
    r"""Return `text` as a name that can be shown; ``""`` if nothing is visible.

    Characters that no name may hold are replaced, and what is too long is cut.

    >>> printable_name("bot\u202etob") == "bot\ufffdtob"
    True
    >>> printable_name("a" * 50)
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'
    """
    replaced = "\N{REPLACEMENT CHARACTER}"
    name = "".join(replaced if _refusal(char) else char for char in _tidy(text))
    if len(name) > LONGEST_NAME:
        name = f"{name[: LONGEST_NAME - 1]}…"
    return name if any(map(_is_visible, name)) else ""


def describe_player(player: object) -> str:
    """Return the name to show for a player: its `name`, its function's or its type's.

    Parameters
    ----------
    player : object
        Any player. Attributes that raise or are not text are skipped, so
        there is always a name.

    Returns
    -------
    str
        At most 40 characters, all of which can be shown, see `printable_name`.

    Examples
    --------
    >>> def my_bot(game): return game.legal_moves[0]
    >>> describe_player(my_bot)
    'my_bot'
    """
    kind = type(player)
    for owner, attribute in ((player, "name"), (player, "__name__"), (kind, "__name__")):
        try:
            name = printable_name(str.__str__(getattr(owner, attribute)))
        except BaseException:  # noqa: BLE001, S112 - a property of a player may raise anything
            continue
        if name:
            return name
    return "player"


def named_after_player(player: object, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function with the name of the player that it asks."""
    function.__name__ = function.__qualname__ = describe_player(player)
    return function


def distinct_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names; those that are repeated get a number.

    >>> distinct_names(["ada", "ada", "bob", "ada"])
    ('ada', 'ada 2', 'bob', 'ada 3')
    """
    given = list(names)
    distinct: list[str] = []
    for name in given:
        numbered = (f"{name} {number}" for number in count(2))
        fresh = (new for new in numbered if new not in given and new not in distinct)
        distinct.append(next(fresh) if name in distinct else name)
    return tuple(distinct)


def _tidy(name: str) -> str:
    return " ".join(str.split(name))


def _fault(name: str) -> str:
    """Return the reason to refuse a tidy name; ``""`` where there is none."""
    for char in name:
        refusal = _refusal(char)
        if refusal:
            return f"holds {refusal} (U+{ord(char):04X})"
    if not any(map(_is_visible, name)):
        return "shows nothing"
    return f"is longer than {LONGEST_NAME} characters" if len(name) > LONGEST_NAME else ""


def _refusal(char: str) -> str:
    """Return what kind of forbidden character this is; ``""`` for an allowed one."""
    kind = category(char)
    if kind == "Cs":
        return "half a surrogate pair"
    if kind in ("Cc", "Cf", "Zl", "Zp") and char not in _JOINERS:
        return "a control character"
    return ""


def _is_visible(char: str) -> bool:
    """Return whether a character is drawn by itself: not a space, an accent or a joiner."""
    return category(char)[0] not in "MZ" and char not in _JOINERS and char not in _BLANK
