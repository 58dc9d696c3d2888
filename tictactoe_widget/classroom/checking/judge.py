"""Verdicts on a student's functions, each judged for itself."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tictactoe_widget.classroom.contracts.base import Contract, Function

from .asking import Asker, Outcome, is_right
from .diagnosis import diagnose
from .progress import Progress
from .questions import Question, calls_of_plain_search
from .report import Counterexample, Part
from .substitutes import Written, code_of, memo, noting_calls, right_function, standing_in
from .wording import describe, describe_expected

_MOST_ENDLESS = 3
# Endless calls after which a function is not asked any more: each takes its whole budget.
_MARKS_AFTER_FAILURE = 4
# Fewest marks on the board where a search is still asked after its first failure.
_MARKS_SECOND_TIME = 5
# Fewest marks on the board where a search is asked a second time.


@dataclass
class Findings:
    """What one function answered."""

    asked: dict[Question, Outcome] = field(default_factory=dict)
    """First outcome of each question, in the order asked."""
    wrong: dict[Question, Outcome] = field(default_factory=dict)
    """Wrong outcomes; of the second time where the first was right."""
    changed: Question | None = None
    """First question that was answered differently the second time."""
    replaced: tuple[str, ...] = ()
    """Names of wrong functions that right ones stood in for."""
    blocked_by: tuple[str, ...] = ()
    """Names of wrong functions that it uses and nothing could stand in for."""
    lines_printed: int = 0
    """Number of lines that it printed."""

    @property
    def counterexample(self) -> Question:
        """Wrong question that is smallest; of a search, the one nearest to the end."""
        return next(question for question in self.asked if question in self.wrong)


class Judge:
    """Judge of a student's functions, which are asked on first need.

    Parameters
    ----------
    contract : Contract
        Contract by which the functions are written.
    student : object
        What holds the functions.
    written : mapping
        The functions as the student wrote them, by name.
    asked : mapping
        The questions for each function of the contract, by name.
    asker : Asker
        Caller of the functions.
    show : callable
        Function that shows progress.
    """

    def __init__(
        self,
        contract: Contract,
        student: Any,
        written: Mapping[str, Written],
        asked: Mapping[str, Sequence[Question]],
        asker: Asker,
        show: Progress,
    ) -> None:
        self._contract = contract
        self._student = student
        self._written = written
        self._asked = asked
        self._asker = asker
        self._show = show
        self._functions = {function.name: function for function in contract.functions}
        self._codes = {code_of(function): name for name, function in written.items()}
        self._findings: dict[str, Findings] = {}
        self._raw: dict[str, Findings] = {}

    def parts(self, functions: Iterable[Function]) -> list[Part]:
        """Return what comes of checking some functions."""
        wanted = list(functions)
        total = sum(self._weight(function) for function in wanted)
        done = 0
        parts = []
        for function in wanted:
            self._done, self._total = done, total
            self._current = function
            parts.append(self._part(function))
            done += self._weight(function)
            self._show(done, total)
        return parts

    def _part(self, function: Function) -> Part:
        name = function.name
        if name not in self._written:
            return Part(name, ok=False, checked=0, failed=0, note=f"there is no {name}")
        findings = self._judge(function)
        notes = _notes(findings)
        note = "; ".join(notes) or None
        checked = len(findings.asked)
        if findings.blocked_by:
            return Part(name, ok=False, checked=checked, failed=0, note=note)
        if not findings.wrong:
            return Part(name, ok=True, checked=checked, failed=0, note=note)
        question = findings.counterexample
        outcome = findings.wrong[question]
        sentence = describe(self._contract, function, question, outcome)
        if is_right(function, question, findings.asked[question]):
            sentence += " Asked for the first time, it was right."
        found = Counterexample(
            game=question.game,
            cell=question.cell,
            expected=describe_expected(self._contract, function, question),
            got=outcome.got or None,
            raised=outcome.detail if outcome.fault in ("raised", "recursion") else None,
            sentence=sentence,
        )
        diagnosis = diagnose(self._contract, function, findings.asked, findings.changed)
        return Part(
            name,
            ok=False,
            checked=checked,
            failed=len(findings.wrong),
            counterexample=found,
            diagnosis=diagnosis,
            note=note,
        )

    def _judge(self, function: Function) -> Findings:
        """Return the findings about a function, other wrong ones replaced."""
        name = function.name
        if name in self._findings:
            return self._findings[name]
        if function.role == "minimax":
            findings = self._judge_search(function)
        else:
            findings = self._ask_all(function)
            if findings.wrong:
                self._raw[name] = findings  # so that two that call each other come to an end
                used = self._used_at(function, findings.counterexample)
                findings = self._with_right(function, findings, self._wrong_among(used))
        self._findings[name] = findings
        return findings

    def _judge_search(self, function: Function) -> Findings:
        samples = [
            question
            for marks in (5, 6, 7, 8)
            for question in self._asked[function.name]
            if question.game.move_count == marks
        ]
        used: set[str] = set()
        for question in samples[:2]:
            used |= self._used_at(function, question)
        wrong = self._wrong_among(used)
        memos = {
            name: memo(self._functions[name], self._written[name])
            for name in used
            if name not in wrong
        }
        with standing_in(self._student, self._written, memos):
            return self._with_right(function, None, wrong)

    def _with_right(
        self, function: Function, findings: Findings | None, wrong: Sequence[str]
    ) -> Findings:
        """Ask a function again where it uses wrong ones, with right ones in their place."""
        if not wrong and findings is not None:
            return findings
        right = {
            name: right_function(self._contract, self._functions[name], self._sample(name))
            for name in wrong
        }
        with standing_in(self._student, self._written, right):
            findings = self._ask_all(function)
            if findings.wrong and wrong:
                used = self._used_at(function, findings.counterexample)
                findings.blocked_by = tuple(name for name in wrong if name in used)
        findings.replaced = tuple(wrong)
        return findings

    def _wrong_among(self, names: Iterable[str]) -> list[str]:
        """Return which of some functions are wrong themselves."""
        return [
            name
            for name in self._functions
            if name in names
            and (
                name in self._raw
                and name not in self._findings
                or self._judge(self._functions[name]).wrong
            )
        ]

    def _used_at(self, function: Function, question: Question) -> set[str]:
        """Return which other functions of the contract a function calls for an answer."""
        own = code_of(self._written[function.name])
        with noting_calls() as entered:
            self._asker.ask(function, self._adapted(function), question)
        return {self._codes[code] for code in entered if code in self._codes and code != own}

    def _sample(self, name: str) -> Any:
        """Return an answer of a student's function, whatever it is; None where it gives none."""
        function = self._functions[name]
        return self._asker.answer(function, self._adapted(function), self._asked[name][0])

    def _adapted(self, function: Function) -> Written:
        return self._contract.adapt(function, self._written[function.name])

    def _ask_all(self, function: Function) -> Findings:
        """Ask all questions, and again in the opposite order."""
        questions = self._asked[function.name]
        ask, written = self._asker.ask, self._adapted(function)
        searches = function.role == "minimax"
        findings = Findings()
        printed = self._asker.lines_printed
        endless = done = 0
        for question in questions:
            if findings.wrong and searches and question.game.move_count < _MARKS_AFTER_FAILURE:
                break
            outcome = findings.asked[question] = ask(function, written, question)
            if not is_right(function, question, outcome):
                findings.wrong[question] = outcome
                endless += outcome.fault == "endless"
                if endless == _MOST_ENDLESS:
                    break
            done += calls_of_plain_search()[question.game.key] if searches else 1
            if function is self._current:
                self._show(min(self._done + done, self._total), self._total)
        if not endless:
            for question in _second_time(function, findings):
                outcome = ask(function, written, question)
                if outcome.pattern == findings.asked[question].pattern:
                    continue
                if not is_right(function, question, outcome):
                    findings.wrong.setdefault(question, outcome)
                if findings.changed is None and not searches:
                    findings.changed = question
        findings.lines_printed = self._asker.lines_printed - printed
        return findings

    def _weight(self, function: Function) -> int:
        """Return how long a function takes to check, in questions of a plain one."""
        asked = self._asked[function.name]
        if function.role != "minimax":
            return len(asked)
        return sum(calls_of_plain_search()[question.game.key] for question in asked)


def _second_time(function: Function, findings: Findings) -> list[Question]:
    """Return the questions to ask again, the last ones first; one move of each position."""
    again = reversed(findings.asked)
    if function.role == "minimax":
        return [q for q in again if q.game.move_count >= _MARKS_SECOND_TIME]
    return list({q.game.key: q for q in again if q.is_legal}.values())


def _notes(findings: Findings) -> list[str]:
    notes = []
    if findings.blocked_by:
        names = " and ".join(findings.blocked_by)
        verb = "is" if len(findings.blocked_by) == 1 else "are"
        notes.append(f"not judged: it uses {names}, which {verb} wrong")
    elif findings.replaced:
        names = " and ".join(findings.replaced)
        notes.append(f"checked with a right {names} in place of yours")
    if findings.lines_printed:
        lines = "line" if findings.lines_printed == 1 else "lines"
        notes.append(f"it printed {findings.lines_printed:,} {lines}, which are not shown")
    return notes
