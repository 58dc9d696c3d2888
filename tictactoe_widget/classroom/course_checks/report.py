"""Report of a check of a course: what came of each submission, and what they share."""

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from os import PathLike
from textwrap import wrap
from types import MappingProxyType
from typing import Any

from tictactoe_widget.classroom.checking.report import Part, Report
from tictactoe_widget.drawing import palette
from tictactoe_widget.drawing.markup import TextDisplay, escape, html_table
from tictactoe_widget.drawing.palette import css_following_host, css_light_dark
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.validation import brief, did_you_mean, write_whole

# What a check of a course finds: of each submission, and of several together.


@dataclass(frozen=True, slots=True, repr=False)
class Submission(Serializable, TextDisplay):
    """Outcome of one submission; its `str` is for people. Immutable."""

    _keys = ("name", "trouble", "report")

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

    def __str__(self) -> str:
        if self.report is None:
            return f"{self.name}: not checked: {self.trouble}"
        return f"{self.name}\n{self.report}"

    def _repr_html_(self) -> str:
        """Return the name above the report, for a notebook."""
        if self.report is None:
            return f"<p><b>{escape(self.name)}</b>: not checked: {escape(self.trouble)}</p>"
        return f"<p><b>{escape(self.name)}</b></p>{self.report._repr_html_()}"


@dataclass(frozen=True, slots=True)
class SharedMisconception(Serializable):
    """A misconception that explains the wrong answers of a function. Immutable."""

    _keys = ("function", "diagnosis", "names")

    function: str
    """Name of the function."""
    diagnosis: str
    """The misconception, in words that go on after the name of the function."""
    names: tuple[str, ...]
    """Names of the submissions that seem to have it."""

    def __str__(self) -> str:
        return f"{self.function} {self.diagnosis}"


@dataclass(frozen=True, slots=True)
class SharedFunction(Serializable):
    """A wrong function that several submissions have in common. Immutable.

    They may differ in comments, docstrings, annotations, layout and the names of arguments
    and variables. Short functions are left out, which many would write alike. It is a
    fact about the files, and says nothing of how it came about.
    """

    _keys = ("function", "names")

    function: str
    """Name of the function."""
    names: tuple[str, ...]
    """Names of the submissions."""

    def __str__(self) -> str:
        return f"The same wrong {self.function} was handed in by: {', '.join(self.names)}"


