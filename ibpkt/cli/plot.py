"""``ibpkt plot``: pictures."""

from __future__ import annotations

import click

from ibpkt.cli import OK
from ibpkt.cli.analysis_batches import analysis_batches
from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.option_types import FLOW, Choice, Seconds
from ibpkt.cli.options import capture_options, color_option, examples, trust_option
from ibpkt.cli.queue_pair_packets import QueuePairPackets
from ibpkt.cli.targets import refuse_own_input
from ibpkt.cli.terminal import output, say, terminal_height, terminal_width, use_color
from ibpkt.errors import CallerError, escape_text
from ibpkt.io.atomic import whole_file
from ibpkt.plot import Chart, DrawnPicture, PictureFormat, picture_bytes, picture_format
from ibpkt.plot.capture_plot import PlotOptions
from ibpkt.plot.picture_files import needs_resvg
from ibpkt.plot.picture_kinds import KINDS, OF_FLOW, OF_INTERVALS, TIMELESS, make_plot

#: widths of a chart in pixels
WIDTHS = click.IntRange(240, 10_000)


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt plot sequence captures/loss_write_3pct.pcap.gz",
        "ibpkt plot throughput -o throughput.svg captures/rc_write.pcap",
        "ibpkt plot latency -o latency.html captures/nvmeof.pcap",
    ),
)
@click.argument("kind", type=Choice(list(KINDS)), metavar="KIND")
@capture_options(joined=True, by_flow=True)
@click.option(
    "-o", "--output", "target", metavar="FILE", help="Write it to FILE, by its ending: .svg, .html, .png. Else as text."
)
@click.option(
    "--kitty", is_flag=True, help="As a picture in a terminal with Kitty's graphics: WezTerm, Ghostty, Konsole."
)
@click.option("--flow", type=FLOW, metavar="N", help="Of flow N (sequence, latency, depth).")
@click.option("--interval", type=Seconds(1e-6), metavar="SECONDS", help="Length of intervals; else one that fits.")
@click.option("--from", "since", type=Seconds(), metavar="SECONDS", help="From so long after the first packet.")
@click.option("--to", "until", type=Seconds(), metavar="SECONDS", help="Until so long after the first packet.")
@click.option("--width", type=WIDTHS, default=1000, show_default=True, metavar="PIXELS", help="Width of a chart.")
@trust_option
@color_option
def command(
    inputs: Files,
    kind: str,
    target: str | None,
    kitty: bool,
    flow: int | None,
    interval: int | None,
    since: int | None,
    until: int | None,
    width: int,
    no_crc: bool,
    color: str,
) -> int:
    """A picture of what other commands print.

    \b
    sequence    PSNs over time of one flow: sent, acknowledged, refused, resent
    throughput  bits a second on the wire, by sender
    latency     how long operations and storage commands took
    depth       messages and storage commands under way
    congestion  marks of switches, notifications, pauses
    matrix      who talks to whom
    topology    switches, adapters and links, out of management traffic

    Without -o it is drawn with characters, as wide as the terminal; a topology is drawn with -o only. -Y removes
    packets before the analysis: select whole flows with it.
    """
    form = None if target is None else picture_format(target)
    if kitty and target is not None:
        raise click.UsageError("--kitty draws in the terminal, and -o into a file")
    if kitty or form is PictureFormat.PNG:
        needs_resvg()
    if target is not None and inputs.several:
        raise click.UsageError("-o takes one capture: add --join, or call it once for each")
    if target is not None:
        refuse_own_input(target, inputs.names, "-o", "name another file")
    _check_options(kind, flow, interval, since, until)
    between, refused = "", None
    for capture in inputs:
        of_pairs = QueuePairPackets(inputs, capture) if inputs.selection.queue_pairs else None
        drawn = flow if of_pairs is None or kind not in OF_FLOW else _only_flow(of_pairs, flow)
        options = PlotOptions(
            capture.name, tuple(capture.files), drawn, interval, since, until, not no_crc, inputs.name_table.in_text
        )
        plot = make_plot(kind, options)
        batches = inputs.select(analysis_batches(inputs, capture))
        for batch in batches if of_pairs is None or kind in OF_FLOW else of_pairs.select(batches):
            plot.add(batch)
            del batch  # its buffer is used again for the next
        try:
            picture = plot.picture()
        except CallerError as error:  # that a file is cut is printed first
            refused = refused or error
            continue
        if target is not None and form is not None:
            with whole_file(target) as out:
                out.write(picture_bytes(picture, form, width))
            continue
        if kitty:
            from ibpkt.plot.kitty_graphics import kitty_sequences  # late: likewise

            output().write(kitty_sequences(picture_bytes(picture, PictureFormat.PNG, width)))
            continue
        if isinstance(picture, DrawnPicture):
            refused = CallerError("a topology is drawn into a file, with -o fabric.svg; `ibpkt fabric` prints it")
            continue
        from ibpkt.plot.chart_text import chart_text, matrix_text  # late: files do without

        if isinstance(picture, Chart):
            text = chart_text(picture, terminal_width(), terminal_height(), color=use_color(color))
        else:
            text = matrix_text(picture, terminal_width())
        output().write((between + text).encode("utf-8", "replace"))
        between = "\n"
    if refused is None:
        return inputs.code
    if inputs.code == OK:
        raise refused
    say(escape_text(str(refused)))
    return inputs.code


def _only_flow(of_pairs: QueuePairPackets, flow: int | None) -> int:
    """The flow of the queue pairs that were asked for."""
    if flow is not None and flow in of_pairs.flows:
        return flow
    if flow is not None or len(of_pairs.flows) > 1:
        numbers = ", ".join(map(str, of_pairs.flows))
        raise CallerError(f"these queue pairs have flow {numbers}: name one with --flow")
    return of_pairs.flows[0]


def _check_options(kind: str, flow: int | None, interval: int | None, since: int | None, until: int | None) -> None:
    """See that the options go with the kind of picture."""
    if flow is not None and kind not in OF_FLOW:
        raise click.UsageError(f"--flow goes with {', '.join(sorted(OF_FLOW))}; -Y selects packets of others")
    if interval is not None and kind not in OF_INTERVALS:
        raise click.UsageError(f"--interval goes with {', '.join(sorted(OF_INTERVALS))}")
    if (since is not None or until is not None) and kind in TIMELESS:
        raise click.UsageError(f"--from and --to go with pictures over time, not with {kind}")
    if since is not None and until is not None and until <= since:
        raise click.UsageError("--to is not after --from")
