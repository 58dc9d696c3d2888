"""Check all submissions to a course, and report the results."""

import json
import os
import re
import sys
import time
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from itertools import pairwise
from os import PathLike
from pathlib import Path
from textwrap import indent, wrap
from types import MappingProxyType, ModuleType
from typing import Any, Literal

from tictactoe_widget.classroom.checking.misconceptions import is_about_illegal_moves
from tictactoe_widget.classroom.checking.report import (
    ONLY_ILLEGAL,
    Counterexample,
    Part,
    Report,
)
from tictactoe_widget.classroom.checking.runner import check
from tictactoe_widget.classroom.contracts.contract import Contract
from tictactoe_widget.classroom.contracts.courses import find_contract
from tictactoe_widget.drawing import palette
from tictactoe_widget.drawing.markup import TextDisplay, escape, html_table
from tictactoe_widget.drawing.palette import css_following_host, css_light_dark
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.sandbox.fan_out import ExecutorError, Workers, fan_out
from tictactoe_widget.sandbox.pickling import TravelError, cloudpickle_hint, pack_by_value
from tictactoe_widget.sandbox.progress import Progress, show_progress
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import english_plural, join_and, join_or, join_sentences
from tictactoe_widget.validation import (
    as_int,
    as_seconds,
    brief,
    check_int,
    check_kind,
    describe_error,
    did_you_mean,
    visible,
    write_whole,
)

from .apart import (
    NOTEBOOK,
    POLL_SECONDS,
    USUAL_NAME,
    Apart,
    Errand,
    ErrandResult,
    Limits,
    check_apart,
)
from .gradebook import Grade, Gradebook, grade_report, read_maximum, to_csv_text, write_csv

# What a course check finds: in each submission, and across submissions.


@dataclass(frozen=True, slots=True, repr=False)
class Submission(Serializable, TextDisplay):
    """Immutable result of checking one submission, which `str` turns into readable text."""

    _keys = ("name", "trouble", "report")

    name: str
    """Name of the submission."""
    report: Report | None
    """Report on the submission, or None if it could not be checked."""
    trouble: str | None = None
    """Reason why the submission could not be checked, or None if it was checked."""

    @property
    def ok(self) -> bool:
        """True if the submission was checked and every function passed."""
        return self.report is not None and self.report.ok

    @property
    def results(self) -> Mapping[str, str]:
        """Result for each function, as in `Part.result`. Empty if nothing was checked."""
        return {} if self.report is None else {p.name: p.result for p in self.report.parts}

    @property
    def fails_only_illegal(self) -> bool:
        """True if the submission fails only on illegal moves."""
        return not self.ok and {"passed", ONLY_ILLEGAL}.issuperset(
            self.results.values() or [""]
        )

    def __str__(self) -> str:
        if self.report is None:
            return f"{self.name} was not checked. {self.trouble}"
        return f"{self.name}\n{self.report}"

    def _repr_html_(self) -> str:
        """Return HTML for a notebook: the submission's name, then its report."""
        if self.report is None:
            return f"<p><b>{escape(self.name)}</b> was not checked. {escape(self.trouble)}</p>"
        return f"<p><b>{escape(self.name)}</b></p>{self.report._repr_html_()}"


@dataclass(frozen=True, slots=True)
class SharedMisconception(Serializable):
    """A misconception in one function, and the submissions that have it. Immutable."""

    _keys = ("function", "diagnosis", "names", "is_about_illegal_moves")

    function: str
    """Name of the function."""
    diagnosis: str
    """Description of the misconception, which calls the function "the function", not by its
    name."""
    names: tuple[str, ...]
    """Names of the submissions in which this misconception appears."""

    @property
    def is_about_illegal_moves(self) -> bool:
        """True if the misconception affects only answers about illegal moves."""
        return is_about_illegal_moves(self.diagnosis)

    def __str__(self) -> str:
        return f"{self.function}: {self.diagnosis}"


@dataclass(frozen=True, slots=True)
class SharedFunction(Serializable):
    """Wrong function that appears in several submissions. Immutable.

    The copies can differ in comments, docstrings, annotations, layout, and the names of
    arguments and variables. Short functions don't count, because many people would write them
    the same way. The report says only that the code is the same. Any conclusions are up to you.
    """

    _keys = ("function", "names")

    function: str
    """Name of the function."""
    names: tuple[str, ...]
    """Names of the submissions that contain the function."""

    def __str__(self) -> str:
        return (
            f"These submissions contain the same wrong version of {self.function}: "
            f"{join_and(self.names)}"
        )


def _names_by_key(
    pairs: Iterable[tuple[tuple[str, str], str]],
) -> dict[tuple[str, str], tuple[str, ...]]:
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for key, name in pairs:
        found[key].append(name)
    return {key: tuple(names) for key, names in found.items()}


def _shared_misconceptions(
    submissions: Iterable[Submission],
) -> tuple[SharedMisconception, ...]:
    """Return the misconceptions in the submissions, starting with the most common.

    Misconceptions about illegal moves come last.
    """
    found = _names_by_key(
        ((part.name, mistake), one.name)
        for one in submissions
        for part in (one.report.parts if one.report is not None else ())
        for mistake in part.mistakes
    )
    every = [SharedMisconception(*what, names) for what, names in found.items()]

    def order(one: SharedMisconception) -> tuple[bool, int, str, str]:
        return one.is_about_illegal_moves, -len(one.names), one.function, one.diagnosis

    return tuple(sorted(every, key=order))


def _shared_functions(written: Mapping[str, Mapping[str, str]]) -> tuple[SharedFunction, ...]:
    """Find wrong functions that appear in several submissions, starting with the most common.

    Parameters
    ----------
    written : mapping
        For each submission's name, a mapping from its wrong functions' names to their
        fingerprints.
    """
    found = _names_by_key(
        (one, name) for name, functions in written.items() for one in functions.items()
    )
    every = [SharedFunction(what[0], names) for what, names in found.items() if len(names) > 1]
    return tuple(sorted(every, key=lambda one: (-len(one.names), one.function, one.names)))


# A course check's report as HTML for notebooks. The results are next to the misconceptions.

