"""What tests of queue pairs that are used again share: `ConnectionReuse` of a batch of one flow."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import RESPONSE, transport
from ibpkt.analysis.streams.connection_reuse import ConnectionReuse
from ibpkt.analysis.streams.half_order import HalfOrder
from ibpkt.analysis.streams.stream_table import StreamTable
from tests.support.exchanges import A, B, ask, batches, tell

#: nanoseconds from packet to packet
GAP = 10_000
BACK = {"source": B, "target": A}
FORTH = {"source": A, "target": B}
#: PSN of the first request of `sends`
FIRST = 1000


def sends(count, answered=None, first=FIRST, **asks):
    """SENDs of one packet, and answers to the first of them, or to all; ``asks``: for the requests."""
    answered = count if answered is None else answered
    packets = [ask(first + at, **asks) for at in range(count)]
    return [*packets, *(tell(first + at, at + 1) for at in range(answered))]


def cut(packet):
    """The same packet, without the last bytes of its AETH."""
    return SimpleNamespace(data=packet.data[:56], link=packet.link)


class OneFlow:
    """A flow between A and B of which a table has some packets.

    Args:
        parts: batches of its packets.
        beside: flows that began before it.
        missed: the capture begins with an answer of B, so that B is the first side.

    Attributes:
        table: the flows.
        row: its row.
        side_of_a: which side A is.
    """

    def __init__(self, *parts, beside=0, missed=False):
        self._addresses = Addresses()
        streams = StreamTable(self._addresses)
        others = [ask(5, source=("10.0.0.9", 9), target=("10.0.0.8", at)) for at in range(beside)]
        if missed:
            others.append(tell(FIRST - 1, 0, **BACK))
        self._count = 0
        for part in ([*others, *parts[0]], *parts[1:]):
            (batch,) = batches(part, times=[(self._count + at) * GAP for at in range(len(part))])
            batch.frames.first = self._count + 1
            self._count += len(part)
            # what is to be tried with the next packets must not wait: nothing more comes to this table
            assigned = streams.add(transport(batch, self._addresses), patient=False)
        self.table, self.row = streams.columns, int(assigned.row[-1])
        assert self.table.flows["joined"][self.row] or not self._is_answered(parts)
        self.side_of_a = int(self.table.ends["address"][2 * self.row + 1] == self._addresses.number(A[0]))
        assert self.side_of_a or not missed

    @staticmethod
    def _is_answered(parts):
        return len({packet.data[26:30] for part in parts for packet in part}) > 1

    @property
    def frame(self):
        """The last packet that the table has."""
        return self._count

    @property
    def half(self):
        """The half of the requests of A."""
        return 2 * self.row + self.side_of_a

    def reuse(self, packets, *, patient=True, pause=0, times=None):
        """What shows in its next packets, of which the first has the number 0 in results.

        Args:
            packets: the packets.
            patient: packets may wait.
            pause: nanoseconds before them, beside those between any two.
            times: nanoseconds of each since the last packet of the table.
        """
        times = [pause + (at + 1) * GAP for at in range(len(packets))] if times is None else times
        (batch,) = batches(packets, times=[(self._count - 1) * GAP + time for time in times])
        batch.frames.first = self._count + 1
        columns = transport(batch, self._addresses)
        side = (columns.source != self._addresses.number(A[0])) ^ self.side_of_a
        answer = columns.kind == RESPONSE
        keys = 2 * (2 * self.row + (side ^ answer)) + answer
        return ConnectionReuse(
            columns, HalfOrder(columns, np.arange(len(packets)), keys), self.table, frozenset() if patient else None
        )
