"""``ibpkt flows``: who talks to whom, and how well?"""

from __future__ import annotations

from functools import partial

import click

from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.flow_ranking import ORDERS, FlowRanking
from ibpkt.analysis.verbs.host_pattern import HostPattern, Pattern
from ibpkt.cli.analysis_batches import analysis_batches
from ibpkt.cli.by_file import by_file
from ibpkt.cli.files import Files
from ibpkt.cli.flows_text import FlowsShown
from ibpkt.cli.flows_watch import FlowsWatch
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.kept_state import KeptState, state_options
from ibpkt.cli.option_types import Choice
from ibpkt.cli.options import (
    capture_options,
    examples,
    format_option,
    limit_option,
    report_color,
    table_options,
    trust_option,
)
from ibpkt.cli.selection import nothing_matches, typed_options
from ibpkt.cli.table_files import TABLE_FORMATS, TableOutput, table_option
from ibpkt.cli.terminal import output, remark, remark_given_up
from ibpkt.commands.carried_protocols import CarriedProtocols
from ibpkt.commands.wanted_messages import WantedMessages
from ibpkt.output.report import Layout
from ibpkt.output.table import FORMATS
from ibpkt.output.table_fit import TableFit


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt flows captures/nvmeof.pcap",
        "ibpkt flows -V --sort retransmitted --limit 1 captures/loss_write_3pct.pcap.gz",
        "ibpkt flows --join -T parquet -o tables captures/rc_read.pcap captures/rc_write.pcap",
    ),
)
@capture_options(joined=True, by_flow=True, followed=True)
@by_file()
@state_options
@click.option("-V", "--details", is_flag=True, help="Print all that is known of each flow.")
@click.option(
    "--sort",
    "order",
    type=Choice(list(ORDERS)),
    metavar="ORDER",
    default="first",
    show_default=True,
    help=f"Sort by this, highest first: {', '.join(ORDERS)} (the order of the flows' first packets).",
)
@limit_option("Print the first N flows, and how many more there are; 0 for all.")
@table_options
@trust_option
@table_option
@format_option((*FORMATS, *TABLE_FORMATS), "A table, CSV, a JSON object per file, or a file in the tables of DIR.")
def command(
    inputs: Files,
    form: str,
    details: bool,
    order: str,
    limit: int,
    no_crc: bool,
    state: str | None,
    final: bool,
    fit: TableFit,
    directory: str | None,
) -> int:
    """Who talks to whom: queue pairs, both directions, and how well it goes.

    A flow is a pair of queue pairs and the packets between them. With -f, flows that have changed are printed every
    second, on a terminal all of them in their place. -Y removes packets before the analysis: select whole
    flows with it, or packets will appear to be lost.
    """
    if details and form != "text":
        raise click.UsageError("-V is for text; CSV and JSON have everything")
    tables = TableOutput(form, directory, ["flows"])
    shown = FlowsShown(inputs.name_table, fit)
    layout: Layout[Flow] = Layout(
        "flows", record=shown.record, text=shown.details if details else shown.table, columns=shown.columns
    )
    kept = KeptState(state, final, inputs)
    report = tables.report(output(), layout, several=inputs.several, color=report_color())
    asked = typed_options(inputs.selection, inputs.filter, {})
    for capture in inputs:
        choice = WantedMessages()
        analyser = Analyser(paths=True, verify=not no_crc, choice=choice)
        carried = CarriedProtocols(analyser, choice)
        ranking, hosts, found = FlowRanking(order, tables.limit(limit)), HostPattern(), 0
        kept.load(analyser, capture)
        watch = None
        if inputs.growing is not None and form == "text":
            rank = partial(FlowRanking, order, limit)
            watch = FlowsWatch(capture.name, analyser, shown, rank, inputs.selection)
            inputs.tick = watch.look
        for batch in inputs.select(kept.count(analysis_batches(inputs, capture), capture)):
            result = analyser.add(batch)
            carried.add(batch, result)
            ended = list(inputs.selection.flows(carried.name(result.flows)))
            ranking.add(ended)
            hosts.add(ended)
            found += len(ended)
            if watch is not None:
                watch.add(batch, ended)
            del batch  # its buffer is used again for the next
        if watch is not None:
            watch.end()
        if not kept.save(analyser):
            for part in analyser.finish_in_parts():
                carried.finish(part)
                ended = list(inputs.selection.flows(carried.name(part.flows)))
                ranking.add(ended)
                hosts.add(ended)
                found += len(ended)
        left_out, pattern = ranking.left_out, hosts.found()
        report.begin(capture.name, capture.files)
        report.add(ranking)
        told = None if pattern is None else {"kind": pattern.kind, "hosts": [*pattern.hosts]}
        report.end(after={"more": left_out, "pattern": told}, text=partial(_below, left_out, pattern))
        if left_out and form != "text":
            remark(capture.name, f"{left_out} more flows; --limit 0 gives all")
        if not found and (nothing := nothing_matches(inputs.selection, asked, analyser.totals.flows, "flow")):
            remark(capture.name, nothing)
        remark_given_up(capture.name, analyser.given_up)
    return inputs.code


def _below(flows: int, pattern: Pattern | None) -> str:
    """How many flows there are besides, and the pattern of all."""
    return (f"{flows} more flows\n" if flows else "") + (f"pattern: {pattern}\n" if pattern else "")
