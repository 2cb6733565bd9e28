"""Incast: many senders into one receiver at once, more than its link takes.

Counted are the senders whose packets with payload come to a receiver within `WINDOW`: as many as that share the
receiver's link, whose queue grows meanwhile.  Whether a queue overflows is not in these packets; marks, losses and
pauses show it.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict

import numpy as np

from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.incident_groups import IncidentGroups
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.results.finding import Severity, duration
from ibpkt.arrays import Ints, distinct

#: senders at once from which on it is reported, and how often it must happen
FEW, OFTEN = 4, 8
#: nanoseconds within which packets come at once: a queue of 100 kB takes as long at 10 Gbit/s
WINDOW = 100_000
#: receivers that are watched, and senders of each
MOST, MOST_SENDERS = 1024, 4096


@dataclasses.dataclass(slots=True)
class _Burst:
    """Bursts into one receiver.

    Attributes:
        senders: the most at once.
        times: how often there were `FEW` at least.
        frame, time: of the first packet of the first of them.
        flows: that took part, some of them.
    """

    frame: int
    time: int
    senders: int = 0
    times: int = 0
    flows: set[int] = dataclasses.field(default_factory=set)


class Incast:
    """The receivers of a capture, batch by batch."""

    def __init__(self) -> None:
        self._senders: defaultdict[int, set[int]] = defaultdict(set)  # by receiver, numbers of addresses
        self._bursts: dict[str, _Burst] = {}

    def add(self, columns: Transport, flows: Ints, firsts: Ints) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            flows: the number of each one's flow, 0 for none.
            firsts: the first packet of each direction.
        """
        pairs = distinct(columns.destination[firsts] << _BITS | columns.source[firsts])
        for receiver, sender in zip((pairs >> _BITS).tolist(), (pairs & _MASK).tolist(), strict=True):
            if len(self._senders) < MOST and len(self._senders[receiver]) < MOST_SENDERS:
                self._senders[receiver].add(sender)
        for receiver in distinct(pairs >> _BITS).tolist():
            if len(self._senders.get(receiver, ())) >= FEW:
                rows = np.flatnonzero((columns.destination == receiver) & (columns.size > 0))
                if len(rows):
                    self._look(columns, flows, columns.addresses.text(receiver), rows)

    def _look(self, columns: Transport, flows: Ints, receiver: str, rows: Ints) -> None:
        """Packets of a batch that one receiver gets."""
        window = columns.time[rows] // WINDOW
        window -= window.min()
        if int(window.max()) >> _FREE:  # a clock that jumps by years
            window = np.unique(window, return_inverse=True)[1].astype(np.int64)
        one_each = distinct(window << _BITS | columns.source[rows])
        windows, senders = np.unique(one_each >> _BITS, return_counts=True)
        crowded = windows[senders >= FEW]
        if not len(crowded):
            return
        inside = rows[np.isin(window, crowded)]
        first = int(inside[0])
        burst = self._bursts.setdefault(receiver, _Burst(int(columns.frame[first]), int(columns.time[first])))
        burst.times += len(crowded)
        burst.senders = max(burst.senders, int(senders.max()))
        if len(burst.flows) < MOST_SENDERS:
            burst.flows.update(distinct(flows[inside]).tolist())

    def tell(self, groups: IncidentGroups) -> None:
        """Receivers into which many send at once; at those places congestion has this reason."""
        for receiver, burst in self._bursts.items():
            if burst.times < OFTEN:
                continue
            place = IncidentPlace(Reach.RECEIVER, "", receiver)
            tally = groups.at(cases.INCAST, place)
            tally.detail = f"{burst.senders} senders within {duration(WINDOW)}, {burst.times:,} times {FEW} at least"
            groups.observe(cases.INCAST, place, Severity.NOTE, burst.frame, burst.time, sorted(burst.flows - {0}))
            for marked in groups.towards(cases.MARKED, receiver):
                marked.detail = marked.detail or f": {burst.senders} send to {receiver} at once"


_BITS = 24  # of the number of an address
_FREE = 63 - _BITS
_MASK = (1 << _BITS) - 1
