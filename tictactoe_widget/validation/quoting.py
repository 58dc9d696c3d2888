"""How messages quote a value, and which name was probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches

_LONGEST = 60  # most characters of a value that a message quotes


def brief(value: object) -> str:
    """Return the `repr` of a value for a message: in one line, shortened where it is long.

    >>> brief("a"), brief("a" * 1000)
    ("'a'", "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...")
    """
    try:
        text = " ".join(repr(value).split("\n"))
    except Exception:  # noqa: BLE001 (any repr may raise; that of an int of 5,000 digits does)
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


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
