"""Where a queue pair is used again by another connection, and no connection management tells.

- PSNs that are far from all before tell it, see `far_packets`.
- Answers that count messages anew tell it of near PSNs, but only two in a row, behind a message that began where none
  was due, and neither may count more messages than were asked for since, but for a few that the tap has missed.  One
  low MSN ends nothing.  Where they count only a few less, they must come so long after the last higher count that they
  cannot be late.
- Behind a NAK that refuses a request for good its sender answers nothing (IBA 1, 9.9.2): what it answers all the same,
  behind a message that began where none was due, it answers on another connection.
- Behind a release a message that begins where none was due is enough.

A later packet decides all of this.  As long as none has come the flow waits: what came since is looked at again with
the next batch (see `waiting_packets`).  Where that is not possible a batch decides by what it has.

Source: IBA 1, 9.7.5.1, 9.7.7.1 and 12.9.8.
"""

from __future__ import annotations

import functools
from collections.abc import Set as AbstractSet

import numpy as np

from ibpkt.analysis.columns.transport import BEGINS, HAS_AETH, Transport
from ibpkt.analysis.streams.counted_messages import CountedMessages
from ibpkt.analysis.streams.far_packets import FarPackets
from ibpkt.analysis.streams.flow_columns import FlowColumns
from ibpkt.analysis.streams.half_order import HalfOrder
from ibpkt.analysis.streams.packet_lengths import SMALLEST_PMTU, is_fatal, read_lengths
from ibpkt.analysis.streams.psn_windows import MAX_PSN_DISTANCE, signed
from ibpkt.analysis.streams.reuse_batch import (
    LONGEST_DELAY,
    MAX_FOLLOWING,
    MAX_GOING_ON,
    MAX_MISSED_MESSAGES,
    ReuseBatch,
)
from ibpkt.arrays import Bools, Ints, changes, distinct, group_ends, rows_where
from ibpkt.protocols import ACK as POSITIVE, NAK, OPERATIONS, RNR_NAK, VALUE_BITS, psn_distance

READ = OPERATIONS.index("READ")
#: which kinds of syndromes count messages: all but the reserved one
_COUNTS = np.array([kind in (POSITIVE, RNR_NAK, NAK) for kind in range(1 << 8 - VALUE_BITS)])
#: MSNs by which an answer counts more messages than before, so that it is damaged
MAX_MSN_RISE = 1 << 16
#: nanoseconds that it takes at least to make a queue pair anew and to connect it
SHORTEST_PAUSE = 1_000_000
#: MSNs by which an answer counts fewer messages than before, so that it does not seem late
MIN_MSN_FALL = 16


