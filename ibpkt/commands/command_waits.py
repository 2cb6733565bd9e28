"""What commands waited for underneath: timers of the transport that ran while they were under way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ibpkt.analysis.checks.expert import Expert, ExpertResult
from ibpkt.analysis.incidents import Incident, Incidents
from ibpkt.analysis.recovery.kinds import RNR_EARLY, RNR_RETRY, SPURIOUS_TIMEOUT, TIMEOUT
from ibpkt.analysis.results.finding import Finding, FindingType, Severity
from ibpkt.batch import Batch
from ibpkt.commands.command import Command

#: by kind of finding what ran out, one of them and several; its fact "waited" says for how long it ran
TIMERS: dict[FindingType, tuple[str, str]] = {
    TIMEOUT: ("a retransmission timeout", "retransmission timeouts"),
    SPURIOUS_TIMEOUT: ("a timeout that was too short", "timeouts that were too short"),
    RNR_RETRY: ("the delay of an RNR NAK", "delays of RNR NAKs"),
    RNR_EARLY: ("the delay of an RNR NAK", "delays of RNR NAKs"),
}
#: the share of a wait in a command's latency, and the other way round, from which on the one explains the other
ENOUGH = 0.5
#: findings that are kept
_LIMIT = 1 << 16


class CommandWait(NamedTuple):
    """A part of the time that a command took.

    Attributes:
        timers: what ran, in words.
        nanoseconds: for how long, of the time of the command.
        incident: the number of the incident that they belong to, as `ibpkt expert --incident` takes it; 0 for none.
    """

    timers: str
    nanoseconds: int
    incident: int


class CommandWaits:
    """Collects timers that ran out, and the incidents that explain them.

    Args:
        expert: gives the findings; its caller feeds it.

    Attributes:
        incidents: all of them, once the capture is over, as ``ibpkt expert`` numbers them.
    """

    def __init__(self, expert: Expert) -> None:
        self.incidents: list[Incident] = []
        self._incidents = Incidents(expert)
        self._timers: dict[int, list[Finding]] = {}
        self._count = 0

    def add(self, found: ExpertResult, batch: Batch) -> None:
        """Take what a batch has brought."""
        self._incidents.add(found, batch)
        self._keep(found.findings)

    def finish(self, last: Iterable[Finding]) -> None:
        """Take what the end of the capture shows."""
        last = list(last)
        self._incidents.add_last(last)
        self._keep(last)
        self.incidents = [each for each in self._incidents.finish() if each.severity >= Severity.NOTE]

    def _keep(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            if finding.kind in TIMERS and self._count < _LIMIT:
                self._count += 1
                self._timers.setdefault(finding.flow, []).append(finding)

    def of(self, command: Command, now: int) -> list[CommandWait]:
        """What a command waited for, the longest first.

        Args:
            command: it.
            now: the end of the capture: a command without a response has waited until then.
        """
        end = command.until if command.until is not None else now
        waits: list[CommandWait] = []
        by_timer: dict[str, list[tuple[int, Finding]]] = {}
        covered = command.start
        for finding in sorted(self._timers.get(command.flow, ()), key=_begin):
            begin = max(_begin(finding), covered)
            span = min(finding.time, end) - begin
            if span > 0:  # where timers run at once, the time counts once
                by_timer.setdefault(TIMERS[finding.kind][0], []).append((span, finding))
                covered = begin + span
        for several in by_timer.values():
            one, many = TIMERS[several[0][1].kind]
            words = one if len(several) == 1 else f"{len(several)} {many}"
            waits.append(CommandWait(words, sum(span for span, _ in several), self._incident(several[0][1])))
        return sorted(waits, key=lambda wait: -wait.nanoseconds)

    def blamed(self, commands: Iterable[Command]) -> dict[int, list[Command]]:
        """The commands that incidents explain, by the number of the incident, from 1; of several the costliest."""
        found: dict[int, list[Command]] = {}
        for command in commands:
            end = self._incidents.span.end if command.until is None else command.until
            for number, incident in enumerate(self.incidents, 1):
                meets = incident.start <= end and command.start <= incident.end
                if command.flow in incident.flows and meets and _explains(incident, end - command.start):
                    found.setdefault(number, []).append(command)
                    break
        return found

    def _incident(self, finding: Finding) -> int:
        for number, incident in enumerate(self.incidents, 1):
            if (
                finding.kind.name in incident.evidence
                and finding.flow in incident.flows
                and incident.first_frame <= finding.frame <= incident.last_frame
            ):
                return number
        return 0


def _begin(timer: Finding) -> int:
    """When a timer that ran out began."""
    begin: int = timer.time - timer.facts["waited"]
    return begin


def _explains(incident: Incident, latency: int) -> bool:
    """Whether a wait of it takes about as long as a command, which cannot be over before that."""
    waits = (span / count for count, span in incident.waits.values())
    longest = max(waits, default=0)
    return incident.severity >= Severity.WARNING and 0 < latency * ENOUGH <= longest <= latency / ENOUGH
