"""Run a student's functions on every 3x3 position, and report what is wrong."""

import sys
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
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
from tictactoe_widget.sandbox.snapshots import Snapshot
from tictactoe_widget.texts import join_and, join_or, join_sentences
from tictactoe_widget.validation import as_int, brief, find_similar

from .findings import AskSlow, Findings, Tell, ask_all, ask_in_turn, ask_workers, pack_code
from .misconceptions import Order, diagnose, in_order_of_cells
from .questions import SLOW_BELOW, Asker, Outcome, Question, chooses, questions
from .report import Part, Report
from .student_code import (
    Calls,
    StudentCode,
    Written,
    code_of,
    functions_in,
    globals_of,
    noting_student_calls,
    noting_wrapper,
)
from .verdict import Alone, asked_alone, failed_part, passed_part

# Forecast of how long checking a search will take, shown soon after the check begins.

_LEAST_SAMPLE = 2_000
# Number of positions to visit before a search's speed is estimated.
_LONG = 30.0
# A forecast is shown only for a check that takes at least this long, in seconds.


class Forecast:
    """Progress display that prints one estimate of how long a slow search will take.

    Parameters
    ----------
    show : callable
        Progress display to update.
    stream : text stream
        Stream to which the estimate is written.
    start : int
        Number of items that are already done when the search begins.
    fewer : tuple of int
        Number of positions to suggest (fewer than were requested), and the total number of
        items in a check of that many positions.
    clock : callable, default perf_counter
        Function that returns the time in seconds.
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
        """Update the progress display with the number of finished items and the total."""
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
        shorter = describe_time(max(1.0, pace * weight))
        self._stream.write(
            "\nChecking the search in every position could take another "
            f"{describe_time(pace * rest)}. It takes less time if the search prunes branches "
            f"or remembers positions. With positions={positions}, it takes about {shorter}. "
            "With an executor, several processes share the work.\n"
        )
        self._stream.flush()


_FEWER = 500
# Number of positions to suggest if checking all positions takes a long time.


def check(  # noqa: PLR0913 - all but the student have defaults
    student: Any,
    contract: str | Contract = "game",
    tasks: str | Iterable[str] | None = None,
    positions: int | Iterable[Game] | None = None,
    progress: bool | Progress | None = None,
    *,
    executor: Any = None,
) -> Report:
    """Check a student's functions on every 3x3 position.

    The check asks each function every question, and then repeats the questions in reverse
    order. If the code clearly keeps no state between calls, the check repeats only some
    questions. Each call gets new arguments. Anything that a function prints is hidden. The
    check stops any call that takes too many steps. Because the check counts steps rather than
    seconds, the same code gets the same report on every computer. However, the check cannot
    stop a loop inside a function written in C.

    After a wrong answer, the check resets any state that the student's code keeps, and repeats
    the question. If the code is a module loaded from a file, the check executes the module
    again. If the second answer is right, the report says only that the function's answers
    depend on earlier calls.

    The check judges each function separately. If a function calls another function that is
    wrong, the check replaces the wrong function with a correct one. During a search, the check
    remembers what the student's correct functions returned, so repeated calls are quick. The
    check first tests a search on positions near the end of the game, where searching is quick.
    After a search has given a wrong answer, the check uses only positions with at least four
    marks.

    Parameters
    ----------
    student : module, mapping, class, object or callable
        The student's functions: a module, ``globals()``, a namespace, an object with methods,
        or one function.
    contract : str or Contract, default "game"
        Course interface that the student's functions implement, or the interface's name.
    tasks : str or iterable of str, optional
        Names of the functions to check. By default, the check covers all functions in the
        contract. If `student` is a single function, the default is its own name.
    positions : int or iterable of Game, optional
        Number of positions on which to check a search, or the positions to use for all
        functions. If you pass a number, the check selects evenly spaced positions from all
        5,478. Positions with fewer than four marks are selected only if necessary. Functions
        that don't search are quick, so they are checked on all positions even if you pass a
        number. By default, the check uses all positions.
    progress : bool or callable, optional
        True for a progress bar on standard output, False for no bar, or a function
        ``progress(done, total)``. If tqdm is installed, it draws the bar. By default, a
        progress bar appears after one second in a terminal and after ten seconds in a notebook.
        If a search will take more than 30 s, the check soon shows an estimate and suggests
        checking fewer positions. If `progress` is False or a function, no estimate is shown.
    executor : object or callable, optional
        Executor that runs the slow searches, or a function that creates an executor. An
        executor is any object that has a ``submit`` method, as in ``concurrent.futures``, and
        runs calls in processes or on a cluster. The report is the same with and without an
        executor.

    Returns
    -------
    Report
        Result for each function. For a wrong function, the report includes a counterexample
        and, if known, the misconception that explains the wrong answers. The counterexample is
        the wrong answer with the fewest marks on the board (for a search, with the fewest empty
        cells). The counterexample is about an illegal move only if all answers about legal
        moves are right.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If the contract or a function does not exist, if `student` has none of the functions, or
        if no question can be asked about any of the `positions`.
    ExecutorError
        If the executor cannot run the submitted calls.
    TravelError
        If the student's code cannot be sent to the executor's workers.
    KeyboardInterrupt
        If you press Ctrl-C, or if a student's function raises KeyboardInterrupt itself.

    Examples
    --------
    >>> def terminal(board):
    ...     return None not in board
    >>> report = check(terminal, contract="flat")
    >>> print(report)
    0 of 1 function passed.
    <BLANKLINE>
    terminal  failed        5478 checked     880 wrong
    <BLANKLINE>
    terminal(board) returned False. It should return True. X has a complete line.
        X O O
        X . .
        X . .
    Likely mistake in terminal: The function recognizes a full board, but not a win.
    """
    contract = find_contract(contract)
    if isinstance(student, str | PathLike):
        raise TypeError(
            f"student must be a module or its functions, not {brief(student)}: "
            "import the file, and pass the module"
        )
    written, wanted = _find_written(student, contract, tasks)
    if not written and not isinstance(student, Mapping | ModuleType | SimpleNamespace):
        raise ValueError(
            f"student must define at least one function of the contract {contract.name} "
            f"({', '.join(function.name for function in contract.functions)}), but "
            f"{brief(student)} defines none"
        )
    if isinstance(positions, Iterable) and not isinstance(positions, str):
        positions = list(positions)  # an iterator can be read only once, so it is copied
    asked = {
        function: chosen
        for function in wanted
        if (chosen := _chosen(questions(contract, function), positions))
    }
    if not asked:
        raise ValueError(
            "positions must contain at least one position that tests "
            f"{join_or(function.name for function in wanted)}, not {brief(positions)}"
        )
    stream = sys.stdout
    code = StudentCode(contract, student, written)
    is_told = positions is None and (progress is None or progress is True)
    with show_progress(progress, "questions", stream) as show, Asker() as asker:
        tell = _with_forecast(show, stream, asked) if is_told else show
        parts = _Judge(contract, code, asker, executor).parts(asked, tell)
    is_sampled = positions is not None and not isinstance(positions, list)
    return Report(contract.name, parts, _left_open(asked, is_sampled=is_sampled))


def _with_forecast(
    show: Progress, stream: TextIO, asked: Mapping[Function, Sequence[Question]]
) -> Progress:
    """Return a progress display that also estimates how long a slow search will take."""
    search = next((function for function in asked if chooses(function)), None)
    if search is None:
        return show
    others = (asked[function] for function in asked if function is not search)
    fewer = _chosen(asked[search], _FEWER)
    weight = sum(question.weight for question in fewer)
    return Forecast(show, stream, sum(map(len, others)), (_FEWER, weight))


def _left_open(functions: Mapping[Function, Sequence[Question]], *, is_sampled: bool) -> str:
    """Return sentences that describe which positions the check left out.

    The check leaves out positions for which the contract defines no answers. If the check
    selected the positions itself, it also leaves out positions in which a search is slow.
    """
    after_end = [f.name for f in functions if f.asked in ("open", "moves")]
    before_end = [f.name for f in functions if f.asked == "over"]
    sentences = []
    if after_end:
        sentence = (
            f"The contract defines no answers for {join_and(after_end)} on finished "
            "boards, so the "
            "check left these boards out."
        )
        sentences.append(sentence)
    if before_end:
        sentence = (
            f"The contract defines no answers for {join_and(before_end)} on unfinished "
            "boards, so "
            "the check left these boards out."
        )
        sentences.append(sentence)
    quick = [
        f.name for f in functions if chooses(f) and not any(q.is_slow for q in functions[f])
    ]
    if quick and is_sampled:
        sentence = (
            f"The check left out boards with fewer than {SLOW_BELOW} marks for "
            f"{join_and(quick)}, because "
            "a search is slow there."
        )
        sentences.append(sentence)
    return join_sentences(*sentences)


def _is_alone(student: Any, contract: Contract) -> bool:
    """Return True if `student` is one function, not an object that contains functions."""
    return (
        callable(student)
        and not isclass(student)
        and not isinstance(student, Mapping)
        and not any(hasattr(student, function.name) for function in contract.functions)
    )


def _find_written(
    student: Any, contract: Contract, tasks: str | Iterable[str] | None
) -> tuple[dict[str, Written], list[Function]]:
    """Return a student's functions by name, and a list of the functions to report on.

    If `student` is a single function, the dict also contains other functions that it can call.
    """
    if not _is_alone(student, contract):
        find_functions(student, contract)  # refuses instance methods of a class
        return functions_in(student, contract), _wanted(contract, tasks)
    name = _name_alone(student, contract, tasks)
    around = globals_of(student)
    written = {f.name: around[f.name] for f in contract.functions if f.name in around}
    found = {other: function for other, function in written.items() if callable(function)}
    return {**found, name: student}, [contract.function(name)]


def _name_alone(student: Written, contract: Contract, tasks: str | Iterable[str] | None) -> str:
    """Return the name of the contract's function that the single function implements."""
    names = [function.name for function in contract.functions]
    given = [tasks] if isinstance(tasks, str) else None if tasks is None else list(tasks)
    if given is None:
        own = getattr(student, "__name__", None)
        given = [own] if own in names else names if len(names) == 1 else []
    if len(given) != 1:
        raise ValueError(
            f"tasks must name one function ({', '.join(names)}), because student is a "
            f"single function ({brief(student)})"
        )
    return contract.function(given[0]).name


