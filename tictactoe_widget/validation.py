"""Functions that format values for messages, check arguments and JSON, and write files.

Names, messages and answers from other people's code are untrusted. Two functions clean and
shorten untrusted text: `printable_name` for names, and `visible` for everything else. Cleaned
text contains no control characters, so it is safe to show in a terminal, on a page or in JSON.
"""

import errno
import os
import re
import reprlib
import secrets
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from difflib import get_close_matches
from itertools import takewhile
from math import inf
from numbers import Real
from operator import index
from pathlib import Path
from stat import S_IMODE
from traceback import FrameSummary, TracebackException, extract_tb
from types import NoneType
from typing import Any, Never, TypeVar
from unicodedata import bidirectional, category

from .texts import _, join_or

_LONGEST = 60  # maximum length of a value or a class name in a message
_LONGEST_ERROR = 200  # maximum length of an exception's message
_LONGEST_TEXT = 2_000  # default maximum length of any other text
# An object's memory address, which differs from run to run.
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+(?=[>,])")
# Unicode's bidirectional classes for characters that change the text direction.
_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})


def _is_obeyed(sign: str) -> bool:
    return (
        category(sign) in {"Cc", "Cs", "Zl", "Zp"}
        or bidirectional(sign) in _TURNING
        or sign in "\u200e\u200f\u061c"  # direction marks in none of these classes
    )


# Escape sequences for invisible characters that affect how text is shown. The keys are code
# points.
ESCAPED_SIGNS = {
    code: chr(code).encode("unicode_escape").decode()
    for code in (*range(0x100), 0x061C, *range(0x2000, 0x2070), *range(0xD800, 0xE000))
    if _is_obeyed(chr(code))
}
_ESCAPED_IN_LINES = {
    code: escape for code, escape in ESCAPED_SIGNS.items() if chr(code) not in "\t\n"
}


def visible(text: str, most: int | None = _LONGEST_TEXT, *, in_lines: bool = False) -> str:
    r"""Escape control characters in untrusted text.

    Line ends also count as control characters, because a terminal can act on them. The function
    also escapes lone surrogates and characters that change the text direction.

    Parameters
    ----------
    text : str
        Text to clean. If the text is an instance of a subclass of str, the subclass's methods
        are never called.
    most : int or None, default 2,000
        Maximum number of characters, or None for no limit.
    in_lines : bool, default False
        True to keep line ends and tabs in multi-line text.

    Examples
    --------
    >>> print(visible("a\nb \x1b[2J c\u202ed, é"))
    a\nb \x1b[2J c\u202ed, é
    >>> visible("a" * 1_000_000, 8)
    'aaaaa...'
    """
    plain = str.__str__(text)
    if most is not None:
        plain = plain[: most + 1]  # limit the work: the rest would be cut off anyway
    shown = plain.translate(_ESCAPED_IN_LINES if in_lines else ESCAPED_SIGNS)
    return shown if most is None or len(shown) <= most else f"{shown[: most - 3]}..."


def brief(value: object, most: int = _LONGEST) -> str:
    """Return a short, one-line ``repr`` of a value for use in a message.

    Object addresses are removed, so that the text is the same in every run.

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
    """Return a value's one-line ``repr`` without object addresses, but don't escape it."""
    try:
        return _without_addresses(repr(value)).replace("\n", " ")
    except Exception:  # noqa: BLE001 (any repr can raise, such as that of a 5,000-digit int)
        return f"<{type_name(type(value))}>"


def type_name(kind: type) -> str:
    """Return a Python class's name for use in a message, escaped and shortened.

    >>> type_name(ValueError)
    'ValueError'
    """
    # Read the name through `type`, because a metaclass could return anything.
    return visible(vars(type)["__name__"].__get__(kind), _LONGEST)


def describe_error(error: BaseException) -> str:
    """Return an exception's type and message as text.

    >>> describe_error(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    said = error_message(error)
    return f"{type_name(type(error))}{': ' if said else ''}{said}"


def error_message(error: BaseException) -> str:
    """Return an exception's message, shortened if it is long, or ``""`` if there is none.

    Like `brief`, this function removes object addresses.
    """
    try:
        return visible(_without_addresses(str(error)), _LONGEST_ERROR)
    except BaseException:  # noqa: BLE001 - an exception's __str__ can raise anything
        return ""


_PACKAGE = str(Path(__file__).parent)
_RUNS_CELLS = str(Path("IPython", "core", "interactiveshell.py"))


def short_traceback(error: BaseException) -> list[str]:
    """Return a traceback that ends with your call to this package, as a list of lines.

    The traceback leaves out calls inside the package, and the calls that IPython makes before
    it reaches your code. For code in a notebook cell, the traceback shows "cell" instead of a
    file name.

    Parameters
    ----------
    error : BaseException
        Exception to describe, with its traceback.
    """
    told = TracebackException.from_exception(error)
    part: TracebackException | None = told
    while part is not None:
        part.stack[:] = [_named(frame) for frame in _of_the_caller(part.stack)]
        part = part.__cause__ or part.__context__
    return "".join(told.format()).splitlines()


def brief_traceback(error: BaseException) -> str:
    """List the calls outside this package that led to an error, on one line.

    >>> def halve(number):
    ...     return number / 0
    >>> try:
    ...     halve(1)
    ... except ZeroDivisionError as error:
    ...     brief_traceback(error)
    '<module>, line 2; halve, line 2'
    """
    frames = extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(_PACKAGE)]
    return "; ".join(
        _("{function}, line {line}", function=frame.name, line=frame.lineno) for frame in own
    )