_SIGNS = {
    "passed": "\u2713",
    "failed": "\u2715",
    ONLY_ILLEGAL: "\u25b3",
    "missing": "\u25cc",
    "not judged": "\u2013",
}
# A longer table of submissions is split into two tables, side by side.
_MOST_IN_ONE_TABLE = 15

_COLOURS = {
    "paper": palette.PAPER,
    "edge": palette.EDGE,
    "rule": palette.RULE,
    "wash": palette.WASH,
    "right": palette.WIN,
    "right-wash": palette.WIN_WASH,
    "wrong": palette.LOSS,
    "wrong-wash": palette.LOSS_WASH,
}
_NAMES = ";".join(f"--{name}:{css_light_dark(colour)}" for name, colour in _COLOURS.items())
_UPWARDS = "writing-mode:vertical-rl;rotate:180deg;text-align:start!important"
# Styles for a course report. Each selector includes the report's class, because styles apply to
# the whole page.
_STYLE = (
    f"@supports(color:light-dark(red,red)){{{css_following_host('ttt-course')}"
    f".ttt-course{{{_NAMES}}}}}"
    ".ttt-course{container-type:inline-size;max-width:78em}"
    ".ttt-course :is(h3,h4,p,ol){margin:0;padding:0}"
    ".ttt-course h3{font-size:20px;font-weight:700}"
    ".ttt-course h4{font-size:13px;font-weight:700;opacity:.8}"
    ".ttt-course code{padding:0;color:inherit;background:none}"
    ".ttt-course>div{display:grid;gap:12px;margin-top:8px}"
    ".ttt-course .ttt-start{padding:8px 12px;border-radius:12px;background:var(--wash)}"
    ".ttt-course section{display:grid;gap:8px;padding:12px;border:1px solid var(--edge);"
    "border-radius:12px;align-content:start;min-width:0}"
    ".ttt-course .ttt-scrolled{display:flex;flex-wrap:wrap;gap:12px;max-height:46em;"
    "overflow:auto;align-items:start}"
    ".ttt-course table{margin:0;flex:1 1 22em;border-collapse:separate;border-spacing:3px}"
    ".ttt-course caption{position:absolute;width:1px;height:1px;overflow:hidden;"
    "clip-path:inset(50%)}"
    ".ttt-course table :is(th,td){padding:6px;border:1px solid transparent;border-radius:8px;"
    "text-align:center!important}"
    ".ttt-course table th:first-child{text-align:start!important;overflow-wrap:anywhere}"
    ".ttt-course thead th{position:sticky;top:0;font-size:13px;vertical-align:bottom;"
    "background:var(--jp-layout-color0,var(--paper))}"
    ".ttt-course tbody td{border-color:var(--rule)}"
    ".ttt-course ol{display:grid;gap:8px;list-style:none}"
    ".ttt-course li{display:grid;grid-template-columns:1fr auto;gap:2px 12px}"
    ".ttt-course li b{font-variant-numeric:tabular-nums}"
    ".ttt-course li>i{grid-column:1/-1;height:10px;border-radius:5px;"
    "background:var(--wrong-wash)}"
    ".ttt-course li>i>i{display:block;height:100%;border-radius:5px;background:var(--wrong)}"
    ".ttt-course .ttt-passes li{grid-template-columns:7.5em 1fr 5.5em;align-items:center}"
    ".ttt-course .ttt-passes li>i{grid-column:auto;order:1}"
    ".ttt-course .ttt-passes li>span+span{order:2;text-align:end}"
    ".ttt-course .ttt-passes li>i>i{background:var(--right)}"
    ".ttt-course summary{padding:8px 12px;border:1px solid var(--edge);border-radius:12px;"
    "font-weight:700;cursor:pointer}"
    ".ttt-course details>p{padding:8px 12px}"
    "@container (min-width:64rem){.ttt-course .ttt-beside{display:grid;gap:12px;"
    "grid-template-columns:1fr 324px;align-items:start}}"
    "@container (max-width:46rem){.ttt-course .ttt-beside>div{order:-1}"
    f".ttt-course thead th+th{{{_UPWARDS}}}}}"
    f".ttt-course .ttt-halves thead th+th{{{_UPWARDS}}}"
    ".ttt-course .ttt-beside,.ttt-course .ttt-beside>div{display:grid;gap:12px}"
)


def _section(title: str, items: Sequence[str], kind: str = "") -> str:
    """Return an HTML list with a heading, or an empty string if `items` is empty."""
    listed = "".join(f"<li>{item}</li>" for item in items)
    mark = f' class="{kind}"' if kind else ""
    return f"<section{mark}><h4>{title}</h4><ol>{listed}</ol></section>" if items else ""


def _column_styles(count: int) -> Iterator[str]:
    for column in range(count):
        cell = f"td:nth-child({column + 2})"
        yield (
            f".ttt-course .ttt-passed-{column} {cell}{{color:var(--right);"
            "border-color:transparent;background:var(--right-wash)}"
            f".ttt-course .ttt-failed-{column} {cell}{{color:var(--wrong);"
            "border-color:var(--wrong);background:var(--wrong-wash)}"
        )


def _table(submissions: Sequence[Submission], names: Sequence[str]) -> str:
    """Return an HTML table of submissions that did not pass. A long table is split in two."""
    if not submissions:
        return ""
    half, kind = len(submissions), ""
    if half > _MOST_IN_ONE_TABLE:
        half, kind = (half + 1) // 2, " ttt-halves"
    tables = "".join(
        _part_of_table(submissions[begin : begin + half], names)
        for begin in range(0, len(submissions), half)
    )
    legend = " \u00a0 ".join(f"{sign} {result}" for result, sign in _SIGNS.items())
    example = escape(f"report[{submissions[0].name!r}]")
    advice = f"To see one submission, run <code>{example}</code>."
    return (
        f'<section><div class="ttt-scrolled{kind}" tabindex="0">{tables}</div>'
        f"<p>{legend}</p><p>{advice}</p></section>"
    )


def _part_of_table(submissions: Sequence[Submission], names: Sequence[str]) -> str:
    rows = [[one.name, *(_SIGNS[one.results[name]] for name in names)] for one in submissions]
    classes = [
        " ".join(
            f"ttt-{one.results[name].replace(' ', '-')}-{column}"
            for column, name in enumerate(names)
        )
        for one in submissions
    ]
    caption = "Functions that each submission passed"
    return html_table(caption, ("Name", *names), rows, classes)


