"""Findings about one function: all the questions asked, and asked again."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import ModuleType
from typing import Any

from tictactoe_widget.classroom.contracts.contract import Contract, Function
from tictactoe_widget.rules.game import Game
from tictactoe_widget.sandbox.fan_out import ExecutorError, Workers, fan_out, this_process
from tictactoe_widget.sandbox.pickling import from_bytes, pack_player

from .questions import (
    ROLES,
    Asker,
    Outcome,
    Question,
    chooses,
    is_right,
    question_weight,
    questions,
)
from .student_code import StudentCode, Written, functions_in, memoized_student

_MOST_ENDLESS = 3
# Endless calls after which a function is not asked any more: each takes long.
_MARKS_SECOND_TIME = 5
# Fewest marks on the board where a search is asked a second time.

AskOne = Callable[[Question], Outcome]
# Function that is told how much is done, in units of `question_weight`.
Tell = Callable[[int], object]
# Function that asks slow questions, up to the first wrong answer.
AskSlow = Callable[[Sequence[Question], Tell], Iterable[tuple[Question, Outcome]]]


@dataclass
class Findings:
    """Answers of one function."""

    # First outcome of each question, in the order asked.
    asked: dict[Question, Outcome] = field(default_factory=dict)
    # Wrong outcomes; of the second time where the first was right.
    wrong: dict[Question, Outcome] = field(default_factory=dict)
    is_stateful: bool = False  # True where a question was answered differently the second time
    replaced: tuple[str, ...] = ()  # names of wrong functions that right ones stood in for
    # Names of right functions that a memo of their answers stood in for.
    memoized: tuple[str, ...] = ()
    # Names of wrong functions that it uses and nothing could stand in for.
    blocked_by: tuple[str, ...] = ()
    printed_line_count: int = 0

    def take(self, function: Function, question: Question, outcome: Outcome) -> None:
        """Note the first outcome of a question."""
        self.asked[question] = outcome
        if not is_right(function, question, outcome):
            self.wrong[question] = outcome

    @property
    def first_wrong(self) -> Question:
        """Wrong question with the fewest marks; of a search, the one nearest to the end."""
        return next(question for question in self.asked if question in self.wrong)


def ask_all(
    ask: AskOne,
    function: Function,
    questions: Sequence[Question],
    tell: Tell | None,
    ask_slow: AskSlow | None = None,
) -> Findings:
    """Ask a function all questions, and then again in the opposite order.

    Parameters
    ----------
    ask : callable
        Function that asks one question.
    function : Function
        What the function is.
    questions : sequence of Question
        The questions, in order.
    tell : callable or None
        Function that is told of progress.
    ask_slow : callable, optional
        Function that asks the slow questions; by default they are asked in turn.
    """
    findings = Findings()
    quick = [question for question in questions if not question.is_slow]
    slow = [question for question in questions if question.is_slow]
    done = endless = 0
    for question in quick:
        outcome = ask(question)
        findings.take(function, question, outcome)
        endless += outcome.fault in ("endless", "recursion")
        if endless == _MOST_ENDLESS:
            break
        done += question_weight(question)
        _show(tell, done)
    if slow and not findings.wrong:
        ask_slow = ask_slow or partial(ask_in_turn, ask, function)
        for question, outcome in ask_slow(slow, lambda more: _show(tell, done + more)):
            findings.take(function, question, outcome)
            endless += outcome.fault in ("endless", "recursion")
    if not endless:
        _ask_again(ask, function, findings)
    return findings


def ask_in_turn(
    ask: AskOne, function: Function, questions: Sequence[Question], tell: Tell
) -> Iterator[tuple[Question, Outcome]]:
    """Yield questions and their outcomes, up to the first wrong one."""
    done = 0
    for question in questions:
        outcome = ask(question)
        yield question, outcome
        if not is_right(function, question, outcome):
            return
        done += question_weight(question)
        tell(done)


def _show(tell: Tell | None, done: int) -> None:
    if tell is not None:
        tell(done)


def _ask_again(ask: AskOne, function: Function, findings: Findings) -> None:
    """Ask again in the opposite order, and note answers that have become different."""
    for question in _second_time(function, findings):
        outcome = ask(question)
        if outcome.pattern != findings.asked[question].pattern:
            findings.is_stateful |= not chooses(function)
            if not is_right(function, question, outcome):
                findings.wrong.setdefault(question, outcome)


def _second_time(function: Function, findings: Findings) -> list[Question]:
    """Return the questions to ask again, the last ones first; one move of each position."""
    again = reversed(findings.asked)
    if chooses(function):
        return [q for q in again if q.game.move_count >= _MARKS_SECOND_TIME]
    return list({q.game.key: q for q in again if q.is_legal}.values())


# Right functions by any contract, which stand in for a student's own.


class _RightFunction:
    """Function that answers every board as the contract asks.

    It answers boards that no game reaches too, as far as their marks tell, because a
    student's function may make them up.

    Parameters
    ----------
    contract, function : Contract, Function
        What it stands for.
    sample : object
        An answer of the student's own function, whose type the right answers take
        where several are allowed: moves as a list, say.
    written : callable or None
        The student's own function, whose attributes others may use; None where it is
        missing.
    """

    def __init__(
        self,
        contract: Contract,
        function: Function,
        sample: Any,
        written: Callable[..., Any] | None = None,
    ) -> None:
        self._written = written
        # True once it was called with other arguments than the contract's.
        self.was_misused = False
        self._contract = contract
        self._function = function
        self._answers = ROLES[function.role]
        self._sample = sample
        self._count = len(contract.arguments(function, Game(), *self._move()))
        self._known: dict[Any, Any] = {}

    def _move(self) -> tuple[int, ...]:
        return (0,) if self._function.asked == "moves" else ()

    def __getattr__(self, name: str) -> Any:
        """Return an attribute that the student gave the function."""
        if name.startswith("_") or self._written is None:
            raise AttributeError(name)
        return getattr(self._written, name)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Return the right answer, a new one in each call."""
        given = (*arguments, *named.values())
        key = _key(given)
        if key is not None and key in self._known:
            return self._write(self._known[key], given)
        if len(given) != self._count:
            self.was_misused = True
            raise TypeError(
                f"{self._function.name} of the contract {self._contract.name} takes "
                f"{self._count} arguments, not {len(given)}"
            )
        try:
            answer = self._answers.stand_in(self._contract, given)
        except (TypeError, ValueError):
            self.was_misused |= not self._is_about_a_move(given)
            raise
        if key is not None:
            self._known[key] = answer
        return self._write(answer, given)

    def _write(self, answer: Any, given: tuple[Any, ...]) -> Any:
        return self._answers.write(self._contract, answer, given, self._sample)

    def _is_about_a_move(self, given: tuple[Any, ...]) -> bool:
        """Return whether the board at least is one, so that only the move is refused."""
        try:
            self._contract.decode(given[0])
        except (TypeError, ValueError):
            return False
        return self._answers.makes_board


