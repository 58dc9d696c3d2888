"""A student's code: the functions, where they find one another, and what they keep."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from importlib.util import module_from_spec
from inspect import iscoroutinefunction, ismodule
from types import ModuleType
from typing import Any, Self

from tictactoe_widget.classroom.contracts.contract import Contract, Function

from .memory import Memory
from .substitutes import Written, code_of, standing_in, student_namespaces

_CONSTANT = (int, str, float, bool, type(None))
# Types of global constants that are compared.


def functions_in(student: Any, contract: Contract) -> dict[str, Written]:
    """Return the functions of a contract that a module, a mapping or an object holds."""
    found = {
        function.name: student.get(function.name)
        if isinstance(student, Mapping)
        else getattr(student, function.name, None)
        for function in contract.functions
    }
    return {name: function for name, function in found.items() if callable(function)}


class StudentCode:
    """Functions of a student, and what holds them.

    Parameters
    ----------
    contract : Contract
        Contract by which the functions are written.
    student : object
        What holds the functions.
    written : mapping
        The functions as the student wrote them, by name.
    """

    def __init__(
        self, contract: Contract, student: Any, written: Mapping[str, Written]
    ) -> None:
        self.student = student
        """Object that holds the functions."""
        self.written = written
        """Functions as the student wrote them, by name."""
        self.namespaces = student_namespaces(student, written)
        """Dicts in which the functions look up global names."""
        self.absent = frozenset(
            function.name
            for function in contract.functions
            if function.name not in written or iscoroutinefunction(written[function.name])
        )
        """Names of functions that are missing, or that cannot be called."""
        self._contract = contract

    def adapted(self, function: Function) -> Written:
        """Return a function so that it takes the contract's arguments."""
        return self._contract.adapt(function, self.written[function.name])

    def standing_in(self, substitutes: Mapping[str, Written]) -> AbstractContextManager[None]:
        """Put substitutes where the functions find one another, for a context."""
        return standing_in(self.student, self.written, substitutes)

    def memory(self) -> Memory:
        """Return what the functions keep now."""
        return Memory(self.student, self.written)

    def execute_anew(self, run: Callable[[Callable[[], Any]], Any]) -> Self | None:
        """Return the same code, executed once more.

        Parameters
        ----------
        run : callable
            Function that calls a function within a budget; it may raise anything.

        Returns
        -------
        StudentCode or None
            None where it is no module with a file of its own, where executing it fails,
            or where that gives other functions or constants, as after an edit of the file.
        """
        if not ismodule(self.student) or not _has_file(self.student):
            return None
        try:
            module = run(lambda: _execute(self.student))
        except KeyboardInterrupt:
            raise
        except BaseException:  # noqa: BLE001 (a student's module may raise anything)
            return None
        if not _is_same_text(vars(self.student), vars(module)):
            return None
        written = {name: getattr(module, name) for name in self.written}
        return type(self)(self._contract, module, written)


def _has_file(module: ModuleType) -> bool:
    spec = module.__spec__
    return spec is not None and spec.has_location and module.__name__ != "__main__"


def _execute(module: ModuleType) -> ModuleType:
    """Execute the file of a module as a new module, which ``sys.modules`` does not know."""
    spec: Any = module.__spec__
    new = module_from_spec(spec)
    spec.loader.exec_module(new)
    return new


def _is_same_text(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Return whether two modules have the same functions and constants."""
    return all(
        _is_same_value(value, new.get(name))
        for name, value in list(old.items())
        if not name.startswith("__")
    )


def _is_same_value(old: Any, new: Any) -> bool:
    if callable(old):
        return callable(new) and code_of(old) == code_of(new)
    return type(old) not in _CONSTANT or (type(old) is type(new) and old == new)
