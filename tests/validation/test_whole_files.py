"""Files that are written completely or not at all."""

import errno
import os
import resource
from contextlib import contextmanager

import pytest

from tictactoe_widget import census
from tictactoe_widget.classroom import check_all, puzzles, worksheet
from tictactoe_widget.validation import write_whole

OLD = b"the old content"
WHY = "No space left|it is open|File too large"
FULL = OSError(errno.ENOSPC, "No space left on device")


def fail(error):
    def failing(*_arguments):
        raise error

    return failing


@contextmanager
def full_disk(_monkeypatch):
    """Limit files to 100 bytes, like a full disk."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@contextmanager
def no_sync(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail(FULL))
        yield


@contextmanager
def no_replacing(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail(PermissionError(errno.EACCES, "it is open")))
        yield


FAILURES = {"write": full_disk, "fsync": no_sync, "replace": no_replacing}


def save_worksheet(path):
    worksheet(puzzles("standard", "fork", count=1)).write(path)


def save_content(path):
    write_whole(path, b"n" * 200)


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("save", [save_content, save_worksheet])
def test_failed_write_keeps_old_file(tmp_path, monkeypatch, save, failure):
    file = tmp_path / "file"
    file.write_bytes(OLD)
    with FAILURES[failure](monkeypatch), pytest.raises(OSError, match=WHY):
        save(file)
    assert [one.name for one in tmp_path.iterdir()] == ["file"]
    assert file.read_bytes() == OLD
    save(file)
    assert file.read_bytes() != OLD
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("failure", FAILURES)
def test_failed_write_leaves_no_file(tmp_path, monkeypatch, failure):
    with FAILURES[failure](monkeypatch), pytest.raises(OSError, match=WHY):
        save_content(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []


def test_interrupt_keeps_old_file(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_bytes(OLD)
    monkeypatch.setattr(os, "fsync", fail(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        save_content(file)
    assert [one.name for one in tmp_path.iterdir()] == ["file"]
    assert file.read_bytes() == OLD


@pytest.mark.parametrize("failure", ["fsync", "replace"])
def test_failed_to_csv_keeps_old_file(tmp_path, monkeypatch, failure):
    source = "def winner(board):\n    return None\n"
    report = check_all({"Ada": source}, "flat", "winner", positions=5, progress=False)
    file = tmp_path / "course.csv"
    file.write_bytes(OLD)
    with FAILURES[failure](monkeypatch), pytest.raises(OSError, match=WHY):
        report.to_csv(file)
    assert [one.name for one in tmp_path.iterdir()] == ["course.csv"]
    assert file.read_bytes() == OLD


@pytest.mark.parametrize("failure", ["fsync", "replace"])
def test_failed_census_keeps_old_file(tmp_path, monkeypatch, failure):
    file = tmp_path / "census.json"
    census("3x2k2", file=file)
    kept = file.read_bytes()
    with FAILURES[failure](monkeypatch), pytest.raises(OSError, match=WHY):
        census("3x2k2", file=file)
    assert [one.name for one in tmp_path.iterdir()] == ["census.json"]
    assert file.read_bytes() == kept


def test_file_synced_before_replace(tmp_path, monkeypatch):
    file = tmp_path / "file"
    events = []
    sync, put = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda opened: events.append("fsync") or sync(opened))
    monkeypatch.setattr(os, "replace", lambda *names: events.append("replace") or put(*names))
    write_whole(file, b"new")
    assert events[:2] == ["fsync", "replace"]
    assert file.read_bytes() == b"new"


def test_permissions_kept(tmp_path):
    file, new, other = tmp_path / "file", tmp_path / "new", tmp_path / "other"
    file.write_bytes(OLD)
    file.chmod(0o640)
    other.write_bytes(b"")
    write_whole(file, b"new")
    write_whole(new, b"new")
    assert file.stat().st_mode & 0o777 == 0o640
    assert new.stat().st_mode == other.stat().st_mode


def test_symlink_target_is_written(tmp_path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link, file = tmp_path / "link", folder / "file"
    link.symlink_to(file)
    for content in (b"first", b"second"):
        write_whole(link, content)
        assert link.is_symlink()
        assert file.read_bytes() == content
    assert list(folder.iterdir()) == [file]


def test_write_to_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(pipe, b"new")
        assert os.read(reader, 10) == b"new"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_folder_refused(tmp_path):
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, b"new")
    assert list(tmp_path.iterdir()) == []
