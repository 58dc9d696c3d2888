"""A process of its own for each submission, with limits.

This is the one module below the widgets that starts processes. `check_apart` is what an
executor is given to run, wherever that is; without one several `Apart` run side by side.
"""

import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from tictactoe_widget.sandbox.limits import PATIENCE

POLL_SECONDS = 0.02
"""Time between two looks at a process, in seconds."""
_MOST_ANSWER_BYTES = 20_000_000

ErrandResult = dict[str, Any]
"""What came of a submission, of JSON values: ``report`` or ``trouble``, which is the reason
why there is none, ``written``, see `fingerprints`, ``is_memory_limited``, and ``is_lasting``,
False where the submission is not the cause; or ``problem`` alone, where no submission could
be checked."""

_PACKAGE = Path(__file__).parents[3]
# -P keeps the student's files from standing in for modules that the check imports.
_START = "from tictactoe_widget.classroom.course_checks.inside import main; main()"
_SETTINGS = {
    "PYTHONHASHSEED": "0",  # sets of texts have one order in every run
    "PYTHONUTF8": "1",  # files are read alike on every system
    "PYTHONDONTWRITEBYTECODE": "1",
    # Libraries of numbers would take threads, and memory for each, by the machine.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of a process. Immutable."""

    seconds: float  # time that it may compute, in seconds
    memory: int  # memory that it may have, in bytes

    @property
    def in_all(self) -> float:
        """Time that it may take in all, in seconds."""
        return PATIENCE * self.seconds

    @property
    def time_trouble(self) -> str:
        """Reason why a process that took longer was ended."""
        return f"took longer than {self.seconds:g} s"

    @property
    def memory_trouble(self) -> str:
        """Reason why a process that needed more memory was ended."""
        for unit, size in (("GB", 10**9), ("MB", 10**6)):
            if self.memory >= size:
                return f"needed more than {self.memory / size:.4g} {unit}"
        return f"needed more than {self.memory:,} bytes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """One submission to check, and all that is needed for it. Immutable."""

    name: str
    main: str  # path of the module among the files
    files: Mapping[str, bytes]
    asked: bytes  # contract, tasks and positions, pickled
    limits: Limits


def check_apart(errand: Errand) -> ErrandResult:
    """Check a submission in a process of its own; this is what an executor is given to run."""
    apart = Apart(errand)
    try:
        while (outcome := apart.poll()) is None:
            time.sleep(POLL_SECONDS)
    finally:
        apart.close()
    return outcome


class Apart:
    """A process that checks a submission.

    Its standard input is the errand and its standard output the answer, both files without
    a name; before the student's code runs it gives both up. It works in a copy of the
    files, in a folder that is removed when it ends.

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
            self._failure = f"could not be started: {type(error).__name__}: {error.strerror}"
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
        """Return what came of the submission; None while it is being checked."""
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
        """Return what the process answered; None where that is nothing whole."""
        self._answer.seek(0)
        try:
            answer = json.loads(self._answer.read(_MOST_ANSWER_BYTES))
        except ValueError:
            return None
        return answer if isinstance(answer, dict) else None

    def _ending(self, status: int) -> str:
        """Return the reason why a process ended without an answer."""
        if status == -getattr(signal, "SIGXCPU", 0):
            return self._limits.time_trouble
        how = f"killed by signal {-status}" if status < 0 else f"exit code {status}"
        return f"its process ended ({how})"

    def _kill(self) -> None:
        """End the process, and those that it started and left in its session."""
        process = self._process
        if process is None:
            return
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()

    def close(self) -> None:
        """End what still runs, and remove the folder."""
        self._kill()
        self._process = None
        self._answer.close()
        self._folder.cleanup()
