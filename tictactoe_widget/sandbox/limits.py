"""Limits on computing time and steps of foreign code, which may never return.

A step is the start of a Python function, or a jump inside one (in Python 3.11: a line). So
every loop and every recursion makes steps. Code that catches the exception which stops it is
stopped again at its next step. A function written in C makes no step until it returns or calls
Python again.
"""

import faulthandler
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path
from threading import get_ident
from time import perf_counter
from types import CodeType, FrameType
from typing import Any, Protocol, Self, TypeVar

_Answer = TypeVar("_Answer")


# Steps of Python code: a function is called at each of them, and may stop the code there.

# Beginnings of the names of files without students' code: the standard library, packages
# installed next to it, and this package.
INSTALLED = (
    "<frozen ",
    str(Path(os.__file__).parent),
    str(Path(__file__).parents[1]),
    *(path for path in sys.path if path.endswith(("site-packages", "dist-packages"))),
)

_SELF_JUMP = b"\x8c\x01"  # JUMP_BACKWARD by one instruction in Python 3.11: `while True: pass`

_DEEP: list[Any] = []
_AS_DEEP: list[Any] = []
for _level in range(20):  # a comparison of both needs as many nested calls
    _DEEP, _AS_DEEP = [_DEEP], [_AS_DEEP]

_OnStep = Callable[[], type[BaseException] | None]


class Steps(Protocol):
    """Steps of one thread, without those of other threads that it starts.

    Between `__enter__` and `__exit__`, which one thread calls, `begin` and `end` enclose each
    watched call.
    """

    def __enter__(self) -> Self:
        """Prepare to watch."""

    def __exit__(self, *_: object) -> None:
        """Restore tracers and tools."""

    def begin(self, outer: FrameType, frame: FrameType | None = None) -> None:
        """Start watching calls made by `outer`, of which `frame` is already running."""

    def end(self) -> None:
        """Stop watching. A second call is harmless."""


def _new_steps(on_step: _OnStep, free: tuple[str, ...]) -> Steps:
    """Return the best way to watch steps in this version of Python.

    Parameters
    ----------
    on_step : callable
        Function that is called at each step, and returns an exception to stop the code.
    free : tuple of str
        Beginnings of the names of files whose functions make no steps.
    """
    return (_MonitoredSteps if sys.version_info >= (3, 12) else _TracedSteps)(on_step, free)


class _MonitoredSteps:
    """Steps by ``sys.monitoring``, from Python 3.12 on."""

    def __init__(self, on_step: _OnStep, free: tuple[str, ...]) -> None:
        self._on_step = on_step
        self._free = free
        self._thread = 0
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
        monitoring.restart_events()  # those that `_step` disabled, for the next tool
        monitoring.free_tool_id(self._tool)

    def _step(self, code: CodeType, *_: object) -> object:
        name = code.co_filename
        is_free = self._is_free.get(name)
        if is_free is None:
            is_free = self._is_free[name] = name.startswith(self._free)
        if is_free:
            return self._disable
        error = self._on_step() if get_ident() == self._thread else None
        if error is not None:
            raise error
        return None

    def begin(self, outer: FrameType, frame: FrameType | None = None) -> None:
        del outer, frame
        self._thread = get_ident()

    def end(self) -> None:
        self._thread = 0


