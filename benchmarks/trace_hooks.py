"""Measure how many times slower a search becomes with three ways to record its calls.

``python benchmarks/trace_hooks.py`` prints the ratios. A round takes about a minute.

`trace` replaces the code of each function in a search with code that reports calls. Python
offers two other ways: ``sys.setprofile`` reports calls to all functions, and
``sys.monitoring``, since Python 3.12, reports calls to selected functions. Both ways provide
frames, from which the arguments must be read. This script contains short versions of both ways,
which report to the same recorder. All three ways must count the same positions.
``sys.setprofile`` can't distinguish a call that raises an exception from a call that returns
None, or a generator that yields from a generator that ends. The script therefore doesn't use
``sys.setprofile`` for generators.
"""

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from measure import compare, report

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.students.searches import (  # noqa: E402 - found by the line above
    Flat,
    flat_after,
    flat_moves,
    flat_score,
)
from tictactoe_widget import STANDARD  # noqa: E402
from tictactoe_widget.classroom import CONTRACTS  # noqa: E402
from tictactoe_widget.classroom.tracing.discovery import Search, find_search  # noqa: E402
from tictactoe_widget.classroom.tracing.entries import Recorder  # noqa: E402
from tictactoe_widget.classroom.tracing.trace import recording  # noqa: E402

POSITIONS = 549_946
"""Number of positions that plain minimax visits from the empty board."""
ROUNDS = 3

Way = Callable[[Recorder, Search], AbstractContextManager[None]]


def begins(recorder: Recorder, search: Search) -> dict[CodeType, Callable[[FrameType], Any]]:
    """Map code objects to functions that take a call's frame and report the call's start."""

    def reporting(code: CodeType, begin: Callable[..., Any]) -> Callable[[FrameType], Any]:
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

        def report_frame(frame: FrameType) -> Any:
            values = frame.f_locals
            return begin(tuple([values[name] for name in names]))

        return report_frame

    return {
        routine.code: reporting(routine.code, recorder.reporter(routine))
        for routine in search.routines
    }


@contextmanager
def profiled(recorder: Recorder, search: Search) -> Iterator[None]:
    """Record calls with ``sys.setprofile``."""
    known = begins(recorder, search)
    around: list[Any] = []

    def hear(frame: FrameType, event: str, value: Any) -> None:
        if frame.f_code in known:
            if event == "call":
                around.append(known[frame.f_code](frame))
            elif event == "return":
                recorder.returned(around.pop(), value)

    sys.setprofile(hear)
    try:
        yield
    finally:
        sys.setprofile(None)


@contextmanager
def monitored(recorder: Recorder, search: Search) -> Iterator[None]:
    """Record calls with ``sys.monitoring``."""
    monitoring = import_module("sys").monitoring  # from Python 3.12 on
    events, tool = monitoring.events, monitoring.PROFILER_ID
    hooks = monitoring_hooks(recorder, search)
    local = events.PY_START | events.PY_RETURN | events.PY_YIELD | events.PY_RESUME

    def listen(chosen: int, everywhere: int) -> None:
        for routine in search.routines:
            monitoring.set_local_events(tool, routine.code, chosen)
        monitoring.set_events(tool, everywhere)

    monitoring.use_tool_id(tool, "trace")
    for event, hook in hooks.items():
        monitoring.register_callback(tool, event, hook)
    listen(local, events.PY_UNWIND)  # PY_UNWIND can't be set for single functions
    try:
        yield
    finally:
        listen(0, 0)
        for event in hooks:
            monitoring.register_callback(tool, event, None)
        monitoring.free_tool_id(tool)


