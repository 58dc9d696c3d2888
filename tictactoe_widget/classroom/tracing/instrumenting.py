"""Functions that report their calls, for the time of a ``with`` block.

Each function keeps its identity, its defaults and its closure; only its code is
replaced, by code that reports each call and runs the original code. Functions that a
search defines anew in each call are made from the constants of the code around them,
so these are replaced too. Afterwards every function has its own code again.

``sys.setprofile`` and ``sys.monitoring`` would report calls as well. As
``benchmarks/trace_hooks.py`` measures, they take longer, except that with generators the
latter is about as quick; the former cannot tell an exception from a result.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from inspect import (
    CO_ASYNC_GENERATOR,
    CO_COROUTINE,
    CO_GENERATOR,
    CO_VARARGS,
    CO_VARKEYWORDS,
)
from types import CodeType

from .discovery import Routine, Search
from .entries import Recorder


@contextmanager
def recording(recorder: Recorder, search: Search) -> Iterator[None]:
    """Record the calls of a search for the time of a ``with`` block.

    Parameters
    ----------
    recorder : Recorder
        Recorder that the calls are reported to.
    search : Search
        Functions whose calls are recorded.
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
        # A call that is reported takes two frames instead of one.
        sys.setrecursionlimit(2 * depth)
        yield
    finally:
        if sys.getrecursionlimit() == 2 * depth:
            sys.setrecursionlimit(depth)
        for function, code, _ in codes:
            function.__code__ = code


_MOST_TEMPLATES = 100
"""Most compiled templates that are kept for the next search."""
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
# The hooks replace "begin" and so on among the constants afterwards.
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
    """Return the code with its calls reported, and those of functions defined in it."""
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
    """Return the code of the function that a template defines."""
    return _inner_code(_inner_code(compile(template, "<trace>", "exec")))


def _inner_code(code: CodeType) -> CodeType:
    return next(constant for constant in code.co_consts if isinstance(constant, CodeType))


def _template(code: CodeType) -> str:
    """Return the source of a function with the parameters and free names of a code."""
    count, keywords = code.co_argcount, code.co_kwonlyargcount
    plain_names = list(code.co_varnames[:count])
    only_named = list(code.co_varnames[count : count + keywords])
    rest = list(code.co_varnames[count + keywords :])
    parameters, passed = [*plain_names], [*plain_names]
    if code.co_posonlyargcount:
        parameters.insert(code.co_posonlyargcount, "/")
    values = plain_names + only_named
    if code.co_flags & CO_VARARGS:
        name = rest.pop(0)
        parameters.append(f"*{name}")
        passed.append(f"*{name}")
        values.append(name)
    elif only_named:
        parameters.append("*")
    parameters += only_named
    passed += [f"{name}={name}" for name in only_named]
    if code.co_flags & CO_VARKEYWORDS:
        name = rest.pop(0)
        parameters.append(f"**{name}")
        passed.append(f"**{name}")
        values.append(name)
    names = ", ".join(code.co_freevars)
    run = _RUN_GENERATOR if code.co_flags & CO_GENERATOR else _RUN
    return _TEMPLATE.format(
        free=" = ".join((*code.co_freevars, "None")) if names else "pass",
        parameters=", ".join(parameters),
        names=f"({names},)" if names else "None",
        values="".join(f"{value}, " for value in values),
        run=run.format(passed=", ".join(passed)),
    )
