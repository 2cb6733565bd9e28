"""Display-filter fields, by name.

Most come from the declarations.  The few that are not bits of a header (frame numbers, times, CRC verdicts, payloads)
are declared here, as leaves whose columns are computed from a shape.  A header is a field too, under its own name; its
value is its bytes.
"""

from __future__ import annotations

import datetime
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Array, Ints, byte_strings, objects
from ibpkt.batch.batch import Batch
from ibpkt.batch.checksums import CHECKSUM_STATUSES, ChecksumStatus, checksum_verdicts
from ibpkt.batch.frames import Frames
from ibpkt.batch.line_columns import LINE_COLUMNS
from ibpkt.batch.protocol_names import PROTOCOL_NAMES, Bounds
from ibpkt.batch.shape import Shape, Values
from ibpkt.errors import CallerError, escape_text
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import CRCS, ICRC, LPCRC, VCRC, headers, renewed
from ibpkt.protocols.annotation_headers import GENERATED
from ibpkt.schema import BYTES, DEC, HEX, TIME, WORDS, Header, Leaf, ValueType


def _date(raw: int) -> str:
    seconds, rest = divmod(raw, 1_000_000_000)
    try:
        time = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    except (ValueError, OverflowError, OSError):  # beyond the year 9999
        return TIME.text(raw)
    return f"{time:%b} {time.day:2d}, {time.year} {time:%H:%M:%S}.{rest:09d} UTC"


DATE = ValueType("date and time", text=_date)

if TYPE_CHECKING:
    Column = np.ma.MaskedArray[Any, Any]  # numpy.ma is slow to import, and rarely needed

Compute = Callable[[Shape], Values | None]


class PacketLeaf(Leaf):
    """A leaf of the packet as a whole, not of a header.

    Args:
        name: its display-filter name.
        label: as of a leaf.
        kind: as of a leaf.
        compute: computes its column in a shape; None if packets of that shape cannot have it.
        bounds: where its bytes lie, for a leaf that is a range of the packet's bytes.
        **meta: as `Leaf.describe`.
    """

    def __init__(
        self, name: str, label: str, kind: ValueType, compute: Compute, bounds: Bounds | None = None, **meta: Any
    ) -> None:
        self.describe(name, label, kind, filter=name, **meta)
        self.compute = compute
        self.bounds = bounds


class HeaderBytes(Leaf):
    """The bytes of a header as a field.

    A name without a dot is that of a protocol (``gre``): its consecutive headers are one value, and any of them may be
    the first.

    Args:
        first: the first header that was declared under the name.
    """

    def __init__(self, first: Header) -> None:
        self.header = first
        self.protocol: bool = "." not in first.filter
        self.describe(first.filter, first.title, BYTES, filter=first.filter, doc="the bytes of the header")


class Span(NamedTuple):
    """Where bytes lie.

    Attributes:
        starts: indexes in the batch's data, shape (n,).
        ends: likewise; a row without bytes has no value.
    """

    starts: Array
    ends: Array


