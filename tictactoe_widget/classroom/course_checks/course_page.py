"""A check of a course in a notebook: who passed what, beside what is misunderstood."""

from collections.abc import Iterable, Iterator, Sequence

from tictactoe_widget.rules.picture import palette
from tictactoe_widget.rules.picture.markup import escape, html_table
from tictactoe_widget.rules.picture.palette import css_following_host, css_light_dark

from .course_results import SharedFunction, SharedMisconception, Submission

_SIGNS = {"passed": "\u2713", "failed": "\u2715", "missing": "\u25cc", "not judged": "\u2013"}
_MOST_IN_ONE_TABLE = 15
"""Number of submissions from which on the table is split in two, side by side."""

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
"""Style of a course in a notebook; each selector names it, as styles there are the page's."""


def course_html(
    summary: str,
    submissions: Sequence[Submission],
    passed_counts: Sequence[tuple[str, int]],
    misconceptions: Sequence[SharedMisconception],
    functions: Sequence[SharedFunction],
) -> str:
    """Return the report as HTML without a script."""
    names = [name for name, _ in passed_counts]
    checked = [one for one in submissions if one.report is not None]
    failing = [one for one in checked if not one.ok]
    beside = "".join(
        [
            _misconceptions(misconceptions),
            _passes(passed_counts, len(checked)),
            _same(functions),
        ]
    )
    columns = "".join(_column_styles(len(names)))
    return (
        f'<div class="ttt-course"><style>{_STYLE}{columns}</style>'
        f"<h3>{escape(summary)}</h3><div>{_beginning(misconceptions, len(checked))}"
        f"{_unchecked(submissions)}"
        f'<div class="ttt-beside">{_table(failing, names)}'
        f"<div>{beside}</div></div>{_passing(checked)}</div></div>"
    )


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


def _misconceptions(found: Sequence[SharedMisconception]) -> str:
    if not found:
        return ""
    most = len(found[0].names)
    items = "".join(
        f"<li><span><code>{escape(one.function)}</code> {escape(one.diagnosis)}</span>"
        f"<b>{len(one.names)}</b>{_bar(len(one.names) / most)}</li>"
        for one in found
    )
    title = "What seems to be misunderstood: submissions"
    return f"<section><h4>{title}</h4><ol>{items}</ol></section>"


def _passes(passed_counts: Iterable[tuple[str, int]], total: int) -> str:
    if not total:
        return ""
    items = "".join(
        f"<li><code>{escape(name)}</code><span>{count} of {total}</span>"
        f"{_bar(count / total)}</li>"
        for name, count in passed_counts
    )
    return f'<section class="ttt-passes"><h4>Pass, by function</h4><ol>{items}</ol></section>'


def _bar(share: float) -> str:
    return f'<i aria-hidden="true"><i style="width:{100 * share:.1f}%"></i></i>'


def _same(functions: Sequence[SharedFunction]) -> str:
    if not functions:
        return ""
    items = "".join(f"<li><span>{escape(one)}</span></li>" for one in functions)
    return f"<section><h4>Handed in by several</h4><ol>{items}</ol></section>"


def _unchecked(submissions: Iterable[Submission]) -> str:
    items = "".join(
        f"<li><span><b>{escape(one.name)}</b> {escape(one.trouble)}</span></li>"
        for one in submissions
        if one.report is None
    )
    return f"<section><h4>Could not be checked</h4><ol>{items}</ol></section>" if items else ""


def _passing(submissions: Iterable[Submission]) -> str:
    names = [one.name for one in submissions if one.ok]
    if not names:
        return ""
    shown = escape(", ".join(names))
    return (
        f"<details><summary>Show the {len(names)} who passed everything</summary>"
        f"<p>{shown}</p></details>"
    )
