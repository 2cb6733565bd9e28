"""``-x``: a hex dump of each packet, header by header."""

from __future__ import annotations

from collections.abc import Iterator

from ibpkt.batch import Batch
from ibpkt.output.document import Renderer
from ibpkt.output.field_renderer import PageRenderer
from ibpkt.output.summary import RESET
from ibpkt.packet import Packet

#: the colours of headers, in turn; the rest of the packet has none
COLOURS = ("36", "33", "35", "32", "34", "31")


class HexLines(Renderer):
    """The renderer; it works packet by packet, since every byte becomes text.

    Args:
        before: a renderer whose text comes before the bytes of each packet.
        color: colour the headers.
    """

    at_a_time: int | None = 4096
    bytes_at_a_time: int | None = 4 << 20

    def __init__(self, before: PageRenderer, *, color: bool = False) -> None:
        self.before = before
        self.color = color

    def dump(self, packet: Packet) -> str:
        """The dump of one packet: for each part its bytes with their offset, as text, and its name."""
        return annotated(packet, color=self.color)

    def render(self, batch: Batch) -> Iterator[bytes | memoryview]:
        """The dumps of a batch, each after the text of `before`."""
        for text, packet in zip(self.before.texts(batch), batch, strict=True):
            yield b"%b\n%b\n" % (text, self.dump(packet).encode())


def annotated(packet: Packet, *, color: bool = False) -> str:
    """The dump of one packet: for each part its bytes with their offset, as text, and its name."""
    lines = []
    for index, (name, start, end) in enumerate(parts(packet)):
        colour = f"\x1b[{COLOURS[index % len(COLOURS)]}m" if color else ""
        for offset in range(start, end, 16):
            row = packet.data[offset : min(end, offset + 16)]
            text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
            label = name if offset == start else ""
            line = f"{offset:04x}  {row.hex(' '):<47}  {text:<16}  {label}".rstrip()
            lines.append(f"{colour}{line}{RESET if colour else ''}\n")
    return "".join(lines)


def parts(packet: Packet) -> Iterator[tuple[str, int, int]]:
    """The parts of a packet in order: name, start and end in bytes."""
    at = 0
    for layer in packet.layers:
        at = layer.offset + layer.size
        yield layer.name, layer.offset, at
    for name, size in (("Payload", len(packet.payload)), ("Pad", len(packet.pad))):
        if size:
            yield name, at, at + size
            at += size
    for header, start in packet.crc_places.items():
        if start > at:
            yield "Padding", at, start
        at = start + header.size
        yield header.name, start, at
    if at < len(packet.data):
        yield "Trailer", at, len(packet.data)