def _shared_misconceptions(
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


# A check of a course in a notebook: who passed what, beside what is misunderstood.

_SIGNS = {"passed": "\u2713", "failed": "\u2715", "missing": "\u25cc", "not judged": "\u2013"}
# number of submissions from which on the table is split in two, side by side
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
# style of a course in a notebook; each selector names it, as styles there are the page's
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
    ".ttt-course .ttt-passes li>span{order:2;text-align:end}"
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
    """Return a list under a heading; nothing if it is empty."""
    listed = "".join(f"<li>{item}</li>" for item in items)
    return f"<section{kind}><h4>{title}</h4><ol>{listed}</ol></section>" if items else ""


def _column_styles(count: int) -> Iterator[str]:
    """Write the styles of results; a row names those of its columns."""
    for column in range(count):
        cell = f"td:nth-child({column + 2})"
        yield (
            f".ttt-course .ttt-passed-{column} {cell}{{color:var(--right);"
            "border-color:transparent;background:var(--right-wash)}"
            f".ttt-course .ttt-failed-{column} {cell}{{color:var(--wrong);"
            "border-color:var(--wrong);background:var(--wrong-wash)}"
        )


def _table(submissions: Sequence[Submission], names: Sequence[str]) -> str:
    """Return the table of those that have not passed everything, in two where it is long."""
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
    return (
        f'<section><div class="ttt-scrolled{kind}" tabindex="0">{tables}</div>'
        f"<p>{legend}</p><p>One of them: <code>{example}</code></p></section>"
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
    caption = "Functions passed, by submission"
    return html_table(caption, ("Name", *names), rows, classes)


def _beginning(misconceptions: Sequence[SharedMisconception], total: int) -> str:
    """Return where a teacher may begin; empty where no misconception is frequent."""
    if not misconceptions or len(misconceptions[0].names) < 2:
        return ""
    first = misconceptions[0]
    return (
        f'<p class="ttt-start"><b>Talk about <code>{escape(first.function)}</code> first</b>'
        f"<br/>In {len(first.names)} of {total} submissions it looks as if it "
        f"{escape(first.diagnosis)}: the most frequent misconception.</p>"
    )


def _bar(share: float) -> str:
    return f'<i aria-hidden="true"><i style="width:{100 * share:.1f}%"></i></i>'


# A check of a course as text, for terminals of 80 columns.

_WIDTH = 80
_WIDEST_NAME = 24


def _rows(submissions: Sequence[Submission]) -> Iterator[str]:
    """Write those that have not passed everything, a name and what it is about them."""
    rows = [(_short(one.name), _describe_results(one)) for one in submissions if not one.ok]
    width = max((len(name) for name, _ in rows), default=0)
    indent = " " * (width + 2)
    for name, said in rows:
        yield from wrap(f"{name:<{width}}  {said}", _WIDTH, subsequent_indent=indent)


def _describe_results(one: Submission) -> str:
    """Return what a submission has not passed."""
    if one.report is None:
        return f"not checked: {one.trouble}"
    by_result = {
        result: [name for name, found in one.results.items() if found == result]
        for result in ("failed", "missing", "not judged")
    }
    return "; ".join(
        f"{result}: {', '.join(names)}" for result, names in by_result.items() if names
    )


def _short(name: str) -> str:
    return name if len(name) <= _WIDEST_NAME else f"{name[: _WIDEST_NAME - 3]}..."


def _block(title: str, lines: list[str]) -> list[str]:
    return [title, *lines] if lines else []


def _wrapped(beginning: str, names: Sequence[str]) -> list[str]:
    """Return names one after the other, in lines; none where there are no names."""
    text = f"{beginning}{', '.join(names)}"
    return wrap(text, _WIDTH, subsequent_indent="  ") if names else []


# Tables as CSV that spreadsheet programs show and do not run.

_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")  # noqa: RUF001 - wide signs begin one too


def _to_csv_text(records: Sequence[Mapping[str, Any]]) -> str:
    """Return records as CSV, with their keys as the first line.

    A text that a spreadsheet program would take for a formula has an apostrophe before
    it, which such programs do not show.

    >>> print(_to_csv_text([{"name": "=1+1", "points": -1}, {"name": "-1", "points": None}]))
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
    if not isinstance(value, str) or not value.lstrip().startswith(_FORMULA):
        return value
    try:
        float(value)
    except ValueError:
        return f"'{value}"
    return value


@dataclass(frozen=True, slots=True, repr=False)
class CourseReport(Serializable, TextDisplay):
    """Report of `check_all`; its `str` is for people. Immutable.

    It is a sequence of its submissions, sorted by name, and ``report["ada"]`` is one of them.
    """

    _keys = (
        *("contract", "summary", "function_names", "submissions", "failing"),
        *("misconceptions", "same_functions", "is_memory_limited"),
    )

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
        return _shared_misconceptions(self.submissions)

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
        """Return the records as CSV; write them to a file too where one is named.

        A text of a student that a spreadsheet program would take for a formula has an
        apostrophe before it. The file is UTF-8 and says so to such programs.
        """
        text = _to_csv_text(self.to_records())
        if file is not None:
            write_whole(file, text.encode("utf-8-sig"))
        return text

    def __str__(self) -> str:
        """Return the report as text: who has not passed what, and what they share."""
        checked = len(self) - len(self.unchecked)
        counts = self._passed_counts if checked else []
        width = max((len(name) for name, _ in counts), default=0)
        blocks = [
            wrap(self._told, _WIDTH),
            list(_rows(self._by_need)),
            _wrapped("Passed everything: ", [one.name for one in self._by_need if one.ok]),
            _block(
                "Passed, by function:",
                [f"  {name:<{width}}  {count} of {checked}" for name, count in counts],
            ),
            _block(
                "What seems to be misunderstood, by number of submissions:",
                [
                    line
                    for one in self.misconceptions
                    for line in wrap(
                        f"{len(one.names):>4}  {one}", _WIDTH, subsequent_indent=" " * 6
                    )
                ],
            ),
            [
                line
                for one in self.same_functions
                for line in _wrapped("", str(one).split(", "))
            ],
        ]
        return "\n\n".join("\n".join(block) for block in blocks if block)

    def _repr_html_(self) -> str:
        """Return the report as HTML without a script."""
        names, misconceptions = self.function_names, self.misconceptions
        checked = [one for one in self._by_need if one.report is not None]
        failing = [one for one in checked if not one.ok]
        passing = [one.name for one in checked if one.ok]
        most = len(misconceptions[0].names) if misconceptions else 0
        unchecked = _section(
            "Could not be checked",
            [
                f"<span><b>{escape(one.name)}</b> {escape(one.trouble)}</span>"
                for one in self._by_need
                if one.report is None
            ],
        )
        beside = [
            _section(
                "What seems to be misunderstood: submissions",
                [
                    f"<span><code>{escape(one.function)}</code> {escape(one.diagnosis)}</span>"
                    f"<b>{len(one.names)}</b>{_bar(len(one.names) / most)}"
                    for one in misconceptions
                ],
            ),
            _section(
                "Pass, by function",
                [
                    f"<code>{escape(name)}</code><span>{count} of {len(checked)}</span>"
                    f"{_bar(count / len(checked))}"
                    for name, count in self._passed_counts
                    if checked
                ],
                ' class="ttt-passes"',
            ),
            _section(
                "Handed in by several",
                [f"<span>{escape(one)}</span>" for one in self.same_functions],
            ),
        ]
        columns = "".join(_column_styles(len(names)))
        folded = (
            f"<details><summary>Show the {len(passing)} who passed everything</summary>"
            f"<p>{escape(', '.join(passing))}</p></details>"
        )
        return (
            f'<div class="ttt-course"><style>{_STYLE}{columns}</style>'
            f"<h3>{escape(self._told)}</h3><div>{_beginning(misconceptions, len(checked))}"
            f'{unchecked}<div class="ttt-beside">{_table(failing, names)}'
            f"<div>{''.join(beside)}</div></div>{folded if passing else ''}</div></div>"
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
