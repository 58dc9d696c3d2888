"""Steps of Python code: something is asked at each of them, and may end the code there.

A step is the start of a Python function, or a jump inside one (in Python 3.11: a line). So
every loop and every recursion makes steps, and code that catches what ends it is ended
again at its next one. What makes no step is a function written in C, until it returns or
calls Python again.
"""

import gc
import os
import sys
import threading
from collections.abc import Callable, Generator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Protocol, Self, TypeVar

INSTALLED = (
    "<frozen ",
    str(Path(os.__file__).parent),
    str(Path(__file__).parents[1]),
    *(path for path in sys.path if path.endswith(("site-packages", "dist-packages"))),
)
"""Beginnings of the names of files that no student wrote: the standard library, what is
installed beside it, and this package."""

_SELF_JUMP = b"\x8c\x01"  # JUMP_BACKWARD by one instruction in Python 3.11: `while True: pass`

_DEEP: list[Any] = []
_AS_DEEP: list[Any] = []
for _level in range(20):  # a comparison of both needs as many nested calls
    _DEEP, _AS_DEEP = [_DEEP], [_AS_DEEP]

_Answer = TypeVar("_Answer")

OnStep = Callable[[], type[BaseException] | None]
"""Function that is called at each step, in the thread that makes it; it returns None, or the
exception that is raised there."""


class Steps(Protocol):
    """Steps of a thread and of the threads that it starts; perhaps of other threads too.

    Between `__enter__` and `__exit__`, which one thread calls, `begin` and `end` enclose each
    call that is watched.
    """

    def __enter__(self) -> Self:
        """Prepare to watch."""

    def __exit__(self, *_: object) -> None:
        """Leave tracers and tools as they were."""

    def begin(self, outer: FrameType, frame: FrameType | None = None) -> None:
        """Begin to ask at the steps of what `outer` calls, where it has reached `frame`."""

    def end(self) -> None:
        """End to ask; calling it twice is harmless."""


def new_steps(on_step: OnStep, free: tuple[str, ...]) -> Steps:
    """Return the steps that this version of Python can tell of.

    Parameters
    ----------
    on_step : callable
        Function that is asked.
    free : tuple of str
        Beginnings of the names of files whose functions make no steps.
    """
    return (_MonitoredSteps if sys.version_info >= (3, 12) else _TracedSteps)(on_step, free)


class _MonitoredSteps:
    """Steps of all threads by ``sys.monitoring``, from Python 3.12 on."""

    def __init__(self, on_step: OnStep, free: tuple[str, ...]) -> None:
        self._on_step = on_step
        self._free = free
        self._is_free: dict[str, bool] = {}  # by the name of the file
        self._monitoring: Any = vars(sys)["monitoring"]  # unknown to types for Python 3.11
        self._disable = self._monitoring.DISABLE

    def __enter__(self) -> Self:
        monitoring = self._monitoring
        unused = [tool for tool in (4, 3, 2, 1, 0, 5) if monitoring.get_tool(tool) is None]
        if not unused:
            raise RuntimeError("all tools of sys.monitoring are in use: end one of them first")
        self._tool = unused[0]
        events = monitoring.events
        monitoring.use_tool_id(self._tool, "tictactoe_widget")
        self._events = (events.PY_START, events.PY_RESUME, events.JUMP)
        for event in self._events:
            monitoring.register_callback(self._tool, event, self._step)
        monitoring.set_events(self._tool, sum(self._events))
        return self

    def __exit__(self, *_: object) -> None:
        monitoring = self._monitoring
        monitoring.set_events(self._tool, 0)
        for event in self._events:
            monitoring.register_callback(self._tool, event, None)
        monitoring.restart_events()  # where `_step` disabled them, for the next tool
        monitoring.free_tool_id(self._tool)

    def _step(self, code: CodeType, *_: object) -> object:
        name = code.co_filename
        is_free = self._is_free.get(name)
        if is_free is None:
            is_free = self._is_free[name] = name.startswith(self._free)
        if is_free:
            return self._disable
        error = self._on_step()
        if error is not None:
            raise error
        return None

    def begin(self, outer: FrameType, frame: FrameType | None = None) -> None:
        """Do nothing: all threads are watched."""

    def end(self) -> None:
        """Do nothing: they are watched on."""


