"""Check of all submissions of a course."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from tictactoe_widget.classroom.checking.runner import check
from tictactoe_widget.classroom.contracts.contract import Contract
from tictactoe_widget.classroom.contracts.registry import find_contract
from tictactoe_widget.matches.executors import ExecutorError
from tictactoe_widget.matches.progress import Progress, show_progress
from tictactoe_widget.matches.travel import TravelError, pack_player
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.validation.arguments import as_int, as_seconds
from tictactoe_widget.validation.quoting import brief, visible

from .apart import Errand, ErrandResult, Limits
from .course_report import CourseReport
from .course_results import Submission, shared_functions
from .keeping import Keeper
from .reading import checked_outcome, read_report
from .sharing import check_here, check_on, core_count
from .submissions import HandedIn, find_submissions

_LEAST_MEMORY = 200_000_000
"""Least memory in bytes with which Python can check anything."""


def check_all(  # noqa: PLR0913 - the arguments of `check`, and how to check many
    submissions: str | PathLike[str] | Mapping[str, Any],
    contract: str | Contract = "game",
    tasks: str | Iterable[str] | None = None,
    positions: int | Iterable[Game] | None = None,
    *,
    executor: Any = None,
    workers: int | None = None,
    seconds: float = 300.0,
    memory: int = 2_000_000_000,
    resume: str | PathLike[str] | None = None,
    progress: bool | Progress | None = None,
) -> CourseReport:
    r"""Check the submissions of a course, each in a process of its own.

    A submission that never ends, kills its process or needs too much memory is named with
    the reason, and the others are checked. Each works in a copy of its files, without input
    and output, and imports no file of another. This keeps accidents apart; it is no prison
    for code that wants to do harm, which may do whatever you may do.

    The report does not depend on the executor, the number of workers or the order. It may
    on the limits: what takes about as long as it may can end on either side.

    Parameters
    ----------
    submissions : str, path or mapping
        A folder: each ``.py`` file in it is a submission, which goes by its name and is
        checked alone, and so is each folder in it, with all its files. Such a folder holds
        one module at its top, or several of which one is ``tictactoe.py``. Hidden files and
        links in it are left out. Or a mapping from names to files, folders, modules that
        come from a file, or source texts.
    contract : str or Contract, default "game"
        Contract by which they are written, or its name.
    tasks : str or iterable of str, optional
        Names of the functions to check; all of the contract when not given.
    positions : int or iterable of Game, optional
        Check fewer positions, as in `check`.
    executor : object or callable, optional
        What checks: anything with the method ``submit`` of ``concurrent.futures``, or a
        function that makes one, as for `play_tournament`. Each submission has a process of
        its own there too. By default this computer.
    workers : int, optional
        Number of submissions that are checked side by side without an executor; by default
        one for each core.
    seconds : float, default 300
        Time that a submission may compute, in seconds; one that waits may take twice as long.
        Windows counts no time of computing, only the time in all. On Linux the time that a
        submission waits for a processor is left out.
    memory : int, default 2,000,000,000
        Memory that a submission may have, in bytes, Python included. Windows and macOS
        cannot limit it; the report says so.
    resume : str or path, optional
        File in which the findings are kept as they come. The next call with it goes on from
        there: it checks what is missing, or whose files have changed, or all where the
        contract, the tasks, the positions or the version of this package have. With other
        limits it tries again what was not checked. Delete it where a contract of your own
        has changed.
    progress : bool or callable, optional
        True for a bar of the submissions on the standard error (of tqdm where that is
        installed), False for none; by default a bar on a terminal. Or a function
        ``progress(done, total)``.

    Returns
    -------
    CourseReport
        Who passes what, which misconceptions there are, and what could not be checked.

    Raises
    ------
    TypeError
        When an argument is of the wrong type.
    ValueError
        When there are no submissions, `check` refuses an argument, or the file `resume`
        holds something else.
    FileNotFoundError
        When there is no such folder or file.
    RuntimeError
        When Python can start no process, as in a web page.
    ExecutorError
        When the executor cannot check.
    TravelError
        When the contract cannot be sent to other processes.
    KeyboardInterrupt
        When a person presses Ctrl-C; what was checked is kept in the file `resume`.

    Examples
    --------
    >>> ada = "def player(board):\n    return 'XO'[board.count(None) % 2 == 0]\n"
    >>> ben = "def player(board):\n    return 'X'\n"
    >>> report = check_all({"ada": ada, "ben": ben}, "flat", "player", positions=100)
    >>> report.passing, report.failing["player"]
    (('ada',), ('ben',))
    >>> report["ben"].report.parts[0].diagnosis
    'always names X'
    """
    if sys.platform == "emscripten" or not sys.executable:
        raise RuntimeError(
            "check_all needs processes, which Python in a web page has not: run it in a "
            "Jupyter of your computer, or give each module to check"
        )
    contract = find_contract(contract)
    if isinstance(tasks, Iterable) and not isinstance(tasks, str):
        tasks = tuple(tasks)
    positions = list(positions) if isinstance(positions, Iterable) else positions
    # Of nobody's functions: what is wrong with the arguments is said now, and once.
    blank = check({}, contract, tasks, positions, progress=False)
    functions = tuple(part.name for part in blank.parts)
    limits = Limits(seconds=as_seconds(seconds), memory=_as_memory(memory))
    most = core_count() if workers is None else _as_worker_count(workers)
    found = find_submissions(submissions)
    kind = [_version(), contract.name, type(contract).__qualname__]
    file = None if resume is None else Path(resume)
    keeper = Keeper(file, [*kind, *functions, _as_texts(positions)], limits)
    outcomes = _known_outcomes(found, keeper)
    asked = pack_player((contract, tasks, positions), f"the contract {contract.name}")
    errands = {
        one.name: Errand(main=one.main, files=one.files, asked=asked, limits=limits)
        for one in found
        if one.name not in outcomes
    }
    ended = check_here(errands, most) if executor is None else check_on(executor, errands)
    with show_progress(progress, "submissions", sys.stderr) as show:
        show(len(outcomes), len(found))
        try:
            for one, outcome in _cleaned(ended, found):
                outcomes[one.name] = outcome
                keeper.add(one, outcome)
                show(len(outcomes), len(found))
        except ExecutorError as error:
            error.add_note(f"{len(outcomes)} of {len(found)} submissions were checked{keeper}")
            raise
    return _report(contract, functions, {one.name: outcomes[one.name] for one in found})


def _as_worker_count(value: int) -> int:
    expected = f"workers must be an int of at least 1, not {brief(value)}"
    try:
        count = as_int(value)
    except TypeError:
        raise TypeError(expected) from None
    if count < 1:
        raise ValueError(expected)
    return count


def _as_memory(value: int) -> int:
    expected = f"memory must be an int of at least {_LEAST_MEMORY:,} bytes, not {brief(value)}"
    try:
        size = as_int(value)
    except TypeError:
        raise TypeError(expected) from None
    if size < _LEAST_MEMORY:
        raise ValueError(expected)
    return size


def _version() -> str:
    """Return the version of this package."""
    version: str = vars(sys.modules[__name__.partition(".")[0]])["__version__"]
    return version


def _as_texts(positions: int | list[Game] | None) -> object:
    """Return the positions as JSON can write them."""
    if not isinstance(positions, list):
        return None if positions is None else as_int(positions)
    return sorted({game.to_text() for game in positions})


def _known_outcomes(found: Iterable[HandedIn], keeper: Keeper) -> dict[str, ErrandResult]:
    """Return what is known of submissions without a check, by name."""
    known = {}
    for one in found:
        outcome = keeper.find(one) if one.trouble is None else {"trouble": one.trouble}
        if outcome is not None:
            known[one.name] = outcome
    return known


def _cleaned(
    ended: Iterable[tuple[str, ErrandResult]], found: Iterable[HandedIn]
) -> Iterator[tuple[HandedIn, ErrandResult]]:
    """Pair outcomes with their submissions; end where nothing can be checked."""
    by_name = {one.name: one for one in found}
    for name, outcome in ended:
        if "problem" in outcome:
            raise TravelError(
                f"the processes cannot load the contract: {visible(outcome['problem'])} "
                "(its module must be installed where they run)"
            )
        yield by_name[name], checked_outcome(outcome)


def _report(
    contract: Contract, functions: tuple[str, ...], outcomes: Mapping[str, ErrandResult]
) -> CourseReport:
    cells = [str(contract.encode_move(cell)) for cell in range(STANDARD.cell_count)]
    submissions = tuple(
        Submission(
            name,
            read_report(outcome["report"], cells) if "report" in outcome else None,
            outcome.get("trouble"),
        )
        for name, outcome in outcomes.items()
    )
    return CourseReport(
        contract=contract.name,
        function_names=functions,
        submissions=submissions,
        same_functions=shared_functions(
            {name: outcome.get("written", {}) for name, outcome in outcomes.items()}
        ),
        is_memory_limited=all(
            outcome.get("is_memory_limited", True) for outcome in outcomes.values()
        ),
    )
