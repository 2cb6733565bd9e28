"""``ibpkt info``: what kind of capture is this?"""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.info_analysis import InfoAnalysis
from ibpkt.cli.info_text import InfoScreen
from ibpkt.cli.options import capture_options, examples, format_option, report_color
from ibpkt.cli.terminal import output, terminal_width
from ibpkt.output.report import Layout, make_report
from ibpkt.stats.capture_info import CaptureInfo

LAYOUT: Layout[Any] = Layout("", dict)


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt info captures/nvmeof.pcap",
        "ibpkt info --join captures/rc_read.pcap captures/rc_write.pcap",
        "ibpkt info --format json captures/ib_small.pcap",
    ),
)
@capture_options(joined=True)
@format_option(["text", "json"], "A screen, or a JSON object per file.", letter="")
def command(inputs: Files, form: str) -> int:
    """What kind of capture is this?

    Format, times, carriers, hosts and queue pairs, protocols, what is not in it, and the commands to go on with. The
    capture is read once, in memory that does not grow with it. Of up to 50,000 packets it counts incidents, flows
    and commands, too.
    """
    report = make_report(form, output(), LAYOUT, color=report_color())
    inputs.tells_absence = False  # the screen does
    between = ""
    for capture in inputs:
        info = CaptureInfo()
        analysis = InfoAnalysis() if inputs.filter is None and not inputs.selection.options else None
        for batch in inputs.batches(capture):
            info.add(batch)
            if analysis is not None:
                analysis.add(batch)
            del batch  # its buffer is used again for the next
        if analysis is not None:
            analysis.finish()
        screen = InfoScreen(info, capture, inputs.name_table, analysis)
        report.begin(capture.name, capture.files)
        if form == "text":
            report.end(text=partial(str.__add__, between, screen.text(terminal_width())))
        else:
            report.end(after=screen.members())
        between = "\n"
    return inputs.code