def _beginning(misconceptions: Sequence[SharedMisconception], total: int) -> str:
    """Return HTML with advice on the most common misconception if several students share it."""
    if not misconceptions or len(misconceptions[0].names) < 2:
        return ""
    first = misconceptions[0]
    advice = f"Talk about <code>{escape(first.function)}</code> first"
    reason = (
        f"Most frequent mistake (likely in {len(first.names)} of {total} submissions): "
        f"{escape(first.diagnosis)}"
    )
    return f'<p class="ttt-start"><b>{advice}</b><br/>{reason}</p>'


def _fold(summary: str, names: Sequence[str]) -> str:
    """Return names as HTML that is initially collapsed, or ``""`` if there are no names."""
    listed = escape(", ".join(names))
    return f"<details><summary>{summary}</summary><p>{listed}</p></details>" if names else ""


def _bar(share: float) -> str:
    return f'<i aria-hidden="true"><i style="width:{100 * share:.1f}%"></i></i>'


# Feedback for students, with one file for each submission.

FeedbackFormat = Literal["html", "markdown"]
_MARKDOWN_SIGNS = re.compile(r"([\\`*_{}\[\]<>()#|!&~])")

_FEEDBACK_STYLE = (
    ":root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}"
    "body{max-width:60em;margin:24px auto;padding:0 16px}"
    "table{border-collapse:collapse}th{text-align:start}"
)
_MOST_NAME_CHARACTERS = 100


def _feedback_page(one: Submission) -> str:
    """Return a submission's report as an HTML document without scripts."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(one.name)}</title><style>{_FEEDBACK_STYLE}</style></head>"
        f"<body>{one._repr_html_()}</body></html>"
    )


def _feedback_markdown(one: Submission) -> str:
    """Return a submission's report as a Markdown document."""
    title = _MARKDOWN_SIGNS.sub(r"\\\1", " ".join(one.name.split()))
    if one.report is None:
        return f"# {title}\n\n{indent(str(one.trouble), '    ')}\n"
    return f"# {title}\n\n{one.report.to_markdown()}"


_FEEDBACK_WRITERS = {
    "html": (".html", _feedback_page),
    "markdown": (".md", _feedback_markdown),
}


def _file_names(names: Iterable[str]) -> list[str]:
    """Return a unique file name for each name, without an extension.

    >>> _file_names(["ada", "../Ada", "ben: 2"])
    ['ada', '_Ada', 'ben_ 2']
    """
    taken: set[str] = set()
    found = []
    for name in names:
        plain = re.sub(r"[^\w @+.-]", "_", name)[:_MOST_NAME_CHARACTERS].strip(" .") or "_"
        unique, number = plain, 1
        while unique.casefold() in taken:  # some systems ignore case in file names
            number += 1
            unique = f"{plain}-{number}"
        taken.add(unique.casefold())
        found.append(unique)
    return found


# A course check's report as text, for terminals with 80 columns.

_WIDTH = 80
_WIDEST_NAME = 24


def _rows(submissions: Sequence[Submission]) -> Iterator[str]:
    rows = [(_short(one.name), _describe_results(one)) for one in submissions]
    width = max((len(name) for name, _ in rows), default=0)
    indent = " " * (width + 2)
    for name, said in rows:
        yield from wrap(f"{name:<{width}}  {said}", _WIDTH, subsequent_indent=indent)


def _describe_results(one: Submission) -> str:
    """Return text that lists the functions that did not pass in a submission."""
    if one.report is None:
        return f"not checked: {one.trouble}"
    by_result = {
        result: [name for name, found in one.results.items() if found == result]
        for result in ("failed", ONLY_ILLEGAL, "missing", "not judged")
    }
    return "  ".join(
        f"{result}: {', '.join(names)}" for result, names in by_result.items() if names
    )


def _short(name: str) -> str:
    return name if len(name) <= _WIDEST_NAME else f"{name[: _WIDEST_NAME - 3]}..."


def _block(title: str, lines: list[str]) -> list[str]:
    return [title, *lines] if lines else []


def _wrapped(beginning: str, names: Sequence[str]) -> list[str]:
    """Return lines of comma-separated names, or an empty list if there are no names."""
    text = f"{beginning} {', '.join(names)}"
    return wrap(text, _WIDTH, subsequent_indent="  ") if names else []


