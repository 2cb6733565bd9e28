from __future__ import annotations

import contextlib
import errno
import io
import os
import resource
import signal
import stat
import subprocess
import sys
import threading

import pytest

from ibpkt.errors import CaptureError
from ibpkt.io import atomic
from ibpkt.io.atomic import whole_file

OLD = b"what was there before"


def fill(path, *pieces, error=None):
    """Write a file of some pieces, and let the block end with an error."""
    with whole_file(path) as stream:
        for piece in pieces:
            stream.write(piece)
        if error is not None:
            raise error


def child(script, *arguments, **options):
    """A Python process that runs a script; its first line of output is waited for by who wants it."""
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
    )


def test_the_file_is_there_only_at_the_end(tmp_path):
    path = tmp_path / "out"
    path.write_bytes(OLD)
    with whole_file(path) as stream:
        stream.write(b"new" * 100_000)
        stream.flush()
        assert path.read_bytes() == OLD
    assert path.read_bytes() == b"new" * 100_000
    assert os.listdir(tmp_path) == ["out"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit, GeneratorExit])
@pytest.mark.parametrize("there", [True, False])
def test_an_exception_leaves_everything_as_it_was(tmp_path, error, there):
    path = tmp_path / "out"
    if there:
        path.write_bytes(OLD)
    with pytest.raises(error):
        fill(path, b"half", error=error)
    assert os.listdir(tmp_path) == ["out"] * there
    assert not there or path.read_bytes() == OLD


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_a_new_file_has_the_mode_of_the_umask(tmp_path, umask):
    before = os.umask(umask)
    try:
        with whole_file(tmp_path / "ours"):
            pass
        (tmp_path / "theirs").write_bytes(b"")
    finally:
        os.umask(before)
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("ours", "theirs")]
    assert modes == [0o666 & ~umask] * 2


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o777])
def test_a_file_that_is_there_keeps_its_mode(tmp_path, mode):
    path = tmp_path / "out"
    path.write_bytes(OLD)
    path.chmod(mode)
    with whole_file(path) as stream:
        stream.write(b"new")
        (part,) = (name for name in os.listdir(tmp_path) if name != "out")
        assert stat.S_IMODE((tmp_path / part).stat().st_mode) == mode  # never more open than it will be
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_must_not_be_written_is_not_replaced(tmp_path):
    path = tmp_path / "out"
    path.write_bytes(OLD)
    path.chmod(0o444)
    with pytest.raises(CaptureError, match="permission denied"), whole_file(path):
        pass
    assert path.read_bytes() == OLD


@pytest.mark.parametrize("dangling", [True, False])
def test_a_symbolic_link_stays_one(tmp_path, dangling):
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "target", tmp_path / "link"
    link.symlink_to(target)
    if not dangling:
        target.write_bytes(OLD)
    with whole_file(link) as stream:
        stream.write(b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere/out", "there is no such directory"),
        ("a_file/out", "not a directory"),
        ("", "is a directory"),
        ("x" * 300, "file name too long"),
        ("null\0byte", "embedded null byte"),
    ],
)
def test_what_cannot_be_written_is_told_in_one_sentence(tmp_path, name, sentence):
    (tmp_path / "a_file").write_bytes(b"")
    path = os.path.join(tmp_path, name)
    with pytest.raises(CaptureError, match=sentence) as caught, whole_file(path):
        pass
    assert caught.value.file == path
    assert "\n" not in str(caught.value)
    assert os.listdir(tmp_path) == ["a_file"]


def test_devices_are_written_directly():
    with whole_file(os.devnull) as stream:
        stream.write(b"gone")
    assert not stat.S_ISREG(os.stat(os.devnull).st_mode)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize("size", [1, 1 << 20])
def test_a_full_device(size):
    with pytest.raises(CaptureError, match="/dev/full: cannot be written: no space left on device"):
        fill("/dev/full", bytes(size))


