"""Calls of a student's functions, so that nothing they do harms the check or the page."""

import builtins
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from inspect import iscoroutine
from io import StringIO, TextIOBase
from itertools import islice
from types import TracebackType
from typing import Any, Literal, NamedTuple, NoReturn, Self

from tictactoe_widget.classroom.contracts.contract import Contract, Function
from tictactoe_widget.rules.game import Game
from tictactoe_widget.validation.quoting import brief, describe_error, error_message

from .budget import Budget, OverBudgetError, new_check_budget
from .questions import Question, expected_answer, question_weight
from .roles import ROLES

STEPS = 50_000
"""Steps that a call of a function that does not search may take."""
STEPS_OF_A_VISIT = 600
"""Steps that a call may take on top for each position that it may have to visit."""
STEPS_OF_A_MODULE = 2_000_000
"""Steps that a module may take when it is executed anew."""
_IDENTITY: object = object.__eq__
_MOST_ITEMS = 100
# Most items that are taken from a generator.
_DEEPEST = 3000
# Most calls inside one another, whatever limit the student has set.

_PLAIN = (bool, int, float, str, list, tuple, set, frozenset, type(None))
# Types whose values are read without a budget: none of their methods is a student's.

Fault = Literal["", "raised", "recursion", "endless", "unreadable", "accepted"]
"""Reason why a call gave no answer that can be read; ``"accepted"`` is an illegal
move for which no exception was raised."""
BoardChange = Literal["", "returned", "shallow", "changed", "shared", "kept"]
"""Way in which a call misused boards: ``"returned"``: changed its argument and returned it;
``"shallow"``: changed its argument, whose rows it returned in a new board; ``"changed"``:
changed its argument in another way; ``"shared"``: returned a board whose rows are one and
the same list; ``"kept"``: returned a board that an earlier call had returned too."""


class Outcome(NamedTuple):
    """Outcome of one call."""

    answer: Any = None
    """The answer in the form of `Contract.read`; None where there is a fault."""
    fault: Fault = ""
    """Fault of the call itself; empty where there is none."""
    detail: str = ""
    """Exception that was raised, or what the answer should have been."""
    change: BoardChange = ""
    """Misuse of boards; empty where there is none."""
    got: str = ""
    """The answer as Python shows it, shortened."""

    @property
    def pattern(self) -> tuple[Any, ...]:
        """Parts of the outcome that are compared with known misconceptions."""
        return (self.answer, self.fault, self.change)


def is_right(function: Function, question: Question, outcome: Outcome) -> bool:
    """Return whether an outcome is what the contract asks for."""
    if outcome.change:
        return False
    if not question.is_legal:
        return outcome.fault == "raised"
    if outcome.fault:
        return False
    return ROLES[function.role].is_right(outcome.answer, expected_answer(function, question))


