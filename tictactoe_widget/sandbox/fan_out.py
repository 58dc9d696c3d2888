"""Functions that distribute tasks to an executor's workers and cope with lost workers."""

import os
import platform
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from queue import Empty, SimpleQueue
from time import sleep
from typing import Any, Generic, Self, TypeVar

from tictactoe_widget.rules.errors import RulesError
from tictactoe_widget.validation import brief, describe_error, type_name

_UNKNOWN = 16  # assumed number of workers if an executor doesn't report how many it has
# Names of exceptions that executors raise if a worker has died.
_LOST = frozenset({"BrokenExecutor", "KilledWorker", "EngineError"})
_OF_FUTURES = ("add_done_callback", "cancel", "exception", "result")
_WAIT_SECONDS = 1.0  # short, so that Ctrl-C can stop the wait
# Pause before a new worker's first task, in seconds. Dask's nanny process checks every 0.05 s
# whether a worker has started, and doesn't replace a worker that ends before this check.
_SETTLING_SECONDS = 0.3
_MOST_PROBES = 3  # maximum number of probes that can be lost in a row

_Task = TypeVar("_Task")
_Answer = TypeVar("_Answer")


class ExecutorError(RuntimeError):
    """Error raised if an executor cannot do its work. The message gives the reason."""


class Workers:
    """Context manager that provides an executor's workers and replaces a broken executor.

    Parameters
    ----------
    executor : object or callable
        Executor, or a function without parameters that creates an executor.
    tasks : str
        Plural noun for the tasks, such as ``"games"``.
    """

    def __init__(self, executor: Any, tasks: str) -> None:
        # True if the last call to `fan_out` returned before all its tasks had ended.
        self.has_left_tasks = False
        self._tasks = tasks
        self._make = None
        self._made: list[Any] = []
        self._current = executor
        self._ended: SimpleQueue[Any] = SimpleQueue()
        self._ready: deque[Any] = deque()
        if isinstance(executor, type) or not callable(getattr(executor, "submit", None)):
            if not callable(executor):
                raise TypeError(
                    "executor must have a submit() method like those in concurrent.futures, or "
                    f"be a function that creates such an executor, not {brief(executor)}"
                )
            self._make = executor
            self._renew()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def worker_count(self) -> int:
        """Number of workers to keep busy."""
        count = getattr(self._current, "_max_workers", None)
        return count if isinstance(count, int) else _UNKNOWN

    def submit(self, function: Callable[..., object], *arguments: object) -> Any:
        """Submit a function call to the executor, and return its future.

        If the executor is broken, it is replaced with a new one.
        """
        try:
            future = self._current.submit(function, *arguments)
        except Exception as error:
            if not _is_worker_loss(error):
                reason = (
                    f"the executor did not accept the {self._tasks}: {describe_error(error)}"
                )
                raise ExecutorError(reason) from error
            self._renew()
            future = self._current.submit(function, *arguments)
        if not all(callable(getattr(future, name, None)) for name in _OF_FUTURES):
            raise ExecutorError(
                "the executor's submit() method must return a future like those in "
                f"concurrent.futures, not {brief(future)}"
            )
        future.add_done_callback(self._ended.put)
        return future

    def wait(self, seconds: float) -> None:
        """Wait until at least one future has finished, or until `seconds` have passed."""
        with suppress(Empty):
            self._ready.append(self._ended.get(timeout=seconds))

    def take(self) -> Any:
        """Return a finished future, or None if no future has finished."""
        if self._ready:
            return self._ready.popleft()
        return None if self._ended.empty() else self._ended.get()

    def close(self) -> None:
        """Shut down the executors that this context manager has created."""
        for executor in self._made:
            if hasattr(executor, "shutdown"):
                executor.shutdown(wait=not self.has_left_tasks)
        self._made.clear()

    def _renew(self) -> None:
        old = self._current
        module = sys.modules[type(old).__module__]
        if self._make is not None:
            self._current = self._make()
        elif callable(reuse := getattr(module, "get_reusable_executor", None)):
            # loky's executor, which all code in the process shares
            self._current = reuse(max_workers=self.worker_count)
            return
        elif "_mp_context" in (parts := vars(old)):
            # Python's process pool stores the arguments that it was created with only in
            # private attributes.
            made_with = ("_max_workers", "_mp_context", "_initializer", "_initargs")
            self._current = type(old)(*(parts[part] for part in made_with))
        else:
            raise ExecutorError(
                "the executor is broken: pass a function that creates a new one, such as "
                "executor=lambda: ProcessPoolExecutor(4)"
            )
        self._made.append(self._current)


def fan_out(
    workers: Workers,
    function: Callable[[Any], object],
    tasks: Iterable[_Task],
    expected: type[_Answer],
    *,
    trials: int = 2,
) -> Iterator[tuple[_Task, _Answer | None]]:
    """Have workers call a function on each task, and yield the answers as they arrive.

    The executor always receives a few more tasks than it has workers. If a worker is lost, its
    tasks run again, one at a time, before any other task.

    Parameters
    ----------
    workers : Workers
        Workers that run the tasks.
    function : callable
        Function that takes a task. Workers must be able to import it.
    tasks : iterable
        Tasks to distribute. Each task is read from the iterable only when it can be submitted.
    expected : type
        Type that every answer must have.
    trials : int, default 2
        Number of times that a lost task is tried again while no other task runs. More than
        one trial is useful, because a cluster can assign a task to a worker that is already
        shutting down.

    Yields
    ------
    tuple
        Task and answer. The answer is None if every attempt at the task lost its worker.

    Raises
    ------
    ExecutorError
        If the executor refuses or abandons tasks, if it returns an answer of the wrong type, or
        if a task raises an exception. Answers that have already arrived are yielded first.
    RulesError
        If a worker found that the rules are faulty.
    """
    for result in fan_out_in_slices(workers, function, tasks, expected, trials=trials):
        if result is None:
            workers.wait(_WAIT_SECONDS)
        else:
            yield result


