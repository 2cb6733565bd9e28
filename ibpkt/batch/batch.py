"""Batches: many packets decoded at once into shapes, columns and verdicts.

`ibpkt.packet.decode` is the reference: a test holds every column equal to what it says.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ibpkt.arguments import checked, whole_number
from ibpkt.arrays import Bools, Ints, offsets
from ibpkt.batch.crc_chains import chain_crcs
from ibpkt.batch.frames import Frames
from ibpkt.batch.shape import Shape, append_shapes, select_shapes
from ibpkt.batch.walk import walk, walk_annotations
from ibpkt.capture.records import SLACK, Records
from ibpkt.conveniences import extensible
from ibpkt.errors import CallerError
from ibpkt.packet import Disagreement, Packet, Stop, decode
from ibpkt.packet.dissect import dissect_annotations
from ibpkt.schema import Header

if TYPE_CHECKING:
    from ibpkt.batch.verify import Checks
    from ibpkt.bound_methods import BatchMethods
else:
    BatchMethods = object


#: link types are columns of 32 bits
LARGEST_LINK = (1 << 31) - 1


@extensible
class Batch(BatchMethods):
    """Packets that are decoded together.

    Args:
        frames: the packets in their buffer.

    Attributes:
        frames: the same.
    """

    # Shapes refer to the frames, not to the batch: a cycle would keep buffers alive until Python collects garbage.
    def __init__(self, frames: Frames) -> None:
        self.frames = frames

    @classmethod
    @checked
    def of(cls, packets: Iterable[bytes], link: int, **options: Any) -> Batch:
        """A batch of packets in memory, all of one link type (a LINKTYPE_ value)."""
        whole_number(link, "link", 0, LARGEST_LINK)
        pieces = list(packets)
        lengths = np.array([len(piece) for piece in pieces], np.int64)
        lead = 8
        starts = lead + offsets(lengths + lead)
        data = bytes(lead) + bytes(lead).join(pieces) + bytes(SLACK + lead)
        count = len(pieces)
        frames = Frames(
            Records(
                data=np.frombuffer(bytearray(data), np.uint8),
                start=starts,
                caplen=lengths,
                wirelen=lengths.copy(),
                time=np.zeros(count, np.int64),
                link=np.full(count, link, np.int32),
                interface=np.zeros(count, np.int32),
                offset=np.zeros(count, np.int64),
                first=1,
                comments={},
            ),
            **options,
        )
        return cls(frames)

    @classmethod
    @checked
    def of_packet(cls, packet: Packet) -> Batch:
        """A batch of one decoded packet."""
        if not isinstance(packet.link, int):
            raise CallerError(f"a packet that begins with {packet.link.name} has no link type; decode it with one")
        batch = cls.of([packet.data], packet.link, roce_port=packet.roce_port)
        frames = batch.frames
        frames.wirelen = np.array([packet.wirelen], np.int64)
        frames.time = np.array([packet.time or 0], np.int64)
        frames.first = packet.number or 1
        frames.first_time = frames.previous_time = int(frames.time[0])
        return batch

    def __len__(self) -> int:
        return len(self.frames)

    def __getitem__(self, row: int) -> Packet:
        """The packet at a place, decoded on its own, with its comments and annotations."""
        frames = self.frames
        row = range(len(frames))[row]
        start = int(frames.start[row])
        packet = decode(
            frames.data[start : start + int(frames.captured[row])].tobytes(),
            int(frames.link[row]),
            wirelen=int(frames.wirelen[row]),
            roce_port=frames.roce_port,
            time=int(frames.time[row]),
            number=frames.number_at(row),
        )
        packet.comments = frames.comments.get(row, ())
        if frames.annotations is not None and (places := np.flatnonzero(frames.annotations.rows == row)).size:
            begin, size, link = (int(array[places[0]]) for array in frames.annotations[1:4])
            packet.annotations = dissect_annotations(frames.data[begin : begin + size].tobytes(), link)
        return packet

    def __iter__(self) -> Iterator[Packet]:
        return map(self.__getitem__, range(len(self)))

    @functools.cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """The shapes of the packets; every packet is in exactly one."""
        shapes = walk(self.frames)
        chain_crcs(shapes)
        return tuple(
            shapes if self.frames.annotations is None else append_shapes(shapes, walk_annotations(self.frames))
        )

    @functools.cached_property
    def place_in_shapes(self) -> Ints:
        """Where each packet is if those of one shape follow those of the other, shape (n,)."""
        places = np.empty(len(self), np.int64)
        places[np.concatenate([shape.rows for shape in self.shapes])] = np.arange(len(self))
        return places

    @checked
    def with_annotations(self, frames: Frames) -> Batch:
        """The same packets in frames that have annotations; their own headers are not walked again."""
        batch = Batch(frames)
        frames.conflicts = list(self.frames.conflicts)
        own = [shape.with_frames(frames) for shape in self.shapes]
        batch.shapes = tuple(append_shapes(own, walk_annotations(frames)))
        return batch

    @checked
    def select(self, chosen: Bools, previous: int | None = None) -> Batch:
        """Some of the packets; they keep their numbers, and what has already been computed for them.

        Args:
            chosen: which packets, shape (n,).
            previous: the time of the last packet selected before these, in nanoseconds since the epoch, None for none.
        """
        shapes = self.shapes  # before the frames are selected: the walk finds the conflicts of lengths
        rows = np.flatnonzero(chosen)
        batch = Batch(self.frames.select(rows, previous))
        batch.shapes = select_shapes(shapes, batch.frames, rows)
        return batch

    @property
    def disagreements(self) -> dict[int, list[Disagreement]]:
        """Length fields that contradict the lengths around them, by the packet's place in the batch."""
        _ = self.shapes
        return self.frames.disagreements

    @functools.cached_property
    def stops(self) -> dict[int, Stop]:
        """Why decoding ended early, by the packet's place in the batch; unknown payloads are not listed."""
        return {
            int(row): stop
            for shape in self.shapes
            if shape.stop is not None and shape.stop[0] != "unknown"
            for row in shape.rows
            if (stop := self[int(row)].stop) is not None
        }

    @checked
    def verify(self, which: Header) -> list[tuple[Shape, Checks]]:
        """The verdicts on one CRC, for each shape that has it."""
        return [(shape, checks) for shape in self.shapes if (checks := shape.checks(which)) is not None]