@dataclass(frozen=True, slots=True, repr=False)
class CourseReport(Serializable, TextDisplay):
    """Immutable report that `check_all` returns, and that `str` turns into text.

    A report is a sequence of submissions, sorted by name. You can also look up a submission by
    its name, as in ``report["ada"]``.
    """

    _keys = (
        *("contract", "summary", "function_names", "submissions", "failing"),
        *("misconceptions", "same_functions", "is_memory_limited"),
    )

    contract: str
    """Name of the contract that the submissions follow."""
    function_names: tuple[str, ...]
    """Names of the functions that were checked, in the contract's order."""
    submissions: tuple[Submission, ...]
    """Result for each submission, sorted by name."""
    same_functions: tuple[SharedFunction, ...]
    """Wrong functions that appear in several submissions, starting with the most common."""
    is_memory_limited: bool = True
    """False if any submission ran on a system that can't limit memory."""

    def __len__(self) -> int:
        return len(self.submissions)

    def __iter__(self) -> Iterator[Submission]:
        return iter(self.submissions)

    def __getitem__(self, name: str) -> Submission:
        """Return the submission with the given name.

        Raises
        ------
        KeyError
            If no submission has this name.
        """
        for one in self.submissions:
            if one.name == name:
                return one
        names = [one.name for one in self.submissions]
        hint = did_you_mean(name, names) if isinstance(name, str) else ""
        raise KeyError(f"name must be the name of a submission, not {brief(name)}{hint}")

    @property
    def passing(self) -> tuple[str, ...]:
        """Names of the submissions in which every function passed."""
        return tuple(one.name for one in self.submissions if one.ok)

    @property
    def unchecked(self) -> tuple[str, ...]:
        """Names of the submissions that could not be checked."""
        return tuple(one.name for one in self.submissions if one.report is None)

    @property
    def failing(self) -> Mapping[str, tuple[str, ...]]:
        """For each function, the names of the submissions in which it failed.

        Submissions that could not be checked are left out.
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
    def failing_only_illegal(self) -> Mapping[str, tuple[str, ...]]:
        """For each function, the submissions in which it is wrong only about illegal moves.

        `failing` includes these submissions, too.
        """
        return MappingProxyType(
            {
                function: tuple(
                    one.name
                    for one in self.submissions
                    if one.results.get(function) == ONLY_ILLEGAL
                )
                for function in self.function_names
            }
        )

    @property
    def misconceptions(self) -> tuple[SharedMisconception, ...]:
        """Misconceptions that explain the wrong answers, starting with the most common.

        Misconceptions about illegal moves come last.
        """
        return _shared_misconceptions(self.submissions)

    @property
    def summary(self) -> str:
        """Sentence that says how many submissions there are and how many passed."""
        count, passing, unchecked = len(self), len(self.passing), len(self.unchecked)
        sentences = [
            english_plural(
                "{passing} of {count} submission passed everything.",
                "{passing} of {count} submissions passed everything.",
                count,
                passing=f"{passing:,}",
            )
        ]
        if unchecked:
            sentence = english_plural(
                "{count} submission could not be checked.",
                "{count} submissions could not be checked.",
                unchecked,
            )
            sentences.append(sentence)
        return join_sentences(*sentences)

    def to_records(self) -> list[dict[str, Any]]:
        """Return one dict for each submission and function, as rows for a data frame.

        If a submission could not be checked, each of its results is ``"not checked"``.
        """
        return [record for one in self.submissions for record in self._records_of(one)]

    def _records_of(self, one: Submission) -> Iterator[dict[str, Any]]:
        parts = {} if one.report is None else {part.name: part for part in one.report.parts}
        for function in self.function_names:
            part = parts.get(
                function, Part(function, ok=False, checked_count=0, failed_count=0)
            )
            found = part.counterexample
            yield {
                "submission": one.name,
                "function": function,
                "result": part.result if function in parts else "not checked",
                "checked_count": part.checked_count,
                "failed_count": part.failed_count,
                "diagnosis": part.diagnosis,
                "sentence": None if found is None else found.sentence,
                "position": None if found is None else found.game.to_text(),
                "expected": None if found is None else found.expected,
                "got": None if found is None else found.got,
                "raised": None if found is None else found.raised,
                "note": part.note,
                "trouble": one.trouble,
            }

    def to_csv(self, file: str | PathLike[str] | None = None) -> str:
        """Return the records as CSV. If `file` is given, also write the CSV text to that file.

        If a spreadsheet program would take a student's text for a formula, the text gets a
        leading apostrophe. The file is UTF-8 with a byte order mark, so that spreadsheet
        programs read it correctly.
        """
        text = to_csv_text(self.to_records())
        if file is not None:
            write_csv(file, text)
        return text

    def gradebook(
        self, points: float | Mapping[str, float] = 10, *, partial: bool = False
    ) -> Gradebook:
        """Return the points for each submission.

        Parameters
        ----------
        points : float or mapping, default 10
            Maximum number of points, divided equally among the functions. To give functions
            different weights, pass a mapping from function names to points. Functions that are
            not in the mapping get no points.
        partial : bool, default False
            True to give partial credit to a function with mistakes, in proportion to its
            right answers. False to give points only for functions that passed.

        Returns
        -------
        Gradebook
            One grade for each submission. If a submission could not be checked, its points are
            None. A function that is missing or was not judged gets 0 points.

        Raises
        ------
        TypeError
            If `points` is neither a number nor a mapping from names to numbers.
        ValueError
            If a number is negative, or if a function was not checked.
        """
        maximum = read_maximum(points, self.function_names)
        return Gradebook(
            maximum,
            tuple(
                Grade(
                    one.name,
                    {}
                    if one.report is None
                    else grade_report(one.report, maximum, partial=partial),
                    one.trouble,
                )
                for one in self.submissions
            ),
        )

    def write_feedback(
        self, folder: str | PathLike[str], form: FeedbackFormat = "html"
    ) -> tuple[Path, ...]:
        """Write each submission's report to an HTML or Markdown file.

        For each wrong function, a file shows a counterexample with a picture of the board and,
        if known, the likely mistake. In Markdown, the board is drawn with text characters. A
        file never mentions other submissions. Each file is named after its submission, but
        without any characters that a file system might not allow.

        Parameters
        ----------
        folder : str or path
            Folder for the files. The folder is created if it does not exist.
        form : {"html", "markdown"}, default "html"
            Format of the files.

        Returns
        -------
        tuple of Path
            Paths of the files, in the order of `submissions`.

        Raises
        ------
        TypeError
            If `folder` is not a path.
        ValueError
            If `form` is neither ``"html"`` nor ``"markdown"``.
        """
        check_kind(folder, "folder", str, PathLike, expected="a path")
        if form not in _FEEDBACK_WRITERS:
            raise ValueError(
                f"form must be {join_or(map(repr, _FEEDBACK_WRITERS))}, not {brief(form)}"
            )
        ending, write = _FEEDBACK_WRITERS[form]
        Path(folder).mkdir(parents=True, exist_ok=True)
        names = _file_names([one.name for one in self.submissions])
        files = tuple(Path(folder, f"{name}{ending}") for name in names)
        for file, one in zip(files, self.submissions, strict=True):
            write_whole(file, write(one).encode())
        return files

    def __str__(self) -> str:
        """Return the report as text, with the failed functions and common mistakes."""
        checked = len(self) - len(self.unchecked)
        counts = list(self._passed_counts) if checked else []
        width = max((len(name) for name, _ in counts), default=0)
        blocks = [
            wrap(self._told, _WIDTH),
            list(_rows(self._failing)),
            _wrapped("Failed only for illegal moves:", self._failing_only_illegal),
            _wrapped("Passed everything:", self.passing),
            _block(
                "Number of submissions that passed each function:",
                [f"  {name:<{width}}  {count} of {checked}" for name, count in counts],
            ),
            _block(
                "Likely mistakes, by number of submissions:",
                self._list_mistakes(about_illegal_moves=False),
            ),
            _block(
                "Likely mistakes about illegal moves, by number of submissions:",
                self._list_mistakes(about_illegal_moves=True),
            ),
            [
                line
                for one in self.same_functions
                for line in wrap(str(one), _WIDTH, subsequent_indent="  ")
            ],
        ]
        return "\n\n".join("\n".join(block) for block in blocks if block)

    def _list_mistakes(self, *, about_illegal_moves: bool) -> list[str]:
        return [
            line
            for one in self.misconceptions
            if one.is_about_illegal_moves == about_illegal_moves
            for line in wrap(f"{len(one.names):>4}  {one}", _WIDTH, subsequent_indent=" " * 6)
        ]

    def _repr_html_(self) -> str:
        """Return the report as HTML without scripts, for a notebook."""
        names, misconceptions = self.function_names, self.misconceptions
        total = len(self) - len(self.unchecked)
        failing = [one for one in self._failing if one.report is not None]
        unchecked = [
            f"<span><b>{escape(one.name)}</b> {escape(one.trouble)}</span>"
            for one in self._by_need
            if one.report is None
        ]
        most = max((len(one.names) for one in misconceptions), default=0)
        wrong, wrong_illegal = (
            [
                f"<span><code>{escape(one.function)}</code>: {escape(one.diagnosis)}</span>"
                f"<b>{len(one.names)}</b>{_bar(len(one.names) / most)}"
                for one in misconceptions
                if one.is_about_illegal_moves == is_illegal
            ]
            for is_illegal in (False, True)
        )
        passed = [
            f"<span>{escape(name)}</span><span>{count} of {total}</span>{_bar(count / total)}"
            for name, count in self._passed_counts
            if total
        ]
        shared = [f"<span>{escape(one)}</span>" for one in self.same_functions]
        only_illegal = _fold(
            english_plural(
                "Show the {count} submission that failed only for illegal moves",
                "Show the {count} submissions that failed only for illegal moves",
                len(self._failing_only_illegal),
            ),
            self._failing_only_illegal,
        )
        folded = _fold(
            english_plural(
                "Show the {count} submission that passed everything",
                "Show the {count} submissions that passed everything",
                len(self.passing),
            ),
            self.passing,
        )
        style = _STYLE + "".join(_column_styles(len(names)))
        passes = "Number of submissions that passed each function"
        illegal_mistakes = "Likely mistakes about illegal moves, by number of submissions"
        return (
            f'<div class="ttt-course"><style>{style}</style>'
            f"<h3>{escape(self._told)}</h3><div>{_beginning(misconceptions, total)}"
            f"{_section('Submissions that could not be checked', unchecked)}"
            f'<div class="ttt-beside">{_table(failing, names)}<div>'
            f"{_section('Likely mistakes, by number of submissions', wrong)}"
            f"{_section(illegal_mistakes, wrong_illegal)}"
            f"{_section(passes, passed, 'ttt-passes')}"
            f"{_section('The same wrong function in several submissions', shared)}"
            f"</div></div>{only_illegal}{folded}</div></div>"
        )

    @property
    def _told(self) -> str:
        """Summary, with a note if memory use was not limited."""
        if self.is_memory_limited:
            return self.summary
        note = "Memory use was not limited, because this system does not support memory limits."
        return f"{self.summary} {note}"

    @property
    def _by_need(self) -> list[Submission]:
        """Unchecked submissions, then the others, from fewest to most passing functions."""

        def need(one: Submission) -> tuple[bool, int]:
            return one.report is not None, list(one.results.values()).count("passed")

        return sorted(self.submissions, key=need)

    @property
    def _failing(self) -> list[Submission]:
        """Submissions that need attention, except those that failed only for illegal moves."""
        return [one for one in self._by_need if not (one.ok or one.fails_only_illegal)]

    @property
    def _failing_only_illegal(self) -> list[str]:
        return [one.name for one in self.submissions if one.fails_only_illegal]

    @property
    def _passed_counts(self) -> Iterator[tuple[str, int]]:
        """Pairs of a function's name and the number of submissions in which it passed.

        If some submissions failed only for illegal moves, an extra pair counts them as passed.
        """
        checked = len(self) - len(self.unchecked)
        for name, names in self.failing.items():
            yield name, checked - len(names)
            if only_illegal := self.failing_only_illegal[name]:
                text = f"{name} (legal moves only)"
                yield text, checked - len(names) + len(only_illegal)


# Checking all submissions to a course.


# Submissions to a course, found in a folder or in a mapping.

_MOST_BYTES = 5_000_000  # maximum size of one submission's files


@dataclass(frozen=True, slots=True)
class _HandedIn:
    """Files that a student handed in. Immutable."""

    name: str
    main: str = ""  # path of the module to check, among the files, or empty if there is none
    # file contents, by path (with ``/`` as the separator)
    files: Mapping[str, bytes] = field(default_factory=dict)
    trouble: str | None = None  # reason why the submission cannot be checked, or None

    @property
    def digest(self) -> str:
        """Hash of the submission's files, which changes if any file changes."""
        state = sha256(self.main.encode())
        for path, content in sorted(self.files.items()):
            state.update(sha256(path.encode(errors="surrogatepass")).digest())
            state.update(sha256(content).digest())
        return state.hexdigest()


