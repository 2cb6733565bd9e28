"""The InfiniBand transport layer: BTH.  What follows it is in `extended.py`, and which of it in `opcodes.py`."""

from __future__ import annotations

from ibpkt.protocols.opcodes import OPCODE_NAMES
from ibpkt.protocols.tables import on_registration
from ibpkt.schema import WORDS, Derived, Header, flag, hexa, reserved, uint

#: queue pairs of subnet management, of general services, and of multicast
SMI, GSI, MULTICAST_QP = 0, 1, 0xFFFFFF
#: the 24 bits of a packet sequence number and of a message sequence number, which count modulo 2^24
PSN_MASK = 0xFFFFFF
#: half of all PSNs: a smaller distance goes forward
HALF_OF_PSNS = PSN_MASK + 1 >> 1
#: path MTUs in bytes of payload
PMTUS = (256, 512, 1024, 2048, 4096)
#: bytes of a message, at most (IBA 1, 9.7.8)
LARGEST_MESSAGE = 1 << 31
#: the bit of a P_Key that means full membership; the others name the partition
FULL_MEMBER = 0x8000


def psn_distance(psn: int, origin: int) -> int:
    """How far a PSN is ahead of another, from -2^23 to 2^23 - 1."""
    return (psn - origin + HALF_OF_PSNS & PSN_MASK) - HALF_OF_PSNS


def _membership(p_key: int) -> str:
    return "full" if p_key & FULL_MEMBER else "limited"


BTH = Header(
    "BTH",
    "Base Transport Header",
    "infiniband.bth",
    uint("opcode", 8, "Opcode", enum=OPCODE_NAMES, doc="3 bits service, 5 bits operation; says which headers follow"),
    flag("se", "Solicited Event"),
    flag("m", "MigReq", doc="migration state"),
    uint("padcnt", 2, "Pad Count", unit="bytes", doc="zero bytes between payload and ICRC"),
    uint("tver", 4, "Header Version", fixed=True),
    uint("p_key", 16, "Partition Key", default=0xFFFF, doc="bit 15: full member"),
    flag("fecn", "Forward ECN", variant=True),
    flag("becn", "Backward ECN", variant=True),
    reserved("reserved6a", 6, variant=True),
    hexa("destqp", 24, "Destination Queue Pair", doc="0 SMI, 1 GSI, 0xffffff multicast"),
    flag("a", "Acknowledge Request"),
    reserved("reserved7", 7),
    uint("psn", 24, "Packet Sequence Number", doc="modulo 2^24"),
    Derived("membership", "Partition Membership", ("p_key",), _membership, WORDS, filter=".p_key.membership"),
    summary="{opcode} QP={destqp} PSN={psn}",
    protocol="RoCEv2",
    role="transport",
    pad="padcnt",
    source="IBA 1, 9.2",
)

# texts of operation codes are kept once they were asked for
on_registration(BTH.leaf("opcode").names.clear)
