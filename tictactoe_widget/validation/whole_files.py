"""Files that are put in their place only when they are whole."""

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file so that at any time there is the old one or the new one, whole.

    The content goes to a file beside it first, which takes its place once the disk has all of
    it. A full disk, an interrupt or any other error leaves what was there, and nothing else.
    The new file has the permissions of the old one, and a link leads to it as before.

    Parameters
    ----------
    path : str or path-like
        File to write, new or old. What is no file, such as a pipe, is written to as it is.
    content : bytes
        All that it is to hold.

    Raises
    ------
    OSError
        When the file, or one beside it, cannot be written.
    """
    target = Path(os.path.realpath(path))  # a link stays a link
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "There is no such folder", str(target.parent))
    mode = _mode_of(target)
    beside = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with beside.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if mode is not None:
            beside.chmod(mode)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    _keep_name(target.parent)


def _mode_of(target: Path) -> int | None:
    """Return the permissions of a file that may be written; None where there is none."""
    if not target.exists():
        return None
    with target.open("r+b") as stream:
        return S_IMODE(os.fstat(stream.fileno()).st_mode)


def _keep_name(folder: Path) -> None:
    """Have the disk keep the names in a folder, where a system can be asked for that."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
