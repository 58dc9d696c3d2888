"""Functions that escape text for HTML and SVG, and that write tables as text and HTML."""

from collections.abc import Iterable, Sequence

from tictactoe_widget.validation import ESCAPED_SIGNS

# Characters that XML 1.0 cannot contain: control characters, surrogates and two non-characters.
_NOT_IN_XML = (*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)
_ESCAPES = {
    **{code: sign for code, sign in ESCAPED_SIGNS.items() if chr(code) not in "\t\n"},
    **dict.fromkeys(_NOT_IN_XML, "\ufffd"),
    **str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}),
}


def escape(text: object) -> str:
    """Convert a value to a str, and escape it for HTML and XML.

    Quotes and characters that change the text direction are also escaped. Characters that are
    not allowed in XML are replaced.

    >>> escape("<b>")
    '&lt;b&gt;'
    """
    return str(text).translate(_ESCAPES)


class TextDisplay:
    """Mixin that makes a long result's ``repr`` the same as its ``str``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def text_table(rows: Iterable[Sequence[object]], align: str = "<") -> str:
    """Return a table as text, with each column as wide as its widest entry.

    The first column is aligned to the left. The other columns are aligned to the left if
    `align` is ``"<"``, or to the right if it is ``">"``.

    >>> print(text_table([("Cell", "Value"), (4, "win")]))
    Cell  Value
    4     win
    """
    words = [tuple(map(str, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*words, strict=True)]
    aligned = ["<", *[align] * (len(widths) - 1)]
    lines = (
        "  ".join(
            f"{word:{to}{width}}" for word, to, width in zip(row, aligned, widths, strict=True)
        )
        for row in words
    )
    return "\n".join(line.rstrip() for line in lines)


def html_table(
    caption: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    classes: Sequence[str] = (),
) -> str:
    """Return a table as HTML. The first cell in each row is a heading.

    Parameters
    ----------
    caption : str
        Sentence that describes the table.
    columns : sequence of str
        Heading of each column.
    rows : iterable of sequences
        Rows of the table, with one value for each column. Each value is converted with `str`.
    classes : sequence of str, optional
        CSS class of each row, for styling.
    """
    rows = [list(row) for row in rows]
    openings = [f'<tr class="{name}">' for name in classes] or ["<tr>"] * len(rows)
    # By default, notebooks align all table cells to the right, as if they contained numbers, so
    # columns of text need a style.
    are_texts = [
        all(isinstance(value, str) for value in values) for values in zip(*rows, strict=True)
    ]
    styles = [' style="text-align:start"' if is_text else "" for is_text in are_texts]
    # If the table has no rows, the columns don't have a style yet.
    styles += [""] * (len(columns) - len(styles))
    head = "".join(
        f'<th scope="col"{style}>{escape(column)}</th>'
        for column, style in zip(columns, styles, strict=True)
    )
    body = "".join(
        f'{opening}<th scope="row"{styles[0]}>{escape(name)}</th>'
        + "".join(
            f"<td{style}>{escape(value)}</td>"
            for value, style in zip(values, styles[1:], strict=True)
        )
        + "</tr>"
        for opening, (name, *values) in zip(openings, rows, strict=True)
    )
    return (
        f'<table><caption style="text-align:start">{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
