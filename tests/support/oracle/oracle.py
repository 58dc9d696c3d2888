"""The oracle, which knows the facts about a student's code."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from tests.support.oracle.contracts import BY_NAME, Question, right_function
from tests.support.oracle.execution import Answer, Run
from tests.support.oracle.positions import Position, positions

_TWICE_FROM = 5  # minimum number of marks for asking a search a second time
_SEEDS = range(20)  # seeds to try if the code uses random numbers
_SAMPLES = 60  # minimum number of questions that are asked alone
_MOST_ENDLESS = 3  # maximum number of endless calls to one function


@dataclass
class Oracle:
    """The facts about a student's code, for each function separately.

    Parameters
    ----------
    source : str
        The code.
    contract : str
        Name of the contract.
    wrong : tuple of str
        Functions that are known to be wrong. Correct ones replace them while another
        function is asked.
    wanted : sequence of Position
        Positions that are asked about.
    thorough : bool, default False
        True to ask every question alone, even if the code seems to keep no state.
    """

    source: str
    contract: str = "cs50"
    wrong: tuple[str, ...] = ()
    wanted: Sequence[Position] = field(default_factory=positions)
    thorough: bool = False

    def __post_init__(self) -> None:
        self._contract = BY_NAME[self.contract]
        self._draws = False
        self._in_turn: dict[tuple[str, int], list[tuple[Question, Answer]]] = {}
        self._alone: dict[tuple[str, Question], Answer] = {}

    @cached_property
    def _unchanged(self) -> "Oracle":
        return replace(self, wrong=())

    def own(self, role: str) -> "Oracle":
        """Return the oracle without replacements for the functions that a role can call."""
        return self._unchanged if set(self.wrong) - {role} else self

    @cached_property
    def _kind(self) -> type:
        """Kind of collection that the student's ``actions`` returns."""
        found = Run(self.source, self._contract, {})
        raw = (
            found.ask("actions", Question(positions()[0])).raw
            if "actions" in found.names
            else 0
        )
        return type(raw) if type(raw) in (list, tuple, frozenset) else set

    def run(self, role: str, seed: int = 0) -> Run:
        """Execute the code again to ask one function."""
        instead = {
            name: right_function(self._contract, name, self._kind)
            for name in self.wrong
            if name != role
        }
        return Run(self.source, self._contract, instead, seed)

    def questions(self, role: str) -> list[Question]:
        """Return a function's questions in order."""
        found = list(self._contract.questions(role, self.wanted))
        return found[::-1] if role == "minimax" else found

    def is_wrong(self, role: str, question: Question, answer: Answer) -> bool:
        """Return whether a call was wrong."""
        if answer.changed or answer.shares_rows:
            return True
        if not question.is_legal:
            return answer.error in ("", "endless", "RecursionError")
        return bool(answer.error) or not self._contract.is_right(role, question, answer.value)

    def alone(self, role: str, question: Question) -> Answer:
        """Return the answer to one question, asked alone in newly executed code."""
        known = self._alone.get((role, question))
        if known is None:
            known = self._alone[role, question] = self.run(role).ask(role, question)
        return known

    def is_wrong_alone(self, role: str, question: Question) -> bool:
        """Return whether the answer to a question asked alone can be wrong."""
        run = self.run(role)
        if self.is_wrong(role, question, run.ask(role, question)):
            return True
        return run.draws and any(
            self.is_wrong(role, question, self.run(role, seed).ask(role, question))
            for seed in _SEEDS
        )

    def after(self, role: str, before: Position, question: Question) -> list[Answer]:
        """Return the answers to a question after one call about an earlier position.

        For ``result``, there is one answer for each move in the earlier position.
        """
        earlier = [q for q in self._contract.questions(role, [before]) if q.is_legal]
        found = []
        for first in earlier or [Question(before)]:
            run = self.run(role)
            run.ask(role, first)
            found.append(run.ask(role, question))
        return found

    def answers(self, role: str) -> list[tuple[Question, Answer]]:
        """Ask each question separately, and return the answers of those that end.

        Unless this is thorough, answers that were given in turn are taken for those alone
        where some of them, asked alone, are the same.
        """
        asked = self.questions(role)
        if not self.thorough:
            found = dict(reversed(self.in_turn(role)))
            samples = asked[:: 1 + len(asked) // _SAMPLES]
            if all(q in found and found[q].same_as(self.alone(role, q)) for q in samples):
                return [(q, found[q]) for q in asked if q in found]
        return self._until_endless((q, self.alone(role, q)) for q in asked)

    @staticmethod
    def _until_endless(
        answers: Iterable[tuple[Question, Answer]],
    ) -> list[tuple[Question, Answer]]:
        found = []
        endless = 0
        for question, answer in answers:
            found.append((question, answer))
            endless += answer.error in ("endless", "RecursionError")
            if endless == _MOST_ENDLESS:
                break
        return found

    def in_turn(self, role: str, seed: int = 0) -> list[tuple[Question, Answer]]:
        """Return the answers to all questions in order, then to some in reverse order.

        The code is executed once. The second time, only one move in each position is asked.
        """
        if (role, seed) in self._in_turn:
            return self._in_turn[role, seed]
        asked = self.questions(role)
        run = self.run(role, seed)
        found = self._until_endless((q, run.ask(role, q)) for q in asked)
        if len(found) == len(asked):
            again = {q.position: q for q in asked if q.is_legal}
            found += [
                (q, run.ask(role, q))
                for q in reversed(again.values())
                if role != "minimax" or q.position.marks >= _TWICE_FROM
            ]
        self._draws |= run.draws
        self._in_turn[role, seed] = found
        return found

    def keeps_board(self, role: str) -> bool:
        """Return whether the function returns the same board object twice."""
        run = self.run(role)
        before: Any = None
        for question in [*self.questions(role)[:9], *self.questions(role)[:1]]:
            answer = run.ask(role, question)
            if before is not None and _share(before, answer.raw):
                return True
            before = answer.raw
        return False

    def finds_wrong(self, role: str) -> bool:
        """Return whether a function is wrong, alone or after other calls."""
        if role in ("initial_state", "result") and self.keeps_board(role):
            return True
        for seed in _SEEDS:
            if any(self.is_wrong(role, q, answer) for q, answer in self.in_turn(role, seed)):
                return True
            if not self._draws:
                break
        return False

    def draws(self, role: str) -> bool:
        """Return whether a function uses random numbers."""
        run = self.run(role)
        for question in self.questions(role):
            run.ask(role, question)
        return run.draws

    def depends_on_calls(self, role: str) -> bool:
        """Return whether an answer depends on earlier calls."""
        return any(not a.same_as(self.alone(role, q)) for q, a in self.in_turn(role))


def _share(one: Any, other: Any) -> bool:
    """Return whether two boards are the same list or share a list."""
    if not (isinstance(one, list) and isinstance(other, list)):
        return False
    rows = {id(row) for row in one if isinstance(row, list)}
    return one is other or any(id(row) in rows for row in other)
