"""The file in which a check of a course keeps what it has found, to go on from there.

It holds JSON, one value a line, and is only ever added to: whatever interrupts that damages
the last line at most, which is then as if it had never been written.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from tictactoe_widget.validation.whole_files import write_whole

from .apart import ErrandResult, Limits
from .submissions import HandedIn

_HEAD = '{"kept_by": "check_all"}\n'


class Keeper:
    """What earlier checks found out, and what this one finds out.

    Parameters
    ----------
    file : path or None
        File to go on from and to add to; None to keep nothing.
    asked : object
        All that the findings depend on beside the files and the limits, of JSON values.
    limits : Limits
        Limits of each process; they decide about those alone that were not checked.

    Raises
    ------
    ValueError
        When the file holds anything else.
    """

    def __init__(self, file: Path | None, asked: object, limits: Limits) -> None:
        self._file = file
        self._asked = sha256(json.dumps(asked).encode()).hexdigest()
        self._limits = asdict(limits)
        self._known: dict[str, ErrandResult] = {}
        self._is_whole = True
        if file is not None:
            self._read(file)

    def __str__(self) -> str:
        """Return what the file adds to a sentence about what was checked."""
        return "" if self._file is None else f", and are kept in {str(self._file)!r}"

    def find(self, one: HandedIn) -> ErrandResult | None:
        """Return what is known of a submission as it is now; None where nothing is."""
        return self._known.get(one.digest)

    def add(self, one: HandedIn, outcome: ErrandResult) -> None:
        """Keep what came of a submission, so that not even a power cut takes it away."""
        if self._file is None or not outcome.get("is_lasting", True):
            return
        line = {
            "asked": self._asked,
            "name": one.name,
            "files": one.digest,
            "limits": self._limits,
            "outcome": outcome,
        }
        # A line that was cut off is ended first; readers pass it over.
        text = f"{'' if self._is_whole else chr(10)}{json.dumps(line)}\n"
        self._is_whole = False
        with self._file.open("a", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        self._is_whole = True

    def _read(self, file: Path) -> None:
        try:
            text = file.read_bytes().decode(errors="replace")
        except FileNotFoundError:
            text = ""
        if not text.startswith(_HEAD):
            if not _HEAD.startswith(text):  # else it was cut off when it was begun
                raise ValueError(f"{str(file)!r} is no file that check_all has kept")
            write_whole(file, _HEAD.encode())
            return
        self._is_whole = text.endswith("\n")
        for line in _values(text):
            if line.get("asked") != self._asked:
                continue
            outcome = line["outcome"]
            if "report" in outcome or line["limits"] == self._limits:
                self._known[line["files"]] = outcome


def _values(text: str) -> Iterator[dict[str, Any]]:
    """Find the lines that are whole."""
    for line in text.splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            yield value
