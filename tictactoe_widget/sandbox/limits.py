"""Limits on how much time and how many steps untrusted code can take.

Untrusted code might never return. A step is the start of a Python function or a jump inside
one. In Python 3.11, each line in a function with a loop is a step. Every loop and every
recursion therefore takes steps. If code catches the exception that should stop it, the
exception is raised again at the next step. A function written in C takes no steps until it
returns or calls Python code.
"""

import faulthandler
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from opcode import opmap
from pathlib import Path
from threading import get_ident
from time import perf_counter
from types import CodeType, FrameType
from typing import Any, Protocol, Self, TypeVar

_Answer = TypeVar("_Answer")


# Step observers, which call a function at each step. This function can stop the code.

# File name prefixes for code that isn't a student's: the standard library, packages installed
# next to it, and this package.
INSTALLED = (
    "<frozen ",
    str(Path(os.__file__).parent),
    str(Path(__file__).parents[1]),
    *(path for path in sys.path if path.endswith(("site-packages", "dist-packages"))),
)

# Python 3.11 instructions that jump back to the start of a loop.
_BACKWARD = frozenset(number for name, number in opmap.items() if "_BACKWARD" in name)
_SELF_JUMP = b"\x8c\x01"  # JUMP_BACKWARD by one instruction in Python 3.11: `while True: pass`

_DEEP: Any = (str,)
for _level in range(20):  # so that `isinstance` makes this many nested calls
    _DEEP = (_DEEP,)

_OnStep = Callable[[], type[BaseException] | None]


class Steps(Protocol):
    """Observer for each step that one thread takes. All other threads are ignored.

    One thread calls `__enter__` and later `__exit__`. In between, the thread calls `begin`
    before each call that it wants to observe, and `end` after the call.
    """

    # Number of steps left before `on_step` is called, or a negative number after that.
    left: int

    def __enter__(self) -> Self:
        """Prepare to observe calls."""

    def __exit__(self, *_: object) -> None:
        """Restore the previous tracers and monitoring tools."""

    def begin(self, outer: FrameType, frame: FrameType | None = None) -> None:
        """Start observing the calls that `outer` makes, including one that runs in `frame`."""

    def end(self) -> None:
        """Stop observing calls. Calling this method twice has no effect."""


def _new_steps(on_step: _OnStep, free: tuple[str, ...]) -> Steps:
    """Create the best step observer that this version of Python supports.

    Parameters
    ----------
    on_step : callable
        Function to call at each step after the first `left` steps. To stop the code, the
        function returns an exception.
    free : tuple of str
        File name prefixes. Steps in files whose names have these prefixes do not count.
    """
    return (_MonitoredSteps if sys.version_info >= (3, 12) else _TracedSteps)(on_step, free)


class _MonitoredSteps:
    """Step observer for Python 3.12 and later, based on ``sys.monitoring``."""

    def __init__(self, on_step: _OnStep, free: tuple[str, ...]) -> None:
        self.left = 0
        self._on_step = on_step
        self._free = free
        self._thread = 0
        # For each file name, True if steps in this file do not count.
        self._is_free: dict[str, bool] = {}
        # The type stubs for Python 3.11 lack this module.
        self._monitoring: Any = vars(sys)["monitoring"]
        self._disable = self._monitoring.DISABLE

    def __enter__(self) -> Self:
        monitoring = self._monitoring
        unused = [tool for tool in (4, 3, 2, 1, 0, 5) if monitoring.get_tool(tool) is None]
        if not unused:
            raise RuntimeError(
                "all tool IDs in sys.monitoring are in use: free one of them first"
            )
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
        # Enable the events that `_step` disabled, so that the next tool receives them.
        monitoring.restart_events()
        monitoring.free_tool_id(self._tool)

    def _step(self, code: CodeType, *_: object) -> object:
        name = code.co_filename
        is_free = self._is_free.get(name)
        if is_free is None:
            is_free = self._is_free[name] = name.startswith(self._free)
        if is_free:
            return self._disable
        if get_ident() == self._thread:
            self.left -= 1
            if self.left < 0 and (error := self._on_step()) is not None:
                raise error
        return None

    def begin(self, outer: FrameType, frame: FrameType | None = None) -> None:
        del outer, frame
        self._thread = get_ident()

    def end(self) -> None:
        self._thread = 0


