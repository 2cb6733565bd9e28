"""Counters of ports as they were read: of errors, and of packets with a wrong key."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Array, Ints
from ibpkt.fabric.attribute_rows import AttributeRows
from ibpkt.fabric.sources import Sources
from ibpkt.protocols.mad.base import METHODS
from ibpkt.protocols.mad.perf import COUNTERS, PortCounters, PortCountersExtended
from ibpkt.protocols.mad.subn_ports import PortInfo
from ibpkt.schema import Header, number_of

#: the port select that means all ports
_ALL = 0xFF
_SET = number_of(METHODS, "Set")
#: counters of traffic, which are no errors, by their names' endings
_TRAFFIC = ("Data", "Pkts", "Wait")
#: counters of PortInfo: datagrams and packets that were refused for their key
VIOLATIONS = ("m_keyviolations", "p_keyviolations", "q_keyviolations")


def error_counters(header: Header) -> list[str]:
    """The names of the fields of an attribute that count errors."""
    labels = [label for label in COUNTERS.values() if not label.endswith(_TRAFFIC)]
    return [field.name for field in header.fields if field.label in (*labels, "QP1Dropped")]


class CounterSeries(NamedTuple):
    """A counter of one port.

    Attributes:
        name: as the specification names it.
        most: the highest value that it can have, at which it stays.
        values: what was read, shape (n,).
        times: when, in nanoseconds since the epoch.
        frames: the numbers of the packets.
    """

    name: str
    most: int
    values: Ints
    times: Ints
    frames: Ints

    @property
    def rise(self) -> int:
        """By how much it rose between the first read and the last; it may have been set to 0 in between."""
        steps = np.diff(self.values)
        return int(np.where(steps >= 0, steps, self.values[1:]).sum())

    @property
    def seconds(self) -> float:
        """From the first read to the last."""
        return (int(self.times[-1]) - int(self.times[0])) / 1e9

    @property
    def proof(self) -> set[int]:
        """The packets between which it moved."""
        moved = np.flatnonzero(np.diff(self.values))
        return {*self.frames[moved].tolist(), *self.frames[moved + 1].tolist()}


#: the counters of one port by name
PortSeries = dict[str, CounterSeries]


class CounterReads:
    """The counters that were read, of ports of which any was not zero.

    Args:
        sources: what packets say.

    Attributes:
        errors: counters of errors by node's GUID and port; of one in two attributes the one that was read oftener, else
            the wider.
        violations: likewise those of keys.
    """

    def __init__(self, sources: Sources) -> None:
        self.errors: dict[tuple[int, int], PortSeries] = {}
        self.violations: dict[tuple[int, int], PortSeries] = {}
        for header in (PortCountersExtended, PortCounters):
            rows = sources.answers(header)
            echoes = sources.pairs(header).asked_with(_SET)  # an answer to a Set repeats what was set
            rows = rows.select(np.flatnonzero(rows.good & ~echoes & (rows.column("portselect") != _ALL)))
            envelope = rows.envelope
            guid = sources.nodes_of(envelope.interface, envelope.source, envelope.frame)
            _collect(rows, guid, rows.numbers("portselect"), error_counters(header), self.errors)
        said = sources.all_of(PortInfo)
        _collect(said.rows, said.guid, sources.port_numbers(said.rows, said.guid), list(VIOLATIONS), self.violations)


def _collect(
    rows: AttributeRows, guid: Array, port: Ints, names: list[str], found: dict[tuple[int, int], PortSeries]
) -> None:
    """Adds the counters of ports of which any is not zero."""
    most = np.uint64((1 << 63) - 1)
    values = [np.minimum(rows.column(name).astype(np.uint64), most).astype(np.int64) for name in names]
    some = np.flatnonzero(np.any(values, axis=0) & (guid != 0)) if len(guid) else np.zeros(0, np.int64)
    if not len(some):
        return
    ends = {(int(guid[row]), int(port[row])) for row in some}
    chosen = np.flatnonzero(np.isin(guid, [end[0] for end in ends]))
    order = chosen[np.lexsort((rows.envelope.frame[chosen], port[chosen], guid[chosen]))]
    fresh = np.ones(len(order), np.bool_)
    fresh[1:] = (guid[order][1:] != guid[order][:-1]) | (port[order][1:] != port[order][:-1])
    for part in np.split(order, np.flatnonzero(fresh)[1:]):
        end = int(guid[part[0]]), int(port[part[0]])
        if end not in ends:
            continue
        known = found.setdefault(end, {})
        for name, column in zip(names, values, strict=True):
            leaf = rows.header.leaf(name)
            envelope = rows.envelope
            series = CounterSeries(
                leaf.label, (1 << leaf.width) - 1, column[part], envelope.time[part], envelope.frame[part]
            )
            if series.values.any() and len(part) > len(known[leaf.label].values if leaf.label in known else ()):
                known[leaf.label] = series
