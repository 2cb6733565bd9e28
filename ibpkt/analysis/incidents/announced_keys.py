"""What memory the commands of NVMe over Fabrics have announced, to compare refused requests with.

A command capsule names the memory for its data: address, length and R_Key, by which the controller reads or writes it.
A request that is refused though it uses a key and an address of such a command, or goes beyond its length, is told so.
Capsules are known by their form; nobody asks about them but for a key that was refused, and chance has no such key.

Source: NVM Express RDMA Transport 1.0, 2.2.1 (keyed SGL data block descriptor).
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import KINDS, REQUEST, Transport, payload_begin
from ibpkt.arrays import Array, Ints
from ibpkt.protocols import AETH, RETH, by_opcode
from ibpkt.protocols.upper.nvme_commands import KEYED, NVMeCommand
from ibpkt.protocols.upper.nvme_names import PSDT
from ibpkt.schema import number_of

#: capsules that are kept
MOST = 1 << 15
#: requests that begin a SEND, by opcode
_BEGINS_SEND = by_opcode(
    lambda opcode: (
        opcode.kind == KINDS[REQUEST] and opcode.position in ("first", "only") and opcode.operation == "SEND"
    ),
    np.bool_,
)


def _at(name: str) -> int:
    """Where a field begins, in bytes."""
    return NVMeCommand.leaf(name).bit // 8


#: a capsule begins so: its form, then the descriptor
_FORM, _DESCRIPTOR, _TYPE = _at("psdt"), _at("sgl_address"), _at("sgl_type")
_LENGTH, _KEY = _at("sgl_low") - _DESCRIPTOR, _at("sgl_rest") - _DESCRIPTOR
_SIZE, _COMMAND = NVMeCommand.size, _at("cid")
#: the upper bits of these bytes
_WITH_SGL, _KEYED = number_of(PSDT, "SGL") << 6, KEYED << 4


class Announcement(NamedTuple):
    """Memory that a command names.

    Attributes:
        frame: the number of its packet.
        address, size: of the memory, in bytes.
        command: the identifier of the command.
    """

    frame: int
    address: int
    size: int
    command: int


class AnnouncedKeys:
    """Remembers the last commands."""

    def __init__(self) -> None:
        self._pieces: deque[tuple[Ints, Ints, Ints, Array, Ints]] = (
            deque()
        )  # flows, sides, frames, descriptors, commands
        self._count = 0

    def add(self, columns: Transport, flows: Ints, requesters: Ints) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            flows: the number of each one's flow, 0 for none.
            requesters: see `Analyser.requesters`.
        """
        rows, start = _capsules(columns)
        places = columns.rows[rows]
        frames = columns.batch.frames
        whole = frames.start[places] + frames.captured[places] - start >= _SIZE
        whole &= (flows[rows] > 0) & (requesters[rows] >= 0)
        rows, start = rows[whole][-MOST:], start[whole][-MOST:]
        if not len(rows):
            return
        data = np.frombuffer(frames.view, np.uint8)
        descriptors = data[start[:, None] + np.arange(_DESCRIPTOR, _TYPE)]
        commands = data[start + _COMMAND].astype(np.int64) | data[start + _COMMAND + 1].astype(np.int64) << 8
        numbers = columns.frame[rows].astype(np.int64)
        self._pieces.append((flows[rows], requesters[rows], numbers, descriptors, commands))
        self._count += len(rows)
        while self._count - len(self._pieces[0][0]) >= MOST:
            self._count -= len(self._pieces.popleft()[0])

    def last(self, flow: int, side: int, key: int, before: int) -> Announcement | None:
        """The last command before a packet that an end of a flow has sent with a key; None where there is none."""
        for flows, sides, frames, descriptors, commands in reversed(self._pieces):
            keys = np.ascontiguousarray(descriptors[:, _KEY : _KEY + 4]).view("<u4").reshape(-1)
            rows = np.flatnonzero((flows == flow) & (sides == side) & (keys == key) & (frames < before))
            if len(rows):
                raw = bytes(descriptors[rows[-1]])
                size = int.from_bytes(raw[_LENGTH:_KEY], "little")
                address = int.from_bytes(raw[:_LENGTH], "little")
                return Announcement(int(frames[rows[-1]]), address, size, int(commands[rows[-1]]))
        return None


def _capsules(columns: Transport) -> tuple[Ints, Ints]:
    """The packets whose payload seems to begin a command with keyed memory, ascending, and where it begins.

    That is asked for all packets: what most of them fail comes first.
    """
    data = np.frombuffer(columns.batch.frames.view, np.uint8)
    found: list[tuple[Ints, Ints]] = []
    for (shape, place), places in zip(columns.parts, columns.places, strict=True):
        if AETH not in shape.headers and RETH not in shape.headers:  # as most packets have, but no SEND
            sends = np.flatnonzero(_BEGINS_SEND[columns.opcode[places]])
            rows = sends if isinstance(places, slice) else places[sends]
            large = np.flatnonzero(columns.size[rows] >= _SIZE)
            rows, start = rows[large], payload_begin(shape, place)[sends[large]].astype(np.int64)
            for at, mask, due in ((_FORM, 0xC0, _WITH_SGL), (_TYPE, 0xF0, _KEYED)):
                right = np.flatnonzero(data[np.minimum(start + at, len(data) - 1)] & mask == due)
                rows, start = rows[right], start[right]
            found.append((rows, start))
    if not found:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    rows, start = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.argsort(rows)
    return rows[order], start[order]
