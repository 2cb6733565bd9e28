"""From packets to flows, messages and findings, batch by batch."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.addresses import Addresses, Numbers
from ibpkt.analysis.bulk import advance
from ibpkt.analysis.finding import Finding, Kind, Severity
from ibpkt.analysis.flows import Flow, Side
from ibpkt.analysis.live import REQUEST, RESPONSE, Live
from ibpkt.analysis.messages import Message
from ibpkt.analysis.packets import KIND_OF, OPERATION_OF, OPERATIONS, SERVICE_OF, SERVICES, Transport, transport
from ibpkt.analysis.sequence import JUMP, Desk, Seen, unwrap
from ibpkt.batch import Batch
from ibpkt.management.connections import Connection, Connections

Ints = NDArray[np.int64]

#: flows that are remembered
LIMIT = 100_000
#: unjoined flows between two addresses among which the owner of an answer is sought
CANDIDATES = 256
#: packets that go one by one before it is looked whether the others are clean
SOME = 2048
#: queue pairs up to this one are those of management, whose numbers mean nothing
LAST_SPECIAL = 1
#: how sure a join by nothing but addresses is
LIKELY = 0.8
UD = SERVICES.index("UD")
CNP = OPERATIONS.index("CNP")


DATAGRAMS = Kind(
    "datagram-gap",
    Severity.NOTE,
    "sequence",
    "{count} datagrams of this queue pair are missing before PSN {psn}",
    "They were lost, and nobody sends them again; or they went where the tap does not see them.",
    "IBA 1, 9.8.3",
)


@dataclasses.dataclass
class Analysed:
    """What one batch has brought.

    Attributes:
        findings: in the order of packets.
        messages: those that have ended, in the order of their ends.
        flows: those that have ended, or were given up.
        packets: facts of the batch's packets by name, arrays of shape (n,), 0 where a packet has no such fact:
            ``flow`` and ``message`` (numbers), ``answers`` (the number of the packet that it answers), ``gap`` (packets
            missing before it), ``retransmission`` (a cause, see `requests.CAUSES`), ``duplicate``, ``out_of_order``,
            ``out_of_sequence`` (the responder drops it, or keeps it for later), ``duplicate_request``, ``ghost``,
            ``moved`` (how often its flow has migrated),
            ``timeout``, ``implied_nak``, ``nak`` (its code and 1), ``rnr``, ``stray``, ``corrupt``.
            Facts that no packet has are not there.
    """

    findings: list[Finding]
    messages: list[Message]
    flows: list[Flow]
    packets: dict[str, Ints]


class Analyser:
    """Takes batches of one capture, in order.

    Args:
        limit: flows that are remembered; of more, those that were quiet longest are given up.
        messages: give messages out; without them, clean traffic goes faster.
        payload: messages name the packets that carry their payload.
        verify: verify the ICRC of every packet; else only of those that stand out.
        bulk: bring clean stretches forward in bulk; without, all packets go one by one, with the same result.

    Attributes:
        addresses: numbers of addresses.
        given_up: flows that were given up.
        without: packets without BTH.
    """

    def __init__(
        self,
        limit: int = LIMIT,
        *,
        messages: bool = True,
        payload: bool = False,
        verify: bool = False,
        bulk: bool = True,
    ) -> None:
        self.limit = max(2, limit)
        self.verify = verify
        self.addresses = Addresses()
        self.given_up = 0
        self.without = 0
        self._desk = Desk(payload, messages)
        self._connections = Connections(self.limit)
        self._connections.on_reply = self._agreed
        self._replies: list[Connection] = []
        self._announced: dict[int, tuple[Connection, int]] = {}  # by stream: the connection, and whether it is active
        self._streams: dict[int, tuple[Live, int]] = {}  # by key: the flow, and the side that sends
        self._lives: dict[int, Live] = {}
        self._numbered: dict[int, int] = {}  # by queue pair that sends datagrams: the next sequence number
        self._queues: dict[int, tuple[Live, int]] = {}  # by queue pair that is sent to: the latest flow, and the sender
        self._alone: dict[int, dict[int, Live]] = {}  # unjoined flows by pair of addresses
        self._number = 0
        self._bulk = bulk
        self._pairs, self._numbers = Numbers(), Numbers()

    # -- batches ----------------------------------------------------------------------------------------------------

    def add(self, batch: Batch) -> Analysed:
        """Take the next batch."""
        columns = transport(batch, self.addresses)
        desk = self._desk
        desk.clear(len(columns))
        self.without += len(batch) - len(columns)
        desk.is_bad = lambda row: bool(columns.bad_icrc[row])
        self._replies += [each for each in self._connections.add(batch) if each.outcome == "closed"]
        self._replies.sort(key=lambda each: each.frames[-1])
        if len(batch):
            desk.now = max(desk.now, int(batch.frames.time.max()))
        if len(columns):
            self._work(columns)
        return self._result(batch, columns)

    def finish(self) -> Analysed:
        """The capture is at its end."""
        self._desk.clear(0)
        self._desk.frame = 0
        self._pair_silent()
        for live in sorted(self._lives.values(), key=lambda live: live.flow.number):
            live.close("")
        self._lives.clear()
        self._streams.clear()
        self._alone.clear()
        desk = self._desk
        return Analysed(sorted(desk.findings, key=lambda finding: finding.frame), desk.messages, desk.flows, {})

    def depth(self, flow: int, source: int) -> int | None:
        """How many READs and atomics an end of a flow may have under way, by its address's number; None for unknown."""
        live = self._lives.get(flow)
        if live is None:
            return None
        address = self.addresses.text(source)
        return next((side.depth for side in live.flow.sides if side.address == address), None)

    def _result(self, batch: Batch, columns: Transport) -> Analysed:
        desk = self._desk
        facts: dict[str, Ints] = {}
        for name, values in desk.marks.items():
            if len(columns) == len(batch):
                facts[name] = values
            else:
                facts[name] = np.zeros(len(batch), np.int64)
                facts[name][columns.rows] = values
        desk.findings.sort(key=lambda finding: finding.frame)
        desk.messages.sort(key=lambda message: message.closed)
        return Analysed(desk.findings, desk.messages, desk.flows, facts)

    # -- one by one -------------------------------------------------------------------------------------------------

    def _work(self, columns: Transport) -> None:
        """Bring forward in bulk what is clean, some of the others one by one, and look again at the rest."""
        rows = np.arange(len(columns))
        if not self._bulk or self._replies:
            self._step(columns, rows)
            return
        streams, ends = self._numbered_streams(columns)
        bad = columns.bad_icrc if self.verify else None
        while len(rows):
            known = [self._streams.get(_key(*each, -1)) for each in ends]
            rows = rows[~advance(columns, rows, streams, known, bad, self._desk)]
            if len(rows):
                self._step(columns, rows[:SOME])
                rows = rows[SOME:]

    def _numbered_streams(self, columns: Transport) -> tuple[Ints, list[tuple[int, int, int]]]:
        """For each packet the place of its stream; and of the streams source, destination and queue pair."""
        if len(self._numbers) > 4 * self.limit or len(self._pairs) > 4 * self.limit:
            self._pairs, self._numbers = Numbers(), Numbers()
        source, destination, queue = columns.source, columns.destination, columns.destqp
        pairs = self._pairs.of(source << 32 | destination)
        numbers = self._numbers.of(pairs << 24 | queue)
        first = np.full(len(self._numbers) + 1, -1, np.int64)
        first[numbers[::-1]] = np.arange(len(numbers) - 1, -1, -1)
        used = np.flatnonzero(first >= 0)
        place = np.zeros(len(first), np.int64)
        place[used] = np.arange(len(used))
        at = first[used]
        ends = zip(source[at].tolist(), destination[at].tolist(), queue[at].tolist(), strict=True)
        return place[numbers], list(ends)

    def _step(self, columns: Transport, rows: Ints) -> None:
        """Advance by some packets, one after the other: this is what all is measured by."""
        desk = self._desk
        marks = columns.ce | (columns.fecn != 0)
        ends = zip(
            *(
                column[rows].tolist()
                for column in (
                    columns.source, columns.destination, columns.destqp, columns.srcqp, columns.length, marks,
                    columns.migreq,
                )
            ),
            strict=True,
        )  # fmt: skip
        flows = desk.column("flow")
        replies = iter(self._replies)
        reply = next(replies, None)
        for seen, (source, destination, queue, sender, length, marked, migreq) in zip(
            _seen(columns, rows), ends, strict=True
        ):
            desk.frame = seen.frame
            while reply is not None and reply.frames[-1] <= seen.frame:
                self._connect(reply)
                reply = next(replies, None)
            code = seen.opcode
            service, kind = int(SERVICE_OF[code]), int(KIND_OF[code])
            if not service or (self.verify and desk.is_bad(seen.row)):
                if service:
                    desk.mark("corrupt", seen.row)
                    self._corrupt(seen, source, destination, queue)
                continue
            datagram = service == UD
            key = _key(source, destination, queue, sender if datagram else -1)
            found = self._streams.get(key)
            if found is None and not datagram:
                found = self._moved(key, seen, source, destination, queue, migreq)
            if found is None:
                if desk.is_bad(seen.row):
                    desk.mark("corrupt", seen.row)
                    continue
                found = self._begin(key, seen, source, destination, queue, sender if datagram else None, service)
            live, side = found
            if kind == RESPONSE and not live.joined:
                live, side = self._find(key, live, side, seen, source, destination)
            if not datagram and not live.take(side, kind, seen):
                self._end(live, "reused")
                live, side = self._begin(key, seen, source, destination, queue, None, service)
                live.take(side, kind, seen)
            elif datagram:
                self._datagram(live, side, seen, source, sender)
            flow, mine = live.flow, live.flow.sides[side]
            flows[seen.row] = flow.number
            if flow.moves:
                desk.mark("moved", seen.row, flow.moves)
            if kind == REQUEST and not datagram:
                live.requests[side].migreq = migreq
            mine.packets += 1
            mine.bytes += length
            mine.marked += marked
            if OPERATION_OF[code] == CNP:
                mine.cnps += 1
            flow.last = max(flow.last, seen.time)
            live.touched = seen.frame
        while reply is not None:
            self._connect(reply)
            reply = next(replies, None)
        self._replies.clear()

    def _corrupt(self, seen: Seen, source: int, destination: int, queue: int) -> None:
        found = self._streams.get(_key(source, destination, queue, -1))
        if found is not None:
            live, side = found
            self._desk.column("flow")[seen.row] = live.flow.number
            live.flow.sides[side].packets += 1
            live.requests[side].corrupt(seen)

    def _datagram(self, live: Live, side: int, seen: Seen, source: int, sender: int) -> None:
        requests, mine = live.requests[side], live.flow.sides[side]
        if sender > LAST_SPECIAL:
            self._in_order(live, seen, source << 24 | sender)
        mine.requests += 1
        mine.payload += seen.size
        mine.fresh += seen.size
        mine.first_psn = seen.psn if mine.first_psn is None else mine.first_psn
        mine.last_psn = seen.psn
        requests.count += 1
        message = Message(
            live.flow.number, side, requests.count, "SEND", "UD", seen.psn, seen.frame, seen.time,
            last_psn=seen.psn, last_frame=seen.frame, end=seen.time, size=seen.size, packets=1, outcome="sent",
        )  # fmt: skip
        if seen.immediate:
            message.immediate = seen.immediate
        if self._desk.payload:
            message.frames.append(seen.frame)
        self._desk.mark("message", seen.row, message.number)
        self._desk.ended(message, mine)

    def _in_order(self, live: Live, seen: Seen, queue: int) -> None:
        """A queue pair numbers all its datagrams, whoever gets them."""
        expected = self._numbered.pop(queue, None)
        missing = 0 if expected is None else unwrap(seen.psn, expected) - expected
        if 0 < missing <= JUMP:
            self._desk.mark("gap", seen.row, missing)
            self._desk.find(DATAGRAMS, seen, live.flow, count=missing, psn=seen.psn)
        if expected is None or missing >= 0 or missing < -JUMP:
            expected = seen.psn + 1
        self._numbered[queue] = expected
        if len(self._numbered) > self.limit:
            del self._numbered[next(iter(self._numbered))]

    # -- flows ------------------------------------------------------------------------------------------------------

    def _begin(
        self, key: int, seen: Seen, source: int, destination: int, queue: int, sender: int | None, service: int
    ) -> tuple[Live, int]:
        """The first packet of a stream: another flow, or the other direction of one."""
        back = None if sender is None else self._streams.get(_key(destination, source, sender, queue))
        if back is not None:  # a datagram back
            live, side = back[0], 1 - back[1]
            live.flow.how, live.flow.sure = "datagrams", 1.0
            live.keys.append(key)
            self._streams[key] = live, side
            return live, side
        if len(self._lives) >= self.limit:
            self._give_up()
        self._number += 1
        ends = (Side(self.addresses.text(source), sender), Side(self.addresses.text(destination), queue))
        name = SERVICES[service] if SERVICES[service] != "CNP" else "RC"
        flow = Flow(self._number, name, seen.time, seen.time, sides=ends)
        live = Live(flow, self._desk)
        live.keys.append(key)
        live.touched = seen.frame
        self._lives[flow.number] = live
        self._streams[key] = live, 0
        if sender is None:
            self._queues[queue] = live, 0
        announced = self._announced.pop(key, None)
        if announced is not None:
            connection, active = announced
            live.announce(connection, 0 if active else 1)
            other = self._other(connection, not active)
            self._announced.pop(other, None)
            live.keys.append(other)
            self._streams[other] = live, 1
            self._queues[_queue(other)] = live, 1
        elif sender is None:
            self._alone.setdefault(_pair(source, destination), {})[flow.number] = live
        return live, 0

    def _moved(
        self, key: int, seen: Seen, source: int, destination: int, queue: int, migreq: int
    ) -> tuple[Live, int] | None:
        """The flow that goes on at other addresses: its queue pair has migrated; None where there is none.

        The first request there has the next sequence number, and another M bit; what comes back takes the same way.
        """
        live, side = self._queues.get(queue, (None, 0))
        if live is None or key in self._announced or live.flow.service != SERVICES[SERVICE_OF[seen.opcode]]:
            return None
        ends = live.flow.sides[side].address, live.flow.sides[1 - side].address
        there = self.addresses.text(source), self.addresses.text(destination)
        if KIND_OF[seen.opcode] == REQUEST and ends != there:
            if not live.requests[side].goes_on(seen.psn, migreq) or self._desk.is_bad(seen.row):
                return None
            live.flow.moves += 1
            for end, address in zip((side, 1 - side), there, strict=True):
                live.flow.sides[end].address = address
        elif ends != there:
            return None
        live.keys.append(key)
        self._streams[key] = live, side
        return live, side

    def _find(self, key: int, live: Live, side: int, seen: Seen, source: int, destination: int) -> tuple[Live, int]:
        """An answer on a flow of one direction: whose requests does it answer?"""
        alone = self._alone.get(_pair(destination, source), {})
        fits: list[tuple[Live, float]] = []
        for number in list(alone)[-CANDIDATES:]:
            other = alone[number]
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
        self._alone[_pair(source, destination)].pop(live.flow.number, None)
        alone.pop(other.flow.number, None)
        first.join(second, "acknowledgements", max(0.5, 1.0 - (1.0 - likely) * max(1, len(alone))))
        del self._lives[second.flow.number]
        for each in second.keys:
            self._streams[each] = first, 1
            self._queues[_queue(each)] = first, 1
        return self._streams[key]

    def _pair_silent(self) -> None:
        """Two directions that nobody acknowledges belong together where there are no others between two addresses."""
        for pair, alone in self._alone.items():
            back = self._alone.get(_pair(pair & 0xFFFFFFFF, pair >> 32), {})
            if pair >> 32 == pair & 0xFFFFFFFF or len(alone) != 1 or len(back) != 1:
                continue
            (live,), (other,) = alone.values(), back.values()
            if live.flow.number < other.flow.number and {live.flow.service, other.flow.service} == {"UC"}:
                live.join(other, "addresses", LIKELY)
                del self._lives[other.flow.number]

    def _end(self, live: Live, why: str) -> None:
        live.close(why)
        self._lives.pop(live.flow.number, None)
        for key in live.keys:
            if self._streams.get(key, (None, 0))[0] is live:
                del self._streams[key]
            if self._queues.get(_queue(key), (None, 0))[0] is live:
                del self._queues[_queue(key)]
            pair = key >> 50
            alone = self._alone.get(pair)
            if alone is not None:
                alone.pop(live.flow.number, None)
                if not alone:
                    del self._alone[pair]

    def _give_up(self) -> None:
        """Those that were quiet longest make room."""
        quiet = sorted(self._lives.values(), key=lambda live: live.touched)
        for live in quiet[: max(1, self.limit // 8)]:
            self.given_up += 1
            self._end(live, "given up")

    # -- connection management --------------------------------------------------------------------------------------

    def _agreed(self, connection: Connection) -> None:
        self._replies.append(connection)

    def _other(self, connection: Connection, active: bool) -> int:
        """The key of what one end sends."""
        ends = (connection.active, connection.passive) if active else (connection.passive, connection.active)
        source, destination = (self.addresses.number(end.address) for end in ends)
        return _key(source, destination, ends[1].qpn or 0, -1)

    def _connect(self, connection: Connection) -> None:
        """Both ends have named their queue pairs, or have let them go."""
        if connection.passive.qpn is None or connection.active.qpn is None:
            return
        if connection.outcome == "closed":
            for active in (True, False):
                found = self._streams.get(self._other(connection, active))
                if found is not None:
                    found[0].over = True
            return
        for active in (True, False):
            key = self._other(connection, active)
            known = self._streams.get(key)
            if known is not None:
                self._end(known[0], "reused")
            self._announced[key] = connection, active
            if len(self._announced) > 2 * self.limit:
                del self._announced[next(iter(self._announced))]


def _queue(key: int) -> int:
    """The queue pair that a stream goes to."""
    return key >> 26 & 0xFFFFFF


def _pair(source: int, destination: int) -> int:
    return source << 32 | destination


def _key(source: int, destination: int, queue: int, sender: int) -> int:
    """A stream: who sends to which queue pair, and for datagrams from which."""
    return (source << 32 | destination) << 50 | queue << 26 | (sender + 1)


def _seen(columns: Transport, rows: Ints) -> Iterator[Seen]:
    ident = columns.ident
    lists = (
        columns.frame, columns.time, columns.opcode, columns.psn, columns.size, columns.ackreq, columns.va,
        columns.r_key, columns.dmalen, columns.immediate, columns.syndrome, columns.msn, ident, columns.stopped,
    )  # fmt: skip
    return map(Seen, rows.tolist(), *(column[rows].tolist() for column in lists))
