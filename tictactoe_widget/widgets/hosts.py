"""Quirks of single hosts: how JupyterLite writes null, and when Shiny sends."""

import asyncio
from importlib import import_module
from typing import Any

from tictactoe_widget.session.scheduler import find_running_loop

LITE_COMM = "pyodide_kernel.comm"
"""Module of the comms of JupyterLite's kernel."""
SHINY_COMM = "shinywidgets._comm"
"""Module of the comms of Shiny."""


def write_nulls(message: Any, comm: object) -> Any:
    """Return a message in which each None arrives as null in the host of a comm."""
    return _replaced(message, None, _find_null(comm))


def read_nulls(message: Any, comm: object) -> Any:
    """Return a message that arrived by a comm, with None for each null."""
    return _replaced(message, _find_null(comm), None)


def flush_messages(comm: object) -> None:
    """Have the host of a comm send its messages soon, where it does not do so by itself."""
    if type(comm).__module__ == SHINY_COMM:
        _flush_shiny()


def _find_null(comm: object) -> object:
    """Return what stands for null in messages: None, but in JupyterLite a value of its own.

    There None becomes undefined, which is left out: the old value would stay.
    """
    if type(comm).__module__ != LITE_COMM:
        return None
    return import_module("pyodide.ffi").jsnull


_flushes: set[asyncio.Task[None]] = set()
"""Tasks that will have Shiny send what was said; asyncio itself does not keep them."""


def _flush_shiny() -> None:
    """Have Shiny send soon what else waits for the next thing that a visitor does."""
    loop = find_running_loop()
    if loop is None:
        return
    reactive = import_module("shiny.reactive")

    async def flush() -> None:
        async with reactive.lock():
            await reactive.flush()

    task = loop.create_task(flush())
    _flushes.add(task)
    task.add_done_callback(_flushes.discard)


def _replaced(value: Any, old: object, new: object) -> Any:
    """Return a JSON value with `new` in place of each `old`."""
    if old is new:
        return value
    if value is old:
        return new
    if isinstance(value, dict):
        return {name: _replaced(inner, old, new) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_replaced(inner, old, new) for inner in value]
    return value
