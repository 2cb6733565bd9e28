"""Following a file as it grows, and a pipe that may be silent for long."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from ibpkt.capture.compression import RawStream
from ibpkt.capture.stop_switch import StopSwitch

PAUSE = 0.1
"""Seconds between two looks at a file, and between two calls of ``Following.tick`` while nothing comes."""

GRACE = 0.5
"""Seconds that a pipe is still read after the switch was set: who writes it may have been told to end, too."""


class Following(NamedTuple):
    """How a file is followed.

    Attributes:
        stop: ends it.
        tick: called again and again while nothing comes.
    """

    stop: StopSwitch
    tick: Callable[[], object] = lambda: None


class FollowedStream(RawStream):
    """The bytes of a file, and those that are written to it from now on.

    Args:
        file: the file.
        path: where it is, None where it has no path of its own.
        follow: how it is followed.

    Attributes:
        is_left: the stream ended before the file, which may go on: in the middle of a record, too.
        restart: why it ended, where the file of this path begins anew: a clause; empty where it does not.
    """

    def __init__(self, file: Any, path: str | None, follow: Following) -> None:
        super().__init__(file)
        self.is_left: bool = False
        self.restart: str = ""
        self.size = None
        self._path, self._follow = path, follow
        self._until = 0.0  # a pipe is read no longer

    def ready(self) -> bool:
        """See `Stream.ready`."""
        if self.is_regular and self.descriptor is not None and not self._returned:
            return os.fstat(self.descriptor).st_size > self.position
        return super().ready()

    def _read(self, into: memoryview) -> int:
        if self.descriptor is None:
            return super()._read(into)
        if not self.is_regular:
            if self._comes(self.descriptor):
                return super()._read(into)
        else:
            while not self._follow.stop.is_set:
                if count := super()._read(into):
                    return count
                if self._has_changed():
                    break
                self._follow.tick()
                time.sleep(PAUSE)
        self.is_left = True
        return 0

    def _comes(self, descriptor: int) -> bool:
        """Wait until a pipe has bytes, or has ended; False where it was stopped before."""
        while not super().ready():
            if self._follow.stop.is_set:
                now = time.monotonic()
                self._until = self._until or now + GRACE
                if now >= self._until:
                    return False
                descriptors, most = [descriptor], self._until - now
            else:
                self._follow.tick()
                descriptors, most = [descriptor, self._follow.stop.fileno()], PAUSE
            try:
                select.select(descriptors, [], [], most)
            except (OSError, ValueError):  # Windows selects sockets only: reading waits instead, unless it was stopped
                return not self._follow.stop.is_set
        return not (self._until and time.monotonic() >= self._until)

    def _has_changed(self) -> bool:
        """Whether the file was cut, or another one has its name."""
        assert self.descriptor is not None
        status = os.fstat(self.descriptor)
        if status.st_size < self.position:
            self.restart = "was truncated"
        elif status.st_size == self.position and self._path is not None:
            try:
                named = os.stat(self._path)
            except OSError:  # between the old file and the new one, as a rule
                return False
            if (named.st_dev, named.st_ino) != (status.st_dev, status.st_ino):
                self.restart = "is another file now"
        return bool(self.restart)