def _of_the_caller(frames: list[FrameSummary]) -> Iterator[FrameSummary]:
    before = [i for i, frame in enumerate(frames) if frame.filename.endswith(_RUNS_CELLS)]
    begun = frames[before[-1] + 1 :] if before else frames
    return takewhile(lambda frame: not frame.filename.startswith(_PACKAGE), begun)


def _named(frame: FrameSummary) -> FrameSummary:
    if Path(frame.filename).is_file():
        return frame
    return FrameSummary("cell", frame.lineno, frame.name, line=frame.line)


def describe_where(error: BaseException, path: Path) -> str:
    """Describe an error that occurred when a file was run, and give the line number.

    If the error happened in another file in the same folder, include that file's name.

    Parameters
    ----------
    error : BaseException
        Exception to describe, with its traceback.
    path : Path
        Path of the file that was run.
    """
    if isinstance(error, SyntaxError):
        place = [(error.filename or "", error.lineno)]
        said = f"{type_name(type(error))}: {visible(error.msg, 200)}"
    else:
        place = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)]
        said = describe_error(error)
    for name, line in reversed(place):
        file = Path(name)
        if line and path.parent in file.parents:
            inner = "" if file == path else f"{file.relative_to(path.parent).as_posix()}, "
            return f"{said} ({inner}line {line})"
    return said


def _without_addresses(text: str) -> str:
    return _ADDRESS.sub("", str.__str__(text))


def did_you_mean(name: str, choices: Iterable[str]) -> str:
    """Return a "did you mean" question for a wrong name, for use in an error message.

    Case is ignored. If no valid name is similar, return ``""``.

    >>> did_you_mean("Perfct", ["random", "perfect"])
    " (did you mean 'perfect'?)"
    >>> did_you_mean("chess", ["random", "perfect"])
    ''
    """
    similar = find_similar(name, choices)
    return "" if similar is None else f" (did you mean {similar!r}?)"


def find_similar(name: str, choices: Iterable[str]) -> str | None:
    """Return the choice most similar to a wrong name, or None if no choice is similar."""
    by_case = {choice.lower(): choice for choice in choices}
    close = get_close_matches(name.lower(), by_case, n=1)
    return by_case[close[0]] if close else None


# Names of people and players.

LONGEST_NAME = 40
"""Maximum length of a player's name, in characters."""

# Invisible characters that occur in Persian and Hindi words and in many emoji.
_JOINERS = "\u200c\u200d"

# Characters that look blank although Unicode classifies them as letters, symbols or unassigned.
_BLANK = frozenset("\u115f\u1160\u2065\u2800\u3164\uffa0")


def check_name(name: object, what: str = "the name", most: int = LONGEST_NAME) -> str:
    r"""Clean up the white space in a name. If the name is not valid, raise an error.

    Parameters
    ----------
    name : object
        Name to check.
    what : str, default "the name"
        Start of the error message, such as ``"the name of X"``.
    most : int, default LONGEST_NAME
        Maximum number of characters.

    Returns
    -------
    str
        Name without leading or trailing white space, and with single spaces between words.

    Raises
    ------
    ValueError
        If `name` is not a str, contains no visible character, or is longer than `most`
        characters. The error is also raised if `name` contains a control character, a character
        that changes the text direction, or a lone surrogate.

    Examples
    --------
    >>> check_name(" Ada   Lovelace ")
    'Ada Lovelace'
    >>> check_name("Ada\u202e", "the name of X")
    Traceback (most recent call last):
        ...
    ValueError: the name of X must not contain a control character (U+202E): 'Ada\u202e'
    """
    if not isinstance(name, str):
        raise ValueError(f"{what} must be a str, not {brief(name)}")  # noqa: TRY004 - one error type for all faults in names
    tidy = _tidy(name)
    reason = _name_fault(tidy, most)
    if reason:
        raise ValueError(f"{what} {reason}: {reprlib.repr(str.__str__(name))}")
    return tidy


