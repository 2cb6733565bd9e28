"""What a service ID means.

Source: IBA 1, A3 and A11 (RDMA IP CM service), A4 (SDP); the port spaces of the Linux kernel.
"""

from __future__ import annotations

from typing import Any

from ibpkt.schema import HEX, WORDS, Derived, Field, Part, hexa, number_of

#: the first five bytes of a service ID of the RDMA IP CM service
IP_CM = 0x0000000001
#: the rest of the service ID; kernels write their own port spaces (RDMA_PS_IB) there
PROTOCOLS = {0x06: "TCP", 0x11: "UDP", 0x3F: "IB"}
#: port spaces (what stands before the port) without that prefix
PORT_SPACES = {1: "SDP", 2: "IPoIB"}
#: the port space of IPoIB, whose private data begin with the same header
IPOIB = 2
#: the first byte of service IDs that an operating system gives out
LOCAL = 0x02
PORTS = {
    445: "SMB Direct",
    3260: "iSER",
    4420: "NVMe over Fabrics",
    5445: "SMB Direct",
    8009: "NVMe over Fabrics",
    18634: "RDS",
    20049: "NFS over RDMA",
}
#: the port of NVMe over Fabrics, and that of its discovery service
NVME_PORTS = tuple(port for port, name in PORTS.items() if name == "NVMe over Fabrics")
#: the port of NFS over RDMA
NFS_PORTS = tuple(port for port, name in PORTS.items() if name == "NFS over RDMA")


def meaning(serviceid: int) -> str:
    """A service ID by its well-known name: ``TCP port 4420 (NVMe over Fabrics)``; the number if it has none."""
    port = serviceid & 0xFFFF
    space = PORT_SPACES.get(serviceid >> 16)
    if serviceid >> 24 == IP_CM:
        protocol = serviceid >> 16 & 0xFF
        space = PROTOCOLS.get(protocol, f"protocol 0x{protocol:02x}")
    if space is not None:
        known = PORTS.get(port)
        return f"{space} port {port}" + (f" ({known})" if known else "")
    return f"0x{serviceid:016x}" + (" (given out locally)" if serviceid >> 56 == LOCAL else "")


def ip_service_id(protocol: str, port: int) -> int:
    """The service ID of a port in the RDMA IP CM service.

    Args:
        protocol: a name of `PROTOCOLS`.
        port: the port.

    Source: IBA 1, A11.2.
    """
    return IP_CM << 24 | number_of(PROTOCOLS, protocol) << 16 | port


def service_id(**meta: Any) -> tuple[Field, Derived]:
    """The field ServiceID with the parts that it has in the RDMA IP CM service, and its meaning."""
    inside = ("serviceid_prefix", IP_CM)
    field = hexa(
        "serviceid",
        64,
        "ServiceID",
        parts=(
            Part("serviceid_space", "Port Space", 0, 48, HEX, filter=".serviceid.space", digits=12),
            Part("serviceid_prefix", "Prefix", 0, 40, HEX, filter=".serviceid.prefix", digits=10),
            Part(
                "serviceid_protocol", "Protocol", 40, 8, HEX, filter=".serviceid.protocol", enum=PROTOCOLS, when=inside
            ),
            Part("serviceid_dport", "Destination Port", 48, 16, HEX, filter=".serviceid.dport", when=inside),
        ),
        **meta,
    )
    return field, Derived("service", "Service", ("serviceid",), meaning, WORDS, doc="what the service ID means")
