"""Which packets of known exchanges are processed in bulk, and which one by one.

An exchange goes in bulk as long as it is clean.  When something happens in it, it goes packet by packet until it is
clean again.  Exchanges need no common order, since none depends on another: a loss in one does not affect the others,
and one call processes the clean packets of all.  The two exchanges of a flow share its state, and either may show
that it is over: both go in bulk or neither, and none further than the other is clean; packets of both that go one by
one keep the order of the capture.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import HAS_AETH, REQUEST, RESPONSE, Transport
from ibpkt.analysis.flow.bulk import advance_in_bulk, can_bulk
from ibpkt.analysis.flow.flow_state import FlowState
from ibpkt.analysis.flow.reassembly import READ
from ibpkt.analysis.flow.sequence import HALF, Results, views_of
from ibpkt.arrays import Bools, Ints, in_order
from ibpkt.protocols import ACK, PSN_MASK, VALUE_BITS, tabulated

#: clean packets in a row, of one exchange and of all together, from which on they are faster in bulk
MIN_RUN, MIN_TOGETHER = 32, 160
#: packets of an exchange that are too few for a try
MIN_EXCHANGE = 8
#: a row that no batch has
NO_LIMIT = 1 << 62
#: packets of an exchange that may go one by one in a round
WINDOW = 128
#: packets that an exchange goes one by one, at most, after bulk has not got far
MAX_WAIT = 4096

_HAS_AETH = tabulated(lambda: HAS_AETH != 0)


class BulkScheduler:
    """The packets of known exchanges, exchange by exchange.

    Args:
        columns: the packets of a batch.
        rows: those of the exchanges, ascending, shape (n,).
        exchange: the place of each one's exchange, shape (n,).
        exchanges: flows, and the sides that ask.
        bad: packets of the batch with a wrong ICRC, where all are verified.
        results: takes facts, findings and messages.

    Attributes:
        barrier: from this row on nothing goes one by one: it must be gone through in the order of the capture.
    """

    columns: Transport
    exchanges: list[tuple[FlowState, int]]
    bad: Bools | None
    results: Results
    rows: Ints
    exchange_of: Ints

    def __init__(
        self,
        columns: Transport,
        rows: Ints,
        exchange: Ints,
        exchanges: list[tuple[FlowState, int]],
        bad: Bools | None,
        results: Results,
    ) -> None:
        self.columns, self.exchanges, self.bad, self.results = columns, exchanges, bad, results
        self.order: Ints = in_order(exchange)
        self.rows, self.exchange_of = rows[self.order], exchange[self.order]
        self.wrong = np.zeros(len(rows), np.bool_) if bad is None else bad[self.rows]
        self.is_request = columns.kind[self.rows] == REQUEST
        begins = np.searchsorted(self.exchange_of, np.arange(len(exchanges) + 1))
        # by exchange, places in `rows`: the next packet, the end, the place from which bulk may be tried again, and how
        # far after the next failure that is
        self.at: list[int] = begins[:-1].tolist()
        self.ends: list[int] = begins[1:].tolist()
        self.bulk_from: list[int] = list(self.at)
        self.wait: list[int] = [1] * len(exchanges)
        self.stepped: list[tuple[int, int]] = []  # what has gone one by one
        self.clean_until: list[int] = []  # see `_find_clean_runs`
        self._long: Bools = np.zeros(0, np.bool_)
        flows: dict[int, list[int]] = {}
        for place, (flow_state, _) in enumerate(exchanges):
            flows.setdefault(flow_state.flow.number, []).append(place)
        self.flows: list[list[int]] = list(flows.values())
        self.flow_of: list[int] = [0] * len(exchanges)
        for number, places in enumerate(self.flows):
            for place in places:
                self.flow_of[place] = number

    def run(self, barrier: int) -> Bools:
        """Process the packets, in bulk and one by one in turns.

        Args:
            barrier: the first row that may go one by one in the order of the capture only.

        Returns:
            Which of the rows are done, shape (n,), in the order in which they were given.
        """
        self.barrier: int = barrier
        self._bulk_all()
        active = [number for number, exchanges in enumerate(self.flows) if any(map(self._is_left, exchanges))]
        if active:
            self._find_clean_runs()
        while active:
            self._bulk_clean_runs([self.flows[flow] for flow in active])
            ahead = {flow: windows for flow in active if (windows := self._next_windows(self.flows[flow]))}
            active = list(ahead)
            if active:
                held = self._step([window for windows in ahead.values() for window in windows])
                active = [flow for flow in active if flow not in held]
        self._count_single()
        done = np.zeros(len(self.rows), np.bool_)
        done[self.order] = self._done()
        return done

    def _done(self) -> Bools:
        """Which places are done."""
        done: Bools = np.arange(len(self.rows)) < np.array(self.at, np.int64)[self.exchange_of]
        return done

    def _bulk_all(self) -> None:
        """Process all clean exchanges in bulk: mostly that is everything, and `_find_clean_runs` is not needed."""
        can_bulk_exchange = [can_bulk(*exchange) for exchange in self.exchanges]
        runs = [
            (exchange, self.at[exchange], self.ends[exchange])
            for exchanges in self.flows
            if all(can_bulk_exchange[exchange] for exchange in exchanges)
            for exchange in exchanges
            if self._is_left(exchange)
        ]
        runs = [run for run in runs if run[2] - run[1] >= MIN_EXCHANGE or len(self.flows[self.flow_of[run[0]]]) > 1]
        if sum(high - low for _, low, high in runs) >= MIN_TOGETHER:
            self._bulk_runs(runs)

    def _find_clean_runs(self) -> None:
        """For each place, guess the place of the next packet that is not clean, by comparing neighbours.

        Bulk judges again, and by more; what it leaves goes one by one.
        """
        columns, rows, of = self.columns, self.rows, self.exchange_of
        opcode, psn = columns.opcode[rows], columns.psn[rows].astype(np.int64)
        spoilt: Bools = columns.stopped[rows] | self.wrong
        spoilt |= _HAS_AETH[opcode] & (columns.syndrome[rows] >> VALUE_BITS != ACK)
        span = np.ones(len(rows), np.int64)
        reads = np.flatnonzero(self.is_request & (columns.operation[rows] == READ))
        pmtu = np.array([flow_state.flow.pmtu or 0 for flow_state, _ in self.exchanges], np.int64)[of[reads]]
        long = reads[pmtu > 0]
        span[long] = np.maximum(-(-columns.dmalen[rows[long]].astype(np.int64) // pmtu[pmtu > 0]), 1)
        for places in (np.flatnonzero(self.is_request), np.flatnonzero(~self.is_request)):
            before, place = places[:-1], places[1:]
            step = (psn[place] - psn[before]) & PSN_MASK
            follows = np.where(self.is_request[place], step == span[before], (step > 0) & (step < HALF))
            spoilt[place[~follows & (of[place] == of[before])]] = True
        until = np.minimum.accumulate(np.where(spoilt, np.arange(len(rows)), len(rows))[::-1])[::-1]
        until = np.minimum(until, np.array(self.ends, np.int64)[of])
        self.clean_until = until.tolist()
        self._long = until - np.arange(len(rows)) >= MIN_RUN

    # -- in bulk ----------------------------------------------------------------------------------------------------

    def _is_ready(self, exchange: int) -> bool:
        """Whether an exchange can go in bulk, or is at its end."""
        low = self.at[exchange]
        if low == self.ends[exchange]:
            return True
        return self.clean_until[low] - low >= MIN_RUN and can_bulk(*self.exchanges[exchange])

    def _bulk_clean_runs(self, flows: list[list[int]]) -> None:
        """Process clean runs of some flows in bulk; a flow is the list of its exchanges."""
        runs: list[tuple[int, int, int]] = []
        for exchanges in flows:
            if not all(map(self._is_ready, exchanges)):
                continue
            own = [
                (exchange, self.at[exchange], self.clean_until[self.at[exchange]])
                for exchange in exchanges
                if self._is_left(exchange)
            ]
            if len(own) > 1:
                limit = min(
                    (int(self.rows[high]) for exchange, _, high in own if high < self.ends[exchange]), default=NO_LIMIT
                )
                own = [
                    (exchange, low, low + int(self.rows[low:high].searchsorted(limit))) for exchange, low, high in own
                ]
            runs += [run for run in own if run[1] < run[2]]
        if sum(high - low for _, low, high in runs) < MIN_TOGETHER:
            for exchange, _, high in runs:
                self.bulk_from[exchange] = high
            return
        self._bulk_runs(runs)

    def _is_left(self, exchange: int) -> bool:
        return self.at[exchange] < self.ends[exchange]

    def _bulk_runs(self, runs: list[tuple[int, int, int]]) -> None:
        """Process runs as far as they are clean: exchanges, first places, and ends."""
        places = np.concatenate([np.arange(low, high) for _, low, high in runs])
        of = np.repeat(np.arange(len(runs)), [high - low for _, low, high in runs])
        chosen = [self.exchanges[exchange] for exchange, _, _ in runs]
        done = advance_in_bulk(self.columns, self.rows[places], of, chosen, self.bad, self.results)
        counts = np.bincount(of[done], minlength=len(runs)).tolist()
        for (exchange, low, high), count in zip(runs, counts, strict=True):
            self.at[exchange] = low + count
            self.wait[exchange] = 1 if 2 * count >= high - low else min(2 * self.wait[exchange], MAX_WAIT)
            self.bulk_from[exchange] = low + count + self.wait[exchange]

    # -- one by one -------------------------------------------------------------------------------------------------

    def _next_windows(self, exchanges: list[int]) -> list[tuple[int, int, int]]:
        """What may go one by one of the exchanges of a flow: exchanges, first places and ends."""
        limit = self.barrier
        windows: list[tuple[int, int, int]] = []
        for exchange in exchanges:
            low, end = self.at[exchange], self.ends[exchange]
            high = min(low + WINDOW, end)
            if high < end:
                limit = min(limit, int(self.rows[high]))
            windows.append((exchange, low, high))
        below = [(exchange, low, low + int(self.rows[low:high].searchsorted(limit))) for exchange, low, high in windows]
        return [window for window in below if window[1] < window[2]]

    def _step(self, windows: list[tuple[int, int, int]]) -> set[int]:
        """Process packets one by one until their flows are clean; returns the flows that the barrier holds back."""
        results, at = self.results, self.at
        places = np.concatenate([np.arange(low, high) for _, low, high in windows])
        places = places[np.argsort(self.rows[places])]
        bulk_ready: set[int] = set()
        held: set[int] = set()
        runs = self._long[places].tolist()
        packets = zip(
            views_of(self.columns, self.rows[places]), places.tolist(), self.exchange_of[places].tolist(),
            self.is_request[places].tolist(), self.wrong[places].tolist(), runs, strict=True,
        )  # fmt: skip
        exchanges, flow_of, from_ = self.exchanges, self.flow_of, self.bulk_from
        for packet, place, exchange, is_request, wrong, is_long in packets:
            flow = flow_of[exchange]
            if flow in bulk_ready:
                continue
            flow_state, side = exchanges[exchange]
            if is_long and place >= from_[exchange] and all(map(self._is_ready, self.flows[flow])):
                bulk_ready.add(flow)
                continue
            results.frame = packet.frame
            if wrong:
                flow_state.corrupt(side if is_request else 1 - side, packet)
            elif not (
                flow_state.take(side, REQUEST, packet) if is_request else flow_state.take(1 - side, RESPONSE, packet)
            ):
                bulk_ready.add(flow)
                held.add(flow)
                self.barrier = min(self.barrier, packet.row)
                continue
            at[exchange] = place + 1
        self.stepped += [(low, at[exchange]) for exchange, low, _ in windows]
        return held

    # -- counting ---------------------------------------------------------------------------------------------------

    def _count_single(self) -> None:
        """Count what has gone one by one."""
        if not self.stepped:
            return
        columns, results = self.columns, self.results
        places = np.concatenate([np.arange(low, high) for low, high in self.stepped])
        trusted = places[~self.wrong[places]]
        rows, of, is_request = self.rows[trusted], self.exchange_of[trusted], self.is_request[trusted]
        flows = [flow_state.flow for flow_state, _ in self.exchanges]
        numbers = np.array([flow.number for flow in flows], np.int64)
        moves = np.array([flow.moves for flow in flows], np.int64)[of]
        results.column("flow")[rows] = numbers[of]
        if moves.any():
            results.column("moved")[rows[moves > 0]] = moves[moves > 0]
        # by exchange: answers, and requests
        direction = 2 * of + is_request
        marked = columns.ce[rows] | (columns.fecn[rows] != 0)
        counts, sizes, marks = (
            np.bincount(direction, weights, 2 * len(flows)).astype(np.int64).tolist()
            for weights in (None, columns.length[rows], marked)
        )
        times, frames = np.zeros(len(flows), np.int64), np.zeros(len(flows), np.int64)
        np.maximum.at(times, of, columns.time[rows])
        np.maximum.at(frames, of, columns.frame[rows])
        # the last request of all, for what has gone in bulk since has one, too
        asked = np.flatnonzero(self._done() & self.is_request & ~self.wrong)
        last = np.full(len(flows), -1, np.int64)
        last[self.exchange_of[asked]] = self.rows[asked]
        for exchange in np.unique(of).tolist():
            flow_state, side = self.exchanges[exchange]
            for direction, end in ((2 * exchange, 1 - side), (2 * exchange + 1, side)):
                stats = flow_state.flow.sides[end]
                stats.packets += counts[direction]
                stats.bytes += sizes[direction]
                stats.marked += marks[direction]
            flow_state.flow.last = max(flow_state.flow.last, int(times[exchange]))
            flow_state.last_frame_seen = max(flow_state.last_frame_seen, int(frames[exchange]))
            if last[exchange] >= 0:
                flow_state.requests[side].migreq = int(columns.migreq[last[exchange]])
