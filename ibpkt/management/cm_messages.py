"""The messages of connection management in a batch, an object a message.

Columns are read only for packets with such a message; these are few, and Python handles them one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from ibpkt.arrays import raw_list
from ibpkt.batch import Batch, Shape
from ibpkt.protocols import MAD
from ibpkt.protocols.mad.cm import MESSAGES
from ibpkt.protocols.mad.cm_private import IPCM, IPCM4, IPCM6
from ibpkt.schema import Field, Header, Leaf
from ibpkt.schema.value_types import Memo

Item = TypeVar("Item")
_MESSAGE_HEADERS = frozenset(MESSAGES.values())


class CMMessage(NamedTuple):
    """One message.

    Attributes:
        name: REQ, REP, …, the name of the header.
        frame: the number of its packet, from 1.
        time: nanoseconds since the epoch.
        source: the address of its sender, as the packet's line shows it.
        destination: the address of its receiver.
        transaction: the TransactionID of its datagram.
        values: the raw values of its header, by name; ``private`` is the private data of the consumers.
        addresses: for the IP CM service both IP addresses, as text, and the source port; else None.
    """

    name: str
    frame: int
    time: int
    source: str
    destination: str
    transaction: int
    values: dict[str, Any]
    addresses: tuple[str, str, int] | None


def messages(batch: Batch) -> Iterator[CMMessage]:
    """The messages of a batch, in packet order."""
    rows: list[tuple[int, CMMessage]] = []
    for shape in batch.shapes:
        place = next((place for place, header in enumerate(shape.headers) if header in _MESSAGE_HEADERS), None)
        if place is not None:
            rows += zip(shape.rows.tolist(), _of_shape(shape, place), strict=True)
    return in_packet_order(rows)


def _of_shape(shape: Shape, place: int) -> Iterator[CMMessage]:
    header = shape.headers[place]
    fields = [field for field in header.fields if not field.reserved]
    columns = {field.name: _column(shape, place, field) for field in fields}
    for inner in range(place + 1, len(shape.headers)):
        if "private" in shape.headers[inner].by_name:
            columns["private"] = _column(shape, inner, shape.headers[inner].leaf("private"))
    mad = shape.index(MAD)
    assert mad is not None  # the graph leads to these messages from there
    transactions = _column(shape, mad, MAD.leaf("transactionid"))
    values = [dict(zip(columns, raw, strict=True)) for raw in zip(*columns.values(), strict=True)]
    addresses: Sequence[tuple[str, str, int] | None] = _ip_addresses(shape) or [None] * len(shape)
    return map(CMMessage, [header.name] * len(shape), *envelope(shape, place), transactions, values, addresses)


def _column(shape: Shape, place: int, leaf: Leaf | Field) -> list[Any]:
    return raw_list(shape.column(place, leaf).values)


def _texts(shape: Shape, place: int, header: Header, name: str, prefix: str = "") -> list[str]:
    leaf = header.leaf(name)
    known = Memo(lambda raw: prefix + leaf.text(raw))  # few addresses send many messages
    return list(map(known.__getitem__, _column(shape, place, leaf)))


def envelope(shape: Shape, place: int) -> tuple[list[int], list[int], list[str], list[str]]:
    """Number, time, source and destination of each packet.

    Args:
        shape: the packets.
        place: the index of the header whose addresses are wanted: those of the innermost header up to it.
    """
    numbers, times = shape.frames.numbers(shape.rows).tolist(), shape.frames.time[shape.rows].tolist()
    return numbers, times, *_addresses(shape, place)


def in_packet_order(rows: list[tuple[int, Item]]) -> Iterator[Item]:
    """Items of several shapes in packet order.

    Args:
        rows: the row of the batch, and the item.
    """
    rows.sort(key=lambda pair: pair[0])
    return (item for _, item in rows)


def _addresses(shape: Shape, last: int) -> tuple[list[str], list[str]]:
    """Source and destination of each packet, from the innermost header that has them."""
    for place in range(last, -1, -1):
        header = shape.headers[place]
        if header.address:
            prefix, source, destination = header.address
            return _texts(shape, place, header, source, prefix), _texts(shape, place, header, destination, prefix)
    return [""] * len(shape), [""] * len(shape)


def _ip_addresses(shape: Shape) -> list[tuple[str, str, int]] | None:
    for header, source, destination in ((IPCM4, "sip4", "dip4"), (IPCM6, "sip6", "dip6")):
        place = shape.index(header)
        ports = shape.index(IPCM)
        if place is not None and ports is not None:
            texts = [_texts(shape, place, header, name) for name in (source, destination)]
            return list(zip(*texts, _column(shape, ports, IPCM.leaf("sport")), strict=True))
    return None
