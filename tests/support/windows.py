"""This machine made to look like Windows, as far as Python shows it; for a process of its own.

    python -m tests.support.windows [WORD …]

runs ``ibpkt WORD …`` there.  Gone are modules and names that Windows lacks.  Files that are open can be neither removed
nor replaced, names of new files must be such as Windows takes, and descriptors of files cannot be waited for.  Paths
keep their slashes, and third parties know nothing of it: they are imported before.
"""

from __future__ import annotations

import importlib
import os
import select
import signal
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import PureWindowsPath
from typing import Any

#: modules that Windows lacks
MODULES = ("curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
#: names that Windows lacks, by module; those that only later versions of Python have there, too
NAMES = {
    "os": (
        "O_CLOEXEC O_NOFOLLOW O_DIRECTORY O_NONBLOCK chown chroot fchmod fchown fork forkpty geteuid getgid "
        "getuid killpg lchown mkfifo posix_fadvise pread preadv pwrite pwritev sched_getaffinity set_blocking "
        "setgid setsid setuid sysconf uname wait waitid"
    ),
    "signal": "SIGALRM SIGCHLD SIGHUP SIGKILL SIGPIPE SIGQUIT SIGUSR1 SIGUSR2 alarm pthread_sigmask setitimer",
    "socket": "AF_PACKET AF_UNIX",
    "mmap": "MAP_ANONYMOUS MAP_PRIVATE MAP_SHARED PROT_READ PROT_WRITE",
    "select": "epoll poll",
    "time": "tzset",
}
#: imported before, since they ask what system this is: those of the standard library, and others
EARLY = (
    "asyncio", "concurrent.futures.process", "multiprocessing.shared_memory", "shutil", "socket", "subprocess",
    "tempfile", "anycrc", "backports.zstd", "click", "construct", "crcmod", "jinja2", "lz4.frame", "numpy",
    "re2", "resvg_py", "rich.console", "rich.table", "yaml",
)  # fmt: skip


class _OpenFile(PermissionError):
    """What Windows says of a file that is open."""


def pretend(*early: str) -> None:
    """Make the machine look like Windows, for what is imported from now on.

    Args:
        early: what else is imported before.
    """
    for name in (*EARLY, *early):
        try:
            importlib.import_module(name)
        except ModuleNotFoundError:
            continue
    sysconfig.get_config_vars()
    # the importer and `os` keep what they took from it
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for module, names in NAMES.items():
        for each in names.split():
            if hasattr(importlib.import_module(module), each):
                delattr(importlib.import_module(module), each)
    os.supports_fd = set()
    _refuse_open_files("unlink", "remove", "rmdir", "rename", "replace")
    select.select = _no_sockets
    sys.platform = "win32"
    sys.addaudithook(_look_at_name)


def _refuse_open_files(*names: str) -> None:
    for name in names:
        setattr(os, name, _refusing(getattr(os, name)))


def _refusing(function: Callable[..., Any]) -> Callable[..., Any]:
    def refuse(*paths: Any, **options: Any) -> Any:
        for path in paths:
            if "dir_fd" not in options and os.path.isfile(path) and os.path.realpath(path) in _open_files():
                raise _OpenFile(13, "The process cannot access the file", os.fspath(path))
        return function(*paths, **options)

    return refuse


def _open_files() -> set[str]:
    found = set()
    for descriptor in os.listdir("/proc/self/fd"):
        try:
            found.add(os.readlink(f"/proc/self/fd/{descriptor}"))
        except FileNotFoundError:  # that of the listing itself
            continue
    return found


def _no_sockets(reads: Sequence[Any], writes: Sequence[Any], odd: Sequence[Any], seconds: float | None = None) -> Any:
    raise OSError(10038, "An operation was attempted on something that is not a socket")


def _look_at_name(event: str, arguments: tuple[Any, ...]) -> None:
    made = event == "os.mkdir" or (event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_CREAT)
    if made and isinstance(arguments[0], str | bytes | os.PathLike):
        check_name(os.fsdecode(arguments[0]))


def check_name(path: str) -> None:
    """Raises ValueError: Windows takes no file of this name."""
    if path.startswith("/dev/"):
        return
    for part in path.split("/"):
        reserved = PureWindowsPath(part).stem.upper() in {"CON", "PRN", "AUX", "NUL", "COM1", "LPT1"}
        if part not in ("", ".", "..") and (set(part) & set('<>:"\\|?*') or part[-1] in " ." or reserved):
            raise ValueError(f"Windows takes no file of the name {part!r}")


def main() -> None:
    """Run a command."""
    pretend()
    assert not hasattr(signal, "SIGHUP")
    from ibpkt.cli import main as run

    run()


if __name__ == "__main__":
    main()
