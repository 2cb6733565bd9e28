"""PSNs that queue pairs have gone past with their datagrams: those that come a moment later, and those that do not.

Nothing is sent again by UD, so what comes late is the original, and others have overtaken it.  How long it is waited
for, the times of packets alone decide, not where a batch ends.

Source: IBA 1, 9.8.3.
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from ibpkt.analysis.recovery.flow_timers import LATEST
from ibpkt.analysis.recovery.kinds import OUT_OF_ORDER
from ibpkt.analysis.results.finding import Finding, Subject
from ibpkt.analysis.streams.datagram_gaps import DATAGRAM_GAP
from ibpkt.protocols import PSN_MASK

#: holes that are kept of one queue pair, and of all together; beyond that, what is missing there is reported
MOST_OF_ONE, MOST = 64, 1 << 16


class UnexpectedDatagram(NamedTuple):
    """A datagram that is not the next of its queue pair.

    Attributes:
        source, qpn: the number of the address, and the queue pair, that have sent it.
        number: how many datagrams of this queue pair have come with it.
        psn, frame, time: its own.
        now: the latest time of a packet so far: times may go back.
        flow, side: the number of its flow, 0 for none, and the end that has sent it.
    """

    source: int
    qpn: int
    number: int
    psn: int
    frame: int
    time: int
    now: int
    flow: int
    side: int

    @property
    def sender(self) -> tuple[int, int]:
        """The queue pair."""
        return self.source, self.qpn


@dataclasses.dataclass(slots=True)
class DatagramHole:
    """PSNs that are missing before a datagram.

    Attributes:
        behind: the datagram.
        parts: how many PSNs before its own each stretch of them begins, and how many before it ends: (3, 1) are the
            third and the second PSN before it; in the order of PSNs.
    """

    behind: UnexpectedDatagram
    parts: tuple[tuple[int, int], ...]

    @property
    def count(self) -> int:
        """How many PSNs are missing."""
        return sum(begin - end for begin, end in self.parts)

    def fill(self, psn: int) -> bool:
        """A datagram has come; whether it was missing here."""
        back = (self.behind.psn - psn) & PSN_MASK
        for at, (begin, end) in enumerate(self.parts):
            if end < back <= begin:
                left = [part for part in ((begin, back), (back - 1, end)) if part[0] > part[1]]
                self.parts = (*self.parts[:at], *left, *self.parts[at + 1 :])
                return True
        return False

    def findings(self) -> list[Finding]:
        """The findings about those that have not come, one for PSNs that follow each other."""
        of = self.behind
        return [
            Finding(
                DATAGRAM_GAP, of.frame, of.time, of.flow,
                {"count": begin - end, "psn": (of.psn - end) & PSN_MASK}, begin - end,
            )
            for begin, end in self.parts
        ]  # fmt: skip


@dataclasses.dataclass(slots=True)
class LateDatagrams:
    """Datagrams that came late, one after the other.

    Attributes:
        first, last: these.
        count: how many.
        overtakers: the packets that have overtaken them.
    """

    first: UnexpectedDatagram
    last: UnexpectedDatagram
    count: int
    overtakers: tuple[int, ...]

    def goes_on(self, datagram: UnexpectedDatagram) -> bool:
        """Whether a late datagram follows."""
        last = self.last
        follows = datagram.number == last.number + 1 and datagram.psn == (last.psn + 1) & PSN_MASK
        return follows and datagram.flow == last.flow and datagram.side == last.side

    def finding(self) -> Finding:
        """The finding about them."""
        first, last = self.first, self.last
        facts = {"count": self.count, "psn": first.psn, "last": last.psn}
        because = (*sorted({*self.overtakers, first.frame}),)
        subject = Subject(first.side, until=last.time)
        return Finding(OUT_OF_ORDER, first.frame, first.time, first.flow, facts, self.count, because, subject)


class DatagramHoles:
    """What is missing of the datagrams of queue pairs, and may come late.

    Attributes:
        given_up: holes that were reported early, since there were too many.
    """

    def __init__(self) -> None:
        self.given_up: int = 0
        self._holes: dict[tuple[int, int], list[DatagramHole]] = {}
        self._late: dict[tuple[int, int], LateDatagrams] = {}
        self._count = 0
        self._told: list[DatagramHole] = []
        self._findings: list[Finding] = []

    def open(self, datagram: UnexpectedDatagram, missing: int) -> None:
        """PSNs are missing before a datagram."""
        holes = self._holes.setdefault(datagram.sender, [])
        self._expire(holes, datagram.now)
        holes.append(DatagramHole(datagram, ((missing, 0),)))
        self._count += 1
        if len(holes) > MOST_OF_ONE or self._count > MOST:
            self.given_up += 1
            self._tell(holes.pop(0))

    def fill(self, datagram: UnexpectedDatagram) -> bool:
        """A datagram comes whose PSN its queue pair has gone past; whether it was missing, and so is late."""
        holes = self._holes.get(datagram.sender)
        if holes is None:
            return False
        self._expire(holes, datagram.now)
        for hole in reversed(holes):
            if hole.fill(datagram.psn):
                if not hole.parts:
                    holes.remove(hole)
                    self._count -= 1
                self._come(datagram, hole.behind.frame)
                return True
        return False

    def _come(self, datagram: UnexpectedDatagram, overtaker: int) -> None:
        late = self._late.get(datagram.sender)
        if late is not None and late.goes_on(datagram):
            late.last, late.count = datagram, late.count + 1
            if overtaker not in late.overtakers:
                late.overtakers = (*late.overtakers, overtaker)
            return
        if late is not None:
            self._findings.append(late.finding())
        self._late[datagram.sender] = LateDatagrams(datagram, datagram, 1, (overtaker,))

    def take(self, now: int | None) -> tuple[list[Finding], dict[int, int]]:
        """What is known by now.

        Args:
            now: the latest time of a packet; None for the end of the capture.

        Returns:
            Findings, and for packets before which datagrams are missing, how many these are.
        """
        for sender, holes in [*self._holes.items()]:
            self._expire(holes, now)
            if not holes:
                del self._holes[sender]
        for sender, late in [*self._late.items()]:
            if now is None or now - late.last.now > LATEST:
                self._findings.append(self._late.pop(sender).finding())
        told, self._told = self._told, []
        findings, self._findings = self._findings, []
        findings += [finding for hole in told for finding in hole.findings()]
        return findings, {hole.behind.frame: hole.count for hole in told}

    def _expire(self, holes: list[DatagramHole], now: int | None) -> None:
        """Tell what is missing in holes of one queue pair for too long."""
        while holes and (now is None or now - holes[0].behind.now > LATEST):
            self._tell(holes.pop(0))

    def _tell(self, hole: DatagramHole) -> None:
        self._count -= 1
        self._told.append(hole)
