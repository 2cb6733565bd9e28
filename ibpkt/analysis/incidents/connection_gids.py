"""Connection requests that name another GID than their packets come from, or go to.

A REQ names the GIDs of both ports, from which each end makes its path.  Over IP a GID is the IP address: ::ffff:a.b.c.d
for IPv4.  If the packets of the REQ have other addresses, the ends have chosen GIDs of different types, such as a
link-local one at one end and an IPv4-mapped one at the other.  Which index of the GID table was chosen is not on the
wire.

Source: RoCEv2 annex A17, A17.4; IBA 1, 12.6.5.
"""

from __future__ import annotations

import ipaddress
from typing import NamedTuple

from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.incident_groups import IncidentGroups
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.results.finding import Severity
from ibpkt.batch import Batch
from ibpkt.management.cm_messages import envelope
from ibpkt.protocols import UDP
from ibpkt.protocols.mad.cm import REQ

#: requests that are kept
MOST = 1024


class _Named(NamedTuple):
    """A request that names another GID than its packet has.

    Attributes:
        frame, time: of its packet.
        source, target: the addresses of that.
        what: what differs.
    """

    frame: int
    time: int
    source: str
    target: str
    what: str


class ConnectionGIDs:
    """The GIDs of connection requests, batch by batch."""

    def __init__(self) -> None:
        self._found: list[_Named] = []

    def add(self, batch: Batch) -> None:
        """Take a batch."""
        for shape in batch.shapes:
            place = shape.index(REQ)
            if place is None or shape.index(UDP) is None:
                continue
            gids = [
                [bytes(gid) for gid in shape.column(place, REQ.leaf(name)).values]
                for name in ("prim_localgid", "prim_remotegid")
            ]
            for frame, time, source, target, local, remote in zip(*envelope(shape, place), *gids, strict=True):
                for address, gid, end in ((source, local, "comes from"), (target, remote, "goes to")):
                    if len(self._found) < MOST and _gid_of(address) not in (gid, None):
                        text = ipaddress.IPv6Address(gid)
                        shown = text.ipv4_mapped or text
                        self._found.append(
                            _Named(frame, time, source, target, f"it {end} {address}, its GID is {shown}")
                        )
                        break

    def tell(self, groups: IncidentGroups) -> None:
        """Requests whose GIDs are not the addresses of their packets."""
        for each in self._found:
            place = IncidentPlace(Reach.WAY, each.source, each.target)
            tally = groups.at(cases.OTHER_GID, place)
            tally.detail = tally.detail or each.what
            tally.observed += 1
            tally.severity = max(tally.severity, Severity.WARNING)
            tally.selected = True
            tally.span(each.frame, each.time)


def _gid_of(address: str) -> bytes | None:
    """The GID that an IP address is; None for other addresses."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return None
    return ip.packed if ip.version == 6 else ipaddress.IPv6Address(f"::ffff:{ip}").packed
