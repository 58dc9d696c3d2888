"""A check of a course as text, for terminals of 80 columns."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from .course_results import SharedFunction, SharedMisconception, Submission

_WIDTH = 80
_WIDEST_NAME = 24


def course_text(
    summary: str,
    submissions: Sequence[Submission],
    passed_counts: Iterable[tuple[str, int]],
    misconceptions: Sequence[SharedMisconception],
    functions: Sequence[SharedFunction],
) -> str:
    """Return the report as text: who has not passed what, and what they share."""
    blocks = [
        wrap(summary, _WIDTH),
        list(_rows(submissions)),
        _wrapped("Passed everything: ", [one.name for one in submissions if one.ok]),
        list(_counts(passed_counts, sum(one.report is not None for one in submissions))),
        list(_misconceptions(misconceptions)),
        [line for one in functions for line in _wrapped("", str(one).split(", "))],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def describe_results(one: Submission) -> str:
    """Return what a submission has not passed; empty where it passed everything."""
    if one.report is None:
        return f"not checked: {one.trouble}"
    by_result = {
        result: [name for name, found in one.results.items() if found == result]
        for result in ("failed", "missing", "not judged")
    }
    return "; ".join(
        f"{result}: {', '.join(names)}" for result, names in by_result.items() if names
    )


def _rows(submissions: Sequence[Submission]) -> Iterator[str]:
    """Write those that have not passed everything, a name and what it is about them."""
    rows = [(_short(one.name), describe_results(one)) for one in submissions if not one.ok]
    width = max((len(name) for name, _ in rows), default=0)
    indent = " " * (width + 2)
    for name, said in rows:
        yield from wrap(f"{name:<{width}}  {said}", _WIDTH, subsequent_indent=indent)


def _short(name: str) -> str:
    return name if len(name) <= _WIDEST_NAME else f"{name[: _WIDEST_NAME - 3]}..."


def _counts(passed_counts: Iterable[tuple[str, int]], total: int) -> Iterator[str]:
    counts = list(passed_counts)
    if total:
        width = max(len(name) for name, _ in counts)
        yield "Passed, by function:"
        for name, count in counts:
            yield f"  {name:<{width}}  {count} of {total}"


def _misconceptions(found: Sequence[SharedMisconception]) -> Iterator[str]:
    if found:
        yield "What seems to be misunderstood, by number of submissions:"
    for one in found:
        yield from wrap(f"{len(one.names):>4}  {one}", _WIDTH, subsequent_indent=" " * 6)


def _wrapped(beginning: str, names: Sequence[str]) -> list[str]:
    """Return names one after the other, in lines; none where there are no names."""
    if not names:
        return []
    return wrap(f"{beginning}{', '.join(names)}", _WIDTH, subsequent_indent="  ")
