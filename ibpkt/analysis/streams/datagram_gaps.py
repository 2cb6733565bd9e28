"""Datagrams that are not the next of their queue pair, which numbers all that it sends by UD, whatever the destination.

Source: IBA 1, 9.8.3.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import REQUEST, Transport
from ibpkt.analysis.results.finding import FindingTypes
from ibpkt.analysis.streams.half_order import small_order
from ibpkt.analysis.streams.key_table import KeyTable
from ibpkt.analysis.streams.named_arrays import NamedArrays
from ibpkt.analysis.streams.psn_windows import MAX_PSN_DISTANCE, signed
from ibpkt.analysis.streams.stream_rows import UD
from ibpkt.arrays import Bools, Ints, distinct, rows_where, run_starts
from ibpkt.protocols import PSN_MASK

_SEQUENCE = FindingTypes("sequence")
DATAGRAM_GAP = _SEQUENCE.note(
    "datagram-gap",
    "{count:datagram|datagrams} of this queue pair missing before PSN {psn}",
    "They were lost, or come more than 16 ms late, and nothing retransmits them; or they were not sent past the tap.",
    "IBA 1, 9.8.3",
)
#: queue pairs up to this one are for management; their PSNs mean nothing
LAST_MANAGEMENT_QP = 1
#: queue pairs whose next PSNs are kept
LIMIT = 1 << 17


class DatagramSteps(NamedTuple):
    """The datagrams of a batch, and those of them that are not the next of their queue pair.

    Attributes:
        every: the places of all datagrams whose PSNs count, ascending, shape (m,).
        rows: the places of those that are ahead or behind, ascending, shape (g,).
        ahead: how many PSNs each is ahead of what its queue pair uses next; below 0 for a PSN that it has gone past.
        number: of each, how many datagrams of its queue pair have come with it.
    """

    every: Ints
    rows: Ints
    ahead: Ints
    number: Ints


class DatagramGaps:
    """Finds datagrams that are not the next of their queue pair.

    Args:
        limit: queue pairs whose PSNs are kept; beyond that, those idle longest are forgotten.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._keys = KeyTable()
        self._senders = NamedArrays({
            "address": (np.int64, 0), "qpn": (np.int64, 0), "expected": (np.int32, -1), "last_frame": (np.int64, 0),
            "count": (np.int64, 0),
        })  # fmt: skip

    def add(self, columns: Transport, valid: Bools) -> DatagramSteps:
        """Take a batch.

        Args:
            columns: its packets.
            valid: those that reach the transport.
        """
        none = np.zeros(0, np.int64)
        chosen = valid & (columns.service == UD)
        if not chosen.any():
            return DatagramSteps(none, none, none, none)
        source = columns.srcqp
        chosen &= (columns.kind == REQUEST) & (source > LAST_MANAGEMENT_QP) & (source <= PSN_MASK)
        every = rows_where(chosen)
        if not len(every):
            return DatagramSteps(none, none, none, none)
        address, qpn = columns.source[every].astype(np.int64), source[every].astype(np.int64)
        senders = self._keys.find(address, qpn)
        unknown = rows_where(senders < 0)
        if len(unknown):
            self._learn(senders, unknown, address, qpn)
        order = small_order(senders)
        rows, senders = every[order], senders[order]
        psn = columns.psn[rows].astype(np.int64)
        starts = run_starts(senders)
        stops = np.append(starts[1:], len(rows))
        ahead, after = self._follow(psn, self._senders["expected"][senders[starts]].astype(np.int64), starts, stops)
        last = senders[stops - 1]
        self._senders["expected"][last] = after
        self._senders["last_frame"][last] = columns.frame[rows[stops - 1]]
        before = self._senders["count"][last]
        number = np.arange(1, len(rows) + 1) + np.repeat(before - starts, stops - starts)
        self._senders["count"][last] = before + stops - starts
        self._forget()
        found = rows_where((ahead != 0) & (np.abs(ahead) <= MAX_PSN_DISTANCE))
        found = found[np.argsort(rows[found])]
        return DatagramSteps(every, rows[found], ahead[found], number[found])

    def _learn(self, senders: Ints, unknown: Ints, address: Ints, qpn: Ints) -> None:
        rows, fresh = self._keys.learn(address[unknown], qpn[unknown])
        senders[unknown] = rows
        self._senders.reserve(len(self._keys))
        new = rows[fresh]
        self._senders["address"][new], self._senders["qpn"][new] = address[unknown[fresh]], qpn[unknown[fresh]]

    @staticmethod
    def _follow(psn: Ints, expected: Ints, starts: Ints, stops: Ints) -> tuple[Ints, Ints]:
        """Datagrams of senders one after the other.

        Args:
            psn: of all packets, those of a sender together.
            expected: the PSN that each sender uses next, -1 where that is not known.
            starts, stops: where the packets of each sender begin and end.

        Returns:
            How many PSNs each packet is ahead of what was expected, and what each sender uses next.
        """
        expected = np.where(expected < 0, psn[starts], expected)
        counts = stops - starts
        before = np.append(psn[:1], psn[:-1] + 1)
        before[starts] = expected
        steps = signed(psn - before) + 1
        places = np.cumsum(steps)  # behind each packet, on one line
        places -= np.repeat(places[starts] - steps[starts], counts)
        sender = np.repeat(np.arange(len(starts)), counts)
        highest = np.maximum.accumulate(np.maximum(places, 0) + (sender << 40)) - (sender << 40)
        due = np.append(0, highest[:-1])
        due[starts] = 0
        ahead = places - 1 - due
        after = expected + highest[stops - 1] & PSN_MASK
        for at in distinct(sender[ahead < -MAX_PSN_DISTANCE]).tolist():  # its PSNs begin anew somewhere
            due_psn = int(expected[at])
            for place in range(int(starts[at]), int(stops[at])):
                ahead[place] = away = int(signed(psn[place] - due_psn))
                if away >= 0 or away < -MAX_PSN_DISTANCE:
                    due_psn = int(psn[place]) + 1
            after[at] = due_psn & PSN_MASK
        return ahead, after

    def _forget(self) -> None:
        excess = len(self._keys) - self._limit
        if excess <= 0:
            return
        idle = np.argsort(self._senders["last_frame"][: len(self._keys)], kind="stable")
        kept = np.sort(idle[max(excess, self._limit // 8) :])
        count = len(self._keys)
        for name in self._senders:
            self._senders[name][: len(kept)] = self._senders[name][kept]
        self._senders.reset(np.arange(len(kept), count))
        self._keys.rebuild(self._senders["address"][: len(kept)], self._senders["qpn"][: len(kept)])