def monitoring_hooks(recorder: Recorder, search: Search) -> dict[int, Callable[..., None]]:
    """Return the callbacks for ``sys.monitoring``, by event."""
    events = import_module("sys").monitoring.events
    known = begins(recorder, search)
    around: list[Any] = []
    paused: dict[FrameType, Any] = {}
    frame_of = sys._getframe  # noqa: SLF001 - Python's own way to a frame

    def start(code: CodeType, _: int) -> None:
        around.append(known[code](frame_of(1)))

    def end(_: CodeType, __: int, value: Any) -> None:
        recorder.returned(around.pop(), value)

    def fail(code: CodeType, _: int, error: BaseException) -> None:
        if code in known:
            recorder.failed(around.pop(), error)

    def pause(_: CodeType, __: int, ___: Any) -> None:
        paused[frame_of(1)] = around.pop()

    def go_on(_: CodeType, __: int) -> None:
        around.append(paused.pop(frame_of(1)))

    return {
        events.PY_START: start,
        events.PY_RETURN: end,
        events.PY_YIELD: pause,
        events.PY_RESUME: go_on,
        events.PY_UNWIND: fail,
    }


# These searches call themselves in different ways.


def pick(board: Flat) -> Callable[..., int]:
    return max if board.count(None) % 2 else min


def plain(board: Flat) -> int:
    moves = flat_moves(board)
    values = [plain(flat_after(board, cell)) for cell in moves]
    return pick(board)(values) if moves else flat_score(board)


def helped(board: Flat) -> int:
    moves = flat_moves(board)
    return pick(board)([of_move(board, c) for c in moves]) if moves else flat_score(board)


def of_move(board: Flat, cell: int) -> int:
    return helped(flat_after(board, cell))


def noted(function: Callable[..., int]) -> Callable[..., int]:
    @wraps(function)
    def wrapper(*arguments: Any) -> int:
        return function(*arguments)

    return wrapper


@noted
def decorated(board: Flat) -> int:
    moves = flat_moves(board)
    values = [decorated(flat_after(board, cell)) for cell in moves]
    return pick(board)(values) if moves else flat_score(board)


class FoundError(Exception):
    """Exception that a search raises instead of returning its value."""


def raising(board: Flat) -> None:
    values: list[int] = []
    for cell in flat_moves(board):
        try:
            raising(flat_after(board, cell))
        except FoundError as found:
            values += found.args
    raise FoundError(pick(board)(values) if values else flat_score(board))


def caught(board: Flat) -> int:
    try:
        raising(board)
    except FoundError as found:
        return int(found.args[0])
    return 2


def steps(board: Flat) -> Generator[Any, None, int]:
    moves = flat_moves(board)
    values: list[int] = []
    for cell in moves:
        value = yield from steps(flat_after(board, cell))
        values.append(value)
    if len(values) > 6:  # rarely, as each yield goes through all outer calls
        yield values
    return pick(board)(values) if moves else flat_score(board)


def drained(board: Flat) -> int:
    generator = steps(board)
    while True:
        try:
            next(generator)
        except StopIteration as end:
            return int(end.value)


SEARCHES: dict[str, tuple[Callable[[Flat], int], Callable[..., Any]]] = {
    "one function": (plain, plain),
    "a helper for each move": (helped, helped),
    "a decorator": (decorated, decorated),
    "exceptions": (caught, raising),
    "generators": (drained, steps),
}
"""Search to run, and the function whose calls are recorded."""


def contenders(run: Callable[[Flat], int], search: Any) -> dict[str, Callable[[], object]]:
    def alone() -> object:
        return run([None] * 9)

    def recorded(way: Way) -> Callable[[], object]:
        def go() -> object:
            found = find_search(search)
            recorder = Recorder(CONTRACTS["flat"], STANDARD, 50_000, found.routines)
            with way(recorder, found):
                value = run([None] * 9)
            visited = recorder.visits().count
            if visited != POSITIONS:
                raise ValueError(f"the search must visit {POSITIONS} positions, not {visited}")
            return value

        return go

    ways: dict[str, Way] = {"other code": recording}
    if search is not steps:
        ways["sys.setprofile"] = profiled
    if sys.version_info >= (3, 12):
        ways["sys.monitoring"] = monitored
    return {"alone": alone, **{name: recorded(way) for name, way in ways.items()}}


def main() -> None:
    for name, (run, search) in SEARCHES.items():
        report(f"{POSITIONS:,} positions, {name}", compare(contenders(run, search), ROUNDS))


if __name__ == "__main__":
    main()
