"""Which flow a packet belongs to: streams, how they are joined into flows, how flows move, and how they end.

A stream is what one address sends to one queue pair of another; of datagrams, what one queue pair sends.  A flow has
two of them, or one as long as the other is not known.  Memory is bounded: with too many flows, or too much state,
those idle longest are given up.

Source: IBA 1, 9.7 and 12.9.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict

import numpy as np

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import KIND_OF, REQUEST, SERVICE_OF, SERVICES, UNKNOWN_QP
from ibpkt.analysis.flow.flow_state import FlowState
from ibpkt.analysis.flow.sequence import PacketView, Results
from ibpkt.analysis.results.finding import FindingTypes
from ibpkt.analysis.results.flow import Flow, Side
from ibpkt.arrays import Ints
from ibpkt.management.cm_connections import Connection

_PATH = FindingTypes("path")
MIGRATION = _PATH.warning(
    "migration",
    "QP {destqp:#08x} moved from {before} to {now}; its M bit changed from {old} to {m}",
    "The connection migrated to its alternate path: the primary path failed, or the migration was requested.",
    "IBA 1, 17.2.8",
)

#: flows that are remembered
LIMIT = 1 << 16
#: bytes that all flows may take, about
ROOM = 1 << 28
#: addresses of which those that no flow has are forgotten
ADDRESSES = 1 << 18
#: unjoined flows between two addresses that are searched for the requests that an answer belongs to
CANDIDATES = 256
#: answers of a flow for which that search is done each time; after them, for the 2nd, 4th, 8th ... of all
TRIES = 64
#: flows with the same queue pair number that are searched for one that has migrated
SENDERS = 32
#: streams of each side of a flow that are known again: paths between which it may go to and fro
PATHS = 4
#: how sure a join by nothing but addresses is
LIKELY = 0.8


class FlowTable:
    """The flows of a capture, and the streams that they consist of.

    Args:
        results: takes what is found of flows that end.
        addresses: numbers of addresses.
        limit: flows that are remembered.

    Attributes:
        flow_states: the flows by number.
        given_up: flows that were given up.
    """

    def __init__(self, results: Results, addresses: Addresses, limit: int) -> None:
        self.addresses = addresses
        self.limit = limit
        self.flow_states: dict[int, FlowState] = {}
        self.given_up: int = 0
        self._results = results
        self._by_key: dict[int, tuple[FlowState, int]] = {}  # the flow, and the side that sends
        # by stream: the connection, and whether it is active
        self._announced: OrderedDict[int, tuple[Connection, int]] = OrderedDict()
        self._queues: dict[int, list[tuple[FlowState, int]]] = {}  # by queue pair that is sent to: flows, and who sends
        self._unjoined: dict[int, dict[int, FlowState]] = {}  # unjoined flows by pair of addresses
        self._number = 0
        self._weight = 0

    def get(self, key: int) -> tuple[FlowState, int] | None:
        """The flow that a stream belongs to, and which of its sides sends; None where there is none."""
        return self._by_key.get(key)

    def is_sought(self, pair: int) -> bool:
        """Whether there are flows between two addresses whose other direction is not known."""
        return pair in self._unjoined

    def close(self) -> None:
        """No more packets will come."""
        self.pair_silent()
        for flow_state in sorted(self.flow_states.values(), key=lambda flow_state: flow_state.flow.number):
            flow_state.close("")
        self.flow_states.clear()
        self._by_key.clear()
        self._unjoined.clear()

    def begin(
        self, key: int, packet: PacketView, source: int, destination: int, queue: int, sender: int | None, service: int
    ) -> tuple[FlowState, int]:
        """The first packet of a stream: another flow, or the other direction of one."""
        back = None if sender in (None, UNKNOWN_QP) else self._by_key.get(key_of(destination, source, sender, queue))
        if back is not None:  # a datagram back
            flow_state, side = back[0], 1 - back[1]
            flow_state.flow.how, flow_state.flow.sure = "datagrams", 1.0
            flow_state.keys.append(key)
            self._by_key[key] = flow_state, side
            return flow_state, side
        if len(self.flow_states) >= self.limit or self._weight > ROOM:
            self._give_up(max(1, self.limit // 8))
        self._number += 1
        ends = (
            Side(self.addresses.text(source), None if sender == UNKNOWN_QP else sender),
            Side(self.addresses.text(destination), queue),
        )
        name = SERVICES[service] if SERVICES[service] != "CNP" else "RC"
        flow = Flow(self._number, name, packet.time, packet.time, sides=ends)
        flow_state = FlowState(flow, self._results)
        flow_state.keys.append(key)
        flow_state.last_frame_seen = packet.frame
        self.flow_states[flow.number] = flow_state
        self._weight += flow_state.weight
        self._by_key[key] = flow_state, 0
        if sender is None:
            self._add_sender(flow_state, 0, queue)
        announced = self._announced.pop(key, None)
        if announced is not None:
            connection, active = announced
            flow_state.announce(connection, 0 if active else 1)
            other = self._other(connection, not active)
            self._announced.pop(other, None)
            flow_state.keys.append(other)
            self._by_key[other] = flow_state, 1
            self._add_sender(flow_state, 1, _queue(other))
        elif sender is None:
            self._unjoined.setdefault(pair_of(source, destination), {})[flow.number] = flow_state
        return flow_state, 0

    def migrated(
        self, key: int, packet: PacketView, source: int, destination: int, queue: int, migreq: int
    ) -> tuple[FlowState, int] | None:
        """The flow that continues at other addresses, since its queue pair has migrated; None if there is none.

        The first request there has the next sequence number, and another M bit.  Where one address is as before and the
        requester was idle, as it is until it detects a path failure, it may also retransmit, or packets may be
        missing.  Where more than one flow fits, nothing is decided.  What comes back takes the same way.
        """
        if key in self._announced:
            return None
        addresses = self.addresses.text(source), self.addresses.text(destination)
        service = SERVICES[SERVICE_OF[packet.opcode]]
        known, fits = [], []
        for flow_state, side in self._queues.get(queue, ()):
            ends = flow_state.flow.sides[side].address, flow_state.flow.sides[1 - side].address
            if flow_state.flow.service != service or side not in flow_state.requests:
                continue
            if ends == addresses:
                known.append((flow_state, side))
            elif KIND_OF[packet.opcode] == REQUEST and flow_state.requests[side].may_migrate(
                packet, migreq, ends, addresses
            ):
                fits.append((flow_state, side))
        if len(known or fits) != 1:
            return None
        flow_state, side = (known or fits)[0]
        if not known:
            if self._results.is_bad(packet.row):
                return None
            ends = flow_state.flow.sides[side].address, flow_state.flow.sides[1 - side].address
            before, now = " → ".join(ends), " → ".join(addresses)
            old = flow_state.requests[side].migreq
            self._results.report(
                MIGRATION, packet, flow_state.flow, destqp=queue, before=before, now=now, m=migreq, old=old
            )
            flow_state.flow.moves += 1
            for end, address in zip((side, 1 - side), addresses, strict=True):
                flow_state.flow.sides[end].address = address
            if any(
                self._remove_unjoined(stream_key >> 50, flow_state) for stream_key in flow_state.keys
            ):  # its other direction is searched there now
                self._unjoined.setdefault(key >> 50, {})[flow_state.flow.number] = flow_state
        own_keys = [stream_key for stream_key in flow_state.keys if self._by_key.get(stream_key) == (flow_state, side)]
        if len(own_keys) >= PATHS:
            flow_state.keys.remove(own_keys[0])
            del self._by_key[own_keys[0]]
        flow_state.keys.append(key)
        self._by_key[key] = flow_state, side
        return flow_state, side

    def _add_sender(self, flow_state: FlowState, side: int, queue: int, replaced: FlowState | None = None) -> None:
        """Note that a flow sends to a queue pair, in place of one that no longer exists."""
        senders = [sender for sender in self._queues.get(queue, ()) if sender[0] is not replaced]
        self._queues[queue] = [*senders, (flow_state, side)][-SENDERS:]

    def _remove_unjoined(self, pair: int, flow_state: FlowState) -> bool:
        """Remove a flow from the unjoined flows between two addresses; returns whether it was one."""
        alone = self._unjoined.get(pair, {})
        was_unjoined = alone.pop(flow_state.flow.number, None) is not None
        if was_unjoined and not alone:
            del self._unjoined[pair]
        return was_unjoined

    def join_by_response(
        self, key: int, flow_state: FlowState, side: int, packet: PacketView, source: int, destination: int
    ) -> tuple[FlowState, int]:
        """Join an unjoined flow that answers with the flow whose requests it answers."""
        alone = self._unjoined.get(pair_of(destination, source))
        if alone is None:
            return flow_state, side
        flow_state.join_attempts += 1
        if flow_state.join_attempts > TRIES and flow_state.join_attempts & (flow_state.join_attempts - 1):
            return flow_state, side
        fits: list[tuple[FlowState, float]] = []
        for other in itertools.islice(reversed(alone.values()), CANDIDATES):
            if other is flow_state or other.flow.service != flow_state.flow.service:
                continue
            likely = other.join_probability(packet.psn)
            if likely > 0.0:
                fits.append((other, likely))
                if len(fits) > 1:
                    return flow_state, side  # it cannot be known
        if not fits:
            return flow_state, side
        other, likely = fits[0]
        first, second = (flow_state, other) if flow_state.flow.number < other.flow.number else (other, flow_state)
        self._remove_unjoined(pair_of(source, destination), flow_state)
        self._remove_unjoined(pair_of(destination, source), other)
        first.join(second, "acknowledgements", max(0.5, 1.0 - (1.0 - likely) * max(1, len(alone))))
        del self.flow_states[second.flow.number]
        self._weight -= second.weight
        for stream_key in second.keys:
            self._by_key[stream_key] = first, 1
            self._add_sender(first, 1, _queue(stream_key), second)
        return self._by_key[key]

    def pair_silent(self) -> None:
        """Join two unacknowledged directions if there are no others between their addresses."""
        for pair, alone in self._unjoined.items():
            back = self._unjoined.get(reverse(pair), {})
            if reverse(pair) == pair or len(alone) != 1 or len(back) != 1:
                continue
            (flow_state,), (other,) = alone.values(), back.values()
            if flow_state.flow.number < other.flow.number and {flow_state.flow.service, other.flow.service} == {"UC"}:
                flow_state.join(other, "addresses", LIKELY)
                del self.flow_states[other.flow.number]
                self._weight -= other.weight

    def end(self, flow_state: FlowState, why: str, sure: bool = True) -> None:
        """A flow is over, and forgotten; see `FlowState.close`."""
        flow_state.close(why, sure)
        if self.flow_states.pop(flow_state.flow.number, None) is not None:
            self._weight -= flow_state.weight
        for key in flow_state.keys:
            if self._by_key.get(key, (None, 0))[0] is flow_state:
                del self._by_key[key]
            senders = [sender for sender in self._queues.pop(_queue(key), ()) if sender[0] is not flow_state]
            if senders:
                self._queues[_queue(key)] = senders
            self._remove_unjoined(key >> 50, flow_state)

    def _give_up(self, count: int) -> None:
        """Give up the flows that were idle longest."""
        quiet = sorted(self.flow_states.values(), key=lambda flow_state: flow_state.last_frame_seen)
        for number, flow_state in enumerate(quiet):
            if number >= count and self._weight < ROOM * 3 // 4:
                break
            self.given_up += 1
            self.end(flow_state, "given up")

    def make_room(self, flows: Ints | None) -> bool:
        """Update the memory of flows, and drop addresses that no flow uses.

        Args:
            flows: the numbers of those that have had packets, None for none.

        Returns:
            Whether addresses were forgotten: their numbers may now be those of others.
        """
        if flows is not None:
            for number in np.unique(flows).tolist():
                flow_state = self.flow_states.get(number)
                if flow_state is not None:
                    self._weight -= flow_state.weight
                    flow_state.weigh()
                    self._weight += flow_state.weight
        if self._weight > ROOM:
            self._give_up(0)
        if len(self.addresses) <= ADDRESSES:
            return False
        pairs = [key >> 50 for keys in (self._by_key, self._announced) for key in keys]
        self.addresses.keep({end for pair in pairs for end in (pair >> 32, pair & 0xFFFFFFFF)})
        return True

    # -- connection management --------------------------------------------------------------------------------------

    def _other(self, connection: Connection, active: bool) -> int:
        """The key of what one end sends."""
        ends = (connection.active, connection.passive) if active else (connection.passive, connection.active)
        source, destination = (self.addresses.number(end.address) for end in ends)
        return key_of(source, destination, ends[1].qpn or 0, -1)

    def connect(self, connection: Connection) -> None:
        """A connection was established (both queue pairs are known) or closed."""
        if connection.passive.qpn is None or connection.active.qpn is None:
            return
        if connection.outcome == "closed":
            for active in (True, False):
                entry = self._by_key.get(self._other(connection, active))
                if entry is not None:
                    entry[0].released = True
            return
        for active in (True, False):
            key = self._other(connection, active)
            known = self._by_key.get(key)
            if known is not None:
                self.end(known[0], "reused")
            self._announced[key] = connection, active
            if len(self._announced) > 2 * self.limit:
                self._announced.popitem(last=False)


def _queue(key: int) -> int:
    """The queue pair that a stream goes to."""
    return key >> 26 & 0xFFFFFF


def pair_of(source: int, destination: int) -> int:
    """Two addresses by their numbers, and which of them sends."""
    return source << 32 | destination


def reverse(pair: int) -> int:
    """The other way between two addresses."""
    return pair_of(pair & 0xFFFFFFFF, pair >> 32)


def key_of(source: int, destination: int, queue: int, sender: int) -> int:
    """A stream: who sends to which queue pair, and for datagrams from which."""
    return (source << 32 | destination) << 50 | queue << 26 | (sender + 1)
