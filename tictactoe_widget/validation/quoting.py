"""How messages quote a value or an exception, and which name was probably meant."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from unicodedata import bidirectional, category

_LONGEST = 60  # most characters of a value that a message quotes
_LONGEST_ERROR = 200  # most characters of the message of an exception
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+(?=[>,])")
"""Where an object lies in memory, as its `repr` ends with it; it differs from run to run."""


def brief(value: object) -> str:
    """Return the `repr` of a value for a message: in one line, shortened where it is long.

    It has no address of an object, so that it is the same in every run.

    >>> brief("a"), brief("a" * 1000)
    ("'a'", "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...")
    >>> brief(lambda: 0)
    '<function <lambda>>'
    """
    try:
        text = _ADDRESS.sub("", " ".join(repr(value).split("\n")))
    except Exception:  # noqa: BLE001 (any repr may raise; that of an int of 5,000 digits does)
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def write_list(names: Sequence[str]) -> str:
    """Return names one after another.

    >>> write_list(["ada"]), write_list(["ada", "bob", "cy"])
    ('ada', 'ada, bob and cy')
    """
    return " and ".join([*([", ".join(names[:-1])] if len(names) > 1 else []), names[-1]])


def did_you_mean(name: str, choices: Iterable[str]) -> str:
    """Return a question for a message: which of the choices a wrong name may mean.

    Case does not matter. Where none is close, the question is empty.

    >>> did_you_mean("Perfct", ["random", "perfect"])
    " (did you mean 'perfect'?)"
    >>> did_you_mean("chess", ["random", "perfect"])
    ''
    """
    by_case = {choice.lower(): choice for choice in choices}
    close = get_close_matches(name.lower(), by_case, n=1)
    return f" (did you mean {by_case[close[0]]!r}?)" if close else ""


def describe_error(error: BaseException) -> str:
    """Return the type and the message of an exception, as text that can be sent.

    >>> describe_error(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    said = error_message(error)
    return f"{type(error).__name__}{': ' if said else ''}{said}"


def error_message(error: BaseException) -> str:
    """Return the message of an exception, as text that can be sent; empty where it has none.

    As in `brief`, addresses of objects are left out.
    """
    try:
        return sendable(_ADDRESS.sub("", str(error))[:_LONGEST_ERROR])
    except BaseException:  # noqa: BLE001 - the __str__ of an exception may raise anything
        return ""


def sendable(text: str) -> str:
    """Escape halves of surrogate pairs, which cannot be encoded as UTF-8."""
    return text.encode(errors="backslashreplace").decode()


_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Classes of the characters that change the direction in which text is shown."""


def visible(text: str) -> str:
    r"""Escape the characters of a text that are obeyed and not shown.

    They are control characters, which a terminal may follow, ends of lines among them,
    those that change the direction of writing, and halves of surrogate pairs.

    >>> print(visible("a\nb \x1b[2J c\u202ed, é"))
    a\nb \x1b[2J c\u202ed, é
    """
    return "".join(_escaped(sign) if _is_obeyed(sign) else sign for sign in text)


def _is_obeyed(sign: str) -> bool:
    return (
        category(sign) in {"Cc", "Cs", "Zl", "Zp"}
        or bidirectional(sign) in _TURNING
        or sign in "\u200e\u200f\u061c"  # marks of a direction, of other classes
    )


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape").decode()
