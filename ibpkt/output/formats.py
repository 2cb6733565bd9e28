"""The formats of decoded packets, and what renders each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ibpkt.errors import CallerError
from ibpkt.output.document import Renderer

if TYPE_CHECKING:
    from ibpkt.output.field_renderer import PageRenderer

#: names of formats, and the suffixes of their files
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
#: those that are no text
BINARY = ("parquet", "arrow")
#: those that have the same columns for all packets
TABLES = ("csv", *BINARY)


def make_renderer(
    form: str = "text",
    names: Sequence[str] = (),
    *,
    tree: bool = False,
    hexdump: bool = False,
    time: str = "r",
    crc: bool = True,
    color: bool = False,
    options: Sequence[str] = (),
) -> Renderer:
    """What renders a format; only the module that it needs is imported.

    Args:
        form: one of `FORMATS`.
        names: fields by display-filter name; none for all of them.  ``fields`` needs them, ``text`` has no use for any.
        tree: text with every header field by field, instead of a line per packet.
        hexdump: text with the bytes of packets.
        time: how lines of text give the time, one of `ibpkt.output.summary.TIMES`.
        crc: verify CRCs.
        color: colour text.
        options: of ``fields``, as tshark's ``-E`` takes them.

    Raises:
        CallerError: no such format, field or option.
    """
    if form == "text":
        return _text(tree, hexdump, time, crc, color)
    if form == "fields":
        from ibpkt.output.field_lines import FieldLines, Options

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
    if form in TABLES:
        from ibpkt.output.columnar import Columnar

        return Columnar(form, names, crc=crc)
    raise CallerError(f"there is no format {form!r}", name=form, known=FORMATS)


def _text(tree: bool, hexdump: bool, time: str, crc: bool, color: bool) -> Renderer:
    lines: PageRenderer
    if tree:
        from ibpkt.output.tree import TreeLines

        lines = TreeLines(crc=crc, color=color)
    else:
        from ibpkt.output.summary import SummaryLines

        lines = SummaryLines(time=time, crc=crc, color=color)
    if not hexdump:
        return lines
    from ibpkt.output.hexdump import HexLines

    return HexLines(lines, color=color)
