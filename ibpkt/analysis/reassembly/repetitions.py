"""Counters of messages: packets of theirs that were sent again, and RNR NAKs that they received."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.reassembly.message_rows import Rows
from ibpkt.analysis.reassembly.packets import LINE
from ibpkt.arrays import Ints, offsets

#: repetitions that wait for their messages
MOST_KEPT = 4096


class Repetitions:
    """What happened to requests since the last batch; told before the batch's messages end."""

    def __init__(self) -> None:
        self._again: list[tuple[int, int, int, int, int, int]] = []
        self._refused: list[tuple[int, int, int]] = []

    def again(self, half: int, first: int, end: int, count: int, frame: int, known: int = 0) -> None:
        """Request packets with the PSNs from ``first`` to ``end`` were sent again; ``frame`` is the first of them.

        Messages that had ended before the packet ``known`` are told without them: it was not known then.
        """
        self._again.append((half, first, end, count, frame, known))

    def refused(self, half: int, psn: int, frame: int) -> None:
        """An RNR NAK asked for a request again."""
        self._refused.append((half, psn, frame))

    def halves(self) -> Ints:
        """The halves that they are of."""
        return np.array([each[0] for each in (*self._again, *self._refused)], np.int64)

    def count(self, rows: Rows, order: Ints, upto: Ints) -> None:
        """Add to the counters of messages, as far as they had not ended.

        Args:
            rows: all messages of some halves.
            order: their order by half and PSN.
            upto: by half the PSN behind what messages have been made of: what was sent again from there on waits.
        """
        if not self._again and not self._refused:
            return
        kept: list[tuple[int, int, int, int, int, int]] = []
        now: list[tuple[int, int, int, int, int, int]] = []
        for entry in self._again:
            half, begin, end, count, *frames = entry
            until = min(end, max(begin, int(upto[half])))
            if until == end or count != end - begin:  # a READ takes many PSNs and is one packet
                (kept if until == begin else now).append(entry)
                continue
            kept.append((half, until, end, end - until, frames[0], frames[1]))
            if until > begin:
                now.append((half, begin, until, until - begin, frames[0], frames[1]))
        self._again = now
        self._count(rows, order)
        self._again = kept[-MOST_KEPT:]

    def close(self, rows: Rows, order: Ints, halves: Ints) -> None:
        """Likewise, of halves that are over: nothing of them waits any more."""
        over = set(halves.tolist())
        again, refused = self._again, self._refused
        self._again = [entry for entry in again if entry[0] in over]
        self._refused = [entry for entry in refused if entry[0] in over]
        self._count(rows, order)
        self._again = [entry for entry in again if entry[0] not in over]
        self._refused = [entry for entry in refused if entry[0] not in over]

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        self._again = [(to if entry[0] == half else entry[0], *entry[1:]) for entry in self._again]

    def _count(self, rows: Rows, order: Ints) -> None:
        first = (rows["half"] * LINE + rows["first"])[order]
        if self._again:
            half, begin, end, count, *frames = np.array(self._again, np.int64).T
            self._add(rows, order, first, half, begin, end, count, np.maximum(*frames))
        for half_, psn, frame_ in self._refused:
            place = int(np.searchsorted(first, half_ * LINE + psn, side="right")) - 1
            row = order[place] if place >= 0 else -1
            if row >= 0 and rows["half"][row] == half_ and not 0 < rows["done_frame"][row] < frame_:
                rows["refusals"][row] += 1
        self._refused = []

    @staticmethod
    def _add(rows: Rows, order: Ints, line: Ints, half: Ints, begin: Ints, end: Ints, count: Ints, frame: Ints) -> None:
        low = np.maximum(np.searchsorted(line, half * LINE + begin, side="right") - 1, 0)
        high = np.searchsorted(line, half * LINE + end, side="left")
        many = np.maximum(high - low, 0)
        run = np.repeat(np.arange(len(half)), many)
        row = order[np.repeat(low - offsets(many), many) + np.arange(len(run))]
        last = np.where(rows["end"][row] > 0, rows["end"][row], end[run])
        common = np.minimum(last, end[run]) - np.maximum(rows["first"][row], begin[run])
        single = (count != end - begin)[run]  # a READ takes many PSNs and is one packet
        number = np.where(single, count[run], common)
        counts = (rows["half"][row] == half[run]) & (common > 0)
        # what ended unseen was known to have ended only when that was settled
        done = np.maximum(rows["done_frame"][row], rows["settled_frame"][row])
        counts &= (rows["done_frame"][row] == 0) | (done > frame[run])
        np.add.at(rows["retransmissions"], row[counts], number[counts])
        np.maximum.at(rows["again_frame"], row[counts], frame[run][counts])
