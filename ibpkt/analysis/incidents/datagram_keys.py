"""Datagrams with another Q_Key than their queue pair accepts.

A queue pair has one Q_Key, and drops datagrams that bear another; nothing tells their sender.  Connection management
announces it for a service (SIDR_REP).  Otherwise it shows where datagrams to one queue pair have several Q_Keys in
turn: not where one key follows another, as an owner may set a new one.

Source: IBA 1, 9.6.1.1.4, 10.2.5 and 12.11.2.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import SERVICES, Transport
from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.incident_groups import IncidentGroups
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.results.finding import Severity
from ibpkt.arrays import Ints
from ibpkt.batch import Batch
from ibpkt.management.cm_messages import envelope
from ibpkt.protocols import DETH, MULTICAST_QP
from ibpkt.protocols.mad.cm import SIDR_REP

#: queue pairs that are watched, senders of each and keys of these, and announcements that are kept
MOST, MOST_SENDERS, MOST_ANNOUNCED = 4096, 256, 4096
#: queue pairs of management have their own rule
_FIRST = 2
_UD = SERVICES.index("UD")


class DatagramQueue(NamedTuple):
    """A queue pair: the address of its host, and its number."""

    host: str
    qpn: int


@dataclasses.dataclass(slots=True)
class KeyedDatagrams:
    """What a host sends to a queue pair with one Q_Key.

    Attributes:
        frame, time: of the first datagram.
        last_frame, last: of the last one.
        packets: how many.
        flows: some of them.
    """

    frame: int
    time: int
    last_frame: int = 0
    last: int = 0
    packets: int = 0
    flows: set[int] = dataclasses.field(default_factory=set)


class AnnouncedKey(NamedTuple):
    """What a SIDR_REP says: the packet, and the Q_Key."""

    frame: int
    q_key: int


class DatagramKeys:
    """The Q_Keys of datagrams, batch by batch."""

    def __init__(self) -> None:
        # by sender and Q_Key
        self._sent: defaultdict[DatagramQueue, dict[tuple[str, int], KeyedDatagrams]] = defaultdict(dict)
        self._announced: dict[DatagramQueue, AnnouncedKey] = {}

    def add(self, columns: Transport, flows: Ints, batch: Batch) -> None:
        """Take a batch.

        Args:
            columns: its packets that have a BTH.
            flows: the number of each one's flow, 0 for none.
            batch: all packets.
        """
        self._note_announcements(batch)
        if not any(shape.index(DETH) is not None for shape in batch.shapes):
            return
        queue = columns.destqp
        rows = np.flatnonzero((columns.service == _UD) & (queue >= _FIRST) & (queue < MULTICAST_QP) & (flows > 0))
        if not len(rows):
            return
        lists = (columns.source, columns.destination, queue, columns.q_key)
        own = [column[rows].astype(np.int64) for column in lists]
        order = np.lexsort(own)
        apart = np.any([np.diff(column[order]) != 0 for column in own], axis=0)
        begins = np.flatnonzero(np.append(True, apart))
        text = columns.addresses.text
        for begin, end in zip(begins.tolist(), [*begins[1:].tolist(), len(order)], strict=True):
            some = np.sort(rows[order[begin:end]])
            source, target, qpn, q_key = (int(column[order[begin]]) for column in own)
            self._note(DatagramQueue(text(target), qpn), text(source), q_key, columns, flows, some)

    def _note(self, queue: DatagramQueue, source: str, q_key: int, columns: Transport, flows: Ints, rows: Ints) -> None:
        """Datagrams of one sender to one queue pair with one key."""
        if queue not in self._sent and len(self._sent) >= MOST:
            return
        keys = self._sent[queue]
        first, last = int(rows[0]), int(rows[-1])
        if (source, q_key) not in keys:
            if len(keys) >= MOST_SENDERS:
                return
            keys[source, q_key] = KeyedDatagrams(int(columns.frame[first]), int(columns.time[first]))
        sent = keys[source, q_key]
        sent.last_frame, sent.last = int(columns.frame[last]), int(columns.time[last])
        sent.packets += len(rows)
        if len(sent.flows) < MOST_SENDERS:
            sent.flows.update(np.unique(flows[rows]).tolist())

    def _note_announcements(self, batch: Batch) -> None:
        for shape in batch.shapes:
            place = shape.index(SIDR_REP)
            if place is None:
                continue
            values = [shape.column(place, SIDR_REP.leaf(name)).values for name in ("status", "qpn", "q_key")]
            for frame, _, source, _, status, qpn, q_key in zip(
                *envelope(shape, place), *(np.broadcast_to(each, len(shape)).tolist() for each in values), strict=True
            ):
                if status == 0 and len(self._announced) < MOST_ANNOUNCED:
                    self._announced[DatagramQueue(source, qpn)] = AnnouncedKey(frame, q_key)

    def tell(self, groups: IncidentGroups) -> None:
        """Datagrams that their queue pair drops."""
        for queue, keys in self._sent.items():
            announced = self._announced.get(queue)
            if announced is None and len({q_key for _, q_key in keys}) == 1:
                continue
            right = self._right(keys) if announced is None else announced.q_key
            for (source, q_key), sent in keys.items():
                if q_key == right or (announced is None and not _overlaps(sent, right, keys)):
                    continue
                says = f"others send {right:#010x}"
                if announced is not None:
                    if sent.last_frame < announced.frame:
                        continue
                    says = f"SIDR_REP ({announced.frame}) announced {right:#010x}"
                place = IncidentPlace(Reach.WAY, source, queue.host)
                tally = groups.at(cases.OTHER_DATAGRAM_KEY, place)
                tally.detail = tally.detail or f"{q_key:#010x} to QP {queue.qpn:#x}, {says}"
                groups.observe(
                    cases.OTHER_DATAGRAM_KEY, place, Severity.WARNING, sent.frame, sent.time, sorted(sent.flows)
                )
                tally.span(sent.last_frame, sent.last)

    @staticmethod
    def _right(keys: dict[tuple[str, int], KeyedDatagrams]) -> int:
        """The key that most datagrams have; of several the first."""
        packets: defaultdict[int, int] = defaultdict(int)
        for (_, q_key), sent in keys.items():
            packets[q_key] += sent.packets
        return max(packets, key=packets.__getitem__)


def _overlaps(sent: KeyedDatagrams, right: int, keys: dict[tuple[str, int], KeyedDatagrams]) -> bool:
    """Whether datagrams with the right key are sent before some others and behind them, or the other way round."""
    spans = [other for (_, q_key), other in keys.items() if q_key == right]
    begin, end = min(other.frame for other in spans), max(other.last_frame for other in spans)
    return begin < sent.last_frame and sent.frame < end