class _TracedSteps:
    """Steps by ``sys.settrace``, in Python 3.11.

    Python ends the tracing of a thread when its tracer raises. So the tracer makes Python raise
    the exception in the thread a little later, at its next jump or call. That may happen in the
    tracer itself. Then the exception is raised once more, outside. Python makes the object of
    such an exception when it is raised in a tracer or caught, and the object tells us then.
    Until then no garbage is collected, because Python would drop the exception in a callback of
    the collection.
    """

    def __init__(self, on_step: _OnStep, free: tuple[str, ...]) -> None:
        self._on_step = on_step
        self._free = (*free, __file__)
        self._known: dict[int, tuple[CodeType, Any, bool]] = {}
        self._kinds: dict[type[BaseException], type[BaseException]] = {}
        self._is_tracing = False
        self._has_paused_collection = False

    def __enter__(self) -> Self:
        self._raise_in = thread_raiser()
        # One object each, because Python does not keep a reference during the call, and another
        # one may be set meanwhile.
        self._on_enter, self._on_line = self._enter, self._step
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def begin(self, outer: FrameType, frame: FrameType | None = None) -> None:
        self._before = sys.gettrace()
        self._outer = outer
        self._is_tracing = True
        self._trace(frame)

    def end(self) -> None:
        if self._is_tracing:
            sys.settrace(self._before)
            self._is_tracing = False
        self._collect_again()

    def _trace(self, frame: FrameType | None) -> None:
        """Trace this thread, a running frame and those that called it."""
        while frame is not None and frame is not self._outer:
            frame.f_trace_opcodes = True
            frame.f_trace = self._on_line
            frame = frame.f_back
        sys.settrace(self._on_enter)

    def _enter(self, frame: FrameType, *_: object) -> Any:
        """Count the start of a function, or of a part of a generator, as a step."""
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
            # At the maximum depth of calls a tracer would fail, and tracing would end.
            if not _is_in_garbage_collection(frame):
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
        if gc.isenabled():
            self._has_paused_collection = True
            gc.disable()
        # Not called by this code: after a call Python would raise the exception here.
        (_,) = map(self._raise_in, (get_ident(),), (self._kind_of(error),))

    def _kind_of(self, error: type[BaseException]) -> type[BaseException]:
        """Return the type of an exception that reports when its object is made."""
        kind = self._kinds.get(error)
        if kind is None:

            def tell(made: BaseException) -> None:
                if error is RecursionError:
                    made.args = ("maximum recursion depth exceeded",)
                self._hear_of(error, sys._getframe(1))  # noqa: SLF001 (documented, and the only way)

            kind = self._kinds[error] = type(error.__name__, (error,), {"__init__": tell})
        return kind

    def _hear_of(self, error: type[BaseException], frame: FrameType) -> None:
        """Continue after Python made the object of an exception in some frame."""
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