class _TracedSteps:
    """Step observer for Python 3.11, based on ``sys.settrace``.

    If a tracer raises an exception, Python stops tracing the thread. The tracer therefore makes
    Python raise the exception a little later, at the thread's next jump or call. If Python
    raises the exception inside the tracer itself, the tracer requests it again, so that it is
    also raised outside the tracer. Python doesn't create the exception object until the
    exception is raised in a tracer or caught. The new object then reports that it exists.
    Garbage collection is switched off until Python creates the object, because Python would
    drop an exception that is raised in a garbage collection callback.
    """

    def __init__(self, on_step: _OnStep, free: tuple[str, ...]) -> None:
        self.left = 0
        self._on_step = on_step
        self._free = (*free, __file__)
        self._known: dict[int, tuple[CodeType, bool, Any, bool]] = {}
        self._kinds: dict[type[BaseException], type[BaseException]] = {}
        self._is_tracing = False
        self._has_paused_collection = False

    def __enter__(self) -> Self:
        self._raise_in = thread_raiser()
        # Keep a reference to each tracer. Python doesn't keep a reference during the call, and
        # another tracer could be set in the meantime.
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
        """Trace this thread, a running frame, and the frames that called it."""
        while frame is not None and frame is not self._outer:
            frame.f_trace_opcodes = True
            frame.f_trace = self._on_line
            frame = frame.f_back
        sys.settrace(self._on_enter)

    # A check can call each of the next two methods millions of times, so they do as little as
    # possible.

    def _enter(self, frame: FrameType, _event: str, _value: object) -> Any:
        """Count a step when a function starts or a generator resumes."""
        code = frame.f_code
        # Look up the code by its id, because hashing code objects is slow.
        known = self._known.get(id(code))
        _, is_free, on_line, is_tight = known or self._look_at(code)
        if is_free:
            return None
        try:
            isinstance(None, _DEEP)
        except RecursionError:
            # At the maximum call depth, a tracer would fail, and tracing would end.
            if not _is_in_garbage_collection(frame):
                self._raise_soon(RecursionError)
            return on_line
        if is_tight:  # trace each instruction, because the loop never leaves its line
            frame.f_trace_opcodes = True
        self.left -= 1
        if self.left < 0:
            self._ask()
        return on_line

    def _step(self, _frame: FrameType, _event: str, _value: object) -> None:
        self.left -= 1
        if self.left < 0:
            self._ask()

    def _look_at(self, code: CodeType) -> tuple[CodeType, bool, Any, bool]:
        """Return the code, whether its steps are free, its line tracer and whether it is tight.

        Free steps don't count. Code without a loop takes only one step, at its start, because
        tracing its lines would take longer than running them. Code is tight if it contains a
        loop that stays on one instruction.
        """
        is_free = code.co_filename.startswith(self._free)
        has_loop = not is_free and not _BACKWARD.isdisjoint(code.co_code[::2])
        is_tight = has_loop and _SELF_JUMP in code.co_code
        on_line = self._on_line if has_loop else None
        known = self._known[id(code)] = code, is_free, on_line, is_tight
        return known

    def _ask(self) -> None:
        error = self._on_step()
        if error is not None:
            self._raise_soon(error)

    def _raise_soon(self, error: type[BaseException]) -> None:
        if gc.isenabled():
            self._has_paused_collection = True
            gc.disable()
        # Call the function from C code, because Python would raise the exception right here
        # after a direct call.
        (_,) = map(self._raise_in, (get_ident(),), (self._kind_of(error),))

    def _kind_of(self, error: type[BaseException]) -> type[BaseException]:
        """Return a subclass of an exception that reports when Python creates an instance."""
        kind = self._kinds.get(error)
        if kind is None:

            def tell(made: BaseException) -> None:
                if error is RecursionError:
                    made.args = ("maximum recursion depth exceeded",)
                self._hear_of(error, sys._getframe(1))  # noqa: SLF001 (documented, and the only way)

            kind = self._kinds[error] = type(error.__name__, (error,), {"__init__": tell})
        return kind

    def _hear_of(self, error: type[BaseException], frame: FrameType) -> None:
        """Request the exception again if a tracer raised it, or resume garbage collection."""
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
    """Make a call and return its result, without leaving a half-handled exception behind.

    In Python 3.11, a tracer can cause an exception at the first instruction of an ``except``
    clause. Then Python behaves as if it were still handling the previous exception, and reports
    every later exception as raised "during handling" of that exception. Inside a generator,
    this state ends when the generator ends.
    """

    def apart() -> Generator[None, None, tuple[_Answer | None, StopIteration | None]]:
        yield from ()
        try:
            return call(), None
        except StopIteration as error:  # because a generator cannot raise StopIteration
            return None, error

    try:
        next(apart())
    except StopIteration as done:
        answer, error = done.value
    if error is not None:
        raise error
    return answer  # type: ignore[no-any-return]


