"""One capture of ``ibpkt expert``: what the analysis finds in it, and what of that is printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ibpkt.analysis.checks.finding_filter import FindingFilter
from ibpkt.analysis.checks.finding_groups import FindingGroups
from ibpkt.analysis.checks.findings_in_order import FindingsInOrder
from ibpkt.analysis.incidents import Incident, Incidents
from ibpkt.analysis.incidents.limits import Limit, MessageTimes, exceeded, needs_messages
from ibpkt.analysis.results.finding import Finding, FindingType, Severity
from ibpkt.batch import Batch
from ibpkt.cli.expert_effects import effects
from ibpkt.cli.expert_incidents import Asked, Told, incident_text, incidents_text, unmatched
from ibpkt.cli.expert_report import group_members, last_lines
from ibpkt.cli.expert_watch import IncidentsWatch
from ibpkt.cli.files import Files
from ibpkt.cli.selection import WantedFlows
from ibpkt.cli.table_files import TableReport
from ibpkt.cli.terminal import output, remark, remark_given_up, terminal_width
from ibpkt.commands.command_checks import CommandChecks
from ibpkt.errors import CallerError
from ibpkt.io.source import Capture
from ibpkt.output.report import Report

if TYPE_CHECKING:
    from ibpkt.cli.expert_ci import Checked


class Wanted(NamedTuple):
    """What was asked for, of every capture.

    Attributes:
        inputs: the captures.
        kinds: of findings.
        by_kind: these were named; otherwise they are all that there are.
        least: the least severity of findings and incidents.
        flows: their numbers; none for all.
        limits: what may not be exceeded.
        number: of the only incident that is printed; None for all.
        listed: findings are printed instead of incidents.
        summary: only how many findings there are of each kind.
        explain: with what each kind means.
        in_rows: each finding is printed, or becomes a row, as it comes.
        is_text: for people, not for programs.
        has_state: the analysis goes on where another run has ended, or is kept for another.
        options: as they are typed; empty for all that there is.
    """

    inputs: Files
    kinds: Sequence[FindingType]
    by_kind: bool
    least: Severity
    flows: tuple[int, ...]
    limits: Sequence[Limit]
    number: int | None
    listed: bool
    summary: bool
    explain: bool
    in_rows: bool
    is_text: bool
    has_state: bool
    options: str

    def has(self, incident: Incident) -> bool:
        """Whether an incident was asked for: it is bad enough, or has findings of the kinds that were named."""
        if self.by_kind:
            return any(kind.name in incident.evidence for kind in self.kinds)
        return incident.severity >= self.least


class CaptureExpert:
    """What the analysis finds in one capture.

    Args:
        wanted: what was asked for.
        capture: the capture, opened.
        report: gets the findings; None where all that is said is written behind the last capture.

    Attributes:
        expert: the analysis.
        told: the incidents that were asked for; known once the capture has ended.
        excesses: limits that were exceeded, likewise.
    """

    def __init__(self, wanted: Wanted, capture: Capture, report: Report[Any] | None) -> None:
        self._wanted, self._capture, self._report = wanted, capture, report
        self._above = CommandChecks(every_message=needs_messages(wanted.limits), followed=not wanted.has_state)
        self.expert = self._above.expert
        self.told: Sequence[Incident] = ()
        self.excesses: Sequence[str] = ()
        self._filter = FindingFilter(wanted.inputs.filter, wanted.kinds, wanted.least, wanted.flows)
        self._flows = WantedFlows(wanted.inputs.selection, self.expert.analyser, wanted.flows)
        self._incidents = Incidents(self.expert, self._filter)
        self._groups, self._latencies = FindingGroups(), MessageTimes()
        at_once = wanted.inputs.growing is not None or capture.reader.size is None
        self._order = FindingsInOrder(at_once=at_once)
        self._watch: IncidentsWatch | None = None
        self._before = 0
        self._asked = Asked()

    @property
    def packets(self) -> int:
        """Packets of this capture."""
        return self.expert.packets - self._before

    @property
    def is_empty(self) -> bool:
        """It has no RDMA packets."""
        return self.expert.analyser.without == self.packets

    def analyse(self, batches: Iterable[Batch]) -> None:
        """Take all batches, and print what is printed as it comes."""
        inputs = self._wanted.inputs
        self._before = self.expert.packets
        if self._report is not None:
            self._report.begin(self._capture.name, self._capture.files)
        if inputs.growing is not None and self._wanted.is_text and not self._wanted.listed:
            self._watch = IncidentsWatch(self._incidents, self._wanted.has, inputs.name_table.in_sentence)
            inputs.tick = self._watch.look
        for batch in batches:
            self._take(batch)
            if inputs.live:
                output().flush()
            if self._watch is not None:
                self._watch.add()
            del batch  # its buffer is used again for the next

    def _take(self, batch: Batch) -> None:
        self._wanted.inputs.look_for_fields(batch)
        self._filter.look(batch)
        every = self.expert.add(batch)
        self._filter.flows = self._flows.look(every.flows)
        self._incidents.add(every, batch)
        self._latencies.add(every.messages)
        found = self._filter.select(self._above.add(batch, every), batch)
        self._groups.add_result(found, batch)
        if self._wanted.in_rows and self._report is not None:
            self._report.add(self._order.add(found.in_order(batch), batch.frames.number_at(0)))

    def finish(self, *, goes_on: bool) -> None:
        """The capture has ended: say the rest.

        Args:
            goes_on: the analysis was kept for another run, so that it has not ended.
        """
        last = [] if goes_on else [finding for finding in self._end() if finding in self._filter]
        for finding in last:
            self._groups.add(finding)
        every = self._incidents.finish()
        self.told = [incident for incident in every if self._wanted.has(incident)]
        self._asked = Asked(self._wanted.options, self._filter.matched, len(every) - len(self.told))
        totals = self.expert.analyser.totals
        self.excesses = list(map(str, exceeded(self._wanted.limits, totals, self._latencies, every)))
        if self._report is not None:
            self._print_rest(self._report, last)
        self._filter.close()
        if nothing := unmatched(self._asked, totals):
            remark(self._capture.name, nothing)
        for excess in self.excesses:
            remark(self._capture.name, excess)
        remark_given_up(self._capture.name, self.expert.analyser.given_up)

    def _end(self) -> list[Finding]:
        last = list(self.expert.finish())
        self._incidents.add_last(last)
        self._latencies.add(self.expert.messages)
        return [*last, *self._above.finish()]

    def _print_rest(self, report: Report[Any], last: list[Finding]) -> None:
        if self._wanted.in_rows:
            report.add(self._order.finish(last))
        if isinstance(report, TableReport):
            report.add_rows("incidents", self.told)
        before = partial(group_members, self._groups, self.packets, self._wanted.explain, self.told)
        report.end(before=before, text=self._text)

    def _text(self) -> str:
        """What is printed of the whole capture.

        Raises:
            CallerError: there is no incident of the number.
        """
        wanted = self._wanted
        if wanted.listed:
            names = wanted.inputs.name_table
            return last_lines(
                self._capture.name, self._groups, self.packets, wanted.summary, wanted.explain, names, wanted.options
            )
        screen = self._screen()
        if wanted.number is not None:
            return _one(wanted.number, screen)
        if not self.told and unmatched(self._asked, self.expert.analyser.totals):
            return ""
        return incidents_text(screen)

    def _screen(self) -> Told:
        wanted, analyser = self._wanted, self.expert.analyser
        did = () if wanted.has_state else effects(wanted.inputs, self._capture, self.told, self.packets)
        return Told(
            self._capture.name, self.packets, analyser.without, self.told, self._groups.count(), analyser.totals,
            self._incidents.span, terminal_width(), wanted.inputs.name_table, self._asked, did,
        )  # fmt: skip

    def checked(self, *, fail_empty: bool) -> Checked:
        """It as a test of a machine that runs tests.

        Args:
            fail_empty: that it has no RDMA packets is a failure.
        """
        from ibpkt.cli.expert_ci import Checked  # late: only for these formats

        name = self._capture.name
        absence = f"{name} has no RDMA packets" if fail_empty and self.is_empty else ""
        return Checked(name, self._incidents.span.seconds, self.told, self.excesses, absence)

    def is_failure(self, least: Severity | None) -> bool:
        """Whether a limit was exceeded, or a finding or an incident has at least this severity.

        Args:
            least: None for limits alone.
        """
        # some incidents are no findings, and some are less severe than these
        severities = [*filter(None, (self._groups.worst(),)), *(incident.severity for incident in self.told)]
        return bool(self.excesses) or (least is not None and any(each >= least for each in severities))


def _one(number: int, screen: Told) -> str:
    """The text of one incident.

    Raises:
        CallerError: there are fewer.
    """
    count = len(screen.incidents)
    if number > count:
        raise CallerError(f"{screen.name} has {count} {'incident' if count == 1 else 'incidents'}, not {number}")
    return incident_text(number, screen)