def _run_apart(call: Callable[[], _Answer]) -> _Answer:
    """Return the result of a call, without leaving a half-handled exception behind.

    In Python 3.11, a tracer may have an exception raised at the first instruction of an
    ``except``. Python then treats the previous exception as still being handled, and reports
    all later ones as raised "during handling" of it. In a generator, that state ends with the
    generator.
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


def _is_in_garbage_collection(frame: FrameType | None) -> bool:
    """Return True if one of `gc.callbacks` runs in a frame or in one that called it.

    Python drops exceptions raised there, and writes them to the error stream.
    """
    return _runs_in(frame, *gc.callbacks)


def _runs_in(frame: FrameType | None, *functions: Callable[..., object]) -> bool:
    """Return whether one of some functions runs in a frame or in one that called it."""
    codes = {getattr(function, "__code__", None) for function in functions}
    while frame is not None and frame.f_code not in codes:
        frame = frame.f_back
    return frame is not None


def thread_raiser() -> Callable[[int, type[BaseException]], object]:
    """Return the C function that makes Python raise an exception in a thread, by its number.

    The exception is raised at the next jump or call of the thread.
    """
    import ctypes  # noqa: PLC0415 - not every Python has it, nor does every Python need it

    kind = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_ulong, ctypes.py_object)
    return kind(("PyThreadState_SetAsyncExc", ctypes.pythonapi))


# Budget of steps, equal on every machine, without signals or threads.

_UNLIMITED = 1 << 62


class OverBudgetError(BaseException):
    """Signal, inside foreign code, that it has used up its budget of steps.

    It does not derive from Exception, so ``except Exception`` does not catch it.
    """


class StepBudget:
    """Budget of steps of this thread, as a context manager.

    Steps of installed packages and of the standard library are free. A loop inside one of their
    functions is out of reach, above all one written in C, such as ``list(itertools.count())``.
    """

    def __init__(self) -> None:
        self._left = _UNLIMITED
        self._steps = _new_steps(self._count, INSTALLED)

    def __enter__(self) -> Self:
        self._steps.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._steps.__exit__()

    def _count(self) -> type[OverBudgetError] | None:
        self._left -= 1
        return OverBudgetError if self._left < 0 else None

    def run(self, call: Callable[[], _Answer], steps: int) -> _Answer:
        """Return the answer of a call.

        Raises
        ------
        OverBudgetError
            If it takes more than `steps` steps, even if it catches the first of these errors.
        """
        left = self._left = steps
        try:
            try:
                self._steps.begin(sys._getframe())  # noqa: SLF001 (documented, the only way)
                answer = _run_apart(call)
            finally:
                left, self._left = self._left, _UNLIMITED
                self._steps.end()
        except BaseException:
            self._steps.end()  # an error of a step may come in the middle of the first
            if left < 0:
                raise OverBudgetError from None
            raise
        if left < 0:
            raise OverBudgetError
        return answer


# The end of a process that a player keeps busy forever.

LONGEST = 1e6  # seconds that a timer takes
_SOON = 0.001  # seconds; 0 would stop a timer


class _ProcessWatchdog:
    """Timer that ends this process at the earliest of the times that its threads set.

    It uses faulthandler, the only timer of the standard library that also works while a
    function written in C keeps Python from running.
    """

    def __init__(self) -> None:
        self._times: dict[int, float] = {}
        self._lock = threading.Lock()
        self._nowhere = -1  # file for faulthandler's output before the exit

    def set(self, until: float) -> None:
        """Set the time of this thread, on the clock of `perf_counter`."""
        with self._lock:
            if self._nowhere < 0:
                self._nowhere = os.open(os.devnull, os.O_WRONLY)
            self._times[get_ident()] = until
            self._arm()

    def clear(self) -> None:
        """Clear the time of this thread."""
        with self._lock:
            if self._times.pop(get_ident(), None) is not None:
                self._arm()

    def _arm(self) -> None:
        if not self._times:
            faulthandler.cancel_dump_traceback_later()
            return
        left = max(min(self._times.values()) - perf_counter(), _SOON)
        faulthandler.dump_traceback_later(min(left, LONGEST), exit=True, file=self._nowhere)


_WATCHDOG = _ProcessWatchdog()


_AGAIN = 0.02  # seconds to clean up after `TimeUpError`
PATIENCE = 10.0  # longest call, as a multiple of its computing time
_GRACE = 2.0  # seconds until the exit if that did not help
_ROOM = 100
_MOST_ROOM = 20 * _ROOM
_FREE = ("<frozen ", __file__)  # imports, which would keep their locks, and this file

_HAS_ALARMS = sys.platform != "emscripten"
# WebAssembly has the functions, but no alarm ever comes.

_computing_time = getattr(time, "thread_time", perf_counter)
# Computing time of this thread, in seconds. Not every system measures it.


class TimeUpError(BaseException):
    """Signal, inside a player, that the time for its move is over."""


class TimeLimit:
    """Time limit on the moves of players, as a context for the thread that calls them.

    The limit is computing time, as the processor counts it for the thread, so other work of the
    machine costs a player nothing. A move may take ten times as long in all, so a player that
    only waits is stopped too.

    In the main thread of a process on Unix the limit is an alarm signal, and a player runs at
    its full speed. The alarm signal belongs to this context while it lasts. In other threads,
    on Windows and in a web page the clock is read at each step of the player, which makes it a
    few times slower. A player that catches the exception gets it again, soon at each of its
    steps, until it ends. Threads that it started run on.

    A function written in C that does not return, such as ``sum(range(10**14))``, is out of
    reach. Outside the main thread on Unix, so is one that waits, such as ``time.sleep``. In the
    main thread, so is a player that catches each RecursionError at the maximum depth of calls,
    because no alarm arrives there. If the process may exit, it does so two seconds later.

    Parameters
    ----------
    may_exit : bool, default False
        True in a worker process that may end if a call cannot be stopped otherwise.

    Examples
    --------
    >>> def endless():
    ...     while True: pass
    >>> with TimeLimit() as limit:
    ...     limit.allow(seconds=0.01)
    ...     try:
    ...         limit.run(endless)
    ...     except TimeUpError:
    ...         print("over")
    over
    """

    def __init__(self, *, may_exit: bool = False) -> None:
        # True once the time of the move is over.
        self.is_over = False
        self._may_exit = may_exit
        self._is_running = False
        self._has_alarm = False
        self._computing = self._waiting = 0.0  # seconds left
        self._computing_from = self._waiting_from = 0.0
        self._look_at = 0.0
        self._depth = 0  # of allowed calls, if alarms allowed more
        self._steps: Steps | None = None
        self._handler: Any = None
        self._timer = (0.0, 0.0)

    def __enter__(self) -> Self:
        is_main = threading.current_thread() is threading.main_thread()
        self._has_alarm = is_main and _HAS_ALARMS and hasattr(signal, "setitimer")
        if self._has_alarm:
            self._handler = signal.signal(signal.SIGALRM, self._on_alarm)
            self._timer = signal.setitimer(signal.ITIMER_REAL, 0)
        return self

    def __exit__(self, *_error: object) -> None:
        if self._has_alarm:
            signal.signal(signal.SIGALRM, self._handler)
            signal.setitimer(signal.ITIMER_REAL, *self._timer)
        self._leave_steps()

    def allow(self, *, seconds: float) -> None:
        """Begin a move that may take this long, in one or several calls."""
        self.is_over = False
        self._computing = seconds
        self._waiting = PATIENCE * seconds

    def run(self, call: Callable[[], _Answer]) -> _Answer:
        """Return the result of a call, perhaps after its time is over.

        Raises
        ------
        TimeUpError
            If its time was over before it returned or raised anything. Then `is_over` is True.
        """
        try:
            try:
                self._begin(sys._getframe())  # noqa: SLF001 (documented, and the only way)
                try:
                    return call()
                except BaseException:
                    if not self.is_over:
                        raise
                # The objects of the exception are gone by now. If one was a generator, it was
                # closed, which may not end either.
            finally:
                self._is_running = False  # before any step of ours
                self._end()
        except BaseException:
            self._is_running = False
            self._end()  # the exception may have come in the middle of the first attempt
            if not self.is_over:
                raise
        raise TimeUpError

    def _begin(self, outer: FrameType) -> None:
        self._outer = outer
        self._computing_from = _computing_time()
        self._waiting_from = perf_counter()
        if self._may_exit:
            _WATCHDOG.set(self._waiting_from + self._waiting + _GRACE)
        self._is_running = True
        if self._has_alarm:
            self._set_alarm(self._computing)
            return
        self._look_at = self._waiting_from + self._computing
        if self._steps is None:
            self._steps = _new_steps(self._on_step, _FREE).__enter__()
        self._steps.begin(outer)

    def _end(self) -> None:
        if self._has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
            if self._depth:
                sys.setrecursionlimit(self._depth)
                self._depth = 0
            self._leave_steps()
        elif self._steps is not None:
            self._steps.end()
        if self._waiting_from:
            if self._may_exit:
                _WATCHDOG.clear()
            self._computing, self._waiting = self._left()
            self.is_over = self.is_over or min(self._computing, self._waiting) <= 0
            self._waiting_from = 0.0

    def _left(self) -> tuple[float, float]:
        """Return the seconds left, of computing and in all."""
        waiting = self._waiting - (perf_counter() - self._waiting_from)
        return self._computing - (_computing_time() - self._computing_from), waiting

    def _on_step(self) -> type[BaseException] | None:
        """Return the exception that stops the player at this step, or None to continue."""
        now = perf_counter()
        if not self._is_running or now < self._look_at:
            return None
        left = min(self._left())
        if left > 0:
            self._look_at = now + left
            return None
        if _is_in_garbage_collection(sys._getframe()):  # noqa: SLF001 (as above)
            return None
        self._look_at = 0.0 if self.is_over else now + _AGAIN
        self.is_over = True
        return TimeUpError

    def _on_alarm(self, _signal: int, frame: FrameType | None) -> None:
        if not self._is_running:
            return
        depth = sys.getrecursionlimit()
        self._depth = self._depth or depth
        sys.setrecursionlimit(min(depth + _ROOM, self._depth + _MOST_ROOM))
        self._set_alarm(LONGEST)  # none comes in the middle of this look
        left = min(self._left())
        self._set_alarm(left if left > 0 else _AGAIN)
        if left > 0:
            return
        if _is_in_garbage_collection(frame):
            self._set_alarm(_SOON)
            return
        if self.is_over and self._steps is None:
            # The player caught it. Code that catches everything usually does so in one part of
            # a loop, so it is raised at each step from now on.
            self._set_alarm(LONGEST)  # none comes in the middle of this
            self._look_at = 0.0
            self._steps = _new_steps(self._on_step, _FREE).__enter__()
            self._steps.begin(self._outer, frame)
            self._set_alarm(_AGAIN)
        self.is_over = True
        if frame is None or frame.f_code.co_filename != __file__:
            raise TimeUpError

    def _leave_steps(self) -> None:
        if self._steps is not None:
            self._steps.__exit__()
            self._steps = None

    @staticmethod
    def _set_alarm(seconds: float) -> None:
        signal.setitimer(signal.ITIMER_REAL, min(max(seconds, _SOON), LONGEST), _AGAIN)
