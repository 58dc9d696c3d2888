"""Ask a function each question twice, the second time in reverse order."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import ModuleType
from typing import Any

from tictactoe_widget.classroom.contracts.contract import Contract, Function
from tictactoe_widget.sandbox.fan_out import ExecutorError, Workers, fan_out, this_process
from tictactoe_widget.sandbox.pickling import from_bytes, pack_player
from tictactoe_widget.sandbox.snapshots import Snapshot

from .questions import Asker, Outcome, Question, chooses, questions
from .student_code import StudentCode, functions_in

MOST_ENDLESS = 3
# After this many endless calls, the function is asked no more questions, because each endless
# call takes a long time.
_CUT_SHORT = ("endless", "recursion")
# Faults in calls that ran too long.
_MARKS_SECOND_TIME = 5
# A search is asked a question twice only if the board has at least this many marks.
_LEAST_SECOND_TIME = 500
# Minimum number of questions to repeat if the code clearly keeps no state between calls.

AskOne = Callable[[Question], Outcome]
# Function that is called with the amount of work done, in units of `Question.weight`.
Tell = Callable[[int], object]
# Function that asks slow questions up to the first wrong answer.
AskSlow = Callable[[Sequence[Question], Tell], Iterable[tuple[Question, Outcome]]]


@dataclass
class Findings:
    """Answers that one function gave during a check."""

    # First outcome for each question, in the order in which the questions were asked.
    asked: dict[Question, Outcome] = field(default_factory=dict)
    # Wrong outcomes. If a question was answered correctly at first, the wrong outcome is from
    # the second round.
    wrong: dict[Question, Outcome] = field(default_factory=dict)
    # True if some slow questions were skipped because the search had already given a wrong
    # answer.
    is_cut_short: bool = False
    # True if the check stopped because too many calls did not finish.
    is_stopped: bool = False
    is_stateful: bool = False  # True if an answer in the second round was different
    # Names of wrong functions that were replaced by correct ones.
    replaced: tuple[str, ...] = ()
    unwritten: bool = False  # True if the student has written none of the replaced functions
    # Names of correct functions that were replaced by memoized versions.
    memoized: tuple[str, ...] = ()
    # Names of wrong functions that the checked function calls, and that could not be replaced.
    blocked_by: tuple[str, ...] = ()
    printed_line_count: int = 0

    def take(self, question: Question, outcome: Outcome) -> bool:
        """Record the first outcome of a question. Return True if the call ran too long."""
        self.asked[question] = outcome
        if not question.is_right(outcome):
            self.wrong[question] = outcome
        return outcome.fault in _CUT_SHORT

    @property
    def function(self) -> Function:
        """Function under test."""
        return next(iter(self.asked)).function

    @property
    def misleads(self) -> bool:
        """True if a wrong answer can mislead other functions that call this function.

        A missing function always misleads other functions. A wrong answer about an illegal move
        misleads them only if the call ran too long.
        """
        return not self.asked or any(
            question.is_legal or outcome.fault in _CUT_SHORT
            for question, outcome in self.wrong.items()
        )

    @property
    def first_wrong(self) -> Question:
        """First question that the function answered wrongly."""
        return next(question for question in self.asked if question in self.wrong)


def ask_all(
    ask: AskOne,
    questions: Sequence[Question],
    tell: Tell,
    snapshot: Snapshot,
    ask_slow: AskSlow | None = None,
) -> Findings:
    """Ask a function all the questions, and then ask them again in reverse order.

    If the code clearly keeps no state between calls, only some questions are asked again.

    Parameters
    ----------
    ask : callable
        Function that asks one question.
    questions : sequence of Question
        Questions, in the order in which to ask them.
    tell : callable
        Function to call with the amount of work done so far.
    snapshot : Snapshot
        Snapshot, taken before the first question, of the state that the student's code keeps.
    ask_slow : callable, optional
        Function that asks the slow questions. By default, slow questions are asked one after
        another.
    """
    findings = Findings()
    slow = [question for question in questions if question.is_slow]
    done = endless = 0
    for question in questions:
        if question.is_slow:
            continue
        endless += findings.take(question, ask(question))
        if endless == MOST_ENDLESS:
            findings.is_stopped = True
            break
        done += question.weight
        tell(done)
    if slow and not findings.wrong:
        ask_slow = ask_slow or partial(ask_in_turn, ask)
        for question, outcome in ask_slow(slow, lambda more: tell(done + more)):
            endless += findings.take(question, outcome)
    findings.is_cut_short = any(question not in findings.asked for question in slow)
    if not endless:
        keeps_nothing = snapshot.is_complete and not snapshot.has_changed()
        _ask_again(ask, findings, _LEAST_SECOND_TIME if keeps_nothing else None)
    return findings


def ask_in_turn(
    ask: AskOne, questions: Sequence[Question], tell: Tell
) -> Iterator[tuple[Question, Outcome]]:
    """Ask questions one by one, yield each outcome, and stop after the first wrong outcome."""
    done = 0
    for question in questions:
        outcome = ask(question)
        yield question, outcome
        if not question.is_right(outcome):
            return
        done += question.weight
        tell(done)


def _ask_again(ask: AskOne, findings: Findings, least: int | None) -> None:
    """Ask questions again in reverse order, and record answers that have changed.

    If `least` is a number, ask only an evenly spaced selection of at least that many questions.
    """
    again = _second_time(findings)
    for question in again[:: max(1, len(again) // least) if least else 1]:
        outcome = ask(question)
        if outcome.pattern != findings.asked[question].pattern:
            findings.is_stateful |= not question.answers.chooses
            if not question.is_right(outcome):
                findings.wrong.setdefault(question, outcome)


def _second_time(findings: Findings) -> list[Question]:
    """Return the questions to repeat, in reverse order, with one move for each position."""
    again = reversed(findings.asked)
    if chooses(findings.function):
        return [q for q in again if q.game.move_count >= _MARKS_SECOND_TIME]
    return list({q.game.key: q for q in again if q.is_legal}.values())


# A search's slow questions are divided among an executor's workers.

_LEAST_WEIGHT = 60_000
# Minimum total `Question.weight` of the questions for one worker.


@dataclass(frozen=True, slots=True)
class _SharedQuestions:
    """Questions for a worker, with all the data needed to ask them. Immutable."""

    contract: bytes  # pickled contract
    student: bytes
    home: tuple[str, int]  # machine and process that run the check (see `this_process`)
    function: str = ""
    replaced: tuple[str, ...] = ()  # names of functions to replace by correct ones
    # Names of functions to replace by memoized versions.
    memoized: tuple[str, ...] = ()
    # Indices of this worker's questions in the list of all the function's questions.
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _SharedOutcomes:
    """Outcomes that a worker sends back. Immutable."""

    # Outcome for each question in turn, up to the first wrong outcome.
    outcomes: tuple[Outcome, ...] = ()
    # True if the worker is a thread of the checking process. Such a worker asks no questions,
    # because two checks in one process would disturb each other.
    is_at_home: bool = False


def ask_workers(
    executor: Any, task: _SharedQuestions, asked: Sequence[Question], tell: Tell
) -> list[tuple[Question, Outcome]] | None:
    """Send slow questions to an executor's workers, and collect the outcomes.

    Parameters
    ----------
    executor : object or callable
        Executor, or function that takes no arguments and creates an executor.
    task : SharedQuestions
        Task without questions. Each worker receives a copy that contains the worker's
        questions.
    asked : sequence of Question
        Questions to ask.
    tell : callable
        Function to call with the amount of work done so far.

    Returns
    -------
    list or None
        Pairs of a question and its outcome, up to the first wrong outcome. None if the workers
        are threads in this process, because two checks in one process would disturb each other.

    Raises
    ------
    ExecutorError
        If the executor cannot run the submitted calls.
    """
    every = questions(asked[0].contract, asked[0].function)
    numbers = {question: number for number, question in enumerate(every)}
    parts = list(_parts_of(asked))
    tasks_by_place = [
        replace(task, numbers=tuple(numbers[question] for question in part)) for part in parts
    ]
    first_wrong = len(parts)
    found: dict[int, list[tuple[Question, Outcome]]] = {}

    def tasks() -> Iterator[_SharedQuestions]:
        for place in reversed(range(len(parts))):  # send the slowest questions first
            if place < first_wrong:  # a wrong answer ends the check
                yield tasks_by_place[place]

    with Workers(executor, "questions") as workers:
        for given, shared in fan_out(workers, _ask_shared, tasks(), _SharedOutcomes):
            if shared is None:
                raise ExecutorError(
                    "one of the executor's workers stopped while checking a function"
                )
            if shared.is_at_home:
                return None
            place = tasks_by_place.index(given)
            found[place] = list(zip(parts[place], shared.outcomes, strict=False))
            tell(sum(question.weight for done in found for question in parts[done]))
            question, outcome = found[place][-1]
            if not question.is_right(outcome):
                first_wrong = min(first_wrong, place)
            if found.keys() >= set(range(first_wrong + 1)):
                break
    answered = range(min(first_wrong + 1, len(parts)))
    return [pair for place in answered for pair in found[place]]


def pack_code(contract: Contract, code: StudentCode) -> _SharedQuestions:
    """Pack a student's code and the contract into a task for an executor's workers.

    The new task contains no questions. Don't call this function while any of the student's
    functions are replaced, because the task would contain the replacements.

    Raises
    ------
    TravelError
        If the student's code cannot be pickled for other processes.
    """
    return _SharedQuestions(
        contract=pack_player(contract, "the contract"),
        student=pack_player(_holder(code), "the student's code"),
        home=this_process(),
    )


def _ask_shared(shared: _SharedQuestions) -> _SharedOutcomes:
    """Ask the questions in a task, in one of an executor's workers."""
    if shared.home == this_process():
        return _SharedOutcomes(is_at_home=True)
    contract: Contract = from_bytes(shared.contract)
    student = from_bytes(shared.student)
    code = StudentCode(contract, student, functions_in(student, contract))
    function = contract.function(shared.function)
    every = questions(contract, function)
    asked = [every[number] for number in shared.numbers]
    with Asker() as asker:
        stand_ins = code.stand_ins(asker, shared.replaced, shared.memoized)
        with code.standing_in(stand_ins):
            ask = partial(asker.ask, code.adapted(function))
            answered = ask_in_turn(ask, asked, lambda _: None)
            return _SharedOutcomes(tuple(outcome for _, outcome in answered))


def _holder(code: StudentCode) -> Any:
    """Return an object that contains the student's functions and can be sent to a worker."""
    is_object = not isinstance(code.student, ModuleType | Mapping)
    if is_object and any(hasattr(code.student, name) for name in code.written):
        return code.student
    return dict(code.written)


def _parts_of(asked: Sequence[Question]) -> Iterator[list[Question]]:
    """Split questions into batches, each large enough to be worth sending to a worker."""
    part: list[Question] = []
    weight = 0
    for question in asked:
        part.append(question)
        weight += question.weight
        if weight >= _LEAST_WEIGHT:
            yield part
            part, weight = [], 0
    if part:
        yield part
