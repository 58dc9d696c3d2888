"""Verdicts on a student's functions, each judged for itself."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from tictactoe_widget.classroom.contracts.contract import Contract, Function
from tictactoe_widget.sandbox.progress import Progress
from tictactoe_widget.sandbox.snapshots import Snapshot
from tictactoe_widget.validation import brief, did_you_mean

from .findings import (
    AskOne,
    AskSlow,
    Findings,
    SharedSearch,
    StandIns,
    Tell,
    ask_all,
    ask_in_turn,
    pack_code,
)
from .misconceptions import Order, in_order_of_cells
from .questions import Asker, Outcome, Question, chooses, question_weight, questions
from .report import Part
from .student_code import (
    Calls,
    StudentCode,
    Written,
    code_of,
    is_wrapper,
    noting_student_calls,
    noting_wrapper,
)
from .verdict import AloneAsker, Evidence, asked_alone, failed_part, passed_part

_MARKS_OF_SAMPLES = (5, 6)
# Marks on the boards where a search is watched, to see which functions it uses.

Wrong = Mapping[str, Findings]  # findings about wrong functions, by name


class Judge:
    """Judge of a student's functions.

    Parameters
    ----------
    contract : Contract
        Contract by which the functions are written.
    code : StudentCode
        The functions, and what holds them.
    asker : Asker
        Caller of the functions.
    executor : object or callable, optional
        Executor whose workers ask the slow questions, or function that makes one.
    """

    def __init__(
        self,
        contract: Contract,
        code: StudentCode,
        asker: Asker,
        executor: Any = None,
    ) -> None:
        self._contract = contract
        self._code = code
        self._executor = executor
        self._packed = None if executor is None else pack_code(contract, code)
        self._snapshot = self._code.snapshot()
        self._asker = asker
        self._codes = {code_of(function): name for name, function in code.written.items()}
        self._stand_ins = StandIns(contract, asker)
        self._fewest = 0
        self._others: dict[tuple[str, int], Findings] = {}

    def parts(
        self, asked: Mapping[Function, Sequence[Question]], show: Progress
    ) -> tuple[Part, ...]:
        """Ask some functions some questions each, and return the result of each function."""
        weights = {function: sum(map(question_weight, asked[function])) for function in asked}
        total = sum(weights.values())
        before = 0
        parts = []
        for function in asked:

            def tell(done: int, before: int = before) -> None:
                show(min(before + done, total), total)

            parts.append(self._part(function, asked[function], tell))
            before += weights[function]
            show(before, total)
        return tuple(parts)

    def _part(self, function: Function, asked: Sequence[Question], tell: Tell | None) -> Part:
        name = function.name
        if name not in self._code.written:
            return Part(
                name, ok=False, checked_count=0, failed_count=0, note=self._why_missing(name)
            )
        self._fewest = min(question.game.move_count for question in asked)
        findings = self._judge(function, asked, tell)
        if len(asked) == len(questions(self._contract, function)):
            self._others[name, 0] = findings
        if findings.blocked_by:
            return passed_part(function, findings)
        has_changed = self._snapshot.has_changed()
        self._snapshot.restore()
        asked_again = asked_alone(findings, has_changed=has_changed)
        if not asked_again and not findings.wrong:
            return passed_part(function, findings)
        code, snapshot = self._anew
        try:
            return self._verdict(function, findings, asked_again, code, snapshot)
        finally:
            snapshot.restore()

    @cached_property
    def _anew(self) -> tuple[StudentCode, Snapshot]:
        """The student's code, executed anew where that can be done, and what it keeps."""
        code = self._code.execute_anew(self._asker.execute)
        return (self._code, self._snapshot) if code is None else (code, code.snapshot())

    def _verdict(
        self,
        function: Function,
        findings: Findings,
        asked: Sequence[Question],
        code: StudentCode,
        snapshot: Snapshot,
    ) -> Part:
        """Return the result of a function, once it was also asked some questions alone."""
        stand_ins = self._stand_ins.of(code, findings)
        with code.standing_in(stand_ins):
            asker = AloneAsker(
                partial(self._asker.ask, function, code.adapted(function)),
                function,
                code.snapshot(),
            )
            alone = asker.ask_all(asked)
            if not findings.wrong and not alone.wrong(function):
                return passed_part(function, findings)
            evidence = Evidence(
                findings,
                alone,
                lambda question: asker.find_earlier(question, findings.asked),
                code is not self._code or snapshot.is_complete,
                self._order(code, stand_ins),
            )
            return failed_part(self._contract, function, evidence)

    def _order(self, code: StudentCode, stand_ins: Mapping[str, Written]) -> Order:
        """Return a function that tells in which order the student's code tries moves."""
        function = next((f for f in self._contract.functions if f.role == "actions"), None)
        if function is None or function.name in self._code.absent:
            return in_order_of_cells
        written = stand_ins.get(function.name) or code.adapted(function)
        return lambda game: (
            self._asker.moves_in_order(function, written, game) or game.legal_moves
        )

    def _why_missing(self, name: str) -> str:
        """Say why there is no function of this name."""
        student = self._code.student
        if isinstance(student, Mapping):
            found, written = student.get(name), list(student)
        else:
            found, written = getattr(student, name, None), dir(student)
        if found is None:
            others = [one for one in written if isinstance(one, str) and one != name]
            return f"there is no {name}{did_you_mean(name, others)}"
        return f"{name} is {brief(found)}, which is no function"

    def _judge(
        self, function: Function, asked: Sequence[Question], tell: Tell | None = None
    ) -> Findings:
        """Return the findings about a function, where the others that it uses are right."""
        if chooses(function):
            return self._judge_search(function, asked, tell)
        findings = self._ask_all(function, asked, tell)
        if findings.wrong:
            # Kept already now, so that two functions that call each other come to an end.
            self._others.setdefault((function.name, self._fewest), findings)
            _, wrong = self._helpers(function, [findings.first_wrong])
            if wrong:
                replaced = self._ask_with_right(function, asked, wrong, tell)
                if not (replaced.blocked_by or replaced.wrong.keys() & findings.wrong.keys()):
                    # Right with its own helpers here, with right ones there: they
                    # keep another agreement than the contract's.
                    return self._without_verdict(replaced, wrong)
                return replaced
        return findings

    def _without_verdict(self, findings: Findings, wrong: Wrong) -> Findings:
        """Return findings that blame nobody, where only functions that exist are wrong."""
        if findings.wrong and not wrong.keys() & self._code.absent:
            findings.blocked_by = tuple(wrong)
        return findings

    def _judge_search(
        self, function: Function, asked: Sequence[Question], tell: Tell | None
    ) -> Findings:
        samples = {
            question.game.move_count: question
            for question in questions(self._contract, function)
            if not question.game.is_over
        }
        used, wrong = self._helpers(function, [samples[marks] for marks in _MARKS_OF_SAMPLES])
        own = {name: self._code.written[name] for name in sorted(used - wrong.keys())}
        memos = self._stand_ins.quick(self._code, own)
        with self._code.standing_in(memos):
            return self._ask_with_right(function, asked, wrong, tell, tuple(memos))

    def _helpers(self, function: Function, asked: Sequence[Question]) -> tuple[set[str], Wrong]:
        """Return which other functions a function uses for some answers, and the wrong ones.

        A wrong one may keep it from coming to the next, so right ones take their
        places until no other appears.
        """
        used: set[str] = set()
        wrong: Wrong = {}
        while True:
            with self._code.standing_in(self._stand_ins.right(self._code, wrong)):
                for question in asked:
                    used |= self._used_at(function, question)
            found = self._wrong_among(used)
            if found.keys() == wrong.keys():
                return used, wrong
            wrong = found

    def _ask_with_right(
        self,
        function: Function,
        asked: Sequence[Question],
        wrong: Wrong,
        tell: Tell | None,
        memoized: tuple[str, ...] = (),
    ) -> Findings:
        """Ask a function with right functions in the place of wrong ones that it uses."""
        right = self._stand_ins.right(self._code, wrong)
        quick = self._stand_ins.quick(self._code, right)
        with self._code.standing_in(quick):
            ask_slow = self._ask_slow(function, tuple(wrong), memoized)
            findings = self._ask_all(function, asked, tell, ask_slow)
            if findings.wrong and wrong:
                calls = self._calls_at(function, findings.first_wrong)
                entered = self._entered(function, calls)
                findings.blocked_by = tuple(
                    name for name in wrong if name in entered or right[name].was_misused
                )
        findings.replaced, findings.memoized = tuple(wrong), memoized
        return findings

    def _ask_slow(
        self, function: Function, replaced: tuple[str, ...], memoized: tuple[str, ...]
    ) -> AskSlow | None:
        """Return the function that shares slow questions; None where all are asked here."""
        if self._packed is None or not chooses(function):
            return None
        task = replace(
            self._packed, function=function.name, replaced=replaced, memoized=memoized
        )
        in_turn = partial(ask_in_turn, self._ask(function), function)
        snapshot, printed = self._code.snapshot(), self._asker.printed_line_count

        def ask_slow(
            slow: Sequence[Question], tell: Tell
        ) -> Iterable[tuple[Question, Outcome]]:
            # What prints, or keeps something, is asked in one place, so that the report
            # is the same with an executor and without.
            if snapshot.has_changed() or self._asker.printed_line_count > printed:
                return in_turn(slow, tell)
            shared = SharedSearch(self._executor, self._contract, task)
            return shared.ask(slow, tell) or in_turn(slow, tell)

        return ask_slow

    def _wrong_among(self, names: Iterable[str]) -> dict[str, Findings]:
        """Return which of some functions are wrong, in the order of the contract."""
        wrong = {}
        for other in self._contract.functions:
            if other.name in names and other.name in self._code.absent:
                wrong[other.name] = Findings()
            elif other.name in names:
                found = self._others.get((other.name, 0))
                found = found or self._others.get((other.name, self._fewest))
                if found is None:
                    found = self._judge(other, self._that_matter(other))
                    self._others[other.name, self._fewest] = found
                if found.wrong:
                    wrong[other.name] = found
        return wrong

    def _that_matter(self, function: Function) -> Sequence[Question]:
        """Return the questions that may come up when others ask a function.

        A game never goes back to fewer marks than those of the questions asked.
        """
        every = questions(self._contract, function)
        return [q for q in every if q.game.move_count >= self._fewest] or every

    def _used_at(self, function: Function, question: Question) -> set[str]:
        """Return which other functions of the contract a function calls for an answer.

        Those that are absent cannot be seen to be called: they count where a function
        of the student that is entered names them.
        """
        calls = self._calls_at(function, question)
        named = {
            name for name in self._code.absent if calls.mentions(name, self._code.namespaces)
        }
        return self._entered(function, calls) | (named - {function.name})

    def _calls_at(self, function: Function, question: Question) -> Calls:
        with noting_student_calls() as calls:
            wrappers = {
                name: noting_wrapper(name, written, calls)
                for name, written in self._code.written.items()
                if name != function.name and is_wrapper(written)
            }
            with self._code.standing_in(wrappers):
                self._asker.ask(function, self._code.adapted(function), question)
        return calls

    def _entered(self, function: Function, calls: Calls) -> set[str]:
        """Return which other functions of the contract were entered."""
        own = code_of(self._code.written[function.name])
        return calls.wrappers | {
            self._codes[code] for code in calls.codes if code in self._codes and code != own
        }

    def _ask_all(
        self,
        function: Function,
        asked: Sequence[Question],
        tell: Tell | None,
        ask_slow: AskSlow | None = None,
    ) -> Findings:
        printed = self._asker.printed_line_count
        findings = ask_all(self._ask(function), function, asked, tell, ask_slow)
        findings.printed_line_count = self._asker.printed_line_count - printed
        return findings

    def _ask(self, function: Function) -> AskOne:
        """Return the function that asks a student's function one question."""
        return partial(self._asker.ask, function, self._code.adapted(function))
