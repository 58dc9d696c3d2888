"""Tables as CSV that spreadsheet programs show and do not run."""

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any

_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")  # noqa: RUF001 - wide signs begin one too


def to_csv_text(records: Sequence[Mapping[str, Any]]) -> str:
    """Return records as CSV, with their keys as the first line.

    A text that a spreadsheet program would take for a formula has an apostrophe before
    it, which such programs do not show.

    >>> print(to_csv_text([{"name": "=1+1", "points": -1}, {"name": "-1", "points": None}]))
    name,points
    '=1+1,-1
    -1,
    <BLANKLINE>
    """
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(records[0])
    writer.writerows([_plain(value) for value in record.values()] for record in records)
    return stream.getvalue()


def _plain(value: object) -> object:
    """Return a value that is no formula."""
    is_formula = (
        isinstance(value, str) and value.lstrip().startswith(_FORMULA) and not _is_number(value)
    )
    return f"'{value}" if is_formula else value


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