def printable_name(text: str) -> str:
    r"""Convert a text to a printable name, or to ``""`` if it contains nothing visible.

    Characters that are not allowed in names are replaced, and long names are shortened.

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


def _name_fault(name: str, most: int) -> str:
    """Return the reason why a name is not valid, or ``""`` if it is valid."""
    for char in name:
        refusal = _refusal(char)
        if refusal:
            return f"must not contain {refusal} (U+{ord(char):04X})"
    if not any(map(_is_visible, name)):
        return "must contain a visible character"
    return f"must have at most {most} characters" if len(name) > most else ""


def _refusal(char: str) -> str:
    """Describe a forbidden character, or return ``""`` if the character is allowed."""
    kind = category(char)
    if kind == "Cs":
        return "a lone surrogate"
    if kind in ("Cc", "Cf", "Zl", "Zp") and char not in _JOINERS:
        return "a control character"
    return ""


def _is_visible(char: str) -> bool:
    """Return True if a character is visible on its own, unlike spaces and combining accents."""
    return category(char)[0] not in "MZ" and char not in _JOINERS and char not in _BLANK


_Thing = TypeVar("_Thing")


def as_int(value: object) -> int:
    """Convert an integer of any type, such as a NumPy integer, to an int.

    Raises
    ------
    TypeError
        If `value` is not an integer or is a bool.
    """
    if isinstance(value, bool):
        raise TypeError(f"value must be an int, not {brief(value)}")
    try:
        return index(value)  # type: ignore[arg-type]
    except Exception as error:
        raise TypeError(f"value must be an int, not {brief(value)}") from error


_KIND_NAMES = {int: "an int", str: "a str", bool: "True or False", NoneType: "None"}


def check_kind(value: object, name: str, *kinds: type[_Thing], expected: str = "") -> _Thing:
    """Return a value if it has one of the given types. Otherwise, raise a TypeError.

    Parameters
    ----------
    value : object
        Argument to check.
    name : str
        Name of the argument. The error message begins with this name.
    *kinds : type
        Accepted types. A bool does not count as an int.
    expected : str, optional
        Description of the accepted values, if the names of the types alone would be unclear.

    Raises
    ------
    TypeError
        If the value has none of these types.

    Examples
    --------
    >>> check_kind("3x3", "rules", str)
    '3x3'
    >>> check_kind(3, "title", str)
    Traceback (most recent call last):
    TypeError: title must be a str, not 3
    """
    if isinstance(value, kinds) and (not isinstance(value, bool) or bool in kinds):
        return value
    expected = expected or " or ".join(
        _KIND_NAMES.get(kind) or f"a {type_name(kind)}" for kind in kinds
    )
    raise TypeError(f"{name} must be {expected}, not {brief(value)}")


def check_choice(value: _Thing, name: str, choices: Collection[_Thing]) -> _Thing:
    """Return a value if it is one of the choices. Otherwise, raise a ValueError.

    If the value is a str similar to one of the choices, the error message suggests that choice.

    Raises
    ------
    ValueError
        If the value isn't one of the choices.

    Examples
    --------
    >>> check_choice("Z", "mark", ("X", "O"))
    Traceback (most recent call last):
    ValueError: mark must be 'X' or 'O', not 'Z'
    >>> check_choice("slwo", "pace", ("slow", "fast"))
    Traceback (most recent call last):
    ValueError: pace must be 'slow' or 'fast', not 'slwo' (did you mean 'slow'?)
    """
    for choice in choices:
        if type(value) is type(choice) and value == choice:
            return choice
    hint = did_you_mean(value, map(str, choices)) if isinstance(value, str) else ""
    raise ValueError(f"{name} must be {join_or(map(repr, choices))}, not {brief(value)}{hint}")


def check_int(
    value: object, name: str, least: int | None = None, most: int | None = None
) -> int:
    """Convert an integer of any type to an int, and check that it is within bounds.

    Raises
    ------
    TypeError
        If the value is not an integer or is a bool.
    ValueError
        If the value is out of bounds.

    Examples
    --------
    >>> check_int(20, "rows", 1, 19)
    Traceback (most recent call last):
    ValueError: rows must be from 1 to 19, not 20
    """
    try:
        number = as_int(value)
    except TypeError:
        raise TypeError(f"{name} must be an int, not {brief(value)}") from None
    if (least is not None and number < least) or (most is not None and number > most):
        bounds = f"at least {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name} must be {bounds}, not {brief(value)}")
    return number


def as_tuple(values: Iterable[_Thing], name: str) -> tuple[_Thing, ...]:
    """Convert an iterable to a tuple. If the argument is a single value, raise a TypeError.

    >>> as_tuple(4, "puzzles")
    Traceback (most recent call last):
        ...
    TypeError: puzzles must be a list, not 4: put a single item in a list
    """
    if isinstance(values, str) or not isinstance(values, Iterable):
        expected = f"{name} must be a list, not {brief(values)}"
        raise TypeError(f"{expected}: put a single item in a list")
    return tuple(values)


def as_seed(value: int | None) -> int | None:
    """Convert a seed to an int or None. If the conversion fails, raise a TypeError."""
    try:
        return None if value is None else as_int(value)
    except TypeError:
        raise TypeError(f"seed must be an int or None, not {brief(value)}") from None


def as_seconds(value: float) -> float:
    """Convert a time limit to a float. Return ``inf`` for an int that is too large for a float.

    Raises
    ------
    TypeError
        If `value` is not a number.
    ValueError
        If `value` is not greater than 0.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"seconds must be a number above 0, not {brief(value)}")
    if not value > 0:
        raise ValueError(f"seconds must be above 0, not {brief(value)}")
    try:
        return float(value)
    except OverflowError:
        return inf


