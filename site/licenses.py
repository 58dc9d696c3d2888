"""Write the licenses page, and a file for each license."""

import html
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from license_parts import Part, list_parts
from page import SOURCES, bundle
from shared import fresh_folder

SOURCE_CODE = {
    "Pyodide": "https://github.com/pyodide/pyodide",
    "hiwire": "https://github.com/hoodmane/hiwire",
    "elkjs": "https://github.com/kieler/elkjs",
    "micropip": "https://github.com/pyodide/micropip",
}
"""Addresses of the source code, for parts whose licenses require it."""


def write_licenses(site: Path) -> None:
    """Write the licenses folder for a site that is otherwise finished.

    Parameters
    ----------
    site : Path
    """
    folder = site / "licenses"
    fresh_folder(folder)
    parts = list_parts(site)
    named = dict(zip(parts, name_texts(parts), strict=True))
    for part, name in named.items():
        # File servers don't report the encoding of a text. This mark shows the encoding.
        (folder / name).write_text(part.text, "utf-8" if part.text.isascii() else "utf-8-sig")
    listed = [
        {**asdict(part), "text": name, "source": SOURCE_CODE.get(part.name)}
        for part, name in named.items()
    ]
    (folder / "licenses.json").write_text(json.dumps(listed, indent=1), "utf-8")
    bundle(SOURCES / "licenses.css", folder / "licenses.css")
    document = (SOURCES / "licenses.html").read_text("utf-8")
    page = document.replace("<section></section>", "\n".join(write_groups(named)))
    (folder / "index.html").write_text(page, "utf-8")


def name_texts(parts: Iterable[Part]) -> Iterator[str]:
    """Yield a file name for each part's license. Parts with the same text share a file."""
    names: dict[str, str] = {}
    for part in parts:
        if part.text not in names:
            stem = re.sub(r"[^a-z0-9.]+", "-", part.name.lower()).strip("-")
            taken = set(names.values())
            ends = ("", f"-{part.version}", *(f"-{number}" for number in range(2, 100)))
            names[part.text] = next(
                f"{stem}{end}.txt" for end in ends if f"{stem}{end}.txt" not in taken
            )
        yield names[part.text]


def write_groups(named: dict[Part, str]) -> Iterator[str]:
    """Yield the groups of parts as HTML. Each part links to its license."""
    for group in dict.fromkeys(part.group for part in named):
        yield f"<section><h2>{html.escape(group)}</h2><ul>"
        for part, name in named.items():
            if part.group == group:
                yield write_part(part, name)
        yield "</ul></section>"


def write_part(part: Part, name: str) -> str:
    """Return the HTML list item for a part."""
    title = html.escape(part.name) + (f" {html.escape(part.version)}" if part.version else "")
    item = f'<a href="{name}">{title}</a> <span>{html.escape(part.license)}</span>'
    if source := SOURCE_CODE.get(part.name):
        item += f' <a href="{source}">source code</a>'
    return f"<li>{item}</li>"
