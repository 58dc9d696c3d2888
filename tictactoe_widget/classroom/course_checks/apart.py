"""Check each submission in a separate process with limits on time and memory."""

import ast
import builtins
import contextlib
import errno
import faulthandler
import json
import math
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from io import StringIO
from json import dumps
from pathlib import Path
from time import perf_counter
from tokenize import TokenError, generate_tokens
from traceback import extract_tb
from types import ModuleType
from typing import Any, NoReturn

from tictactoe_widget.classroom.checking.report import Report
from tictactoe_widget.classroom.checking.runner import check
from tictactoe_widget.sandbox.limits import PATIENCE
from tictactoe_widget.sandbox.pickling import from_bytes
from tictactoe_widget.validation import describe_error, describe_where

POLL_SECONDS = 0.02  # time between two polls of a process, in seconds
# name of the file to check if a folder contains several files, as in CS50's project
USUAL_NAME = "tictactoe.py"
NOTEBOOK = ".ipynb"  # extension of notebook files
_MOST_ANSWER_BYTES = 20_000_000

# Result for a submission, as JSON values: ``report`` or ``trouble`` (the reason why there is no
# report), ``written`` (see `_fingerprints`), ``is_memory_limited`` and ``is_lasting`` (False if
# the submission did not cause the trouble). If no submission can be checked, the result
# contains only ``problem``.
ErrandResult = dict[str, Any]

_PACKAGE = Path(__file__).parents[3]
# -P prevents the student's files from replacing modules that the check imports.
_START = "from tictactoe_widget.classroom.course_checks.apart import main; main()"
_SETTINGS = {
    "PYTHONHASHSEED": "0",  # gives sets of strings the same order in every run
    "PYTHONUTF8": "1",  # makes every system decode files in the same way
    "PYTHONDONTWRITEBYTECODE": "1",
    # Without these settings, numerical libraries would start one thread for each of the
    # machine's cores, and each thread would need memory.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Time and memory limits for a process that checks a submission. Immutable."""

    seconds: float  # CPU time that the process is allowed to use, in seconds
    memory: int  # memory that the process is allowed to use, in bytes

    @property
    def in_all(self) -> float:
        """Maximum elapsed time for the process, including any time it waits, in seconds."""
        return PATIENCE * self.seconds

    @property
    def time_trouble(self) -> str:
        """Message for a process that was stopped because it took too long."""
        return f"The submission took longer than {self.seconds:g} s."

    @property
    def memory_trouble(self) -> str:
        """Message for a process that needed too much memory."""
        if self.memory >= 10**9:
            return f"The submission needed more than {self.memory / 10**9:.4g} GB."
        if self.memory >= 10**6:
            return f"The submission needed more than {self.memory / 10**6:.4g} MB."
        return f"The submission needed more than {self.memory:,} bytes."


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """Submission, with all the data that is needed to check it. Immutable."""

    name: str
    main: str  # path of the module to check, among the files
    files: Mapping[str, bytes]
    asked: bytes  # pickled contract, tasks and positions
    limits: Limits


def check_apart(errand: Errand) -> ErrandResult:
    """Check a submission in a separate process. Executors call this function."""
    apart = Apart(errand)
    try:
        while (outcome := apart.poll()) is None:
            time.sleep(POLL_SECONDS)
    finally:
        apart.close()
    return outcome


class Apart:
    """Separate process that checks one submission.

    The process reads its task from standard input and writes its answer to standard output.
    Standard input and output are unnamed files, which the process closes before it runs the
    student's code. The student's code runs in a copy of the submission, in a folder that is
    removed at the end.

    Parameters
    ----------
    errand : Errand
        Submission to check.
    """

    def __init__(self, errand: Errand) -> None:
        self._limits = errand.limits
        self._folder = tempfile.TemporaryDirectory(
            prefix="tictactoe-check-", ignore_cleanup_errors=True
        )
        self._answer = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
        self._process: subprocess.Popen[bytes] | None = None
        self._failure: str | None = None
        self._begin = perf_counter()
        try:
            work = Path(self._folder.name, "work")
            self._copy(errand.files, work)
            self._start(errand, work)
        except OSError as error:
            self._failure = (
                "The submission's process could not be started: "
                f"{type(error).__name__}: {error.strerror}."
            )
        except BaseException:
            self.close()
            raise

    @staticmethod
    def _copy(files: Mapping[str, bytes], work: Path) -> None:
        work.mkdir()
        for name, content in files.items():
            path = work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def _start(self, errand: Errand, work: Path) -> None:
        temporary = Path(self._folder.name, "temporary")
        temporary.mkdir()
        paths = [str(_PACKAGE), os.environ.get("PYTHONPATH", "")]
        environment = {
            **os.environ,
            **_SETTINGS,
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary)),
        }
        with tempfile.TemporaryFile() as asked:
            pickle.dump((errand.main, errand.limits, errand.asked), asked)
            asked.seek(0)
            self._process = subprocess.Popen(  # noqa: S603 - Python itself
                [sys.executable, "-P", "-c", _START],
                cwd=work,
                env=environment,
                stdin=asked,
                stdout=self._answer,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )

    def poll(self) -> ErrandResult | None:
        """Return the submission's result, or None while the check is running."""
        if self._process is None:
            return {"trouble": self._failure, "is_lasting": False}
        status = self._process.poll()
        if status is None:
            if perf_counter() - self._begin < self._limits.in_all:
                return None
            self._kill()
            return {"trouble": self._limits.time_trouble}
        return self._read_answer() or {"trouble": self._ending(status)}

    def _read_answer(self) -> ErrandResult | None:
        """Return the answer that the process wrote, or None if it is incomplete."""
        self._answer.seek(0)
        try:
            answer = json.loads(self._answer.read(_MOST_ANSWER_BYTES))
        except ValueError:
            return None
        return answer if isinstance(answer, dict) else None

    def _ending(self, status: int) -> str:
        """Explain why the process ended without an answer."""
        if status == -getattr(signal, "SIGXCPU", 0):
            return self._limits.time_trouble
        if status < 0:
            return f"The submission's process was killed by signal {-status}."
        return f"The submission's process ended with exit code {status}."

    def _kill(self) -> None:
        """Stop the process, and any processes that it started in its session."""
        process = self._process
        if process is None:
            return
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()

    def close(self) -> None:
        """Stop the process if it is still running, and remove its folder."""
        self._kill()
        self._process = None
        self._answer.close()
        self._folder.cleanup()


