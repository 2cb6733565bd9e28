"""MSNs against the messages that have ended: where an answer counts otherwise than the requests do.

The distance between the MSN of an answer and the messages that end at or before its PSN stays the same in a connection.
Only the answers at which it changes, and those behind them, are looked at one by one (`MSNCheck`).

Source: IBA 1, 9.7.7.1.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import ENDS, KINDS, OPERATION_OF, RESPONSE
from ibpkt.analysis.recovery.msn_check import MSNCheck
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.run_columns import ACKNOWLEDGE
from ibpkt.analysis.runs.sequence_columns import BELOW_LINE, LINE, LINE_BITS, SequenceColumns
from ibpkt.arrays import Bools, Ints, changes, places_in, rows_where, run_lengths
from ibpkt.protocols import AETH, PSN_MASK, by_opcode

#: message ends that are kept, of all halves together; beyond it the oldest are forgotten
MOST = 1 << 19
#: with fewer, those that are answered may stay
_FEW = 1 << 10
#: of as many keys a new one has its place looked up: to put all in order takes longer
_MANY_FOR_ONE = 16
#: answers that count messages
_COUNTS = by_opcode(lambda opcode: opcode.kind == KINDS[RESPONSE] and AETH in opcode.headers, np.bool_)
#: states of `known` in the table: whether the capture has the beginning of a connection
UNDECIDED, BEGINNING, MIDDLE = range(3)
#: an `msn_offset` that is not known
_UNKNOWN = -1


class MessageEnds:
    """Where messages of all halves end, and how many there are."""

    def __init__(self) -> None:
        none = np.zeros(0, np.int64)
        self._keys, self._counts = none, none  # by half and PSN with which a message ends: messages up to it
        self._room = 0  # with more keys, those that are answered are forgotten
        self._checks: dict[int, MSNCheck] = {}  # of halves with an answer that counts otherwise

    def add(self, sequence: SequenceColumns, table: HalfTable) -> list[tuple[int, Verdict]]:
        """Look at the answers of a batch.

        Returns:
            Halves, and what is said of their answers.
        """
        self._count(sequence, table)
        places = rows_where(
            _COUNTS[sequence.opcode]
            & ~sequence.negative
            & sequence.moves
            & ~sequence.columns.stopped[sequence.rows]  # the capture has cut off what it counts
        )
        places = self._behind_the_first(sequence, table, places)
        places = places[sequence.psn[places] < table["gap"][sequence.half[places]]]
        ended = self._ended_up_to(sequence.half[places], sequence.psn[places], table)
        odd, known = self._odd(sequence, table, places, ended)
        verdicts: list[tuple[int, Verdict]] = []
        half = sequence.half[places]
        if odd.any() or self._checks:
            for number in sorted({*half[odd].tolist(), *(self._checks.keys() & set(half.tolist()))}):
                own = known & (half == number)
                verdicts += self._check(number, sequence, table, places[own], ended[own])
        self._forget(table)
        return verdicts

    def come(self, half: int, packets: HalfPackets, table: HalfTable) -> None:
        """Answers of a half have come before it was known whose they are: the first that counts shows the beginning.

        Args:
            half: the half.
            packets: its packets, see `with_answers`.
            table: the halves.
        """
        counts = packets.believed & ~packets.negative & (packets.end > packets.acked) & (packets.msn >= 0)
        counts &= packets.psn < table["gap"][half]
        if table["known"][half] != UNDECIDED or not counts.any():
            return
        at = int(rows_where(counts)[0])
        plain = OPERATION_OF[packets.opcode] == ACKNOWLEDGE
        behind = counts & (packets.end >= table["first"][half])
        offset = (packets.msn - self._ended_up_to(np.full(len(packets), half), packets.psn, table)) & PSN_MASK
        begins = bool(behind[at] and (offset[at] == 0 or (not plain[at] and offset[at] == PSN_MASK)))
        table["known"][half], table["known_frame"][half] = BEGINNING if begins else MIDDLE, packets.frame[at]
        learns = rows_where(behind & plain)[:1]  # in the middle an ACK tells the distance, as in `_odd`
        table["msn_offset"][half] = 0 if begins else offset[learns[0]] if len(learns) else _UNKNOWN

    @property
    def halves(self) -> set[int]:
        """Halves with an answer that counts otherwise."""
        return set(self._checks)

    def finish(self, half: int) -> list[Verdict]:
        """A half is over."""
        check = self._checks.pop(half, None)
        return [] if check is None else check.finish()

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        low, end = np.searchsorted(self._keys, (half * LINE, (half + 1) * LINE))
        if low < end:
            self._keys[low:end] += (to - half) * LINE
            order = np.argsort(self._keys, kind="stable")
            self._keys, self._counts = self._keys[order], self._counts[order]
        if half in self._checks:
            self._checks[to] = self._checks.pop(half)

    def forget(self, halves: Ints) -> None:
        """Halves are over: their numbers may be given to others."""
        if len(self._keys):
            self._keep(~np.isin(self._keys >> LINE_BITS, halves))

    def _check(
        self, half: int, sequence: SequenceColumns, table: HalfTable, places: Ints, ended: Ints
    ) -> list[tuple[int, Verdict]]:
        """Look at answers of one half one by one."""
        check = self._checks.setdefault(half, MSNCheck(int(table["msn_offset"][half])))
        columns, verdicts = sequence.columns, []
        for place, count in zip(places.tolist(), ended.tolist(), strict=True):
            row = int(sequence.rows[place])
            plain = OPERATION_OF[sequence.opcode[place]] == ACKNOWLEDGE
            psn, frame, time = int(sequence.psn[place]), int(columns.frame[row]), int(columns.time[row])
            run = Run(
                RunKind.ADVANCING_ACK if plain else RunKind.RESPONSES, psn, psn + 1, 1, frame, frame, time, time,
                int(sequence.sent[place]), int(sequence.acked[place]), msn=int(columns.msn[row]),
            )  # fmt: skip
            verdicts += [(half, verdict) for verdict in check.feed(run, count)]
        table["msn_offset"][half] = check.offset or 0
        if check.is_settled:
            del self._checks[half]
        return verdicts

    def _count(self, sequence: SequenceColumns, table: HalfTable) -> None:
        asks = sequence.is_request
        holes = asks & (sequence.psn > sequence.sent)
        np.minimum.at(table["gap"], sequence.half[holes], sequence.sent[holes])
        places = rows_where(asks & ~sequence.again & ENDS[sequence.opcode])
        if not len(places):
            return
        half = sequence.half[places]
        heads = rows_where(changes(half))
        counts = np.arange(1, len(half) + 1) - np.repeat(heads, run_lengths(heads, len(half)))
        counts += table["messages"][half]
        lasts = np.append(heads[1:], len(half)) - 1
        table["messages"][half[lasts]] = counts[lasts]
        keys = half * LINE + sequence.psn[places]
        if len(self._keys) < _MANY_FOR_ONE * len(keys) or (keys[1:] < keys[:-1]).any():
            every = np.concatenate((self._keys, keys))
            order = np.argsort(every, kind="stable")
            self._keys, self._counts = every[order], np.concatenate((self._counts, counts))[order]
        else:
            at = np.searchsorted(self._keys, keys, "right")
            self._keys, self._counts = np.insert(self._keys, at, keys), np.insert(self._counts, at, counts)

    def _behind_the_first(self, sequence: SequenceColumns, table: HalfTable, places: Ints) -> Ints:
        """The answers behind the first request that acknowledge all before it, or more; others show the middle."""
        half = sequence.half[places]
        early = sequence.early[places] | (sequence.end[places] < sequence.first_at(places))
        shows = rows_where(early & (table["known"][half] == UNDECIDED))
        own = half[shows]
        # of several answers the first shows it
        table["known_frame"][own[::-1]] = sequence.columns.frame[sequence.rows[places[shows]]][::-1]
        table["known"][own], table["msn_offset"][own] = MIDDLE, _UNKNOWN
        return places[~early]

    def _ended_up_to(self, half: Ints, psn: Ints, table: HalfTable) -> Ints:
        """How many messages end at or before a PSN."""
        messages: Ints = table["messages"][half]
        if not len(self._keys):
            return messages
        at = places_in(self._keys, half * LINE + psn, "right")
        below, above = np.maximum(at - 1, 0), np.minimum(at, len(self._keys) - 1)
        has_below = (at > 0) & (self._keys[below] >> LINE_BITS == half)
        has_above = (at < len(self._keys)) & (self._keys[above] >> LINE_BITS == half)
        counts: Ints = np.where(has_above, self._counts[above] - 1, messages)
        return np.where(has_below, self._counts[below], counts)

    def _odd(self, sequence: SequenceColumns, table: HalfTable, places: Ints, ended: Ints) -> tuple[Bools, Bools]:
        """Answers that count otherwise than the first one of their half did, and those of which that can be said."""
        half = sequence.half[places]
        if not len(places):
            return np.zeros(0, np.bool_), np.zeros(0, np.bool_)
        msn = sequence.columns.msn[sequence.rows[places]].astype(np.int64)
        # a READ or atomic may be counted before its response is sent, or behind it
        plain = OPERATION_OF[sequence.opcode[places]] == ACKNOWLEDGE
        offset = (msn - ended) & PSN_MASK
        first = changes(half) & (table["known"][half] == UNDECIDED)
        begins = (offset == 0) | (~plain & (offset == PSN_MASK))
        table["known"][half[first]] = np.where(begins[first], BEGINNING, MIDDLE)
        table["known_frame"][half[first]] = sequence.columns.frame[sequence.rows[places[first]]]
        table["msn_offset"][half[first]] = np.where(begins[first], 0, _UNKNOWN)
        # in the middle an ACK tells the distance: a READ may be counted at several places
        learns = rows_where(plain & (table["msn_offset"][half] == _UNKNOWN))
        learns = learns[changes(half[learns])]
        table["msn_offset"][half[learns]] = offset[learns]
        known = table["msn_offset"][half] != _UNKNOWN
        if len(learns):
            at = np.minimum(np.searchsorted(half[learns], half), len(learns) - 1)
            known &= (half[learns][at] != half) | (np.arange(len(half)) >= learns[at])
        due = table["msn_offset"][half]
        odd: Bools = known & (offset != due) & (plain | ((offset + 1) & PSN_MASK != due))
        if odd.any():
            # the answer to a duplicate counts all messages that were completed until then; an ACK may name the PSN that
            # was acknowledged last, behind the duplicate
            answered = np.minimum(sequence.psn[places], sequence.acked[places])
            again = answered < sequence.sent_again[places]
            later = self._ended_up_to(half, sequence.sent[places] - 1, table) - ended
            known &= ~(odd & again & ((offset - due) & PSN_MASK <= later))
            odd &= known
        return odd, known

    def _forget(self, table: HalfTable) -> None:
        if len(self._keys) <= self._room:
            return
        half = self._keys >> LINE_BITS
        due = (self._keys & BELOW_LINE) >= table["acked"][half] - 1
        over = int(due.sum()) - MOST
        if over > 0:
            due[rows_where(due)[:over]] = False
        self._keep(due)
        self._room = min(max(_FEW, 2 * len(self._keys)), MOST)

    def _keep(self, chosen: Bools) -> None:
        if not chosen.all():
            self._keys, self._counts = self._keys[chosen], self._counts[chosen]
