"""Functions that build readable sentences from templates with named slots.

Each sentence on the board and in lessons, cards, hints, puzzles, reviews and reports comes from
one template, such as ``_("{player} must answer at {squares}, or lose.", player=...,
squares=...)``. Code fills slots and joins complete sentences, but never joins parts of
sentences.

The templates are in English. Catalogues in the folder ``locale`` contain translations into
other languages. If a catalogue doesn't contain a template, the sentence stays in English.
Functions translate templates into the current language. The current language is English, unless
`in_language` or `localized` sets another language. Errors for programmers and reports about
code are always in English, so they come from f-strings and `english_plural`.
"""

import gettext
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

ENGLISH = "en"
_LOCALE = Path(__file__).parent / "locale"
_CATALOGUE = "LC_MESSAGES/tictactoe_widget.po"

_P = ParamSpec("_P")
_ResultT = TypeVar("_ResultT")

_chosen = ENGLISH  # language chosen by `set_language`
_in_use: ContextVar[str | None] = ContextVar("language", default=None)


@dataclass(frozen=True)
class _Catalogue:
    """Translations into one language."""

    messages: dict[str, str]
    plurals: dict[str, list[str]]  # plural forms, by English singular
    front_end: dict[str, str | list[str]]  # messages that the front ends use
    formula: str  # C expression for the index of the plural form for a number n

    @cached_property
    def form_of(self) -> Callable[[int], int]:
        """Function that returns the index of the plural form for a number."""
        return gettext.c2py(self.formula)

    @classmethod
    def read(cls, text: str) -> "_Catalogue":
        """Read the text of a ``.po`` file. Messages without a translation are left out."""
        messages: dict[str, str] = {}
        plurals: dict[str, list[str]] = {}
        front_end: dict[str, str | list[str]] = {}
        # Join strings that span several lines.
        for block in text.replace('"\n"', "").split("\n\n"):
            entry = _ENTRY.search(block)
            if entry is None or _FUZZY.search(block):
                continue
            source = _unescape(entry[1])
            forms = [_unescape(form) for form in _FORM.findall(block)]
            if not all(forms):
                continue
            if entry[2]:
                plurals[source] = forms
            else:
                messages[source] = forms[0]
            if "\n#: frontend/" in f"\n{block}":
                front_end[source] = forms if entry[2] else forms[0]
        formula = re.search(r"plural=(.*?);", messages.pop(""))
        return cls(messages, plurals, front_end, formula[1] if formula else "0")


# Patterns for the parts of a catalogue entry. Quotes within a string are escaped.
_ENTRY = re.compile(r'^msgid "(.*)"(\nmsgid_plural ".*")?$', re.MULTILINE)
_FORM = re.compile(r'^msgstr(?:\[\d\])? "(.*)"$', re.MULTILINE)
_FUZZY = re.compile(r"^#,.*\bfuzzy\b", re.MULTILINE)
_ESCAPES = {"n": "\n", "t": "\t"}


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    return re.sub(r"\\(.)", lambda sign: _ESCAPES.get(sign[1], sign[1]), text)


_catalogues = {ENGLISH: _Catalogue({}, {}, {}, "n != 1")}


def _catalogue(language: str) -> _Catalogue:
    if language not in _catalogues:
        path = _LOCALE / language.replace("-", "_") / _CATALOGUE
        _catalogues[language] = _Catalogue.read(path.read_text("utf-8"))
    return _catalogues[language]


def pack_catalogue(language: str) -> str:
    """Return a language's translations as JSON text, which loads faster than a ``.po`` file."""
    return json.dumps(asdict(_catalogue(language)), ensure_ascii=False)


def add_catalogue(language: str, packed: str) -> None:
    """Add a language, given the text that `pack_catalogue` returned for it."""
    _catalogues[language] = _Catalogue(**json.loads(packed))