# The part of the check that runs in the separate process.


# Function fingerprints, which show whether several files contain the same function.

# minimum size of a function's syntax tree, because short functions are often equal by chance
_LEAST_PARTS = 120
# syntax tree fields that do not affect a function's results, or that repeat other fields
_LEFT_OUT = frozenset(
    {"annotation", "ctx", "kind", "returns", "simple", "type_comment", "type_params"}
)


def _fingerprints(
    source: bytes, names: Collection[str], of_contract: Collection[str]
) -> dict[str, str]:
    r"""Return fingerprints for a file's functions, except short ones.

    Two functions have the same fingerprint if they differ only in comments, docstrings,
    annotations, layout, and the names of arguments and variables. A fingerprint also covers any
    helpers from the same file, except the contract's functions.

    Parameters
    ----------
    source : bytes
        Contents of the source file.
    names : collection of str
        Names of the functions to fingerprint.
    of_contract : collection of str
        Names of all functions in the contract. The contract's functions do not count as
        helpers, because the check judges each of them separately.

    Examples
    --------
    >>> tests = "".join(f"    if board[{cell}] == 'X': return {cell}\n" for cell in range(14))
    >>> ada = f"def winner(board):\n{tests}"
    >>> ben = ada.replace("board", "b").replace(": return", ":  # mine\n        return")
    >>> found = [_fingerprints(file.encode(), ["winner"], ["winner"]) for file in (ada, ben)]
    >>> found[0] == found[1], list(found[0])
    (True, ['winner'])
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return {}
    written = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    helpers = {name: node for name, node in written.items() if name not in of_contract}
    found = {}
    for name in names:
        if name in written:
            used = _with_helpers(written[name], helpers)
            if sum(map(_size, used)) >= _LEAST_PARTS:
                text = "\n".join(_Plain(function).text for function in used)
                found[name] = sha256(text.encode(errors="surrogatepass")).hexdigest()
    return found


def _with_helpers(
    function: ast.FunctionDef, helpers: Mapping[str, ast.FunctionDef]
) -> list[ast.FunctionDef]:
    """Return a function and all its helpers, in the order in which they are first used."""
    used = [function]
    for one in used:  # the list grows during the loop
        for node in ast.walk(one):
            helper = helpers.get(node.id) if isinstance(node, ast.Name) else None
            if helper is not None and helper not in used:
                used.append(helper)
    return used


def _size(function: ast.FunctionDef) -> int:
    """Count the nodes in a syntax tree, without docstrings and other unused strings."""
    return sum(
        not isinstance(node, ast.expr_context) and not _is_text(node)
        for node in ast.walk(function)
    )


def _is_text(node: object) -> bool:
    """Return True if a statement is nothing but a string, such as a docstring."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


