"""Budget of steps for a call of a student's function, counted and not timed.

Counts do not depend on the speed of the machine, and need neither a signal nor a thread,
so the budget holds in a browser too; :mod:`..matches.steps` says what a step is. Steps of
installed packages and of the standard library are free. What cannot be ended is a loop
inside one function of theirs, above all one written in C, such as
``list(itertools.count())``.
"""

import sys
from collections.abc import Callable
from typing import Any, Protocol, Self

from tictactoe_widget.matches.steps import INSTALLED, new_steps, run_apart

_UNLIMITED = 1 << 62


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


class _StepBudget:
    """Budget of the steps of this thread and of those that it starts."""

    def __init__(self) -> None:
        self._left = _UNLIMITED
        self._steps = new_steps(self._count, INSTALLED)

    def __enter__(self) -> Self:
        self._steps.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._steps.__exit__()

    def _count(self) -> type[OverBudgetError] | None:
        self._left -= 1
        return OverBudgetError if self._left < 0 else None

    def run(self, call: Callable[[], Any], steps: int) -> Any:
        left = self._left = steps
        try:
            try:
                self._steps.begin(sys._getframe())  # noqa: SLF001 (documented, the only way)
                answer = run_apart(call)
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


def new_check_budget() -> Budget:
    """Return a budget."""
    return _StepBudget()
