"""Display-filter fields: every name under which a value can be asked for.

Most names come out of the declarations.  The few that are not bits of a header (frame numbers, times, CRC verdicts,
payloads) are declared here, as leaves whose columns are computed from a shape.  A header is a field too, under its own
name, and its value is its bytes.
"""

from __future__ import annotations

import datetime
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ibpkt.batch.batch import Batch
from ibpkt.batch.frames import Frames
from ibpkt.batch.shape import Array, Shape, Values
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
    Column = np.ma.MaskedArray[Any, Any]  # numpy.ma takes a while to import, and few need it

Compute = Callable[[Shape], Values | None]
Bounds = Callable[[Shape], tuple[Array, Array] | None]


class Virtual(Leaf):
    """A leaf that stands in no header.

    Args:
        name: its display-filter name.
        label: as of a leaf.
        kind: as of a leaf.
        compute: gives its column in a shape, None where packets of that shape cannot have it.
        bounds: where its bytes lie, for a leaf that is a stretch of the packet.
        **meta: as `Leaf.describe`.
    """

    def __init__(
        self, name: str, label: str, kind: ValueType, compute: Compute, bounds: Bounds | None = None, **meta: Any
    ) -> None:
        self.describe(name, label, kind, filter=name, **meta)
        self.compute = compute
        self.bounds = bounds


class Whole(Leaf):
    """The bytes of a header as a field.

    A name without a dot is that of a protocol (``gre``): all its headers that follow each other are one value, and any
    of them may be the first.

    Args:
        first: the first header that was declared under the name.
    """

    def __init__(self, first: Header) -> None:
        self.header = first
        self.protocol = "." not in first.filter
        self.describe(first.filter, first.title, BYTES, filter=first.filter, doc="the bytes of the header")


class Span(NamedTuple):
    """Where bytes lie.

    Attributes:
        starts: indexes in the batch's data, shape (n,).
        ends: likewise; what has no bytes is not there.
    """

    starts: Array
    ends: Array


