"""Which flow and half every packet belongs to, for all packets of a batch at once, and the counts of flows.

table = StreamTable(addresses)
for batch in capture.batches():
    columns = transport(batch, addresses)
    assigned = table.add(columns, events.add(batch), columns.bad_icrc)
    for flow in table.to_flows(assigned.ended):
        ...
for flow in table.to_flows(table.finish()):
    ...

A stream is what one address sends to one queue pair of another; of datagrams, what one queue pair sends.  A flow has
two of them, or one as long as the other is not known.  Flows are the same however the packets are cut into batches, but
that flows are given up at the end of a batch.  Packets of which only a later one tells what they belong to come again
with the next batch, if the caller lets them wait (see `waiting_packets`).

Source: IBA 1, 9.7 and 12.9.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import RESPONSE, SERVICES, Transport
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.streams.announcements import Announcements
from ibpkt.analysis.streams.assigned import Assigned
from ibpkt.analysis.streams.batch_streams import BatchStreams
from ibpkt.analysis.streams.connection_reuse import ConnectionReuse
from ibpkt.analysis.streams.flow_columns import ENDINGS, FlowColumns
from ibpkt.analysis.streams.flow_counts import count_packets
from ibpkt.analysis.streams.migration import Migration
from ibpkt.analysis.streams.response_joining import ResponseJoining
from ibpkt.analysis.streams.stray_packets import tell_strays
from ibpkt.analysis.streams.stream_rows import ADDRESS_BITS, StreamRows, destination_of, source_of, swapped
from ibpkt.analysis.streams.waiting_packets import may_wait
from ibpkt.arrays import Array, Bools, Ints, among, distinct, rows_where
from ibpkt.management.cm_connections import Connection

#: flows that are remembered
LIMIT = 5 << 15
#: addresses beyond which those that no flow has are forgotten, or beyond twice those that were kept the last time
ADDRESSES = 1 << 16
#: how often a batch is searched for queue pairs that are used again
MAX_PASSES = 4
#: how sure a join by nothing but addresses is
LIKELY = 0.8
UC = SERVICES.index("UC")


class StreamTable:
    """The flows of a capture, and the streams that they consist of.

    Args:
        addresses: numbers of addresses.
        limit: flows that are remembered; beyond that, those idle longest are given up.

    Attributes:
        columns: the flows.
        given_up: flows that were given up.
        strays: packets that do not reach the transport and belong to no flow: no flow is made of them.
        begins: the packet with which each number was given, batch by batch; None where nobody asks.
    """

    def __init__(self, addresses: Addresses, limit: int = LIMIT) -> None:
        self.columns = FlowColumns()
        self.given_up: int = 0
        self.strays = 0
        self._addresses, self._most_addresses = addresses, ADDRESSES
        self._limit = max(2, limit)
        self._streams = StreamRows()
        self._announcements = Announcements(self.columns, addresses)
        self._migration = Migration(self.columns, self._streams, addresses)
        self._joining = ResponseJoining(self.columns)
        self._ended: Ints = np.zeros(0, np.int64)
        self._number = 0
        self.begins: list[Ints] | None = None
        #: of the last batch the number of its last packet, and the side of each: no more, which would keep its buffer
        self._last: tuple[int, Array] | None = None

    def __len__(self) -> int:
        return len(self.columns) - len(self._ended)

    # -- batches ----------------------------------------------------------------------------------------------------

    def add(
        self,
        columns: Transport,
        connections: Sequence[Connection] = (),
        damaged: Bools | None = None,
        *,
        patient: bool = True,
    ) -> Assigned:
        """Take the next batch.

        Args:
            columns: its packets.
            connections: what connection management says in it, see `ConnectionEvents`.
            damaged: packets that do not reach the transport (a wrong ICRC, say), shape (n,); None for none.
            patient: packets may wait: `Assigned.waiting` comes again at the beginning of the next batch.
        """
        self.columns.release(self._ended)
        valid = columns.service != 0
        if damaged is not None:
            valid &= ~damaged
        batch = BatchStreams(
            columns, valid, self.columns, self._streams, self._announcements, self._migration, self._joining
        )
        batch.begin(connections)
        reuse, flow, half = self._find_connections(batch, patient)
        waiting = rows_where(batch.flow != flow)
        batch.set_aside(reuse.far.set_aside)
        begun, dissolved = self._number_flows(batch)
        count_packets(columns, batch, self.columns, reuse)
        self._joining.commit(dict(zip(flow[waiting[::-1]].tolist(), waiting[::-1].tolist(), strict=True)))
        assigned = self._assigned(columns, batch, begun, dissolved)
        assigned.waiting, assigned.seeming = waiting, np.array((flow[waiting], half[waiting]))
        assigned.flow[waiting] = self.columns.flows["number"][flow[waiting]]
        assigned.strays -= len(waiting)
        assigned.far = np.array(sorted(reuse.far.set_aside), np.int64)
        assigned.findings += tell_strays(columns, np.array(sorted(reuse.far.told), np.int64), batch.flow, self.columns)
        self._end_batch(batch, assigned, dissolved)
        self._last = int(columns.frame[-1]) if len(columns) else 0, assigned.side
        return assigned

    def _find_connections(self, batch: BatchStreams, patient: bool) -> tuple[ConnectionReuse, Ints, Ints]:
        """Begin the connections of queue pairs that are used again, and let packets wait that may belong to others.

        Returns:
            What is found of the packets that do not wait, and the rows of the flows of all, and their halves.
        """
        impatient: set[int] | None = set() if patient else None
        batch.impatient = impatient
        for _ in range(MAX_PASSES - 1):
            batch.join()
            reuse = ConnectionReuse(batch.columns, batch.sort(), self.columns, impatient)
            if reuse.splits:
                batch.split(reuse.splits)
                continue
            waiting, refused = may_wait(batch, undecided(batch, reuse, impatient))
            if impatient is None or not refused:
                break
            impatient |= refused
        else:
            batch.join()
            reuse = ConnectionReuse(batch.columns, batch.sort(), self.columns, impatient)
            waiting, _ = may_wait(batch, undecided(batch, reuse, impatient))
        flow, half = batch.flow.copy(), batch.half.copy()
        passes = 0
        while len(waiting):  # what is before them may depend on them
            batch.hold(waiting)
            passes += 1
            last = passes == MAX_PASSES
            reuse = ConnectionReuse(batch.columns, batch.halves, self.columns, None if last else impatient)
            waiting, _ = may_wait(batch, reuse.undecided)
        return reuse, flow, half

    def _number_flows(self, batch: BatchStreams) -> tuple[Ints, Ints]:
        """Number the flows of a batch in the order of their first packets; returns their rows, and dissolved ones."""
        begun, rows = batch.begun()
        order = np.argsort(rows, kind="stable")
        begun = begun[order]
        flows = self.columns.flows
        flows["number"][begun] = self._number + 1 + np.arange(len(begun))
        self._number += len(begun)
        if self.begins is not None:
            self.begins.append(batch.columns.frame[rows[order]])
        kept, dissolved = batch.joined()
        if len(kept):
            flows["also"][kept] = flows["number"][dissolved]
            flows["joined"][kept] = batch.columns.frame[batch.decided()]
        return begun, dissolved

    def _assigned(self, columns: Transport, batch: BatchStreams, begun: Ints, dissolved: Ints) -> Assigned:
        flows = self.columns.flows
        none = batch.flow < 0
        number = np.where(none, 0, flows["number"][batch.flow])
        kept, _ = batch.joined()
        if len(kept):  # until it was joined a direction had a number of its own
            decided = np.full(self.columns.size + 1, -1, np.int64)
            decided[kept] = batch.decided()
            early = (batch.side == 1) & (np.arange(len(number)) < decided[batch.flow])
            number[early] = flows["also"][batch.flow[early]]
        joined = np.array((kept, dissolved)).T
        if len(dissolved):
            joined, begun = joined[~np.isin(dissolved, begun)], begun[~np.isin(begun, dissolved)]
        findings = [finding._replace(flow=int(flows["number"][flow])) for flow, finding in self._migration.findings]
        return Assigned(
            flow=number, row=batch.flow, side=batch.side, half=batch.half, moved=self._moved(batch),
            halves=batch.halves, begun=begun, joined=joined, ended=rows_where(batch.over),
            far=np.zeros(0, np.int64), strays=int((none & (columns.service != 0)).sum()) if none.any() else 0,
            findings=findings,
            waiting=np.zeros(0, np.int64), seeming=np.zeros((2, 0), np.int64),
        )  # fmt: skip

    def _moved(self, batch: BatchStreams) -> Ints | None:
        moves = self.columns.flows["moves"]
        if not moves[: self.columns.size].any():
            return None
        moved = np.append(moves[: self.columns.size], 0)[batch.flow].astype(np.int64)
        for flow, rows in self._migration.moves.items():
            mine = rows_where(batch.flow == flow)
            moved[mine] -= len(rows) - np.searchsorted(np.array(rows), mine, "right")
        return moved

    def _end_batch(self, batch: BatchStreams, assigned: Assigned, dissolved: Ints) -> None:
        """Forget what is over, and the flows idle longest where there are too many."""
        table = self.columns
        self.strays += assigned.strays
        over = batch.over
        table.release(dissolved)
        self._joining.forget(dissolved)
        excess = len(table) - len(assigned.ended) - self._limit
        if excess > 0:
            alive = rows_where(table.flows["used"][: table.size] & ~over[: table.size])
            idle = np.argsort(table.flows["last_frame"][alive], kind="stable")
            gone = alive[idle[: max(excess, self._limit // 64)]]
            table.flows["ended"][gone] = ENDINGS.index("given up")
            over[gone] = True
            self.given_up += len(gone)
            assigned.ended = rows_where(over)
        self._ended = assigned.ended
        self._migration.end()
        changed = bool(over.any())
        self._streams.settle(over if changed else None)
        if changed:
            self._migration.forget(over)
            self._joining.forget(assigned.ended)
        if len(self._addresses) > self._most_addresses:
            self._forget_addresses()
            self._most_addresses = max(ADDRESSES, 2 * len(self._addresses))

    def _forget_addresses(self) -> None:
        used = np.repeat(self.columns.flows["used"][: self.columns.size], 2)
        own = set(np.unique(self.columns.ends["address"][: 2 * self.columns.size][used]).tolist())
        first = self._streams.columns["first"][: self._streams.count]
        ways = {*np.unique(source_of(first)).tolist(), *np.unique(destination_of(first)).tolist()}
        own |= self.columns.paths.addresses(rows_where(used))
        self._addresses.keep(own | ways | self._announcements.address_numbers())

    def finish(self) -> Ints:
        """The end of the capture: the rows of all flows, in the order of their numbers."""
        table = self.columns
        table.release(self._ended)
        self._ended = np.zeros(0, np.int64)
        self._join_silent()
        rows = rows_where(table.flows["used"][: table.size])
        return rows[np.argsort(table.flows["number"][rows], kind="stable")]

    def _join_silent(self) -> None:
        """Join two unacknowledged directions if there are no others between their addresses."""
        flows, ends = self.columns.flows, self.columns.ends
        datagrams = SERVICES.index("UD")
        size = self.columns.size
        rows = rows_where(flows["used"][:size] & (flows["how"][:size] == 0) & (flows["service"][:size] != datagrams))
        pair = ends["address"][2 * rows] << ADDRESS_BITS | ends["address"][2 * rows + 1]
        pairs, at, count = np.unique(pair, return_index=True, return_counts=True)
        if not len(pairs):
            return
        back = np.minimum(np.searchsorted(pairs, swapped(pairs)), len(pairs) - 1)
        single = (pairs[back] == swapped(pairs)) & (back != np.arange(len(pairs))) & (count == 1) & (count[back] == 1)
        first, second = rows[at[single]], rows[at[back[single]]]
        single = (flows["number"][first] < flows["number"][second]) & (flows["service"][first] == UC)
        single &= flows["service"][second] == UC
        self.columns.join(first[single], second[single], "addresses", LIKELY)
        self.columns.release(second[single])

    # -- questions --------------------------------------------------------------------------------------------------

    def to_flows(self, rows: Ints) -> list[Flow]:
        """Flows as objects, by their rows."""
        return self.columns.to_flows(rows, self._addresses)

    def rows_of(self, numbers: Ints) -> Ints:
        """The rows of flows, ascending; those that have ended, or never were, have none."""
        rows: Ints = rows_where(among(self.columns.flows["number"][: self.columns.size], distinct(numbers)))
        return rows[self.columns.flows["number"][rows] > 0]

    def running(self) -> Ints:
        """The rows of the flows that have not ended, ascending."""
        return rows_where(self.columns.flows["number"][: self.columns.size] > 0)

    def row_of(self, number: int) -> int | None:
        """The row of a flow; None where it has ended, or never was."""
        found: Ints = rows_where(self.columns.flows["number"][: self.columns.size] == max(1, number))
        return int(found[0]) if len(found) else None

    def depth(self, flow: int, source: int, second: bool) -> int | None:
        """How many READs and atomics an end of a flow may have under way; None for unknown.

        Args:
            flow: the number of the flow.
            source: the number of the end's address.
            second: where both ends have this address, whether it is the second side.
        """
        if "depth" not in self.columns.ends:
            return None  # no connection was announced: nothing to look up
        row = self.row_of(flow)
        if row is None:
            return None
        depths, address = self.columns.declared("depth"), self.columns.ends["address"]
        own = [int(depths[end]) for end in (2 * row, 2 * row + 1) if address[end] == source]
        depth = own[second and len(own) > 1] if own else -1
        return None if depth < 0 else depth

    def sides(self, columns: Transport, flows: Ints) -> Ints:
        """Which side sent each packet that goes from an address to itself, if its flow is still known.

        Args:
            columns: the packets of the last batch; those that came again with it are left out.
            flows: the numbers of their flows, shape (n,), 0 where that is not known.

        Returns:
            0 or 1, shape (n,); -1 where it is not known, and 0 for all other packets.
        """
        sides = np.zeros(len(columns), np.int64)
        assert self._last is not None
        last, side = self._last
        assert len(columns) == 0 or last == columns.frame[-1], "the last batch"
        rows = rows_where((columns.source == columns.destination) & (flows > 0))
        sides[rows] = side[len(side) - len(columns) :][rows]
        return sides

    def requesters(self, columns: Transport) -> Ints:
        """Which side of its flow asked, of each packet: that sent it, or that it answers.

        Args:
            columns: the packets of the last batch; those that came again with it are left out.

        Returns:
            0 or 1, shape (n,); -1 where it is not known.
        """
        assert self._last is not None
        _, sides = self._last
        side = sides[len(sides) - len(columns) :].astype(np.int64)
        return np.where(side < 0, -1, side ^ (columns.kind == RESPONSE))

    def count(self, name: str) -> Array:
        """A count by end (see `FlowColumns.add_count`)."""
        return self.columns.count(name)

    def add_count(self, name: str, ends: Ints, values: Array | int = 1) -> None:
        """Add to a count of ends, by those that sent the packets: a half's answers come from the end ``half ^ 1``."""
        self.columns.add_count(name, ends, values)


def undecided(batch: BatchStreams, reuse: ConnectionReuse, impatient: set[int] | None) -> dict[int, int]:
    """By row of a flow the first packet of which a later one tells what it belongs to: a connection, or a direction.

    Args:
        batch: the packets.
        reuse: the connections of queue pairs that are used again.
        impatient: flows that do not wait; None for all.
    """
    if impatient is None:
        return reuse.undecided
    first = batch.unclear()
    for flow, row in reuse.undecided.items():
        first[flow] = min(row, first.get(flow, row))
    return first
