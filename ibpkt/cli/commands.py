"""``ibpkt commands``: what did the storage and messaging protocols above the verbs do?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ibpkt.cli.analysis_batches import LARGE_BATCH, analysis_batches
from ibpkt.cli.by_file import by_file
from ibpkt.cli.commands_text import CommandLines
from ibpkt.cli.commands_views import (
    CommandView,
    DepthView,
    FollowedCommand,
    FollowView,
    LatencyView,
    ListView,
    SlowestView,
    followed,
)
from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.option_types import FLOW, Parsed, Seconds
from ibpkt.cli.options import capture_options, examples, format_option, report_color, table_options, trust_option
from ibpkt.cli.selection import typed_options
from ibpkt.cli.table_files import TABLE_FORMATS, TableOutput, table_option
from ibpkt.cli.terminal import output, remark, remark_given_up, table_width
from ibpkt.cli.wanted_commands import WantedCommands
from ibpkt.commands.command_depth import CommandDepth
from ibpkt.commands.command_latency import COLUMNS
from ibpkt.commands.command_rows import COMMANDS, command_row, connection_row
from ibpkt.commands.command_table import CommandTable
from ibpkt.commands.decode_as import decode_as
from ibpkt.commands.follower import CommandFollower
from ibpkt.io.source import Capture
from ibpkt.output.quantities import count_text
from ibpkt.output.report import Layout, Report
from ibpkt.output.table_fit import TableFit, wrapped

if TYPE_CHECKING:
    from ibpkt.commands.command_waits import CommandWaits
    from ibpkt.commands.explained_commands import ExplainedCommands

#: columns of latencies in the order in which they are left out where the table is too wide
_FIRST_TO_GO = ("mean_us", "device_p50_us", "data_p50_us", "p90_us", "min_us", "bytes", "protocol", "errors", "queue")
DEPTH = ("flow", "queue", "start", "commands", "mean_depth", "max_depth")


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt commands captures/nvmeof.pcap",
        "ibpkt commands --slowest 6 captures/nvmeof.pcap",
        "ibpkt commands --latency captures/nvmeof.pcap",
    ),
)
@capture_options(joined=True, by_flow=True)
@by_file()
@click.option("--latency", "summary", flag_value="latency", help="Percentiles by kind and queue, and their parts.")
@click.option("--depth", "summary", flag_value="depth", help="How many commands were under way, over time.")
@click.option("--slowest", type=click.IntRange(1), metavar="N", help="The N commands that took longest.")
@click.option("--errors", is_flag=True, help="Only commands that were refused or not answered.")
@click.option(
    "--follow",
    type=Parsed("command", followed, "17 or 0x400e"),
    metavar="N|ID",
    help="One command, with all its packets: by its number (`command` in JSON), or by its id, 0x400e.",
)
@click.option("--payload", metavar="FILE", help="With --follow: write the data of the command to FILE.")
@click.option("--flow", "flows", multiple=True, type=FLOW, metavar="N", help="Only commands of flow N; repeatable.")
@click.option("--kind", "kinds", multiple=True, metavar="NAME", help="Only commands of this kind; repeatable.")
@click.option("--interval", type=Seconds(1e-9), metavar="SECONDS", help="Length of the intervals of --depth.")
@click.option(
    "--decode-as",
    "told",
    multiple=True,
    metavar="'qp NUMBER,PROTOCOL'",
    help="What a queue pair carries, whatever the capture says; repeatable.",
)
@table_options
@trust_option
@table_option
@format_option(["text", "csv", "json", "jsonl", *TABLE_FORMATS], "Lines, CSV, JSON, or a file in the tables of DIR.")
def command(
    inputs: Files,
    form: str,
    summary: str | None,
    slowest: int | None,
    errors: bool,
    follow: FollowedCommand | None,
    payload: str | None,
    flows: tuple[int, ...],
    kinds: tuple[str, ...],
    interval: int | None,
    told: tuple[str, ...],
    no_crc: bool,
    fit: TableFit,
    directory: str | None,
) -> int:
    """What the storage protocols above asked for, how long it took, and how it ended.

    A line for each command of NVMe over Fabrics, NFS, iSER, SRP and other protocols, printed as commands end: latency
    is the time from its first packet to the first packet of its response. Connections are recognised by connection
    management, or by several of their messages. -Y removes packets before the analysis: select whole flows with it.
    """
    if interval is not None and summary != "depth":
        raise click.UsageError("--interval goes with --depth")
    tables = TableOutput(form, directory, ["commands"])
    tables.refuse({f"--{summary}": summary, "--follow": follow})
    if sum((summary is not None, slowest is not None, follow is not None)) > 1:
        raise click.UsageError("--latency, --depth, --slowest and --follow are mutually exclusive")
    if payload is not None and follow is None:
        raise click.UsageError("--payload goes with --follow")
    if follow is not None and "-" in inputs.names:
        raise click.UsageError("--follow reads the packets again, and a pipe can be read once")
    carried = decode_as(told)
    wanted = WantedCommands(errors, flows, kinds, inputs.selection.queue_pairs)
    asked = typed_options(
        inputs.selection, inputs.filter, {"--flow": flows, "--kind": kinds, "--errors": [True] * errors}
    )
    for_lines = CommandLines(fit if summary is None else fit._replace(columns=()), measured=slowest is not None)
    explains = slowest is not None and form == "text" and inputs.filter is None and not inputs.selection.text
    layout: Layout[Any] = Layout(
        "commands", command_row, for_lines, [column.name for column in COMMANDS], for_lines.heading
    )
    if summary is not None:
        layout = Layout(
            summary,
            dict,
            columns=COLUMNS if summary == "latency" else DEPTH,
            table=partial(fit.table, first_to_go=_FIRST_TO_GO),
        )
    report = tables.report(output(), layout, several=inputs.several, color=report_color())
    for capture in inputs:
        for_lines.restart()
        source: CommandFollower | ExplainedCommands
        waits = None
        if explains:
            from ibpkt.commands.explained_commands import ExplainedCommands  # late: it needs all of the analysis

            source = ExplainedCommands(carried, verify=not no_crc)
            waits = source.waits
        else:
            source = CommandFollower(carried, frames=follow is not None, verify=not no_crc)
        wanted.restart(source.queue_pairs)
        view = _view(report, for_lines, capture, waits, summary, slowest, follow, interval, payload)
        depth, cut = CommandDepth(), 0
        if follow is None:  # that command may not be there: its view begins when it has found it
            report.begin(capture.name, capture.files)
        for batch in inputs.select(analysis_batches(inputs, capture, LARGE_BATCH)):
            cut += int((batch.frames.frame_cap_len < batch.frames.frame_len).sum())
            for_lines.see(batch.frames.first_time, int(batch.frames.time.max(initial=0)))
            found = source.add_table(batch)
            del batch  # its buffer is used again for the next
            _hand_on(found, wanted, depth, view)
            del found
        _hand_on(CommandTable(source.finish()), wanted, depth, view)
        view.finish()
        carried_by = (each for each in source.connections() if wanted.has_flow(each.flow))
        connections = [connection_row(each, depth.most(each.flow)) for each in carried_by]
        nothing = wanted.nothing(inputs.selection, asked)
        report.end(after={"connections": connections}, text=partial(_below, view, wanted, nothing, cut))
        if nothing:
            remark(capture.name, nothing)
        remark_given_up(capture.name, source.analyser.given_up)
        remark_given_up(capture.name, source.given_up, "commands")
    return inputs.code


def _hand_on(found: CommandTable, wanted: WantedCommands, depth: CommandDepth, view: CommandView) -> None:
    depth.add_table(found)
    view.take(wanted.chosen(found))


def _below(view: CommandView, wanted: WantedCommands, nothing: str, cut: int) -> str:
    """The text below commands, or the sentence where the capture has none; where none is wanted, a remark says so."""
    if not wanted.all_commands:
        why = f": {count_text(cut, 'packet')} cut by the capture, payload is missing" if cut else ""
        return wrapped(f"no commands of a known protocol{why}", table_width())
    return "" if nothing else view.below()


def _view(
    report: Report[Any],
    lines: CommandLines,
    capture: Capture,
    waits: CommandWaits | None,
    summary: str | None,
    slowest: int | None,
    follow: FollowedCommand | None,
    interval: int | None,
    payload: str | None,
) -> CommandView:
    """What was asked for."""
    if summary == "latency":
        return LatencyView(report)
    if summary == "depth":
        return DepthView(report, lines, interval)
    if slowest is not None:
        return SlowestView(report, lines, slowest, waits, capture.name)
    if follow is not None:
        return FollowView(report, follow, capture, lines, payload)
    return ListView(report, lines)
