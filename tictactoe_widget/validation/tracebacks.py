"""Tracebacks of mistakes in a call, without what lies inside the package."""

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from traceback import FrameSummary, TracebackException, extract_tb

from .quoting import describe_error, type_name, visible

_PACKAGE = str(Path(__file__).parent.parent)
_RUNS_CELLS = str(Path("IPython", "core", "interactiveshell.py"))


def short_traceback(error: BaseException) -> list[str]:
    """Return the lines of a traceback down to the call of the package that was refused.

    What IPython does before the code of a cell is left out as well, and cells, which are no
    files, are called so.

    Parameters
    ----------
    error : BaseException
        Exception that was raised, with its traceback.
    """
    told = TracebackException.from_exception(error)
    part: TracebackException | None = told
    while part is not None:
        part.stack[:] = [_named(frame) for frame in _of_the_caller(part.stack)]
        part = part.__cause__ or part.__context__
    return "".join(told.format()).splitlines()


def _of_the_caller(frames: list[FrameSummary]) -> Iterator[FrameSummary]:
    before = [i for i, frame in enumerate(frames) if frame.filename.endswith(_RUNS_CELLS)]
    begun = frames[before[-1] + 1 :] if before else frames
    return takewhile(lambda frame: not frame.filename.startswith(_PACKAGE), begun)


def _named(frame: FrameSummary) -> FrameSummary:
    if Path(frame.filename).is_file():
        return frame
    return FrameSummary("cell", frame.lineno, frame.name, line=frame.line)


def describe_where(error: BaseException, path: Path) -> str:
    """Return an error that running a file raised, and the line of its folder where it arose.

    Parameters
    ----------
    error : BaseException
        Exception that was raised, with its traceback.
    path : Path
        The file.
    """
    if isinstance(error, SyntaxError):
        place = [(error.filename or "", error.lineno)]
        said = f"{type_name(type(error))}: {visible(error.msg, 200)}"
    else:
        place = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)]
        said = describe_error(error)
    for name, line in reversed(place):
        file = Path(name)
        if line and path.parent in file.parents:
            inner = "" if file == path else f"{file.relative_to(path.parent).as_posix()}, "
            return f"{said} ({inner}line {line})"
    return said
