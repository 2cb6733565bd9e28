"""``ibpkt decode``: what is in this capture?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

import click

from ibpkt.batch import Batch
from ibpkt.cli.common import (
    Files,
    capture_arguments,
    display_filter,
    examples,
    filter_option,
    matching,
    named_files,
    output,
    use_color,
    with_progress,
)
from ibpkt.errors import escape_text
from ibpkt.output.summary import TIMES, SummaryLines

if TYPE_CHECKING:
    from ibpkt.output.tree import TreeLines


class Renderer(Protocol):
    """What every module of `ibpkt.output` offers.

    Attributes:
        at_a_time: packets that it should be given at once; memory grows with it, and time shrinks.
        bytes_at_a_time: bytes of the capture likewise, None for as many as the reader likes.
    """

    at_a_time: int
    bytes_at_a_time: int | None

    def header(self) -> bytes:
        """What comes first."""

    def render(self, batch: Batch) -> Iterator[bytes | memoryview]:
        """The text of a batch."""


@click.command(
    epilog=examples(
        "ibpkt decode -V -c 1 captures/corrupt_write.pcap",
        "ibpkt decode -Y 'infiniband.bth.opcode == \"RC Acknowledge\"' captures/rc_write.pcap",
        "ibpkt decode -T fields -e frame.number -e infiniband.bth.psn captures/rc_read.pcap",
    )
)
@capture_arguments
@filter_option
@click.option("-V", "--tree", is_flag=True, help="Show every header field by field.")
@click.option("-x", "--hex", "hexdump", is_flag=True, help="Show the bytes too, those of each header told apart.")
@click.option(
    "-T",
    "--format",
    "form",
    type=click.Choice(["text", "fields", "json", "jsonl"]),
    default="text",
    help="Another format: chosen fields, JSON with tshark's structure, or a flat typed object a line.",
)
@click.option("-e", "--field", "names", multiple=True, metavar="FIELD", help="A field for -T; see `ibpkt fields`.")
@click.option(
    "-E",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="For -T fields: header=y, separator=, quote=d, occurrence=f.",
)
@click.option("-c", "--count", type=click.IntRange(min=0), help="Read COUNT packets of a file, no more.")
@click.option("-t", "--time", type=click.Choice(list(TIMES)), default="r", help="Time: " + ", ".join(TIMES) + ".")
@click.option("--no-crc", is_flag=True, help="Do not verify ICRC, VCRC and LPCRC.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour.")
@click.option("-n", "no_names", is_flag=True, help="Ignored: names are never looked up.")
@click.option("-l", "flush", is_flag=True, help="Ignored: a pipe is always written at once.")
def command(
    files: tuple[str, ...],
    more: tuple[str, ...],
    roce_port: int,
    chosen: str | None,
    tree: bool,
    hexdump: bool,
    form: str,
    names: tuple[str, ...],
    options: tuple[str, ...],
    count: int | None,
    time: str,
    no_crc: bool,
    color: str,
    no_names: bool,
    flush: bool,
) -> int:
    """What is in this capture?

    A line a packet: number, time, source, destination, protocol, length, and what it does. The ICRC of every packet
    is verified; a bad one is told at the end of its line. Files may be pcap, pcapng or ERF, compressed or not.
    """
    inputs = Files(named_files(files, more), roce_port)
    wanted = display_filter(chosen)
    out = output()
    renderer = _renderer(form, names, options, tree, hexdump, time, not no_crc, use_color(color))
    out.write(renderer.header())
    for name, capture in inputs:
        if form == "text" and len(inputs.names) > 1:
            out.write(f"==> {escape_text(name)} <==\n".encode())
        batches = capture.batches(renderer.at_a_time, max_bytes=renderer.bytes_at_a_time, limit=count)
        for batch in matching(with_progress(batches, capture), wanted):
            out.writelines(renderer.render(batch))
            if inputs.live or batch.frames.first == 1:
                out.flush()
        out.flush()
    out.write(getattr(renderer, "footer", bytes)())
    return inputs.code


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
        from ibpkt.output.fields import FieldLines, Options

        if not names:
            raise click.UsageError("-T fields needs -e FIELD; `ibpkt fields` lists them")
        return FieldLines(names, Options.parse(options))
    if form == "json":
        from ibpkt.output.json import JsonObjects

        return JsonObjects(names, crc=crc)
    if form == "jsonl":
        from ibpkt.output.json import JsonLines

        return JsonLines(names, crc=crc)
    if names:
        raise click.UsageError("-e FIELD goes with -T fields, json or jsonl")
    lines: SummaryLines | TreeLines
    if tree:
        from ibpkt.output.tree import TreeLines

        lines = TreeLines(crc=crc)
    else:
        lines = SummaryLines(time=time, crc=crc)
    if hexdump:
        from ibpkt.output.hexdump import HexLines

        return HexLines(lines, color=color)
    return lines
