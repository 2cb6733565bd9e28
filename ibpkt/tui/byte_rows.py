"""The bytes of a packet as rows of hexadecimal, each of one header or other part."""

from __future__ import annotations

from typing import NamedTuple

from ibpkt.output.hexdump import parts
from ibpkt.packet import Packet

#: columns of a row without its bytes: the offset, gaps and the beginning of the name of the part
AROUND = 15
#: columns of a byte: two digits, a blank, a character
EACH = 4


class ByteRow(NamedTuple):
    """Some bytes that follow each other.

    Attributes:
        start: the place of the first in the packet.
        data: they.
        name: of the part, in its first row; else "".
        part: the number of the part, from 0.
    """

    start: int
    data: bytes
    name: str
    part: int

    def at_column(self, column: int, width: int) -> int | None:
        """The byte of the packet that stands at a column of the screen, None where none does.

        Args:
            column: from 0.
            width: bytes of a full row.
        """
        hexed, text = column - 6, column - 6 - 3 * width
        place = hexed // 3 if 0 <= hexed < 3 * len(self.data) else text if 0 <= text < len(self.data) else None
        return None if place is None else self.start + place


def bytes_across(columns: int) -> int:
    """How many bytes a row has on a screen of so many columns: a multiple of 4, 16 at most."""
    return max(4, min(16, (columns - AROUND) // EACH // 4 * 4))


def byte_rows(packet: Packet, across: int) -> list[ByteRow]:
    """The rows of a packet.

    Args:
        packet: it.
        across: bytes of a row, at most.
    """
    found = []
    for number, (name, start, end) in enumerate(parts(packet)):
        for at in range(start, end, across):
            data = packet.data[at : min(at + across, end)]
            found.append(ByteRow(at, data, name if at == start else "", number))
    return found
