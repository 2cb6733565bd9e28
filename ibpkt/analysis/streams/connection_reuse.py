"""Where a queue pair is used again by another connection, and no connection management tells.

- Requests whose PSNs are far from all before begin another connection if a second one follows the first, or nothing
  was under way, or an answer begins to count messages anew.  One by itself is damaged, or was not meant for this
  queue pair.
- Answers that count messages anew tell it of near PSNs, but only two in a row, behind a message that began where none
  was due.  One low MSN ends nothing.
- Behind a release a message that begins where none was due is enough.

A later packet decides all of this.  As long as none has come the flow waits: what came since is looked at again with
the next batch (see `waiting_packets`).  Where that is not possible a batch decides by what it has.

Source: IBA 1, 9.7.5.1, 9.7.7.1 and 12.9.8.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

import numpy as np

from ibpkt.analysis.columns.transport import BEGINS, HAS_AETH, SERVICES, Transport
from ibpkt.analysis.streams.flow_columns import FlowColumns
from ibpkt.analysis.streams.half_order import HalfOrder
from ibpkt.analysis.streams.packet_lengths import SMALLEST_PMTU, read_lengths
from ibpkt.analysis.streams.psn_windows import HALF_SPACE, MAX_PSN_DISTANCE, signed
from ibpkt.arrays import Bools, Ints, changes
from ibpkt.protocols import ACK as POSITIVE, PSN_MASK, VALUE_BITS

UC = SERVICES.index("UC")
#: PSNs between a request far from others and the next one that confirms it
MAX_FOLLOWING = 64
#: PSNs by which a request is late where nothing is sent again, and that a requester has under way without an answer
MAX_LATE = 1024
#: READs that a requester has under way: what adapters allow
MAX_READS = 16
#: messages at the start of a connection that the tap may have missed
MAX_MISSED_MESSAGES = 4
#: MSNs by which an answer counts more messages than before, so that it is damaged
MAX_MSN_RISE = 1 << 16
#: MSNs by which an answer counts fewer messages than before, so that it does not seem late
MIN_MSN_FALL = 16


def _distance(psn: int, other: int) -> int:
    return (psn - other + HALF_SPACE & PSN_MASK) - HALF_SPACE


class ConnectionReuse:
    """Finds where connections begin in one batch.

    Args:
        columns: the batch.
        halves: its packets by half.
        table: the flows as they were before the batch.
        impatient: rows of flows that are decided now, whatever may come; None for all.

    Attributes:
        splits: the packets with which other connections begin, by row of the flow that they end.
        strays: by end the PSN of its last request that was near to others (-1 for none), and that of the last one far
            away.
        stray_answers: the same of answers.
        set_aside: packets far from all others, in no order.
        told: those of them that are not answers to others of them.
        low_msns: by end the MSN of its last answer, where it counted too few messages, and the one before.
        jumps: of the groups of requests with a message that began where none was due: ends, PSNs, and requests before.
        msns: of the groups of answers that count messages: ends, and the last MSN.
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
        self._impatient = impatient
        self.splits: dict[int, list[int]] = {}
        self.undecided: dict[int, int] = {}
        self.strays: dict[int, tuple[int, int]] = {}
        self.stray_answers: dict[int, tuple[int, int]] = {}
        self.set_aside: list[int] = []
        self.told: list[int] = []
        self._stray_asks: dict[int, set[int]] = {}  # places of requests set aside, by half
        # by row of a flow its packets far away: first, the last one near before it, and whether it is confirmed
        self._leaps: dict[int, list[tuple[int, int, bool]]] = {}
        self.low_msns: dict[int, tuple[int, int]] = {}
        none = np.zeros(0, np.int64)
        self.jumps: tuple[Ints, Ints, Ints] = none, none, none
        self.msns: tuple[Ints, Ints] = none, none
        if not len(halves):
            return
        ends = table.ends
        half, answer = halves.keys >> 1, (halves.keys & 1).astype(np.bool_)
        psn = halves.psn
        before = np.empty_like(psn)
        before[1:] = psn[:-1]
        carried = np.where(answer, ends["answer_psn"][half ^ 1], ends["last_psn"][half]).astype(np.int64)
        first = psn[halves.starts]
        before[halves.starts] = np.where(carried < 0, first - np.where(answer, 0, 1), carried)
        steps = signed(psn - before)
        self._steps = steps
        irregular = steps != 1
        far = np.abs(steps) > MAX_PSN_DISTANCE
        self._returns = self._returns_behind_all(steps, half, answer)
        far |= self._returns
        irregular[halves.starts[carried < 0]] = False
        self._find_jumps(irregular, answer, half)
        self._find_released(half, answer)
        if far.any():
            self._walk_far(far, half, answer)
            self._agree()
        self._find_low_msn(half, answer)
        for flow in self.splits:
            self.undecided.pop(flow, None)

    def _wait(self, flow: int, row: int) -> bool:
        """Note that a later packet decides whether a connection began with this one; False if nothing can wait."""
        if self._impatient is None or flow in self._impatient:
            return False
        self.undecided[flow] = min(row, self.undecided.get(flow, row))
        return True

    # -- messages that begin where none is due ----------------------------------------------------------------------

    def _find_jumps(self, irregular: Bools, answer: Bools, half: Ints) -> None:
        halves = self._halves
        places = np.flatnonzero(irregular)
        group = np.searchsorted(halves.starts, places, "right") - 1
        kept = ~answer[group]
        places, group = places[kept], group[kept]
        rows = halves.order[places]
        kept = BEGINS[self._columns.opcode[rows]].copy()
        first = places == halves.starts[group]
        reach = np.where(first, self._table.ends["length"][half[group]], 0)
        reach[~first] = read_lengths(self._columns, halves.order[places[~first] - 1])
        ahead = self._steps[places]
        # behind a READ it is not known where the next one is due, but that it is in its PSNs or right behind them
        kept &= (ahead < 0) | (ahead > np.maximum(reach // SMALLEST_PMTU + 1, 1)) | (reach == 0)
        self._jump_places, self._jump_groups = places[kept], group[kept]
        last = np.append(np.diff(self._jump_groups) != 0, True)[: len(self._jump_groups)]
        places, group = self._jump_places[last], self._jump_groups[last]
        earlier = self._table.ends["requests"][half[group]] + places - halves.starts[group]
        self.jumps = half[group], halves.psn[places], earlier

    def _outside(self, place: int, half: int, low: int, row: int) -> bool:
        """Whether a request begins neither with the next PSN, nor with one that was under way before a packet."""
        psn = int(self._halves.psn[place])
        top = int(self._halves.psn[place - 1]) if place > low else int(self._table.ends["last_psn"][half])
        acked = self._last_answer(half, row)
        if _distance(psn, top) == 1:
            return False
        return _distance(psn, top) > 0 or (acked is not None and _distance(psn, acked) <= 0)

    def _last_answer(self, half: int, row: int) -> int | None:
        """The PSN of the last answer of a half before a packet."""
        low, high = self._halves.bounds(2 * half + 1)
        at = low + int(np.searchsorted(self._halves.order[low:high], row))
        psn = int(self._halves.psn[at - 1]) if at > low else int(self._table.ends["answer_psn"][half ^ 1])
        return None if psn < 0 else psn

    def _find_released(self, half: Ints, answer: Bools) -> None:
        released = self._table.flows["released"]
        groups = self._jump_groups
        at = released[half[groups] >> 1]
        frames = self._columns.frame[self._halves.order[self._jump_places]]
        for index in np.flatnonzero((at > 0) & (frames > at)).tolist():
            place, group = int(self._jump_places[index]), int(groups[index])
            row = int(self._halves.order[place])
            if self._outside(place, int(half[group]), int(self._halves.starts[group]), row):
                self.splits.setdefault(int(half[group]) >> 1, [row])

    def _returns_behind_all(self, steps: Ints, half: Ints, answer: Bools) -> Bools:
        """Requests far behind all that their half has sent, as far as the capture shows it.

        An unreliable connection sends nothing again (IBA 1, 9.8).  A reliable one goes back to the oldest request that
        is not acknowledged (IBA 1, 9.7.5.1): far behind the first one in the capture it can be only if so many packets
        were under way before the capture began, and none of them has been answered since.  So once there was an answer
        only that tells whether a connection began (see below).  As long as there was none, a new connection is likelier
        than a requester that had more than `MAX_LATE` packets, and READs, under way; both begin with a message.
        """
        halves = self._halves
        returns: Bools = steps < -MAX_LATE
        returns &= np.repeat(~answer, halves.counts)
        places = np.flatnonzero(returns)
        if not len(places):
            return returns
        group = np.searchsorted(halves.starts, places, "right") - 1
        own, rows = half[group], halves.order[places]
        known = self._table.ends["first_psn"][own].astype(np.int64)
        behind = signed(halves.psn[places] - np.where(known < 0, halves.psn[halves.starts[group]], known))
        unreliable = self._table.flows["service"][own >> 1] == UC
        reach = MAX_LATE + MAX_READS * (read_lengths(self._columns, rows) // SMALLEST_PMTU)
        reliable = BEGINS[self._columns.opcode[rows]] & (rows < self._first_answered(own))
        returns[places] = np.where(unreliable, behind < -MAX_LATE, reliable & (behind < -reach))
        return returns

    def _first_answered(self, half: Ints) -> Ints:
        """The packets with the first answers to some halves; one behind the batch for none, -1 for an earlier batch."""
        halves = self._halves
        group = np.minimum(np.searchsorted(halves.keys, 2 * half + 1), len(halves.keys) - 1)
        here = halves.keys[group] == 2 * half + 1
        first = np.where(here, halves.order[halves.starts[group]], len(self._columns))
        return np.where(self._table.ends["answer_psn"][half ^ 1] < 0, first, -1)

    # -- PSNs far away ----------------------------------------------------------------------------------------------

    def _walk_far(self, far: Bools, half: Ints, answer: Bools) -> None:
        places = np.flatnonzero(far)
        group = np.searchsorted(self._halves.starts, places, "right") - 1
        bounds = np.flatnonzero(np.append(True, group[1:] != group[:-1]))
        for low, high in zip(bounds.tolist(), [*bounds[1:].tolist(), len(places)], strict=True):
            at = int(group[low])
            flow = int(half[at]) >> 1
            if answer[at]:
                if flow not in self.splits:
                    self._walk_answers(at, int(half[at]), places[low:high].tolist())
            else:
                self._walk_requests(at, int(half[at]), places[low:high].tolist())

    def _walk_requests(self, group: int, half: int, places: list[int]) -> None:
        """Stretches of requests between those that are far from the one before."""
        halves, psn = self._halves, self._halves.psn
        start, stop = int(halves.starts[group]), int(halves.stops[group])
        stray = int(self._table.ends["stray_psn"][half])
        last = int(psn[places[0] - 1]) if places[0] > start else int(self._table.ends["last_psn"][half])
        reach = self._reach(places[0], start, half)
        near = int(halves.order[places[0] - 1]) if places[0] > start else -1
        for place, end in zip(places, [*places[1:], stop], strict=True):
            away = _distance(int(psn[place]), last)
            returns = self._returns[place] and away < -MAX_LATE
            if returns or (abs(away) > MAX_PSN_DISTANCE and not 0 < away <= reach + MAX_PSN_DISTANCE):
                follows = place == start and stray >= 0 and 0 <= _distance(int(psn[place]), stray) <= MAX_FOLLOWING
                row = int(halves.order[place])
                if not follows and not self._begins(place, end, stop, half, last):
                    if place + 1 == stop and self._wait(half >> 1, row):
                        self._leaps.setdefault(half >> 1, []).append((row, near, False))
                        return
                    if not self._may_repeat(half, away):
                        if end == stop:
                            self.strays[half] = last, int(psn[end - 1])
                        self._set_aside(place, end)
                        self._stray_asks.setdefault(half, set()).update(range(place, end))
                        continue
                else:
                    self._split_far(half, row, near)
            last, near = int(psn[end - 1]), int(halves.order[end - 1])
            reach = self._reach(end, start, half)

    def _may_repeat(self, half: int, away: int) -> bool:
        """Whether a single request so far from the others may be one that was sent before the capture began."""
        return abs(away) <= MAX_PSN_DISTANCE and bool(self._table.flows["service"][half >> 1] != UC)

    def _split_far(self, half: int, row: int, near: int) -> None:
        self.splits.setdefault(half >> 1, []).append(row)
        self._leaps.setdefault(half >> 1, []).append((row, near, True))

    def _agree(self) -> None:
        """A connection has two directions: where each of them leaves its PSNs behind, it has begun once."""
        for flow, leaps in self._leaps.items():
            if flow not in self.splits:
                continue
            leaps.sort()
            rows: list[int] = []
            for index, (row, near, sure) in enumerate(leaps):
                if rows and near < rows[-1]:
                    continue
                # one that is not sure by itself: the other direction does so, too, and has sent nothing else since
                if sure or any(other and since < row for _, since, other in leaps[index + 1 :]):
                    rows.append(row)
            self.splits[flow] = rows

    def _set_aside(self, place: int, end: int, *, told: bool = True) -> None:
        rows = self._halves.order[place:end].tolist()
        self.set_aside += rows
        self.told += rows if told else []

    def _reach(self, place: int, start: int, half: int) -> int:
        """How many PSNs a request may use, beyond one, that stands before a place."""
        if place == start:
            length = int(self._table.ends["length"][half])
        else:
            length = int(read_lengths(self._columns, self._halves.order[place - 1 : place])[0])
        return min(length // SMALLEST_PMTU, PSN_MASK >> 1)

    def _begins(self, place: int, end: int, stop: int, half: int, last: int) -> bool:
        """Whether requests far from all before are those of another connection.

        Args:
            place, end: their places.
            stop: where the requests of this half end.
            half: the half.
            last: the PSN of the last request that was near to those before it.
        """
        halves, begins = self._halves, bool(BEGINS[self._columns.opcode[self._halves.order[place]]])
        if begins and self._is_counted_anew(place, stop, half):
            return True
        if end > place + 1:
            following = halves.order[place + 1 : place + 2]
            if self._may_repeat(half, _distance(int(halves.psn[place]), last)) and following > self._first_answered(
                np.array([half])
            ):
                return False  # the answer before it counts messages: no other connection has begun
            reach = self._reach(place + 1, -1, half)
            return 0 <= _distance(int(halves.psn[place + 1]), int(halves.psn[place])) <= MAX_FOLLOWING + reach
        if end < stop:
            if abs(_distance(int(halves.psn[end]), last)) <= MAX_PSN_DISTANCE:
                return False
        elif self._impatient is not None and half >> 1 not in self._impatient:
            return False
        acked = self._last_answer(half, int(halves.order[place]))
        return begins and acked is not None and _distance(acked, last) >= 0

    def _is_counted_anew(self, place: int, stop: int, half: int) -> bool:
        """Whether the answer to a request, before the next one, counts messages from the beginning."""
        halves, columns = self._halves, self._columns
        low, high = halves.bounds(2 * half + 1)
        rows = halves.order[low:high]
        begin = low + int(np.searchsorted(rows, halves.order[place]))
        until = low + int(np.searchsorted(rows, halves.order[place + 1])) if place + 1 < stop else high
        for answer in range(begin, min(until, begin + MAX_FOLLOWING)):
            told = int(halves.order[answer])
            if halves.psn[answer] == halves.psn[place] and HAS_AETH[columns.opcode[told]] and not columns.stopped[told]:
                return int(columns.msn[told]) <= 1 + MAX_MISSED_MESSAGES
        return False

    def _walk_answers(self, group: int, half: int, places: list[int]) -> None:
        """Stretches of answers, of which those that answer no request of this flow end it if they are two."""
        halves, psn, ends = self._halves, self._halves.psn, self._table.ends
        start, stop = int(halves.starts[group]), int(halves.stops[group])
        low, high = halves.bounds(2 * half)
        if low == high and ends["first_psn"][half] < 0:
            return
        near = np.arange(low, high)
        strays = self._stray_asks.get(half)
        if strays:
            near = near[~np.isin(near, list(strays))]
        asked_rows = halves.order[near]
        stray_psns = {int(psn[each]) for each in strays or ()} | {int(ends["stray_psn"][half])}
        stray = int(ends["stray_answer"][half ^ 1])
        last = int(psn[places[0] - 1]) if places[0] > start else int(ends["answer_psn"][half ^ 1])
        before = int(halves.order[places[0] - 1]) if places[0] > start else -1
        for place, end in zip(places, [*places[1:], stop], strict=True):
            row, own = int(halves.order[place]), int(psn[place])
            at = int(np.searchsorted(asked_rows, row))
            asked = int(psn[near[at - 1]]) if at else int(ends["last_psn"][half])
            reach = MAX_PSN_DISTANCE + self._reach(int(near[at - 1]) + 1 if at else low, low, half)
            if abs(_distance(own, last)) > MAX_PSN_DISTANCE and not (
                asked < 0 or -MAX_PSN_DISTANCE <= _distance(own, asked) <= reach
            ):
                follows = place == start and stray >= 0 and 0 < _distance(own, stray) <= MAX_PSN_DISTANCE
                if not follows and not (end > place + 1 and _distance(int(psn[place + 1]), own) > 0):
                    if place + 1 == stop and own not in stray_psns and self._wait(half >> 1, row):
                        return
                    if end == stop:
                        self.stray_answers[half ^ 1] = last, int(psn[end - 1])
                    self._set_aside(place, end, told=own not in stray_psns)
                    continue
                self._split_far(half, row, before)
            last, before = int(psn[end - 1]), int(halves.order[end - 1])

    # -- messages counted anew --------------------------------------------------------------------------------------

    def _find_low_msn(self, half: Ints, answer: Bools) -> None:
        halves, columns = self._halves, self._columns
        places = np.flatnonzero(np.repeat(answer, halves.counts))
        rows = halves.order[places]
        counts = HAS_AETH[columns.opcode[rows]].astype(np.bool_) & (columns.syndrome[rows] >> VALUE_BITS == POSITIVE)
        counts &= ~columns.stopped[rows]  # the capture has cut off what they count
        if self.set_aside:
            counts &= ~np.isin(rows, self.set_aside)
        places, rows = places[counts], rows[counts]
        before = self._counted_before(places, rows, half)
        high = signed(columns.msn[rows].astype(np.int64) - before) > MAX_MSN_RISE
        if high.any():  # one by itself is damaged, and what follows has not fallen
            places, rows = places[~high], rows[~high]
            before = self._counted_before(places, rows, half)
        group = np.searchsorted(halves.starts, places, "right") - 1
        msn = columns.msn[rows].astype(np.int64)
        first = changes(group)
        ends = self._table.ends
        if len(places):
            self.msns = half[group[np.append(first[1:], True)]] ^ 1, msn[np.append(first[1:], True)]
        for index in np.flatnonzero(signed(msn - before) <= -MIN_MSN_FALL).tolist():
            at = int(group[index])
            own = int(half[at])
            if own >> 1 in self.splits:
                continue
            row = int(rows[index])
            since = int(rows[index - 1]) if not first[index] else -1
            stray = int(ends["low_msn"][own ^ 1]) if first[index] else -1
            last = index + 1 == len(group) or group[index + 1] != at
            confirmed = 0 <= int(msn[index]) - stray <= MAX_FOLLOWING and stray >= 0
            if not confirmed and not last:
                confirmed = 0 <= int(msn[index + 1] - msn[index]) <= MAX_FOLLOWING
            begun = self._restart(own, since, row, int(halves.psn[places[index]]), int(msn[index]))
            if begun < 0 and msn[index] <= MAX_FOLLOWING and self._is_unasked(own):
                begun = self._leaving(own ^ 1, since, row)
            if begun < 0 and confirmed and not last and int(msn[index]) <= MAX_MISSED_MESSAGES:
                # the tap has missed its request: the next one tells
                following = int(halves.psn[places[index + 1]])
                begun = self._restart(own, row, int(rows[index + 1]), following, int(msn[index + 1]), anew=True)
                begun = row if begun >= 0 else -1
            if begun >= 0 and confirmed:
                self.splits[own >> 1] = [self._earliest(own ^ 1, begun)]
            elif last and (begun >= 0 or int(msn[index]) <= MAX_MISSED_MESSAGES):
                waits = self._wait(own >> 1, self._earliest(own ^ 1, begun) if begun >= 0 else row)
                if begun >= 0 and not waits:
                    self.low_msns[own ^ 1] = int(before[index]), int(msn[index])
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
        at = int(np.searchsorted(self._jump_places, last, "right")) - 1
        if at < 0 or not low <= self._jump_places[at] <= last:
            return begun
        place = int(self._jump_places[at])
        row = int(self._halves.order[place])
        return row if row > since and self._outside(place, half, low, row) else begun

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
        return _distance(psn, top) > 1 or _distance(psn, known if known >= 0 else int(self._halves.psn[low])) < 0

    def _previous(self, half: int, row: int) -> int:
        """The request of a half before a packet; -1 for none in this batch."""
        low, high = self._halves.bounds(2 * half)
        at = low + int(np.searchsorted(self._halves.order[low:high], row))
        return int(self._halves.order[at - 1]) if at > low else -1

    def _counted_before(self, places: Ints, rows: Ints, half: Ints) -> Ints:
        """What the answers before some answers count; of the first of a half, what it counts itself."""
        group = np.searchsorted(self._halves.starts, places, "right") - 1
        msn = self._columns.msn[rows].astype(np.int64)
        first = changes(group)
        before = np.append(msn[:1], msn[:-1])[: len(msn)]
        carried = self._table.ends["answer_msn"][half[group[first]] ^ 1].astype(np.int64)
        before[first] = np.where(carried < 0, msn[first], carried)
        return before

    def _find_unanswered(self) -> None:
        """Messages that began where none was due, and that no answer says anything of yet."""
        if self._impatient is None or not len(self._jump_places):
            return
        halves, columns, ends = self._halves, self._columns, self._table.ends
        own = halves.keys[self._jump_groups] >> 1
        begun = halves.order[self._jump_places]
        answers = np.minimum(np.searchsorted(halves.keys, 2 * own + 1), len(halves.keys) - 1)
        answered = halves.keys[answers] == 2 * own + 1
        answered &= halves.order[halves.stops[answers] - 1] > begun
        may_wait = ends["answer_msn"][own ^ 1] >= MIN_MSN_FALL
        counted = np.zeros(len(own), np.int64) - 1
        if len(self.msns[0]):
            order = np.argsort(self.msns[0])
            at = np.minimum(np.searchsorted(self.msns[0][order], own ^ 1), len(order) - 1)
            found = self.msns[0][order][at] == own ^ 1
            counted[found] = self.msns[1][order][at][found]
        may_wait |= counted >= MIN_MSN_FALL
        for index in np.flatnonzero(may_wait).tolist():
            half, row = int(own[index]), int(begun[index])
            flow = half >> 1
            if flow in self.splits or self.undecided.get(flow, row + 1) <= row:
                continue
            if answered[index]:
                group = int(answers[index])
                rows = halves.order[halves.starts[group] : halves.stops[group]]
                rows = rows[np.searchsorted(rows, row) :]
                tells = HAS_AETH[columns.opcode[rows]].astype(np.bool_) & ~columns.stopped[rows]
                if self.set_aside:
                    tells &= ~np.isin(rows, self.set_aside)
                if tells.any():
                    continue
            if self._outside(int(self._jump_places[index]), half, int(halves.starts[self._jump_groups[index]]), row):
                self._wait(flow, row)
        self._find_unasked()

    def _find_unasked(self) -> None:
        """The same where the tap sees one side alone: what that counts of the other's messages tells."""
        halves, columns, ends = self._halves, self._columns, self._table.ends
        for half in np.unique(halves.keys[self._jump_groups] >> 1).tolist():
            if not self._is_unasked(half ^ 1) or half >> 1 in self.splits or ends["answer_psn"][half ^ 1] >= 0:
                continue
            low, high = halves.bounds(2 * (half ^ 1) + 1)
            rows = halves.order[low:high]
            rows = rows[HAS_AETH[columns.opcode[rows]].astype(np.bool_) & ~columns.stopped[rows]]
            counted = int(columns.msn[rows[-1]]) if len(rows) else int(ends["answer_msn"][half])
            begun = self._leaving(half, int(rows[-1]) if len(rows) else -1, len(columns))
            if begun >= 0 and counted >= MIN_MSN_FALL:
                self._wait(half >> 1, begun)

    def _restart(self, half: int, since: int, row: int, psn: int, msn: int, *, anew: bool = False) -> int:
        """The packet with which a connection may have begun that an answer counts the messages of; -1 for none.

        Args:
            half: the half.
            since: the packet with the answer before; -1 for an earlier batch.
            row: the packet with the answer.
            psn, msn: what it says.
            anew: the answer before counts messages anew, too.
        """
        low, high = self._halves.bounds(2 * half)
        known = np.flatnonzero((self._jump_places >= low) & (self._jump_places < high))
        rows = self._halves.order[self._jump_places[known]]
        known = known[(rows < row) & (rows > since)]
        for place in self._jump_places[known][::-1].tolist():
            begun = int(self._halves.order[place])
            asked = int(np.searchsorted(self._halves.order[low:high], row)) - (place - low)
            fits = 0 <= _distance(psn, int(self._halves.psn[place])) <= MAX_PSN_DISTANCE
            fits = fits and msn <= asked + MAX_MISSED_MESSAGES
            if fits and self._outside(place, half, low, since if anew else begun):
                return begun
        if len(known) or since >= 0:
            return -1
        ends = self._table.ends
        jump = int(ends["jump_psn"][half])
        asked = int(ends["requests"][half] - ends["jump_requests"][half]) + high - low
        if jump < 0 or not 0 <= _distance(psn, jump) <= MAX_PSN_DISTANCE or msn > asked + MAX_MISSED_MESSAGES:
            return -1
        return row