class Occurrence(NamedTuple):
    """One place in a shape where a field occurs.

    Attributes:
        leaf: what is declared about it.
        place: the place of its header in the chain, -1 for a `PacketLeaf`.
    """

    leaf: Leaf
    place: int

    def values(self, shape: Shape) -> Values | None:
        """Its column in the shape."""
        if isinstance(self.leaf, PacketLeaf):
            return self.leaf.compute(shape)
        if isinstance(self.leaf, HeaderBytes):
            return _byte_values(self._whole)(shape)
        return shape.column(self.place, self.leaf)

    def span(self, shape: Shape, row: int = 0) -> Span | None:
        """Where its bytes lie in the packets of the shape; None where they have none.

        Args:
            shape: one in which it occurs.
            row: which of its values, for a leaf that is repeated.
        """
        leaf = self.leaf
        if isinstance(leaf, PacketLeaf):
            found = leaf.bounds(shape) if leaf.bounds else None
            return found if found is None else Span(*found)
        if isinstance(leaf, HeaderBytes):
            return Span(*self._whole(shape))
        starts = shape.position(self.place)
        if leaf is leaf.header.tail_leaf:
            return Span(starts + leaf.header.size, shape.end(self.place))
        starts = starts + (leaf.bit + row * leaf.stride) // 8
        return Span(starts, starts + leaf.width // 8)

    def _whole(self, shape: Shape) -> tuple[Array, Array]:
        count = 1
        if isinstance(self.leaf, HeaderBytes) and self.leaf.protocol:
            count = list(_firsts(shape.headers, lambda header: header.filter)).count(self.place)
        return shape.position(self.place), shape.end(self.place + count - 1)

    def layer(self, chain: tuple[Header, ...]) -> int:
        """The layer of its protocol, from 1 on the outside: the second IPv4 header is layer 2."""
        return layers(chain)[self.place] if self.place >= 0 else 1


class DisplayField:
    """A display-filter field.

    Attributes:
        name: its name.
        leaves: the leaves with that name, several where headers share it (``infiniband.reth.va``).
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.leaves: list[Leaf] = []

    @property
    def leaf(self) -> Leaf:
        """The leaf that defines its type, label and meaning."""
        return self.leaves[0]

    @functools.cached_property
    def headers(self) -> frozenset[Header] | None:
        """The headers that have it; None where any packet may have it, or any header of a protocol."""
        if any(
            isinstance(leaf, PacketLeaf) or (isinstance(leaf, HeaderBytes) and leaf.protocol) for leaf in self.leaves
        ):
            return None
        return frozenset(leaf.header for leaf in self.leaves)

    def occurrences(self, shape: Shape) -> list[Occurrence]:
        """Where it occurs in the packets of a shape, outermost first."""
        if self.headers is not None and self.headers.isdisjoint(shape.headers):  # as most fields are
            return []
        return list(_occurrences(self, shape.headers))

    def is_in(self, shape: Shape) -> bool:
        """Whether any packet of a shape has it."""
        found = (occurrence.values(shape) for occurrence in self.occurrences(shape))
        return any(column is not None and (column.present is None or bool(column.present.any())) for column in found)

    def column(self, batch: Batch) -> Column:
        """Its values in a batch, one row a packet, masked where a packet lacks it; of several the innermost."""
        parts: list[_ShapeValues] = []
        for shape in batch.shapes:
            for occurrence in self.occurrences(shape):
                found = occurrence.values(shape)
                if found is None:
                    continue
                values, present = found
                if values.dtype == np.uint8 and occurrence.leaf.kind.name == "boolean":
                    values = values.astype(np.bool_)
                if present is None:
                    while parts and parts[-1].shape is shape:
                        parts.pop()
                    parts.append(_ShapeValues(shape, shape.rows, values))
                else:
                    parts.append(_ShapeValues(shape, shape.rows[present], values[present]))
        if not parts:
            return _missing((len(batch),), np.dtype(np.uint64))
        of_all = [part.shape for part in parts] == [*batch.shapes]
        if of_all and sum(len(part.rows) for part in parts) == len(batch):
            # every packet has it: one gather is twice as fast as a scatter for each shape
            result = np.concatenate([part.values for part in parts])[batch.place_in_shapes]
            return np.ma.MaskedArray(result, np.zeros(result.shape, np.bool_))
        return _scattered(parts, len(batch))


class _ShapeValues(NamedTuple):
    """Values of some packets of a shape: those in these rows of the batch."""

    shape: Shape
    rows: Array
    values: Array


def _scattered(parts: list[_ShapeValues], count: int) -> Column:
    """The values of so many packets, of which the later ones count, masked where there are none."""
    dtype = functools.reduce(np.promote_types, (part.values.dtype for part in parts))
    result, missing = np.zeros((count, *parts[0].values.shape[1:]), dtype), np.ones(count, np.bool_)
    for _, rows, values in parts:
        result[rows] = values
        missing[rows] = False
    if result.ndim > 1:
        missing = np.broadcast_to(missing.reshape((-1,) + (1,) * (result.ndim - 1)), result.shape)
    return np.ma.MaskedArray(result, missing)


@functools.lru_cache(maxsize=4096)
def _occurrences(field: DisplayField, chain: tuple[Header, ...]) -> tuple[Occurrence, ...]:
    found = [Occurrence(leaf, -1) for leaf in field.leaves if isinstance(leaf, PacketLeaf)]
    wanted = [leaf for leaf in field.leaves if not isinstance(leaf, PacketLeaf)]
    of_protocol = any(isinstance(leaf, HeaderBytes) and leaf.protocol for leaf in wanted)
    firsts = tuple(_firsts(chain, lambda header: header.filter)) if of_protocol else ()
    for index, header in enumerate(chain):
        for leaf in wanted:
            begins = leaf.header is header
            if isinstance(leaf, HeaderBytes) and leaf.protocol:
                begins = header.filter == leaf.name and firsts[index] == index
            if begins:
                found.append(Occurrence(leaf, index))
    return tuple(found)


@functools.lru_cache(maxsize=4096)
def layers(chain: tuple[Header, ...]) -> tuple[int, ...]:
    """For each header of a chain, which layer of its protocol it belongs to, from 1.

    Headers of one protocol that follow each other are one layer until the first of them recurs.
    """
    result: list[int] = []
    count: dict[str, int] = {}
    for index, first in enumerate(_firsts(chain, lambda header: header.group)):
        group = chain[index].group
        count[group] = count.get(group, 0) + (first == index)
        result.append(count[group])
    return tuple(result)


def _firsts(chain: tuple[Header, ...], name: Callable[[Header], str]) -> Iterator[int]:
    """For each header of a chain the first of the consecutive headers that have its name."""
    first = 0
    for index, header in enumerate(chain):
        if name(header) != name(chain[first]) or header is chain[first]:
            first = index
        yield first


def concatenate(parts: Sequence[Column]) -> Column:
    """Columns of consecutive batches as one; parts that are masked throughout do not determine the type."""
    if not parts:
        return _missing((0,), np.dtype(np.uint64))
    typed = next((part for part in parts if not np.all(np.ma.getmaskarray(part))), parts[0])
    same = [part if part.ndim == typed.ndim else _missing((len(part), *typed.shape[1:]), typed.dtype) for part in parts]
    return np.ma.MaskedArray(
        np.concatenate([part.data for part in same]), np.concatenate([np.ma.getmaskarray(part) for part in same])
    )


def _missing(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Column:
    """A column that no packet has."""
    return np.ma.MaskedArray(np.zeros(shape, dtype), np.ones(shape, np.bool_))


# -- fields of the packet as a whole -----------------------------------------------------------------------------


def _per_packet(column: Callable[[Frames, Ints], Array]) -> Compute:
    return lambda shape: Values(column(shape.frames, shape.rows), None)


def _time(name: str, label: str, column: Callable[[Frames, Ints], Array]) -> PacketLeaf:
    return PacketLeaf(name, label, TIME, _per_packet(column), unit="s")


def _payload(infiniband: bool) -> Bounds:
    """The payload of packets that are, or are not, InfiniBand."""
    return lambda shape: shape.payload if infiniband == any(h.group == "infiniband" for h in shape.headers) else None


def _byte_values(bounds: Bounds) -> Compute:
    def compute(shape: Shape) -> Values | None:
        found = bounds(shape)
        if found is None:
            return None
        starts, ends = found
        if not (starts < ends).any():
            return None
        return Values(objects(byte_strings(shape.frames.data, starts, ends)), starts < ends)

    return compute


def _byte_range(name: str, label: str, bounds: Bounds, **meta: Any) -> PacketLeaf:
    return PacketLeaf(name, label, BYTES, _byte_values(bounds), bounds, **meta)


def frame_bounds(shape: Shape) -> tuple[Array, Array]:
    """Where the captured bytes of packets begin and end, without ERF extension headers."""
    frames, rows = shape.frames, shape.rows
    starts = frames.start[rows] + frames.erf_headers[rows]
    return starts, starts + frames.captured_lengths(rows)


def _infiniband(shape: Shape) -> tuple[Array, Array] | None:
    first = next((index for index, header in enumerate(shape.headers) if header.group == "infiniband"), None)
    return None if first is None else (shape.position(first), shape.trailer[0])


def _text_values(texts: Callable[[Shape], list[str | None] | None]) -> Compute:
    def compute(shape: Shape) -> Values | None:
        given = texts(shape)
        if not given:
            return None
        values = objects(given)
        lacking = values == None  # noqa: E711  # element by element
        return Values(values, ~lacking if lacking.any() else None)

    return compute


def _constant(text: str, count: int) -> Values:
    """One text in every row."""
    return Values(np.broadcast_to(np.array([text], object), count), None)


def _protocols(shape: Shape) -> Values:
    return _constant(":".join(header.key for header in shape.headers[: shape.annotations]), len(shape))


def _stop(shape: Shape) -> Values | None:
    if shape.stop is None or shape.stop[0] == "unknown":
        return None
    return _constant(f"{shape.stop[0]}: {shape.stop[1]}", len(shape))


def _disagreement(shape: Shape) -> list[str | None] | None:
    by_row = shape.frames.disagreements
    if not by_row:
        return None
    return ["; ".join(map(str, by_row[row])) if row in by_row else None for row in shape.rows.tolist()]


def _comment(shape: Shape) -> list[str | None] | None:
    comments = shape.frames.comments
    if not comments:
        return None
    return [escape_text("; ".join(comments[row])) if row in comments else None for row in shape.rows.tolist()]


def _stored(which: Header) -> Compute:
    def compute(shape: Shape) -> Values | None:
        closing = shape.closing.get(which)
        if closing is None:
            return None
        captured = closing.status == STATUSES.index(Status.GOOD)
        values = shape.frames.number(shape.closing_at(which), 0, which.size * 8)
        return Values(values, None if captured.all() else captured)

    return compute


def _verdict(which: Header) -> Compute:
    def compute(shape: Shape) -> Values | None:
        checks = shape.checks(which)
        if checks is None:
            return None
        if (checks.status == checks.status[0]).all():
            return _constant(str(STATUSES[checks.status[0]]), len(shape))
        return Values(_STATUS_NAMES[checks.status], None)

    return compute


def _computed(which: Header) -> Compute:
    def compute(shape: Shape) -> Values | None:
        checks = shape.checks(which)
        if checks is None:
            return None
        wrong = (checks.status == _BAD) | (checks.status == _ZERO)
        return Values(checks.computed, wrong) if wrong.any() else None

    return compute


_STATUS_NAMES = np.array([str(status) for status in STATUSES], object)
_BAD, _ZERO = STATUSES.index(Status.BAD), STATUSES.index(Status.ZERO)


#: the verdicts on checksums, as Wireshark numbers them
CHECKSUM_CODES = {0: "Bad", 1: "Good", 2: "Unverified", 3: "Not present"}
_CODES = {
    ChecksumStatus.BAD: 0,
    ChecksumStatus.GOOD: 1,
    ChecksumStatus.CUT: 2,
    ChecksumStatus.OFFLOADED: 2,
    ChecksumStatus.ABSENT: 3,
}
_CODE_OF = np.array([_CODES[status] for status in CHECKSUM_STATUSES], np.uint8)


def _checksum_status(filter_name: str) -> Compute:
    def compute(shape: Shape) -> Values | None:
        codes: Array | None = None
        for header, status, _, _ in checksum_verdicts(shape):
            if header.filter == filter_name:
                codes = _CODE_OF[status] if codes is None else np.where(codes == 0, codes, _CODE_OF[status])
        return None if codes is None else Values(codes, None)

    return compute


def _checksum(filter_name: str) -> PacketLeaf:
    doc = "bad if any is, of several else the innermost; unverified where it is cut or offloaded"
    compute = _checksum_status(filter_name)
    return PacketLeaf(f"{filter_name}.checksum.status", "Checksum Status", DEC, compute, enum=CHECKSUM_CODES, doc=doc)


LINE = "as the packet's line has it"
DUE = "the right value, where the stored one is wrong"


def _crc(which: Header, name: str, title: str) -> Iterator[PacketLeaf]:
    leaf = which.leaves[0]
    yield PacketLeaf(leaf.filter, leaf.label, HEX, _stored(which), digits=which.size * 2, doc=leaf.doc)
    yield PacketLeaf(f"{name}.status", f"{title} Status", WORDS, _verdict(which), doc=", ".join(STATUSES))
    yield PacketLeaf(f"{name}.computed", f"{title} Computed", HEX, _computed(which), digits=which.size * 2, doc=DUE)


PACKET_LEAVES: tuple[PacketLeaf, ...] = (
    PacketLeaf("frame.number", "Frame Number", DEC, _per_packet(Frames.numbers)),
    _time("frame.time_epoch", "Epoch Time", lambda frames, rows: frames.time[rows]),
    _time("frame.time_relative", "Time since first frame", Frames.relative_times),
    _time("frame.time_delta", "Time delta from previous captured frame", Frames.deltas),
    PacketLeaf("frame.len", "Frame Length", DEC, _per_packet(Frames.lengths), unit="bytes"),
    PacketLeaf("frame.cap_len", "Capture Length", DEC, _per_packet(Frames.captured_lengths), unit="bytes"),
    PacketLeaf("frame.interface_id", "Interface id", DEC, _per_packet(lambda frames, rows: frames.interface[rows])),
    PacketLeaf("frame.comment", "Comment", WORDS, _text_values(_comment)),
    PacketLeaf("frame.protocols", "Protocols in frame", WORDS, _protocols, doc="the chain of headers"),
    PacketLeaf("frame.stop", "Decoding stopped", WORDS, _stop, doc="cut or malformed, and the header wanted"),
    PacketLeaf("frame.disagreement", "Lengths that disagree", WORDS, _text_values(_disagreement)),
    _byte_range("frame.trailer", "Trailer", lambda shape: shape.trailer, doc="bytes after the packet"),
    _byte_range("infiniband.payload", "Payload", _payload(True), doc="without pad bytes"),
    _byte_range("frame.payload", "Payload", _payload(False), doc="not InfiniBand, after the last header"),
    _byte_range("infiniband.pad", "Pad", lambda shape: (shape.payload[1], shape.pad_end)),
    *_crc(ICRC, "infiniband.icrc", "ICRC"),
    *_crc(VCRC, "infiniband.vcrc", "VCRC"),
    *_crc(LPCRC, "infiniband_link.lpcrc", "LPCRC"),
)


#: fields that can be asked for but are not listed unasked, since they repeat others
UNLISTED_LEAVES: tuple[PacketLeaf, ...] = (
    PacketLeaf("frame.time", "Arrival Time", DATE, _per_packet(lambda frames, rows: frames.time[rows]), doc="UTC"),
    _time("frame.time_delta_displayed", "Time delta from previous displayed frame", Frames.displayed_deltas),
    _checksum("ip"),
    _checksum("udp"),
    _byte_range("frame", "Frame", frame_bounds, doc="all bytes that were captured"),
    _byte_range("infiniband", "InfiniBand", _infiniband, doc="all bytes from its first header on, CRCs included"),
    *(_byte_range(each.name, each.title, each.bounds, doc=each.doc) for each in PROTOCOL_NAMES),
    *(
        PacketLeaf(column.fields[0], column.label, WORDS, column.compute, also=tuple(column.fields[1:]), doc=LINE)
        for column in LINE_COLUMNS
    ),
)


@renewed
@functools.cache
def fields() -> dict[str, DisplayField]:
    """Every display-filter field by name."""
    from ibpkt.protocols.upper.contents import inner_headers  # late: lines of text need no fields

    known: dict[str, DisplayField] = {}
    leaves: list[Leaf] = [*PACKET_LEAVES, *UNLISTED_LEAVES]
    declared = [header for header in (*headers(), *inner_headers(), *GENERATED) if header not in CRCS]
    for header in declared:
        leaves += header.leaves
    named = {leaf.filter for leaf in leaves}  # ImmDt is a header of one field, which has its name
    for header in declared:
        if header.filter not in named:
            named.add(header.filter)
            leaves.append(HeaderBytes(header))
    for leaf in leaves:
        for name in (leaf.filter, *leaf.also):
            known.setdefault(name, DisplayField(name)).leaves.append(leaf)
    return known


@checked
def field_named(name: str) -> DisplayField:
    """The field of that name.

    Raises:
        CallerError: no field has that name; the nearest are suggested.
    """
    known = fields()
    if name not in known:
        raise CallerError(f"there is no field {name!r}", name=name, known=known)
    return known[name]
