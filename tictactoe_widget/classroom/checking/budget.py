"""Budget of steps for a call of a student's function, counted and not timed.

A step is the start of a Python function, or a jump inside one (in Python 3.11: a
line). Counts do not depend on the speed of the machine, and need neither a signal nor
a thread, so the budget holds in a browser too. Steps of installed packages and of
the standard library are free. What cannot be ended is a loop inside one function of
theirs, above all one written in C, such as ``list(itertools.count())``.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Protocol, Self

_UNLIMITED = 1 << 62
FREE_FILES = (
    "<frozen ",
    str(Path(os.__file__).parent),
    str(Path(__file__).parents[2]),
    *(path for path in sys.path if path.endswith(("site-packages", "dist-packages"))),
)
"""Beginnings of the names of files that are not a student's: of the standard library, of what
is installed beside it, and of this package. Their functions are not counted."""
_SELF_JUMP = b"\x8c\x01"  # JUMP_BACKWARD by one instruction in Python 3.11: `while True: pass`


class OverBudgetError(BaseException):
    """Error of a call that took more steps than it may.

    No subclass of Exception, so that ``except Exception`` does not keep it.
    """


class Budget(Protocol):
    """Counter of steps: a context manager, inside which `run` may be called."""

    def __enter__(self) -> Self:
        """Begin to count."""

    def __exit__(self, *_: object) -> None:
        """End to count, and leave tracers and tools as they were."""

    def run(self, call: Callable[[], Any], steps: int) -> Any:
        """Return what a call returns.

        Raises
        ------
        OverBudgetError
            When it takes more than `steps` steps, also where the called function
            catches the first of these errors.
        """


class _MonitoringBudget:
    """Budget by ``sys.monitoring``, from Python 3.12 on."""

    def __init__(self) -> None:
        self._left = _UNLIMITED
        self._monitoring: Any = vars(sys)["monitoring"]  # unknown to types for Python 3.11

    def __enter__(self) -> Self:
        monitoring = self._monitoring
        free = [tool for tool in (4, 3, 2, 1, 0, 5) if monitoring.get_tool(tool) is None]
        if not free:
            raise RuntimeError("all tools of sys.monitoring are in use: end one of them first")
        self._tool = free[0]
        events = monitoring.events
        monitoring.use_tool_id(self._tool, "tictactoe_widget check")
        self._events = (events.PY_START, events.PY_RESUME, events.JUMP)
        for event in self._events:
            monitoring.register_callback(self._tool, event, self._count)
        monitoring.set_events(self._tool, sum(self._events))
        return self

    def __exit__(self, *_: object) -> None:
        monitoring = self._monitoring
        monitoring.set_events(self._tool, 0)
        for event in self._events:
            monitoring.register_callback(self._tool, event, None)
        monitoring.restart_events()  # where `_count` disabled them, for the next tool
        monitoring.free_tool_id(self._tool)

    def _count(self, code: CodeType, *_: object) -> object:
        if code.co_filename.startswith(FREE_FILES):
            return self._monitoring.DISABLE
        self._left -= 1
        if self._left < 0:
            raise OverBudgetError
        return None

    def run(self, call: Callable[[], Any], steps: int) -> Any:
        self._left = steps
        try:
            answer = call()
            left, self._left = self._left, _UNLIMITED  # before any jump of this function
        except BaseException:
            left, self._left = self._left, _UNLIMITED
            if left < 0:
                raise OverBudgetError from None
            raise
        if left < 0:
            raise OverBudgetError
        return answer


class _EndingError(OverBudgetError):
    """Error that a tracer raises; when it is caught and gone, tracing begins again.

    Python ends the tracing of a thread when its tracer raises. A student's function
    that catches the error would go on without a budget.
    """

    def __init__(self, again: Callable[[], None]) -> None:
        super().__init__()
        self._again = again

    def __del__(self) -> None:
        self._again()


class _TracingBudget:
    """Budget by ``sys.settrace``, for Python 3.11."""

    def __init__(self) -> None:
        self._left = _UNLIMITED
        self._running = False
        self._known: dict[int, tuple[CodeType, Any, bool]] = {}

    def __enter__(self) -> Self:
        self._before = sys.gettrace()
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _enter(self, frame: FrameType, *_: object) -> Any:
        """Count the start of a function, or of a step of a generator."""
        code = frame.f_code
        known = self._known.get(id(code))  # codes themselves are slow to look up
        if known is None:
            is_free = code.co_filename.startswith(FREE_FILES)
            is_tight = _SELF_JUMP in code.co_code and not is_free
            known = (code, None if is_free else self._count, is_tight)
            self._known[id(code)] = known
        if known[1] is None:
            return None
        self._left -= 1
        if self._left < 0:
            raise _EndingError(self._again)
        if known[2]:  # such a loop never leaves its line, so its instructions are traced
            frame.f_trace_opcodes = True
        return known[1]

    def _count(self, *_: object) -> None:
        self._left -= 1
        if self._left < 0:
            raise _EndingError(self._again)

    def _again(self) -> None:
        """Trace the functions that are running again."""
        if not self._running:
            return
        frame: FrameType | None = sys._getframe(2)  # noqa: SLF001 (documented, and there is no other way)
        sys.settrace(self._enter)
        while frame is not None and frame is not self._outer:
            frame.f_trace = self._count
            frame.f_trace_opcodes = True
            frame = frame.f_back

    def run(self, call: Callable[[], Any], steps: int) -> Any:
        self._left = steps
        self._running = True
        self._outer = sys._getframe()  # noqa: SLF001 (as above)
        sys.settrace(self._enter)
        try:
            answer = call()
        except OverBudgetError:
            raise OverBudgetError from None
        finally:
            sys.settrace(None)
            self._running = False
        if self._left < 0:
            raise OverBudgetError
        return answer


def new_check_budget() -> Budget:
    """Return the budget that this version of Python allows."""
    return _MonitoringBudget() if sys.version_info >= (3, 12) else _TracingBudget()
