"""Executors for tests."""

from collections.abc import Callable
from concurrent.futures import Future


class Immediate:
    """Executor that runs each task at once in this process."""

    def __init__(self) -> None:
        self.submitted = 0

    def submit(self, function: Callable[..., object], *arguments: object) -> Future[object]:
        """Call a function and return a future with its result."""
        self.submitted += 1
        future: Future[object] = Future()
        future.set_result(function(*arguments))
        return future
