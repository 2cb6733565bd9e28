"""The messages of connection management in a batch, one object each.

Columns are read for the packets alone that have such a message; those are few, and Python handles them one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ibpkt.arrays import raw_list
from ibpkt.batch import Batch, Shape
from ibpkt.protocols import MAD
from ibpkt.protocols.mad.cm import MESSAGES
from ibpkt.protocols.mad.cm_private import IPCM, IPCM4, IPCM6
from ibpkt.schema import Field, Header, Leaf
from ibpkt.schema.value_types import Memo

_KNOWN = frozenset(MESSAGES.values())


class CMMessage(NamedTuple):
    """One message.

    Attributes:
        name: REQ, REP, … as the headers are called.
        frame: its number, from 1.
        time: nanoseconds since the epoch.
        source: the address of its sender, as the packet's line shows it.
        destination: that of its receiver.
        transaction: the TransactionID of its datagram.
        values: the raw values of its header, by name; ``private`` is what the consumers sent.
        addresses: of the IP CM service, where it is that: both IP addresses, as texts, and the source port.
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
    """The messages of a batch, in the order of the packets."""
    found: list[tuple[int, CMMessage]] = []
    for shape in batch.shapes:
        place = next((place for place, header in enumerate(shape.headers) if header in _KNOWN), None)
        if place is not None:
            found += zip(shape.rows.tolist(), _of_shape(shape, place), strict=True)
    for _, message in sorted(found, key=lambda pair: pair[0]):
        yield message


def _of_shape(shape: Shape, place: int) -> Iterator[CMMessage]:
    header = shape.headers[place]
    fields = [field for field in header.fields if not field.reserved]
    columns = {field.name: _column(shape, place, field) for field in fields}
    for behind in range(place + 1, len(shape.headers)):
        if "private" in shape.headers[behind].by_name:
            columns["private"] = _column(shape, behind, shape.headers[behind].leaf("private"))
    numbers, times = shape.frames.number_of[shape.rows].tolist(), shape.frames.time[shape.rows].tolist()
    sources, destinations = addresses_of(shape, place)
    mad = shape.index(MAD)
    assert mad is not None  # the graph leads to these messages from there
    transactions = _column(shape, mad, MAD.leaf("transactionid"))
    inside = _ip_addresses(shape)
    names = list(columns)
    rows = zip(*columns.values(), strict=True)
    for row, raw in enumerate(rows):
        yield CMMessage(
            header.name,
            numbers[row],
            times[row],
            sources[row],
            destinations[row],
            transactions[row],
            dict(zip(names, raw, strict=True)),
            inside[row] if inside else None,
        )


def _column(shape: Shape, place: int, leaf: Leaf | Field) -> list[Any]:
    return raw_list(shape.column(place, leaf).values)


def _texts(shape: Shape, place: int, header: Header, name: str, prefix: str = "") -> list[str]:
    leaf = header.leaf(name)
    known = Memo(lambda raw: prefix + leaf.text(raw))  # few addresses talk much
    return list(map(known.__getitem__, _column(shape, place, leaf)))


def addresses_of(shape: Shape, before: int) -> tuple[list[str], list[str]]:
    """Who sent each packet, and to whom: by the innermost header that says so."""
    for place in range(before, -1, -1):
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
