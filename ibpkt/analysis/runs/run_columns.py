"""Cutting runs: where packets of a half stop continuing one another.

A run of requests goes on as long as each packet has the PSN behind the one before, and both are new or both were sent
before.  ACKs that only advance are no runs: what was acknowledged before each packet is looked up instead.

Source: IBA 1, 9.7.1 to 9.7.5.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np

from ibpkt.analysis.columns.transport import HAS_AETH, OPERATION_OF
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.arrays import Array, Bools, Ints, changes
from ibpkt.protocols import NAK, OPERATIONS, RNR_NAK, VALUE_BITS

ACKNOWLEDGE = OPERATIONS.index("ACK")
#: nanoseconds between requests of one run: when a packet of it was sent is taken from its first and last
MOST_PAUSE = 400_000
#: an ACK that only advances
ADVANCES = -1


class RunColumns:
    """The runs of some packets, half by half, those of a half in the order of their first packets; shape (m,).

    Attributes:
        half: the half of each run.
        members: places in the sequence of the packets of all runs; those of a run stand together, from `Run.place` on.
    """

    def __init__(
        self,
        sequence: SequenceColumns,
        places: Ints,
        table: HalfTable,
        late: Ints | None = None,
        skipped: Ints | None = None,
        missing: Bools | None = None,
        calm: Bools | None = None,
    ) -> None:
        """Cut.

        Args:
            sequence: the packets of the batch.
            places: the packets of which runs are wanted, ascending.
            table: the halves before the batch.
            late: of all packets of the sequence: 1 for requests that were sent before one that came before them, 0 for
                those that were not, -1 where that is not known; None for unknown.
            skipped: of all packets, how many packets their sender sent before them that are not in the capture, -1 for
                unknown; None for unknown.
            missing: answers before which a response is missing (`ResponseOrder`); None for none.
            calm: packets of quiet stretches (see `quiet_stretches`): requests of one are one run, whatever they are,
                and their responses are none; None for none.
        """
        count = len(sequence)
        self._sequence = sequence
        self._late = np.full(count, -1, np.int64) if late is None else late
        self._skipped = np.full(count, -1, np.int64) if skipped is None else skipped
        asks = places[sequence.is_request[places]]
        tells = places[~sequence.is_request[places]]
        self._calm = np.zeros(count, np.bool_) if calm is None else calm
        tells = tells[~self._calm[tells]]
        kinds = self._answer_kinds(tells)
        if missing is not None:
            kinds[(kinds == ADVANCES) & missing[tells]] = RunKind.ADVANCING_ACK
        shown = kinds != ADVANCES
        advancing = tells[kinds == ADVANCES]
        tells, kinds = tells[shown], kinds[shown]
        self.members: Ints = np.concatenate((asks, tells))
        goes_on, follows = self._requests(asks, table)
        goes_on &= ~self._is_interrupted(asks, tells[kinds != RunKind.RESPONSES])
        starts = np.flatnonzero(~np.concatenate((goes_on, self._answers(tells, kinds))))
        kind = np.concatenate((np.full(len(asks), int(RunKind.REQUESTS)), kinds))[starts]
        continues = np.concatenate((follows, np.zeros(len(tells), np.bool_)))[starts]
        packets = np.diff(starts, append=len(self.members))
        ahead, behind = self._acknowledged_meanwhile(asks, starts, advancing)
        half, first = sequence.half[self.members[starts]], self.members[starts]
        order = np.lexsort((sequence.rows[first], half))
        self.half: Ints = half[order]
        self._place, self._packets, self._kind, self._continues, self._ahead, self._behind = (
            column[order] for column in (starts, packets, kind, continues, ahead, behind)
        )

    def __len__(self) -> int:
        return len(self.half)

    def _requests(self, places: Ints, table: HalfTable) -> tuple[Bools, Bools]:
        """Which requests go on with the run of the one before, and which have the PSN behind it."""
        sequence = self._sequence
        half, psn, end = sequence.half[places], sequence.psn[places], sequence.end[places]
        again, reads, late = sequence.again[places], sequence.reads[places], self._late[places]
        heads = changes(half)
        follows = np.zeros(len(places), np.bool_)
        follows[1:] = psn[1:] == end[:-1]
        follows[heads] = table["asked"][half[heads]] & (psn[heads] == table["end"][half[heads]])
        single = end - psn == 1
        same = follows & ~heads & single & (self._skipped[places] <= 0)
        same[1:] &= single[:-1] & (again[1:] == again[:-1]) & (reads[1:] == reads[:-1]) & (late[1:] == late[:-1])
        calm = self._calm[places]
        same[1:] = np.where(calm[1:] | calm[:-1], calm[1:] & calm[:-1] & follows[1:] & ~heads[1:], same[1:])
        same[:1] &= ~calm[:1]
        return same, follows

    def _is_interrupted(self, asks: Ints, tells: Ints) -> Bools:
        """Requests before which the half paused, or was told something: they begin a run, but in quiet stretches."""
        interrupted = np.zeros(len(asks), np.bool_)
        if not len(asks):
            return interrupted
        time = self._sequence.columns.time[self._sequence.rows[asks]]
        interrupted[1:] = time[1:] - time[:-1] > MOST_PAUSE
        interrupted[1:] |= np.diff(np.searchsorted(tells, asks)) > 0
        return interrupted & ~self._calm[asks]

    def _acknowledged_meanwhile(self, asks: Ints, starts: Ints, advancing: Ints) -> tuple[Ints, Ints]:
        """Of runs that are sent again, `Run.ahead` and `Run.behind`."""
        sequence = self._sequence
        ahead, behind = np.full(len(starts), -1, np.int64), np.zeros(len(starts), np.int64)
        again = sequence.again[asks]
        if not again.any():
            return ahead, behind
        acked, psn = sequence.acked[asks], sequence.psn[asks]
        passed = np.where(again & (psn < acked), acked, -1)
        own = starts[starts < len(asks)]
        ahead[: len(own)] = np.maximum.reduceat(passed, own)
        # the request before each ACK, and whether its run goes on behind the ACK
        at = np.searchsorted(asks, advancing) - 1
        inside = (at >= 0) & (at + 1 < len(asks))
        at, advancing = at[inside], advancing[inside]
        run = np.searchsorted(own, at, "right") - 1
        during = again[at] & (run == np.searchsorted(own, at + 1, "right") - 1)
        during &= sequence.end[advancing] <= sequence.end[asks[at]]
        np.add.at(behind, run[during], 1)
        return ahead, behind

    def _answers(self, places: Ints, kind: Ints) -> Bools:
        """Which answers go on with the run of the one before."""
        sequence = self._sequence
        half, psn = sequence.half[places], sequence.psn[places]
        again = sequence.end[places] <= sequence.acked[places]
        same = np.zeros(len(places), np.bool_)
        alike = (half[1:] == half[:-1]) & (kind[1:] == kind[:-1])
        goes_on = (kind[1:] == RunKind.RESPONSES) & (psn[1:] == psn[:-1] + 1) & (again[1:] == again[:-1])
        repeats = (kind[1:] == RunKind.REPEATED_ACK) & (psn[1:] == psn[:-1])
        same[1:] = alike & (goes_on | repeats)
        return same

    def _answer_kinds(self, places: Ints) -> Ints:
        sequence = self._sequence
        opcode = sequence.opcode[places]
        syndrome = sequence.columns.syndrome[sequence.rows[places]].astype(np.int64)
        kind = np.full(len(places), int(RunKind.RESPONSES))
        plain = OPERATION_OF[opcode] == ACKNOWLEDGE
        kind[plain] = ADVANCES
        kind[plain & (sequence.end[places] <= sequence.acked[places])] = RunKind.REPEATED_ACK
        negative = sequence.negative[places]
        kind[negative] = RunKind.NAK_FATAL
        kind[negative & (syndrome == NAK << VALUE_BITS)] = RunKind.NAK_SEQUENCE
        kind[negative & (syndrome >> VALUE_BITS == RNR_NAK)] = RunKind.NAK_RNR
        kind[~sequence.believed[places]] = RunKind.ACK_OF_UNSENT
        return kind

    def runs(self) -> Iterator[tuple[int, Run]]:
        """Halves and runs."""
        sequence, columns = self._sequence, self._sequence.columns
        first, last = self.members[self._place], self.members[self._place + self._packets - 1]
        head, tail = sequence.rows[first], sequence.rows[last]
        syndrome: Array = np.where(HAS_AETH[sequence.opcode[first]], columns.syndrome[head], 0)
        msn = np.where(HAS_AETH[sequence.opcode[last]], columns.msn[tail].astype(np.int64), -1)
        is_request = sequence.is_request[first]
        psn = sequence.psn[first]
        end = np.where(is_request, sequence.end[last], sequence.psn[last] + 1)
        lists = (
            self._kind, psn, end, self._packets, columns.frame[head], columns.frame[tail], columns.time[head],
            columns.time[tail], sequence.sent[first], sequence.acked[first], sequence.acked_time[first],
            self._late[first], self._skipped[first], sequence.reads[first] & ~self._calm[first], syndrome, msn,
            self._continues, self._place, self._ahead, self._behind,
        )  # fmt: skip
        rows = zip(*(column.tolist() for column in lists), strict=True)
        for half, row in zip(self.half.tolist(), rows, strict=True):
            yield half, _run((KINDS[row[0]], *row[1:]))


#: kinds by number
KINDS = list(RunKind)

# faster than calling the class
_run = functools.partial(tuple.__new__, Run)
