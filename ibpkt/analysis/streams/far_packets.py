"""Packets whose PSNs are far from all before: those of another connection on the same queue pair, or damaged ones.

- Requests begin another connection if a second one follows the first, or nothing was under way, or an answer begins to
  count messages anew.  One by itself is damaged, or was not meant for this queue pair, and so is one that is answered,
  if the next request goes on where the flow was.
- Answers to no request of the flow begin one if they are two.

Source: IBA 1, 9.7.5.1, 9.7.7.1 and 12.9.8.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import BEGINS, HAS_AETH, SERVICES
from ibpkt.analysis.streams.packet_lengths import SMALLEST_PMTU, read_lengths
from ibpkt.analysis.streams.psn_windows import MAX_PSN_DISTANCE, signed
from ibpkt.analysis.streams.reuse_batch import MAX_FOLLOWING, MAX_MISSED_MESSAGES, ReuseBatch
from ibpkt.arrays import Bools, rows_where
from ibpkt.protocols import PSN_MASK, psn_distance

UC = SERVICES.index("UC")
#: PSNs by which a request is late where nothing is sent again, and that a requester has under way without an answer
MAX_LATE = 1024
#: READs that a requester has under way: what adapters allow
MAX_READS = 16


class FarPackets:
    """Finds the packets of one batch that are far from all others, and the connections that begin with them.

    Args:
        batch: the batch.

    Attributes:
        strays: by end the PSN of its last request that was near to others (-1 for none), and that of the last one far
            away.
        stray_answers: the same of answers.
        set_aside: packets far from all others, in no order.
        told: those of them that are not answers to others of them.
        asks_wait: halves whose last request is far away, so that the next one decides.
    """

    def __init__(self, batch: ReuseBatch) -> None:
        self._batch = batch
        self.strays: dict[int, tuple[int, int]] = {}
        self.stray_answers: dict[int, tuple[int, int]] = {}
        self.set_aside: list[int] = []
        self.told: list[int] = []
        self.asks_wait: set[int] = set()
        self._stray_asks: dict[int, set[int]] = {}  # places of requests set aside, by half
        # halves whose answers need not show where a connection begins: their requests do, or a release of their flow
        self._told = {half for flow in batch.splits for half in (2 * flow, 2 * flow + 1)}
        # by row of a flow its packets far away: first, the last one near before it, and whether it is confirmed
        self._leaps: dict[int, list[tuple[int, int, bool]]] = {}
        self._returns = self._returns_behind_all()
        far = np.abs(batch.steps) > MAX_PSN_DISTANCE
        far |= self._returns
        if far.any():
            self._walk(far)
            self._agree()

    def _returns_behind_all(self) -> Bools:
        """Requests far behind all that their half has sent, as far as the capture shows it.

        An unreliable connection sends nothing again (IBA 1, 9.8).  A reliable one goes back to the oldest request that
        is not acknowledged (IBA 1, 9.7.5.1): far behind the first one in the capture it can be only if so many packets
        were under way before the capture began, and none of them has been answered since.  So once there was an answer
        only that tells whether a connection began.  As long as there was none, a new connection is likelier
        than a requester that had more than `MAX_LATE` packets, and READs, under way; both begin with a message.
        """
        halves, table = self._batch.halves, self._batch.table
        returns: Bools = self._batch.steps < -MAX_LATE
        if not returns.any():
            return returns
        returns &= np.repeat(~self._batch.answer, halves.counts)
        places = rows_where(returns)
        if not len(places):
            return returns
        group = np.searchsorted(halves.starts, places, "right") - 1
        own, rows = self._batch.half[group], halves.order[places]
        known = table.ends["first_psn"][own].astype(np.int64)
        behind = signed(halves.psn[places] - np.where(known < 0, halves.psn[halves.starts[group]], known))
        unreliable = table.flows["service"][own >> 1] == UC
        reach = MAX_LATE + MAX_READS * (read_lengths(self._batch.columns, rows) // SMALLEST_PMTU)
        reliable = BEGINS[self._batch.columns.opcode[rows]] & (rows < self._batch.first_answered(own))
        returns[places] = np.where(unreliable, behind < -MAX_LATE, reliable & (behind < -reach))
        return returns

    def _walk(self, far: Bools) -> None:
        half, answer = self._batch.half, self._batch.answer
        places = rows_where(far)
        group = np.searchsorted(self._batch.halves.starts, places, "right") - 1
        bounds = rows_where(np.append(True, group[1:] != group[:-1]))
        for low, high in zip(bounds.tolist(), [*bounds[1:].tolist(), len(places)], strict=True):
            at = int(group[low])
            if answer[at]:
                if int(half[at]) not in self._told:
                    self._walk_answers(at, int(half[at]), places[low:high].tolist())
            else:
                self._walk_requests(at, int(half[at]), places[low:high].tolist())

    def _walk_requests(self, group: int, half: int, places: list[int]) -> None:
        """Stretches of requests between those that are far from the one before."""
        halves, psn = self._batch.halves, self._batch.halves.psn
        start, stop = int(halves.starts[group]), int(halves.stops[group])
        stray = int(self._batch.table.ends["stray_psn"][half])
        last = int(psn[places[0] - 1]) if places[0] > start else int(self._batch.table.ends["last_psn"][half])
        reach = self._reach(places[0], start, half)
        near = int(halves.order[places[0] - 1]) if places[0] > start else -1
        stretches = [*zip(places, [*places[1:], stop], strict=True)][::-1]
        while stretches:
            place, end = stretches.pop()
            away = psn_distance(int(psn[place]), last)
            returns = self._returns[place] and away < -MAX_LATE
            if returns or (abs(away) > MAX_PSN_DISTANCE and not 0 < away <= reach + MAX_PSN_DISTANCE):
                follows = place == start and stray >= 0 and 0 <= psn_distance(int(psn[place]), stray) <= MAX_FOLLOWING
                row = int(halves.order[place])
                if not follows and not self._begins(place, end, stop, half, last):
                    if place + 1 == stop and self._batch.wait(half >> 1, self._earliest(half >> 1, row)):
                        self._leaps.setdefault(half >> 1, []).append((row, near, False))
                        self.asks_wait.add(half)
                        return
                    if not self._may_repeat(half, away):
                        if place + 1 == stop:
                            self.strays[half] = last, int(psn[place])
                        self._set_aside(place)
                        self._stray_asks.setdefault(half, set()).add(place)
                        if place + 1 < end:  # the next one may be followed by another one
                            stretches.append((place + 1, end))
                        continue
                else:
                    self._split_far(half, row, near)
                    self._told.add(half)
            last, near = int(psn[end - 1]), int(halves.order[end - 1])
            reach = self._reach(end, start, half)

    def _may_repeat(self, half: int, away: int) -> bool:
        """Whether a single request so far from the others may be one that was sent before the capture began."""
        return abs(away) <= MAX_PSN_DISTANCE and bool(self._batch.table.flows["service"][half >> 1] != UC)

    def _split_far(self, half: int, row: int, near: int) -> None:
        self._batch.splits.setdefault(half >> 1, []).append(row)
        self._leaps.setdefault(half >> 1, []).append((row, near, True))

    def _agree(self) -> None:
        """A connection has two directions: where each of them leaves its PSNs behind, it has begun once."""
        for flow, leaps in self._leaps.items():
            if flow not in self._batch.splits:
                continue
            leaps.sort()
            rows: list[int] = []
            for index, (row, near, sure) in enumerate(leaps):
                if rows and near < rows[-1]:
                    continue
                # one that is not sure by itself: the other direction does so, too, and has sent nothing else since
                if sure or any(other and since < row for _, since, other in leaps[index + 1 :]):
                    rows.append(row)
            self._batch.splits[flow] = rows
            if len(rows) == 1:
                self._batch.splits[flow] = [self._earliest(flow, rows[0])]

    def _earliest(self, flow: int, begun: int) -> int:
        """Where a connection began of which one direction has begun with a packet, see `ReuseBatch.first_together`."""
        for half in (2 * flow, 2 * flow + 1):
            low, high = self._batch.halves.bounds(2 * half)
            rows = self._batch.halves.order[low:high]
            at = int(np.searchsorted(rows, begun))
            if at < len(rows) and rows[at] == begun:
                return self._batch.first_together(half ^ 1, int(rows[at - 1]) if at else -1, begun)
        return begun  # an answer

    def _set_aside(self, place: int, *, told: bool = True) -> None:
        row = int(self._batch.halves.order[place])
        self.set_aside.append(row)
        if told:
            self.told.append(row)

    def _reach(self, place: int, start: int, half: int) -> int:
        """How many PSNs a request may use, beyond one, that stands before a place."""
        if place == start:
            length = int(self._batch.table.ends["length"][half])
        else:
            length = int(read_lengths(self._batch.columns, self._batch.halves.order[place - 1 : place])[0])
        return min(length // SMALLEST_PMTU, PSN_MASK >> 1)

    def _begins(self, place: int, end: int, stop: int, half: int, last: int) -> bool:
        """Whether requests far from all before are those of another connection.

        Args:
            place, end: their places.
            stop: where the requests of this half end.
            half: the half.
            last: the PSN of the last request that was near to those before it.
        """
        halves, begins = self._batch.halves, bool(BEGINS[self._batch.columns.opcode[self._batch.halves.order[place]]])
        anew = begins and self._is_counted_anew(place, stop, half)
        if end > place + 1:
            if anew:
                return True
            answered = int(self._batch.first_answered(np.array([half]))[0])
            away = psn_distance(int(halves.psn[place]), last)
            if self._may_repeat(half, away) and answered < halves.order[place + 1]:
                return False  # the answer before it counts messages: no other connection has begun
            follows = psn_distance(int(halves.psn[place + 1]), int(halves.psn[place]))
            if 0 <= follows <= MAX_FOLLOWING + self._reach(place + 1, -1, half):
                return True
            if self._may_repeat(half, away):
                return False
        elif end < stop:
            away = psn_distance(int(halves.psn[end]), last)
            # once a connection has begun, the one before does not go on, whatever an answer counts
            if 0 < away <= MAX_FOLLOWING or (abs(away) <= MAX_PSN_DISTANCE and not anew):
                return False
        elif self._batch.is_patient(half >> 1):
            return False
        acked = self._batch.last_answer(half, int(halves.order[place]))
        return anew or (begins and acked is not None and psn_distance(acked, last) >= 0)

    def _is_counted_anew(self, place: int, stop: int, half: int) -> bool:
        """Whether the answer to a request, before the next one, counts messages from the beginning."""
        halves, columns = self._batch.halves, self._batch.columns
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
        halves, psn, ends = self._batch.halves, self._batch.halves.psn, self._batch.table.ends
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
        stretches = [*zip(places, [*places[1:], stop], strict=True)][::-1]
        while stretches:
            place, end = stretches.pop()
            row, own = int(halves.order[place]), int(psn[place])
            at = int(np.searchsorted(asked_rows, row))
            asked = int(psn[near[at - 1]]) if at else int(ends["last_psn"][half])
            reach = MAX_PSN_DISTANCE + self._reach(int(near[at - 1]) + 1 if at else low, low, half)
            if abs(psn_distance(own, last)) > MAX_PSN_DISTANCE and not (
                asked < 0 or -MAX_PSN_DISTANCE <= psn_distance(own, asked) <= reach
            ):
                follows = place == start and stray >= 0 and 0 < psn_distance(own, stray) <= MAX_PSN_DISTANCE
                if not follows and not (end > place + 1 and psn_distance(int(psn[place + 1]), own) > 0):
                    if place + 1 == stop and own not in stray_psns and self._batch.wait(half >> 1, row):
                        return
                    if place + 1 == stop:
                        self.stray_answers[half ^ 1] = last, own
                    self._set_aside(place, told=own not in stray_psns)
                    if place + 1 < end:
                        stretches.append((place + 1, end))
                    continue
                if half in self.asks_wait and self._batch.wait(half >> 1, row):
                    return  # requests tell first, however the packets are cut into batches
                self._split_far(half, row, before)
            last, before = int(psn[end - 1]), int(halves.order[end - 1])
