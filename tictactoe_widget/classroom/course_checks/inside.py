"""The part of a check that runs in the process of a submission."""

import builtins
import errno
import faulthandler
import math
import os
import pickle
import random
import sys
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from json import dumps
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from tictactoe_widget.classroom.checking.report import Report
from tictactoe_widget.classroom.checking.runner import check
from tictactoe_widget.matches.travel import from_bytes
from tictactoe_widget.validation.quoting import describe_error
from tictactoe_widget.validation.tracebacks import describe_where

from .apart import ErrandResult, Limits
from .fingerprints import fingerprints

_GRACE = 5.0
"""Time after which a process ends itself that nobody ended, in seconds."""
_MOST_FORKS = 16
_MOST_FILE_BYTES = 64_000_000
_NEARLY = 0.9
"""Share of the memory that must have been used for an error of memory to be its limit."""


def main() -> None:
    """Check the submission that the standard input names; write the outcome and exit."""
    home = os.getpid()
    stdout = os.dup(1)
    name, limits, asked = pickle.load(sys.stdin.buffer)  # noqa: S301 - our own
    _silence()
    is_memory_limited = _limit_process(limits)
    try:
        question = from_bytes(asked)
    except BaseException as error:  # noqa: BLE001 - classes of a teacher may raise anything
        outcome: ErrandResult = {"problem": describe_error(error)}
    else:
        outcome = _check(Path(name).absolute(), question, limits)
        outcome["is_memory_limited"] = is_memory_limited
    if os.getpid() == home:  # else the student's code forked, and this is its copy
        with suppress(OSError), os.fdopen(stdout, "wb") as answer:
            answer.write(dumps(outcome).encode())
    os._exit(0)  # no thread of the student keeps the process alive


def _silence() -> None:
    """Take nothing in and let nothing out, not even what is written in C."""
    for stream, mode in ((0, os.O_RDONLY), (1, os.O_WRONLY), (2, os.O_WRONLY)):
        null = os.open(os.devnull, mode)
        os.dup2(null, stream)
        os.close(null)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - for good
    builtins.input = _no_input


def _no_input(*_: object) -> NoReturn:
    raise EOFError("a submission that is checked cannot ask for input")


def _limit_process(limits: Limits) -> bool:
    """Set the limits of this process; return whether its memory could be limited."""
    if math.isfinite(limits.at_most):
        null = os.open(os.devnull, os.O_WRONLY)
        faulthandler.dump_traceback_later(limits.at_most + _GRACE, exit=True, file=null)
    _limit_forks()
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return False
    if math.isfinite(limits.seconds):
        # The signal of the soft limit tells what happened; that of the hard limit would not.
        _set_limit(resource, resource.RLIMIT_CPU, math.ceil(limits.seconds), is_hard=False)
    _set_limit(resource, resource.RLIMIT_FSIZE, _MOST_FILE_BYTES)
    _set_limit(resource, resource.RLIMIT_CORE, 0)
    # macOS takes the limit of memory and does not keep it.
    has_memory = sys.platform != "darwin" and hasattr(resource, "RLIMIT_AS")
    return has_memory and _set_limit(resource, resource.RLIMIT_AS, limits.memory)


def _set_limit(resource: Any, what: int, most: int, *, is_hard: bool = True) -> bool:
    """Lower a limit of this process; return whether that could be done."""
    hard = resource.getrlimit(what)[1]
    soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
    try:
        resource.setrlimit(what, (soft, soft if is_hard else hard))
    except (OSError, ValueError):
        return False
    return True


def _limit_forks() -> None:
    """Let this process fork a few times, and its copies never."""
    if not hasattr(os, "fork"):
        return
    fork, home, count = os.fork, os.getpid(), 0

    def limited_fork() -> int:
        nonlocal count
        count += 1
        if count > _MOST_FORKS or os.getpid() != home:
            raise BlockingIOError(errno.EAGAIN, "a submission may not start so many processes")
        return fork()

    os.fork = limited_fork


def _check(path: Path, question: tuple[Any, ...], limits: Limits) -> ErrandResult:
    contract, tasks, positions = question
    random.seed(0)
    source = path.read_bytes()  # before the student's code may change it
    try:
        module = _import_file(path)
    except MemoryError:
        return {"trouble": limits.memory_trouble}
    except BaseException as error:  # noqa: BLE001 - a student's code may raise anything
        return {"trouble": f"could not be imported: {describe_where(error, path)}"}
    try:
        report = check(module, contract, tasks, positions, progress=False)
    except MemoryError:
        return {"trouble": limits.memory_trouble}
    except BaseException as error:  # noqa: BLE001 - as above
        return {"trouble": f"could not be checked: {describe_error(error)}"}
    if _is_out_of_memory(report, limits):
        return {"trouble": limits.memory_trouble}
    wrong = [part.name for part in report.parts if part.failed_count]
    names = {function.name for function in contract.functions}
    return {"report": report.to_dict(), "written": fingerprints(source, wrong, names)}


def _import_file(path: Path) -> ModuleType:
    """Import a module by its own name, or by another where that one is taken."""
    sys.path.insert(0, str(path.parent))
    sys.argv = [str(path)]
    taken = sys.stdlib_module_names | sys.modules.keys()
    name = "submission" if path.stem in taken else path.stem
    spec = spec_from_loader(name, SourceFileLoader(name, str(path)))
    if spec is None or spec.loader is None:
        raise ImportError(f"no module can be made of {path.name}")
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _is_out_of_memory(report: Report, limits: Limits) -> bool:
    """Return whether a function failed because the process had no memory left."""
    raised = [part.counterexample.raised for part in report.parts if part.counterexample]
    is_told = any(text is not None and text.startswith("MemoryError") for text in raised)
    return is_told and _most_memory() >= _NEARLY * limits.memory


def _most_memory() -> int:
    """Return the most memory that this process has had, in bytes; 0 where that is not told."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmPeak:"):
                return int(line.split()[1]) * 1024
    return 0
