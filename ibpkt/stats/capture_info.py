"""What kind of capture is this?  Format, times, carriers, hosts, protocols, and what is missing, in one pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Ints
from ibpkt.batch import Batch, Shape
from ibpkt.batch.known_mistakes import rxe_flushes
from ibpkt.packet import STATUSES
from ibpkt.protocols import BTH, GRH, ICRC, LRH, MAD, MESSAGE_KINDS, OPCODES
from ibpkt.stats.endpoints import Endpoints
from ibpkt.stats.other_traffic import OtherTraffic, is_rdma

if TYPE_CHECKING:
    from ibpkt.stats.connections import ConnectionCounts


class Host(NamedTuple):
    """An address that RDMA packets come from or go to.

    Attributes:
        address: as the lines of packets show it.
        queue_pairs: how many of its queue pairs are named.
        sent_packets, sent_bytes: RDMA packets from it, and their bytes on the wire.
        received_packets, received_bytes: those to it.
    """

    address: str
    queue_pairs: int
    sent_packets: int
    sent_bytes: int
    received_packets: int
    received_bytes: int


class SeenQueuePair(NamedTuple):
    """A queue pair that packets name.

    Attributes:
        address: of its host.
        qp: its number.
        received_packets: packets to it.
        sent_packets: packets from it, of those that name their sender (datagrams).
    """

    address: str
    qp: int
    received_packets: int
    sent_packets: int


class Service(NamedTuple):
    """What connections are for, as Communication Management says.

    Attributes:
        service: as the service ID says, such as ``TCP port 4420 (NVMe over Fabrics)``.
        active: the address that asks for them.
        passive: the address that is asked.
        connections: how many there are.
        refused: those of them that were rejected.
    """

    service: str
    active: str
    passive: str
    connections: int
    refused: int

    @property
    def name(self) -> str:
        """The protocol alone, where it is known; else the whole text."""
        _, known, name = self.service.partition(" (")
        return name.removesuffix(")") if known else self.service


class CaptureInfo:
    """Facts of a capture, batch by batch.  Memory does not grow with the capture.

    Attributes:
        packets: how many there are.
        bytes: of their frames on the wire.
        start, end: the earliest time and the latest, in nanoseconds since the epoch; None without packets.
        cut: packets of which the capture does not hold all bytes.
        out_of_order: packets with an earlier time than the one before.
        carriers: RDMA packets by what carries them: ``RoCEv2 on IPv4``, ``RoCEv1``, ``InfiniBand``.
        services: RDMA packets by transport service, management datagrams by class.
        requests: packets of requests by operation: ``SEND``, ``WRITE``, ``READ`` and others of `MESSAGE_KINDS`.
        icrc: RDMA packets by verdict on their ICRC.
        rxe_flushes: of those with a wrong one, FLUSHes with the ICRC that Linux's rxe computes for them.
        others: the packets that are not RDMA.
        connections: those that Communication Management set up; None where it is not in the capture.
    """

    def __init__(self) -> None:
        self.packets: int = 0
        self.bytes: int = 0
        self.start: int | None = None
        self.end: int | None = None
        self.cut: int = 0
        self.out_of_order: int = 0
        self.carriers: dict[str, int] = {}
        self.services: dict[str, int] = {}
        self.requests: dict[str, int] = {}
        self.icrc: dict[str, int] = dict.fromkeys(map(str, STATUSES), 0)
        self.rxe_flushes: int = 0
        self.others: OtherTraffic = OtherTraffic()
        self.connections: ConnectionCounts | None = None
        self._last: int | None = None
        self._lids: dict[str, str] = {}  # of ports, by their GIDs
        self._addresses = Endpoints("address", "bytes")
        self._queue_pairs = Endpoints("qp", "packets")

    @checked
    def add(self, batch: Batch) -> None:
        """Take the packets of a batch."""
        if not len(batch):
            return
        self.others.add(batch)
        frames = batch.frames
        self.packets += len(batch)
        self.bytes += int(frames.frame_len.sum())
        self.cut += int((frames.frame_cap_len < frames.frame_len).sum())
        self._take_times(frames.time)
        managed = False
        for shape in batch.shapes:
            if is_rdma(shape):
                managed |= self._take(shape)
        if managed:
            if self.connections is None:
                from ibpkt.stats.connections import ConnectionCounts  # late: most captures do without

                self.connections = ConnectionCounts()
            self.connections.add(batch)

    @property
    def rdma_packets(self) -> int:
        """How many packets are InfiniBand or RoCE."""
        return self.others.rdma

    @property
    def protocols(self) -> dict[str, int]:
        """Packets by protocol, the most first: transport services, classes of management, and what is not RDMA."""
        counts = self.services | {name: count + self.services.get(name, 0) for name, count in self.others.names.items()}
        return dict(sorted(counts.items(), key=lambda item: -item[1]))

    def services_above(self) -> list[Service]:
        """What the connections that were set up are for, those with the most connections first; asks for it once."""
        counts: dict[tuple[str, str, str], list[int]] = {}
        for row in self.connections.rows() if self.connections is not None else ():
            key = (row["service"] or row["transport"] or "", row["active"] or "?", row["passive"] or "?")
            count = counts.setdefault(key, [0, 0])
            count[0] += 1
            count[1] += row["outcome"] == "rejected"
        return sorted((Service(*key, *count) for key, count in counts.items()), key=lambda item: -item.connections)

    @property
    def queue_pairs(self) -> list[SeenQueuePair]:
        """The queue pairs that packets name, those that receive the most first; multicast is none."""
        found = []
        for row in self._queue_pairs.rows():
            address, named, number = row["address"].rpartition(" QP ")
            if named and int(number, 0) != _MULTICAST:
                found.append(SeenQueuePair(address, int(number, 0), row["received_packets"], row["sent_packets"]))
        return sorted(found, key=lambda pair: (-pair.received_packets, pair.address, pair.qp))

    @property
    def hosts(self) -> list[Host]:
        """The addresses that send, or that receive at a queue pair; those that send the most bytes first.

        A port that also sends under its GID is one, by its LID.
        """
        pairs: dict[str, set[int]] = {}
        for pair in self.queue_pairs:
            pairs.setdefault(self._lids.get(pair.address, pair.address), set()).add(pair.qp)
        sums: dict[str, list[int]] = {}
        for row in self._addresses.rows():
            address: str = row["address"]
            known = sums.setdefault(self._lids.get(address, address), [0] * len(_SUMS))
            for at, name in enumerate(_SUMS):
                known[at] += row[name]
        hosts = [
            Host(address, len(pairs.get(address, ())), *known)
            for address, known in sums.items()
            if address not in _NO_LID and (known[0] or address in pairs)
        ]
        return sorted(hosts, key=lambda host: -host.sent_bytes)

    def _take_times(self, times: Ints) -> None:
        first, last = int(times.min()), int(times.max())
        self.start = first if self.start is None else min(self.start, first)
        self.end = last if self.end is None else max(self.end, last)
        before = int(times[0]) if self._last is None else self._last
        self.out_of_order += int((np.diff(times, prepend=np.int64(before)) < 0).sum())
        self._last = int(times[-1])

    def _take(self, shape: Shape) -> bool:
        """Count RDMA packets; gives whether some of them are Communication Management."""
        count = len(shape)
        _add(self.carriers, carrier(shape), count)
        self._addresses.count(shape)
        if LRH in shape.headers and GRH in shape.headers:
            self._take_gids(shape)
        if BTH not in shape.headers:
            _add(self.services, "link", count)
            return False
        managed = False
        self._queue_pairs.count(shape)
        place = shape.index(MAD)
        if place is not None:
            managed = self._take_management(shape, place)
        else:
            transport = shape.index(BTH)
            assert transport is not None  # it is in the headers
            codes, counts = np.unique(shape.column(transport, BTH.leaf("opcode")).values, return_counts=True)
            for code, number in zip(codes.tolist(), counts.tolist(), strict=True):
                known = OPCODES.get(code)
                _add(self.services, "unknown opcode" if known is None else known.service, number)
                if known is not None and known.kind == "request" and known.operation in MESSAGE_KINDS:
                    _add(self.requests, known.operation, number)
        if (checks := shape.checks(ICRC)) is not None:
            for status, number in enumerate(np.bincount(checks.status, minlength=len(STATUSES)).tolist()):
                self.icrc[STATUSES[status]] += number
            self.rxe_flushes += int(np.count_nonzero(rxe_flushes(shape)))
        return managed

    def _take_gids(self, shape: Shape) -> None:
        """Which LID the sender of each GID has; no router is on the way of a GID that is link-local."""
        gids, lids = (shape.column(shape.headers.index(leaf.header), leaf).values for leaf in (_SGID, _SLID))
        local = np.flatnonzero((gids[:, : len(_LINK_LOCAL)] == _LINK_LOCAL).all(axis=1))
        for row in np.unique(gids[local], axis=0, return_index=True)[1].tolist():
            lid = f"LID: {lids[local[row]]}"
            if lid not in _NO_LID and len(self._lids) < _MOST_GIDS:
                self._lids.setdefault(f"GID: {_SGID.text(bytes(gids[local[row]]))}", lid)

    def _take_management(self, shape: Shape, place: int) -> bool:
        _add(self.requests, "SEND", len(shape))
        leaf = MAD.leaf("mgmtclass")
        classes, counts = np.unique(shape.column(place, leaf).values, return_counts=True)
        for number, count in zip(classes.tolist(), counts.tolist(), strict=True):
            name = leaf.enum.get(number, f"management class {number:#04x}")
            _add(self.services, name, count)
        return _COMMUNICATION in classes.tolist()


#: the LIDs of ports that have none yet, between which packets with directed routes go
_NO_LID = tuple(f"LID: {lid}" for lid in (0, (1 << LRH.leaf("slid").width) - 1))
_SLID, _SGID = LRH.leaf("slid"), GRH.leaf("sgid")
_LINK_LOCAL = np.frombuffer(bytes.fromhex("fe80000000000000"), np.uint8)
_MOST_GIDS = 10_000
#: the sums of a `Host` in their order
_SUMS = ("sent_packets", "sent_bytes", "received_packets", "received_bytes")
_MULTICAST = (1 << BTH.leaf("destqp").width) - 1
_COMMUNICATION = 0x07


def carrier(shape: Shape) -> str:
    """What carries the transport headers of RDMA packets."""
    headers = shape.headers
    if LRH in headers:
        return "InfiniBand"
    if GRH in headers:
        return "RoCEv1"
    below = [header for header in headers[: shape.index(BTH)] if header.role == "network" and header.address]
    return f"RoCEv2 on {below[-1].name}" if below else "InfiniBand"


def _add(counts: dict[str, int], name: str, count: int) -> None:
    counts[name] = counts.get(name, 0) + count
