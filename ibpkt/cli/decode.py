"""``ibpkt decode``: what is in this capture?"""

from __future__ import annotations

import sys
from typing import Any

import click

import ibpkt
from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand, capture_line
from ibpkt.cli.options import capture_options, examples, jobs_option
from ibpkt.cli.packet_options import follow_fields, make_rendering, packet_options
from ibpkt.cli.rendering import Rendering
from ibpkt.cli.terminal import output, say, use_color
from ibpkt.errors import escape_text
from ibpkt.io.atomic import whole_file
from ibpkt.io.export import ExportDirectory
from ibpkt.output.formats import BINARY, FORMATS

#: suffixes of files that hold packets, not what `decode` prints about them
CAPTURES = (".pcap", ".pcapng", ".cap", ".erf")


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt decode -V -c 1 captures/corrupt_write.pcap",
        "ibpkt decode -Y 'infiniband.bth.opcode == \"RC Acknowledge\"' captures/rc_write.pcap",
        "ibpkt decode -T fields -e frame.number -e infiniband.bth.psn captures/rc_read.pcap",
    ),
)
@capture_options(joined=True, followed=True)
@jobs_option
@packet_options
@click.option("-w", "--output", "target", metavar="FILE", help="Write to FILE, completely or not at all.")
@click.option("--output-dir", "directory", metavar="DIR", help="Write a file for each FILE that has none in DIR yet.")
@click.option("--force", is_flag=True, help="With --output-dir: write them even if they exist.")
@click.option("-c", "--count", type=click.IntRange(min=0), help="Stop after COUNT packets of each file.")
@click.option(
    "-2",
    "twice",
    is_flag=True,
    help="Read FILE twice: packets also show what later ones decide, such as their response.",
)
@click.option("-n", "no_names", is_flag=True, expose_value=False, help="Ignored: names are never looked up.")
@click.option("-l", "flush", is_flag=True, expose_value=False, help="Ignored: output to a pipe is never held back.")
def command(
    inputs: Files,
    jobs: int,
    form: str,
    names: tuple[str, ...],
    target: str | None,
    directory: str | None,
    force: bool,
    count: int | None,
    no_crc: bool,
    color: str,
    analysis: bool,
    twice: bool,
    **shown: Any,
) -> int:
    """What is in this capture?

    Prints a line for each packet: number, time, source, destination, protocol, length, and what the packet does. The
    ICRC of every packet is verified; a bad one is noted at the end of the line. Files may be pcap, pcapng or ERF,
    compressed or not.
    """
    rendering = make_rendering(inputs, form, names, count, jobs, crc=not no_crc, color=use_color(color), **shown)
    if twice and inputs.growing is not None:
        raise click.UsageError("-2 reads FILE twice, -f as it grows")
    fields = follow_fields(inputs, rendering, form, names, analysis, twice, **shown)
    if directory is not None:
        if target is not None:
            raise click.UsageError("-w and --output-dir are mutually exclusive")
        if inputs.join:
            raise click.UsageError("--output-dir writes a file for each FILE; --join makes them one")
        settings = {
            "version": ibpkt.__version__, "format": form, "fields": fields, "options": shown["options"],
            "tree": shown["tree"], "hex": shown["hexdump"], "time": shown["time"], "crc": not no_crc,
            "analysis": analysis, "twice": twice,
            "filter": inputs.filter and inputs.filter.text, "count": count, "roce_port": inputs.roce_port,
        }  # fmt: skip
        return _into_directory(rendering, inputs, ExportDirectory(directory, FORMATS[form], settings), force)
    if force:
        raise click.UsageError("--force goes with --output-dir")
    if target is None or target == "-":
        if form in BINARY and sys.stdout.isatty():
            raise click.UsageError(f"-T {form} is binary: name a file with -w, or pipe the output")
        rendering.into_stream(output(), form == "text")
        return inputs.code
    if target.lower().endswith(CAPTURES):
        selection = [] if inputs.filter is None else ["-Y", inputs.filter.text]
        raise capture_line(inputs.names, selection, count, target)
    with whole_file(target) as out:
        if not rendering.into_stream(out, form == "text"):
            raise click.exceptions.Exit(inputs.code)  # nothing could be read, so nothing is written
    return inputs.code


def _into_directory(rendering: Rendering, inputs: Files, exports: ExportDirectory, force: bool) -> int:
    """Write the exports that are missing or out of date, or all of them."""
    names = tuple(dict.fromkeys(inputs.names))
    inputs.names = exports.outdated(names, force)
    written = rendering.into_directory(exports)
    kept = len(names) - len(inputs.names)
    more = f"; {kept} already there" if kept else ""
    where = escape_text(exports.path)
    say(f"{written} file{'s' if written != 1 else ''} written to {where}{more}")
    return inputs.code
