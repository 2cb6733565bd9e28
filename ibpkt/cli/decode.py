"""``ibpkt decode``: what is in this capture?"""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING

import click

import ibpkt
from ibpkt.analysis.annotators import USUAL
from ibpkt.cli.common import (
    Files,
    asked_by,
    capture_arguments,
    display_filter,
    examples,
    filter_option,
    jobs_option,
    named_files,
    output,
    use_color,
)
from ibpkt.cli.parameters import Choice
from ibpkt.cli.run import Teller
from ibpkt.errors import escape_text
from ibpkt.io.atomic import whole_file
from ibpkt.io.export import Directory
from ibpkt.output.document import Renderer
from ibpkt.output.summary import TIMES, SummaryLines

if TYPE_CHECKING:
    from ibpkt.output.tree import TreeLines

#: formats, and how the names of their files end
FORMATS = {
    "text": ".txt",
    "fields": ".tsv",
    "json": ".json",
    "jsonl": ".jsonl",
    "ek": ".ek.jsonl",
    "pdml": ".pdml",
    "csv": ".csv",
    "parquet": ".parquet",
    "arrow": ".arrows",  # Arrow's name for a stream
}
BINARY = ("parquet", "arrow")
TABLES = ("csv", *BINARY)
#: names that say that packets are wanted, not what is told of them
CAPTURES = (".pcap", ".pcapng", ".cap", ".erf")


@click.command(
    epilog=examples(
        "ibpkt decode -V -c 1 captures/corrupt_write.pcap",
        "ibpkt decode -Y 'infiniband.bth.opcode == \"RC Acknowledge\"' captures/rc_write.pcap",
        "ibpkt decode -T fields -e frame.number -e infiniband.bth.psn captures/rc_read.pcap",
    )
)
@capture_arguments
@filter_option
@jobs_option
@click.option("-V", "--tree", is_flag=True, help="Show every header field by field.")
@click.option("-x", "--hex", "hexdump", is_flag=True, help="Show the bytes too, those of each header told apart.")
@click.option(
    "-T",
    "--format",
    "form",
    type=Choice(list(FORMATS)),
    default="text",
    help="Another format: chosen fields, JSON as tshark's, a flat typed object a line, Elasticsearch's bulk format, "
    "XML, or tables with typed columns.",
)
@click.option("-e", "--field", "names", multiple=True, metavar="FIELD", help="A field for -T; see `ibpkt fields`.")
@click.option("-w", "--output", "target", metavar="FILE", help="Write to FILE, whole or not at all.")
@click.option("--output-dir", "directory", metavar="DIR", help="Write a file for each FILE that is not there yet.")
@click.option("--force", is_flag=True, help="With --output-dir: also those that are there.")
@click.option(
    "-E",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="For -T fields: header=y, separator=, quote=d, occurrence=f.",
)
@click.option("-c", "--count", type=click.IntRange(min=0), help="Read COUNT packets of a file, no more.")
@click.option("-t", "--time", type=Choice(list(TIMES)), default="r", help="Time: " + ", ".join(TIMES) + ".")
@click.option("--no-crc", is_flag=True, help="Do not verify ICRC, VCRC and LPCRC.")
@click.option("--color", type=Choice(["auto", "always", "never"]), default="auto", help="Colour.")
@click.option("-A", "--analysis", is_flag=True, help="Follow queue pairs: retransmissions, gaps, what answers what.")
@click.option("-2", "twice", is_flag=True, help="Read FILE twice: requests tell in which packet the answer is.")
@click.option("-n", "no_names", is_flag=True, help="Ignored: names are never looked up.")
@click.option("-l", "flush", is_flag=True, help="Ignored: a pipe is always written at once.")
def command(
    files: tuple[str, ...],
    more: tuple[str, ...],
    roce_port: int,
    chosen: str | None,
    jobs: int,
    tree: bool,
    hexdump: bool,
    form: str,
    names: tuple[str, ...],
    target: str | None,
    directory: str | None,
    force: bool,
    options: tuple[str, ...],
    count: int | None,
    time: str,
    no_crc: bool,
    color: str,
    analysis: bool,
    twice: bool,
    no_names: bool,
    flush: bool,
) -> int:
    """What is in this capture?

    A line a packet: number, time, source, destination, protocol, length, and what it does. The ICRC of every packet
    is verified; a bad one is told at the end of its line. Files may be pcap, pcapng or ERF, compressed or not.
    """
    named = named_files(files, more)
    wanted = display_filter(chosen)
    make = functools.partial(_renderer, form, names, options, tree, hexdump, time, not no_crc, use_color(color))
    teller = Teller(make, wanted, count, jobs)
    everything = tree or (form not in ("text", "fields", *TABLES) and not names)
    asked = None if analysis else asked_by(wanted, USUAL if everything else _field_names(teller.renderer))
    if directory is not None:
        if target is not None:
            raise click.UsageError("-w and --output-dir do not go together")
        settings = {
            "version": ibpkt.__version__, "format": form, "fields": _field_names(make()), "options": options,
            "tree": tree, "hex": hexdump, "time": time, "crc": not no_crc,
            "analysis": analysis, "twice": twice,
            "filter": chosen, "count": count, "roce_port": roce_port,
        }  # fmt: skip
        exports = Directory(directory, FORMATS[form], settings)
        exports.check(named)
        left = tuple(name for name in dict.fromkeys(named) if force or not exports.has(name))
        inputs = Files(left, roce_port, asked, twice)
        made = teller.into_directory(inputs, exports)
        there = len(dict.fromkeys(named)) - len(left)
        told = f"; {there} there already" if there else ""
        click.echo(
            f"ibpkt: {made} file{'s' if made != 1 else ''} written into {escape_text(directory)}{told}", err=True
        )
        return inputs.code
    if force:
        raise click.UsageError("--force goes with --output-dir")
    inputs = Files(named, roce_port, asked, twice)
    if target is None or target == "-":
        if form in BINARY and sys.stdout.isatty():
            raise click.UsageError(f"-T {form} is nothing for a terminal: name a file with -w, or pipe it")
        teller.into_stream(inputs, output(), form == "text")
        return inputs.code
    if target.lower().endswith(CAPTURES):
        raise click.UsageError(f"-w writes what decode tells; `ibpkt edit` writes packets into {target}")
    with whole_file(target) as out:
        if not teller.into_stream(inputs, out, form == "text"):
            raise click.exceptions.Exit(inputs.code)  # nothing could be read, so nothing is written
    return inputs.code


