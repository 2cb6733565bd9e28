"""The halves that are not clean: their packets are held back until their runs are complete, and fed as these.

Of clean halves the last packets are kept: those just before the first trouble of a half are looked at with it.

Source: IBA 1, 9.7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ibpkt.analysis.reassembly.half_messages import UC
from ibpkt.analysis.recovery.recoveries import Recoveries
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict_findings import VerdictFindings
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.runs.half_packets import HISTORY, HalfPackets, RecentPackets
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.held_packets import NEVER, WINDOW, HeldPackets
from ibpkt.analysis.runs.latencies import AnswerLatencies
from ibpkt.analysis.runs.message_counts import BEGINNING, MIDDLE, UNDECIDED
from ibpkt.analysis.runs.quiet_stretches import quiet
from ibpkt.analysis.runs.read_spans import LearnedEnds
from ibpkt.analysis.runs.run_columns import RunColumns
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.analysis.runs.unclean_packets import UncleanPackets
from ibpkt.analysis.streams.stream_table import StreamTable
from ibpkt.arrays import Bools, Ints, changes, distinct, group_ends, rows_where

if TYPE_CHECKING:
    from ibpkt.analysis.recovery.half_recovery import HalfRecovery


class TroubledHalves:
    """The halves that are not clean.

    Args:
        streams: all flows.
        halves: the table of their halves.
        verdicts: makes findings of what is said of them.

    Attributes:
        recoveries: what their requesters and responders do.
    """

    def __init__(self, streams: StreamTable, halves: HalfTable, verdicts: VerdictFindings) -> None:
        self.recoveries: Recoveries = Recoveries(verdicts)
        self._streams, self._halves, self._verdicts = streams, halves, verdicts
        self._recent = RecentPackets()
        self._held = HeldPackets()
        self._latencies = AnswerLatencies()
        self._firsts: dict[int, int] = {}  # first PSNs of halves that are not clean and not fed yet

    # -- batches ------------------------------------------------------------------------------------------------------

    def learn(self, learned: LearnedEnds) -> None:
        """READs take more PSNs than was known."""
        self._recent.learn(learned)
        self._held.learn(learned)

    def is_due(self, frame: int) -> bool:
        """Whether what is held back is to be fed, since the capture has come as far as a packet."""
        return self._held.is_due(frame)

    def add(
        self, sequence: SequenceColumns, marked: Bools, odd: Bools, missing: Bools, unclean: UncleanPackets, frame: int
    ) -> list[Finding]:
        """Feed the runs that are complete of the halves that are not clean.

        Args:
            sequence: the packets of a batch.
            marked: those of these halves.
            odd: those with trouble.
            missing: answers before which a response is missing.
            unclean: what is known of the batch's packets that are not clean.
            frame: the last packet of the capture so far.
        """
        halves = sequence.halves_of(marked)
        known = (self.recoveries, self._firsts)
        fresh = np.array([half for half in halves.tolist() if not any(half in part for part in known)], np.int64)
        late, skipped = unclean.late(sequence, self._halves), unclean.skipped(sequence)
        number = unclean.number(sequence)
        now = HalfPackets.of(sequence, rows_where(marked), late, skipped, number, missing, odd)
        parts = [*self._recent.of(fresh), now]
        if len(fresh):
            since = self._halves["trouble_frame"] - HISTORY
            parts = [
                part.select(part.frame >= np.where(np.isin(part.half, fresh), since[part.half], 0)) for part in parts
            ]
            self._firsts.update(zip(fresh.tolist(), sequence.first_of(fresh).tolist(), strict=True))
        parts = [*self._held.take(halves, frame), *parts]
        del now
        return self._feed(_join(parts), frame // WINDOW, halves, frame)

    def add_last(self, halves: Ints, frame: int) -> list[Finding]:
        """Feed all that is held of some halves, which are over; ``frame`` is the last packet of the capture so far."""
        held = self._held.take_all(halves)
        return self._feed(HalfPackets.joined(held), NEVER, halves, frame) if held else []

    def _feed(self, packets: HalfPackets, window: int, halves: Ints, frame: int) -> list[Finding]:
        """Feed the runs that are complete.

        Args:
            packets: all that is not fed yet of some halves.
            window: where the capture stands; behind all packets, they are complete.
            halves: halves that may have packets beside runs, besides those of the packets.
            frame: the last packet of the capture so far.
        """
        begins = rows_where(changes(packets.half))
        due = np.ones(len(packets), np.bool_)
        ends = group_ends(packets.half) + 1
        for half, at, end in zip(packets.half[begins].tolist(), begins.tolist(), ends.tolist(), strict=True):
            if half in self.recoveries:
                continue
            asked = bool(self._halves["asked"][half]) or packets.is_request[at:end].any()
            # answers alone may turn out to be those to another half's requests
            known = asked and self._is_known(half, int(packets.frame[at]))
            if known or packets.frame[at] // WINDOW < window:
                self.begin(half, packets, at)
            else:
                due[at:end] = False
        if not due.all():
            self._held.hold(packets.select(~due))
            packets = packets.select(due)
        stretches = quiet(packets, self._halves, window)
        undecided = stretches.undecided & (self._streams.columns.flows["service"][packets.half >> 1] != UC)
        runs = RunColumns(packets, stretches.calm, self._halves, self._verdicts.base, undecided, window)
        stretches.settle(packets, runs.ready, self._halves)
        runs.settle(self._halves)
        self._held.hold(packets.select(~runs.ready))
        self._verdicts.locate(packets, runs.members, frame)
        every = distinct(packets.half[changes(packets.half)], halves)
        held_from = dict(zip(every.tolist(), self._held.first_frames(every).tolist(), strict=True))
        numbers = np.repeat(self._streams.columns.flows["number"], 2)
        return self.recoveries.take(runs, numbers, held_from, self._latencies.add(packets.select(runs.ready)))

    def _is_known(self, half: int, frame: int) -> bool:
        """Whether it is known at a packet if the capture has the beginning of its half, as far as that matters."""
        return (
            self._known_at(half, frame) != UNDECIDED
            or int(self._streams.columns.declared("declared_psn")[half]) >= 0
            or int(self._streams.columns.flows["service"][half >> 1]) == UC
        )

    def _known_at(self, half: int, frame: int) -> int:
        """`known` of a half as it counts for what waits since a packet: what shows it behind a border is too late."""
        late = int(self._halves["known_frame"][half]) // WINDOW > frame // WINDOW
        return UNDECIDED if late else int(self._halves["known"][half])

    def keep_clean(self, sequence: SequenceColumns) -> None:
        """Keep the packets of a batch that belong to clean halves; to be told behind `add`."""
        self._recent.add(sequence, ~self._halves["troubled"][sequence.half])

    def unsettled(self, halves: Ints) -> tuple[Ints, Ints]:
        """Halves with undecided retransmissions, and the last packet up to which messages of each half are reported."""
        own = halves
        again = self._held.first_again(own)
        frame = np.array(
            [
                min(until, NEVER if self.recoveries.is_settled(half) else self.recoveries.last_fed(half))
                for half, until in zip(own.tolist(), again.tolist(), strict=True)
            ],
            np.int64,
        )
        return own, frame

    def usual_latencies(self) -> Ints:
        """Nanoseconds that answers take, by half, -1 for unknown."""
        latency = np.full(self._halves.capacity, -1, np.int64)
        for half, median in self.recoveries.latencies():
            latency[half] = median
        return latency

    def note_copies(self, sequence: SequenceColumns, copies: Bools) -> None:
        """Copies of requests that may have reached the responder, as runs; ``copies``: which packets they are."""
        columns = sequence.columns
        places = rows_where(copies & sequence.is_request)
        rows = sequence.rows[places]
        lists = (
            sequence.half[places], sequence.psn[places], sequence.end[places], columns.frame[rows], columns.time[rows],
            sequence.sent[places], sequence.acked[places], sequence.acked_time(places), sequence.reads[places],
        )  # fmt: skip
        for half, psn, end, frame, time, sent, acked, acked_time, reads in zip(
            *(column.tolist() for column in lists), strict=True
        ):
            run = Run(RunKind.REQUESTS, psn, end, 1, frame, frame, time, time, sent, acked, acked_time, reads=reads)
            self.recoveries.beside(half).copied.append(run)

    def begin(self, half: int, packets: HalfPackets | None = None, at: int = 0) -> HalfRecovery:
        """A half stops being clean.

        Args:
            half: the half.
            packets: those that will be fed; None for none.
            at: the place of the first of them.
        """
        halves = self._halves
        if packets is None:
            first, known = int(halves["first"][half]), int(halves["known"][half])
            sent, acked, time = (int(halves[name][half]) for name in ("sent", "acked", "acked_time"))
        else:
            sent, acked, time = int(packets.sent[at]), int(packets.acked[at]), int(packets.acked_time[at])
            first = self._firsts.pop(half)
            known = self._known_at(half, int(packets.frame[at]))
        if int(self._streams.columns.declared("declared_psn")[half]) >= 0 or acked > first:
            known = BEGINNING
        past = None
        low = max(acked, first)
        if sent > low:  # it is under way, and no packet of it was kept
            frame, when = int(halves["frame"][half]), int(halves["time"][half])
            if packets is not None:
                frame, when = int(packets.frame[at]), int(packets.time[at])
            past = Run(RunKind.REQUESTS, low, sent, sent - low, frame, frame, when, when, low, acked, time, place=-1)
        recovery = self._new_recovery(half, None if known == MIDDLE else low, past)
        self.recoveries.begin(half, recovery)
        return recovery

    def _new_recovery(self, half: int, expected: int | None, past: Run | None) -> HalfRecovery:
        """The parts of a half; what it has under way is fed as one run."""
        from ibpkt.analysis.recovery.half_recovery import HalfRecovery  # late: in clean captures nothing is sent again

        reliable = int(self._streams.columns.flows["service"][half >> 1]) != UC
        recovery = HalfRecovery(expected, reliable=reliable)
        declared = self._streams.columns.declared
        names = ("ack_timeout", "retry_count", "rnr_retry_count")
        recovery.timers.declare(*(int(declared(name)[half]) for name in names))
        if past is not None:
            recovery.feed(past)
        return recovery

    # -- halves -------------------------------------------------------------------------------------------------------

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        for part in (self._held, self._latencies, self.recoveries, self._recent):
            part.move(half, to)
        if half in self._firsts:
            self._firsts[to] = self._firsts.pop(half)

    def take_joined(self, asks: int, answers: int) -> tuple[HalfPackets | None, int]:
        """Take out the packets of a half, and the answers that came before it was known whom they answer.

        Args:
            asks: the half.
            answers: the one that has had the answers.

        Returns:
            The packets, None where there were no such answers, and the first packet with trouble, `NEVER` for none.
        """
        halves = self._halves
        both = np.array([asks, answers])
        since = int(halves["trouble_frame"][both][halves["troubled"][both]].min(initial=NEVER))
        if not halves["begun"][answers] or answers in self.recoveries:
            return None, since
        both.sort()
        parts = [*self._held.take_all(both), *self._recent.take(both[~halves["troubled"][both]])]
        self._firsts.pop(answers, None)
        return (HalfPackets.joined(parts) if parts else None), since

    def keep_joined(self, half: int, packets: HalfPackets, since: int) -> None:
        """Keep the packets of a half that were taken out to be joined.

        Args:
            half: the half.
            packets: its packets.
            since: the first packet with trouble that was known before; `NEVER` for none.
        """
        halves = self._halves
        since = min(since, int(packets.frame[packets.odd].min(initial=NEVER)))
        if since == NEVER:
            self._recent.put(packets)
            return
        halves["trouble_frame"][half], halves["troubled"][half] = since, True
        if half not in self.recoveries:
            self._firsts[half] = int(halves["first"][half])
        self._held.hold(packets.select(packets.frame >= since - HISTORY))

    def forget(self, halves: Ints) -> None:
        """Halves are over: their numbers may be given to others."""
        self._recent.forget(halves)
        self._latencies.forget(halves)
        for half in halves.tolist() if self._firsts else ():
            self._firsts.pop(half, None)


def _join(parts: list[HalfPackets]) -> HalfPackets:
    """The packets of several parts, which nobody needs any more: together they take too much memory."""
    packets = HalfPackets.joined(parts)
    parts.clear()
    return packets
