"""Cutting runs: where packets of a half stop continuing one another.

A run of requests goes on as long as each packet has the PSN behind the one before, and both are new or both were sent
before.  ACKs that only advance and responses that are due are no runs: what was acknowledged before each packet is
looked up instead.

Source: IBA 1, 9.7.1 to 9.7.5.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibpkt.analysis.columns.transport import GOES_ON, OPERATION_OF
from ibpkt.analysis.recovery.run import MOST_PAUSE, Run, RunKind
from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.held_packets import window_of
from ibpkt.arrays import Bools, Ints, changes, group_ends, rows_where, run_lengths
from ibpkt.protocols import NAK, OPERATIONS, RNR_NAK, VALUE_BITS

ACKNOWLEDGE = OPERATIONS.index("ACK")
#: PSNs of a quiet stretch that are one run
MOST_OF_CALM = 256
#: an ACK that only advances
ADVANCES = -1


class RunColumns:
    """The runs of some packets, half by half, those of a half in the order of their first packets; shape (m,).

    Attributes:
        half: the half of each run.
        members: places of the packets of all runs; those of a run stand together; `Run.place` counts them, over all
            batches, from the first.
        ready: packets of runs that are complete, and those between, shape (n,).
    """

    def __init__(
        self,
        packets: HalfPackets,
        calm: Bools,
        table: HalfTable,
        base: int = 0,
        undecided: Bools | None = None,
        window: int = -1,
    ) -> None:
        """Cut.

        Args:
            packets: the packets.
            calm: those of quiet stretches (see `quiet_stretches`): requests of one are one run, whatever they are, and
                their responses are none.
            table: the halves before these packets.
            base: members of runs in all batches before, from which `Run.place` counts.
            undecided: packets that may turn out to be calm: runs from there on, and those that may go on, are left
                out; None if nothing comes behind these packets.
            window: where the capture stands (`window_of`): runs that lie before do not go on.
        """
        self._of, self._calm, self._base = packets, calm, base
        self._window = window_of(packets.frame)
        self._calm_asks: Ints = np.cumsum(packets.is_request & calm)
        asks, tells = rows_where(packets.is_request), rows_where(~packets.is_request & ~calm)
        kinds = self._answer_kinds(tells)
        advances = (kinds == ADVANCES) | (kinds == RunKind.UNREAD_ANSWER)
        kinds[advances & packets.missing[tells]] = RunKind.ADVANCING_ACK
        due = (kinds == RunKind.RESPONSES) & (packets.end[tells] > packets.acked[tells]) & ~packets.missing[tells]
        advancing = tells[kinds == ADVANCES]
        shown = (kinds != ADVANCES) & ~due
        tells, kinds = tells[shown], kinds[shown]
        self.members: Ints = np.concatenate((asks, tells))
        goes_on, follows = self._requests(asks, table)
        after = self._followed(asks, follows, table)
        goes_on &= ~self._is_interrupted(asks, tells[kinds != RunKind.RESPONSES])
        starts = rows_where(~np.concatenate((goes_on, self._answers(tells, kinds, asks))))
        kind = np.concatenate((np.full(len(asks), int(RunKind.REQUESTS)), kinds))[starts]
        after = np.concatenate((after, np.zeros(len(tells), np.int64)))[starts]
        counts = run_lengths(starts, len(self.members))
        ahead, behind = self._acknowledged_meanwhile(asks, starts, advancing)
        first_ack = self._first_acks(asks, starts, advancing)
        self.ready: Bools = np.ones(len(packets), np.bool_)
        if undecided is not None and len(packets):
            waits = self._waits_for_calm(asks, follows, starts, undecided)
            self.ready = self._complete(starts, counts, kind, undecided, waits, window)
            chosen = self.ready[self.members[starts]]
            self.members = self.members[np.repeat(chosen, counts)]
            counts = counts[chosen]
            starts = np.cumsum(counts) - counts
            kind, ahead, behind = kind[chosen], ahead[chosen], behind[chosen]
            after, first_ack = after[chosen], first_ack[chosen]
        first = self.members[starts]
        order = np.lexsort((packets.frame[first], packets.half[first]))
        self.half: Ints = packets.half[first][order]
        self._place, self._packets, self._kind, self._after = (
            column[order] for column in (starts, counts, kind, after)
        )
        self._ahead, self._behind, self._first_ack = (column[order] for column in (ahead, behind, first_ack))

    def settle(self, table: HalfTable) -> None:
        """Keep where the last run of requests of each half ends."""
        asks = self.members[self._of.is_request[self.members]]
        lasts = asks[group_ends(self._of.half[asks])]
        table["run_end"][self._of.half[lasts]] = self._of.end[lasts]
        table["run_frame"][self._of.half[lasts]] = self._of.frame[lasts]

    def _complete(self, starts: Ints, counts: Ints, kind: Ints, undecided: Bools, waits: Ints, window: int) -> Bools:
        """Packets before the first run of their half that may go on, or may have to be cut otherwise, shape (n,)."""
        half = self._of.half
        heads = changes(half)
        segment = np.cumsum(heads) - 1
        sizes = run_lengths(rows_where(heads), len(half))
        begins = rows_where(heads)
        first, last = self.members[starts], self.members[starts + counts - 1]
        limit = begins + sizes
        some = np.append(rows_where(undecided), waits)
        np.minimum.at(limit, segment[some], some)
        asks = kind == RunKind.REQUESTS
        for chosen, grows in ((asks, True), (~asks, (kind == RunKind.RESPONSES) | (kind == RunKind.REPEATED_ACK))):
            runs = rows_where(chosen)
            if not len(runs):
                continue
            own = segment[first[runs]]
            final = runs[group_ends(own)]
            final = final[np.broadcast_to(grows, len(kind))[final]]
            if grows is not True:  # what is calm ends a run of answers
                final = final[
                    self._calm_asks[last[final]] == self._calm_asks[(begins + sizes - 1)[segment[first[final]]]]
                ]
            np.minimum.at(limit, segment[first[final]], first[final])
        before = np.bincount(segment[self._window < window], minlength=len(begins))
        limit = np.maximum(limit, begins + before)
        # only where no run spans the place
        order = np.argsort(first, kind="stable")
        first, last = first[order], last[order]
        reach = np.maximum.accumulate(last)
        clear = np.ones(len(first), np.bool_)
        clear[1:] = reach[:-1] < first[1:]
        own = segment[first]
        clear &= first <= limit[own]
        until = begins.copy()
        np.maximum.at(until, own[clear], first[clear])
        every = limit >= begins + sizes
        until[every] = (begins + sizes)[every]
        until = np.maximum(until, begins + before)
        ready: Bools = np.arange(len(half)) < until[segment]
        return ready

    def __len__(self) -> int:
        return len(self.half)

    def _requests(self, places: Ints, table: HalfTable) -> tuple[Bools, Bools]:
        """Which requests go on with the run of the one before, and which have the PSN behind it."""
        of = self._of
        half, psn, end = of.half[places], of.psn[places], of.end[places]
        again, reads, late = of.again[places], of.reads[places], of.late[places]
        heads = changes(half)
        follows = np.zeros(len(places), np.bool_)
        follows[1:] = psn[1:] == end[:-1]
        follows[heads] = psn[heads] == table["run_end"][half[heads]]
        single = end - psn == 1
        same = follows & ~heads & single & (of.skipped[places] <= 0)
        same[1:] &= single[:-1] & (again[1:] == again[:-1]) & (reads[1:] == reads[:-1])
        # of what was never sent before, it is the same if it is known to be in time, or not known to be late: the order
        # of sending is known from the half's first trouble on, which may be in an answer whose flow is not known yet
        same[1:] &= (late[1:] == late[:-1]) | (~again[1:] & (late[1:] != 1) & (late[:-1] != 1))
        calm = self._calm[places]
        same[1:] = np.where(calm[1:] | calm[:-1], calm[1:] & calm[:-1] & follows[1:] & ~heads[1:], same[1:])
        same[:1] &= ~calm[:1]
        window = self._window[places]
        same[1:] &= window[1:] == window[:-1]
        # calm runs are cut now and then, at the same places whatever the batches
        part = psn // MOST_OF_CALM
        same[1:] &= ~calm[1:] | (part[1:] == part[:-1])
        return same, follows

    def _followed(self, places: Ints, follows: Bools, table: HalfTable) -> Ints:
        """The packet whose PSN each request follows, the one of its half before; 0 if it does not."""
        half, frame = self._of.half[places], self._of.frame[places]
        after = np.zeros(len(places), np.int64)
        after[1:] = frame[:-1]
        heads = changes(half)
        after[heads] = table["run_frame"][half[heads]]
        after[~follows] = 0
        return after

    def _waits_for_calm(self, asks: Ints, follows: Bools, starts: Ints, undecided: Bools) -> Ints:
        """The first packets of calm runs that go on if the request behind them turns out to be calm."""
        psn, window = self._of.psn[asks], self._window[asks]
        joins = np.zeros(len(asks), np.bool_)
        joins[1:] = undecided[asks[1:]] & self._calm[asks[:-1]] & follows[1:]
        joins[1:] &= ~changes(self._of.half[asks])[1:] & (window[1:] == window[:-1])
        joins[1:] &= psn[1:] // MOST_OF_CALM == psn[:-1] // MOST_OF_CALM
        waits: Ints = asks[starts[np.searchsorted(starts, rows_where(joins)) - 1]]
        return waits

    def _is_interrupted(self, asks: Ints, tells: Ints) -> Bools:
        """Requests before which the half paused, or was told something: they begin a run, but in quiet stretches.

        So do those sent again from which on the PSNs are acknowledged, or no more.
        """
        interrupted = np.zeros(len(asks), np.bool_)
        if not len(asks):
            return interrupted
        time = self._of.time[asks]
        interrupted[1:] = time[1:] - time[:-1] > MOST_PAUSE
        interrupted[1:] |= np.diff(np.searchsorted(tells, asks)) > 0
        acknowledged = self._of.again[asks] & (self._of.psn[asks] < self._of.acked[asks])
        interrupted[1:] |= acknowledged[1:] != acknowledged[:-1]
        return interrupted & ~self._calm[asks]

    def _acknowledged_meanwhile(self, asks: Ints, starts: Ints, advancing: Ints) -> tuple[Ints, Ints]:
        """Of runs that are sent again, `Run.ahead` and `Run.behind`."""
        of = self._of
        ahead, behind = np.full(len(starts), -1, np.int64), np.zeros(len(starts), np.int64)
        again = of.again[asks]
        if not again.any():
            return ahead, behind
        acked, psn = of.acked[asks], of.psn[asks]
        passed = np.where(again & (psn < acked), acked, -1)
        own = starts[starts < len(asks)]
        ahead[: len(own)] = np.maximum.reduceat(passed, own)
        # the request before each ACK, and whether its run goes on behind the ACK
        at = np.searchsorted(asks, advancing) - 1
        inside = (at >= 0) & (at + 1 < len(asks))
        at, advancing = at[inside], advancing[inside]
        run = np.searchsorted(own, at, "right") - 1
        during = again[at] & (run == np.searchsorted(own, at + 1, "right") - 1)
        during &= of.end[advancing] <= of.end[asks[at]]
        np.add.at(behind, run[during], 1)
        return ahead, behind

    def _first_acks(self, asks: Ints, starts: Ints, advancing: Ints) -> Ints:
        """Of runs that are sent again, `Run.first_ack`."""
        of = self._of
        first_ack = np.full(len(starts), -1, np.int64)
        own = starts[starts < len(asks)]
        begin = asks[own]
        until = np.append(begin, len(of))[1:]
        at = np.searchsorted(advancing, begin)
        runs = rows_where(of.again[begin] & (at < np.searchsorted(advancing, until)))
        ack = advancing[at[runs]]
        # what comes in another window, a batch may lack
        near = (of.half[ack] == of.half[begin[runs]]) & (self._window[ack] == self._window[begin[runs]])
        first_ack[runs[near]] = of.end[ack[near]]
        return first_ack

    def _answers(self, places: Ints, kind: Ints, asks: Ints) -> Bools:
        """Which answers go on with the run of the one before; those that come again end where more is asked for."""
        of = self._of
        half, psn = of.half[places], of.psn[places]
        again = of.end[places] <= of.acked[places]
        same = np.zeros(len(places), np.bool_)
        window = self._window[places]
        alike = (half[1:] == half[:-1]) & (kind[1:] == kind[:-1]) & (window[1:] == window[:-1])
        goes_on = (kind[1:] == RunKind.RESPONSES) & (psn[1:] == psn[:-1] + 1) & (again[1:] == again[:-1])
        asked = np.searchsorted(asks, places)
        goes_on &= ~again[1:] | (asked[1:] == asked[:-1])
        repeats = (kind[1:] == RunKind.REPEATED_ACK) & (psn[1:] == psn[:-1])
        same[1:] = alike & (goes_on | repeats)
        calm = self._calm_asks[places]
        same[1:] &= calm[1:] == calm[:-1]
        return same

    def _answer_kinds(self, places: Ints) -> Ints:
        of = self._of
        syndrome = of.syndrome[places]
        kind = np.full(len(places), int(RunKind.RESPONSES))
        plain = OPERATION_OF[of.opcode[places]] == ACKNOWLEDGE
        kind[plain] = ADVANCES
        negative = of.negative[places]
        kind[plain & ~negative & (of.end[places] == of.psn[places])] = RunKind.UNREAD_ANSWER
        kind[plain & (of.psn[places] + ~negative <= of.acked[places])] = RunKind.REPEATED_ACK
        kind[negative] = RunKind.NAK_FATAL
        kind[negative & (syndrome == NAK << VALUE_BITS)] = RunKind.NAK_SEQUENCE
        kind[negative & (syndrome >> VALUE_BITS == RNR_NAK)] = RunKind.NAK_RNR
        kind[~of.believed[places]] = RunKind.ACK_OF_UNSENT
        return kind

    def runs(self) -> Iterator[tuple[int, Run]]:
        """Halves and runs."""
        of = self._of
        first, last = self.members[self._place], self.members[self._place + self._packets - 1]
        end = np.where(of.is_request[first], of.end[last], of.psn[last] + 1)
        reads = (of.reads[first] & ~self._calm[first]) | GOES_ON[of.opcode[first]]
        columns = (
            of.psn[first], end, self._packets, of.frame[first], of.frame[last], of.time[first],
            of.time[last], of.sent[first], of.acked[first], of.acked_time[first], of.late[first], of.skipped[first],
            reads, of.syndrome[first], of.msn[last], self._after, self._base + self._place, self._ahead, self._behind,
            of.number[first], self._first_ack,
        )  # fmt: skip
        kinds = [KINDS[kind] for kind in self._kind.tolist()]
        return zip(self.half.tolist(), map(Run, kinds, *(column.tolist() for column in columns)), strict=True)


#: kinds by number
KINDS = list(RunKind)
