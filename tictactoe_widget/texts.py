"""Functions that build sentences for people from templates with named slots.

Each sentence on the board and in lessons, cards, hints, puzzles, reviews and reports comes from
one template, such as ``_("{player} must answer at {squares}, or lose.", player=...,
squares=...)``. Code fills slots and joins complete sentences, but never joins parts of
sentences.
"""

from collections.abc import Iterable


def _(template: str, /, **slots: object) -> str:
    """Fill the slots in a sentence template.

    Examples
    --------
    >>> _("{player} wins at {squares}.", player="Ada", squares=join_or(["3", "7"]))
    'Ada wins at 3 or 7.'
    """
    return template.format_map(slots) if slots else template


def N_(template: str, /) -> str:  # noqa: N802 - gettext's usual name
    """Mark a template for translation, and return it unchanged.

    Use it where a module is imported, for templates that code translates later with `_`.
    """
    return template


def ngettext(singular: str, plural: str, count: int, /, **slots: object) -> str:
    """Choose the singular or plural template for a number, and fill its slots.

    The slot ``{count}`` is filled with the number, with a comma as thousands separator.

    Examples
    --------
    >>> ngettext("{count} game", "{count} games", 1000)
    '1,000 games'
    """
    return _(singular if count == 1 else plural, count=f"{count:,}", **slots)


def join_and(items: Iterable[str]) -> str:
    """Join items into a list with "and".

    Examples
    --------
    >>> join_and(["Ada", "Ben", "Cy"])
    'Ada, Ben and Cy'
    """
    return _join(items, _("{items} and {last}"))


def join_or(items: Iterable[str]) -> str:
    """Join items into a list with "or".

    Examples
    --------
    >>> join_or(["5"]), join_or(["5", "6", "7"])
    ('5', '5, 6 or 7')
    """
    return _join(items, _("{items} or {last}"))


def join_sentences(*sentences: str) -> str:
    """Join complete sentences with spaces, and leave out empty ones.

    Examples
    --------
    >>> join_sentences("O's move loses.", "", "X wins at 3.")
    "O's move loses. X wins at 3."
    """
    return " ".join(filter(None, sentences))


def _join(items: Iterable[str], pattern: str) -> str:
    *first, last = items
    return _(pattern, items=", ".join(first), last=last) if first else last