class _Plain:
    """Writer that reduces a function's source to the parts that affect its results.

    Parameters
    ----------
    function : FunctionDef
        Syntax tree of the function.
    """

    def __init__(self, function: ast.FunctionDef) -> None:
        self._own = set(_bound_names(function))
        self._numbers: dict[str, str] = {}
        # source in which local names are replaced by numbers, in the order in which they are
        # used
        self.text = f"{function.name} {self._write_all(function)}"

    def _write_all(self, node: ast.AST) -> str:
        parts = [
            self._write(node, name, value)
            for name, value in ast.iter_fields(node)
            if name not in _LEFT_OUT
        ]
        return f"{type(node).__name__}({' '.join(parts)})"

    def _write(self, node: ast.AST, field: str, value: object) -> str:
        if isinstance(value, ast.AST):
            return self._write_all(value)
        if isinstance(value, list):
            kept = [one for one in value if not _is_text(one)]
            return f"[{' '.join(self._write(node, field, one) for one in kept)}]"
        is_name = isinstance(value, str) and not isinstance(node, ast.keyword | ast.Constant)
        if is_name and value in self._own:
            return self._numbers.setdefault(value, f"_{len(self._numbers)}")
        return repr(value)


def _bound_names(function: ast.FunctionDef) -> Iterator[str]:
    """Yield all names that are local to a function or to any nested function."""
    nodes = list(ast.walk(function))
    outside = {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
    for node in nodes:
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                found = name
            case ast.ExceptHandler(name=str(name)):
                found = name
            case ast.FunctionDef(name=name) if node is not function:
                found = name
            case _:
                continue
        if found not in outside:
            yield found


_GRACE = 5.0  # extra time before a process stops itself, in seconds
_MOST_FORKS = 16
_MOST_FILE_BYTES = 64_000_000
# A MemoryError counts as hitting the memory limit only if at least this share of it was in use.
_NEARLY = 0.9


def main() -> None:
    """Read a submission from standard input, check it, write the result, and exit."""
    home = os.getpid()
    stdout = os.dup(1)
    name, limits, asked = pickle.load(sys.stdin.buffer)  # noqa: S301 - the data is our own
    _silence()
    is_memory_limited = _limit_process(limits)
    try:
        question = from_bytes(asked)
    except BaseException as error:  # noqa: BLE001 - a teacher's classes can raise anything
        outcome: ErrandResult = {"problem": describe_error(error)}
    else:
        outcome = _check(Path(name).absolute(), question, limits)
        outcome["is_memory_limited"] = is_memory_limited
    if os.getpid() == home:  # false in processes that the student's code forked
        with suppress(OSError), os.fdopen(stdout, "wb") as answer:
            answer.write(dumps(outcome).encode())
    os._exit(0)  # so that threads in the student's code can't delay the exit


def _silence() -> None:
    """Close this process's input and output, even for code written in C."""
    for stream, mode in ((0, os.O_RDONLY), (1, os.O_WRONLY), (2, os.O_WRONLY)):
        null = os.open(os.devnull, mode)
        os.dup2(null, stream)
        os.close(null)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - never closed
    builtins.input = _no_input


def _no_input(*_: object) -> NoReturn:
    raise EOFError("a submission must not call input() during a check")


def _limit_process(limits: Limits) -> bool:
    """Apply the limits to this process. Return True if the memory could be limited."""
    if math.isfinite(limits.in_all):
        null = os.open(os.devnull, os.O_WRONLY)
        faulthandler.dump_traceback_later(limits.in_all + _GRACE, exit=True, file=null)
    _limit_forks()
    try:
        import resource  # noqa: PLC0415 - missing on Windows
    except ImportError:
        return False
    if math.isfinite(limits.seconds):
        # If the soft limit ends the process, the signal shows why. The hard limit's signal does
        # not show why.
        _set_limit(resource, resource.RLIMIT_CPU, math.ceil(limits.seconds), is_hard=False)
    _set_limit(resource, resource.RLIMIT_FSIZE, _MOST_FILE_BYTES)
    _set_limit(resource, resource.RLIMIT_CORE, 0)
    # macOS accepts a memory limit, but ignores it.
    has_memory = sys.platform != "darwin" and hasattr(resource, "RLIMIT_AS")
    return has_memory and _set_limit(resource, resource.RLIMIT_AS, limits.memory)


def _set_limit(resource: Any, what: int, most: int, *, is_hard: bool = True) -> bool:
    """Lower one of this process's limits. Return True on success."""
    hard = resource.getrlimit(what)[1]
    soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
    try:
        resource.setrlimit(what, (soft, soft if is_hard else hard))
    except (OSError, ValueError):
        return False
    return True


def _limit_forks() -> None:
    """Limit how often this process can fork, and prevent its child processes from forking."""
    if not hasattr(os, "fork"):
        return
    fork, home, count = os.fork, os.getpid(), 0

    def limited_fork() -> int:
        nonlocal count
        count += 1
        if count > _MOST_FORKS or os.getpid() != home:
            raise BlockingIOError(
                errno.EAGAIN,
                f"a submission can start at most {_MOST_FORKS} processes, and these can't "
                "start others",
            )
        return fork()

    os.fork = limited_fork


def _check(path: Path, question: tuple[Any, ...], limits: Limits) -> ErrandResult:
    contract, tasks, positions = question
    random.seed(0)
    source = _read_source(path)  # read before the student's code can change it
    try:
        module = _import_file(path)
    except MemoryError:
        return {"trouble": limits.memory_trouble}
    except BaseException as error:  # noqa: BLE001 - a student's code can raise anything
        return {"trouble": _describe_failure(error, path)}
    try:
        report = check(module, contract, tasks, positions, progress=False)
    except MemoryError:
        return {"trouble": limits.memory_trouble}
    except BaseException as error:  # noqa: BLE001 - contracts can raise anything
        text = f"The check failed: {describe_error(error)}."
        return {"trouble": text}
    if _is_out_of_memory(report, limits):
        return {"trouble": limits.memory_trouble}
    wrong = [part.name for part in report.parts if part.failed_count]
    names = {function.name for function in contract.functions}
    return {"report": report.to_dict(), "written": _fingerprints(source, wrong, names)}


def _describe_failure(error: BaseException, path: Path) -> str:
    """Describe an error during an import. For a notebook, name the cell that was running."""
    where = describe_where(error, path)
    files = [Path(frame.filename) for frame in extract_tb(error.__traceback__)]
    running = next((file.name for file in files if file.parent == path.parent), "")
    if running.startswith(_CELL):
        return f"Its {running} failed: {where}."
    return f"The import failed: {where}."


def _import_file(path: Path) -> ModuleType:
    """Import a file as a module. If the file's own name is taken, use another name."""
    sys.path.insert(0, str(path.parent))
    sys.argv = [str(path)]
    taken = sys.stdlib_module_names | sys.modules.keys()
    name = "submission" if path.stem in taken else path.stem
    kind = _NotebookLoader if _is_notebook(path) else SourceFileLoader
    spec = spec_from_loader(name, kind(name, str(path)))
    if spec is None or spec.loader is None:
        raise ImportError(f"Python cannot import {path.name} as a module")
    module = module_from_spec(spec)
    sys.modules[name] = module
    if not (path.parent / USUAL_NAME).exists():
        # A file can import itself by the name that it has in the assignment.
        sys.modules[Path(USUAL_NAME).stem] = module
    spec.loader.exec_module(module)
    return module


# Notebook files. A notebook's code cells run in order.

_CELL = "code cell"  # how file names begin in a notebook's tracebacks
# Matches an IPython command at the beginning of a statement: a magic, a shell command or a
# request for help. The command can follow an indent or the target of an assignment. A request
# for help contains no quotes or comments, because a question mark inside them is ordinary text.
_COMMAND = re.compile(
    r"""(?P<before>\s*[\w(\[*](?:[\w\s.,:*()\[\]-]|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")*=\s*|\s*)"""
    r"""(?:%time\s+(?P<timed>.+)|(?P<shell>!)|[%?]|[^#'"]*\?\s*$)"""
)
# Magics that run the rest of their cell as Python. Other cell magics are for other languages.
_PYTHON_MAGICS = ("%%capture", "%%prun", "%%time", "%%timeit")


class _NotebookLoader(SourceFileLoader):
    """Notebook loader that names the code cell in error messages."""

    def exec_module(self, module: ModuleType) -> None:
        """Run each code cell in the module's namespace."""
        vars(module)["display"] = _display_nothing
        for number, text in enumerate(_code_cells(self.get_data(self.path)), 1):
            file = Path(self.path).with_name(f"{_CELL} {number}")
            code = compile(text, file, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            waiting = eval(code, vars(module))  # noqa: S307 - students' code is meant to run
            if waiting is not None:  # the cell contains a top-level await
                import asyncio  # noqa: PLC0415 - slow, and few notebooks need it

                asyncio.run(waiting)


def _display_nothing(*_values: object, **_options: object) -> None:
    pass


def _is_notebook(path: Path) -> bool:
    return path.suffix.lower() == NOTEBOOK


def _read_source(path: Path) -> bytes:
    """Read a file and return its Python code. For an invalid notebook, return no code."""
    content = path.read_bytes()
    if not _is_notebook(path):
        return content
    with suppress(ImportError):
        return "\n".join(_code_cells(content)).encode(errors="surrogatepass")
    return b""


def _code_cells(notebook: bytes) -> list[str]:
    r"""Return the Python code in each code cell of a notebook, without IPython's commands.

    Raises
    ------
    ImportError
        If the content isn't a notebook.

    Examples
    --------
    >>> source = ["if True:\n", "    !pip list\n", "x = 1"]
    >>> cells = [{"cell_type": "code", "source": source}, {"cell_type": "markdown"}]
    >>> _code_cells(dumps({"cells": cells}).encode())
    ['if True:\n    []\nx = 1']
    """
    try:
        cells = json.loads(notebook)["cells"]
        texts = ["".join(one["source"]) for one in cells if one["cell_type"] == "code"]
    except (KeyError, TypeError, ValueError):
        raise ImportError("the file must be a notebook in format 4") from None
    return list(map(_without_magics, texts))


def _without_magics(cell: str) -> str:
    """Replace each IPython command in a cell, unless the whole cell is valid Python."""
    with suppress(SyntaxError, ValueError):
        ast.parse(cell)
        return cell
    text = cell.lstrip()
    space = cell.removesuffix(text)
    if text.startswith("%%"):
        magic, _end, rest = text.partition("\n")
        if magic.split()[0] not in _PYTHON_MAGICS:
            return ""
        return _without_magics("\n" * space.count("\n") + f"\n{rest}")
    indent = space.rpartition("\n")[2]
    return _with_commands_replaced(line.removeprefix(indent) for line in cell.split("\n"))


def _with_commands_replaced(lines: Iterable[str]) -> str:
    """Return lines as Python code, with each IPython command replaced by an expression."""
    code = ""
    is_in_command = False
    for line in lines:
        python = line
        if is_in_command:
            python = ""
            is_in_command = line.endswith("\\")
        elif (command := _COMMAND.match(line)) and not _is_open(code):
            value = command["timed"] or ("[]" if command["shell"] else "None")
            python = command["before"] + value
            is_in_command = not command["timed"] and line.endswith("\\")
        code += f"{python}\n"
    return code.removesuffix("\n")


def _is_open(code: str) -> bool:
    """Return True if the code ends inside a statement that the next line continues."""
    try:
        for _token in generate_tokens(StringIO(code).readline):
            pass
    except (TokenError, SyntaxError, ValueError):
        return True
    return False


def _is_out_of_memory(report: Report, limits: Limits) -> bool:
    """Return True if a function failed because the process ran out of memory."""
    raised = [part.counterexample.raised for part in report.parts if part.counterexample]
    is_told = any(text is not None and text.startswith("MemoryError") for text in raised)
    return is_told and _most_memory() >= _NEARLY * limits.memory


def _most_memory() -> int:
    """Return this process's peak memory use in bytes, or 0 if it is unknown."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmPeak:"):
                return int(line.split()[1]) * 1024
    return 0