def _key(arguments: tuple[Any, ...]) -> Any:
    """Return arguments as a key of a dict; None where they cannot be one."""
    key = tuple(map(_fixed, arguments))
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _fixed(value: Any) -> Any:
    """Return a value as one that nothing can change, where its type is known."""
    if type(value) is list:  # the quick way for boards: a search asks about millions
        nested = bool(value) and isinstance(value[0], list)
        return tuple(map(tuple, value)) if nested else tuple(value)
    if isinstance(value, tuple):
        return tuple(map(_fixed, value))
    if isinstance(value, Mapping):
        return tuple((key, _fixed(item)) for key, item in value.items())
    return value.key if type(value) is Game else value


# Stand-ins for a student's functions: right ones for wrong ones, quick ones for right ones.


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

    def right(self, code: StudentCode, names: Iterable[str]) -> dict[str, _RightFunction]:
        """Return right functions for some names."""
        return {
            name: _RightFunction(
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


# Slow questions to a search, shared among the workers of an executor.

_LEAST_WEIGHT = 60_000
# Positions that a plain function visits for the questions that a worker gets together.


@dataclass(frozen=True, slots=True)
class _SharedQuestions:
    """Questions for a worker, and all that it needs to ask them. Immutable."""

    contract: bytes  # contract by which the functions are written, pickled
    student: bytes
    home: tuple[str, int]  # machine and process that asks, see `this_process`
    function: str = ""
    replaced: tuple[str, ...] = ()  # names of functions that right ones stand in for
    # Names of functions that a memo of their answers stands in for.
    memoized: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()  # numbers of the questions, among all of the function


@dataclass(frozen=True, slots=True)
class _SharedOutcomes:
    """Outcomes that a worker found. Immutable."""

    # Outcome of each question in turn, up to the first wrong one.
    outcomes: tuple[Outcome, ...] = ()
    # True where the worker is a thread of the process that asks, and asked nothing: two checks
    # in one process would disturb each other.
    is_at_home: bool = False


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

    def __init__(self, executor: Any, contract: Contract, task: _SharedQuestions) -> None:
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
        tasks_by_place = [self._pack(part) for part in parts]
        first_wrong = len(parts)
        found: dict[int, _SharedOutcomes] = {}
        weight = 0

        def tasks() -> Iterator[_SharedQuestions]:
            for place in reversed(range(len(parts))):  # the heaviest first
                if place < first_wrong:  # a wrong answer ends the check
                    yield tasks_by_place[place]

        with Workers(self._executor, "questions") as workers:
            for task, outcomes in fan_out(workers, _ask_shared, tasks(), _SharedOutcomes):
                place = tasks_by_place.index(task)
                if outcomes is None:
                    raise ExecutorError("a worker ended while it asked")
                if outcomes.is_at_home:
                    return None
                found[place] = outcomes
                weight += sum(map(question_weight, parts[place]))
                tell(weight)
                if self._is_wrong(parts[place], outcomes):
                    first_wrong = min(first_wrong, place)
                if found.keys() >= set(range(first_wrong + 1)):
                    break
        return self._in_order(parts, found)

    def _pack(self, part: Sequence[Question]) -> _SharedQuestions:
        numbers = tuple(self._numbers[question] for question in part)
        return replace(self._task, numbers=numbers)

    def _is_wrong(self, part: Sequence[Question], answer: _SharedOutcomes) -> bool:
        last = len(answer.outcomes) - 1
        return not is_right(self._function, part[last], answer.outcomes[last])

    def _in_order(
        self, parts: Sequence[Sequence[Question]], found: Mapping[int, _SharedOutcomes]
    ) -> list[tuple[Question, Outcome]]:
        answered: list[tuple[Question, Outcome]] = []
        for place, part in enumerate(parts):
            answered += zip(part, found[place].outcomes, strict=False)
            if self._is_wrong(part, found[place]):
                break
        return answered


def pack_code(contract: Contract, code: StudentCode) -> _SharedQuestions:
    """Return what every worker needs to ask a student's functions, with no questions yet.

    Nothing may stand in for a function now, as that would travel too.

    Raises
    ------
    TravelError
        When the student's code cannot be sent.
    """
    return _SharedQuestions(
        contract=pack_player(contract, "the contract"),
        student=pack_player(_holder(code), "the student's code"),
        home=this_process(),
    )


def _ask_shared(shared: _SharedQuestions) -> _SharedOutcomes:
    """Ask questions in a worker of an executor."""
    if shared.home == this_process():
        return _SharedOutcomes(is_at_home=True)
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
        return _SharedOutcomes(tuple(outcome for _, outcome in answered))


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
