"""Executors of any kind, replaced where their workers die."""

import sys
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType
from typing import Any, TypeVar

from tictactoe_widget.rules.errors import RulesError
from tictactoe_widget.validation import brief, describe_error, type_name

_UNKNOWN = 16
"""Number of workers to serve where an executor does not tell how many it has."""
_LOST = frozenset({"BrokenExecutor", "KilledWorker", "EngineError"})
"""Names of the exceptions by which executors tell that a worker has died."""

_OF_FUTURES = ("add_done_callback", "cancel", "exception", "result")
"""Methods of a future that are called."""

_Answer = TypeVar("_Answer")


class ExecutorError(RuntimeError):
    """An executor that cannot do what it is given; the message says why."""


class WorkerError(ExecutorError):
    """An exception that came back from a worker instead of an answer.

    Parameters
    ----------
    cause : str
        The exception, as text.
    """

    def __init__(self, cause: str) -> None:
        super().__init__(f"it failed: {cause}")
        self.cause = cause
        """Exception, as text."""


class LastingExecutor:
    """An executor that is replaced when it is broken.

    Parameters
    ----------
    given : object or callable
        Executor, or function without arguments that makes one.
    tasks : str
        What it is given to do, in the plural: ``"games"``.
    """

    def __init__(self, given: Any, tasks: str) -> None:
        self._tasks = tasks
        self._make = None
        self._made: list[Any] = []
        self._current = given
        if isinstance(given, type) or not callable(getattr(given, "submit", None)):
            if not callable(given):
                raise TypeError(
                    "executor must have a method submit, as those of concurrent.futures, or "
                    f"be a function that makes such an executor, not {brief(given)}"
                )
            self._make = given
            self._renew()

    @property
    def worker_count(self) -> int:
        """Number of workers to serve."""
        count = getattr(self._current, "_max_workers", None)
        return count if isinstance(count, int) else _UNKNOWN

    def submit(self, function: Callable[..., object], *arguments: object) -> Any:
        """Give a call to the executor, or to a new one where it is broken."""
        try:
            return self._checked(self._current.submit(function, *arguments))
        except ExecutorError:
            raise
        except Exception as error:
            if not _is_worker_loss(error):
                told = f"it takes no {self._tasks}: {describe_error(error)}"
                raise ExecutorError(told) from error
        self._renew()
        return self._checked(self._current.submit(function, *arguments))

    def _checked(self, future: Any) -> Any:
        """Return a future; raise an error where it is none."""
        if not all(callable(getattr(future, name, None)) for name in _OF_FUTURES):
            raise ExecutorError(
                f"it takes no {self._tasks}: its method submit must return a future, as those "
                f"of concurrent.futures do, not {brief(future)}"
            )
        return future

    def _renew(self) -> None:
        old = self._current
        if self._make is not None:
            self._current = self._make()
        elif callable(reuse := getattr(_module_of(old), "get_reusable_executor", None)):
            # loky's, which all code shares
            self._current = reuse(max_workers=self.worker_count)
            return
        elif "_mp_context" in (parts := vars(old)):
            # Python's own pool of processes, which cannot be asked how it was made.
            made_with = ("_max_workers", "_mp_context", "_initializer", "_initargs")
            self._current = type(old)(*(parts[part] for part in made_with))
        else:
            raise ExecutorError(
                "it is broken; a function that makes executors could replace it: "
                "executor=lambda: ProcessPoolExecutor(4), for example"
            )
        self._made.append(self._current)

    def renew(self) -> None:
        """Replace the executor where that is possible."""
        with suppress(ExecutorError):
            self._renew()

    def close(self, *, wait: bool) -> None:
        """Shut down the executors made here."""
        for executor in self._made:
            if hasattr(executor, "shutdown"):
                executor.shutdown(wait=wait)
        self._made.clear()


def take_answer(future: Any, expected: type[_Answer]) -> _Answer | None:
    """Return what a worker answered, or None where the worker died.

    Parameters
    ----------
    future : Future
        What `LastingExecutor.submit` returned, once it is done.
    expected : type
        Type of the answer.

    Raises
    ------
    WorkerError
        When an exception came back.
    ExecutorError
        When the executor gave the task up, or gives anything else as its answer.
    RulesError
        When the rules broke a promise in the worker.
    """
    try:
        error = future.exception()
    except Exception as cancelled:
        raise ExecutorError(
            f"it gave up what it had taken ({type_name(type(cancelled))})"
        ) from cancelled
    if error is None:
        answer = future.result()
        if isinstance(answer, expected):
            return answer
        raise ExecutorError(f"it answered {brief(answer)} instead of what its task returns")
    if _is_worker_loss(error):
        return None
    if isinstance(error, RulesError):
        raise error
    raise WorkerError(describe_error(error)) from error


def _is_worker_loss(error: BaseException) -> bool:
    """Return whether an exception says that a worker died."""
    return any(kind.__name__ in _LOST for kind in type(error).__mro__)


def _module_of(thing: object) -> ModuleType:
    """Return the module that defines the type of an object."""
    return sys.modules[type(thing).__module__]
