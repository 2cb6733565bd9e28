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
    found = [""] * len(rows)
    place_of = {row: place for place, row in enumerate(rows.tolist())}
    for (shape, _), places in zip(columns.parts, columns.places, strict=True):
        index = shape.index(Ethernet)
        if index is None:
            continue
        own = np.arange(len(columns))[places]
        values = shape.column(index, leaf).values
        text = Memo(lambda raw: leaf.text(raw))  # few addresses send many packets
        for at in np.flatnonzero(np.isin(own, rows)).tolist():
            found[place_of[int(own[at])]] = text[values[at].tobytes()]
    return found