class Asker:
    """Caller of a student's functions; a context manager.

    Inside its context prints are counted and not shown, nothing is written to
    stderr, warnings are ignored, ``input`` raises, and `random` gives the same
    numbers each time. Afterwards all of it is as before.
    """

    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        self._printed = _Sink()
        self._returned: tuple[Any, Question | None] = (None, None)

    def __enter__(self) -> Self:
        self._context = _isolation(self._printed)
        self._budget = self._context.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._context.__exit__(kind, error, traceback)

    @property
    def printed_line_count(self) -> int:
        """Number of lines that the student's functions have printed."""
        return self._printed.lines

    def execute(self, module: Callable[[], Any]) -> Any:
        """Return what a function returns that executes a whole module.

        Raises
        ------
        BaseException
            Whatever the module raises.
        OverBudgetError
            When it takes too many steps.
        """
        return self._budget.run(module, STEPS_OF_A_MODULE)

    def ask(
        self, function: Function, written: Callable[..., Any], question: Question
    ) -> Outcome:
        """Call a function with new arguments and return the outcome."""
        arguments = self._arguments(function, question)
        unchanged = self._arguments(function, question)
        outcome, answer = self._call(function, written, arguments, question)
        if not _is_same(arguments, unchanged):
            return outcome._replace(change=_change_of(arguments, answer))
        if ROLES[function.role].makes_board and not outcome.fault:
            return self._with_new_board(function, written, question, outcome, answer)
        return outcome

    def _with_new_board(
        self,
        function: Function,
        written: Callable[..., Any],
        question: Question,
        outcome: Outcome,
        answer: Any,
    ) -> Outcome:
        """Return an outcome, and whether its board is a new one whose rows are apart."""
        if _has_shared_rows(answer):
            return outcome._replace(change="shared")
        before, asked = self._returned
        self._returned = answer, question
        if answer is before and asked != question and _can_change(answer):
            return outcome._replace(change="kept")
        if not ROLES[function.role].takes_board:
            with _changed(answer):
                again, _ = self._call(function, written, (), question)
            if again.answer != outcome.answer:
                return outcome._replace(change="kept")
        return outcome

    def answer(
        self, function: Function, written: Callable[..., Any], question: Question
    ) -> Any:
        """Call a function and return its answer as it is; None where there is none."""
        _, answer = self._call(function, written, self._arguments(function, question), question)
        return answer

    def moves_in_order(
        self, function: Function, written: Callable[..., Any], game: Game
    ) -> list[int] | None:
        """Return the cells that a function of moves answers, in its order, if it does."""
        arguments = self._arguments(function, Question(game))

        def read() -> list[int]:
            moves = islice(written(*arguments), _MOST_ITEMS)
            return [self._contract.decode_move(move, game.rules) for move in moves]

        try:
            return self._budget.run(read, STEPS)  # type: ignore[no-any-return]
        except KeyboardInterrupt:
            raise
        except BaseException:  # noqa: BLE001 (a student's function may raise anything)
            return None

    def _arguments(self, function: Function, question: Question) -> tuple[Any, ...]:
        if question.is_legal:
            return self._contract.arguments(function, question.game, question.cell)
        board, *_ = self._contract.arguments(function, question.game)
        return (board, question.move)

    def _call(
        self,
        function: Function,
        written: Callable[..., Any],
        arguments: tuple[Any, ...],
        question: Question,
    ) -> tuple[Outcome, Any]:
        """Return the outcome of a call, and its answer as it is."""
        steps = STEPS + STEPS_OF_A_VISIT * question_weight(question)
        answer: Any = None

        def call() -> Any:
            nonlocal answer
            answer = written(*arguments)
            if isinstance(answer, Iterator):
                return list(islice(answer, _MOST_ITEMS))
            return answer

        try:
            given = self._budget.run(call, steps)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 (a student's function may raise anything)
            return _fault_of(error, steps), None
        if question.is_legal:
            return self._read(function, given, question), answer
        return Outcome(fault="accepted", got=brief(given)), answer

    def _read(self, function: Function, given: Any, question: Question) -> Outcome:
        """Return an answer in the form of `Contract.read`, or that it cannot be read."""
        if iscoroutine(given):
            given.close()  # or Python warns that nobody awaited it
            detail = "a function must be written with def, not async def"
            return Outcome(fault="unreadable", detail=detail, got="a coroutine")

        def read() -> Any:
            return self._contract.read(function, given, question.game)

        try:
            found = read() if type(given) in _PLAIN else self._budget.run(read, STEPS)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 (the answer's methods may raise anything)
            is_told = isinstance(error, ValueError)
            detail = error_message(error) if is_told else describe_error(error)
            return Outcome(fault="unreadable", detail=detail, got=brief(given))
        return Outcome(found)


def _fault_of(error: BaseException, steps: int) -> Outcome:
    """Return the outcome of a call that ended in an exception."""
    if isinstance(error, OverBudgetError):
        return Outcome(fault="endless", detail=f"{steps:,}")
    if isinstance(error, RecursionError):
        return Outcome(fault="recursion", detail=describe_error(error))
    return Outcome(fault="raised", detail=describe_error(error))


@contextmanager
def _isolation(printed: "_Sink") -> Iterator[Budget]:
    state, limit = random.getstate(), sys.getrecursionlimit()
    hook, stdin, ask = sys.unraisablehook, sys.stdin, builtins.input
    set_limit = sys.setrecursionlimit
    with (
        redirect_stdout(printed),
        redirect_stderr(_Sink()),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        sys.unraisablehook = lambda _: None
        sys.stdin, builtins.input = StringIO(), _no_input
        random.seed(0)
        set_limit(min(limit, _DEEPEST))
        vars(sys)["setrecursionlimit"] = lambda _limit: None
        try:
            with new_check_budget() as budget:
                yield budget
        finally:
            random.setstate(state)
            vars(sys)["setrecursionlimit"] = set_limit
            set_limit(limit)
            sys.unraisablehook, sys.stdin, builtins.input = hook, stdin, ask


class _Sink(TextIOBase):
    """Stream that counts lines and keeps nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = 0

    def write(self, text: str) -> int:
        self.lines += text.count("\n")
        return len(text)

    def writable(self) -> bool:
        return True


def _no_input(*_: object) -> NoReturn:
    raise EOFError("a function that is checked cannot ask for input")


def _change_of(arguments: tuple[Any, ...], answer: Any) -> BoardChange:
    """Return in which way a call changed its arguments, the first of which is a board."""
    if arguments and answer is arguments[0]:
        return "returned"
    if isinstance(answer, list) and isinstance(arguments[0], list):
        rows = {id(row) for row in arguments[0] if isinstance(row, list)}
        if any(id(row) in rows for row in answer):
            return "shallow"
    return "changed"


def _has_shared_rows(board: Any) -> bool:
    """Return whether two rows of a board are one and the same list."""
    if not isinstance(board, list | tuple):
        return False
    rows = [id(row) for row in board if isinstance(row, list)]
    return len(set(rows)) < len(rows)


@contextmanager
def _changed(board: Any) -> Iterator[None]:
    """Put a mark into the first cell of a board, where that can be done, and take it out."""
    cells: Any = None
    before = None
    with suppress(Exception):  # a board may be anything
        cells = board[0] if _can_change(board[0]) else board
        before = cells[0]
        cells[0] = "X"
    try:
        yield
    finally:
        with suppress(Exception):
            cells[0] = before


def _can_change(board: Any) -> bool:
    """Return whether a board or a row is a list or an array."""
    return isinstance(board, list) or hasattr(board, "tolist")


def _is_same(before: Any, after: Any) -> bool:
    """Return whether two values are equal, nested ones and arrays too."""
    with suppress(Exception):  # arrays have no truth value
        if before == after:
            return True
    if isinstance(before, list | tuple):
        return (
            type(before) is type(after)
            and len(before) == len(after)
            and all(_is_same(a, b) for a, b in zip(before, after, strict=True))
        )
    if isinstance(before, dict):
        return (
            isinstance(after, dict)
            and before.keys() == after.keys()
            and all(_is_same(value, after[key]) for key, value in before.items())
        )
    if hasattr(before, "tolist"):
        return bool(hasattr(after, "tolist") and before.tolist() == after.tolist())
    if type(before).__eq__ is _IDENTITY:
        return str(before) == str(after)
    return bool(before == after)
