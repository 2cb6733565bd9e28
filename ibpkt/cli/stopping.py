"""Signals that end a command which would go on for ever, as it ends by itself: with its totals and whole files."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

from ibpkt.capture import StopSwitch

#: Ctrl-C, `kill` and `timeout`, and a terminal that is closed
_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextlib.contextmanager
def stopped_by_signals() -> Iterator[StopSwitch]:
    """A switch that these signals set; a second one interrupts the command wherever it is."""
    switch = StopSwitch()

    def stop(number: int, frame: FrameType | None) -> None:
        if switch.is_set:
            raise KeyboardInterrupt
        switch.set()

    before = {}
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup and shells in the background have it
            before[number] = signal.signal(number, stop)
    try:
        yield switch
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
