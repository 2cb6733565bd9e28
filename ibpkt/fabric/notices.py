"""Traps and reports: notices of nodes to the subnet manager, and of subnet administration to subscribers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ibpkt.arrays import raw_list
from ibpkt.batch import Batch, Shape
from ibpkt.fabric.columns import envelope_of
from ibpkt.fabric.directed_routes import NOWHERE
from ibpkt.protocols import MAD
from ibpkt.protocols.mad.base import CLIENT_HALF, METHODS
from ibpkt.protocols.mad.notice import Notice

#: notices that are kept: a broken port can send thousands a second
LIMIT = 50_000


class NoticeSeen(NamedTuple):
    """A datagram with a notice.

    Attributes:
        frame: the number of its packet.
        time: nanoseconds since the epoch.
        interface: of the capture.
        method: the name of its method.
        source, destination: LIDs.
        transaction: the half of the TransactionID that is the sender's own.
        generic: the trap is one of the specification's.
        trap: its number.
        type, producer: Type and ProducerType, or the VendorID of a trap that is not the specification's.
        issuer: IssuerLID.
        words: what it tells, in words.
        details: the fields of the trap's data by name.
    """

    frame: int
    time: int
    interface: int
    method: str
    source: int
    destination: int
    transaction: int
    generic: bool
    trap: int
    type: int
    producer: int
    issuer: int
    words: str
    details: dict[str, Any]


class Notices:
    """Collects notices, batch by batch.

    Attributes:
        seen: the notices.
        left_out: notices beyond the limit.
    """

    def __init__(self) -> None:
        self.seen: list[NoticeSeen] = []
        self.left_out: int = 0

    def add(self, batch: Batch) -> None:
        """Take the notices out of a batch."""
        new: list[NoticeSeen] = []
        for shape in batch.shapes:
            if Notice in shape.headers:
                new += self._of_shape(shape)
        new.sort(key=lambda notice: notice.frame)
        room = max(LIMIT - len(self.seen), 0)
        self.left_out += max(len(new) - room, 0)
        self.seen += new[:room]

    def _of_shape(self, shape: Shape) -> list[NoticeSeen]:
        place, mad = shape.headers.index(Notice), shape.index(MAD)
        if mad is None:
            return []
        envelope = envelope_of(shape, mad, np.full(len(shape), NOWHERE, np.int64))
        columns = [
            raw_list(shape.column(place, Notice.leaf(name)).values)
            for name in ("isgeneric", "trapnumberdeviceid", "type", "producertypevendorid", "issuerlid", "event")
        ]
        details: list[dict[str, Any]] = [{} for _ in range(len(shape))]
        for at in range(place + 1, len(shape.headers)):
            header = shape.headers[at]
            for name, leaf in header.by_name.items():
                if leaf.reserved or leaf.count > 1:
                    continue
                for row, value in enumerate(raw_list(shape.column(at, leaf).values)):
                    details[row][name] = value
        rows = zip(
            envelope.frame.tolist(), envelope.time.tolist(), envelope.interface.tolist(), envelope.method.tolist(),
            envelope.source.tolist(), envelope.destination.tolist(), envelope.transaction.tolist(), *columns, details,
            strict=True,
        )  # fmt: skip
        return [
            NoticeSeen(
                frame, time, interface, METHODS.get(method, ""), source, destination, transaction & CLIENT_HALF,
                bool(generic), trap, kind, producer, issuer, words or "", more,
            )
            for frame, time, interface, method, source, destination, transaction, generic, trap, kind, producer,
                issuer, words, more in rows
        ]  # fmt: skip