def _is_in_garbage_collection(frame: FrameType | None) -> bool:
    """Return True if a frame or one of its callers belongs to a function in `gc.callbacks`.

    If a callback raises an exception, Python writes the exception to standard error and drops
    it.
    """
    return _runs_in(frame, *gc.callbacks)


def _runs_in(frame: FrameType | None, *functions: Callable[..., object]) -> bool:
    """Return True if a frame or one of its callers belongs to one of the functions."""
    codes = {getattr(function, "__code__", None) for function in functions}
    while frame is not None and frame.f_code not in codes:
        frame = frame.f_back
    return frame is not None


def thread_raiser() -> Callable[[int, type[BaseException]], object]:
    """Return the C function that raises an exception in another thread, given the thread's id.

    Python raises the exception at that thread's next jump or call.
    """
    import ctypes  # noqa: PLC0415 - some Pythons lack it, and some don't need it

    kind = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_ulong, ctypes.py_object)
    return kind(("PyThreadState_SetAsyncExc", ctypes.pythonapi))


# Step budget, which is the same on every machine and uses no signals or threads.

_UNLIMITED = 1 << 62


class OverBudgetError(BaseException):
    """Exception raised inside untrusted code when it has used up its step budget.

    This class does not derive from Exception, so ``except Exception`` does not catch it.
    """


class StepBudget:
    """Context manager that limits how many steps a function call on this thread can take.

    Steps in installed packages and in the standard library do not count. The budget therefore
    cannot stop a loop inside their functions, for example in ``list(itertools.count())``.
    """

    def __init__(self) -> None:
        self._steps = _new_steps(lambda: OverBudgetError, INSTALLED)

    def __enter__(self) -> Self:
        self._steps.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._steps.__exit__()

    def run(self, call: Callable[[], _Answer], steps: int) -> _Answer:
        """Call a function with a step budget and return the result.

        Raises
        ------
        OverBudgetError
            If the call takes more than `steps` steps, even if the called code catches the first
            OverBudgetError.
        """
        left = self._steps.left = steps
        try:
            try:
                self._steps.begin(sys._getframe())  # noqa: SLF001 (documented, the only way)
                answer = _run_apart(call)
            finally:
                left, self._steps.left = self._steps.left, _UNLIMITED
                self._steps.end()
        except BaseException:
            # Call `end` again, because an exception could have interrupted the first call.
            self._steps.end()
            if left < 0:
                raise OverBudgetError from None
            raise
        if left < 0:
            raise OverBudgetError
        return answer


# Timer that ends a process if a player would keep it busy forever.

LONGEST = 1e6  # maximum number of seconds that a timer accepts
_SOON = 0.001  # minimum number of seconds for a timer, because 0 would stop it


class _ProcessWatchdog:
    """Timer that ends this process at the earliest time set by any of its threads.

    The timer uses ``faulthandler``, because no other timer in the standard library works while
    a C function prevents Python code from running.
    """

    def __init__(self) -> None:
        self._times: dict[int, float] = {}
        self._lock = threading.Lock()
        self._nowhere = -1  # descriptor of a file for faulthandler's output before the exit

    def set(self, until: float) -> None:
        """Set the `perf_counter` time at which this thread wants the process to end."""
        with self._lock:
            if self._nowhere < 0:
                self._nowhere = os.open(os.devnull, os.O_WRONLY)
            self._times[get_ident()] = until
            self._arm()

    def clear(self) -> None:
        """Clear the end time that this thread has set."""
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