def _field_names(renderer: Renderer) -> list[str]:
    return [field.name for field in renderer.fields]


def _renderer(
    form: str,
    names: tuple[str, ...],
    options: tuple[str, ...],
    tree: bool,
    hexdump: bool,
    time: str,
    crc: bool,
    color: bool,
) -> Renderer:
    if form != "text" and (tree or hexdump):
        raise click.UsageError(f"-{'V' if tree else 'x'} does not go with -T {form}")
    if form == "fields":
        from ibpkt.output.field_lines import FieldLines, Options

        if not names:
            raise click.UsageError("-T fields needs -e FIELD; `ibpkt fields` lists them")
        return FieldLines(names, Options.parse(options))
    if form == "json":
        from ibpkt.output.json import JsonObjects

        return JsonObjects(names, crc=crc)
    if form == "jsonl":
        from ibpkt.output.json import JsonLines

        return JsonLines(names, crc=crc)
    if form == "ek":
        from ibpkt.output.ek import BulkLines

        return BulkLines(names, crc=crc)
    if form == "pdml":
        from ibpkt.output.pdml import PdmlPackets

        return PdmlPackets(names, crc=crc)
    if form != "text":
        from ibpkt.output.columnar import Columnar

        return Columnar(form, names, crc=crc)
    if names:
        raise click.UsageError(f"-e FIELD goes with -T {', '.join(form for form in FORMATS if form != 'text')}")
    lines: SummaryLines | TreeLines
    if tree:
        from ibpkt.output.tree import TreeLines

        lines = TreeLines(crc=crc)
    else:
        lines = SummaryLines(time=time, crc=crc, color=color)
    if hexdump:
        from ibpkt.output.hexdump import HexLines

        return HexLines(lines, color=color)
    return lines
