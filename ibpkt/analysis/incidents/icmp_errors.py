"""What routers and hosts say of RoCE packets that they could not pass on: ICMP errors, which quote these packets.

An error names the packet by its first bytes: the IP header and eight bytes at least, which have the port of RoCE.  It
comes from where the packet ended, so it names the place; nothing else on the wire tells a queue pair of it.  Without
such an error nothing is said of the MTU of a link: hosts do not announce it.

Sources: RFC 792, RFC 1191, RFC 4443.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.incidents.incident_groups import IncidentGroups
from ibpkt.analysis.incidents.path_settings import PathSettings
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.results.finding import Severity
from ibpkt.arrays import Ints
from ibpkt.batch import Batch, Shape
from ibpkt.packet import Packet, decode
from ibpkt.protocols import (
    ABOVE_IP,
    BTH,
    EXPIRED,
    ICMP_ERRORS,
    RAW_IP,
    TOO_BIG,
    UDP,
    UNREACHABLE,
    IPv4,
    IPv6,
    icmp_error,
)
from ibpkt.schema import Header

#: errors of a capture that are read
MOST = 4096
_CASES: dict[str, Case] = {
    TOO_BIG: cases.SAID_TOO_LARGE,
    UNREACHABLE: cases.SAID_UNREACHABLE,
    EXPIRED: cases.HOPS_RAN_OUT,
}


class ICMPQuote(NamedTuple):
    """An error about a RoCE packet.

    Attributes:
        frame, time: of the error.
        sender: who sends it.
        source, target: of the packet that it quotes.
        what: one of `TOO_BIG`, `UNREACHABLE`, `EXPIRED`.
        words: the same as its type and code say it.
        size: bytes of the quoted packet, from its IP header on.
        mtu: what the next link takes, in bytes; 0 where that is not said.
    """

    frame: int
    time: int
    sender: str
    source: str
    target: str
    what: str
    words: str
    size: int
    mtu: int

    @property
    def detail(self) -> str:
        """What the sentence says besides."""
        if self.what == TOO_BIG and self.mtu:
            return f"{self.sender} passes {self.mtu:,} bytes at most, the packet has {self.size:,}"
        return f"{self.sender} says: {self.words}"


class ICMPErrors:
    """The errors of a capture, batch by batch."""

    def __init__(self) -> None:
        self.quotes: list[ICMPQuote] = []
        self._read = 0

    def add(self, batch: Batch) -> None:
        """Take a batch."""
        for shape in batch.shapes:
            network = shape.headers[-1] if shape.headers else None
            if network is not None and network in ABOVE_IP and shape.index(BTH) is None and self._read < MOST:
                self._look(shape, network)

    def _look(self, shape: Shape, network: Header) -> None:
        """Take packets that end in a network header."""
        place = len(shape.headers) - 1
        above = shape.column(place, network.leaf(ABOVE_IP[network])).values
        start, end = shape.payload
        for number, header in ICMP_ERRORS.items():
            rows = np.flatnonzero((above == number) & (end - start >= header.size))[: MOST - self._read]
            self._read += len(rows)
            for row in rows.tolist():
                self._take(shape, network, header, row, start, end)

    def _take(self, shape: Shape, network: Header, header: Header, row: int, start: Ints, end: Ints) -> None:
        frames, place = shape.frames, len(shape.headers) - 1
        data = bytes(memoryview(frames.view)[int(start[row]) : int(end[row])])

        def value(name: str) -> int:
            leaf = header.leaf(name)
            return int.from_bytes(data[leaf.bit // 8 : (leaf.bit + leaf.width) // 8], "big")

        said = icmp_error(header, value("type"), value("code"))
        if said is None:
            return
        quoted = decode(data[header.size :], RAW_IP, roce_port=frames.roce_port)
        inner = quoted.layers[0] if quoted.layers else None
        if inner is None or inner.header not in ABOVE_IP or not _is_roce(quoted):
            return
        leaf = network.leaf("src")
        raw = shape.column(place, leaf).values[row]
        sender = leaf.text(bytes(raw) if network is IPv6 else int(raw))
        size = inner.len if inner.header is IPv4 else inner.plen + inner.header.size
        mtu = value("mtu") if said[0] == TOO_BIG else 0
        at = int(shape.rows[row])
        frame, time, (what, words) = int(frames.number_of[at]), int(frames.time[at]), said
        ends = str(inner.src), str(inner.dst)
        self.quotes.append(ICMPQuote(frame, time, sender, *ends, what, words, size, mtu))

    def tell(self, groups: IncidentGroups, settings: PathSettings) -> None:
        """What was said of the packets of each pair of hosts."""
        for quote in self.quotes:
            place = IncidentPlace(Reach.WAY, quote.source, quote.target)
            case = _CASES[quote.what]
            tally = groups.at(case, place)
            tally.detail = tally.detail or quote.detail
            tally.observed += 1
            tally.severity = max(tally.severity, Severity.WARNING)
            tally.selected = True
            tally.span(quote.frame, quote.time)
            groups.concern(case, place, settings.flows(quote.source, quote.target))


def _is_roce(quoted: Packet) -> bool:
    """Whether a quoted packet goes to the port of RoCE."""
    return UDP in quoted and quoted[UDP].dstport == quoted.roce_port
