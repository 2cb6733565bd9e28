"""Congestion notifications that are themselves late: marked, in the class of the data, or in no class at all.

A CNP asks the sender to slow down, so it must not wait in the queue that it is about.  Which class waits for which is
a setting of the ports, and not on the wire: said is only which class the notifications have, and which the data.

Sources: RoCEv2 annex A17, A17.9.3; RFC 2474, 4.1.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ibpkt.analysis.columns.transport import CNP, Transport
from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.incidents.incident_groups import IncidentGroups
from ibpkt.analysis.incidents.path_settings import PathSettings
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.results.finding import Severity
from ibpkt.arrays import Ints
from ibpkt.protocols import ECN, IPv4, IPv6
from ibpkt.schema import number_of

#: pairs of hosts that are kept
MOST = 1024
_MARKED = number_of(ECN, "CE")


@dataclasses.dataclass(slots=True)
class _Notified:
    """Notifications of one host to another.

    Attributes:
        frame, time: of the first one.
        marked_frame, marked_time: of the first marked one.
        classes: packets by DSCP.
        marked: those that switches have marked.
        flows: that they are about.
    """

    frame: int
    time: int
    marked_frame: int = 0
    marked_time: int = 0
    classes: dict[int, int] = dataclasses.field(default_factory=dict)
    marked: int = 0
    flows: set[int] = dataclasses.field(default_factory=set)

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(self.classes.values())


class NotificationClasses:
    """The classes of notifications, batch by batch."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[str, str], _Notified] = {}

    def add(self, columns: Transport, flows: Ints) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            flows: the number of each one's flow, 0 for none.
        """
        rows = np.flatnonzero(columns.operation == CNP)
        if not len(rows):
            return
        dscp = (columns.field(IPv4, "dscp") | columns.field(IPv6, "dscp"))[rows]
        marked = (columns.field(IPv4, "ecn") | columns.field(IPv6, "ecn"))[rows] == _MARKED
        lists = (columns.source, columns.destination, columns.frame, columns.time)
        every = zip(*(each[rows].tolist() for each in (*lists, flows)), dscp.tolist(), marked.tolist(), strict=True)
        text = columns.addresses.text
        for source, target, frame, time, flow, level, is_marked in every:
            ends = text(source), text(target)
            if ends not in self._pairs and len(self._pairs) >= MOST:
                continue
            found = self._pairs.setdefault(ends, _Notified(frame, time))
            found.classes[level] = found.classes.get(level, 0) + 1
            found.flows.add(flow)
            if is_marked:
                found.marked += 1
                if not found.marked_frame:
                    found.marked_frame, found.marked_time = frame, time

    def tell(self, groups: IncidentGroups, settings: PathSettings) -> None:
        """Notifications that wait where they should not."""
        for (source, target), found in self._pairs.items():
            if found.marked:
                detail = f"{found.marked:,} of {found.count:,} notifications"
                _observe(groups, cases.NOTIFICATION_MARKED, source, target, detail, found, marked=True)
            data = settings.classes(target, source)
            own = max(found.classes, key=lambda level: found.classes[level])
            if own in data:
                _observe(groups, cases.NOTIFICATION_CLASS, source, target, f"DSCP {own}", found)
            elif data and own == 0:
                classes = " and ".join(str(level) for level in sorted(data))
                detail = f"DSCP 0, the data has DSCP {classes}"
                _observe(groups, cases.NOTIFICATION_UNCLASSED, source, target, detail, found)


def _observe(
    groups: IncidentGroups, case: Case, source: str, target: str, detail: str, found: _Notified, marked: bool = False
) -> None:
    place = IncidentPlace(Reach.WAY, source, target)
    tally = groups.at(case, place)
    tally.detail, flows = detail, sorted(found.flows - {0})
    frame, time = (found.marked_frame, found.marked_time) if marked else (found.frame, found.time)
    groups.observe(case, place, Severity.NOTE, frame, time, flows)
    tally.observed = found.marked if marked else found.count
