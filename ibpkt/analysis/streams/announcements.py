"""What connection management says of queue pairs before they talk: which two belong together, and what they agreed on.

Source: IBA 1, 12.6.5 (REQ), 12.6.8 (REP) and 12.9.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.streams.flow_columns import METHODS, FlowColumns
from ibpkt.analysis.streams.stream_rows import ADDRESS_BITS, SENDER_BITS, destination_of, source_of
from ibpkt.batch import Batch
from ibpkt.management.cm_connections import Connection, Connections

#: announced streams that are kept until they begin
LIMIT = 1 << 17
_CM = METHODS.index("cm")


class ConnectionEvents:
    """The connections of a capture that are accepted or released, batch by batch.

    Args:
        limit: open exchanges of connection management that are kept.
    """

    def __init__(self, limit: int) -> None:
        self._connections = Connections(limit)
        self._accepted: list[Connection] = []
        self._connections.on_reply = self._accepted.append

    def add(self, batch: Batch) -> list[Connection]:
        """Those of a batch, in the order of the packets that tell it; the last of ``frames`` is that packet."""
        closed = [connection for connection in self._connections.add(batch) if connection.outcome == "closed"]
        found = sorted([*self._accepted, *closed], key=lambda connection: connection.frames[-1])
        self._accepted.clear()
        return found


class Announced(NamedTuple):
    """A stream that connection management announced.

    Attributes:
        connection: what was agreed on.
        active: whether the active end sends it.
        frame: the packet that announced it.
    """

    connection: Connection
    active: bool
    frame: int


Words = tuple[int, int]


def words_of_end(connection: Connection, active: bool, addresses: Addresses) -> Words:
    """The words of the stream that one end of a connection sends."""
    ends = (connection.active, connection.passive) if active else (connection.passive, connection.active)
    source, destination = (addresses.number(end.address) for end in ends)
    return source << ADDRESS_BITS | destination, (ends[1].qpn or 0) << SENDER_BITS


class Announcements:
    """Announced streams that have not begun.

    Args:
        flows: the flows.
        addresses: numbers of addresses.
    """

    def __init__(self, flows: FlowColumns, addresses: Addresses) -> None:
        self._flows, self._addresses = flows, addresses
        self._waiting: OrderedDict[Words, list[Announced]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._waiting)

    def address_numbers(self) -> set[int]:
        """The numbers of the addresses of announced streams."""
        first = np.array([words[0] for words in self._waiting], np.int64)
        return {*source_of(first).tolist(), *destination_of(first).tolist()}

    def announce(self, connections: Sequence[Connection]) -> list[tuple[Words, Connection, int]]:
        """Take the events of a batch; returns them with the words of each of their streams, and the packet."""
        events = []
        for connection in connections:
            if connection.passive.qpn is None or connection.active.qpn is None:
                continue
            frame = connection.frames[-1]
            for active in (True, False):
                words = words_of_end(connection, active, self._addresses)
                events.append((words, connection, frame))
                if connection.outcome != "closed":
                    self._waiting.setdefault(words, []).append(Announced(connection, active, frame))
        while len(self._waiting) > LIMIT:
            self._waiting.popitem(last=False)
        return events

    def take(self, words: Words, frame: int) -> Announced | None:
        """The last announcement of a stream before a packet; it is forgotten, and those before."""
        waiting = self._waiting.get(words)
        if waiting is None:
            return None
        earlier = [announced for announced in waiting if announced.frame < frame]
        later = waiting[len(earlier) :]
        if later:
            self._waiting[words] = later
        else:
            del self._waiting[words]
        return earlier[-1] if earlier else None

    def other(self, announced: Announced) -> Words:
        """The words of the other stream of a connection."""
        return words_of_end(announced.connection, not announced.active, self._addresses)

    def describe(self, flow: int, announced: Announced) -> None:
        """Write down what was agreed on; the side that the flow began with has sent the announced stream."""
        flows, ends, connection = self._flows.flows, self._flows.ends, announced.connection
        flows["how"][flow], flows["sure"][flow], flows["open"][flow] = _CM, 1.0, False
        self._flows.carries[flow] = connection.service
        active = 0 if announced.active else 1
        for side, own, other in (
            (active, connection.active, connection.passive),
            (1 - active, connection.passive, connection.active),
        ):
            end = 2 * flow + side
            ends["address"][end] = self._addresses.number(own.address)
            ends["qpn"][end] = own.qpn
            self._flows.declare(
                end, declared_psn=other.psn, ack_timeout=connection.ack_timeout, retry_count=connection.retry_count,
                rnr_retry_count=connection.rnr_retry_count, depth=other.responder_resources, pmtu=connection.path_mtu,
            )  # fmt: skip
            if other.psn is not None:
                ends["first_psn"][end] = other.psn
