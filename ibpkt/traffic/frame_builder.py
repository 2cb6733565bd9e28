"""Rows of the tap become packets: headers from templates, fields by their declarations, payloads from the pattern.

Nothing here is done packet by packet.  The headers in front of BTH are built once for two hosts by `ibpkt.build`; what
differs between the packets of an end is scattered over them by column.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Ints, offsets, windows
from ibpkt.batch import Batch, Frames
from ibpkt.capture.records import SLACK, Records
from ibpkt.craft.carriers import Carrier
from ibpkt.craft.drafts import raw_values
from ibpkt.craft.seal import seal
from ibpkt.packet import Packet
from ibpkt.protocols import BTH, CLOSED_BY, ECN, ERF, ICRC, OPCODES, UDP, IPv4, by_opcode, link_type
from ibpkt.schema import Header, Leaf, number_of
from ibpkt.traffic.conversation import CNP_CODE
from ibpkt.traffic.end_addresses import sample, source_port, texts
from ibpkt.traffic.payload import Store
from ibpkt.traffic.simulated_network import ACK_REQUEST, BECN, COLUMNS, SOLICITED

Columns = dict[str, Ints]

#: bytes in front of the first packet, and between two
LEAD = 16
#: payloads are copied in pieces whose size is a multiple of this; what is too much is overwritten by the next packet
PIECE = 32
CE = number_of(ECN, "CE")
CNP_DSCP = 48

#: which column fills the field of this name in an extended header
_FILLED = {
    "va": "va", "r_key": "r_key", "dmalen": "dmalen", "swapdt": "extra", "cmpdt": "extra2", "origremdt": "extra",
    "syndrome": "syndrome", "msn": "msn", "immdt": "extra", "q_key": "extra2", "srcqp": "srcqp",
}  # fmt: skip


def filled_fields(header: Header) -> dict[str, str]:
    """The columns by the fields of an extended header; a key without an address is the one to invalidate."""
    fields = {name: column for name, column in _FILLED.items() if name in header.by_name}
    return {**fields, "r_key": "extra"} if "r_key" in fields and "va" not in fields else fields


#: bytes of the extended headers, by operation code
_EXTENDED = by_opcode(lambda opcode: sum(header.size for header in opcode.headers), np.int64)


def flipped_bit(opcode: int, size: int, fraction: int) -> int:
    """Which bit of a packet is flipped, counted from the start of BTH: one that the ICRC covers, or one of the ICRC's.

    Args:
        opcode: the packet's.
        size: bytes of its payload.
        fraction: which of them, in 2^-32 of all.
    """
    covered = [bit for bit in range(BTH.size * 8) if not BTH.variant_mask()[bit // 8] >> 7 - bit % 8 & 1]
    behind = int(_EXTENDED[opcode]) + size + (-size & 3) + ICRC.size
    place = fraction * (len(covered) + behind * 8) >> 32
    return covered[place] if place < len(covered) else BTH.size * 8 + place - len(covered)


class FrameLength(NamedTuple):
    """A length field in the headers in front of a payload: where it is, bytes a unit, and what it says for none."""

    leaf: Leaf
    at: int
    scale: int
    none: int


class FrameLayout:
    """What the packets of a carrier have in common.

    Attributes:
        size: bytes up to the end of BTH.
        bth: where BTH begins.
        tail: bytes after the pad: the CRCs.
        lengths: the length fields.
        marked: the field that a switch marks; its header is at `marked_at`, and `mark` is the value.
        places: the places of the headers of each kind.
    """

    marked: Leaf
    marked_at: int

    def __init__(self, packet: Packet) -> None:
        layers = packet.layers
        headers = [layer.header for layer in layers]
        last = headers.index(BTH)
        self.bth: int = layers[last].offset
        self.size: int = self.bth + BTH.size
        self.tail: int = sum(CLOSED_BY[header].size for header in dict.fromkeys(headers) if header in CLOSED_BY)
        self.places: list[tuple[Header, int]] = [(layer.header, layer.offset) for layer in layers[: last + 1]]
        self.lengths: list[FrameLength] = []
        for layer in layers[:last]:
            extent = layer.header.extent
            named = [(extent.field, extent.scale)] if extent else []
            named += [(name, 1) for name in layer.header.record or ()]
            for name, scale in named:
                self.lengths.append(FrameLength(layer.header.leaf(name), layer.offset, scale, layer.raw[name]))
        self.marked, self.marked_at = BTH.leaf("fecn"), self.bth
        self.mark: int = 1
        for layer in layers[:last]:  # the innermost, which the receiver sees
            if layer.header.role == "network" and "ecn" in layer.header.by_name:
                self.marked, self.marked_at, self.mark = layer.header.leaf("ecn"), layer.offset, CE


class HostHeaders(NamedTuple):
    """The headers of packets from one host to another, complete except for queue pairs and for what changes.

    Attributes:
        layout: what they share with others of their carrier.
        prefix: the bytes up to the end of BTH.
        addresses: the source addresses as texts, by the key of their header.
    """

    layout: FrameLayout
    prefix: bytes
    addresses: dict[str, str]

    def between(self, qpns: tuple[int, int]) -> NDArray[np.uint8]:
        """The bytes for the queue pairs of sender and receiver."""
        prefix = bytearray(self.prefix)
        for header, place in self.layout.places:
            if header is UDP or header is BTH:
                leaf = header.leaf("srcport" if header is UDP else "destqp")
                number = source_port(*qpns) if header is UDP else qpns[1]
                at, size = place + leaf.bit // 8, leaf.width // 8
                prefix[at : at + size] = number.to_bytes(size, "big")
        return np.frombuffer(prefix, np.uint8)


class SenderTemplate(NamedTuple):
    """The headers of one sender's packets, complete except for what changes.

    Attributes:
        layout: what it shares with the others of its carrier.
        prefix: the bytes up to the end of BTH.
        qpn: of the queue pair that sends.
    """

    layout: FrameLayout
    prefix: NDArray[np.uint8]
    qpn: int


class FrameBuilder:
    """Makes batches out of rows.

    Args:
        store: where payloads come from.
        start: nanoseconds since 1970 at the beginning.
    """

    def __init__(self, store: Store, start: int) -> None:
        self._store = store
        self._start = start
        self._layouts: dict[Carrier, FrameLayout] = {}
        self._hosts: dict[tuple[Carrier, int, int, bool], HostHeaders] = {}
        self.senders: dict[int, SenderTemplate] = {}
        self._link = 0
        self._first_time: int | None = None
        self._previous: int | None = None

    def introduce(
        self, origin: int, carrier: Carrier, hosts: tuple[int, int], qpns: tuple[int, int], ours: bool
    ) -> dict[str, str]:
        """Take up an end; gives its addresses (see `ibpkt.traffic.end_addresses.texts`).

        Args:
            origin: how its packets are marked at the tap.
            carrier: what carries them.
            hosts: from which host to which they go, as `ibpkt.traffic.end_addresses.sample` takes them.
            qpns: the queue pairs of sender and receiver.
            ours: they are captured at the sender.
        """
        key = (carrier, *hosts, ours)
        known = self._hosts.get(key)
        if known is None:
            packet = sample(carrier, *hosts, qpns, ours)
            if carrier not in self._layouts:
                self._layouts[carrier] = FrameLayout(packet)
            layout = self._layouts[carrier]
            known = self._hosts[key] = HostHeaders(layout, packet.data[: layout.size], texts(packet))
        self._link = link_type(carrier.link)
        self.senders[origin] = SenderTemplate(known.layout, known.between(qpns), qpns[0])
        return known.addresses

    def batch(self, rows: Ints, times: Ints, numbers: Ints, marks: Mapping[int, tuple[bool, int]], first: int) -> Batch:
        """The packets of some rows.

        Args:
            rows: the columns, shape (n, `WIDTH`).
            times: picoseconds from the beginning, shape (n,).
            numbers: of the transmissions, shape (n,).
            marks: by row, a congestion mark and the bit that is flipped (`flipped_bit`'s fraction) or -1.
            first: the number of the first packet in the capture.
        """
        columns: Columns = {name: np.ascontiguousarray(rows[:, place]) for place, name in enumerate(COLUMNS)}
        origins, whose = np.unique(columns["origin"], return_inverse=True)
        senders = [self.senders[origin] for origin in origins.tolist()]
        columns["srcqp"] = np.array([sender.qpn for sender in senders], np.int64)[whose]
        opcode, size = columns["opcode"], columns["size"]
        pad = -size & 3
        behind = _EXTENDED[opcode] + size + pad
        prefix = np.array([sender.layout.size for sender in senders], np.int64)[whose]
        total = prefix + behind + np.array([sender.layout.tail for sender in senders], np.int64)[whose]
        start = LEAD + offsets(total + LEAD)
        data = np.zeros(int(total.sum()) + LEAD * (len(total) + 1) + SLACK + Store.MOST, np.uint8)
        time = self._start + times // 1000
        frames = self._frames(data, start, total, time, first)
        bth = start + prefix - BTH.size
        self._payloads(frames, bth + BTH.size + _EXTENDED[opcode], size, columns["source"])
        for layout in dict.fromkeys(sender.layout for sender in senders):
            alike = [index for index, sender in enumerate(senders) if sender.layout is layout]
            chosen = np.flatnonzero(np.isin(whose, alike)) if len(alike) < len(senders) else np.arange(len(whose))
            table = np.stack([senders[index].prefix for index in alike])
            place = np.zeros(len(senders), np.int64)
            place[alike] = np.arange(len(alike))
            at = start[chosen]
            frames.write_block(at, table[place[whose[chosen]]])
            self._carry(frames, layout, at, behind[chosen], opcode[chosen], numbers[chosen])
            self._count(frames, layout, at, time[chosen], first + chosen)
        self._transport(frames, bth, columns, pad)
        for row, (marked, _) in marks.items():
            if marked:
                layout = senders[whose[row]].layout
                leaf = layout.marked
                at = start[row : row + 1] + layout.marked_at
                frames.write(at, leaf.bit, leaf.width, np.array([layout.mark]))
        seal(Batch(self._frames(data, start, total, time, first)))
        for row, (_, fraction) in marks.items():
            if fraction >= 0:
                bit = flipped_bit(int(opcode[row]), int(size[row]), fraction)
                data[int(bth[row]) + bit // 8] ^= 0x80 >> bit % 8
        # corrupted packets may have other shapes now
        return Batch(self._frames(data, start, total, time, first, remember=True))

    def _frames(
        self, data: NDArray[np.uint8], start: Ints, total: Ints, time: Ints, first: int, remember: bool = False
    ) -> Frames:
        count = len(start)
        records = Records(
            data=data,
            start=start,
            caplen=total,
            wirelen=total.copy(),
            time=time,
            link=np.full(count, self._link, np.int32),
            interface=np.zeros(count, np.int32),
            offset=np.zeros(count, np.int64),
            first=first,
        )
        if not remember:
            return Frames(records)
        frames = Frames(records, first_time=self._first_time, previous_time=self._previous)
        if count:
            self._first_time, self._previous = frames.first_time, int(frames.time[-1])
        return frames

    def _payloads(self, frames: Frames, at: Ints, size: Ints, source: Ints) -> None:
        """Copy the payloads, those of about one size at a time, and clear the bytes after them."""
        array = self._store.array()
        places = self._store.places(source)
        pieces = -(-size // PIECE)
        for count in np.flatnonzero(np.bincount(pieces)).tolist():
            if count:
                rows = np.flatnonzero(pieces == count)
                length = count * PIECE
                windows(frames.data, length)[at[rows]] = windows(array, length)[places[rows]]
        frames.write_block(at + size, np.zeros(ICRC.size, np.uint8))

    @staticmethod
    def _carry(frames: Frames, layout: FrameLayout, at: Ints, behind: Ints, opcode: Ints, numbers: Ints) -> None:
        """What the headers in front of BTH say of this packet: lengths, IP identification, priority of CNPs."""
        for leaf, place, scale, none in layout.lengths:
            frames.write(at + place, leaf.bit, leaf.width, none + behind // scale)
        cnp = opcode == CNP_CODE
        for header, place in layout.places:
            if header is IPv4:
                leaf = IPv4.leaf("id")
                frames.write(at + place, leaf.bit, leaf.width, np.abs(numbers) >> 1 & 0xFFFF)
        if cnp.any() and layout.mark == CE:
            leaf = layout.marked.header.leaf("dscp")
            rows = at[cnp] + layout.marked_at
            frames.write(rows, leaf.bit, leaf.width, np.full(len(rows), CNP_DSCP))

    @staticmethod
    def _count(frames: Frames, layout: FrameLayout, at: Ints, time: Ints, number: Ints) -> None:
        """What a mirror or a capture card says of this frame: its number, or its time in 2^-32 s."""
        for header, place in layout.places:
            if header.sequence:
                leaf = header.leaf(header.sequence)
                frames.write(at + place, leaf.bit, leaf.width, number & (1 << leaf.width) - 1)
            elif header is ERF:
                leaf = header.leaf("ts")
                seconds, rest = np.divmod(time.astype(np.uint64), np.uint64(1_000_000_000))
                parts = ((rest << np.uint64(32)) + np.uint64(500_000_000)) // np.uint64(1_000_000_000)
                frames.write(at + place, leaf.bit, leaf.width, (seconds << np.uint64(32)) + parts, little=True)

    @staticmethod
    def _transport(frames: Frames, bth: Ints, columns: Columns, pad: Ints) -> None:
        """BTH and the extended headers."""
        flags = columns["flags"]
        for name, numbers in (
            ("opcode", columns["opcode"]),
            ("psn", columns["psn"]),
            ("padcnt", pad),
            ("a", flags & ACK_REQUEST != 0),
        ):
            leaf = BTH.leaf(name)
            frames.write(bth, leaf.bit, leaf.width, numbers)
        for name, bit in (("se", SOLICITED), ("becn", BECN)):
            rows = np.flatnonzero(flags & bit)
            if len(rows):
                leaf = BTH.leaf(name)
                frames.write(bth[rows], leaf.bit, leaf.width, np.ones(len(rows), np.int64))
        opcode = columns["opcode"]
        for number in np.flatnonzero(np.bincount(opcode)).tolist():
            headers = OPCODES[number].headers
            if not headers:
                continue
            rows = np.flatnonzero(opcode == number)
            at = bth[rows] + BTH.size
            for header in headers:
                frames.write_block(at, np.zeros(header.size, np.uint8))
                for name, column in filled_fields(header).items():
                    leaf = header.leaf(name)
                    frames.write(at, leaf.bit, leaf.width, columns[column][rows])
                for name, constant in raw_values(header, header.typical).items():
                    leaf = header.leaf(name)
                    frames.write(at, leaf.bit, leaf.width, np.full(len(rows), constant))
                at = at + header.size
