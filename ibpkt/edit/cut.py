"""The step that leaves payloads out: headers stay, what they carry goes."""

from __future__ import annotations

from collections import Counter

import numpy as np

from ibpkt.batch import Batch
from ibpkt.edit.buffer import Picked
from ibpkt.errors import CallerError

COMMENT = "payload cut by ibpkt edit"


class CutPayload:
    """Cut each packet in the capture after its headers.

    Its length on the wire stays, so that every program sees that it was cut; in pcapng a comment says by what.

    Args:
        keep: bytes of the payload that stay.
    """

    def __init__(self, keep: int = 0) -> None:
        if keep < 0:
            raise CallerError(f"{keep} bytes of payload cannot be kept")
        self.keep = keep
        self.left: Counter[str] = Counter()
        self.done = False

    def apply(self, batch: Batch) -> Batch:
        """The packets, cut; the buffer is the same."""
        frames = batch.frames
        captured = frames.captured.copy()
        for shape in batch.shapes:
            here = shape.payload[0] - frames.start[shape.rows] + self.keep
            # what has no payload keeps its CRCs
            has = shape.payload[1] - shape.payload[0] > self.keep
            captured[shape.rows[has]] = np.minimum(captured[shape.rows], here)[has]
        cut = np.flatnonzero(captured < frames.captured)
        if not len(cut):
            return batch
        result = Picked(frames)
        result.captured = captured
        result.comments = dict(frames.comments)
        for row in cut.tolist():
            result.comments[row] = (*result.comments.get(row, ()), COMMENT)
        return Batch(result)
