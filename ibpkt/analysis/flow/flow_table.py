"""Which flow a packet belongs to: streams, how they are joined into flows, how flows move, and how they end.

A stream is what one address sends to one queue pair of another; of datagrams, what one queue pair sends.  A flow has
two of them, or one as long as nobody knows the other.  Memory is bounded: of too many flows, or too much that they
remember, those that were quiet longest are given up.

Source: IBA 1, 9.7 and 12.9.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import KIND_OF, REQUEST, SERVICE_OF, SERVICES, UNKNOWN_QP
from ibpkt.analysis.flow.flow_state import FlowState
from ibpkt.analysis.flow.sequence import PacketView, Results
from ibpkt.analysis.results.finding import FindingType, Severity
from ibpkt.analysis.results.flow import Flow, Side
from ibpkt.management.connections import Connection

Ints = NDArray[np.int64]

MIGRATION = FindingType(
    "migration",
    Severity.WARNING,
    "path",
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
#: unjoined flows between two addresses among which the owner of an answer is sought
CANDIDATES = 256
#: answers of a flow for each of which its owner is sought; behind them, for the 2nd, 4th, 8th ... of all
TRIES = 64
#: flows with the same number of a queue pair among which one that has migrated is sought
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
        lives: the flows by number.
        given_up: flows that were given up.
    """

    def __init__(self, results: Results, addresses: Addresses, limit: int) -> None:
        self.addresses = addresses
        self.limit = limit
        self.lives: dict[int, FlowState] = {}
        self.given_up = 0
        self._results = results
        self._by_key: dict[int, tuple[FlowState, int]] = {}  # the flow, and the side that sends
        # by stream: the connection, and whether it is active
        self._announced: OrderedDict[int, tuple[Connection, int]] = OrderedDict()
        self._queues: dict[int, list[tuple[FlowState, int]]] = {}  # by queue pair that is sent to: flows, and who sends
        self._alone: dict[int, dict[int, FlowState]] = {}  # unjoined flows by pair of addresses
        self._number = 0
        self._weight = 0

    def get(self, key: int) -> tuple[FlowState, int] | None:
        """The flow that a stream belongs to, and which of its sides sends; None where there is none."""
        return self._by_key.get(key)

    def is_sought(self, pair: int) -> bool:
        """Whether there are flows between two addresses whose other direction is not known."""
        return pair in self._alone

    def close(self) -> None:
        """No more packets will come."""
        self.pair_silent()
        for live in sorted(self.lives.values(), key=lambda live: live.flow.number):
            live.close("")
        self.lives.clear()
        self._by_key.clear()
        self._alone.clear()

    def begin(
        self, key: int, seen: PacketView, source: int, destination: int, queue: int, sender: int | None, service: int
    ) -> tuple[FlowState, int]:
        """The first packet of a stream: another flow, or the other direction of one."""
        back = None if sender in (None, UNKNOWN_QP) else self._by_key.get(key_of(destination, source, sender, queue))
        if back is not None:  # a datagram back
            live, side = back[0], 1 - back[1]
            live.flow.how, live.flow.sure = "datagrams", 1.0
            live.keys.append(key)
            self._by_key[key] = live, side
            return live, side
        if len(self.lives) >= self.limit or self._weight > ROOM:
            self._give_up(max(1, self.limit // 8))
        self._number += 1
        ends = (
            Side(self.addresses.text(source), None if sender == UNKNOWN_QP else sender),
            Side(self.addresses.text(destination), queue),
        )
        name = SERVICES[service] if SERVICES[service] != "CNP" else "RC"
        flow = Flow(self._number, name, seen.time, seen.time, sides=ends)
        live = FlowState(flow, self._results)
        live.keys.append(key)
        live.touched = seen.frame
        self.lives[flow.number] = live
        self._weight += live.weight
        self._by_key[key] = live, 0
        if sender is None:
            self._sends(live, 0, queue)
        announced = self._announced.pop(key, None)
        if announced is not None:
            connection, active = announced
            live.announce(connection, 0 if active else 1)
            other = self._other(connection, not active)
            self._announced.pop(other, None)
            live.keys.append(other)
            self._by_key[other] = live, 1
            self._sends(live, 1, _queue(other))
        elif sender is None:
            self._alone.setdefault(pair_of(source, destination), {})[flow.number] = live
        return live, 0

    def moved(
        self, key: int, seen: PacketView, source: int, destination: int, queue: int, migreq: int
    ) -> tuple[FlowState, int] | None:
        """The flow that goes on at other addresses: its queue pair has migrated; None where there is none.

        The first request there has the next sequence number, and another M bit.  Where one address is as before and the
        requester was quiet, as it is until it notices that a path is broken, it may send again, too, or packets may be
        missing.  Where more than one flow fits, nothing is decided.  What comes back takes the same way.
        """
        if key in self._announced:
            return None
        there = self.addresses.text(source), self.addresses.text(destination)
        service = SERVICES[SERVICE_OF[seen.opcode]]
        known, fits = [], []
        for live, side in self._queues.get(queue, ()):
            ends = live.flow.sides[side].address, live.flow.sides[1 - side].address
            if live.flow.service != service or side not in live.requests:
                continue
            if ends == there:
                known.append((live, side))
            elif KIND_OF[seen.opcode] == REQUEST and live.requests[side].goes_on(seen, migreq, ends, there):
                fits.append((live, side))
        if len(known or fits) != 1:
            return None
        live, side = (known or fits)[0]
        if not known:
            if self._results.is_bad(seen.row):
                return None
            ends = live.flow.sides[side].address, live.flow.sides[1 - side].address
            before, now = " → ".join(ends), " → ".join(there)
            old = live.requests[side].migreq
            self._results.report(MIGRATION, seen, live.flow, destqp=queue, before=before, now=now, m=migreq, old=old)
            live.flow.moves += 1
            for end, address in zip((side, 1 - side), there, strict=True):
                live.flow.sides[end].address = address
            if any(self._leaves(each >> 50, live) for each in live.keys):  # its other direction is sought there now
                self._alone.setdefault(key >> 50, {})[live.flow.number] = live
        mine = [each for each in live.keys if self._by_key.get(each) == (live, side)]
        if len(mine) >= PATHS:
            live.keys.remove(mine[0])
            del self._by_key[mine[0]]
        live.keys.append(key)
        self._by_key[key] = live, side
        return live, side

    def _sends(self, live: FlowState, side: int, queue: int, gone: FlowState | None = None) -> None:
        """A flow has packets to a queue pair, in the place of one that is no more."""
        senders = [each for each in self._queues.get(queue, ()) if each[0] is not gone]
        self._queues[queue] = [*senders, (live, side)][-SENDERS:]

    def _leaves(self, pair: int, live: FlowState) -> bool:
        """A flow is not one of those any more whose other direction is sought between two addresses, if it was."""
        alone = self._alone.get(pair, {})
        there = alone.pop(live.flow.number, None) is not None
        if there and not alone:
            del self._alone[pair]
        return there

    def owner(
        self, key: int, live: FlowState, side: int, seen: PacketView, source: int, destination: int
    ) -> tuple[FlowState, int]:
        """An answer on a flow of one direction: whose requests does it answer?"""
        alone = self._alone.get(pair_of(destination, source))
        if alone is None:
            return live, side
        live.tries += 1
        if live.tries > TRIES and live.tries & (live.tries - 1):
            return live, side
        fits: list[tuple[FlowState, float]] = []
        for other in itertools.islice(reversed(alone.values()), CANDIDATES):
            if other is live or other.flow.service != live.flow.service:
                continue
            likely = other.fits(seen.psn)
            if likely > 0.0:
                fits.append((other, likely))
                if len(fits) > 1:
                    return live, side  # it cannot be known
        if not fits:
            return live, side
        other, likely = fits[0]
        first, second = (live, other) if live.flow.number < other.flow.number else (other, live)
        self._leaves(pair_of(source, destination), live)
        self._leaves(pair_of(destination, source), other)
        first.join(second, "acknowledgements", max(0.5, 1.0 - (1.0 - likely) * max(1, len(alone))))
        del self.lives[second.flow.number]
        self._weight -= second.weight
        for each in second.keys:
            self._by_key[each] = first, 1
            self._sends(first, 1, _queue(each), second)
        return self._by_key[key]

    def pair_silent(self) -> None:
        """Two directions that nobody acknowledges belong together where there are no others between two addresses."""
        for pair, alone in self._alone.items():
            back = self._alone.get(reverse(pair), {})
            if reverse(pair) == pair or len(alone) != 1 or len(back) != 1:
                continue
            (live,), (other,) = alone.values(), back.values()
            if live.flow.number < other.flow.number and {live.flow.service, other.flow.service} == {"UC"}:
                live.join(other, "addresses", LIKELY)
                del self.lives[other.flow.number]
                self._weight -= other.weight

    def end(self, live: FlowState, why: str, sure: bool = True) -> None:
        """A flow is over, and forgotten; see `FlowState.close`."""
        live.close(why, sure)
        if self.lives.pop(live.flow.number, None) is not None:
            self._weight -= live.weight
        for key in live.keys:
            if self._by_key.get(key, (None, 0))[0] is live:
                del self._by_key[key]
            senders = [each for each in self._queues.pop(_queue(key), ()) if each[0] is not live]
            if senders:
                self._queues[_queue(key)] = senders
            self._leaves(key >> 50, live)

    def _give_up(self, count: int) -> None:
        """Those that were quiet longest make room."""
        quiet = sorted(self.lives.values(), key=lambda live: live.touched)
        for number, live in enumerate(quiet):
            if number >= count and self._weight < ROOM * 3 // 4:
                break
            self.given_up += 1
            self.end(live, "given up")

    def make_room(self, flows: Ints | None) -> bool:
        """Flows take room as they go, and addresses are forgotten that none of them has.

        Args:
            flows: the numbers of those that have had packets, None for none.

        Returns:
            Whether addresses were forgotten: their numbers may now be those of others.
        """
        if flows is not None:
            for number in np.unique(flows).tolist():
                live = self.lives.get(number)
                if live is not None:
                    self._weight -= live.weight
                    live.weigh()
                    self._weight += live.weight
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
        """Both ends have named their queue pairs, or have let them go."""
        if connection.passive.qpn is None or connection.active.qpn is None:
            return
        if connection.outcome == "closed":
            for active in (True, False):
                found = self._by_key.get(self._other(connection, active))
                if found is not None:
                    found[0].over = True
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
