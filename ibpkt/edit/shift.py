"""A step that sets the clock of a capture."""

from __future__ import annotations

from collections import Counter

import numpy as np

from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.edit.buffer import fresh
from ibpkt.edit.select import moment
from ibpkt.errors import CallerError

_LATEST = (1 << 63) - 1


class Shift:
    """All packets earlier or later.

    Args:
        text: by how many seconds, with up to nine decimals: ``3600``, ``-0.5``.

    Raises:
        CallerError: the text is no number of seconds.
    """

    @checked
    def __init__(self, text: str) -> None:
        try:
            float(text)
            self.by: int = moment(text)[0]
        except ValueError:
            raise CallerError(f"{text!r} is no number of seconds, such as 3600 or -0.5") from None
        self.left: Counter[str] = Counter()
        self.done: bool = False

    @checked
    def apply(self, batch: Batch) -> Batch:
        """The packets with their new times.

        Raises:
            CallerError: a packet would be before 1970, or too late for nanoseconds of 64 bits.
        """
        frames = fresh(batch.frames)
        wrong = (frames.time < -self.by) | (frames.time > min(_LATEST, _LATEST - self.by))
        if wrong.any():
            number = int(frames.number_of[np.flatnonzero(wrong)[0]])
            when = "before 1970" if self.by < 0 else "after 2262, which nanoseconds of 64 bits do not reach"
            raise CallerError(f"packet {number} would be {when}")
        frames.time = frames.time + self.by
        frames.first_time += self.by
        frames.previous_time += self.by
        return Batch(frames)
