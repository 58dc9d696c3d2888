"""Check of a student's functions on every position of 3x3."""

import sys
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from inspect import isclass
from os import PathLike
from time import perf_counter
from types import ModuleType, SimpleNamespace
from typing import Any, TextIO

from tictactoe_widget.classroom.contracts.contract import Contract, Function
from tictactoe_widget.classroom.contracts.courses import find_contract, find_functions
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.sandbox.progress import Progress, describe_time, show_progress
from tictactoe_widget.validation import as_int, brief, write_list

from .judge import Judge
from .questions import Asker, Question, chooses, question_weight, questions
from .report import Report
from .student_code import StudentCode, Written, functions_in, globals_of

# Forecast of the time that the check of a search takes, said near its beginning.

_LEAST_SAMPLE = 2_000
# Positions that a search has visited before its speed is known.
_LONG = 30.0
# Time from which on a forecast is worth saying, in seconds.


class Forecast:
    """Progress that also says once how long a search will take, where that is long.

    Parameters
    ----------
    show : callable
        Progress that it passes on.
    stream : text stream
        Stream to which it says it.
    start : int
        Number of things that are done when the search begins.
    fewer : tuple of int
        A smaller number of positions, and the number of things to do for them.
    clock : callable, default perf_counter
        Function that returns the time, in seconds.
    """

    def __init__(
        self,
        show: Progress,
        stream: TextIO,
        start: int,
        fewer: tuple[int, int],
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._show = show
        self._stream = stream
        self._start = start
        self._fewer = fewer
        self._clock = clock
        self._begin: tuple[float, int] | None = None
        self._is_over = False

    def __call__(self, done: int, total: int) -> None:
        """Pass on how much is done, of how much."""
        self._show(done, total)
        if self._is_over or done <= self._start:
            return
        if self._begin is None:
            self._begin = self._clock(), done
        begin, first = self._begin
        if done - first >= _LEAST_SAMPLE:
            self._is_over = True
            pace = (self._clock() - begin) / (done - first)
            if pace * (total - done) >= _LONG:
                self._say(pace, total - done)

    def _say(self, pace: float, rest: int) -> None:
        positions, weight = self._fewer
        self._stream.write(
            f"\nThe search is asked about every position, which may take as long as "
            f"{describe_time(pace * rest)} more, and less where it cuts or remembers. With "
            f"positions={positions} it is asked about fewer, in "
            f"{describe_time(max(1.0, pace * weight))}; with an executor, processes share "
            f"the work.\n"
        )
        self._stream.flush()


_FEWER = 500
# Positions that are offered in place of all, where these take long.


def check(  # noqa: PLR0913 - all but the student have defaults
    student: Any,
    contract: str | Contract = "game",
    tasks: str | Iterable[str] | None = None,
    positions: int | Iterable[Game] | None = None,
    progress: bool | Progress | None = None,
    *,
    executor: Any = None,
) -> Report:
    """Check a student's functions on every position of 3x3.

    Each function is asked twice, in two orders, with new arguments each time. What
    it prints is not shown. A call that takes too many steps is ended; steps are
    counted, so the same code gets the same report on every machine. Only a loop
    inside one function that is written in C cannot be ended.

    A wrong answer is asked again alone, with all that the code keeps as it was at the
    beginning; a module that comes from a file is executed anew for it. One that is right then
    depends on earlier calls: the report says so and names no other mistake.

    A function is judged for itself: where it calls another function of the contract
    that is wrong, it is asked with a right one in that place. While a search is
    asked, right functions of the student answer repeated questions from memory.
    A search is asked from the end of the game backwards, because it is quick there,
    and once it has failed only about positions with four marks or more.

    Parameters
    ----------
    student : module, mapping, class, object or callable
        The student's functions: a module, ``globals()``, a namespace, an object
        with methods; or one function.
    contract : str or Contract, default "game"
        Contract by which they are written, or its name.
    tasks : str or iterable of str, optional
        Names of the functions to check; all of the contract when not given. One
        function alone is found by its own name.
    positions : int or iterable of Game, optional
        Check fewer: this many positions for each function, spread evenly (for a search
        over those with four marks or more, where they suffice), or these positions;
        all 5,478 when not given.
    progress : bool or callable, optional
        True for a progress bar on the standard output (of tqdm where that is installed),
        False for none; by default a bar on a terminal. Or a function ``progress(done, total)``.
        Unless it is False or a function, a search that will take more than 30 s is told at
        its beginning, with fewer positions to ask instead.
    executor : object or callable, optional
        Executor whose workers share the slow part of a search: anything with the
        ``submit`` of ``concurrent.futures``, of processes or a cluster, or a function that
        makes one. The report is the same as without.

    Returns
    -------
    Report
        What came of each function, with a counterexample: of a search the one nearest the
        end of the game, of any other function one with the fewest marks. Where it is known,
        the misconception behind it is named.

    Raises
    ------
    TypeError
        When an argument is of the wrong type.
    ValueError
        When there is no such contract or no such function in it, when an object that
        is no module, mapping or namespace has none of the functions, or when
        `positions` has none that is asked about.
    ExecutorError
        When the executor cannot ask.
    TravelError
        When the student's code cannot be sent to the workers.
    KeyboardInterrupt
        When a person presses Ctrl-C, or a function raises this itself.

    Examples
    --------
    >>> def terminal(board):
    ...     return None not in board
    >>> report = check(terminal, contract="flat")
    >>> print(report)
    0 of 1 functions passed.
    <BLANKLINE>
    terminal  failed        5478 checked     880 wrong
    <BLANKLINE>
    terminal(board) returned False; it should be True.
        X O O
        X . .
        X . .
    It looks as if terminal sees that the board is full, but not that somebody has won.
    """
    contract = find_contract(contract)
    if isinstance(student, str | PathLike):
        raise TypeError(
            f"student must be a module or its functions, not {brief(student)}: "
            "import the file, and pass the module"
        )
    written = _find_written(student, contract, tasks)
    wanted = _wanted(contract, tasks, written, is_alone=_is_alone(student, contract))
    if not written and not isinstance(student, Mapping | ModuleType | SimpleNamespace):
        raise ValueError(
            f"{brief(student)} has none of the functions of the contract {contract.name}: "
            f"{', '.join(function.name for function in contract.functions)}"
        )
    if isinstance(positions, Iterable) and not isinstance(positions, str):
        positions = list(positions)  # read once, used for each function
    asked = {
        function: chosen
        for function in wanted
        if (chosen := _chosen(questions(contract, function), positions))
    }
    if not asked:
        raise ValueError("positions has none that these functions are asked about")
    stream = sys.stdout
    code = StudentCode(contract, student, written)
    is_told = positions is None and (progress is None or progress is True)
    with show_progress(progress, "questions", stream) as show, Asker(contract) as asker:
        tell = _with_forecast(show, stream, asked) if is_told else show
        parts = Judge(contract, code, asker, executor).parts(asked, tell)
    return Report(contract.name, parts, _left_open(asked))


def _with_forecast(
    show: Progress, stream: TextIO, asked: Mapping[Function, Sequence[Question]]
) -> Progress:
    """Return progress that says how long a search will take, where one is asked."""
    search = next((function for function in asked if chooses(function)), None)
    if search is None:
        return show
    others = (asked[function] for function in asked if function is not search)
    fewer = _chosen(asked[search], _FEWER)
    weight = sum(map(question_weight, fewer))
    return Forecast(show, stream, sum(map(len, others)), (_FEWER, weight))


def _left_open(functions: Iterable[Function]) -> str:
    """Return a sentence that says which positions the contract leaves open."""
    after_end, before_end = [], []
    for function in functions:
        if function.asked in ("open", "moves"):
            after_end.append(function.name)
        elif function.asked == "over":
            before_end.append(function.name)
    parts = [f"{write_list(after_end)} on finished boards"] if after_end else []
    parts += [f"{write_list(before_end)} on unfinished ones"] if before_end else []
    return f"Not asked, as the contract leaves it open: {'; '.join(parts)}." if parts else ""


def _is_alone(student: Any, contract: Contract) -> bool:
    """Return whether the student is one function, and not a holder of functions."""
    return (
        callable(student)
        and not isclass(student)
        and not isinstance(student, Mapping)
        and not any(hasattr(student, function.name) for function in contract.functions)
    )


def _find_written(
    student: Any, contract: Contract, tasks: str | Iterable[str] | None
) -> dict[str, Written]:
    """Return the functions as the student wrote them, by name.

    Beside a function that is given alone these are the ones that it may call.
    """
    names = [function.name for function in contract.functions]
    if _is_alone(student, contract):
        name = _name_alone(student, contract, tasks)
        around = globals_of(student)
        found = {other: around.get(other) for other in names if other != name}
        found[name] = student  # the last one is the one that is wanted
    else:
        find_functions(student, contract)  # raises for methods of a class
        return functions_in(student, contract)
    return {name: function for name, function in found.items() if callable(function)}


def _name_alone(student: Written, contract: Contract, tasks: str | Iterable[str] | None) -> str:
    """Return the name of the contract's function that a function given alone is."""
    names = [function.name for function in contract.functions]
    given = [tasks] if isinstance(tasks, str) else None if tasks is None else list(tasks)
    if given is None:
        own = getattr(student, "__name__", None)
        given = [own] if own in names else names if len(names) == 1 else []
    if len(given) != 1:
        raise ValueError(
            f"{brief(student)} is one function: tasks must say which one of the contract "
            f"{contract.name} it is, {', '.join(names)}"
        )
    return contract.function(given[0]).name


def _wanted(
    contract: Contract,
    tasks: str | Iterable[str] | None,
    written: Mapping[str, Written],
    *,
    is_alone: bool,
) -> list[Function]:
    """Return the functions to report on, in the order of the contract."""
    if is_alone:
        *_, name = written
        return [contract.function(name)]
    if tasks is None:
        return list(contract.functions)
    if isinstance(tasks, str):
        tasks = [tasks]
    if not isinstance(tasks, Iterable):
        raise TypeError(f"tasks must be names of functions, not {brief(tasks)}")
    names = {contract.function(name).name for name in tasks}
    if not names:
        raise ValueError("tasks is empty: name at least one function, or leave it out")
    return [function for function in contract.functions if function.name in names]


def _chosen(asked: Sequence[Question], wanted: int | list[Game] | None) -> Sequence[Question]:
    """Return the questions about the positions that are wanted."""
    if wanted is None:
        return asked
    expected = f"positions must be an int of at least 1 or games of 3x3, not {brief(wanted)}"
    if isinstance(wanted, list):
        keys = set()
        for game in wanted:
            if not isinstance(game, Game) or game.rules != STANDARD:
                raise TypeError(expected)
            keys.add(game.key)
    else:
        try:
            count = as_int(wanted)
        except TypeError:
            raise TypeError(expected) from None
        if count < 1:
            raise ValueError(expected)
        keys = _spread(asked, count)
    return [question for question in asked if question.game.key in keys]


def _spread(asked: Sequence[Question], count: int) -> set[Hashable]:
    """Return the keys of so many positions, spread evenly over those that are asked about."""
    every = list(dict.fromkeys(q.game.key for q in asked))
    quick = list(dict.fromkeys(q.game.key for q in asked if not q.is_slow))
    keys = quick if count <= len(quick) else every
    return {keys[number * len(keys) // count] for number in range(min(count, len(keys)))}
