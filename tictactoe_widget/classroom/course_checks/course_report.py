"""Report of a check of a course: what came of each submission, and what they share."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from types import MappingProxyType
from typing import Any

from tictactoe_widget.rules.picture.markup import TextDisplay
from tictactoe_widget.validation.quoting import brief, did_you_mean
from tictactoe_widget.validation.whole_files import write_whole

from .course_page import course_html
from .course_results import (
    SharedFunction,
    SharedMisconception,
    Submission,
    shared_misconceptions,
)
from .course_text import course_text
from .spreadsheet import to_csv_text


@dataclass(frozen=True, slots=True, repr=False)
class CourseReport(TextDisplay):
    """Report of `check_all`; its `str` is for people. Immutable.

    It is a sequence of its submissions, sorted by name, and ``report["ada"]`` is one of them.
    """

    contract: str
    """Name of the contract."""
    function_names: tuple[str, ...]
    """Names of the functions that were checked, in the order of the contract."""
    submissions: tuple[Submission, ...]
    """What came of each submission, sorted by their names."""
    same_functions: tuple[SharedFunction, ...]
    """Wrong functions that several submissions have in common, most submissions first."""
    is_memory_limited: bool = True
    """False where a submission ran on a system that cannot limit memory."""

    def __len__(self) -> int:
        return len(self.submissions)

    def __iter__(self) -> Iterator[Submission]:
        return iter(self.submissions)

    def __getitem__(self, name: str) -> Submission:
        """Return the submission of a name.

        Raises
        ------
        KeyError
            When there is none.
        """
        for one in self.submissions:
            if one.name == name:
                return one
        names = [one.name for one in self.submissions]
        hint = did_you_mean(name, names) if isinstance(name, str) else ""
        raise KeyError(f"there is no submission {brief(name)}{hint}")

    @property
    def passing(self) -> tuple[str, ...]:
        """Names of the submissions that passed everything."""
        return tuple(one.name for one in self.submissions if one.ok)

    @property
    def unchecked(self) -> tuple[str, ...]:
        """Names of the submissions that could not be checked."""
        return tuple(one.name for one in self.submissions if one.report is None)

    @property
    def failing(self) -> Mapping[str, tuple[str, ...]]:
        """Names of the submissions that did not pass a function, by its name.

        Those that could not be checked are not among them.
        """
        return MappingProxyType(
            {
                function: tuple(
                    one.name
                    for one in self.submissions
                    if one.results.get(function, "passed") != "passed"
                )
                for function in self.function_names
            }
        )

    @property
    def misconceptions(self) -> tuple[SharedMisconception, ...]:
        """Misconceptions that explain wrong answers, the most frequent first."""
        return shared_misconceptions(self.submissions)

    @property
    def summary(self) -> str:
        """One sentence: how many there are, pass everything, and could not be checked."""
        count, passing, unchecked = len(self), len(self.passing), len(self.unchecked)
        said = f"{count:,} submission{'s' * (count != 1)}: {passing:,} passed everything"
        return f"{said}, {unchecked:,} could not be checked." if unchecked else f"{said}."

    def to_records(self) -> list[dict[str, Any]]:
        """Return one dict a submission and function, for a data frame.

        Of one that could not be checked the result is ``"not checked"``.
        """
        return [record for one in self.submissions for record in self._records_of(one)]

    def _records_of(self, one: Submission) -> Iterator[dict[str, Any]]:
        parts = {} if one.report is None else {part.name: part for part in one.report.parts}
        for function in self.function_names:
            part = parts.get(function)
            found = None if part is None else part.counterexample
            yield {
                "submission": one.name,
                "function": function,
                "result": "not checked" if part is None else part.result,
                "checked_count": 0 if part is None else part.checked_count,
                "failed_count": 0 if part is None else part.failed_count,
                "diagnosis": None if part is None else part.diagnosis,
                "sentence": None if found is None else found.sentence,
                "position": None if found is None else found.game.to_text(),
                "expected": None if found is None else found.expected,
                "got": None if found is None else found.got,
                "raised": None if found is None else found.raised,
                "note": None if part is None else part.note,
                "trouble": one.trouble,
            }

    def to_csv(self, file: str | PathLike[str] | None = None) -> str:
        """Return the records as CSV; write them to a file too where one is named.

        A text of a student that a spreadsheet program would take for a formula has an
        apostrophe before it. The file is UTF-8 and says so to such programs.
        """
        text = to_csv_text(self.to_records())
        if file is not None:
            write_whole(file, text.encode("utf-8-sig"))
        return text

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON can write it."""
        return {
            "contract": self.contract,
            "summary": self.summary,
            "function_names": list(self.function_names),
            "submissions": [one.to_dict() for one in self.submissions],
            "failing": {function: list(names) for function, names in self.failing.items()},
            "misconceptions": [one.to_dict() for one in self.misconceptions],
            "same_functions": [one.to_dict() for one in self.same_functions],
            "is_memory_limited": self.is_memory_limited,
        }

    def __str__(self) -> str:
        return course_text(
            self._told,
            self._by_need,
            self._passed_counts,
            self.misconceptions,
            self.same_functions,
        )

    def _repr_html_(self) -> str:
        """Return who passed what beside what is misunderstood, for a notebook."""
        return course_html(
            self._told,
            self._by_need,
            self._passed_counts,
            self.misconceptions,
            self.same_functions,
        )

    @property
    def _told(self) -> str:
        """The summary, and what a teacher must know beside it."""
        note = "" if self.is_memory_limited else " Memory was not limited: this system cannot."
        return f"{self.summary}{note}"

    @property
    def _by_need(self) -> list[Submission]:
        """The submissions: those that were not checked, then those that passed least."""

        def need(one: Submission) -> tuple[bool, int]:
            return one.report is not None, list(one.results.values()).count("passed")

        return sorted(self.submissions, key=need)

    @property
    def _passed_counts(self) -> list[tuple[str, int]]:
        """Number of submissions that passed each function."""
        checked = len(self) - len(self.unchecked)
        return [(name, checked - len(names)) for name, names in self.failing.items()]