def _find_submissions(given: str | PathLike[str] | Mapping[str, Any]) -> tuple[_HandedIn, ...]:
    """Find the submissions in a folder or a mapping, sorted by name.

    Raises
    ------
    TypeError
        If `given` is neither a folder nor a mapping, or if a value in the mapping is not a
        submission.
    ValueError
        If `given` contains no submissions, or contains two with the same name.
    FileNotFoundError
        If a folder or a file does not exist.
    """
    if isinstance(given, Mapping):
        found = [_read_named(name, given[name]) for name in given]
        where = "the mapping"
    else:
        kinds = "a folder, or a mapping from names to files"
        check_kind(given, "submissions", str, PathLike, expected=kinds)
        folder = Path(given)
        if not folder.is_dir():
            raise FileNotFoundError(f"there is no folder {str(folder)!r}")
        found = list(_read_folder(folder))
        where = f"the folder {str(folder)!r}"
    if not found:
        raise ValueError(
            f"submissions must contain .py files, notebooks or folders, but {where} contains "
            "none of these"
        )
    found.sort(key=lambda one: (one.name.casefold(), one.name))
    for one, following in pairwise(found):
        if one.name == following.name:
            raise ValueError(
                f"two submissions have the name {brief(one.name)}: rename one of them"
            )
    return tuple(found)


