"""Pauses of ports: how long they last, and which flows stand still meanwhile.

A flow stood still if it sent to the port before the pause and behind it, and nothing while it lasted; these packets may
be in other batches than the end of the pause.  Which flow has caused a pause does not show at one tap, and a pause
without an end in the capture has no length, as that depends on the speed of the link: then its quanta are told.

Source: IEEE 802.1Qbb; IEEE 802.3, annex 31B.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.checks.finding_columns import FindingColumns
from ibpkt.analysis.checks.pause_frames import QUANTUM_BITS, RESUME
from ibpkt.analysis.columns.directions import DirectionState, PacketDirections
from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.ethernet_addresses import ethernet_addresses
from ibpkt.analysis.incidents.incident_groups import CaptureSpan, IncidentGroups
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.results.finding import Severity, duration
from ibpkt.arrays import Ints
from ibpkt.batch import Batch

#: pauses of a batch whose victims are sought, and pauses that wait for packets behind them
MOST = 256
#: how much longer than the pause before it, and behind it, a flow is looked for
AROUND = 4
#: a storm: such a share of so many nanoseconds at least
STORM_SHARE, STORM_SPAN = 0.1, 100_000_000
#: Gbit/s for which pauses without an end are told as time
SPEEDS = (25, 100, 400)


class PauseSpan(NamedTuple):
    """A pause that is over.

    Attributes:
        sender: the address of the port, as texts show it.
        what: the priorities, or the link.
        start, end: nanoseconds since the epoch.
    """

    sender: str
    what: str
    start: int
    end: int

    @property
    def length(self) -> int:
        """Nanoseconds."""
        return self.end - self.start


@dataclasses.dataclass(slots=True)
class _Port:
    """What a port has paused.

    Attributes:
        paused: nanoseconds by priorities, of pauses that were ended.
        quanta: by priorities, of pauses that were not.
        first, last: the times of its first frame and the last.
        has_traffic: some packet in the capture goes to it.
    """

    paused: Counter[str] = dataclasses.field(default_factory=Counter)
    quanta: Counter[str] = dataclasses.field(default_factory=Counter)
    first: int = 0
    last: int = 0
    has_traffic: bool = False


class Pauses:
    """The pauses of a capture, batch by batch.

    Args:
        groups: gets what they are.
    """

    def __init__(self, groups: IncidentGroups) -> None:
        self._groups = groups
        self._ports: dict[str, _Port] = {}
        self._open: list[tuple[PauseSpan, set[int]]] = []  # with the directions that are judged
        self._last = DirectionState(last=0)

    def add(self, hits: list[FindingColumns], batch: Batch, passes: Callable[[int], bool]) -> None:
        """Take the frames of a batch that pause and resume.

        Args:
            hits: these frames.
            batch: the packets.
            passes: whether a packet is wanted, by its number.
        """
        left = MOST
        for each in hits:
            facts = each.facts(np.arange(len(each)))
            numbers, times = batch.frames.number_of[each.rows].tolist(), batch.frames.time[each.rows].tolist()
            for at, (frame, time) in enumerate(zip(numbers, times, strict=True)):
                sender, what = facts["sender"][at], facts["what"][at]
                tally = self._groups.at(cases.PAUSED, IncidentPlace(Reach.SENDER, sender, ""))
                selected = tally.selected or passes(frame)
                tally.see(each.kind.name, each.kind.severity, frame, time)
                tally.selected = selected
                tally.detail = tally.detail or f" for {what}"
                port = self._ports.setdefault(sender, _Port(first=time))
                port.last = max(port.last, time)
                if each.kind is not RESUME:
                    port.quanta[what] += facts["quanta"][at]
                    continue
                port.quanta.pop(what, None)
                paused = facts["paused"][at]
                if paused:
                    port.paused[what] += paused
                    if left:
                        left -= 1
                        self._open.append((PauseSpan(sender, what, time - paused, time), set()))

    def look(self, columns: Transport, flows: Ints) -> None:
        """Look for flows that stood still among the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            flows: the number of each one's flow, 0 for none.
        """
        if not len(columns):
            return
        directions = PacketDirections.of(columns, flows)
        places = self._last.places(directions.distinct)
        before = self._last["last"][places].copy()
        if self._ports and len(directions.distinct):
            self._judge(columns, directions, before)
        self._last["last"][places] = columns.time[directions.lasts()]
        now = int(columns.time[-1])
        self._open = [each for each in self._open if now <= each[0].end + AROUND * each[0].length][-MOST:]

    def _judge(self, columns: Transport, directions: PacketDirections, before: Ints) -> None:
        firsts = directions.firsts()
        ports = np.array(ethernet_addresses(columns, firsts, "dst"), object)
        for sender, port in self._ports.items():
            port.has_traffic |= bool((ports == sender).any())
        for pause, judged in self._open:
            margin = AROUND * pause.length
            rows = np.flatnonzero(
                (columns.time >= pause.start - margin) & (columns.time <= pause.end + margin) & (directions.places >= 0)
            )
            rows = rows[ports[directions.places[rows]] == pause.sender]
            still = []
            for place in np.unique(directions.places[rows]).tolist():
                direction, time = int(directions.distinct[place]), columns.time[rows[directions.places[rows] == place]]
                earlier = int(before[place])
                if direction in judged or pause.start <= earlier:
                    continue  # it has sent meanwhile, or has been judged by what it sent behind it
                moved = bool(((time >= pause.start) & (time <= pause.end)).any())
                began = earlier >= pause.start - margin or bool((time < pause.start).any())
                goes_on = bool((time > pause.end).any())
                if moved or goes_on:
                    judged.add(direction)
                if began and goes_on and not moved:
                    still.append(direction // 2)
            self._note(pause, sorted(set(still)))

    def _note(self, pause: PauseSpan, still: list[int]) -> None:
        """Flows stood still during a pause."""
        place = IncidentPlace(Reach.SENDER, pause.sender, "")
        self._groups.concern(cases.PAUSED, place, still)
        tally = self._groups.at(cases.PAUSED, place)
        stand = "1 flow stands" if len(still) == 1 else f"{len(still)} flows stand"
        story = (f"{pause.sender} pauses its neighbour for {pause.what}", f"{stand} still for {duration(pause.length)}")
        for _ in still:
            tally.stand_still(pause.length, story, "resumes")

    def tell(self, span: CaptureSpan) -> None:
        """How long ports have paused, at the end of the capture."""
        whole = span.end - (span.start or 0)
        for sender, port in self._ports.items():
            tally = self._groups.at(cases.PAUSED, IncidentPlace(Reach.SENDER, sender, ""))
            told = [
                f"{what} is paused for {duration(paused)}, {paused / whole:.1%} of the capture"
                for what, paused in port.paused.most_common() if whole
            ]  # fmt: skip
            for what, quanta in port.quanta.most_common():
                times = ", ".join(f"{duration(quanta * QUANTUM_BITS // speed)} at {speed}" for speed in SPEEDS)
                told.append(f"{what} is paused for {quanta:,} quanta without an end: {times} Gbit/s at most")
            lasted, paused = port.last - port.first, max(port.paused.values(), default=0)
            if lasted >= STORM_SPAN and paused > STORM_SHARE * lasted:
                tally.detail = f"{tally.detail}: a pause storm, {paused / lasted:.0%} of {duration(lasted)}"
                tally.severity = max(tally.severity, Severity.ERROR)
            if not port.has_traffic:
                told.append("no RDMA packet in the capture goes to it")
            elif not self._groups.has(cases.MARKED):
                told.append("no switch marks a packet: nothing else shows a queue on the way to it")
            tally.story = (*tally.story, *told)
