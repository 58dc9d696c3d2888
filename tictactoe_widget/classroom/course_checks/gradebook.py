"""Points for all submissions to a course, and tables that learning platforms import."""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from math import fsum, inf
from numbers import Real
from os import PathLike
from typing import Any, Literal, get_args

from tictactoe_widget.classroom.checking.report import Report, share_of_right_answers
from tictactoe_widget.drawing.markup import TextDisplay, html_table, text_table
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import join_or
from tictactoe_widget.validation import brief, did_you_mean, write_whole

# CSV tables in which spreadsheet programs find no formulas.

# Full-width signs can also begin a formula. In languages that separate list items with
# semicolons, such as German, a cell can begin after any semicolon.
_FORMULA = re.compile(r"""^(?=\s*[=+\-@＝＋－＠])|(?<=;)(?=[\s"]*[=+\-@＝＋－＠])""")  # noqa: RUF001


def to_csv_text(records: Sequence[Mapping[str, Any]]) -> str:
    """Return records as CSV text, with the keys as the first line.

    Any text that a spreadsheet program would take for a formula gets a leading apostrophe,
    which the program doesn't show.

    >>> print(to_csv_text([{"name": "=1+1", "points": -1}, {"name": "Ada;=1+1", "points": 2}]))
    name,points
    '=1+1,-1
    Ada;'=1+1,2
    <BLANKLINE>
    """
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(map(_plain, records[0]))
    writer.writerows([_plain(value) for value in record.values()] for record in records)
    return stream.getvalue()


def _plain(value: object) -> object:
    """Make a value safe, so that no spreadsheet program takes it for a formula."""
    if not isinstance(value, str):
        return value
    try:
        float(value)
    except ValueError:
        return _FORMULA.sub("'", value)
    return value


def write_csv(file: str | PathLike[str], text: str) -> None:
    """Write CSV text as UTF-8 with a byte order mark, which spreadsheet programs need."""
    write_whole(file, text.encode("utf-8-sig"))


System = Literal["canvas", "moodle"]


@dataclass(frozen=True, slots=True)
class Grade(Serializable):
    """Points for one submission. Immutable."""

    _keys = ("name", "points", "function_points", "trouble")

    name: str
    """Name of the submission."""
    function_points: Mapping[str, float]
    """Points for each function, by function name. Empty if nothing was checked."""
    trouble: str | None = None
    """Reason why the submission could not be checked, or None if it was checked."""

    @property
    def points(self) -> float | None:
        """Total points for all functions, or None if nothing was checked."""
        return None if self.trouble is not None else fsum(self.function_points.values())


@dataclass(frozen=True, slots=True, repr=False)
class Gradebook(Serializable, TextDisplay):
    """Immutable table with the points for all submissions, which `str` turns into text."""

    _keys = ("maximum", "grades")

    maximum: Mapping[str, float]
    """Maximum number of points for each function, by function name."""
    grades: tuple[Grade, ...]
    """Grade of each submission, sorted by name."""

    def to_records(self) -> list[dict[str, Any]]:
        """Return one dict per submission, with the points for each function and the total.

        If a submission could not be checked, its points are None.
        """
        return [
            {
                "submission": grade.name,
                **{name: _rounded(grade.function_points.get(name)) for name in self.maximum},
                "points": _rounded(grade.points),
                "trouble": grade.trouble,
            }
            for grade in self.grades
        ]

    def to_csv(
        self,
        file: str | PathLike[str] | None = None,
        system: System | None = None,
        assignment: str = "Tic-tac-toe",
    ) -> str:
        """Return the gradebook as CSV, with one line for each submission.

        Parameters
        ----------
        file : str or path, optional
            File to which the CSV text is written, as UTF-8 with a byte order mark.
        system : {"canvas", "moodle"}, optional
            Learning platform that will import the table. A table for a learning platform
            contains only point totals. By default, the table has a column for each function.
        assignment : str, default "Tic-tac-toe"
            Name of the assignment on the learning platform.

        Raises
        ------
        ValueError
            If `system` is neither ``"canvas"`` nor ``"moodle"``.
        """
        text = to_csv_text(self._lines(system, assignment))
        if file is not None:
            write_csv(file, text)
        return text

    def _lines(self, system: System | None, assignment: str) -> list[dict[str, Any]]:
        if system is None:
            return self.to_records()
        if system not in get_args(System):
            names = join_or(map(repr, get_args(System)))
            raise ValueError(f"system must be {names}, not {brief(system)}")
        if system == "moodle":
            return [
                {"Username": grade.name, assignment: _rounded(grade.points)}
                for grade in self.grades
            ]
        # Canvas looks up a student by the columns from ID to SIS Login ID. If these columns
        # match nobody, Canvas uses the name.
        columns = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", assignment)
        possible = ("    Points Possible", "", "", "", "", fsum(self.maximum.values()))
        students = [
            (grade.name, "", "", grade.name, "", _rounded(grade.points))
            for grade in self.grades
        ]
        return [dict(zip(columns, line, strict=True)) for line in (possible, *students)]

    @property
    def _table(self) -> tuple[tuple[str, ...], list[list[str]]]:
        columns = ("Name", *self.maximum, "Points")
        most = [*self.maximum.values(), fsum(self.maximum.values())]
        rows = [["Maximum", *map(_as_text, most)]]
        for grade in self.grades:
            points = [grade.function_points.get(name) for name in self.maximum]
            rows.append([grade.name, *map(_as_text, [*points, grade.points])])
        return columns, rows

    def __str__(self) -> str:
        columns, rows = self._table
        return text_table([columns, *rows], align=">")

    def _repr_html_(self) -> str:
        columns, rows = self._table
        return html_table("Points for each submission", columns, rows)


def _rounded(points: float | None) -> float | None:
    """Round points as Canvas does, to two decimal places."""
    return None if points is None else round(points, 2)


def _as_text(points: float | None) -> str:
    return "\u2013" if points is None else f"{points:.4g}"


def read_maximum(points: object, functions: Sequence[str]) -> dict[str, float]:
    """Convert the `points` for `CourseReport.gradebook` to maximum points for each function."""
    if isinstance(points, Mapping):
        for name in points:
            if name not in functions:
                hint = did_you_mean(name, functions) if isinstance(name, str) else ""
                raise ValueError(
                    f"points must name functions that were checked, not {brief(name)}{hint}"
                )
        return {name: _read_number(points.get(name, 0)) for name in functions}
    return {name: _read_number(points) / len(functions) for name in functions}


def _read_number(points: object) -> float:
    if not isinstance(points, Real) or isinstance(points, bool):
        raise TypeError(
            "points must be a number, or a dict from function names to numbers, not "
            f"{brief(points)}"
        )
    number = float(points)
    if not 0 <= number < inf:
        raise ValueError(f"points must be at least 0, not {brief(points)}")
    return number


def grade_report(
    report: Report, maximum: Mapping[str, float], *, partial: bool
) -> dict[str, float]:
    """Return the points for each function in a report, by function name."""
    return {
        part.name: maximum[part.name] * (share_of_right_answers(part) if partial else part.ok)
        for part in report.parts
    }
