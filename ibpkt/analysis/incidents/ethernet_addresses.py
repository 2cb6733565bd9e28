"""The Ethernet addresses of a few packets."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import Transport
from ibpkt.arrays import Ints
from ibpkt.protocols import Ethernet
from ibpkt.schema.value_types import Memo


def ethernet_addresses(columns: Transport, rows: Ints, name: str) -> list[str]:
    """One address of each of some packets as texts show it; "" where a packet has none.

    Args:
        columns: the packets of a batch that have a BTH.
        rows: the places of those that are meant.
        name: the field: "src" or "dst".
    """
    leaf = Ethernet.leaf(name)
    begin, size = leaf.bit // 8, leaf.width // 8
    found = [""] * len(rows)
    data = columns.batch.frames.view
    text = Memo(lambda raw: leaf.text(raw))  # few addresses send many packets
    for (shape, _), places in zip(columns.parts, columns.places, strict=True):
        index = shape.index(Ethernet)
        if index is None or not len(shape):
            continue
        at, own = rows, np.arange(len(rows))
        if not isinstance(places, slice):
            at = np.searchsorted(places, rows)
            own = np.flatnonzero(places.take(at, mode="clip") == rows)
        starts = shape.position(index)[at[own]] + begin
        for place, start in zip(own.tolist(), starts.tolist(), strict=True):
            found[place] = text[bytes(data[start : start + size])]
    return found
