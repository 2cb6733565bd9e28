"""``ibpkt fabric``: what the management traffic of a capture tells of its fabric."""

from __future__ import annotations

from typing import Any

import click

from ibpkt.cli.analysis_batches import analysis_batches
from ibpkt.cli.by_file import by_file
from ibpkt.cli.fabric_export import export_targets, write_exports
from ibpkt.cli.fabric_text import FabricScreen
from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.options import CAPTURE, capture_options, examples, format_option, report_color
from ibpkt.cli.table_files import TABLE_FORMATS, TableOutput, TableReport, table_option
from ibpkt.cli.terminal import output, terminal_width
from ibpkt.errors import CallerError
from ibpkt.fabric.against import compare_fabrics
from ibpkt.fabric.model import Fabric
from ibpkt.fabric.paths import FabricPath, FabricPaths
from ibpkt.fabric.reader import FabricReader
from ibpkt.io.source import Capture
from ibpkt.output.report import Layout

LAYOUT: Layout[Any] = Layout("", dict)


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt fabric captures/ib_small.pcap",
        "ibpkt fabric --path hostA hostC captures/ib_small.pcap",
        "ibpkt fabric -w fabric.svg -w fabric.net captures/ib_small.pcap",
    ),
)
@capture_options(joined=True)
@by_file("\n", alone=lambda options: bool(options["exports"] or options["against"]))
@table_option
@format_option(["text", "json", *TABLE_FORMATS], "A screen, a JSON object per file, or a file in the tables of DIR.")
@click.option("--path", "ends", nargs=2, metavar="FROM TO", help="The way from one LID, GUID or name to another.")
@click.option("--against", type=CAPTURE, metavar="BEFORE", help="An earlier capture: what is different since.")
@click.option("--events", "all_events", is_flag=True, help="List every event and problem, not the most important.")
@click.option(
    "-w",
    "--export",
    "exports",
    multiple=True,
    metavar="FILE",
    help="Also write FILE, by its ending: .svg, .net (as ibnetdiscover), .ports, .lft, .mft, .dot, .graphml.",
)
def command(
    inputs: Files,
    form: str,
    ends: tuple[str, str] | None,
    against: str | None,
    all_events: bool,
    exports: tuple[str, ...],
    directory: str | None,
) -> int:
    """What does the management traffic tell?

    Nodes, links and their rates, topology, routes, subnet managers, events and problems, out of a manager's sweep, a
    tool's walk or answers of subnet administration. What no packet says is left open, and the screen says so.
    """
    targets = export_targets(exports, inputs.names, joined=inputs.join)
    tables = TableOutput(form, directory, ["nodes", "links", "events", "problems"])
    tables.refuse({"--path": ends, "--against": against})
    report = tables.report(output(), LAYOUT, color=report_color())
    inputs.tells_absence = False  # the screen does
    before = None if against is None else _earlier(against, inputs)
    between = ""
    for capture in inputs:
        fabric = _fabric_of(inputs, capture)
        write_exports(fabric, targets)
        changes = None if before is None else compare_fabrics(before, fabric)
        paths = None if ends is None else _paths(fabric, *ends)
        screen = FabricScreen(fabric, capture.name, capture.files or (capture.name,), all_events=all_events)
        report.begin(capture.name, capture.files)
        if isinstance(report, TableReport):
            from ibpkt.tables.fabric_rows import fabric_rows  # late: only for tables

            for name, rows in fabric_rows(fabric).items():
                report.add_rows(name, rows)
            report.end()
        elif form == "text":
            text = between + screen.text(terminal_width(), paths, changes)
            report.end(text=text.__str__)
        else:
            report.end(after=screen.members(paths, changes))
        between = "\n"
    return inputs.code


def _fabric_of(inputs: Files, capture: Capture) -> Fabric:
    """The fabric of a capture; what its packets said is given up before anybody judges it."""
    reader = FabricReader(inputs.name_table.guids)
    for batch in inputs.select(analysis_batches(inputs, capture)):
        reader.add(batch)
        del batch  # its buffer is used again for the next
    return reader.fabric()


def _earlier(name: str, inputs: Files) -> Fabric:
    """The fabric of another capture, of the same packets."""
    files = Files((name,), inputs.roce_port, inputs.filter, selection=inputs.selection)
    files.tells_absence = False
    fabrics = [_fabric_of(files, capture) for capture in files]
    if not fabrics:
        raise click.exceptions.Exit(files.code)  # against nothing all would be new
    inputs.code = files.code
    return fabrics[0]


def _paths(fabric: Fabric, source: str, destination: str) -> list[FabricPath]:
    """The paths in the subnet that has both ends."""
    wrong: CallerError | None = None
    for subnet in fabric.subnets:
        try:
            return FabricPaths(subnet).between(source, destination)
        except CallerError as error:
            wrong = wrong or error
    raise wrong or CallerError("the capture names no node, so that there are no paths in it")