def _read_folder(folder: Path) -> Iterator[_HandedIn]:
    """Yield one submission for each Python file, notebook or subfolder in a folder."""
    for path in sorted(folder.iterdir()):
        if _is_left_out(path):
            continue
        if path.is_dir():
            yield _read_path(path.name, path)
        elif path.suffix.lower() in (".py", NOTEBOOK):
            yield _read_path(path.stem, path)


def _read_named(name: object, thing: Any) -> _HandedIn:
    """Read a submission from a mapping's value: a file, folder, module or source text."""
    if not isinstance(name, str) or not name:
        raise TypeError(f"the name of a submission must be a str, not {brief(name)}")
    if isinstance(thing, ModuleType):
        source = getattr(thing, "__file__", None)
        if not source:
            raise TypeError(
                f"the submission {brief(name)} must be a module that was loaded from a "
                f"file, not {brief(thing)}: pass its source text instead"
            )
        return _read_path(name, Path(source))
    if isinstance(thing, str) and "\n" in thing:
        content = thing.encode(errors="surrogatepass")
        return _HandedIn(visible(name), USUAL_NAME, {USUAL_NAME: content})
    kinds = "a file, a folder, a module or source text"
    check_kind(thing, f"the submission {brief(name)}", str, PathLike, expected=kinds)
    path = Path(thing)
    if not _is_there(path):
        raise FileNotFoundError(
            f"the file {str(path)!r} for the submission {brief(name)} does not exist: "
            "correct the path or, for source text, add a line break"
        )
    return _read_path(name, path)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # the text is too long for a file name
        return False


def _read_path(name: str, path: Path) -> _HandedIn:
    """Read a submission from a single file or a whole folder."""
    name = visible(name)
    try:
        if not path.is_dir():
            return _HandedIn(name, path.name, {path.name: _read_file(path, _MOST_BYTES)})
        files = _read_files(path)
    except _TooLargeError:
        return _HandedIn(
            name, trouble=f"The submission is larger than {_MOST_BYTES // 1_000_000} MB."
        )
    except OSError as error:
        return _HandedIn(
            name,
            trouble=visible(f"The submission could not be read: {describe_error(error)}."),
        )
    for ending in (".py", NOTEBOOK):
        found = [file for file in files if "/" not in file and file.lower().endswith(ending)]
        usual = str(Path(USUAL_NAME).with_suffix(ending))
        if len(found) == 1 or usual in found:
            return _HandedIn(name, usual if usual in found else found[0], files)
        if found:
            trouble = (
                f"The submission contains several {ending} files, but none is called {usual}."
            )
            return _HandedIn(name, trouble=trouble)
    return _HandedIn(name, trouble="The submission contains no .py file and no notebook.")


def _read_files(folder: Path) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    left = _MOST_BYTES
    for path in _files_in(folder):
        content = _read_file(path, left)
        left -= len(content)
        files[path.relative_to(folder).as_posix()] = content
    return files


class _TooLargeError(Exception):
    """Error for a submission that is too large."""


def _read_file(path: Path, most: int) -> bytes:
    with path.open("rb") as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise _TooLargeError
    return content


def _files_in(folder: Path) -> Iterator[Path]:
    """Find all files in a folder and its subfolders. Don't follow links."""
    for path in sorted(folder.iterdir()):
        if _is_left_out(path) or path.is_symlink():
            continue
        if path.is_dir():
            yield from _files_in(path)
        elif path.is_file():
            yield path


def _is_left_out(path: Path) -> bool:
    """Return True for files and folders that students don't write, such as hidden files."""
    return path.name.startswith(".") or path.name == "__pycache__"


# Rebuilding reports from JSON that comes from another process or from a file.

_UNREADABLE = "The submission's process did not return a valid report."


def _checked_outcome(outcome: ErrandResult) -> ErrandResult:
    """Check a result, and return a copy in which all texts are safe to display.

    The check is necessary because a student's code can fake the result that its process
    reports. If the result is invalid, ``"trouble"`` in the copy says so.

    >>> _checked_outcome({"report": {"parts": 3}})
    {'trouble': "The submission's process did not return a valid report."}
    """
    cleaned: ErrandResult = _visible(outcome)
    try:
        if "report" in cleaned:
            _read_report(cleaned["report"], ())
        elif not isinstance(cleaned["trouble"], str):
            raise TypeError
        if not all(isinstance(one, str) for one in cleaned.get("written", {}).values()):
            raise TypeError
    except (AttributeError, KeyError, TypeError, ValueError):
        return {"trouble": _UNREADABLE}
    return cleaned


def _visible(value: Any) -> Any:
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible(key): _visible(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_visible(inner) for inner in value]
    return value


def _read_report(data: Mapping[str, Any], cell_names: Sequence[str]) -> Report:
    """Rebuild a report from the result of `Report.to_dict`.

    Parameters
    ----------
    data : mapping
        Data that `Report.to_dict` returned.
    cell_names : sequence of str
        Labels for the cells, in the contract's notation.

    Examples
    --------
    >>> from tictactoe_widget.classroom.checking.runner import check
    >>> report = check({"player": lambda board: "X"}, "flat", "player")
    >>> names = report.parts[0].counterexample.cell_names
    >>> str(_read_report(report.to_dict(), names)) == str(report)
    True
    """
    copied = ("name", "ok", "checked_count", "failed_count", "note")
    parts = (
        Part(
            **{key: part[key] for key in copied},
            # Older `resume` files lack ``mistakes`` and ``illegal_failed_count``.
            mistakes=tuple(part.get("mistakes", filter(None, [part["diagnosis"]]))),
            illegal_failed_count=part.get("illegal_failed_count", 0),
            counterexample=_read_counterexample(part["counterexample"], cell_names),
        )
        for part in data["parts"]
    )
    return Report(data["contract"], tuple(parts), data["left_open"])


