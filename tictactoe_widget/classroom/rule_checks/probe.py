"""Guarded questions to rules: each is asked with a budget of steps, and faults are noted."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from tictactoe_widget.classroom.checking.budget import Budget, OverBudgetError
from tictactoe_widget.rules.blame import fault_of_rules, method_at_fault
from tictactoe_widget.rules.errors import RulesError
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import State
from tictactoe_widget.validation.quoting import describe_error, type_name

from .report import RuleFault

MOST_ANSWER_STEPS = 1_000_000
"""Number of steps that one answer may take."""
MOST_ENDLESS_ANSWERS = 3
"""Number of answers that take more, after which no more is asked."""

_PROMISES = {
    "result": "it answers 'X', 'O', 'draw', or None while the game goes on",
    "legal_moves": "it answers free cells of the board",
    "lines": "it answers lines of different cells of the board",
    "advance": "it answers the state after a legal move",
    "winning_lines": "it answers the completed lines of a game that is over",
    "from_text": "it reads what to_text writes",
}
"""What a method promises to answer, by its name."""
_ANSWERS = "it answers"

_Answer = TypeVar("_Answer")


class NoAnswerError(Exception):
    """Signal, inside a check, that rules gave no answer; the fault is noted."""


class EndlessError(Exception):
    """Signal, inside a check, that rules take too long too often."""


@dataclass
class Probe:
    """Rules under test, and the faults found so far."""

    rules: Rules
    """The rules."""
    budget: Budget
    """Counter of steps, inside its context."""
    faults: dict[tuple[str, str, str], RuleFault] = field(default_factory=dict)
    """Faults by method, promise and kind; the first of each."""
    endless_count: int = 0
    """Number of answers that took too many steps."""

    def note(
        self, method: str, state: State | None, promise: str, found: str, kind: str = ""
    ) -> None:
        """Note a fault, unless one of that kind is known.

        Parameters
        ----------
        method : str
            Name of the method at fault.
        state : State or None
            Position in which it was found.
        promise, found : str
            What was promised, and what was found instead.
        kind : str
            What tells faults of one promise apart.
        """
        position = "" if state is None else self.write(state)
        fault = RuleFault(method, position, promise, found)
        self.faults.setdefault((method, promise, kind), fault)

    def ask(self, method: str, state: State | None, call: Callable[[], _Answer]) -> _Answer:
        """Return what a method answers.

        Raises
        ------
        NoAnswerError
            When it raises or takes too many steps; the fault is noted.
        EndlessError
            When answers took too many steps too often.
        """
        try:
            answer: _Answer = self.budget.run(call, MOST_ANSWER_STEPS)
        except OverBudgetError as error:
            self._note_endless(method, state, error)
            self.endless_count += 1
            if self.endless_count >= MOST_ENDLESS_ANSWERS:
                raise EndlessError from None
        except Exception as error:  # noqa: BLE001 - these are rules under test
            self._note_raised(method, state, error)
        else:
            return answer
        raise NoAnswerError

    def write(self, state: State) -> str:
        """Return a position as text, whatever its rules do."""
        x, o = state.masks
        marks = "".join(
            "X" if x >> cell & 1 else "O" if o >> cell & 1 else "."
            for cell in range(self.rules.cell_count)
        )
        return self._in_rows(marks)

    def _in_rows(self, marks: str) -> str:
        layout = self.rules.layout
        columns = layout.columns if layout.cells == tuple(range(len(marks))) else len(marks)
        return "/".join(marks[at : at + columns] for at in range(0, len(marks), columns))

    def _note_raised(self, method: str, state: State | None, error: Exception) -> None:
        if isinstance(error, RulesError):
            fault = RuleFault(
                error.method, error.position, _promise_of(error.method), error.problem
            )
            kind = error.problem.partition(":")[0].partition(" answered")[0]
            self.faults.setdefault((fault.method, fault.promise, kind[:40]), fault)
            return
        blamed = None
        if state is not None:
            blamed = fault_of_rules(self.rules, state, error)
        found = f"raised {describe_error(error)}"
        method = method if blamed is None else blamed.method
        self.note(method, state, _promise_of(method), found, type_name(type(error)))

    def _note_endless(self, method: str, state: State | None, error: BaseException) -> None:
        found = position = None
        link: BaseException | None = error
        while link is not None and found is None:  # the budget has caught and raised it again
            found, position = method_at_fault(self.rules, link)
            link = link.__context__
        method = found or method
        text = "" if state is None else self.write(state)
        if position is not None:
            text = self._in_rows("".join(mark or "." for mark in position.board))
        promise = f"it answers within {MOST_ANSWER_STEPS:,} steps"
        fault = RuleFault(method, text, promise, "took more: it may never end")
        self.faults.setdefault((method, promise, ""), fault)


def _promise_of(method: str) -> str:
    return _PROMISES.get(method, _ANSWERS)