def test_a_named_pipe_stays_one(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    got = []
    reader = threading.Thread(target=lambda: got.append(path.read_bytes()))
    reader.start()
    with whole_file(path) as stream:
        stream.write(b"through")
    reader.join()
    assert got == [b"through"]
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_an_exception_does_not_lose_what_went_into_a_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    got = []
    reader = threading.Thread(target=lambda: got.append(path.read_bytes()))
    reader.start()
    with pytest.raises(KeyboardInterrupt):
        fill(path, b"a record", error=KeyboardInterrupt)
    reader.join()
    assert got == [b"a record"]


def test_a_reader_that_went_away_is_a_broken_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with contextlib.suppress(BrokenPipeError), whole_file(path) as stream:
        os.close(reader)
        with pytest.raises(BrokenPipeError):
            stream.write(bytes(1 << 20))


def test_standard_output_is_not_closed(capfdbinary):
    print("text before")
    with whole_file("-") as stream:
        stream.write(b"\0bytes\n")
    print("text behind")
    sys.stdout.flush()
    assert capfdbinary.readouterr().out == b"text before\n\0bytes\ntext behind\n"


def test_a_standard_output_in_memory(monkeypatch):
    replaced = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", replaced)
    with whole_file("-") as stream:
        stream.write(b"bytes")
    assert replaced.buffer.getvalue() == b"bytes"


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="this system has no /proc")
def test_an_open_file_by_its_name_is_not_replaced(tmp_path):
    path = tmp_path / "out"
    with path.open("wb") as file:
        inode = path.stat().st_ino
        with whole_file(f"/proc/self/fd/{file.fileno()}") as stream:
            stream.write(b"through")
    assert path.stat().st_ino == inode
    assert path.read_bytes() == b"through"


KILLED = """
import sys
from ibpkt.io.atomic import whole_file
with whole_file(sys.argv[1]) as stream:
    stream.write(bytes(1 << 20))
    stream.flush()
    print("half done", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("there", [True, False])
def test_a_process_that_is_killed_leaves_nothing_under_the_name(tmp_path, there):
    path = tmp_path / "out"
    if there:
        path.write_bytes(OLD)
    with child(KILLED, path, stdin=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"half done\n"
        process.kill()
        assert process.wait() == -signal.SIGKILL
    assert path.exists() == there
    assert not there or path.read_bytes() == OLD
    assert all(name.startswith(".ibpkt-") for name in os.listdir(tmp_path) if name != "out")


@contextlib.contextmanager
def largest_file(size):
    """As a disk that is full: no file may grow beyond so many bytes.  Python ignores the signal that comes with it."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("pieces", [1, 300])
