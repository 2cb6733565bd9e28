"""Requests for whole tables of records: what such a table does not have is not there any more."""

from __future__ import annotations

import numpy as np

from ibpkt.batch import Batch
from ibpkt.fabric.attribute_rows import Envelope
from ibpkt.fabric.columns import envelope_of
from ibpkt.fabric.directed_routes import NOWHERE
from ibpkt.protocols import MAD, SA
from ibpkt.protocols.mad.base import CLIENT_HALF, METHODS
from ibpkt.protocols.mad.sa_paths import MCMemberRecord, ServiceRecord
from ibpkt.schema import Header, number_of

_ASKED = number_of(METHODS, "GetTable")
_TOLD = number_of(METHODS, "GetTableResp")


class WholeTables:
    """Collects the requests for all records of a kind, those that name no component; batch by batch."""

    def __init__(self) -> None:
        self._asked: dict[Header, set[tuple[int, int, int]]] = {MCMemberRecord: set(), ServiceRecord: set()}

    def add(self, batch: Batch) -> None:
        """Take the requests out of a batch."""
        for shape in batch.shapes:
            header = next((header for header in shape.headers if header in self._asked), None)
            mad, place = shape.index(MAD), shape.index(SA)
            if header is None or mad is None or place is None:
                continue
            envelope = envelope_of(shape, mad, np.full(len(shape), NOWHERE, np.int64))
            every = shape.column(place, SA.leaf("componentmask")).values == 0
            rows = envelope.select(np.flatnonzero((envelope.method == _ASKED) & every))
            columns = rows.interface.tolist(), rows.source.tolist(), rows.transaction.tolist()
            for interface, source, transaction in zip(*columns, strict=True):
                self._asked[header].add((interface, source, transaction & CLIENT_HALF))

    def starts(self, header: Header, records: Envelope) -> list[bool]:
        """Which records are the first of a whole table.

        Args:
            header: the declaration of the records.
            records: what is known of those that answers hold, in the order of the packets.
        """
        asked = self._asked[header]
        columns = (
            records.interface.tolist(), records.destination.tolist(), records.transaction.tolist(),
            records.method.tolist(), records.frame.tolist(),
        )  # fmt: skip
        found, before = [], 0
        for interface, asker, transaction, method, frame in zip(*columns, strict=True):
            first = method == _TOLD and frame != before and (interface, asker, transaction & CLIENT_HALF) in asked
            found.append(first)
            before = frame
        return found
