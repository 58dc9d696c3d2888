"""Submissions of a course, found in a folder or in what a mapping names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any

from tictactoe_widget.validation.quoting import brief, describe_error, visible

USUAL_NAME = "tictactoe.py"
"""Name of the file that is checked where a folder holds several: that of CS50's project."""
_MOST_BYTES = 5_000_000
"""Most bytes that the files of one submission may have."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """Files that a student handed in. Immutable."""

    name: str
    """Name of the submission."""
    main: str = ""
    """Path of the module among the files; empty where there is none."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Content of the files, by their path with ``/``."""
    trouble: str | None = None
    """Reason why it cannot be checked; None where it can."""

    @property
    def digest(self) -> str:
        """Hash of the files, which tells whether one of them has changed."""
        state = sha256(self.main.encode())
        for path, content in sorted(self.files.items()):
            state.update(sha256(path.encode(errors="surrogatepass")).digest())
            state.update(sha256(content).digest())
        return state.hexdigest()


def find_submissions(given: str | PathLike[str] | Mapping[str, Any]) -> tuple[HandedIn, ...]:
    """Return the submissions in a folder or a mapping, sorted by their names.

    Raises
    ------
    TypeError
        When `given` is neither, or what a name stands for is no submission.
    ValueError
        When there are no submissions, or two of one name.
    FileNotFoundError
        When there is no such folder or file.
    """
    if isinstance(given, Mapping):
        found = [_read_named(name, given[name]) for name in given]
        where = "the mapping"
    elif isinstance(given, str | PathLike):
        folder = Path(given)
        if not folder.is_dir():
            raise FileNotFoundError(f"there is no folder {str(folder)!r}")
        found = list(_read_folder(folder))
        where = f"the folder {str(folder)!r}"
    else:
        raise TypeError(
            "submissions must be a folder, or a mapping from names to files, "
            f"not {brief(given)}"
        )
    if not found:
        raise ValueError(f"{where} holds no submissions, which are .py files and folders")
    found.sort(key=lambda one: (one.name.casefold(), one.name))
    for one, following in pairwise(found):
        if one.name == following.name:
            raise ValueError(f"there are two submissions {brief(one.name)}: rename one of them")
    return tuple(found)


def _read_folder(folder: Path) -> Iterator[HandedIn]:
    """Read each module and each folder that a folder holds."""
    for path in sorted(folder.iterdir()):
        if _is_left_out(path):
            continue
        if path.is_dir():
            yield _read_path(path.name, path)
        elif path.suffix.lower() == ".py":
            yield _read_path(path.stem, path)


def _read_named(name: object, thing: object) -> HandedIn:
    """Read what a mapping has by a name: a file, a folder, a module, or source text."""
    if not isinstance(name, str) or not name:
        raise TypeError(f"a submission must have a text as its name, not {brief(name)}")
    if isinstance(thing, ModuleType):
        source = getattr(thing, "__file__", None)
        if not source:
            raise TypeError(
                f"the module of {brief(name)} comes from no file: give its source text"
            )
        return _read_path(name, Path(source))
    if isinstance(thing, str) and "\n" in thing:
        content = thing.encode(errors="surrogatepass")
        return HandedIn(visible(name), USUAL_NAME, {USUAL_NAME: content})
    if not isinstance(thing, str | PathLike):
        raise TypeError(
            f"the submission {brief(name)} must be a file, a folder, a module or source text, "
            f"not {brief(thing)}"
        )
    path = Path(thing)
    if not _is_there(path):
        raise FileNotFoundError(
            f"there is no file {str(path)!r}, of {brief(name)} (source text would be told "
            "by its ends of lines)"
        )
    return _read_path(name, path)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # too long for a name
        return False


def _read_path(name: str, path: Path) -> HandedIn:
    """Read a file, which goes alone, or a folder, which goes whole."""
    name = visible(name)
    try:
        if not path.is_dir():
            return HandedIn(name, path.name, {path.name: _read_file(path, _MOST_BYTES)})
        files = _read_files(path)
    except _TooLargeError:
        return HandedIn(name, trouble=f"holds more than {_MOST_BYTES // 1_000_000} MB")
    except OSError as error:
        return HandedIn(name, trouble=visible(f"could not be read: {describe_error(error)}"))
    modules = [file for file in files if "/" not in file and file.lower().endswith(".py")]
    if len(modules) == 1 or USUAL_NAME in modules:
        return HandedIn(name, USUAL_NAME if USUAL_NAME in modules else modules[0], files)
    kinds = f"several .py files, and none is {USUAL_NAME}" if modules else "no .py file"
    return HandedIn(name, trouble=f"holds {kinds}")


def _read_files(folder: Path) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    left = _MOST_BYTES
    for path in _files_in(folder):
        content = _read_file(path, left)
        left -= len(content)
        files[path.relative_to(folder).as_posix()] = content
    return files


class _TooLargeError(Exception):
    """Signal that a submission has more bytes than it may."""


def _read_file(path: Path, most: int) -> bytes:
    with path.open("rb") as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise _TooLargeError
    return content


def _files_in(folder: Path) -> Iterator[Path]:
    """Find the files of a folder and of those in it; links are not followed."""
    for path in sorted(folder.iterdir()):
        if _is_left_out(path) or path.is_symlink():
            continue
        if path.is_dir():
            yield from _files_in(path)
        elif path.is_file():
            yield path


def _is_left_out(path: Path) -> bool:
    """Return whether a file or folder is none that a student wrote."""
    return path.name.startswith(".") or path.name == "__pycache__"
