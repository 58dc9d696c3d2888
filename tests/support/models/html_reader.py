"""A reader of HTML, of its tables above all."""

import xml.etree.ElementTree as ET
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """A table as a screen reader finds it."""

    caption: str  # what the table is called
    columns: list[str]  # headings of the columns
    rows: list[list[str]]  # texts of the rows, the heading of the row first


def read_html(html: str) -> ET.Element:
    """Parse a piece of HTML that is XML too; return an element around it."""
    return ET.fromstring(f"<div>{html}</div>")  # noqa: S314 (our own)


def read_table(html: str) -> Table:
    """Read the one table in a piece of HTML; headings must say what they are headings of."""
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
