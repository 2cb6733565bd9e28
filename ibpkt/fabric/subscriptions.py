"""Who wants which traps reported: InformInfo that was set, InformInfoRecords, and the reports that came of it.

Source: IBA 1, 13.4.8.3, 13.4.11 and 15.2.5.12.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ibpkt.fabric.attribute_rows import AttributeRows
from ibpkt.fabric.model import FabricEvent, FabricSubnet, FabricSubscription
from ibpkt.fabric.notice_events import Names, lower_words
from ibpkt.fabric.notices import NoticeSeen
from ibpkt.fabric.sources import Sources
from ibpkt.protocols.mad.base import METHODS
from ibpkt.protocols.mad.notice import PRODUCERS, TRAPS, TYPES, InformInfo
from ibpkt.protocols.mad.sa_paths import InformInfoRecord
from ibpkt.schema import number_of

_SET = number_of(METHODS, "Set")
#: of fields of 16 and of 24 bits: whatever it is
_ALL, _ALL_PRODUCERS = 0xFFFF, 0xFFFFFF


class WantedTraps(NamedTuple):
    """Which traps are wanted.

    Attributes:
        generic: those of the specification, not of a vendor.
        type: of what type, 0xFFFF for all.
        trap: which number (of a vendor's: DeviceID), 0xFFFF for all.
        producer: from what kind of node (of a vendor's: which VendorID), 0xFFFFFF for all.
        first, last: from which LIDs, 0xFFFF for all.
    """

    generic: bool
    type: int
    trap: int
    producer: int
    first: int
    last: int

    @property
    def words(self) -> str:
        """The same in words."""
        if self.generic and self.trap in TRAPS:
            which = f"trap {self.trap} ({lower_words(TRAPS[self.trap])})"
        elif self.trap != _ALL:
            which = f"trap {self.trap}" if self.generic else f"vendor traps of device {self.trap}"
        else:
            kind = TYPES.get(self.type, "").lower()
            vendor = "" if self.generic else "vendor "
            which = f"{kind} {vendor}traps" if kind else f"all {vendor}traps"
        if self.producer != _ALL_PRODUCERS:
            known = PRODUCERS.get(self.producer) if self.generic else f"vendor 0x{self.producer:06x}"
            which += f" of {known} nodes" if known and self.generic else f" of {known}" if known else ""
        if self.first != _ALL:
            which += f" from LID {self.first}" if self.first == self.last else f" from LIDs {self.first} to {self.last}"
        return which

    def fits(self, notice: NoticeSeen) -> bool:
        """Whether a notice is one of them."""
        return (
            self.generic == notice.generic
            and self.trap in (_ALL, notice.trap)
            and self.type in (_ALL, notice.type)
            and self.producer in (_ALL_PRODUCERS, notice.producer)
            and (self.first == _ALL or self.first <= notice.issuer <= self.last)
        )


class _Known:
    """A subscription as far as packets have shown it."""

    def __init__(self, guid: int, lid: int, wanted: WantedTraps, start: int | None, frame: int) -> None:
        self.guid, self.lid, self.wanted, self.start, self.frame = guid, lid, wanted, start, frame
        self.end: int | None = None


class Subscriptions:
    """Finds the subscriptions of subnets.

    Args:
        sources: what packets say.
        notices: the notices of the capture.
    """

    def __init__(self, sources: Sources, notices: list[NoticeSeen]) -> None:
        self._sources = sources
        self._reports = [notice for notice in notices if notice.method == "Report"]
        self._confirmed = {notice.transaction for notice in notices if notice.method == "ReportResp"}

    def fill(self, subnet: FabricSubnet, *, only: bool) -> list[FabricEvent]:
        """Fill a subnet; gives the events.

        Args:
            subnet: which.
            only: there is no other, so that subscribers that no packet names are its, too.
        """
        names = Names(subnet)
        known: list[_Known] = []
        events = list(self._asked(subnet, names, known, only=only))
        self._recorded(names, known)
        subnet.subscriptions = [self._counted(each) for each in sorted(known, key=lambda each: each.frame)]
        return events

    def _asked(self, subnet: FabricSubnet, names: Names, known: list[_Known], *, only: bool) -> Iterator[FabricEvent]:
        """What was asked of subnet administration, in the order of the packets."""
        rows = self._sources.requests(InformInfo)
        refused = self._refused()
        envelope = rows.envelope
        guids = self._sources.nodes_of(envelope.interface, envelope.source, envelope.frame).tolist()
        columns = (
            guids, envelope.source.tolist(), envelope.method.tolist(), envelope.time.tolist(), envelope.frame.tolist(),
            rows.column("subscribe").tolist(), _wanted(rows),
        )  # fmt: skip
        for at, (guid, lid, method, time, frame, begins, wanted) in enumerate(zip(*columns, strict=True)):
            if method != _SET or not (guid in subnet.nodes or (only and not guid)):
                continue
            who = names.node(guid, lid)
            verb = "subscribes to" if begins else "unsubscribes from"
            denied = "; refused" if at in refused else ""
            yield FabricEvent(time, frame, "subscription", who, f"{who} {verb} {wanted.words}{denied}", (frame,))
            if denied:
                continue
            same = [each for each in known if (each.lid, each.wanted, each.end) == (lid, wanted, None)]
            if not begins:
                for each in same:
                    each.end = time
            elif not same:
                known.append(_Known(guid, lid, wanted, time, frame))

    def _refused(self) -> set[int]:
        """Which requests were answered with an error."""
        answers, pairs = self._sources.answers(InformInfo), self._sources.pairs(InformInfo)
        return set(pairs.request[~answers.good].tolist())

    def _recorded(self, names: Names, known: list[_Known]) -> None:
        """What tables of subscriptions show besides."""
        rows = self._sources.record_rows(InformInfoRecord)
        gids = [bytes(raw) for raw in rows.column("subscribergid")]
        columns = gids, rows.envelope.frame.tolist(), _wanted(rows)
        for gid, frame, wanted in zip(*columns, strict=True):
            owner = names.port(gid)
            if owner is None:
                continue
            node, port = owner
            if not any((each.lid, each.wanted) == (port.lid, wanted) for each in known):
                known.append(_Known(node.guid, port.lid, wanted, None, frame))

    def _counted(self, known: _Known) -> FabricSubscription:
        """A subscription with the reports that came of it, each counted once however often it was sent."""
        reports = {
            notice.transaction
            for notice in self._reports
            if notice.destination == known.lid
            and (known.start is None or known.start <= notice.time)
            and (known.end is None or notice.time <= known.end)
            and known.wanted.fits(notice)
        }
        return FabricSubscription(
            known.guid, known.lid, known.wanted.words, known.start, known.end, len(reports),
            len(reports - self._confirmed), known.frame,
        )  # fmt: skip


def _wanted(rows: AttributeRows) -> list[WantedTraps]:
    names = ("isgeneric", "type", "trapnumberdeviceid", "producertypevendorid", "lidrangebegin", "lidrangeend")
    columns = [rows.column(name).tolist() for name in names]
    return [
        WantedTraps(bool(generic), kind, trap, producer, first or _ALL, last if first not in (0, _ALL) else _ALL)
        for generic, kind, trap, producer, first, last in zip(*columns, strict=True)
    ]
