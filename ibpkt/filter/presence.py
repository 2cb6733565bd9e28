"""Which fields packets have: to tell of those that a filter asks for in vain."""

from __future__ import annotations

import numpy as np

from ibpkt.batch import Shape
from ibpkt.batch.fields import Virtual, fields

#: bounds of what is there
_SOME = (np.zeros(1), np.ones(1))


def is_in(name: str, shape: Shape) -> bool:
    """Whether a packet of a shape has a field; what is computed counts as there, since to look would take long."""
    for leaf, place in fields()[name].occurrences(shape):
        if isinstance(leaf, Virtual):
            bounds = leaf.bounds(shape) if leaf.bounds else _SOME
            there = bounds is not None and bool((bounds[0] < bounds[1]).any())
        elif leaf.when is None:
            there = True
        else:
            present = shape.column(place, leaf).present
            there = present is None or bool(present.any())
        if there:
            return True
    return False
