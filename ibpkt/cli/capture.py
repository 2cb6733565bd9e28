"""``ibpkt capture``: packets of a network interface as they come."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import click

from ibpkt.capture import StopSwitch
from ibpkt.capture.live import give_up_rights, network_interfaces
from ibpkt.capture.live.reader import MEMORY_MIB
from ibpkt.capture.write_compressed import by_suffix
from ibpkt.cli import OK
from ibpkt.cli.capture_limits import WHEN, limits_of
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.live_files import LiveFiles
from ibpkt.cli.live_views import show_expert, show_flows, write_only
from ibpkt.cli.option_types import Choice
from ibpkt.cli.options import display_filter, examples, filter_option, roce_port_option, table_options
from ibpkt.cli.packet_options import follow_fields, make_rendering, packet_options
from ibpkt.cli.stopping import stopped_by_signals
from ibpkt.cli.terminal import output, refuse_binary, remark, say, use_color
from ibpkt.errors import CaptureError, escape_text
from ibpkt.io.pieces import CapturePieces, PieceLimits
from ibpkt.io.source import open_live
from ibpkt.output.formats import BINARY
from ibpkt.output.table import table
from ibpkt.output.table_fit import TableFit

#: formats of what is written, by the suffix of its name
_BY_SUFFIX = {".pcap": "pcap-ns", ".cap": "pcap-ns"}
_FORMATS = ("pcapng", "pcap-ns", "pcap")


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt capture -D",
        "ibpkt capture -i lo -a duration:0.2 -V",
        "ibpkt capture -i lo -a duration:0.2 -b filesize:100000 -b files:10 -w roce.pcapng",
    ),
)
@click.option("-i", "--interface", metavar="IFACE", help="The interface: its name, or its number in the list of -D.")
@click.option("-D", "--list", "listed", is_flag=True, help="List the interfaces.")
@roce_port_option
@filter_option
@click.option("--all", "everything", is_flag=True, help="Capture all packets, not only RoCE.")
@click.option("-c", "--count", type=click.IntRange(1), help="Stop after COUNT packets.")
@click.option(
    "-a",
    "--autostop",
    "stops",
    multiple=True,
    type=WHEN,
    metavar="WHEN",
    help="Stop at duration:SECONDS, packets:N, filesize:KB or files:N; repeatable.",
)
@click.option("-w", "--write", "target", metavar="FILE", help="Write the packets to FILE; - is standard output.")
@click.option(
    "-b",
    "--ring-buffer",
    "parts",
    multiple=True,
    type=WHEN,
    metavar="WHEN",
    help="With -w: begin a new file at duration:SECONDS, packets:N or filesize:KB, and keep files:N of them.",
)
@click.option("-F", "--write-format", type=Choice(list(_FORMATS)), help="Format of -w; else by the name, or pcapng.")
@click.option("-P", "--print", "printed", is_flag=True, help="With -w: print packets, too.")
@click.option(
    "--live", is_flag=True, help="Print flows instead of packets: a table, renewed every second in its place."
)
@click.option("--expert", is_flag=True, help="Print what goes wrong instead of packets, as soon as it is seen.")
@click.option("-s", "--snapshot-length", "snaplen", type=click.IntRange(1, 262144), default=262144, metavar="BYTES",
              show_default=True, help="Keep so many bytes of each packet.")  # fmt: skip
@click.option("-p", "--no-promiscuous-mode", "alone", is_flag=True, help="Only packets for this host, or from it.")
@click.option("-B", "--buffer-size", "memory", type=click.IntRange(1, 4096), default=MEMORY_MIB, metavar="MIB",
              show_default=True, help="Memory for packets that wait in the kernel.")  # fmt: skip
@click.option("-Z", "--relinquish-privileges", "user", metavar="USER",
              help="Become USER once the interface is open; by default whoever called sudo.")  # fmt: skip
@packet_options
@table_options
@click.option("-n", "no_names", is_flag=True, expose_value=False, help="Ignored: names are never looked up.")
@click.option("-l", "flush", is_flag=True, expose_value=False, help="Ignored: output to a pipe is never held back.")
def command(interface: str | None, listed: bool, **options: Any) -> int:
    """What passes this network interface now?

    Captures RoCE on Linux: RoCEv2 and RoCEv1, with VLAN tags, fragments, ICMP errors about it, and pause frames. The
    kernel chooses the packets and counts those for which there was no room. Prints a line for each packet as decode
    does, until Ctrl-C; -w writes them to a file instead, which appears whole.
    """
    if listed:
        return _list_interfaces()
    if interface is None:
        raise click.UsageError("name an interface with -i; -D lists them")
    return _capture(interface, **options)


def _list_interfaces() -> int:
    """Print the interfaces, as tshark does, and what is known of them."""
    rows = []
    for place, each in enumerate(network_interfaces(), 1):
        devices = [*each.software, *(f"{name} (its RDMA packets do not pass here)" for name in each.offloaded)]
        rows.append(
            {
                "": f"{place}.",
                "interface": escape_text(each.name),
                "kind": each.kind,
                "state": "up" if each.is_up else "down",
                "RDMA": ", ".join(devices),
            }
        )
    output().write(table(rows).encode())
    return OK


def _capture(
    interface: str,
    *,
    roce_port: int,
    chosen: str | None,
    everything: bool,
    count: int | None,
    stops: Sequence[tuple[str, int]],
    target: str | None,
    parts: Sequence[tuple[str, int]],
    write_format: str | None,
    printed: bool,
    live: bool,
    expert: bool,
    snaplen: int,
    alone: bool,
    memory: int,
    user: str | None,
    **style: Any,
) -> int:
    end, limits = limits_of(stops), limits_of(parts)
    if target is None and (parts or write_format or (end.size, end.files) != (None, None)):
        raise click.UsageError("-b, -F, -a filesize and -a files are about the file that -w names")
    if live and expert:
        raise click.UsageError("--live and --expert are mutually exclusive")
    shows = target is None or printed or live or expert
    if target == "-" and shows:
        raise click.UsageError("text and packets do not go to standard output together: name a file with -w")
    if chosen is not None and not shows:
        raise click.UsageError("-Y selects what is printed, and -w writes all packets: add -P, or filter with edit -Y")
    if target is not None:
        refuse_binary(target, "name a file")
    counts = [each for each in (count, end.packets) if each is not None]
    with stopped_by_signals() as stop:
        source = open_live(
            interface,
            roce_port=roce_port,
            everything=everything,
            stop=stop,
            snaplen=snaplen,
            promiscuous=not alone,
            memory=memory << 20,
            count=min(counts, default=None),
            duration=end.duration,
        )
        with source:
            inputs = LiveFiles(source, display_filter(chosen))
            view = _view(inputs, live, expert, shows, **style)
            became = give_up_rights(user)
            say(f"capturing on {escape_text(inputs.reader.name)}")
            if target is None:
                view()
                _say_total(inputs)
                return inputs.code
            form = write_format or _BY_SUFFIX.get(os.path.splitext(by_suffix(target)[0])[1].lower(), _FORMATS[0])
            with _pieces(target, form, inputs, limits, end, stop, became) as pieces:
                inputs.reader.observer, inputs.reader.tick = pieces.write_records, pieces.tick
                try:
                    view()
                except BrokenPipeError:  # nobody reads what is printed; what is written stays
                    stop.set()
                pieces.dropped = inputs.reader.dropped
            _say_total(inputs, pieces)
    return inputs.code


def _view(
    inputs: LiveFiles, live: bool, expert: bool, shows: bool, fit: TableFit, **style: Any
) -> Callable[[], object]:
    """What is done with the packets besides writing them."""
    if live:
        return partial(show_flows, inputs, fit)
    if expert:
        return partial(show_expert, inputs)
    if not shows:
        return partial(write_only, inputs)
    form, names, no_crc, color = (style.pop(name) for name in ("form", "names", "no_crc", "color"))
    analysis = style.pop("analysis")
    if form in BINARY and sys.stdout.isatty():
        raise click.UsageError(f"-T {form} is binary: pipe the output")
    rendering = make_rendering(inputs, form, names, None, 1, crc=not no_crc, color=use_color(color), **style)
    follow_fields(inputs, rendering, form, names, analysis, **style)
    return partial(rendering.into_stream, output(), False)


def _pieces(
    target: str, form: str, inputs: LiveFiles, limits: PieceLimits, end: PieceLimits, stop: StopSwitch, became: str
) -> CapturePieces:
    """The file that the packets are written to, or its pieces."""
    ends = PieceLimits(size=end.size, files=end.files)
    try:
        return CapturePieces(
            target, format=form, interfaces=inputs.reader.interfaces, limits=limits, end=ends, on_end=stop.set
        )
    except CaptureError as error:
        if not became:
            raise
        raise CaptureError(target, f"{error.reason} to {became}, who called sudo; -Z root stays root") from error


def _say_total(inputs: LiveFiles, pieces: CapturePieces | None = None) -> None:
    """Say how much came, how much was lost, and where it was written."""
    reader = inputs.reader
    count = reader.count if pieces is None else pieces.count
    total = f"{count:,} packet{'s' if count != 1 else ''}, {reader.dropped:,} dropped by the kernel"
    if pieces is not None and pieces.files[0] != "-":
        others = f" and {len(pieces.files) - 1:,} more" if len(pieces.files) > 1 else ""
        total += f"; written to {pieces.files[0]}{others}"
    remark(reader.name, escape_text(total))
