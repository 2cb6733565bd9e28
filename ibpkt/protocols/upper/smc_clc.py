"""SMC-R: connection layer control, by which two ends of a TCP connection agree on queue pairs and buffers.

It is carried by TCP, behind a handshake in which both have announced SMC.

Source: RFC 7609, A.2; IBM, SMC version 2 (only the common header of version 2 is known).
"""

from __future__ import annotations

from ibpkt.protocols.rules import Rule, follow
from ibpkt.protocols.upper.smc import MTUS, header_of
from ibpkt.protocols.upper.words import unused
from ibpkt.schema import BYTES, IPV6, MAC, Field, Header, binary, hexa, number_of, reserved, uint

#: "SMCR" and "SMCD" in EBCDIC, with which messages begin and end
EYECATCHER = 0xE2D4C3D9
EYECATCHERS = {EYECATCHER: "SMCR", 0xE2D4C3C4: "SMCD"}
CLC_TYPES = {1: "Proposal", 2: "Accept", 3: "Confirm", 4: "Decline"}
PATHS = {0: "SMC-R", 1: "SMC-D", 2: "none", 3: "both"}
SYSTEMS = {1: "z/OS", 2: "Linux", 3: "AIX"}
#: why an end goes on without SMC
DIAGNOSES = {
    0x01010000: "no memory", 0x02010000: "timeout of Confirm Link", 0x02020000: "timeout of Add Link",
    0x03000000: "configuration error", 0x03010000: "peer without SMC", 0x03020000: "IPsec", 0x03030000: "no SMC device",
    0x03030001: "no SMC-D device", 0x03030002: "no SMC-R device", 0x03030003: "no support of ISM 2",
    0x03030004: "no extension of version 2", 0x03030005: "no SMC-D extension of version 2", 0x03030006: "no SEID",
    0x03030007: "no SMC-D device of version 2", 0x03030008: "no UEID", 0x03040000: "mode not supported",
    0x03050000: "wrong eyecatcher of the RMBE", 0x03060000: "option not supported", 0x03070000: "other IP prefix",
    0x03080000: "no VLAN of the address", 0x03090000: "no VLAN of the ISM device", 0x030A0000: "no active link",
    0x030B0000: "no link of the server", 0x030C0000: "version mismatch", 0x030D0000: "too many DMBs",
    0x030E0000: "no route", 0x030F0000: "indirect route", 0x04000000: "synchronization error",
    0x05000000: "declined by the peer", 0x09990000: "internal error", 0x09990001: "no RToken",
    0x09990002: "link not ready", 0x09990003: "RMB not registered",
}  # fmt: skip

SMCCLC: Header = header_of(
    "SMCCLC",
    "SMC Connection Layer Control",
    hexa("eyecatcher", 32, "Eyecatcher", enum=EYECATCHERS, default=EYECATCHER, filter=".clc.eyecatcher"),
    uint("clc_type", 8, "Type", enum=CLC_TYPES, default=1, filter="smc.clc_msg"),
    uint("clc_length", 16, "Length", unit="bytes", filter="smc.length", doc="of the whole message"),
    uint("version", 4, "Version", default=1, filter="smc.proposal.smc.version"),
    uint("path2", 2, "Paths of Version 2", enum=PATHS, filter=".clc.path2", doc="Accept, Confirm: 2 for first contact"),
    uint("path1", 2, "Paths of Version 1", enum=PATHS, filter=".clc.path1"),
    source="RFC 7609, A.2.1",
    summary="CLC {clc_type} of version {version}",
)


def _trailer() -> Field:
    return hexa("trailer", 32, "Trailing Eyecatcher", enum=EYECATCHERS, default=EYECATCHER, filter=".clc.trailer")


def _peer(filter: str) -> Field:
    return binary("peer", 8, "Peer ID", BYTES, filter=filter)