class _TracedSteps:
    """Steps by ``sys.settrace``, in Python 3.11.

    Python ends the tracing of a thread when its tracer raises. So the tracer has Python raise
    the exception in the thread a little later, at its next jump or call. That may be one of
    the tracer, after all: then it is raised once more, outside. Python makes the object of
    such an exception when it is raised in a tracer or caught: that is when we hear of it.
    Until then no garbage is collected: Python would drop it in a callback of that.
    """

    def __init__(self, on_step: OnStep, free: tuple[str, ...]) -> None:
        self._on_step = on_step
        self._free = (*free, __file__)
        self._known: dict[int, tuple[CodeType, Any, bool]] = {}
        self._kinds: dict[type[BaseException], type[BaseException]] = {}
        self._is_tracing = False
        self._has_paused_collection = False

    def __enter__(self) -> Self:
        self._raise_in = thread_raiser()
        # One object each: Python holds on to none while it calls it, and another one may be
        # set meanwhile.
        self._on_enter, self._on_line = self._enter, self._step
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def begin(self, outer: FrameType, frame: FrameType | None = None) -> None:
        self._before = sys.gettrace(), threading.gettrace()
        self._outer = outer
        self._thread = threading.get_ident()
        self._is_tracing = True
        threading.settrace(self._on_enter)
        self._trace(frame)

    def end(self) -> None:
        if self._is_tracing:
            sys.settrace(self._before[0])
            threading.settrace(self._before[1])
            self._is_tracing = False
        self._collect_again()

    def _trace(self, frame: FrameType | None) -> None:
        """Trace this thread, and what runs in a frame already and in those that called it."""
        while frame is not None and frame is not self._outer:
            frame.f_trace_opcodes = True
            frame.f_trace = self._on_line
            frame = frame.f_back
        sys.settrace(self._on_enter)

    def _enter(self, frame: FrameType, *_: object) -> Any:
        """Take the start of a function, or of a part of a generator, as a step."""
        code = frame.f_code
        known = self._known.get(id(code))  # codes themselves are slow to look up
        if known is None:
            is_free = code.co_filename.startswith(self._free)
            is_tight = _SELF_JUMP in code.co_code and not is_free
            known = (code, None if is_free else self._on_line, is_tight)
            self._known[id(code)] = known
        if known[1] is None:
            return None
        try:
            _DEEP.__eq__(_AS_DEEP)  # needs many nested calls
        except RecursionError:
            # Where calls lie too deep for a tracer, it would fail, and tracing end.
            if not is_in_garbage_collection(frame):
                self._raise_soon(RecursionError)
            return known[1]
        if known[2]:  # such a loop never leaves its line, so its instructions are traced
            frame.f_trace_opcodes = True
        self._step()
        return known[1]

    def _step(self, *_: object) -> None:
        error = self._on_step()
        if error is not None:
            self._raise_soon(error)

    def _raise_soon(self, error: type[BaseException]) -> None:
        thread = threading.get_ident()
        if thread != self._thread:
            raise error  # the thread may be about to end: nothing must wait to be raised then
        if gc.isenabled():
            self._has_paused_collection = True
            gc.disable()
        # Not called by this code: after a call Python would raise the exception here.
        (_,) = map(self._raise_in, (thread,), (self._kind_of(error),))

    def _kind_of(self, error: type[BaseException]) -> type[BaseException]:
        """Return the type of an exception that tells us when its object is made."""
        kind = self._kinds.get(error)
        if kind is None:

            def tell(made: BaseException) -> None:
                if error is RecursionError:
                    made.args = ("maximum recursion depth exceeded",)
                self._hear_of(error, sys._getframe(1))  # noqa: SLF001 (documented, and the only way)

            kind = self._kinds[error] = type(error.__name__, (error,), {"__init__": tell})
        return kind

    def _hear_of(self, error: type[BaseException], frame: FrameType) -> None:
        """Go on, where the object of an exception is made in some frame."""
        if not self._is_tracing:
            return
        if _runs_in(frame, _TracedSteps._enter, _TracedSteps._step):
            self._raise_soon(error)
        else:
            self._collect_again()
            self._trace(frame)

    def _collect_again(self) -> None:
        if self._has_paused_collection:
            gc.enable()
            self._has_paused_collection = False


def run_apart(call: Callable[[], _Answer]) -> _Answer:
    """Return what a call returns; an exception that it has not done with is forgotten.

    Where a tracer of Python 3.11 has an exception raised at the first instruction of an
    ``except``, Python puts the one before back as if it were still handled, and all later
    ones would be told as raised "during handling" of it. What a generator handles ends
    with the generator.
    """

    def apart() -> Generator[None, None, tuple[_Answer | None, StopIteration | None]]:
        yield from ()
        try:
            return call(), None
        except StopIteration as error:  # no generator may raise it
            return None, error

    try:
        next(apart())
    except StopIteration as done:
        answer, error = done.value
    if error is not None:
        raise error
    return answer  # type: ignore[no-any-return]


def is_in_garbage_collection(frame: FrameType | None) -> bool:
    """Return True where one of `gc.callbacks` runs in a frame or in one that called it.

    Python drops what is raised there, and writes it to the error stream.
    """
    return _runs_in(frame, *gc.callbacks)


def _runs_in(frame: FrameType | None, *functions: Callable[..., object]) -> bool:
    """Return whether one of some functions runs in a frame or in one that called it."""
    codes = {getattr(function, "__code__", None) for function in functions}
    while frame is not None and frame.f_code not in codes:
        frame = frame.f_back
    return frame is not None


def thread_raiser() -> Callable[[int, type[BaseException]], object]:
    """Return the C function that has Python raise an exception in a thread, given its number.

    The exception is raised at the next jump or call of the thread.
    """
    import ctypes  # noqa: PLC0415 - not every Python has it, nor does every Python need it

    kind = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_ulong, ctypes.py_object)
    return kind(("PyThreadState_SetAsyncExc", ctypes.pythonapi))