def languages() -> tuple[str, ...]:
    """Return the codes of all available languages, starting with English.

    >>> languages()[:3]
    ('en', 'ar', 'de')
    """
    found = {path.parts[-3].replace("_", "-") for path in _LOCALE.glob(f"*/{_CATALOGUE}")}
    return (ENGLISH, *sorted(found | _catalogues.keys() - {ENGLISH}))


def check_language(language: object) -> str:
    """Return a language's code if the language is available.

    Raises
    ------
    ValueError
        If there is no such language. The message lists all languages.
    """
    known = languages()
    if type(language) is not str or language not in known:
        *first, last = map(repr, known)
        raise ValueError(
            f"language must be {', '.join(first)} or {last}, not {str(language)[:40]!r}"
        )
    return language


def set_language(language: str | None) -> None:
    """Choose the language for new boards, reports, cards, pictures and other displays.

    Existing boards keep their language. Error messages stay in English. Because they are about
    code, the reports from `check`, `check_all`, `check_rules`, `answer` and `hint` also stay in
    English.

    Parameters
    ----------
    language : str or None
        Code of the language, such as ``"de"`` or ``"pt-BR"``. None means English.

    Raises
    ------
    ValueError
        If there is no such language. The message lists all languages.

    Examples
    --------
    >>> set_language("de")
    >>> set_language(None)
    """
    global _chosen  # noqa: PLW0603 - one choice for the whole process
    _chosen = ENGLISH if language is None else check_language(language)


def choose_language(language: str | None) -> str:
    """Return a language's code. None means the language chosen with `set_language`.

    Raises
    ------
    ValueError
        If there is no such language. The message lists all languages.
    """
    return _chosen if language is None else check_language(language)


def language_in_use() -> str:
    """Return the language that functions currently translate into."""
    return _in_use.get() or ENGLISH


def call_in(
    language: str, function: Callable[_P, _ResultT], /, *args: _P.args, **kwargs: _P.kwargs
) -> _ResultT:
    """Call a function in a language, but let it raise its errors in English.

    If the function raises an error in another language, it is called again in English. So the
    function must not have side effects.
    """
    if language != ENGLISH:
        with suppress(Exception), in_language(language):
            return function(*args, **kwargs)
    with in_language(ENGLISH):
        return function(*args, **kwargs)


@contextmanager
def in_language(language: str | None) -> Iterator[None]:
    """Use a language until the ``with`` block ends. None means that no language is in use."""
    before = _in_use.set(language)
    try:
        yield
    finally:
        _in_use.reset(before)


def localized(function: Callable[_P, _ResultT]) -> Callable[_P, _ResultT]:
    """Wrap a function so that it uses the language chosen with `set_language`.

    If a language is already in use, such as a board's language, the function uses that one.
    Otherwise, if the function raises an error, it is called again in English (see `call_in`).
    So the function must not have side effects or read from an iterator.
    """

    @wraps(function)
    def run(*args: _P.args, **kwargs: _P.kwargs) -> _ResultT:
        if _in_use.get() is not None:
            return function(*args, **kwargs)
        return call_in(_chosen, function, *args, **kwargs)

    return run


def cached_by_language(
    size: int | None,
) -> Callable[[Callable[_P, _ResultT]], Callable[_P, _ResultT]]:
    """Return a decorator that caches a function's results separately for each language.

    Parameters
    ----------
    size : int or None
        Maximum number of results to keep, or None for no maximum.
    """

    def decorate(function: Callable[_P, _ResultT]) -> Callable[_P, _ResultT]:
        @lru_cache(size)
        def find(_language: str, *args: _P.args, **kwargs: _P.kwargs) -> _ResultT:
            return function(*args, **kwargs)

        @wraps(function)
        def run(*args: _P.args, **kwargs: _P.kwargs) -> _ResultT:
            return find(language_in_use(), *args, **kwargs)  # type: ignore[arg-type]

        return run

    return decorate


