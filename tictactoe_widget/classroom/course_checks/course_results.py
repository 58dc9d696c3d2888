"""What a check of a course finds: of each submission, and of several together."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tictactoe_widget.classroom.checking.report import Report
from tictactoe_widget.rules.picture.markup import TextDisplay, escape


@dataclass(frozen=True, slots=True, repr=False)
class Submission(TextDisplay):
    """What came of one submission; its `str` is for people. Immutable."""

    name: str
    """Name of the submission."""
    report: Report | None
    """Report of its check; None where it could not be checked."""
    trouble: str | None = None
    """Reason why it could not be checked; None where it was."""

    @property
    def ok(self) -> bool:
        """True where it was checked and every part passed."""
        return self.report is not None and self.report.ok

    @property
    def results(self) -> Mapping[str, str]:
        """Result of each function, as `Part.result`, by its name; empty where there is none."""
        return {} if self.report is None else {p.name: p.result for p in self.report.parts}

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON can write them."""
        report = None if self.report is None else self.report.to_dict()
        return {"name": self.name, "trouble": self.trouble, "report": report}

    def __str__(self) -> str:
        if self.report is None:
            return f"{self.name}: {self._said}"
        return f"{self.name}\n{self.report}"

    @property
    def _said(self) -> str:
        return f"not checked: {self.trouble}"

    def _repr_html_(self) -> str:
        """Return the name above the report, for a notebook."""
        if self.report is None:
            return f"<p><b>{escape(self.name)}</b>: {escape(self._said)}</p>"
        return f"<p><b>{escape(self.name)}</b></p>{self.report._repr_html_()}"


@dataclass(frozen=True, slots=True)
class SharedMisconception:
    """A misconception that explains the wrong answers of a function. Immutable."""

    function: str
    """Name of the function."""
    diagnosis: str
    """The misconception, in words that go on after the name of the function."""
    names: tuple[str, ...]
    """Names of the submissions that seem to have it."""

    def __str__(self) -> str:
        return f"{self.function} {self.diagnosis}"

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON can write them."""
        return {
            "function": self.function,
            "diagnosis": self.diagnosis,
            "names": list(self.names),
        }


@dataclass(frozen=True, slots=True)
class SharedFunction:
    """A wrong function that several submissions have in common. Immutable.

    They may differ in comments, docstrings, annotations, layout and the names of arguments
    and variables. Short functions are left out, which many would write alike. It is a
    fact about the files, and says nothing of how it came about.
    """

    function: str
    """Name of the function."""
    names: tuple[str, ...]
    """Names of the submissions."""

    def __str__(self) -> str:
        return f"The same wrong {self.function} was handed in by: {', '.join(self.names)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON can write them."""
        return {"function": self.function, "names": list(self.names)}


def shared_misconceptions(
    submissions: Iterable[Submission],
) -> tuple[SharedMisconception, ...]:
    """Return the misconceptions found, the most frequent first."""
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for one in submissions:
        for part in one.report.parts if one.report is not None else ():
            if part.diagnosis:
                found[part.name, part.diagnosis].append(one.name)
    every = [SharedMisconception(*what, tuple(names)) for what, names in found.items()]
    return tuple(sorted(every, key=lambda one: (-len(one.names), one.function, one.diagnosis)))


def shared_functions(
    written: Mapping[str, Mapping[str, str]],
) -> tuple[SharedFunction, ...]:
    """Return the wrong functions that several have, those of the most submissions first.

    Parameters
    ----------
    written : mapping
        Fingerprints of the wrong functions of each submission, by its name and theirs.
    """
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for name, functions in written.items():
        for function, fingerprint in functions.items():
            found[function, fingerprint].append(name)
    every = [
        SharedFunction(function, tuple(names))
        for (function, _), names in found.items()
        if len(names) > 1
    ]
    return tuple(sorted(every, key=lambda one: (-len(one.names), one.function, one.names)))