def _read_counterexample(
    data: Mapping[str, Any] | None, cell_names: Sequence[str]
) -> Counterexample | None:
    if data is None:
        return None
    return Counterexample(
        **{key: data[key] for key in ("cell", "expected", "got", "raised", "sentence")},
        game=Game.from_text(data["position"]),
        cell_names=tuple(cell_names),
        before=None if data["before"] is None else Game.from_text(data["before"]),
    )


# File with the results of a course check, so that a later check can continue. The file has one
# JSON value per line, and lines are only ever appended. So an interruption damages at most the
# last line. A damaged line counts as missing.

_HEAD = '{"kept_by": "check_all"}\n'


class Keeper:
    """File that keeps the results of this check and earlier checks.

    Parameters
    ----------
    file : path or None
        File to read from and append to, or None to keep nothing.
    asked : object
        JSON values for everything that affects the results, except submitted files and limits.
    limits : Limits
        Limits for each process. The result for a submission that could not be checked is reused
        only with the same limits.

    Raises
    ------
    ValueError
        If the file contains anything other than results.
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
        """Return a sentence about the file, or ``""`` if there is no file."""
        return "" if self._file is None else f" The results so far are in {str(self._file)!r}."

    def find(self, one: _HandedIn) -> ErrandResult | None:
        """Return the result stored for exactly these files, or None if there is none."""
        return self._known.get(one.digest)

    def add(self, one: _HandedIn, outcome: ErrandResult) -> None:
        """Write a submission's result to disk, so that it survives even a power cut."""
        if self._file is None or not outcome.get("is_lasting", True):
            return
        line: dict[str, Any] = {"asked": self._asked, "name": one.name, "files": one.digest}
        line |= {"limits": self._limits, "outcome": outcome}
        # If the last line was cut off, a line break is added first. When the file is read, the
        # damaged line is skipped.
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
            if not _HEAD.startswith(text):  # a cut-off first line is accepted
                raise ValueError(
                    f"resume must be a file written by check_all, not {str(file)!r}"
                )
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
    """Parse each complete line as JSON, and yield the objects."""
    for line in text.splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            yield value


# Distributing submissions among local processes, or among an executor's workers.

_Ended = tuple[str, ErrandResult]  # name of a checked submission, and its result

# reason to report if a submission stops every worker that checks it
_WORKER_LOST = "The worker stopped on every attempt to check it."


