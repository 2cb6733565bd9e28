"""A pool of processes that answers whatever becomes of them: killed, never started, or looked after by nobody."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from ibpkt.errors import ResourceError, reserve, sentence

T = TypeVar("T")

#: bytes of the stacks of the threads that a pool starts, some of them where nobody would hear that they cannot
THREADS = 64 << 20
#: seconds after which a result that has not come makes us look whether anybody still works for it
PATIENCE = 1.0


class WorkerPool:
    """Processes that call functions.

    Args:
        jobs: how many.
        context: of multiprocessing.
        start: called first in each of them.
        arguments: of ``start``.

    Raises:
        ResourceError: there is too little memory for the threads that look after them.
    """

    def __init__(self, jobs: int, context: Any, start: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        reserve(THREADS, "the threads that look after other processes")
        self._executor = ProcessPoolExecutor(jobs, context, start, arguments)
        self._others = set(multiprocessing.active_children())
        self._watchers: set[threading.Thread] = set()
        self._lost = False

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Let a process call a function.

        Raises:
            ResourceError: no process can be started, or one was killed.
        """
        before = set() if self._watchers else set(threading.enumerate())
        try:
            future = self._executor.submit(function, *arguments)
        except BrokenProcessPool as error:
            raise _killed() from error
        except (OSError, RuntimeError) as error:  # no process; no thread to look after them
            self._lost = True
            reason = sentence(error) if isinstance(error, OSError) else str(error)
            raise ResourceError(f"no further process can be started: {reason}") from error
        if not self._watchers:
            self._watchers = set(threading.enumerate()) - before
        return future

    def result(self, future: Future[T]) -> T:
        """What a function has returned; what it has raised is raised here.

        Raises:
            ResourceError: a process was killed, or nobody looks after them any more.
        """
        while not wait([future], PATIENCE).done:
            if not self._is_watched():
                self._lost = True
                raise ResourceError("the processes of --jobs are lost, as happens where memory runs out")
        try:
            return future.result()
        except BrokenProcessPool as error:
            raise _killed() from error

    def close(self) -> None:
        """End all processes, once they have done what they are doing."""
        # a signal may have come while the first were started, before there was a thread that looks after them
        if self._watchers and not self._lost and self._is_watched():
            self._executor.shutdown(cancel_futures=True)
            return
        for process in set(multiprocessing.active_children()) - self._others:  # nobody else would end them
            process.kill()
            process.join()

    def _is_watched(self) -> bool:
        return not self._watchers or any(thread.is_alive() for thread in self._watchers)


def _killed() -> ResourceError:
    return ResourceError(
        "one of the processes of --jobs was killed, as the system does where memory runs out; fewer of them need less"
    )
