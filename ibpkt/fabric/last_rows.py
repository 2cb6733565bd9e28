"""The last word on each of many things."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Array, Ints


def last_rows(*keys: Array) -> Ints:
    """The last row of each different combination of keys, ascending."""
    if not len(keys[0]):
        return np.zeros(0, np.int64)
    order = np.lexsort(tuple(reversed(keys)))
    last = np.zeros(len(order), np.bool_)
    last[-1] = True
    for key in keys:
        ordered = key[order]
        last[:-1] |= ordered[1:] != ordered[:-1]
    return np.sort(order[last])