_AGAIN = 0.02  # number of seconds that a player has to clean up after `TimeUpError`
PATIENCE = 10.0  # maximum elapsed time for a move, as a multiple of its computing time limit
_GRACE = 2.0  # number of seconds from that elapsed time until the process exits
_ROOM = 100
_MOST_ROOM = 20 * _ROOM
# Name prefixes of files in which steps do not count: imports and this file. An import that is
# stopped could keep its lock.
_FREE = ("<frozen ", __file__)

# In WebAssembly, the functions for alarms exist, but no alarm ever arrives.
_HAS_ALARMS = sys.platform != "emscripten"

# Computing time of this thread, in seconds. Not every system can measure this time.
_computing_time = getattr(time, "thread_time", perf_counter)


class TimeUpError(BaseException):
    """Exception raised inside a player's code when the time for its move is over."""


class TimeLimit:
    """Context manager that limits how much time players called by this thread can take.

    The limit applies to the thread's processor time, so other programs on the computer don't
    cost a player any time. The elapsed time for a move is also limited, to ten times the limit
    on processor time. Without the limit on elapsed time, a player could wait for ever.

    In the main thread of a Unix process, an alarm signal enforces the limit, and a player runs
    at full speed. No other code can use the alarm signal until the ``with`` block ends. In
    other threads, on Windows and on a web page, the context manager reads the clock at each of
    the player's steps. Reading the clock makes the player a few times slower. If a player
    catches the exception, the context manager raises the exception again. If necessary, the
    context manager raises the exception at every step until the player's code ends. Threads
    that the player has started keep running.

    Some code cannot be stopped:

    - A C function that does not return in time, such as ``sum(range(10**14))``.
    - A C function that waits, such as ``time.sleep``, unless it runs in the main thread on
      Unix.
    - In the main thread, a player that catches every RecursionError at the maximum call depth,
      where the alarm signal's handler can't run.

    If `may_exit` is True and code cannot be stopped, the process exits two seconds later.

    Parameters
    ----------
    may_exit : bool, default False
        True in a worker process that is allowed to exit to stop a call that nothing else can
        stop.

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
        # True once the time for the move is over.
        self.is_over = False
        self._may_exit = may_exit
        self._is_running = False
        self._has_alarm = False
        # Remaining computing time and remaining elapsed time, in seconds.
        self._computing = self._waiting = 0.0
        self._computing_from = self._waiting_from = 0.0
        self._look_at = 0.0
        self._depth = 0  # recursion limit to restore if it was raised for alarms, or 0
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
        """Begin a move whose calls can take `seconds` of computing time in total."""
        self.is_over = False
        self._computing = seconds
        self._waiting = PATIENCE * seconds

    def run(self, call: Callable[[], _Answer]) -> _Answer:
        """Call a function within the remaining time and return the result.

        Raises
        ------
        TimeUpError
            If the time ran out before the call returned or raised an exception. In this case,
            `is_over` is True.
        """
        try:
            try:
                self._begin(sys._getframe())  # noqa: SLF001 (documented, and the only way)
                try:
                    return call()
                except BaseException:
                    if not self.is_over:
                        raise
                # By now, the objects that the exception referred to have been released. Any
                # generators among them have been closed, and their cleanup code could run
                # forever too.
            finally:
                self._is_running = False  # clear the flag before our own code takes a step
                self._end()
        except BaseException:
            self._is_running = False
            # Call `_end` again, because the exception could have interrupted the first call.
            self._end()
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
        """Return the remaining computing time and the remaining elapsed time, in seconds."""
        waiting = self._waiting - (perf_counter() - self._waiting_from)
        return self._computing - (_computing_time() - self._computing_from), waiting

    def _on_step(self) -> type[BaseException] | None:
        """Return an exception if it should stop the player at this step, otherwise None."""
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
        self._set_alarm(LONGEST)  # keep alarms from interrupting this check
        left = min(self._left())
        self._set_alarm(left if left > 0 else _AGAIN)
        if left > 0:
            return
        if _is_in_garbage_collection(frame):
            self._set_alarm(_SOON)
            return
        if self.is_over and self._steps is None:
            # The player caught the exception. Code that catches everything usually does so in
            # only one part of a loop. So from now on, the exception is raised at each step.
            self._set_alarm(LONGEST)  # keep alarms from interrupting this
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
