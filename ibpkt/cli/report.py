"""``ibpkt report``: all of it on one page that can be mailed."""

from __future__ import annotations

import click

from ibpkt.cli.analysis_batches import analysis_batches
from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.options import capture_options, examples, trust_option
from ibpkt.cli.queue_pair_packets import QueuePairPackets
from ibpkt.cli.targets import refuse_own_input
from ibpkt.cli.terminal import remark_given_up
from ibpkt.cli.typed_line import shell_line
from ibpkt.errors import escape_text
from ibpkt.io.atomic import whole_file
from ibpkt.plot.capture_plot import PlotOptions
from ibpkt.report.page import needs_jinja, page


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt report captures/nvmeof.pcap -o page.html",
        "ibpkt report captures/loss_write_3pct.pcap.gz captures/rc_write.pcap -o page.html",
        "ibpkt report --join captures/rc_read.pcap captures/rc_write.pcap -o page.html",
    ),
)
@capture_options(filtered=False, joined=True, by_flow=True)
@click.option("-o", "--output", "target", required=True, metavar="PAGE.html", help="Where to write the page.")
@trust_option
def command(inputs: Files, target: str, no_crc: bool) -> int:
    """All that there is to say of captures on one page.

    Verdict, incidents, timeline, sequence graph, latencies, queue depth, flows, who talks to whom, topology, integrity
    and what is missing. The page is one file: it loads nothing, sends nothing, works without JavaScript and on paper.
    Every picture and table names the ibpkt line that prints its numbers.
    """
    from ibpkt.report.collector import ReportCollector  # late: --help needs none of it
    from ibpkt.report.sections import file_view

    refuse_own_input(target, inputs.names, "-o", "name another file")
    needs_jinja()
    inputs.tells_absence = False  # the page does
    views = []
    for number, capture in enumerate(inputs, 1):
        options = PlotOptions(capture.name, tuple(capture.files), verify=not no_crc, names=inputs.name_table.in_text)
        collector = ReportCollector(options)
        of_pairs = QueuePairPackets(inputs, capture) if inputs.selection.queue_pairs else None
        batches = analysis_batches(inputs, capture)
        for batch in batches if of_pairs is None else of_pairs.select(batches):
            collector.add(batch)
            del batch  # its buffer is used again for the next
        collector.finish()
        views.append(file_view(collector, capture, f"f{number}"))
        remark_given_up(capture.name, collector.expert.analyser.given_up)
    if not views:
        return inputs.code
    words = ["ibpkt", "report", *(["--join"] if inputs.join else []), *map(escape_text, inputs.names), "-o", target]
    with whole_file(target) as out:
        out.write(page(views, shell_line(words)).encode("utf-8", "replace"))
    return inputs.code
