"""The one place that cleans and bounds texts from outside, and how messages quote and list.

From outside are names, messages and answers of code that others wrote. What comes out of
these functions can be shown in a terminal, on a page and as JSON, and obeyed by none.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from unicodedata import bidirectional, category

_LONGEST = 60  # most characters of a value, or of the name of a class, that a message quotes
_LONGEST_ERROR = 200  # most characters of the message of an exception
_LONGEST_TEXT = 2_000  # most characters of any other text, unless told otherwise
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+(?=[>,])")
"""Where an object lies in memory, as its `repr` ends with it; it differs from run to run."""
_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Classes of the characters that change the direction in which text is shown."""


def _is_obeyed(sign: str) -> bool:
    return (
        category(sign) in {"Cc", "Cs", "Zl", "Zp"}
        or bidirectional(sign) in _TURNING
        or sign in "\u200e\u200f\u061c"  # marks of a direction, of other classes
    )


ESCAPED_SIGNS = {
    code: chr(code).encode("unicode_escape").decode()
    for code in (*range(0x100), 0x061C, *range(0x2000, 0x2070), *range(0xD800, 0xE000))
    if _is_obeyed(chr(code))
}
"""Escapes of the characters that are obeyed and not shown, by code point."""
_ESCAPED_IN_LINES = {
    code: escape for code, escape in ESCAPED_SIGNS.items() if chr(code) not in "\t\n"
}


def visible(text: str, most: int | None = _LONGEST_TEXT, *, in_lines: bool = False) -> str:
    r"""Return a text from outside with the characters escaped that are obeyed and not shown.

    They are control characters, which a terminal may follow, ends of lines among them,
    those that change the direction of writing, and halves of surrogate pairs.

    Parameters
    ----------
    text : str
        The text; of a subclass of str, none of its methods is used.
    most : int or None, default 2,000
        Number of characters from which on the text is cut; None for all of it.
    in_lines : bool, default False
        True for a text of several lines, whose ends and tabs stay.

    Examples
    --------
    >>> print(visible("a\nb \x1b[2J c\u202ed, é"))
    a\nb \x1b[2J c\u202ed, é
    >>> visible("a" * 1_000_000, 8)
    'aaaaa...'
    """
    plain = str.__str__(text)
    if most is not None:
        plain = plain[: most + 1]  # the rest need not be looked at
    shown = plain.translate(_ESCAPED_IN_LINES if in_lines else ESCAPED_SIGNS)
    return shown if most is None or len(shown) <= most else f"{shown[: most - 3]}..."


def brief(value: object, most: int = _LONGEST) -> str:
    """Return the `repr` of a value for a message: in one line, shortened where it is long.

    It has no address of an object, so that it is the same in every run.

    >>> brief("a"), brief("a" * 1000)
    ("'a'", "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...")
    >>> brief(lambda: 0)
    '<function <lambda>>'
    """
    try:
        text = one_line_repr(value)
    except SystemExit:
        text = f"<{type_name(type(value))}>"
    return visible(text, most)


def one_line_repr(value: object) -> str:
    """Return the `repr` of a value in one line, for `visible` to clean; without addresses."""
    try:
        return _without_addresses(repr(value)).replace("\n", " ")
    except Exception:  # noqa: BLE001 (any repr may raise; that of an int of 5,000 digits does)
        return f"<{type_name(type(value))}>"


def type_name(kind: type) -> str:
    """Return the name of a class for a message: what is obeyed escaped, shortened where long.

    >>> type_name(ValueError)
    'ValueError'
    """
    # Of the class itself: a metaclass may answer anything.
    return visible(vars(type)["__name__"].__get__(kind), _LONGEST)


def describe_error(error: BaseException) -> str:
    """Return the type and the message of an exception.

    >>> describe_error(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    said = error_message(error)
    return f"{type_name(type(error))}{': ' if said else ''}{said}"


def error_message(error: BaseException) -> str:
    """Return the message of an exception, shortened where long; empty where it has none.

    As in `brief`, addresses of objects are left out.
    """
    try:
        return visible(_without_addresses(str(error)), _LONGEST_ERROR)
    except BaseException:  # noqa: BLE001 - the __str__ of an exception may raise anything
        return ""


def _without_addresses(text: str) -> str:
    return _ADDRESS.sub("", str.__str__(text))


def write_count(count: int, noun: str) -> str:
    """Return a number of things.

    >>> write_count(1, "game"), write_count(1000, "game")
    ('1 game', '1,000 games')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def write_list(names: Iterable[str], word: str = "and") -> str:
    """Return names one after another.

    >>> write_list(["ada"]), write_list(["ada", "bob", "cy"])
    ('ada', 'ada, bob and cy')
    """
    *first, last = names
    return f"{', '.join(first)} {word} {last}" if first else last


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
