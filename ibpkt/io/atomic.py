"""Atomic output files: they appear complete or not at all.

A file is written next to its path, is on the disk when its block ends, and is then moved into place: also after a power
failure there is the old file or the new one.  A program that is killed leaves at worst a hidden file ``.ibpkt-….part``
in the same directory, which the next one that writes there removes.  A file that has the name already stays until the
end: it may be the one that is being read.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import sys
import time
from collections.abc import Iterator
from typing import BinaryIO

from ibpkt.arguments import checked
from ibpkt.errors import CaptureError, sentence

try:
    import fcntl
except ModuleNotFoundError:  # Windows, where a file that is open can be neither removed nor replaced
    fcntl = None  # type: ignore[assignment]

_BUFFER = 1 << 16
#: around the random digits of a file that is being written
_PART = ".ibpkt-", ".part"
#: seconds for which a file stays that nobody seems to write: it may have been created a moment ago
_FRESH = 60
#: what file systems answer that know of no such operation
_UNKNOWN = {errno.EINVAL, errno.ENOTSUP, errno.ENOSYS}
#: directories in which what others left has been removed
_swept: set[str] = set()
# Names of open files: what they lead to must not be replaced, even if it is a regular file.
_OPEN_FILES = ("/dev/fd/", "/dev/std", "/proc/")


class _File(io.FileIO):
    """A raw file whose errors name it; a closed pipe stays a BrokenPipeError."""

    def __init__(self, file: str | int, title: str, *, close: bool = True) -> None:
        super().__init__(file, "wb", closefd=close, opener=_open_existing)
        self._title = title

    def write(self, data: object) -> int:
        with write_errors(self._title):
            return super().write(data)  # type: ignore[arg-type]

    def close(self) -> None:
        with write_errors(self._title):  # some file systems report only now that they are full
            super().close()


def _open_existing(path: str, flags: int) -> int:
    """Open a special file: Linux refuses to create one where another user's pipe is (fs.protected_fifos)."""
    return os.open(path, flags & ~os.O_CREAT)


@contextlib.contextmanager
@checked
def write_errors(name: str) -> Iterator[None]:
    """Turn what the operating system says against writing a file into one sentence; a closed pipe stays what it is."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise cannot_write(name, error) from error


@checked
def cannot_write(name: str, error: OSError) -> CaptureError:
    """The error for an output file that the operating system refuses to write, in one sentence."""
    reason = "there is no such directory" if error.errno == errno.ENOENT else sentence(error)
    return CaptureError(name, f"cannot be written: {reason}")


@contextlib.contextmanager
@checked
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A binary stream to write a file with, for ``with``: it takes its name when the block ends without an exception.

    Standard output (``-``) and existing paths that are no regular files (``/dev/null``, pipes) are written directly.
    The mode is the one that `open` gives: that of an existing file, else the umask's.  A symbolic link stays one.

    Raises:
        CaptureError: it cannot be written; nothing is left of it.
        BrokenPipeError: the reader has closed the pipe.
    """
    name = os.fspath(path)
    if name == "-":
        with _standard_output() as stream:
            yield stream
    elif _is_special(name):
        with write_errors(name):
            raw = _File(name, name)
        with _as_it_comes(raw) as stream:
            yield stream
    else:
        with _beside(name) as stream:
            yield stream


def _is_special(name: str) -> bool:
    if os.path.abspath(name).startswith(_OPEN_FILES):
        return True
    try:
        return not stat.S_ISREG(os.stat(name).st_mode)
    except OSError as error:
        if error.errno == errno.ELOOP:  # a symbolic link that leads to itself: there is no file to replace
            raise cannot_write(name, error) from error
        return False
    except ValueError as error:  # a null byte
        raise CaptureError(name, sentence(error)) from error


@contextlib.contextmanager
def _standard_output() -> Iterator[BinaryIO]:
    if sys.stdout is None:
        raise cannot_write("-", OSError(errno.EBADF, "standard output is closed"))
    sys.stdout.flush()
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):  # replaced by a stream in memory
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        with _as_it_comes(_File(descriptor, "-", close=False)) as stream:
            yield stream


@contextlib.contextmanager
def _as_it_comes(raw: _File) -> Iterator[BinaryIO]:
    stream = io.BufferedWriter(raw, _BUFFER)
    try:
        yield stream
        stream.flush()
    except BaseException:
        with contextlib.suppress(Exception):
            stream.flush()  # leaves no record half written, if possible
        raise
    finally:
        raw.close()


@contextlib.contextmanager
def _beside(name: str) -> Iterator[BinaryIO]:
    target = os.path.realpath(name)
    directory = os.path.dirname(target)
    _sweep(directory)
    part = os.path.join(directory, os.urandom(8).hex().join(_PART))
    raw: _File | None = None
    try:  # entered before the file exists: a signal may come at any moment
        with write_errors(name):
            raw = _File(_create(part, target), name)
        stream = io.BufferedWriter(raw, _BUFFER)
        yield stream
        stream.flush()
        with write_errors(name):
            _sync(raw.fileno())
        raw.close()
        with write_errors(name):
            os.replace(part, target)
            _sync_directory(directory)
    except BaseException:
        if raw is not None:
            with contextlib.suppress(Exception):
                raw.close()
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise


def _create(part: str, target: str) -> int:
    """A descriptor of the new file, with the owner and the mode of the file that it will replace."""
    if os.path.exists(target) and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))  # as open would be refused
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    with contextlib.suppress(OSError, AttributeError):  # not every user may, and not every system can
        existing = os.stat(target)
        os.chown(part, existing.st_uid, existing.st_gid)
    with contextlib.suppress(OSError):
        os.chmod(part, stat.S_IMODE(os.stat(target).st_mode))
    _lock(descriptor)
    return descriptor


def _sync(descriptor: int) -> None:
    """See that what was written is on the disk, as far as the file system can say."""
    if hasattr(fcntl, "F_FULLFSYNC"):  # macOS, where fsync leaves it in the memory of the disk
        with contextlib.suppress(OSError):  # a file system that knows fsync only
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _UNKNOWN:
            raise


def _sync_directory(directory: str) -> None:
    """See that the new name is on the disk."""
    try:
        descriptor = os.open(directory, os.O_RDONLY)
    except OSError:  # a directory that may be written and not read, or no system on which it is a file
        return
    try:
        _sync(descriptor)
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> bool:
    """Lock a file as one that is being written, until it is closed; False where another process has locked it."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # locked, or on a file system without locks
        return False
    return True


def _sweep(directory: str) -> None:
    """Remove what programs that were killed have left in a directory; what is still being written is locked."""
    if directory in _swept:
        return
    _swept.add(directory)
    begin, end = _PART
    with contextlib.suppress(OSError), os.scandir(directory) as entries:  # nothing depends on it
        for entry in entries:
            if entry.name.startswith(begin) and entry.name.endswith(end) and entry.is_file(follow_symlinks=False):
                with contextlib.suppress(OSError):
                    _remove_left(entry.path)


def _remove_left(part: str) -> None:
    if fcntl is None:  # Windows removes no file that is open
        if time.time() - os.stat(part).st_mtime > _FRESH:
            os.unlink(part)
        return
    descriptor = os.open(part, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    try:
        if time.time() - os.fstat(descriptor).st_mtime > _FRESH and _lock(descriptor):
            os.unlink(part)
    finally:
        os.close(descriptor)
