"""Packets of one queue pair: which of those that come reach its transport, and how it builds its own.

Source: IBA 1, 9.6 (packets that are dropped silently).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ibpkt.arguments import one_of, whole_number
from ibpkt.craft.announce import computed_fields
from ibpkt.craft.builder import build
from ibpkt.craft.carriers import carrier_named
from ibpkt.craft.drafts import Draft, draft, raw_values
from ibpkt.errors import CallerError
from ibpkt.packet import Packet, Status, decode
from ibpkt.protocols import BTH, ECN, FULL_MEMBER, OPCODES, PMTUS, PSN_MASK, Opcode
from ibpkt.schema import Header, number_of
from ibpkt.traffic.end_addresses import sample
from ibpkt.traffic.workload import Q_KEY

SERVICES = ("RC", "UC", "UD", "XRC")
#: receivers that take request packets by PSN, or keep what comes early
ORDERS = ("psn", "any")
#: hosts of the requester's and of the responder's end, as `ibpkt.traffic.end_addresses.address` takes them
REQUESTER_HOST, RESPONDER_HOST = 1, 2
_CE = number_of(ECN, "CE")


class TransportPacket(NamedTuple):
    """A packet as the transport sees it.

    Attributes:
        row: its operation.
        psn: as on the wire.
        ack_request: its A bit.
        values: the raw values of the extended headers, by field.
        payload: without pad bytes.
        packet: the packet itself.
    """

    row: Opcode
    psn: int
    ack_request: bool
    values: Mapping[str, Any]
    payload: bytes
    packet: Packet


class PacketPath:
    """The headers in front of BTH, from one end to the other.

    Attributes:
        drafts: those headers, outermost first.
        link: the link type.
    """

    def __init__(self, drafts: Sequence[Draft], link: Any) -> None:
        self.drafts: tuple[Draft, ...] = tuple(drafts)
        self.link = link

    @classmethod
    def of_carrier(cls, carrier: str, qpns: tuple[int, int]) -> PacketPath:
        """The path from the requester to the responder over a carrier (`ibpkt.craft.carriers`)."""
        return cls.of_packet(sample(carrier_named(carrier), REQUESTER_HOST, RESPONDER_HOST, qpns, ours=True))

    @classmethod
    def of_packet(cls, packet: Packet, *, back: bool = False) -> PacketPath:
        """The path that a packet has taken, or the way back: sources and destinations exchanged."""
        if not isinstance(packet, Packet):
            raise CallerError(f"path is an ibpkt.Packet, not {type(packet).__name__}")
        drafts: list[Draft] = []
        for layer in packet.layers:
            header = layer.header
            if header is BTH:
                return cls(drafts, packet.link)
            open_fields = computed_fields(header)
            raw = {name: value for name, value in layer.raw.items() if name not in open_fields}
            if back:
                _turn(header, raw)
            drafts.append(Draft(header, raw))
        raise CallerError("a path is taken out of a packet with a BTH, and this has none")

    def build(self, bth: Draft, extended: Sequence[Draft], payload: bytes) -> Packet:
        """A packet that takes this path."""
        return build(*self.drafts, bth, *extended, payload=payload, link=self.link)


def _turn(header: Header, raw: dict[str, Any]) -> None:
    """Exchange source and destination; an answer bears no congestion mark of the request."""
    if header.address is not None:
        _, source, destination = header.address
        raw[source], raw[destination] = raw[destination], raw[source]
    if header.path is not None and "ecn" in header.by_name:
        field = header.path.traffic_class
        marked = raw[field] & _CE == _CE
        if marked:
            raw.update(raw_values(header, {field: raw[field], "ecn": header.typical.get("ecn", 0)}))


@dataclass(frozen=True)
class QueuePair:
    """What both ends of a connection know of one queue pair.

    Attributes:
        service: RC, UC, UD or XRC.
        qpn: its own number.
        peer_qpn: that of the other end.
        pmtu: path MTU in bytes.
        p_key: the partition.
        q_key: UD: the key that datagrams must bear.
        check_icrc: drop packets whose ICRC is wrong; False takes them.
    """

    service: str = "RC"
    qpn: int = 0x11
    peer_qpn: int = 0x12
    pmtu: int = 1024
    p_key: int = 0xFFFF
    q_key: int = Q_KEY
    check_icrc: bool = True

    def __post_init__(self) -> None:
        one_of(self.service, "service", SERVICES)
        if self.pmtu not in PMTUS:
            raise CallerError(f"pmtu is one of {', '.join(map(str, PMTUS))}, not {self.pmtu!r}")
        for name, bits in (("qpn", 24), ("peer_qpn", 24), ("p_key", 16), ("q_key", 32)):
            whole_number(getattr(self, name), name, 0, (1 << bits) - 1)

    def accept(self, packet: Packet | bytes, link: Any, kind: str) -> TransportPacket | None:
        """A packet as the transport sees it, None where it is dropped silently: it is damaged, or not for us.

        Args:
            packet: decoded, or the bytes of a frame of the link type.
            link: that of bytes.
            kind: request or response.
        """
        if isinstance(packet, bytes | bytearray | memoryview):
            packet = decode(bytes(packet), link)
        if not isinstance(packet, Packet):
            raise CallerError(f"packet is an ibpkt.Packet or bytes, not {type(packet).__name__}")
        whole = packet.stop is None or packet.stop.reason == "unknown"
        layers = packet.layers
        at = next((place for place in range(len(layers) - 1, -1, -1) if layers[place].header is BTH), None)
        if not whole or at is None or packet.disagreements:
            return None
        if self.check_icrc and packet.icrc.status is not Status.GOOD:
            return None
        bth = layers[at].raw
        row = OPCODES.get(bth["opcode"])
        if row is None or row.service != self.service or row.kind != kind:
            return None
        if bth["tver"] or bth["destqp"] != self.qpn or not self._same_partition(bth["p_key"]):
            return None
        extended = layers[at + 1 : at + 1 + len(row.headers)]
        values: dict[str, Any] = {}
        for layer in extended:
            values.update(layer.raw)
        end = extended[-1] if extended else layers[at]
        begin = end.offset + end.size
        rest = sum(layer.size for layer in layers[at + 1 + len(extended) :])  # headers that a payload seems to have
        payload = packet.payload if not rest else packet.data[begin : begin + rest + len(packet.payload)]
        return TransportPacket(row, bth["psn"], bool(bth["a"]), values, payload, packet)

    def _same_partition(self, p_key: int) -> bool:
        """Two keys match where they name the same partition and one of them is that of a full member."""
        return not (p_key ^ self.p_key) & ~FULL_MEMBER and bool((p_key | self.p_key) & FULL_MEMBER)

    def compose(
        self, path: PacketPath, row: Opcode, psn: int, values: Mapping[str, Any], payload: bytes, **bits: int
    ) -> Packet:
        """A packet of this queue pair to the other end.

        Args:
            path: which headers go in front.
            row: its operation.
            psn: its PSN.
            values: of the fields of its extended headers; those that are left out have the values of a healthy packet.
            payload: its payload.
            **bits: further fields of BTH.
        """
        raw: dict[str, Any] = {"opcode": row.code, "destqp": self.peer_qpn, "psn": psn & PSN_MASK, "p_key": self.p_key}
        raw.update(bits)
        extended = []
        for header in row.headers:
            fields = {name: value for name, value in values.items() if name in header.by_name}
            extended.append(draft(header, **{**header.typical, **fields}))
        return path.build(Draft(BTH, raw), extended, payload)