class Occurrence(NamedTuple):
    """One place in a shape where a field stands.

    Attributes:
        leaf: what is declared about it.
        place: that of its header in the chain, -1 for a virtual leaf.
    """

    leaf: Leaf
    place: int

    def values(self, shape: Shape) -> Values | None:
        """Its column in the shape."""
        if isinstance(self.leaf, Virtual):
            return self.leaf.compute(shape)
        if isinstance(self.leaf, Whole):
            return _slices(self._whole)(shape)
        return shape.column(self.place, self.leaf)

    def span(self, shape: Shape, row: int = 0) -> Span | None:
        """Where its bytes lie in the packets of the shape; None where they have none.

        Args:
            shape: one in which it occurs.
            row: which of a leaf that is repeated.
        """
        leaf = self.leaf
        if isinstance(leaf, Virtual):
            found = leaf.bounds(shape) if leaf.bounds else None
            return found if found is None else Span(*found)
        if isinstance(leaf, Whole):
            return Span(*self._whole(shape))
        starts = shape.position(self.place)
        if leaf is leaf.header.tail_leaf:
            return Span(starts + leaf.header.size, shape.end(self.place))
        starts = starts + (leaf.bit + row * leaf.stride) // 8
        return Span(starts, starts + leaf.width // 8)

    def _whole(self, shape: Shape) -> tuple[Array, Array]:
        count = 1
        if isinstance(self.leaf, Whole) and self.leaf.protocol:
            count = list(_firsts(shape.headers, lambda header: header.filter)).count(self.place)
        return shape.position(self.place), shape.end(self.place + count - 1)

    def layer(self, chain: tuple[Header, ...]) -> int:
        """How many layers of its protocol there are up to this one, from 1: the second IPv4 header is layer 2."""
        return layers(chain)[self.place] if self.place >= 0 else 1


class DisplayField:
    """A display-filter field.

    Attributes:
        name: its name.
        leaves: the leaves that bear it, more than one where headers share a name (``infiniband.reth.va``).
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.leaves: list[Leaf] = []

    @property
    def leaf(self) -> Leaf:
        """The leaf that tells its kind, label and meaning."""
        return self.leaves[0]

    def occurrences(self, shape: Shape) -> list[Occurrence]:
        """Where it stands in the packets of a shape, outermost first."""
        return list(_occurrences(self, shape.headers))

    def is_in(self, shape: Shape) -> bool:
        """Whether any packet of a shape has it."""
        found = (occurrence.values(shape) for occurrence in self.occurrences(shape))
        return any(each is not None and (each.present is None or bool(each.present.any())) for each in found)

    def column(self, batch: Batch) -> Column:
        """Its values in a batch, one row a packet, masked where a packet lacks it; of several the innermost."""
        result: Array | None = None
        there = np.zeros(len(batch), np.bool_)
        for shape in batch.shapes:
            for occurrence in self.occurrences(shape):
                found = occurrence.values(shape)
                if found is None:
                    continue
                values, present = found
                if values.dtype == np.uint8 and occurrence.leaf.kind.name == "boolean":
                    values = values.astype(np.bool_)
                if result is None:
                    result = np.zeros((len(batch), *values.shape[1:]), values.dtype)
                elif result.dtype != values.dtype:
                    result = result.astype(np.promote_types(result.dtype, values.dtype))
                rows = shape.rows
                if present is not None:
                    rows, values = rows[present], values[present]
                result[rows] = values
                there[rows] = True
        if result is None:
            return _missing((len(batch),), np.dtype(np.uint64))
        mask = ~there
        if result.ndim > 1:
            mask = np.broadcast_to(mask.reshape((-1,) + (1,) * (result.ndim - 1)), result.shape)
        return np.ma.MaskedArray(result, mask)


@functools.lru_cache(maxsize=4096)
def _occurrences(field: DisplayField, chain: tuple[Header, ...]) -> tuple[Occurrence, ...]:
    found = [Occurrence(leaf, -1) for leaf in field.leaves if isinstance(leaf, Virtual)]
    wanted = [leaf for leaf in field.leaves if not isinstance(leaf, Virtual)]
    firsts = tuple(_firsts(chain, lambda header: header.filter))
    for index, header in enumerate(chain):
        for leaf in wanted:
            begins = leaf.header is header
            if isinstance(leaf, Whole) and leaf.protocol:
                begins = header.filter == leaf.name and firsts[index] == index
            if begins:
                found.append(Occurrence(leaf, index))
    return tuple(found)


@functools.lru_cache(maxsize=4096)
def layers(chain: tuple[Header, ...]) -> tuple[int, ...]:
    """For each header of a chain, which layer of its protocol it belongs to, from 1.

    Headers of one protocol that follow each other are one layer until the first of them comes again.
    """
    result: list[int] = []
    count: dict[str, int] = {}
    for index, first in enumerate(_firsts(chain, lambda header: header.group)):
        group = chain[index].group
        count[group] = count.get(group, 0) + (first == index)
        result.append(count[group])
    return tuple(result)


def _firsts(chain: tuple[Header, ...], name: Callable[[Header], str]) -> Iterator[int]:
    """For each header of a chain the first of those beside it that have the same name."""
    first = 0
    for index, header in enumerate(chain):
        if name(header) != name(chain[first]) or header is chain[first]:
            first = index
        yield first


def concatenate(parts: Sequence[Column]) -> Column:
    """Columns of consecutive batches as one; parts that are masked throughout do not decide the type."""
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


# -- fields that stand in no header -----------------------------------------------------------------------------


def _per_packet(attribute: Callable[[Frames], Array]) -> Compute:
    return lambda shape: Values(attribute(shape.frames)[shape.rows], None)


def _payload(infiniband: bool) -> Bounds:
    """The payload of packets that are, or are not, InfiniBand."""
    return lambda shape: shape.payload if infiniband == any(h.group == "infiniband" for h in shape.headers) else None


def _slices(bounds: Bounds) -> Compute:
    def compute(shape: Shape) -> Values | None:
        found = bounds(shape)
        if found is None:
            return None
        starts, ends = found
        if not (starts < ends).any():
            return None
        data = shape.frames.view
        values = np.empty(len(shape.rows), object)
        values[:] = [bytes(data[start:end]) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        return Values(values, starts < ends)

    return compute


def _stretch(name: str, label: str, bounds: Bounds, **meta: Any) -> Virtual:
    return Virtual(name, label, BYTES, _slices(bounds), bounds, **meta)


def _frame(shape: Shape) -> tuple[Array, Array]:
    frames, rows = shape.frames, shape.rows
    starts = frames.start[rows] + frames.erf_headers[rows]
    return starts, starts + frames.frame_cap_len[rows]


def _infiniband(shape: Shape) -> tuple[Array, Array] | None:
    first = next((index for index, header in enumerate(shape.headers) if header.group == "infiniband"), None)
    return None if first is None else (shape.position(first), shape.trailer[0])


def _words(texts: Callable[[Shape], list[str | None] | None]) -> Compute:
    def compute(shape: Shape) -> Values | None:
        given = texts(shape)
        if not given:
            return None
        values = np.empty(len(given), object)
        values[:] = given
        lacking = values == None  # noqa: E711  # element by element
        return Values(values, ~lacking if lacking.any() else None)

    return compute


def _same(text: str, count: int) -> Values:
    """One text in every row."""
    return Values(np.broadcast_to(np.array([text], object), count), None)


def _protocols(shape: Shape) -> Values:
    return _same(":".join(header.key for header in shape.headers[: shape.annotations]), len(shape))


def _stop(shape: Shape) -> Values | None:
    if shape.stop is None or shape.stop[0] == "unknown":
        return None
    return _same(f"{shape.stop[0]}: {shape.stop[1]}", len(shape))


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
        there = closing.status == STATUSES.index(Status.GOOD)
        values = shape.frames.number(shape.closing_at(which), 0, which.size * 8)
        return Values(values, None if there.all() else there)

    return compute


def _verdict(which: Header) -> Compute:
    def compute(shape: Shape) -> Values | None:
        checks = shape.checks(which)
        if checks is None:
            return None
        if (checks.status == checks.status[0]).all():
            return _same(str(STATUSES[checks.status[0]]), len(shape))
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


DUE = "what should be there, where something else is"


def _crc(which: Header, name: str, title: str) -> Iterator[Virtual]:
    leaf = which.leaves[0]
    yield Virtual(leaf.filter, leaf.label, HEX, _stored(which), digits=which.size * 2, doc=leaf.doc)
    yield Virtual(f"{name}.status", f"{title} Status", WORDS, _verdict(which), doc=", ".join(STATUSES))
    yield Virtual(f"{name}.computed", f"{title} Computed", HEX, _computed(which), digits=which.size * 2, doc=DUE)


VIRTUAL: tuple[Virtual, ...] = (
    Virtual("frame.number", "Frame Number", DEC, _per_packet(lambda frames: frames.number_of)),
    Virtual("frame.time_epoch", "Epoch Time", TIME, _per_packet(lambda frames: frames.time), unit="s"),
    Virtual(
        "frame.time_relative",
        "Time since first frame",
        TIME,
        _per_packet(lambda frames: frames.time_relative),
        unit="s",
    ),
    Virtual(
        "frame.time_delta",
        "Time delta from previous captured frame",
        TIME,
        _per_packet(lambda frames: frames.time_delta),
        unit="s",
    ),
    Virtual("frame.len", "Frame Length", DEC, _per_packet(lambda frames: frames.frame_len), unit="bytes"),
    Virtual("frame.cap_len", "Capture Length", DEC, _per_packet(lambda frames: frames.frame_cap_len), unit="bytes"),
    Virtual("frame.interface_id", "Interface id", DEC, _per_packet(lambda frames: frames.interface)),
    Virtual("frame.comment", "Comment", WORDS, _words(_comment)),
    Virtual("frame.protocols", "Protocols in frame", WORDS, _protocols, doc="the chain of headers"),
    Virtual("frame.stop", "Decoding stopped", WORDS, _stop, doc="cut or malformed, and the header wanted"),
    Virtual("frame.disagreement", "Lengths that disagree", WORDS, _words(_disagreement)),
    _stretch("frame.trailer", "Trailer", lambda shape: shape.trailer, doc="bytes behind the packet"),
    _stretch("infiniband.payload", "Payload", _payload(True), doc="without pad bytes"),
    _stretch("frame.payload", "Payload", _payload(False), doc="what is not InfiniBand, behind the last header"),
    _stretch("infiniband.pad", "Pad", lambda shape: (shape.payload[1], shape.pad_end)),
    *_crc(ICRC, "infiniband.icrc", "ICRC"),
    *_crc(VCRC, "infiniband.vcrc", "VCRC"),
    *_crc(LPCRC, "infiniband_link.lpcrc", "LPCRC"),
)


#: what is there to be asked for, and not shown unasked: it repeats other fields
ASKED: tuple[Virtual, ...] = (
    Virtual("frame.time", "Arrival Time", DATE, _per_packet(lambda frames: frames.time), doc="UTC"),
    Virtual(
        "frame.time_delta_displayed",
        "Time delta from previous displayed frame",
        TIME,
        _per_packet(lambda frames: frames.time_delta_displayed),
        unit="s",
    ),
    _stretch("frame", "Frame", _frame, doc="all bytes that were captured"),
    _stretch("infiniband", "InfiniBand", _infiniband, doc="all bytes from its first header on, CRCs included"),
)


@renewed
@functools.cache
def fields() -> dict[str, DisplayField]:
    """Every display-filter field by name."""
    known: dict[str, DisplayField] = {}
    leaves: list[Leaf] = [*VIRTUAL, *ASKED]
    declared = [header for header in (*headers(), *GENERATED) if header not in CRCS]
    for header in declared:
        leaves += header.leaves
    named = {leaf.filter for leaf in leaves}  # ImmDt is a header of one field, which has its name
    for header in declared:
        if header.filter not in named:
            named.add(header.filter)
            leaves.append(Whole(header))
    for leaf in leaves:
        for name in (leaf.filter, *leaf.also):
            known.setdefault(name, DisplayField(name)).leaves.append(leaf)
    return known


def field_named(name: str) -> DisplayField:
    """The field of that name.

    Raises:
        CallerError: there is none; it suggests the nearest.
    """
    known = fields()
    if name not in known:
        raise CallerError(f"there is no field {name!r}", name=name, known=known)
    return known[name]
