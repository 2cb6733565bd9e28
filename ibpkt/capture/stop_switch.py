"""A switch that ends what would otherwise wait for ever: a live capture, a file that is followed as it grows."""

from __future__ import annotations

import contextlib
import os


class StopSwitch:
    """It may be set from a signal handler or another thread, and wakes whoever waits for its descriptor.

    Attributes:
        is_set: it was set.
    """

    def __init__(self) -> None:
        self.is_set: bool = False
        self._reads, self._writes = os.pipe()  # a byte is all that is ever written: it cannot be full

    def set(self) -> None:
        """Set it, for good."""
        if self.is_set:
            return
        self.is_set = True
        with contextlib.suppress(OSError):  # nobody waits any more
            os.write(self._writes, b"\0")

    def fileno(self) -> int:
        """A descriptor that can be read once it is set."""
        return self._reads

    def __del__(self) -> None:
        for descriptor in (self._reads, self._writes):
            with contextlib.suppress(OSError):
                os.close(descriptor)