def _wanted(contract: Contract, tasks: str | Iterable[str] | None) -> list[Function]:
    """Return the functions to report on, in the contract's order."""
    if tasks is None:
        return list(contract.functions)
    if isinstance(tasks, str):
        tasks = [tasks]
    if not isinstance(tasks, Iterable):
        raise TypeError(f"tasks must be function names, not {brief(tasks)}")
    names = {contract.function(name).name for name in tasks}
    if not names:
        raise ValueError(
            "tasks must contain at least one function name: to check all functions, "
            "leave tasks out"
        )
    return [function for function in contract.functions if function.name in names]


def _chosen(asked: Sequence[Question], wanted: int | list[Game] | None) -> Sequence[Question]:
    """Select the questions for the requested positions.

    If `wanted` is a number, it limits only the questions for a search.
    """
    if wanted is None:
        return asked
    expected = f"positions must be 3x3 games or an int of at least 1, not {brief(wanted)}"
    if isinstance(wanted, list):
        if not all(isinstance(game, Game) and game.rules == STANDARD for game in wanted):
            raise TypeError(expected)
        keys = {game.key for game in wanted}
    else:
        try:
            count = as_int(wanted)
        except TypeError:
            raise TypeError(expected) from None
        if count < 1:
            raise ValueError(expected)
        if not chooses(asked[0].function):
            return asked
        keys = _spread(asked, count)
    return [question for question in asked if question.game.key in keys]