_NamedT = TypeVar("_NamedT")


class ByName(dict[str, _NamedT]):
    """Dict whose keys are names. If a name is missing, the KeyError lists the known names.

    Parameters
    ----------
    kind : str
        Word for one of the dict's values, such as ``"lesson"``.
    things : iterable of pairs
        Pairs of a name and a value.

    Examples
    --------
    >>> ByName("number", [("one", 1), ("two", 2)])["on"]
    Traceback (most recent call last):
        ...
    KeyError: "number must be 'one' or 'two', not 'on' (did you mean 'one'?)"
    """

    def __init__(self, kind: str, things: Iterable[tuple[str, _NamedT]]) -> None:
        super().__init__(things)
        self._kind = kind

    def __missing__(self, name: object) -> Never:
        hint = did_you_mean(name, self) if isinstance(name, str) else ""
        raise KeyError(
            f"{self._kind} must be {join_or(map(repr, self))}, not {brief(name)}{hint}"
        )


_Value = TypeVar("_Value")

_TYPES = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


def check_type(value: object, kind: type[_Value], part: str) -> _Value:
    """Return a value if its type is exactly `kind`. A bool is not accepted as an int.

    Raises
    ------
    ValueError
        If the value has another type. The message refers to the value as `part`.

    Examples
    --------
    >>> check_type(True, int, "round")
    Traceback (most recent call last):
        ...
    ValueError: round must be a whole number, not True
    """
    if type(value) is not kind:
        raise ValueError(f"{part} must be {_TYPES[kind]}, not {brief(value)}")
    return value


def read_part(parts: dict[Any, Any], name: str, kind: type[_Value]) -> _Value:
    """Return the value for a key in a JSON object, if the value's type is exactly `kind`.

    Raises
    ------
    ValueError
        If the key is missing, or if its value has another type.
    """
    if name not in parts:
        raise ValueError(f"{name} is missing")
    return check_type(parts[name], kind, name)


def check_parts(parts: dict[Any, Any], known: Collection[str]) -> None:
    """Check that a JSON object has no unknown keys.

    Raises
    ------
    ValueError
        If the object has an unknown key. The message shows the first unknown key.
    """
    for part in parts:
        if part not in known:
            raise ValueError(f"each part must be {join_or(known)}, not {brief(part)}")


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file so that it always contains either the old or the new content.

    The function first writes a temporary file in the same folder. Once the temporary file is
    complete on the disk, it replaces the old file. If the disk is full or anything else goes
    wrong, the old file does not change. The new file has the same permissions as the old file,
    and links to the file remain valid.

    Parameters
    ----------
    path : str or path-like
        File to write, whether it exists already or not. If the path is a pipe or anything else
        that isn't a regular file, the function writes to it directly.
    content : bytes
        New content of the file.

    Raises
    ------
    OSError
        If the file or the temporary file cannot be written.
    """
    # If the path is a link, write to its target, so that the link remains.
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "There is no such folder", str(target.parent))
    mode = _mode_of(target)
    beside = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with beside.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if mode is not None:
            beside.chmod(mode)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def _mode_of(target: Path) -> int | None:
    """Return a writable file's permissions, or None if the file doesn't exist."""
    if not target.exists():
        return None
    with target.open("r+b") as stream:
        return S_IMODE(os.fstat(stream.fileno()).st_mode)
