"""What a REQ and a SIDR_REQ carry as private data: the consumer's bytes, or the header of the RDMA IP CM service."""

from __future__ import annotations

from ibpkt.protocols.mad.base import management_header
from ibpkt.protocols.mad.texts import text_of
from ibpkt.schema import HEX, IPV4, IPV6, Header, binary, hexa, reserved, uint

_SOURCE = "IBA 1, A11"
_IP_CM = "infiniband.cm.req.ip_cm"


def _consumer(name: str, title: str, filter: str, label: str, size: int) -> Header:
    """Private data that fill the datagram from where they begin."""
    return management_header(
        name,
        title,
        filter,
        binary("private", size, label, filter=filter, doc="what the consumers tell each other"),
        text_of("private", label),
        source="IBA 1, 12.6.5 and 12.11.1",
    )


REQPrivate: Header = _consumer("REQPrivate", "REQ Private Data", "infiniband.cm.req.private", "PrivateData", 92)
SIDRPrivate: Header = _consumer(
    "SIDRPrivate", "SIDR_REQ Private Data", "infiniband.cm.sidr_req.private", "PrivateData", 216
)

IPCM: Header = management_header(
    "IPCM",
    "RDMA IP CM Service",
    _IP_CM,
    hexa("majv", 4, "Major Version"),
    hexa("minv", 4, "Minor Version"),
    hexa("ipv", 4, "IP Version"),
    reserved("reserved", 4, kind=HEX),
    hexa("sport", 16, "Source Port"),
    source=_SOURCE,
)

IPCM4: Header = management_header(
    "IPCM4",
    "RDMA IP CM Service, IPv4 Addresses",
    _IP_CM,
    reserved("reserved0", 96),
    uint("sip4", 32, "Source IP", IPV4),
    reserved("reserved1", 96),
    uint("dip4", 32, "Destination IP", IPV4),
    summary="{sip4} → {dip4}",
    source=_SOURCE,
)

IPCM6: Header = management_header(
    "IPCM6",
    "RDMA IP CM Service, IPv6 Addresses",
    _IP_CM,
    binary("sip6", 16, "Source IP", IPV6),
    binary("dip6", 16, "Destination IP", IPV6),
    summary="{sip6} → {dip6}",
    source=_SOURCE,
)

IPCMPrivate: Header = _consumer(
    "IPCMPrivate", "REQ Consumer Private Data", f"{_IP_CM}.private", "IP CM Consumer PrivateData", 56
)
SIDRIPCMPrivate: Header = _consumer(
    "SIDRIPCMPrivate",
    "SIDR_REQ Consumer Private Data",
    "infiniband.cm.sidr_req.ip_cm.private",
    "IP CM Consumer PrivateData",
    180,
)