SMCProposal: Header = header_of(
    "SMCProposal",
    "SMC-R Proposal",
    _peer("smc.proposal.sender.client.peer.id"),
    binary("gid", 16, "Preferred GID", IPV6, filter="smc.proposal.client.preferred.gid"),
    binary("mac", 6, "Preferred MAC", MAC, filter="smc.proposal.client.preferred.mac"),
    uint("ip_offset", 16, "IP Area Offset", unit="bytes", filter="smc.proposal.smcv1_subnet_ext_offset"),
    source="RFC 7609, A.2.2; by a recording of version 2, which begins likewise",
    summary="GID={gid}",
)


def _agreed(name: str, title: str, filters: tuple[str, ...], source: str) -> Header:
    """An Accept or Confirm: Wireshark has names of its own for each."""
    peer, gid, mac, qpn, rkey, rmbe, token, size, mtu, address, psn = (f"smc.{filter}" for filter in filters)
    return header_of(
        name,
        title,
        _peer(peer),
        binary("gid", 16, "GID", IPV6, filter=gid),
        binary("mac", 6, "MAC", MAC, filter=mac),
        hexa("qpn", 24, "QP Number", filter=qpn),
        hexa("rkey", 32, "RMB R_Key", filter=rkey),
        uint("rmbe", 8, "RMBE Index", filter=rmbe, doc="counted from 1"),
        hexa("token", 32, "RMBE Alert Token", filter=token),
        uint("rmbe_size", 4, "RMBE Size", filter=size, doc="2^(n+14) bytes"),
        uint("mtu", 4, "Path MTU", enum=MTUS, filter=mtu),
        reserved("reserved", 8),
        hexa("address", 64, "RMB Virtual Address", filter=address),
        reserved("reserved2", 8),
        hexa("psn", 24, "Initial PSN", filter=psn),
        source=source,
        summary="QPN={qpn} R_Key={rkey} GID={gid}",
    )


SMCAccept: Header = _agreed(
    "SMCAccept",
    "SMC-R Accept",
    (
        "accept.sender.server.peer.id", "accept.server.preferred.gid", "accept.server.preferred.mac",
        "accept.server.qp.number", "accept.server.rmb.rkey", "accept.server.tcp.conn.index",
        "accept.server.rmb.element.alert.token", "accept.rmb.buffer.size", "accept.qp.mtu.value",
        "accept.server.rmb.virtual.address", "accept.initial.psn",
    ),
    "RFC 7609, A.2.3",
)  # fmt: skip

SMCConfirm: Header = _agreed(
    "SMCConfirm",
    "SMC-R Confirm",
    (
        "confirm.sender.client.peer.id", "client.gid", "confirm.client.mac", "confirm.client.qp.number",
        "confirm.client.rmb.rkey", "confirm.client.tcp.conn.index", "client.rmb.element.alert.token",
        "confirm.rmb.buffer.size", "confirm.qp.mtu.value", "client.rmb.virtual.address", "initial.psn",
    ),
    "RFC 7609, A.2.4",
)  # fmt: skip

SMCDecline: Header = header_of(
    "SMCDecline",
    "SMC Decline",
    _peer("smc.sender.peer.id"),
    hexa("diagnosis", 32, "Diagnosis", enum=DIAGNOSES, filter="smc.peer.diag.info"),
    uint("system", 4, "Operating System", enum=SYSTEMS, filter="smc.decline.os.type"),
    reserved("reserved", 4),
    unused("reserved2", 3),
    _trailer(),
    source="RFC 7609, A.2.5; by constructed examples",
    summary="{diagnosis}",
)

_PAYLOAD = follow(0, {0: ()})
CLC_RULES: dict[Header, tuple[Rule, ...]] = {
    SMCCLC: (
        follow(
            (SMCCLC.leaf("eyecatcher"), SMCCLC.leaf("clc_type")),
            {
                **{
                    (EYECATCHER, number_of(CLC_TYPES, name)): header
                    for name, header in (
                        ("Proposal", SMCProposal), ("Accept", SMCAccept), ("Confirm", SMCConfirm),
                        ("Decline", SMCDecline),
                    )
                },
            },
        ),
        _PAYLOAD,
    ),
    **dict.fromkeys((SMCProposal, SMCAccept, SMCConfirm, SMCDecline), (_PAYLOAD,)),
}  # fmt: skip