def _spread(asked: Sequence[Question], count: int) -> set[Hashable]:
    """Select `count` evenly spaced positions that have questions, and return their keys."""
    every = list(dict.fromkeys(q.game.key for q in asked))
    quick = list(dict.fromkeys(q.game.key for q in asked if not q.is_slow))
    keys = quick if count <= len(quick) else every
    return {keys[number * len(keys) // count] for number in range(min(count, len(keys)))}


# Judging a student's functions, and finding the helpers that each function calls.

_MOST_ALIKE = 500
# Maximum number of wrong answers to compare with the answers that the student's own code gives.
_MARKS_OF_SAMPLES = (5, 6)
# To find a search's helpers, the check observes searches of boards with these numbers of marks.

_MOST_LISTED = 20
# Maximum number of function names in the message about a missing function.

Wrong = Mapping[str, Findings]  # findings about wrong functions, by name


class _Judge:
    """Judge that checks each of a student's functions separately.

    Parameters
    ----------
    contract : Contract
        Course interface that the student's functions implement.
    code : StudentCode
        Student's functions and the module or object that contains them.
    asker : Asker
        Context in which the functions are called.
    executor : object or callable, optional
        Executor for the slow questions, or a function that creates an executor.
    """

    def __init__(
        self, contract: Contract, code: StudentCode, asker: Asker, executor: Any = None
    ) -> None:
        self._contract = contract
        self._code = code
        self._executor = executor
        self._packed = None if executor is None else pack_code(contract, code)
        self._snapshot = code.snapshot()
        self._asker = asker
        self._codes = {code_of(function): name for name, function in code.written.items()}
        self._fewest = 0
        self._others: dict[tuple[str, int], Findings] = {}

    def parts(
        self, asked: Mapping[Function, Sequence[Question]], show: Progress
    ) -> tuple[Part, ...]:
        """Ask each function its questions, and return the results."""
        weights = {f: sum(question.weight for question in asked[f]) for f in asked}
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

    def _part(self, function: Function, asked: Sequence[Question], tell: Tell) -> Part:
        name = function.name
        if name not in self._code.written:
            return Part(name, False, 0, 0, note=self._why_missing(name))
        self._fewest = min(question.game.move_count for question in asked)
        findings = self._judge(asked, tell)
        if len(asked) == len(questions(self._contract, function)):
            self._others[name, 0] = findings
        if findings.blocked_by:
            return passed_part(findings)
        has_changed = self._snapshot.has_changed()
        self._snapshot.restore()
        asked_again = asked_alone(
            findings, has_changed=has_changed, is_complete=self._snapshot.is_complete
        )
        if not asked_again and not findings.wrong:
            return passed_part(findings)
        snapshot = self._anew[1]
        try:
            return self._verdict(findings, asked_again)
        finally:
            snapshot.restore()

    @cached_property
    def _anew(self) -> tuple[StudentCode, Snapshot]:
        """Student's code, executed again if possible, and a snapshot of the code's state."""
        code = self._code.execute_anew(self._asker.execute)
        return (self._code, self._snapshot) if code is None else (code, code.snapshot())

    def _verdict(self, findings: Findings, asked: Sequence[Question]) -> Part:
        """Ask some questions again, each on its own, and return the function's result."""
        code, snapshot = self._anew
        stand_ins = code.stand_ins(self._asker, findings.replaced, findings.memoized)
        with code.standing_in(stand_ins):
            ask = partial(self._asker.ask, code.adapted(findings.function))
            alone = Alone(ask, code.snapshot(), asked)
            if not findings.wrong and not alone.wrong:
                return passed_part(findings)
        own = self._answered_alike(code, findings, alone)
        with code.standing_in(stand_ins):
            is_certain = code is not self._code or snapshot.is_complete
            written = code_of(code.written[findings.function.name])
            has_star = written is not None and written.co_kwonlyargcount > 0
            order = self._order(code, stand_ins)
            explain = partial(diagnose, order=order, has_star=has_star)
            return failed_part(findings, alone, own, explain, is_certain=is_certain)

    def _answered_alike(
        self, code: StudentCode, findings: Findings, alone: Alone
    ) -> Question | None:
        """Return the first question to which the unchanged code gives the same wrong answer.

        The wrong answers in `alone` were given while correct functions replaced some of the
        student's own functions.
        """
        if not findings.replaced:
            return None
        ask = partial(self._asker.ask, code.adapted(findings.function))
        wrong = [question for question in findings.asked if question in alone.wrong]
        wrong.sort(key=lambda question: not question.is_legal)
        with code.standing_in(code.stand_ins(self._asker, (), findings.memoized)):
            snapshot = code.snapshot()
            for question in wrong[:_MOST_ALIKE]:
                snapshot.restore()
                if ask(question) == alone.wrong[question]:
                    return question
        return None

    def _order(self, code: StudentCode, stand_ins: Mapping[str, Written]) -> Order:
        """Return a function that lists moves in the same order as the student's code."""
        function = next((f for f in self._contract.functions if f.role == "actions"), None)
        if function is None or function.name in self._code.absent:
            return in_order_of_cells
        written = stand_ins.get(function.name) or code.adapted(function)
        contract, asker = self._contract, self._asker
        return lambda game: (
            asker.moves_in_order(written, Question(contract, function, game))
            or game.legal_moves
        )

    def _why_missing(self, name: str) -> str:
        student = self._code.student
        if isinstance(student, Mapping):
            found, written = student.get(name), list(student)
        else:
            found, written = getattr(student, name, None), dir(student)
        if found is not None:
            return f"{name} must be a function, not {brief(found)}."
        others = [one for one in written if isinstance(one, str) and one != name]
        there = self._code.own_functions
        sentences = [
            f"There is no function {name}, only {join_and(there[:_MOST_LISTED])}."
            if there
            else f"There is no function {name}."
        ]
        if similar := find_similar(name, others):
            sentences.append(f"Did you mean {similar}?")
        return join_sentences(*sentences)

    def _judge(self, asked: Sequence[Question], tell: Tell = lambda _: None) -> Findings:
        """Ask a function its questions while correct helpers replace any wrong ones."""
        function = asked[0].function
        if chooses(function):
            return self._judge_search(asked, tell)
        findings = self._ask_all(asked, tell)
        if findings.wrong:
            # Store the findings before checking the helpers. Otherwise, checking two functions
            # that call each other would never end.
            self._others.setdefault((function.name, self._fewest), findings)
            wrong = self._helpers([findings.first_wrong])[1]
            if wrong:
                replaced = self._ask_with_right(asked, wrong, tell)
                # Some answers are right with the student's own helpers, but wrong with correct
                # helpers. So the student's helpers don't follow the contract's conventions.
                right = findings.asked.keys() - findings.wrong.keys()
                if (
                    replaced.wrong.keys() & right
                    and not replaced.blocked_by
                    and not wrong.keys() & self._code.absent
                ):
                    replaced.blocked_by = tuple(wrong)
                return replaced
        return findings

    def _judge_search(self, asked: Sequence[Question], tell: Tell) -> Findings:
        every = questions(self._contract, asked[0].function)
        samples = {q.game.move_count: q for q in every if not q.game.is_over}
        used, wrong = self._helpers([samples[marks] for marks in _MARKS_OF_SAMPLES])
        misleading = {name: found for name, found in wrong.items() if found.misleads}
        findings = self._search_with_right(asked, used, misleading, tell)
        if findings.wrong and misleading.keys() != wrong.keys():
            # A search can rely on the exceptions that illegal moves raise.
            replaced = self._search_with_right(asked, used, wrong, tell)
            return findings if replaced.wrong else replaced
        return findings

    def _search_with_right(
        self, asked: Sequence[Question], used: set[str], wrong: Wrong, tell: Tell
    ) -> Findings:
        """Ask a search its questions with quick, correct helpers.

        Wrong helpers are replaced, and right helpers are memoized.
        """
        own = {name: self._code.written[name] for name in sorted(used - wrong.keys())}
        memos = self._code.quick(own)
        with self._code.standing_in(memos):
            return self._ask_with_right(asked, wrong, tell, tuple(memos))

    def _helpers(self, asked: Sequence[Question]) -> tuple[set[str], Wrong]:
        """Return the names of a function's helpers, and findings about the wrong ones.

        A wrong helper can keep other helpers from being called. So this method replaces wrong
        helpers with correct ones until it finds no more wrong helpers.
        """
        used: set[str] = set()
        wrong: Wrong = {}
        while True:
            with self._code.standing_in(self._code.right(self._asker, wrong)):
                for question in asked:
                    used |= self._used_at(question)
            found = self._wrong_among(used)
            if found.keys() == wrong.keys():
                return used, wrong
            wrong = found

    def _ask_with_right(
        self,
        asked: Sequence[Question],
        wrong: Wrong,
        tell: Tell,
        memoized: tuple[str, ...] = (),
    ) -> Findings:
        """Ask a function its questions while correct helpers replace the given wrong ones."""
        right = self._code.right(self._asker, wrong)
        with self._code.standing_in(self._code.quick(right)):
            ask_slow = self._ask_slow(asked[0].function, tuple(wrong), memoized)
            findings = self._ask_all(asked, tell, ask_slow)
            if findings.wrong and wrong:
                question = findings.first_wrong
                entered = self._entered(question.function, self._calls_at(question))
                findings.blocked_by = tuple(
                    name for name in wrong if name in entered or right[name].was_misused
                )
        findings.replaced, findings.memoized = tuple(wrong), memoized
        findings.unwritten = wrong.keys().isdisjoint(self._code.written)
        return findings

    def _ask_slow(
        self, function: Function, replaced: tuple[str, ...], memoized: tuple[str, ...]
    ) -> AskSlow | None:
        """Return a function that sends slow questions to the executor, if there is one."""
        if self._packed is None or not chooses(function):
            return None
        task = replace(
            self._packed, function=function.name, replaced=replaced, memoized=memoized
        )
        in_turn = partial(ask_in_turn, partial(self._asker.ask, self._code.adapted(function)))
        snapshot, printed = self._code.snapshot(), self._asker.printed_line_count

        def ask_slow(
            slow: Sequence[Question], tell: Tell
        ) -> Iterable[tuple[Question, Outcome]]:
            # Functions that print or keep state are called in this process, so that the report
            # is the same with and without an executor.
            if snapshot.has_changed() or self._asker.printed_line_count > printed:
                return in_turn(slow, tell)
            return ask_workers(self._executor, task, slow, tell) or in_turn(slow, tell)

        return ask_slow

    def _wrong_among(self, names: Iterable[str]) -> dict[str, Findings]:
        """Return findings about each named function that is wrong."""
        wrong = {}
        for other in self._contract.functions:
            if other.name in names and other.name in self._code.absent:
                wrong[other.name] = Findings()
            elif other.name in names:
                found = self._others.get((other.name, 0))
                found = found or self._others.get((other.name, self._fewest))
                if found is None:
                    found = self._judge(self._that_matter(other))
                    self._others[other.name, self._fewest] = found
                if found.wrong:
                    wrong[other.name] = found
        return wrong

    def _that_matter(self, function: Function) -> Sequence[Question]:
        """Return the questions for positions in which other functions can call this function.

        Because a search never removes marks, positions with fewer marks than its first position
        don't matter.
        """
        every = questions(self._contract, function)
        return [q for q in every if q.game.move_count >= self._fewest] or every

    def _used_at(self, question: Question) -> set[str]:
        """Return the names of the other contract functions that a function calls.

        Calls to missing functions can't be observed. So a missing function counts as called if
        its name appears in any of the student's functions that ran.
        """
        calls = self._calls_at(question)
        named = {
            name
            for name in self._code.absent
            if calls.mentions(name, self._code.namespaces, as_method=self._code.has_methods)
        }
        return self._entered(question.function, calls) | (named - {question.function.name})

    def _calls_at(self, question: Question) -> Calls:
        function = question.function
        with noting_student_calls() as calls:
            wrappers = {
                name: noting_wrapper(name, written, calls)
                for name, written in self._code.written.items()
                if name != function.name
            }
            with self._code.standing_in(wrappers):
                self._asker.ask(self._code.adapted(function), question)
        return calls

    def _entered(self, function: Function, calls: Calls) -> set[str]:
        """Return the names of the contract's other functions that were called."""
        own = code_of(self._code.written[function.name])
        return calls.called | {
            self._codes[code] for code in calls.codes if code in self._codes and code != own
        }

    def _ask_all(
        self, asked: Sequence[Question], tell: Tell, ask_slow: AskSlow | None = None
    ) -> Findings:
        printed = self._asker.printed_line_count
        ask = partial(self._asker.ask, self._code.adapted(asked[0].function))
        findings = ask_all(ask, asked, tell, self._code.snapshot(), ask_slow)
        findings.printed_line_count = self._asker.printed_line_count - printed
        return findings
