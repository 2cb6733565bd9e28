"""The stacks that people meet: every carrier, tags, tunnels, extension headers, and management datagrams."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from ibpkt.protocols import OPCODES
from tests.support.stacks.graph_walk import Draft, edges, stack, unannounced
from tests.support.stacks.reference_builder import Built

#: what carries BTH directly, by name
CARRIERS = {
    "local": ("infiniband", "LRH/BTH"),
    "global": ("infiniband", "LRH/GRH/BTH"),
    "RoCEv1": ("ethernet", "Ethernet/GRH/BTH"),
    "RoCEv2 IPv4": ("ethernet", "Ethernet/IPv4/UDP/BTH"),
    "RoCEv2 IPv6": ("ethernet", "Ethernet/IPv6/UDP/BTH"),
}


def carrier(name: str, opcode: int = 4, payload: bytes = b"\x11\x22\x33\x44\x55", **overrides: Any) -> Built:
    """A packet with one of the `CARRIERS`, telling values in every field that the ICRC leaves out, and one pad byte
    or more.
    """
    link, path = CARRIERS[name]
    fields = {
        "lrh": {"vl": 3, "sl": 2, "dlid": 0x17, "slid": 0x21},
        "grh": {"tclass": 0x2A, "flowlabel": 0x12345, "hoplmt": 33, "sgid": bytes(range(16)), "dgid": bytes(16)},
        "ipv4": {"dsfield": 0x6A, "ttl": 63, "checksum": 0x1234, "src": 0x0A000001, "dst": 0x0A000002, "flags": 2},
        "ipv6": {"tclass": 0x6A, "flow": 0x54321, "hlim": 63, "src": bytes(range(16)), "dst": bytes(16)},
        "udp": {"srcport": 0xC001, "checksum": 0xBEEF},
        "deth": {"q_key": 0x11111111, "srcqp": 0x2A},
        "bth": {"opcode": opcode, "destqp": 0x12, "psn": 0x345678, "fecn": 0, "becn": 1, "reserved6a": 5},
    }
    for key, values in overrides.items():
        fields.setdefault(key, {}).update(values)
    draft = stack(link, path, **fields)
    extended = OPCODES[opcode].headers if opcode in OPCODES else ()
    draft.steps += [(header, dict(fields.get(header.key, {}))) for header in extended]
    return draft.built(payload, name=f"{name}, opcode 0x{opcode:02x}")


TAGS = ("", "VLAN/", "VLAN/VLAN/")
NETWORKS = ("GRH/BTH", "IPv4/UDP/BTH", "IPv6/UDP/BTH")
GRE_FLAGS = tuple(
    "/".join(("GRE", *(name for bit, name in enumerate(("GREChecksum", "GREKey", "GRESequence")) if flags >> bit & 1)))
    for flags in range(8)
)
_OPTIONS = {
    "hopbyhop": {"options": bytes(8)},
    "destinationoptions": {"options": bytes(16)},
    "routing": {"data": bytes(range(8))},
    "ah": {"icv": bytes(range(12))},
}
EXTENSIONS = (
    "HopByHop",
    "DestinationOptions",
    "Routing",
    "Fragment",
    "AH",
    "HopByHop/Routing/DestinationOptions/AH",
    "HopByHop/HopByHop/Fragment/AH/DestinationOptions",
)


def composed() -> Iterator[Draft]:
    """The stacks that people meet, as drafts."""
    for name in CARRIERS:
        yield stack(*CARRIERS[name])
    for path in ("LRH/RWH", "LRH/IPv6", "LRH/IPv6/UDP/BTH", "LRH/RWH/IPv4/UDP/BTH", "LRH/RWH/GRH/BTH"):
        yield stack("infiniband", path)
    raw = unannounced(stack("infiniband", "LRH/GRH"))
    assert raw is not None
    yield raw
    for tags in TAGS:
        for network in NETWORKS:
            yield stack("ethernet", f"Ethernet/{tags}{network}")
            for outer in ("IPv4", "IPv6"):
                yield stack("ethernet", f"Ethernet/{tags}{outer}/UDP/VXLAN/Ethernet/{network}")
    for network in NETWORKS:
        yield stack("ethernet", f"Ethernet/IPv4/UDP/VXLAN/Ethernet/VLAN/{network}")
    for flags in GRE_FLAGS:
        for inner in ("IPv4/UDP/BTH", "IPv6/UDP/BTH", "Ethernet/GRH/BTH", "ERSPAN3/Ethernet/IPv4/UDP/BTH"):
            yield stack("ethernet", f"Ethernet/IPv4/{flags}/{inner}")
        mirrored = "ERSPAN2/Ethernet" if "Sequence" in flags else "Ethernet"  # type II, or type I without a number
        for network in NETWORKS:
            yield stack("ethernet", f"Ethernet/IPv4/{flags}/{mirrored}/{network}")
        yield stack("ethernet", f"Ethernet/IPv6/{flags}/ERSPAN3/ERSPANPlatform/Ethernet/VLAN/IPv6/UDP/BTH")
    for cooked in ("sll", "sll2"):
        for network in NETWORKS:
            yield stack(cooked, f"{cooked.upper()}/{network}")
            yield stack(cooked, f"{cooked.upper()}/VLAN/{network}")
    for link, version in (("raw", "IPv4"), ("raw", "IPv6"), ("ipv4", "IPv4"), ("ipv6", "IPv6")):
        yield stack(link, f"{version}/UDP/BTH")
    for count in range(4):
        more = "ERFExtension/" * count
        for inner in ("LRH/BTH", "LRH/GRH/BTH", "FlowControl", "IPv4/UDP/BTH", "IPv6/UDP/BTH"):
            yield stack("erf", f"ERF/{more}{inner}")
        for network in NETWORKS:
            yield stack("erf", f"ERF/{more}ERFEthernet/Ethernet/VLAN/{network}")
    for path in ("IPoIB/IPv4/UDP/BTH", "IPoIB/IPv6/UDP/BTH"):
        yield stack("ipoib", path)
        yield stack("ipoib", f"IPoIBPseudo/{path}")
    for link in ("null", "loop"):
        for family, version in ((2, "IPv4"), (24, "IPv6"), (28, "IPv6"), (30, "IPv6"), (10, "IPv6")):
            for order in ("big", "little"):
                number = int.from_bytes(family.to_bytes(4, order), "big")
                yield stack(link, f"Loopback/{version}/UDP/BTH", loopback={"family": number})
    for options in (b"\x01\x01\x01\x00", bytes(40)):
        yield stack("ethernet", "Ethernet/IPv4/UDP/BTH", ipv4={"options": options})
        yield stack("ethernet", "Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv4/UDP/BTH", ipv4={"options": options})
    for extensions in EXTENSIONS:
        yield stack("ethernet", f"Ethernet/IPv6/{extensions}/UDP/BTH", **_OPTIONS)
        yield stack("infiniband", f"LRH/IPv6/{extensions}/UDP/BTH", **_OPTIONS)
    mad = {"deth": {"q_key": 0x80010000, "srcqp": 1}, "bth": {"opcode": 0x64, "destqp": 1}}
    for inner in (
        "SMP/PortInfo/SMPRest",
        "SMP/LinearForwardingTable/SMPRest",
        "SMP/SMPData/SMPRest",
        "SMPDirected/PortInfo/DirectedPaths",
        "SMPDirected/LinearForwardingTable/DirectedPaths",
        "SMPDirected/SMPData/DirectedPaths",
        "SMP/Notice/TrapLocalChanges/SMPRest",
        "SMPDirected/Notice/NoticeData/DirectedPaths",
        "RMPP/SA/PathRecord",
        "RMPP/SA/PathRecord/PathRecord/PathRecord",
        "RMPP/SA/PathRecord/RecordGap/RecordGap/PathRecord",
        "RMPP/SA" + 25 * "/LinkRecord",
        "RMPP/SA/Notice/TrapGID/NoticeIssuer",
        "RMPP/SA/MultiPathRecord/MultiPathGID/MultiPathGID/MultiPathGID",
        "RMPP/SA",
    ):
        for name in ("local", "global", "RoCEv2 IPv4"):
            link, path = CARRIERS[name]
            yield stack(link, f"{path}/DETH/MAD/{inner}", **mad)


@functools.cache
def compositions() -> tuple[Built, ...]:
    """The stacks that people meet, each as a whole packet with right lengths and CRCs."""
    return tuple(draft.built() for draft in composed())


@functools.cache
def from_graph() -> tuple[Built, ...]:
    """A packet for every row of the graph."""
    return tuple(draft.built() for draft in edges())
