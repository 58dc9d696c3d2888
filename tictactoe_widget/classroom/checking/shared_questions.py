"""Slow questions to a search, shared among the workers of an executor."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from queue import SimpleQueue
from types import ModuleType
from typing import Any

from tictactoe_widget.classroom.contracts.contract import Contract
from tictactoe_widget.matches.batches import this_process
from tictactoe_widget.matches.executors import ExecutorError, LastingExecutor, take_answer
from tictactoe_widget.matches.travel import from_bytes, pack_player

from .asking import Asker, Outcome, is_right
from .findings import Findings, Tell, ask_in_turn
from .questions import Question, question_weight, questions
from .stand_ins import StandIns
from .student_code import StudentCode, functions_in

_LEAST_WEIGHT = 60_000
# Positions that a plain function visits for the questions that a worker gets together.


@dataclass(frozen=True, slots=True)
class SharedQuestions:
    """Questions for a worker, and all that it needs to ask them. Immutable."""

    contract: bytes
    """Contract by which the functions are written, pickled."""
    student: bytes
    """Object that holds the student's functions, pickled."""
    home: tuple[str, int]
    """Machine and process that asks, see `this_process`."""
    function: str = ""
    """Name of the function to ask."""
    replaced: tuple[str, ...] = ()
    """Names of functions that right ones stand in for."""
    memoized: tuple[str, ...] = ()
    """Names of functions that a memo of their answers stands in for."""
    numbers: tuple[int, ...] = ()
    """Numbers of the questions, among all of the function."""


@dataclass(frozen=True, slots=True)
class SharedOutcomes:
    """Outcomes that a worker found. Immutable."""

    outcomes: tuple[Outcome, ...] = ()
    """Outcome of each question in turn, up to the first wrong one."""
    is_at_home: bool = False
    """True where the worker is a thread of the process that asks, and asked nothing: two
    checks in one process would disturb each other."""


class SharedSearch:
    """Slow questions to one function, asked by the workers of an executor.

    Parameters
    ----------
    executor : object or callable
        Executor, or function without arguments that makes one.
    contract : Contract
        Contract by which the functions are written.
    task : SharedQuestions
        What every worker needs; its questions are none yet.
    """

    def __init__(self, executor: Any, contract: Contract, task: SharedQuestions) -> None:
        self._executor = executor
        self._task = task
        self._function = contract.function(task.function)
        every = questions(contract, self._function)
        self._numbers = {question: number for number, question in enumerate(every)}

    def ask(
        self, asked: Sequence[Question], tell: Tell
    ) -> list[tuple[Question, Outcome]] | None:
        """Return questions and outcomes, up to the first wrong one.

        Returns
        -------
        list or None
            None where the workers are threads of this process, which cannot ask.

        Raises
        ------
        ExecutorError
            When the executor cannot ask.
        """
        parts = list(_parts_of(asked))
        workers = LastingExecutor(self._executor, "questions")
        done: SimpleQueue[Any] = SimpleQueue()
        waiting: dict[Any, int] = {}
        found: dict[int, SharedOutcomes] = {}
        try:
            for place in reversed(range(len(parts))):  # the heaviest first
                numbers = tuple(self._numbers[question] for question in parts[place])
                future = workers.submit(ask_shared, replace(self._task, numbers=numbers))
                waiting[future] = place
                future.add_done_callback(done.put)
            weight = 0
            while waiting:
                place, answer = self._collect(done.get(), waiting)
                if answer.is_at_home:
                    return None
                found[place] = answer
                weight += sum(map(question_weight, parts[place]))
                tell(weight)
                if self._is_wrong(parts[place], answer):
                    self._give_up(waiting, place)
        finally:
            self._give_up(waiting, -1)
            workers.close(wait=not waiting)
        return self._in_order(parts, found)

    def _collect(self, future: Any, waiting: dict[Any, int]) -> tuple[int, SharedOutcomes]:
        answer = take_answer(future, SharedOutcomes)
        if answer is None:
            raise ExecutorError("a worker ended while it asked")
        return waiting.pop(future), answer

    def _is_wrong(self, part: Sequence[Question], answer: SharedOutcomes) -> bool:
        last = len(answer.outcomes) - 1
        return not is_right(self._function, part[last], answer.outcomes[last])

    @staticmethod
    def _give_up(waiting: dict[Any, int], after: int) -> None:
        """Give up what comes after a place, as a wrong answer ends the check."""
        for future in [future for future, place in waiting.items() if place > after]:
            with suppress(Exception):
                future.cancel()
            del waiting[future]

    def _in_order(
        self, parts: Sequence[Sequence[Question]], found: Mapping[int, SharedOutcomes]
    ) -> list[tuple[Question, Outcome]]:
        answered: list[tuple[Question, Outcome]] = []
        for place, part in enumerate(parts):
            answered += zip(part, found[place].outcomes, strict=False)
            if self._is_wrong(part, found[place]):
                break
        return answered


def pack_code(contract: Contract, code: StudentCode) -> SharedQuestions:
    """Return what every worker needs to ask a student's functions, with no questions yet.

    Nothing may stand in for a function now, as that would travel too.

    Raises
    ------
    TravelError
        When the student's code cannot be sent.
    """
    return SharedQuestions(
        contract=pack_player(contract, "the contract"),
        student=pack_player(_holder(code), "the student's code"),
        home=this_process(),
    )


def ask_shared(shared: SharedQuestions) -> SharedOutcomes:
    """Ask questions in a worker of an executor."""
    if shared.home == this_process():
        return SharedOutcomes(is_at_home=True)
    contract: Contract = from_bytes(shared.contract)
    student = from_bytes(shared.student)
    code = StudentCode(contract, student, functions_in(student, contract))
    function = contract.function(shared.function)
    every = questions(contract, function)
    asked = [every[number] for number in shared.numbers]
    made = Findings(replaced=shared.replaced, memoized=shared.memoized)
    with (
        Asker(contract) as asker,
        code.standing_in(StandIns(contract, asker).of(code, made)),
    ):
        ask = partial(asker.ask, function, code.adapted(function))
        answered = ask_in_turn(ask, function, asked, lambda _: None)
        return SharedOutcomes(tuple(outcome for _, outcome in answered))


def _holder(code: StudentCode) -> Any:
    """Return what holds the functions, so that it can be sent: an object, else a dict."""
    is_object = not isinstance(code.student, ModuleType | Mapping)
    if is_object and any(hasattr(code.student, name) for name in code.written):
        return code.student
    return dict(code.written)


def _parts_of(asked: Sequence[Question]) -> Iterator[list[Question]]:
    """Yield questions in parts that take long enough to be worth a worker."""
    part: list[Question] = []
    weight = 0
    for question in asked:
        part.append(question)
        weight += question_weight(question)
        if weight >= _LEAST_WEIGHT:
            yield part
            part, weight = [], 0
    if part:
        yield part