def front_end_texts(language: str) -> dict[str, Any]:
    """Return the front ends' messages, each with its translation or its plural forms."""
    return _catalogue(language).front_end


def _(template: str, /, **slots: object) -> str:
    """Translate a sentence template, and fill its slots.

    Examples
    --------
    >>> _("{player} wins at {squares}.", player="Ada", squares=join_or(["3", "7"]))
    'Ada wins at 3 or 7.'
    """
    text = _catalogue(language_in_use()).messages.get(template, template)
    return text.format_map(slots) if slots else text


def N_(template: str, /) -> str:  # noqa: N802 - gettext's usual name
    """Mark a template for translation, and return it unchanged.

    Use this function for templates that are defined at import and translated later with `_`.
    """
    return template


@dataclass(frozen=True)
class Text:
    """Sentence that is translated into the current language each time it is displayed.

    The value for a slot, such as ``{player}``, can itself be a ``Text``.

    Examples
    --------
    >>> str(Text("{player} wins at {square}.", {"player": Text("First"), "square": 3}))
    'First wins at 3.'
    """

    template: str
    slots: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the sentence in the current language."""
        return _(self.template, **self.slots)


def ngettext(singular: str, plural: str, count: int, /, **slots: object) -> str:
    """Choose and translate the singular or plural template for a number, and fill its slots.

    The slot ``{count}`` is filled with the number, written with thousands separators.

    Examples
    --------
    >>> ngettext("{count} game", "{count} games", 1000)
    '1,000 games'
    """
    catalogue = _catalogue(language_in_use())
    forms = catalogue.plurals.get(singular)
    if forms is None:
        text = singular if count == 1 else plural
    else:
        text = forms[catalogue.form_of(count)]
    return text.format_map({"count": format_number(count), **slots})


def english_plural(singular: str, plural: str, count: int, /, **slots: object) -> str:
    """Choose the singular or plural template as `ngettext` does, but don't translate it."""
    with in_language(ENGLISH):
        return ngettext(singular, plural, count, **slots)


def format_number(number: float, form: str = ",") -> str:
    """Format a number with the current language's separators.

    Parameters
    ----------
    number : int or float
        Number to write.
    form : str, default ","
        Format specification for `format`, such as ``".1%"``.

    Examples
    --------
    >>> format_number(1234), format_number(0.125, ".1%")
    ('1,234', '12.5%')
    """
    text = format(number, form)
    model = _("1,234.5")
    if model != "1,234.5":
        thousands, decimal = re.split("[0-9]+", model)[1:-1]
        text = text.translate(str.maketrans({",": thousands, ".": decimal}))
    return _("{percent}%", percent=text[:-1]) if text.endswith("%") else text


def join_list(items: Iterable[str]) -> str:
    """Join items into a list with commas.

    Examples
    --------
    >>> join_list(["3", "5", "7"])
    '3, 5, 7'
    """
    return _("{first}, {second}", first="", second="").join(items)


def join_and(items: Iterable[str]) -> str:
    """Join items into a list with "and".

    Examples
    --------
    >>> join_and(["Ada", "Ben", "Cy"])
    'Ada, Ben and Cy'
    """
    *first, last = items
    return _("{items} and {last}", items=join_list(first), last=last) if first else last


def join_or(items: Iterable[str]) -> str:
    """Join items into a list with "or".

    Examples
    --------
    >>> join_or(["5"]), join_or(["5", "6", "7"])
    ('5', '5, 6 or 7')
    """
    *first, last = items
    return _("{items} or {last}", items=join_list(first), last=last) if first else last


def join_sentences(*sentences: str) -> str:
    """Join complete sentences with spaces, and leave out empty sentences.

    Examples
    --------
    >>> join_sentences("O's move loses.", "", "X wins at 3.")
    "O's move loses. X wins at 3."
    """
    return _("{first} {second}", first="", second="").join(filter(None, sentences))
