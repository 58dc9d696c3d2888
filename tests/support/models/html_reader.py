"""A reader for HTML, mainly for tables."""

import xml.etree.ElementTree as ET
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """A table as a screen reader presents it."""

    caption: str  # caption of the table
    columns: list[str]  # column headings
    rows: list[list[str]]  # texts in each row, starting with the row's heading


def read_html(html: str) -> ET.Element:
    """Parse HTML that is also XML, and return an element around it."""
    return ET.fromstring(f"<div>{html}</div>")  # noqa: S314 (our own)


def read_table(html: str) -> Table:
    """Read the only table in HTML. Its headings must have a scope."""
    (table,) = read_html(html).iter("table")
    columns = table.findall("thead/tr/th")
    assert {heading.get("scope") for heading in columns} == {"col"}
    rows = table.findall("tbody/tr")
    for row in rows:
        assert [cell.tag for cell in row] == ["th", *["td"] * (len(columns) - 1)]
        assert row[0].get("scope") == "row"
    return Table(
        table.findtext("caption") or "",
        [heading.text or "" for heading in columns],
        [[cell.text or "" for cell in row] for row in rows],
    )
