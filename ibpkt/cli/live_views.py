"""What ``ibpkt capture`` shows instead of packets: flows, what goes wrong, or only how much comes."""

from __future__ import annotations

from functools import partial

from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.incidents import Incident, Incidents
from ibpkt.analysis.results.finding import Severity
from ibpkt.analysis.results.flow_ranking import FlowRanking
from ibpkt.cli.analysis_batches import analysis_batches
from ibpkt.cli.expert_incidents import Asked, Told, incidents_text
from ibpkt.cli.expert_watch import IncidentsWatch
from ibpkt.cli.flows_text import FlowsShown
from ibpkt.cli.flows_watch import FlowsWatch
from ibpkt.cli.live_files import LiveFiles
from ibpkt.cli.progress_line import show, wipe
from ibpkt.cli.terminal import output, remark_given_up, terminal_width
from ibpkt.cli.watching import Pace, Rates, progress_is_shown
from ibpkt.output.table_fit import TableFit

#: flows in the table
FLOWS = 50
#: seconds of packets that are analysed together: a batch takes some milliseconds, however few packets it has
_TOGETHER = 0.1


def show_flows(inputs: LiveFiles, fit: TableFit) -> None:
    """The flows with most bytes, renewed every second, and once more at the end."""
    shown, rank = FlowsShown(inputs.name_table, fit), partial(FlowRanking, "bytes", FLOWS)
    reader = inputs.reader
    reader.gather = _TOGETHER
    for capture in inputs:
        analyser, ranking = Analyser(messages=False, paths=True), rank()
        watch = FlowsWatch(reader.name, analyser, shown, rank, inputs.selection, lambda: reader.dropped)
        inputs.every_tick(watch.look)
        for batch in inputs.select(analysis_batches(inputs, capture)):
            ended = analyser.add(batch).flows
            ranking.add(ended)
            watch.add(batch, ended)
            del batch  # its buffer is used again for the next
        watch.end()
        for part in analyser.finish_in_parts():
            ranking.add(part.flows)
        output().write(shown.table(list(ranking)).encode())
        remark_given_up(capture.name, analyser.given_up)


def show_expert(inputs: LiveFiles) -> None:
    """Incidents as soon as they are seen, and all of them at the end."""
    from ibpkt.analysis.checks.expert import Expert  # late: --help needs none of it
    from ibpkt.analysis.checks.finding_filter import FindingFilter

    inputs.reader.gather = _TOGETHER
    for capture in inputs:
        expert = Expert()
        wanted = FindingFilter(inputs.filter)
        incidents = Incidents(expert, wanted)
        watch = IncidentsWatch(incidents, _is_wanted, inputs.name_table.in_sentence)
        inputs.every_tick(watch.look)
        findings = 0
        for batch in analysis_batches(inputs, capture):
            wanted.look(batch)
            found = expert.add(batch)
            findings += len(found.findings) + sum(map(len, found.hits))
            incidents.add(found, batch)
            watch.add()
            del batch, found  # the buffer is used again for the next
        last = list(expert.finish())
        incidents.add_last(last)
        every = [incident for incident in incidents.finish() if _is_wanted(incident)]
        asked = Asked("" if inputs.filter is None else f"-Y {inputs.filter.text!r}", wanted.matched, 0)
        told = Told(
            capture.name, expert.packets, expert.analyser.without, every, findings + len(last),
            expert.analyser.totals, incidents.span, terminal_width(), inputs.name_table, asked, is_kept=False,
        )  # fmt: skip
        output().write(incidents_text(told).encode())
        wanted.close()
        remark_given_up(capture.name, expert.analyser.given_up)


def _is_wanted(incident: Incident) -> bool:
    return incident.severity >= Severity.NOTE


def write_only(inputs: LiveFiles) -> None:
    """Nothing but how much has come, on standard error where that is a terminal."""
    reader = inputs.reader
    rates, pace = Rates(reader.name, lambda: reader.dropped), Pace()
    look = partial(pace.look, lambda: show(rates.line()))
    is_shown = progress_is_shown()
    for capture in inputs:
        if is_shown:
            inputs.every_tick(look)
        for records in capture.reader.records():
            rates.add(len(records), int(records.wirelen.sum()))
            del records  # its buffer is used again for the next
            if is_shown:
                look()
    wipe()
