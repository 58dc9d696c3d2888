"""Text made safe for HTML and SVG, and tables in HTML."""

import re
from collections.abc import Iterable, Sequence
from html import escape as _escape_html

# What XML 1.0 has no way to write: control characters, surrogates and two non-characters.
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(text: object) -> str:
    """Return the `str` of a value so that HTML and XML read it as text, quotes included.

    >>> escape("<b>")
    '&lt;b&gt;'
    """
    return _escape_html(_NOT_IN_XML.sub("\ufffd", str(text)))


def table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in HTML; the first cell of a row is its heading.

    Parameters
    ----------
    caption : str
        Sentence that says what the table shows.
    columns : sequence of str
        Headings of the columns.
    rows : iterable of sequences
        Content of the rows, one value a column; each is shown as its `str`.
    """
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        f"{''.join(f'<td>{escape(value)}</td>' for value in values)}</tr>"
        for name, *values in rows
    )
    return (
        f'<table><caption style="text-align:start">{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
