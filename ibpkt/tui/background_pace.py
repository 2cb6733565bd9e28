"""How fast work goes on behind the screen: it stands aside while keys come, and ends when it is told to."""

from __future__ import annotations

import threading
import time

#: seconds after a key for which work stands aside, and the longest that it does so between two of its steps
ASIDE, LONGEST = 0.15, 0.6
#: seconds between two looks
_LOOK = 0.02


class BackgroundPace:
    """Told by the screen when a key comes, and asked by the work before each of its steps.

    Attributes:
        stop: the work is to end.
    """

    def __init__(self) -> None:
        self.stop: threading.Event = threading.Event()
        self._until = 0.0

    def touch(self) -> None:
        """A key has come."""
        self._until = time.monotonic() + ASIDE

    def step(self) -> bool:
        """Whether there is to be another step; waits while keys come."""
        begun = time.monotonic()
        while not self.stop.is_set():
            now = time.monotonic()
            if now >= self._until or now - begun > LONGEST:
                return True
            self.stop.wait(_LOOK)
        return False
