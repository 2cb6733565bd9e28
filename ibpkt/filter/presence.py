"""Which fields packets have, for the hint about fields that a filter names and no packet has."""

from __future__ import annotations

import numpy as np

from ibpkt.batch import Shape
from ibpkt.batch.fields import PacketLeaf, fields

#: the bounds of a value that is not empty
_SOME = (np.zeros(1), np.ones(1))


def is_present(name: str, shape: Shape) -> bool:
    """Whether any packet of a shape has a field; computed fields count as present, since to compute them is slow."""
    for leaf, place in fields()[name].occurrences(shape):
        if isinstance(leaf, PacketLeaf):
            bounds = leaf.bounds(shape) if leaf.bounds else _SOME
            found = bounds is not None and bool((bounds[0] < bounds[1]).any())
        elif leaf.when is None:
            found = True
        else:
            present = shape.column(place, leaf).present
            found = present is None or bool(present.any())
        if found:
            return True
    return False
