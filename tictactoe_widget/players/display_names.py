"""Names of players: checks that a text can be shown as a name."""

from reprlib import repr as brief
from unicodedata import category

LONGEST_NAME = 40
"""Greatest length of a name, in characters."""

_JOINERS = "\u200c\u200d"
# Invisible, but parts of Persian and Hindi words and of many emoji.

_BLANK = frozenset("\u115f\u1160\u2065\u2800\u3164\uffa0")
# Drawn as blanks, although Unicode counts them as letters, symbols or unassigned.


def check_name(name: object, what: str = "the name") -> str:
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
    >>> check_name(" Ada   Lovelace ")
    'Ada Lovelace'
    >>> check_name("Ada\u202e", "the name of X")
    Traceback (most recent call last):
        ...
    ValueError: the name of X holds a control character (U+202E): 'Ada\u202e'
    """
    if not isinstance(name, str):
        raise ValueError(f"{what} must be a str, not {brief(name)}")  # noqa: TRY004 - one error for all that is wrong with names
    tidy = _tidy(name)
    reason = _fault(tidy)
    if reason:
        raise ValueError(f"{what} {reason}: {brief(str.__str__(name))}")
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
