"""What the last requests of windows were: how many messages they have ended, and what may answer them.

It is kept as bits for the last `HISTORY` PSNs of each window, so that it is the same however packets are cut into
batches.

Source: IBA 1, 9.7.5.1 (what answers a request) and 9.7.7.1 (the MSN counts messages).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ibpkt.analysis.columns.transport import ENDS, Transport
from ibpkt.arrays import Array, Bools, Ints, run_starts
from ibpkt.protocols import OPCODES, by_opcode, tabulated

#: PSNs below the highest of which a window knows what they were
HISTORY = 60
#: distance between the PSNs of two windows on one line
APART = 1 << 26
#: what answers a request: of operations that a plug-in adds anything does, since there are two bits for it
_ANSWERS = tabulated(lambda: list(dict.fromkeys(["", *(opcode.answer for opcode in OPCODES.values())]))[:4])


def _number(operation: str) -> int:
    return _ANSWERS.index(operation) if operation in _ANSWERS else 0


_ASKS_FOR = by_opcode(lambda opcode: _number(opcode.answer), np.int64)
#: what an answer is; an ACK fits any request, since it may be one that was sent again
_ANSWERS_AS = by_opcode(lambda opcode: _number(opcode.operation.replace("ACK", "")) if opcode.kind == "response" else 0)
#: what is kept of each end from batch to batch
HISTORY_COLUMNS = ("messages_sent", "message_ends", "answer_bit_0", "answer_bit_1")
_ALL = (1 << HISTORY) - 1


class RequestHistory:
    """What the requests were that have made windows longer.

    Args:
        columns: the batch's packets.
        rows: requests, window by window, ascending in each, shape (m,).
        owners: the places of their windows.
        starts, ends: their PSNs, counted from the end of the window when the batch began; `ends` are exclusive.
        before: what was kept of each window before the batch: how many messages have ended, where they did, and what
            answers its requests; of the last three bit n is for the PSN n before the highest.  Shape (k,) each.
    """

    def __init__(
        self, columns: Transport, rows: Ints, owners: Ints, starts: Ints, ends: Ints, before: Sequence[Ints]
    ) -> None:
        highest = np.append(0, np.maximum.accumulate(ends + owners * APART))[:-1] - owners * APART
        highest[run_starts(owners)] = 0
        longer = ends > highest
        self._rows, self._owners = rows[longer], owners[longer]
        self._starts, self._ends = np.maximum(starts, highest)[longer], ends[longer]
        opcode = columns.opcode[self._rows]
        self._is_end = ENDS[opcode]
        self._asks_for = _ASKS_FOR[opcode]
        self._lines = self._owners * APART + self._starts
        self._counts = np.append(0, np.cumsum(self._is_end))
        self._messages, self._endings, *self._bits = before

    def messages_to(self, places: Ints, at: Ints, highest: Ints) -> Ints:
        """How many messages windows have ended up to PSNs, these included; -1 where that is too long ago.

        A READ ends with its request: responses that are not the last have its MSN, too.  A message that did not come in
        its order is not counted.

        Args:
            places: of the windows, shape (q,).
            at: PSNs that they hold, counted from their ends when the batch began.
            highest: the ends of the windows when they are asked, counted likewise.
        """
        first = np.searchsorted(self._lines, places * APART)
        upto = np.searchsorted(self._lines, places * APART + np.maximum(at, -1), "right")
        here = self._counts[upto] - self._counts[np.minimum(first, upto)]
        back = np.clip(-1 - at, 0, HISTORY)
        behind = _ones(self._endings[places] & (1 << back) - 1)
        return np.where(highest - at <= HISTORY, self._messages[places] + here - behind, -1)

    def may_answer(self, columns: Transport, rows: Ints, places: Ints, at: Ints, highest: Ints) -> Bools:
        """Whether answers are of the kind that requests ask for; an ACK fits any, since it may be repeated.

        Args:
            columns: the batch's packets.
            rows: the answers, shape (q,).
            places, at, highest: the windows and the PSNs of the requests, see `messages_to`.
        """
        wanted = _ANSWERS_AS[columns.opcode[rows]]
        back = np.clip(-1 - at, 0, HISTORY)
        first, second = (bits[places] >> back & 1 for bits in self._bits)
        known = first | second << 1
        here = at >= 0
        known[here] = 0
        if len(self._lines):
            last = np.searchsorted(self._lines, places * APART + np.maximum(at, 0), "right") - 1
            inside = here & (last >= 0) & (self._owners[last] == places) & (at < self._ends[last])
            known[inside] = self._asks_for[last[inside]]
        known[highest - at > HISTORY] = 0
        fits: Bools = (wanted == 0) | (known == 0) | (known == wanted)
        return fits

    def before(self, rows: Ints, highest: Ints) -> list[Ints]:
        """What is kept of all windows, as it is before packets.

        Args:
            rows: a packet for each window, shape (k,).
            highest: the ends of the windows then, counted from where they were when the batch began.
        """
        inside = self._rows < rows[self._owners]
        ended = inside & self._is_end
        kept = [self._messages + np.bincount(self._owners[ended], minlength=len(rows))]
        above = highest[self._owners] - 1 - self._starts
        recent = ended & (above < HISTORY)
        marks = self._owners[recent], 1 << above[recent]
        above = highest[self._owners] - self._ends
        recent = inside & (above < HISTORY)
        owners, above, asks_for = self._owners[recent], above[recent], self._asks_for[recent]
        every = (1 << np.minimum(self._ends[recent] - self._starts[recent], HISTORY - above)) - 1 << above
        by = np.minimum(highest, HISTORY)
        for bits, (places, more) in (
            (self._endings, marks),
            (self._bits[0], (owners, every * (asks_for & 1))),
            (self._bits[1], (owners, every * (asks_for >> 1))),
        ):
            now = bits << by & _ALL
            np.bitwise_or.at(now, places, more)
            kept.append(now)
        return kept


def _ones(bits: Array) -> Ints:
    """How many bits of each number are set."""
    octets = bits.astype("<i8").view(np.uint8).reshape(-1, 8)
    ones: Ints = np.unpackbits(octets, axis=1).sum(axis=1, dtype=np.int64)
    return ones
