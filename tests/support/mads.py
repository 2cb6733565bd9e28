"""Management datagrams of random bytes, several of each layout that is declared.

Only what decides which layout it is (class, attribute, counts, flags) is not left to chance.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ibpkt import build, draft
from ibpkt.protocols import MAD, RMPP, SA, SMP, Chain, SMPDirected
from ibpkt.protocols.mad.base import ClassPortInfo
from ibpkt.protocols.mad.bm import BM, BMData
from ibpkt.protocols.mad.cc import (
    CC,
    CC_ATTRIBUTES,
    LOG,
    CCData,
    CCLogData,
    CongestionLog,
    CongestionLogCA,
    CongestionLogSwitch,
)
from ibpkt.protocols.mad.cm import MESSAGES, REQ, SIDR_REQ
from ibpkt.protocols.mad.cm_private import IPCM, IPCM4, IPCM6, IPCMPrivate, REQPrivate, SIDRIPCMPrivate, SIDRPrivate
from ibpkt.protocols.mad.devmgt import DEV_ATTRIBUTES, DevData, DevMgt
from ibpkt.protocols.mad.notice import CLASS_TRAP_DATA, COMMON, TRAP_DATA, Notice, NoticeData, NoticeIssuer
from ibpkt.protocols.mad.perf import PERF_ATTRIBUTES, PerfData, PerfMgt
from ibpkt.protocols.mad.sa import ATTRIBUTES as SA_ATTRIBUTES
from ibpkt.protocols.mad.sa_paths import MultiPathGID, MultiPathRecord
from ibpkt.protocols.mad.subn import ATTRIBUTES, NOTICE, DirectedPaths, SMPData, SMPRest
from ibpkt.protocols.mad.vendor import SNMP, Application, Vendor, VendorOUI
from ibpkt.schema import Header

SIZE = 256
#: packets of each layout
EACH = 4
#: an AttributeID that no class has
UNKNOWN = 0x7F00
_IP_CM = 0x01_06_0000  # the RDMA IP CM service, TCP


class Layout(NamedTuple):
    """A layout of a datagram.

    Attributes:
        chain: its headers, from MAD on.
        fixed: header -> its fields that are not random.
    """

    chain: Chain
    fixed: Mapping[Header, Mapping[str, int]]

    @property
    def name(self) -> str:
        """Its headers."""
        return "/".join(header.name for header in self.chain)

    def datagram(self, seed: int) -> bytes:
        """256 bytes, the same for the same seed."""
        data = bytearray(random.Random(f"{self.name} {seed}").randbytes(SIZE))
        at = 0
        for header in self.chain:
            for name, value in self.fixed.get(header, {}).items():
                leaf = header.leaf(name)
                down = header.size * 8 - leaf.bit - leaf.width
                number = int.from_bytes(data[at : at + header.size], "big")
                number = number & ~(((1 << leaf.width) - 1) << down) | value << down
                data[at : at + header.size] = number.to_bytes(header.size, "big")
            at += header.size
        return bytes(data)


def _of(mgmtclass: int, attributeid: int, *chain: Header, **fixed: Mapping[str, int]) -> Layout:
    """A layout; ``fixed``: by the names of headers."""
    found: dict[Header, Mapping[str, int]] = {
        MAD: {"mgmtclass": mgmtclass, "attributeid": attributeid, "baseversion": 1}
    }
    found.update({header: fixed[header.name] for header in chain if header.name in fixed})
    return Layout((MAD, *chain), found)


def _notices(mgmtclass: int, number: int, before: Chain, *rest: Header) -> Iterator[Layout]:
    """A notice of each trap, and one of an unknown trap."""
    traps = {**TRAP_DATA, **{trap: data for (each, trap), data in CLASS_TRAP_DATA.items() if each == mgmtclass}}
    for trap, data in traps.items():
        fixed = {"isgeneric": 1, "trapnumberdeviceid": trap}
        yield _of(mgmtclass, number, *before, Notice, data, *rest, Notice=fixed)
    yield _of(mgmtclass, number, *before, Notice, NoticeData, *rest, Notice={"isgeneric": 0})


def _subn() -> Iterator[Layout]:
    for mgmtclass, own, rest in ((0x01, SMP, SMPRest), (0x81, SMPDirected, DirectedPaths)):
        for number, header in ATTRIBUTES.items():
            yield _of(mgmtclass, number, own, header, rest)
        yield from _notices(mgmtclass, NOTICE[0], (own,), rest)
        yield _of(mgmtclass, UNKNOWN, own, SMPData, rest)


def _administration() -> Iterator[Layout]:
    single = {"rmppflags": 0, "rmpptype": 0}
    for number, header in SA_ATTRIBUTES.items():
        if header is MultiPathRecord:
            for sources, destinations in ((1, 1), (2, 3), (0, 0)):
                chain = (MultiPathRecord, *(MultiPathGID,) * (sources + destinations))
                counts = {"sgidcount": sources, "dgidcount": destinations}
                yield _of(0x03, number, RMPP, SA, *chain, RMPP=single, MultiPathRecord=counts)
        elif header is Notice:
            for layout in _notices(0x03, number, (RMPP, SA), NoticeIssuer):
                yield Layout(layout.chain, {**layout.fixed, RMPP: single})
        else:
            yield _of(0x03, number, RMPP, SA, header, RMPP=single)
    yield _of(0x03, UNKNOWN, RMPP, SA)


def _general() -> Iterator[Layout]:
    plain = {number: header for number, header in COMMON.items() if header is not Notice}
    notice = next(number for number, header in COMMON.items() if header is Notice)
    for mgmtclass, before, attributes, rest in (
        (0x04, (PerfMgt,), PERF_ATTRIBUTES, PerfData),
        (0x05, (BM,), {}, BMData),
        (0x06, (DevMgt,), DEV_ATTRIBUTES, DevData),
        (0x21, (CC, CCLogData), CC_ATTRIBUTES, CCData),
    ):
        for number, header in {**plain, **attributes}.items():
            yield _of(mgmtclass, number, *before, header)
        yield from _notices(mgmtclass, notice, before, NoticeIssuer)
        yield _of(mgmtclass, UNKNOWN, *before, rest)
    for kind, header in ((1, CongestionLogSwitch), (2, CongestionLogCA)):
        yield _of(0x21, LOG, CC, CongestionLog, header, CongestionLog={"logtype": kind})
    yield _of(0x08, UNKNOWN, SNMP)
    yield _of(0x0A, UNKNOWN, Vendor)
    yield _of(0x12, UNKNOWN, Application)
    yield _of(0x32, UNKNOWN, RMPP, VendorOUI)


def _connections() -> Iterator[Layout]:
    for number, header in MESSAGES.items():
        if header in (REQ, SIDR_REQ):
            plain, after = (REQPrivate, IPCMPrivate) if header is REQ else (SIDRPrivate, SIDRIPCMPrivate)
            yield _of(0x07, number, header, plain, **{header.name: {"serviceid": 0xFF << 56}})
            for version, addresses in ((4, IPCM4), (6, IPCM6)):
                chain = (header, IPCM, addresses, after)
                service = {header.name: {"serviceid": _IP_CM | 7174}, "IPCM": {"ipv": version}}
                yield _of(0x07, number, *chain, **service)
        else:
            yield _of(0x07, number, header)
    yield _of(0x07, 1, ClassPortInfo)


@functools.cache
def layouts() -> tuple[Layout, ...]:
    """Every layout of a datagram."""
    return (*_subn(), *_administration(), *_general(), *_connections())


def datagrams() -> Iterator[tuple[Layout, bytes]]:
    """`EACH` random datagrams of each layout."""
    for layout in layouts():
        for seed in range(EACH):
            yield layout, layout.datagram(seed)


def native(datagram: bytes, number: int) -> bytes:
    """A datagram as an InfiniBand packet (from LRH on), with right CRCs."""
    to = 0 if datagram[1] & 0x7F == 1 else 1
    return build(
        draft("LRH", slid=1 + number % 100, dlid=2, vl=15 if to == 0 else 0),
        draft("BTH", opcode="UD SEND Only", destqp=to, psn=number),
        draft("DETH", srcqp=to, q_key=0x80010000 if to else 0),
        payload=datagram,
        strict=False,
    ).data


def routed(datagram: bytes, number: int) -> bytes:
    """A datagram as a RoCEv2 packet, from Ethernet on."""
    return build(
        draft("Ethernet"),
        draft("IPv4", src="10.0.0.1", dst="10.0.0.2"),
        draft("UDP"),
        draft("BTH", opcode="UD SEND Only", destqp=1, psn=number),
        draft("DETH", srcqp=1, q_key=0x80010000),
        payload=datagram,
        strict=False,
    ).data
