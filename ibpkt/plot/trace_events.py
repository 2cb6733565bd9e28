"""Trace events: messages, storage commands, findings and incidents over time, for viewers as Perfetto."""

from __future__ import annotations

from collections.abc import Callable

from ibpkt.analysis.analyser import AnalysisResult
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.incidents import Incident, Incidents
from ibpkt.analysis.results.finding import Finding, Severity
from ibpkt.analysis.results.flow import Flow, Side
from ibpkt.analysis.results.message import Message
from ibpkt.batch import Batch
from ibpkt.commands.command import Command
from ibpkt.commands.follower import CommandFollower
from ibpkt.plot.capture_plot import CaptureClock, PlotOptions
from ibpkt.plot.trace_tracks import TraceEvent, TraceTracks, arrow, mark, span
from ibpkt.protocols import OPCODES

#: operations whose answer carries data, which the other end sends
_WITH_RESPONSES = {opcode.operation for opcode in OPCODES.values() if opcode.kind == "response"}
#: ends of flows whose names are remembered: memory does not grow with the capture
_MOST_NAMES = 10_000
#: the name of what has no host: incidents
_INCIDENTS = "incidents"


class TraceCollector:
    """Takes the batches of one capture, in order, and writes events as messages and commands end.

    Args:
        options: the name of the capture, whether ICRCs are verified, names of addresses.
        write: takes each event; their order is not that of their times, which the format allows.

    Attributes:
        clock: when the capture begins and ends; times of events count from its first packet.
        expert: what is wrong with it.
    """

    def __init__(self, options: PlotOptions, write: Callable[[TraceEvent], object]) -> None:
        self.options: PlotOptions = options
        self.clock: CaptureClock = CaptureClock()
        self.expert: Expert = Expert(messages=True, flows=True, verify=options.verify)
        self._incidents = Incidents(self.expert)
        self._follower = CommandFollower(analyser=self.expert.analyser)
        self._write = write
        self._tracks = TraceTracks(write, _INCIDENTS)
        self._ended: dict[int, Flow] = {}
        self._named: dict[tuple[int, int], tuple[str, str]] = {}
        self._arrows = 0

    def add(self, batch: Batch) -> None:
        """Take the next batch."""
        if not len(batch):
            return
        self.clock.add(batch)
        found = self.expert.add(batch)
        self._incidents.add(found, batch)
        self._take(found.analysed, self._follower.follow(batch, found.analysed))
        self._marks(found.in_order(batch))

    def finish(self) -> None:
        """There are no more: what is still open, and the incidents."""
        last = list(self.expert.finish())
        self._incidents.add_last(last)
        self._take(self.expert.last, self._follower.follow_last(self.expert.last))
        self._marks(last)
        for number, incident in enumerate(self._incidents.finish(), 1):
            self._incident(number, incident)

    def about(self) -> dict[str, object]:
        """When it begins, and how many packets there are."""
        seconds, nanoseconds = divmod(self.clock.start, 1_000_000_000)
        return {"start": f"{seconds}.{nanoseconds:09d}", "packets": self.clock.packets}

    def _take(self, analysed: AnalysisResult, commands: list[Command]) -> None:
        self._ended = {number: flow for flow in analysed.flows for number in (flow.number, flow.also) if number}
        for message in analysed.messages:
            self._message(message)
        for command in commands:
            self._command(command)

    def _time(self, time: int) -> int:
        """Nanoseconds from the first packet; a clock that was set back stands still."""
        return max(0, time - self.clock.start)

    def _names(self, flow: int, side: int) -> tuple[str, str]:
        """The host and the queue pair of an end of a flow, as the tracks that it has are called."""
        known = self._named.get((flow, side))
        if known is not None:
            return known
        found = self._ended.get(flow) or self.expert.analyser.flow(flow)
        if found is None:
            return "capture", "no flow"
        own, other = found.sides[side], found.sides[1 - side]
        names = self.options.named(own.address), _queue_pair(own, other)
        if own.qpn is not None and other.qpn is not None:
            if len(self._named) >= _MOST_NAMES:
                self._named.clear()
            self._named[flow, side] = names
        return names

    def _message(self, message: Message) -> None:
        start = self._time(message.start)
        requested = max(start, self._time(message.start if message.end is None else message.end))
        completed = message.completed
        end = max(requested, self._time(self.clock.last if completed is None else completed))
        if completed is None and message.outcome in ("sent", "unknown", "incomplete"):
            end = requested  # nothing will answer it, or nobody saw
        place = self._tracks.place(*self._names(message.flow, message.side), start, end)
        self._write(
            span(
                place,
                message.kind,
                "message",
                start,
                end,
                flow=message.flow,
                number=message.number,
                outcome=message.outcome,
                bytes=message.size,
                first_psn=message.first_psn,
                last_psn=message.last_psn,
                first_frame=message.first_frame,
                last_frame=message.last_frame,
                address=None if message.address is None else f"0x{message.address:016x}",
                r_key=None if message.r_key is None else f"0x{message.r_key:08x}",
                retransmissions=message.retransmissions or None,
                rnr_naks=message.refusals or None,
            )
        )
        if message.kind not in _WITH_RESPONSES or message.responded is None:
            return
        answered = max(start, self._time(message.responded))
        host, track = self._names(message.flow, 1 - message.side)
        other = self._tracks.place(host, f"{track} responses", answered, max(answered, end))
        self._write(span(other, f"{message.kind} response", "response", answered, end, flow=message.flow))
        self._arrows += 1
        for event in arrow(self._arrows, message.kind, (*place, start), (*other, answered)):
            self._write(event)

    def _command(self, command: Command) -> None:
        start = self._time(command.start)
        if command.until is None:
            end = start if command.by_design else self._time(self.clock.last)
        else:
            end = self._time(command.until)
        end = max(start, end)
        host, pair = self._names(command.flow, command.side)
        queue = command.queue if not command.queue.isdigit() else f"queue {command.queue}"
        place = self._tracks.place(host, " ".join(filter(None, (command.protocol, queue, pair))), start, end)
        args = {
            "flow": command.flow,
            "number": command.number,
            "identifier": command.identifier,
            "outcome": command.outcome,
            "status": command.status,
            "bytes": command.size,
            "moved": command.moved or None,
            "detail": command.detail,
            "first_frame": command.first_frame,
            "last_frame": command.last_frame,
            "retransmissions": command.retransmissions or None,
            "rnr_naks": command.refusals or None,
        }
        self._write(span(place, command.kind, "command", start, end, **args))
        if command.data_start is not None and command.data_end is not None:
            begins = min(max(start, self._time(command.data_start)), end)
            self._write(span(place, "data", "data", begins, min(max(begins, self._time(command.data_end)), end)))

    def _marks(self, findings: list[Finding]) -> None:
        """Findings from notes on: a span where it is about packets over some time, else a mark."""
        for finding in findings:
            if finding.kind.severity < Severity.NOTE:
                continue
            side = 0 if finding.subject is None else finding.subject.side ^ finding.subject.answers
            host, pair = self._names(finding.flow, side) if finding.flow else ("capture", "no flow")
            start = self._time(finding.time)
            until = 0 if finding.subject is None else self._time(finding.subject.until)
            args = {
                "says": str(finding),
                "severity": str(finding.kind.severity),
                "frame": finding.frame,
                "packets": finding.packets,
                "because": ", ".join(map(str, finding.because[:20])),
            }
            place = self._tracks.place(host, f"{pair} findings", start, max(start, until))
            if until > start:
                self._write(span(place, finding.kind.name, "finding", start, until, **args))
            else:
                self._write(mark(place, finding.kind.name, "finding", start, **args))

    def _incident(self, number: int, incident: Incident) -> None:
        start, end = self._time(incident.start), self._time(incident.end)
        place = self._tracks.place(_INCIDENTS, "by cost", start, max(start, end))
        self._write(
            span(
                place,
                f"{number}: {incident.title}",
                "incident",
                start,
                end,
                cause=incident.cause,
                severity=str(incident.severity),
                where=incident.where,
                flows=", ".join(incident.names),
                cost_ns=incident.cost,
                resent_bytes=incident.resent,
                says=incident.sentence,
                advice=incident.advice,
                first_frame=incident.first_frame,
                last_frame=incident.last_frame,
            )
        )


def _queue_pair(side: Side, other: Side) -> str:
    """The name of a track: a queue pair and where it sends to."""
    numbers = ["QP ?" if each.qpn is None else f"QP 0x{each.qpn:06x}" for each in (side, other)]
    return f"{numbers[0]} to {other.address or 'unknown'} {numbers[1]}"