def fan_out_in_slices(
    workers: Workers,
    function: Callable[[Any], object],
    tasks: Iterable[_Task],
    expected: type[_Answer],
    *,
    trials: int = 2,
) -> Iterator[tuple[_Task, _Answer | None] | None]:
    """Distribute tasks like `fan_out`, but yield None instead of waiting for a worker."""
    queue = _Queue(workers, function, tasks, expected, trials)
    try:
        while queue.give_out():
            future = workers.take()
            if future is None:
                yield queue.take_hopeless()
            elif (result := queue.collect(future)) is not None:
                yield result
    except ExecutorError:
        yield from queue.collect_rest()
        raise
    finally:
        queue.close()


@dataclass(eq=False)
class _Attempt(Generic[_Task]):
    """One attempt at a task that was submitted to the executor."""

    task: _Task
    is_alone: bool = False  # True if no other task runs at the same time
    loss_count: int = 0  # number of workers lost while this task ran alone


class _Queue(Generic[_Task, _Answer]):
    """Queue of the tasks in one call to `fan_out`."""

    def __init__(
        self,
        workers: Workers,
        function: Callable[[Any], object],
        tasks: Iterable[_Task],
        expected: type[_Answer],
        trials: int,
    ) -> None:
        self._workers = workers
        self._function = function
        self._waiting = iter(tasks)
        self._expected = expected
        self._trials = trials
        self._running: dict[Any, _Attempt[_Task]] = {}
        self._lost: deque[_Attempt[_Task]] = deque()
        # A cluster's workers need time to restart. A probe shows whether a worker is ready.
        self._probe: Any = None
        # Number of probes lost since a worker was lost, or None once a worker has answered.
        self._probe_count: int | None = None

    def give_out(self) -> bool:
        """Submit as many tasks as the executor has room for. Return False if none are left."""
        if self._probe_count is not None:
            if not self._running and self._probe is None:
                self._probe = self._workers.submit(_answer_probe)
        elif self._lost:
            if not self._running and self._lost[0].loss_count < self._trials:
                attempt = self._lost.popleft()
                attempt.is_alone = True
                self._give(attempt)
        else:
            room = 2 * self._workers.worker_count + 1 - len(self._running)
            for task in islice(self._waiting, room):
                self._give(_Attempt(task))
        return bool(self._running or self._lost or self._probe)

    def _give(self, attempt: _Attempt[_Task]) -> None:
        self._running[self._workers.submit(self._function, attempt.task)] = attempt

    def take_hopeless(self) -> tuple[_Task, None] | None:
        """Return a task that has used up its attempts, or None if there is no such task."""
        if self._running or self._probe_count is not None or not self._lost:
            return None
        return self._lost.popleft().task, None

    def collect(self, future: Any) -> tuple[_Task, _Answer] | None:
        """Return a finished future's task and answer, or None if there is no answer."""
        if future is self._probe:
            self._probe = None
            self._count_probe(_take_answer(future, bool))
        # If the future isn't in this dict, its task was abandoned.
        elif future in self._running:
            attempt = self._running.pop(future)
            answer = _take_answer(future, self._expected)
            if answer is not None:
                return attempt.task, answer
            self._probe_count = self._probe_count or 0
            attempt.loss_count += attempt.is_alone
            (self._lost.appendleft if attempt.is_alone else self._lost.append)(attempt)
        return None

    def _count_probe(self, answer: bool | None) -> None:
        if answer:
            self._probe_count = None
            return
        self._probe_count = (self._probe_count or 0) + 1
        if self._probe_count > _MOST_PROBES:
            raise ExecutorError(
                "the executor's workers keep stopping without returning a result"
            )

    def collect_rest(self) -> Iterator[tuple[_Task, _Answer]]:
        """Yield the answers that arrived before the executor failed."""
        while (future := self._workers.take()) is not None:
            with suppress(ExecutorError):
                result = self.collect(future)
                if result is not None:
                    yield result

    def close(self) -> None:
        """Cancel the running tasks."""
        self._workers.has_left_tasks = bool(self._running)
        for future in self._running:
            with suppress(Exception):
                future.cancel()


def _answer_probe() -> bool:
    sleep(_SETTLING_SECONDS)
    return True


def this_process() -> tuple[str, int]:
    """Return the identity of this process: the computer's name and the process id."""
    return platform.node(), os.getpid()


def _take_answer(future: Any, expected: type[_Answer]) -> _Answer | None:
    """Return a finished future's answer, or None if its worker died."""
    try:
        error = future.exception()
    except Exception as cancelled:
        raise ExecutorError(
            f"the executor cancelled a task that it had accepted ({type_name(type(cancelled))})"
        ) from cancelled
    if error is None:
        answer = future.result()
        if isinstance(answer, expected):
            return answer
        raise ExecutorError(
            f"the executor returned {brief(answer)} instead of the task's result"
        )
    if _is_worker_loss(error):
        return None
    if isinstance(error, RulesError):
        raise error
    raise ExecutorError(f"a task on the executor raised {describe_error(error)}") from error


def _is_worker_loss(error: BaseException) -> bool:
    return any(kind.__name__ in _LOST for kind in type(error).__mro__)
