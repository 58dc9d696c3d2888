"""Traces: trees of all the recursive calls that a student's search makes."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR, Parameter, signature
from types import CellType, CodeType, FunctionType, GeneratorType, MappingProxyType
from typing import Any

from tictactoe_widget.classroom.contracts.contract import Contract
from tictactoe_widget.classroom.contracts.courses import find_contract
from tictactoe_widget.rules.game import Game, as_game
from tictactoe_widget.validation import as_tuple, check_int, describe_error, visible

from .discovery import Routine, Search, find_search
from .entries import Recorder, plain_entry
from .record import CallTree, Record

# Making functions report their calls inside a ``with`` block. Each function keeps its identity,
# its defaults and its closure. Only the function's code object is replaced. The new code
# reports each call and runs the original code. If a search defines functions in each call,
# Python makes them from constants in the outer code, so these constants are replaced, too. At
# the end, every function gets its original code back.
#
# ``sys.setprofile`` and ``sys.monitoring`` can report calls as well, but take longer (see
# ``benchmarks/trace_hooks.py``). Only for generators is ``sys.monitoring`` about as fast.
# ``sys.setprofile`` can't distinguish an exception from a result.


@contextmanager
def recording(recorder: Recorder, search: Search) -> Iterator[None]:
    """Inside a ``with`` block, record every call that a search makes.

    Parameters
    ----------
    recorder : Recorder
        Recorder that receives the calls.
    search : Search
        Search whose functions are recorded.
    """
    recorded = {id(routine.code): routine for routine in search.routines}
    codes = [
        (function, routine.code, code)
        for routine in search.reached
        if (code := _reporting(routine.code, recorded, recorder)) is not routine.code
        for function in routine.functions
    ]
    depth = sys.getrecursionlimit()
    try:
        for function, _, code in codes:
            function.__code__ = code
        # A reported call needs two frames instead of one.
        sys.setrecursionlimit(2 * depth)
        yield
    finally:
        if sys.getrecursionlimit() == 2 * depth:
            sys.setrecursionlimit(depth)
        for function, code, _ in codes:
            function.__code__ = code


_MOST_TEMPLATES = 100  # maximum number of compiled templates that are kept for later searches
_TEMPLATE = """
def _around():
    {free}
    def _reporting({parameters}):
        def _original():
            return {names}
        _trace_begin = "begin"
        _trace_call = _trace_begin(({values}))
{run}
"""
# Later, the hooks replace "begin" and the other placeholders among the constants.
_RUN = """
        try:
            _trace_value = _original({passed})
        except BaseException as _trace_error:
            _trace_failed = "failed"
            _trace_failed(_trace_call, _trace_error)
            raise
        _trace_returned = "returned"
        return _trace_returned(_trace_call, _trace_value)
"""
_RUN_GENERATOR = """
        _trace_run = "run"
        return (yield from _trace_run(_trace_call, _original({passed})))
