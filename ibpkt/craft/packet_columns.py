"""Many packets from columns of values: a template filled for every row at once.

The CRCs come out of the tables of the template (`ibpkt.craft.fill_template`), a look-up a byte that changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Array, Ints, Octets, Words
from ibpkt.batch import Batch, Frames
from ibpkt.capture.records import SLACK, Records
from ibpkt.craft.fill_template import SumField, Template, VaryingField
from ibpkt.errors import CallerError
from ibpkt.packet import Packet

#: bytes before each packet in the buffer, where verification writes the ones that stand for an LRH
_LEAD = 8
#: bytes of packets that are filled at a time: they stay in the cache
_AT_A_TIME = 256 << 10


class PacketColumns(Batch):
    """Packets made from columns: a batch, which `ibpkt.io.sink.Sink.write_batch` writes.

    Args:
        frames: the packets in their buffer.
        matrix: their bytes.

    Attributes:
        matrix: the bytes of the packets, uint8, shape (n, size); it shares the memory of the batch.
    """

    def __init__(self, frames: Frames, matrix: Octets) -> None:
        super().__init__(frames)
        self.matrix = matrix


class _Column:
    """The values of one field, as the bytes in which they differ from the template's packet."""

    def __init__(self, field: VaryingField, bits: Words | Octets) -> None:
        self.field = field
        self._bits = bits

    def differences(self, rows: slice) -> list[Octets]:
        """For each byte of the field, the last one first, the bits that change, shape (n,)."""
        field, bits = self.field, self._bits[rows]
        size = field.end - field.first
        if bits.ndim == 2:  # a whole field of many bytes
            base = field.base.to_bytes(size, "big")
            return [bits[:, place] ^ np.uint8(base[place]) for place in range(size - 1, -1, -1)]
        changed = (bits ^ np.uint64(field.base)) << np.uint64(field.shift)
        return [(changed >> np.uint64(8 * place)).astype(np.uint8) for place in range(size)]


