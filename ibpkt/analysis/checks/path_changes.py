"""The path of a flow: path bits, route changes, packets spread over several paths.

Fields that depend on the path (link addresses, virtual lanes, hops, ports) are compared with those of the previous
packet in the same direction.  `p_key_changes` reports unusual P_Keys, `flow_table` queue pairs that migrate to other
addresses.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ibpkt.analysis.checks.finding_columns import FindingColumns
from ibpkt.analysis.checks.p_key_changes import FLOW_BITS, PKeyChanges
from ibpkt.analysis.checks.undecided_paths import KeptPaths, UndecidedPaths
from ibpkt.analysis.columns.directions import DirectionState, PacketDirections, directions_of
from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.results.finding import Finding, FindingType, FindingTypes
from ibpkt.arrays import HASH_FACTOR, Ints, among, grouped
from ibpkt.batch import BlockBytes, Shape
from ibpkt.protocols import LRH, UDP, VLAN, Chain, Ethernet, by_opcode
from ibpkt.protocols.graph import packet_headers
from ibpkt.schema import Leaf

_CHANGE = "{what} changed from {before} to {now}"
_PATH = FindingTypes("path")
PATH_BITS = _PATH.note(
    "path-bits",
    "{what} changed from {before} to {now}: other path bits of the same port",
    "The port has several LIDs (LMC), and the flow now takes another path between the same ports.",
)
LINK = _PATH.warning(
    "route-link",
    _CHANGE,
    "The packets arrive through another switch or router: a link or a router has failed or recovered.",
)
HOPS = _PATH.warning("route-hops", _CHANGE, "The path has become longer or shorter: the routing has changed.")
ENTROPY = _PATH.note(
    "route-entropy",
    _CHANGE,
    "Switches that hash on this field send the flow along another path: the sender spreads load or avoids congestion.",
)
CLASS = _PATH.warning(
    "route-class",
    _CHANGE,
    "The packets now wait in other queues: that can reorder them, and they may leave the lossless class.",
)
SPRAYED = _PATH.note(
    "adaptive-routing",
    "{late:packet|packets} arrived out of order, {lost} are known to be lost: the flow is spread over several paths",
    "Reordering with next to no loss: adaptive routing, or link aggregation by packet.",
)

#: out-of-order packets of a flow from which on it counts as spread over several paths
LATE = 8
#: bits of a LID that can be path bits
LMC_BITS = 7
#: flows whose out-of-order packets are counted
FLOWS = 65536


class PathField(NamedTuple):
    """A field that depends on the path.

    Attributes:
        kind: the kind of finding when it changes.
        what: its name in the sentence.
        leaves: the field in each header; a packet has at most one of these headers.
        bits: a mask of the bits that count, -1 for all.
    """

    kind: FindingType
    what: str
    leaves: tuple[Leaf, ...]
    bits: int = -1


class _Change(NamedTuple):
    """Changes of a field: the packets, and what each had before and has now; arrays of shape (n,)."""

    field: PathField
    places: Ints
    was: Ints
    now: Ints


def _named(*pairs: tuple[Any, str]) -> tuple[Leaf, ...]:
    return tuple(header.leaf(name) for header, name in pairs)


def _on_path(name: str) -> tuple[Leaf, ...]:
    """A field that routers read, of every network header that has it."""
    return tuple(
        header.leaf(leaf) for header in packet_headers() if header.path and (leaf := getattr(header.path, name))
    )


#: ECN bits of a traffic class change with every congested switch
_DSCP = 0xFC
PATH_FIELDS = (
    PathField(LINK, "The source MAC", _named((Ethernet, "src"))),
    PathField(LINK, "The destination MAC", _named((Ethernet, "dst"))),
    PathField(LINK, "The VLAN", _named((VLAN, "id"))),
    PathField(LINK, "The source LID", _named((LRH, "slid"))),
    PathField(LINK, "The destination LID", _named((LRH, "dlid"))),
    PathField(HOPS, "The hop limit", _on_path("hop_limit")),
    PathField(ENTROPY, "The UDP source port", _named((UDP, "srcport"))),
    PathField(ENTROPY, "The flow label", _on_path("flow_label")),
    PathField(CLASS, "The traffic class", _on_path("traffic_class"), _DSCP),
    PathField(CLASS, "The VLAN priority", _named((VLAN, "priority"))),
    PathField(CLASS, "The service level", _named((LRH, "sl"))),
)
_ALL = (1 << 64) - 1
#: stands for a field that a packet lacks, and for a new direction
NONE = -1

#: the operation codes of connections
_CONNECTED = by_opcode(lambda opcode: opcode.service not in ("UD", "CNP"), np.bool_)


def _numbers(values: Any) -> Ints:
    """A column as signed numbers; an Ethernet address is one of six bytes."""
    if values.ndim == 1:
        return values.astype(np.int64)  # type: ignore[no-any-return]
    count, size = values.shape
    padded = np.zeros(count * size + 8 - size, np.uint8)  # so that eight bytes end where those of each row do
    padded[8 - size :] = values.reshape(-1)
    eights: Any = np.ndarray((count,), ">u8", padded, 0, (size,))
    return (eights & np.uint64((1 << 8 * size) - 1)).astype(np.int64)  # type: ignore[no-any-return]


class _PathColumns:
    """The path fields of the packets of a batch."""

    def __init__(self, packets: Transport) -> None:
        self._parts = [(shape, rows) for (shape, _), rows in zip(packets.parts, packets.places, strict=True)]
        self._count = len(packets)

    def marks(self) -> Ints:
        """A hash of the path fields of each packet; never 0.

        Where it differs a field may differ; where a field differs, so does the hash.
        """
        marks = np.zeros(self._count, np.uint64)
        for shape, rows in self._parts:
            same, mark = 0, None  # the part that all packets of the shape share, and the rest
            for (first, column), (block, bits) in _path_words(shape).items():
                weight = (2 * (first << 8 | column) + 1) * int(HASH_FACTOR) & _ALL
                mask = int.from_bytes(bits.to_bytes(8, "big"), sys.byteorder)
                words = block.words(column)
                common = block.common(column * 64, 64)
                if not (common.some ^ common.every) & bits:
                    same += (int(words[0]) & mask) * weight
                    continue
                part = (words & np.uint64(mask)) * np.uint64(weight)
                mark = part if mark is None else mark + part
            shared = np.uint64(same & _ALL)
            marks[rows] = shared if mark is None else mark + shared
        return (marks | np.uint64(1)).view(np.int64)

    def values(self, field: PathField, places: Ints) -> Ints:
        """A path field of some packets, `NONE` if they lack it."""
        result = np.full(len(places), NONE, np.int64)
        for shape, rows in self._parts:
            leaf = _leaf(field, shape.headers)
            if leaf is None:
                continue
            if isinstance(rows, slice):
                result[:] = _numbers(shape.column(leaf[0], leaf[1]).values[places]) & field.bits
                continue
            at = np.minimum(np.searchsorted(rows, places), len(rows) - 1)
            here = np.flatnonzero(rows[at] == places)
            result[here] = _numbers(shape.column(leaf[0], leaf[1]).values[at[here]]) & field.bits
        return result


def _path_words(shape: Shape) -> dict[tuple[int, int], tuple[BlockBytes, int]]:
    """The words in which the path fields of a shape lie, by the place of their block's first header and their column.

    With each its block, and the bits in it that count, of the big-endian number.
    """
    words: dict[tuple[int, int], tuple[BlockBytes, int]] = {}
    for field, found in zip(PATH_FIELDS, _leaves(shape.headers), strict=True):
        if found is None:
            continue
        index, leaf = found
        block, offset = shape.block(index)
        begin = offset * 8 + leaf.bit
        last = (begin + leaf.width - 1) // 64
        bits = (field.bits & (1 << leaf.width) - 1) << (last + 1) * 64 - begin - leaf.width
        for column in range(last, begin // 64 - 1, -1):
            key = block.block.first, column
            words[key] = block, (words[key][1] if key in words else 0) | bits & _ALL
            bits >>= 64
    return words


@functools.lru_cache(maxsize=4096)
def _leaves(headers: Chain) -> tuple[tuple[int, Leaf] | None, ...]:
    """`_leaf` of every path field."""
    return tuple(_leaf(field, headers) for field in PATH_FIELDS)


def _leaf(field: PathField, headers: Chain) -> tuple[int, Leaf] | None:
    """The place of the innermost header of a chain with a path field, and the leaf."""
    best: tuple[int, Leaf] | None = None
    for leaf in field.leaves:
        places = [place for place, header in enumerate(headers) if header is leaf.header]
        if places and (best is None or places[-1] > best[0]):
            best = places[-1], leaf
    return best


def _values_of(paths: KeptPaths) -> Callable[[PathField, Ints], Ints]:
    """As `_PathColumns.values`, of packets whose paths were kept."""
    return lambda field, places: paths.values(PATH_FIELDS.index(field), places)


class PathChecks:
    """Tracks the paths of flows, batch by batch."""

    def __init__(self) -> None:
        self._directions = DirectionState(mark=0, **{str(index): NONE for index in range(len(PATH_FIELDS))})
        self._undecided = UndecidedPaths()
        self._p_keys = PKeyChanges()
        self._late: dict[int, list[int]] = {}

    def add(self, packets: Transport, flows: Ints, undecided: Ints | None = None) -> Iterator[FindingColumns]:
        """The changes in a batch.

        Args:
            packets: of the batch, those with BTH.
            flows: the number of each one's flow, shape (n,), 0 where that is not known.
            undecided: numbers of packets, ascending, of which a later one decides what they belong to: `settle`
                compares their paths.  None for none.
        """
        connected = _CONNECTED[packets.opcode] & (flows > 0)
        chosen = np.flatnonzero(connected)
        if not len(chosen):
            return
        columns = _PathColumns(packets)
        of_packets = PacketDirections.of(packets, flows if connected.all() else np.where(connected, flows, 0))
        if not self._p_keys.all_go_on(packets, of_packets):
            order, begins, directions = grouped(of_packets.keys[chosen])
            self._p_keys.add(packets, chosen[order], begins, directions)
        marks = columns.marks()
        if undecided is not None and (waits := connected & among(packets.frame, undecided)).any():
            self._keep(packets, flows, marks, columns, np.flatnonzero(waits))
            connected &= ~waits
            chosen = np.flatnonzero(connected)
            of_packets = PacketDirections(packets, np.where(connected, flows, 0))
        places = self._directions.places(of_packets.distinct)
        known_marks = np.append(self._directions["mark"][places], 0)[of_packets.places]
        if ((known_marks == marks) | ~connected).all():
            return  # as nearly always: everything goes where it went before
        for change in self._changes(of_packets.keys[chosen], marks, columns.values, chosen):
            yield from _changed(change, packets.rows[change.places])

    def settle(self, facts: Iterable[tuple[str, Ints, Ints]], undecided: Ints) -> list[Finding]:
        """The changes at packets of earlier batches of which it is known now what they belong to; call it before `add`.

        Args:
            facts: of earlier packets: name, numbers and values (see `AnalysisResult.later`).
            undecided: numbers of packets of which that is not known yet, ascending.
        """
        if not len(self._undecided):
            return []
        self._undecided.learn(facts)
        paths = self._undecided.take(undecided)
        chosen = np.flatnonzero((paths["copy"] == 0) & (paths["flow"] > 0))
        keys = 2 * (paths["flow"] + (paths["moved"] << FLOW_BITS)) + paths["side"]
        found: list[Finding] = []
        for change in self._changes(keys[chosen], paths["mark"], _values_of(paths), chosen):
            for columns in _changed(change, change.places):
                found += columns.findings_of(paths["frame"], paths["time"], paths["flow"])
        return found

    def _keep(self, packets: Transport, flows: Ints, marks: Ints, columns: _PathColumns, rows: Ints) -> None:
        """Keep the paths of packets for `settle`."""
        fields = {str(index): columns.values(field, rows) for index, field in enumerate(PATH_FIELDS)}
        side = directions_of(packets, np.zeros(len(packets), np.int64))
        known = {"frame": packets.frame, "time": packets.time, "side": side, "flow": flows, "mark": marks}
        self._undecided.keep({name: column[rows] for name, column in known.items()} | fields)

    def _changes(
        self, keys: Ints, marks: Ints, values: Callable[[PathField, Ints], Ints], chosen: Ints
    ) -> Iterator[_Change]:
        """Compare packets with those before them in their direction, and keep what the last ones show.

        Args:
            keys: the directions of the chosen packets, shape (n,).
            marks: hashes of the paths of all packets.
            values: a path field of some packets.
            chosen: the packets that are compared, in the order of the capture, shape (n,).
        """
        if not len(keys):
            return
        order, begins, distinct = grouped(keys)
        places = self._directions.places(distinct)
        marks = marks[chosen[order]]
        before = np.append(np.int64(0), marks[:-1])
        before[begins] = self._directions["mark"][places]
        changed = np.flatnonzero((marks != before) & (before != 0))
        if len(changed):
            first = np.isin(changed, begins)
            known = places[np.searchsorted(begins, changed, side="right") - 1]
            new, old = chosen[order[changed]], chosen[order[np.maximum(changed - 1, 0)]]
            for index, field in enumerate(PATH_FIELDS):
                now = values(field, new)
                was = np.where(first, self._directions[str(index)][known], values(field, old))
                differs = np.flatnonzero((now != was) & (now != NONE) & (was != NONE))
                yield _Change(field, new[differs], was[differs], now[differs])
        ends = np.append(begins[1:], len(order)) - 1
        self._directions["mark"][places] = marks[ends]
        for index, field in enumerate(PATH_FIELDS):
            self._directions[str(index)][places] = values(field, chosen[order[ends]])

    def mismatches(self) -> Iterator[Finding]:
        """P_Keys that turned out to be unusual since this was asked last."""
        return self._p_keys.findings()

    # -- what others have found ---------------------------------------------------------------------------------------

    def count_reordering(self, findings: Iterable[Finding]) -> None:
        """Count out-of-order and lost packets by flow; see `finish`."""
        for finding in findings:
            late, lost = finding.kind.name == "out-of-order", finding.kind.name == "lost"
            if not (late or lost) or (len(self._late) >= FLOWS and finding.flow not in self._late):
                continue
            counts = self._late.setdefault(finding.flow, [0, 0, 0, 0])
            counts[0] += late
            counts[1] += int(finding.facts.get("count", 1)) if lost else 0
            if late:
                counts[2], counts[3] = finding.frame, finding.time

    def finish(self) -> Iterator[Finding]:
        """At the end of the capture: flows whose packets take several paths, and the last unusual P_Keys."""
        yield from self._p_keys.finish()
        for flow, (late, lost, frame, time) in sorted(self._late.items()):
            if late >= LATE and late > 8 * lost:
                yield Finding(SPRAYED, frame, time, flow, {"late": late, "lost": lost})
        self._late.clear()


def _changed(change: _Change, rows: Ints) -> Iterator[FindingColumns]:
    """Changes of a field, at these rows; those of path bits alone are another kind."""
    field, _, was, now = change
    leaf = field.leaves[0]
    bits = (was >> LMC_BITS == now >> LMC_BITS) & (leaf.header is LRH and leaf.width == 16)

    def show(values: Ints) -> list[str]:
        return [
            leaf.display(value.to_bytes(leaf.width // 8, "big") if leaf.wide else value) for value in values.tolist()
        ]

    def facts(places: Ints) -> dict[str, list[Any]]:
        return {"what": [field.what] * len(places), "before": show(was[places]), "now": show(now[places])}

    for kind, which in ((PATH_BITS, bits), (field.kind, ~bits)):
        places = np.flatnonzero(which)
        places = places[np.argsort(rows[places], kind="stable")]
        if len(places):
            yield FindingColumns(kind, rows[places], lambda some, places=places: facts(places[some]))  # type: ignore[misc]