def _core_count() -> int:
    """Return the number of processor cores that this process can use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _check_here(errands: Mapping[str, Errand], most: int) -> Iterator[_Ended]:
    """Check submissions on this computer, using up to `most` processes at a time.

    Yields
    ------
    tuple of str and dict
        Name and result of each submission, in the order in which checks finish.
    """
    waiting = deque(errands.items())
    running: dict[str, Apart] = {}
    try:
        while waiting or running:
            while waiting and len(running) < most:
                name, errand = waiting.popleft()
                running[name] = Apart(errand)
            ended = {name: outcome for name, one in running.items() if (outcome := one.poll())}
            for name, outcome in ended.items():
                running.pop(name).close()
                yield name, outcome
            if not ended:
                time.sleep(POLL_SECONDS)
    finally:
        for one in running.values():
            one.close()


def _check_on(executor: Any, errands: Mapping[str, Errand]) -> Iterator[_Ended]:
    """Check submissions in an executor's workers.

    Yields
    ------
    tuple of str and dict
        Name and result of each submission, in the order in which checks finish.

    Raises
    ------
    ExecutorError
        If the executor cannot run the checks.
    """
    with Workers(executor, "submissions") as workers:
        for errand, outcome in fan_out(workers, check_apart, errands.values(), dict):
            yield errand.name, outcome or {"trouble": _WORKER_LOST, "is_lasting": False}


_LEAST_MEMORY = 200_000_000  # minimum memory that a check needs, in bytes


def check_all(  # noqa: PLR0913 - the arguments of `check`, and others for many submissions
    submissions: str | PathLike[str] | Mapping[str, Any],
    contract: str | Contract = "game",
    tasks: str | Iterable[str] | None = None,
    positions: int | Iterable[Game] | None = None,
    *,
    executor: Any = None,
    workers: int | None = None,
    seconds: float = 300.0,
    memory: int = 2_000_000_000,
    resume: str | PathLike[str] | None = None,
    progress: bool | Progress | None = None,
) -> CourseReport:
    r"""Check all submissions to a course, each in a separate process.

    If a submission runs forever, kills its process or needs too much memory, the report says
    so, and the check continues with the other submissions. Each submission runs in a copy of
    its files, without input or output, and cannot import files from another submission.
    Separate processes protect against mistakes in the code, but not against malicious code,
    which can do anything that you can do on your computer.

    The report does not depend on the executor, on the number of workers, or on the order in
    which submissions are checked. The report can depend on the limits, because a submission
    that is close to a limit can exceed it in one run but not in the next.

    Parameters
    ----------
    submissions : str, path or mapping
        Folder or mapping that contains the submissions. In a folder, each ``.py`` file and each
        notebook is a submission, named after the file. Each subfolder counts as one submission,
        which includes all the files in it. At its top level, a subfolder must contain exactly
        one module, or a module called ``tictactoe.py``. A subfolder without modules must
        contain exactly one notebook, or a notebook called ``tictactoe.ipynb``. Hidden files and
        links are ignored. A notebook's code cells run in order, except shell commands and most
        magics. In a mapping, each key is a submission's name, and each value is a file, a
        folder, a module loaded from a file, or source text.
    contract : str or Contract, default "game"
        Course interface that the submissions implement, or the interface's name. If you define
        your own contract in the notebook, script or module that calls `check_all`, install
        cloudpickle.
    tasks : str or iterable of str, optional
        Names of the functions to check. By default, the check covers all functions in the
        contract.
    positions : int or iterable of Game, optional
        Number of positions on which to check a search, or the positions to use for all
        functions, as in `check`.
    executor : object or callable, optional
        Executor for the checks, or a function that creates one, as for `play_tournament`. An
        executor is any object that has a ``submit`` method, as in ``concurrent.futures``. Even
        with an executor, each submission runs in a separate process. By default, the checks run
        on this computer.
    workers : int, optional
        Number of submissions to check at the same time if you pass no executor. The default is
        the number of processor cores.
    seconds : float, default 300
        CPU time that a submission is allowed to use, in seconds. A submission can take up to
        ten times this limit in elapsed time. On Windows, only elapsed time is limited.
    memory : int, default 2,000,000,000
        Memory that a submission is allowed to use, including Python itself, in bytes. On
        Windows and macOS, memory cannot be limited, and the report says so.
    resume : str or path, optional
        File in which each result is saved as soon as it is known. The next call with the same
        file checks only submissions that are new or have changed. If the contract, the tasks,
        the positions or this package's version have changed, all submissions are checked again.
        If the limits have changed, submissions that could not be checked are tried again. If
        you edit the code of your own contract, delete the file.
    progress : bool or callable, optional
        True for a progress bar on standard error, False for no bar, or a function
        ``progress(done, total)``. If tqdm is installed, it draws the bar. By default, a
        progress bar appears after one second in a terminal and after ten seconds in a notebook.

    Returns
    -------
    CourseReport
        Report on passing, failing and unchecked submissions, and on common misconceptions.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If `submissions` contains no submission, if `check` would refuse an argument, or if the
        file `resume` contains anything other than results.
    FileNotFoundError
        If a folder or a file does not exist.
    RuntimeError
        If Python cannot start processes, for example because it runs in a web page.
    ExecutorError
        If the executor cannot run the checks.
    TravelError
        If the contract cannot be sent to other processes.
    KeyboardInterrupt
        If you press Ctrl-C. The file `resume` contains all results up to that point.

    Examples
    --------
    >>> ada = "def player(board):\n    return 'XO'[board.count(None) % 2 == 0]\n"
    >>> ben = "def player(board):\n    return 'X'\n"
    >>> report = check_all({"ada": ada, "ben": ben}, "flat", "player", positions=100)
    >>> report.passing, report.failing["player"]
    (('ada',), ('ben',))
    >>> report["ben"].report.parts[0].diagnosis
    'The function always returns X.'
    """
    if sys.platform == "emscripten" or not sys.executable:
        raise RuntimeError(
            "check_all needs separate processes, which Python in a web page cannot "
            "start: run it in Jupyter on your computer, or call check for each module"
        )
    contract = find_contract(contract)
    if isinstance(tasks, Iterable) and not isinstance(tasks, str):
        tasks = tuple(tasks)
    positions = list(positions) if isinstance(positions, Iterable) else positions
    # Checking no functions reports invalid arguments right away, and only once.
    blank = check({}, contract, tasks, positions, progress=False)
    functions = tuple(part.name for part in blank.parts)
    limits = Limits(
        seconds=as_seconds(seconds), memory=check_int(memory, "memory", _LEAST_MEMORY)
    )
    most = _core_count() if workers is None else check_int(workers, "workers", 1)
    found = _find_submissions(submissions)
    kind = [_version(), contract.name, type(contract).__qualname__]
    file = None if resume is None else Path(resume)
    keeper = Keeper(file, [*kind, *functions, _as_texts(positions)], limits)
    outcomes = _known_outcomes(found, keeper)
    asked = pack_by_value(
        (contract, tasks, positions), contract, f"the contract {contract.name}"
    )
    errands = {
        one.name: Errand(
            name=one.name, main=one.main, files=one.files, asked=asked, limits=limits
        )
        for one in found
        if one.name not in outcomes
    }
    ended = _check_here(errands, most) if executor is None else _check_on(executor, errands)
    with show_progress(progress, "submissions", sys.stderr) as show:
        show(len(outcomes), len(found))
        try:
            for one, outcome in _cleaned(ended, found):
                outcomes[one.name] = outcome
                keeper.add(one, outcome)
                show(len(outcomes), len(found))
        except ExecutorError as error:
            error.add_note(f"Checked {len(outcomes)} of {len(found)} submissions.{keeper}")
            raise
    return _report(contract, functions, {one.name: outcomes[one.name] for one in found})


def _version() -> str:
    version: str = vars(sys.modules[__name__.partition(".")[0]])["__version__"]
    return version


def _as_texts(positions: int | list[Game] | None) -> object:
    """Convert positions to JSON-serializable values."""
    if not isinstance(positions, list):
        return None if positions is None else as_int(positions)
    return sorted({game.to_text() for game in positions})


def _known_outcomes(found: Iterable[_HandedIn], keeper: Keeper) -> dict[str, ErrandResult]:
    """Return the known results for submissions that need no new check, by name."""
    known = {}
    for one in found:
        outcome = keeper.find(one) if one.trouble is None else {"trouble": one.trouble}
        if outcome is not None:
            known[one.name] = outcome
    return known


def _cleaned(
    ended: Iterable[tuple[str, ErrandResult]], found: Iterable[_HandedIn]
) -> Iterator[tuple[_HandedIn, ErrandResult]]:
    """Pair each result with its submission. Raise an error if no submission can be checked."""
    by_name = {one.name: one for one in found}
    for name, outcome in ended:
        if "problem" in outcome:
            raise TravelError(
                "the worker processes cannot load the contract "
                f"({visible(outcome['problem'])}): install its modules where they run"
                f"{cloudpickle_hint()}"
            )
        yield by_name[name], _checked_outcome(outcome)


def _report(
    contract: Contract, functions: tuple[str, ...], outcomes: Mapping[str, ErrandResult]
) -> CourseReport:
    cells = [str(contract.encode_move(cell)) for cell in range(STANDARD.cell_count)]
    submissions = tuple(
        Submission(
            name,
            _read_report(outcome["report"], cells) if "report" in outcome else None,
            outcome.get("trouble"),
        )
        for name, outcome in outcomes.items()
    )
    return CourseReport(
        contract=contract.name,
        function_names=functions,
        submissions=submissions,
        same_functions=_shared_functions(
            {name: outcome.get("written", {}) for name, outcome in outcomes.items()}
        ),
        is_memory_limited=all(
            outcome.get("is_memory_limited", True) for outcome in outcomes.values()
        ),
    )
