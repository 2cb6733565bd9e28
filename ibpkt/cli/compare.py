"""``ibpkt compare``: the same packets at two points."""

from __future__ import annotations

from functools import partial

import click

from ibpkt.analysis.compare.comparison import AT_ONCE, LATE, WINDOW, Comparison
from ibpkt.analysis.compare.comparison_records import comparison_record, difference_record
from ibpkt.analysis.compare.differences import Difference
from ibpkt.analysis.results.finding import Severity
from ibpkt.cli import PROBLEMS
from ibpkt.cli.compare_text import FLOW_TITLES, difference_lines, summary_text
from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.option_types import Choice, Seconds
from ibpkt.cli.options import (
    CAPTURE,
    display_filter,
    examples,
    filter_option,
    format_option,
    limit_option,
    report_color,
    roce_port_option,
    selection_option,
    table_options,
)
from ibpkt.cli.progress import with_progress
from ibpkt.cli.selection import Selection
from ibpkt.cli.terminal import output
from ibpkt.output.report import Layout, make_report
from ibpkt.output.table_fit import TableFit

LAYOUT: Layout[Difference] = Layout("differences", difference_record, spooled=True)
#: seconds between two clocks, at most: one that was never set starts in 1970
FARTHEST = 4 * 10**9


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt compare captures/guest_any_sll2.pcap captures/guest_any_sll1_tcpdump.pcap",
        "ibpkt compare --late 0.003 --format json captures/guest_any_sll2.pcap captures/guest_any_sll1_tcpdump.pcap",
        "ibpkt compare --fail warning -Y 'infiniband.bth.opcode < 17' captures/rc_write.pcap captures/rc_write.pcap",
    ),
)
@click.argument("a", metavar="A", type=CAPTURE)
@click.argument("b", metavar="B", type=CAPTURE)
@filter_option
@selection_option
@table_options
@click.option(
    "--window",
    default=WINDOW / 1e9,
    type=Seconds(1e-9),
    show_default=True,
    metavar="SECONDS",
    help="Longest time that a packet may take from tap to tap.",
)
@click.option(
    "--late",
    default=LATE / 1e9,
    type=Seconds(),
    show_default=True,
    metavar="SECONDS",
    help="Report packets that took this much longer than the fastest.",
)
@click.option(
    "--offset",
    type=Seconds(-FARTHEST, FARTHEST),
    metavar="SECONDS",
    help="How far B's clock is ahead; estimated unless given.",
)
@limit_option("Print the first N differences, flows and rewrites; 0 for all.")
@click.option(
    "--fail",
    type=Choice([str(severity) for severity in Severity]),
    help="Exit with 1 if a difference has at least this severity; lost, duplicated and altered packets are warnings.",
)
@roce_port_option
@format_option(["text", "json"], "Text, or one JSON object.")
def command(
    a: str,
    b: str,
    chosen: str | None,
    window: int,
    late: int,
    offset: int | None,
    limit: int,
    fail: str | None,
    roce_port: int,
    form: str,
    fit: TableFit,
    selection: Selection,
) -> int:
    """What happened to packets between two taps?

    A and B are captures of the same flows at two points. Reports packets that only one of them has, that arrived late,
    twice or out of order, or that were marked (CE, FECN) or changed on the way, and how far apart the taps' clocks are.
    """
    if a == b == "-":
        raise click.UsageError("only one of A and B can be standard input")
    inputs = Files((a, b), roce_port, display_filter(chosen), selection=selection)
    fit.check(FLOW_TITLES)
    lines = partial(difference_lines, fit=fit)
    report = make_report(form, output(), LAYOUT._replace(text=lines), limit=limit, color=report_color())
    bad = 0
    with inputs.together() as captures:
        first, second = (capture.batches(max_packets=2 * AT_ONCE) for capture in captures)
        comparison = Comparison(
            inputs.select(inputs.selected(with_progress(first, *captures))),
            inputs.select(inputs.selected(second)),
            window=window,
            late=late,
            offset=offset,
        )
        report.begin()
        for difference in comparison:
            report.add([difference])
            bad += fail is not None and difference.kind.severity >= Severity[fail.upper()]
        report.end(
            before=lambda: comparison_record(comparison, a, b, limit, report.left_out),
            text=lambda: summary_text(comparison, (a, b), limit, report.left_out, fit),
        )
    if fail is not None and not comparison.summary().both:
        bad += 1  # nothing could be compared
    return inputs.code or (PROBLEMS if bad else 0)