def test_a_full_disk_leaves_nothing(tmp_path, pieces):
    path = tmp_path / "out"
    path.write_bytes(OLD)
    with largest_file(100_000), pytest.raises(CaptureError, match="cannot be written: file too large"):
        fill(path, *[bytes(300_000 // pieces)] * pieces)
    assert os.listdir(tmp_path) == ["out"]
    assert path.read_bytes() == OLD


def test_a_disk_that_is_full_only_at_the_end(tmp_path):
    """What is still in the buffer when the block ends."""
    with largest_file(1000), pytest.raises(CaptureError, match="file too large"):
        fill(tmp_path / "out", bytes(2000))
    assert os.listdir(tmp_path) == []


# -- power failures, links in a circle, and what killed programs have left ---------------------------------------------


def test_it_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    done = []
    path = tmp_path / "out"
    path.write_bytes(OLD)
    fsync, replace = os.fsync, os.replace

    def synced(descriptor):
        is_directory = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        done.append("directory" if is_directory else os.fstat(descriptor).st_size)
        fsync(descriptor)

    def replaced(*names):
        done.append("replace")
        replace(*names)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    fill(path, b"new" * 100_000)
    assert done == [300_000, "replace", "directory"]


def test_a_disk_that_fails_at_the_end_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "out"
    path.write_bytes(OLD)

    def broken(descriptor):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(CaptureError, match="out: cannot be written: input/output error"):
        fill(path, b"new")
    assert path.read_bytes() == OLD
    assert os.listdir(tmp_path) == ["out"]


@pytest.mark.skipif(atomic.fcntl is None, reason="needs fcntl")
@pytest.mark.parametrize("known", [True, False])
def test_the_disk_of_a_mac_is_told_to_write(tmp_path, monkeypatch, known):
    """There fsync leaves the bytes in the memory of the disk; on file systems of others it is all that there is."""
    called = []

    def full(descriptor, command):
        called.append(command)
        if not known:
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))

    fsync = os.fsync
    monkeypatch.setattr(atomic.fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(atomic.fcntl, "fcntl", full)
    monkeypatch.setattr(os, "fsync", lambda descriptor: (called.append("fsync"), fsync(descriptor)))
    fill(tmp_path / "out", b"new")
    assert called == ([51, 51] if known else [51, "fsync", 51, "fsync"])
    assert (tmp_path / "out").read_bytes() == b"new"


@pytest.mark.parametrize("code", [errno.EINVAL, errno.ENOTSUP])
def test_a_file_system_that_cannot_say_whether_it_is_on_the_disk(tmp_path, monkeypatch, code):
    def unknown(descriptor):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", unknown)
    fill(tmp_path / "out", b"new")
    assert (tmp_path / "out").read_bytes() == b"new"


def test_a_symbolic_link_that_leads_to_itself(tmp_path):
    for name, target in (("loop", "loop"), ("one", "two"), ("two", "one")):
        (tmp_path / name).symlink_to(tmp_path / target)
    before = {name: os.readlink(tmp_path / name) for name in os.listdir(tmp_path)}
    for name in before:
        with pytest.raises(CaptureError, match="cannot be written: too many levels of symbolic links"):
            fill(tmp_path / name, b"new")
    assert {name: os.readlink(tmp_path / name) for name in os.listdir(tmp_path)} == before


HOLDING = """
import sys, time
from ibpkt.io.atomic import whole_file
with whole_file(sys.argv[1]) as stream:
    stream.write(b"half")
    stream.flush()
    print("here", flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(atomic.fcntl is None, reason="needs locks of files")
def test_what_killed_programs_have_left_is_removed(tmp_path, monkeypatch):
    with child(HOLDING, tmp_path / "a") as dead, child(HOLDING, tmp_path / "b") as alive:
        for process in (dead, alive):
            assert process.stdout.readline()
        dead.kill()
        dead.wait()
        for name in os.listdir(tmp_path):
            os.utime(tmp_path / name, (0, 0))  # as if both were old
        (tmp_path / ".ibpkt-fresh.part").write_bytes(b"created a moment ago, and not locked yet")
        (tmp_path / ".other.part").write_bytes(b"not ours")
        os.utime(tmp_path / ".other.part", (0, 0))
        monkeypatch.setattr(atomic, "_swept", set())
        fill(tmp_path / "out", b"new")
        left = set(os.listdir(tmp_path))
        alive.terminate()
        alive.communicate()
    assert {"out", ".other.part", ".ibpkt-fresh.part"} < left
    assert len(left) == 4  # and what is being written


def test_what_killed_programs_have_left_is_removed_without_locks(tmp_path, monkeypatch):
    """On Windows, which removes no file that somebody has open."""
    unlink, alive = os.unlink, tmp_path / ".ibpkt-alive.part"

    def windows(path, **options):
        if os.fspath(path) == str(alive):
            raise PermissionError(errno.EACCES, "the process cannot access the file")
        unlink(path, **options)

    for name in (".ibpkt-dead.part", alive.name):
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (0, 0))
    (tmp_path / ".ibpkt-fresh.part").write_bytes(b"")
    monkeypatch.setattr(atomic, "fcntl", None)
    monkeypatch.setattr(atomic, "_swept", set())
    monkeypatch.setattr(os, "unlink", windows)
    fill(tmp_path / "out", b"new")
    assert set(os.listdir(tmp_path)) == {"out", alive.name, ".ibpkt-fresh.part"}


def test_a_directory_is_searched_once(tmp_path, monkeypatch):
    searched = []
    scandir = os.scandir
    monkeypatch.setattr(atomic, "_swept", set())
    monkeypatch.setattr(os, "scandir", lambda path: searched.append(path) or scandir(path))
    for number in range(3):
        fill(tmp_path / str(number), b"new")
    assert searched == [str(tmp_path)]
