"""The golden packets as captures, one a link type, for tshark to read."""

from __future__ import annotations

import atexit
import functools
import shutil
import tempfile
from pathlib import Path

import ibpkt
from ibpkt.protocols import LINKS, graph, header_named
from tests.support import golden_packets

#: the kinds of vectors that tshark can read as they are meant: what it makes of wrong headers is its own affair
KINDS = ("operation", "header", "payload", "reserved", "icrc", "vcrc", "lpcrc")
#: what it takes for the ICRC of these is something else, since it takes the last bytes that there are
UNREAD = ("absent", "bytes behind the packet")
#: link type 247, which tshark cannot open -> the same packets as ERF records
NATIVE, NATIVE_AS_ERF = "infiniband.pcap", "infiniband_erf.pcap"
#: raw IP under two more names
NOT_MADE = ("ipv4", "ipv6")
NAMES = (
    *(f"{name}.pcap" for name, number in LINKS.items() if number in graph().first and name not in NOT_MADE),
    NATIVE_AS_ERF,
)
_ERF = header_named("ERF")
_IN_ERF = next(number for number, name in _ERF.leaf("type").enum.items() if name == "INFINIBAND")


@functools.cache
def vectors() -> dict[str, list[dict[str, str]]]:
    """The vectors of each capture, in the order of its frames."""
    golden = golden_packets.document()
    found: dict[str, list[dict[str, str]]] = {}
    for vector in golden["vectors"]:
        if vector["name"].partition("/")[0] in KINDS and not vector["name"].endswith(UNREAD):
            found.setdefault(f"{golden['links'][str(vector['link'])]}.pcap", []).append(vector)
    return {**found, NATIVE_AS_ERF: found[NATIVE]}


@functools.cache
def directory() -> Path:
    """A directory with the captures, made once and gone when the process ends."""
    folder = Path(tempfile.mkdtemp(prefix="ibpkt-crafted-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name, stored in vectors().items():
        packets = [bytes.fromhex(vector["hex"]) for vector in stored]
        if name == NATIVE_AS_ERF:
            packets = [record(packet) for packet in packets]
        with ibpkt.create(folder / name, link="erf" if name == NATIVE_AS_ERF else name.partition(".")[0]) as capture:
            for number, packet in enumerate(packets):
                capture.write(packet, time=number * 1_000_000)
    return folder


def record(packet: bytes) -> bytes:
    """A native packet in an ERF record."""
    header = {"types": _IN_ERF, "rlen": _ERF.size + len(packet), "wlen": len(packet)}
    return _ERF.write(header) + packet