def columns(packet: Packet | Template, values: Mapping[str, Any], *, time: int | Ints | None = None) -> PacketColumns:
    """Packets that differ in some fields, with right checksums and CRCs, millions a second.

    Args:
        packet: the packet that they resemble, or a template of it.
        values: for each field, as ``bth.psn`` or ``psn``, the value of every packet: an array, a sequence of what
            `ibpkt.draft` takes, or one value for all.  An array of bytes, shape (n, size), is one for a wide field.
        time: nanoseconds since 1970, of each packet or of all; None for the packet's own, or 0.

    Returns:
        The packets, as a batch and as a matrix of bytes.

    Raises:
        CallerError: no such field, a value that does not fit, columns of different lengths, or a field that changes
            the size of the packet.
    """
    if not isinstance(packet, Template | Packet):
        raise CallerError(f"columns are made from a packet or a template, not from {type(packet).__name__}")
    if not isinstance(values, Mapping):
        raise CallerError(f"columns are given by field, as {{'bth.psn': [1, 2]}}, not as {type(values).__name__}")
    template = packet if isinstance(packet, Template) else Template(packet)
    if not isinstance(template.packet.link, int):
        raise CallerError(f"a packet that begins with {template.packet.link.name} has no link type; say link=")
    count = _count(values)
    paths = [template.path(name) for name in values]
    if len(set(paths)) < len(paths):
        raise CallerError(f"a field is given twice: {', '.join(values)}")
    batch = _blank(template, count, time)
    fields = {name: template.field(name) for name in values}
    taken = 0
    for name, field in fields.items():
        left_open = isinstance(values[name], list | tuple) and any(value is None for value in values[name])
        if field is None or left_open or taken & field.mask or not field.fits_word:
            _fill_one_by_one(template, values, batch.matrix)
            return batch
        taken |= field.mask
    chosen = [_column(field, values[name], count) for name, field in fields.items() if field is not None]
    step = max(1, _AT_A_TIME // batch.matrix.strides[0])
    for begin in range(0, count, step):
        rows = slice(begin, begin + step)
        _fill(template, chosen, batch.matrix[rows], rows)
    return batch


def _count(values: Mapping[str, Any]) -> int:
    """The number of packets: the length of the columns."""
    counts = {name: len(column) for name, column in values.items() if _is_column(column)}
    if not counts:
        raise CallerError("columns need one field at least with a value for every packet")
    name, count = next(iter(counts.items()))
    for other, length in counts.items():
        if length != count:
            raise CallerError(f"columns have one length: {name} has {count} values, {other} {length}")
    return count


def _is_column(column: Any) -> bool:
    return isinstance(column, list | tuple | range) or (isinstance(column, np.ndarray) and column.ndim > 0)


def _values(column: Any, count: int) -> list[Any]:
    """A column as Python values."""
    if not _is_column(column):
        return [column] * count
    if isinstance(column, np.ndarray):
        return [bytes(row) for row in column] if column.ndim > 1 else column.tolist()
    return list(column)


def _column(field: VaryingField, column: Any, count: int) -> _Column:
    """The values of one field as bits on the wire.

    Raises:
        CallerError: a value that does not fit.
    """
    name = f"{field.header.name}.{field.leaf.name}"
    width = field.leaf.width
    array: Any = np.asarray(column) if isinstance(column, np.ndarray | range) else None
    if array is not None and array.ndim > 1:
        if array.dtype != np.uint8 or array.shape[1:] != (width // 8,) or not field.whole:
            raise CallerError(f"{name} has {width} bits; its column is no array of {array.dtype}, shape {array.shape}")
        if field.leaf.wide:
            return _Column(field, array)
    elif array is not None and array.dtype.kind in "iub" and field.largest >= 0:
        wrong = np.flatnonzero((array < 0) | (array > field.largest))
        if len(wrong):
            raise CallerError(
                f"{name} takes 0 to {field.largest}, not {array[wrong[0]]} (of packet {wrong[0]})", name=field.leaf.name
            )
        return _Column(field, array.astype(np.uint64))
    known: dict[Any, int] = {}  # by type, too: 1.0 and True are equal to 1
    numbers = []
    for value in _values(column, count):
        try:
            number = known.get((type(value), value))
        except TypeError:  # it cannot be hashed, and is not allowed either: bits() says why
            number = None
        if number is None:
            number = field.bits(value)
            known[type(value), value] = number
        numbers.append(number)
    if width > 64:
        joined = b"".join(number.to_bytes(width // 8, "big") for number in numbers)
        return _Column(field, np.frombuffer(joined, np.uint8).reshape(-1, width // 8))
    return _Column(field, np.array(numbers, np.uint64))


def _blank(template: Template, count: int, time: int | Ints | None) -> PacketColumns:
    """The template's packet, so many times."""
    packet = template.packet
    size = len(packet.data)
    data = np.zeros(count * (_LEAD + size) + _LEAD + SLACK, np.uint8)
    matrix = data[: count * (_LEAD + size)].reshape(count, _LEAD + size)[:, _LEAD:]
    times = (packet.time or 0) if time is None else time
    moments = np.asarray(times)
    if moments.dtype.kind not in "iu" or moments.ndim > 1:
        raise CallerError(f"times are whole nanoseconds, one or one for each packet, not {time!r}")
    if moments.ndim and len(moments) != count:
        raise CallerError(f"there are {count} packets, and {len(moments)} times")
    sizes = np.full(count, size, np.int64)
    frames = Frames(
        Records(
            data=data,
            start=_LEAD + np.arange(count, dtype=np.int64) * (_LEAD + size),
            caplen=sizes,
            wirelen=sizes.copy(),
            time=np.broadcast_to(moments, (count,)).astype(np.int64),
            link=np.full(count, packet.link, np.int32),
            interface=np.zeros(count, np.int32),
            offset=np.zeros(count, np.int64),
            first=1,
            comments={},
        ),
        roce_port=packet.roce_port,
    )
    if count:
        frames.first_time = frames.previous_time = int(frames.time[0])
    return PacketColumns(frames, matrix)


def _fill_one_by_one(template: Template, values: Mapping[str, Any], matrix: Octets) -> None:
    """Fields that decide how a packet goes on have no tables."""
    lists = [_values(column, len(matrix)) for column in values.values()]
    for row, given in enumerate(zip(*lists, strict=True)):
        data = template.fill(**dict(zip(values, given, strict=True)))
        if len(data) != matrix.shape[1]:
            raise CallerError(
                f"columns keep the size of a packet, {matrix.shape[1]} bytes; packet {row} has {len(data)}"
            )
        matrix[row] = np.frombuffer(data, np.uint8)


def _fill(template: Template, chosen: list[_Column], matrix: Octets, rows: slice) -> None:
    """Write some rows: the packet, the fields, the checksums of their headers, the CRCs."""
    matrix[:] = np.frombuffer(template.packet.data, np.uint8)
    closing = np.full(len(matrix), template.closing, np.uint64)
    sums: dict[int, SumField] = {}
    for column in chosen:
        field = column.field
        if field.checksum is not None:
            sums[field.checksum.start] = field.checksum
        _apply(matrix, closing, column.differences(rows), field.end, field.tables)
    for checksum in sums.values():
        number = _header_sums(matrix[:, checksum.start : checksum.start + checksum.size], checksum)
        changed = number ^ np.uint64(checksum.base)
        low, high = changed.astype(np.uint8), (changed >> np.uint64(8)).astype(np.uint8)
        _apply(matrix, closing, [low, high], checksum.at + 2, checksum.tables)
    for first, end, shift in template.spans:
        stored = (closing >> np.uint64(shift)).astype(">u8").view(np.uint8).reshape(-1, 8)
        matrix[:, first:end] = stored[:, 8 - (end - first) :]


def _apply(matrix: Octets, closing: Words, changes: list[Octets], end: int, tables: tuple[list[int], ...]) -> None:
    """Change some bytes of every packet, the last one first, and the CRCs with them."""
    for place, change in enumerate(changes):
        matrix[:, end - 1 - place] ^= change
        if tables:
            closing ^= np.array(tables[place], np.uint64)[change]


def _header_sums(headers: Octets, checksum: SumField) -> Words:
    """The checksums of headers, shape (n,), whatever stands in their place."""
    words: NDArray[Any] = np.ascontiguousarray(headers).view(">u2")
    total = words.sum(axis=1, dtype=np.uint64) - words[:, (checksum.at - checksum.start) // 2]
    empty = total == 0
    rest: Array = total % np.uint64(0xFFFF)
    rest[(rest == 0) & ~empty] = 0xFFFF
    return np.uint64(0xFFFF) ^ rest
