"""``ibpkt trace``: the timeline of a capture for a trace viewer."""

from __future__ import annotations

from typing import BinaryIO

import click

import ibpkt
from ibpkt.cli.analysis_batches import analysis_batches
from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.option_types import Choice
from ibpkt.cli.options import capture_options, examples, trust_option
from ibpkt.cli.queue_pair_packets import QueuePairPackets
from ibpkt.cli.targets import refuse_own_input
from ibpkt.cli.terminal import remark_given_up
from ibpkt.errors import escape_text
from ibpkt.io.atomic import whole_file
from ibpkt.io.source import Capture
from ibpkt.plot.capture_plot import PlotOptions
from ibpkt.plot.otlp_file import OtlpFile
from ibpkt.plot.trace_file import TraceFile


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt trace captures/nvmeof.pcap -o trace.json",
        "ibpkt trace --format otlp captures/nvmeof.pcap -o spans.jsonl",
        "ibpkt trace --join captures/rc_read.pcap captures/rc_write.pcap -o trace.json",
    ),
)
@capture_options(joined=True, by_flow=True)
@click.option("-o", "--output", "target", required=True, metavar="TRACE.json", help="Where to write the trace.")
@click.option(
    "--format",
    "form",
    type=Choice(["chrome", "otlp"]),
    default="chrome",
    show_default=True,
    help="The Trace Event Format, or spans of OpenTelemetry (OTLP/JSON, a request a line).",
)
@trust_option
def command(inputs: Files, target: str, form: str, no_crc: bool) -> int:
    """The timeline of a capture for a trace viewer.

    The file is in the Trace Event Format: ui.perfetto.dev opens it, and so does chrome://tracing. A host is a process;
    its tracks are its queue pairs and its queues of storage commands, with a span for each message and each command,
    their retransmissions, findings as marks, and arrows from a READ to its response. Incidents have a track of their
    own. Times count from the first packet. -Y removes packets before the analysis: select whole flows with it.

    With --format otlp it has spans for systems that collect traces of programs: a host is a service, and a message or
    a command with what belongs to it a trace.
    """
    if inputs.several:
        raise click.UsageError("-o takes one capture: add --join, or call it once for each")
    refuse_own_input(target, inputs.names, "-o", "name another file")
    for capture in inputs:
        with whole_file(target) as out:
            _trace(inputs, capture, out, form, verify=not no_crc)
    return inputs.code


def _trace(inputs: Files, capture: Capture, out: BinaryIO, form: str, *, verify: bool) -> None:
    """Write the trace of a capture."""
    from ibpkt.plot.trace_events import TraceCollector  # late: --help needs none of it

    options = PlotOptions(capture.name, tuple(capture.files), verify=verify, names=inputs.name_table.in_text)
    collector = TraceCollector(options, lambda event: trace.write(event))
    trace: TraceFile | OtlpFile = TraceFile(out)
    if form == "otlp":
        trace = OtlpFile(out, capture.name, lambda: collector.clock.start, ibpkt.__version__)
    of_pairs = QueuePairPackets(inputs, capture) if inputs.selection.queue_pairs else None
    batches = inputs.select(analysis_batches(inputs, capture))
    for batch in batches if of_pairs is None else of_pairs.select(batches):
        collector.add(batch)
        del batch  # its buffer is used again for the next
    collector.finish()
    trace.end({"capture": escape_text(capture.name), **collector.about()})
    remark_given_up(capture.name, collector.expert.analyser.given_up)
