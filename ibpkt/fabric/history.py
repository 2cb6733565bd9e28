"""What something was at a packet: the value said last before it, of many things at once."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Array, Ints


class History:
    """Values of many things, each said by packets.

    Args:
        keys: what the values are of, shape (n,).
        frames: the numbers of the packets that say so.
        values: numbers other than 0.
    """

    def __init__(self, keys: Ints, frames: Ints, values: Array) -> None:
        order = np.lexsort((frames, keys))
        self._frames, self._values = frames[order], values[order].astype(np.uint64)
        self._names, self._starts, dense = np.unique(keys[order], return_index=True, return_inverse=True)
        self._top = int(frames.max(initial=0)) + 1
        self._places = dense * self._top + self._frames

    def values(self, keys: Ints, frames: Ints) -> Array:
        """The values at some packets, uint64; what was said only later where nothing was said before; 0 if never."""
        found = np.zeros(len(keys), np.uint64)
        if not len(self._names):
            return found
        at = np.minimum(np.searchsorted(self._names, keys), len(self._names) - 1)
        there = self._names[at] == keys
        place = np.searchsorted(self._places, at * self._top + np.minimum(frames, self._top - 1), side="right") - 1
        place = np.maximum(place, self._starts[at])
        found[there] = self._values[place[there]]
        return found
