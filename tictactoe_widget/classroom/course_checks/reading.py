"""Reports read back from the JSON in which they come from another process, or from a file."""

from collections.abc import Mapping, Sequence
from typing import Any

from tictactoe_widget.classroom.checking.report import Counterexample, Part, Report
from tictactoe_widget.rules.game import Game
from tictactoe_widget.validation.quoting import visible

from .apart import ErrandResult

_UNREADABLE = "its process gave an answer that is no report"


def checked_outcome(outcome: ErrandResult) -> ErrandResult:
    """Return an outcome whose texts, some of which a student wrote, are all shown.

    A student's code may write an answer of its own; one that is none becomes a trouble.

    >>> checked_outcome({"report": {"parts": 3}})
    {'trouble': 'its process gave an answer that is no report'}
    """
    cleaned: ErrandResult = _visible(outcome)
    try:
        if "report" in cleaned:
            read_report(cleaned["report"], ())
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


def read_report(data: Mapping[str, Any], cell_names: Sequence[str]) -> Report:
    """Return the report that `Report.to_dict` wrote.

    Parameters
    ----------
    data : mapping
        What it wrote.
    cell_names : sequence of str
        Cells as the contract writes them.

    Examples
    --------
    >>> from tictactoe_widget.classroom.checking.runner import check
    >>> report = check({"player": lambda board: "X"}, "flat", "player")
    >>> names = report.parts[0].counterexample.cell_names
    >>> str(read_report(report.to_dict(), names)) == str(report)
    True
    """
    parts = (
        Part(
            name=part["name"],
            ok=part["ok"],
            checked_count=part["checked_count"],
            failed_count=part["failed_count"],
            counterexample=_read_counterexample(part["counterexample"], cell_names),
            diagnosis=part["diagnosis"],
            note=part["note"],
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
        game=Game.from_text(data["position"]),
        cell=data["cell"],
        expected=data["expected"],
        got=data["got"],
        raised=data["raised"],
        sentence=data["sentence"],
        cell_names=tuple(cell_names),
        before=None if data["before"] is None else Game.from_text(data["before"]),
    )
