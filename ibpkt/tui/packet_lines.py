"""The texts of packets in a list, made only of those that are on the screen."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.output.summary import packet_remarks
from ibpkt.tui.packet_index import PacketIndex

#: lines that are kept
KEPT = 2048


class PacketLine(NamedTuple):
    """What a list says of a packet.

    Attributes:
        row: its place in the capture, from 0.
        time: nanoseconds since the first packet.
        source, destination: addresses as text.
        protocol: its name.
        length: bytes on the wire.
        payload: bytes of it that are payload.
        info: what the packet does.
        wrong: what is wrong with it, in brackets; "" for nothing.
    """

    row: int
    time: int
    source: str
    destination: str
    protocol: str
    length: int
    payload: int
    info: str
    wrong: str

    @property
    def short_info(self) -> str:
        """What it does without what all packets of a flow have in common, and how many bytes it carries."""
        payload = f"  {self.payload} B" if self.payload else ""
        return f"{_COMMON.sub('', self.info).strip()}{payload}"

    @property
    def is_refusal(self) -> bool:
        """It is a NAK."""
        return " NAK" in f" {self.info}"


#: what the texts of all packets of a flow have in common: the service, and one of two queue pairs
_COMMON = re.compile(r"^(?:RC|UC|UD|XRC|RD) |\bQP=0x[0-9a-f]+ ?")


class PacketLines:
    """Makes lines of packets of a capture, and remembers the last ones.

    Args:
        index: of the capture.
        verify: verify CRCs.
    """

    def __init__(self, index: PacketIndex, *, verify: bool = True) -> None:
        self._index = index
        self._verify = verify
        self._lines: OrderedDict[int, PacketLine] = OrderedDict()

    def of(self, rows: Sequence[int]) -> list[PacketLine]:
        """The lines of some packets.

        Args:
            rows: they, from 0; no more than fit a few screens.
        """
        missing = [row for row in dict.fromkeys(rows) if row not in self._lines]
        if missing:
            for line in self._made(missing):
                self._lines[line.row] = line
        for row in rows:
            self._lines.move_to_end(row)
        found = [self._lines[row] for row in rows]
        while len(self._lines) > max(KEPT, len(rows)):
            self._lines.popitem(last=False)
        return found

    def _made(self, rows: list[int]) -> list[PacketLine]:
        batch = self._index.batch(rows)
        frames = batch.frames
        wrong = packet_remarks(batch, crc=self._verify)
        found: dict[int, PacketLine] = {}
        for shape in batch.shapes:
            texts = [shape.line_column(name) for name in ("source", "destination", "protocol", "info")]
            starts, ends = shape.payload
            sizes = np.maximum(ends - starts, 0).tolist()
            for place, size, *line in zip(shape.rows.tolist(), sizes, *texts, strict=True):
                source, destination, protocol, info = line
                found[place] = PacketLine(
                    rows[place], int(frames.time[place]) - frames.first_time, source, destination, protocol,
                    int(frames.frame_len[place]), size, info, wrong.get(place, "").lstrip(),
                )  # fmt: skip
        return [found[place] for place in range(len(rows))]