class ConnectionReuse:
    """Finds where connections begin in one batch.

    Args:
        columns: the batch.
        halves: its packets by half.
        table: the flows as they were before the batch.
        impatient: rows of flows that are decided now, whatever may come; None for all.

    Attributes:
        splits: the packets with which other connections begin, by row of the flow that they end.
        far: packets far from all others.
        low_msns: by end, where its last answer counted too few messages: the MSN of the one before, that of the last,
            and the time of the one before.
        jumps: of the groups of requests with a message that began where none was due: ends, PSNs, and requests before.
        msns: of the groups of answers that count messages: ends, the last MSN, and the time of that answer.
        undecided: by row of a flow the packet that may be the first of another connection, if a later one says so.
    """

    def __init__(
        self,
        columns: Transport,
        halves: HalfOrder,
        table: FlowColumns,
        impatient: AbstractSet[int] | None = frozenset(),
    ) -> None:
        self._columns, self._halves, self._table = columns, halves, table
        self._batch = ReuseBatch(columns, halves, table, impatient)
        self.splits, self.undecided = self._batch.splits, self._batch.undecided
        self.low_msns: dict[int, tuple[int, int, int]] = {}
        none = np.zeros(0, np.int64)
        self.jumps: tuple[Ints, Ints, Ints] = none, none, none
        self.msns: tuple[Ints, Ints, Ints] = none, none, none
        self._find_jumps()
        self._find_released()
        self.far = FarPackets(self._batch)
        self._find_refused()
        self._find_low_msn()
        self._batch.await_other()
        for flow in self.splits:
            self.undecided.pop(flow, None)

    # -- messages that begin where none is due ----------------------------------------------------------------------

    def _find_jumps(self) -> None:
        halves, half, answer, steps = self._halves, self._batch.half, self._batch.answer, self._batch.steps
        irregular = steps != 1
        irregular[halves.starts[self._batch.fresh]] = False
        places = rows_where(irregular)
        if not len(places):
            self._odd_places = self._jump_places = self._jump_groups = places
            return
        group = halves.group[places]
        kept = ~answer[group]
        self._odd_places = places = places[kept]
        group, rows = group[kept], halves.order[places]
        kept = BEGINS[self._columns.opcode[rows]].copy()
        first = places == halves.starts[group]
        reach = np.where(first, self._table.ends["length"][half[group]], 0)
        reach[~first] = read_lengths(self._columns, halves.order[places[~first] - 1])
        ahead = steps[places]
        # a READ that comes again does not begin anew; another request in its place does
        anew = (ahead == 0) & (self._columns.operation[rows] != READ)
        # behind a READ it is not known where the next one is due, but that it is in its PSNs or right behind them
        kept &= anew | (ahead < 0) | (ahead > np.maximum(reach // SMALLEST_PMTU + 1, 1)) | (reach == 0)
        self._jump_places, self._jump_groups = places[kept], group[kept]
        last = group_ends(self._jump_groups)
        places, group = self._jump_places[last], self._jump_groups[last]
        earlier = self._table.ends["requests"][half[group]] + places - halves.starts[group]
        self.jumps = half[group], halves.psn[places], earlier

    def _outside(self, place: int, half: int, low: int, row: int) -> bool:
        """Whether a request begins neither with the next PSN, nor with one that was under way before a packet."""
        psn = int(self._halves.psn[place])
        top = int(self._halves.psn[place - 1]) if place > low else int(self._table.ends["last_psn"][half])
        acked = self._batch.last_answer(half, row)
        if psn_distance(psn, top) == 1:
            return False
        return psn_distance(psn, top) > 0 or (acked is not None and psn_distance(psn, acked) <= 0)

    def _find_released(self) -> None:
        half, released = self._batch.half, self._table.flows["released"]
        groups = self._jump_groups
        if not len(groups):
            return
        at = released[half[groups] >> 1]
        frames = self._columns.frame[self._halves.order[self._jump_places]]
        for index in rows_where((at > 0) & (frames > at)).tolist():
            place, group = int(self._jump_places[index]), int(groups[index])
            row = int(self._halves.order[place])
            if self._outside(place, int(half[group]), int(self._halves.starts[group]), row):
                self.splits.setdefault(int(half[group]) >> 1, [row])

    # -- refused for good -------------------------------------------------------------------------------------------

    def _find_refused(self) -> None:
        """What an end answers that has refused a request for good: not the same again, and nothing that is late."""
        halves, columns, ends = self._halves, self._columns, self._table.ends
        answers = rows_where(self._batch.answer)
        answers = answers[self._refuses(self._batch.half[answers] ^ 1)]
        for at, half in zip(answers.tolist(), self._batch.half[answers].tolist(), strict=True):
            if half >> 1 in self.splits:
                continue
            rows = halves.order[halves.starts[at] : halves.stops[at]]
            since, psn, when = -1, int(ends["refused_psn"][half ^ 1]), int(ends["refused_at"][half ^ 1])
            if psn < 0:
                since = int(rows[is_fatal(columns.syndrome[rows])][0])
                psn, when = int(columns.psn[since]), int(columns.time[since])
            others = HAS_AETH[columns.opcode[rows]].astype(np.bool_) & (columns.time[rows] - when > LONGEST_DELAY)
            others &= (columns.psn[rows] != psn) | ~is_fatal(columns.syndrome[rows])
            for row in rows[others & (rows > since) & ~columns.stopped[rows]][:MAX_FOLLOWING].tolist():
                begun = self._restart(half, since, row, int(columns.psn[row]), int(columns.msn[row]), refused=True)
                if begun >= 0:
                    self.splits[half >> 1] = [self._earliest(half ^ 1, begun)]
                    break

    def _refuses(self, ends: Ints) -> Bools:
        """Which ends have refused a request for good, before this batch or in it, shape (n,)."""
        refuses: Bools = self._table.ends["refused_psn"][ends] >= 0
        if len(self._refusing):
            refuses |= np.isin(ends, self._refusing)
        return refuses

    @functools.cached_property
    def _refusing(self) -> Ints:
        """The ends that do so in this batch."""
        halves = self._halves
        places = rows_where(is_fatal(self._columns.syndrome[halves.order]))
        group = halves.group[places]
        ends: Ints = self._batch.half[group[self._batch.answer[group]]] ^ 1
        return ends

    # -- messages counted anew --------------------------------------------------------------------------------------

    def _find_low_msn(self) -> None:
        halves, columns = self._halves, self._columns
        half, answer = self._batch.half, self._batch.answer
        if not answer.any():
            self._find_unanswered()
            return
        places = rows_where(np.repeat(answer, halves.counts))
        rows = halves.order[places]
        counts = HAS_AETH[columns.opcode[rows]].astype(np.bool_)
        counts &= _COUNTS[columns.syndrome[rows] >> VALUE_BITS]
        counts &= ~columns.stopped[rows]  # the capture has cut off what they count
        if self.far.set_aside:
            counts &= ~np.isin(rows, self.far.set_aside)
        places, rows = places[counts], rows[counts]
        before, since_time = self._counted_before(places, rows, half)
        high = signed(columns.msn[rows].astype(np.int64) - before) > MAX_MSN_RISE
        if high.any():  # one by itself is damaged, and what follows has not fallen
            places, rows = places[~high], rows[~high]
            before, since_time = self._counted_before(places, rows, half)
        group = halves.group[places]
        msn = columns.msn[rows].astype(np.int64)
        first = changes(group)
        ends = self._table.ends
        if len(places):
            final = np.append(first[1:], True)
            self.msns = half[group[final]] ^ 1, msn[final], columns.time[rows[final]]
        rise = signed(msn - before)
        low = rise <= -MIN_MSN_FALL
        few = (rise < 0) & ~low
        if few.any():  # as a rule the next answer counts as many as before: this one was late
            goes_on = np.append(~first[1:] & (msn[1:] >= before[:-1]), False)
            few &= ~goes_on | (columns.time[rows] - since_time > LONGEST_DELAY)
        counted = CountedMessages(columns, rows, group, msn)
        for index in rows_where(low | few).tolist():
            at = int(group[index])
            own = int(half[at])
            if own >> 1 in self.splits:
                continue
            row = int(rows[index])
            since = int(rows[index - 1]) if not first[index] else -1
            stray = int(ends["low_msn"][own ^ 1]) if first[index] else -1
            last = index + 1 == len(group) or group[index + 1] != at
            confirmed = 0 <= int(msn[index]) - stray <= MAX_FOLLOWING and stray >= 0
            begun = self._restart(own, since, row, int(halves.psn[places[index]]), int(msn[index]))
            if not confirmed and not last and low[index]:
                next_psn, next_msn = int(halves.psn[places[index + 1]]), int(msn[index + 1])
                confirmed = 0 <= next_msn - int(msn[index]) <= MAX_FOLLOWING
                away = psn_distance(next_psn, int(halves.psn[places[index]]))
                confirmed &= abs(away) <= MAX_PSN_DISTANCE  # else they do not count the same messages
                if confirmed and begun >= 0 and next_msn >= before[index]:
                    # unless so many have been asked for since, this one counts on, and the one before was damaged
                    confirmed = self._restart(own, since, int(rows[index + 1]), next_psn, next_msn) >= 0
            if few[index]:
                if begun < 0:
                    continue
                asked = halves.order[slice(*halves.bounds(2 * own))]
                stays = counted.stay_low(index, int(before[index]), int(since_time[index]), asked[asked >= begun])
                confirmed, last = confirmed or bool(stays), stays is None
            if begun < 0 and msn[index] <= MAX_FOLLOWING and self._is_unasked(own):
                begun = self._leaving(own ^ 1, since, row)
            if begun < 0 and confirmed and not last and int(msn[index]) <= MAX_MISSED_MESSAGES:
                # the tap has missed its request: the next one tells
                following = int(halves.psn[places[index + 1]])
                begun = self._restart(own, row, int(rows[index + 1]), following, int(msn[index + 1]), anew=True)
                begun = row if begun >= 0 else -1
            start = row if begun < 0 else self._earliest(own ^ 1, begun)
            if own in self.far.asks_wait and self._batch.wait(own >> 1, start):
                continue  # requests tell first
            if begun >= 0 and confirmed:
                self.splits[own >> 1] = [start]
            elif last and (begun >= 0 or int(msn[index]) <= MAX_MISSED_MESSAGES):
                waits = self._batch.wait(own >> 1, start)
                if begun >= 0 and not waits:
                    self.low_msns[own ^ 1] = int(before[index]), int(msn[index]), int(since_time[index])
        self._find_unanswered()

    def _earliest(self, half: int, begun: int) -> int:
        """Where a connection began of which one direction has begun with a packet: the other may have been first.

        Args:
            half: the other direction.
            begun: the packet.
        """
        low, high = self._halves.bounds(2 * half)
        last = low + int(np.searchsorted(self._halves.order[low:high], begun)) - 1
        since = self._previous(half ^ 1, begun)
        together = self._batch.first_together(half, since, begun)
        if together != begun:
            return together
        at = int(np.searchsorted(self._jump_places, last, "right")) - 1
        if at < 0 or not low <= self._jump_places[at] <= last:
            return begun
        place = int(self._jump_places[at])
        row = int(self._halves.order[place])
        is_first = row > since and self._outside(place, half, low, row) and self._batch.is_nearer(place, half, begun)
        return row if is_first else begun

    def _is_unasked(self, half: int) -> bool:
        """Whether the tap has seen no request of a half."""
        return self._halves.bounds(2 * half) == (0, 0) and self._table.ends["first_psn"][half] < 0

    def _leaving(self, half: int, since: int, before: int) -> int:
        """The first message between two packets with which a half that nothing answers leaves its PSNs; -1 for none."""
        low, high = self._halves.bounds(2 * half)
        places = self._jump_places[(self._jump_places >= low) & (self._jump_places < high)]
        rows = self._halves.order[places]
        inside = places[(rows > since) & (rows < before)].tolist()
        return next((int(self._halves.order[place]) for place in inside if self._leaves(place, half, low)), -1)

    def _leaves(self, place: int, half: int, low: int) -> bool:
        psn, known = int(self._halves.psn[place]), int(self._table.ends["first_psn"][half])
        top = int(self._halves.psn[place - 1]) if place > low else int(self._table.ends["last_psn"][half])
        return psn_distance(psn, top) > 1 or psn_distance(psn, known if known >= 0 else int(self._halves.psn[low])) < 0

    def _previous(self, half: int, row: int) -> int:
        """The request of a half before a packet; -1 for none in this batch."""
        low, high = self._halves.bounds(2 * half)
        at = low + int(np.searchsorted(self._halves.order[low:high], row))
        return int(self._halves.order[at - 1]) if at > low else -1

    def _counted_before(self, places: Ints, rows: Ints, half: Ints) -> tuple[Ints, Ints]:
        """What the answers before some answers count, and when they came; of the first of a half, its own."""
        group = self._halves.group[places]
        msn = self._columns.msn[rows].astype(np.int64)
        first = changes(group)
        before = np.append(msn[:1], msn[:-1])[: len(msn)]
        ends, senders = self._table.ends, half[group[first]] ^ 1
        carried = ends["answer_msn"][senders].astype(np.int64)
        before[first] = np.where(carried < 0, msn[first], carried)
        times = self._columns.time[rows]
        since = np.append(times[:1], times[:-1])[: len(times)]
        since[first] = np.where(carried < 0, times[first], ends["counted_at"][senders])
        return before, since

    def _find_unanswered(self) -> None:
        """Messages that began where none was due, and that no answer says anything of yet."""
        if not self._batch.is_patient() or not len(self._jump_places):
            return
        halves, columns, ends = self._halves, self._columns, self._table.ends
        own = halves.keys[self._jump_groups] >> 1
        begun = halves.order[self._jump_places]
        answers = np.minimum(np.searchsorted(halves.keys, 2 * own + 1), len(halves.keys) - 1)
        answered = halves.keys[answers] == 2 * own + 1
        answered &= halves.order[halves.stops[answers] - 1] > begun
        counted = ends["answer_msn"][own ^ 1].astype(np.int64)
        when = ends["counted_at"][own ^ 1]
        if len(self.msns[0]):
            order = np.argsort(self.msns[0])
            at = order[np.minimum(np.searchsorted(self.msns[0][order], own ^ 1), len(order) - 1)]
            found = self.msns[0][at] == own ^ 1
            counted[found] = np.maximum(counted, self.msns[1][at])[found]
            when[found] = self.msns[2][at][found]
        # of few messages only behind a pause: a recovery begins messages where none was due, too
        paused = columns.time[begun] - when >= SHORTEST_PAUSE
        may_wait = (counted >= MIN_MSN_FALL) | ((counted > 0) & paused) | self._refuses(own ^ 1)
        if may_wait.any():
            rows = halves.order
            tells = HAS_AETH[columns.opcode[rows]].astype(np.bool_) & ~columns.stopped[rows]
            if self.far.set_aside:
                tells &= ~np.isin(rows, self.far.set_aside)
            last = np.maximum.reduceat(np.where(tells, rows, -1), halves.starts)
            may_wait &= ~answered | (last[answers] < begun)
        for index in rows_where(may_wait).tolist():
            half, row = int(own[index]), int(begun[index])
            flow = half >> 1
            if flow in self.splits or self.undecided.get(flow, row + 1) <= row:
                continue
            if self._outside(int(self._jump_places[index]), half, int(halves.starts[self._jump_groups[index]]), row):
                self._batch.wait(flow, self._earliest(half ^ 1, row))
        self._find_unasked()

    def _find_unasked(self) -> None:
        """The same where the tap sees one side alone: what that counts of the other's messages tells."""
        halves, columns, ends = self._halves, self._columns, self._table.ends
        for half in distinct(halves.keys[self._jump_groups] >> 1).tolist():
            if not self._is_unasked(half ^ 1) or half >> 1 in self.splits or ends["answer_psn"][half ^ 1] >= 0:
                continue
            low, high = halves.bounds(2 * (half ^ 1) + 1)
            rows = halves.order[low:high]
            rows = rows[HAS_AETH[columns.opcode[rows]].astype(np.bool_) & ~columns.stopped[rows]]
            counted = int(columns.msn[rows[-1]]) if len(rows) else int(ends["answer_msn"][half])
            begun = self._leaving(half, int(rows[-1]) if len(rows) else -1, len(columns))
            if begun >= 0 and counted > 0:
                self._batch.wait(half >> 1, begun)

    def _restart(
        self, half: int, since: int, row: int, psn: int, msn: int, *, anew: bool = False, refused: bool = False
    ) -> int:
        """The packet with which a connection may have begun that an answer counts the messages of; -1 for none.

        Args:
            half: the half.
            since: the packet with the answer before; -1 for an earlier batch.
            row: the packet with the answer.
            psn, msn: what it says.
            anew: the answer before counts messages anew, too.
            refused: the answer before has refused a request for good.
        """
        low, high = self._halves.bounds(2 * half)
        missing = MAX_FOLLOWING if self._columns.syndrome[row] >> VALUE_BITS != POSITIVE else 0
        places = self._odd_places if missing else self._jump_places
        places = places[slice(*np.searchsorted(places, (low, high)))]
        rows = self._halves.order[places]
        known = places[(rows < row) & (rows > since)]
        behind = missing
        for place in known[::-1].tolist():
            begun = int(self._halves.order[place])
            asked = int(np.searchsorted(self._halves.order[low:high], row)) - (place - low)
            away = psn_distance(psn, int(self._halves.psn[place]))
            fits = -behind <= away <= MAX_PSN_DISTANCE and msn <= asked + MAX_MISSED_MESSAGES
            if missing and fits and not refused:  # what it asks for comes again from there on, and begins no connection
                acked = self._batch.last_answer(half, begun)
                fits = acked is None or psn_distance(int(self._halves.psn[place]), acked) != 0
            if fits and self._outside(place, half, low, since if anew else begun):
                return self._overtook(place, half, low, since)
            if fits:  # others that have overtaken it may have begun the connection
                behind = MAX_FOLLOWING
        if len(known) or since >= 0:
            return -1
        ends = self._table.ends
        jump = int(ends["jump_psn"][half])
        asked = int(ends["requests"][half] - ends["jump_requests"][half]) + high - low
        if jump < 0 or not 0 <= psn_distance(psn, jump) <= MAX_PSN_DISTANCE or msn > asked + MAX_MISSED_MESSAGES:
            return -1
        return row

    def _overtook(self, begun: int, half: int, low: int, since: int) -> int:
        """The first packet of a connection, where others have overtaken the first request or it comes again.

        It comes again if it has the same PSN.  What belongs to it else is nearer to it in time than to what was before.

        Args:
            begun: the place of a request with which the connection may have begun.
            half: the half.
            low: the place of its first packet.
            since: the packet with the answer before; -1 for an earlier batch.
        """
        psn, order, batch = self._halves.psn, self._halves.order, self._batch
        row, start = int(order[begun]), int(psn[begun])
        first, stop = np.searchsorted(self._odd_places, (low, begun))
        for place in self._odd_places[first:stop].tolist():
            own, other = int(psn[place]), int(order[place])
            top = int(psn[place - 1]) if place > low else int(self._table.ends["last_psn"][half])
            leaves_hole = psn_distance(own, top) > 0 >= psn_distance(start, top)  # the old connection went on so
            if other < since or leaves_hole or abs(psn_distance(own, start)) > MAX_GOING_ON:
                continue
            is_first = own == start or (batch.is_nearer(place, half, row) and not self._comes_again(place, low, since))
            if is_first and self._outside(place, half, low, other):
                return other
        return row

    def _comes_again(self, place: int, low: int, since: int) -> bool:
        """Whether a request is one of those just before it in its half, sent again as no answer has come."""
        order, opcode = self._halves.order, self._columns.opcode
        before = slice(max(low, place - MAX_FOLLOWING), place)
        same = (self._halves.psn[before] == self._halves.psn[place]) & (order[before] > since)
        return bool((same & (opcode[order[before]] == opcode[order[place]])).any())