"""


def _reporting(code: CodeType, recorded: dict[int, Routine], recorder: Recorder) -> CodeType:
    """Return code that reports its own calls, and calls to functions defined inside it."""
    constants = tuple(
        _reporting(constant, recorded, recorder) if isinstance(constant, CodeType) else constant
        for constant in code.co_consts
    )
    body = code
    if any(new is not old for new, old in zip(constants, code.co_consts, strict=True)):
        body = code.replace(co_consts=constants)
    if id(code) not in recorded or code.co_flags & (CO_COROUTINE | CO_ASYNC_GENERATOR):
        return body
    made = _compiled(_template(code))
    hooks: dict[object, object] = {
        "begin": recorder.reporter(recorded[id(code)]),
        "failed": recorder.failed,
        "returned": recorder.returned,
        "run": recorder.run,
    }
    return made.replace(
        co_consts=tuple(
            body if isinstance(constant, CodeType) else hooks.get(constant, constant)
            for constant in made.co_consts
        ),
        co_filename=code.co_filename,
        co_name=code.co_name,
        co_qualname=code.co_qualname,
        co_firstlineno=code.co_firstlineno,
    )


@lru_cache(_MOST_TEMPLATES)
def _compiled(template: str) -> CodeType:
    """Compile a template, and return the code of the function that it defines."""
    return _inner_code(_inner_code(compile(template, "<trace>", "exec")))


def _inner_code(code: CodeType) -> CodeType:
    return next(constant for constant in code.co_consts if isinstance(constant, CodeType))


_PASSED: dict[object, str] = {
    Parameter.VAR_POSITIONAL: "*{0}",
    Parameter.KEYWORD_ONLY: "{0}={0}",
    Parameter.VAR_KEYWORD: "**{0}",
}


def _template(code: CodeType) -> str:
    """Return source text for a function with the parameters and free names of `code`."""
    cells = tuple(CellType() for _ in code.co_freevars)
    own = signature(FunctionType(code, {}, closure=cells))
    passed = [_PASSED.get(one.kind, "{0}").format(name) for name, one in own.parameters.items()]
    names = ", ".join(code.co_freevars)
    run = _RUN_GENERATOR if code.co_flags & CO_GENERATOR else _RUN
    return _TEMPLATE.format(
        free=" = ".join((*code.co_freevars, "None")) if names else "pass",
        parameters=str(own)[1:-1],
        names=f"({names},)" if names else "None",
        values="".join(f"{value}, " for value in code.co_varnames[: len(own.parameters)]),
        run=run.format(passed=", ".join(passed)),
    )


LIMIT = 50_000  # default maximum number of calls that a record keeps


def trace(  # noqa: PLR0913 - options for the search and for the record
    search: Callable[..., Any],
    game: Game,
    contract: str | Contract = "game",
    *,
    arguments: Iterable[Any] = (),
    limit: int = LIMIT,
    functions: str | Iterable[str] = (),
) -> Record:
    """Run a search on a position, and record its recursive calls.

    While the search runs, its functions are modified to report their calls. After the search,
    the functions are restored. If a cache such as ``functools.cache`` returns a stored result,
    that does not count as a call. `trace` first empties the ``functools`` caches of the
    search's own functions, so that a second trace gives the same result.

    Not every call visits a new position. A call to a helper or an inner function has the same
    position as the call that made it. `Record.visited_count` and `Call.is_visit` don't count
    such calls as visits.

    Parameters
    ----------
    search : callable
        Function that takes a board and starts the search. The search must be written in Python:
        a function, a method, a callable object or a generator function.
    game : Game
        Game whose position is searched.
    contract : str or Contract, default "game"
        Course interface that the search's functions implement, or the interface's name.
    arguments : iterable, optional
        Further arguments to pass to `search` after the board, such as a depth.
    limit : int, default 50,000
        Maximum number of calls to keep, at least 1. If there are more calls, the deepest plies
        are dropped, but their calls are still counted.
    functions : str or iterable of str, optional
        Names of functions to record in addition to `search`. The default is all functions that
        can call themselves, directly or through other functions. By default, helpers such as
        ``winner`` are not recorded, because they don't call themselves.

    Returns
    -------
    Record
        Tree of the calls that the search made. If the search raises an exception, `Call.raised`
        describes it.

    Raises
    ------
    TypeError
        If `search` is not written in Python, if it is defined with ``async def``, or if `game`,
        `contract` or `limit` has the wrong type.
    ValueError
        If the contract does not exist, if `limit` is below 1, if the rules of `game` let
        players choose their marks, if `search` calls no function with one of the names in
        `functions`, or if `search` never ran, because its arguments don't fit or its result is
        already in a cache.
    KeyboardInterrupt
        If you stop the search with Ctrl-C.

    Examples
    --------
    >>> def value(game):
    ...     if game.is_over:
    ...         return {"X": 1, "O": -1, "draw": 0}[game.result]
    ...     values = [value(game.play(cell)) for cell in game.legal_moves]
    ...     return max(values) if game.current_player == "X" else min(values)
    >>> record = trace(value, Game.from_text("XOX/XOX/..O"))
    >>> record.call_count, record.root.value
    (4, -1)
    >>> [(call.cell, call.value) for call in record.root.children]
    [(6, 0), (7, -1)]
    """
    if isinstance(search, Game):
        raise TypeError(
            "search must be a function, not a Game: pass the function first, as in "
            "trace(search, game)"
        )
    game = as_game(game)
    if game.rules.choices:
        raise ValueError(
            "the rules of game must not let players choose their marks, as "
            f"{visible(game.rules.title)} does: choose rules such as 'notakto'"
        )
    try:
        contract = find_contract(contract)
    except TypeError as error:
        hint = "pass further arguments for the search as a list, such as arguments=[4]"
        raise TypeError(f"{error}: {hint}") from None
    limit = check_int(limit, "limit", 1)
    names = (functions,) if isinstance(functions, str) else as_tuple(functions, "functions")
    found = find_search(search, names)
    if found.first.code.co_flags & (CO_COROUTINE | CO_ASYNC_GENERATOR):
        raise TypeError(
            f"search must be a plain function, not the async function {found.first.name}: "
            "write def instead of async def"
        )
    given = (*contract.arguments(contract.chooser, game), *as_tuple(arguments, "arguments"))
    run = contract.adapt(contract.chooser, search)
    for routine in found.routines:
        for cache in routine.caches:
            cache.cache_clear()
    recorder = Recorder(contract, game.rules, limit, found.routines)
    result: Any = None
    raised: Exception | SystemExit | None = None
    with recording(recorder, found):
        try:
            result = _run(run, given)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a search can raise anything
            raised = error
    if not recorder.entries:
        why = describe_error(raised) if raised else "a cache must have returned a stored result"
        raise ValueError(f"{found.first.name} never ran: {why}") from raised
    visits = recorder.visits()
    build = partial(
        CallTree,
        recorder.entries,
        contract,
        game.rules,
        returns_move=not found.first.is_recursive,
    )
    return Record(
        contract=contract.name,
        game=game,
        functions=tuple(dict.fromkeys(routine.name for routine in found.routines)),
        call_count=recorder.calls,
        counts=MappingProxyType(dict(recorder.counts)),
        visited_count=visits.count,
        unread=tuple(dict.fromkeys(routine.name for routine in visits.unread)),
        result=plain_entry(result),
        raised=None if raised is None else describe_error(raised),
        build=build,
    )


def _run(search: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Run a search. If a generator returns nothing, return the last value that it yields."""
    result = search(*arguments)
    if not isinstance(result, GeneratorType):
        return result
    last: Any = None
    while True:
        try:
            last = next(result)
        except StopIteration as end:
            return last if end.value is None else end.value
