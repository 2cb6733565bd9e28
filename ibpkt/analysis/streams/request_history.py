"""What the last requests of windows were: how many messages they have ended, and what may answer them.

It is kept as bits for the last `HISTORY` PSNs of each window, so that it is the same however packets are cut into
batches.

Source: IBA 1, 9.7.5.1 (what answers a request) and 9.7.7.1 (the MSN counts messages).
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import ENDS, Transport
from ibpkt.arrays import Array, Bools, Ints, run_starts
from ibpkt.protocols import by_opcode

#: PSNs below the highest of which a window knows what they were
HISTORY = 30
#: distance between the PSNs of two windows on one line
APART = 1 << 26
#: what answers a request, by number: any, and three that take two bits
_ANSWERS = ("", "ACK", "READ", "ATOMIC")
_ASKS_FOR = by_opcode(lambda opcode: _ANSWERS.index(opcode.answer), np.int64)
#: what an answer is; an ACK fits any request, since it may be one that was sent again
_ANSWERS_AS = by_opcode(lambda opcode: _ANSWERS.index(opcode.operation.replace("ACK", "")) if opcode.kind == "response" else 0)
#: bits of what answers so many PSNs in a row
_ROW = np.array([(4**count - 1) // 3 for count in range(HISTORY + 1)], np.int64)
#: what is kept of each end from batch to batch
HISTORY_COLUMNS = ("messages_sent", "message_ends", "answered_by")
_ALL, _ALL_ENDINGS = (1 << 2 * HISTORY) - 1, (1 << HISTORY) - 1


class RequestHistory:
    """What the requests were that have made windows longer.

    Args:
        columns: the batch's packets.
        rows: requests, window by window, ascending in each, shape (m,).
        owners: the places of their windows.
        starts, ends: their PSNs, counted from the end of the window when the batch began; `ends` are exclusive.
        messages: that each window has ended before the batch, shape (k,).
        endings: where; bit n is for the PSN n before the highest.
        answered: by what its PSNs are answered; bits 2 n and 2 n + 1 are for the PSN n before the highest.
    """

    def __init__(
        self,
        columns: Transport,
        rows: Ints,
        owners: Ints,
        starts: Ints,
        ends: Ints,
        messages: Ints,
        endings: Ints,
        answered: Ints,
    ) -> None:
        highest = np.append(0, np.maximum.accumulate(ends + owners * APART))[:-1] - owners * APART
        highest[run_starts(owners)] = 0
        longer = (ends > highest) & (starts >= 0)
        self._rows, self._owners = rows[longer], owners[longer]
        self._starts, self._ends = starts[longer], ends[longer]
        opcode = columns.opcode[self._rows]
        self._is_end = ENDS[opcode]
        self._answered_by = _ASKS_FOR[opcode]
        self._lines = self._owners * APART + self._starts
        self._counts = np.append(0, np.cumsum(self._is_end))
        self._messages, self._endings, self._answered = messages, endings, answered

    def messages_to(self, places: Ints, at: Ints) -> Ints:
        """How many messages windows have ended up to PSNs, these included; -1 where that is too long ago.

        A message that did not come in its order is not counted.

        Args:
            places: of the windows, shape (q,).
            at: PSNs that they hold, counted from their ends when the batch began.
        """
        first = np.searchsorted(self._lines, places * APART)
        upto = np.searchsorted(self._lines, places * APART + np.maximum(at, -1), "right")
        here = self._counts[upto] - self._counts[np.minimum(first, upto)]
        back = np.clip(-1 - at, 0, HISTORY)
        behind = _ones(self._endings[places] & (1 << back) - 1)
        return np.where(-1 - at < HISTORY, self._messages[places] + here - behind, -1)

    def may_answer(self, columns: Transport, rows: Ints, places: Ints, at: Ints) -> Bools:
        """Whether answers are of the kind that requests ask for; an ACK fits any, since it may be repeated.

        Args:
            columns: the batch's packets.
            rows: the answers, shape (q,).
            places, at: the windows and the PSNs of the requests, see `messages_to`.
        """
        wanted = _ANSWERS_AS[columns.opcode[rows]]
        back = -1 - at
        known = self._answered[places] >> 2 * np.clip(back, 0, HISTORY) & 3
        is_back = back >= 0
        if len(self._lines):
            last = np.searchsorted(self._lines, places * APART + np.maximum(at, 0), "right") - 1
            inside = (last >= 0) & (self._owners[last] == places) & (at < self._ends[last])
            known = np.where(is_back, known, np.where(inside, self._answered_by[last], 0))
        else:
            known[~is_back] = 0
        fits: Bools = (wanted == 0) | (known == 0) | (known == wanted)
        return fits

    def before(self, rows: Ints, highest: Ints) -> tuple[Ints, Ints, Ints]:
        """The history of all windows as it is before packets: messages, endings, and by what PSNs are answered.

        Args:
            rows: a packet for each window, shape (k,).
            highest: the ends of the windows then, counted from where they were when the batch began.
        """
        owners = self._owners
        inside = self._rows < rows[owners]
        messages = self._messages + np.bincount(owners[inside & self._is_end], minlength=len(rows))
        by = np.minimum(highest, HISTORY)
        endings = self._endings << by & _ALL_ENDINGS
        answered = np.where(by < HISTORY, self._answered << 2 * np.minimum(by, HISTORY - 1) & _ALL, 0)
        distance = highest[owners] - self._ends
        recent = inside & (distance < HISTORY)
        ended = recent & self._is_end
        np.bitwise_or.at(endings, owners[ended], 1 << distance[ended])
        owners, distance = owners[recent], distance[recent]
        count = np.minimum(self._ends[recent] - self._starts[recent], HISTORY - distance)
        np.bitwise_or.at(answered, owners, _ROW[count] * self._answered_by[recent] << 2 * distance)
        return messages, endings, answered


def _ones(bits: Array) -> Ints:
    """How many bits of each number are set."""
    octets = bits.astype("<i8").view(np.uint8).reshape(-1, 8)
    ones: Ints = np.unpackbits(octets, axis=1).sum(axis=1, dtype=np.int64)
    return ones
