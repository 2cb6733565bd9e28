"""READs of which it is not known yet how many PSNs they take: they wait, and all packets of their flow behind them.

A READ takes as many PSNs as its response has packets.  As long as no packet shows the path MTU, the response decides,
and what comes between depends on it: a request with a PSN among those of the READ is one that is sent again, and one
behind them begins the next message.  So nothing is said of it before.

The wait is bounded: where no response comes, the requests behind READs vote for a path MTU.  A batch is no border:
what decides is looked for from packet to packet, and packets behind a decision are not taken with those before it.

Source: IBA 1, 9.7.3.1 and 9.7.4.1.6.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import KINDS, REQUEST
from ibpkt.analysis.reassembly.path_mtu import FULL, PART, KnownPathMTUs, PathMTUs
from ibpkt.analysis.streams.assigned import FlowPackets
from ibpkt.analysis.streams.stream_table import StreamTable
from ibpkt.arrays import Bools, Ints, changes, distinct, rows_where
from ibpkt.protocols import HALF_OF_PSNS, PMTUS, PSN_MASK, by_opcode

#: packets of a flow that wait for a response, and nanoseconds, if requests behind READs can decide instead
MOST_OF_FLOW, LONGEST = 1024, 1_000_000_000
#: packets of all flows that wait
MOST = 1 << 16
#: behind every packet
NEVER = 1 << 62

_ASKS = by_opcode(lambda opcode: opcode.kind == KINDS[REQUEST], np.bool_)
_READS = by_opcode(lambda opcode: opcode.kind == KINDS[REQUEST] and opcode.operation == "READ", np.bool_)
_SIZES = np.array(PMTUS, np.int64)


class Round(NamedTuple):
    """Packets that are taken together.

    Attributes:
        packets: the packets.
        guesses: by flow (row), path MTUs in bytes that were not shown before these packets, though they are now; 0 for
            unknown.
    """

    packets: FlowPackets
    guesses: dict[int, int]


class _Decision(NamedTuple):
    """What becomes of the packets of a flow, by their places among those.

    Attributes:
        wait: the first that waits.
        again: the first that is taken after the others, since the path MTU is another from there on.
        guess: the path MTU where the flow waits no longer, -1 for unknown; 0 where it may wait.
    """

    wait: int = NEVER
    again: int = NEVER
    guess: int = 0


class WaitingReads:
    """Keeps such packets from batch to batch.

    Args:
        streams: all flows.

    Attributes:
        path_mtus: the path MTUs of flows, as far as packets show them.
        held: packets that wait; None for none.
        given_up: flows that stopped waiting without an answer, since too many packets waited.
    """

    def __init__(self, streams: StreamTable) -> None:
        self.path_mtus: PathMTUs = PathMTUs()
        self.held: FlowPackets | None = None
        self.given_up: int = 0
        self._streams = streams

    def known(self, guesses: Mapping[int, int] | None = None) -> KnownPathMTUs:
        """The path MTU of each half.

        Args:
            guesses: see `Round`; None for none.
        """
        declared = self._streams.columns.declared("pmtu")
        self.path_mtus.reserve(-(-len(declared) // 2))
        reads = self.path_mtus.for_reads
        if guesses:
            reads = reads.copy()
            reads[list(guesses)] = list(guesses.values())
        sure, reads = (np.repeat(of, 2)[: len(declared)] for of in (self.path_mtus.sure, reads))
        return KnownPathMTUs(np.where(declared > 0, declared, sure), np.where(declared > 0, declared, reads))

    def add(self, packets: FlowPackets, rows: Ints, half: Ints) -> list[Round]:
        """Take the packets of a batch.

        Args:
            packets: the packets.
            rows: those of halves that reach the transport, shape (n,).
            half: the half of each, shape (n,).

        Returns:
            Packets that need not wait, those of a flow in the order of the capture.
        """
        columns = packets.columns
        declared = self._streams.columns.declared("pmtu")
        self.path_mtus.reserve(-(-len(declared) // 2))
        opcode = columns.opcode[rows]
        reads = rows_where(_READS[opcode])
        flow = half >> 1
        # READs that may take one number of PSNs or another by what was known before the batch, and where it was guessed
        mtus, of = self.path_mtus, flow[reads]
        unclear = (columns.dmalen[rows[reads]] > mtus.for_reads[of]) & (mtus.for_reads[of] < _SIZES[-1])
        unclear = (unclear | (mtus.guesses[of] != 0)) & (mtus.sure[of] == 0) & (declared[half[reads]] <= 0)
        flows = distinct(of[unclear & ~columns.stopped[rows[reads]]])
        if self.held is not None:
            flows = distinct(flows, self.held.row)
        before = mtus.for_reads[flows], mtus.guesses[flows]
        mtus.add_sizes(flow, opcode, columns.size[rows], ~columns.stopped[rows])
        return self._rounds(packets, flows, *before) if len(flows) else [Round(packets, {})]

    def release(self, flows: Ints) -> list[Round]:
        """Some flows are over: nothing of them waits any longer."""
        if self.held is None:
            return []
        over = np.isin(self.held.row, flows)
        if not over.any():
            return []
        packets, self.held = self.held.select(over), self.held.select(~over) if not over.all() else None
        for row in distinct(packets.row).tolist():
            self._guess(packets, row)
        return [Round(packets, {})]

    def join(self, kept: Ints, dissolved: Ints) -> None:
        """Flows of one direction each have become the other direction of others."""
        self.path_mtus.join(kept, dissolved)
        if self.held is None or not np.isin(self.held.row, dissolved).any():
            return
        order = np.argsort(dissolved)
        at = np.minimum(np.searchsorted(dissolved[order], self.held.row), len(order) - 1)
        there = dissolved[order][at] == self.held.row
        row = np.where(there, kept[order][at], self.held.row)
        side = np.where(there, 1 - self.held.side, self.held.side).astype(self.held.side.dtype)
        half = np.where(there & (self.held.half >= 0), 2 * row + 1 - (self.held.half & 1), self.held.half)
        self.held = dataclasses.replace(self.held, row=row, side=side, half=half)

    @property
    def since(self) -> int:
        """The time of the first packet that waits, in nanoseconds since the epoch; `NEVER` for none."""
        return NEVER if self.held is None else int(self.held.columns.time.min())

    # -- decisions ----------------------------------------------------------------------------------------------------

    def _rounds(self, packets: FlowPackets, flows: Ints, units: Ints, guessed: Ints) -> list[Round]:
        """Which packets are taken now, and in which order.

        Args:
            packets: those of a batch.
            flows: those with READs that may have to wait, ascending, shape (k,).
            units: what was known of path MTUs before the batch: by which READs were measured, shape (k,).
            guessed: what was guessed, see `PathMTUs.guesses`, shape (k,).
        """
        if self.held is not None:
            packets = FlowPackets.gathered([(self.held, np.arange(len(self.held))), (packets, np.arange(len(packets)))])
            self.held = None
        own = rows_where(np.isin(packets.row, flows))
        own = own[np.argsort(packets.row[own], kind="stable")]
        tells = _FlowRows(packets, own)
        heads = rows_where(changes(packets.row[own]))
        ends = np.append(heads[1:], len(own))
        sure = self.path_mtus.sure[flows]
        waits, again = np.zeros((2, len(packets)), np.bool_)
        first, plain = _first_unclear(tells, heads, ends, units, sure)
        plain &= guessed == 0
        behind = np.arange(len(own)) >= np.repeat(np.where(plain, first, NEVER), ends - heads)
        waits[own[behind]] = True
        guesses: dict[int, int] = {}
        for at in rows_where(~plain).tolist():
            low, high, flow = int(heads[at]), int(ends[at]), int(flows[at])
            decision = _decide(tells.part(low, high), int(units[at]), int(guessed[at]), int(sure[at]))
            waits[own[low + decision.wait : high]] = True
            if decision.guess:
                self.path_mtus.guess(flow, decision.guess)
            if decision.again < NEVER:
                again[own[low + decision.again : high]] = True
                guesses[flow] = max(0, decision.guess or int(guessed[at]))
        if int(waits.sum()) > MOST:
            for flow in distinct(packets.row[waits]).tolist():
                self._guess(packets, flow)
                self.given_up += 1
            waits[:] = False
        if waits.any():
            self.held = packets.select(waits)
        later = waits | again
        rounds = [Round(packets.select(~later) if later.any() else packets, guesses)]
        if again.any():
            rounds.append(Round(packets.select(again), {}))
        return rounds

    def _guess(self, packets: FlowPackets, row: int) -> None:
        """A flow is decided by what there is."""
        unit = int(self.path_mtus.for_reads[row])
        self.path_mtus.guess(row, _voted(_FlowRows(packets, rows_where(packets.row == row)), 0, NEVER, unit))


class _FlowRows:
    """What decides how many PSNs READs take; packets of a flow stand together."""

    def __init__(self, packets: FlowPackets, rows: Ints) -> None:
        columns = packets.columns
        self.half: Ints = packets.half[rows]
        self.flow: Ints = packets.row[rows]
        opcode, size = columns.opcode[rows], columns.size[rows].astype(np.int64)
        sound = (self.half >= 0) & ~columns.stopped[rows]
        self.time: Ints = columns.time[rows]
        self.psn: Ints = columns.psn[rows].astype(np.int64)
        self.asks: Bools = _ASKS[opcode] & (self.half >= 0)
        self.length: Ints = np.where(_READS[opcode] & sound, columns.dmalen[rows].astype(np.int64), 0)
        self.shows: Bools = FULL[opcode] & sound & np.isin(size, _SIZES)
        self.size: Ints = np.where(PART[opcode] & sound & (size <= _SIZES[-1]), size, 0)

    def __len__(self) -> int:
        return len(self.half)

    def part(self, low: int, high: int) -> _FlowRows:
        """Those of one flow."""
        part = copy.copy(self)
        part.__dict__.update({name: column[low:high] for name, column in self.__dict__.items()})
        return part


def _first_unclear(tells: _FlowRows, heads: Ints, ends: Ints, units: Ints, sure: Ints) -> tuple[Ints, Bools]:
    """The first READ of each flow that has to wait, where that is simple: as nearly always.

    Args:
        tells: packets, flow by flow.
        heads: where each flow begins, and `ends`, where it ends.
        units, sure: see `_decide`, by flow.

    Returns:
        Their places, `NEVER` for none; and of which flows that is true, since nothing waits for long.
    """
    size = ends - heads
    here = np.arange(len(tells))
    asked = np.minimum.reduceat(np.where(tells.length > np.repeat(units, size), here, NEVER), heads)
    shown = np.minimum.reduceat(np.where(tells.shows, here, NEVER), heads)
    shown = np.where(shown < NEVER, shown, heads)
    least = np.maximum(units, np.maximum.reduceat(tells.size, heads))
    least = _SIZES[np.searchsorted(_SIZES, least)]
    unclear = (tells.length > np.repeat(least, size)) & (np.repeat(least, size) < _SIZES[-1])
    first = np.minimum.reduceat(np.where(unclear, here, NEVER), heads)
    first[sure > 0] = NEVER
    last = np.where(sure > 0, shown, ends - 1)
    begin = np.minimum(asked, last)
    soon = (last - begin <= MOST_OF_FLOW) & (tells.time[last] - tells.time[begin] <= LONGEST)
    if (np.diff(tells.time)[~changes(tells.flow)[1:]] < 0).any():
        soon[:] = False
    return first, soon


def _decide(rows: _FlowRows, unit: int, guessed: int, sure: int) -> _Decision:
    """What becomes of the packets of a flow.

    Args:
        rows: those that have waited, and behind them those of the batch.
        unit: the path MTU by which READs were measured before the batch, the smallest that is possible.
        guessed: see `PathMTUs.guesses`, before the batch.
        sure: the path MTU that the packets show, 0 for none.
    """
    shown = rows_where(rows.shows)
    show = NEVER if not sure else int(shown[0]) if len(shown) else 0
    if guessed:
        return _Decision(again=show if 0 < show < NEVER and sure != guessed else NEVER)
    least = np.maximum.accumulate(np.maximum(rows.size, unit))
    least = _SIZES[np.searchsorted(_SIZES, least)]
    for read in rows_where(rows.length > least).tolist():
        if read >= show or least[read] == _SIZES[-1]:
            break
        clear = read + int(np.argmax(least[read:] >= min(rows.length[read], _SIZES[-1])))
        decided = min(show, clear if clear > read else NEVER)
        last = _limit(rows, read, min(decided, len(rows)))
        if last < decided:
            guess = _voted(rows, read, last, unit)
            return _Decision(again=show if show < NEVER and sure != guess else NEVER, guess=guess)
        if decided == NEVER:
            return _Decision(wait=read)
    return _Decision()


def _limit(rows: _FlowRows, read: int, stop: int) -> int:
    """The packet behind a READ with which the wait for a response is over, if none has come by then; `NEVER` for none.

    Args:
        rows: the packets of a flow.
        read: the place of the READ.
        stop: where to stop looking.
    """
    last = read + MOST_OF_FLOW
    until = min(int(rows.time[read]) + LONGEST, np.iinfo(np.int64).max)
    late = rows_where(rows.time[read:stop] > until)
    if len(late):
        votes = _votes(rows, read, stop)
        if len(votes):
            last = min(last, max(read + int(late[0]), min(vote for vote, _ in votes)))
    return last if last < stop else NEVER


def _votes(rows: _FlowRows, first: int, stop: int) -> list[tuple[int, list[int]]]:
    """The requests behind READs, and the path MTUs under which these end there."""
    found = []
    places = rows_where(rows.asks[first:stop]) + first
    for half in distinct(rows.half[places]).tolist():
        own = places[rows.half[places] == half]
        for read, following in zip(own[:-1].tolist(), own[1:].tolist(), strict=True):
            length = int(rows.length[read])
            step = int(rows.psn[following] - rows.psn[read]) & PSN_MASK
            if length and step < HALF_OF_PSNS:
                fits = [at for at, pmtu in enumerate(PMTUS) if max(1, -(-length // pmtu)) == step]
                if fits:
                    found.append((following, fits))
    return found


def _voted(rows: _FlowRows, first: int, last: int, unit: int) -> int:
    """The path MTU under which most READs end where the next request begins; -1 for unknown.

    Of several with as many votes it is the smallest that holds the largest packet: they agree on all READs so far.
    """
    stop = min(len(rows), last + 1)
    least = max(unit, int(rows.size[:stop].max(initial=0)))
    counts = [0] * len(PMTUS)
    for _, fits in _votes(rows, first, stop):
        for at in fits:
            counts[at] += PMTUS[at] >= least
    return PMTUS[counts.index(max(counts))] if any(counts) else -1
