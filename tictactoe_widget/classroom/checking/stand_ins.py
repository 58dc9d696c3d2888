"""Stand-ins for a student's functions: right ones for wrong ones, quick ones for right ones."""

from collections.abc import Iterable, Mapping
from typing import Any

from tictactoe_widget.classroom.contracts.contract import Contract

from .asking import Asker
from .findings import Findings
from .questions import questions
from .reference import RightFunction
from .student_code import StudentCode
from .substitutes import Written, memoized_student


class StandIns:
    """Maker of functions that stand in for a student's while another is asked.

    Parameters
    ----------
    contract : Contract
        Contract by which the functions are written.
    asker : Asker
        Caller of the functions.
    """

    def __init__(self, contract: Contract, asker: Asker) -> None:
        self._contract = contract
        self._asker = asker

    def right(self, code: StudentCode, names: Iterable[str]) -> dict[str, RightFunction]:
        """Return right functions for some names."""
        return {
            name: RightFunction(
                self._contract,
                self._contract.function(name),
                self._sample(code, name),
                code.written.get(name),
            )
            for name in names
        }

    def quick(self, code: StudentCode, functions: Mapping[str, Written]) -> dict[str, Written]:
        """Return functions that answer as some do, from memory when they are asked again."""
        return {
            name: memoized_student(
                self._contract.function(name), function, code.written.get(name)
            )
            for name, function in functions.items()
        }

    def of(self, code: StudentCode, findings: Findings) -> dict[str, Written]:
        """Return what stood in when findings were made, for the same code or that anew."""
        own = {name: code.written[name] for name in findings.memoized}
        return self.quick(code, {**self.right(code, findings.replaced), **own})

    def _sample(self, code: StudentCode, name: str) -> Any:
        """Return an answer of a function as it is; None where it gives none."""
        if name in code.absent:
            return None
        function = self._contract.function(name)
        question = questions(self._contract, function)[0]
        return self._asker.answer(function, code.adapted(function), question)
